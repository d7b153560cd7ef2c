"""What became of each row of results, when it was played according to its system, and how late it came."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cached_property, partial
from typing import Any, Literal, NamedTuple

from sitegen.compare.state import (
    CellReader,
    IdentityMap,
    find_reordered,
    match_pairs,
    remove_pairs,
)
from sitegen.core.entities import EventDate
from sitegen.core.model import ShortListing
from sitegen.core.system import HasDeadline, System, list_event_dates
from sitegen.core.table import Column, Table, get_columns, get_input_columns
from sitegen.inputs.config.site import Ranking

_ONE_DAY = timedelta(days=1)
DatedRow = tuple[Any, EventDate]
"""A row as it was read, and when it was played."""


@dataclass(frozen=True)
class RowDates:
    """The days of the rows of a ranking, by its system, which may name one row for all of a kind."""

    system: System
    inputs: Any

    @cached_property
    def _event_dates(self) -> Sequence[EventDate]:
        return list(list_event_dates(self.system, self.inputs))

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
        """Return when a row was, or is to be, played; None where its system does not say."""
        if event_date := self._dates_by_row.get(id(row)):
            return event_date
        cells = ((type(row), name, getattr(row, name)) for name in self._date_columns.get(type(row), ()))
        return next((event_date for cell in cells if (event_date := self._dates_by_cell.get(cell))), None)

    def list_played(self, rows: Iterable[Any]) -> Iterator[DatedRow]:
        """Yield each of `rows` that has a result, and when it was played."""
        for row in rows:
            event_date = self.find_date(row)
            if event_date and event_date.is_played:
                yield row, event_date


class Lateness(NamedTuple):
    """When a late row was `due`, and when the list was `published` that should have had it."""

    published: date | None
    due: date | None


@dataclass(frozen=True)
class Deadlines:
    """By when the results of a ranking were due, on a day by which some lists were published."""

    ranking: Ranking
    as_of: date
    list_dates: Sequence[ShortListing]
    row_dates: RowDates

    def find_lateness(self, row: Any) -> Lateness | None:
        """Return how late a row is that comes now; None for one in time.

        By its deadline where the regulation has one, else by the list of an earlier day that should have had
        it: the list of today has what comes today.
        """
        event_date = self.row_dates.find_date(row)
        if event_date is None or not event_date.is_played:
            return None
        system, deadline = self.ranking.system, None
        if isinstance(system, HasDeadline):
            ask = partial(system.deadline, event_date.day, self.ranking.options)
            deadline = self.ranking.call_system("deadline", ask)
        day = event_date.day
        missed_lists = (listing for listing in self.list_dates if listing.through >= day < listing.day)
        missed_list = next(missed_lists, None)
        is_late = self.as_of > deadline if deadline else bool(missed_list and missed_list.day < self.as_of)
        return Lateness(missed_list and missed_list.day, deadline) if is_late else None

    def find_expected_day(self, row: Any) -> date | None:
        """Return the day of a row while rows of that day are expected; None for any other."""
        event_date = self.row_dates.find_date(row)
        return event_date.day if event_date and is_open(event_date.day, self.list_dates, self.as_of) else None


def is_open(day: date, published: Iterable[ShortListing], as_of: date) -> bool:
    """Whether results of a day are still expected: no list published by then has them.

    A list of that same day still takes results on the day after.
    """
    first = next((listing.day for listing in published if listing.through >= day), None)
    return first is None or as_of <= (first + _ONE_DAY if first == day else first)


ChangeKind = Literal["added", "removed", "corrected", "entered", "reordered", "moved", "rewritten"]
"""What became of a row; one is `entered` where only the result of a pairing was filled in.

