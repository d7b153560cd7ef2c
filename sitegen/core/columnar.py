"""Rows of a table that are held by column, and are only made when they are asked for."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property, partial
from operator import itemgetter
from typing import Any, Generic, Protocol, TypeVar, overload

from sitegen.core.table import REQUIRED, Column, Table, get_columns, get_field_names

R = TypeVar("R", bound=tuple[Any, ...])
Cells = Sequence[Any]
"""The cells of a column, one for each row."""
Chunk = Sequence[tuple[Column, Cells]]
"""Some rows of a table by column: each with its cells."""
_ColumnSource = Cells | Callable[[], Cells] | int
"""The cells of a column, a function that makes them, or the index of the column in the parent rows."""
_MIN_ITEMS = 2  # `itemgetter` of fewer does not return a tuple
_CHUNK_ROWS = 10_000


class Rows(Sequence[R], Generic[R]):
    """A sequence of rows of one kind (a `Table` or a named tuple), held by column.

    A column may be given as a function that makes its cells, which is called on the first access. A slice
    copies only the columns that are accessed.
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
        """Return the same rows, held by column."""
        if isinstance(rows, Rows):
            return rows
        names = get_field_names(kind)
        return cls(kind, len(rows), zip(*rows, strict=True) if rows else [()] * len(names))

    @classmethod
    def join(cls, kind: type[R], length: int, *sources: Mapping[str, _ColumnSource]) -> "Rows[R]":
        """Make rows of the columns that `sources` have by name; the last source that has a column counts.

        A column that no source has gets its default. Raises `TypeError` if it has none.
        """
        columns = {name: cells for source in sources for name, cells in source.items()}
        if missing := [name for name in get_field_names(kind) if name not in columns]:
            defaults = _get_defaults(kind)
            if length and (required_names := [name for name in missing if name not in defaults]):
                raise TypeError(f"{kind.__name__} cannot be made so: {', '.join(required_names)}")
            columns |= {name: [defaults.get(name)] * length for name in missing}
        return cls(kind, length, map(columns.__getitem__, get_field_names(kind)))

    def view(self, kind: type[Any], **computed: Cells | Callable[[], Cells]) -> "Rows[Any]":
        """Return the rows as those of another kind, with `computed` columns; the others are taken by name.

        Raises `TypeError` for computed columns that the kind does not have.
        """
        if unknown := {*computed} - {*get_field_names(kind)}:
            raise TypeError(f"{kind.__name__} has no such column: {', '.join(sorted(unknown))}")
        positions = _get_positions(self.kind)
        positions = {name: positions[name] for name in get_field_names(kind) if name in positions}
        view = Rows.join(kind, self._length, positions, computed)
        view._parent = self  # noqa: SLF001 - of the same class
        return view

    def get_cells(self, index: int) -> Cells:
        """Return the cells of the column at an index, which are made on the first call."""
        source = self._columns[index]
        if isinstance(source, int):
            cells = self._parent.get_cells(source)
            cells = self._pick(cells) if self._pick else cells
        elif callable(source):
            cells = source()
        else:
            return source
        self._columns[index] = cells
        return cells

    def get_column(self, name: str) -> Cells:
        """Return the cells of the column with this name."""
        return self.get_cells(_get_positions(self.kind)[name])

    @property
    def columns(self) -> list[Cells]:
        """The cells of all columns."""
        return [self.get_cells(index) for index in range(len(self._columns))]

    def take(self, indices: Sequence[int]) -> "Rows[R]":
        """Return the rows at these indices, in their order."""
        pick: Any = itemgetter(*indices) if len(indices) >= _MIN_ITEMS else partial(_take_few, indices)
        return self._select(len(indices), pick)

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[R]:
        make: Callable[[Iterable[Any]], R] = partial(tuple.__new__, self.kind)
        return map(make, zip(*self.columns, strict=True))

    def __reversed__(self) -> Iterator[R]:
        return iter(self[::-1])

    @overload
    def __getitem__(self, index: int) -> R: ...
    @overload
    def __getitem__(self, index: slice) -> "Rows[R]": ...
    def __getitem__(self, index: int | slice) -> "R | Rows[R]":
        """Return a row, or a slice as `Rows`."""
        if isinstance(index, slice):
            return self._select(len(range(self._length)[index]), itemgetter(index))
        if not -self._length <= index < self._length:
            raise IndexError(index)
        return tuple.__new__(self.kind, [cells[index] for cells in self.columns])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and len(self) == len(other) and list(self) == list(other)

    def __repr__(self) -> str:
        return repr(list(self))

    def _select(self, length: int, pick: Callable[[Cells], Cells]) -> "Rows[R]":
        """Return rows whose columns `pick` makes of those of these rows, on access."""
        selection = Rows(self.kind, length, range(len(self._columns)))
        selection._parent, selection._pick = self, pick
        return selection


