"""The commits of a ranking: what each of them corrected, and how a list was first published.

A commit that only adds rows of days not yet on a list is ordinary: most are, and need not be rated.
"""

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import date
from functools import cached_property, partial
from itertools import islice
from pathlib import Path
from typing import Any, Self

from sitegen.compare.correction import Correction, PublishedList
from sitegen.compare.correction_details import build_correction
from sitegen.compare.effect import Effect
from sitegen.compare.history import date_commits
from sitegen.compare.repository import Commit, MainLine, Repository, check_out
from sitegen.compare.rows import is_open
from sitegen.compare.state import SiteState, load_state
from sitegen.core.model import PublishedTable, ShortListing
from sitegen.core.system import list_input_tables
from sitegen.inputs.config import site as config_site
from sitegen.inputs.config.settings import load_site
from sitegen.inputs.config.site import SETTINGS_FILE, Ranking, Site, SiteDates
from sitegen.inputs.results.files import RESULTS_FOLDER
from sitegen.inputs.results.results import read_play_days
from sitegen.rankings.datafiles import encode_json
from sitegen.rankings.ranking import RankingContext


def is_ordinary(
    repository: Repository,
    commit: Commit,
    ranking: Ranking,
    is_expected: Callable[[date], bool],
    *,
    month_first: bool,
) -> bool:
    """Whether a commit only adds rows, all of days of which rows were expected then.

    Also where there were no rows before. In doubt it is not ordinary: both states are rated then. With
    `month_first` the site writes the month before the day.
    """
    tables = {table.name: table.rows for table in list_input_tables(ranking.system)}
    folder = f"{RESULTS_FOLDER}/{ranking.id}"
    before, after = (repository.list_files(digest, [folder]) for digest in (commit.parents[0], commit.id))
    if not before or before == after:
        return True
    if not before.keys() <= after.keys():
        return False
    for path, blob in after.items():
        if before.get(path) == blob:
            continue
        name = path.removeprefix(f"{folder}/").split("/")[0].removesuffix(".csv")
        names = [blob.id, *([before[path].id] if path in before else ())]
        new_content, *old_content = repository.read_contents(names)
        added_lines = _find_added_lines(old_content[0] if old_content else b"", new_content)
        if added_lines is None or name not in tables:
            return False
        days = read_play_days(tables[name], path, new_content, added_lines, month_first=month_first)
        if days is None or not all(map(is_expected, days)):
            return False
    return True


def _find_added_lines(before: bytes, after: bytes) -> list[int] | None:
    """Return the numbers of the new lines of a file, from 1; None where a line is gone."""
    old_lines, added = deque(before.splitlines()), list[int]()
    for number, line in enumerate(after.splitlines(), 1):
        if old_lines and old_lines[0] == line:
            old_lines.popleft()
        else:
            added.append(number)
    return None if old_lines else added


_MAX_STEPS = 20
"""Commits to search for one without errors, or with the list."""


