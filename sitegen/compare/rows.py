"""Which rows of results were added, removed, corrected, put elsewhere or only written anew.

When rows were played, as their system says it, and which of them came too late.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cached_property, partial
from typing import Any, Literal, NamedTuple

from sitegen.compare.state import IdentityMap, find_reordered, group_by_key, match_pairs, remove_pairs
from sitegen.core.entities import EventDate
from sitegen.core.model import ShortListing
from sitegen.core.system import HasDeadline, HasEventDates, System
from sitegen.core.table import Column, Table, get_columns, get_input_columns
from sitegen.inputs.config.site import Ranking

_ONE_DAY = timedelta(days=1)


@dataclass(frozen=True)
class RowDates:
    """The days of the rows of a ranking, found by their system; it may tell of one row for all of a kind."""

    system: System
    inputs: Any

    @cached_property
    def _event_dates(self) -> Sequence[EventDate]:
        return list(self.system.event_dates(self.inputs)) if isinstance(self.system, HasEventDates) else []

    @cached_property
    def _dates_by_row(self) -> Mapping[int, EventDate]:
        return {id(event_date.row): event_date for event_date in self._event_dates}

    @cached_property
    def _dates_by_cell(self) -> Mapping[tuple[type, str, Any], EventDate]:
        return {
            (type(event_date.row), event_date.column, getattr(event_date.row, event_date.column)): event_date
            for event_date in self._event_dates
        }

    @cached_property
    def _date_columns(self) -> Mapping[type, Iterable[str]]:
        return {type(event_date.row): {event_date.column} for event_date in self._event_dates}

    def find_date(self, row: Any) -> EventDate | None:
        """When a row was, or is to be, played; None where its system does not say it."""
        if found := self._dates_by_row.get(id(row)):
            return found
        cells = ((type(row), name, getattr(row, name)) for name in self._date_columns.get(type(row), ()))
        return next((found for cell in cells if (found := self._dates_by_cell.get(cell))), None)


class Lateness(NamedTuple):
    """When a row that came too late was `due`, and when the list was `published` that should have had it."""

    published: date | None
    due: date | None


@dataclass(frozen=True)
class Deadlines:
    """By when the results of a ranking had to be there, on a day on which some lists had been published."""

    ranking: Ranking
    as_of: date
    list_dates: Sequence[ShortListing]
    row_dates: RowDates

    def find_lateness(self, row: Any) -> Lateness | None:
        """How late a row is that comes now; None of one in time.

        By its deadline where the regulation has one, else by the list of an earlier day that should have had
        it: that of today is made of what comes today.
        """
        when = self.row_dates.find_date(row)
        if when is None or not when.is_played:
            return None
        system, found = self.ranking.system, find_missed_list(when.day, self.list_dates)
        ask = (
            partial(system.deadline, when.day, self.ranking.options)
            if isinstance(system, HasDeadline)
            else None
        )
        due = self.ranking.call_system("deadline", ask) if ask else None
        is_late = self.as_of > due if due else bool(found and found.day < self.as_of)
        return Lateness(found and found.day, due) if is_late else None

    def find_expected_day(self, row: Any) -> date | None:
        """The day that a row is of, while rows of that day are expected; None of any other."""
        when = self.row_dates.find_date(row)
        return when.day if when and is_open(when.day, self.list_dates, self.as_of) else None


def is_open(day: date, published: Iterable[ShortListing], as_of: date) -> bool:
    """Whether results of a day are expected still: no list has them that was published by then.

    A list of the day itself is filled in through the day after.
    """
    had = next((listing.day for listing in published if listing.through >= day), None)
    return had is None or as_of <= (had + _ONE_DAY if had == day else had)


def find_missed_list(day: date, published: Iterable[ShortListing]) -> ShortListing | None:
    """The first list published by then that should have what was played on a day, if it came out later."""
    return next((listing for listing in published if listing.through >= day and listing.day > day), None)


ChangeKind = Literal["added", "removed", "corrected", "entered", "reordered", "moved", "rewritten"]
"""What became of a row; the result of what had been drawn is `entered`, whichever row it stands in.

