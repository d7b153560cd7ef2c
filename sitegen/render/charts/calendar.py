"""Draw the days of play of a year: a square a day in the grid of each month, and earlier years by the week.

The more was played, the larger and the darker a square is; on the page of a player a day that was won is a
large square, one that was lost is round, and any other is small. All days of one event in a month are one
link, whose title says how much was played. The table below has the same events, with room for a finger.
"""

from calendar import monthrange
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, timedelta
from functools import lru_cache, partial
from html import escape
from itertools import groupby, pairwise
from math import ceil

from markupsafe import Markup

from sitegen.core.entities import WITH_WINNERS
from sitegen.core.language import Language
from sitegen.rankings.play_days import PlayDay, PlayYear
from sitegen.render.cells import CellWriter
from sitegen.render.tables import TableWriter
from sitegen.toolkit.order import group_by

_SHARES = (1 / 8, 3 / 8, 3 / 4)
"""From which part of the most on a day the next level begins."""
_WEEK = 7
_HEIGHT = 20  # of the stroke of the busiest week
_SAMPLE = '<svg viewBox="0 0 1 1"><path class={} d="M0 0h.01"/></svg>'


def render_year(year: PlayYear, writer: TableWriter) -> Markup:
    """Return the calendar of a year as a figure, with a sentence on it and what its squares mean."""
    cells = writer.cells
    if year.is_of_player:
        kinds = {day: played.kind for day, played in year.days.items()}
        meanings = _explain_kinds([*kinds.values()], year, cells)
    else:
        levels = find_levels(played.amount for played in year.days.values())
        kinds = {day: f"l{_find_level(played.amount, levels)}" for day, played in year.days.items()}
        meanings = _explain_levels(levels)
    by_month = defaultdict[int, dict[date, PlayDay]](dict)
    for day, played in year.days.items():
        by_month[day.month][day] = played
    months = "".join([_render_month(year, month, by_month[month], kinds, writer) for month in range(1, 13)])
    key = "".join([f"<li>{_SAMPLE.format(kind)} {text}" for kind, text in meanings])
    return Markup(  # noqa: S704 - texts are escaped where they are written
        f"<figure class=pic><figcaption><h2>{year.year}</h2> {_describe_year(year, cells)}</figcaption>\n"
        f"<ol class=cal>{months}</ol>\n<ul class=key>{key}</ul></figure>"
    )


def find_levels(amounts: Iterable[int]) -> Sequence[int]:
    """Return from how much on each level begins: at most four, the last of them for the busiest days."""
    most = max(amounts)
    return sorted({1, *(ceil(share * most) for share in _SHARES)})


def _find_level(amount: int, levels: Sequence[int]) -> int:
    """Return the level of a day, 4 for the busiest ones."""
    return 4 - sum(amount < least for least in levels)


def _explain_levels(levels: Sequence[int]) -> Iterable[tuple[str, str]]:
    """Yield each level with the amounts that are in it."""
    for least, below in zip(levels, [*levels[1:], None], strict=True):
        most = "+" if below is None else "" if below == least + 1 else f"–{below - 1}"
        yield f"l{_find_level(least, levels)}", f"{least}{most}"


def _explain_kinds(kinds: Sequence[str], year: PlayYear, cells: CellWriter) -> Iterable[tuple[str, str]]:
    """Yield each kind of day with its meaning, and how many there are."""
    wins = year.plays in WITH_WINNERS
    texts = {
        "g": cells.translate("more won than lost" if wins else "the figure rose"),
        "z": cells.translate("as many won as lost" if wins else "the figure stayed"),
        "f": cells.translate("more lost than won" if wins else "the figure fell"),
    }
    for kind, text in texts.items():
        if count := kinds.count(kind):
            yield kind, f"{text}{cells.language.colon} {count}"


def _describe_year(year: PlayYear, cells: CellWriter) -> str:
    """Return how much was played, on how many days, and when most."""
    wins = year.plays in WITH_WINNERS
    text = cells.translate("{count} matches on {days} days" if wins else "{days} days of play")
    if year.plays == "games":
        text = cells.translate("{count} games on {days} days")
    text = text.format(count=sum(played.amount for played in year.days.values()), days=len(year.days))
    if year.is_of_player:
        return f"{text}."
    day, busiest = max(year.days.items(), key=lambda item: item[1].amount)
    link = cells.link_to_event(busiest.event, cells.language.format_day_of_month(day))
    more = cells.translate("most on {day}: {most}" if wins else "most players on {day}: {most}")
    return f"{text}{cells.language.semicolon} {more.format(day=link, most=busiest.amount)}."


