"""Decode a CSV file, and split its lines into records: the cells of a row and the lines that it takes.

The encoding is UTF-8, UTF-16 with its mark, or with a warning Windows-1252.
"""

import codecs
import csv
import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import NamedTuple

from sitegen.core.cells import describe_character
from sitegen.core.problems import Message, Problem, Severity, advise, say

MAX_ALIKE = 100
"""The most problems of one kind, among those that spoil the reading of a file, that are reported."""
CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029]")
"""Control characters, and the line breaks of Unicode that no editor counts as lines."""
_FALSE_LINE_END = re.compile(r"[\x0b\x0c\x1c-\x1e\x85\u2028\u2029]")
_CONTROL_BYTES = bytes(set(range(32)) - set(b"\t\n\r")) + b"\x7f"
_CONTROL_PAIR = re.compile(rb"\xc2[\x80-\x9f]")
_SEPARATOR = re.compile(rb"\xe2\x80[\xa8\xa9]")
BOM = codecs.BOM_UTF8
UTF_16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
"""The mark at the start of a file in UTF-16, which Excel calls Unicode text."""
_OTHER_FORMATS = {
    b"PK\x03\x04": advise("an Excel workbook or a zip file"),
    b"\xd0\xcf\x11\xe0": advise("an old Excel workbook"),
    b"%PDF-": advise("a PDF"),
    b"version https://git-lfs.github.com/": advise("a pointer of Git LFS, not the file itself"),
    codecs.BOM_UTF32_LE: advise("UTF-32"),
    codecs.BOM_UTF32_BE: advise("UTF-32"),
}
_UNDEFINED_BYTES = b"\x81\x8d\x8f\x90\x9d"
_HTML = re.compile(rb"\s*<(?:!doctype|html|\?xml)", re.IGNORECASE)
_SAVE_HINT = advise("save it as CSV UTF-8")


def decode_csv(data: bytes, path: str) -> tuple[str | None, list[Problem]]:
    """Return the text of the CSV file at `path`, None when it cannot be decoded; and the problems.

    Control characters are errors, and stay in the text so that other errors are reported as well. Those that
    Python takes for the end of a line become NUL, so that `splitlines` counts lines as an editor does.
    """
    kind = _detect_other_format(data)
    if kind:
        message = say("not-csv", "this file is {kind}", kind=kind)
        return None, [Problem(path, 0, 0, message, _SAVE_HINT, is_cause=True)]
    text, problems = _decode_utf_16(data, path) if data.startswith(UTF_16) else _decode_utf_8(data, path)
    if text is None:
        return None, problems
    controls = _find_controls(text, text.encode() if data.startswith(UTF_16) else data, path)
    return _FALSE_LINE_END.sub("\0", text) if controls else text, [*problems, *controls]


def _decode_utf_16(data: bytes, path: str) -> tuple[str | None, list[Problem]]:
    try:
        return data.decode("utf-16"), []
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-16", "replace")
        message = say("not-utf-16", "this is not UTF-16, as the file says it is")
        return None, [_report_encoding(path, before, len(before), message)]


def _decode_utf_8(data: bytes, path: str) -> tuple[str | None, list[Problem]]:
    """Decode UTF-8, or Windows-1252 where no line with more than ASCII is UTF-8."""
    body = data.removeprefix(BOM)
    while body.startswith(BOM):  # a program wrote its own before that of another
        body = body.removeprefix(BOM)
    try:
        return body.decode(), []
    except UnicodeDecodeError as error:
        place = body.decode("latin-1"), error.start
    if len(body) < len(data) or any(map(_is_beyond_ascii, re.split(rb"[\r\n]", body))):
        message = say("not-utf-8", "this is not UTF-8, and the rest of the file is")
        return None, [_report_encoding(path, *place, message)]
    if any(byte in body for byte in _UNDEFINED_BYTES):
        message = say("unknown-encoding", "this is neither UTF-8 nor Windows-1252")
        return None, [_report_encoding(path, *place, message)]
    message = say("windows-1252", "this is not UTF-8, so the file was read as Windows-1252")
    warning = Problem(path, *locate_offset(*place), message, _SAVE_HINT, Severity.WARNING)
    return body.decode("cp1252"), [warning]


def _report_encoding(path: str, text: str, offset: int, message: Message) -> Problem:
    return Problem(path, *locate_offset(text, offset), message, _SAVE_HINT, is_cause=True)


