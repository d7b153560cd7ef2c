"""The results pages of the NBB-Clubranking: a session by line, with every step of each ranking."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from operator import attrgetter

from sitegen.model import Event, Fact, Section, Sheet
from sitegen.systems.nbb.articles import METHODS, RANKINGS, TEAMS
from sitegen.systems.nbb.club import Club
from sitegen.systems.nbb.course import Played
from sitegen.systems.nbb.pages.account import lines, steps, teams
from sitegen.systems.nbb.sessions import Session
from sitegen.systems.nbb.shown import Held, LinedUp, Met, Placed, Seated, Step, Teamed
from sitegen.systems.nbb.tables import Form, LineUp, Options
from sitegen.systems.nbb.worth import Worth

_TITLES = {
    "pairs": "Pairs session of {day}",
    "butler": "Butler session of {day}",
    "teams": "Teams evening of {day}",
}


def events(club: Club) -> list[Event]:
    """A page for each session, played or drawn."""
    played = {each.key: each for held in club.played.values() for each in held}
    return [_event(each, played.get(each.key), club) for each in club.sessions]


def calendar(sessions: Sequence[Session]) -> list[Section]:
    """The sessions that have been drawn, and those that were played, the latest first."""
    drawn = [_held(each) for each in sessions if not each.is_played]
    played = [_held(each) for each in reversed(sessions) if each.is_played]
    to_come = [Section("drawn", "Sessions to come", Held, drawn)] if drawn else []
    return [*to_come, Section("sessions", "Sessions", Held, played, empty="No session has been played yet.")]


def _held(session: Session) -> Held:
    number = len(session.groups) or None
    return Held(session.key, session.day, session.season.season, session.form, number, len(session.players))


def _event(session: Session, played: Played | None, club: Club) -> Event:
    facts = [
        Fact("Date", session.day, date),
        Fact("Season", session.season.season),
        Fact("Form", session.form, Form),
        Fact("Players", len(session.players), int),
    ]
    parts = _played(played, club) if played else _drawn(session)
    title, named = _TITLES[session.form], {"day": session.day, "label": session.label}
    if session.label:
        title += " ({label})"
    return Event(session.key, title, named, session.day, Sheet.of(facts, list(parts)))


def _drawn(session: Session) -> Iterator[Section]:
    """The lines of a session to come, or the sittings and line-ups of a teams evening."""
    if session.form == "teams":
        sittings = Met.each_like(session.sittings, strength=None)
        line_ups = [_lined_up(each) for each in session.line_ups]
        yield Section("sittings", "Sittings", Met, sittings, articles=[TEAMS])
        yield Section("line-ups", "Line-ups", LinedUp, line_ups, articles=[TEAMS])
    else:
        rows = sorted(session.lines, key=attrgetter("line"))
        yield Section("lines", "Lines", Seated, Seated.each_like(rows), articles=["Paren"])


def _lined_up(line_up: LineUp) -> LinedUp:
    return LinedUp.like(line_up, player5=line_up.player5 or "", player6=line_up.player6 or "")


def _played(played: Played, club: Club) -> Iterator[Section]:
    """The standings of the session, and how the ranking of each player changed."""
    if played.session.form == "teams":
        rows = teams(played)
        note = "All sittings of a day count together, once."
        yield Section("teams", "Teams", Teamed, rows, note=note, articles=[TEAMS])
        yield _sittings(played.session, {row.team: row.strength for row in rows})
    for letters, placed in lines(played, club.called):
        yield _line(letters, placed, played, club.options)
    note = (
        "All points of a session are earned at once. The ranking is the mean of the latest sessions: the"
        " points of this one take the place of those of the session that no longer counts, or of a substitute"
        " ranking."
    )
    yield Section("rankings", "Rankings", Step, steps(played, club.options), note=note, articles=RANKINGS)


def _line(letters: Sequence[str], rows: Sequence[Placed], played: Played, options: Options) -> Section:
    """The standing of a line or top-integral group."""
    worth = next(each.worth for each in played.results if each.receipts[0].line in letters)
    named = {"letters": "+".join(letters), "interval": _interval(worth)}
    name, articles = f"line-{'-'.join(letters)}", METHODS[options.method]
    return Section(name, "Line {letters}: {interval}", Placed, rows, named=named, articles=articles)


def _interval(worth: Worth) -> str:
    """The points between which a line lies, or those for an average score."""
    bounds = [each for each in (worth.top, worth.bottom) if each is not None] or [worth.middle]
    return " – ".join(f"{each:.2f}" for each in bounds)


def _sittings(session: Session, strength: Mapping[str, float]) -> Section:
    """Whom each team met, how strong they are, and what it scored."""
    rows = [Met.like(row, strength=strength[row.opponent]) for row in session.sittings]
    return Section("sittings", "Sittings", Met, rows, articles=[TEAMS])
