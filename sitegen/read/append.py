"""Rows added to a CSV file as whoever keeps it writes them: delimiter, encoding, line ends and columns."""

import codecs
import csv
from collections.abc import Mapping, Sequence
from io import StringIO
from typing import NamedTuple

from sitegen.message import advise, say
from sitegen.problem import quoted
from sitegen.read.csvfile import opened
from sitegen.read.encoding import BOM, decoded
from sitegen.read.grid import Grid
from sitegen.table import Table, cell_columns

_UTF_16 = {codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE: "utf-16-be"}
Cells = Mapping[str, str]
"""The text of the cells of a row, by column; a column that it lacks is blank."""


class Like(NamedTuple):
    """A file whose form a new one takes: its content, and the table that it is of."""

    data: bytes
    table: type[Table]


def started(path: str, table: type[Table], rows: Sequence[Cells], like: Like | None = None) -> bytes:
    """A new file of `table` at `path` with these rows and all its columns, in the form of another file.

    Without one it is comma, UTF-8 and LF. Raises `ValueError(message, hint)` when they would not be read
    again.
    """
    names = [each.name for each in cell_columns(table)]
    if like is None:
        return appended((",".join(names) + "\n").encode(), path, table, rows)
    text, grid = _read(like.data, path, like.table)
    mark = next((each for each in (*_UTF_16, BOM) if like.data.startswith(each)), b"")
    header = grid.lines.delimiter.join(names) + _line_ends(text)
    return appended(mark + header.encode(_UTF_16.get(mark, "utf-8")), path, table, rows)


def appended(data: bytes, path: str, table: type[Table], rows: Sequence[Cells]) -> bytes:
    """The file of `table` at `path` that is `data`, with `rows` below what stands there.

    Raises `ValueError(message, hint)` when the file has no room for them: no such column, or no such letter;
    and when what it becomes would not be read again as its rows and these.
    """
    text, grid = _read(data, path, table)
    missing = sorted({name for row in rows for name, cell in row.items() if cell} - {*grid.names})
    if missing:
        message = say(
            "no-room-for-column",
            "{file} has no column {names}",
            file=path,
            names=", ".join(map(quoted, missing)),
        )
        raise ValueError(message, advise("add it to the header"))
    ends = _line_ends(text)
    added = _written(grid.names, rows, grid.lines.delimiter, ends)
    grown = data + _encoded(("" if text.endswith(("\n", "\r")) else ends) + added, data, path)
    new = [[row.get(name, "").strip() for name in grid.names] for row in rows]
    if _cells(_read(grown, path, table)[1]) != _cells(grid) + new:
        message = say(
            "would-not-read-back", "{file} would not read back as it is and with the new rows", file=path
        )
        raise ValueError(message, advise("enter them by hand"))
    return grown


def _read(data: bytes, path: str, table: type[Table]) -> tuple[str, Grid]:
    """The text of a file, and its rows."""
    text, _ = decoded(data, path)
    grid, _ = opened(text or "", path, cell_columns(table))
    if grid is None:
        message = say("file-not-read", "{file} cannot be read", file=path)
        raise ValueError(message, advise("see what `sitegen check` says of it"))
    return text or "", grid


def _cells(grid: Grid) -> list[list[str]]:
    return [[cell.strip() for cell in row] for block in grid.blocks() for row in block.rows]


def _written(names: Sequence[str], rows: Sequence[Cells], delimiter: str, ends: str) -> str:
    text = StringIO(newline="")
    writer = csv.writer(text, delimiter=delimiter, lineterminator=ends)
    writer.writerows([row.get(name, "") for name in names] for row in rows)
    return text.getvalue()


def _line_ends(text: str) -> str:
    if "\r\n" in text:
        return "\r\n"
    return "\r" if "\r" in text and "\n" not in text else "\n"


def _encoded(text: str, data: bytes, path: str) -> bytes:
    """`text` in the encoding of `data`: UTF-16 where its mark says so, else UTF-8 or Windows-1252."""
    for mark, encoding in _UTF_16.items():
        if data.startswith(mark):
            return text.encode(encoding)
    try:
        data.removeprefix(BOM).decode()
    except UnicodeDecodeError:
        try:
            return text.encode("cp1252")
        except UnicodeEncodeError as error:
            message = say(
                "no-such-letter",
                "{file} is Windows-1252, which has no {letter}",
                file=path,
                letter=quoted(text[error.start]),
            )
            raise ValueError(message, advise("save it as CSV UTF-8")) from None
    return text.encode()
