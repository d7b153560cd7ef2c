"""The results pages of the NBB-Clubranking: a session by line, with every step of each ranking."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from operator import attrgetter
from statistics import fmean

from sitegen.model import Event, Fact, Section, Sheet
from sitegen.systems.nbb.options import Options
from sitegen.systems.nbb.outputs import Earned
from sitegen.systems.nbb.points import units
from sitegen.systems.nbb.rankings import Played
from sitegen.systems.nbb.sessions import Session
from sitegen.systems.nbb.shown import Evening, Scored, Seated, Step, Teamed
from sitegen.systems.nbb.tables import Form
from sitegen.toolkit.order import best_first

_TITLES = {
    "pairs": "Pairs session of {day}",
    "butler": "Butler session of {day}",
    "teams": "Teams evening of {day}",
}


def events(sessions: Iterable[Session], played: Iterable[Played], options: Options) -> list[Event]:
    """A page for each session, played or drawn."""
    pages = {each.session.key: _played(each, options) for each in played}
    return [
        Event(each.key, _TITLES[each.form], {"day": each.day}, each.day, pages.get(each.key) or _drawn(each))
        for each in sessions
    ]


def calendar(sessions: Sequence[Session]) -> list[Section]:
    """The sessions that have been drawn, and those that were played, the latest first."""
    drawn = [_evening(each) for each in sessions if not each.is_played]
    played = [_evening(each) for each in reversed(sessions) if each.is_played]
    to_come = [Section("drawn", "Sessions to come", Evening, drawn)] if drawn else []
    return [
        *to_come,
        Section("sessions", "Sessions", Evening, played, empty="No session has been played yet."),
    ]


def _evening(session: Session) -> Evening:
    lines = len(session.groups) or None
    return Evening(session.key, session.day, session.season.season, session.form, lines, len(session.players))


def _facts(session: Session) -> Iterator[Fact]:
    yield Fact("Date", session.day, date)
    yield Fact("Season", session.season.season)
    yield Fact("Form", session.form, Form)
    yield Fact("Players", len(session.players), int)


def _drawn(session: Session) -> Sheet:
    """The lines of a session to come."""
    rows = [Seated(row.line, row.player1, row.player2, row.source) for row in session.lines]
    rows.sort(key=lambda row: row.line)
    return Sheet.of(list(_facts(session)), [Section("lines", "Lines", Seated, rows)])


def _played(played: Played, options: Options) -> Sheet:
    session = played.session
    standings = [_teams(played)] if session.form == "teams" else list(_lines(played, options))
    steps = [
        Step(
            row.player,
            row.partner or None,
            row.team,
            row.score,
            row.points,
            row.before,
            row.after,
            row.after - row.before,
        )
        for row in played.rows
    ]
    section = Section("rankings", "Rankings", Step, steps, note="All points of a session are earned at once.")
    return Sheet.of(list(_facts(session)), [*standings, section])


def _lines(played: Played, options: Options) -> Iterator[Section]:
    """The standing of each line or top-integral group, the strongest first."""
    first = {row.player: row for row in played.rows}
    for letters in units(played.session.groups):
        rows = [row for row in played.session.lines if row.line in letters]
        one = first[rows[0].player1]
        width = options.width if one.top is None or one.bottom is None else one.top - one.bottom
        made = [
            Scored(
                rank,
                row.player1,
                row.player2,
                row.score or 0.0,
                first[row.player1].points,
                one.middle,
                width,
                row.line if len(letters) > 1 else "",
                row.for_,
                row.source,
            )
            for rank, row in best_first(rows, lambda row: row.score or 0.0)
        ]
        title, named = "Line {letters}: {interval}", _named(letters, one)
        yield Section(f"line-{'-'.join(letters)}", title, Scored, made, named=named)


def _named(letters: Sequence[str], row: Earned) -> dict[str, object]:
    """What the heading of a line says: its letters, and the points between which it lies."""
    if row.top is None or row.bottom is None:
        return {"letters": "+".join(letters), "interval": f"{row.middle:.2f}"}
    return {"letters": "+".join(letters), "interval": f"{row.top:.2f} – {row.bottom:.2f}"}


def _teams(played: Played) -> Section:
    first: dict[str, Earned] = {}
    rankings: dict[str, list[float]] = {}
    for row in played.rows:
        first.setdefault(row.team, row)
        rankings.setdefault(row.team, []).append(row.before)
    rows = [
        Teamed(rank, row.team, fmean(rankings[row.team]), row.middle, row.score, row.points)
        for rank, row in best_first(first.values(), attrgetter("score"))
    ]
    return Section("teams", "Teams", Teamed, rows, note="All sittings of a day count together, once.")
