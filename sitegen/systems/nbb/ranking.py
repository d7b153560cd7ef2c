"""Rankings from session to session: the chapter "Rankings voor spelers, paren en driemanschappen"."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import islice
from math import fsum
from operator import attrgetter, itemgetter
from statistics import fmean
from typing import Any, NamedTuple

from sitegen.systems.nbb.outputs import CalculatedScore, RankedPair, RankedPlayer
from sitegen.systems.nbb.points import ScoreValue, Session, score_session
from sitegen.systems.nbb.tables import Inputs, Line, Options, Partnership, Player, Season
from sitegen.toolkit.decision_days import make_decision_snapshot
from sitegen.toolkit.decisions import PointsDecision
from sitegen.toolkit.history import Snapshot
from sitegen.toolkit.order import group_by, rank_items, rank_players


class EarnedPoints(NamedTuple):
    """The points of a player in a session of a day; without a day they are a substitute ranking."""

    points: float
    day: date | None = None
    session: str = ""


class NbbStanding(NamedTuple):
    """The ranking of a player in a season, with the points and the substitute ranking that it is the mean of.

    `source` is the row of the substitute ranking. `day` is the latest on which they played, and
    `previous_ranking` the ranking before it.
    """

    ranking: float
    substitute: float
    source: str = ""
    results: Sequence[EarnedPoints] = ()
    day: date | None = None
    previous_ranking: float = 0.0

    @property
    def points(self) -> list[float]:
        """The points of each session of the season."""
        return [result.points for result in self.results]

    def add_session(self, earned: EarnedPoints, sessions: int) -> "NbbStanding":
        """Return the standing after one more session; a ranking is the mean of the latest `sessions`."""
        ranking, results = self.project_ranking([earned.points], sessions), (*self.results, earned)
        previous_ranking = self.previous_ranking if earned.day == self.day else self.ranking
        return NbbStanding(ranking, self.substitute, self.source, results, earned.day, previous_ranking)

    def project_ranking(self, points: Sequence[float], sessions: int) -> float:
        """Return the ranking after one or more sessions with these `points` ("Spelers")."""
        # The mean of the latest sessions; the substitute ranking stands in for each not yet played.
        latest = [*(result.points for result in self.results[-sessions:]), *points][-sessions:]
        return fmean([*latest, *[self.substitute] * (sessions - len(latest))])

    def get_outgoing_points(self, sessions: int) -> EarnedPoints:
        """Return the points that those of the next session replace in the mean of the latest `sessions`."""
        is_full = len(self.results) >= sessions
        return self.results[-sessions] if is_full else EarnedPoints(self.substitute)


class _Seat(NamedTuple):
    """A player of a row with their partner, blank in a team, and their ranking before and after the row."""

    player: str
    partner: str
    before: float
    after: float


class _Place(NamedTuple):
    """The blank cells of a score, for a row that has no such column."""

    session: str = ""
    line: str = ""
    group: str = ""
    team: str = ""


class SessionResult(NamedTuple):
    """The result of a pair or team in a session: its row or line-up, and the score of each player."""

    entry: Any
    value: ScoreValue
    player_scores: Sequence[CalculatedScore]

    @property
    def players(self) -> set[str]:
        """Who played in it."""
        return {row.player for row in self.player_scores}


@dataclass(frozen=True, kw_only=True)
class SessionSnapshot(Snapshot[CalculatedScore, NbbStanding]):
    """The state after a session, with the results of its pairs or teams in the order of their rows.

    `standings_before` has the standing of everyone in it before the session.
    """

    session: Session
    standings_before: Mapping[str, NbbStanding]
    results: Sequence[SessionResult]


def rate_sessions(
    inputs: Inputs,
    options: Options,
    seasons: Iterable[Season],
    sessions: Sequence[Session],
    decisions: Iterable[PointsDecision] = (),
) -> Iterator[Snapshot[CalculatedScore, NbbStanding]]:
    """Yield the state after each session, and at the start of each season, which has no page.

    A day with decisions has one, too, which changes no ranking. "Het speelmoment en het speelseizoen".
    """
    standings: dict[str, NbbStanding] = {}
    turns: list[tuple[date, int, Any]] = [
        *((season.start, 0, season) for season in seasons),
        *((day, 1, decided) for day, decided in group_by(decisions, attrgetter("date")).items()),
        *((session.day, 2, session) for session in sessions if session.is_played),
    ]
    for day, _, turn in sorted(turns, key=itemgetter(0, 1)):
        if isinstance(turn, Season):
            standings = dict(_open_season(inputs, options, turn, standings))
            yield Snapshot("", day, [], standings, is_listed=False)
        elif isinstance(turn, Session):
            snapshot = _rate_session(turn, standings, options)
            standings = {**standings, **snapshot.standings}
            yield snapshot
        else:
            yield make_decision_snapshot(day, turn, {})


def _open_season(
    inputs: Inputs, options: Options, season: Season, previous: Mapping[str, NbbStanding]
) -> Iterator[tuple[str, NbbStanding]]:
    """Yield the standings at the start of a season.

    The substitute ranking is the club's own for the season, else the ranking at the end of the season before,
    else that of the first season. Who has none has no standing and does not play, as `check` ensures.
    """
    substitutes = {
        substitute.player: substitute
        for substitute in inputs.substitutes
        if substitute.season == season.season
    }
    for player in inputs.players:
        ranking, source = player.ranking, player.source
        if player.id in substitutes:
            ranking, source = substitutes[player.id].ranking, substitutes[player.id].source
        elif player.id in previous:
            ranking, source = previous[player.id].ranking, ""
        elif ranking is None:
            ranking, source = options.on(season.start).start_ranking, ""
        if ranking is not None:
            yield player.id, NbbStanding(ranking, ranking, source)


def _rate_session(
    session: Session, standings: Mapping[str, NbbStanding], options: Options
) -> SessionSnapshot:
    """Return the state after a session, of which all points are earned at once.

    Both players of a pair get them ("Rankingpunten toekennen voor paren- en butlerwedstrijden").
    """
    rankings = {player: standings[player].ranking for player in session.players}
    scored_rows = [
        (entry, _map_partners(entry), value)
        for entry, value in score_session(session, rankings, options.on(session.day))
    ]
    closing, number = {}, options.on(session.season.start).sessions
    for _, partners, value in scored_rows:
        earned = EarnedPoints(value.points, session.day, session.key)
        for player in partners:
            closing[player] = standings[player].add_session(earned, number)
    seats = [
        (value, entry, _Seat(player, partner, rankings[player], closing[player].ranking))
        for entry, partners, value in scored_rows
        for player, partner in partners.items()
    ]
    season, form = session.season.season, session.form
    columns = [*zip(*seats, strict=True), [_Place()] * len(seats)]
    rows = CalculatedScore.combine_all(*columns, season=season, form=form)
    remaining = iter(rows)
    results = [
        SessionResult(entry, value, [*islice(remaining, len(partners))])
        for entry, partners, value in scored_rows
    ]
    opening = {player: standings[player] for player in closing}
    return SessionSnapshot(
        session.key, session.day, rows, closing, session=session, standings_before=opening, results=results
    )


def _map_partners(entry: Any) -> Mapping[str, str]:
    """Return the players of a row, each with their partner; blank in a team."""
    if isinstance(entry, Line):
        return {entry.player1: entry.player2, entry.player2: entry.player1}
    return {player: "" for _, player in entry.players}


def build_ranking(
    players: Sequence[Player], options: Options, standings: Mapping[str, NbbStanding], day: date
) -> Iterator[RankedPlayer]:
    """Yield the ranking of a season after a `day` of play, of who has a session in it ("Spelers").

    `options` are those of the season.
    """
    ranked_players = [player for player in players if player.id in standings and standings[player.id].results]
    for rank, player in rank_players(
        ranked_players, {player.id: standings[player.id].ranking for player in ranked_players}
    ):
        standing = standings[player.id]
        number = min(len(standing.results), options.sessions)
        change = standing.ranking - standing.previous_ranking if standing.day == day else None
        yield RankedPlayer(
            player=player.id,
            name=player.name,
            rank=rank,
            ranking=standing.ranking,
            sessions=number,
            substituted=options.sessions - number,
            change=change,
        )


def rank_pairs(partnerships: Iterable[Partnership], standings: Mapping[str, NbbStanding]) -> list[RankedPair]:
    """Return all partnerships by ranking; none before the first season."""
    rankings = {}
    for partnership in partnerships if standings else ():
        members = [standings[player].ranking for _, player in partnership.players]
        # R_P = R_1 + R_2 ("Paren"), R_D = 2·(R_1 + R_2 + R_3) / 3 ("Driemanschappen")
        rankings[partnership] = 2 * fsum(members) / len(members)
    ordered_rankings = sorted(rankings, key=attrgetter("partnership"))
    return [
        RankedPair.combine(
            partnership, rank=rank, player3=partnership.player3 or "", ranking=rankings[partnership]
        )
        for rank, partnership in rank_items(ordered_rankings, rankings.__getitem__)
    ]
