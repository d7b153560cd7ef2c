"""The records of a ranking, of all time and of each year: who, how much and when."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from heapq import nlargest
from itertools import groupby
from operator import attrgetter, itemgetter
from typing import Any, Literal, NamedTuple

from sitegen.derived.chronicle import Chronicle, Summary, Tally, years
from sitegen.toolkit.order import APART, comparable, shared_ranks

TOP = 10
WINDOW = 90
"""The days within which a climb is looked for."""
_MOST = 20  # a place that so many share tells nothing
_EVEN = 0.5
_UPSET = ("ended", "chance", "opponents", "day", "score", "event", "occasion")
_SIZE = attrgetter("size")


class Achievement(NamedTuple):
    """What somebody did: how great it is, the day that it is of, and what else a row of it shows."""

    player: str
    size: float
    day: date
    details: tuple[Any, ...]


Kind = Literal["highest", "series", "upsets", "played", "years", "climbs"]
Ranked = tuple[int, Achievement]
"""An achievement with its place."""


class Climb(NamedTuple):
    """From which figure to which; `since` is the day of the first, None where it is that at the start."""

    change: float
    low: float
    high: float
    since: date | None
    reached: date


@dataclass(frozen=True)
class Records:
    """The first in the achievements of all players: of a year, or of 0 in all.

    `highest` is the highest figure of each player, where a provisional one is none; `series` the longest of
    results won, in the year in which it ended; `upsets` what was won with the lowest chance, however often
    by one player; `played` how much was played; `years` and `climbs` what was won of the figure in a
    calendar year, and within `WINDOW` days, in the year in which they ended.
    """

    chronicle: Chronicle

    def top(self, kind: Kind, year: int = 0) -> Sequence[Ranked]:
        """The first places of a kind."""
        return self._top[kind].get(year, ())

    @cached_property
    def held(self) -> Sequence[tuple[str, str]]:
        """Which record of all time is held by which player."""
        kinds: Mapping[Kind, str] = {
            "highest": "the highest figure ever",
            "series": "the longest winning series"
            if self.chronicle.has_winners
            else "the longest series of rises",
            "upsets": "the biggest upset",
            "played": "what was played most",
            "years": "the biggest climb in a calendar year",
        }
        return [
            (name, each.player) for kind, name in kinds.items() for rank, each in self.top(kind) if rank == 1
        ]

    @cached_property
    def of_years(self) -> Sequence[int]:
        """The years in which anything was played, the latest first."""
        return sorted({*self._top["played"], *self._top["highest"]} - {0}, reverse=True)

    @cached_property
    def _top(self) -> Mapping[Kind, Mapping[int, Sequence[Ranked]]]:
        """The first places of each kind, by year."""
        found = {kind: self._by_year(self._found(*find)) for kind, find in _KINDS.items()}
        return {**found, "upsets": self._by_year(self._upsets())}

    def _found(self, find: "_Find", join: "_Join") -> Iterator[tuple[int, Achievement]]:
        """The achievements of all players with their years, and what is the one of each player in all."""
        for player, own in self.chronicle.summaries.items():
            if mine := list(find(player, own)):
                yield from ((each.day.year, each) for each in mine)
                yield 0, join(mine)

    def _upsets(self) -> Iterator[tuple[int, Achievement]]:
        """Every result won against the odds between players who were ranked by then, with its year."""
        ranked_from = {player: own.ranked_from for player, own in self.chronicle.courses.items()}
        for player, since in ranked_from.items():
            columns = map(self.chronicle.careers.of(player).results.column, _UPSET)
            for ended, chance, opponents, day, score, event, occasion in zip(*columns, strict=True):
                if ended != "won" or chance is None or chance >= _EVEN or not opponents or day < since:
                    continue
                if all(ranked_from.get(other, since) <= day for other in opponents):
                    one, other = (*opponents, None)[:2]
                    details = chance, one, other, score, day, event, occasion
                    upset = Achievement(player, -chance, day, details)
                    yield from ((day.year, upset), (0, upset))

    def _by_year(self, found: Iterable[tuple[int, Achievement]]) -> Mapping[int, Sequence[Ranked]]:
        by_year: defaultdict[int, list[Achievement]] = defaultdict(list)
        for year, each in found:
            by_year[year].append(each)
        return {year: self._ranked(each) for year, each in by_year.items()}

    def _ranked(self, found: Sequence[Achievement]) -> Sequence[Ranked]:
        """The first places; equal achievements share one, and stand by day."""
        least = nlargest(_MOST + 1, map(_SIZE, found))[-1] - APART
        ordered = sorted([each for each in found if each.size >= least], key=self._order)
        ranks = shared_ranks(map(_SIZE, ordered))
        first: list[Ranked] = []
        for rank, shared in groupby(zip(ranks, ordered, strict=True), key=itemgetter(0)):
            if rank > TOP or len(first := [*first, *shared]) > _MOST:
                return [each for each in first if each[0] < rank]
        return first

    def _order(self, each: Achievement) -> tuple[Any, ...]:
        return -comparable(each.size), each.day, self.chronicle.places[each.player], repr(each.details)


def _highest(player: str, own: Summary) -> Iterator[Achievement]:
    """The highest figure of each year in which the player was ranked, with the first day that it stood."""
    points = own.course.settled
    for _, start, end in years(points.days):
        figure, day = points.highest(start, end)
        yield Achievement(player, figure, day, (figure, day))


def _series(player: str, own: Summary) -> Iterable[Achievement]:
    """The longest series of each year, with its first day, and whether it goes on."""
    longest: dict[int, Achievement] = {}
    for series in own.series:
        year = series.last.year
        if year not in longest or series.length > longest[year].size:
            longest[year] = Achievement(player, series.length, series.last, (series.first, series.goes_on))
    return longest.values()


def _played(player: str, own: Summary) -> Iterator[Achievement]:
    """How much the player played in each year."""
    for _, start, end in years(own.days):
        yield Achievement(player, end - start, date.fromordinal(own.days[end - 1]), own.tally(start, end))


def _years(player: str, own: Summary) -> Iterator[Achievement]:
    """What the player won in each calendar year: from where they stood before it, or else came in."""
    days, figures = own.course.known
    for year, start, end in years(days):
        before, low, high = max(0, start - 1), figures[max(0, start - 1)], figures[end - 1]
        if high > low:
            yield _climb(player, (days[before], low), (days[end - 1], high), date(year, 1, 1).toordinal())


def _climbs(player: str, own: Summary) -> Iterator[Achievement]:
    """The most that the player won within `WINDOW` days in each year, on the day on which it was reached."""
    (days, figures), first = own.course.known, 0
    for _, start, end in years(days):
        most, best = 0.0, None
        for place in range(max(1, start), end):
            high = figures[place]
            if high > figures[place - 1] and high - own.course.lowest > most:
                while days[first + 1] <= days[place] - WINDOW:
                    first += 1
                low = min(figures[first:place])
                if high - low > most:
                    most, best = high - low, (first, place, low)
        if best:
            begin, place, low = best
            since = next(each for each in range(place - 1, begin - 1, -1) if figures[each] == low)
            yield _climb(player, (days[since], low), (days[place], figures[place]), days[place] - WINDOW)


def _climb(player: str, since: tuple[int, float], until: tuple[int, float], begin: int) -> Achievement:
    """A climb in a time that began on a day, from one point to another."""
    (from_, low), (through, high) = since, until
    day = None if from_ == date.min.toordinal() else date.fromordinal(max(from_, begin))
    climb = Climb(high - low, low, high, day, date.fromordinal(through))
    return Achievement(player, climb.change, climb.reached, climb)


def _greatest(mine: Sequence[Achievement]) -> Achievement:
    """The greatest, the first of what is equal."""
    return max(mine, key=_SIZE)


def _together(mine: Sequence[Achievement]) -> Achievement:
    """The years of a player as one."""
    sums = Tally(*map(sum, zip(*(each.details for each in mine), strict=True)))
    return Achievement(mine[0].player, sums.played, mine[-1].day, sums)


_Find = Callable[[str, Summary], Iterable[Achievement]]
_Join = Callable[[Sequence[Achievement]], Achievement]
_KINDS: Mapping[Kind, tuple[_Find, _Join]] = {
    "highest": (_highest, _greatest),
    "series": (_series, _greatest),
    "played": (_played, _together),
    "years": (_years, _greatest),
    "climbs": (_climbs, _greatest),
}
"""What finds those of a player in each year, and what makes one of them in all; of all kinds but upsets."""
