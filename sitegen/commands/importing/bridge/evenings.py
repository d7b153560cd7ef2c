"""The events of a USEBIO file: how each is scored, its sessions, and a row for each pair that took part."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from sitegen.commands.importing.bridge.matches import Sitting
from sitegen.commands.importing.bridge.travellers import Boards, Seat, Tallies, Tally, boards_of, seat
from sitegen.commands.importing.elements import Element
from sitegen.commands.importing.reading import amount, plain
from sitegen.commands.importing.source import SourceCell, SourceRow, Statement, Verdict, cell
from sitegen.message import Message, advise, say
from sitegen.problem import quoted

Entrants = Sequence[tuple[Element, str]]
_TEAMS = {"TEAMS", "TEAMS_OF_FOUR", "SWISS_TEAMS", "KO", "HEAD_TO_HEAD"}
_PERCENTAGES = {"", "MATCH_POINTS", "MATCHPOINTS", "MP", "MPS", "MP_PAIRS", "PERCENTAGE"}
_BUTLER = {"BUTLER", "BUTLER_IMPS", "BUTLER_PAIRS"}


class Session(NamedTuple):
    """Who took part in a session; `is_total` where the sessions of the event stand beside it."""

    element: Element
    entrants: Entrants
    boards: Boards
    is_total: bool = False


def form_of(event: Element) -> tuple[str, Message | None]:
    """The table that an event belongs to: `pairs`, `butler`, `teams` or `other`, and why that is none."""
    kind = event.cell("EVENT_TYPE").upper().replace(" ", "_")
    method = event.cell("BOARD_SCORING_METHOD", "SCORING_METHOD").upper().replace(" ", "_")
    lines = (line for board, _ in boards_of(event) for line in board.all("TRAVELLER_LINE"))
    written = {child.name for line in lines for child in line.children} if kind == "PAIRS" else set()
    is_plain = kind == "MP_PAIRS" or (method in _PERCENTAGES and kind in {"PAIRS", "SWISS_PAIRS"})
    if kind in _TEAMS:
        return "teams", None
    if kind == "INDIVIDUAL":
        return "other", say("usebio-individual", "an individual event: there is no such ranking")
    if kind in _BUTLER or (kind == "PAIRS" and (method in _BUTLER or "NS_BUTLER_POINTS" in written)):
        return "butler", None
    has_percentages = any(pair.cell("PERCENTAGE") for pair, _ in _entrants(event))
    if is_plain and kind == "SWISS_PAIRS" and not has_percentages:
        return "other", say("usebio-swiss-pairs", "victory points of pairs: there is no such ranking")
    if is_plain and "NS_CROSS_IMP_POINTS" not in written:
        return "pairs", None
    told = {"scoring": quoted(" ".join(filter(None, (kind, method))))}
    return "other", say("usebio-scoring", "{scoring} is scored in another way than our rankings", **told)


def sessions_of(event: Element) -> Iterator[Session]:
    """The sessions that say who took part; the event itself where none does, or as their total."""
    apart = [(session, [*_entrants(session)]) for session in event.all("SESSION")]
    apart = [(session, entrants) for session, entrants in apart if entrants]
    whole = [*_entrants(event, is_deep=not apart)]
    for session, entrants in apart:
        yield Session(session, entrants, [*boards_of(session)])
    if whole:
        yield Session(event, whole, [] if apart else [*boards_of(event)], is_total=bool(apart))


def _entrants(element: Element, section: str = "", *, is_deep: bool = True) -> Iterator[tuple[Element, str]]:
    """The pairs, teams and players that take part, with the letter of their section."""
    here = element.cell("SECTION_ID") if element.name == "SECTION" else section
    for child in element.children:
        if child.name == "PARTICIPANTS":
            yield from ((entrant, here) for entrant in child.all("PAIR", "TEAM", "PLAYER"))
        elif child.name == "SECTION" or (child.name == "SESSION" and is_deep):
            yield from _entrants(child, here)


def matches_of(element: Element) -> Iterator[Element]:
    """The matches inside it, at whatever depth."""
    for child in element.children:
        if child.name == "MATCH":
            yield child
        elif child.name in ("SESSION", "SECTION"):
            yield from matches_of(child)


PAIRS = ("date", "session", "section", "pair", "player1", "player2", "score", "opponents")
BUTLER = (*PAIRS, "boards")
Names = Sequence[tuple[str, str]]
_TOLERANCE = 1.0
"""What a recomputed score may differ: boards that were played fewer times count a little less, or more."""
_NO_PAIR = Verdict("left", say("pair-of-nobody", "nobody sat there: a number that stands for no pair"))
_NOBODY = {"PHANTOM", "SIT OUT", "SITOUT", "SIT-OUT", "BYE"}


class Evening:
    """The rows of a session of pairs, in percentages or, with `is_butler`, in IMPs of the whole session."""

    def __init__(self, session: Session, winners: str, sitting: Sitting, *, is_butler: bool) -> None:
        self._sitting, self._is_butler = sitting, is_butler
        self._entrants = [(entrant, _seat(entrant, section)) for entrant, section in session.entrants]
        seats = [own for _, own in self._entrants]
        self._tallies = Tallies(seats, session.boards, is_butler=is_butler)
        self._nobody = {own for entrant, own in self._entrants if self._is_nobody(entrant, own)}
        self._is_directed = self._tallies.are_directed(winners)

    def rows(self) -> Iterator[SourceRow]:
        """A row a pair."""
        seen: set[Seat] = set()
        for entrant, own in self._entrants:
            tally, score = self._tallies.of.get(own, Tally()), self._score(entrant)
            doubt = _doubt(_names(entrant), amount(score.text), tally, is_again=own in seen)
            verdict = self._sitting.verdict or (_NO_PAIR if own in self._nobody else doubt)
            seen.add(own)
            place = f"{entrant.place}, {entrant.name} {self._called(own)}"
            yield SourceRow(place, [*self._cells(entrant, own, score, tally)], verdict)

    def statements(self) -> Iterator[Statement]:
        """The scores that are stated, and what the travellers make of them."""
        for entrant, own in self._entrants:
            tally, score = self._tallies.of.get(own), self._score(entrant)
            stated, made = amount(score.text), tally.scores(is_butler=self._is_butler) if tally else []
            if stated is None or not made:
                continue
            computed = min((abs(stated - value), value) for value in made)[1]
            who = " - ".join(name for name, _ in _names(entrant)) or own.number
            what = "imps" if self._is_butler else "percentage"
            yield Statement(what, who, stated, round(computed, 4), score.place, _TOLERANCE)

    def _is_nobody(self, entrant: Element, own: Seat) -> bool:
        """Whether it stands for a pair that is missing: it has such a name, or no names and no boards."""
        names = {name.upper() for name, _ in _names(entrant)} - {""}
        return names <= _NOBODY if names else own not in self._tallies.of

    def _score(self, entrant: Element) -> SourceCell:
        """The total of a butler is of the whole session; that of matchpoints would be no percentage."""
        found = entrant.first(*(("TOTAL_SCORE", "PAIR_IMPS") if self._is_butler else ("PERCENTAGE",)))
        if found is None:
            return cell("", entrant.place)
        value = amount(found.text)
        return cell(found.text, found.place) if value is None else cell(plain(value), found.place, "number")

    def _cells(self, entrant: Element, own: Seat, score: SourceCell, tally: Tally) -> Iterator[SourceCell]:
        place, names = entrant.place, [*_names(entrant), ("", entrant.place), ("", entrant.place)]
        met = sorted(
            tally.met - self._nobody, key=lambda each: (len(each.number), each.number, each.direction)
        )
        yield from self._sitting.cells(entrant)
        yield from (cell(text, place) for text in (own.section, self._called(own)))
        yield from (cell(name, where) for name, where in names[:2])
        yield score
        yield cell(" ".join([*map(self._called, met), *sorted(tally.absent)]), place)
        if self._is_butler:
            yield cell(tally.boards or entrant.cell("BOARDS_PLAYED"), place, "number")

    def _called(self, own: Seat) -> str:
        return own.number + (own.direction if self._is_directed else "")


def _seat(entrant: Element, section: str) -> Seat:
    return seat(entrant.cell("PAIR_NUMBER", "PLAYER_NUMBER"), entrant.cell("DIRECTION"), section)


def _names(entrant: Element) -> Names:
    players = [entrant] if entrant.name == "PLAYER" else entrant.all("PLAYER")
    return [(player.cell("PLAYER_NAME"), player.place) for player in players]


def _doubt(names: Names, score: float | None, tally: Tally, *, is_again: bool) -> Verdict | None:
    if len(names) > 2:
        told = say("pair-of-three", "{number} players stand with this pair", number=len(names))
        return Verdict("doubtful", told, advise("enter the two who played"))
    if sum(bool(name) for name, _ in names) < 2:
        told = say("pair-player-unnamed", "a player of this pair has no name")
        return Verdict("doubtful", told, advise("look up who played"))
    if is_again:
        told = say("pair-stands-twice", "the pair stands twice in this session")
        return Verdict("doubtful", told, advise("keep the one that is right"))
    if score is None:
        told = say("pair-without-score", "the pair has no score that can be read")
        return Verdict("doubtful", told, advise("look up the score, and enter it by hand"))
    if tally.absent:
        absent = quoted(" ".join(sorted(tally.absent)))
        told = say("pair-met-nobody", "it met {pair}, which is not among the pairs", pair=absent)
        return Verdict("doubtful", told, advise("look up who that was"))
    return None
