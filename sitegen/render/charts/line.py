"""Draw the course of a figure over time as an SVG inside its page, with what is read of it in words.

The line goes in steps, as a figure stays the same until the next day of play. It is in an SVG of its own
inside the frame, whose units are days since the first day of the axis and points below its top, so that a
script can read the figures back: `templates/static/chart.js` reads them off day by day, draws a shorter
period as this module draws the whole, and the courses of several players in one frame.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from html import escape
from itertools import chain, pairwise, product
from math import copysign
from operator import sub

from sitegen.core.language import Language
from sitegen.core.model import Chart
from sitegen.core.numbers import MINUS, Scale, make_scale
from sitegen.render.cells import format_class
from sitegen.render.charts.axes import (
    BOTTOM,
    HEIGHT,
    TOP,
    DateRange,
    draw_date_axis,
    draw_value_axis,
    format_coordinate,
    scale_y,
)

_MARK_DISTANCE = 100  # a mark that lies further from the line is left out
_DECIMAL_RANGE = 20  # figures that lie nearer to each other are shown with a decimal
_PLOT_WIDTHS = (430, 210)  # of a desk and of a phone, at least, in pixels
_LETTER_WIDTH, _LETTER_HEIGHT = 7, 12
_SHORTER = (("v0h", "h"), ("v0.", "v."), ("v-0.", "v-."))
"""What a path says in fewer letters: no way down where the figure stays, and no zero before a point."""


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
    names: Mapping[date, str] = {},
    biggest_change: date | None = None,
) -> str:
    """Return what is read of the last day, and the chart as `<svg>`, from the first of `days` to the last.

    It is blank without a line to draw. `names` say what was played on a day, and `biggest_change` is the day
    of the largest step.
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
        f"<g class=axis>{draw_value_axis(frame.axis, language, is_rank=chart.is_rank)}",
        f"{draw_date_axis(frame.days, language)}</g>",
        frame.draw_line(decimals, [*marks], [names.get(day, "") for day, _ in chart.points] if names else ()),
        frame.draw_biggest_change(biggest_change, names.get(biggest_change, "")) if biggest_change else "",
        frame.draw_end(write(chart.points[-1][1])),
    ]
    return (
        f"<p class=read>{_render_last(chart, decimals, language, names)}</p>\n"
        f"<svg class=chart height={HEIGHT} role=img"
        f' aria-label="{escape(_describe_chart(chart, extremes, language, write))}">{"".join(parts)}</svg>'
    )


def _render_last(chart: Chart, decimals: int, language: Language, names: Mapping[date, str]) -> str:
    """Return the last day, its figure, by how much the figures shown differ, and what was played."""
    (_, before), (day, value) = chart.points[-2:]
    write = language.make_number_formatter(decimals)
    change = round(value, decimals) - round(before, decimals)
    parts = [f"<span>{escape(language.format_short_date(day))}</span>", f"<b>{escape(write(value))}</b>"]
    if change:
        is_up = (change > 0) != chart.is_rank
        sign = ("▼", "▲")[is_up] if chart.is_rank else (MINUS, "+")[is_up]
        css_class = "up" if is_up else "down"
        parts.append(f"<span class={css_class}>{sign}{escape(write(abs(change)))}</span>")
    if name := names.get(day):
        parts.append(f"<small>{escape(name)}</small>")
    return " ".join(parts)


