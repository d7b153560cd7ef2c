"""Crosstables: their layout, and the games in their rounds or squares.

A cell of a round is an opponent's number, a colour and a result in one, or a bye; a cell of a square has the
results against one opponent. Each game stands twice, so the column of numbers is the one by which the two
results mirror each other.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, Self

from sitegen.commands.importing.chess.tournament import Side, Tournament, refuse_result
from sitegen.commands.importing.source import SourceCell, SourceRow, Verdict
from sitegen.core.problems import quote_text, say

_RESULT = r"1/2|0[.,]5|[.,]5|[10½=+-]"
_GAME = re.compile(rf"(\d{{1,4}})\s*:?\s*([a-zč])?\s*({_RESULT})?\s*([kfr])?")
_SIGN_FIRST = re.compile(r"([+=-])\s*([a-zč])\s*(\d{1,4})")
_BYE_MARKS = {
    **dict.fromkeys(
        ("-1", "+1", "+", "k", "bye", "spielfrei", "vrij", "exempt", "freilos", "odd", "pab"), "U"
    ),
    **dict.fromkeys(("½", "-½", "+½", "0.5", "-0.5", "-0,5", "0,5", "=", "-=", "hpb"), "H"),
    **dict.fromkeys(("0", "-0", "-", "--", "not paired", "nicht ausgelost", "niet ingedeeld", "zpb"), "Z"),
    "fpb": "F",
}
"""Marks without an opponent, as codes of byes; `-1`, `-½` and `-0` are the points for it."""
_WHITES = {"w": "bszč", "v": "s", "h": "s", "b": "nczčp"}
"""Letters of white in several languages, with those of black: white, vit, hvit; blanc, bianco, białe."""
_SQUARE = re.compile(rf"(?:{_RESULT})(?:\s*(?:{_RESULT}))*")
_SIGN_RESULTS = {"+": "1", "-": "0"}
_DIAGONAL = {"*", "**", "***", "x", "xx", "\\", "#", "■", "█", "—"}
_MIRRORED_MARKS = {"1": "0", "0": "1", "=": "=", "+": "-", "-": "+", "": ""}
_MIN_MIRRORED = 0.8
"""The share of results that must be mirrored before a column is taken for the numbers of opponents."""
_UNCLEAR = Verdict("doubtful", say("opponent-unclear", "an opponent by a number of unknown meaning"))
_NO_COLOURS = say(
    "crosstable-without-colours",
    "the table does not say who had White: the upper of the two rows is entered as White",
)


class Mark(NamedTuple):
    """A cell of a round: the number of the opponent, the letter of a colour, and a mark."""

    opponent: int
    letter: str
    mark: str
    verdict: Verdict | None = None

    def replace_sign(self) -> "Mark":
        """Return the mark in a table where `+` and `-` are won and lost games, not forfeits."""
        return self._replace(mark=_SIGN_RESULTS.get(self.mark, self.mark)) if self.opponent else self


CellRows = Sequence[Sequence[SourceCell]]
MarkRows = Sequence[Sequence[Mark | None]]


def is_game(words: str) -> bool:
    """Whether a cell holds an opponent with a colour."""
    match = _GAME.fullmatch(words.strip().lower()) or _SIGN_FIRST.fullmatch(words.strip().lower())
    return bool(match and match[2])


def _read_mark(cell: SourceCell) -> Mark | None:
    """Parse a cell of a round; None for a blank one."""
    words = cell.text.replace("\xa0", " ").strip().lower()
    is_text = not cell.fault and cell.kind != "day"
    if is_text and (not words or words in _BYE_MARKS):
        return Mark(0, "", _BYE_MARKS[words]) if words else None
    if is_text and (match := _SIGN_FIRST.fullmatch(words)) and int(match[3]):
        return Mark(int(match[3]), match[2], _SIGN_RESULTS.get(match[1], "="))
    match = _GAME.fullmatch(words)
    if is_text and match and int(match[1]) and (match[2] or match[3]):
        mark = match[3] if match[3] in {None, *"10+-"} else "="
        forfeit = {"1": "+", "0": "-"}.get(mark, mark) if match[4] else mark
        return Mark(int(match[1]), match[2] or "", forfeit or "")
    return Mark(0, "", "", _judge_unreadable(cell))


def _judge_unreadable(cell: SourceCell) -> Verdict:
    if cell.fault:
        return Verdict("refused", cell.fault)
    if cell.kind == "day":
        reason = say(
            "mark-made-a-date", "{date} is a date; what was written here?", date=quote_text(cell.text)
        )
        return Verdict("doubtful", reason)
    return refuse_result(cell.text)


def _find_white_letter(letters: Iterable[str]) -> str:
    used_letters = {*letters} - {""}
    candidates = (
        white
        for white, blacks in _WHITES.items()
        if used_letters & {*blacks} and used_letters <= {white, *blacks}
    )
    return next(candidates, "w" if used_letters == {"w"} else "")


def _read_square(cell: SourceCell) -> str | None:
    """Return the results against one opponent, a mark for each game; None for an unreadable cell."""
    words = re.sub(r"0[.,]5|[.,]5|1/2|½", "=", cell.text.strip()).replace(" ", "")
    words = re.sub(r"(?<=[10=])-+$", "", words)
    return words if not cell.fault and cell.kind != "day" and re.fullmatch("[10=+-]*", words) else None


def is_square(grid: CellRows) -> bool:
    """Whether the columns are opponents, not rounds: then the diagonal is crossed out or blank."""
    size = min(len(grid), len(grid[0])) if grid else 0
    diagonal = [grid[row_index][row_index].text.strip().lower() for row_index in range(size)]
    stars = sum(words in _DIAGONAL for words in diagonal)
    other_texts = [
        cell.text
        for row_index, row in enumerate(grid)
        for column, cell in enumerate(row)
        if row_index != column
    ]
    is_blank = size > 2 and size == len(grid[0]) and not any(diagonal)
    return size > 1 and (
        stars > size / 2
        or (is_blank and sum(bool(_SQUARE.fullmatch(text.strip())) for text in other_texts) > size)
    )


def read_rounds(tournament: Tournament, grid: CellRows, columns: Sequence[Sequence[int]]) -> None:
    """Add the sides of all rounds, with the numbering of players by which results mirror each other."""
    marks = [[_read_mark(cell) for cell in row] for row in grid]
    known_marks = [mark for row in marks for mark in row if mark]
    opponents = [mark for mark in known_marks if mark.opponent]
    white = _find_white_letter(mark.letter for mark in known_marks)
    tournament.has_colours = any(mark.letter for mark in known_marks)
    if not tournament.has_colours and not {mark.mark for mark in opponents} & {"1", "0"}:
        marks = [[mark and mark.replace_sign() for mark in row] for row in marks]
    numbers = _find_numbering(marks, [*columns, list(range(1, len(grid) + 1))])
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


def _find_numbering(marks: MarkRows, columns: Sequence[Sequence[int]]) -> Sequence[int] | None:
    """Return the numbers by which results mirror each other; None where no column or several fit best."""
    best: list[tuple[int, tuple[int, ...]]] = []
    for numbers in columns:
        at = {number: row for row, number in enumerate(numbers)}
        pairs = list(_compare_pairs(marks, numbers, at)) if len(at) == len(numbers) else []
        if pairs and sum(pairs) >= _MIN_MIRRORED * len(pairs):
            best.append((sum(pairs), tuple(numbers)))
    best_count = max(best, default=(0, ()))[0]
    candidates = {numbers for count, numbers in best if count == best_count}
    return candidates.pop() if len(candidates) == 1 else None


def _compare_pairs(marks: MarkRows, numbers: Sequence[int], at: dict[int, int]) -> Iterator[bool]:
    for row, number in zip(marks, numbers, strict=True):
        for round_, mark in enumerate(row):
            if mark and mark.opponent in at:
                mirrored = marks[at[mark.opponent]][round_]
                if mirrored is None or mirrored.opponent != number or number == mark.opponent:
                    yield False
                else:
                    is_mirrored = (
                        _MIRRORED_MARKS.get(mark.mark) == mirrored.mark or mark.mark == mirrored.mark == "-"
                    )
                    yield is_mirrored and (mirrored.letter != mark.letter or not mark.letter)


def read_squares(tournament: Tournament, grid: CellRows) -> None:
    """Add the sides of all squares, a game for each mark in a cell."""
    squares = [
        [_read_square(cell) if at != to else "" for to, cell in enumerate(row)] for at, row in enumerate(grid)
    ]
    is_signed = not any(mark in "10" for row in squares for words in row for mark in words or "")
    tournament.has_colours, tournament.has_rounds = False, False
    tournament.notes.append(_NO_COLOURS)
    for at, row in enumerate(squares):
        for to, words in enumerate(row):
            cell = grid[at][to]
            if words is None:
                verdict = _judge_unreadable(cell)
                tournament.sides.append(Side(at, 0, 0, None, "", cell.place, verdict))
                continue
            mirrored = (squares[to][at] or "") if to < len(grid) else ""
            padded = words.rjust(len(mirrored), "0") if words and cell.kind == "number" else words
            for leg, sign in enumerate(padded):
                mark = _SIGN_RESULTS.get(sign, sign) if is_signed else sign
                game = 1 + (min(at, to) * 10_000 + max(at, to)) * 100 + leg
                tournament.sides.append(Side(at, game, to + 1, None, mark, cell.place))


_ROUND = re.compile(
    r"(?:r[a-z]{0,5}\.?|tour|kolo)?\s*(\d{1,3})\s*(?:\.|e|ste|de|[eè]re|[eè]me)?\s*(?:r[a-z]{0,5}|kolo|k|tour|f)?\.?"
)
_NAMED_ROUND = re.compile(r"1\s*\.\s*[a-z]+\.?|r[a-z]{0,5}\.?\s*1|tour 1")
_TITLE = re.compile(r"W?[GIFCN]M|W?A[GIFC]M|W?H")
_WORDS = {
    "name": "name naam nom nombre nome namn navn név jméno nazwisko spieler teilnehmer speler deelnemer"
    " joueur participant jugador player",
    "rating": "rtg rtgi rtgn rat elo eloi elon rating dwz twz knsb cote",
    "points": "pts pkt pkte punkte ptn punten pt points pnt score total body poeng poäng puntos punti scr",
    "club": "club verein vereniging cercle club/city club/ort verein/ort clb",
}
_HEADINGS = {name: {*words.split()} for name, words in _WORDS.items()}
_MAX_HEADER_ROW = 60


class Layout(NamedTuple):
    """The row of headings, the columns of rounds or opponents, and other columns by name."""

    header_row: int
    round_columns: Sequence[int]
    columns: dict[str, int]

    @classmethod
    def detect(cls, rows: Sequence[SourceRow]) -> Self | None:
        """Return the layout of a table; None where no row has such headings."""
        for at, row in enumerate(rows[:_MAX_HEADER_ROW]):
            run = _find_round_columns(row)
            has_name = bool({_read_word(row, column) for column in range(len(row.cells))} & _HEADINGS["name"])
            if has_name or (run and any(re.search(r"[^\W\d_]{2}", cell.text) for cell in row.cells)):
                return cls(at, run, _find_columns(row, rows[at + 1 :], run))
        return None

    def read_cell(self, row: SourceRow, name: str) -> str:
        """Return the text in a column by name; blank where there is no such column."""
        return read_text(row, self.columns.get(name, -1))

    def is_player(self, row: SourceRow) -> bool:
        """Whether a row below the headings is a player: it has a name, and another cell."""
        name = self.read_cell(row, "name")
        has_more = sum(bool(cell.text.strip()) for cell in row.cells) > 1
        return has_more and bool(re.search(r"[^\W\d_]", name)) and name.lower() not in _HEADINGS["name"]


def read_text(row: SourceRow, column: int) -> str:
    """Return the stripped text of a cell; blank where the row is shorter."""
    return row.cells[column].text.replace("\xa0", " ").strip() if 0 <= column < len(row.cells) else ""


def _read_word(row: SourceRow, column: int) -> str:
    return read_text(row, column).lower().rstrip(".:").split(",")[0].split(" ")[0]


def _find_round_columns(row: SourceRow) -> list[int]:
    """Return the longest run of headings that count from 1; a single one must be named a round."""
    longest: list[int] = []
    run: list[int] = []
    for at in range(len(row.cells)):
        match = _ROUND.fullmatch(read_text(row, at).lower())
        number = int(match[1]) if match else 0
        run = [*run, at] if number == len(run) + 1 else [at] if number == 1 else []
        longest = max(longest, run, key=len)
    is_round = len(longest) > 1 or (longest and _NAMED_ROUND.fullmatch(read_text(row, longest[0]).lower()))
    return longest if is_round else []


def _find_columns(heading_row: SourceRow, rows: Sequence[SourceRow], run: Sequence[int]) -> dict[str, int]:
    """Return the columns by heading; without one, a name has the most letters, and titles are known words."""
    words = {at: _read_word(heading_row, at) for at in range(len(heading_row.cells)) if at not in run}
    columns = {
        name: next((at for at, word in words.items() if word in headings), -1)
        for name, headings in _HEADINGS.items()
    }
    if columns["name"] < 0:
        letters = {at: sum(len(re.findall(r"[^\W\d_]", read_text(row, at))) for row in rows) for at in words}
        columns["name"] = max(letters, key=lambda at: letters[at], default=0)
    for at in set(words) - {*columns.values()}:
        texts = [read_text(row, at) for row in rows[:500]]
        if sum(bool(_TITLE.fullmatch(title)) for title in texts if title) > 0.8 * sum(map(bool, texts)):
            columns.setdefault("title", at)
    return columns
