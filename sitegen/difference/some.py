"""As much as somebody reads on, and how much is left."""

from collections.abc import Sequence
from typing import Generic, NamedTuple, TypeVar

T = TypeVar("T")


class Some(NamedTuple, Generic[T]):
    """The first of many, and how many are left out."""

    shown: Sequence[T]
    left: int = 0


def some(every: Sequence[T], most: int) -> Some[T]:
    """At most so many; one that would be left alone is told too."""
    return Some(every[:most], len(every) - most) if len(every) > most + 1 else Some(every)
