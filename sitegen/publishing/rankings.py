"""One ranking, one job: it is read, rated and planned from beginning to end, and leaves little.

What has to be known of all rankings is read first: settings, registers, written pages. Memory is then that of
the largest rankings that are worked at side by side.
"""

import gc
import math
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from functools import partial
from itertools import chain
from pathlib import Path
from types import MappingProxyType
from typing import Any, Generic, NamedTuple, Self, TypeVar

from sitegen.browser.published import build_engine_files, build_ranking_files
from sitegen.compare.correction import UNKNOWN_HISTORY, CorrectionHistory, UnreadableCommit
from sitegen.compare.histories import find_disclosures
from sitegen.core.cache import NULL_CACHE, BuildCache
from sitegen.core.entities import EventDate
from sitegen.core.files import read_git_head
from sitegen.core.missing import select_complete
from sitegen.core.problems import Problem, extract_frames, select_errors
from sitegen.core.system import list_event_dates
from sitegen.core.workers import ProgressCallback, SharedFlag, ignore_progress, run_parallel
from sitegen.inputs.config.settings import load_site
from sitegen.inputs.config.site import Ranking, Site, WithheldClub
from sitegen.inputs.content.texts import Content, read_content
from sitegen.inputs.privacy.search import HiddenNames
from sitegen.inputs.results.append import find_unfinished
from sitegen.inputs.results.dates import check_site_day
from sitegen.inputs.results.files import MEMBERSHIPS, PLAYERS, RESULTS_FOLDER, RankingFiles
from sitegen.inputs.results.players import PlayerDirectory
from sitegen.inputs.results.ranking import RankingReader
from sitegen.inputs.results.results import ResultFiles
from sitegen.pages.metadata import CardText, find_missing_letters, list_unusual_texts
from sitegen.pages.overview import RankingSummary
from sitegen.pages.plan import Files, RankingPlan, SitePlanner
from sitegen.publishing.addresses import find_clashes
from sitegen.publishing.checks import check_site
from sitegen.publishing.disk import walk_files
from sitegen.publishing.stages import Findings, HistoryLoader, skip_history
from sitegen.rankings.clubs import list_visible_clubs
from sitegen.rankings.people import People
from sitegen.rankings.ranking import RankingContext, build_contexts, rate_rankings
from sitegen.toolkit.memberships import Members, Membership

T = TypeVar("T")
F = TypeVar("F")
_JOBS_PER_WORKER = 4
"""The fewest jobs among which a worker's share of a site is divided: one is then soon waited for."""


def _list_clubs(registers: ResultFiles, hidden_names: HiddenNames, as_of: date) -> list[list[str]]:
    return [
        clubs
        for files, directory in zip(registers.files, registers.directories, strict=True)
        for rows in [_read_memberships(registers.site, files, directory, hidden_names)]
        for clubs in list_visible_clubs(directory.persons, Members(directory.persons, rows, as_of).clubs)
    ]


def _read_memberships(
    site: Site, files: RankingFiles, directory: PlayerDirectory, hidden_names: HiddenNames
) -> Sequence[Membership]:
    """Return the memberships of a ranking that can be read."""
    if not files.csv_files.get(MEMBERSHIPS):
        return ()
    reader = RankingReader(files, directory, hidden_names, date.max, site.dates)
    return select_complete(reader.read_table(MEMBERSHIPS), "player", "club", "from_", "until")


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


def open_site(
    root: Path, as_of: date, cache: BuildCache = NULL_CACHE, withheld: tuple[WithheldClub, ...] = ()
) -> OpenedSite:
    """Read the settings and the texts of the site in `root`, as of a day."""
    site, problems = load_site(root, cache)
    if site is None:
        return OpenedSite(None, None, problems)
    if unfinished := find_unfinished(root):
        return OpenedSite(site, None, unfinished)
    rankings = [ranking.id for ranking in site.rankings]
    content, new_problems = read_content(root, rankings, as_of, site.languages, cache)
    # pages of a fixed day name the day that was asked for
    site = site._replace(as_of=site.as_of and as_of, withheld=withheld)
    return OpenedSite(site, content, [*problems, *new_problems])


class RankingResult(NamedTuple, Generic[T]):
    """What a job leaves of a ranking: its problems by stage, and the `product` of its plan, if there is one.

    `event_dates` are there for a site at a fixed day, which is compared with all days; they have no rows.
    `unreadable_commits` are those that its history leaves out.
    """

    read_problems: Sequence[Problem]
    event_dates: Sequence[EventDate] = ()
    rating_problems: Sequence[Problem] = ()
    card_texts: Sequence[CardText] = ()
    plan_problems: Sequence[Problem] = ()
    unreadable_commits: Sequence[UnreadableCommit] = ()
    summary: RankingSummary | None = None
    product: T | None = None


