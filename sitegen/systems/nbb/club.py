"""All that is calculated of a club, once.

What a player still needs to be ranked, to be eligible for a championship, and to overtake the next.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import count
from typing import Literal, NamedTuple

from sitegen.core.entities import Moment
from sitegen.core.model import PublishedTable
from sitegen.core.table import Figure, PlayerId, Rank, Table, TopicName, column
from sitegen.systems.nbb.championships import (
    JointResults,
    Tally,
    rank_champions,
    rank_pair_champions,
    tally_partnerships,
    tally_player,
    tally_players,
)
from sitegen.systems.nbb.outputs import Champion, PairChampion, RankedPair, RankedPlayer, Receipt
from sitegen.systems.nbb.points import Session, compute_nominal_interval, list_seasons, list_sessions
from sitegen.systems.nbb.ranking import NbbStanding, SessionSnapshot, build_ranking, rank_pairs, rate_sessions
from sitegen.systems.nbb.tables import (
    INDIVIDUAL_ARTICLE,
    PAIRS_CHAMPIONSHIP_ARTICLE,
    RANKING_ARTICLES,
    Inputs,
    Options,
    Season,
)
from sitegen.toolkit.course import History
from sitegen.toolkit.order import find_least, find_next_above, round_for_ranking


class Club(NamedTuple):
    """A club on a day: its sessions, those played in each season that has begun, and who stands where.

    `opened` has the standings at the start of each season, by its name and player, `tallies` what counts for
    the championship of a player, and `together` what for that of a pair or trio, by season. `called` is what
    pages call each partnership, by its key.
    """

    inputs: Inputs
    options: Options
    sessions: Sequence[Session]
    history: History[Receipt, NbbStanding]
    snapshots: Mapping[Season, Sequence[SessionSnapshot]]
    opening_standings: Mapping[str, Mapping[str, NbbStanding]]
    ranking: Sequence[RankedPlayer]
    pairs: Sequence[RankedPair]
    champions: Sequence[Champion]
    pair_champions: Sequence[PairChampion]
    tallies: Mapping[tuple[str, str], Tally]
    joint_results: Mapping[tuple[str, str], JointResults]
    partnership_names: Mapping[str, str]

    @property
    def season(self) -> Season | None:
        """The season begun last; None before the first."""
        return next(reversed([*self.snapshots]), None)

    @property
    def tables(self) -> list[PublishedTable]:
        """All published tables, but for a championship that the club leaves out."""
        tables = [
            PublishedTable("ranking", RankedPlayer, self.ranking),
            PublishedTable("points", Receipt, self.history.rows),
            PublishedTable("championship", Champion, self.champions),
            PublishedTable("pairs", RankedPair, self.pairs),
            PublishedTable("pairs-championship", PairChampion, self.pair_champions),
        ]
        optional = {"championship": "individual", "pairs-championship": "pairs"}
        return [
            table for table in tables if optional.get(table.name, "") in ("", *self.options.championships)
        ]


def build_club(inputs: Inputs, options: Options, when: Moment) -> Club:
    """The club at the end of the day of the build."""
    begun, every = list_seasons(inputs, when.as_of), list_sessions(inputs, when.as_of)
    events = list(rate_sessions(inputs, options, begun, every))
    held = [event for event in events if isinstance(event, SessionSnapshot)]
    openings = [event for event in events if not isinstance(event, SessionSnapshot)]
    played = {
        season: [snapshot for snapshot in held if snapshot.session.season == season] for season in begun
    }
    run = History({}, events)
    day = run.build_current(when).day
    has_players, has_pairs = (name in options.championships for name in ("individual", "pairs"))
    counted = tally_players(options, played) if has_players else {}
    joint = tally_partnerships(inputs.partnerships, options, played) if has_pairs else {}
    return Club(
        inputs,
        options,
        every,
        run,
        played,
        {season.season: opening.standings for season, opening in zip(begun, openings, strict=True)},
        list(build_ranking(inputs.players, options, run.standings, day)),
        rank_pairs(inputs.partnerships, run.standings),
        list(rank_champions(inputs.players, options, played, counted)) if has_players else [],
        list(rank_pair_champions(inputs.partnerships, played, joint)) if has_pairs else [],
        counted,
        joint,
        _name_partnerships(inputs),
    )


def _name_partnerships(inputs: Inputs) -> dict[str, str]:
    """What pages call each partnership: its players, and its key behind them where several have the same."""
    names = {player.id: player.name for player in inputs.players}
    players = {
        partnership.partnership: " – ".join(names[player] for _, player in partnership.players)
        for partnership in inputs.partnerships
    }
    number = Counter(players.values())
    return {key: own if number[own] == 1 else f"{own} ({key})" for key, own in players.items()}


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
"""The article that each goal goes by."""


class Requirement(Table):
    """What a player still needs for a goal in the season."""

    goal: Goal = column("what it is needed for", label="For", role="name")
    partnership: TopicName = column(
        "the pair or trio that would be eligible", label="Pair or trio", default=""
    )
    player: PlayerId = column("who stands next above", label="Ahead of", default="", role="optional")
    place: Rank | None = column("their place", default=None, role="optional")
    sessions: int = column("sessions that come next, of which none is missed", default=1)
    points: Figure | None = column(
        "points that are enough, in each of them", label="Points each", default=None, role="value"
    )


@dataclass(frozen=True)
class Requirements:
    """What the players of a club still need in a season."""

    club: Club
    season: Season

    def find_requirements(self, player: str) -> Iterator[Requirement]:
        """What one of them needs, the nearest goal first; nothing for who cannot play."""
        if player in self.club.history.standings:
            yield from self._require_session(player)
            yield from self._require_eligibility(player)
            yield from self._require_joint_eligibility(player)
            yield from self._require_next_rank(player)
            yield from self._require_next_champion(player)

    def _require_session(self, player: str) -> Iterator[Requirement]:
        """Who has a session in the season is ranked."""
        if not self.club.history.standings[player].results:
            yield Requirement("a place in the ranking", sessions=1)

    def _require_eligibility(self, player: str) -> Iterator[Requirement]:
        """The minimum grows with the season where it is a part of it."""
        is_held = "individual" in self.club.options.championships
        if is_held and not self._project_tally(player, [], 0).eligible:
            sessions = _find_first(
                lambda number: self._project_tally(player, [0.0] * number, number).eligible
            )
            yield Requirement("eligible as champion", sessions=sessions)

    def _require_joint_eligibility(self, player: str) -> Iterator[Requirement]:
        """The same with a partner."""
        for partnership in self.club.inputs.partnerships:
            together = self.club.joint_results.get((self.season.season, partnership.partnership))
            if together and not together.tally.eligible and player in {id_ for _, id_ in partnership.players}:
                called, sessions = (
                    self.club.partnership_names[partnership.partnership],
                    self._count_sessions(together),
                )
                yield Requirement("eligible as champions", called, sessions=sessions)

    def _count_sessions(self, together: JointResults) -> int:
        played, options = len(self._snapshots), self.club.options
        return _find_first(lambda number: together.project_tally(number, played, options).eligible)

    def _require_next_rank(self, player: str) -> Iterator[Requirement]:
        own, number = self.club.history.standings[player], self.club.options.sessions
        if line := self._rows_above.get(player):
            yield from self._find_least_points(
                lambda points: (
                    round_for_ranking(own.project_ranking(points, number)) > round_for_ranking(line.ranking)
                ),
                "the next place in the ranking",
                line,
            )

    def _require_next_champion(self, player: str) -> Iterator[Requirement]:
        if line := self._champions_above.get(player):
            yield from self._find_least_points(
                lambda points: self._is_ahead(player, line.player, points),
                "the next place in the championship",
                line,
            )

    def _is_ahead(self, player: str, other: str, points: Sequence[float]) -> bool:
        """Whether a player is before another in the championship after sessions that bring these points."""
        mine, theirs = (
            self._project_tally(id_, more, len(points)) for id_, more in ((player, points), (other, ()))
        )
        return mine.eligible and round_for_ranking(mine.average) > round_for_ranking(theirs.average)

    def _find_least_points(
        self, does: Callable[[Sequence[float]], bool], goal: Goal, line: RankedPlayer | Champion
    ) -> Iterator[Requirement]:
        """In how few sessions it can be done with what the lines bring, and how much is enough in each."""
        bounds = compute_nominal_interval(self.club.options)
        for number in range(1, self.club.options.sessions + 1):
            points = find_least(_repeat_points(does, number), bounds.bottom, bounds.top)
            if points is not None:
                yield Requirement(goal, "", line.player, line.rank, number, points)
                return

    def _project_tally(self, player: str, more: Sequence[float], later: int) -> Tally:
        """What counts for a player in the championship with `more` points, so many sessions later."""
        earned = [result.points for result in self.club.history.standings[player].results]
        return tally_player([*earned, *more], len(self._snapshots) + later, self.club.options)

    @cached_property
    def _snapshots(self) -> Sequence[object]:
        return self.club.snapshots[self.season]

    @cached_property
    def _rows_above(self) -> Mapping[str, RankedPlayer]:
        return find_next_above(self.club.ranking)

    @cached_property
    def _champions_above(self) -> Mapping[str, Champion]:
        season = self.season.season
        return find_next_above(
            [champion for champion in self.club.champions if champion.season == season and champion.rank]
        )


def _find_first(does: Callable[[int], bool]) -> int:
    return next(number for number in count(1) if does(number))


def _repeat_points(does: Callable[[Sequence[float]], bool], number: int) -> Callable[[float], bool]:
    """The same of so many sessions that bring the same."""
    return lambda points: does([points] * number)
