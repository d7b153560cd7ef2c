"""The ranking of a tournament and the bonus for it: Article 4.2 of the regulation."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from operator import itemgetter
from typing import Any

from sitegen.systems.ludo.outputs import DayRanked
from sitegen.systems.ludo.rounds import POINTS, SHOWN, Played
from sitegen.systems.ludo.sums import added
from sitegen.systems.ludo.tables import Player
from sitegen.toolkit.order import best_first
from sitegen.toolkit.rows import grouped

_FIRST_CEILING = 2014
_named = Player.cells("id", "name", "club")


def day(rounds: Sequence[Played], ceilings: Mapping[int, int]) -> list[DayRanked]:
    """All who were at a tournament, by rank, out of its rounds: Article 4.2."""
    return DayRanked.rows(_ranked(rounds[0], grouped(rounds, SHOWN), ceilings))


def _ranked(
    first: Played, rounds: Mapping[int, Sequence[Played]], ceilings: Mapping[int, int]
) -> Iterator[tuple[Any, ...]]:
    """The cells of each, out of the rounds of everybody; `first` is the first of all."""
    points = [(each[0].who, added(map(POINTS, each))) for each in map(rounds.__getitem__, sorted(rounds))]
    # Article 4.2: X - P + 1, where X is not more than the ceiling.
    most = min(len(points), ceilings.get(first.year, len(points)))
    for rank, (who, total) in best_first(points, itemgetter(1)):
        bonus = max(0, most - rank + 1)
        yield first.result.tournament, rank, *_named(who), total, bonus, total + bonus


def ceilings(tournaments: Iterable[Sequence[Played]], given: Mapping[int, int]) -> dict[int, int]:
    """The ceiling of each year that has one: by Article 4.2 the mean of the year before, or what is given."""
    there = [(rounds[0].year, len({*map(SHOWN, rounds)})) for rounds in tournaments]
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
