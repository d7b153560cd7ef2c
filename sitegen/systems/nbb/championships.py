"""Who is champion of a season: the regulation's chapter "Clubkampioenschap"."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import ceil
from operator import attrgetter
from statistics import fmean
from typing import NamedTuple, TypeVar

from sitegen.systems.nbb.course import Played, Result
from sitegen.systems.nbb.outputs import Champion, PairChampion
from sitegen.systems.nbb.tables import Line, Options, Partnership, Player, Season
from sitegen.toolkit.order import alphabetical, best_first
from sitegen.toolkit.rows import grouped

T = TypeVar("T")
Seasons = Mapping[Season, Sequence[Played]]
"""The sessions played in each season."""


class Tally(NamedTuple):
    """The scores of a player, pair or trio that count, and how many fell away."""

    counted: Sequence[float]
    dropped: int
    substituted: int
    played: int
    eligible: bool

    @property
    def average(self) -> float:
        """The mean of what counts."""
        return fmean(self.counted)


def minimum(played: int, options: Options) -> int:
    """The sessions that a champion must have played: 60 % of the season's so far, rounded up."""
    return ceil(played * 6 / 10) if options.min_ is None else options.min_


def pair_minimum(played: int, options: Options) -> int:
    """The results that a champion pair must have."""
    return minimum(played, options) if options.pair_min is None else options.pair_min


def individual(points: Sequence[float], needed: int, drop: int) -> Tally:
    """The worst scores fall away, as far as the minimum is left ("Clubkampioenschap (individueel)").

    Where no minimum is set the best score is left all the same, for there is no average of nothing.
    """
    dropped = min(drop, max(0, len(points) - max(1, needed)))
    counted = sorted(points, reverse=True)[: len(points) - dropped]
    return Tally(counted, dropped, 0, len(points), len(points) >= needed)


def of_pair(
    together: Sequence[float], with_substitute: Sequence[float], needed: int, options: Options
) -> Tally:
    """The results with each other, and the best with a substitute where there are too few of them.

    "Clubkampioenschap voor paren en driemanschappen".
    """
    if len(together) >= needed:
        return individual(together, needed, options.pair_drop)
    added = min(options.pair_substitutes, needed - len(together), len(with_substitute))
    counted = [*together, *sorted(with_substitute, reverse=True)[:added]]
    return Tally(counted, 0, added, len(together), len(counted) >= needed)


def champions(players: Sequence[Player], options: Options, seasons: Seasons) -> Iterator[Champion]:
    """The individual championship of every season."""
    for season, played in seasons.items():
        needed = minimum(len(played), options)
        earned = grouped((row for each in played for row in each.rows), attrgetter("player"))
        there = [each for each in alphabetical(players) if each.id in earned]
        points = {each: [row.points for row in earned[each.id]] for each in there}
        tallies = [(each, individual(points[each], needed, options.drop)) for each in there]
        for rank, player, tally in _ranked(tallies):
            yield Champion.like(
                tally,
                player,
                season=season.season,
                rank=rank,
                player=player.id,
                average=tally.average,
                counted=len(tally.counted),
                still_needed=max(0, needed - tally.played),
            )


def pair_champions(
    partnerships: Iterable[Partnership], options: Options, seasons: Seasons
) -> Iterator[PairChampion]:
    """The championship of pairs and trios of every season, as far as they have a result that counts."""
    there = sorted(partnerships, key=attrgetter("partnership"))
    for season, played in seasons.items():
        needed = pair_minimum(len(played), options)
        results = [each for after in played for each in after.results]
        tallies = [(each, of_pair(*_points(each, results), needed, options)) for each in there]
        for rank, pair, tally in _ranked([each for each in tallies if each[1].counted]):
            yield PairChampion.like(
                tally,
                pair,
                season=season.season,
                rank=rank,
                player3=pair.player3 or "",
                average=tally.average,
                together=tally.played,
            )


def _ranked(tallies: Sequence[tuple[T, Tally]]) -> Iterator[tuple[int | None, T, Tally]]:
    """Who is eligible by average, then the rest, who have no rank; equal ones as they stand."""
    for eligible in (True, False):
        there = [each for each in tallies if each[1].eligible == eligible]
        for rank, (who, tally) in best_first(there, lambda each: each[1].average):
            yield rank if eligible else None, who, tally


def _points(pair: Partnership, results: Iterable[Result]) -> tuple[list[float], list[float]]:
    """The points of a pair or trio with each other, and with a substitute; two of a trio are together.

    On a teams evening partners are together when they are in one line-up.
    """
    members = {player for _, player in pair.players}
    together, with_substitute = [], []
    for each in results:
        if len(members & each.players) > 1:
            together.append(each.worth.points)
        elif isinstance(each.entry, Line) and each.entry.for_ == pair.partnership:
            with_substitute.append(each.worth.points)
    return together, with_substitute