@dataclass(frozen=True)
class HistoryWalk:
    """The history of one ranking of a site; `list_dates` are all lists that it has by `today`."""

    repository: Repository
    site: Site
    today: date
    ranking: Ranking
    list_dates: Sequence[ShortListing]

    @classmethod
    def from_context(cls, repository: Repository, site: Site, context: RankingContext) -> Self:
        """Return the history of a ranking of a site as it is now."""
        today = site.as_of or date.max
        return cls(repository, site._replace(as_of=None), today, context.ranking, context.derived.list_dates)

    def count_corrections(self, commits: Sequence[Commit]) -> int:
        """Return how many of these commits removed or changed lines of results."""
        if not commits:
            return 0
        removals = self.repository.find_removals([f"{RESULTS_FOLDER}/{self.ranking.id}"])
        return len({commit.id for commit in commits} & removals)

    @cached_property
    def main_line(self) -> MainLine:
        """The readable commits that changed results or settings, and the first commit."""
        return self.repository.read_main_line([SETTINGS_FILE, f"{RESULTS_FOLDER}/{self.ranking.id}"])

    @cached_property
    def commits(self) -> Sequence[Commit]:
        """The commits that changed results or settings, the latest first; all have a parent."""
        return [commit for commit in self.main_line.commits if commit.parents]

    def make_cache_key(self, commit: Commit) -> object:
        """Return all that the result for a commit depends on: its parents, and today's settings."""
        span = self._date_spans[commit.id]
        list_dates = tuple(listing for listing in self.list_dates if listing.day <= span[1])
        return self.ranking.id, self.ranking.name_of_system, self.site.timezone, commit, span, list_dates

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
        """Whether a commit changes no option, and only adds what was played since the last list.

        A commit with a wrong date counts as made on the first day that is possible.
        """
        site, before = self._load_settings(commit.id), commit.parents[0]
        changed_settings = self.repository.find_changed_files(commit.id, before, [SETTINGS_FILE])
        if changed_settings and self._get_options(site) != self._get_options(self._load_settings(before)):
            return False
        day = self._date_spans[commit.id][0]
        list_dates = [listing for listing in self.list_dates if listing.day <= day]
        month_first = site is not None and site.dates == "month first"
        is_expected = partial(is_open, published=list_dates, as_of=day)
        return is_ordinary(self.repository, commit, self.ranking, is_expected, month_first=month_first)

    def _load_settings(self, commit: str) -> Site | None:
        """Return the site as its settings were at a commit."""
        settings = self.repository.list_files(commit, [SETTINGS_FILE]).get(SETTINGS_FILE)
        if settings not in self._settings_cache:
            with check_out(self.repository, commit, [SETTINGS_FILE]) as folder:
                self._settings_cache[settings] = load_site(folder)[0]
        return self._settings_cache[settings]

    @cached_property
    def _settings_cache(self) -> dict[object, Site | None]:
        """The sites of settings that were read, which few commits change."""
        return {}

    def _get_options(self, site: Site | None) -> Any:
        """Return the system of the ranking and its options; None where it did not exist."""
        rankings = (ranking for ranking in (site.rankings if site else ()) if ranking.id == self.ranking.id)
        return next(((ranking.name_of_system, ranking.options) for ranking in rankings), None)

    def find_published_list(self, day: date) -> PublishedList | None:
        """Return the list of a day as it was first published; None where it cannot be rated any more."""
        for commit, today in islice(self._list_commits_since(day), _MAX_STEPS):
            with self._check_out(commit) as folder:
                state = load_state(folder, SiteDates(today, date.max), self.ranking.id)
                if published := _build_published_list(state, self.ranking.id, day):
                    return published
        return None

    def _list_commits_since(self, day: date) -> Iterator[tuple[str, date]]:
        """Yield the commit that a list was first published from and later ones, each with its day.

        The state before the first commit that changed anything was published too.
        """
        first = self.find_first_commit(day)
        if self._get_last_day(first) > day:
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
        return check_out(self.repository, commit, [SETTINGS_FILE, f"{RESULTS_FOLDER}/{self.ranking.id}"])

    def _choose_days(self, site: Site | None, commit: Commit) -> SiteDates:
        """Return the dates of a build at a commit, by its settings then: none is in the future."""
        as_of = (site.as_of if site else None) or self._get_last_day(commit)
        return config_site.compute_dates(site, commit.timestamp, min(as_of, self.today))

    def _get_last_day(self, commit: Commit) -> date:
        """Return the last day on which a commit can have been made."""
        return self._date_spans[commit.id][1]

    @cached_property
    def _date_spans(self) -> dict[str, tuple[date, date]]:
        """The first and the last day on which each commit can have been made."""
        commits = self.main_line.commits
        spans = date_commits(
            [config_site.compute_dates(self.site, commit.timestamp).as_of for commit in commits], self.today
        )
        return {commit.id: span for commit, span in zip(commits, spans, strict=True)}


def _build_published_list(state: SiteState, ranking: str, day: date) -> PublishedList | None:
    """Return the list of a day in a state."""
    context = state.contexts.get(ranking)
    lists = context.derived.full_lists if context else ()
    listing = next((listing for listing in lists if listing.day == day), None)
    if listing is None:
        return None
    tables = {
        section.name: encode_json(PublishedTable(section.name, section.table, section.rows)).decode()
        for section in listing.content.tables
    }
    return PublishedList(tables, state.hidden.get(ranking, {}))
