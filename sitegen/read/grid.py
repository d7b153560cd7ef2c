"""The rows of a CSV file below its header, and what makes a row none."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from operator import itemgetter
from typing import NamedTuple

from sitegen.cells import spreadsheet
from sitegen.message import Message, advise, counted, say
from sitegen.names import alphabetical
from sitegen.problem import Problem, quoted
from sitegen.read import mixed
from sitegen.read.records import Lines, Record


class Block(NamedTuple):
    """Some rows of a file: the lines they begin in, and their cells, as many as the header has names.

    `broken` are the lines of rows that are none, with their cells as far as can be told; `problems` says why.
    """

    lines: list[int]
    rows: list[list[str]]
    problems: list[Problem]
    broken: list[tuple[int, list[str]]]


class Grid(NamedTuple):
    """A CSV file whose header has been read; its rows stand below the line `below`.

    `names` has the column that each cell of the header names, empty where it names none; it is shorter than
    `header` by the blank cells that Excel leaves at the end. `decimals` are the columns of numbers that may
    have some; `lost` the lines of comments that should be rows.
    """

    lines: Lines
    header: Sequence[str]
    names: Sequence[str]
    below: int
    decimals: frozenset[str] = frozenset()
    lost: Sequence[int] = ()

    @property
    def is_sound(self) -> bool:
        """Whether the header has names that are known alone."""
        return all(self.names)

    @property
    def path(self) -> str:
        """The path of the file, relative to the site."""
        return self.lines.path

    @property
    def decimal_marks(self) -> str:
        """What can separate the decimals of a number in this file."""
        return "." if self.lines.delimiter == "," else ".,"

    def problem(self, line: int, name: str, message: str, hint: str = "") -> Problem:
        """A problem with a cell of the row that begins in `line`; with the row where it has no such cell."""
        at = self.lines.place(line, self.names.index(name)) if name in self.names else (line, 0)
        return Problem(self.path, *at, message, hint)

    def blocks(self) -> Iterator[Block]:
        """The rows, some thousands at a time, which is faster: their cells are read while still at hand."""
        unusual = {"", self.header[0].strip().casefold()}
        for lines, rows, torn in self.lines.batches(self.below):
            is_even = {*map(len, rows)} == {len(self.names)} == {len(self.header)}
            first_cells = {*map(itemgetter(0), rows)} if is_even else unusual
            plain = unusual.isdisjoint(each.strip().casefold() for each in first_cells)
            if plain and not torn and not any(each.startswith("#") for each in first_cells):
                yield Block(lines, rows, [], [])
            else:
                yield self._sifted(lines, rows, torn)

    def _sifted(self, lines: list[int], rows: list[list[str]], torn: Sequence[Record]) -> Block:
        """The same rows without the blank ones and those that are none."""
        block = Block(
            [], [], [*map(self._torn, torn)], [(each.line, self.lines.loose(each.line)) for each in torn]
        )
        for line, row in zip(lines, rows, strict=True):
            if not any(map(str.strip, row)) or _is_comment(row):
                continue
            if fault := self._fault(line, row):
                block.problems.append(fault)
                block.broken.append((line, row))
            else:
                block.lines.append(line)
                block.rows.append(row[: len(self.names)])
        return block

    def _torn(self, record: Record) -> Problem:
        return self._cut_otherwise(record.line, 1) or self.lines.torn(record)

    def _cut_otherwise(self, line: int, count: int) -> Problem | None:
        """What is wrong with a line of `count` cells that is a row when it is cut by another delimiter."""
        width = len(self.names)
        message = mixed.fault(
            self.lines.text(line), self.lines.delimiter, lambda cells: count == 1 or len(cells) == width
        )
        return mixed.problem(self.path, line, message) if message else None

    def _fault(self, line: int, row: Sequence[str]) -> Problem | None:
        """What makes a row that is not blank none."""
        count, width = len(row), len(self.names)
        found = None
        if count < width or count > len(self.header):
            if cut := self._cut_otherwise(line, count):
                return cut
            found = self._too_few(row) if count < width else self._too_many(row)
        elif [*map(fold, row)] == [*map(fold, self.header)]:
            found = 0, say("header-again", "the header stands here again"), advise("delete this line")
        elif extra := [n for n in range(width, count) if row[n].strip()]:
            message = say("cell-without-heading", "a cell in a column without a heading")
            found = extra[0], message, advise("name the column, or empty it")
        return Problem(self.path, *self.lines.place(line, found[0]), *found[1:]) if found else None

    def _too_few(self, row: Sequence[str]) -> tuple[int, str, str]:
        message = say(
            "too-few-cells",
            "{cells} where the header has {width}: {column} is missing",
            cells=_cells(len(row)),
            width=len(self.names),
            column=quoted(self.header[len(row)]),
        )
        delimiter = quoted(self.lines.delimiter)
        return len(row), message, advise("a blank cell keeps its delimiter {delimiter}", delimiter=delimiter)

    def _too_many(self, row: Sequence[str]) -> tuple[int, str, str]:
        width = len(self.names)
        message = say(
            "too-many-cells",
            "{cells} where the header has {width}: {cell} is too many",
            cells=_cells(len(row)),
            width=width,
            cell=quoted(row[width]),
        )
        hint = advise("a cell with a delimiter in it stands between quotes")
        return width, message, self._decimal_comma(row) or hint

    def _decimal_comma(self, row: Sequence[str]) -> str:
        """The cure where a comma between a number and its decimals has cut a cell in two."""
        for name, whole, decimals in zip(self.names, row, row[1:], strict=False):
            is_cut = re.fullmatch(r"-?[0-9]+", whole.strip()) and re.fullmatch(r"[0-9]+%?", decimals)
            if is_cut and name in self.decimals and self.lines.delimiter == ",":
                number = f"{whole.strip()}.{decimals.rstrip('%')}"
                return advise("is it a number with a decimal comma, write {number}", number=number)
        return ""


def _is_comment(row: Sequence[str]) -> bool:
    """Whether a row is a comment that a spreadsheet put between quotes."""
    return row[0].startswith("#") and not spreadsheet.is_error(row[0]) and not any(map(str.strip, row[1:]))


def _cells(count: int) -> Message:
    return counted(count, "{number} cell", "{number} cells")


@lru_cache(maxsize=4096)  # many files have the same header
def fold(name: str) -> str:
    """The name of a column as it is compared: without case, accents, spaces and `_`."""
    return "".join(alphabetical(name).replace("_", " ").split())
