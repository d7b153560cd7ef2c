"""One ranking, one job: it is read, rated and planned from beginning to end, and leaves little.

What has to be known of all rankings is read first: settings, registers, written pages. Memory is then that of
the largest rankings that are worked at side by side.
"""

import gc
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import Generic, NamedTuple, Self, TypeVar

from sitegen.browser.published import build_engine_files, build_ranking_files
from sitegen.build.addresses import find_clashes
from sitegen.build.checks import check_site
from sitegen.build.stages import HistoryLoader, skip_history
from sitegen.compare.correction import UNKNOWN_HISTORY, CorrectionHistory
from sitegen.compare.histories import find_disclosures
from sitegen.core.cache import NULL_CACHE, BuildCache
from sitegen.core.entities import EventDate
from sitegen.core.problems import Problem, extract_frames
from sitegen.core.system import list_event_dates
from sitegen.core.workers import run_parallel
from sitegen.inputs.config.settings import load_site
from sitegen.inputs.config.site import Ranking, Site
from sitegen.inputs.content.texts import Content, read_content
from sitegen.inputs.privacy.search import HiddenNames
from sitegen.inputs.results.append import find_unfinished
from sitegen.inputs.results.files import PLAYERS, RESULTS_FOLDER
from sitegen.inputs.results.results import ResultFiles
from sitegen.pages.metadata import CardText, list_unusual_texts
from sitegen.pages.overview import RankingSummary
from sitegen.pages.plan import Files, RankingPlan, SitePlanner
from sitegen.rankings.ranking import RankingContext, build_contexts, rate_rankings

T = TypeVar("T")
F = TypeVar("F")


class RankingResult(NamedTuple, Generic[T]):
    """What a job leaves of a ranking: its problems by stage, and the `product` of its plan, if there is one.

    `event_dates` are there for a site at a fixed day, which is compared with all days; they have no rows.
    """

    read_problems: Sequence[Problem]
    event_dates: Sequence[EventDate] = ()
    rating_problems: Sequence[Problem] = ()
    card_texts: Sequence[CardText] = ()
    plan_problems: Sequence[Problem] = ()
    summary: RankingSummary | None = None
    product: T | None = None


def plan_ranking(
    planner: SitePlanner, context: RankingContext, history: CorrectionHistory
) -> tuple[RankingPlan | None, list[Problem]]:
    """Plan a ranking, and check that each of its pages has an address of its own; None where that fails."""
    try:
        plan = planner.plan_ranking(context, history)
        own_pages = plan.summary.languages[planner.site.language].written_pages
        problems = find_clashes(plan.site_plan, [*own_pages, *planner.documents])
    except Exception as error:
        if not extract_frames(error, context.ranking.origin.code):
            raise
        return None, [context.ranking.report_failure("parts", error)]
    return None if problems else plan, problems


class OpenedSite(NamedTuple):
    """The settings and the texts of a site, None where it cannot be read, with what is wrong with them."""

    site: Site | None
    content: Content | None
    problems: list[Problem]


def open_site(root: Path, as_of: date, cache: BuildCache = NULL_CACHE) -> OpenedSite:
    """Read the settings and the texts of the site in `root`, as of a day."""
    site, problems = load_site(root, cache)
    if site is None:
        return OpenedSite(None, None, problems)
    if unfinished := find_unfinished(root):
        return OpenedSite(site, None, unfinished)
    rankings = [ranking.id for ranking in site.rankings]
    content, new_problems = read_content(root, rankings, as_of, site.languages)
    site = site._replace(as_of=site.as_of and as_of)  # pages of a fixed day name the day that was asked for
    return OpenedSite(site, content, [*problems, *new_problems])


class SiteInputs(NamedTuple):
    """A site with what has to be known of all its rankings before one is read: texts, players, and the days.

    No page may have one of the `hidden_names`, and no cell one of the `secret_names`.
    """

    site: Site
    content: Content
    registers: ResultFiles
    hidden_names: HiddenNames
    secret_names: HiddenNames
    as_of: date
    latest: date

    @classmethod
    def open(cls, site: Site, content: Content, as_of: date, latest: date) -> Self:
        """Read the players of all rankings of a site."""
        registers = ResultFiles.open(site, PLAYERS)
        names = registers.hidden_names, registers.secret_names
        return cls(site, content, registers, *names, as_of, latest)

    def find_shared_problems(self) -> list[Problem]:
        """Return what is wrong with the site beside its rankings: files astray, texts that name somebody."""
        site, registers = self.site, self.registers
        return [
            *registers.find_shared_problems(),
            *find_disclosures(site, registers.players),
            *check_site(site, self.content, self.hidden_names, NULL_CACHE),
        ]

    def make_planner(self) -> SitePlanner:
        """Return the planner of the site."""
        engine = build_engine_files(self.site, {}, (), self.as_of)
        return SitePlanner.create(self.site, self.content, engine, self.registers.visible_clubs)


