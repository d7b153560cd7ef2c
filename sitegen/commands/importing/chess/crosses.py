"""The rounds or squares of a crosstable -> sides of a tournament, by numbers that mirroring proves."""

from collections.abc import Iterator, Sequence

from sitegen.commands.importing.chess import marks as signs
from sitegen.commands.importing.chess.marks import UNSIGNED, Mark
from sitegen.commands.importing.chess.tournament import Side, Tournament
from sitegen.commands.importing.source import SourceCell, Verdict
from sitegen.message import say

Grid = Sequence[Sequence[SourceCell]]
Marks = Sequence[Sequence[Mark | None]]
_DIAGONAL = {"*", "**", "***", "x", "xx", "\\", "#", "■", "█", "—"}
_OTHER = {"1": "0", "0": "1", "=": "=", "+": "-", "-": "+", "": ""}
_SURE = 0.8
"""The share of results that have to be mirrored before numbers in cells are taken for those of a column."""
_UNCLEAR = Verdict("doubtful", say("opponent-unclear", "an opponent by a number of unknown meaning"))
_NO_COLOURS = say(
    "crosstable-without-colours",
    "the table does not say who had white: the upper of the two rows stands as white",
)


def is_square(grid: Grid) -> bool:
    """Whether the cells are of opponents, not of rounds: nobody plays themselves."""
    size = min(len(grid), len(grid[0])) if grid else 0
    diagonal = [grid[at][at].text.strip().lower() for at in range(size)]
    stars = sum(words in _DIAGONAL for words in diagonal)
    others = [cell.text for at, row in enumerate(grid) for to, cell in enumerate(row) if at != to]
    is_blank = size > 2 and size == len(grid[0]) and not any(diagonal)
    return size > 1 and (stars > size / 2 or (is_blank and sum(map(signs.is_square_mark, others)) > size))


def read_rounds(tournament: Tournament, grid: Grid, columns: Sequence[Sequence[int]]) -> None:
    """Add what the rounds say, when one way of numbering the players makes results mirror each other."""
    marks = [[signs.read_mark(cell) for cell in row] for row in grid]
    known = [mark for row in marks for mark in row if mark]
    opponents = [mark for mark in known if mark.opponent]
    white = signs.white_letter(mark.letter for mark in known)
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
    """Whether each result against somebody of the table is mirrored in their row."""
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
        [signs.read_square(cell) if at != to else "" for to, cell in enumerate(row)]
        for at, row in enumerate(grid)
    ]
    is_signed = not any(mark in "10" for row in found for words in row for mark in words or "")
    tournament.has_colours, tournament.has_rounds = False, False
    tournament.notes.append(_NO_COLOURS)
    for at, row in enumerate(found):
        for to, words in enumerate(row):
            cell = grid[at][to]
            if words is None:
                verdict = signs.unreadable(cell)
                tournament.sides.append(Side(at, 0, 0, None, "", cell.place, verdict))
                continue
            other = (found[to][at] or "") if to < len(grid) else ""
            whole = words.rjust(len(other), "0") if words and cell.kind == "number" else words
            for leg, sign in enumerate(whole):
                mark = UNSIGNED.get(sign, sign) if is_signed else sign
                game = 1 + (min(at, to) * 10_000 + max(at, to)) * 100 + leg
                tournament.sides.append(Side(at, game, to + 1, None, mark, cell.place))
