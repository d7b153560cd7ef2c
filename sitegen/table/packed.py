"""Rows of a large table, kept by columns in arrays, and made when they are asked for.

Half a million rows as tuples take as much memory as a machine has for everything, and each process that
looks at one gets a copy of its own of what stands around it. In arrays they take a quarter, and are shared.
"""

from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date
from itertools import chain
from math import isfinite
from operator import itemgetter
from types import NoneType
from typing import Any, Generic, Protocol, TypeVar, overload

from sitegen.table.columns import Column, columns
from sitegen.table.row import Table, many

R = TypeVar("R", bound=Table)
Piece = Sequence[tuple[Column, Sequence[Any]]]
"""Some rows as columns, each with its cells."""
_AT_ONCE = 1_000
_PIECE = 10_000
_PLAIN = {str, int, bool, date}
_Pick = Callable[[Sequence[Any]], Sequence[Any]]
"""Takes the cells of some rows out of a column."""
_WIDTHS = {"B": 2**8, "H": 2**16, "I": 2**32}
"""How many numbers there are of the sizes that an array can have, the smallest first."""


class UnfitError(Exception):
    """A column cannot hold a value in its way."""


class _Cells(Protocol):
    """The cells of a column."""

    def add(self, values: Sequence[Any]) -> None: ...

    def taken(self, pick: _Pick) -> Sequence[Any]: ...


class _Figures:
    """Floats; where there is none, what is no number."""

    def __init__(self) -> None:
        self._data = array("d")
        self._is_whole = True

    def add(self, values: Sequence[Any]) -> None:
        if not {*map(type, values)} <= {float, NoneType} or not isfinite(sum(filter(None, values))):
            raise UnfitError
        self._is_whole = self._is_whole and None not in values
        nothing = float("nan")
        self._data.extend([nothing if each is None else each for each in values])

    def taken(self, pick: _Pick) -> Sequence[Any]:
        found = pick(self._data)
        return found if self._is_whole else [None if each != each else each for each in found]  # noqa: PLR0124


class _Few:
    """Values of which there are not many, each kept once."""

    def __init__(self) -> None:
        self._values: list[Any] = []
        self._places: dict[Any, int] = {}
        self._kinds: set[type] = set()
        self._data = array("B")

    def add(self, values: Sequence[Any]) -> None:
        self._kinds |= {*map(type, values)} - {NoneType}
        if len(self._kinds) > 1 or not self._kinds <= _PLAIN:
            raise UnfitError
        for each in dict.fromkeys(values):
            if each not in self._places:
                self._places[each] = len(self._values)
                self._values.append(each)
        if len(self._values) > _WIDTHS[self._data.typecode]:
            width = next(each for each, most in _WIDTHS.items() if len(self._values) <= most)
            self._data = array(width, self._data)
        self._data.extend(map(self._places.__getitem__, values))

    def taken(self, pick: _Pick) -> Sequence[Any]:
        return _picker(pick(self._data))(self._values)


class _Numbered:
    """Texts that end in a number behind a colon: the places of rows in files."""

    def __init__(self) -> None:
        self._heads = _Few()
        self._data = array("I")

    def add(self, values: Sequence[Any]) -> None:
        if {*map(type, values)} != {str}:
            raise UnfitError
        parts = [each.rpartition(":") for each in values]
        if not all(colon and tail.isdecimal() and str(int(tail)) == tail for _, colon, tail in parts):
            raise UnfitError
        self._heads.add([head for head, _, _ in parts])
        self._data.extend([int(tail) for _, _, tail in parts])

    def taken(self, pick: _Pick) -> Sequence[Any]:
        pairs = zip(self._heads.taken(pick), pick(self._data), strict=True)
        return [f"{head}:{number}" for head, number in pairs]


class _Any:
    """Whatever fits into none of these."""

    def __init__(self, values: Iterable[Any]) -> None:
        self._data = list(values)

    def add(self, values: Sequence[Any]) -> None:
        self._data.extend(values)

    def taken(self, pick: _Pick) -> Sequence[Any]:
        return pick(self._data)


def _picker(places: Sequence[int]) -> _Pick:
    """What takes the cells at these places out of a column."""
    if isinstance(places, range) and places.step == 1:
        return itemgetter(slice(places.start, places.stop))
    if len(places) > 1:
        return itemgetter(*places)
    return lambda column: [column[each] for each in places]


