"""The pipeline on one screen: config -> read -> rate -> pages -> render -> publish."""

from datetime import date
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from sitegen.browser import published
from sitegen.build import publication
from sitegen.build.addresses import find_clashes
from sitegen.build.stages import HistoryLoader, PageInputs, PlannedSite, RatedSite
from sitegen.compare.correction import find_committed_cache, find_disclosures, load_histories
from sitegen.core import files
from sitegen.core.cache import NULL_CACHE, BuildCache
from sitegen.core.problems import extract_frames, select_errors
from sitegen.core.workers import ProgressCallback, ignore_progress
from sitegen.inputs.config import settings
from sitegen.inputs.config.site import find_misnamed_folders
from sitegen.inputs.content import texts
from sitegen.inputs.content.texts import find_exposed_names
from sitegen.inputs.privacy.redact import Redactor, select_moved_names
from sitegen.inputs.results import append
from sitegen.inputs.results.results import ResultFiles
from sitegen.pages import plan, theme
from sitegen.rankings.ranking import build_contexts, rate_rankings

if TYPE_CHECKING:
    from sitegen.build.publication import BuildResult


def prepare(
    root: Path, as_of: date, latest: date = date.max, look: HistoryLoader | None = None
) -> PlannedSite:
    """Everything up to the pages, which is all that can be wrong with results; writes nothing.

    What is dated after `as_of` is left out, and nothing can have been played after `latest`. What to `look`
    into the history with is given where pages are to tell of it.
    """
    return plan_pages(rate_site(root, as_of, latest, look))


def rate_site(
    root: Path,
    as_of: date,
    latest: date = date.max,
    look: HistoryLoader | None = None,
    memory: BuildCache = NULL_CACHE,
) -> RatedSite:
    """Everything up to what is calculated; see `prepare`. What is in `memory` is not made again."""
    site, problems = settings.load_site(root, memory)
    if site is None:
        return RatedSite(None, problems)
    site = site._replace(as_of=site.as_of and as_of)  # what its pages say, also when another day is asked for
    opened = ResultFiles.open(site, memory=memory)
    results, found = opened.read_inputs(latest)
    written, also = texts.read_content(root, [ranking.id for ranking in site.rankings], as_of, site.languages)
    hush = Redactor(opened.hidden_names)
    of = files.read_git_head(root), site.rankings, opened.players
    disclosed = memory.memoize("disclosures", [], of, partial(find_disclosures, site, opened.players))
    del opened, of  # the lines of all files, of which nothing more is asked
    said = memory.memoize(
        "exposed", [], (written, hush.hidden_names), partial(find_exposed_names, written, hush.hidden_names)
    )
    named = [*said, *publication.check_sources(site, hush.hidden_names)]
    strays = [
        *find_misnamed_folders(root),
        *theme.find_stray_files(root),
        *theme.find_branding_faults(site),
        *append.find_unfinished(root),
    ]
    strays += [*published.find_missing_runtime(site), *find_committed_cache(root)]
    told = hush.redact_problems(select_moved_names([*problems, *found, *disclosed, *also, *named, *strays]))
    problems = sorted(told, key=lambda item: item.sort_key)
    if select_errors(problems):
        return RatedSite(site, problems, hush)
    outcomes, found = rate_rankings(site, results, as_of, memory)
    made = [] if found else build_contexts(site, results, outcomes, memory)
    known, gaps = look(site._replace(as_of=as_of), made, hush.hidden_names) if look and made else ({}, [])
    carried = published.build_engine_files(site, results, made, as_of, memory)
    given = None if found else PageInputs(written, made, known, carried)
    return RatedSite(site, [*problems, *hush.redact_problems([*found, *gaps])], hush, given)


def plan_pages(rated: RatedSite) -> PlannedSite:
    """All pages of a site that is rated."""
    site, given = rated.site, rated.page_inputs
    if site is None or given is None:
        return PlannedSite(site, None, rated.problems, rated.redactor)
    try:
        made = plan.plan_site(site, *given)
        found = find_clashes(made)
    except Exception as error:
        failed = next(
            (ranking for ranking in site.rankings if extract_frames(error, ranking.origin.code)), None
        )
        if failed is None:
            raise
        found = [failed.report_failure("parts", error)]
    return PlannedSite(
        site,
        None if found else made,
        [*rated.problems, *rated.redactor.redact_problems(found)],
        rated.redactor,
    )


def build(  # noqa: PLR0913 - the last four are for the command line, and named there
    root: Path,
    output: Path,
    as_of: date,
    watch: ProgressCallback = ignore_progress,
    workers: int = 1,
    *,
    latest: date = date.max,
    history: bool = False,
) -> "BuildResult":
    """The whole site, published in `output`; nothing is touched there when anything is wrong.

    `as_of` and `latest` are as in `prepare`. `watch` is told how many of how many pages have been begun;
    `workers` processes share the work. With `history` the pages tell of what was corrected.
    """
    from sitegen.build.publication import publish_site  # noqa: PLC0415 - a check publishes nothing

    look = partial(load_histories, workers=workers) if history else None
    return publish_site(output, prepare(root, as_of, latest, look), root, as_of, watch, workers)
