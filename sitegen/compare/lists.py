"""What changes in published tables, cell by cell, and on lists: who gains, moves, enters and drops out."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any, NamedTuple

from sitegen.compare.state import CellReader, IdentityMap, match_pairs, remove_pairs
from sitegen.core.model import PublishedTable
from sitegen.core.table import Column, Table, get_columns
from sitegen.rankings.dataset import ListData
from sitegen.rankings.positions import Position, find_positions


class CellChange(NamedTuple):
    """A cell that changed."""

    column: Column
    before: Any
    after: Any


class ChangedRow(NamedTuple):
    """A row of a published table that is in both states, and is not equal."""

    before: Any
    after: Any
    cells: Sequence[CellChange]


@dataclass(frozen=True)
class TableChange:
    """What changes in a published table: rows that went, rows that came, and those that changed."""

    name: str
    table: type[Table]
    removed: Sequence[Any] = ()
    added: Sequence[Any] = ()
    changed: Sequence[ChangedRow] = ()

    def __bool__(self) -> bool:
        return bool(self.removed or self.added or self.changed)

    @property
    def figures(self) -> int:
        """How many numbers change, in rows that stay."""
        return sum(is_figure(cell.column) for pair in self.changed for cell in pair.cells)


def is_figure(column: Column) -> bool:
    """Whether a column has calculated numbers, or places."""
    return column.kind is float or (column.kind is int and column.role != "move" and not column.keys)


def find_lasting_changes(table: TableChange, identities: IdentityMap) -> Iterator[ChangedRow]:
    """Yield the rows that stay and have another figure, yes for no, or another text.

    Where somebody begins or ceases to hide, texts other than clubs do not count: they have labels for names.
    """
    for row in table.changed:
        if any(
            is_figure(cell.column) or cell.column.kind is bool or _is_lasting_text(cell.column, identities)
            for cell in row.cells
        ):
            yield row


def _is_lasting_text(column: Column, identities: IdentityMap) -> bool:
    if column.kind in {int, float} or column.display.style == "source":
        return False
    return column.name == "club" or not identities.has_new_hiding


def compare_tables(
    before: Iterable[PublishedTable], after: Iterable[PublishedTable], identities: IdentityMap
) -> list[TableChange]:
    """Return what changes in tables, matched by name; tables without changes are left out."""
    old_tables, new_tables = ({table.name: table for table in tables} for tables in (before, after))
    changes = []
    for name in {**old_tables, **new_tables}:
        old, new = (tables[name].rows if name in tables else () for tables in (old_tables, new_tables))
        table = (new_tables.get(name) or old_tables[name]).table
        changes.append(_compare_table(name, table, old, new, identities))
    return [change for change in changes if change]


def _compare_table(
    name: str, table: type[Table], before: Sequence[Any], after: Sequence[Any], identities: IdentityMap
) -> TableChange:
    if before == after and identities.is_unchanged:
        return TableChange(name, table)
    read_old, read_new = identities.make_cell_readers(table)
    columns = get_columns(table)
    removed, added = remove_pairs(before, after, match_pairs(before, after, read_old, read_new))
    pairs = list[tuple[Any, Any]]()
    for places, unordered in _list_keys(columns):
        keys = [_make_key_function(read, places, unordered) for read in (read_old, read_new)]
        row_pairs = match_pairs(removed, added, *keys)
        removed, added = remove_pairs(removed, added, row_pairs)
        pairs += row_pairs
    changed = [
        ChangedRow(old, new, list(_compare_cells(columns, read_old(old), read_new(new))))
        for old, new in pairs
    ]
    return TableChange(name, table, removed, added, [row for row in changed if row.cells])


def _make_key_function(read: CellReader, places: Sequence[int], unordered: Sequence[int]) -> CellReader:
    def get_key(row: Any) -> tuple[Any, ...]:
        cells = read(row)
        return frozenset(cells[n] for n in unordered), *(cells[n] for n in places)

    return get_key


def _list_keys(columns: Sequence[Column]) -> Iterator[tuple[Sequence[int], Sequence[int]]]:
    """Yield the places of the cells by which rows are the same, the strictest first, and those in any order.

    A row that was corrected has its players in another order, one other player, or another day.
    """
    subjects = [n for n, column in enumerate(columns) if _is_subject(column)]
    players = [n for n in subjects if columns[n].display.style == "player"]
    events = [n for n in subjects if n not in players]
    yield [n for n, column in enumerate(columns) if _is_descriptive(column)], []
    yield subjects, []
    if len(players) > 1:
        yield events, players
        yield from (([n for n in subjects if n != player], []) for player in players)
    if players:
        yield [], players


def _is_descriptive(column: Column) -> bool:
    """Whether a column says what a row is about, and is no figure."""
    return column.display.style != "source" and (_is_subject(column) or column.kind in {str, date, tuple})


def _is_subject(column: Column) -> bool:
    """Whether a column says whom a row is about, or when it was."""
    return column.display.style in {"player", "event", "topic"} or column.kind is date


def _compare_cells(columns: Sequence[Column], before: Any, after: Any) -> Iterable[CellChange]:
    for column, old, new in zip(columns, before, after, strict=True):
        if old != new and _round_value(old) != _round_value(new):
            yield CellChange(column, old, new)


def _round_value(value: Any) -> Any:
    """Return a figure with the six decimals that it is published with; `-0.000000` counts as zero."""
    return f"{value:.6f}".replace("-0.000000", "0.000000") if isinstance(value, float) else value


class ListMove(NamedTuple):
    """The position of a player on a list before and after: None where there is none."""

    player: str
    before: Position | None
    after: Position | None

    @property
    def gain(self) -> float | None:
        """The change of the figure; None where there are not two figures."""
        if self.before is None or self.after is None:
            return None
        was, now = self.before.value, self.after.value
        return None if was is None or now is None else round(now - was, 6)

    @property
    def ranks(self) -> tuple[int | None, int | None]:
        """The ranks on the list before and after, None where there is none."""
        return self.before and self.before.rank, self.after and self.after.rank

    @property
    def climb(self) -> int:
        """The places won; 0 where there are not two ranks."""
        was, now = self.ranks
        return was - now if was and now else 0

    @property
    def is_unchanged(self) -> bool:
        """Whether nothing changed for the player."""
        same_table = self.before and self.after and self.before.table == self.after.table
        return bool(same_table) and not self.gain and self.ranks[0] == self.ranks[1]


@dataclass(frozen=True)
class ListChange:
    """What changes on a list that is published already: who moves on it, and each of its tables."""

    day: date
    through: date
    moves: Sequence[ListMove]
    tables: Sequence[TableChange]
    relabelled: Sequence[str] = ()
    """The players in rows that stay and have another text, such as a name or club, and no other figure."""

    @property
    def figures(self) -> int:
        """How many numbers on it change; a row that comes or goes counts as one."""
        return sum(table.figures + len(table.added) + len(table.removed) for table in self.tables)

    def without_players(self, players: Collection[str], identities: IdentityMap) -> "ListChange":
        """Return the same change without the rows that come for these players alone, by later real ids."""

        def is_of_others(table: TableChange, row: Any) -> bool:
            named = {*map(identities.resolve_after, _list_players(table, row))}
            return not named or not named.issubset(players)

        return replace(
            self,
            moves=[move for move in self.moves if move.player not in players],
            tables=[
                replace(table, added=[row for row in table.added if is_of_others(table, row)])
                for table in self.tables
            ],
        )


def compare_list(before: ListData, after: ListData, identities: IdentityMap) -> ListChange | None:
    """Return what changes on the list of a day; None where nothing does."""
    old, new = ([table.in_files for table in listing.tables] for listing in (before, after))
    tables = compare_tables(old, new, identities)
    if not tables:
        return None
    positions = find_positions(before.tables), find_positions(after.tables)
    relabelled = dict.fromkeys(player for table in tables for player in _list_relabelled(table, identities))
    return ListChange(before.day, before.through, find_moves(*positions, identities), tables, [*relabelled])


def _list_relabelled(table: TableChange, identities: IdentityMap) -> Iterator[str]:
    for row in find_lasting_changes(table, identities):
        if not any(is_figure(cell.column) for cell in row.cells):
            yield from map(identities.resolve_after, _list_players(table, row.after))


def _list_players(table: TableChange, row: Any) -> Iterator[str]:
    """Yield the players in a row, as they are shown."""
    columns = zip(get_columns(table.table), row, strict=True)
    return (cell for column, cell in columns if cell and column.display.style == "player")


def find_moves(
    before: Mapping[str, Position], after: Mapping[str, Position], identities: IdentityMap
) -> list[ListMove]:
    """Return who has another place or figure on a list, in the order of the later one."""
    old_positions = {identities.resolve_before(player): position for player, position in before.items()}
    new_positions = {identities.resolve_after(player): position for player, position in after.items()}
    moves = (
        ListMove(player, old_positions.get(player), new_positions.get(player))
        for player in {**new_positions, **old_positions}
    )
    return [move for move in moves if not move.is_unchanged]
