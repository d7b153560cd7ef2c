"""The histories of the rankings of a site, from the commits in git: what each corrected, the latest first.

A commit that only adds rows of days not yet on a list is ordinary: most are, and need not be rated.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from itertools import islice, takewhile
from pathlib import Path
from typing import Any, Self, TypeVar

from sitegen.compare.commit_days import date_commits
from sitegen.compare.correction import (
    Correction,
    CorrectionHistory,
    PublishedList,
    UnreadableCommit,
)
from sitegen.compare.correction_details import CorrectionRedactor, build_correction
from sitegen.compare.effect import Effect
from sitegen.compare.loading import load_state
from sitegen.compare.repository import (
    Commit,
    FileChange,
    HistoryError,
    Repository,
    check_out,
    find_added_lines,
)
from sitegen.compare.rows import is_open
from sitegen.compare.state import SiteState
from sitegen.core.cells import make_parser
from sitegen.core.model import ShortListing
from sitegen.core.problems import ProblemError, advise
from sitegen.core.system import list_input_tables
from sitegen.core.table import Table, get_input_columns
from sitegen.core.workers import run_parallel
from sitegen.inputs.config import site as config_site
from sitegen.inputs.config.patterns import is_settings
from sitegen.inputs.config.settings import load_site
from sitegen.inputs.config.site import SETTINGS_FILE, Ranking, Site, SiteDates
from sitegen.inputs.privacy.search import HiddenNames
from sitegen.inputs.results.files import PLAYERS, RESULTS_FOLDER
from sitegen.inputs.results.header import open_csv
from sitegen.inputs.results.records import decode_csv
from sitegen.rankings.datafiles import encode_json
from sitegen.rankings.ranking import RankingContext
from sitegen.toolkit.order import group_by

_MAX_STEPS = 20
"""Commits to search for one without errors, or with the list."""


@dataclass(frozen=True)
class SiteCommits:
    """The commits that changed the settings of a site or any results; `today` is the day of the build."""

    repository: Repository
    site: Site
    today: date

    @classmethod
    def from_site(cls, repository: Repository, site: Site) -> Self:
        """Return the commits of a site as it is now."""
        return cls(repository, site._replace(as_of=None), site.as_of or date.max)

    @cached_property
    def main_line(self) -> Sequence[Commit]:
        """The commits, the latest first."""
        return self.repository.find_commits([SETTINGS_FILE, RESULTS_FOLDER])

    @cached_property
    def common_settings(self) -> Mapping[str, Site | None]:
        """The site as it was after each commit that changed what holds for all rankings, by its id."""
        files = {SETTINGS_FILE, *(ranking.file for ranking in self.site.rankings)}
        commits = [commit for commit in self.main_line if _changes_file(commit, SETTINGS_FILE)]
        return {commit.id: self._load_site(commit, files) for commit in commits}

    def read_settings(self, file: str) -> Mapping[str, tuple[Site | None, Site | None]]:
        """Return the site as it was before and after each commit, by the id of the commit.

        Of rankings by a pattern it has at least the one whose settings are in `file`.
        """
        settings = dict[str, tuple[Site | None, Site | None]]()
        before: Site | None = None
        for commit in reversed(self.main_line):
            after = before
            if commit.id in self.common_settings:
                after = self.common_settings[commit.id]
            elif _changes_file(commit, file):
                after = self._load_site(commit, {SETTINGS_FILE, file})
            settings[commit.id] = before, after
            before = after
        return settings

    def _load_site(self, commit: Commit, files: Collection[str]) -> Site | None:
        with check_out(self.repository, commit.id, [*files]) as folder:
            return load_site(folder)[0]


def _changes_file(commit: Commit, file: str) -> bool:
    return any(change.path == file for change in commit.changes)


@dataclass(frozen=True)
class HistoryWalk:
    """The history of one ranking of a site; `list_dates` are all lists that it has by today."""

    site_commits: SiteCommits
    ranking: Ranking
    list_dates: Sequence[ShortListing]

    def count_corrections(self, commits: Sequence[Commit]) -> int:
        """Return how many of these commits removed or changed lines of results."""
        changes = (
            [change for change in commit.changes if not is_settings(change.path)] for commit in commits
        )
        return sum(map(self._repository.removes_lines, changes))

    @property
    def _repository(self) -> Repository:
        return self.site_commits.repository

    @property
    def _folders(self) -> list[str]:
        return [f"{RESULTS_FOLDER}/{folder}" for folder in self.ranking.folders]

    @cached_property
    def _main_line(self) -> Sequence[Commit]:
        """The commits that changed results of the ranking or settings, the latest first."""
        commits = (
            commit._replace(changes=tuple(filter(self._is_relevant, commit.changes)))
            for commit in self.site_commits.main_line
        )
        return [commit for commit in commits if commit.changes]

    def _is_relevant(self, change: FileChange) -> bool:
        return change.path == SETTINGS_FILE or any(
            f"{change.path}/".startswith(f"{folder}/") for folder in self._folders
        )

    @cached_property
    def commits(self) -> Sequence[Commit]:
        """The same without the first commit of the repository, which corrects nothing."""
        return [commit for commit in self._main_line if commit.parents]

    @cached_property
    def _settings(self) -> Mapping[str, tuple[Site | None, Site | None]]:
        return self.site_commits.read_settings(self.ranking.file)

    @cached_property
    def _first_commits(self) -> frozenset[str]:
        """The ids of the commits before which there was nothing in the folder of the ranking."""
        oldest_first = [*reversed(self._main_line)]
        count = len([*takewhile(_changes_no_results, oldest_first)])
        return frozenset(commit.id for commit in oldest_first[: count + 1])

    def make_cache_key(self, commit: Commit) -> object:
        """Return all that the result for a commit depends on: its parents, and today's settings."""
        span = self._date_spans[commit.id]
        list_dates = tuple(listing for listing in self.list_dates if listing.day <= span[1])
        return (
            self.ranking.id,
            self.ranking.name_of_system,
            self.site_commits.site.timezone,
            commit,
            span,
            list_dates,
        )

    def find_correction(self, commit: Commit) -> Correction | None:
        """Return what a commit corrected; None where it changed nothing that was published."""
        if self._is_ordinary(commit):
            return None
        with self._check_out(commit.id) as after:
            dates = self._choose_days(load_site(after)[0], commit)
            after_state = load_state(after, dates, self.ranking.id)
            for earlier in self._list_commits_before(commit) if after_state.is_valid else ():
                with self._check_out(earlier) as before:
                    before_state = load_state(before, dates, self.ranking.id)
                    if before_state.is_valid:
                        return build_correction(
                            commit, dates.as_of, Effect(self.ranking.id, before_state, after_state)
                        )
        return None

    def _is_ordinary(self, commit: Commit) -> bool:
        """Whether a commit changes no option, and only adds rows of days of which rows were expected then.

        Also where there were no rows before. In doubt it is not: both states are rated then. A commit
        with a wrong date counts as made on the first day that is possible.
        """
        if commit.id in self._first_commits:
            return True
        old_site, site = self._settings[commit.id]
        if self._get_options(old_site) != self._get_options(site):
            return False
        today = self._date_spans[commit.id][0]
        list_dates = [listing for listing in self.list_dates if listing.day <= today]
        month_first = site is not None and site.dates == "month first"
        all_days = (
            self._read_added_days(change, month_first=month_first)
            for change in commit.changes
            if not is_settings(change.path)
        )
        are_in_time = all(
            days is not None and all(is_open(day, list_dates, today) for day in days) for days in all_days
        )
        return are_in_time or not self._repository.list_files(commit.parents[0], self._folders)

    def _read_added_days(self, change: FileChange, *, month_first: bool) -> list[date] | None:
        """Return the days of the rows that were added to a file; None if one is unknown or a line gone."""
        tables = {table.name: table.rows for table in list_input_tables(self.ranking.system)}
        own, *_ = self._folders
        is_own = change.path.startswith(f"{own}/")
        folder = own if is_own else "/".join(change.path.split("/")[:3])
        name = change.path.removeprefix(f"{folder}/").split("/")[0].removesuffix(".csv")
        if not change.after or name not in tables:
            return None
        if is_own and name == PLAYERS and self.ranking.clubs:
            return None  # clubs may have entered results of a new player long before
        *old, new = self._repository.read_contents([*filter(None, change[1:])])
        added_lines = find_added_lines(old[0] if old else b"", new)
        if added_lines is None:
            return None
        return _read_play_days(tables[name], change.path, new, added_lines, month_first=month_first)

    def _get_options(self, site: Site | None) -> Any:
        """Return the system of the ranking and its options; None where it did not exist."""
        rankings = (ranking for ranking in (site.rankings if site else ()) if ranking.id == self.ranking.id)
        return next(((ranking.name_of_system, ranking.options) for ranking in rankings), None)

    def find_published_lists(self, days: Sequence[date]) -> Mapping[date, PublishedList]:
        """Return lists as they were first published, but those that cannot be rated any more."""
        published, place, state = dict[date, PublishedList](), None, SiteState(None)
        for day in days:
            for commit, today in islice(self.iter_list_sources(day), _MAX_STEPS):
                if (commit, today) != place:
                    with self._check_out(commit) as folder:
                        state = load_state(folder, SiteDates(today, date.max), self.ranking.id)
                    place = commit, today
                if listing := _build_published_list(state, self.ranking.id, day):
                    published[day] = listing
                    break
        return published

    def iter_list_sources(self, day: date) -> Iterator[tuple[str, date]]:
        """Yield the commit that a list was first published from and later ones, each with its day.

        The state before the first commit that changed anything was published too.
        """
        first = self.find_first_commit(day)
        if self._get_last_day(first) > day and first.id not in self._first_commits:
            yield first.parents[0], day
        for commit in self.commits[self.commits.index(first) :: -1]:
            yield commit.id, max(day, self._get_last_day(commit))

    def find_first_commit(self, day: date) -> Commit:
        """Return the commit that a list was published from on its day: the last one by then."""
        return next(
            (commit for commit in self.commits if self._get_last_day(commit) <= day), self.commits[-1]
        )

    def _list_commits_before(self, commit: Commit) -> Iterator[str]:
        """Yield earlier commits that can have been published, the nearest first."""
        yield commit.parents[0]
        place = self.commits.index(commit) + 1
        for earlier in self.commits[place : place + _MAX_STEPS]:
            yield from earlier.parents[:1]

    def _check_out(self, commit: str) -> AbstractContextManager[Path]:
        return check_out(self._repository, commit, [SETTINGS_FILE, *self._folders])

    def _choose_days(self, site: Site | None, commit: Commit) -> SiteDates:
        """Return the dates of a build at a commit, by its settings then: none is in the future."""
        as_of = (site.as_of if site else None) or self._get_last_day(commit)
        return config_site.compute_dates(site, commit.timestamp, min(as_of, self.site_commits.today))

    def _get_last_day(self, commit: Commit) -> date:
        return self._date_spans[commit.id][1]

    @cached_property
    def _date_spans(self) -> dict[str, tuple[date, date]]:
        """The first and the last day on which each commit can have been made."""
        commits, site, today = self._main_line, self.site_commits.site, self.site_commits.today
        spans = date_commits(
            [config_site.compute_dates(site, commit.timestamp).as_of for commit in commits], today
        )
        return {commit.id: span for commit, span in zip(commits, spans, strict=True)}


