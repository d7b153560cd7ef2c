"""The ranking of a tournament and the bonus for it: Article 4.2 of the regulation."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
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


def days(tournaments: Iterable[Sequence[Played]], ceilings: Mapping[int, int]) -> list[Day]:
    """A row a player at a tournament, in order and by rank, as Article 4.2 says; of each its rounds."""
    return many(Day, chain.from_iterable(_day(rounds, ceilings) for rounds in tournaments))


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


def ceilings(tournaments: Iterable[Sequence[Played]], given: Mapping[int, int]) -> dict[int, int]:
    """The ceiling of each year that has one: by Article 4.2 the mean of the year before, or what is given."""
    there = [(rounds[0].year, len({row.shown for row in rounds})) for rounds in tournaments]
    years = sorted(grouped(there, itemgetter(0)).items())
    found = {
        year + 1: _to_tens(sum(players for _, players in held), len(held))
        for year, held in years
        if year + 1 >= _FIRST_CEILING
    }
    return {**found, **given}


def _to_tens(total: int, tournaments: int) -> int:
    """The mean rounded half up to a multiple of 10, in whole numbers."""
    return (total + 5 * tournaments) // (10 * tournaments) * 10
