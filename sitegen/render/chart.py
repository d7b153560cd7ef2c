"""A course over time as an SVG inside its page: no script, no file, light and dark by the page's CSS.

The line goes in steps, for a figure stays what it is until the next day of play. It lies in a picture of its
own, inside the frame, whose units are days since the first of the axis and points below its top: what is
drawn can be read back as it was.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date
from html import escape
from itertools import pairwise
from math import ceil
from typing import NamedTuple

from sitegen.language import Language
from sitegen.model import Chart
from sitegen.scale import Scale, scale

_WIDTH, _HEIGHT = 560, 250
_LEFT, _RIGHT, _TOP, _BOTTOM = 50, 500, 14, 224
_MARGIN = 24  # half of a label: nearer to the edge than that it would be cut off
_MOST_YEARS = 7
_MOST_MONTHS = 5
_MONTHS_TOLD_APART = 24
_NEAR = 100  # a mark that lies further from the line is left out
_FINE = 20  # figures that lie nearer to each other are told with a decimal
_LETTER, _TALL = 9, 14  # about what a letter of a name takes, on a phone
_HIGH = 26  # so near to the top there is no room for a name above a point


class Span(NamedTuple):
    """The days that an axis reaches over, which charts beside each other share."""

    first: date
    last: date


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
    values = [value for _, value in chart.points]
    lowest, highest = min(values) - _NEAR, max(values) + _NEAR
    return {label: value for label, value in chart.marks.items() if lowest < value < highest}


def decimals(chart: Chart) -> int:
    """With how many decimals the figures of a chart are told."""
    values = [value for _, value in chart.points]
    if chart.is_rank:
        return 0
    return 1 if max(values) - min(values) < _FINE and max(map(abs, values)) < 10 * _NEAR else 0


def svg(
    chart: Chart, language: Language, days: Span | None = None, turn: tuple[date, str] | None = None
) -> str:
    """The chart as `<svg>`, from the first of `days` to the last; empty when there is no line to draw.

    A `turn` is the day of the largest step, with its name.
    """
    if not is_drawn(chart):
        return ""
    across, fine = marks(chart).values(), decimals(chart)
    frame = _Frame(chart, days or Span(chart.points[0][0], chart.points[-1][0]), across, fine)
    write = language.number(fine)
    parts = [
        *(
            frame.level(value, language.number(0)(abs(value) if chart.is_rank else value))
            for value in frame.levels
        ),
        *(frame.moment(day, label, anchor) for day, label, anchor in _moments(frame, language)),
        *map(frame.mark, across),
        frame.line(),
        *([frame.turn(*turn)] if turn else []),
        frame.end(write(chart.points[-1][1])),
    ]
    return (
        f'<svg class="chart" viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img"'
        f' aria-label="{escape(_described(chart, language, write))}">{"".join(parts)}</svg>'
    )


class _Frame:
    """Where a day and a value lie in the picture; the axis of values ends at round numbers."""

    def __init__(self, chart: Chart, days: Span, across: Iterable[float], fine: int) -> None:
        self._points = [(day, -value) for day, value in chart.points] if chart.is_rank else chart.points
        self.first, self.last = days
        self.days = (self.last - self.first).days or 1
        axis = scale([*(value for _, value in self._points), *across])
        self.axis = _below_zero(axis) if chart.is_rank else axis
        self._decimals = fine
        self._kind = " data-rank" if chart.is_rank else ""

    @property
    def levels(self) -> list[float]:
        """The values that are marked, the highest of a rank among them: it is 1, which is not round."""
        levels = self.axis.levels
        return [*(each for each in levels if each < self.axis.high), self.axis.high] if self._kind else levels

    def x(self, day: date) -> float:
        return _LEFT + (day - self.first).days / self.days * (_RIGHT - _LEFT)

    def y(self, value: float) -> float:
        return _BOTTOM - self.axis.part(value) * (_BOTTOM - _TOP)

    def level(self, value: float, label: str) -> str:
        y = self.y(value)
        return (
            f'<path class="grid" d="M{_LEFT} {y:.1f}H{_RIGHT}"/>'
            f'<text x="{_LEFT - 6}" y="{y:.1f}" dy=".35em" text-anchor="end">{escape(label)}</text>'
        )

    def moment(self, day: date, label: str, anchor: str) -> str:
        x = self.x(day)
        return (
            f'<path class="grid" d="M{x:.1f} {_BOTTOM}v5"/>'
            f'<text x="{x:.1f}" y="{_BOTTOM + 6}" dy="1em" text-anchor="{anchor}">{escape(label)}</text>'
        )

    def mark(self, value: float) -> str:
        return f'<path class="ref" d="M{_LEFT} {self.y(value):.1f}H{_RIGHT}"/>'

    def line(self) -> str:
        """The line in its own picture: a pair of numbers for each day, how far it lies from the edges."""
        high, first = self.axis.high, self.first.toordinal()
        pairs = [
            (day.toordinal() - first, f"{high - value:.2f}".rstrip("0").rstrip("."))
            for day, value in self._points
        ]
        steps = "".join([f"H{day}V{below}" for day, below in pairs[1:]])
        return (
            f'<svg x="{_LEFT}" y="{_TOP}" width="{_RIGHT - _LEFT}" height="{_BOTTOM - _TOP}"'
            f' viewBox="0 0 {self.days} {high - self.axis.low:g}" preserveAspectRatio="none"'
            f' data-first="{self.first}" data-high="{high:g}" data-decimals="{self._decimals}"{self._kind}>'
            f'<path class="line" d="M{pairs[0][0]} {pairs[0][1]}{steps}H{self.days}"/></svg>'
        )

    def turn(self, day: date, name: str) -> str:
        """A dot where the largest step led, with its name beside it."""
        value = next((value for each, value in self._points if each == day), None)
        if value is None:
            return ""
        x, y = self.x(day), self.y(value)
        side, anchor = (-6, "end") if x > (_LEFT + _RIGHT) / 2 else (6, "start")
        left = x + side - (_LETTER * len(name) if side < 0 else 0)
        heights = [y - 9, y + 18] if y > _HIGH else [y + 18]
        line, wide = [(self.x(each), self.y(value)) for each, value in self._points], _LETTER * len(name)
        height = min(heights, key=lambda each: _crossings(line, left, each, wide))
        return (
            f'<circle class="pt" cx="{x:.1f}" cy="{y:.1f}" r="3"/>'
            f'<text class="note" x="{x + side:.1f}" y="{height:.1f}" text-anchor="{anchor}">'
            f"{escape(name)}</text>"
        )

    def end(self, label: str) -> str:
        """A dot on the last point, and its value behind the line."""
        day, value = self._points[-1]
        y = self.y(value)
        return (
            f'<text class="val" x="{_RIGHT + 7}" y="{y:.1f}" dy=".35em">{escape(label)}</text>'
            f'<circle class="end" cx="{self.x(day):.1f}" cy="{y:.1f}" r="3.5"/>'
        )


def _crossings(corners: Sequence[tuple[float, float]], left: float, foot: float, wide: float) -> int:
    """How often the line goes through what is written from `left` on with its foot at a height."""
    above, right = foot - _TALL, left + wide
    met = [
        (y1, y2 if x2 < right else y1) for (x1, y1), (x2, y2) in pairwise(corners) if x1 < right and x2 > left
    ]
    return sum(min(each) < foot and max(each) > above for each in met)


def _below_zero(axis: Scale) -> Scale:
    """The axis of ranks, which are drawn below zero: no place is above the first."""
    return axis if axis.high < 0 else Scale(min(axis.low, -2), -1, axis.step)


def _moments(frame: _Frame, language: Language) -> Iterator[tuple[date, str, str]]:
    """Where the axis of days is marked, with the label and where it is anchored.

    At the turn of years, or of months where those would be too few, or else at both ends.
    """
    turns = _years(frame) if _months(frame) > _MONTHS_TOLD_APART else _turns_of_months(frame, language)
    inside = [(day, label, "middle") for day, label in turns if frame.x(day) <= _RIGHT - _MARGIN]
    if len(inside) > 1:
        yield from inside
        return
    yield frame.first, language.short_date(frame.first), "start"
    if frame.last > frame.first:
        yield frame.last, language.short_date(frame.last), "end"


def _months(frame: _Frame) -> int:
    return (frame.last.year - frame.first.year) * 12 + frame.last.month - frame.first.month


def _years(frame: _Frame) -> list[tuple[date, str]]:
    first, last = frame.first.year, frame.last.year
    step = ceil((last - first) / _MOST_YEARS)
    return [(date(year, 1, 1), str(year)) for year in range(first + 1, last + 1, step)]


def _turns_of_months(frame: _Frame, language: Language) -> list[tuple[date, str]]:
    """Months by their name alone, but for the first of a year: that is the year."""
    first = frame.first.year * 12 + frame.first.month
    step = next(each for each in (1, 2, 3, 6) if _months(frame) / each <= _MOST_MONTHS)
    days = [
        date(each // 12, each % 12 + 1, 1)
        for each in range(first, first + _months(frame))
        if each % 12 % step == 0
    ]
    has_year = any(day.month == 1 for day in days)
    return [(day, _month(day, language, has_year=has_year)) for day in days]


def _month(day: date, language: Language, *, has_year: bool) -> str:
    if not has_year:
        return language.month(day)
    return str(day.year) if day.month == 1 else language.month_alone(day)


def _described(chart: Chart, language: Language, write: Callable[[float], str]) -> str:
    """What the line shows, in words, for those who do not see it."""
    values = sorted([value for _, value in chart.points], reverse=chart.is_rank)
    (first, begun), (last, ended) = chart.points[0], chart.points[-1]
    text = language.word("{title}: {begun} on {first}, {ended} on {last}; lowest {low}, highest {high}")
    return text.format(
        title=language.word(chart.title),
        begun=write(begun),
        first=language.full_date(first),
        ended=write(ended),
        last=language.full_date(last),
        low=write(values[0]),
        high=write(values[-1]),
    )
