"""When rows were played, as their system says it, and which of them came too late."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cached_property, partial
from typing import Any, NamedTuple

from sitegen.config import Ranking
from sitegen.model import Dated, Short
from sitegen.system import Calendared, Due, System

_NIGHT = timedelta(days=1)


@dataclass(frozen=True)
class Timed:
    """The days of the rows of a ranking, found by their system; it may tell of one row for all of a kind."""

    system: System
    inputs: Any

    @cached_property
    def _told(self) -> Sequence[Dated]:
        return list(self.system.dated(self.inputs)) if isinstance(self.system, Calendared) else []

    @cached_property
    def _by_row(self) -> Mapping[int, Dated]:
        return {id(each.row): each for each in self._told}

    @cached_property
    def _by_cell(self) -> Mapping[tuple[type, str, Any], Dated]:
        return {(type(each.row), each.column, getattr(each.row, each.column)): each for each in self._told}

    @cached_property
    def _columns(self) -> Mapping[type, Iterable[str]]:
        return {type(each.row): {each.column} for each in self._told}

    def of(self, row: Any) -> Dated | None:
        """When a row was, or is to be, played; None where its system does not say it."""
        if found := self._by_row.get(id(row)):
            return found
        cells = ((type(row), name, getattr(row, name)) for name in self._columns.get(type(row), ()))
        return next((found for each in cells if (found := self._by_cell.get(each))), None)


class Lateness(NamedTuple):
    """When a row that came too late was `due`, and when the list was `published` that should have had it."""

    published: date | None
    due: date | None


@dataclass(frozen=True)
class Deadlines:
    """By when the results of a ranking had to be there, on a day on which some lists had been published."""

    ranking: Ranking
    as_of: date
    published: Sequence[Short]
    timed: Timed

    def missed(self, row: Any) -> Lateness | None:
        """How late a row is that comes now; None of one in time.

        By its deadline where the regulation has one, else by the list of an earlier day that should have had
        it: that of today is made of what comes today.
        """
        when = self.timed.of(row)
        if when is None or not when.is_played:
            return None
        system, found = self.ranking.system, overdue(when.day, self.published)
        ask = partial(system.due, when.day, self.ranking.options) if isinstance(system, Due) else None
        due = self.ranking.told("due", ask) if ask else None
        is_late = self.as_of > due if due else bool(found and found.day < self.as_of)
        return Lateness(found and found.day, due) if is_late else None

    def expected(self, row: Any) -> date | None:
        """The day that a row is of, while rows of that day are expected; None of any other."""
        when = self.timed.of(row)
        return when.day if when and is_open(when.day, self.published, self.as_of) else None


def is_open(day: date, published: Iterable[Short], as_of: date) -> bool:
    """Whether results of a day are expected still: no list has them that was published by then.

    A list of the day itself is filled in through the day after.
    """
    had = next((each.day for each in published if each.through >= day), None)
    return had is None or as_of <= (had + _NIGHT if had == day else had)


def overdue(day: date, published: Iterable[Short]) -> Short | None:
    """The first list published by then that should have what was played on a day, if it came out later."""
    return next((each for each in published if each.through >= day and each.day > day), None)
