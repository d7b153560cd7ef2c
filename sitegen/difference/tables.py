"""What changes in a published table, cell by cell: rows of it that are in only one state, and in both."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, NamedTuple, Protocol

from sitegen.difference.identity import Cells, Identity
from sitegen.difference.matching import matched, without
from sitegen.table import Column, Table, columns


class Cell(NamedTuple):
    """A cell that changed."""

    column: Column
    before: Any
    after: Any


class Pair(NamedTuple):
    """A row of a published table that is in both states, and not the same."""

    before: Any
    after: Any
    cells: Sequence[Cell]


@dataclass(frozen=True)
class TableChange:
    """What is different in a published table: rows that went, rows that came, and those that changed."""

    name: str
    table: type[Table]
    removed: Sequence[Any] = ()
    added: Sequence[Any] = ()
    changed: Sequence[Pair] = ()

    def __bool__(self) -> bool:
        return bool(self.removed or self.added or self.changed)

    @property
    def figures(self) -> int:
        """How many numbers of rows that stay are other ones."""
        return sum(is_figure(each.column) for pair in self.changed for each in pair.cells)


def is_figure(column: Column) -> bool:
    """Whether a column says a number that is calculated, or a place."""
    return column.kind is float or (column.kind is int and column.role != "move" and not column.keys)


class _Rows(Protocol):
    """A section of a page or a published table."""

    @property
    def name(self) -> str: ...
    @property
    def table(self) -> type[Table]: ...
    @property
    def rows(self) -> Sequence[Any]: ...


def changes(before: Iterable[_Rows], after: Iterable[_Rows], who: Identity) -> list[TableChange]:
    """What is different in tables, matched by name; those in which nothing is are left out."""
    was, now = ({each.name: each for each in of} for of in (before, after))
    found = []
    for name in {**was, **now}:
        old, new = (of[name].rows if name in of else () for of in (was, now))
        found.append(_change(name, (now.get(name) or was[name]).table, old, new, who))
    return [each for each in found if each]


def _change(
    name: str, table: type[Table], before: Sequence[Any], after: Sequence[Any], who: Identity
) -> TableChange:
    was, now = who.cells(table)
    if before == after and was is now:
        return TableChange(name, table)
    described = columns(table)
    gone, come = without(before, after, matched(before, after, was, now))
    pairs = list[tuple[Any, Any]]()
    for keep in (_is_said, _is_of):
        pick = _picker(described, keep)
        found = matched(gone, come, _after(was, pick), _after(now, pick))
        gone, come = without(gone, come, found)
        pairs += found
    changed = [Pair(old, new, list(_cells(described, was(old), now(new)))) for old, new in pairs]
    return TableChange(name, table, gone, come, [each for each in changed if each.cells])


def _after(cells: Cells, pick: Cells) -> Cells:
    return lambda row: pick(cells(row))


def _is_said(column: Column) -> bool:
    """Whether a column says what a row is of, and no figure."""
    return column.shown.style != "source" and (_is_of(column) or column.kind in {str, date, tuple})


def _is_of(column: Column) -> bool:
    """Whether a column says of whom a row is, or when that was."""
    return column.shown.style in {"player", "event", "topic"} or column.kind is date


def _picker(described: Sequence[Column], keep: Callable[[Column], bool]) -> Cells:
    places = [n for n, each in enumerate(described) if keep(each)]
    return lambda row: tuple(row[n] for n in places)


def _cells(described: Sequence[Column], before: Any, after: Any) -> Iterable[Cell]:
    for column, old, new in zip(described, before, after, strict=True):
        if old != new and _published(old) != _published(new):
            yield Cell(column, old, new)


def _published(value: Any) -> Any:
    """A figure with the six decimals that it is published with, none of which is below zero alone."""
    return f"{value:.6f}".replace("-0.000000", "0.000000") if isinstance(value, float) else value
