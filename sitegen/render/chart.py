"""A course over time as an SVG inside its page: no script, no file, light and dark by the page's CSS.

The line lies in a picture of its own, inside the frame, whose units are days since the first point and
points below the top of the axis: what is drawn can be read back as it was.
"""

from collections.abc import Iterator
from datetime import date
from html import escape
from math import ceil, floor, log10

from sitegen.language import Language
from sitegen.model import Chart

_WIDTH, _HEIGHT = 640, 300
_LEFT, _RIGHT, _TOP, _BOTTOM = 62, 628, 14, 266
_MARGIN = 44  # half of a label: nearer to the edge than that it would be cut off
_MOST_YEARS = 8
_MOST_MONTHS = 5
_MONTHS_TOLD_APART = 24
_NEAR = 100  # a mark that lies further from the line is left out


def svg(chart: Chart, language: Language) -> str:
    """The chart as `<svg>`; empty when there are fewer than two days to draw a line between."""
    if len(chart.points) < 2:
        return ""
    scale = _Scale(chart)
    parts = [
        *(
            scale.level(value, language.number(0)(abs(value) if chart.is_rank else value))
            for value in scale.levels()
        ),
        *(scale.moment(day, label, anchor) for day, label, anchor in _moments(scale, language)),
        *(scale.mark(value, language.word(label)) for label, value in scale.marks.items()),
        scale.line(),
    ]
    return (
        f'<svg class="chart" viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img"'
        f' aria-label="{_described(chart, language)}">{"".join(parts)}</svg>'
    )


class _Scale:
    """Where a day and a value lie in the picture; the axis of values ends at round numbers."""

    def __init__(self, chart: Chart) -> None:
        self._is_rank = chart.is_rank
        self._points = [(day, -value) for day, value in chart.points] if chart.is_rank else chart.points
        self.first, self.last = chart.points[0][0], chart.points[-1][0]
        self.span = (self.last - self.first).days or 1
        values = [value for _, value in self._points]
        lowest, highest = min(values) - _NEAR, max(values) + _NEAR
        self.marks = {label: value for label, value in chart.marks.items() if lowest < value < highest}
        values += self.marks.values()
        self._step = _round_step((max(values) - min(values)) / 4)
        self.low = floor(min(values) / self._step) * self._step
        self.high = max(ceil(max(values) / self._step) * self._step, self.low + self._step)
        if chart.is_rank and self.high == 0:  # no place is above the first
            self.low, self.high = min(self.low, -2), -1

    def x(self, day: date) -> float:
        return _LEFT + (day - self.first).days / self.span * (_RIGHT - _LEFT)

    def y(self, value: float) -> float:
        return _BOTTOM - (value - self.low) / (self.high - self.low) * (_BOTTOM - _TOP)

    def levels(self) -> list[float]:
        count = round((self.high - self.low) / self._step)
        levels = [self.low + each * self._step for each in range(count + 1)]
        return [*(each for each in levels if each < self.high), self.high]

    def level(self, value: float, label: str) -> str:
        y = self.y(value)
        return (
            f'<path class="grid" d="M{_LEFT} {y:.1f}H{_RIGHT}"/>'
            f'<text x="{_LEFT - 8}" y="{y:.1f}" dy=".35em" text-anchor="end">{escape(label)}</text>'
        )

    def moment(self, day: date, label: str, anchor: str) -> str:
        x = self.x(day)
        return (
            f'<path class="grid" d="M{x:.1f} {_BOTTOM}v6"/>'
            f'<text x="{x:.1f}" y="{_BOTTOM + 9}" dy="1em" text-anchor="{anchor}">{escape(label)}</text>'
        )

    def mark(self, value: float, label: str) -> str:
        y = self.y(value)
        return (
            f'<path class="mark" d="M{_LEFT} {y:.1f}H{_RIGHT}"/>'
            f'<text class="name" x="{_RIGHT}" y="{y - 5:.1f}" text-anchor="end">{escape(label)}</text>'
        )

    def line(self) -> str:
        """The line in its own picture, and a dot on its last point."""
        first, high = self.first.toordinal(), self.high
        points = " ".join([f"{day.toordinal() - first},{high - value:.2f}" for day, value in self._points])
        day, value = self._points[-1]
        return (
            f'<svg x="{_LEFT}" y="{_TOP}" width="{_RIGHT - _LEFT}" height="{_BOTTOM - _TOP}"'
            f' viewBox="0 0 {self.span} {self.high - self.low:g}" preserveAspectRatio="none"'
            f' data-first="{self.first}" data-high="{self.high:g}"{" data-rank" if self._is_rank else ""}>'
            f'<polyline points="{points}"/></svg>'
            f'<circle cx="{self.x(day):.1f}" cy="{self.y(value):.1f}" r="4"/>'
        )


def _round_step(least: float) -> float:
    """The smallest of 1, 2, 5, 10, 20, 50 … that is not below `least`."""
    if least <= 1:
        return 1
    power = 10.0 ** floor(log10(least))
    return next(each * power for each in (1, 2, 5, 10) if each * power >= least)


def _moments(scale: _Scale, language: Language) -> Iterator[tuple[date, str, str]]:
    """Where the axis of days is marked, with the label and where it is anchored.

    At the turn of years, or of months where those would be too few, or else at both ends.
    """
    turns = _years(scale) if _months(scale) > _MONTHS_TOLD_APART else _turns_of_months(scale, language)
    inside = [(day, label, "middle") for day, label in turns if scale.x(day) <= _RIGHT - _MARGIN]
    if len(inside) > 1:
        yield from inside
        return
    yield scale.first, language.short_date(scale.first), "start"
    if scale.last > scale.first:
        yield scale.last, language.short_date(scale.last), "end"


def _months(scale: _Scale) -> int:
    return (scale.last.year - scale.first.year) * 12 + scale.last.month - scale.first.month


def _years(scale: _Scale) -> list[tuple[date, str]]:
    first, last = scale.first.year, scale.last.year
    step = ceil((last - first) / _MOST_YEARS)
    return [(date(year, 1, 1), str(year)) for year in range(first + 1, last + 1, step)]


def _turns_of_months(scale: _Scale, language: Language) -> list[tuple[date, str]]:
    first = scale.first.year * 12 + scale.first.month
    step = next(each for each in (1, 2, 3, 6) if _months(scale) / each <= _MOST_MONTHS)
    turns = [each for each in range(first, first + _months(scale)) if each % 12 % step == 0]
    return [(day, language.month(day)) for day in (date(each // 12, each % 12 + 1, 1) for each in turns)]


def _described(chart: Chart, language: Language) -> str:
    """What the line shows, in words, for those who do not see it."""
    number = language.number(0)
    low = min(chart.points, key=lambda each: each[1])
    high = max(chart.points, key=lambda each: each[1])
    ends = [chart.points[0], chart.points[-1]]
    told = "; ".join(
        f"{language.short_date(day)}{language.colon} {number(value)}" for day, value in [*ends, low, high]
    )
    return escape(f"{language.word(chart.title)}. {told}")
