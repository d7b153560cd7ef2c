"""Rows added to a CSV file as whoever keeps it writes them: delimiter, encoding, line ends and columns.

What a command is about to change, written down first: however it is killed, the next one can settle it.

The file `.sitegen-draw` in the site says which files are to change, what they were, and what is to be told.
A second line says that all of them are complete beside their places: from there a draw or an import is
finished, before that it is forgotten.
"""

import codecs
import csv
import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from hashlib import sha256
from io import StringIO
from pathlib import Path
from typing import NamedTuple

from sitegen.core.entities import DrawError
from sitegen.core.files import lock_folder
from sitegen.core.problems import Problem, Severity, advise, quote_text, say
from sitegen.core.table import Table, get_input_columns
from sitegen.inputs.results.files import RESULTS_FOLDER
from sitegen.inputs.results.grid import CsvFile
from sitegen.inputs.results.header import open_csv
from sitegen.inputs.results.records import BOM, decode_csv

DRAW_LOG = ".sitegen-draw"
_COMPLETE_LINE = "complete\n"


class _LogEntry(NamedTuple):
    """What a command wrote down.

    `files` has the digest of each file that is to change, blank of one that is not there; `gone` are those to
    be taken out. `told` is what to tell, `command` what to say again, and `complete` whether all of it was.
    """

    files: Mapping[str, str] = {}
    removed_files: Sequence[str] = ()
    messages: Sequence[str] = ()
    command: str = ""
    is_complete: bool = False


def begin_log(
    root: Path, old: Mapping[str, bytes | None], gone: Sequence[str], told: Sequence[str], command: str
) -> None:
    """Write down that these files, which are as `old` has them, are about to change."""
    digests = {path: _hash_data(data) for path, data in old.items()}
    text = json.dumps([digests, [*gone], [*told], command])
    (root / DRAW_LOG).write_text(text + "\n", encoding="utf-8")


def mark_complete(root: Path) -> None:
    """Write down that each of them is complete beside its place."""
    with (root / DRAW_LOG).open("a", encoding="utf-8") as file:
        file.write(_COMPLETE_LINE)


def delete_log(root: Path) -> None:
    """Forget it: all files are in their places."""
    with suppress(OSError):  # with nothing beside them, what is left of it says nothing
        (root / DRAW_LOG).unlink()


def get_staging_path(place: Path) -> Path:
    """Where a file is made complete before it takes its place; hidden, so that nothing else reads it."""
    return place.with_name(f".{place.name}.sitegen-new")


def finish_interrupted(root: Path) -> Sequence[str]:
    """Finish what was killed when it was complete, and return what it has to tell; forget any other.

    A `DrawError` where that would undo what somebody wrote since.
    """
    entry = _read_log(root)
    places = {
        place: old
        for path, old in entry.files.items()
        if get_staging_path(place := (root / path).resolve()).exists()
    }
    gone = {
        place: entry.files.get(path, "")
        for path in entry.removed_files
        if (place := (root / path).resolve()).exists()
    }
    if entry.is_complete:
        for place, old in (places | gone).items():
            _refuse_changed(place, old)
        for place in places:
            get_staging_path(place).replace(place)
        for place in gone:
            place.unlink()
    for place in places:
        get_staging_path(place).unlink(missing_ok=True)
    delete_log(root)
    return entry.messages if entry.is_complete and (places or gone) else ()


def find_unfinished(root: Path) -> list[Problem]:
    """That a draw or an import was killed when part of it was written, unless one is at work just now."""
    try:
        with lock_folder(root / RESULTS_FOLDER, patience=0):
            entry = _read_log(root)
    except OSError:
        return []
    if not entry.is_complete or not any(
        get_staging_path((root / path).resolve()).exists() for path in entry.files
    ):
        return []
    message = say("draw-cut-short", "a command was cut short, and part of it is not written yet")
    hint = advise("say `{command}` again, which finishes it", command=entry.command)
    return [Problem(DRAW_LOG, 0, 0, message, hint, Severity.WARNING)]


