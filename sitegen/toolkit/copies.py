"""The rule that no evening is entered twice: under two dates, in two files, or with the sides exchanged."""

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cached_property
from itertools import chain
from operator import attrgetter
from typing import Any, NamedTuple

from sitegen.core.columnar import index_cells
from sitegen.core.entities import Fault, declare_warning
from sitegen.core.missing import map_files
from sitegen.core.problems import Message, advise, quote_heading
from sitegen.core.table import get_input_columns
from sitegen.toolkit.order import group_by, has_no_missing

_MIN_ROWS, _MIN_EQUAL, _MIN_FAR, _MIN_GROUP = 3, 4, 6, 10
"""Fewer results are equal by chance: all or some near each other, far apart, of players who all meet."""
_EQUAL_PER_OTHER = 4
"""Of two copies one row of five may have been corrected."""
_NEXT, _NEAR = timedelta(days=1), timedelta(days=6)
"""Two copies of an evening are dated so near to each other at most; a club plays again after a week."""

_EVENING_COPIED = declare_warning(
    "evening-copied",
    "{number} of {all} results of {day} are also those of {earlier}, from {place} on",
    "take out the copy, correct the date, or enter the results of this day",
)
_EVENING_EXCHANGED = declare_warning(
    "evening-exchanged",
    "{number} of {all} results of {day} stand from {place} on already, with the sides exchanged",
    "take out what was entered twice",
)
_EVENING_DIFFERS = declare_warning(
    "evening-differs", "{place} has another result of these two", "keep the one that is right"
)


class _Meeting(NamedTuple):
    """Who played, and what came of it whoever is named first; whether that is the second of the two."""

    players: frozenset[str]
    result: Hashable
    is_exchanged: bool


@dataclass(frozen=True)
class _Evening:
    """The rows of an evening in a file; who met, and how a row is read as a meeting."""

    rows: Sequence[Any]
    pairs: frozenset[frozenset[str]]
    read_meeting: Callable[[Any], _Meeting]

    @property
    def day(self) -> date:
        """The day of the evening."""
        day: date = self.rows[0].date
        return day

    @cached_property
    def meetings(self) -> Sequence[_Meeting]:
        """The meeting of each row; of most evenings none is looked at."""
        return [*map(self.read_meeting, self.rows)]

    @property
    def results(self) -> frozenset[tuple[tuple[Any, ...], int]]:
        """How often each two met with each result."""
        return frozenset(Counter(meeting[:2] for meeting in self.meetings).items())

    def is_named_otherwise(self, other: "_Evening") -> bool:
        """Whether the club says of two evenings that they are two."""
        own, others = ({getattr(row, "event", "") for row in rows} - {""} for rows in (self.rows, other.rows))
        return bool(own and others) and own.isdisjoint(others)


