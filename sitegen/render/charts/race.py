"""Render how a season went: how far the first of a ranking were behind its leader, after each of its events.

Lines are drawn in per cent of the width and in pixels of the height, so that letters have one size on every
screen. Their names stand at their ends, spread so that none lies on another.
"""

from collections.abc import Sequence
from datetime import date
from html import escape
from itertools import accumulate, groupby
from operator import itemgetter
from textwrap import wrap
from typing import NamedTuple

from markupsafe import Markup

from sitegen.core.model import EventPoints, Race
from sitegen.core.numbers import Scale, make_scale
from sitegen.render.cells import CellWriter, format_class
from sitegen.render.charts.axes import draw_days, spread_columns
from sitegen.render.table_layout import wrap_table

_LEADERS = 6
_TOP, _HEIGHT = 8, 224
_LINE = 14  # the height of a line of letters
_LETTERS = 17  # of a name on one line
_ROOM = 1.25  # how far below the last of the leaders the plot goes on
_MAX_DAYS, _MAX_COLUMNS, _BRIEF = 8, 12, 3
_MAX_ROWS = 10


class _Gaps(NamedTuple):
    """How far a player was behind the leader after each event: None where there was no total yet."""

    player: str
    gaps: Sequence[float | None]


def render_race(race: Race, cells: CellWriter) -> Markup:
    """Return who led, the lines of the first of the ranking, and their figures as a table."""
    columns = [*zip(*race.totals.values(), strict=True)]
    tops = [max((total for total in column if total is not None), default=0.0) for column in columns]
    lines = [
        _Gaps(
            player, [None if total is None else top - total for total, top in zip(totals, tops, strict=True)]
        )
        for player, totals in race.totals.items()
        if totals[-1] is not None
    ][:_LEADERS]
    lines.sort(key=lambda line: line.gaps[-1] or 0.0)
    leads = _describe_leads(race, tops, cells)
    drawing, table = _draw(race, lines, tops[-1], cells), _render_table(race, lines, cells)
    parts = _render_parts(race, cells) if race.parts else ""
    return Markup(  # noqa: S704 - names are escaped where they are written
        f'<p class="leads">{leads}</p>\n{drawing}\n'
        f"<details><summary>{cells.translate('As a table')}</summary>\n{table}\n</details>{parts}"
    )


def _describe_leads(race: Race, tops: Sequence[float], cells: CellWriter) -> str:
    """Return who was in the lead, each with the first and the last day of it."""
    leaders = [
        next((player for player, totals in race.totals.items() if totals[place] == top), "")
        for place, top in enumerate(tops)
    ]  # nobody where all have left who had a total then
    texts = []
    for player, group in groupby(zip(leaders, race.events, strict=True), key=itemgetter(0)):
        days = [
            cells.language.format_short_day(day).replace(" ", "\N{NO-BREAK SPACE}") for _, (day, _) in group
        ]
        span = days[0] if len(days) == 1 else f"{days[0]} – {days[-1]}"
        texts += [f"<b>{cells.plain_names[player]}</b> {span}"] if player else []
    return (
        f"{cells.translate('In the lead')}{cells.language.colon} {f'{cells.language.semicolon} '.join(texts)}"
    )


def _draw(race: Race, lines: Sequence[_Gaps], top: float, cells: CellWriter) -> str:
    """Return the drawing, with a scale at the left, days below and names at the right."""
    last_gaps = [gap or 0.0 for *_, gap in (line.gaps for line in lines)]
    scale, last = make_scale([0.0, _ROOM * max(last_gaps) or 1.0]), len(race.events) - 1
    write = cells.language.make_number_formatter(race.decimals)
    write_level = cells.language.make_number_formatter(race.decimals if scale.step < 1 else 0)
    levels = "".join(
        [
            f'<line x2="100%" y1={y} y2={y} /><text class=ta x=0 dx=-8 y={y + 4}>{write_level(-level)}</text>'
            for level in scale.levels
            for y in [_find_y(scale, level)]
        ]
    )
    paths = "".join(
        [f'<path class=l{place} d="{_trace(line.gaps, scale)}"/>' for place, line in enumerate(lines)][::-1]
    )  # the leader above all others
    figures = [write(-gap if gap else top) for gap in last_gaps]
    labels, bottom = _place_labels(lines, figures, [_find_y(scale, gap) for gap in last_gaps], cells)
    axis = draw_days(
        [day for day, _ in race.events], _MAX_DAYS, _TOP + _HEIGHT + 16, cells.language, has_year=False
    )
    height = max(_TOP + _HEIGHT + 20, bottom)
    said = escape(f"{cells.language.translate('Points behind the leader')}: ") + ", ".join(
        [f"{cells.plain_names[line.player]} {figure}" for line, figure in zip(lines, figures, strict=True)]
    )
    return (
        f'<svg class=race height={height} role=img aria-label="{said}">{levels}{axis}'
        f'<svg viewBox="0 0 {last} {_TOP + _HEIGHT}" width="100%" height={_TOP + _HEIGHT}'
        f" preserveAspectRatio=none>{paths}</svg>{labels}</svg>"
    )


