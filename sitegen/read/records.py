"""The lines of a CSV file -> records: the cells of a row and the lines it takes, or what spoils it."""

import csv
import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import NamedTuple

from sitegen.message import advise, say
from sitegen.problem import Problem
from sitegen.read.encoding import MOST_ALIKE, place

LONGEST_CELL = csv.field_size_limit()
_BLOCK = 2000
_reader = partial(csv.reader, skipinitialspace=True, strict=True)


class Record(NamedTuple):
    """A row as csv takes it: its first line, how many lines it takes, and its cells; None when it is torn."""

    line: int
    height: int
    cells: list[str] | None


class Lines(NamedTuple):
    """The physical lines of the file at `path`, with their ends, and the character between its cells.

    A plain file has no quotes, so that every line of it is a row or a comment.
    """

    path: str
    all: Sequence[str]
    delimiter: str
    is_plain: bool

    def batches(self, below: int) -> Iterator[tuple[list[int], list[list[str]], list[Record]]]:
        """The rows below a line, some thousands at a time: their lines, their cells, and the torn records."""
        lines = ("\n" if line[0] == "#" else line for line in islice(self.all, below, None))
        start, reader = below, _reader(lines, delimiter=self.delimiter)
        with suppress(csv.Error):  # a cell without end, among rows that have not been told yet
            while rows := list(islice(reader, _BLOCK)):
                if start + reader.line_num != below + len(rows):  # a cell of several lines among them
                    break
                yield [*range(below + 1, below + 1 + len(rows))], rows, []
                below += len(rows)
        yield from self._careful(below)

    def _careful(self, below: int) -> Iterator[tuple[list[int], list[list[str]], list[Record]]]:
        records = self.records(below)
        while batch := list(islice(records, _BLOCK)):
            good = [(each.line, each.cells) for each in batch if each.cells is not None]
            torn = [each for each in batch if each.cells is None]
            yield [line for line, _ in good], [cells for _, cells in good], torn

    def records(self, below: int = 0) -> Iterator[Record]:
        """Every record below a line. Below the first line of a torn one reading begins again."""
        for _ in range(MOST_ALIKE):
            feed = _Feed(self.all, below)
            try:
                for cells in _reader(feed, delimiter=self.delimiter):
                    yield Record(feed.start + 1, feed.next - feed.start, cells)
                    feed.is_inside = False
            except csv.Error:
                yield Record(feed.start + 1, feed.next - feed.start, None)
                below = feed.start + 1
            else:
                return

    def place(self, line: int, index: int) -> tuple[int, int]:
        """Line and column of a cell of the row that begins in `line`; of the row's end when it has fewer."""
        text = self._text(line, next(self.records(line - 1)).height)
        cells = list(_cells(text, self.delimiter))
        return _place(line, text, _start(cells[index]) if index < len(cells) else cells[-1].end())

    def comments(self) -> Iterator[int]:
        """The lines that are passed over because they start with `#`."""
        marked = [number for number, line in enumerate(self.all, 1) if line[0] == "#"]
        if marked and not self.is_plain:
            inside = {line for each in self.records() for line in range(each.line, each.line + each.height)}
            return (each for each in marked if each not in inside)
        return iter(marked)

    def text(self, line: int) -> str:
        """A line without its end."""
        return self.all[line - 1].rstrip("\r\n")

    def torn(self, record: Record) -> Problem:
        """What spoils a record: a quote that does not close, text after one that does, or an endless cell."""
        text = self._text(record.line, record.height)
        cell = next(each for each in _cells(text, self.delimiter) if _is_torn(each))
        at = _place(record.line, text, _start(cell))
        if not cell["rest"] and not _is_open(cell):
            message = say("cell-too-long", "a cell of more than {most} characters", most=f"{LONGEST_CELL:,}")
            return Problem(self.path, *at, message, advise("shorten it"))
        if _is_open(cell) or _place(record.line, text, cell.end("close"))[0] > at[0]:
            message = say("quote-not-closed", "the quote that opens here is not closed")
            return Problem(self.path, *at, message, advise("close it with another"))
        message = say("quote-inside-cell", "the quote that opens here closes before the cell ends")
        return Problem(self.path, *at, message, advise("a quote inside quotes is written twice"))

    def loose(self, line: int) -> list[str]:
        """The cells of a line that quotes have spoilt, as well as can be told."""
        return [cell.strip('" \r\n') for cell in self.all[line - 1].split(self.delimiter)]

    def _text(self, line: int, height: int) -> str:
        return "".join(self.all[line - 1 : line - 1 + height])


@dataclass
class _Feed:
    """The lines from `next` on, as csv asks for them: no comments, but inside a row nothing is one."""

    lines: Sequence[str]
    next: int
    start: int = 0
    is_inside: bool = False

    def __iter__(self) -> Iterator[str]:
        while self.next < len(self.lines):
            line = self.lines[self.next]
            self.next += 1
            if self.is_inside or line[0] != "#":
                self.start = self.start if self.is_inside else self.next - 1
                self.is_inside = True
                yield line


def cut(text: str, delimiter: str, *, strict: bool = True, skip_blanks: bool = False) -> list[str]:
    """The cells of one line; a single blank one where its quotes, which are taken `strict`, do not close.

    Blanks before a cell are skipped where a quote may follow them.
    """
    try:
        return next(
            csv.reader([text], delimiter=delimiter, strict=strict, skipinitialspace=skip_blanks), [""]
        )
    except csv.Error:
        return [""]


def _cells(text: str, delimiter: str) -> Iterator[re.Match[str]]:
    """The cells of the row that `text` begins with, by the rules of csv."""
    plain = rf"[^{delimiter}\r\n]*"
    cell = re.compile(rf' *(?:(?P<quote>")[^"]*(?:""[^"]*)*(?P<close>"?)(?P<rest>{plain})|{plain})')
    at = 0
    while found := cell.match(text, at):
        yield found
        at = found.end() + 1
        if text[found.end() : at] != delimiter:
            return


def _is_open(cell: re.Match[str]) -> bool:
    return cell["quote"] is not None and not cell["close"]


def _is_torn(cell: re.Match[str]) -> bool:
    return _is_open(cell) or bool(cell["rest"]) or len(cell[0]) > LONGEST_CELL


def _start(cell: re.Match[str]) -> int:
    """Where a cell begins, past the spaces before it."""
    return cell.end() - len(cell[0].lstrip(" ")) if cell[0].strip() else cell.start()


def _place(line: int, text: str, offset: int) -> tuple[int, int]:
    """Line and column of `offset` in a text that begins in `line`."""
    below, column = place(text, offset)
    return line + below - 1, column
