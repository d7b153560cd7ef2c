"""What stands in a row in the place of a cell that could not be read, so that the rest can be checked."""

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import chain
from operator import attrgetter
from typing import Any, Never, TypeVar

T = TypeVar("T")


class Missing:
    """A cell that could not be read: nothing that is asked of it is true, and nothing comes of it but itself.

    It is equal to nothing, unequal to nothing, neither less nor more than anything, and empty; each stands
    for itself, so that two of them are no repetition. Whatever needs the text or number of a cell asks for
    the rows in which it is `known`.
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
    """Rows of which every cell was read, so that nobody has to look for one that was not."""


_make_getter = cache(attrgetter)  # to make one takes longer than to look into a few rows


def select_complete(rows: Iterable[T], *columns: str) -> list[T]:
    """Those of the rows in which the cells of these columns were read; without columns, all cells."""
    if isinstance(rows, CompleteRows):
        return rows
    found: list[Any] = list(rows)
    if not columns:
        return [row for row in found if Missing not in map(type, row)]
    cells: Iterable[Any] = map(_make_getter(*columns), found)
    if Missing not in map(type, cells if len(columns) == 1 else chain.from_iterable(cells)):  # mostly
        return found
    return [row for row in found if Missing not in (type(getattr(row, column)) for column in columns)]