class RatedRanking(NamedTuple):
    """A job that is half done: what it leaves so far, and what is planned, None where something is wrong.

    `engine_files` are what visitors' browsers calculate the ranking from.
    """

    result: RankingResult[Any]
    context: RankingContext | None = None
    engine_files: Files = MappingProxyType({})


class SiteInputs(NamedTuple):
    """A site with what has to be known of all its rankings before one is read: texts, players, and the days.

    `clubs` are those that each visible player has had, the first blank for one without. No page and no cell
    may have one of the `hidden_names`.
    """

    site: Site
    content: Content
    registers: ResultFiles
    clubs: Sequence[Sequence[str]]
    hidden_names: HiddenNames
    as_of: date
    latest: date
    cache: BuildCache

    @classmethod
    def open(  # noqa: PLR0913, PLR0917 - the last two are for who asks again and again, or with errors
        cls,
        site: Site,
        content: Content,
        as_of: date,
        latest: date,
        cache: BuildCache = NULL_CACHE,
        others: Sequence[PlayerDirectory] = (),
    ) -> Self:
        """Read the players of all rankings of a site; what is in `cache` is not made again.

        Who hides in `others`, the players in files that are withheld, hides in the site too.
        """
        registers = ResultFiles.open(site, {PLAYERS, MEMBERSHIPS}, cache=cache, others=others)
        hidden_names = registers.hidden_names
        clubs = _list_clubs(registers, hidden_names, as_of)
        return cls(site, content, registers, clubs, hidden_names, as_of, latest, cache)

    def find_shared_problems(self) -> list[Problem]:
        """Return what is wrong with the site beside its rankings: files astray, texts that name somebody."""
        site, players = self.site, self.registers.players
        state = read_git_head(site.root), site.rankings, players
        find = partial(find_disclosures, site, players)
        return [
            *self.registers.find_shared_problems(),
            *self.cache.memoize("disclosures", [], state, find),
            *check_site(site, self.content, self.hidden_names, self.cache),
        ]

    def make_planner(self) -> SitePlanner:
        """Return the planner of the site."""
        people = People.find(self.site, self.registers.directories)
        return SitePlanner.create(self.site, self.content, build_engine_files(self.site), self.clubs, people)

    def rate(self, ranking: Ranking) -> RatedRanking:
        """Read and rate a ranking."""
        site, as_of, cache = self.site._replace(rankings=(ranking,)), self.as_of, self.cache
        tables, problems = self.registers.read_ranking(ranking, self.hidden_names, self.latest, as_of)
        result = RankingResult[Any](problems)
        if tables is None:
            return RatedRanking(result)
        if site.as_of:
            days = list_event_dates(ranking.system, tables)
            result = result._replace(event_dates=[event_date._replace(row=None) for event_date in days])
        outcomes, problems = rate_rankings(site, {ranking.id: tables}, as_of, cache)
        if problems:
            return RatedRanking(result._replace(rating_problems=problems))
        (context,) = build_contexts(site, {ranking.id: tables}, outcomes, cache)
        with_players = site.has_player_cards(len(self.clubs))
        card_texts = list_unusual_texts(self.site, context, with_players=with_players)
        engine_files = build_ranking_files(self.site, ranking, tables, as_of, cache)
        return RatedRanking(result._replace(card_texts=card_texts), context, engine_files)

    def find_problems(
        self, findings: Findings, results: Collection[RankingResult[Any]]
    ) -> tuple[Findings, bool]:
        """Add to `findings` what is wrong with rated rankings; also return whether all can be planned."""
        findings = findings.add(gather(results, "read_problems"))
        if findings.has_errors:
            return findings, False
        if self.site.as_of:
            findings = findings.add(check_site_day(self.site.as_of, gather(results, "event_dates")))
        findings = findings.add(gather(results, "rating_problems"))
        if findings.has_errors:
            return findings, False
        return findings.add(find_missing_letters(self.site, gather(results, "card_texts"))), True


def _call_job(ranking: Ranking, job: Callable[[Ranking], T]) -> T:
    return job(ranking)