def locate_offset(text: str, offset: int) -> tuple[int, int]:
    """Return the line and column of `offset` in `text`, whose lines end in LF, CRLF or CR."""
    before = text[:offset].replace("\r\n", "\n").replace("\r", "\n")
    return before.count("\n") + 1, len(before) - before.rfind("\n")


def _detect_other_format(data: bytes) -> Message | None:
    """Return what kind of file this is; None when it may be CSV."""
    start = data.removeprefix(BOM)
    if _HTML.match(start):
        return advise("a web page")
    formats = (name for magic, name in _OTHER_FORMATS.items() if start.startswith(magic))
    is_utf_16 = b"\0" in data[:2] and not data.startswith(UTF_16)
    return next(formats, advise("UTF-16 without its mark") if is_utf_16 else None)


def _is_beyond_ascii(line: bytes) -> bool:
    """Whether a line is UTF-8 and more than ASCII."""
    try:
        return not line.isascii() and bool(line.decode())
    except UnicodeDecodeError:
        return False


def _find_controls(text: str, data: bytes, path: str) -> list[Problem]:
    """Return an error for each control character; to search the bytes first takes a twentieth of the time."""
    is_clean = len(data.translate(None, _CONTROL_BYTES)) == len(data)
    if is_clean and not _CONTROL_PAIR.search(data) and not _SEPARATOR.search(data):
        return []
    problems = []
    for match in islice(CONTROL.finditer(text), MAX_ALIKE):
        character = describe_character(match[0])
        message = say("control-character", "{character} is a control character", character=character)
        problems.append(Problem(path, *locate_offset(text, match.start()), message, advise("take it out")))
    return problems


MAX_CELL_LENGTH = csv.field_size_limit()
_BATCH_ROWS = 2000
_make_reader = partial(csv.reader, skipinitialspace=True, strict=True)


class Record(NamedTuple):
    """A row: its first line, its number of lines (`height`), and its cells; None when it is malformed."""

    line: int
    height: int
    cells: list[str] | None


class CsvLines(NamedTuple):
    """The lines of the file at `path`, with their line ends, and the delimiter between its cells.

    A plain file has no quotes, so that each line is a row or a comment.
    """

    path: str
    all_lines: Sequence[str]
    delimiter: str
    is_plain: bool

    def iter_batches(self, below: int) -> Iterator[tuple[list[int], list[list[str]], list[Record]]]:
        """Yield the rows below a line in batches: their lines, their cells, and the malformed records."""
        lines = ("\n" if line[0] == "#" else line for line in islice(self.all_lines, below, None))
        start, reader = below, _make_reader(lines, delimiter=self.delimiter)
        with suppress(csv.Error):  # a quote that does not close, among rows that are not yet yielded
            while rows := list(islice(reader, _BATCH_ROWS)):
                if start + reader.line_num != below + len(rows):  # a cell of several lines
                    break
                yield [*range(below + 1, below + 1 + len(rows))], rows, []
                below += len(rows)
        yield from self._iter_batches_slowly(below)

    def _iter_batches_slowly(self, below: int) -> Iterator[tuple[list[int], list[list[str]], list[Record]]]:
        records = self.iter_records(below)
        while batch := list(islice(records, _BATCH_ROWS)):
            rows = [(record.line, record.cells) for record in batch if record.cells is not None]
            malformed = [record for record in batch if record.cells is None]
            yield [line for line, _ in rows], [cells for _, cells in rows], malformed

    def iter_records(self, below: int = 0) -> Iterator[Record]:
        """Yield every record below a line; reading resumes below the first line of a malformed record."""
        for _ in range(MAX_ALIKE):
            feed = _LineFeed(self.all_lines, below)
            try:
                for cells in _make_reader(feed, delimiter=self.delimiter):
                    yield Record(feed.start + 1, feed.position - feed.start, cells)
                    feed.is_inside = False
            except csv.Error:
                yield Record(feed.start + 1, feed.position - feed.start, None)
                below = feed.start + 1
            else:
                return

    def locate_cell(self, line: int, index: int) -> tuple[int, int]:
        """Return line and column of a cell of the row in `line`; of the row's end when it has fewer cells."""
        text = self._join_lines(line, next(self.iter_records(line - 1)).height)
        cells = list(_match_cells(text, self.delimiter))
        return _locate(line, text, _get_start(cells[index]) if index < len(cells) else cells[-1].end())

    def get_cells(self, line: int) -> list[str]:
        """Return the cells of the row in `line`; none where it is malformed."""
        return next(self.iter_records(line - 1)).cells or []

    def find_comments(self) -> Iterator[int]:
        """Return the lines that are comments because they start with `#`."""
        comment_lines = [number for number, line in enumerate(self.all_lines, 1) if line[0] == "#"]
        if comment_lines and not self.is_plain:
            inside = {
                line
                for record in self.iter_records()
                for line in range(record.line, record.line + record.height)
            }
            return (number for number in comment_lines if number not in inside)
        return iter(comment_lines)

    def get_line(self, line: int) -> str:
        """Return a line without its line end."""
        return self.all_lines[line - 1].rstrip("\r\n")

    def report_malformed(self, record: Record) -> Problem:
        """Report a malformed record: an unclosed quote, text after a closed quote, or a cell too long."""
        text = self._join_lines(record.line, record.height)
        cell = next(cell for cell in _match_cells(text, self.delimiter) if _is_malformed(cell))
        place = _locate(record.line, text, _get_start(cell))
        if not cell["rest"] and not _is_open(cell):
            message = say(
                "cell-too-long", "a cell of more than {most} characters", most=f"{MAX_CELL_LENGTH:,}"
            )
            return Problem(self.path, *place, message, advise("shorten it"))
        if _is_open(cell) or _locate(record.line, text, cell.end("close"))[0] > place[0]:
            message = say("quote-not-closed", "the quote that opens here is not closed")
            cells = self.all_lines[place[0] - 1].split(self.delimiter)
            hint = advise("take it out, or close it with another")
            if '"' in map(str.strip, cells):
                hint = advise("write again what stands above it")
            return Problem(self.path, *place, message, hint)
        message = say("quote-inside-cell", "the quote that opens here closes before the cell ends")
        return Problem(self.path, *place, message, advise("a quote inside quotes is written twice"))

    def split_loosely(self, line: int) -> list[str]:
        """Return the cells of a malformed line, as far as they can be told apart."""
        return [cell.strip('" \r\n') for cell in self.all_lines[line - 1].split(self.delimiter)]

    def _join_lines(self, line: int, height: int) -> str:
        return "".join(self.all_lines[line - 1 : line - 1 + height])