def _changes_no_results(commit: Commit) -> bool:
    return all(is_settings(change.path) for change in commit.changes)


def _build_published_list(state: SiteState, ranking: str, day: date) -> PublishedList | None:
    context = state.contexts.get(ranking)
    lists = context.dataset.full_lists if context else ()
    listing = next((listing for listing in lists if listing.day == day), None)
    if listing is None:
        return None
    tables = {table.name: encode_json(table).decode() for table in listing.tables}
    return PublishedList(tables, state.hidden.get(ranking, {}))


T = TypeVar("T")
_MAX_CORRECTIONS = 200
_COMMIT_BATCH_SIZE = 64


def find_histories(  # noqa: PLR0913, PLR0917 - the last two are for who asks with workers, or again and again
    site_commits: SiteCommits,
    contexts: Sequence[RankingContext],
    pseudonyms: Mapping[str, Mapping[str, str]],
    hidden_names: HiddenNames,
    workers: int,
    cache: dict[object, Any],
) -> Mapping[str, CorrectionHistory]:
    """Return the history of each of some rankings; `pseudonyms` has the real ids of those who hide there."""
    results, histories = _CommitResults(cache, workers), dict[str, CorrectionHistory]()
    for context in contexts:
        walk, id_ = HistoryWalk(site_commits, context.ranking, context.dataset.list_dates), context.ranking.id
        history = _build_history(walk, context, results)
        histories[id_] = _redact_history(history, pseudonyms[id_], context, hidden_names)
    results.discard_unused()
    return histories


