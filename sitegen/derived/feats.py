"""What is remarkable in one career: how high, how often in a row, how unlikely, how much at once.

Each feat has the day that it is of, by which it belongs to a year.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, timedelta
from itertools import compress, pairwise
from operator import itemgetter
from typing import Any, NamedTuple

from sitegen.language import Language
from sitegen.model import Career, Ended

SPLIT = 200
"""From so many results on there is a page a year."""
WINDOW = 90
"""The days within which a climb is looked for."""
_EVEN = 0.5
_WON = re.compile("ww+")  # one alone is no series
_FORM = 10
_ENOUGH = 5 * _FORM  # among so many there are ten that count
_Points = Sequence[tuple[date, float]]


class Feat(NamedTuple):
    """What somebody did: how great it is, the day that it is of, and what else a row says of it."""

    player: str
    size: float
    day: date
    told: tuple[Any, ...]


class Upset(NamedTuple):
    """Whom somebody beat against the odds; it is none against who was not ranked by then."""

    opponents: Sequence[str]
    feat: Feat


class Climb(NamedTuple):
    """From which figure to which; `since` is the day of the first, None where it is that at the start."""

    change: float
    low: float
    high: float
    since: date | None
    reached: date


class Tally(NamedTuple):
    """How much was played that counts, and how it ended."""

    played: int
    won: int
    drawn: int
    lost: int


def peaks(player: str, career: Career) -> Iterator[Feat]:
    """The highest figure of each year in which the player was ranked, with the first day that it stood."""
    for points in _points_by_year(settled(career)):
        if top := highest(points):
            day, figure = top
            yield Feat(player, figure, day, (figure, day))


def highest(points: _Points) -> tuple[date, float] | None:
    """The highest figure, with the first day on which it stood so."""
    return max(points, key=itemgetter(1), default=None)


def form(career: Career) -> str:
    """The latest ten results that count, oldest first, a letter each: `w`, `d` or `l`."""
    ended = ends(career)[-_ENOUGH:]
    return "".join([each[0] for each in ended if each][-_FORM:])


def ends(career: Career) -> Sequence[Ended]:
    """How each result ended."""
    return career.results.column("ended")


def ends_that_count(career: Career) -> Sequence[Ended]:
    """The same of those that count."""
    return [ended for ended in ends(career) if ended]


def series(player: str, career: Career) -> Iterator[Feat]:
    """Every series of results won one after the other; what counts for nothing breaks none."""
    days = days_that_count(career)
    for run in _WON.finditer("".join([ended[0] for ended in ends(career) if ended])):
        first, end = run.span()
        told = days[first], end == len(days)
        yield Feat(player, end - first, days[end - 1], told)


def days_that_count(career: Career) -> list[date]:
    """The day of each result that counts."""
    return list(compress(career.results.column("day"), ends(career)))


def upsets(player: str, career: Career) -> Iterator[Upset]:
    """Every result won against the odds by who was ranked by then, with its place among the results."""
    columns, since = map(career.results.column, ("chance", "ended", "opponents", "day")), career.ranked_from
    for place, (chance, ended, opponents, day) in enumerate(zip(*columns, strict=True)):
        if chance is not None and chance < _EVEN and ended == "won" and opponents and day >= since:
            yield Upset(opponents, Feat(player, -chance, day, (place,)))


def describe_upset(upset: Feat, career: Career) -> Feat:
    """An upset with what a row says of it, in the place of its place among the results of the career."""
    (place,) = upset.told
    result = career.results[place]
    one, other = (*result.opponents, None)[:2]
    told = result.chance, one, other, result.score, result.day, result.event, result.occasion
    return upset._replace(told=told)


def formed(letters: str, language: Language, *, wins: bool) -> str:
    """What a form says, in words."""
    text = "won {number} of the last {of}" if wins else "rose in {number} of the last {of}"
    return language.word(text).format(number=letters.count("w"), of=len(letters))


def tallies(player: str, career: Career) -> Iterator[Feat]:
    """How much the player played in each year."""
    days, counted = days_that_count(career), ends_that_count(career)
    for _, year in _years(days):
        yield Feat(player, len(counted[year]), days[year][-1], tally(counted[year]))


def of_years(career: Career) -> list[tuple[int, int, int]]:
    """Each year with how much was played and won in it, latest first; none for who played less."""
    if len(career.played) < SPLIT:
        return []
    days, ended = career.results.column("day"), ends(career)
    return [(year, *tally(ended[places])[:2]) for year, places in _years(days)][::-1]


def tally(ended: Sequence[Ended]) -> Tally:
    """How much that is, and how often each end came."""
    return Tally(len(ended), ended.count("won"), ended.count("drawn"), ended.count("lost"))


def years(player: str, career: Career) -> Iterator[Feat]:
    """What the player won in each calendar year: from where they stood before it, or else came in."""
    before = _start(career)
    for points in _points_by_year(settled(career)):
        since, low = before or points[0]
        before = day, high = points[-1]
        if high > low:
            yield _climb(player, since, date(day.year, 1, 1), day, low, high)


def climbs(player: str, career: Career) -> Iterator[Feat]:
    """The most that the player won within `WINDOW` days in each year, on the day on which it was reached."""
    points = [*filter(None, [_start(career)]), *settled(career)]
    days, figures, first = [day.toordinal() for day, _ in points], [figure for _, figure in points], 0
    best: dict[int, tuple[float, float, int, int]] = {}
    for place, (before, high) in enumerate(pairwise(figures), start=1):
        if high > before:
            begin = days[place] - WINDOW
            while days[first + 1] <= begin:
                first += 1
            low, year = min(figures[first:place]), points[place][0].year
            if year not in best or high - low > best[year][0]:
                best[year] = high - low, low, first, place
    for _, low, first, place in best.values():
        since = points[place - 1 - figures[first:place][::-1].index(low)][0]
        day, high = points[place]
        yield _climb(player, since, day - timedelta(WINDOW), day, low, high)


def settled(career: Career) -> _Points:
    """The course from the day on which the player was ranked first."""
    first = career.ranked_from
    return career.course if first == date.min else [each for each in career.course if each[0] >= first]


def _start(career: Career) -> tuple[date, float] | None:
    """The figure at the start, of a player whose start was not provisional."""
    is_known = career.start is not None and career.ranked_from == date.min
    return (date.min, float(career.start or 0.0)) if is_known else None


def _climb(player: str, since: date, begin: date, day: date, low: float, high: float) -> Feat:  # noqa: PLR0913, PLR0917
    """A climb in a time that began on a day, on which the figure had stood since another."""
    climb = Climb(high - low, low, high, None if since == date.min else max(since, begin), day)
    return Feat(player, climb.change, day, climb)


def _years(days: Iterable[date]) -> Iterator[tuple[int, slice]]:
    """The years of these days, the oldest first, each with the places of its days."""
    ends = {day.year: end for end, day in enumerate(days, start=1)}
    for year, (start, end) in zip(ends, pairwise([0, *ends.values()]), strict=True):
        yield year, slice(start, end)


def _points_by_year(points: _Points) -> Iterator[_Points]:
    return (points[places] for _, places in _years([day for day, _ in points]))