def _render_month(
    year: PlayYear,
    month: int,
    days: Mapping[date, PlayDay],
    kinds: Mapping[date, str],
    writer: TableWriter,
) -> str:
    """Return a month as an item of a list: its name, how much was played on its days, and its squares."""
    first = date(year.year, month, 1)
    name = writer.cells.language.short_months[month - 1]
    if first > year.last:
        return f"<li><b>{name}</b>"
    count = sum([played.amount for played in days.values()]) or ""
    end = min(first.replace(day=monthrange(year.year, month)[1]), year.last)
    paths = _draw_month(first, end.day)
    for kind, of_kind in sorted(group_by(days, kinds.__getitem__).items()):
        paths += _draw_squares(of_kind, kind)
    for event, group in groupby(days, key=lambda day: days[day].event):
        of_event = (*group,)
        amount = sum([days[day].amount for day in of_event])
        link = partial(_link_days, event, of_event, amount, writer.cells)
        paths += writer.memoize((event, of_event, amount), link)
    return f'<li><b>{name}</b> <small>{count}</small><svg viewBox="0 0 7 6">{paths}</svg>'


def _link_days(event: str, days: Sequence[date], amount: int, cells: CellWriter) -> str:
    """Return the link from the days of an event in a month, whose title says how much was played on them."""
    title = f"<title>{_format_span(days, cells.language)}{cells.language.colon} {amount}</title>"
    area = "".join([f"M{column} {row}h{length}v1h-{length}" for row, column, length in _find_runs(days)])
    return cells.link_to_event(event, f'{title}<path d="{area}"/>')


def _format_span(days: Sequence[date], language: Language) -> str:
    """Return the first and the last of some days of a month: `12–18 Jan`."""
    first = f"{days[0].day}–" if len(days) > 1 else ""
    return escape(f"{first}{language.format_short_day(days[-1])}")


@lru_cache(maxsize=256)
def _draw_month(first: date, length: int) -> str:
    """Return the squares of the first days of a month, which are the same for all players."""
    return _draw_squares([first + timedelta(place) for place in range(length)], "l0")


def _draw_squares(days: Sequence[date], kind: str) -> str:
    """Return the squares of days of one month as a path, whose dashes they are."""
    lines = [f"M{column} {row}h{length - 1 or '.01'}" for row, column, length in _find_runs(days)]
    return f'<path class={kind} d="{"".join(lines)}"/>'


def _find_runs(days: Sequence[date]) -> list[tuple[int, int, int]]:
    """Return the row and the column where each run of days in a row of their month begins, and its length."""
    before = days[0].replace(day=1).weekday() - 1
    places = [before + day.day for day in days]
    starts = [
        number
        for number, place in enumerate(places)
        if not (number and place % _WEEK and places[number - 1] == place - 1)
    ]
    return [(*divmod(places[start], _WEEK), end - start) for start, end in pairwise([*starts, len(places)])]


def render_weeks(years: Sequence[PlayYear], pages: str) -> Markup:
    """Return years by the week: a stroke each, all at one scale.

    Below the address `pages` each year has a page of its own, if that is not blank.
    """
    weeks = [_count_weeks(year) for year in years]
    most = max(amount for of_year in weeks for amount in of_year.values())
    items = []
    for year, of_year in zip(years, weeks, strict=True):
        strokes = [
            f"M{week}.5 {_HEIGHT}v-{ceil(_HEIGHT * amount / most)}" for week, amount in of_year.items()
        ]
        box = f'viewBox="0 0 53 {_HEIGHT}" preserveAspectRatio=none aria-hidden=true'
        drawing = f'<svg {box}><path d="{"".join(strokes)}"/></svg>'
        text = f"<b>{year.year}</b> {drawing} <small>{sum(of_year.values())}</small>"
        items.append(f"<li><a href={pages}{year.year}/>{text}</a>" if pages else f"<li><span>{text}</span>")
    return Markup(f"<ol class=weeks>{''.join(items)}</ol>")  # noqa: S704 - no text but numbers


def _count_weeks(year: PlayYear) -> Mapping[int, int]:
    """Return how much was played in each seven days of a year, of which the first is 0."""
    weeks: dict[int, int] = {}
    for day, played in year.days.items():
        week = (day.timetuple().tm_yday - 1) // _WEEK
        weeks[week] = weeks.get(week, 0) + played.amount
    return weeks
