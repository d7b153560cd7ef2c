"""The pipeline: config -> results -> content -> outcomes -> contexts -> pages -> render -> publish.

Each stage is a pure function of what the ones before it return, but for the last, which alone writes. What is
wrong is collected in `Findings`, which redact and sort it where it leaves the pipeline.
"""

from collections.abc import Sequence
from datetime import date
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sitegen.compare.correction import UNKNOWN_HISTORY
from sitegen.compare.histories import SiteHistory, load_histories, report_unreadable
from sitegen.core.cache import NULL_CACHE, BuildCache
from sitegen.inputs.config.site import SiteDates
from sitegen.pages.plan import RankingPlan
from sitegen.publishing.rankings import SiteInputs, open_site, plan_ranking
from sitegen.publishing.stages import (
    NO_PROGRESS,
    BuildProgress,
    Findings,
    HistoryLoader,
    PageInputs,
    PlannedSite,
    RatedSite,
    SourceTree,
    skip_history,
)

if TYPE_CHECKING:
    from sitegen.publishing.parts import Part
    from sitegen.publishing.publication import BuildResult


def build(  # noqa: PLR0913 - the last nine are for the command line, and named there
    root: Path,
    output: Path,
    as_of: date,
    workers: int = 1,
    *,
    latest: date = date.max,
    history: bool = False,
    progress: BuildProgress = NO_PROGRESS,
    part: "Part | None" = None,
    last: Path | None = None,
    parts: Sequence[Path] = (),
    pack: bool = False,
    tree: SourceTree | None = None,
) -> "BuildResult":
    """Build the whole site and publish it in `output`; nothing changes there when anything is wrong.

    Dates are as in `rate_site`. With `history` pages tell what was corrected. A `part` is its files alone.
    What is as in the `last` build, if any, is taken over; or all of `parts`. `pack` adds what hosts want.
    """
    from sitegen.publishing.builder import SiteBuilder  # noqa: PLC0415 - a check publishes nothing
    from sitegen.publishing.digests import SiteDigester  # noqa: PLC0415 - as above
    from sitegen.publishing.last_build import RankingKeeper  # noqa: PLC0415 - as above
    from sitegen.publishing.parts import WHOLE  # noqa: PLC0415 - as above
    from sitegen.publishing.publication import BuildResult, Publication  # noqa: PLC0415 - as above

    folder, withheld, others, cache = tree or SourceTree(root)
    site, content, problems = open_site(folder, as_of, cache, withheld)
    if site is None or content is None:
        return BuildResult(None, Findings(problems).report)
    inputs = SiteInputs.open(site, content, as_of, latest, others=others)
    findings, planner = Findings(problems, inputs.hidden_names), inputs.make_planner()
    opened = SiteHistory.open(site._replace(as_of=as_of), inputs.registers.pseudonyms) if history else None
    load_history: HistoryLoader = partial(load_histories, opened=opened) if opened else skip_history
    with Publication.open(output, root, as_of, workers, part=str(part or ""), pack=pack) as publication:
        stage, keeper = publication.stage, None
        if part or last or parts:
            keeper = RankingKeeper.open(stage, SiteDigester(inputs, planner, opened), last, parts)
        builder = SiteBuilder(inputs, planner, stage, load_history, progress, workers, part or WHOLE, keeper)
        return publication.publish(*builder.write_files(findings))


def build_despite_errors(  # noqa: PLR0913 - as above
    root: Path,
    output: Path,
    as_of: date,
    workers: int = 1,
    *,
    latest: date = date.max,
    cache: BuildCache = NULL_CACHE,
    **options: Any,
) -> "BuildResult":
    """Build a site as `build` does; where its settings say so, without what clubs have wrong.

    A part of a site is strict: the other parts would not know what it withholds. Settings and texts in
    `cache` are not read again.
    """
    first = SourceTree(root, cache=cache)
    result = build(root, output, as_of, workers, latest=latest, tree=first, **options)
    if result.plan or options.get("part"):
        return result
    from sitegen.publishing.last_good import Attempt, withhold_faulty  # noqa: PLC0415 - few sites need it

    def make(tree: SourceTree) -> Attempt["BuildResult"]:
        again = build(root, output, as_of, workers, latest=latest, tree=tree, **options)
        return Attempt(again, again.problems)

    attempt = withhold_faulty(root, SiteDates(as_of, latest), Attempt(result, result.problems), make)
    return attempt.product._replace(problems=[*attempt.problems], withheld=attempt.withheld)


