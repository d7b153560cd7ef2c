"""The course of a ranking: what stands after each of its events, and the lists that are published of it."""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property
from itertools import accumulate, chain, groupby, pairwise
from operator import attrgetter
from typing import Any, Generic, NamedTuple, TypeVar

from sitegen.model import Event, Fact, Listing, Part, Sheet, Short, When
from sitegen.toolkit.rows import places_of

_DATE = attrgetter("date")
R_co = TypeVar("R_co", covariant=True, bound=Any)
S_co = TypeVar("S_co", covariant=True)


@dataclass(frozen=True)
class After(Generic[R_co, S_co]):
    """What stands after an event: a day, an evening, a round, or a month of play.

    `key` is that of its results page, and `title` what it is called, shown with its day and what is `named`
    in it. `rows` are those that it publishes; `left` has the standing in which it left everyone whom it
    moved, by id. No list is published of an event that is not `is_listed`, and of one that is not `is_over`,
    such as the month of the build, only the current list: tomorrow that is another.
    """

    key: str
    day: date
    rows: Sequence[R_co]
    left: Mapping[str, S_co]
    title: str = "{day}"
    named: Mapping[str, object] = field(default_factory=dict)
    is_listed: bool = True
    is_over: bool = True

    def event(self, sheet: Sheet, complaints_until: date | None = None) -> Event:
        """The page of the event."""
        named = {"day": self.day, **self.named}
        return Event(self.key, self.title, named, self.day, sheet, complaints_until)


class Stood(NamedTuple, Generic[R_co, S_co]):
    """What a list shows: how all stood at the end of `day`, and how on the list before, by id.

    `last` is the event that it was published after, and `since` the day of the list before; both are None
    before the first.
    """

    day: date
    now: Mapping[str, S_co]
    last: After[R_co, S_co] | None = None
    before: Mapping[str, S_co] | None = None
    since: date | None = None

    @property
    def is_so_far(self) -> bool:
        """Whether it is of an event that is not over, so that it keeps no page."""
        return self.last is not None and not self.last.is_over

    def listing(self, facts: Sequence[Fact], parts: Sequence[Part]) -> Listing:
        """The page of the list, with its parts at hand."""
        return self.with_sheet(Sheet.of(facts, parts))

    def with_sheet(self, sheet: Sheet) -> Listing:
        """The page of the list, which is named for its day."""
        title = "List of {day} – the period so far" if self.is_so_far else "List of {day}"
        return Listing(self.day, self.day, sheet, title)


@dataclass(frozen=True)
class Course(Generic[R_co, S_co]):
    """The standings at the `start`, by id, and the events that moved them, in order of day."""

    start: Mapping[str, S_co]
    events: Sequence[After[R_co, S_co]]

    @cached_property
    def rows(self) -> Sequence[R_co]:
        """The rows of all events."""
        return list(chain.from_iterable(each.rows for each in self.events))

    @cached_property
    def now(self) -> Mapping[str, S_co]:
        """How all stand after the last event, by id."""
        now = dict(self.start)
        for each in self.events:
            now.update(each.left)
        return now

    @cached_property
    def of(self) -> Mapping[str, Sequence[tuple[date, S_co]]]:
        """The standings of each player, also who came in later, after the events that moved them.

        With the day of each.
        """
        found: dict[str, list[tuple[date, S_co]]] = {player: [] for player in self.start}
        for each in self.events:
            for player, own in each.left.items():
                found.setdefault(player, []).append((each.day, own))
        return found

    @cached_property
    def event_of(self) -> Mapping[object, str]:
        """The key of the event that each day of play belongs to, where rows have a `date`."""
        return {day: each.key for each in self.events for day in {row.date for row in each.rows}}

    @cached_property
    def places(self) -> list[range]:
        """The places of the rows of each event among those of all."""
        ends = [0, *accumulate(len(each.rows) for each in self.events)]
        return [range(*pair) for pair in pairwise(ends)]

    def places_of(self, *columns: str) -> Mapping[str, Sequence[int]]:
        """The places among all rows of those of each player, whom two or more `columns` name."""
        return places_of(self.start, map(attrgetter(*columns), self.rows))

    def lists(self, when: When) -> list[Stood[R_co, S_co]]:
        """The lists that are shown in full, oldest first; of several events on a day that after the last."""
        ends = [list(group)[-1] for _, group in groupby(self._listed, key=lambda each: each.day)]
        days = {*kept([each.day for each in ends], when.archive)}
        needed = {each.day for pair in pairwise(ends) if pair[1].day in days for each in pair} | days
        states = self.at(needed)
        made: list[Stood[R_co, S_co]] = []
        for before, end in pairwise([None, *ends]):
            if end and end.day in days:
                earlier, since = (states[before.day], before.day) if before else (None, None)
                made.append(Stood(end.day, states[end.day], end, earlier, since))
        return made

    def shorter(self, when: When) -> list[Short]:
        """The lists that are not shown in full."""
        ends = {each.day: each for each in self._listed}
        full = {*kept(list(ends), when.archive)}
        return [Short(day, day) for day, each in ends.items() if day not in full and each.is_over]

    def current(self, when: When) -> Stood[R_co, S_co]:
        """The latest list; before the first, everyone as at the start."""
        return (self.lists(When(when.as_of, 0)) or [Stood(when.as_of, self.start)])[-1]

    @property
    def _listed(self) -> list[After[R_co, S_co]]:
        return [each for each in self.events if each.is_listed]

    def at(self, days: Iterable[date]) -> dict[date, Mapping[str, S_co]]:
        """How all stood at the end of each of `days`."""
        standing, found, done = dict(self.start), dict[date, Mapping[str, S_co]](), 0
        for day in sorted({*days}):
            end = bisect_right(self.events, day, lo=done, key=lambda each: each.day)
            for each in self.events[done:end]:
                standing.update(each.left)
            found[day], done = dict(standing), end
        return found


def by_day(rows: Sequence[Any], when: When) -> Iterator[tuple[date, list[Any]]]:
    """The rows through the day of the build by their `date`.

    Those of one day come by their column `order`, where they have one, else as they stand.
    """
    there = sorted(rows, key=_DATE)
    del there[bisect_right(there, when.as_of, key=_DATE) :]
    return ((day, sorted(played, key=_order)) for day, played in groupby(there, key=_DATE))


def _order(row: Any) -> int:
    """The number of a row in the order of play of its day; 0 where none is written down."""
    return getattr(row, "order", None) or 0


def kept(days: Sequence[date], archive: int) -> list[date]:
    """Those of the lists published on `days`, oldest first, that are shown in full.

    The last one is the current list. Kept are that one, the `archive` latest before it, and the last of
    each year.
    """
    latest = set(days[-1 - archive :])
    last_of_year = {day.year: day for day in days}
    return [day for day in days if day in latest or last_of_year[day.year] == day]
