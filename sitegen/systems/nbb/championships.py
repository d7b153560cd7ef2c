"""The championships of a season: the chapter "Clubkampioenschap" of the regulation."""

from bisect import insort
from collections import Counter, defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import ceil
from operator import attrgetter
from statistics import fmean
from typing import NamedTuple, TypeVar

from sitegen.core.columnar import index_cells
from sitegen.systems.nbb.outputs import Champion, PairChampion
from sitegen.systems.nbb.ranking import SessionResult, SessionSnapshot
from sitegen.systems.nbb.tables import Line, Options, Partnership, Player, Season
from sitegen.toolkit.decisions import PointsDecision, find_excluded
from sitegen.toolkit.order import group_by, rank_items, sort_alphabetically

Owner = TypeVar("Owner")
Seasons = Mapping[Season, Sequence[SessionSnapshot]]
"""The sessions played in each season."""


class Tally(NamedTuple):
    """The points of a player, pair or trio that count, and the number that fell away.

    `places` are those of what counts among all results; results with a substitute come behind the others.
    `decided` is what the committee added to the average, or below 0 took off.
    """

    counted: Sequence[float]
    dropped: int
    substituted: int
    played: int
    eligible: bool
    places: Sequence[int]
    decided: float = 0.0

    @property
    def average(self) -> float:
        """The mean of what counts, with the points by decision."""
        return fmean(self.counted) + self.decided


class JointResults(NamedTuple):
    """The results of a pair or trio in a season: those with each other, then those with a substitute."""

    results: Sequence[SessionResult]
    tally: Tally

    def project_tally(self, number: int, session_count: int, options: Options) -> Tally:
        """Return what would count after `number` more results with each other, whatever they bring.

        `session_count` is the number of sessions of the season so far.
        """
        points = _get_points(self.results)
        together, with_substitute = points[: self.tally.played], points[self.tally.played :]
        return tally_pair([*together, *[0.0] * number], with_substitute, session_count + number, options)


def get_minimum(session_count: int, options: Options) -> int:
    """Return the number of sessions that a champion must have played ("Clubkampioenschap (individueel)")."""
    # 60 % of the sessions of the season so far, rounded up, where the club sets no minimum
    return ceil(session_count * 6 / 10) if options.min_ is None else options.min_


def get_pair_minimum(session_count: int, options: Options) -> int:
    """Return the number of results of a champion pair ("Clubkampioenschap voor paren en driemanschappen")."""
    return get_minimum(session_count, options) if options.pair_min is None else options.pair_min


def tally_player(points: Sequence[float], session_count: int, options: Options) -> Tally:
    """Return what counts of the points of a player, in a season with `session_count` sessions so far.

    The worst scores fall away, as far as that leaves the minimum ("Clubkampioenschap (individueel)").
    """
    return _tally_points(points, (), get_minimum(session_count, options), options.drop, 0)


def tally_pair(
    together: Sequence[float], with_substitute: Sequence[float], session_count: int, options: Options
) -> Tally:
    """Return what counts of the points of a pair or trio, after `session_count` sessions of the season.

    The best results with a substitute count where those with each other are fewer than the minimum
    ("Clubkampioenschap voor paren en driemanschappen").
    """
    minimum = get_pair_minimum(session_count, options)
    return _tally_points(together, with_substitute, minimum, options.pair_drop, options.pair_substitutes)


def _tally_points(
    together: Sequence[float], with_substitute: Sequence[float], minimum: int, drop: int, substitutes: int
) -> Tally:
    """Return what counts; without a minimum the best score does in any case: nothing has no average."""
    dropped = _count_dropped(len(together), minimum, drop)
    added = min(substitutes, max(0, minimum - len(together)), len(with_substitute))
    best_added = (len(together) + place for place in _find_best(with_substitute, added))
    places = [*_find_best(together, len(together) - dropped), *best_added]
    points = [*together, *with_substitute]
    counted_points = [points[place] for place in places]
    return Tally(counted_points, dropped, added, len(together), len(places) >= minimum, places)


def _count_dropped(played: int, minimum: int, drop: int) -> int:
    """Return how many of the results fall away, which leaves the minimum."""
    return min(drop, max(0, played - max(1, minimum)))


def _find_best(points: Sequence[float], number: int) -> list[int]:
    """Return the places of the best points; of equal ones the earlier come first."""
    return sorted(range(len(points)), key=points.__getitem__, reverse=True)[:number] if number else []


def sum_decided(decisions: Iterable[PointsDecision], season: Season) -> Mapping[str, float]:
    """Return the points by decision in a season, by player."""
    sums = dict[str, float]()
    for row in decisions:
        if row.figure is not None and season.start <= row.date <= season.end:
            sums[row.player] = sums.get(row.player, 0.0) + row.figure
    return sums


def tally_players(
    options: Options, seasons: Seasons, decisions: Sequence[PointsDecision]
) -> dict[tuple[str, str], Tally]:
    """Return what counts for the individual championship, by season and player.

    A season in which the club has none is left out, and so is who is out of competition at its end, or now.
    """
    tallies = {}
    for season, snapshots in seasons.items():
        own = options.on(season.start)
        if "individual" not in own.championships:
            continue
        excluded, decided = find_excluded(decisions, season.end), sum_decided(decisions, season)
        rows = (row for snapshot in snapshots for row in snapshot.rows if row.player not in excluded)
        for player, played in group_by(rows, attrgetter("player")).items():
            tally = tally_player([row.points for row in played], len(snapshots), own)
            tallies[season.season, player] = tally._replace(decided=decided.get(player, 0.0))
    return tallies


