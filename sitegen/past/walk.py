"""The commits of a ranking, each looked into once: what it corrected, and how a list was first published."""

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import Any, Self

from sitegen import config
from sitegen.board import Board
from sitegen.config import FILE, Days, Ranking, Site
from sitegen.datafiles import json_alone
from sitegen.difference.effect import Effect
from sitegen.difference.state import State, state
from sitegen.history import Commit, MainLine, Repository, checked_out
from sitegen.model import Published, Short
from sitegen.past.clocks import date_commits
from sitegen.past.correction import Correction, Edition
from sitegen.past.ordinary import is_ordinary
from sitegen.past.told import correction
from sitegen.read.folder import RESULTS

_FURTHEST = 20
"""So many commits are looked through for one in which there was no error, or a list was there."""


@dataclass(frozen=True)
class Walk:
    """The history of one ranking of a site of a day; `published` are all lists that it has."""

    repository: Repository
    site: Site
    today: date
    ranking: Ranking
    published: Sequence[Short]

    @classmethod
    def of(cls, repository: Repository, site: Site, board: Board) -> Self:
        """The history of a ranking of a site as it is now, on its day."""
        today = site.as_of or date.max
        return cls(repository, site._replace(as_of=None), today, board.ranking, board.derived.moments)

    def corrected(self, commits: Sequence[Commit]) -> int:
        """How many of these commits took out or changed lines of results."""
        folder = f"{RESULTS}/{self.ranking.id}"
        return len({each.id for each in commits} & self.repository.removing([folder])) if commits else 0

    @cached_property
    def main_line(self) -> MainLine:
        """The commits that changed results or settings, and the first; those that can be read."""
        return self.repository.main_line([FILE, f"{RESULTS}/{self.ranking.id}"])

    @cached_property
    def commits(self) -> Sequence[Commit]:
        """The commits that changed results or settings, the latest first; all have one before them."""
        return [each for each in self.main_line.commits if each.parents]

    def facts(self, commit: Commit) -> object:
        """All that is found out of a commit is found out of this: those before it, and today's settings."""
        span = self._spans[commit.id]
        published = tuple(each for each in self.published if each.day <= span[1])
        return self.ranking.id, self.ranking.name_of_system, self.site.timezone, commit, span, published

    def correction(self, commit: Commit) -> Correction | None:
        """What a commit corrected; None when it corrected nothing that had been published."""
        if self._is_ordinary(commit):
            return None
        with self._checked_out(commit.id) as after:
            days = self._days(config.load(after)[0], commit)
            now = state(after, days, self.ranking.id)
            for earlier in self._before(commit) if now.is_sound else ():
                with self._checked_out(earlier) as before:
                    was = state(before, days, self.ranking.id)
                    if was.is_sound:
                        return correction(commit, days.as_of, Effect(self.ranking.id, was, now))
        return None

    def _is_ordinary(self, commit: Commit) -> bool:
        """Whether a commit changes no option, and only adds what was played since the last list.

        One of a wrong clock is what it was on the first day that it can have been made.
        """
        site, before = self._settings(commit.id), commit.parents[0]
        is_set = self.repository.changed(commit.id, before, [FILE])
        if is_set and self._options(site) != self._options(self._settings(before)):
            return False
        day = self._spans[commit.id][0]
        published = [each for each in self.published if each.day <= day]
        return is_ordinary(self.repository, commit, self.ranking, published, day)

    def _settings(self, commit: str) -> Site | None:
        """The site as its settings said at a commit."""
        settings = self.repository.files(commit, [FILE]).get(FILE)
        if settings not in self._sites:
            with checked_out(self.repository, commit, [FILE]) as folder:
                self._sites[settings] = config.load(folder)[0]
        return self._sites[settings]

    @cached_property
    def _sites(self) -> dict[object, Site | None]:
        """The sites of settings that were read, which few commits change."""
        return {}

    def _options(self, site: Site | None) -> Any:
        """The system of the ranking and its options; None where it was not there."""
        rankings = site.rankings if site else ()
        return next(
            ((each.name_of_system, each.options) for each in rankings if each.id == self.ranking.id), None
        )

    def edition(self, day: date) -> Edition | None:
        """The list of a day as it was first published; None where it cannot be made any more."""
        for commit, today in islice(self._since(day), _FURTHEST):
            with self._checked_out(commit) as folder:
                found = state(folder, Days(today, date.max), self.ranking.id)
                if made := _edition(found, self.ranking.id, day):
                    return made
        return None

    def _since(self, day: date) -> Iterator[tuple[str, date]]:
        """The commit that a list was first published from and those after it, each with the day of that.

        What stood there before all commits that changed anything was published too.
        """
        first = self.first(day)
        if self._day(first) > day:
            yield first.parents[0], day
        for each in self.commits[self.commits.index(first) :: -1]:
            yield each.id, max(day, self._day(each))

    def first(self, day: date) -> Commit:
        """The commit that a list was published from on its day, if that has it: the last one by then."""
        return next((each for each in self.commits if self._day(each) <= day), self.commits[-1])

    def _before(self, commit: Commit) -> Iterator[str]:
        """The commits before another that can have been published, the nearest first."""
        yield commit.parents[0]
        place = self.commits.index(commit) + 1
        for each in self.commits[place : place + _FURTHEST]:
            yield from each.parents[:1]

    def _checked_out(self, commit: str) -> AbstractContextManager[Path]:
        return checked_out(self.repository, commit, [FILE, f"{RESULTS}/{self.ranking.id}"])

    def _days(self, site: Site | None, commit: Commit) -> Days:
        """What a site was made for at a commit, by its settings then: no day that is still to come."""
        as_of = site.as_of if site else None
        return config.days(site, commit.moment, min(as_of or self._day(commit), self.today))

    def _day(self, commit: Commit) -> date:
        """The last day on which a commit can have been made."""
        return self._spans[commit.id][1]

    @cached_property
    def _spans(self) -> dict[str, tuple[date, date]]:
        """The first and the last day on which each commit can have been made."""
        commits = self.main_line.commits
        found = date_commits([config.days(self.site, each.moment).as_of for each in commits], self.today)
        return {commit.id: span for commit, span in zip(commits, found, strict=True)}


def _edition(found: State, ranking: str, day: date) -> Edition | None:
    """The list of a day in a state."""
    board = found.boards.get(ranking)
    listing = next((each for each in board.derived.lists if each.day == day), None) if board else None
    if listing is None:
        return None
    tables = {
        each.name: json_alone(Published(each.name, each.table, each.rows)).decode()
        for each in listing.sheet.sections
    }
    return Edition(tables, found.hidden.get(ranking, {}))
