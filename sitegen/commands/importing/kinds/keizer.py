"""KeizerForClubs: a database of SQLite with the players and pairings of a competition."""

from collections.abc import Sequence

from sitegen.commands.importing.chess import tournament as reasons
from sitegen.commands.importing.chess.database import MAGIC, read_tables
from sitegen.commands.importing.source import Document, SourceFile, SourceRow, SourceTable, Verdict, cell
from sitegen.message import say

_RESULTS: dict[object, str] = {1: "1-0", 2: "½-½", 3: "0-1", 8: "1-0f", 9: "0-1f", 10: "0-0f"}
_CODES: dict[object, str] = {4: "odd", 5: "club", 6: "absent", 7: "no-show"}
_TO_COME = {None, 0, 11}
_TABLES = {
    "Player": ("id", "name", "rating", "state"),
    "Pairing": ("Rnd", "board", "PID_W", "PID_B", "Result"),
}
_DELETED, _LATE = 10, 12


def fits(file: SourceFile) -> bool:
    """Whether it is a database that speaks of pairings as the program does."""
    start = file.data[: 1 << 20]
    return start.startswith(MAGIC) and b"Pairing" in start and b"PID_W" in start


def read(file: SourceFile) -> Document:
    """The players, games, forfeits and absences of a competition."""
    players, pairings = read_tables(file.data, _TABLES)
    names: dict[object, str] = {number: str(name or "").strip() for number, name, *_ in players}
    played = [_pairing(pairing, names, f"Pairing, row {at}") for at, pairing in enumerate(pairings, 1)]
    tables = [
        SourceTable("players", [_player(*player) for player in players], ("number", "name", "rating")),
        *reasons.game_tables([row for row in played if len(row.cells) == 7]),
        SourceTable("absences", [row for row in played if len(row.cells) == 3], reasons.ABSENCES),
    ]
    return Document("keizer", [table for table in tables if table.rows])


def _player(number: object, name: object, rating: object, state: object) -> SourceRow:
    place = f"Player, id {number}"
    known = rating if isinstance(rating, int) and rating else ""
    cells = [cell(number, place), cell(str(name or "").strip(), place), cell(known, place, "number")]
    verdict = None
    if not cells[1].text:
        verdict = reasons.NAMELESS
    elif state == _DELETED:
        verdict = Verdict("left", say("deleted-player", "a player who was deleted"))
    return SourceRow(place, cells, verdict)


def _pairing(pairing: Sequence[object], names: dict[object, str], place: str) -> SourceRow:
    """The row of a game or of an absence, in which black is nobody."""
    number, board, white, black, result = pairing
    if result in {*_CODES, _LATE}:
        words = [number, names.get(white, ""), _CODES.get(result, "")]
        verdict = None if names.get(white) else reasons.no_number(white)
        if result == _LATE:
            verdict = Verdict("left", say("not-yet-a-player", "not yet a player in this round"))
    else:
        words = ["", number, board, names.get(white, ""), names.get(black, ""), _RESULTS.get(result, ""), ""]
        verdict = _doubt(white, black, result, names)
    return SourceRow(place, [cell(word, place) for word in words], verdict)


def _doubt(white: object, black: object, result: object, names: dict[object, str]) -> Verdict | None:
    """What makes that a pairing cannot be taken as it stands."""
    if unknown := [number for number in (white, black) if not names.get(number)]:
        return reasons.no_number(unknown[0])
    if white == black:
        return reasons.AGAINST_ONESELF
    if result in _TO_COME:
        return reasons.TO_COME
    return None if result in _RESULTS else reasons.no_result(result)