def rank_champions(
    players: Sequence[Player], options: Options, seasons: Seasons, tallies: Mapping[tuple[str, str], Tally]
) -> Iterator[Champion]:
    """Yield the individual championship of every season, from the tallies by season and player."""
    owners = [(player.id, player) for player in sort_alphabetically(players)]
    for season, snapshots in seasons.items():
        minimum = get_minimum(len(snapshots), options.on(season.start))
        for rank, player, tally in _rank_tallies(season, owners, tallies):
            yield Champion.combine(
                tally,
                player,
                season=season.season,
                rank=rank,
                player=player.id,
                average=tally.average,
                counted=len(tally.counted),
                still_needed=max(0, minimum - tally.played),
            )


def list_averages(options: Options, seasons: Seasons) -> dict[Season, list[Mapping[str, float]]]:
    """Return the averages in the individual championship after each session of each season, by player.

    Only those who had played enough by then have one. Points by decision are not among them.
    """
    averages = {}
    for season, snapshots in seasons.items():
        own, points = options.on(season.start), defaultdict[str, list[float]](list)
        averages[season] = [
            _find_averages(points, snapshot, get_minimum(count, own), own.drop)
            for count, snapshot in enumerate(snapshots, 1)
        ]
    return averages


def _find_averages(
    points: Mapping[str, list[float]], snapshot: SessionSnapshot, minimum: int, drop: int
) -> Mapping[str, float]:
    """Add a session to the points of each player, the worst first; return the averages of who is eligible."""
    for row in snapshot.rows:
        insort(points[row.player], row.points)
    return {
        player: fmean(own[_count_dropped(len(own), minimum, drop) :])
        for player, own in points.items()
        if len(own) >= minimum
    }


def select_pairs(partnerships: Iterable[Partnership], excluded: Container[str]) -> list[Partnership]:
    """Return the partnerships of which nobody is out of competition."""
    return [pair for pair in partnerships if not any(player in excluded for _, player in pair.players)]


def tally_partnerships(
    partnerships: Sequence[Partnership],
    options: Options,
    seasons: Seasons,
    decisions: Sequence[PointsDecision],
) -> dict[tuple[str, str], JointResults]:
    """Return what counts for the championship of pairs and trios, by season and partnership.

    A season in which the club has none is left out, and so are those of whom one is out of competition.
    """
    joint_results = {}
    for season, snapshots in seasons.items():
        own = options.on(season.start)
        if "pairs" not in own.championships:
            continue
        results = _SeasonResults([result for snapshot in snapshots for result in snapshot.results])
        for pair in select_pairs(partnerships, find_excluded(decisions, season.end)):
            together, with_substitute = results.split(pair)
            points = _get_points(together), _get_points(with_substitute)
            tally = tally_pair(*points, len(snapshots), own)
            joint_results[season.season, pair.partnership] = JointResults(
                [*together, *with_substitute], tally
            )
    return joint_results


def rank_pair_champions(
    partnerships: Iterable[Partnership],
    seasons: Seasons,
    joint_results: Mapping[tuple[str, str], JointResults],
) -> Iterator[PairChampion]:
    """Yield the championship of pairs and trios of every season; without those of which nothing counts."""
    owners = [(pair.partnership, pair) for pair in sorted(partnerships, key=attrgetter("partnership"))]
    tallies = {key: results.tally for key, results in joint_results.items()}
    for season in seasons:
        for rank, pair, tally in _rank_tallies(season, owners, tallies):
            yield PairChampion.combine(
                tally,
                pair,
                season=season.season,
                rank=rank,
                player3=pair.player3 or "",
                average=tally.average,
                together=tally.played,
            )


def _rank_tallies(
    season: Season, owners: Iterable[tuple[str, Owner]], tallies: Mapping[tuple[str, str], Tally]
) -> Iterator[tuple[int | None, Owner, Tally]]:
    """Yield who is eligible, by average, then the others, who have no rank; `owners` have their keys."""
    own_tallies = [(owner, tallies.get((season.season, key))) for key, owner in owners]
    for eligible in (True, False):
        entries = [
            (owner, tally)
            for owner, tally in own_tallies
            if tally and tally.counted and tally.eligible == eligible
        ]
        for rank, (owner, tally) in rank_items(entries, lambda entry: entry[1].average):
            yield rank if eligible else None, owner, tally


@dataclass(frozen=True)
class _SeasonResults:
    """The results of a season, in the order in which they were played."""

    results: Sequence[SessionResult]

    def split(self, pair: Partnership) -> tuple[list[SessionResult], list[SessionResult]]:
        """Return the results of a pair or trio with each other, and those with a substitute.

        Two of a trio are together, and so are two in one line-up of a teams evening.
        """
        members = {player for _, player in pair.players}
        counts = Counter(place for member in members for place in self._by_player.get(member, ()))
        together = [place for place in sorted(counts) if counts[place] > 1]
        with_substitute = [
            place for place in self._by_substituted.get(pair.partnership, ()) if counts[place] < 2
        ]
        return [self.results[place] for place in together], [self.results[place] for place in with_substitute]

    @cached_property
    def _by_player(self) -> Mapping[str, Sequence[int]]:
        """The places of the results of each player."""
        places: defaultdict[str, list[int]] = defaultdict(list)
        for place, result in enumerate(self.results):
            for player in result.players:
                places[player].append(place)
        return places

    @cached_property
    def _by_substituted(self) -> Mapping[str, Sequence[int]]:
        """The places of the results that name a partnership, for which somebody stood in."""
        entries = (result.entry for result in self.results)
        return index_cells(entry.for_ if isinstance(entry, Line) else "" for entry in entries)


def _get_points(results: Iterable[SessionResult]) -> list[float]:
    return [result.value.points for result in results]