@dataclass(frozen=True)
class RankingJobs(Generic[T]):
    """The jobs of a site: `prepare_context` returns the context that the pages of a ranking are planned from.

    `make_product` makes of the plan what is left.
    """

    inputs: SiteInputs
    planner: SitePlanner
    prepare_context: Callable[[RankingContext], RankingContext]
    make_product: Callable[[RankingPlan], T]
    load_history: HistoryLoader = skip_history

    def run_all(self, workers: int, first: Callable[[], F]) -> tuple[F, dict[str, RankingResult[T]]]:
        """Run the job of every ranking in one of so many processes, the largest first.

        Returns the result of `first`, which this process calls before it takes a ranking, and those of the
        jobs by the id of the ranking.
        """
        rankings = sort_by_size(self.inputs.site)
        own, shares = run_parallel(self._run_share, rankings, min(workers, len(rankings)), first)
        results = {id_: result for share in shares for id_, result in share.items()}
        return own, {ranking.id: results[ranking.id] for ranking in self.inputs.site.rankings}

    def _run_share(self, rankings: Iterable[Ranking]) -> dict[str, RankingResult[T]]:
        """Run some jobs one after the other, and drop all else that is made for each.

        A command runs without garbage collection; what is older than these rankings is not looked at.
        """
        is_paused = not gc.isenabled()
        if is_paused:
            gc.freeze()
        results: dict[str, RankingResult[T]] = {}
        for ranking in rankings:
            if is_paused and results:
                gc.collect(0)  # all that is new; what is left of the others need not be looked at
            try:
                results[ranking.id] = self._run(ranking)
            except Exception as error:
                error.add_note(f"in the ranking {ranking.id}")
                raise
        return results

    def _run(self, ranking: Ranking) -> RankingResult[T]:
        """Read, rate and plan a ranking, and make of its plan what is left."""
        site, registers = self.inputs.site._replace(rankings=(ranking,)), self.inputs.registers
        as_of, names = self.inputs.as_of, self.inputs.secret_names
        tables, problems = registers.read_ranking(ranking, names, self.inputs.latest, as_of)
        result = RankingResult[T](problems)
        if tables is None:
            return result
        if site.as_of:
            days = list_event_dates(ranking.system, tables)
            result = result._replace(event_dates=[event_date._replace(row=None) for event_date in days])
        outcomes, problems = rate_rankings(site, {ranking.id: tables}, as_of)
        if problems:
            return result._replace(rating_problems=problems)
        contexts = build_contexts(site, {ranking.id: tables}, outcomes)
        engine_files = build_ranking_files(self.inputs.site, ranking, tables, as_of)
        return self._plan(contexts[0], engine_files, result)

    def _plan(
        self, context: RankingContext, engine_files: Files, result: RankingResult[T]
    ) -> RankingResult[T]:
        """Plan a rated ranking, and make of its plan what is left."""
        site, id_ = self.inputs.site, context.ranking.id
        with_players = self.planner.has_player_cards
        card_texts = list_unusual_texts(site, context, with_players=with_players)
        site = site._replace(as_of=self.inputs.as_of)
        histories, gaps = self.load_history(site, [context], self.inputs.hidden_names)
        history = histories.get(id_, UNKNOWN_HISTORY)
        plan, problems = plan_ranking(self.planner, self.prepare_context(context), history)
        result = result._replace(card_texts=card_texts, plan_problems=[*gaps, *problems])
        if plan is None:
            return result
        site_plan = replace(plan.site_plan, files={**plan.site_plan.files, **engine_files})
        urls = plan.summary.urls | engine_files.keys()
        plan = plan._replace(site_plan=site_plan, summary=plan.summary._replace(urls=urls))
        return result._replace(summary=plan.summary, product=self.make_product(plan))


def sort_by_size(site: Site) -> list[Ranking]:
    """Return the rankings of a site by the bytes of their results, the largest first."""
    sizes = {
        ranking.id: sum(
            path.stat().st_size for path in (site.root / RESULTS_FOLDER / ranking.id).rglob("*.csv")
        )
        for ranking in site.rankings
    }
    return sorted(site.rankings, key=lambda ranking: -sizes[ranking.id])
