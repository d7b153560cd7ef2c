"""All that is calculated of a club, and what its players still need in the season.

`Requirements` says what a player needs to be ranked, to be eligible for a championship, and to overtake the
next player.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property, partial
from itertools import chain, count
from operator import itemgetter
from typing import Literal, NamedTuple

from sitegen.core.entities import Moment
from sitegen.core.model import PublishedTable
from sitegen.core.pickling import Deferred
from sitegen.core.table import Figure, PlayerId, Rank, Table, TopicName, column
from sitegen.systems.nbb.championships import (
    JointResults,
    Tally,
    list_averages,
    rank_champions,
    rank_pair_champions,
    select_pairs,
    sum_decided,
    tally_partnerships,
    tally_player,
    tally_players,
)
from sitegen.systems.nbb.outputs import CalculatedScore, Champion, PairChampion, RankedPair, RankedPlayer
from sitegen.systems.nbb.points import Session, compute_nominal_interval, list_seasons, list_sessions
from sitegen.systems.nbb.ranking import NbbStanding, SessionSnapshot, build_ranking, rank_pairs, rate_sessions
from sitegen.systems.nbb.tables import (
    INDIVIDUAL_ARTICLE,
    PAIRS_CHAMPIONSHIP_ARTICLE,
    RANKING_ARTICLES,
    Inputs,
    Options,
    Player,
    Season,
)
from sitegen.toolkit.decisions import (
    PointsDecision,
    find_excluded,
    list_decisions,
    publish_decisions,
)
from sitegen.toolkit.history import History
from sitegen.toolkit.order import find_least, find_next_above, group_by, round_for_ranking


class Club(NamedTuple):
    """A club on a day: its sessions, those played in each season that has begun, and its rankings.

    `tallies` and `joint_results` have what counts for the championships, by season and by player or
    partnership, and `averages` those of the players after each session of a season, without points by
    decision. `partnership_names` has the name of each partnership on pages, by its key. `decisions` are those
    of the committee until then, in order of day.
    """

    inputs: Inputs
    options: Options
    decisions: Sequence[PointsDecision]
    sessions: Sequence[Session]
    history: History[CalculatedScore, NbbStanding]
    snapshots: Mapping[Season, Sequence[SessionSnapshot]]
    ranking: Sequence[RankedPlayer]
    pairs: Sequence[RankedPair]
    champions: Sequence[Champion]
    pair_champions: Sequence[PairChampion]
    tallies: Mapping[tuple[str, str], Tally]
    joint_results: Mapping[tuple[str, str], JointResults]
    averages: Deferred[Mapping[Season, Sequence[Mapping[str, float]]]]
    partnership_names: Mapping[str, str]

    @property
    def season(self) -> Season | None:
        """The season that began last; None before the first."""
        return next(reversed([*self.snapshots]), None)

    def find_season(self, day: date) -> Season | None:
        """Return the season that began last on a day; None before the first."""
        return next((season for season in reversed([*self.snapshots]) if season.start <= day), None)

    def list_competitors(self, day: date) -> list[Player]:
        """Return the players who are in competition on a day."""
        excluded = find_excluded(self.decisions, day)
        return [player for player in self.inputs.players if player.id not in excluded]

    def find_averages(self, season: Season, count: int, day: date) -> Mapping[str, float]:
        """Return the averages of the players after so many sessions of a season, with decisions until a day.

        Only those who had played enough by then have one.
        """
        decided = sum_decided([row for row in self.decisions if row.date <= day], season)
        averages = self.averages.value[season][count - 1]
        return {player: average + decided.get(player, 0.0) for player, average in averages.items()}

    @property
    def all_snapshots(self) -> list[SessionSnapshot]:
        """The sessions played in all seasons."""
        return list(chain.from_iterable(self.snapshots.values()))

    @property
    def tables(self) -> list[PublishedTable]:
        """All published tables, without a championship that the club leaves out of all seasons."""
        tables = [
            PublishedTable("ranking", RankedPlayer, self.ranking),
            PublishedTable("points", CalculatedScore, self.history.rows),
            *publish_decisions(self.history.decisions),
            PublishedTable("championship", Champion, self.champions),
            PublishedTable("pairs", RankedPair, self.pairs),
            PublishedTable("pairs-championship", PairChampion, self.pair_champions),
        ]
        optional = {"championship": "individual", "pairs-championship": "pairs"}
        return [table for table in tables if optional.get(table.name, "") in ("", *self.championships)]

    @property
    def championships(self) -> set[str]:
        """The championships that the club has now, or had in a season."""
        options = [self.options, *(self.options.on(season.start) for season in self.snapshots)]
        return {name for own in options for name in own.championships}


def build_club(inputs: Inputs, options: Options, when: Moment) -> Club:
    """Return the club at the end of the day of the build."""
    seasons, sessions = list_seasons(inputs, when.as_of), list_sessions(inputs, when.as_of)
    decisions = [row for row in list_decisions(inputs) if row.date <= when.as_of]
    events = list(rate_sessions(inputs, options, seasons, sessions, decisions))
    snapshots = [event for event in events if isinstance(event, SessionSnapshot)]
    snapshots_by_season = {
        season: [snapshot for snapshot in snapshots if snapshot.session.season == season]
        for season in seasons
    }
    history, excluded = History({}, events), find_excluded(decisions, when.as_of)
    day = snapshots[-1].day if snapshots else when.as_of
    tallies = tally_players(options, snapshots_by_season, decisions)
    joint_results = tally_partnerships(inputs.partnerships, options, snapshots_by_season, decisions)
    players = [player for player in inputs.players if player.id not in excluded]
    own = options.on(seasons[-1].start) if seasons else options
    return Club(
        inputs,
        options,
        decisions,
        sessions,
        history,
        snapshots_by_season,
        list(build_ranking(players, own, history.standings, day)),
        rank_pairs(select_pairs(inputs.partnerships, excluded), history.standings),
        list(rank_champions(inputs.players, options, snapshots_by_season, tallies)),
        list(rank_pair_champions(inputs.partnerships, snapshots_by_season, joint_results)),
        tallies,
        joint_results,
        Deferred(partial(list_averages, options, snapshots_by_season)),  # for pages alone
        _name_partnerships(inputs),
    )


def _name_partnerships(inputs: Inputs) -> dict[str, str]:
    """Return the name of each partnership: its players, and its key behind them where they have several."""
    player_names = {player.id: player.name for player in inputs.players}
    names_by_key = {
        partnership.partnership: " – ".join(player_names[player] for _, player in partnership.players)
        for partnership in inputs.partnerships
    }
    counts = Counter(names_by_key.values())
    return {
        key: joint_name if counts[joint_name] == 1 else f"{joint_name} ({key})"
        for key, joint_name in names_by_key.items()
    }


Goal = Literal[
    "a place in the ranking",
    "eligible as champion",
    "eligible as champions",
    "the next place in the ranking",
    "the next place in the championship",
]


GOAL_ARTICLES: Mapping[Goal, str] = {
    "a place in the ranking": RANKING_ARTICLES[0],
    "eligible as champion": INDIVIDUAL_ARTICLE,
    "eligible as champions": PAIRS_CHAMPIONSHIP_ARTICLE,
    "the next place in the ranking": RANKING_ARTICLES[0],
    "the next place in the championship": INDIVIDUAL_ARTICLE,
}
"""The article of each goal."""


class Requirement(Table):
    """What a player still needs for a goal in the season."""

    goal: Goal = column("what it is needed for", label="For", role="name")
    partnership: TopicName = column(
        "the pair or trio that would be eligible", label="Pair or trio", default=""
    )
    player: PlayerId = column("who stands next above", label="Ahead of", default="", role="optional")
    place: Rank | None = column("their place", default=None, role="optional")
    sessions: int = column("the next sessions, none of them missed", default=1)
    points: Figure | None = column(
        "points that are enough, in each of them", label="Points each", default=None, role="value"
    )


@dataclass(frozen=True)
class Requirements:
    """What the players of a club still need in a season."""

    club: Club
    season: Season

    def find_requirements(self, player: str) -> Iterator[Requirement]:
        """Yield what a player needs, the nearest goal first; nothing for who has no ranking, or is out."""
        if player in self.club.history.standings and player not in self._excluded:
            if not self.club.history.standings[player].results:
                yield Requirement("a place in the ranking", sessions=1)
            yield from self._require_eligibility(player)
            yield from self._require_joint_eligibility(player)
            yield from self._require_next_places(player)

    def _require_eligibility(self, player: str) -> Iterator[Requirement]:
        """Yield the sessions that a player needs to be eligible.

        The minimum grows with the season where it is a part of its sessions.
        """

        def project_tally(number: int) -> Tally:
            return self._tally(player, [0.0] * number, number)

        if "individual" in self._options.championships and not project_tally(0).eligible:
            yield Requirement("eligible as champion", sessions=_count_needed_sessions(project_tally))

    def _require_joint_eligibility(self, player: str) -> Iterator[Requirement]:
        """Yield the sessions that each pair or trio of a player still needs."""
        session_count, options = len(self._snapshots), self._options
        for key in self._partnerships.get(player, ()):
            results = self.club.joint_results.get((self.season.season, key))
            if results and not results.tally.eligible:
                project_tally = partial(results.project_tally, session_count=session_count, options=options)
                name, sessions = self.club.partnership_names[key], _count_needed_sessions(project_tally)
                yield Requirement("eligible as champions", name, sessions=sessions)

    def _require_next_places(self, player: str) -> Iterator[Requirement]:
        standing, sessions = self.club.history.standings[player], self._options.sessions
        if ranked := self._rows_above.get(player):
            target = round_for_ranking(ranked.ranking)

            def is_above(points: float, number: int) -> bool:
                return round_for_ranking(standing.project_ranking([points] * number, sessions)) > target

            goal: Goal = "the next place in the ranking"
            yield from self._find_least_points(lambda number: partial(is_above, number=number), goal, ranked)
        if champion := self._champions_above.get(player):
            goal = "the next place in the championship"
            yield from self._find_least_points(
                partial(self._compare_champions, player, champion.player), goal, champion
            )

    def _compare_champions(self, player: str, other: str, number: int) -> Callable[[float], bool]:
        """Return whether points in each of the next sessions put a player ahead in the championship."""
        target = round_for_ranking(self._tally(other, (), number).average)

        def is_ahead(points: float) -> bool:
            tally = self._tally(player, [points] * number, number)
            return tally.eligible and round_for_ranking(tally.average) > target

        return is_ahead

    def _find_least_points(
        self, make_test: Callable[[int], Callable[[float], bool]], goal: Goal, row: RankedPlayer | Champion
    ) -> Iterator[Requirement]:
        """Yield the fewest sessions in which a goal can be reached, and the points that are enough in each.

        `make_test` returns for a number of sessions whether some points are enough in each. No session brings
        more points than the lines have.
        """
        bounds = compute_nominal_interval(self.club.options)
        for number in range(1, self._options.sessions + 1):
            points = find_least(make_test(number), bounds.bottom, bounds.top)
            if points is not None:
                yield Requirement(goal, "", row.player, row.rank, number, points)
                return

    def _tally(self, player: str, further: Sequence[float], later: int) -> Tally:
        """Return what counts of a player for the championship `later` sessions later, with further points."""
        points = [*self.club.history.standings[player].points, *further]
        tally = tally_player(points, len(self._snapshots) + later, self._options)
        return tally._replace(decided=self._decided.get(player, 0.0))

    @cached_property
    def _decided(self) -> Mapping[str, float]:
        return sum_decided(self.club.decisions, self.season)

    @cached_property
    def _excluded(self) -> set[str]:
        return find_excluded(self.club.decisions, date.max)

    @cached_property
    def _options(self) -> Options:
        return self.club.options.on(self.season.start)

    @cached_property
    def _snapshots(self) -> Sequence[object]:
        return self.club.snapshots[self.season]

    @cached_property
    def _partnerships(self) -> Mapping[str, Sequence[str]]:
        """The pairs and trios of each player."""
        pairs = self.club.inputs.partnerships
        members = [(player, pair.partnership) for pair in pairs for _, player in pair.players]
        return {player: [key for _, key in own] for player, own in group_by(members, itemgetter(0)).items()}

    @cached_property
    def _rows_above(self) -> Mapping[str, RankedPlayer]:
        return find_next_above(self.club.ranking)

    @cached_property
    def _champions_above(self) -> Mapping[str, Champion]:
        season = self.season.season
        return find_next_above(
            [champion for champion in self.club.champions if champion.season == season and champion.rank]
        )


def _count_needed_sessions(project_tally: Callable[[int], Tally]) -> int:
    """Return the fewest further sessions after which the tally is eligible."""
    return next(number for number in count(1) if project_tally(number).eligible)
