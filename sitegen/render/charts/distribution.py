"""Draw the values of all players of a list, and one of them among the others.

All is drawn once for a ranking: a dot a player, stacked, or a curve where there are too many for dots. What
differs from page to page is one mark.
"""

from collections.abc import Sequence
from functools import cache
from html import escape
from itertools import pairwise
from math import dist, exp
from typing import NamedTuple

from sitegen.core.language import Language
from sitegen.rankings.positions import Distribution, Position
from sitegen.render.cells import format_class
from sitegen.render.charts.axes import format_coordinate

_BASE, _TOP = 96, 20  # the axis, and how high the highest part reaches
_DOT_PARTS, _CURVE_PARTS = 28, 80
_LEAST_WIDTH = 0.02  # of a bell, as a part of the axis: a narrower one would look like a single player
_DISTANCE, _LEAST_DISTANCE = 9, 5  # between two dots, of which the lower is as far from the axis as half
_NO_BREAK = "\N{WORD JOINER}"
_SIDE = 20  # nearer to an edge, in per cent, a label begins or ends at its point


def render_distribution(distribution: Distribution, position: Position, name: str, language: Language) -> str:
    """Return the values of all as `<svg>`, with the mark of a player whose position is among them."""
    value = position.value or 0.0
    rank = language.format_ordinal(position.rank or 0)
    figure = language.make_number_formatter(distribution.decimals)(value)
    label = f"{describe_distribution(distribution, language)} {name}{language.colon} {figure}, {rank}."
    place, y = _place_mark(distribution, value)
    x = format_coordinate(place)
    return (
        f'<svg class=among height=112 role=img aria-label="{escape(label)}">'
        f"{_draw_all(distribution, language)}"
        f"<line class=to x1={x}% x2={x}% y1=16 y2={y} /><circle cx={x}% cy={y} r=5.5 />"
        f"{_write(place, 11, f'{figure} · {rank}', 'you')}</svg>"
    )


def describe_place(distribution: Distribution, position: Position, language: Language) -> str:
    """Return in words how many are below a player and above, and what the middle half is."""
    below, above = distribution.count_around(position.value or 0.0)
    first, last = map(language.make_number_formatter(distribution.decimals), distribution.half)
    half = f"{first}{_NO_BREAK}–{_NO_BREAK}{last}"
    text = language.translate("{below} below, {above} above; grey: the middle half, {half}")
    return text.format(below=below, above=above, half=half)


@cache
def describe_distribution(distribution: Distribution, language: Language) -> str:
    """Return in words between which values the players are."""
    write = language.make_number_formatter(distribution.decimals)
    text = language.translate("{count} players from {low} to {high}, half of them from {first} to {last}.")
    first, last = map(write, distribution.half)
    low, high = write(distribution.values[0]), write(distribution.values[-1])
    return text.format(count=len(distribution.values), low=low, high=high, first=first, last=last)


class _Layout(NamedTuple):
    """Dots, so many in each part of the axis and so far apart; or the heights of a curve, evenly apart."""

    counts: Sequence[int] = ()
    distance: float = 0
    curve: Sequence[float] = ()


@cache
def _lay_out(distribution: Distribution) -> _Layout:
    counts = distribution.count_parts(_DOT_PARTS)
    distance = min(_DISTANCE, (_BASE - _TOP) / max(counts))
    if distance >= _LEAST_DISTANCE:
        return _Layout(counts, distance)
    densities = _estimate_densities(distribution)
    factor = (_BASE - _TOP) / max(densities)
    return _Layout(curve=[_BASE - factor * density for density in densities])


def _estimate_densities(distribution: Distribution) -> list[float]:
    """Return how dense the players are at points of the axis: each of them counts as a bell about a value.

    Its width is that of Silverman, Density Estimation for Statistics and Data Analysis (1986), (3.31).
    """
    places = [distribution.scale.get_fraction(value) for value in distribution.values]
    first, last = map(distribution.scale.get_fraction, distribution.half)
    mean = sum(places) / len(places)
    deviation = dist(places, [mean] * len(places)) / len(places) ** 0.5
    width = 0.9 * min(deviation, (last - first) / 1.34) * len(places) ** -0.2
    width = max(width, _LEAST_WIDTH)
    points = [number / _CURVE_PARTS for number in range(_CURVE_PARTS + 1)]
    return [sum(exp(-(((point - place) / width) ** 2) / 2) for place in places) for point in points]