A row with equal cells is `reordered` where its place among those of its day changed, in any file, `moved`
where it is in another file in the same order, and `rewritten` where its line is written differently.
"""
ORDER_COLUMN = "order"
"""The column with the order of play of a day, in tables where that affects figures."""
_MAX_PAIRS = 1_000_000
"""Pairs of rows to search for similar ones; beyond that, rows count as removed and added."""
LineReader = Callable[[str, int], str]
"""Returns a line of a file."""


class SourceRow(NamedTuple):
    """A row of results: its place, and its cells, with players by the later real id."""

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
    """What became of a row of a table: `before` is None for one that was added, `after` for one removed.

    `lateness` says how late a new result came; `expected_day` is the day of a row that came while rows of
    that day were expected; `was_played` is whether it had a result before, None where that is not known.
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
        """The row as it is now, or else as it was."""
        return self.after or self.before  # type: ignore[return-value]

    @property
    def is_new(self) -> bool:
        """Whether the row came, or the result of a pairing."""
        return self.kind in {"added", "entered"}

    @property
    def players(self) -> frozenset[str]:
        """The players that the row names or named, by their later real ids."""
        places = [n for n, column in enumerate(self.columns) if column.display.style == "player"]
        cells = (row.cells[n] for row in (self.before, self.after) if row for n in places)
        return frozenset(filter(None, cells))

    @property
    def day(self) -> Any:
        """The day of play of the row; None in a table without."""
        cells = zip(self.columns, self.row.cells, strict=True)
        return next((cell for column, cell in cells if _is_play_date(column)), None)

    @property
    def has_new_play_order(self) -> bool:
        """Whether the row has another place in the order of play of its day."""
        return self.kind == "reordered" and any(column.name == ORDER_COLUMN for column in self.columns)


def _is_play_date(column: Column) -> bool:
    return column.kind is date and column.display.style == "event"


@dataclass(frozen=True)
class TablePair:
    """A table before and after; without rows where it does not exist."""

    name: str
    before: Sequence[Any]
    after: Sequence[Any]

    @property
    def row_type(self) -> type[Table]:
        """The type of its rows."""
        return type((*self.before[:1], *self.after[:1])[0])

    def find_changes(
        self, identities: IdentityMap, read_old: LineReader, read_new: LineReader
    ) -> Iterator[RowChange]:
        """Yield what became of its rows, in the order of the files."""
        if not self.before and not self.after:
            return
        columns = get_input_columns(self.row_type)
        changes = _RowMatcher(*self._read_rows(identities), columns).find_changes(read_old, read_new)
        for kind, old, new in sorted(changes, key=lambda change: (change[2] or change[1])[:2]):  # type: ignore[index]
            yield RowChange(kind, self.name, columns, old, new)

    def _read_rows(self, identities: IdentityMap) -> tuple[list[SourceRow], list[SourceRow]]:
        columns = get_columns(self.row_type)
        places = [n for n, column in enumerate(columns) if not column.filled]
        source = next(n for n, column in enumerate(columns) if column.display.style == "source")
        read_old, read_new = identities.make_cell_readers(self.row_type)

        def read_rows(records: Sequence[Any], read_cells: CellReader) -> list[SourceRow]:
            rows = []
            for record in records:
                path, _, line = record[source].rpartition(":")
                cells = read_cells(record)
                rows.append(SourceRow(path, int(line), tuple(cells[n] for n in places), record))
            return rows

        return read_rows(self.before, read_old), read_rows(self.after, read_new)


_Change = tuple[ChangeKind, SourceRow | None, SourceRow | None]


