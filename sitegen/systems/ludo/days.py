"""The ranking of a tournament and the bonus for it: Article 4.2 of the regulation."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from sitegen.systems.ludo.rounds import Played
from sitegen.systems.ludo.sums import added, ranked
from sitegen.toolkit.rows import grouped

_FIRST_CEILING = 2014


class Day(NamedTuple):
    """A player at a tournament: the `first` of the rounds there, and what all of them come to."""

    first: Played
    rank: int
    players: int
    points: float
    bonus: int

    @property
    def total(self) -> float:
        """Points and bonus, which count for the year."""
        return self.points + self.bonus


def days(rounds: Sequence[Played], ceilings: Mapping[int, int]) -> list[Day]:
    """A row a player at a tournament, by date and rank, as Article 4.2 says."""
    there = grouped(rounds, lambda row: (row.result.tournament, row.who.id)).values()
    points = [(rows[0], added(each.points for each in rows)) for rows in there]
    players = Counter(first.result.tournament for first, _ in points)
    found = ranked(
        points,
        lambda each: each[1],
        lambda each: (each[0].date, each[0].result.tournament),
        lambda each: each[0].shown,
    )
    return [_day(rank, *each, players[each[0].result.tournament], ceilings) for rank, each in found]


def _day(rank: int, first: Played, points: float, players: int, ceilings: Mapping[int, int]) -> Day:
    # Article 4.2: X - P + 1, where X is not more than the ceiling.
    most = min(players, ceilings.get(first.year, players))
    return Day(first, rank, players, points, max(0, most - rank + 1))


def ceilings(rounds: Sequence[Played], given: Mapping[int, int]) -> dict[int, int]:
    """The ceiling of each year that has one: by Article 4.2 the mean of the year before, or what is given."""
    there = {(row.year, row.result.tournament, row.who.id) for row in rounds}
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