def _find_y(scale: Scale, gap: float) -> int:
    return round(_TOP + scale.get_fraction(gap) * (_HEIGHT - _TOP))


def _trace(gaps: Sequence[float | None], scale: Scale) -> str:
    """Return a line, which goes on below the plot where the player was farther behind."""
    parts, pen = [], "M"
    for place, gap in enumerate(gaps):
        if gap is None:
            pen = "M"
            continue
        parts.append(f"{pen}{place} {min(_find_y(scale, gap), 2 * _HEIGHT)}")
        pen = "L"
    return "".join(parts)


def _place_labels(
    lines: Sequence[_Gaps], figures: Sequence[str], ends: Sequence[int], cells: CellWriter
) -> tuple[str, int]:
    """Return the figures and names at the ends of the lines, and how far down they go."""
    texts = [
        wrap(f"{figure} {cells.name(line.player)}", _LETTERS, break_long_words=False)
        for line, figure in zip(lines, figures, strict=True)
    ]
    heights = [_LINE * len(text) + 4 for text in texts]
    latest = [_HEIGHT + _LINE - below for below in accumulate(heights[::-1])][::-1]  # so that all have room
    tops, free = [], 0
    for end, height, most in zip(ends, heights, latest, strict=True):
        tops.append(max(free, min(end - 4, most)))
        free = tops[-1] + height
    labels = []
    for text, figure, end, top in zip(texts, figures, ends, tops, strict=True):
        first, *others = (escape(line) for line in text)
        rows = [first.replace(figure, f"<tspan class=k>{figure}</tspan>", 1), *others]
        labels.append(f'<svg x="100%"><path class=to d="M4 {end}H7L14 {top + 8}H17"/></svg>')
        labels += [
            f'<text x="100%" dx=20 y={top + 12 + _LINE * number}>{row}</text>'
            for number, row in enumerate(rows)
        ]
    return "".join(labels), free


def _render_table(race: Race, lines: Sequence[_Gaps], cells: CellWriter) -> str:
    """Return the figures of some events, the last among them; of fewer on a phone."""
    last = len(race.events) - 1
    places = spread_columns(last, _MAX_COLUMNS)
    brief, write = (
        {places[index] for index in spread_columns(len(places) - 1, _BRIEF)},
        cells.language.make_number_formatter(race.decimals),
    )

    def open_cell(tag: str, place: int) -> str:
        return f"<{tag}{format_class('n' if place in brief else 'n opt')}>"

    def write_day(day: date, key: str) -> str:
        return cells.link_to_event(key, escape(cells.language.format_short_day(day)))

    head = "".join([open_cell("th scope=col", place) + write_day(*race.events[place]) for place in places])
    rows = "".join(
        [
            f"\n<tr><th>{cells.link_player(line.player)}"
            + "".join(
                [
                    open_cell("td", place) + ("" if gap is None else write(-gap or 0.0))
                    for place in places
                    for gap in [line.gaps[place]]
                ]
            )
            for line in lines
        ]
    )
    return wrap_table(
        "places", f"{race.name}-title", f"<th scope=col>{cells.translate('Player')}{head}", rows
    )


def _render_parts(race: Race, cells: CellWriter) -> str:
    """Return what each event brought the first of the ranking, and whether it is in the total."""
    write = cells.language.make_number_formatter(race.decimals)

    def render_part(part: EventPoints | None) -> str:
        if part is None:
            return "<td>–"
        return f"<td class={'in' if part.counts else 'out'}>{write(part.points)}"

    days = [
        f"<th scope=col>{cells.link_to_event(key, escape(cells.language.format_short_day(day)))}"
        for day, key in race.events
    ]
    head = f"<th scope=col>{cells.translate('Player')}<th scope=col>{cells.translate('Total')}{''.join(days)}"
    rows = "".join(
        f"\n<tr><th>{cells.link_player(player)}<td class=value>{write(totals[-1] or 0.0)}"
        + "".join(map(render_part, race.parts.get(player, ())))
        for player, totals in [*race.totals.items()][:_MAX_ROWS]
    )
    title = cells.translate("Where the points come from")
    note = cells.translate("Filled counts, framed does not; – was not there.")
    table = wrap_table("parts", f"{race.name}-parts", head, rows)
    return f'\n<h3 id="{race.name}-parts">{title}</h3>\n<p class="note">{note}</p>\n{table}'
