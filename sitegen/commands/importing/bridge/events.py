"""The events of a USEBIO file: their scoring and sessions, and a row for each pair."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from sitegen.commands.importing.bridge.travellers import (
    Boards,
    Seat,
    SessionSlot,
    Tallies,
    Tally,
    find_boards,
    parse_seat,
)
from sitegen.commands.importing.source import SourceCell, SourceRow, Statement, Verdict, make_cell
from sitegen.commands.importing.values import format_amount, parse_amount
from sitegen.commands.importing.xml import Element
from sitegen.core.problems import Message, advise, quote_text, say

Entrants = Sequence[tuple[Element, str]]
_TEAMS = {"TEAMS", "TEAMS_OF_FOUR", "SWISS_TEAMS", "KO", "HEAD_TO_HEAD"}
_PERCENTAGES = {"", "MATCH_POINTS", "MATCHPOINTS", "MP", "MPS", "MP_PAIRS", "PERCENTAGE"}
_BUTLER = {"BUTLER", "BUTLER_IMPS", "BUTLER_PAIRS"}


class Session(NamedTuple):
    """A session and its entrants; `is_total` marks totals of an event whose sessions are read as well."""

    element: Element
    entrants: Entrants
    boards: Boards
    is_total: bool = False


def classify_event(event: Element) -> tuple[str, Message | None]:
    """Return the table of an event, `pairs`, `butler`, `teams` or `other`, and the reason for `other`."""
    kind = event.get_text("EVENT_TYPE").upper().replace(" ", "_")
    method = event.get_text("BOARD_SCORING_METHOD", "SCORING_METHOD").upper().replace(" ", "_")
    lines = (line for board, _ in find_boards(event) for line in board.find_all("TRAVELLER_LINE"))
    line_fields = {child.name for line in lines for child in line.children} if kind == "PAIRS" else set()
    is_plain = kind == "MP_PAIRS" or (method in _PERCENTAGES and kind in {"PAIRS", "SWISS_PAIRS"})
    if kind in _TEAMS:
        return "teams", None
    if kind == "INDIVIDUAL":
        return "other", say("usebio-individual", "an individual event: there is no such ranking")
    if kind in _BUTLER or (kind == "PAIRS" and (method in _BUTLER or "NS_BUTLER_POINTS" in line_fields)):
        return "butler", None
    has_percentages = any(pair.get_text("PERCENTAGE") for pair, _ in _read_entrants(event))
    if is_plain and kind == "SWISS_PAIRS" and not has_percentages:
        return "other", say("usebio-swiss-pairs", "victory points of pairs: there is no such ranking")
    if is_plain and "NS_CROSS_IMP_POINTS" not in line_fields:
        return "pairs", None
    params = {"scoring": quote_text(" ".join(filter(None, (kind, method))))}
    return "other", say("usebio-scoring", "{scoring} is scored in another way than our rankings", **params)


def read_sessions(event: Element) -> Iterator[Session]:
    """Yield the sessions with entrants, and the event itself where it has entrants of its own."""
    sessions = [(session, [*_read_entrants(session)]) for session in event.find_all("SESSION")]
    sessions = [(session, entrants) for session, entrants in sessions if entrants]
    event_entrants = [*_read_entrants(event, is_deep=not sessions)]
    for session, entrants in sessions:
        yield Session(session, entrants, [*find_boards(session)])
    if event_entrants:
        yield Session(
            event, event_entrants, [] if sessions else [*find_boards(event)], is_total=bool(sessions)
        )


def _read_entrants(
    element: Element, section: str = "", *, is_deep: bool = True
) -> Iterator[tuple[Element, str]]:
    """Yield the pairs, teams and players, with the letter of their section."""
    section_id = element.get_text("SECTION_ID") if element.name == "SECTION" else section
    for child in element.children:
        if child.name == "PARTICIPANTS":
            yield from ((entrant, section_id) for entrant in child.find_all("PAIR", "TEAM", "PLAYER"))
        elif child.name == "SECTION" or (child.name == "SESSION" and is_deep):
            yield from _read_entrants(child, section_id)


def find_matches(element: Element) -> Iterator[Element]:
    """Yield the matches at any depth of sessions and sections."""
    for child in element.children:
        if child.name == "MATCH":
            yield child
        elif child.name in ("SESSION", "SECTION"):
            yield from find_matches(child)


PAIRS_HEADER = ("date", "session", "section", "pair", "player1", "player2", "score", "opponents")
BUTLER_HEADER = (*PAIRS_HEADER, "boards")
PlayerNames = Sequence[tuple[str, str]]
_TOLERANCE = 1.0
"""The tolerance of recomputed scores: boards played fewer times count a little less or more."""
_NO_PAIR = Verdict("left", say("pair-of-nobody", "nobody sat there: a number that stands for no pair"))
_NOBODY = {"PHANTOM", "SIT OUT", "SITOUT", "SIT-OUT", "BYE"}


class PairsSession:
    """The rows of a session of pairs, in percentages or, with `is_butler`, in IMPs of the session."""

    def __init__(self, session: Session, winners: str, sitting: SessionSlot, *, is_butler: bool) -> None:
        self._sitting, self._is_butler = sitting, is_butler
        self._entrants = [
            (
                entrant,
                parse_seat(
                    entrant.get_text("PAIR_NUMBER", "PLAYER_NUMBER"), entrant.get_text("DIRECTION"), section
                ),
            )
            for entrant, section in session.entrants
        ]
        seats = [seat for _, seat in self._entrants]
        self._tallies = Tallies(seats, session.boards, is_butler=is_butler)
        self._nobody = {seat for entrant, seat in self._entrants if self._is_nobody(entrant, seat)}
        self._is_directed = self._tallies.has_directions(winners)

    def build_rows(self) -> Iterator[SourceRow]:
        """Yield a row for each pair."""
        seen_seats: set[Seat] = set()
        for entrant, seat in self._entrants:
            tally, score = self._tallies.by_seat.get(seat, Tally()), self._read_score(entrant)
            doubt = _check_pair(
                _read_names(entrant), parse_amount(score.text), tally, is_again=seat in seen_seats
            )
            verdict = self._sitting.verdict or (_NO_PAIR if seat in self._nobody else doubt)
            seen_seats.add(seat)
            place = f"{entrant.place}, {entrant.name} {self._format_seat(seat)}"
            yield SourceRow(place, [*self._build_cells(entrant, seat, score, tally)], verdict)

    def build_statements(self) -> Iterator[Statement]:
        """Yield the stated scores, with those computed from the travellers."""
        for entrant, seat in self._entrants:
            tally, score = self._tallies.by_seat.get(seat), self._read_score(entrant)
            stated_score, candidates = (
                parse_amount(score.text),
                tally.compute_scores(is_butler=self._is_butler) if tally else [],
            )
            if stated_score is None or not candidates:
                continue
            computed = min((abs(stated_score - value), value) for value in candidates)[1]
            players = " - ".join(name for name, _ in _read_names(entrant)) or seat.number
            unit = "imps" if self._is_butler else "percentage"
            yield Statement(unit, players, stated_score, round(computed, 4), score.place, _TOLERANCE)

    def _is_nobody(self, entrant: Element, seat: Seat) -> bool:
        """Whether an entrant is a missing pair: it has such a name, or neither names nor boards."""
        names = {name.upper() for name, _ in _read_names(entrant)} - {""}
        return names <= _NOBODY if names else seat not in self._tallies.by_seat

    def _read_score(self, entrant: Element) -> SourceCell:
        """Read the score of a pair; a total of matchpoints is not used, because it is no percentage."""
        element = entrant.find_first(*(("TOTAL_SCORE", "PAIR_IMPS") if self._is_butler else ("PERCENTAGE",)))
        if element is None:
            return make_cell("", entrant.place)
        value = parse_amount(element.text)
        return (
            make_cell(element.text, element.place)
            if value is None
            else make_cell(format_amount(value), element.place, "number")
        )

    def _build_cells(
        self, entrant: Element, seat: Seat, score: SourceCell, tally: Tally
    ) -> Iterator[SourceCell]:
        place, names = entrant.place, [*_read_names(entrant), ("", entrant.place), ("", entrant.place)]
        opponents = sorted(
            tally.opponents - self._nobody,
            key=lambda opponent: (len(opponent.number), opponent.number, opponent.direction),
        )
        yield from self._sitting.build_cells(entrant)
        yield from (make_cell(text, place) for text in (seat.section, self._format_seat(seat)))
        yield from (make_cell(name, player_place) for name, player_place in names[:2])
        yield score
        yield make_cell(
            " ".join([*map(self._format_seat, opponents), *sorted(tally.unknown_opponents)]), place
        )
        if self._is_butler:
            yield make_cell(tally.boards or entrant.get_text("BOARDS_PLAYED"), place, "number")

    def _format_seat(self, seat: Seat) -> str:
        return seat.number + (seat.direction if self._is_directed else "")


def _read_names(entrant: Element) -> PlayerNames:
    players = [entrant] if entrant.name == "PLAYER" else entrant.find_all("PLAYER")
    return [(player.get_text("PLAYER_NAME"), player.place) for player in players]


def _check_pair(names: PlayerNames, score: float | None, tally: Tally, *, is_again: bool) -> Verdict | None:
    if len(names) > 2:
        reason = say("pair-of-three", "{number} players stand with this pair", number=len(names))
        return Verdict("doubtful", reason, advise("enter the two who played"))
    if sum(bool(name) for name, _ in names) < 2:
        reason = say("pair-player-unnamed", "a player of this pair has no name")
        return Verdict("doubtful", reason, advise("look up who played"))
    if is_again:
        reason = say("pair-stands-twice", "the pair stands twice in this session")
        return Verdict("doubtful", reason, advise("keep the one that is right"))
    if score is None:
        reason = say("pair-without-score", "the pair has no score that can be read")
        return Verdict("doubtful", reason, advise("look up the score, and enter it by hand"))
    if tally.unknown_opponents:
        absent = quote_text(" ".join(sorted(tally.unknown_opponents)))
        reason = say("pair-met-nobody", "it met {pair}, which is not among the pairs", pair=absent)
        return Verdict("doubtful", reason, advise("look up who that was"))
    return None
