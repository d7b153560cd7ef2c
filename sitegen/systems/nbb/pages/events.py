"""The results pages of the NBB-Clubranking: a session by line, with every step of each ranking."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from operator import attrgetter
from statistics import fmean

from sitegen.model import Event, Fact, Section, Sheet
from sitegen.systems.nbb.articles import METHODS, RANKINGS, TEAMS
from sitegen.systems.nbb.club import Club
from sitegen.systems.nbb.course import Played, Result
from sitegen.systems.nbb.points import units
from sitegen.systems.nbb.sessions import Session
from sitegen.systems.nbb.shown import Held, LinedUp, Met, Placed, Seated, Step, Teamed
from sitegen.systems.nbb.tables import Form, LineUp, Options
from sitegen.systems.nbb.worth import Worth
from sitegen.toolkit.order import best_first

_TITLES = {
    "pairs": "Pairs session of {day}",
    "butler": "Butler session of {day}",
    "teams": "Teams evening of {day}",
}


def events(club: Club) -> list[Event]:
    """A page for each session, played or drawn."""
    played = {each.key: each for held in club.played.values() for each in held}
    return [_event(each, played.get(each.key), club.options) for each in club.sessions]


def calendar(sessions: Sequence[Session]) -> list[Section]:
    """The sessions that have been drawn, and those that were played, the latest first."""
    drawn = [_held(each) for each in sessions if not each.is_played]
    played = [_held(each) for each in reversed(sessions) if each.is_played]
    to_come = [Section("drawn", "Sessions to come", Held, drawn)] if drawn else []
    return [*to_come, Section("sessions", "Sessions", Held, played, empty="No session has been played yet.")]


def _held(session: Session) -> Held:
    lines = len(session.groups) or None
    return Held(session.key, session.day, session.season.season, session.form, lines, len(session.players))


def _event(session: Session, played: Played | None, options: Options) -> Event:
    facts = [
        Fact("Date", session.day, date),
        Fact("Season", session.season.season),
        Fact("Form", session.form, Form),
        Fact("Players", len(session.players), int),
    ]
    parts = _played(played, options) if played else _drawn(session)
    title, named = _TITLES[session.form], {"day": session.day, "label": session.label}
    if session.label:
        title += " ({label})"
    return Event(session.key, title, named, session.day, Sheet.of(facts, list(parts)))


def _drawn(session: Session) -> Iterator[Section]:
    """The lines of a session to come, or the sittings and line-ups of a teams evening."""
    if session.form == "teams":
        yield Section("sittings", "Sittings", Met, Met.each_like(session.sittings, strength=None))
        yield Section("line-ups", "Line-ups", LinedUp, [_lined_up(each) for each in session.line_ups])
    else:
        lines = sorted(session.lines, key=attrgetter("line"))
        yield Section("lines", "Lines", Seated, Seated.each_like(lines), articles=["Paren"])


def _lined_up(line_up: LineUp) -> LinedUp:
    return LinedUp.like(line_up, player5=line_up.player5 or "", player6=line_up.player6 or "")


def _played(played: Played, options: Options) -> Iterator[Section]:
    """The standings of the session, and how the ranking of each player changed."""
    session, results = played.session, played.results
    if session.form == "teams":
        strength = {each.entry.team: fmean(row.before for row in each.receipts) for each in results}
        yield _teams(results, strength)
        yield _sittings(session, strength)
    for letters in units(session.groups):
        yield _line(letters, [each for each in results if each.receipts[0].line in letters], options)
    yield _steps(played, options)


def _steps(played: Played, options: Options) -> Section:
    """How the ranking of each player changed."""
    rows = []
    for each in played.results:
        for row in each.receipts:
            left = played.before[row.player].leaving(options.sessions)
            rows.append(
                Step.like(
                    row,
                    replaced=left.points,
                    of=left.day,
                    session=left.session,
                    change=row.after - row.before,
                    source=each.entry.source,
                )
            )
    note = (
        "All points of a session are earned at once. The ranking is the mean of the latest sessions: the"
        " points of this one take the place of those of the session that no longer counts, or of a substitute"
        " ranking."
    )
    return Section("rankings", "Rankings", Step, rows, note=note, articles=RANKINGS)


def _line(letters: Sequence[str], results: Sequence[Result], options: Options) -> Section:
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
    name, articles = f"line-{'-'.join(letters)}", METHODS[options.method]
    return Section(name, "Line {letters}: {interval}", Placed, rows, named=named, articles=articles)


def _interval(worth: Worth) -> str:
    """The points between which a line lies, or those for an average score."""
    bounds = [each for each in (worth.top, worth.bottom) if each is not None] or [worth.middle]
    return " – ".join(f"{each:.2f}" for each in bounds)


def _teams(results: Sequence[Result], strength: Mapping[str, float]) -> Section:
    rows = [
        Teamed.like(
            each.worth,
            each.entry,
            rank=rank,
            strength=strength[each.entry.team],
            opposition=each.worth.middle,
        )
        for rank, each in best_first(results, lambda each: each.worth.score)
    ]
    note = "All sittings of a day count together, once."
    return Section("teams", "Teams", Teamed, rows, note=note, articles=[TEAMS])


def _sittings(session: Session, strength: Mapping[str, float]) -> Section:
    """Whom each team met, how strong they are, and what it scored."""
    rows = [Met.like(row, strength=strength[row.opponent]) for row in session.sittings]
    return Section("sittings", "Sittings", Met, rows, articles=[TEAMS])
