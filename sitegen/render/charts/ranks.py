"""Draw the ranks of the leaders of a list over time: a line each, which a tap on the name makes loud.

Its units are the columns of lists and the rows of the list, so that the lines end at the names beside them.
"""

from collections.abc import Callable, Sequence
from datetime import date
from html import escape
from itertools import pairwise

from sitegen.core.language import Language
from sitegen.rankings.positions import LEADER_COUNT
from sitegen.rankings.rank_chart import RankChart, RankLine
from sitegen.render.charts.axes import draw_days, spread_columns

_BELOW = 0.8  # how far under the last row a line ends that leaves the leaders
_MAX_DAYS, _BRIEF = 4, 4


def render_rank_lines(chart: RankChart, language: Language, get_name: Callable[[str], str]) -> str:
    """Return the lines as `<svg>`, those of former leaders first, in the order of `chart.lines` then."""
    row_count, last = len(chart.lines), len(chart.days) - 1
    grid = "".join(f"M{column} 0V{row_count}" for column in range(last + 1))
    label = describe_rank_chart(chart, language, get_name)
    former = "".join(f'<path class="was" d="{_draw(line, row_count)}"/>' for line in chart.former)
    lines = "".join(f'<path d="{_draw(line, row_count)}"/>' for line in chart.lines)
    return (
        f'<svg class="ranks" viewBox="0 0 {last} {row_count}" preserveAspectRatio="none" role="img"'
        f' aria-label="{escape(label)}"><path class="grid" d="{grid}"/>{former}<g>{lines}</g></svg>'
    )


def _draw(line: RankLine, row_count: int) -> str:
    """Return the path of a player: level from list to list, and a curve where the row changes."""
    out = row_count + _BELOW
    heights = [out if row is None else row + 0.5 for row in line.rows]
    parts, pen, level = [], None, 0
    for column, (before, height) in enumerate(pairwise(heights)):
        if before == height == out:
            continue
        if pen != column:
            parts.append(f"M{column} {before:g}")
        pen = column + 1
        if before == height:
            level += 1
            if column + 2 == len(heights) or heights[column + 2] != height:
                parts.append(f"h{level}")
                level = 0
        else:
            parts.append(f"c.5 0 .5 {height - before:.3g} 1 {height - before:.3g}")
    return "".join(parts).replace(" 0.", " .").replace(" -", "-")


def describe_rank_chart(chart: RankChart, language: Language, get_name: Callable[[str], str]) -> str:
    """Return in words what the lines show, for those who do not see them."""
    text = language.translate("The places of the leaders on {lists} lists, from {first} to {last}.")
    start = text.format(
        lists=len(chart.days),
        first=language.format_full_date(chart.days[0]),
        last=language.format_full_date(chart.days[-1]),
    )
    return f"{start} {describe_rank_line(chart, chart.followed, language, get_name)}"


def describe_rank_line(
    chart: RankChart, line: RankLine, language: Language, get_name: Callable[[str], str]
) -> str:
    """Return in a sentence where a player came from, and the best place in between."""
    ranks = [rank for rank in line.ranks if rank is not None]
    now, best = ranks[-1], min(ranks)
    text = "{player}: {start} on {day}, {now} now."
    if best < min(ranks[0], now):
        text = "{player}: {start} on {day}, {now} now; {best} at best."
    return language.translate(text).format(
        player=get_name(line.player),
        start=language.format_ordinal(ranks[0]),
        day=language.format_full_date(chart.days[line.start]),
        now=language.format_ordinal(now),
        best=language.format_ordinal(best),
    )


def describe_lists(chart: RankChart, language: Language) -> str:
    """Return which lists the columns are."""
    text = language.translate("Places on the {count} lists since {day}.")
    if chart.list_count > len(chart.days):
        text = language.translate("Places on {count} of the {all} lists since {day}.")
    day = language.format_full_date(chart.days[0])
    return text.format(count=len(chart.days), all=chart.list_count, day=day)


def render_list_axis(chart: RankChart, language: Language) -> str:
    """Return the days of the lists below the lines, of which a phone shows the ends."""
    axis = draw_days(chart.days, _MAX_DAYS, 15, language, has_year=True)
    return f'<svg class="days" height="20" aria-hidden="true">{axis}</svg>'


def list_first_leaders(chart: RankChart) -> Sequence[str]:
    """Return who led the first list, for the left of the lines: at most one for each line."""
    return [line.player for line in chart.first_leaders[: len(chart.lines)]]


def insert_below_leaders(table: str, picture: str) -> str:
    """Return a list as HTML with a picture in a row of its own below the leaders."""
    head, *rows = table.removesuffix("\n</table>").split("\n<tr")
    rows.insert(LEADER_COUNT, f' class="pic-row"><td colspan="{head.count("<th ")}">{picture}')
    return "\n<tr".join([head, *rows]) + "\n</table>"


def label_columns(chart: RankChart) -> Sequence[tuple[date, int | None, bool]]:
    """Return the heads of the table: a day, its year where that is another, whether a phone shows it."""
    brief = {*spread_columns(len(chart.days) - 1, _BRIEF)}
    years = [None, *(day.year for day in chart.days)]
    return [
        (day, day.year if day.year != before else None, column in brief)
        for column, (before, day) in enumerate(zip(years, chart.days, strict=False))
    ]
