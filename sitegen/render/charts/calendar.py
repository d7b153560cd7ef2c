"""Draw the days of play of a year: a square a day in the grid of each month, and earlier years by the week.

The more was played, the larger and the darker a square is; on the page of a player a day that was won is a
large square, one that was lost is round, and any other is small. All days of one event in a month are one
link, whose title says when it was, and how much was played unless it was one result or player. The table
below has the same events, with room for a finger.
"""

from calendar import monthrange
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from functools import lru_cache, partial
from html import escape
from itertools import groupby
from math import ceil

from markupsafe import Markup

from sitegen.core.entities import WITH_WINNERS
from sitegen.core.language import Language
from sitegen.rankings.play_days import PlayYear
from sitegen.render.cells import CellWriter, format_class
from sitegen.render.tables import TableWriter

_SHARES = (1 / 8, 3 / 8, 3 / 4)
"""From which part of the most on a day the next level begins."""
_WEEK = 7
_HEIGHT = 20  # of the stroke of the busiest week
_COMMON = "g"
"""The kind of a day that needs no class: half of those of players are such."""


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
    counts, squares = Counter[int](), defaultdict[int, str](str)
    for (month, event), group in groupby(year.days, lambda day: (day.month, year.days[day].event)):
        days = (*group,)
        amount, of_days = sum([year.days[day].amount for day in days]), (*map(kinds.__getitem__, days),)
        counts[month] += amount
        link = partial(_link_days, event, days, amount, of_days, cells)
        squares[month] += writer.memoize((event, days, amount, of_days), link)
    months = "".join(
        [
            outline.format(count=counts[month] or "", squares=squares[month])
            for month, outline in enumerate(_outline_months(year.year, year.last, cells.language), 1)
        ]
    )
    key = "".join(
        [f"<li><svg viewBox=0,0,1,1>{_draw_square(0, kind)}</svg> {text}" for kind, text in meanings]
    )
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


@lru_cache
def _outline_months(year: int, last: date, language: Language) -> Sequence[str]:
    """Return the months as items of a list, each with its days through the last and room for squares."""
    outlines = []
    for month, name in enumerate(language.short_months, 1):
        first, length = monthrange(year, month)
        length = min(length, (last - date(year, month, 1)).days + 1)
        drawn = f" {{count}}<svg viewBox=0,0,7,6>{_draw_ground(first, length)}{{squares}}</svg>"
        outlines.append(f"<li><b>{name}</b>{drawn if length > 0 else ''}")
    return outlines


def _link_days(event: str, days: Sequence[date], amount: int, kinds: Sequence[str], cells: CellWriter) -> str:
    """Return the squares of the days of an event in a month as a link, whose title says what it is about."""
    before = days[0].replace(day=1).weekday() - 1
    squares = "".join([_draw_square(before + day.day, kind) for day, kind in zip(days, kinds, strict=True)])
    played = f"{cells.language.colon} {amount}" if amount > 1 else ""
    return cells.link_to_event(event, f"<title>{_format_span(days, cells.language)}{played}</title>{squares}")


def _format_span(days: Sequence[date], language: Language) -> str:
    """Return the first and the last of some days of a month: `12–18 Jan`."""
    first = f"{days[0].day}–" if len(days) > 1 else ""
    return escape(f"{first}{language.format_short_day(days[-1])}")


def _draw_square(place: int, kind: str) -> str:
    """Return the square at a place of the grid, of which the first is 0; a row has seven."""
    row, column = divmod(place, _WEEK)
    x, y = f" x={column}" if column else "", f" y={row}" if row else ""
    return f"<rect{format_class(kind) if kind != _COMMON else ''}{x}{y} />"


def _draw_ground(first: int, length: int) -> str:
    """Return the days of a month, of which the first is on a weekday, as the dashes of a path.

    It goes from row to row, there and back; the last row begins at its left.
    """
    (last_row, end), sunday = divmod(first + length - 1, _WEEK), _WEEK - 1

    def draw(start: int, end: int) -> str:
        return f"H{end}" if start != end else "h.01"  # a line without length has no dash

    if not last_row:
        return f"<path d=M{first},0{draw(first, end)} />"
    turns = "".join([f"v1H{0 if row % 2 else sunday}" for row in range(1, last_row)])
    start = f"M0,{last_row}" if last_row % 2 else "v1"
    return f"<path d=M{first},0{draw(first, sunday)}{turns}{start}{draw(0, end)} />"


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