def _redact_history(
    history: CorrectionHistory,
    pseudonyms: Mapping[str, str],
    context: RankingContext,
    hidden_names: HiddenNames,
) -> CorrectionHistory:
    """Return the history without the names of players who hide, or who left."""
    known_names = [pair for correction in history.corrections for pair in correction.known_names]
    visible = frozenset(player.id for player in context.players if not player.hidden)
    labels = {real: label for label, real in pseudonyms.items()}
    redactor = CorrectionRedactor(hidden_names, visible, known_names)
    return history._replace(
        corrections=list(map(redactor.redact_correction, history.corrections)), labels=labels
    )


class _CommitResults:
    """What is known of commits; computes the rest, several commits at once."""

    def __init__(self, cache: dict[object, Any], workers: int) -> None:
        self._cache, self._workers = cache, workers
        self._used = set[object]()

    def find_all(
        self, things: Iterable[T], key: Callable[[T], object], find: Callable[[T], Any]
    ) -> Iterator[tuple[T, Any]]:
        """Yield each thing with its result, from the cache or computed now."""
        remaining = iter(things)
        while batch := list(islice(remaining, _COMMIT_BATCH_SIZE)):
            unknown = [thing for thing in batch if key(thing) not in self._cache]
            work = lambda share: [(key(thing), find(thing)) for thing in share]  # noqa: E731 - for each worker
            _, batches = run_parallel(work, unknown, self._workers if len(unknown) > 1 else 1, lambda: None)
            self._cache.update(pair for part in batches for pair in part)
            self._used.update(map(key, batch))
            yield from ((thing, self._cache[key(thing)]) for thing in batch)

    def discard_unused(self) -> None:
        """Remove the results that nobody asked for."""
        for key in self._cache.keys() - self._used:
            del self._cache[key]


