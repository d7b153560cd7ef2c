"""A course over time as an SVG inside its page: no script, no file, light and dark by the page's CSS.

The line goes in steps, for a figure stays what it is until the next day of play. It lies in a picture of its
own, inside the frame, whose units are days since the first of the axis and points below its top: what is
drawn can be read back as it was.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from datetime import date
from html import escape
from itertools import chain, pairwise
from operator import itemgetter

from sitegen.language import Language
from sitegen.model import Chart
from sitegen.render.axis import BOTTOM, LEFT, RIGHT, TOP, Span, levels, moments, y
from sitegen.scale import Scale, scale

_WIDTH, _HEIGHT = 560, 250
_NEAR = 100  # a mark that lies further from the line is left out
_FINE = 20  # figures that lie nearer to each other are told with a decimal
_LETTER, _TALL = 9, 14  # about what a letter of a name takes, on a phone
_VALUE = itemgetter(1)
_HIGH = 26  # so near to the top there is no room for a name above a point


def span(charts: Sequence[Chart]) -> Span | None:
    """The days of all charts together; None where nothing is to be drawn."""
    drawn = [each.points for each in charts if is_drawn(each)]
    if not drawn:
        return None
    return Span(min(points[0][0] for points in drawn), max(points[-1][0] for points in drawn))


def is_drawn(chart: Chart) -> bool:
    """Whether there are two days to draw a line between."""
    return len(chart.points) > 1


def marks(chart: Chart) -> dict[str, float]:
    """The values worth a line across that lie near enough to the course."""
    return _marks(chart, *_ends(chart)) if chart.marks else {}


def _marks(chart: Chart, lowest: float, highest: float) -> dict[str, float]:
    return {label: value for label, value in chart.marks.items() if lowest - _NEAR < value < highest + _NEAR}


def _ends(chart: Chart) -> tuple[float, float]:
    """The lowest value and the highest."""
    values = list(map(_VALUE, chart.points))
    return min(values), max(values)


def _decimals(chart: Chart, lowest: float, highest: float) -> int:
    """With how many decimals the figures of a chart are told."""
    is_small = highest - lowest < _FINE and max(abs(lowest), abs(highest)) < 10 * _NEAR
    return 1 if is_small and not chart.is_rank else 0


def svg(
    chart: Chart, language: Language, days: Span | None = None, turn: tuple[date, str] | None = None
) -> str:
    """The chart as `<svg>`, from the first of `days` to the last; empty when there is no line to draw.

    A `turn` is the day of the largest step, with its name.
    """
    if not is_drawn(chart):
        return ""
    ends = _ends(chart)
    fine, across = _decimals(chart, *ends), _marks(chart, *ends).values()
    frame = _Frame(chart, days or Span(chart.points[0][0], chart.points[-1][0]), [*ends, *across])
    write = language.number(fine)
    parts = [
        levels(frame.axis, language, is_rank=chart.is_rank),
        moments(frame.days, language),
        *map(frame.mark, across),
        frame.line(fine),
        *([frame.turn(*turn)] if turn else []),
        frame.end(write(chart.points[-1][1])),
    ]
    return (
        f'<svg class="chart" viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img"'
        f' aria-label="{escape(_described(chart, ends, language, write))}">{"".join(parts)}</svg>'
    )


class _Frame:
    """What is drawn between the axes; that of values, which ends at round numbers, has room for `values`."""

    def __init__(self, chart: Chart, days: Span, values: Sequence[float]) -> None:
        self.days = days
        self.axis = _below_zero(values) if chart.is_rank else scale(values)
        self._points = [(day, -value) for day, value in chart.points] if chart.is_rank else chart.points
        self._kind = " data-rank" if chart.is_rank else ""

    def mark(self, value: float) -> str:
        return f'<path class="ref" d="M{LEFT} {y(self.axis, value):.1f}H{RIGHT}"/>'

    def line(self, decimals: int) -> str:
        """The line in its own picture: a pair of numbers for each day, how far it lies from the edges."""
        low, high, first = self.axis.low, self.axis.high, self.days.first.toordinal()
        pairs = [(day.toordinal() - first, high - value) for day, value in self._points]
        steps = "M%d %.2f" + "H%dV%.2f" * (len(pairs) - 1) + "H"
        path = (steps % tuple(chain.from_iterable(pairs))).replace("0H", "H").replace(".0H", "H")
        return (
            f'<svg x="{LEFT}" y="{TOP}" width="{RIGHT - LEFT}" height="{BOTTOM - TOP}"'
            f' viewBox="0 0 {self.days.length} {high - low:g}" preserveAspectRatio="none"'
            f' data-first="{self.days.first}" data-high="{high:g}" data-decimals="{decimals}"{self._kind}>'
            f'<path class="line" d="{path}{self.days.length}"/></svg>'
        )

    def turn(self, day: date, name: str) -> str:
        """A dot where the largest step led, with its name beside it."""
        value = next((value for each, value in self._points if each == day), None)
        if value is None:
            return ""
        along, height = self.days.x(day), y(self.axis, value)
        side, anchor = (-6, "end") if along > (LEFT + RIGHT) / 2 else (6, "start")
        wide = _LETTER * len(name)
        left = along + side - (wide if side < 0 else 0)
        feet = [height - 9, height + 18] if height > _HIGH else [height + 18]
        steps = self._steps(left, left + wide)
        foot = min(feet, key=lambda each: _crossings(steps, each))
        return (
            f'<circle class="pt" cx="{along:.1f}" cy="{height:.1f}" r="3"/>'
            f'<text class="note" x="{along + side:.1f}" y="{foot:.1f}" text-anchor="{anchor}">'
            f"{escape(name)}</text>"
        )

    def _steps(self, left: float, right: float) -> list[tuple[float, float]]:
        """From which height to which the line goes at each step between two places, and along to the next."""
        first = bisect_right(self._points, left, key=self._along)
        end = bisect_left(self._points, right, key=self._along)
        heights = [y(self.axis, value) for _, value in self._points[max(first - 1, 0) : end]]
        goes_on = heights[-1:] if end < len(self._points) else []
        return [*pairwise([*heights, *goes_on])]

    def _along(self, point: tuple[date, float]) -> float:
        return self.days.x(point[0])

    def end(self, label: str) -> str:
        """A dot on the last point, and its value behind the line."""
        day, value = self._points[-1]
        height = y(self.axis, value)
        return (
            f'<text class="val" x="{RIGHT + 7}" y="{height:.1f}" dy=".35em">{escape(label)}</text>'
            f'<circle class="end" cx="{self.days.x(day):.1f}" cy="{height:.1f}" r="3.5"/>'
        )


def _crossings(steps: Sequence[tuple[float, float]], foot: float) -> int:
    """How many steps of the line go through what is written with its foot at a height."""
    return sum(min(each) < foot and max(each) > foot - _TALL for each in steps)


def _below_zero(ranks: Sequence[float]) -> Scale:
    """The axis of ranks, which are drawn below zero: no place is above the first."""
    axis = scale([-each for each in ranks])
    return axis if axis.high < 0 else Scale(min(axis.low, -2), -1, axis.step)


def _described(
    chart: Chart, ends: tuple[float, float], language: Language, write: Callable[[float], str]
) -> str:
    """What the line shows, in words, for those who do not see it."""
    low, high = ends[:: -1 if chart.is_rank else 1]
    (first, begun), (last, ended) = chart.points[0], chart.points[-1]
    text = language.word("{title}: {begun} on {first}, {ended} on {last}; lowest {low}, highest {high}")
    return text.format(
        title=language.word(chart.title),
        begun=write(begun),
        first=language.full_date(first),
        ended=write(ended),
        last=language.full_date(last),
        low=write(low),
        high=write(high),
    )
