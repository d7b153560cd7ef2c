"""Write rows into CSV files, in the delimiter, encoding, line ends and columns of each file.

The log `.sitegen-draw` says which files a draw or an import is to change, what they were, and what to print.
A second line says that all of them are complete, in staging files beside their places. Killed before that,
the command has changed nothing. Killed after it, the next draw or import finishes the work, and every command
that only reads says so and stops (`find_unfinished`): a part of the files are still the old ones.
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
from sitegen.core.files import lock_folder, read_file
from sitegen.core.language import ENGLISH, Language
from sitegen.core.problems import Problem, advise, join_messages, quote_heading, quote_text, say
from sitegen.core.table import Column, Table, get_input_columns
from sitegen.inputs.results.csv_file import CsvFile
from sitegen.inputs.results.files import RESULTS_FOLDER
from sitegen.inputs.results.header import list_headings, open_csv
from sitegen.inputs.results.records import BOM, decode_csv

DRAW_LOG = ".sitegen-draw"
_MAX_LOG_BYTES = 2**24
_COMPLETE_LINE = "complete\n"


class _LogEntry(NamedTuple):
    """What a command wrote into the log.

    `files` has the digest of each file that is to change, blank for a new one; `removed_files` are to be
    deleted. `messages` are to be printed, `command` is what to run again, and `is_complete` says whether all
    staging files were written.
    """

    files: Mapping[str, str] = {}
    removed_files: Sequence[str] = ()
    messages: Sequence[str] = ()
    command: str = ""
    is_complete: bool = False


def begin_log(
    root: Path, old: Mapping[str, bytes | None], removed: Sequence[str], messages: Sequence[str], command: str
) -> None:
    """Log that these files, which have the content `old`, are about to change."""
    digests = {path: _hash_data(data) for path, data in old.items()}
    text = json.dumps([digests, [*removed], [*messages], command])
    (root / DRAW_LOG).write_text(text + "\n", encoding="utf-8")


def mark_complete(root: Path) -> None:
    """Log that all staging files are complete."""
    with (root / DRAW_LOG).open("a", encoding="utf-8") as file:
        file.write(_COMPLETE_LINE)


def delete_log(root: Path) -> None:
    """Delete the log: all files are in their places."""
    with suppress(OSError):  # without staging files a log has no effect
        (root / DRAW_LOG).unlink()


def get_staging_path(place: Path) -> Path:
    """Return where a file is written before it takes its place; a hidden file, which nothing else reads."""
    return place.with_name(f".{place.name}.sitegen-new")


def finish_interrupted(root: Path) -> Sequence[str]:
    """Finish a killed command whose log is complete, and return its messages; forget any other.

    Raises `DrawError` where that would undo what somebody wrote since.
    """
    entry = _read_log(root)
    places, removed = _list_pending(root, entry)
    if entry.is_complete:
        for place, old in (places | removed).items():
            _refuse_changed(place, old)
        for place in places:
            get_staging_path(place).replace(place)
        for place in removed:
            place.unlink()
    for place in places:
        get_staging_path(place).unlink(missing_ok=True)
    delete_log(root)
    return entry.messages if entry.is_complete and (places or removed) else ()


def _list_pending(root: Path, entry: _LogEntry) -> tuple[dict[Path, str], dict[Path, str]]:
    """Return the files that are still to take their places and those still to be deleted, with digests."""
    places = {
        place: old
        for path, old in entry.files.items()
        if get_staging_path(place := (root / path).resolve()).exists()
    }
    removed = {
        place: entry.files.get(path, "")
        for path in entry.removed_files
        if (place := (root / path).resolve()).exists()
    }
    return places, removed


def find_unfinished(root: Path) -> list[Problem]:
    """Return an error when a draw or an import was killed halfway, unless one is running now."""
    try:
        with lock_folder(root / RESULTS_FOLDER, patience=0):
            entry = _read_log(root)
    except OSError:
        return []
    if not entry.is_complete or not any(_list_pending(root, entry)):
        return []
    message = say("draw-cut-short", "a command was cut short, and part of its files are not written yet")
    hint = advise("run `{command}` again to finish it", command=entry.command)
    return [Problem(DRAW_LOG, 0, 0, message, hint, is_cause=True)]


def _read_log(root: Path) -> _LogEntry:
    """Return the content of the log; an empty one when there is none, or when it was cut short itself."""
    with suppress(OSError, ValueError, TypeError):
        first, *rest = read_file(root, DRAW_LOG, _MAX_LOG_BYTES).decode().splitlines(keepends=True)
        files, removed, messages, command = json.loads(first)
        return _LogEntry(files, removed, messages, command, rest == [_COMPLETE_LINE])
    return _LogEntry()


def _hash_data(data: bytes | None) -> str:
    return "" if data is None else sha256(data).hexdigest()


def _refuse_changed(place: Path, old: str) -> None:
    """Raise `DrawError` when a file has changed since a command began to write."""
    if place.exists() and _hash_data(place.read_bytes()) != old:
        message = say(
            "changed-since-draw",
            "{file} was changed after a command was cut short; {drawn} has what it should have become",
            file=quote_text(place.name),
            drawn=quote_text(get_staging_path(place).name),
        )
        raise DrawError(message, advise("enter it by hand, then delete that file and say the command again"))


_UTF_16 = {codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE: "utf-16-be"}
RowCells = Mapping[str, str]
"""The text of the cells of a row, by column; a column that it lacks is blank."""


def list_choice_words(column: Column, language: Language) -> Mapping[str, str]:
    """Return the words that files of a language have for the choices of a column, also for yes and no."""
    return {str(word): language.format_message(word) for word in column.words}


def _localize_choices(rows: Sequence[RowCells], table: type[Table], language: Language) -> Sequence[RowCells]:
    """Return rows with their choices in the words that files of a language have for them."""
    words = {column.name: list_choice_words(column, language) for column in get_input_columns(table)}
    return [{name: words.get(name, {}).get(cell, cell) for name, cell in row.items()} for row in rows]


class FileTemplate(NamedTuple):
    """A file whose form and headings a new file takes: its content and its table.

    The form is the delimiter, the encoding and the line ends; of the headings only whether they are English.
    """

    data: bytes
    table: type[Table]


def start_file(
    path: str,
    table: type[Table],
    rows: Sequence[RowCells],
    language: Language = ENGLISH,
    template: FileTemplate | None = None,
) -> bytes:
    """Return a new file of `table` at `path` with these rows and all its columns, in the form of `template`.

    Its headings are those of the `language`. Without a template it has commas, UTF-8 and LF. Raises
    `ValueError(message, hint)` when the rows would not read back.
    """
    columns = get_input_columns(table)
    if template is None:
        header = ",".join(list_headings(columns, language)) + "\n"
        return append_rows(header.encode(), path, table, rows, language)
    text, csv_file = _read_file(template.data, path, template.table)
    mark = next((mark for mark in (*_UTF_16, BOM) if template.data.startswith(mark)), b"")
    words = ENGLISH if csv_file.has_english_header else language
    header = csv_file.lines.delimiter.join(list_headings(columns, words)) + _detect_line_end(text)
    return append_rows(mark + header.encode(_UTF_16.get(mark, "utf-8")), path, table, rows, language)


def append_rows(
    data: bytes, path: str, table: type[Table], rows: Sequence[RowCells], language: Language = ENGLISH
) -> bytes:
    """Return `data`, the file of `table` at `path`, with `rows` below its last line.

    Where its header is not in English, their choices have the words of the `language`. A column that counts
    the rows is left out where the file has none. Raises `ValueError(message, hint)` when the file lacks
    another column or its encoding a letter, and when the result would not read back as the old and the new
    rows.
    """
    text, csv_file = _read_file(data, path, table)
    if not csv_file.has_english_header:
        rows = _localize_choices(rows, table, language)
    left_out = {
        column.name
        for column in get_input_columns(table)
        if column.counts and not column.is_required and column.name not in csv_file.names
    }
    rows = [{name: cell for name, cell in row.items() if name not in left_out} for row in rows]
    _refuse_missing_columns(csv_file, path, table, rows)
    line_end = _detect_line_end(text)
    added = _format_rows(csv_file.names, rows, csv_file.lines.delimiter, line_end)
    result = data + _encode(("" if text.endswith(("\n", "\r")) else line_end) + added, data, path)
    new_cells = [[row.get(name, "").strip() for name in csv_file.names] for row in rows]
    if _get_cells(_read_file(result, path, table)[1]) != _get_cells(csv_file) + new_cells:
        raise ValueError(*_report_unsafe_change(path))
    return result


def _refuse_missing_columns(
    csv_file: CsvFile, path: str, table: type[Table], rows: Sequence[RowCells]
) -> None:
    """Raise `ValueError` where a row has a cell for which the file has no column."""
    missing = sorted({name for row in rows for name, cell in row.items() if cell} - {*csv_file.names})
    if missing:
        headings = {column.name: column.heading for column in get_input_columns(table)}
        message = say(
            "no-room-for-column",
            "{file} has no column {names}",
            file=path,
            names=join_messages(*(quote_heading(headings.get(name, name)) for name in missing), between=", "),
        )
        raise ValueError(message, advise("add it to the header"))


def _report_unsafe_change(path: str) -> tuple[str, str]:
    message = say(
        "would-not-read-back", "{file} would not read back as it is and with the new rows", file=path
    )
    return message, advise("enter them by hand")


def rewrite_rows(data: bytes, path: str, table: type[Table], rows: Mapping[int, RowCells | None]) -> bytes:
    """Return `data`, the file of `table` at `path`, with new content for the rows that begin in these lines.

    None removes a row. All other lines stay as they are, byte for byte. Raises `ValueError(message, hint)`
    as `append_rows` does.
    """
    text, csv_file = _read_file(data, path, table)
    _refuse_missing_columns(csv_file, path, table, [row for row in rows.values() if row])
    line_end, lines = _detect_line_end(text), [*csv_file.lines.all_lines]
    heights = {record.line: record.height for record in csv_file.lines.iter_records(csv_file.header_end)}
    for line, row in sorted(rows.items(), reverse=True):
        new_rows = [] if row is None else [row]
        new_text = _format_rows(csv_file.names, new_rows, csv_file.lines.delimiter, line_end)
        lines[line - 1 : line - 1 + heights[line]] = [new_text]
    result = _replace_lines(data, path, text, csv_file, lines)
    expected = [
        [row.get(name, "").strip() for name in csv_file.names] if row else [cell.strip() for cell in cells]
        for block in csv_file.iter_blocks()
        for line, cells in zip(block.lines, block.rows, strict=True)
        if (row := rows.get(line, {})) is not None
    ]
    if _get_cells(_read_file(result, path, table)[1]) != expected:
        raise ValueError(*_report_unsafe_change(path))
    return result


def _replace_lines(data: bytes, path: str, text: str, csv_file: CsvFile, lines: Sequence[str]) -> bytes:
    """Return `data` with these lines, below its byte order mark and a line such as `sep=;`."""
    mark = data[: len(data) - len(_encode(text, data, path))]
    separator_line = text[: len(text) - len("".join(csv_file.lines.all_lines))]
    return mark + _encode(separator_line + "".join(lines), data, path)


def read_rows(data: bytes, path: str, table: type[Table]) -> dict[int, RowCells]:
    """Return the rows of `data`, the file of `table` at `path`, by the line in which each begins.

    The cells of a column for notes have no name; of several such columns nothing is returned.
    """
    _, csv_file = _read_file(data, path, table)
    has_notes = csv_file.names.count("") == 1
    return {
        line: {
            name: cell.strip() for name, cell in zip(csv_file.names, cells, strict=False) if name or has_notes
        }
        for block in csv_file.iter_blocks()
        for line, cells in zip(block.lines, block.rows, strict=True)
    }


def add_columns(data: bytes, path: str, table: type[Table], names: Sequence[str]) -> bytes:
    """Return `data`, the file of `table` at `path`, with these columns after those that it has."""
    text, csv_file = _read_file(data, path, table)
    new = [name for name in names if name not in csv_file.names]
    lines = [*csv_file.lines.all_lines]
    for record in csv_file.lines.iter_records() if new else ():
        cells = new if record.line + record.height - 1 == csv_file.header_end else [""] * len(new)
        last = record.line + record.height - 2
        body = lines[last].rstrip("\r\n")
        added = "".join(csv_file.lines.delimiter + cell for cell in cells)
        lines[last] = body + added + lines[last][len(body) :]
    return _replace_lines(data, path, text, csv_file, lines)


def has_rows(data: bytes, path: str, table: type[Table]) -> bool:
    """Whether a file has a row below its header."""
    return bool(_get_cells(_read_file(data, path, table)[1]))


def _read_file(data: bytes, path: str, table: type[Table]) -> tuple[str, CsvFile]:
    """Return the text of a file, and the open file."""
    text, _ = decode_csv(data, path)
    csv_file, _ = open_csv(text or "", path, get_input_columns(table))
    if csv_file is None:
        message = say("file-not-read", "{file} cannot be read", file=path)
        raise ValueError(message, advise("run `sitegen check`"))
    return text or "", csv_file


def _get_cells(csv_file: CsvFile) -> list[list[str]]:
    return [[cell.strip() for cell in row] for block in csv_file.iter_blocks() for row in block.rows]


def _format_rows(names: Sequence[str], rows: Sequence[RowCells], delimiter: str, line_end: str) -> str:
    text = StringIO(newline="")
    writer = csv.writer(text, delimiter=delimiter, lineterminator=line_end)
    writer.writerows([row.get(name, "") for name in names] for row in rows)
    return text.getvalue()


def _detect_line_end(text: str) -> str:
    if "\r\n" in text:
        return "\r\n"
    return "\r" if "\r" in text and "\n" not in text else "\n"


def _encode(text: str, data: bytes, path: str) -> bytes:
    """Encode `text` as `data` is: UTF-16 where its mark says so, else UTF-8 or Windows-1252."""
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