@dataclass(frozen=True)
class RankingJobs(Generic[T]):
    """The jobs of a site: `prepare_context` returns the context that the pages of a ranking are planned from.

    `make_product` makes of the plan what is left. Once anything has an error, which `failure` tells all
    processes, rankings are only rated: no page can be published. `run_job` calls the job of a ranking, or
    knows its result.
    """

    inputs: SiteInputs
    planner: SitePlanner
    prepare_context: Callable[[RankingContext], RankingContext]
    make_product: Callable[[RankingPlan], T]
    failure: SharedFlag
    load_history: HistoryLoader = skip_history
    run_job: Callable[[Ranking, Callable[[Ranking], RankingResult[T]]], RankingResult[T]] = _call_job

    def run_all(
        self,
        rankings: Sequence[Ranking],
        workers: int,
        first: Callable[[], F],
        watch: ProgressCallback = ignore_progress,
        descriptors: Collection[int] = (),
    ) -> tuple[F, dict[str, RankingResult[T]]]:
        """Run the jobs of some rankings, in this order, in one of so many processes.

        Returns the result of `first`, which this process calls before it takes a ranking, and those of the
        jobs by the id of the ranking. The other parameters are those of `run_parallel`.
        """
        own, shares = run_parallel(
            self._run_share, rankings, max(1, min(workers, len(rankings))), first, watch, descriptors
        )
        return own, {id_: result for share in shares for id_, result in share.items()}

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
                results[ranking.id] = self.run_job(ranking, self._run)
            except Exception as error:
                error.add_note(f"in the ranking {ranking.id}")
                raise
        return results

    def _run(self, ranking: Ranking) -> RankingResult[T]:
        """Read, rate and plan a ranking, and make of its plan what is left."""
        plan, result = self.plan(self.rate(ranking))
        if plan is None:
            return result
        return result._replace(summary=plan.summary.settle(), product=self.make_product(plan))

    def find_shared_problems(self) -> list[Problem]:
        """Return what is wrong with the site beside its rankings."""
        problems = self.inputs.find_shared_problems()
        if select_errors(problems):
            self.failure.set()
        return problems

    def rate(self, ranking: Ranking) -> RatedRanking:
        """Read and rate a ranking."""
        rated = self.inputs.rate(ranking)
        if rated.context is None:
            self.failure.set()
        return rated

    def plan(self, rated: RatedRanking) -> tuple[RankingPlan | None, RankingResult[T]]:
        """Plan a rated ranking; None where something is wrong with it, or with what was seen before."""
        result, context, engine_files = rated
        if context is None or self.failure.is_set:
            return None, result
        site = self.inputs.site._replace(as_of=self.inputs.as_of)
        histories, gaps = self.load_history(site, [context], self.inputs.hidden_names)
        history = histories.get(context.ranking.id, UNKNOWN_HISTORY)
        plan, problems = plan_ranking(self.planner, self.prepare_context(context), history)
        result = result._replace(
            plan_problems=[*gaps, *problems], unreadable_commits=history.unreadable_commits
        )
        if plan is None:
            return None, result
        return plan.add_files(engine_files), result._replace(summary=plan.summary)


def gather(results: Iterable[RankingResult[T]], stage: str) -> list[Any]:
    """Return what all rankings have in a field of their results, each once."""
    return [*dict.fromkeys(chain.from_iterable(getattr(result, stage) for result in results))]


class SizedRanking(NamedTuple):
    """A ranking, and how many bytes of results it has."""

    ranking: Ranking
    size: int


def sort_by_size(site: Site) -> list[SizedRanking]:
    """Return the rankings of a site with their sizes, the largest first."""
    sized = [SizedRanking(ranking, _measure_results(site.root, ranking)) for ranking in site.rankings]
    return sorted(sized, key=lambda each: -each.size)


def _measure_results(root: Path, ranking: Ranking) -> int:
    folders = [root / RESULTS_FOLDER / id_ for id_ in ranking.sources]
    return sum(
        entry.stat(follow_symlinks=False).st_size
        for folder in folders
        if folder.is_dir()
        for path, entry in walk_files(str(folder))
        if path.endswith(".csv")
    )


def split_by_size(site: Site, workers: int) -> tuple[list[Ranking], list[Ranking]]:
    """Return the rankings that are too large for one of so many processes, and the others.

    Both are in the order of their sizes, the largest first.
    """
    sized = sort_by_size(site)
    limit = sum(each.size for each in sized) / (_JOBS_PER_WORKER * workers) if workers > 1 else math.inf
    large = [each.ranking for each in sized if each.size > limit]
    return large, [each.ranking for each in sized[len(large) :]]