class CopiedEvening(NamedTuple):
    """An evening of which the results are those of another, most or all of them.

    Evenings agree in the columns `per`. `players` are the columns of two who meet, and `result` those of what
    came of it, the last of which is to be corrected. Where players have sides that may be exchanged
    `get_result` returns the same whoever has which. Where results are scores that hardly occur twice they
    `are_scores` of partners; else two players may well meet again with the same result, and a group of few
    players often does.
    """

    table: str
    players: tuple[str, str]
    result: Sequence[str]
    get_result: Callable[[Any], Hashable] | None = None
    per: Sequence[str] = ("date",)
    are_scores: bool = False

    def find_faults(self, inputs: Any) -> Iterator[Fault]:
        """Yield each evening that was entered before, at its first row, and the rows that contradict it."""
        of_files = map_files(self._list_evenings, getattr(inputs, self.table) or ())
        evenings = sorted(chain.from_iterable(of_files), key=lambda evening: evening.day)
        alike = Counter(evening.pairs for evening in evenings)
        wholes: dict[Hashable, _Evening] = {}
        returns = [_Returns.from_evening(evening) if self.get_result else _Returns() for evening in evenings]
        pairs, again = sum(evening.pairs for evening in returns), sum(evening.again for evening in returns)
        for place, evening in enumerate(evenings):
            is_usual = 4 * (again - returns[place].again + returns[place].different) > pairs
            found = list[Fault]()
            if returns[place].again:
                found += self._find_exchanged(evening, _MIN_GROUP if is_usual else _MIN_FAR)
            for before in range(place - 1, -1, -1):
                if found or evening.day - evenings[before].day > _NEAR:
                    break
                found = [*self._compare(evening, evenings[before])]
            first = wholes.setdefault(evening.results, evening) if alike[evening.pairs] > 1 else evening
            if not found and first is not evening and self._is_far_copy(evening, first):
                count = len(evening.rows)
                found = [self._report(evening, first, count, first.rows[0])]
            yield from found

    def describe(self) -> Message:
        """Return what is checked."""
        return advise("{table}: no evening with the results of another", table=self.table)

    def _list_evenings(self, rows: Sequence[Any]) -> list[_Evening]:
        """Return the evenings that could be read, in the order of their rows."""
        if not has_no_missing(rows, *self.per):
            return []
        needed = (*self.players, *self.result)
        is_complete = has_no_missing(rows, *needed)
        get_event, get_players = attrgetter(*self.per), attrgetter(*self.players)
        groups = group_by(rows, lambda row: (get_event(row), row.source.rpartition(":")[0]))
        return [
            _Evening(group, frozenset(map(frozenset, map(get_players, group))), self._read_meeting)
            for group in groups.values()
            if len(group) >= _MIN_ROWS and (is_complete or has_no_missing(group, *needed))
        ]

    def _read_meeting(self, row: Any) -> _Meeting:
        """Return who played, and what came of it."""
        first, second = (getattr(row, name) for name in self.players)
        result = self.get_result(row) if self.get_result else attrgetter(*self.result)(row)
        return _Meeting(frozenset({first, second}), result, self.get_result is not None and first > second)

    def _is_far_copy(self, evening: _Evening, other: _Evening) -> bool:
        """Whether two evenings of the same results are one, however far apart they are."""
        if self.are_scores:
            results = {meeting.result for meeting in evening.meetings}
            return len(evening.rows) >= _MIN_EQUAL and len(results) > 1 and None not in results
        is_enough = len(evening.rows) >= _MIN_FAR and not _is_group(evening.meetings)
        return is_enough and evening.day != other.day and not evening.is_named_otherwise(other)

    def _compare(self, evening: _Evening, other: _Evening) -> Iterator[Fault]:
        """Yield what is found where an evening is that of a day near to it, or of another file."""
        if evening.pairs.isdisjoint(other.pairs) or evening.is_named_otherwise(other):
            return
        equal, different = _match_meetings(evening.meetings, other.meetings)
        if evening.day == other.day:  # rows that are the same are told in all tables
            equal = {
                place: first
                for place, first in equal.items()
                if evening.meetings[place].is_exchanged != other.meetings[first].is_exchanged
            }
        meetings = [evening.meetings[place] for place in equal]
        size = min(len(evening.rows), len(other.rows))
        is_whole = len(meetings) == size and evening.day - other.day <= _NEXT
        if self._is_copy(meetings, len(different), size, _MIN_ROWS if is_whole else _MIN_EQUAL):
            yield self._report(evening, other, len(equal), other.rows[min(equal.values())])
            for place, first in different.items():
                yield _EVENING_DIFFERS(evening.rows[place], self.result[-1], place=other.rows[first].source)

    def _is_copy(self, equal: Sequence[_Meeting], different: int, size: int, least: int) -> bool:
        """Whether so many results are equal that one of two evenings near to each other is a copy.

        `different` others of the same players have other results; `size` is the number of rows of the smaller
        of the two. `least` results are enough where not all players meet.
        """
        count = len(equal)
        if self.are_scores:
            is_enough = count >= _MIN_EQUAL and len({meeting.result for meeting in equal}) > 1
        elif _is_group(equal):
            is_enough = count >= max(_MIN_FAR, _MIN_GROUP * different)
        else:
            is_enough = count >= least
        return is_enough and count >= _EQUAL_PER_OTHER * different and 2 * count >= size

    def _find_exchanged(self, evening: _Evening, min_size: int) -> Iterator[Fault]:
        """Yield a fault where rows of a file follow right after the same rows with the sides exchanged."""
        rows, meetings = evening.rows, evening.meetings
        again = [
            (meeting[:2], not meeting.is_exchanged, getattr(row, "event", ""))
            for row, meeting in zip(rows, meetings, strict=True)
        ]
        as_they_are = [(players, not is_exchanged, event) for players, is_exchanged, event in again]
        places = index_cells(as_they_are)
        blocks = sorted(
            (middle - start, start)
            for start, key in enumerate(again)
            for middle in places.get(key, ())
            if min_size <= middle - start <= len(rows) - middle
        )
        for size, start in blocks:
            middle = start + size
            if again[start:middle] == as_they_are[middle : middle + size] and (
                size >= _MIN_GROUP or not _is_group(meetings[start:middle])
            ):
                yield self._report(evening, evening, size, rows[start], rows[middle])
                return

    def _report(self, evening: _Evening, other: _Evening, count: int, first: Any, row: Any = None) -> Fault:
        event = next((column for column in get_input_columns(type(first)) if column.name == "event"), None)
        advice = event and advise(
            "take out the copy, or correct the date; if both were played, write in {column} what each was",
            column=quote_heading(event.heading),
        )
        params = {"number": count, "all": len(evening.rows), "day": evening.day, "place": first.source}
        if evening.day == other.day:
            return _EVENING_EXCHANGED(row or evening.rows[0], "date", advice=advice or "", **params)
        return _EVENING_COPIED(evening.rows[0], "date", advice=advice or "", earlier=other.day, **params)


