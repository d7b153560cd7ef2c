"""The value of a cell that could not be read, so that the rest of its row can still be checked."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import chain
from operator import attrgetter
from typing import Any, Never, TypeVar

T = TypeVar("T")
D = TypeVar("D")


class Missing:
    """The value of a cell that could not be read.

    Every comparison with it is false, also `!=`; it is empty; arithmetic, attributes and calls return it
    again. Each hashes by identity, so that two of them are not duplicates. Code that needs the text or number
    of a cell asks for the rows that have it with `select_complete`.
    """

    def _return_false(self, *_: object) -> bool:
        return False

    def _return_self(self, *_: object) -> "Missing":
        return self

    __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = __contains__ = _return_false
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __truediv__ = __rtruediv__ = _return_self
    __floordiv__ = __rfloordiv__ = __mod__ = __rmod__ = _return_self
    __neg__ = __abs__ = __round__ = __getitem__ = __call__ = _return_self

    def __hash__(self) -> int:
        return id(self)

    def __bool__(self) -> bool:
        return False

    def __len__(self) -> int:
        return 0

    def __iter__(self) -> Iterator[Never]:
        return iter(())

    def __getattr__(self, name: str) -> "Missing":
        if name.startswith("__"):
            raise AttributeError(name)
        return self

    def __format__(self, _: str) -> str:
        return "?"

    def __repr__(self) -> str:
        return "?"


class CompleteRows(list[T]):
    """Rows of which every cell was read, so that `select_complete` need not look."""


class FileRows(CompleteRows[T]):
    """The rows of one file, which never change, with what was made of them alone."""

    def __init__(self, rows: Iterable[T]) -> None:
        super().__init__(rows)
        self._made: dict[object, Any] = {}

    def derive(self, make: Callable[[Sequence[T]], D]) -> D:
        """Return what `make` makes of these rows, for which it is called once."""
        if make not in self._made:
            self._made[make] = make(self)
        made: D = self._made[make]
        return made


class TableRows(CompleteRows[T]):
    """The rows of a table that is read again and again, file after file."""

    def __init__(self, files: Iterable[FileRows[T]]) -> None:
        self.files = [*files]
        super().__init__(chain.from_iterable(self.files))


def map_files(make: Callable[[Sequence[T]], D], rows: Sequence[T]) -> list[D]:
    """Return what `make` makes of the rows of each file; of all rows at once if these are of no known file.

    What was made of the rows of a file that has not changed is not made again.
    """
    return [file.derive(make) for file in rows.files] if isinstance(rows, TableRows) else [make(rows)]


_make_getter = cache(attrgetter)  # making one takes longer than looking into a few rows


def select_complete(rows: Iterable[T], *columns: str) -> list[T]:
    """Return the rows in which all cells of these columns were read; of all columns if none are named."""
    if isinstance(rows, CompleteRows):
        return rows
    every: list[Any] = list(rows)
    if not columns:
        return [row for row in every if Missing not in map(type, row)]
    cells: Iterable[Any] = map(_make_getter(*columns), every)
    if Missing not in map(type, cells if len(columns) == 1 else chain.from_iterable(cells)):  # mostly
        return every
    return [row for row in every if Missing not in (type(getattr(row, column)) for column in columns)]
