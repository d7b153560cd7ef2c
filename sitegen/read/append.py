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
    _refuse_missing(grid, path, rows)
    ends = _line_ends(text)
    added = _written(grid.names, rows, grid.lines.delimiter, ends)
    grown = data + _encoded(("" if text.endswith(("\n", "\r")) else ends) + added, data, path)
    new = [[row.get(name, "").strip() for name in grid.names] for row in rows]
    if _cells(_read(grown, path, table)[1]) != _cells(grid) + new:
        raise ValueError(*_would_not_read_back(path))
    return grown


def _refuse_missing(grid: Grid, path: str, rows: Sequence[Cells]) -> None:
    """A `ValueError` where a row has a cell for which the file has no column."""
    missing = sorted({name for row in rows for name, cell in row.items() if cell} - {*grid.names})
    if missing:
        message = say(
            "no-room-for-column",
            "{file} has no column {names}",
            file=path,
            names=", ".join(map(quoted, missing)),
        )
        raise ValueError(message, advise("add it to the header"))


def _would_not_read_back(path: str) -> tuple[str, str]:
    message = say(
        "would-not-read-back", "{file} would not read back as it is and with the new rows", file=path
    )
    return message, advise("enter them by hand")


def rewritten(data: bytes, path: str, table: type[Table], rows: Mapping[int, Cells | None]) -> bytes:
    """The file of `table` at `path` that is `data`, with other rows in the lines where these begin.

    None takes a row out. All other lines stay as they are, byte for byte. Raises `ValueError(message, hint)`
    as `appended` does.
    """
    text, grid = _read(data, path, table)
    _refuse_missing(grid, path, [row for row in rows.values() if row])
    ends, lines = _line_ends(text), [*grid.lines.all]
    heights = {each.line: each.height for each in grid.lines.records(grid.below)}
    for line, row in sorted(rows.items(), reverse=True):
        new = [] if row is None else [_written(grid.names, [row], grid.lines.delimiter, ends)]
        lines[line - 1 : line - 1 + heights[line]] = new
    head = text[: len(text) - len("".join(grid.lines.all))]  # a line that says what separates the cells
    made = data[: len(data) - len(_encoded(text, data, path))] + _encoded(head + "".join(lines), data, path)
    kept = (each for block in grid.blocks() for each in zip(block.lines, block.rows, strict=True))
    wanted = [
        [row.get(name, "").strip() for name in grid.names] if row else [cell.strip() for cell in cells]
        for line, cells in kept
        if (row := rows.get(line, {})) is not None
    ]
    if _cells(_read(made, path, table)[1]) != wanted:
        raise ValueError(*_would_not_read_back(path))
    return made


def widened(data: bytes, path: str, table: type[Table], names: Sequence[str]) -> bytes:
    """The file of `table` at `path` that is `data`, with these columns behind those that it has."""
    text, grid = _read(data, path, table)
    new = [name for name in names if name not in grid.names]
    lines = [*grid.lines.all]
    for record in grid.lines.records() if new else ():
        cells = new if record.line + record.height - 1 == grid.below else [""] * len(new)
        last = record.line + record.height - 2
        body = lines[last].rstrip("\r\n")
        added = "".join(grid.lines.delimiter + cell for cell in cells)
        lines[last] = body + added + lines[last][len(body) :]
    head = text[: len(text) - len("".join(grid.lines.all))]
    return data[: len(data) - len(_encoded(text, data, path))] + _encoded(head + "".join(lines), data, path)


def has_rows(data: bytes, path: str, table: type[Table]) -> bool:
    """Whether a row stands below the header of a file."""
    return bool(_cells(_read(data, path, table)[1]))


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
