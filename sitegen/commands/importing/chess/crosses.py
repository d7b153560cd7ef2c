"""The rounds or squares of a crosstable -> sides of a tournament, by numbers that mirroring proves.

A cell is an opponent, a colour and a result in one, a bye, or a square of results.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from sitegen.commands.importing.chess.tournament import Side, Tournament, no_result
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
_UNSIGNED = {"+": "1", "-": "0"}
_DIAGONAL = {"*", "**", "***", "x", "xx", "\\", "#", "■", "█", "—"}
_OTHER = {"1": "0", "0": "1", "=": "=", "+": "-", "-": "+", "": ""}
_SURE = 0.8
"""The share of results that have to be mirrored before numbers in cells are taken for those of a column."""
_UNCLEAR = Verdict("doubtful", say("opponent-unclear", "an opponent by a number of unknown meaning"))
_NO_COLOURS = say(
    "crosstable-without-colours",
    "the table does not say who had white: the upper of the two rows stands as white",
)


class Mark(NamedTuple):
    """What a cell of a round says: an opponent by number, the letter of a colour, and a mark."""

    opponent: int
    letter: str
    mark: str
    verdict: Verdict | None = None

    def unsigned(self) -> "Mark":
        """The mark where `+` and `-` are won and lost, not forfeits."""
        return self._replace(mark=_UNSIGNED.get(self.mark, self.mark)) if self.opponent else self


Grid = Sequence[Sequence[SourceCell]]
Marks = Sequence[Sequence[Mark | None]]


def is_game(words: str) -> bool:
    """Whether a cell holds an opponent with a colour."""
    found = _GAME.fullmatch(words.strip().lower()) or _SIGN_FIRST.fullmatch(words.strip().lower())
    return bool(found and found[2])


def _read_mark(cell: SourceCell) -> Mark | None:
    """What a cell of a round says; None where it is blank."""
    words = cell.text.replace("\xa0", " ").strip().lower()
    is_text = not cell.fault and cell.kind != "day"
    if is_text and (not words or words in _ALONE):
        return Mark(0, "", _ALONE[words]) if words else None
    if is_text and (found := _SIGN_FIRST.fullmatch(words)) and int(found[3]):
        return Mark(int(found[3]), found[2], _UNSIGNED.get(found[1], "="))
    found = _GAME.fullmatch(words)
    if is_text and found and int(found[1]) and (found[2] or found[3]):
        mark = found[3] if found[3] in {None, *"10+-"} else "="
        forfeit = {"1": "+", "0": "-"}.get(mark, mark) if found[4] else mark
        return Mark(int(found[1]), found[2] or "", forfeit or "")
    return Mark(0, "", "", _unreadable(cell))


def _unreadable(cell: SourceCell) -> Verdict:
    if cell.fault:
        return Verdict("refused", cell.fault)
    if cell.kind == "day":
        why = say("mark-made-a-date", "{date} is a date; what was written here?", date=quoted(cell.text))
        return Verdict("doubtful", why)
    return no_result(cell.text)


def _white_letter(letters: Iterable[str]) -> str:
    found = {*letters} - {""}
    fit = (white for white, blacks in _WHITES.items() if found & {*blacks} and found <= {white, *blacks})
    return next(fit, "w" if found == {"w"} else "")


def _read_square(cell: SourceCell) -> str | None:
    """The results of one player against another, a mark a game; None where it cannot be read."""
    words = re.sub(r"0[.,]5|[.,]5|1/2|½", "=", cell.text.strip()).replace(" ", "")
    words = re.sub(r"(?<=[10=])-+$", "", words)
    return words if not cell.fault and cell.kind != "day" and re.fullmatch("[10=+-]*", words) else None


def _is_square_mark(words: str) -> bool:
    return bool(_SQUARE.fullmatch(words.strip()))


def is_square(grid: Grid) -> bool:
    """Whether the cells are of opponents, not of rounds: nobody plays themselves."""
    size = min(len(grid), len(grid[0])) if grid else 0
    diagonal = [grid[at][at].text.strip().lower() for at in range(size)]
    stars = sum(words in _DIAGONAL for words in diagonal)
    others = [cell.text for at, row in enumerate(grid) for to, cell in enumerate(row) if at != to]
    is_blank = size > 2 and size == len(grid[0]) and not any(diagonal)
    return size > 1 and (stars > size / 2 or (is_blank and sum(map(_is_square_mark, others)) > size))


def read_rounds(tournament: Tournament, grid: Grid, columns: Sequence[Sequence[int]]) -> None:
    """Add what the rounds say, when one way of numbering the players makes results mirror each other."""
    marks = [[_read_mark(cell) for cell in row] for row in grid]
    known = [mark for row in marks for mark in row if mark]
    opponents = [mark for mark in known if mark.opponent]
    white = _white_letter(mark.letter for mark in known)
    tournament.has_colours = any(mark.letter for mark in known)
    if not tournament.has_colours and not {mark.mark for mark in opponents} & {"1", "0"}:
        marks = [[mark and mark.unsigned() for mark in row] for row in marks]
    numbers = _numbering(marks, [*columns, list(range(1, len(grid) + 1))])
    if numbers is None and opponents:
        note = say("numbers-unclear", "the numbers of opponents fit no column of this table")
        tournament.notes.append(note)
    for at, row in enumerate(marks):
        if numbers:
            tournament.entrants[at] = tournament.entrants[at]._replace(number=numbers[at])
        for number, mark in enumerate(row, 1):
            if mark:
                verdict = _UNCLEAR if mark.opponent and numbers is None else mark.verdict
                is_white = (mark.letter == white) if mark.letter and white else None
                place = grid[at][number - 1].place
                tournament.sides.append(Side(at, number, mark.opponent, is_white, mark.mark, place, verdict))
    if not tournament.has_colours and opponents:
        tournament.notes.append(_NO_COLOURS)


def _numbering(marks: Marks, columns: Sequence[Sequence[int]]) -> Sequence[int] | None:
    """The numbers by which the results mirror each other; None where no column does, or two do otherwise."""
    best: list[tuple[int, tuple[int, ...]]] = []
    for numbers in columns:
        at = {number: row for row, number in enumerate(numbers)}
        pairs = list(_pairs(marks, numbers, at)) if len(at) == len(numbers) else []
        if pairs and sum(pairs) >= _SURE * len(pairs):
            best.append((sum(pairs), tuple(numbers)))
    most = max(best, default=(0, ()))[0]
    fit = {numbers for count, numbers in best if count == most}
    return fit.pop() if len(fit) == 1 else None


def _pairs(marks: Marks, numbers: Sequence[int], at: dict[int, int]) -> Iterator[bool]:
    for row, number in zip(marks, numbers, strict=True):
        for round_, mark in enumerate(row):
            if mark and mark.opponent in at:
                other = marks[at[mark.opponent]][round_]
                if other is None or other.opponent != number or number == mark.opponent:
                    yield False
                else:
                    fits = _OTHER.get(mark.mark) == other.mark or mark.mark == other.mark == "-"
                    yield fits and (other.letter != mark.letter or not mark.letter)


def read_squares(tournament: Tournament, grid: Grid) -> None:
    """Add what each player did against each other: as many games as there are marks in a cell."""
    found = [
        [_read_square(cell) if at != to else "" for to, cell in enumerate(row)] for at, row in enumerate(grid)
    ]
    is_signed = not any(mark in "10" for row in found for words in row for mark in words or "")
    tournament.has_colours, tournament.has_rounds = False, False
    tournament.notes.append(_NO_COLOURS)
    for at, row in enumerate(found):
        for to, words in enumerate(row):
            cell = grid[at][to]
            if words is None:
                verdict = _unreadable(cell)
                tournament.sides.append(Side(at, 0, 0, None, "", cell.place, verdict))
                continue
            other = (found[to][at] or "") if to < len(grid) else ""
            whole = words.rjust(len(other), "0") if words and cell.kind == "number" else words
            for leg, sign in enumerate(whole):
                mark = _UNSIGNED.get(sign, sign) if is_signed else sign
                game = 1 + (min(at, to) * 10_000 + max(at, to)) * 100 + leg
                tournament.sides.append(Side(at, game, to + 1, None, mark, cell.place))
