"""The results pages of the NBB-Clubranking: a session by line, with every step of each ranking."""

from collections.abc import Iterator, Sequence
from datetime import date
from operator import attrgetter
from statistics import fmean

from sitegen.model import Event, Fact, Section, Sheet
from sitegen.systems.nbb.club import Club
from sitegen.systems.nbb.course import Result
from sitegen.systems.nbb.points import units
from sitegen.systems.nbb.sessions import Session
from sitegen.systems.nbb.shown import Held, Placed, Seated, Step, Teamed
from sitegen.systems.nbb.tables import Form
from sitegen.systems.nbb.worth import Worth
from sitegen.toolkit.order import best_first

_TITLES = {
    "pairs": "Pairs session of {day}",
    "butler": "Butler session of {day}",
    "teams": "Teams evening of {day}",
}


def events(club: Club) -> list[Event]:
    """A page for each session, played or drawn."""
    results = {each.key: each.results for held in club.played.values() for each in held}
    return [_event(each, results.get(each.key, [])) for each in club.sessions]


def calendar(sessions: Sequence[Session]) -> list[Section]:
    """The sessions that have been drawn, and those that were played, the latest first."""
    drawn = [_held(each) for each in sessions if not each.is_played]
    played = [_held(each) for each in reversed(sessions) if each.is_played]
    to_come = [Section("drawn", "Sessions to come", Held, drawn)] if drawn else []
    return [*to_come, Section("sessions", "Sessions", Held, played, empty="No session has been played yet.")]


def _held(session: Session) -> Held:
    lines = len(session.groups) or None
    return Held(session.key, session.day, session.season.season, session.form, lines, len(session.players))


def _event(session: Session, results: Sequence[Result]) -> Event:
    facts = [
        Fact("Date", session.day, date),
        Fact("Season", session.season.season),
        Fact("Form", session.form, Form),
        Fact("Players", len(session.players), int),
    ]
    sheet = Sheet.of(facts, list(_played(session, results) if results else _drawn(session)))
    return Event(session.key, _TITLES[session.form], {"day": session.day}, session.day, sheet)


def _drawn(session: Session) -> Iterator[Section]:
    """The lines of a session to come."""
    yield Section("lines", "Lines", Seated, Seated.each_like(sorted(session.lines, key=attrgetter("line"))))


def _played(session: Session, results: Sequence[Result]) -> Iterator[Section]:
    """The standings of the session, and how the ranking of each player changed."""
    if session.form == "teams":
        yield _teams(results)
    for letters in units(session.groups):
        yield _line(letters, [each for each in results if each.receipts[0].line in letters])
    steps = [Step.like(row, change=row.after - row.before) for each in results for row in each.receipts]
    yield Section("rankings", "Rankings", Step, steps, note="All points of a session are earned at once.")


def _line(letters: Sequence[str], results: Sequence[Result]) -> Section:
    """The standing of a line or top-integral group."""
    rows = [
        Placed.like(
            each.worth,
            each.entry,
            rank=rank,
            line=each.entry.line if len(letters) > 1 else "",
            partnership=each.entry.for_,
        )
        for rank, each in best_first(results, lambda each: each.worth.score)
    ]
    named = {"letters": "+".join(letters), "interval": _interval(results[0].worth)}
    return Section(f"line-{'-'.join(letters)}", "Line {letters}: {interval}", Placed, rows, named=named)


def _interval(worth: Worth) -> str:
    """The points between which a line lies, or those for an average score."""
    bounds = [each for each in (worth.top, worth.bottom) if each is not None] or [worth.middle]
    return " – ".join(f"{each:.2f}" for each in bounds)


def _teams(results: Sequence[Result]) -> Section:
    rows = [
        Teamed.like(
            each.worth,
            each.entry,
            rank=rank,
            strength=fmean(row.before for row in each.receipts),
            opposition=each.worth.middle,
        )
        for rank, each in best_first(results, lambda each: each.worth.score)
    ]
    return Section("teams", "Teams", Teamed, rows, note="All sittings of a day count together, once.")
