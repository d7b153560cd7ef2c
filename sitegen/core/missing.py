"""The value of a cell that could not be read, so that the rest of its row can still be checked."""

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import chain
from operator import attrgetter
from typing import Any, Never, TypeVar

T = TypeVar("T")


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
