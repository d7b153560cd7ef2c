"""Who is champion of a season: the regulation's chapter "Clubkampioenschap"."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import ceil
from operator import attrgetter
from statistics import fmean
from typing import NamedTuple, TypeVar

from sitegen.systems.nbb.outputs import Champion, PairChampion
from sitegen.systems.nbb.ranking import SessionResult, SessionSnapshot
from sitegen.systems.nbb.tables import Line, Options, Partnership, Player, Season
from sitegen.toolkit.order import group_by, rank_items, sort_alphabetically

T = TypeVar("T")
Seasons = Mapping[Season, Sequence[SessionSnapshot]]
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


class JointResults(NamedTuple):
    """The results of a pair or trio in a season with each other, behind them those with a substitute."""

    results: Sequence[SessionResult]
    tally: Tally

    def project_tally(self, number: int, played: int, options: Options) -> Tally:
        """What would count with so many more results with each other, whatever they bring."""
        found = _get_points(self.results)
        own, others = found[: self.tally.played], found[self.tally.played :]
        return tally_joint_results([*own, *[0.0] * number], others, played + number, options)


def get_minimum(played: int, options: Options) -> int:
    """The sessions that a champion must have played: 60 % of the season's so far, rounded up.

    "Clubkampioenschap (individueel)".
    """
    return ceil(played * 6 / 10) if options.min_ is None else options.min_


def get_pair_minimum(played: int, options: Options) -> int:
    """The results that a champion pair must have ("Clubkampioenschap voor paren en driemanschappen")."""
    return get_minimum(played, options) if options.pair_min is None else options.pair_min


def tally_individual(points: Sequence[float], needed: int, drop: int) -> Tally:
    """The worst scores fall away, as far as the minimum is left ("Clubkampioenschap (individueel)").

    Where no minimum is set the best score is left all the same, for there is no average of nothing.
    """
    dropped = min(drop, max(0, len(points) - max(1, needed)))
    places = _find_best(points, len(points) - dropped)
    counted = [points[place] for place in places]
    return Tally(counted, dropped, 0, len(points), len(points) >= needed, places)


def _find_best(points: Sequence[float], number: int) -> list[int]:
    """The places of so many of the best; of equal ones the earlier count."""
    return sorted(range(len(points)), key=lambda place: -points[place])[:number]


def tally_pair(
    together: Sequence[float], with_substitute: Sequence[float], needed: int, options: Options
) -> Tally:
    """The results with each other, and the best with a substitute where there are too few of them.

    "Clubkampioenschap voor paren en driemanschappen".
    """
    if len(together) >= needed:
        return tally_individual(together, needed, options.pair_drop)
    added = min(options.pair_substitutes, needed - len(together), len(with_substitute))
    best = _find_best(with_substitute, added)
    counted = [*together, *(with_substitute[place] for place in best)]
    places = [*range(len(together)), *(len(together) + place for place in best)]
    return Tally(counted, 0, added, len(together), len(counted) >= needed, places)


def tally_players(options: Options, seasons: Seasons) -> dict[tuple[str, str], Tally]:
    """What counts for the individual championship, by season and player."""
    found = {}
    for season, played in seasons.items():
        earned = group_by((row for snapshot in played for row in snapshot.rows), attrgetter("player"))
        for player, rows in earned.items():
            points = [row.points for row in rows]
            found[season.season, player] = tally_player(points, len(played), options)
    return found


def tally_player(points: Sequence[float], played: int, options: Options) -> Tally:
    """What counts of the points of a player in a season in which so many sessions were played."""
    return tally_individual(points, get_minimum(played, options), options.drop)


def rank_champions(
    players: Sequence[Player], options: Options, seasons: Seasons, counted: Mapping[tuple[str, str], Tally]
) -> Iterator[Champion]:
    """The individual championship of every season, of what is `counted` in it."""
    shown = sort_alphabetically(players)
    for season, played in seasons.items():
        needed = get_minimum(len(played), options)
        mine = [(candidate, counted.get((season.season, candidate.id))) for candidate in shown]
        for rank, player, tally in _rank_tallies([(candidate, own) for candidate, own in mine if own]):
            yield Champion.combine(
                tally,
                player,
                season=season.season,
                rank=rank,
                player=player.id,
                average=tally.average,
                counted=len(tally.counted),
                still_needed=max(0, needed - tally.played),
            )


def tally_partnerships(
    partnerships: Iterable[Partnership], options: Options, seasons: Seasons
) -> dict[tuple[str, str], JointResults]:
    """What counts for the championship of pairs and trios, by season and partnership."""
    there, found = list(partnerships), {}
    for season, played in seasons.items():
        results = [result for after in played for result in after.results]
        for pair in there:
            own, others = _split_results(pair, results)
            tally = tally_joint_results(_get_points(own), _get_points(others), len(played), options)
            found[season.season, pair.partnership] = JointResults([*own, *others], tally)
    return found


def tally_joint_results(
    own: Sequence[float], others: Sequence[float], played: int, options: Options
) -> Tally:
    """The same of a pair or trio: of results of its `own`, and of `others` with a substitute."""
    return tally_pair(own, others, get_pair_minimum(played, options), options)


def rank_pair_champions(
    partnerships: Iterable[Partnership], seasons: Seasons, counted: Mapping[tuple[str, str], JointResults]
) -> Iterator[PairChampion]:
    """The championship of pairs and trios of every season, as far as they have a result that counts."""
    there = sorted(partnerships, key=attrgetter("partnership"))
    for season in seasons:
        tallies = [
            (partnership, counted[season.season, partnership.partnership].tally) for partnership in there
        ]
        for rank, pair, tally in _rank_tallies([entry for entry in tallies if entry[1].counted]):
            yield PairChampion.combine(
                tally,
                pair,
                season=season.season,
                rank=rank,
                player3=pair.player3 or "",
                average=tally.average,
                together=tally.played,
            )


def _rank_tallies(tallies: Sequence[tuple[T, Tally]]) -> Iterator[tuple[int | None, T, Tally]]:
    """Who is eligible by average, then the rest, who have no rank; equal ones as they stand."""
    for eligible in (True, False):
        there = [entry for entry in tallies if entry[1].eligible == eligible]
        for rank, (who, tally) in rank_items(there, lambda item: item[1].average):
            yield rank if eligible else None, who, tally


def _split_results(
    pair: Partnership, results: Iterable[SessionResult]
) -> tuple[list[SessionResult], list[SessionResult]]:
    """The results of a pair or trio with each other, and with a substitute; two of a trio are together.

    On a teams evening partners are together when they are in one line-up.
    """
    members = {player for _, player in pair.players}
    together, with_substitute = [], []
    for result in results:
        if len(members & result.players) > 1:
            together.append(result)
        elif isinstance(result.entry, Line) and result.entry.for_ == pair.partnership:
            with_substitute.append(result)
    return together, with_substitute


def _get_points(results: Iterable[SessionResult]) -> list[float]:
    return [result.worth.points for result in results]
