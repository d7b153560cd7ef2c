"""Rankings from session to session: the regulation's chapter on rankings."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from statistics import fmean
from typing import Any, NamedTuple

from sitegen.systems.nbb import worth
from sitegen.systems.nbb.outputs import Receipt
from sitegen.systems.nbb.sessions import Session
from sitegen.systems.nbb.tables import Inputs, Line, Options, Season
from sitegen.systems.nbb.worth import Worth
from sitegen.toolkit.course import After, Course


class Standing(NamedTuple):
    """Where a player stands in a season: the points earned in it, the substitute ranking, and the ranking."""

    points: Sequence[float]
    substitute: float
    ranking: float

    def earning(self, points: float, sessions: int) -> "Standing":
        """The mean of the latest `sessions`; the substitute ranking stands in for each not yet played."""
        every = [*self.points, points]
        latest = every[-sessions:]
        missing = [self.substitute] * (sessions - len(latest))
        return Standing(every, self.substitute, fmean([*latest, *missing]))


class _Place(NamedTuple):
    session: str = ""
    line: str = ""
    group: str = ""
    team: str = ""


class Result(NamedTuple):
    """What a pair or team made of a session: its row or line-up, and a receipt for each of its players."""

    session: Session
    entry: Any
    worth: Worth
    receipts: Sequence[Receipt]


Played = After[Result, Standing]


def course(
    inputs: Inputs, options: Options, seasons: Iterable[Season], sessions: Iterable[Session]
) -> Course[Result, Standing]:
    """Every session of every season, on the rankings after the one before; a season begins without a page."""
    played = [each for each in sessions if each.is_played]
    return Course({}, list(_events(inputs, options, seasons, played)))


def _events(
    inputs: Inputs, options: Options, seasons: Iterable[Season], sessions: Sequence[Session]
) -> Iterator[Played]:
    now: dict[str, Standing] = {}
    for season in seasons:
        now = dict(_opened(inputs, options, season, now))
        yield After("", season.start, [], now, is_listed=False)
        for session in (each for each in sessions if each.season == season):
            after = _played(session, now, options)
            now = {**now, **after.left}
            yield after


def _opened(
    inputs: Inputs, options: Options, season: Season, closed: Mapping[str, Standing]
) -> Iterator[tuple[str, Standing]]:
    """The club's substitute rankings for the season, else those at the end of the one before, else the first.

    Who has no ranking at all has no standing, and does not play: `check` sees to it.
    """
    own = {each.player: each.ranking for each in inputs.substitutes if each.season == season.season}
    for player in inputs.players:
        first = options.start_ranking if player.ranking is None else player.ranking
        closing = closed[player.id].ranking if player.id in closed else first
        ranking = own.get(player.id, closing)
        if ranking is not None:
            yield player.id, Standing([], ranking, ranking)


def _played(session: Session, now: Mapping[str, Standing], options: Options) -> Played:
    """A session, of which all points are earned at once."""
    before = {each: now[each].ranking for each in session.players}
    found = list(worth.of_session(session, before, options))
    left = {
        player: now[player].earning(made.points, options.sessions)
        for entry, made in found
        for player, _ in _seats(entry)
    }
    season, form = session.season.season, session.form
    results = [
        Result(session, entry, made, [
            Receipt.like(
                made, entry, _Place(), season=season, form=form, player=player, partner=partner,
                before=before[player], after=left[player].ranking,
            )
            for player, partner in _seats(entry)
        ])
        for entry, made in found
    ]  # fmt: skip
    return After(session.key, session.day, results, left)


def _seats(entry: Any) -> Iterator[tuple[str, str]]:
    """Who plays, each with their partner; blank in a team."""
    players = [player for _, player in entry.players]
    return zip(players, players[::-1] if isinstance(entry, Line) else [""] * len(players), strict=True)
