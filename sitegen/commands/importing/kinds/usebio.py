"""USEBIO 1.0 to 1.3, in which scoring programs of bridge clubs write their evenings."""

from collections.abc import Iterator

from sitegen.commands.importing.bridge import evenings
from sitegen.commands.importing.bridge.evenings import Evening, Session
from sitegen.commands.importing.bridge.matches import LINE_UPS, TEAMS, Matches, Sitting, line_ups, teams_of
from sitegen.commands.importing.elements import Element, document, root_name
from sitegen.commands.importing.reading import day as read_day
from sitegen.commands.importing.source import (
    Document,
    SourceError,
    SourceFile,
    SourceRow,
    SourceTable,
    Statement,
    Verdict,
)
from sitegen.message import Message, advise, say

_HEADERS = {"pairs": evenings.PAIRS, "butler": evenings.BUTLER, "teams": TEAMS, "line-ups": LINE_UPS}
Tables = dict[str, list[SourceRow]]


def fits(file: SourceFile) -> bool:
    """Whether the root element says so."""
    return root_name(file.data) == "USEBIO"


def read(file: SourceFile) -> Document:
    """All events: pairs, Butler and teams; what has no ranking is refused, row by row."""
    events = [*document(file.data).all("EVENT")]
    days = [read_day(event.cell("DATE")) for event in events]
    found: Tables = {}
    statements: list[Statement] = []
    for number, (event, day) in enumerate(zip(events, days, strict=True), 1):
        label = (_identity(event) or str(number)) if days.count(day) > 1 else ""
        statements += _read_event(event, day, label, found)
    if not any(found.values()):
        told = say("usebio-empty", "there is no event with pairs or teams in this file")
        raise SourceError(told, advise("export it again after the evening was scored"))
    known = sorted(filter(None, days)) or [""]
    facts = {"event": _identity(events[0]), "name": events[0].cell("EVENT_DESCRIPTION")}
    facts |= {"start": known[0], "end": known[-1]}
    tables = [SourceTable(name, rows, _HEADERS.get(name, evenings.PAIRS)) for name, rows in found.items()]
    return Document("usebio", tables, statements, facts={fact: text for fact, text in facts.items() if text})


def _identity(event: Element) -> str:
    """What tells an event from others, and stays when it is exported again."""
    return event.cell("EVENT_ID", "EVENT_IDENTIFIER") or event.cell("EVENT_DESCRIPTION")


def _read_event(event: Element, day: str, label: str, found: Tables) -> Iterator[Statement]:
    """The rows of an event, session by session; `label` tells it from others of the day in the file."""
    form, refusal = evenings.form_of(event)
    sessions = [*evenings.sessions_of(event)]
    for number, session in enumerate(sessions, 1):
        element = session.element
        own = read_day(element.cell("DATE")) if element.cell("DATE") else day
        name = (element.cell("SESSION_ID") or str(number)) if len(sessions) > 1 else ""
        sitting = Sitting(own, " ".join(filter(None, (label, name))), _verdict(session, own, refusal))
        held: Matches | Evening
        if form == "teams":
            teams = teams_of(entrant for entrant, _ in session.entrants)
            held = Matches(teams, event.cell("MATCH_SCORING_METHOD", "SCORING_METHOD"), sitting)
            rows = [held.row(match) for match in evenings.matches_of(element)] or [*held.alone()]
            found.setdefault(form, []).extend(rows)
            found.setdefault("line-ups", []).extend(line_ups(teams, sitting))
        else:
            winners, is_butler = event.cell("WINNER_TYPE"), form == "butler"
            held = Evening(session, winners, sitting, is_butler=is_butler)
            found.setdefault(form, []).extend(held.rows())
        if sitting.verdict is None:
            yield from held.statements()


def _verdict(session: Session, day: str, refusal: Message | None) -> Verdict | None:
    if refusal:
        hint = advise("export it in percentages or Butler IMPs, if the program can")
        return Verdict("refused", refusal, hint)
    if session.is_total:
        return Verdict("left", say("usebio-total", "a total of sessions, each of which is read by itself"))
    if not day:
        told = say("usebio-no-day", "the date of the event is missing, or is no day, month and year")
        return Verdict("doubtful", told, advise("correct its DATE, such as 05/02/2026"))
    return None
