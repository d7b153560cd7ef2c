"""The axes of pictures: values and days beside and below a line over time, and the days of lists and events.

Lists and events stand in columns, of which the first is 0: a desk has the days of several, a phone fewer.
"""

from collections.abc import Iterator, Sequence
from datetime import date
from functools import cache, lru_cache
from html import escape
from math import ceil
from typing import NamedTuple

from sitegen.core.language import Language
from sitegen.core.numbers import Scale
from sitegen.render.cells import format_class

TOP, BOTTOM, HEIGHT = 8, 200, 226
"""Where the highest value and the lowest of an axis are, and how high a chart is, in pixels; `charts.css` has
the lowest, too."""
_MAX_DATES = 6
_MONTHS = (1, 2, 3, 6, 12, 24, 60, 120, 240)
"""How many months lie between two dates that are marked."""
_PHONE_LETTERS = 25  # of all dates together, for which there is room on a phone


class DateRange(NamedTuple):
    """The first and the last day of an axis, which charts beside each other share."""

    first: date
    last: date

    @property
    def length(self) -> int:
        """The days between the two, at least one."""
        return (self.last - self.first).days or 1

    def scale_x(self, day: date) -> float:
        """Return the place of a day, in per cent of the width."""
        return 100 * (day - self.first).days / self.length


def scale_y(axis: Scale, value: float) -> float:
    """Return the y coordinate of a value, in pixels."""
    return BOTTOM - axis.get_fraction(value) * (BOTTOM - TOP)


def format_coordinate(number: float) -> str:
    """Return a coordinate as a script writes it: with one decimal, unless that is a zero."""
    return f"{number:.1f}".removesuffix(".0")


@cache
def draw_value_axis(axis: Scale, language: Language, *, is_rank: bool) -> str:
    """Return the axis of values; that of ranks also marks rank 1, which is no round number.

    What is the same for all levels, and for all days below, stands in `charts.css`.
    """
    write, values = language.make_number_formatter(0), axis.levels
    if is_rank:
        values = [*(value for value in values if value < axis.high), axis.high]
    parts = []
    for value in values:
        y, label = format_coordinate(scale_y(axis, value)), escape(write(abs(value) if is_rank else value))
        parts.append(f"<rect y={y} /><text y={y}>{label}</text>")
    return "".join(parts)


@lru_cache
def draw_date_axis(days: DateRange, language: Language) -> str:
    """Return the axis of days; where a phone has no room for all dates, every second one is for desks."""
    dates = _label_dates(days, language)
    is_long = sum(len(label) for _, label, _ in dates) > _PHONE_LETTERS and len(dates) > 2
    parts = []
    for number, (day, label, side) in enumerate(dates):
        x, kind = f"{format_coordinate(days.scale_x(day))}%", "opt" if is_long and number % 2 else side
        parts.append(f"<rect x={x} /><text{format_class(kind)} x={x}>{escape(label)}</text>")
    return "".join(parts)


def _label_dates(days: DateRange, language: Language) -> list[tuple[date, str, str]]:
    """Return the days that are marked on an axis, each with its label and the class of one at an end.

    These are the first days of months, so many apart that there are few: January has the year and another
    month its name, with the year where no January is among them. Of a short time they are both ends.
    """
    dates = [*_find_dates(days)]
    if len(dates) < 2:
        ends = [(days.first, "start"), (days.last, "ta")][: 1 + (days.last > days.first)]
        return [(day, language.format_short_date(day), side) for day, side in ends]
    if all(day.month > 1 for day in dates):
        return [(day, language.format_month(day), "") for day in dates]
    names = [str(day.year) if day.month == 1 else language.format_month_name(day) for day in dates]
    return [(day, name, "") for day, name in zip(dates, names, strict=True)]


def _find_dates(days: DateRange) -> Iterator[date]:
    """Yield first days of months that are after the first day of an axis, evenly apart."""
    first, last = (day.year * 12 + day.month - 1 for day in days)
    step = next((step for step in _MONTHS if last // step - first // step <= _MAX_DATES), _MONTHS[-1])
    for month in range((first // step + 1) * step, last + 1, step):
        yield date(month // 12, month % 12 + 1, 1)


def spread_columns(last: int, most: int) -> list[int]:
    """Return at most so many columns from 0 to the last, evenly, with both ends."""
    count = min(last + 1, most)
    return [round(index * last / (count - 1)) for index in range(count)]


def draw_days(days: Sequence[date], most: int, y: int, language: Language, *, has_year: bool) -> str:
    """Return the days of columns as texts, of which a phone shows the ends and the middle one.

    Their distance is that of `most` days between both ends. The first can be a month with its year.
    """
    last = len(days) - 1
    step = ceil(last / most)
    inner = [*range(step, last - step // 2, step)]
    kinds = dict.fromkeys(inner, ' class="mid opt"') | {last: " class=ta"}
    if inner:
        kinds[min(inner, key=lambda column: abs(2 * column - last))] = " class=mid"
    labels = {column: language.format_short_day(days[column]) for column in (0, *inner, last)}
    if has_year:
        labels[0] = language.format_month(days[0])
    return "".join(
        [
            f"<text{kinds.get(column, '')} x={100 * column / last:.4g}% y={y}>{escape(label)}</text>"
            for column, label in labels.items()
        ]
    )
