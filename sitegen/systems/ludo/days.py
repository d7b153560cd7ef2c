"""The ranking of a tournament and the bonus for it: Article 4.2 of the regulation."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from operator import attrgetter, itemgetter
from typing import Any, NamedTuple

from sitegen.systems.ludo.rounds import POINTS, Played
from sitegen.systems.ludo.sums import added
from sitegen.table import many
from sitegen.toolkit.order import best_first
from sitegen.toolkit.rows import grouped

_FIRST_CEILING = 2014


class Day(NamedTuple):
    """A player at a tournament: the `first` of the rounds there, and what all of them come to.

    The `total` of points and bonus counts for the year.
    """

    first: Played
    rank: int
    players: int
    points: float
    bonus: int
    total: float


def days(rounds: Sequence[Played], ceilings: Mapping[int, int]) -> list[Day]:
    """A row a player at a tournament, by date and rank, as Article 4.2 says; the rounds are by date."""
    there = grouped(rounds, attrgetter("result.tournament")).values()
    return many(Day, chain.from_iterable(_day(rows, ceilings) for rows in there))


def _day(rounds: Sequence[Played], ceilings: Mapping[int, int]) -> Iterator[tuple[Any, ...]]:
    """All who were at one tournament."""
    there = sorted(grouped(rounds, attrgetter("shown")).items())
    points = [(rows[0], added(map(POINTS, rows))) for _, rows in there]
    players, year = len(points), rounds[0].year
    # Article 4.2: X - P + 1, where X is not more than the ceiling.
    most = min(players, ceilings.get(year, players))
    for rank, (first, total) in best_first(points, itemgetter(1)):
        bonus = max(0, most - rank + 1)
        yield first, rank, players, total, bonus, total + bonus


def ceilings(rounds: Sequence[Played], given: Mapping[int, int]) -> dict[int, int]:
    """The ceiling of each year that has one: by Article 4.2 the mean of the year before, or what is given."""
    there = {*map(attrgetter("year", "result.tournament", "shown"), rounds)}
    total = Counter(year for year, *_ in there)
    tournaments = Counter(year for year, _ in {(year, tournament) for year, tournament, _ in there})
    found = {
        year + 1: _to_tens(total[year], tournaments[year])
        for year in sorted(total)
        if year + 1 >= _FIRST_CEILING
    }
    return {**found, **given}


def _to_tens(total: int, tournaments: int) -> int:
    """The mean rounded half up to a multiple of 10, in whole numbers."""
    return (total + 5 * tournaments) // (10 * tournaments) * 10
