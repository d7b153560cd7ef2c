"""Sums that are the same to the bit on every machine."""

from collections.abc import Iterable


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
