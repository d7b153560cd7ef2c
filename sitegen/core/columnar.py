"""Rows of a table held by column: no row is made until somebody asks for it."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from operator import itemgetter
from typing import Any, Generic, TypeVar, overload

from sitegen.core.table import REQUIRED, Column, Table, get_columns, get_field_names

R = TypeVar("R", bound=tuple[Any, ...])
Cells = Sequence[Any]
"""The cells of a column, one a row."""
Chunk = Sequence[tuple[Column, Cells]]
"""Some rows as columns, each with its cells."""
_ColumnSource = Cells | Callable[[], Cells] | int
"""The cells of a column, what makes them, or where the column stands in the whole that they are of."""
_MIN_ITEMS = 2
"""From so many on `itemgetter` gives a tuple."""
_CHUNK_ROWS = 10_000


class Rows(Sequence[R], Generic[R]):
    """A sequence of rows of one kind (a `Table` or a named tuple), held by column.

    A column may be a function that makes its cells: it is called when they are first asked for. A part of the
    rows copies only columns that are asked for.
    """

    __hash__ = None  # type: ignore[assignment] # like a list

    _parent: "Rows[Any]"
    _pick: Callable[[Cells], Cells] | None = None

    def __init__(self, kind: type[R], length: int, columns: Iterable[_ColumnSource]) -> None:
        self.kind = kind
        self._length = length
        self._columns = [*columns]

    @classmethod
    def from_rows(cls, kind: type[R], rows: Sequence[R]) -> "Rows[R]":
        """The same rows, by column."""
        if isinstance(rows, Rows):
            return rows
        names = get_field_names(kind)
        return cls(kind, len(rows), zip(*rows, strict=True) if rows else [()] * len(names))

    @classmethod
    def join(cls, kind: type[R], length: int, *sources: Mapping[str, _ColumnSource]) -> "Rows[R]":
        """Rows whose columns stand in one of `sources` by name, in the last that has it; else their defaults.

        A `TypeError` names columns that are in none and have no default.
        """
        found = {name: cells for source in sources for name, cells in source.items()}
        if missing := [name for name in get_field_names(kind) if name not in found]:
            defaults = _get_defaults(kind)
            if length and (strange := [name for name in missing if name not in defaults]):
                raise TypeError(f"{kind.__name__} cannot be made so: {', '.join(strange)}")
            found |= {name: [defaults.get(name)] * length for name in missing}
        return cls(kind, length, map(found.__getitem__, get_field_names(kind)))

    def view(self, kind: type[Any], **computed: Cells | Callable[[], Cells]) -> "Rows[Any]":
        """The same rows as those of another kind: with `computed` columns, the others as they are by name."""
        if strange := {*computed} - {*get_field_names(kind)}:
            raise TypeError(f"{kind.__name__} has no such column: {', '.join(sorted(strange))}")
        own = _get_positions(self.kind)
        own = {name: own[name] for name in get_field_names(kind) if name in own}
        view = Rows.join(kind, self._length, own, computed)
        view._parent = self  # noqa: SLF001 - of our own kind
        return view

    def get_cells(self, place: int) -> Cells:
        """The cells of the column at a place."""
        found = self._columns[place]
        if isinstance(found, int):
            cells = self._parent.get_cells(found)
            found = self._pick(cells) if self._pick else cells
        elif callable(found):
            found = found()
        else:
            return found
        self._columns[place] = found
        return found

    def get_column(self, name: str) -> Cells:
        """The cells of the column with this name."""
        return self.get_cells(_get_positions(self.kind)[name])

    @property
    def columns(self) -> list[Cells]:
        """The cells of all columns."""
        return [self.get_cells(place) for place in range(len(self._columns))]

    def take(self, places: Sequence[int]) -> "Rows[R]":
        """The rows at these places, in their order."""
        pick: Any = itemgetter(*places) if len(places) >= _MIN_ITEMS else partial(_take_few, places)
        return self._select(len(places), pick)

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[R]:
        make: Callable[[Iterable[Any]], R] = partial(tuple.__new__, self.kind)
        return map(make, zip(*self.columns, strict=True))

    def __reversed__(self) -> Iterator[R]:
        return iter(self[::-1])

    @overload
    def __getitem__(self, place: int) -> R: ...
    @overload
    def __getitem__(self, place: slice) -> "Rows[R]": ...
    def __getitem__(self, place: int | slice) -> "R | Rows[R]":
        """A row, or some of them as `Rows`."""
        if isinstance(place, slice):
            return self._select(len(range(self._length)[place]), itemgetter(place))
        if not -self._length <= place < self._length:
            raise IndexError(place)
        return tuple.__new__(self.kind, [cells[place] for cells in self.columns])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and len(self) == len(other) and list(self) == list(other)

    def __repr__(self) -> str:
        return repr(list(self))

    def _select(self, length: int, pick: Callable[[Cells], Cells]) -> "Rows[R]":
        """What is picked of each column, when it is asked for."""
        part = Rows(self.kind, length, range(len(self._columns)))
        part._parent, part._pick = self, pick
        return part


@cache
def _get_positions(kind: type[Any]) -> Mapping[str, int]:
    """The place of each column, by its name."""
    return {name: place for place, name in enumerate(get_field_names(kind))}


def _take_few(places: Sequence[int], cells: Cells) -> Cells:
    return [cells[place] for place in places]


def to_columns(rows: Sequence[Any]) -> list[Cells]:
    """The cells of rows by column; no column at all where there are no rows."""
    if isinstance(rows, Rows):
        return rows.columns if rows else []
    return list(zip(*rows, strict=True))


def get_cells(rows: Sequence[Any], place: int) -> Cells:
    """The cells of one column of rows."""
    return rows.get_cells(place) if isinstance(rows, Rows) else [row[place] for row in rows]


def make_cell_getters(rows: Sequence[Any]) -> dict[str, Callable[[], Cells]]:
    """What gives the cells of each column of rows, by its name; nothing where there are no rows."""
    kind = rows.kind if isinstance(rows, Rows) else type(rows[0]) if rows else None
    return {
        name: partial(get_cells, rows, place)
        for place, name in enumerate(get_field_names(kind) if kind else ())
    }


def iter_chunks(table: type[Table], rows: Sequence[Any]) -> Iterator[Chunk]:
    """Some thousands of rows after the other, as columns with their cells; at least one piece."""
    described = get_columns(table)
    for start in range(0, len(rows) or 1, _CHUNK_ROWS):
        cells = to_columns(rows[start : start + _CHUNK_ROWS]) or [()] * len(described)
        yield list(zip(described, cells, strict=True))


def _get_defaults(kind: type[Any]) -> Mapping[str, object]:
    """The default of each column that has one, by its name."""
    if issubclass(kind, Table):
        return {
            name: spec.default
            for name, spec in kind._column_specs.items()  # noqa: SLF001 - of our own kind
            if spec.default is not REQUIRED
        }
    found: Mapping[str, object] = kind._field_defaults
    return found
