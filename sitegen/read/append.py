"""Rows added to a CSV file as whoever keeps it writes them: delimiter, encoding, line ends and columns."""

import csv
from collections.abc import Mapping, Sequence
from io import StringIO

from sitegen.problem import quoted
from sitegen.read.csvfile import opened
from sitegen.read.encoding import BOM, decoded
from sitegen.read.grid import Grid
from sitegen.table import Table, cell_columns

Cells = Mapping[str, str]
"""The text of the cells of a row, by column; a column that it lacks is blank."""


def started(path: str, table: type[Table], rows: Sequence[Cells]) -> bytes:
    """A new file of `table` at `path` with these rows: comma, UTF-8, LF and all its columns.

    Raises `ValueError(message, hint)` when they would not be read again.
    """
    return appended((",".join(each.name for each in cell_columns(table)) + "\n").encode(), path, table, rows)


def appended(data: bytes, path: str, table: type[Table], rows: Sequence[Cells]) -> bytes:
    """The file of `table` at `path` that is `data`, with `rows` below what stands there.

    Raises `ValueError(message, hint)` when the file has no room for them: no such column, or no such letter;
    and when what it becomes would not be read again as its rows and these.
    """
    grid = _grid(data, path, table)
    missing = sorted({name for row in rows for name, cell in row.items() if cell} - {*grid.names})
    if missing:
        raise ValueError(f"{path} has no column {' or '.join(map(quoted, missing))}", "add it to the header")
    ends = _line_ends(data)
    added = _written(grid.names, rows, grid.lines.delimiter, ends)
    is_whole = data.endswith((b"\n", b"\r"))
    grown = data + _encoded("" if is_whole else ends, data, path) + _encoded(added, data, path)
    new = [[row.get(name, "").strip() for name in grid.names] for row in rows]
    if _cells(_grid(grown, path, table)) != _cells(grid) + new:
        raise ValueError(f"{path} would not read back as it is and with the new rows", "enter them by hand")
    return grown


def _grid(data: bytes, path: str, table: type[Table]) -> Grid:
    text, _ = decoded(data, path)
    grid, _ = opened(text or "", path, cell_columns(table))
    if grid is None:
        raise ValueError(f"{path} cannot be read", "see what `sitegen check` says of it")
    return grid


def _cells(grid: Grid) -> list[list[str]]:
    return [[cell.strip() for cell in row] for block in grid.blocks() for row in block.rows]


def _written(names: Sequence[str], rows: Sequence[Cells], delimiter: str, ends: str) -> str:
    text = StringIO(newline="")
    writer = csv.writer(text, delimiter=delimiter, lineterminator=ends)
    writer.writerows([row.get(name, "") for name in names] for row in rows)
    return text.getvalue()


def _line_ends(data: bytes) -> str:
    if b"\r\n" in data:
        return "\r\n"
    return "\r" if b"\r" in data and b"\n" not in data else "\n"


def _encoded(text: str, data: bytes, path: str) -> bytes:
    """`text` in the encoding of `data`, which is UTF-8 or Windows-1252."""
    try:
        data.removeprefix(BOM).decode()
    except UnicodeDecodeError:
        try:
            return text.encode("cp1252")
        except UnicodeEncodeError as error:
            wrong = quoted(text[error.start])
            raise ValueError(
                f"{path} is Windows-1252, which has no {wrong}", "save it as CSV UTF-8"
            ) from None
    return text.encode()
