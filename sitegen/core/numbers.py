"""Formatting of many numbers at once, and the round numbers of an axis."""

from collections.abc import Iterable, Sequence
from math import ceil, floor, log10
from typing import NamedTuple


class Scale(NamedTuple):
    """An axis from one round number to another, marked at each `step`."""

    low: float
    high: float
    step: float

    def get_fraction(self, value: float) -> float:
        """Return the position of a value on the axis: 0 at the low end, 1 at the high end."""
        return (value - self.low) / (self.high - self.low)

    @property
    def levels(self) -> list[float]:
        """The values of the marks."""
        return [
            self.low + index * self.step for index in range(round((self.high - self.low) / self.step) + 1)
        ]


def make_scale(values: Iterable[float]) -> Scale:
    """Return the axis for some values, at least one: about four steps, between round numbers."""
    numbers = [*values]
    least, most = min(numbers), max(numbers)
    step = _round_up_step((most - least) / 4)
    low = floor(least / step) * step
    return Scale(low, max(ceil(most / step) * step, low + step), step)


def _round_up_step(width: float) -> float:
    """Return the smallest of 1, 2, 5, 10, 20, 50 … that is not below `width`."""
    if width <= 1:
        return 1
    power = 10.0 ** floor(log10(width))
    return next(factor * power for factor in (1, 2, 5, 10) if factor * power >= width)


MINUS = "\N{MINUS SIGN}"
"""The minus sign proper, which is as wide as the plus."""


class _IntegerTexts(dict[int, str]):
    """The texts of whole numbers; pages show few different ones, each many times."""

    def __missing__(self, number: int) -> str:
        self[number] = text = str(number).replace("-", MINUS)
        return text


_INTEGER_TEXTS = _IntegerTexts()


def format_integers(values: Iterable[float | None]) -> list[str]:
    """Return numbers without decimals, halves rounded to the even number as `%` does; None is blank."""
    return ["" if value is None else _INTEGER_TEXTS[round(value)] for value in values]


def format_lines(values: Sequence[float | None], line: str) -> str:
    """Format each number by a pattern of one `line`; None is a blank line, and zero has no sign."""
    numbers, pattern = tuple(values), line * len(values)
    if None in numbers:
        pattern = "".join(["\n" if value is None else line for value in numbers])
        numbers = tuple([value for value in numbers if value is not None])
    text = pattern % numbers
    if "-" not in text and "+" not in text:
        return text
    zero = (line % 0.0).removeprefix("+")
    return text.replace(f"+{zero}", zero).replace(f"-{zero}", zero)


def format_column(values: Sequence[float | None], line: str, mark: str) -> Sequence[str]:
    """Return the numbers as people read them, with a decimal `mark` and a true minus."""
    return format_lines(values, line).replace("-", MINUS).replace(".", mark).split("\n")[:-1]