class _Store(Generic[R]):
    """All rows of a table, column by column."""

    def __init__(self, table: type[R]) -> None:
        self.table = table
        self.length = 0
        described = columns(table)
        self.places = {each: place for place, each in enumerate(table._declared)}  # noqa: SLF001
        self._columns: list[_Cells] = [
            _Figures() if each.kind is float else _Numbered() if each.shown.style == "source" else _Few()
            for each in described
        ]

    def add(self, rows: Sequence[R]) -> None:
        """Some more rows."""
        for place, values in enumerate(zip(*rows, strict=True)):
            try:
                self._columns[place].add(values)
            except (UnfitError, OverflowError):
                known = self._columns[place].taken(_picker(range(self.length)))
                self._columns[place] = _Any(chain(known, values))
        self.length += len(rows)

    def cells(self, columns: Iterable[int], places: Sequence[int]) -> list[Sequence[Any]]:
        """The cells of these columns in these rows, column by column."""
        pick = _picker(places)
        return [self._columns[each].taken(pick) for each in columns]

    def rows(self, places: Sequence[int]) -> list[R]:
        """These rows."""
        return many(self.table, zip(*self.cells(range(len(self._columns)), places), strict=True))


class Packed(Sequence[R]):
    """Some rows of a large table, by their places in it."""

    def __init__(self, store: _Store[R], span: Sequence[int]) -> None:
        self.store, self.span = store, span

    def __len__(self) -> int:
        return len(self.span)

    @overload
    def __getitem__(self, place: int) -> R: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[R]: ...
    def __getitem__(self, place: int | slice) -> R | Sequence[R]:
        """A row, or some more of them."""
        if isinstance(place, int):
            return self.store.rows([self.span[place]])[0]
        return Packed(self.store, self.span[place])

    def __iter__(self) -> Iterator[R]:
        for start in range(0, len(self.span), _AT_ONCE):
            yield from self.store.rows(self.span[start : start + _AT_ONCE])

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sequence) or len(self) != len(other):
            return False
        return all(one == another for one, another in zip(self, other, strict=True))

    __hash__ = None  # type: ignore[assignment]  # as that of a list

    def __repr__(self) -> str:
        return repr([*self])


class Packer(Generic[R]):
    """Takes the rows of a large table as they are made."""

    def __init__(self, table: type[R]) -> None:
        self._store = _Store(table)

    def add(self, rows: Sequence[R]) -> Packed[R]:
        """Keep some rows, behind those before."""
        start = self._store.length
        self._store.add(rows)
        return Packed(self._store, range(start, self._store.length))


def together(parts: Sequence[Sequence[R]]) -> Sequence[R]:
    """The rows of all parts, one after the other: packed ones stay so where they follow one another."""
    spans = [each.span for each in parts if isinstance(each, Packed)]
    first = parts[0] if parts else ()
    if isinstance(first, Packed) and len(spans) == len(parts):
        whole = range(first.store.length)
        if [*chain.from_iterable(spans)] == [*whole]:
            return Packed(first.store, whole)
    return list(chain.from_iterable(parts))


def picked(rows: Sequence[R], places: Sequence[int]) -> Sequence[R]:
    """The rows at these places."""
    if isinstance(rows, Packed):
        is_whole = rows.span == range(rows.store.length)
        return Packed(rows.store, places if is_whole else [rows.span[each] for each in places])
    return [rows[each] for each in places]


def pieces(table: type[Table], rows: Sequence[Any]) -> Iterator[Piece]:
    """Some thousands of rows after the other, as columns with their cells; at least one piece."""
    for start in range(0, len(rows) or 1, _PIECE):
        yield list(zip(columns(table), _turned(table, rows[start : start + _PIECE]), strict=True))


def _turned(table: type[Table], rows: Sequence[Any]) -> Iterable[Sequence[Any]]:
    if isinstance(rows, Packed):
        return rows.store.cells(range(len(rows.store.places)), rows.span)
    return zip(*rows, strict=True) if rows else [()] * len(columns(table))


def cells(rows: Sequence[Any], *names: str) -> Iterator[tuple[Any, ...]]:
    """The cells of some columns, row by row."""
    if isinstance(rows, Packed):
        wanted = [rows.store.places[each] for each in names]
        for start in range(0, len(rows), _AT_ONCE):
            yield from zip(*rows.store.cells(wanted, rows.span[start : start + _AT_ONCE]), strict=True)
    else:
        yield from zip(*([getattr(row, name) for row in rows] for name in names), strict=True)
