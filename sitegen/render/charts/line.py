"""Draw the course of a figure over time as an SVG inside its page.

The line goes in steps, as a figure stays the same until the next day of play. It is in an SVG of its own
inside the frame, whose units are days since the first day of the axis and points below its top, so that a
script can read the figures back. Colours come from the style sheet of the page.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from datetime import date
from functools import cache, lru_cache
from html import escape
from itertools import chain, pairwise
from math import ceil, copysign
from typing import NamedTuple

from sitegen.core.language import Language
from sitegen.core.model import Chart
from sitegen.core.numbers import Scale, make_scale

LEFT, RIGHT, TOP, BOTTOM = 50, 500, 14, 224
_MARGIN = 24  # half of a label, which would be cut off nearer to the edge
_MAX_YEARS = 7
_MAX_MONTHS = 5
_MAX_MONTH_SPAN = 24


class DateRange(NamedTuple):
    """The first and the last day of an axis, which charts beside each other share."""

    first: date
    last: date

    @property
    def length(self) -> int:
        """The days between the two, at least one."""
        return (self.last - self.first).days or 1

    def scale_x(self, day: date) -> float:
        """Return the x coordinate of a day."""
        return LEFT + (day - self.first).days / self.length * (RIGHT - LEFT)


def scale_y(axis: Scale, value: float) -> float:
    """Return the y coordinate of a value."""
    return BOTTOM - axis.get_fraction(value) * (BOTTOM - TOP)


@cache
def draw_value_axis(axis: Scale, language: Language, *, is_rank: bool) -> str:
    """Return the axis of values; that of ranks also marks rank 1, which is no round number."""
    write, values = language.make_number_formatter(0), axis.levels
    if is_rank:
        values = [*(value for value in values if value < axis.high), axis.high]
    parts = []
    for value in values:
        y, label = scale_y(axis, value), escape(write(abs(value) if is_rank else value))
        parts.append(f'<path class="grid" d="M{LEFT} {y:.1f}H{RIGHT}"/>')
        parts.append(f'<text x="{LEFT - 6}" y="{y:.1f}" dy=".35em" text-anchor="end">{label}</text>')
    return "".join(parts)


@lru_cache
def draw_date_axis(days: DateRange, language: Language) -> str:
    """Return the axis of days."""
    parts = []
    for day, label, anchor in _find_date_labels(days, language):
        x, y = days.scale_x(day), BOTTOM + 6
        parts.append(f'<path class="grid" d="M{x:.1f} {BOTTOM}v5"/>')
        parts.append(f'<text x="{x:.1f}" y="{y}" dy="1em" text-anchor="{anchor}">{escape(label)}</text>')
    return "".join(parts)


def _find_date_labels(days: DateRange, language: Language) -> Iterator[tuple[date, str, str]]:
    """Yield the days that are marked on an axis, each with its label and the anchor of the label.

    These are the first days of years, or of months if years would be too few, or else both ends of the axis.
    """
    if _count_months(days) > _MAX_MONTH_SPAN:
        first, last = days.first.year, days.last.year
        years = range(first + 1, last + 1, ceil((last - first) / _MAX_YEARS))
        turns = [(date(year, 1, 1), str(year)) for year in years]
    else:
        turns = _find_month_starts(days, language)
    inside = [(day, label, "middle") for day, label in turns if days.scale_x(day) <= RIGHT - _MARGIN]
    if len(inside) > 1:
        yield from inside
        return
    yield days.first, language.format_short_date(days.first), "start"
    if days.last > days.first:
        yield days.last, language.format_short_date(days.last), "end"


def _count_months(days: DateRange) -> int:
    return (days.last.year - days.first.year) * 12 + days.last.month - days.first.month


def _find_month_starts(days: DateRange, language: Language) -> list[tuple[date, str]]:
    """Return the first days of months, with the year in January and the name of the month in others.

    If no January is among them, each has the month with its year.
    """
    first = days.first.year * 12 + days.first.month
    step = next(candidate for candidate in (1, 2, 3, 6) if _count_months(days) / candidate <= _MAX_MONTHS)
    turns = [
        date(month // 12, month % 12 + 1, 1)
        for month in range(first, first + _count_months(days))
        if month % 12 % step == 0
    ]
    if not any(day.month == 1 for day in turns):
        return [(day, language.format_month(day)) for day in turns]
    return [(day, str(day.year) if day.month == 1 else language.format_month_name(day)) for day in turns]


_WIDTH, _HEIGHT = 560, 250
_MARK_DISTANCE = 100  # a mark that lies further from the line is left out
_DECIMAL_RANGE = 20  # figures that lie nearer to each other are shown with a decimal
_LETTER_WIDTH, _LETTER_HEIGHT = 9, 14  # about the size of a letter on a phone
_LABEL_ROOM = 26  # nearer to the top there is no room for a name above a point


def find_date_range(charts: Sequence[Chart]) -> DateRange | None:
    """Return the days of all charts together, None if none of them has a line."""
    lines = [chart.points for chart in charts if has_line(chart)]
    if not lines:
        return None
    return DateRange(min(points[0][0] for points in lines), max(points[-1][0] for points in lines))


def has_line(chart: Chart) -> bool:
    """Return whether a chart has two days to draw a line between."""
    return len(chart.points) > 1


def find_marks(chart: Chart) -> dict[str, float]:
    """Return the marked values of a chart that are near enough to its line, by their labels."""
    return _select_marks(chart, *_find_extremes(chart)) if chart.marks else {}


def _select_marks(chart: Chart, lowest: float, highest: float) -> dict[str, float]:
    return {
        label: value
        for label, value in chart.marks.items()
        if lowest - _MARK_DISTANCE < value < highest + _MARK_DISTANCE
    }


def _find_extremes(chart: Chart) -> tuple[float, float]:
    """Return the lowest value and the highest."""
    values = [value for _, value in chart.points]
    return min(values), max(values)


def _choose_decimals(chart: Chart, lowest: float, highest: float) -> int:
    """Return with how many decimals the figures of a chart are shown."""
    is_small = highest - lowest < _DECIMAL_RANGE and max(abs(lowest), abs(highest)) < 10 * _MARK_DISTANCE
    return 1 if is_small and not chart.is_rank else 0


def render_chart(
    chart: Chart,
    language: Language,
    days: DateRange | None = None,
    biggest_change: tuple[date, str] | None = None,
) -> str:
    """Return the chart as `<svg>`, from the first of `days` to the last; blank without a line to draw.

    `biggest_change` is the day of the largest step, with its name.
    """
    if not has_line(chart):
        return ""
    extremes = _find_extremes(chart)
    decimals, marks = _choose_decimals(chart, *extremes), _select_marks(chart, *extremes).values()
    frame = _ChartFrame(
        chart, days or DateRange(chart.points[0][0], chart.points[-1][0]), [*extremes, *marks]
    )
    write = language.make_number_formatter(decimals)
    parts = [
        draw_value_axis(frame.axis, language, is_rank=chart.is_rank),
        draw_date_axis(frame.days, language),
        *map(frame.draw_mark, marks),
        frame.draw_line(decimals),
        *([frame.draw_biggest_change(*biggest_change)] if biggest_change else []),
        frame.draw_end(write(chart.points[-1][1])),
    ]
    return (
        f'<svg class="chart" viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img"'
        f' aria-label="{escape(_describe_chart(chart, extremes, language, write))}">{"".join(parts)}</svg>'
    )


class _ChartFrame:
    """Draws what lies between the axes; that of values ends at round numbers and has room for `values`."""

    def __init__(self, chart: Chart, days: DateRange, values: Sequence[float]) -> None:
        self.days = days
        self.axis = _make_rank_axis(values) if chart.is_rank else make_scale(values)
        self._points = [(day, -value) for day, value in chart.points] if chart.is_rank else chart.points
        self._kind = " data-rank" if chart.is_rank else ""

    def draw_mark(self, value: float) -> str:
        return f'<path class="ref" d="M{LEFT} {scale_y(self.axis, value):.1f}H{RIGHT}"/>'

    def draw_line(self, decimals: int) -> str:
        """Return the line in an SVG of its own, with the distances of each day from the left and the top.

        A script reads the figures back from the distances, which have two decimals. So a figure that lies
        just between two that are shown stands on the side to which it was rounded.
        """
        low, high, first = self.axis.low, self.axis.high, self.days.first.toordinal()
        room = 0.5 * 0.1**decimals - 0.01
        days, values = zip(*self._points, strict=True)
        shown_values = [round(value, decimals) for value in values]
        depths = [
            high - (value if abs(value - shown) < room else shown + copysign(room, value - shown))
            for value, shown in zip(values, shown_values, strict=True)
        ]
        pairs = zip([day.toordinal() - first for day in days], depths, strict=True)
        steps = "M%d %.2f" + "H%dV%.2f" * (len(values) - 1) + "H"
        path = (steps % tuple(chain.from_iterable(pairs))).replace("0H", "H").replace(".0H", "H")
        return (
            f'<svg x="{LEFT}" y="{TOP}" width="{RIGHT - LEFT}" height="{BOTTOM - TOP}"'
            f' viewBox="0 0 {self.days.length} {high - low:g}" preserveAspectRatio="none"'
            f' data-first="{self.days.first}" data-high="{high:g}" data-decimals="{decimals}"{self._kind}>'
            f'<path class="line" d="{path}{self.days.length}"/></svg>'
        )

    def draw_biggest_change(self, day: date, name: str) -> str:
        """Return a dot where the largest step led, with its name where that crosses the line least."""
        value = next((value for point_day, value in self._points if point_day == day), None)
        if value is None:
            return ""
        x, y = self.days.scale_x(day), scale_y(self.axis, value)
        side, anchor = (-6, "end") if x > (LEFT + RIGHT) / 2 else (6, "start")
        width = _LETTER_WIDTH * len(name)
        left = x + side - (width if side < 0 else 0)
        baselines = [y - 9, y + 18] if y > _LABEL_ROOM else [y + 18]
        steps = self._find_steps(left, left + width)
        baseline = min(baselines, key=lambda candidate: _count_crossings(steps, candidate))
        return (
            f'<circle class="pt" cx="{x:.1f}" cy="{y:.1f}" r="3"/>'
            f'<text class="note" x="{x + side:.1f}" y="{baseline:.1f}" text-anchor="{anchor}">'
            f"{escape(name)}</text>"
        )

    def _find_steps(self, left: float, right: float) -> list[tuple[float, float]]:
        """Return the heights between which the line goes at each step between two x coordinates."""
        first = bisect_right(self._points, left, key=self._get_x)
        end = bisect_left(self._points, right, key=self._get_x)
        heights = [scale_y(self.axis, value) for _, value in self._points[max(first - 1, 0) : end]]
        next_height = heights[-1:] if end < len(self._points) else []
        return [*pairwise([*heights, *next_height])]

    def _get_x(self, point: tuple[date, float]) -> float:
        return self.days.scale_x(point[0])

    def draw_end(self, label: str) -> str:
        """Return a dot on the last point, and its value behind the line."""
        day, value = self._points[-1]
        y = scale_y(self.axis, value)
        return (
            f'<text class="val" x="{RIGHT + 7}" y="{y:.1f}" dy=".35em">{escape(label)}</text>'
            f'<circle class="end" cx="{self.days.scale_x(day):.1f}" cy="{y:.1f}" r="3.5"/>'
        )


def _count_crossings(steps: Sequence[tuple[float, float]], baseline: float) -> int:
    """Return how many steps of the line cross a text whose baseline is at a height."""
    return sum(min(step) < baseline and max(step) > baseline - _LETTER_HEIGHT for step in steps)


def _make_rank_axis(ranks: Sequence[float]) -> Scale:
    """Return the axis of ranks, which are drawn as negative numbers; it never goes above rank 1."""
    axis = make_scale([-rank for rank in ranks])
    return axis if axis.high < 0 else Scale(min(axis.low, -2), -1, axis.step)


def _describe_chart(
    chart: Chart, extremes: tuple[float, float], language: Language, write: Callable[[float], str]
) -> str:
    """Return in words what the line shows, for those who do not see it."""
    low, high = extremes[:: -1 if chart.is_rank else 1]
    (first, start), (last, end) = chart.points[0], chart.points[-1]
    text = language.translate("{title}: {begun} on {first}, {ended} on {last}; lowest {low}, highest {high}")
    return text.format(
        title=language.translate(chart.title),
        begun=write(start),
        first=language.format_full_date(first),
        ended=write(end),
        last=language.format_full_date(last),
        low=write(low),
        high=write(high),
    )
