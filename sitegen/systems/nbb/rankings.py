"""Rankings from session to session: the regulation's chapters on points, teams and rankings."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from statistics import fmean
from typing import Any, NamedTuple

from sitegen.systems.nbb.options import Options
from sitegen.systems.nbb.outputs import Earned
from sitegen.systems.nbb.points import Interval, balanced, by_place, intervals, proportional, units
from sitegen.systems.nbb.sessions import Session
from sitegen.systems.nbb.tables import Form, Inputs, Line, Season

_AVERAGE = {"pairs": 50.0, "butler": 0.0}
_AVERAGE_VP = 10.0


@dataclass
class Book:
    """The points of one season by player, and the substitute rankings it began with.

    `substitutes` lacks who has no ranking at all, and never played.
    """

    season: Season
    sessions: int
    substitutes: Mapping[str, float]
    points: dict[str, list[float]] = field(default_factory=dict)

    def ranking(self, player: str) -> float | None:
        """The mean of the latest sessions; a substitute ranking stands in for each not yet played."""
        own = self.points.get(player, [])[-self.sessions :]
        missing = self.sessions - len(own)
        substitute = self.substitutes.get(player)
        if missing and substitute is None:
            return None
        return fmean([*own, *[substitute or 0.0] * missing])

    def known(self, player: str) -> float:
        """The ranking of somebody who plays, who is sure to have one: `check` sees to it."""
        ranking = self.ranking(player)
        if ranking is None:
            raise ValueError(f"{player} has no substitute ranking: check lets no such player through")
        return ranking

    def closing(self, player: str) -> float | None:
        """The ranking at the end of the season, the substitute of the next; unchanged for who sat it out."""
        return self.ranking(player) if self.points.get(player) else self.substitutes.get(player)


@dataclass(frozen=True)
class Played:
    """A session with the rows of all its players."""

    session: Session
    rows: Sequence[Earned]


@dataclass(frozen=True)
class History:
    """All seasons that have begun, each with its sessions."""

    books: Sequence[Book]
    played: Sequence[Played]

    def of(self, season: Season) -> list[Played]:
        """The sessions of a season."""
        return [each for each in self.played if each.session.season == season]


def history(
    inputs: Inputs, options: Options, seasons: Iterable[Season], sessions: Sequence[Session]
) -> History:
    """Every session of every season, on the rankings after the one before."""
    books: list[Book] = []
    played: list[Played] = []
    for season in seasons:
        book = Book(season, options.sessions, _substitutes(inputs, options, season, books))
        books.append(book)
        of_season = (each for each in sessions if each.season == season and each.is_played)
        played.extend(Played(each, list(_earned(each, book, options))) for each in of_season)
    return History(books, played)


def _substitutes(
    inputs: Inputs, options: Options, season: Season, earlier: Sequence[Book]
) -> dict[str, float]:
    """The club's own for the season, else the ranking at the end of the one before, else the first."""
    own = {each.player: each.ranking for each in inputs.substitutes if each.season == season.season}
    found: dict[str, float | None] = {}
    for player in inputs.players:
        closing = earlier[-1].closing(player.id) if earlier else None
        first = options.start_ranking if player.ranking is None else player.ranking
        found[player.id] = own.get(player.id, first if closing is None else closing)
    return {player: ranking for player, ranking in found.items() if ranking is not None}


def _earned(session: Session, book: Book, options: Options) -> Iterator[Earned]:
    """The rows of a session; all its points are earned at once."""
    before = {each: book.known(each) for each in session.players}
    rows_of = _of_teams if session.form == "teams" else _of_lines
    rows = list(rows_of(session, before, options))
    for row in rows:
        book.points.setdefault(row.player, []).append(row.points)
    for row in rows:
        yield row.but(after=book.known(row.player))


class Worth(NamedTuple):
    """What a score is worth, and the interval that it comes from."""

    top: float | None
    bottom: float | None
    middle: float
    points: float


def _of_lines(session: Session, before: Mapping[str, float], options: Options) -> Iterator[Earned]:
    """The rows of a session of pairs or butler, as they stand."""
    lines = intervals(session.groups, options)
    worth: dict[Line, Worth] = {}
    for letters in units(session.groups):
        rows = [row for row in session.lines if row.line in letters]
        worth |= zip(rows, _worth(session.form, rows, lines[letters[0]], before, options), strict=True)
    for row in session.lines:
        for player, partner in ((row.player1, row.player2), (row.player2, row.player1)):
            where = row.line, row.group, player, partner, ""
            yield _row(session, where, (row.score or 0.0, *worth[row]), before[player])


def _row(session: Session, where: Sequence[Any], figures: Sequence[Any], before: float) -> Earned:
    """A row of the session; the ranking after it is filled in when all points are earned."""
    head = session.season.season, session.day, session.label, session.form
    values: list[Any] = [*head, *where, *figures, before, before]
    return Earned(*values)


def _worth(
    form: Form, rows: Sequence[Line], interval: Interval, before: Mapping[str, float], options: Options
) -> list[Worth]:
    """What the scores of a line, or of a top-integral group, are worth by the method of the club."""
    scores = [row.score or 0.0 for row in rows]
    top_score = options.top_score_pairs if form == "pairs" else options.top_score_butler
    scale = partial(balanced, average=_AVERAGE[form], top_score=top_score)
    if options.method == "dynamic":
        # R̄ is the mean ranking of who play in the line, and the width the nominal one, whatever the lines.
        middle = fmean(before[player] for row in rows for _, player in row.players)
        return [Worth(None, None, middle, scale(each, middle, width=options.width)) for each in scores]
    if options.method == "place":
        points = by_place(scores, interval)
    elif options.method == "proportional":
        points = proportional(scores, interval)
    else:
        points = [scale(each, interval.middle, width=interval.width) for each in scores]
    return [Worth(interval.top, interval.bottom, interval.middle, each) for each in points]


def _of_teams(session: Session, before: Mapping[str, float], options: Options) -> Iterator[Earned]:
    """The rows of a teams evening: all its sittings count together, once.

    R_V = W + the mean of (S - 10) / (S_T - 10)·Bₙ / 2. W is the mean strength of the opposing teams, and the
    strength K of a team the mean ranking of its players ("viertallenwedstrijden").
    """
    strength = {each.team: fmean(before[id_] for _, id_ in each.players) for each in session.line_ups}
    for line_up in session.line_ups:
        mine = [row for row in session.sittings if row.team == line_up.team]
        opposition = fmean(strength[row.opponent] for row in mine)
        score = fmean(row.vp or 0.0 for row in mine)
        points = balanced(score, opposition, _AVERAGE_VP, options.top_score_teams, options.width)
        for _, player in line_up.players:
            where = "", "", player, "", line_up.team
            yield _row(session, where, (score, None, None, opposition, points), before[player])