@dataclass
class _LineFeed:
    """The lines from `position` on, without comments; inside a row no line is a comment.

    `is_inside` is true while `csv.reader` reads a row, which began at index `start`.
    """

    lines: Sequence[str]
    position: int
    start: int = 0
    is_inside: bool = False

    def __iter__(self) -> Iterator[str]:
        while self.position < len(self.lines):
            line = self.lines[self.position]
            self.position += 1
            if self.is_inside or line[0] != "#":
                self.start = self.start if self.is_inside else self.position - 1
                self.is_inside = True
                yield line


def split_line(text: str, delimiter: str, *, strict: bool = True, skip_blanks: bool = False) -> list[str]:
    """Return the cells of one line; a single blank cell when a quote does not close and `strict` is true.

    With `skip_blanks` a quoted cell may begin with spaces.
    """
    try:
        return next(
            csv.reader([text], delimiter=delimiter, strict=strict, skipinitialspace=skip_blanks), [""]
        )
    except csv.Error:
        return [""]


def _match_cells(text: str, delimiter: str) -> Iterator[re.Match[str]]:
    """Yield the cells of the row that `text` begins with, by the rules of CSV."""
    plain = rf"[^{delimiter}\r\n]*"
    pattern = re.compile(rf' *(?:(?P<quote>")[^"]*(?:""[^"]*)*(?P<close>"?)(?P<rest>{plain})|{plain})')
    start = 0
    while cell := pattern.match(text, start):
        yield cell
        start = cell.end() + 1
        if text[cell.end() : start] != delimiter:
            return


def _is_open(cell: re.Match[str]) -> bool:
    return cell["quote"] is not None and not cell["close"]


def _is_malformed(cell: re.Match[str]) -> bool:
    return _is_open(cell) or bool(cell["rest"]) or len(cell[0]) > MAX_CELL_LENGTH


def _get_start(cell: re.Match[str]) -> int:
    """Return the offset at which a cell begins, after the spaces before it."""
    return cell.end() - len(cell[0].lstrip(" ")) if cell[0].strip() else cell.start()


def _locate(line: int, text: str, offset: int) -> tuple[int, int]:
    """Return the line and column of `offset` in a text that begins in `line`."""
    below, column = locate_offset(text, offset)
    return line + below - 1, column