def _match_meetings(
    meetings: Sequence[_Meeting], earlier: Sequence[_Meeting]
) -> tuple[dict[int, int], dict[int, int]]:
    """Return the places of meetings with those of earlier ones of the same players: equal results, others."""
    left = index_cells(meeting.players for meeting in earlier)
    equal, different = dict[int, int](), dict[int, int]()
    for matched, is_equal in ((equal, True), (different, False)):
        for place, meeting in enumerate(meetings):
            for first in left.get(meeting.players, ()) if place not in equal else ():
                if not is_equal or earlier[first].result == meeting.result is not None:
                    left[meeting.players].remove(first)
                    matched[place] = first
                    break
    return equal, different


class _Returns(NamedTuple):
    """How many pairs of players meet on an evening, and how many of these again with the sides exchanged."""

    pairs: int = 0
    again: int = 0
    different: int = 0

    @classmethod
    def from_evening(cls, evening: _Evening) -> "_Returns":
        """Return the numbers of an evening; `different` are those with another result the second time."""
        if len(evening.pairs) == len(evening.rows):
            return cls(len(evening.pairs))
        results: defaultdict[frozenset[str], tuple[set[Hashable], set[Hashable]]] = defaultdict(
            lambda: (set(), set())
        )
        for players, result, is_exchanged in evening.meetings:
            results[players][is_exchanged].add(result)
        again = [sides for sides in results.values() if all(sides)]
        return cls(len(results), len(again), sum(first != second for first, second in again))


def _is_group(meetings: Sequence[_Meeting]) -> bool:
    """Whether most of the players meet each other, so that they may all do so again."""
    pairs = {meeting.players for meeting in meetings}
    players = frozenset[str]().union(*pairs)
    return 4 * len(pairs) > len(players) * (len(players) - 1)
