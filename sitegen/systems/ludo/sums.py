"""Sums by group, and how rows are ranked in groups."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from operator import itemgetter
from typing import Any, TypeVar

from sitegen.toolkit.order import best_first
from sitegen.toolkit.rows import grouped

T = TypeVar("T")


def added(values: Iterable[float]) -> float:
    """The sum in the order of the values, with compensation for what rounding loses, as Kahan found it.

    Every machine finds the same bits.
    """
    total = lost = 0.0
    for each in values:
        more = each - lost
        now = total + more
        lost = (now - total) - more
        total = now
    return total


def ranked(
    things: Sequence[T], figure: Callable[[T], float], within: Callable[[T], Any], shown: Callable[[T], Any]
) -> Iterator[tuple[int, T]]:
    """The things with their rank, the highest `figure` first, in each group of those alike in `within`.

    Equal figures share a rank, the best of their places. The things stand in the order of `within`, then of
    ranks, and inside a shared one in that of `shown`.
    """
    for _, group in sorted(grouped(things, within).items(), key=itemgetter(0)):
        yield from best_first(sorted(group, key=shown), figure)
