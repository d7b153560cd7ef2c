"""USEBIO 1.0 to 1.3: the XML format of scoring programs for bridge clubs, https://www.usebio.org."""

from collections.abc import Iterator

from sitegen.commands.importing.bridge.events import (
    BUTLER_HEADER,
    PAIRS_HEADER,
    PairsSession,
    Session,
    classify_event,
    find_matches,
    read_sessions,
)
from sitegen.commands.importing.bridge.travellers import (
    LINE_UPS_HEADER,
    TEAMS_HEADER,
    SessionSlot,
    TeamsSession,
    build_line_ups,
    read_teams,
)
from sitegen.commands.importing.source import (
    Document,
    SourceError,
    SourceFile,
    SourceRow,
    SourceTable,
    Statement,
    Verdict,
)
from sitegen.commands.importing.values import parse_day
from sitegen.commands.importing.xml import Element, parse_document, read_root_name
from sitegen.core.problems import Message, advise, say

_HEADERS = {
    "pairs": PAIRS_HEADER,
    "butler": BUTLER_HEADER,
    "teams": TEAMS_HEADER,
    "line-ups": LINE_UPS_HEADER,
}
RowsByTable = dict[str, list[SourceRow]]


def fits(file: SourceFile) -> bool:
    """Whether the root element is `USEBIO`."""
    return read_root_name(file.data) == "USEBIO"


def read(file: SourceFile) -> Document:
    """Read all events of pairs, Butler and teams; the rows of other events are refused."""
    events = [*parse_document(file.data).find_all("EVENT")]
    days = [parse_day(event.get_text("DATE")) for event in events]
    rows_by_table: RowsByTable = {}
    statements: list[Statement] = []
    for number, (event, day) in enumerate(zip(events, days, strict=True), 1):
        label = (_identify_event(event) or str(number)) if days.count(day) > 1 else ""
        statements += _read_event(event, day, label, rows_by_table)
    if not any(rows_by_table.values()):
        message = say("usebio-empty", "there is no event with pairs or teams in this file")
        raise SourceError(message, advise("export it again after the evening was scored"))
    known_days = sorted(filter(None, days)) or [""]
    facts = {"event": _identify_event(events[0]), "name": events[0].get_text("EVENT_DESCRIPTION")}
    facts |= {"start": known_days[0], "end": known_days[-1]}
    tables = [
        SourceTable(name, rows, _HEADERS.get(name, PAIRS_HEADER)) for name, rows in rows_by_table.items()
    ]
    return Document("usebio", tables, statements, facts={fact: text for fact, text in facts.items() if text})


def _identify_event(event: Element) -> str:
    """Return an identifier of an event that stays the same when it is exported again."""
    return event.get_text("EVENT_ID", "EVENT_IDENTIFIER") or event.get_text("EVENT_DESCRIPTION")


def _read_event(event: Element, day: str, label: str, rows_by_table: RowsByTable) -> Iterator[Statement]:
    """Read the rows of an event by session; yield its statements. `label` tells events of one day apart."""
    form, refusal = classify_event(event)
    sessions = [*read_sessions(event)]
    for number, session in enumerate(sessions, 1):
        element = session.element
        session_day = parse_day(element.get_text("DATE")) if element.get_text("DATE") else day
        name = (element.get_text("SESSION_ID") or str(number)) if len(sessions) > 1 else ""
        sitting = SessionSlot(
            session_day, " ".join(filter(None, (label, name))), _judge_session(session, session_day, refusal)
        )
        reader: TeamsSession | PairsSession
        if form == "teams":
            teams = read_teams(entrant for entrant, _ in session.entrants)
            reader = TeamsSession(teams, event.get_text("MATCH_SCORING_METHOD", "SCORING_METHOD"), sitting)
            rows = [reader.build_row(match) for match in find_matches(element)] or [*reader.refuse_teams()]
            rows_by_table.setdefault(form, []).extend(rows)
            rows_by_table.setdefault("line-ups", []).extend(build_line_ups(teams, sitting))
        else:
            winners, is_butler = event.get_text("WINNER_TYPE"), form == "butler"
            reader = PairsSession(session, winners, sitting, is_butler=is_butler)
            rows_by_table.setdefault(form, []).extend(reader.build_rows())
        if sitting.verdict is None:
            yield from reader.build_statements()


def _judge_session(session: Session, day: str, refusal: Message | None) -> Verdict | None:
    if refusal:
        hint = advise("export it in percentages or Butler IMPs, if the program can")
        return Verdict("refused", refusal, hint)
    if session.is_total:
        return Verdict("left", say("usebio-total", "a total of sessions; each session is read by itself"))
    if not day:
        reason = say("usebio-no-day", "the date of the event is missing, or is no day, month and year")
        return Verdict("doubtful", reason, advise("correct its DATE, such as 05/02/2026"))
    return None
