"""What several systems check of their tables."""

from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import TypeVar

T = TypeVar("T")


def again(rows: Iterable[T], key: Callable[[T], Hashable]) -> Iterator[tuple[T, T]]:
    """The rows with the key of one above them, each with the first that has it."""
    first: dict[Hashable, T] = {}
    for row in rows:
        other = first.setdefault(key(row), row)
        if other is not row:
            yield row, other