class _RowMatcher:
    """The rows of a table before and after, each with what became of it."""

    def __init__(
        self, before: Sequence[SourceRow], after: Sequence[SourceRow], columns: Sequence[Column]
    ) -> None:
        self._keys = [n for n, column in enumerate(columns) if column.key]
        self._players = [n for n, column in enumerate(columns) if column.display.style == "player"]
        self._days = [n for n, column in enumerate(columns) if column.kind is date]
        self._results = [n for n, column in enumerate(columns) if column.drawn]
        self._play_dates = [n for n, column in enumerate(columns) if _is_play_date(column)]
        self._orders = [n for n, column in enumerate(columns) if column.name == ORDER_COLUMN]
        self._rows = before, after
        same = match_pairs(before, after, lambda row: (row.path, row.cells))
        moved_pairs = match_pairs(*remove_pairs(before, after, same), lambda row: row.cells)
        self._same, self._moved = same, moved_pairs
        self._removed, self._added = remove_pairs(before, after, [*same, *moved_pairs])

    def find_changes(self, read_old: LineReader, read_new: LineReader) -> Iterator[_Change]:
        """Yield what became of each row that is not as it was."""
        reordered = self._find_reordered()
        for old, new in [*self._same, *self._moved]:
            if id(old) in reordered:
                yield "reordered", old, new
            elif old.path != new.path:
                yield "moved", old, new
            elif read_old(*old[:2]) != read_new(*new[:2]):
                yield "rewritten", old, new
        corrected = list(self._match_corrected())
        for old, new in corrected:
            yield "entered" if self._is_result_entry(old, new) else "corrected", old, new
        removed, added = remove_pairs(self._removed, self._added, corrected)
        yield from (("removed", row, None) for row in removed)
        yield from (("added", None, row) for row in added)

    def _find_reordered(self) -> set[int]:
        """Return the rows before, by `id`, whose place among those of their day changed.

        A row with its order of play in a cell does not depend on its place.
        """
        pairs = [*self._same, *self._moved] if self._play_dates else []
        free = [pair for pair in pairs if not any(pair[0].cells[n] for n in self._orders)]
        return find_reordered(free, *self._rows, lambda row: row.cells[self._play_dates[0]])

    def _is_result_entry(self, old: SourceRow, new: SourceRow) -> bool:
        """Whether nothing changed but that a result was filled in, for a pairing."""
        changed_places = [
            n for n, pair in enumerate(zip(old.cells, new.cells, strict=True)) if pair[0] != pair[1]
        ]
        return changed_places == self._results and all(old.cells[n] is None for n in changed_places)

    def _match_corrected(self) -> list[tuple[SourceRow, SourceRow]]:
        """Return rows of which some cells changed: by key, else the same encounter, else the most similar."""
        if self._keys:
            return match_pairs(
                self._removed, self._added, lambda row: tuple(row.cells[n] for n in self._keys)
            )
        if not self._removed or not self._added:
            return []
        encounters = self._match_encounters()
        return [*encounters, *self._match_similar(*remove_pairs(self._removed, self._added, encounters))]

    def _match_encounters(self) -> list[tuple[SourceRow, SourceRow]]:
        """Return rows of the same day and players, in either order."""
        if not self._players:
            return []
        pairs = match_pairs(self._removed, self._added, lambda row: self._make_encounter_key(row, tuple))
        rest = remove_pairs(self._removed, self._added, pairs)
        return [*pairs, *match_pairs(*rest, lambda row: self._make_encounter_key(row, frozenset))]

    def _make_encounter_key(self, row: SourceRow, collect: Callable[[Iterable[Any]], Any]) -> tuple[Any, ...]:
        return collect(row.cells[n] for n in self._players), *(row.cells[n] for n in self._days)

    def _match_similar(
        self, before: Sequence[SourceRow], after: Sequence[SourceRow]
    ) -> list[tuple[SourceRow, SourceRow]]:
        """Return the pairs of rows that share most cells, and at least half of the filled ones."""
        if len(before) * len(after) > _MAX_PAIRS:
            return []
        candidates = sorted(
            (-shared, n, m)
            for n, old in enumerate(before)
            for m, new in enumerate(after)
            if (shared := self._count_shared(old, new)) > 0
        )
        paired_places: tuple[set[int], set[int]] = set(), set()
        pairs = []
        for _, n, m in candidates:
            if n not in paired_places[0] and m not in paired_places[1]:
                paired_places[0].add(n)
                paired_places[1].add(m)
                pairs.append((before[n], after[m]))
        return pairs

    def _count_shared(self, old: SourceRow, new: SourceRow) -> int:
        """Return how many cells two rows share: 0 where these are too few, or no player is the same."""
        players = [{row.cells[n] for n in self._players} - {None, ""} for row in (old, new)]
        if self._players and players[0].isdisjoint(players[1]):
            return 0
        filled_pairs = [pair for pair in zip(old.cells, new.cells, strict=True) if any(pair)]
        shared = sum(cell == other_cell for cell, other_cell in filled_pairs)
        return shared if 2 * shared >= len(filled_pairs) else 0
