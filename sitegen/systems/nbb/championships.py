"""Who is champion of a season: the regulation's chapter "Clubkampioenschap"."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import ceil
from operator import attrgetter
from statistics import fmean
from typing import NamedTuple

from sitegen.systems.nbb.options import Options
from sitegen.systems.nbb.outputs import Champion, PairChampion
from sitegen.systems.nbb.rankings import History, Played
from sitegen.systems.nbb.tables import Inputs, Partnership, Player, Season
from sitegen.toolkit.order import best_first, ranked


class Standing(NamedTuple):
    """How a player, pair or trio stands: the scores that count and how many fell away."""

    counted: Sequence[float]
    dropped: int
    substituted: int
    played: int
    eligible: bool

    @property
    def average(self) -> float:
        """The mean of what counts."""
        return fmean(self.counted)


def minimum(played: Sequence[Played], options: Options) -> int:
    """The sessions that a champion must have played: 60 % of the season's so far, rounded up."""
    return ceil(len(played) * 6 / 10) if options.min_ is None else options.min_


def pair_minimum(played: Sequence[Played], options: Options) -> int:
    """The results that a champion pair must have."""
    return minimum(played, options) if options.pair_min is None else options.pair_min


def individual(points: Sequence[float], needed: int, drop: int) -> Standing:
    """The worst scores fall away, as far as the minimum is left ("Clubkampioenschap (individueel)").

    Where no minimum is set the best score is left all the same, for there is no average of nothing.
    """
    dropped = min(drop, max(0, len(points) - max(1, needed)))
    counted = sorted(points, reverse=True)[: len(points) - dropped]
    return Standing(counted, dropped, 0, len(points), len(points) >= needed)


def of_pair(
    together: Sequence[float], with_substitute: Sequence[float], needed: int, options: Options
) -> Standing:
    """The results with each other, and the best with a substitute where there are too few of them.

    "Clubkampioenschap voor paren en driemanschappen".
    """
    if len(together) >= needed:
        return individual(together, needed, options.pair_drop)
    added = min(options.pair_substitutes, needed - len(together), len(with_substitute))
    counted = [*together, *sorted(with_substitute, reverse=True)[:added]]
    return Standing(counted, 0, added, len(together), len(counted) >= needed)


def champions(
    inputs: Inputs, options: Options, history: History, seasons: Iterable[Season]
) -> Iterator[Champion]:
    """The individual championship of every season."""
    for season, book in zip(seasons, history.books, strict=True):
        played = history.of(season)
        needed = minimum(played, options)
        standings = {id_: individual(points, needed, options.drop) for id_, points in book.points.items()}
        for rank, player in _ordered(inputs.players, standings):
            one = standings[player.id]
            yield Champion(
                season=season.season,
                rank=rank,
                player=player.id,
                name=player.name,
                average=one.average,
                played=one.played,
                counted=len(one.counted),
                dropped=one.dropped,
                eligible=one.eligible,
                still_needed=max(0, needed - one.played),
            )


def _ordered(
    players: Sequence[Player], standings: Mapping[str, Standing]
) -> Iterator[tuple[int | None, Player]]:
    """Who is eligible by average, then the rest, who have no rank."""
    averages = {id_: each.average for id_, each in standings.items()}
    for eligible in (True, False):
        there = [each for each in players if each.id in standings and standings[each.id].eligible == eligible]
        for rank, player in ranked(there, averages):
            yield rank if eligible else None, player


def pair_champions(
    inputs: Inputs, options: Options, history: History, seasons: Iterable[Season]
) -> Iterator[PairChampion]:
    """The championship of pairs and trios of every season, as far as they have a result that counts."""
    for season in seasons:
        played = history.of(season)
        needed = pair_minimum(played, options)
        standings = {each: of_pair(*results(each, played), needed, options) for each in inputs.partnerships}
        counted = {each: one for each, one in standings.items() if one.counted}
        averages = {each: one.average for each, one in counted.items()}
        for eligible in (True, False):
            there = [each for each, one in counted.items() if one.eligible == eligible]
            there.sort(key=attrgetter("partnership"))
            for rank, each in best_first(there, averages.__getitem__):
                yield _pair_champion(season, rank if eligible else None, each, counted[each])


def _pair_champion(season: Season, rank: int | None, pair: Partnership, one: Standing) -> PairChampion:
    return PairChampion(
        season=season.season,
        rank=rank,
        partnership=pair.partnership,
        player1=pair.player1,
        player2=pair.player2,
        player3=pair.player3 or "",
        average=one.average,
        together=one.played,
        substituted=one.substituted,
        dropped=one.dropped,
        eligible=one.eligible,
    )


def results(pair: Partnership, played: Iterable[Played]) -> tuple[list[float], list[float]]:
    """The points of a pair or trio with each other, and with a substitute; two of a trio are together.

    On a teams evening partners are together when they are in one line-up.
    """
    members = {player for _, player in pair.players}
    together, with_substitute = [], []
    for each in played:
        points = {row.player: row.points for row in each.rows}
        for line in each.session.lines:
            if {line.player1, line.player2} <= members:
                together.append(points[line.player1])
            elif line.for_ == pair.partnership:
                with_substitute.append(points[line.player1])
        for line_up in each.session.line_ups:
            there = members & {player for _, player in line_up.players}
            if len(there) > 1:
                together.append(points[min(there)])
    return together, with_substitute
