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
    """The scores of a player, pair or trio that count, and how many fell away.

    `places` are those of what counts among all, those with a substitute behind the others.
    """

    counted: Sequence[float]
    dropped: int
    substituted: int
    played: int
    eligible: bool
    places: Sequence[int]

    @property
    def average(self) -> float:
        """The mean of what counts."""
        return fmean(self.counted)


class Together(NamedTuple):
    """The results of a pair or trio in a season with each other, behind them those with a substitute."""

    results: Sequence[Result]
    tally: Tally

    def with_more(self, number: int, played: int, options: Options) -> Tally:
        """What would count with so many more results with each other, whatever they bring."""
        found = _points(self.results)
        own, others = found[: self.tally.played], found[self.tally.played :]
        return joint_tally([*own, *[0.0] * number], others, played + number, options)


def minimum(played: int, options: Options) -> int:
    """The sessions that a champion must have played: 60 % of the season's so far, rounded up.

    "Clubkampioenschap (individueel)".
    """
    return ceil(played * 6 / 10) if options.min_ is None else options.min_


def pair_minimum(played: int, options: Options) -> int:
    """The results that a champion pair must have ("Clubkampioenschap voor paren en driemanschappen")."""
    return minimum(played, options) if options.pair_min is None else options.pair_min


def individual(points: Sequence[float], needed: int, drop: int) -> Tally:
    """The worst scores fall away, as far as the minimum is left ("Clubkampioenschap (individueel)").

    Where no minimum is set the best score is left all the same, for there is no average of nothing.
    """
    dropped = min(drop, max(0, len(points) - max(1, needed)))
    places = _best(points, len(points) - dropped)
    counted = [points[place] for place in places]
    return Tally(counted, dropped, 0, len(points), len(points) >= needed, places)


def _best(points: Sequence[float], number: int) -> list[int]:
    """The places of so many of the best; of equal ones the earlier count."""
    return sorted(range(len(points)), key=lambda place: -points[place])[:number]


def of_pair(
    together: Sequence[float], with_substitute: Sequence[float], needed: int, options: Options
) -> Tally:
    """The results with each other, and the best with a substitute where there are too few of them.

    "Clubkampioenschap voor paren en driemanschappen".
    """
    if len(together) >= needed:
        return individual(together, needed, options.pair_drop)
    added = min(options.pair_substitutes, needed - len(together), len(with_substitute))
    best = _best(with_substitute, added)
    counted = [*together, *(with_substitute[place] for place in best)]
    places = [*range(len(together)), *(len(together) + place for place in best)]
    return Tally(counted, 0, added, len(together), len(counted) >= needed, places)


def tallies(options: Options, seasons: Seasons) -> dict[tuple[str, str], Tally]:
    """What counts for the individual championship, by season and player."""
    found = {}
    for season, played in seasons.items():
        earned = grouped((row for each in played for row in each.rows), attrgetter("player"))
        for player, rows in earned.items():
            points = [row.points for row in rows]
            found[season.season, player] = tally_of(points, len(played), options)
    return found


def tally_of(points: Sequence[float], played: int, options: Options) -> Tally:
    """What counts of the points of a player in a season in which so many sessions were played."""
    return individual(points, minimum(played, options), options.drop)


def champions(
    players: Sequence[Player], options: Options, seasons: Seasons, counted: Mapping[tuple[str, str], Tally]
) -> Iterator[Champion]:
    """The individual championship of every season, of what is `counted` in it."""
    shown = alphabetical(players)
    for season, played in seasons.items():
        needed = minimum(len(played), options)
        mine = [(each, counted.get((season.season, each.id))) for each in shown]
        for rank, player, tally in _ranked([(each, own) for each, own in mine if own]):
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


def together(
    partnerships: Iterable[Partnership], options: Options, seasons: Seasons
) -> dict[tuple[str, str], Together]:
    """What counts for the championship of pairs and trios, by season and partnership."""
    there, found = list(partnerships), {}
    for season, played in seasons.items():
        results = [each for after in played for each in after.results]
        for pair in there:
            own, others = _results(pair, results)
            tally = joint_tally(_points(own), _points(others), len(played), options)
            found[season.season, pair.partnership] = Together([*own, *others], tally)
    return found


def joint_tally(own: Sequence[float], others: Sequence[float], played: int, options: Options) -> Tally:
    """The same of a pair or trio: of results of its `own`, and of `others` with a substitute."""
    return of_pair(own, others, pair_minimum(played, options), options)


def pair_champions(
    partnerships: Iterable[Partnership], seasons: Seasons, counted: Mapping[tuple[str, str], Together]
) -> Iterator[PairChampion]:
    """The championship of pairs and trios of every season, as far as they have a result that counts."""
    there = sorted(partnerships, key=attrgetter("partnership"))
    for season in seasons:
        tallies = [(each, counted[season.season, each.partnership].tally) for each in there]
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


def _results(pair: Partnership, results: Iterable[Result]) -> tuple[list[Result], list[Result]]:
    """The results of a pair or trio with each other, and with a substitute; two of a trio are together.

    On a teams evening partners are together when they are in one line-up.
    """
    members = {player for _, player in pair.players}
    together, with_substitute = [], []
    for each in results:
        if len(members & each.players) > 1:
            together.append(each)
        elif isinstance(each.entry, Line) and each.entry.for_ == pair.partnership:
            with_substitute.append(each)
    return together, with_substitute


def _points(results: Iterable[Result]) -> list[float]:
    return [each.worth.points for each in results]