class RowSource(Protocol):
    """The rows of each subject, such as those of each player; they are of the class `kind`."""

    @property
    def kind(self) -> type[Any]:
        """The class of the rows."""

    def select(self, value: Any, /) -> Rows[Any]:
        """Return the rows of a subject."""


class IndexedRows(Generic[R]):
    """The rows of a table by a value that stands in one of some columns, such as those of each player.

    They are of the class `kind`, and are made by `make_rows` when they are first asked for.
    """

    def __init__(self, kind: type[R], make_rows: Callable[[], Sequence[R]], *columns: str) -> None:
        self.kind = kind
        self._make_rows = make_rows
        self._columns = columns
        self._selected: tuple[object, Rows[R]] | None = None

    @cached_property
    def rows(self) -> Rows[R]:
        """All rows."""
        rows = Rows.from_rows(self.kind, self._make_rows())
        del self._make_rows  # which often refers to who has these rows: a circle is freed late
        return rows

    @cached_property
    def _places(self) -> Sequence[Mapping[object, Sequence[int]]]:
        """The places of the rows of each value, by each of the columns."""
        return [index_cells(self.rows.get_column(column)) for column in self._columns]

    def select(self, value: object) -> Rows[R]:
        """Return the rows with a value, in their order."""
        if self._selected is None or self._selected[0] != value:  # all parts of a page ask for the same rows
            places = {place for by_value in self._places for place in by_value.get(value, ())}
            self._selected = value, self.rows.take(sorted(places))
        return self._selected[1]


def index_cells(cells: Iterable[Any]) -> dict[Any, list[int]]:
    """Return the places of each value among cells, in the order of their first."""
    places: defaultdict[Any, list[int]] = defaultdict(list)
    for place, cell in enumerate(cells):
        places[cell].append(place)
    return dict(places)


@cache
def _get_positions(kind: type[Any]) -> Mapping[str, int]:
    return {name: index for index, name in enumerate(get_field_names(kind))}


def _take_few(indices: Sequence[int], cells: Cells) -> Cells:
    return [cells[index] for index in indices]


def to_columns(rows: Sequence[Any]) -> list[Cells]:
    """Return the cells of rows by column; no column at all if there are no rows."""
    if isinstance(rows, Rows):
        return rows.columns if rows else []
    return list(zip(*rows, strict=True))


def get_cells(rows: Sequence[Any], index: int) -> Cells:
    """Return the cells of the column at an index."""
    return rows.get_cells(index) if isinstance(rows, Rows) else [row[index] for row in rows]


def make_cell_getters(rows: Sequence[Any]) -> dict[str, Callable[[], Cells]]:
    """Return a function for each column, by name, that returns its cells; none for what has no columns."""
    kind = rows.kind if isinstance(rows, Rows) else type(rows[0]) if rows else tuple
    names = getattr(kind, "_fields", ())
    return {name: partial(get_cells, rows, index) for index, name in enumerate(names)}


def iter_chunks(table: type[Table], rows: Sequence[Any]) -> Iterator[Chunk]:
    """Yield rows by column, some thousands at a time; at least one chunk, which may be without rows."""
    columns = get_columns(table)
    for start in range(0, len(rows) or 1, _CHUNK_ROWS):
        cells = to_columns(rows[start : start + _CHUNK_ROWS]) or [()] * len(columns)
        yield list(zip(columns, cells, strict=True))


def _get_defaults(kind: type[Any]) -> Mapping[str, object]:
    """Return the default of each column that has one, by name."""
    if issubclass(kind, Table):
        return {
            name: spec.default
            for name, spec in kind._column_specs.items()  # noqa: SLF001
            if spec.default is not REQUIRED
        }
    defaults: Mapping[str, object] = kind._field_defaults
    return defaults