One that says the same is `reordered` where it stands elsewhere among those of its day, in whichever file;
`moved` in another file in the same order.
"""
ORDER_COLUMN = "order"
"""The column in which the order of play of a day is written down, in tables where that moves figures."""
_MAX_PAIRS = 1_000_000
"""So many pairs of rows are looked at for what they share; beyond, rows were taken out and others put in."""
LineReader = Callable[[str, int], str]
"""What stands in a line of a file."""


class SourceRow(NamedTuple):
    """A row of results: the place it stands at, and its cells, of players by the later real id."""

    path: str
    line: int
    cells: tuple[Any, ...]
    record: Any
    """The row as it was read."""

    @property
    def place(self) -> str:
        """`path:line`."""
        return f"{self.path}:{self.line}"


class RowChange(NamedTuple):
    """What became of a row of a table: `before` is None of one that was added, `after` of one removed.

    `late` is how a result that came in came too late; `in_time` the day of a row that came while rows of that
    day were expected; `was_played` whether there was a result before, None where its system does not say it.
    """

    kind: ChangeKind
    table: str
    columns: Sequence[Column]
    before: SourceRow | None
    after: SourceRow | None
    lateness: Lateness | None = None
    expected_day: date | None = None
    was_played: bool | None = None

    @property
    def row(self) -> SourceRow:
        """The row as it stands now, or else as it stood."""
        return self.after or self.before  # type: ignore[return-value]

    @property
    def players(self) -> frozenset[str]:
        """Whom the row names or named, by their later real ids."""
        places = [n for n, column in enumerate(self.columns) if column.display.style == "player"]
        cells = (row.cells[n] for row in (self.before, self.after) if row for n in places)
        return frozenset(filter(None, cells))

    @property
    def day(self) -> Any:
        """The day of play that it is of; None in a table without."""
        cells = zip(self.columns, self.row.cells, strict=True)
        return next((cell for column, cell in cells if _is_play_date(column)), None)

    @property
    def has_new_play_order(self) -> bool:
        """Whether a row stands elsewhere where the order of the rows of a day is the order of play."""
        return self.kind == "reordered" and any(column.name == ORDER_COLUMN for column in self.columns)


def _is_play_date(column: Column) -> bool:
    return column.kind is date and column.display.style == "event"


@dataclass(frozen=True)
class TablePair:
    """A table before and after; without rows where it is not there."""

    name: str
    before: Sequence[Any]
    after: Sequence[Any]

    @property
    def row_type(self) -> type[Table]:
        """What its rows are."""
        return type((*self.before[:1], *self.after[:1])[0])

    def find_changes(self, who: IdentityMap, was: LineReader, now: LineReader) -> Iterator[RowChange]:
        """What became of its rows, in the order of the files."""
        if not self.before and not self.after:
            return
        described = get_input_columns(self.row_type)
        keys = [n for n, column in enumerate(described) if column.key]
        pairs = _RowMatcher(*self._read_rows(who), keys, self.row_type)
        told = pairs.find_changes(was, now)
        for kind, old, new in sorted(told, key=lambda item: (item[2] or item[1])[:2]):  # type: ignore[index]
            yield RowChange(kind, self.name, described, old, new)

    def _read_rows(self, who: IdentityMap) -> tuple[list[SourceRow], list[SourceRow]]:
        every = get_columns(self.row_type)
        kept = [n for n, column in enumerate(every) if not column.filled]
        source = next(n for n, column in enumerate(every) if column.display.style == "source")
        cells = who.make_cell_readers(self.row_type)

        def rows(read: Sequence[Any], of: Callable[[Any], tuple[Any, ...]]) -> list[SourceRow]:
            found = []
            for record in read:
                path, _, line = record[source].rpartition(":")
                whole = of(record)
                found.append(SourceRow(path, int(line), tuple(whole[n] for n in kept), record))
            return found

        return rows(self.before, cells[0]), rows(self.after, cells[1])


_Change = tuple[ChangeKind, SourceRow | None, SourceRow | None]


class _RowMatcher:
    """The rows of a table before and after, each with what became of it."""

    def __init__(
        self, before: Sequence[SourceRow], after: Sequence[SourceRow], keys: Sequence[int], kind: type[Table]
    ) -> None:
        self._keys = keys
        described = get_input_columns(kind)
        self._players = [n for n, column in enumerate(described) if column.display.style == "player"]
        self._days = [n for n, column in enumerate(described) if column.kind is date]
        self._results = [n for n, column in enumerate(described) if column.drawn]
        self._played = [n for n, column in enumerate(described) if _is_play_date(column)]
        self._orders = [n for n, column in enumerate(described) if column.name == ORDER_COLUMN]
        self._every = before, after
        same = match_pairs(before, after, lambda row: (row.path, row.cells))
        rest = match_pairs(*remove_pairs(before, after, same), lambda row: row.cells)
        self._same, self._moved = same, rest
        self._gone, self._come = remove_pairs(before, after, [*same, *rest])

    def find_changes(self, was: LineReader, now: LineReader) -> Iterator[_Change]:
        """What became of each row that is not as it was."""
        elsewhere = self._find_reordered()
        for old, new in [*self._same, *self._moved]:
            if id(old) in elsewhere:
                yield "reordered", old, new
            elif old.path != new.path:
                yield "moved", old, new
            elif was(*old[:2]) != now(*new[:2]):
                yield "rewritten", old, new
        corrected = list(self._match_corrected())
        for old, new in corrected:
            yield "entered" if self._is_result_entry(old, new) else "corrected", old, new
        gone, come = remove_pairs(self._gone, self._come, corrected)
        yield from (("removed", row, None) for row in gone)
        yield from (("added", None, row) for row in come)

    def _find_reordered(self) -> set[int]:
        """The rows before, by `id`, that stand elsewhere among those of their day.

        Whose order of play is written down is played where it was.
        """
        pairs = [*self._same, *self._moved] if self._played else []
        free = [pair for pair in pairs if not any(pair[0].cells[n] for n in self._orders)]
        return find_reordered(free, *self._every, lambda row: row.cells[self._played[0]])

    def _is_result_entry(self, old: SourceRow, new: SourceRow) -> bool:
        """Whether nothing but a result was filled in, of what had been drawn."""
        changed = [n for n, pair in enumerate(zip(old.cells, new.cells, strict=True)) if pair[0] != pair[1]]
        return changed == self._results and all(old.cells[n] is None for n in changed)

    def _match_corrected(self) -> list[tuple[SourceRow, SourceRow]]:
        """Rows of which some cells changed: of one key, else in one place, else those that are most alike."""
        if self._keys:
            return match_pairs(self._gone, self._come, lambda row: tuple(row.cells[n] for n in self._keys))
        if not self._gone or not self._come:
            return []
        met = self._match_encounters()
        gone, come = remove_pairs(self._gone, self._come, met)
        anchors = _find_anchors(*self._every, [*self._same, *met])
        here, there = (group_by_key(rows, lambda row: anchors[id(row)]) for rows in (gone, come))
        found = [
            pair for anchor, rows in here.items() for pair in self._match_similar(rows, there.get(anchor, []))
        ]
        return [*met, *found, *self._match_similar(*remove_pairs(gone, come, found))]

    def _match_encounters(self) -> list[tuple[SourceRow, SourceRow]]:
        """Rows of the same day and players, in their places or the other way round."""
        if not self._players:
            return []
        pairs = match_pairs(self._gone, self._come, lambda row: self._make_encounter_key(row, tuple))
        rest = remove_pairs(self._gone, self._come, pairs)
        return [*pairs, *match_pairs(*rest, lambda row: self._make_encounter_key(row, frozenset))]

    def _make_encounter_key(self, row: SourceRow, of: Callable[[Iterable[Any]], Any]) -> tuple[Any, ...]:
        return of(row.cells[n] for n in self._players), *(row.cells[n] for n in self._days)

    def _match_similar(
        self, before: Sequence[SourceRow], after: Sequence[SourceRow]
    ) -> list[tuple[SourceRow, SourceRow]]:
        """The pairs of rows that have most in common, and at least half of what is filled in."""
        if len(before) * len(after) > _MAX_PAIRS:
            return []
        found = sorted(
            (-shared, n, m)
            for n, old in enumerate(before)
            for m, new in enumerate(after)
            if (shared := self._count_shared(old, new)) > 0
        )
        taken: tuple[set[int], set[int]] = set(), set()
        pairs = []
        for _, n, m in found:
            if n not in taken[0] and m not in taken[1]:
                taken[0].add(n)
                taken[1].add(m)
                pairs.append((before[n], after[m]))
        return pairs

    def _count_shared(self, old: SourceRow, new: SourceRow) -> int:
        """How many cells two rows share: nothing where that is too little, or no player is the same."""
        players = [{row.cells[n] for n in self._players} - {None, ""} for row in (old, new)]
        if self._players and players[0].isdisjoint(players[1]):
            return 0
        filled = [pair for pair in zip(old.cells, new.cells, strict=True) if any(pair)]
        shared = sum(one == other for one, other in filled)
        return shared if 2 * shared >= len(filled) else 0


def _find_anchors(
    before: Iterable[SourceRow], after: Iterable[SourceRow], same: Iterable[tuple[SourceRow, SourceRow]]
) -> dict[int, tuple[str, int | None]]:
    """Behind which unchanged row of its file each row stands."""
    names = {id(row): n for n, pair in enumerate(same) for row in pair}
    found: dict[int, tuple[str, int | None]] = {}
    for rows in (before, after):
        last: dict[str, int | None] = {}
        for source_row in sorted(rows, key=lambda row: row[:2]):
            found[id(source_row)] = source_row.path, last.get(source_row.path)
            last[source_row.path] = names.get(id(source_row), last.get(source_row.path))
    return found
