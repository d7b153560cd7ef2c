"""KeizerForClubs: an SQLite database with the players and pairings of a competition."""

import sqlite3
from collections.abc import Sequence
from contextlib import closing

from sitegen.commands.importing import source, tournament
from sitegen.commands.importing.source import (
    Document,
    SourceError,
    SourceFile,
    SourceRow,
    SourceTable,
    Verdict,
    make_row,
)
from sitegen.core.problems import quote_text, say

_MAGIC = b"SQLite format 3\0"
Row = tuple[object, ...]
_MOST_STEPS, _LONGEST = 50_000, 100_000
_RESULTS: dict[object, str] = {1: "1-0", 2: "½-½", 3: "0-1", 8: "1-0f", 9: "0-1f", 10: "0-0f"}
_CODES: dict[object, str] = {4: "odd", 5: "club", 6: "absent", 7: "no-show"}
_NOT_PLAYED = {None, 0, 11}
_TABLES = {
    "Player": ("id", "name", "rating", "state"),
    "Pairing": ("Rnd", "board", "PID_W", "PID_B", "Result"),
}
_DELETED, _LATE = 10, 12


def fits(file: SourceFile) -> bool:
    """Whether the file is an SQLite database with a table of pairings."""
    start = file.data[: 1 << 20]
    return start.startswith(_MAGIC) and b"Pairing" in start and b"PID_W" in start


def read(file: SourceFile) -> Document:
    """Read the players, games, forfeits and absences of a competition."""
    try:
        players, pairings = _query_tables(file.data)
    except (sqlite3.Error, sqlite3.Warning, OverflowError, MemoryError, ValueError) as error:
        message = say("database-broken", "the database cannot be read: {error}", error=quote_text(str(error)))
        raise SourceError(message, source.SAVE_AGAIN_HINT) from None
    names: dict[object, str] = {number: str(name or "").strip() for number, name, *_ in players}
    rows = [_build_pairing(pairing, names, f"Pairing, row {at}") for at, pairing in enumerate(pairings, 1)]
    games, absences = ([row for row in rows if len(row.cells) == width] for width in (7, 3))
    tables = [
        SourceTable("players", [_build_player(*player) for player in players], ("number", "name", "rating")),
        *tournament.build_game_tables(games),
        SourceTable("absences", absences, tournament.ABSENCES_HEADER),
    ]
    return Document("keizer", [table for table in tables if table.rows])


def _build_player(number: object, name: object, rating: object, state: object) -> SourceRow:
    place = f"Player, id {number}"
    known_rating = rating if isinstance(rating, int) and rating else ""
    words = (number, str(name or "").strip(), known_rating)
    deleted = Verdict("left", say("deleted-player", "a player who was deleted"))
    return make_row(place, words, deleted if state == _DELETED else None)


def _build_pairing(pairing: Sequence[object], names: dict[object, str], place: str) -> SourceRow:
    number, board, white, black, result = pairing
    if result in {*_CODES, _LATE}:
        words = [number, names.get(white, ""), _CODES.get(result, "")]
        verdict = None if names.get(white) else tournament.doubt_number(white)
        if result == _LATE:
            verdict = Verdict("left", say("not-yet-a-player", "not yet a player in this round"))
    else:
        words = ["", number, board, names.get(white, ""), names.get(black, ""), _RESULTS.get(result, ""), ""]
        verdict = _judge_pairing(white, black, result, names)
    return make_row(place, words, verdict)


def _judge_pairing(white: object, black: object, result: object, names: dict[object, str]) -> Verdict | None:
    if unknown := [number for number in (white, black) if not names.get(number)]:
        return tournament.doubt_number(unknown[0])
    if result in _NOT_PLAYED:
        return tournament.NOT_PLAYED
    return None if result in _RESULTS else tournament.refuse_result(result)


def _query_tables(data: bytes) -> list[list[Row]]:
    """Query a copy in memory; SQL in the file, such as views, may only read the tables of a competition."""
    image = data[:18] + b"\1\1" + data[20:]  # no journal beside it is looked for
    with closing(sqlite3.connect(":memory:")) as database:
        database.deserialize(image)
        database.text_factory = lambda raw: raw.decode("utf-8", "replace")
        database.execute("PRAGMA trusted_schema = OFF")
        database.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _LONGEST)
        steps = iter(range(_MOST_STEPS))
        database.set_progress_handler(lambda: next(steps, None) is None, 1000)
        readable = {*_TABLES, "sqlite_master"}

        def authorize(action: int, table: str | None, *_: str | None) -> int:
            is_read = action == sqlite3.SQLITE_READ and table in readable
            return sqlite3.SQLITE_OK if is_read or action == sqlite3.SQLITE_SELECT else sqlite3.SQLITE_DENY

        database.set_authorizer(authorize)
        return [_query_rows(database, name, columns) for name, columns in _TABLES.items()]


def _query_rows(database: sqlite3.Connection, name: str, columns: Sequence[str]) -> list[Row]:
    schema = database.execute("SELECT type, sql FROM sqlite_master WHERE name = ?", (name,)).fetchall()
    if [(kind, str(sql).upper().startswith("CREATE TABLE")) for kind, sql in schema] != [("table", True)]:
        message = say("no-such-table", "the database has no table {name}", name=quote_text(name))
        raise SourceError(message, source.SAVE_AGAIN_HINT)
    quoted = ", ".join(f'"{name}"."{column}"' for column in columns)
    rows = database.execute(f'SELECT {quoted} FROM "{name}" LIMIT {source.MAX_RECORDS + 1}').fetchall()  # noqa: S608 - ours
    source.check_records(len(rows))
    return rows
