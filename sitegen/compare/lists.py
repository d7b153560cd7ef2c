"""What changes in a published table, cell by cell: rows of it that are in only one state, and in both.

Who gains and loses, moves, enters and drops out: on the current list, and on those already published.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import Any, NamedTuple, Protocol

from sitegen.compare.state import CellReader, IdentityMap, match_pairs, remove_pairs
from sitegen.core.model import Listing
from sitegen.core.table import Column, Table, get_columns
from sitegen.rankings.derived import DerivedData
from sitegen.rankings.positions import Position, find_positions


class CellChange(NamedTuple):
    """A cell that changed."""

    column: Column
    before: Any
    after: Any


class ChangedRow(NamedTuple):
    """A row of a published table that is in both states, and not the same."""

    before: Any
    after: Any
    cells: Sequence[CellChange]


@dataclass(frozen=True)
class TableChange:
    """What is different in a published table: rows that went, rows that came, and those that changed."""

    name: str
    table: type[Table]
    removed: Sequence[Any] = ()
    added: Sequence[Any] = ()
    changed: Sequence[ChangedRow] = ()

    def __bool__(self) -> bool:
        return bool(self.removed or self.added or self.changed)

    @property
    def figures(self) -> int:
        """How many numbers of rows that stay are other ones."""
        return sum(is_figure(cell.column) for pair in self.changed for cell in pair.cells)


def is_figure(column: Column) -> bool:
    """Whether a column says a number that is calculated, or a place."""
    return column.kind is float or (column.kind is int and column.role != "move" and not column.keys)


class _RowSource(Protocol):
    """A section of a page or a published table."""

    @property
    def name(self) -> str: ...
    @property
    def table(self) -> type[Table]: ...
    @property
    def rows(self) -> Sequence[Any]: ...


def compare_tables(
    before: Iterable[_RowSource], after: Iterable[_RowSource], who: IdentityMap
) -> list[TableChange]:
    """What is different in tables, matched by name; those in which nothing is are left out."""
    was, now = ({table.name: table for table in of} for of in (before, after))
    found = []
    for name in {**was, **now}:
        old, new = (of[name].rows if name in of else () for of in (was, now))
        found.append(_compare_table(name, (now.get(name) or was[name]).table, old, new, who))
    return [change for change in found if change]


def _compare_table(
    name: str, table: type[Table], before: Sequence[Any], after: Sequence[Any], who: IdentityMap
) -> TableChange:
    was, now = who.make_cell_readers(table)
    if before == after and was is now:
        return TableChange(name, table)
    described = get_columns(table)
    gone, come = remove_pairs(before, after, match_pairs(before, after, was, now))
    pairs = list[tuple[Any, Any]]()
    for keep in (_is_descriptive, _is_subject):
        pick = _make_picker(described, keep)
        found = match_pairs(gone, come, _compose(was, pick), _compose(now, pick))
        gone, come = remove_pairs(gone, come, found)
        pairs += found
    changed = [
        ChangedRow(old, new, list(_compare_cells(described, was(old), now(new)))) for old, new in pairs
    ]
    return TableChange(name, table, gone, come, [row for row in changed if row.cells])


def _compose(cells: CellReader, pick: CellReader) -> CellReader:
    return lambda row: pick(cells(row))


def _is_descriptive(column: Column) -> bool:
    """Whether a column says what a row is of, and no figure."""
    return column.display.style != "source" and (_is_subject(column) or column.kind in {str, date, tuple})


def _is_subject(column: Column) -> bool:
    """Whether a column says of whom a row is, or when that was."""
    return column.display.style in {"player", "event", "topic"} or column.kind is date


def _make_picker(described: Sequence[Column], keep: Callable[[Column], bool]) -> CellReader:
    places = [n for n, column in enumerate(described) if keep(column)]
    return lambda row: tuple(row[n] for n in places)


def _compare_cells(described: Sequence[Column], before: Any, after: Any) -> Iterable[CellChange]:
    for column, old, new in zip(described, before, after, strict=True):
        if old != new and _round_value(old) != _round_value(new):
            yield CellChange(column, old, new)


def _round_value(value: Any) -> Any:
    """A figure with the six decimals that it is published with, none of which is below zero alone."""
    return f"{value:.6f}".replace("-0.000000", "0.000000") if isinstance(value, float) else value


class ListMove(NamedTuple):
    """Where a player stood and stands on a list: None where that is nowhere."""

    player: str
    before: Position | None
    after: Position | None

    @property
    def gain(self) -> float | None:
        """What the figure of the list won; None of whom it is not told of twice."""
        if self.before is None or self.after is None:
            return None
        was, now = self.before.value, self.after.value
        return None if was is None or now is None else round(now - was, 6)

    @property
    def ranks(self) -> tuple[int | None, int | None]:
        """The places on the list before and after, None where there is none."""
        return self.before and self.before.rank, self.after and self.after.rank

    @property
    def climb(self) -> int:
        """The places won; 0 where there was none, or is none."""
        was, now = self.ranks
        return was - now if was and now else 0

    @property
    def is_unchanged(self) -> bool:
        """Whether nothing changed for the player."""
        same_section = self.before and self.after and self.before.section == self.after.section
        return bool(same_section) and not self.gain and self.ranks[0] == self.ranks[1]


@dataclass(frozen=True)
class ListChange:
    """What changes on a list that is published already: who moves on it, and each of its tables."""

    day: date
    through: date
    moves: Sequence[ListMove]
    tables: Sequence[TableChange]

    @property
    def figures(self) -> int:
        """How many numbers on it become other ones; a row that comes or goes is one."""
        return sum(table.figures + len(table.added) + len(table.removed) for table in self.tables)


@dataclass(frozen=True)
class ListComparison:
    """The lists of a ranking before and after."""

    before: DerivedData
    after: DerivedData
    identities: IdentityMap

    @cached_property
    def moves(self) -> Sequence[ListMove]:
        """Who stands elsewhere, or has another figure, on the current list: in the order of the new one."""
        return find_moves(self.before.positions, self.after.positions, self.identities)

    @cached_property
    def lists(self) -> Sequence[ListChange]:
        """What changes on lists that are published already and are shown in full, oldest first."""
        later = {listing.day: listing for listing in self.after.full_lists}
        pairs = ((listing, later[listing.day]) for listing in self.before.full_lists if listing.day in later)
        return [found for pair in pairs if (found := self._compare_list(*pair))]

    @cached_property
    def withdrawn_days(self) -> Sequence[date]:
        """The days of lists that were published and are none any more."""
        there = {listing.day for listing in self.after.list_dates}
        return [listing.day for listing in self.before.list_dates if listing.day not in there]

    @cached_property
    def new_days(self) -> Sequence[date]:
        """The days of lists that were none before."""
        there = {listing.day for listing in self.before.list_dates}
        return [listing.day for listing in self.after.list_dates if listing.day not in there]

    def _compare_list(self, before: Listing, after: Listing) -> ListChange | None:
        tables = compare_tables(before.content.tables, after.content.tables, self.identities)
        if not tables:
            return None
        stood = find_positions(before.content.tables), find_positions(after.content.tables)
        return ListChange(before.day, before.through, find_moves(*stood, self.identities), tables)


def find_moves(
    before: Mapping[str, Position], after: Mapping[str, Position], who: IdentityMap
) -> list[ListMove]:
    """Who stands elsewhere on a list, or has another figure, in the order of the later one."""
    was = {who.resolve_before(player): position for player, position in before.items()}
    now = {who.resolve_after(player): position for player, position in after.items()}
    found = (ListMove(player, was.get(player), now.get(player)) for player in {**now, **was})
    return [move for move in found if not move.is_unchanged]
