"""The pairs of an evening of bridge: a row a pair, and what the travellers make of its score."""

from collections.abc import Iterator, Sequence

from sitegen.commands.importing.bridge.events import Session
from sitegen.commands.importing.bridge.matches import Sitting
from sitegen.commands.importing.bridge.travellers import Seat, Tallies, Tally, seat
from sitegen.commands.importing.elements import Element
from sitegen.commands.importing.reading import amount, plain
from sitegen.commands.importing.source import SourceCell, SourceRow, Statement, Verdict, cell
from sitegen.message import advise, say
from sitegen.problem import quoted

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
    number = entrant.cell("PAIR_NUMBER", "PLAYER_NUMBER")
    return seat(number, entrant.cell("DIRECTION"), section)


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
