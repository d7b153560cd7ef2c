"""Round numbers to draw figures between."""

from collections.abc import Iterable
from math import ceil, floor, log10
from typing import NamedTuple


class Scale(NamedTuple):
    """An axis from one round number to another, marked at each `step`."""

    low: float
    high: float
    step: float

    def part(self, value: float) -> float:
        """How far along the axis a value lies: 0 at its low end, 1 at its high end."""
        return (value - self.low) / (self.high - self.low)

    @property
    def levels(self) -> list[float]:
        """The values that are marked."""
        return [self.low + each * self.step for each in range(round((self.high - self.low) / self.step) + 1)]


def scale(values: Iterable[float]) -> Scale:
    """The axis on which these values, of which there is at least one, have some room."""
    found = [*values]
    least, most = min(found), max(found)
    step = _round_step((most - least) / 4)
    low = floor(least / step) * step
    return Scale(low, max(ceil(most / step) * step, low + step), step)


def _round_step(least: float) -> float:
    """The smallest of 1, 2, 5, 10, 20, 50 … that is not below `least`."""
    if least <= 1:
        return 1
    power = 10.0 ** floor(log10(least))
    return next(each * power for each in (1, 2, 5, 10) if each * power >= least)
