"""KeizerForClubs: an SQLite database with the players and pairings of a competition."""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing

from sitegen.core.problems import Message, quote_text, say
from sitegen.importing import source, tournament
from sitegen.importing.source import (
    Document,
    SourceError,
    SourceFile,
    SourceRow,
    SourceTable,
    Verdict,
    make_row,
)

_MAGIC = b"SQLite format 3\0"
Row = tuple[object, ...]
_MOST_STEPS, _LONGEST = 50_000, 100_000
_RESULTS: dict[object, str] = {1: "1-0", 2: "½-½", 3: "0-1", 8: "1-0f", 9: "0-1f", 10: "0-0f"}
_RESULTS |= {11: tournament.PENDING}
_CODES: dict[object, str] = {4: "odd", 5: "club", 6: "absent", 7: "no-show"}
_NOT_PLAYED = {None, 0}
_TABLES = {
    "Player": ("id", "name", "rating", "state"),
    "Pairing": ("Rnd", "board", "PID_W", "PID_B", "Result"),
}
_RETIRED, _DELETED, _LATE = 9, 10, 12
_SETTINGS_TABLE, _SETTINGS_COLUMNS = "ConfigTab", ("CfgKey", "CfgValue")
_SETTINGS: dict[object, tuple[str, str, float]] = {
    "BONUS.Excused": ("excused", '"{share:g}"', 35),
    "BONUS.Unexcused": ("unexcused", '"{share:g}"', 5),
    "BONUS.Clubgame": ("club", '"{share:g}"', 70),
    "BONUS.Retired": ("left", '"{share:g}"', 75),
    "BONUS.Freilos": ("bye", '"{share:g}"', 50),
    "BONUS.Verlust": ("consolation", '"{share:g}"', 0),
    "OPTION.RatioFirst2Last": ("ratio", "{number:g}", 3),
    "OPTION.GameRepeat": ("rematch", "{number:g}", 4),
    "OPTION.DecayBonus": ("decay", "true", 0),
}
"""For each setting the option that says it here, how it is written, and what the preset `kfc` has."""
_UNKNOWN_SETTINGS = {
    "OPTION.DecayPrevRound": say("kfc-own-value-decays", "the own value counts less from round to round"),
    "OPTION.WickerNormalization": say("kfc-values-by-one", "a win against the last is worth one point"),
}


def fits(file: SourceFile) -> bool:
    """Whether the file is an SQLite database with a table of pairings."""
    start = file.data[: 1 << 20]
    return start.startswith(_MAGIC) and b"Pairing" in start and b"PID_W" in start


def read(file: SourceFile) -> Document:
    """Read the players, games, forfeits and absences of a competition, and note its settings."""
    try:
        players, pairings, settings = _query_tables(file.data)
    except (sqlite3.Error, sqlite3.Warning, OverflowError, MemoryError, ValueError) as error:
        message = say("database-broken", "the database cannot be read: {error}", error=quote_text(str(error)))
        raise SourceError(message, source.SAVE_AGAIN_HINT) from None
    names: dict[object, str] = {number: str(name or "").strip() for number, name, *_ in players}
    rows = [_build_pairing(pairing, names, f"Pairing, row {at}") for at, pairing in enumerate(pairings, 1)]
    games, absences = ([row for row in rows if len(row.cells) == width] for width in (7, 3))
    player_rows = [_build_player(player, _list_rounds(player[0], pairings)) for player in players]
    tables = [
        SourceTable("players", player_rows, ("number", "name", "rating", "joined", "left")),
        *tournament.build_game_tables(games),
        SourceTable("absences", absences, tournament.ABSENCES_HEADER),
    ]
    return Document("keizer", [table for table in tables if table.rows], notes=[*_note_settings(settings)])


def _list_rounds(player: object, pairings: Sequence[Row]) -> list[int]:
    """Return the rounds in which a player took part, with or without a game."""
    return [
        number
        for number, _, white, black, result in pairings
        if player in {white, black} and result != _LATE and isinstance(number, int)
    ]


def _build_player(player: Row, rounds: Sequence[int]) -> SourceRow:
    number, name, rating, state = player
    place = f"Player, id {number}"
    known_rating = rating if isinstance(rating, int) and rating else ""
    joined, left = (min(rounds), max(rounds)) if rounds else ("", "")
    words = (
        *(number, str(name or "").strip(), known_rating),
        *(joined if joined != 1 else "", left if state == _RETIRED else ""),
    )
    verdict = None
    if state == _DELETED:
        verdict = Verdict("left", say("deleted-player", "a player who was deleted"))
    elif state == _RETIRED and not rounds:
        verdict = Verdict("left", say("retired-player", "a player who withdrew before the first round"))
    return make_row(place, words, verdict)


def _note_settings(settings: Sequence[Row]) -> Iterator[Message]:
    """Yield the options that calculate as the program does, and settings that no option has."""
    numbers = {key: value for key, value in settings if isinstance(value, int | float)}
    options = [
        f"{option} = {written.format(share=numbers[key] / 100, number=numbers[key])}"
        for key, (option, written, shipped) in _SETTINGS.items()
        if numbers.get(key, shipped) != shipped
    ]
    yield say(
        "kfc-settings",
        "its settings are no rows: for the same scores write under [ranking.options] in sitegen.toml"
        " {options}",
        options="; ".join(['like = "kfc"', *options]),
    )
    for key, setting in _UNKNOWN_SETTINGS.items():
        if numbers.get(key):
            yield say("kfc-setting-missing", "a setting that does not exist here: {setting}", setting=setting)


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
        readable = {*_TABLES, _SETTINGS_TABLE, "sqlite_master"}

        def authorize(action: int, table: str | None, *_: str | None) -> int:
            is_read = action == sqlite3.SQLITE_READ and table in readable
            return sqlite3.SQLITE_OK if is_read or action == sqlite3.SQLITE_SELECT else sqlite3.SQLITE_DENY

        database.set_authorizer(authorize)
        tables = [_query_rows(database, name, columns) for name, columns in _TABLES.items()]
        has_settings = _find_schema(database, _SETTINGS_TABLE) != []
        return [
            *tables,
            _query_rows(database, _SETTINGS_TABLE, _SETTINGS_COLUMNS) if has_settings else [],
        ]


def _find_schema(database: sqlite3.Connection, name: str) -> list[Row]:
    return database.execute("SELECT type, sql FROM sqlite_master WHERE name = ?", (name,)).fetchall()


def _query_rows(database: sqlite3.Connection, name: str, columns: Sequence[str]) -> list[Row]:
    schema = _find_schema(database, name)
    if [(kind, str(sql).upper().startswith("CREATE TABLE")) for kind, sql in schema] != [("table", True)]:
        message = say("no-such-table", "the database has no table {name}", name=quote_text(name))
        raise SourceError(message, source.SAVE_AGAIN_HINT)
    quoted = ", ".join(f'"{name}"."{column}"' for column in columns)
    rows = database.execute(f'SELECT {quoted} FROM "{name}" LIMIT {source.MAX_RECORDS + 1}').fetchall()  # noqa: S608 - ours
    source.check_records(len(rows))
    return rows
