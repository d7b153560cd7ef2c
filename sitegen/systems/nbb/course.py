"""Rankings from session to session: the regulation's chapter on rankings."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from statistics import fmean
from typing import Any, NamedTuple

from sitegen.systems.nbb import worth
from sitegen.systems.nbb.outputs import Receipt
from sitegen.systems.nbb.sessions import Session
from sitegen.systems.nbb.tables import Inputs, Line, Options, Season
from sitegen.systems.nbb.worth import Worth
from sitegen.toolkit.course import After


class Earned(NamedTuple):
    """The points that a player earned in a session of a day; without one it is a substitute ranking."""

    points: float
    day: date | None = None
    session: str = ""


class Standing(NamedTuple):
    """Where a player stands in a season: the ranking, and the points and substitute ranking it comes of.

    `source` is the row that the substitute ranking stands in, `day` the latest on which they played, and
    `before` the ranking before it.
    """

    ranking: float
    substitute: float
    source: str = ""
    earned: Sequence[Earned] = ()
    day: date | None = None
    before: float = 0.0

    def earning(self, points: float, session: Session, sessions: int) -> "Standing":
        """The same player after a session, with the mean of the latest `sessions` for a ranking."""
        every = *self.earned, Earned(points, session.day, session.key)
        before = self.before if session.day == self.day else self.ranking
        ranking = self.with_more([points], sessions)
        return self._replace(ranking=ranking, earned=every, day=session.day, before=before)

    def with_more(self, points: Sequence[float], sessions: int) -> float:
        """The ranking after some more sessions, one at least, that bring these `points`.

        The mean of the latest `sessions`; the substitute ranking stands in for each not yet played.

        "Spelers".
        """
        latest = [*(each.points for each in self.earned), *points][-sessions:]
        return fmean([*latest, *[self.substitute] * (sessions - len(latest))])

    def leaving(self, sessions: int) -> Earned:
        """What the points of the next session take the place of in the mean of the latest `sessions`."""
        is_full = len(self.earned) >= sessions
        return self.earned[-sessions] if is_full else Earned(self.substitute)


class _Place(NamedTuple):
    session: str = ""
    line: str = ""
    group: str = ""
    team: str = ""


class Result(NamedTuple):
    """What a pair or team made of a session: its row or line-up, and a receipt for each of its players."""

    players: frozenset[str]
    entry: Any
    worth: Worth
    receipts: Sequence[Receipt]


@dataclass(frozen=True, kw_only=True)
class Played(After[Receipt, Standing]):
    """What stands after a session, and the results of its pairs or teams as they stand.

    `before` is the standing of everyone in it before the session.
    """

    session: Session
    before: Mapping[str, Standing]
    results: Sequence[Result]


def course(
    inputs: Inputs, options: Options, seasons: Iterable[Season], sessions: Sequence[Session]
) -> Iterator[After[Receipt, Standing]]:
    """Every session of every season, on the rankings after the one before; a season begins without a page.

    "Het speelmoment en het speelseizoen".
    """
    now: dict[str, Standing] = {}
    for season in seasons:
        now = dict(_opened(inputs, options, season, now))
        yield After("", season.start, [], now, is_listed=False)
        for session in sessions:
            if session.is_played and session.season == season:
                after = _played(session, now, options)
                now = {**now, **after.left}
                yield after


def _opened(
    inputs: Inputs, options: Options, season: Season, closed: Mapping[str, Standing]
) -> Iterator[tuple[str, Standing]]:
    """The club's substitute rankings for the season, else those at the end of the one before, else the first.

    Who has no ranking at all has no standing, and does not play: `check` sees to it.
    """
    own = {each.player: each for each in inputs.substitutes if each.season == season.season}
    for player in inputs.players:
        ranking, source = player.ranking, player.source
        if player.id in own:
            ranking, source = own[player.id].ranking, own[player.id].source
        elif player.id in closed:
            ranking, source = closed[player.id].ranking, ""
        elif ranking is None:
            ranking, source = options.start_ranking, ""
        if ranking is not None:
            yield player.id, Standing(ranking, ranking, source)


def _played(session: Session, now: Mapping[str, Standing], options: Options) -> Played:
    """A session, of which all points are earned at once.

    Both of a pair get them ("Rankingpunten toekennen voor paren- en butlerwedstrijden").
    """
    before = {each: now[each].ranking for each in session.players}
    found = [(entry, _seats(entry), made) for entry, made in worth.of_session(session, before, options)]
    left = {
        player: now[player].earning(made.points, session, options.sessions)
        for _, seats, made in found
        for player in seats
    }
    season, form = session.season.season, session.form
    results = [
        Result(frozenset(seats), entry, made, [
            Receipt.like(
                made, entry, _Place(), season=season, form=form, player=player, partner=partner,
                before=before[player], after=left[player].ranking,
            )
            for player, partner in seats.items()
        ])
        for entry, seats, made in found
    ]  # fmt: skip
    rows = [row for each in results for row in each.receipts]
    held = {player: now[player] for player in left}
    return Played(session.key, session.day, rows, left, session=session, before=held, results=results)


def _seats(entry: Any) -> Mapping[str, str]:
    """Who plays, each with their partner; blank in a team."""
    if isinstance(entry, Line):
        return {entry.player1: entry.player2, entry.player2: entry.player1}
    return {player: "" for _, player in entry.players}
