"""What somebody still needs, asked of what ranks: with results that are only supposed."""

from bisect import bisect_left
from collections.abc import Callable, Sequence
from itertools import groupby, pairwise
from math import ceil, floor
from operator import attrgetter
from typing import Any, TypeVar

T = TypeVar("T", bound=Any)
_FINER = 100
"""Steps in one: a figure that is needed has the two decimals that it is shown with."""


def least(does: Callable[[float], bool], lowest: float, highest: float) -> float | None:
    """The least figure of two decimals between these bounds that does it; None where the highest does not.

    What it is asked of must do it with every higher figure, too.
    """
    first, last = ceil(lowest * _FINER), floor(highest * _FINER)
    if first > last or not does(last / _FINER):
        return None
    place = bisect_left(range(first, last), True, key=lambda step: does(step / _FINER))
    return (first + place) / _FINER


def above(lines: Sequence[T]) -> dict[str, T]:
    """The line next above that of each player in a ranking, which is in order; none above the first.

    Above who share a place stands who is before them all.
    """
    shared = [list(group) for _, group in groupby(lines, key=attrgetter("rank"))]
    return {each.player: before[-1] for before, here in pairwise(shared) for each in here}