class _ChartFrame:
    """Draws what lies between the axes; that of values ends at round numbers and has room for `values`."""

    def __init__(self, chart: Chart, days: DateRange, values: Sequence[float]) -> None:
        self.days = days
        self.axis = _make_rank_axis(values) if chart.is_rank else make_scale(values)
        self._points = [(day, -value) for day, value in chart.points] if chart.is_rank else chart.points
        self._kind = " data-rank" if chart.is_rank else ""

    def draw_line(self, decimals: int, marks: Sequence[float], names: Sequence[str]) -> str:
        """Return the line in an SVG of its own, with the distances of each day from the left and the top.

        A script reads the figures back from the distances, which have two decimals. So a figure that lies
        just between two that are shown stands on the side to which it was rounded. `marks` are the values
        with a line across, and `names` say what was played on each day.
        """
        low, high, first = self.axis.low, self.axis.high, self.days.first.toordinal()
        room = 0.5 * 0.1**decimals - 0.01
        days, values = zip(*self._points, strict=True)
        shown_values = [round(value, decimals) for value in values]
        depths = [
            round(
                100 * (high - (value if abs(value - shown) < room else shown + copysign(room, value - shown)))
            )
            for value, shown in zip(values, shown_values, strict=True)
        ]
        path = _trace([day.toordinal() - first for day in days], depths)
        across = "".join(f"<path class=ref d=M0,{high - mark:g}H{self.days.length} />" for mark in marks)
        told = escape("|".join(name.replace("|", "/") for name in names).rstrip("|"))
        played = f' data-played="{told}"' if told else ""
        return (
            f"<svg y={TOP} height={BOTTOM - TOP} viewBox=0,0,{self.days.length},{high - low:g}"
            f" preserveAspectRatio=none data-first={self.days.first} data-high={high:g}"
            f" data-decimals={decimals}{self._kind}{played}>"
            f"{across}<path class=line d={path}H{self.days.length} /></svg>"
        )

    def draw_biggest_change(self, day: date, name: str) -> str:
        """Return a dot where the largest step led, with its name; blank where there is no room for that.

        If a phone alone has no room, both are for desks.
        """
        value = next((value for point_day, value in self._points if point_day == day), None)
        if value is None or not name:
            return ""
        x, y = self.days.scale_x(day), scale_y(self.axis, value)
        for width, css_class in ((_PLOT_WIDTHS[1], ""), (_PLOT_WIDTHS[0], " opt")):
            for baseline, side in product((y - 9, y + 18), (-6, 6)):
                if self._is_free(x, baseline, side, len(name), width):
                    dot, note = map(format_class, (f"pt{css_class}", f"note{' ta' * (side < 0)}{css_class}"))
                    return (
                        f"<circle{dot} cx={x:.1f}% cy={y:.1f} />"
                        f"<text{note} x={x:.1f}% dx={side} y={baseline:.1f}>{escape(name)}</text>"
                    )
        return ""

    def _is_free(self, x: float, baseline: float, side: int, letter_count: int, width: int) -> bool:
        """Return whether a text beside a point lies in a plot so wide, and no step of the line crosses it."""
        percent = 100 / width
        near, far = x + side * percent, x + (side + copysign(_LETTER_WIDTH * letter_count, side)) * percent
        left, right, top = min(near, far), max(near, far), baseline - _LETTER_HEIGHT
        if left < 0 or right > 100 or top < TOP or baseline > BOTTOM - 3:
            return False
        steps = self._find_steps(left, right)
        return not any(min(step) < baseline + 2 and max(step) > top for step in steps)

    def _find_steps(self, left: float, right: float) -> list[tuple[float, float]]:
        """Return the heights between which the line goes at each step between two places."""
        first = bisect_right(self._points, left, key=self._get_x)
        end = bisect_left(self._points, right, key=self._get_x)
        heights = [scale_y(self.axis, value) for _, value in self._points[max(first - 1, 0) : end]]
        next_height = heights[-1:] if end >= len(self._points) or len(heights) == 1 else []
        return [*pairwise([*heights, *next_height])]

    def _get_x(self, point: tuple[date, float]) -> float:
        return self.days.scale_x(point[0])

    def draw_end(self, label: str) -> str:
        """Return a dot on the last point, and its value behind the line."""
        day, value = self._points[-1]
        x, y = format_coordinate(self.days.scale_x(day)), format_coordinate(scale_y(self.axis, value))
        return f"<circle class=end cx={x}% cy={y} /><text class=val x=100% y={y}>{escape(label)}</text>"


def _trace(days: Sequence[int], depths: Sequence[int]) -> str:
    """Return the path from the first day, in steps: how many days on, and by how much down if at all.

    `depths` are the distances from the top, in hundredths.
    """
    widths, heights = map(sub, days[1:], days), [depth / 100 for depth in map(sub, depths[1:], depths)]
    steps = chain.from_iterable(zip(widths, heights, strict=True))
    path = ("M%d,%.9gh" + "%dv%.9gh" * len(heights)) % (days[0], depths[0] / 100, *steps)
    for long, short in _SHORTER:
        path = path.replace(long, short)
    return path[:-1]


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
