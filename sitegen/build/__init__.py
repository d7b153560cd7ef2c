"""The pipeline: config -> results -> content -> outcomes -> contexts -> pages -> render -> publish.

Each stage is a pure function of what the ones before it return, but for the last, which alone writes. What is
wrong is collected in `Findings`, which redact and sort it where it leaves the pipeline.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from functools import partial
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sitegen import render
from sitegen.browser.published import build_engine_files
from sitegen.build.checks import check_site
from sitegen.build.rankings import open_site, plan_ranking
from sitegen.build.stages import Findings, HistoryLoader, PageInputs, PlannedSite, RatedSite, skip_history
from sitegen.compare.correction import UNKNOWN_HISTORY
from sitegen.compare.histories import find_disclosures, load_histories
from sitegen.core.cache import NULL_CACHE, BuildCache
from sitegen.core.files import read_git_head
from sitegen.core.workers import ProgressCallback, ignore_progress, run_parallel
from sitegen.inputs.config.site import Site
from sitegen.inputs.results.results import ResultFiles
from sitegen.pages.metadata import find_missing_letters, list_unusual_texts, plan_cards
from sitegen.pages.page import Page
from sitegen.pages.plan import RankingPlan, SitePlanner, list_visible_clubs
from sitegen.rankings.ranking import RankingContext, build_contexts, rate_rankings

if TYPE_CHECKING:
    from sitegen.build.publication import BuildResult


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
    """Build the whole site and publish it in `output`; nothing changes there when anything is wrong.

    `as_of` and `latest` are as in `rate_site`. `watch` is called with the number of pages begun and of all
    pages; `workers` processes share the work. With `history` the pages tell what was corrected.
    """
    from sitegen.build.publication import publish_site  # noqa: PLC0415 - a check publishes nothing

    load_history = partial(load_histories, workers=workers) if history else skip_history
    planned_site = _plan_beside_cards(rate_site(root, as_of, latest), load_history, workers)
    return publish_site(output, planned_site, root, as_of, watch, workers)


def _plan_beside_cards(rated_site: RatedSite, load_history: HistoryLoader, workers: int) -> PlannedSite:
    """Plan all pages of a rated site while other processes draw its cards, which need no plan."""
    site, _, page_inputs = rated_site
    cards = [*_plan_cards(site, page_inputs.contexts)] if site and page_inputs else []
    plan = partial(plan_pages, rated_site, load_history)
    planned_site, drawn = run_parallel(render.draw_pictures, cards, workers if cards else 1, plan)
    if planned_site.page_plan is None:
        return planned_site
    pictures = {url: picture for share in drawn for url, picture in share.items()}
    return planned_site._replace(page_plan=planned_site.page_plan.add_pictures(pictures))


def _plan_cards(site: Site, contexts: Sequence[RankingContext]) -> Iterator[Page]:
    with_players = site.has_player_cards(len(list_visible_clubs(contexts)))
    for context in contexts:
        yield from plan_cards(site, context, with_players=with_players)


def prepare(
    root: Path, as_of: date, latest: date = date.max, load_history: HistoryLoader = skip_history
) -> PlannedSite:
    """Read, rate and plan the site in `root`, as `rate_site` and `plan_pages` do; write nothing."""
    return plan_pages(rate_site(root, as_of, latest), load_history)


def rate_site(root: Path, as_of: date, latest: date = date.max, cache: BuildCache = NULL_CACHE) -> RatedSite:
    """Read and rate the site in `root`: everything that can be wrong with results; write nothing.

    Results dated after `as_of` are left out, and any dated after `latest` are errors. What is in `cache` is
    not made again.
    """
    site, content, problems = open_site(root, as_of, cache)
    if site is None or content is None:
        return RatedSite(site, Findings(problems))
    results, findings = _read_results(site, as_of, latest, cache)
    findings = findings.add([*problems, *check_site(site, content, findings.hidden_names, cache)])
    if findings.has_errors:
        return RatedSite(site, findings)
    outcomes, new_problems = rate_rankings(site, results, as_of, cache)
    if new_problems:
        return RatedSite(site, findings.add(new_problems))
    contexts = build_contexts(site, results, outcomes, cache)
    engine_files = build_engine_files(site, results, contexts, as_of, cache)
    with_players = site.has_player_cards(len(list_visible_clubs(contexts)))
    texts = (list_unusual_texts(site, context, with_players=with_players) for context in contexts)
    findings = findings.add(find_missing_letters(site, [*chain.from_iterable(texts)]))
    return RatedSite(site, findings, PageInputs(content, contexts, engine_files, as_of))


def _read_results(
    site: Site, as_of: date, latest: date, cache: BuildCache
) -> tuple[Mapping[str, Any], Findings]:
    """Read the tables of every ranking; the lines of their files are freed on return."""
    files = ResultFiles.open(site, cache=cache)
    results, problems = files.read_inputs(latest, as_of)
    state = read_git_head(site.root), site.rankings, files.players
    problems += cache.memoize("disclosures", [], state, partial(find_disclosures, site, files.players))
    return results, Findings(problems, files.hidden_names)


def plan_pages(rated_site: RatedSite, load_history: HistoryLoader = skip_history) -> PlannedSite:
    """Plan all pages of a rated site, and check that each has an address of its own.

    `load_history` is given where pages are to tell what was corrected.
    """
    site, findings, page_inputs = rated_site
    if site is None or page_inputs is None:
        return PlannedSite(site, findings)
    content, contexts, engine_files, as_of = page_inputs
    names = findings.hidden_names
    histories, gaps = load_history(site._replace(as_of=as_of), contexts, names) if contexts else ({}, [])
    findings = findings.add(gaps)
    planner = SitePlanner.create(site, content, engine_files, list_visible_clubs(contexts))
    plans = list[RankingPlan]()
    for context in contexts:
        plan, problems = plan_ranking(planner, context, histories.get(context.ranking.id, UNKNOWN_HISTORY))
        plans += [plan] if plan else []
        findings = findings.add(problems)
    if len(plans) < len(contexts):
        return PlannedSite(site, findings)
    return PlannedSite(site, findings, planner.join_plans(plans))
