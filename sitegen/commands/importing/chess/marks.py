"""The cells of a crosstable: an opponent, a colour and a result in one, a bye, or a square of results."""

import re
from collections.abc import Iterable
from typing import NamedTuple

from sitegen.commands.importing.chess.tournament import no_result
from sitegen.commands.importing.source import SourceCell, Verdict
from sitegen.message import say
from sitegen.problem import quoted

_RESULT = r"1/2|0[.,]5|[.,]5|[10½=+-]"
_GAME = re.compile(rf"(\d{{1,4}})\s*:?\s*([a-zč])?\s*({_RESULT})?\s*([kfr])?")
_SIGN_FIRST = re.compile(r"([+=-])\s*([a-zč])\s*(\d{1,4})")
_ALONE = {
    **dict.fromkeys(
        ("-1", "+1", "+", "k", "bye", "spielfrei", "vrij", "exempt", "freilos", "odd", "pab"), "U"
    ),
    **dict.fromkeys(("½", "-½", "+½", "0.5", "-0.5", "-0,5", "0,5", "=", "-=", "hpb"), "H"),
    **dict.fromkeys(("0", "-0", "-", "--", "not paired", "nicht ausgelost", "niet ingedeeld", "zpb"), "Z"),
    "fpb": "F",
}
"""What stands where there is no opponent; `-1`, `-½` and `-0` are points without one."""
_WHITES = {"w": "bszč", "v": "s", "h": "s", "b": "nczčp"}
"""The letters of white in several languages, with those of black: white, vit, hvit; blanc, bianco, białe."""
_SQUARE = re.compile(rf"(?:{_RESULT})(?:\s*(?:{_RESULT}))*")
UNSIGNED = {"+": "1", "-": "0"}


class Mark(NamedTuple):
    """What a cell of a round says: an opponent by number, the letter of a colour, and a mark."""

    opponent: int
    letter: str
    mark: str
    verdict: Verdict | None = None

    def unsigned(self) -> "Mark":
        """The mark where `+` and `-` are won and lost, not forfeits."""
        return self._replace(mark=UNSIGNED.get(self.mark, self.mark)) if self.opponent else self


def is_game(words: str) -> bool:
    """Whether a cell holds an opponent with a colour."""
    found = _GAME.fullmatch(words.strip().lower()) or _SIGN_FIRST.fullmatch(words.strip().lower())
    return bool(found and found[2])


def read_mark(cell: SourceCell) -> Mark | None:
    """What a cell of a round says; None where it is blank."""
    words = cell.text.replace("\xa0", " ").strip().lower()
    is_text = not cell.fault and cell.kind != "day"
    if is_text and (not words or words in _ALONE):
        return Mark(0, "", _ALONE[words]) if words else None
    if is_text and (found := _SIGN_FIRST.fullmatch(words)) and int(found[3]):
        return Mark(int(found[3]), found[2], UNSIGNED.get(found[1], "="))
    found = _GAME.fullmatch(words)
    if is_text and found and int(found[1]) and (found[2] or found[3]):
        mark = found[3] if found[3] in {None, *"10+-"} else "="
        forfeit = {"1": "+", "0": "-"}.get(mark, mark) if found[4] else mark
        return Mark(int(found[1]), found[2] or "", forfeit or "")
    return Mark(0, "", "", unreadable(cell))


def unreadable(cell: SourceCell) -> Verdict:
    """Why a cell cannot be read: a fault of its own, a date that was a result, or no such mark."""
    if cell.fault:
        return Verdict("refused", cell.fault)
    if cell.kind == "day":
        why = say("mark-made-a-date", "{date} is a date; what was written here?", date=quoted(cell.text))
        return Verdict("doubtful", why)
    return no_result(cell.text)


def white_letter(letters: Iterable[str]) -> str:
    """Which of the letters is white's; blank where nobody can tell."""
    found = {*letters} - {""}
    fit = (white for white, blacks in _WHITES.items() if found & {*blacks} and found <= {white, *blacks})
    return next(fit, "w" if found == {"w"} else "")


def read_square(cell: SourceCell) -> str | None:
    """The results of one player against another, a mark a game; None where it cannot be read."""
    words = re.sub(r"0[.,]5|[.,]5|1/2|½", "=", cell.text.strip()).replace(" ", "")
    words = re.sub(r"(?<=[10=])-+$", "", words)
    return words if not cell.fault and cell.kind != "day" and re.fullmatch("[10=+-]*", words) else None


def is_square_mark(words: str) -> bool:
    """Whether a cell holds nothing but results."""
    return bool(_SQUARE.fullmatch(words.strip()))