def _read_log(root: Path) -> _LogEntry:
    """What stands in the journal; nothing where there is none, or one that was cut short itself."""
    with suppress(OSError, ValueError, TypeError):
        first, *rest = (root / DRAW_LOG).read_text("utf-8").splitlines(keepends=True)
        files, gone, told, command = json.loads(first)
        return _LogEntry(files, gone, told, command, rest == [_COMPLETE_LINE])
    return _LogEntry()


def _hash_data(data: bytes | None) -> str:
    return "" if data is None else sha256(data).hexdigest()


def _refuse_changed(place: Path, old: str) -> None:
    """A `DrawError` when a file is not what it was when a command began to write."""
    if place.exists() and _hash_data(place.read_bytes()) != old:
        message = say(
            "changed-since-draw",
            "{file} was changed after a command was cut short; what was to become of it stands in {drawn}",
            file=quote_text(place.name),
            drawn=quote_text(get_staging_path(place).name),
        )
        raise DrawError(message, advise("enter it by hand, then delete that file and say the command again"))


_UTF_16 = {codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE: "utf-16-be"}
RowCells = Mapping[str, str]
"""The text of the cells of a row, by column; a column that it lacks is blank."""


class FileTemplate(NamedTuple):
    """A file whose form a new one takes: its content, and the table that it is of."""

    data: bytes
    table: type[Table]


def start_file(
    path: str, table: type[Table], rows: Sequence[RowCells], like: FileTemplate | None = None
) -> bytes:
    """A new file of `table` at `path` with these rows and all its columns, in the form of another file.

    Without one it is comma, UTF-8 and LF. Raises `ValueError(message, hint)` when they would not be read
    again.
    """
    names = [column.name for column in get_input_columns(table)]
    if like is None:
        return append_rows((",".join(names) + "\n").encode(), path, table, rows)
    text, grid = _read_file(like.data, path, like.table)
    mark = next((mark for mark in (*_UTF_16, BOM) if like.data.startswith(mark)), b"")
    header = grid.lines.delimiter.join(names) + _detect_line_end(text)
    return append_rows(mark + header.encode(_UTF_16.get(mark, "utf-8")), path, table, rows)


def append_rows(data: bytes, path: str, table: type[Table], rows: Sequence[RowCells]) -> bytes:
    """The file of `table` at `path` that is `data`, with `rows` below what stands there.

    Raises `ValueError(message, hint)` when the file has no room for them: no such column, or no such letter;
    and when what it becomes would not be read again as its rows and these.
    """
    text, grid = _read_file(data, path, table)
    _refuse_missing_columns(grid, path, rows)
    ends = _detect_line_end(text)
    added = _format_rows(grid.names, rows, grid.lines.delimiter, ends)
    grown = data + _encode(("" if text.endswith(("\n", "\r")) else ends) + added, data, path)
    new = [[row.get(name, "").strip() for name in grid.names] for row in rows]
    if _get_cells(_read_file(grown, path, table)[1]) != _get_cells(grid) + new:
        raise ValueError(*_report_unsafe_change(path))
    return grown


def _refuse_missing_columns(grid: CsvFile, path: str, rows: Sequence[RowCells]) -> None:
    """A `ValueError` where a row has a cell for which the file has no column."""
    missing = sorted({name for row in rows for name, cell in row.items() if cell} - {*grid.names})
    if missing:
        message = say(
            "no-room-for-column",
            "{file} has no column {names}",
            file=path,
            names=", ".join(map(quote_text, missing)),
        )
        raise ValueError(message, advise("add it to the header"))


def _report_unsafe_change(path: str) -> tuple[str, str]:
    message = say(
        "would-not-read-back", "{file} would not read back as it is and with the new rows", file=path
    )
    return message, advise("enter them by hand")