def _place_mark(distribution: Distribution, value: float) -> tuple[float, float]:
    """Return the place of the mark of a value: that of the highest dot of its part, or upon the curve."""
    counts, distance, curve = _lay_out(distribution)
    if curve:
        x = distribution.scale.get_fraction(value)
        part = min(int(x * _CURVE_PARTS), _CURVE_PARTS - 1)
        share = x * _CURVE_PARTS - part
        return 100 * x, round(curve[part] + share * (curve[part + 1] - curve[part]), 1)
    part = distribution.find_part(value, len(counts))
    return 100 * (part + 0.5) / len(counts), round(_BASE - distance * (counts[part] - 0.5), 1)


@cache
def _draw_all(distribution: Distribution, language: Language) -> str:
    """Return what is the same for all players: the middle half, everybody, and the axis."""
    scale = distribution.scale
    low, high = (100 * scale.get_fraction(value) for value in distribution.half)
    layout = _lay_out(distribution)
    drawn = _draw_curve(layout) if layout.curve else _draw_dots(layout)
    write_level = language.make_number_formatter(0)
    labels = [_write(100 * scale.get_fraction(level), 110, write_level(level)) for level in scale.levels]
    return (
        f"<rect x={low:.1f}% width={high - low:.1f}% y={_TOP} height={_BASE - _TOP} />"
        f"{drawn}"
        f"<line x2=100% y1={_BASE} y2={_BASE} />{''.join(labels)}"
    )


def _draw_dots(layout: _Layout) -> str:
    """Return a dot for each player, a column at once: dashes without length are round in any width."""
    distance = layout.distance
    path = "".join(
        f"M{part},0v-{distance * (count - 1) + 1:.4g}" for part, count in enumerate(layout.counts) if count
    )  # longer than it goes up, so that the last dash lies upon it
    dots = f"<path class=dots stroke-width={distance - 2:.3g} stroke-dasharray=0,{distance:.4g} d={path} />"
    return _stretch(-0.5, distance / 2 - _BASE, len(layout.counts), dots)


def _draw_curve(layout: _Layout) -> str:
    """Return where on the axis many players are, as a curve over it."""
    path = "".join(f"L{number},{y:.4g}" for number, y in enumerate(layout.curve))
    return _stretch(0, 0, _CURVE_PARTS, f"<path class=curve d=M0,{_BASE}{path}V{_BASE} />")


def _stretch(left: float, top: float, width: int, drawn: str) -> str:
    """Return what is drawn in the parts of the axis as wide as the picture."""
    box = f"viewBox={left:g},{top:.4g},{width},{_BASE} height={_BASE} preserveAspectRatio=none"
    return f"<svg {box}>{drawn}</svg>"


def _write(x: float, y: float, text: str, css_class: str = "") -> str:
    """Return a label at a point of the axis, in per cent, that does not leave the picture."""
    side = "" if x < _SIDE else " ta" if x > 100 - _SIDE else " mid"
    return f"<text{format_class(css_class + side)} x={format_coordinate(x)}% y={y:g}>{escape(text)}</text>"


@cache
def count_bands(distribution: Distribution, language: Language) -> Sequence[tuple[str, int]]:
    """Return the table of the picture: from value to value, and how many players; the lowest first."""
    scale = distribution.scale
    write = language.make_number_formatter(0 if scale.step % 2 == 0 else 1)
    counts = distribution.count_parts(2 * (len(scale.levels) - 1))
    ends = [write(scale.low + scale.step / 2 * number) for number in range(len(counts) + 1)]
    return [(f"{low}–{high}", count) for (low, high), count in zip(pairwise(ends), counts, strict=True)]


def render_bands(distribution: Distribution, position: Position, name: str, language: Language) -> str:
    """Return the rows of the table of the picture, the highest first; that of the player has the name."""
    bands = count_bands(distribution, language)
    own = distribution.find_part(position.value or 0.0, len(bands))
    rows = [f"<tr><th>{band}<td>{count}" for band, count in bands]
    rows[own] = f"<tr><th>{bands[own][0]} <b>{escape(name)}</b><td>{bands[own][1]}"
    return "\n".join(reversed(rows))
