"""Where things stand in a crosstable: the headings, the rounds or opponents, names, points, ratings."""

import re
from collections.abc import Sequence
from typing import NamedTuple, Self

from sitegen.commands.importing.source import SourceRow

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
_DEEPEST = 60


class Layout(NamedTuple):
    """The number of the row of headings, the columns of rounds or opponents, and other columns by name."""

    head: int
    run: Sequence[int]
    columns: dict[str, int]

    @classmethod
    def of(cls, rows: Sequence[SourceRow]) -> Self | None:
        """The layout of a table; None where no row has such headings."""
        for at, row in enumerate(rows[:_DEEPEST]):
            run = _run(row)
            has_name = bool({_word(row, column) for column in range(len(row.cells))} & _HEADINGS["name"])
            if has_name or (run and any(re.search(r"[^\W\d_]{2}", cell.text) for cell in row.cells)):
                return cls(at, run, _columns(row, rows[at + 1 :], run))
        return None

    def cell(self, row: SourceRow, name: str) -> str:
        """The text of a row in a column by name; blank where there is no such column."""
        return text_at(row, self.columns.get(name, -1))

    def is_player(self, row: SourceRow) -> bool:
        """Whether a row below the headings has a player: a name, and more than a name."""
        name = self.cell(row, "name")
        others = sum(bool(cell.text.strip()) for cell in row.cells) > 1
        return others and bool(re.search(r"[^\W\d_]", name)) and name.lower() not in _HEADINGS["name"]


def text_at(row: SourceRow, column: int) -> str:
    """The text of a cell without blanks around it; blank where the row is shorter."""
    return row.cells[column].text.replace("\xa0", " ").strip() if 0 <= column < len(row.cells) else ""


def _word(row: SourceRow, column: int) -> str:
    return text_at(row, column).lower().rstrip(".:").split(",")[0].split(" ")[0]


def _run(row: SourceRow) -> list[int]:
    """The columns of the longest run of headings that count from 1; one alone has to be named a round."""
    longest: list[int] = []
    run: list[int] = []
    for at in range(len(row.cells)):
        found = _ROUND.fullmatch(text_at(row, at).lower())
        number = int(found[1]) if found else 0
        run = [*run, at] if number == len(run) + 1 else [at] if number == 1 else []
        longest = max(longest, run, key=len)
    is_round = len(longest) > 1 or (longest and _NAMED_ROUND.fullmatch(text_at(row, longest[0]).lower()))
    return longest if is_round else []


def _columns(head: SourceRow, rows: Sequence[SourceRow], run: Sequence[int]) -> dict[str, int]:
    """The columns by name: by their headings; a name else where most letters are, a title by its cells."""
    words = {at: _word(head, at) for at in range(len(head.cells)) if at not in run}
    found = {
        name: next((at for at, word in words.items() if word in known), -1)
        for name, known in _HEADINGS.items()
    }
    if found["name"] < 0:
        letters = {at: sum(len(re.findall(r"[^\W\d_]", text_at(row, at))) for row in rows) for at in words}
        found["name"] = max(letters, key=lambda at: letters[at], default=0)
    for at in set(words) - {*found.values()}:
        held = [text_at(row, at) for row in rows[:500]]
        if sum(bool(_TITLE.fullmatch(title)) for title in held if title) > 0.8 * sum(map(bool, held)):
            found.setdefault("title", at)
    return found