def rewrite_rows(data: bytes, path: str, table: type[Table], rows: Mapping[int, RowCells | None]) -> bytes:
    """The file of `table` at `path` that is `data`, with other rows in the lines where these begin.

    None takes a row out. All other lines stay as they are, byte for byte. Raises `ValueError(message, hint)`
    as `appended` does.
    """
    text, grid = _read_file(data, path, table)
    _refuse_missing_columns(grid, path, [row for row in rows.values() if row])
    ends, lines = _detect_line_end(text), [*grid.lines.all_lines]
    heights = {record.line: record.height for record in grid.lines.iter_records(grid.header_end)}
    for line, row in sorted(rows.items(), reverse=True):
        new = [] if row is None else [_format_rows(grid.names, [row], grid.lines.delimiter, ends)]
        lines[line - 1 : line - 1 + heights[line]] = new
    head = text[: len(text) - len("".join(grid.lines.all_lines))]  # a line that says what separates the cells
    made = data[: len(data) - len(_encode(text, data, path))] + _encode(head + "".join(lines), data, path)
    kept = (
        line_row for block in grid.iter_blocks() for line_row in zip(block.lines, block.rows, strict=True)
    )
    wanted = [
        [row.get(name, "").strip() for name in grid.names] if row else [cell.strip() for cell in cells]
        for line, cells in kept
        if (row := rows.get(line, {})) is not None
    ]
    if _get_cells(_read_file(made, path, table)[1]) != wanted:
        raise ValueError(*_report_unsafe_change(path))
    return made


def add_columns(data: bytes, path: str, table: type[Table], names: Sequence[str]) -> bytes:
    """The file of `table` at `path` that is `data`, with these columns behind those that it has."""
    text, grid = _read_file(data, path, table)
    new = [name for name in names if name not in grid.names]
    lines = [*grid.lines.all_lines]
    for record in grid.lines.iter_records() if new else ():
        cells = new if record.line + record.height - 1 == grid.header_end else [""] * len(new)
        last = record.line + record.height - 2
        body = lines[last].rstrip("\r\n")
        added = "".join(grid.lines.delimiter + cell for cell in cells)
        lines[last] = body + added + lines[last][len(body) :]
    head = text[: len(text) - len("".join(grid.lines.all_lines))]
    return data[: len(data) - len(_encode(text, data, path))] + _encode(head + "".join(lines), data, path)


def has_rows(data: bytes, path: str, table: type[Table]) -> bool:
    """Whether a row stands below the header of a file."""
    return bool(_get_cells(_read_file(data, path, table)[1]))


def _read_file(data: bytes, path: str, table: type[Table]) -> tuple[str, CsvFile]:
    """The text of a file, and its rows."""
    text, _ = decode_csv(data, path)
    grid, _ = open_csv(text or "", path, get_input_columns(table))
    if grid is None:
        message = say("file-not-read", "{file} cannot be read", file=path)
        raise ValueError(message, advise("see what `sitegen check` says of it"))
    return text or "", grid


def _get_cells(grid: CsvFile) -> list[list[str]]:
    return [[cell.strip() for cell in row] for block in grid.iter_blocks() for row in block.rows]


def _format_rows(names: Sequence[str], rows: Sequence[RowCells], delimiter: str, ends: str) -> str:
    text = StringIO(newline="")
    writer = csv.writer(text, delimiter=delimiter, lineterminator=ends)
    writer.writerows([row.get(name, "") for name in names] for row in rows)
    return text.getvalue()


def _detect_line_end(text: str) -> str:
    if "\r\n" in text:
        return "\r\n"
    return "\r" if "\r" in text and "\n" not in text else "\n"


def _encode(text: str, data: bytes, path: str) -> bytes:
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
                letter=quote_text(text[error.start]),
            )
            raise ValueError(message, advise("save it as CSV UTF-8")) from None
    return text.encode()
