"""Round numbers to draw figures between.

Numbers as people and programs read them, many at once.
"""

from collections.abc import Iterable, Sequence
from math import ceil, floor, log10
from typing import NamedTuple


class Scale(NamedTuple):
    """An axis from one round number to another, marked at each `step`."""

    low: float
    high: float
    step: float

    def get_fraction(self, value: float) -> float:
        """How far along the axis a value lies: 0 at its low end, 1 at its high end."""
        return (value - self.low) / (self.high - self.low)

    @property
    def levels(self) -> list[float]:
        """The values that are marked."""
        return [
            self.low + index * self.step for index in range(round((self.high - self.low) / self.step) + 1)
        ]


def make_scale(values: Iterable[float]) -> Scale:
    """The axis on which these values, of which there is at least one, have some room."""
    found = [*values]
    least, most = min(found), max(found)
    step = _round_up_step((most - least) / 4)
    low = floor(least / step) * step
    return Scale(low, max(ceil(most / step) * step, low + step), step)


def _round_up_step(least: float) -> float:
    """The smallest of 1, 2, 5, 10, 20, 50 … that is not below `least`."""
    if least <= 1:
        return 1
    power = 10.0 ** floor(log10(least))
    return next(factor * power for factor in (1, 2, 5, 10) if factor * power >= least)


MINUS = "\N{MINUS SIGN}"
"""A true one, as wide as the plus."""


class _IntegerTexts(dict[int, str]):
    """Whole numbers as they are written: pages show few of them, each many times."""

    def __missing__(self, number: int) -> str:
        self[number] = text = str(number).replace("-", MINUS)
        return text


_INTEGER_TEXTS = _IntegerTexts()


def format_integers(values: Iterable[float | None]) -> list[str]:
    """Numbers without decimals, which are rounded as `%` does, to the even one of two; None is blank."""
    return ["" if value is None else _INTEGER_TEXTS[round(value)] for value in values]


def format_lines(values: Sequence[float | None], one: str) -> str:
    """Numbers, `one` as Python writes it in a line; None is a blank line, and zero has no sign."""
    known, pattern, zero = tuple(values), one * len(values), (one % 0.0).removeprefix("+")
    if None in known:
        pattern = "".join(["\n" if value is None else one for value in known])
        known = tuple([value for value in known if value is not None])
    return (pattern % known).replace(f"+{zero}", zero).replace(f"-{zero}", zero)


def format_column(values: Sequence[float | None], one: str, mark: str) -> Sequence[str]:
    """The same as people read them."""
    return format_lines(values, one).replace("-", MINUS).replace(".", mark).split("\n")[:-1]
