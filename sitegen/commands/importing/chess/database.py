"""A database of SQLite that somebody else made -> rows of its own tables; nothing that it says is run."""

import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import closing

from sitegen.commands.importing import limits
from sitegen.commands.importing.source import SourceError
from sitegen.message import advise, say
from sitegen.problem import quoted

MAGIC = b"SQLite format 3\0"
Row = tuple[object, ...]
_MOST_STEPS, _LONGEST = 50_000, 100_000
_BROKEN = advise("open it in the program that made it, and save it again")


def read_tables(data: bytes, tables: Mapping[str, Sequence[str]]) -> list[list[Row]]:
    """The rows of each of the tables, by the columns that are named."""
    try:
        return _records(data, tables)
    except (sqlite3.Error, sqlite3.Warning, OverflowError, MemoryError, ValueError) as error:
        message = say("database-broken", "the database cannot be read: {error}", error=quoted(str(error)))
        raise SourceError(message, _BROKEN) from None


def _records(data: bytes, tables: Mapping[str, Sequence[str]]) -> list[list[Row]]:
    """The rows, out of a copy in memory: only reading of these tables is allowed, whatever the file says."""
    old = data[:18] + b"\1\1" + data[20:]  # no journal beside it is looked for
    with closing(sqlite3.connect(":memory:")) as database:
        database.deserialize(old)
        database.text_factory = lambda raw: raw.decode("utf-8", "replace")
        database.execute("PRAGMA trusted_schema = OFF")
        database.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _LONGEST)
        steps = iter(range(_MOST_STEPS))
        database.set_progress_handler(lambda: next(steps, None) is None, 1000)
        readable = {*tables, "sqlite_master"}

        def allowed(action: int, table: str | None, *_: str | None) -> int:
            is_read = action == sqlite3.SQLITE_READ and table in readable
            return sqlite3.SQLITE_OK if is_read or action == sqlite3.SQLITE_SELECT else sqlite3.SQLITE_DENY

        database.set_authorizer(allowed)
        return [_rows(database, name, columns) for name, columns in tables.items()]


def _rows(database: sqlite3.Connection, name: str, columns: Sequence[str]) -> list[Row]:
    found = database.execute("SELECT type, sql FROM sqlite_master WHERE name = ?", (name,)).fetchall()
    if [(kind, str(sql).upper().startswith("CREATE TABLE")) for kind, sql in found] != [("table", True)]:
        raise SourceError(
            say("no-such-table", "the database has no table {name}", name=quoted(name)), _BROKEN
        )
    named = ", ".join(f'"{name}"."{column}"' for column in columns)
    rows = database.execute(f'SELECT {named} FROM "{name}" LIMIT {limits.MOST_RECORDS + 1}').fetchall()  # noqa: S608 - ours
    limits.check_records(len(rows))
    return rows
