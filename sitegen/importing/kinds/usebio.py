"""USEBIO 1.0 to 1.3: the XML format of scoring programs for bridge clubs, https://www.usebio.org."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from sitegen.core.problems import Message, advise, quote_text, say
from sitegen.importing.source import (
    Document,
    SourceCell,
    SourceError,
    SourceFile,
    SourceRow,
    SourceTable,
    Statement,
    Verdict,
    make_row,
)
from sitegen.importing.travellers import (
    LINE_UPS_HEADER,
    TEAMS_HEADER,
    Boards,
    Seat,
    SessionSlot,
    Tallies,
    Tally,
    TeamsSession,
    build_line_ups,
    find_nested,
    parse_seat,
    read_teams,
)
from sitegen.importing.values import format_amount, parse_amount, parse_day
from sitegen.importing.xml import Element, parse_document, read_root_name

_Entrants = Sequence[tuple[Element, str]]
_TEAMS = {"TEAMS", "TEAMS_OF_FOUR", "SWISS_TEAMS", "KO", "HEAD_TO_HEAD"}
_PERCENTAGES = {"", "MATCH_POINTS", "MATCHPOINTS", "MP", "MPS", "MP_PAIRS", "PERCENTAGE"}
_BUTLER = {"BUTLER", "BUTLER_IMPS", "BUTLER_PAIRS"}
_PAIRS_HEADER = ("date", "session", "section", "pair", "player1", "player2", "score", "opponents")
_BUTLER_HEADER = (*_PAIRS_HEADER, "boards")
_TOLERANCE = 1.0
"""The tolerance of recomputed scores: boards played fewer times count a little less or more."""
_NO_PAIR = Verdict("left", say("pair-of-nobody", "nobody sat there: a number that stands for no pair"))
_NOBODY = {"PHANTOM", "SIT OUT", "SITOUT", "SIT-OUT", "BYE"}
_HEADERS = {
    "pairs": _PAIRS_HEADER,
    "butler": _BUTLER_HEADER,
    "teams": TEAMS_HEADER,
    "line-ups": LINE_UPS_HEADER,
}
_RowsByTable = dict[str, list[SourceRow]]


class _Session(NamedTuple):
    """A session and its entrants; `is_total` marks totals of an event whose sessions are read as well."""

    element: Element
    entrants: _Entrants
    boards: Boards
    is_total: bool = False


def fits(file: SourceFile) -> bool:
    """Whether the root element is `USEBIO`."""
    return read_root_name(file.data) == "USEBIO"


def read(file: SourceFile) -> Document:
    """Read all events of pairs, Butler and teams; the rows of other events are refused."""
    events = [*parse_document(file.data).find_all("EVENT")]
    days = [parse_day(event.get_text("DATE")) for event in events]
    rows_by_table: _RowsByTable = {}
    statements: list[Statement] = []
    for number, (event, day) in enumerate(zip(events, days, strict=True), 1):
        label = ""
        if days.count(day) > 1:  # it stays the same when the event is exported again
            label = event.get_text("EVENT_ID", "EVENT_IDENTIFIER") or event.get_text("EVENT_DESCRIPTION")
            label = label or str(number)
        statements += _read_event(event, day, label, rows_by_table)
    if not any(rows_by_table.values()):
        message = say("usebio-empty", "there is no event with pairs or teams in this file")
        raise SourceError(message, advise("export it again after the evening was scored"))
    tables = [
        SourceTable(name, rows, _HEADERS.get(name, _PAIRS_HEADER)) for name, rows in rows_by_table.items()
    ]
    return Document("usebio", tables, statements)


def _read_event(event: Element, day: str, label: str, rows_by_table: _RowsByTable) -> Iterator[Statement]:
    """Read the rows of an event by session; yield its statements. `label` tells events of one day apart."""
    form, refusal = _classify_event(event)
    sessions = [*_read_sessions(event)]
    for number, session in enumerate(sessions, 1):
        element = session.element
        session_day = parse_day(element.get_text("DATE")) if element.get_text("DATE") else day
        name = (element.get_text("SESSION_ID") or str(number)) if len(sessions) > 1 else ""
        sitting = SessionSlot(
            session_day, " ".join(filter(None, (label, name))), _judge_session(session, session_day, refusal)
        )
        reader: TeamsSession | _PairsSession
        if form == "teams":
            teams = read_teams(entrant for entrant, _ in session.entrants)
            reader = TeamsSession(teams, event.get_text("MATCH_SCORING_METHOD", "SCORING_METHOD"), sitting)
            matches = find_nested(element, "MATCH")
            rows = [reader.build_row(match) for match, _ in matches] or [*reader.refuse_teams()]
            rows_by_table.setdefault(form, []).extend(rows)
            rows_by_table.setdefault("line-ups", []).extend(build_line_ups(teams, sitting))
        else:
            winners, is_butler = event.get_text("WINNER_TYPE"), form == "butler"
            reader = _PairsSession(session, winners, sitting, is_butler=is_butler)
            rows_by_table.setdefault(form, []).extend(reader.build_rows())
        if sitting.verdict is None:
            yield from reader.build_statements()


def _judge_session(session: _Session, day: str, refusal: Message | None) -> Verdict | None:
    if refusal:
        hint = advise("export it in percentages or Butler IMPs, if the program can")
        return Verdict("refused", refusal, hint)
    if session.is_total:
        return Verdict("left", say("usebio-total", "a total of sessions; each session is read by itself"))
    if not day:
        reason = say("usebio-no-day", "the date of the event is missing, or is no day, month and year")
        return Verdict("doubtful", reason, advise("correct its DATE, such as 05/02/2026"))
    return None


def _classify_event(event: Element) -> tuple[str, Message | None]:
    """Return the table of an event, `pairs`, `butler`, `teams` or `other`, and the reason for `other`."""
    kind = event.get_text("EVENT_TYPE").upper().replace(" ", "_")
    method = event.get_text("BOARD_SCORING_METHOD", "SCORING_METHOD").upper().replace(" ", "_")
    lines = (line for board, _ in find_nested(event, "BOARD") for line in board.find_all("TRAVELLER_LINE"))
    line_fields = {child.name for line in lines for child in line.children} if kind == "PAIRS" else set()
    is_plain = kind == "MP_PAIRS" or (method in _PERCENTAGES and kind in {"PAIRS", "SWISS_PAIRS"})
    if kind in _TEAMS:
        return "teams", None
    if kind == "INDIVIDUAL":
        return "other", say("usebio-individual", "an individual event: there is no such ranking")
    if kind in _BUTLER or (kind == "PAIRS" and (method in _BUTLER or "NS_BUTLER_POINTS" in line_fields)):
        return "butler", None
    has_percentages = any(
        pair.get_text("PERCENTAGE") for pair, _ in _read_entrants(event, "SESSION", "SECTION")
    )
    if is_plain and kind == "SWISS_PAIRS" and not has_percentages:
        return "other", say("usebio-swiss-pairs", "victory points of pairs: there is no such ranking")
    if is_plain and "NS_CROSS_IMP_POINTS" not in line_fields:
        return "pairs", None
    params = {"scoring": quote_text(" ".join(filter(None, (kind, method))))}
    return "other", say("usebio-scoring", "{scoring} is scored in another way than our rankings", **params)


def _read_sessions(event: Element) -> Iterator[_Session]:
    """Yield the sessions with entrants, and the event itself where it has entrants of its own.

    Lines without pairs get those of the match that they are in.
    """
    for match, _ in find_nested(event, "MATCH", groups=("SESSION", "SECTION")):
        pair_numbers = [*match.find_all("NS_PAIR_NUMBER", "EW_PAIR_NUMBER")]
        for board in match.find_all("BOARD"):
            for line in board.find_all("TRAVELLER_LINE"):
                line.parts.extend(pair_numbers)
    has_sessions = False
    for session in event.find_all("SESSION"):
        if entrants := _read_entrants(session, "SECTION"):
            has_sessions = True
            yield _Session(session, entrants, [*find_nested(session, "BOARD")])
    if entrants := _read_entrants(event, "SECTION"):
        boards = [] if has_sessions else [*find_nested(event, "BOARD")]
        yield _Session(event, entrants, boards, is_total=has_sessions)


def _read_entrants(element: Element, *groups: str) -> list[tuple[Element, str]]:
    """Return the pairs, teams and players in these groups, with the letter of their section."""
    return [
        (entrant, section)
        for participants, section in find_nested(element, "PARTICIPANTS", groups=groups)
        for entrant in participants.find_all("PAIR", "TEAM", "PLAYER")
    ]


class _Pair(NamedTuple):
    """A pair as it stands among the participants."""

    element: Element
    seat: Seat
    names: Sequence[SourceCell]
    score: SourceCell


class _PairsSession:
    """The rows of a session of pairs, in percentages or, with `is_butler`, in IMPs of the session."""

    def __init__(self, session: _Session, winners: str, sitting: SessionSlot, *, is_butler: bool) -> None:
        self._sitting, self._is_butler = sitting, is_butler
        self._pairs = [self._read_pair(entrant, section) for entrant, section in session.entrants]
        self._tallies = Tallies([pair.seat for pair in self._pairs], session.boards, is_butler=is_butler)
        self._nobody = {pair.seat for pair in self._pairs if self._is_nobody(pair)}
        self._is_directed = self._tallies.has_directions(winners)

    def _read_pair(self, entrant: Element, section: str) -> _Pair:
        """Read a pair; a total of matchpoints is not used as a score, because it is no percentage."""
        number, direction = entrant.get_text("PAIR_NUMBER", "PLAYER_NUMBER"), entrant.get_text("DIRECTION")
        players = [entrant] if entrant.name == "PLAYER" else entrant.find_all("PLAYER")
        names = [SourceCell(player.get_text("PLAYER_NAME"), player.place) for player in players]
        element = entrant.find_first(*(("TOTAL_SCORE", "PAIR_IMPS") if self._is_butler else ("PERCENTAGE",)))
        value = parse_amount(element.text) if element else None
        text = format_amount(value) if value is not None else element.text if element else ""
        score = SourceCell(text, (element or entrant).place)
        return _Pair(entrant, parse_seat(number, direction, section), names, score)

    def _is_nobody(self, pair: _Pair) -> bool:
        """Whether an entrant is a missing pair: it has such a name, or neither names nor boards."""
        names = {name.text.upper() for name in pair.names} - {""}
        return names <= _NOBODY if names else pair.seat not in self._tallies.by_seat

    def build_rows(self) -> Iterator[SourceRow]:
        """Yield a row for each pair."""
        seen_seats: set[Seat] = set()
        for pair in self._pairs:
            element, seat, tally = pair.element, pair.seat, self._tallies.by_seat.get(pair.seat, Tally())
            doubt = (
                _NO_PAIR if seat in self._nobody else _check_pair(pair, tally, is_again=seat in seen_seats)
            )
            seen_seats.add(seat)
            opponents = sorted(
                tally.opponents - self._nobody,
                key=lambda opponent: (len(opponent.number), opponent.number, opponent.direction),
            )
            met = " ".join([*map(self._format_seat, opponents), *sorted(tally.unknown_opponents)])
            boards = [tally.boards or element.get_text("BOARDS_PLAYED")] if self._is_butler else []
            start = self._sitting.day, self._sitting.session, seat.section, self._format_seat(seat)
            words = (*start, *[*pair.names, "", ""][:2], pair.score, met, *boards)
            place = f"{element.place}, {element.name} {self._format_seat(seat)}"
            yield make_row(place, words, self._sitting.verdict or doubt, cells_at=element.place)

    def build_statements(self) -> Iterator[Statement]:
        """Yield the stated scores, with those computed from the travellers."""
        unit = "imps" if self._is_butler else "percentage"
        for pair in self._pairs:
            stated_score = parse_amount(pair.score.text)
            computed = self._tallies.by_seat.get(pair.seat, Tally()).compute_score(is_butler=self._is_butler)
            if stated_score is not None and computed is not None:
                players = " - ".join(name.text for name in pair.names) or pair.seat.number
                place = pair.score.place
                yield Statement(unit, players, stated_score, round(computed, 4), place, _TOLERANCE)

    def _format_seat(self, seat: Seat) -> str:
        return seat.number + (seat.direction if self._is_directed else "")


def _check_pair(pair: _Pair, tally: Tally, *, is_again: bool) -> Verdict | None:
    if len(pair.names) > 2:
        reason = say("pair-of-three", "{number} players stand with this pair", number=len(pair.names))
        return Verdict("doubtful", reason, advise("enter the two who played"))
    if sum(bool(name.text) for name in pair.names) < 2:
        reason = say("pair-player-unnamed", "a player of this pair has no name")
        return Verdict("doubtful", reason, advise("look up who played"))
    if is_again:
        reason = say("pair-stands-twice", "the pair stands twice in this session")
        return Verdict("doubtful", reason, advise("keep the one that is right"))
    if parse_amount(pair.score.text) is None:
        reason = say("pair-without-score", "the pair has no score that can be read")
        return Verdict("doubtful", reason, advise("look up the score, and enter it by hand"))
    if tally.unknown_opponents:
        absent = quote_text(" ".join(sorted(tally.unknown_opponents)))
        reason = say("pair-met-nobody", "it met {pair}, which is not among the pairs", pair=absent)
        return Verdict("doubtful", reason, advise("look up who that was"))
    return None
