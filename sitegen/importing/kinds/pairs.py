"""Pages of the pairs of a round: known by the cells of results by Vega, and read by what is around."""

import re
from collections.abc import Sequence

from sitegen.core.person_names import is_nobody
from sitegen.core.problems import say
from sitegen.importing import tournament
from sitegen.importing.source import Document, SourceCell, SourceRow, SourceTable, Verdict
from sitegen.importing.values import find_first_day

_PROGRAM = "vegachess"
_MAX_HEAD_ROWS = 5
_RESULT = re.compile(r"([01½]F?)\s*-\s*([01½]F?)")
_TO_COME = "..."
_NO_GAME = re.compile(r"|\.\.\.|adj|[01½]")
_RESULTS = {"1-0": "1-0", "½-½": "½-½", "0-1": "0-1", "0-0": "0-0f"}
_RESULTS |= {"1F-0F": "1-0f", "0F-1F": "0-1f", "0F-0F": "0-0f"}
_ROUND = re.compile(r"\bround (\d{1,3})\b|\b(\d{1,3})\b", re.IGNORECASE)
_NAME = re.compile(r"[^\W\d_]{2}")
_HEADING = Verdict("left", say("left-heading", "a heading, or what stands above it"))
_ALONE = Verdict("left", say("left-bye", "without an opponent"))


def fits_table(table: SourceTable) -> bool:
    """Whether a table is by the program, and has a column of results between two of names."""
    heads = [cell.text for row in table.rows[:1] for cell in row.cells]
    return any(_PROGRAM in text for text in heads) and _find_results(table.rows) > 0


def read_table(table: SourceTable) -> Document:
    """Read the games and forfeits of a round; its number and day stand above the table."""
    column, rows = _find_results(table.rows), table.rows
    first = next(at for at, row in enumerate(rows) if _is_pair(row, column))
    heads = [row.cells[0] for row in rows[:first][:_MAX_HEAD_ROWS] if len(row.cells) == 1]
    event = heads[1].text if len(heads) > 1 else ""
    blank = SourceCell("", heads[0].place if heads else "")
    head = heads[-1] if len(heads) > 2 else blank
    match = _ROUND.search(head.text)
    round_cell = head._replace(text=(match[1] or match[2]) if match else "")
    day = head._replace(text=find_first_day(head.text))
    games = [_build_game(row, column, (day, round_cell), event) for row in rows[first:] if row.cells]
    others = [row._replace(verdict=_HEADING) for row in rows[:first]]
    tables = [*tournament.build_game_tables(games), SourceTable("lines", others, ("record",))]
    return Document("pairs", [table for table in tables if table.rows])


def _find_results(rows: Sequence[SourceRow]) -> int:
    """Return the column of results; 0 where there is none."""
    width = max((len(row.cells) for row in rows), default=0)
    counts = {at: sum(_is_pair(row, at) for row in rows) for at in range(1, width)}
    return max(counts, key=lambda at: counts[at]) if any(counts.values()) else 0


def _is_pair(row: SourceRow, column: int) -> bool:
    return (
        len(row.cells) > column
        and bool(_RESULT.fullmatch(row.cells[column].text) or row.cells[column].text == _TO_COME)
        and bool(_find_names(row, column)[0].text and _find_names(row, column)[1].text)
    )


def _find_names(row: SourceRow, column: int) -> tuple[SourceCell, SourceCell]:
    """Return the nearest cells with a name on both sides of the result; blank ones where there is none."""
    blank = SourceCell("", row.place)
    before = (cell for cell in reversed(row.cells[:column]) if _NAME.search(cell.text))
    after = (cell for cell in row.cells[column + 1 :] if _NAME.search(cell.text))
    return next(before, blank), next(after, blank)


def _build_game(row: SourceRow, column: int, head: Sequence[SourceCell], event: str) -> SourceRow:
    white, black = _find_names(row, column)
    text = row.cells[column].text if len(row.cells) > column else ""
    match, board = _RESULT.fullmatch(text), row.cells[0]
    words = _RESULTS.get(f"{match[1]}-{match[2]}", "") if match else ""
    verdict = None if words else tournament.refuse_result(text)
    if not white.text or not black.text:
        verdict = _ALONE
    elif is_nobody(white.text) or is_nobody(black.text):
        verdict = tournament.BYE_ROW
    elif not match and _NO_GAME.fullmatch(text.strip()):
        verdict = tournament.NOT_PLAYED
    result = (row.cells[column] if len(row.cells) > column else white)._replace(text=words)
    place = SourceCell(event, row.place)
    return SourceRow(row.place, [*head, board, white, black, result, place], verdict)