def _build_history(walk: HistoryWalk, context: RankingContext, results: _CommitResults) -> CorrectionHistory:
    corrections, unreadable, searched_count = list[Correction](), list[UnreadableCommit](), 0
    for commit, result in results.find_all(
        walk.commits, walk.make_cache_key, _catch_errors(walk.find_correction)
    ):
        searched_count += 1
        if isinstance(result, UnreadableCommit):
            unreadable.append(result._replace(commit=commit.id))
        elif result:
            corrections.append(result)
        if len(corrections) == _MAX_CORRECTIONS:
            break
    changed_days = {day for correction in corrections for day in correction.lists}
    days = [listing.day for listing in context.dataset.full_lists if listing.day in changed_days]
    published = results.find_all(
        group_by(days, lambda day: next(walk.iter_list_sources(day))).values(),
        lambda days: (*days, walk.make_cache_key(walk.find_first_commit(days[0]))),
        _catch_errors(walk.find_published_lists),
    )
    return CorrectionHistory(
        corrections,
        walk.count_corrections(walk.commits[searched_count:]),
        {day: lists[day] for _, lists in published if isinstance(lists, dict) for day in lists},
        unreadable_commits=unreadable,
        began=walk.commits[-1].timestamp.date() if walk.commits else None,
    )


def _catch_errors(find: Callable[[T], Any]) -> Callable[[T], Any]:
    """Wrap a function to return an `UnreadableCommit` for any error: no commit may break later builds."""

    def find_safely(thing: T) -> Any:
        try:
            return find(thing)
        except (MemoryError, OSError):  # of the machine, not of the commit
            raise
        except HistoryError as error:
            return UnreadableCommit("", error.args[0])
        except ProblemError as error:
            return UnreadableCommit("", error.problem.message)
        except Exception as error:  # noqa: BLE001 - a commit is what anybody wrote at any time
            return UnreadableCommit("", advise("{error}", error=f"{type(error).__name__}: {error}"))

    return find_safely


def _read_play_days(
    table: type[Table], path: str, data: bytes, lines: Collection[int], *, month_first: bool = False
) -> list[date] | None:
    """Return the days of play of the rows that begin in these lines of a file.

    None where the table has no such column, or where one of the days or the file cannot be read.
    """
    columns = [
        column
        for column in get_input_columns(table)
        if column.kind is date and column.display.style == "event"
    ]
    text, _ = decode_csv(data, path)
    csv_file, _ = (
        open_csv(text, path, get_input_columns(table)) if text is not None and columns else (None, [])
    )
    if csv_file is None or columns[0].name not in csv_file.names:
        return None
    parse = make_parser(columns[0], csv_file.decimal_marks, month_first=month_first)
    index = csv_file.names.index(columns[0].name)
    days = list[date]()
    for block in csv_file.iter_blocks():
        for line, row in zip(block.lines, block.rows, strict=True):
            if line in lines:
                try:
                    days.append(parse(row[index]))
                except ValueError:
                    return None
    return days