def join_parts(
    folders: Sequence[Path], output: Path, root: Path, workers: int = 1, *, pack: bool = False
) -> "BuildResult":
    """Publish in `output` the site in `root`, whose parts are in `folders`, each made by a build of a `part`.

    `pack` is as in `build`. Raises `PublishError`, and changes nothing, where a part is missing, is there
    twice, was changed after it was built, or was built from something else than the first, or than the site
    is now.
    """
    from sitegen.publishing.parts import open_parts  # noqa: PLC0415 - a check joins nothing

    info = open_parts(folders)
    return build(root, output, info.as_of, workers, history=True, parts=folders, pack=pack)


def prepare(
    root: Path, as_of: date, latest: date = date.max, load_history: HistoryLoader = skip_history
) -> PlannedSite:
    """Read, rate and plan the site in `root`, as `rate_site` and `plan_pages` do; write nothing."""
    return plan_pages(add_history(rate_site(root, as_of, latest), load_history))


def rate_site(root: Path, as_of: date, latest: date = date.max, cache: BuildCache = NULL_CACHE) -> RatedSite:
    """Read and rate the site in `root`: everything that can be wrong with results; write nothing.

    Results dated after `as_of` are left out, and any dated after `latest` are errors. What is in `cache` is
    not made again.
    """
    site, content, problems = open_site(root, as_of, cache)
    if site is None or content is None:
        return RatedSite(site, Findings(problems))
    inputs = SiteInputs.open(site, content, as_of, latest, cache)
    rated = [inputs.rate(ranking) for ranking in site.rankings]
    findings = Findings([*problems, *inputs.find_shared_problems()], inputs.hidden_names)
    findings, are_rated = inputs.find_problems(findings, [ranking.result for ranking in rated])
    if not are_rated:
        return RatedSite(site, findings)
    planner = inputs.make_planner()
    engine_files = {path: make for ranking in rated for path, make in ranking.engine_files.items()}
    planner = planner._replace(files={**planner.files, **engine_files})
    contexts = [ranking.context for ranking in rated if ranking.context]
    return RatedSite(site, findings, PageInputs(planner, contexts, as_of))


def add_history(rated_site: RatedSite, load_history: HistoryLoader) -> RatedSite:
    """Return a rated site with what was corrected in each ranking, for pages that tell it."""
    site, findings, page_inputs = rated_site
    if site is None or page_inputs is None or not page_inputs.contexts:
        return rated_site
    dated_site = site._replace(as_of=page_inputs.as_of)
    histories, gaps = load_history(dated_site, page_inputs.contexts, findings.hidden_names)
    unreadable = (commit for history in histories.values() for commit in history.unreadable_commits)
    findings = findings.add([*gaps, *report_unreadable(unreadable)])
    return RatedSite(site, findings, page_inputs._replace(histories=histories))


def plan_pages(rated_site: RatedSite, cache: BuildCache = NULL_CACHE) -> PlannedSite:
    """Plan all pages of a rated site, and check that each has an address of its own.

    What is in `cache` is not planned again.
    """
    site, findings, page_inputs = rated_site
    if site is None or page_inputs is None:
        return PlannedSite(site, findings)
    planner = page_inputs.planner
    plans = list[RankingPlan]()
    for context in page_inputs.contexts:
        history = page_inputs.histories.get(context.ranking.id, UNKNOWN_HISTORY)
        plan, problems = cache.memoize(
            ("plan", context.ranking.id),
            [context],
            (planner._replace(files={}), history),  # its pages have none of these files
            partial(plan_ranking, planner, context, history),
        )
        plans += [plan] if plan else []
        findings = findings.add(problems)
    if len(plans) < len(page_inputs.contexts):
        return PlannedSite(site, findings)
    return PlannedSite(site, findings, planner.join_plans(plans))
