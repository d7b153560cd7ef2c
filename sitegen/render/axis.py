"""The axes of a chart: where a day and a value lie in its picture, and which of them are marked."""

from collections.abc import Iterator
from datetime import date
from functools import cache, lru_cache
from html import escape
from math import ceil
from typing import NamedTuple

from sitegen.language import Language
from sitegen.scale import Scale

LEFT, RIGHT, TOP, BOTTOM = 50, 500, 14, 224
_MARGIN = 24  # half of a label: nearer to the edge than that it would be cut off
_MOST_YEARS = 7
_MOST_MONTHS = 5
_MONTHS_TOLD_APART = 24


class Span(NamedTuple):
    """The days that an axis reaches over, which charts beside each other share."""

    first: date
    last: date

    @property
    def length(self) -> int:
        """How many days lie between the two, one at least."""
        return (self.last - self.first).days or 1

    def x(self, day: date) -> float:
        """Where a day lies."""
        return LEFT + (day - self.first).days / self.length * (RIGHT - LEFT)


def y(axis: Scale, value: float) -> float:
    """Where a value lies."""
    return BOTTOM - axis.part(value) * (BOTTOM - TOP)


@cache
def levels(axis: Scale, language: Language, *, is_rank: bool) -> str:
    """The values that are marked, the highest of a rank among them: it is 1, which is not round."""
    write, found = language.number(0), axis.levels
    if is_rank:
        found = [*(each for each in found if each < axis.high), axis.high]
    return "".join([_level(y(axis, each), write(abs(each) if is_rank else each)) for each in found])


def _level(height: float, label: str) -> str:
    return (
        f'<path class="grid" d="M{LEFT} {height:.1f}H{RIGHT}"/>'
        f'<text x="{LEFT - 6}" y="{height:.1f}" dy=".35em" text-anchor="end">{escape(label)}</text>'
    )


@lru_cache
def moments(days: Span, language: Language) -> str:
    """The days that are marked."""
    return "".join([_moment(days.x(day), label, anchor) for day, label, anchor in _moments(days, language)])


def _moment(x: float, label: str, anchor: str) -> str:
    return (
        f'<path class="grid" d="M{x:.1f} {BOTTOM}v5"/>'
        f'<text x="{x:.1f}" y="{BOTTOM + 6}" dy="1em" text-anchor="{anchor}">{escape(label)}</text>'
    )


def _moments(days: Span, language: Language) -> Iterator[tuple[date, str, str]]:
    """Where the axis of days is marked, with the label and where it is anchored.

    At the turn of years, or of months where those would be too few, or else at both ends.
    """
    turns = _years(days) if _months(days) > _MONTHS_TOLD_APART else _turns_of_months(days, language)
    inside = [(day, label, "middle") for day, label in turns if days.x(day) <= RIGHT - _MARGIN]
    if len(inside) > 1:
        yield from inside
        return
    yield days.first, language.short_date(days.first), "start"
    if days.last > days.first:
        yield days.last, language.short_date(days.last), "end"


def _months(days: Span) -> int:
    return (days.last.year - days.first.year) * 12 + days.last.month - days.first.month


def _years(days: Span) -> list[tuple[date, str]]:
    first, last = days.first.year, days.last.year
    step = ceil((last - first) / _MOST_YEARS)
    return [(date(year, 1, 1), str(year)) for year in range(first + 1, last + 1, step)]


def _turns_of_months(days: Span, language: Language) -> list[tuple[date, str]]:
    """Months by their name alone, but for the first of a year: that is the year."""
    first = days.first.year * 12 + days.first.month
    step = next(each for each in (1, 2, 3, 6) if _months(days) / each <= _MOST_MONTHS)
    turns = [
        date(each // 12, each % 12 + 1, 1)
        for each in range(first, first + _months(days))
        if each % 12 % step == 0
    ]
    has_year = any(day.month == 1 for day in turns)
    return [(day, _month(day, language, has_year=has_year)) for day in turns]


def _month(day: date, language: Language, *, has_year: bool) -> str:
    if not has_year:
        return language.month(day)
    return str(day.year) if day.month == 1 else language.month_alone(day)
