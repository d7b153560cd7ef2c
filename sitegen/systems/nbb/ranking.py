"""Rankings from session to session: the regulation's chapter on rankings.

Who stands where: the regulation's chapter "Rankings voor spelers, paren en driemanschappen".
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from math import fsum
from operator import attrgetter
from statistics import fmean
from typing import Any, NamedTuple

from sitegen.systems.nbb.outputs import RankedPair, RankedPlayer, Receipt
from sitegen.systems.nbb.points import ScoreValue, Session, score_session
from sitegen.systems.nbb.tables import Inputs, Line, Options, Partnership, Player, Season
from sitegen.toolkit.course import Snapshot
from sitegen.toolkit.order import rank_items, rank_players


class EarnedPoints(NamedTuple):
    """The points that a player earned in a session of a day; without one it is a substitute ranking."""

    points: float
    day: date | None = None
    session: str = ""


class NbbStanding(NamedTuple):
    """Where a player stands in a season: the ranking, and the points and substitute ranking it comes of.

    `source` is the row that the substitute ranking stands in, `day` the latest on which they played, and
    `before` the ranking before it.
    """

    ranking: float
    substitute: float
    source: str = ""
    results: Sequence[EarnedPoints] = ()
    day: date | None = None
    previous_ranking: float = 0.0

    def add_session(self, points: float, session: Session, sessions: int) -> "NbbStanding":
        """The same player after a session, with the mean of the latest `sessions` for a ranking."""
        every = *self.results, EarnedPoints(points, session.day, session.key)
        before = self.previous_ranking if session.day == self.day else self.ranking
        ranking = self.project_ranking([points], sessions)
        return self._replace(ranking=ranking, results=every, day=session.day, previous_ranking=before)

    def project_ranking(self, points: Sequence[float], sessions: int) -> float:
        """The ranking after some more sessions, one at least, that bring these `points`.

        The mean of the latest `sessions`; the substitute ranking stands in for each not yet played.

        "Spelers".
        """
        latest = [*(result.points for result in self.results), *points][-sessions:]
        return fmean([*latest, *[self.substitute] * (sessions - len(latest))])

    def get_outgoing_points(self, sessions: int) -> EarnedPoints:
        """What the points of the next session take the place of in the mean of the latest `sessions`."""
        is_full = len(self.results) >= sessions
        return self.results[-sessions] if is_full else EarnedPoints(self.substitute)


class _Place(NamedTuple):
    session: str = ""
    line: str = ""
    group: str = ""
    team: str = ""


class SessionResult(NamedTuple):
    """What a pair or team made of a session: its row or line-up, and a receipt for each of its players."""

    players: frozenset[str]
    entry: Any
    worth: ScoreValue
    receipts: Sequence[Receipt]


@dataclass(frozen=True, kw_only=True)
class SessionSnapshot(Snapshot[Receipt, NbbStanding]):
    """What stands after a session, and the results of its pairs or teams as they stand.

    `before` is the standing of everyone in it before the session.
    """

    session: Session
    standings_before: Mapping[str, NbbStanding]
    results: Sequence[SessionResult]


def rate_sessions(
    inputs: Inputs, options: Options, seasons: Iterable[Season], sessions: Sequence[Session]
) -> Iterator[Snapshot[Receipt, NbbStanding]]:
    """Every session of every season, on the rankings after the one before; a season begins without a page.

    "Het speelmoment en het speelseizoen".
    """
    now: dict[str, NbbStanding] = {}
    for season in seasons:
        now = dict(_open_season(inputs, options, season, now))
        yield Snapshot("", season.start, [], now, is_listed=False)
        for session in sessions:
            if session.is_played and session.season == season:
                after = _rate_session(session, now, options)
                now = {**now, **after.standings}
                yield after


def _open_season(
    inputs: Inputs, options: Options, season: Season, closed: Mapping[str, NbbStanding]
) -> Iterator[tuple[str, NbbStanding]]:
    """The club's substitute rankings for the season, else those at the end of the one before, else the first.

    Who has no ranking at all has no standing, and does not play: `check` sees to it.
    """
    own = {
        substitute.player: substitute
        for substitute in inputs.substitutes
        if substitute.season == season.season
    }
    for player in inputs.players:
        ranking, source = player.ranking, player.source
        if player.id in own:
            ranking, source = own[player.id].ranking, own[player.id].source
        elif player.id in closed:
            ranking, source = closed[player.id].ranking, ""
        elif ranking is None:
            ranking, source = options.start_ranking, ""
        if ranking is not None:
            yield player.id, NbbStanding(ranking, ranking, source)


def _rate_session(session: Session, now: Mapping[str, NbbStanding], options: Options) -> SessionSnapshot:
    """A session, of which all points are earned at once.

    Both of a pair get them ("Rankingpunten toekennen voor paren- en butlerwedstrijden").
    """
    before = {player: now[player].ranking for player in session.players}
    found = [(entry, _map_partners(entry), made) for entry, made in score_session(session, before, options)]
    left = {
        player: now[player].add_session(made.points, session, options.sessions)
        for _, seats, made in found
        for player in seats
    }
    season, form = session.season.season, session.form
    results = [
        SessionResult(frozenset(seats), entry, made, [
            Receipt.combine(
                made, entry, _Place(), season=season, form=form, player=player, partner=partner,
                before=before[player], after=left[player].ranking,
            )
            for player, partner in seats.items()
        ])
        for entry, seats, made in found
    ]  # fmt: skip
    rows = [row for result in results for row in result.receipts]
    held = {player: now[player] for player in left}
    return SessionSnapshot(
        session.key, session.day, rows, left, session=session, standings_before=held, results=results
    )


def _map_partners(entry: Any) -> Mapping[str, str]:
    """Who plays, each with their partner; blank in a team."""
    if isinstance(entry, Line):
        return {entry.player1: entry.player2, entry.player2: entry.player1}
    return {player: "" for _, player in entry.players}


def build_ranking(
    players: Sequence[Player], options: Options, now: Mapping[str, NbbStanding], day: date
) -> Iterator[RankedPlayer]:
    """The ranking of a season after a `day` of play, of who has a session in it ("Spelers")."""
    there = [player for player in players if player.id in now and now[player.id].results]
    for rank, player in rank_players(there, {player.id: now[player.id].ranking for player in there}):
        own = now[player.id]
        number = min(len(own.results), options.sessions)
        change = own.ranking - own.previous_ranking if own.day == day else None
        yield RankedPlayer(
            rank, player.id, player.name, own.ranking, number, options.sessions - number, change
        )


def rank_pairs(partnerships: Iterable[Partnership], now: Mapping[str, NbbStanding]) -> list[RankedPair]:
    """All partnerships by ranking; none before the first season."""
    found = {partnership: _combine_rankings(partnership, now) for partnership in partnerships if now}
    there = sorted(found, key=attrgetter("partnership"))
    return [
        RankedPair.combine(
            partnership, rank=rank, player3=partnership.player3 or "", ranking=found[partnership]
        )
        for rank, partnership in rank_items(there, found.__getitem__)
    ]


def _combine_rankings(pair: Partnership, now: Mapping[str, NbbStanding]) -> float:
    """The sum of the rankings of two ("Paren"), or two thirds of that of three ("Driemanschappen")."""
    rankings = [now[player].ranking for _, player in pair.players]
    # R_D = 2·(R_1 + R_2 + R_3) / 3
    return 2 * fsum(rankings) / len(rankings)
