"""The text of a CSV file -> its header, and the rows below it."""

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from operator import itemgetter
from typing import NamedTuple

from sitegen.problem import Problem, listing, quoted, suggestion
from sitegen.read.encoding import place
from sitegen.read.records import Lines, Record
from sitegen.table import Column

_DELIMITERS = ",;\t"
_CONFLICT = re.compile(r"^(?:<{7}|\|{7}|={7}|>{7})(?: [^\r\n]*)?(?=[\r\n]|\Z)", re.MULTILINE)
_SEPARATOR = re.compile(r"\Asep=[,;\t]* *(?=[\r\n]|\Z)", re.IGNORECASE)


class Block(NamedTuple):
    """Some rows of a file: the lines they begin in, and their cells, as many as the header has names.

    `broken` are the cells, as far as can be told, of rows that are none; `problems` says why.
    """

    lines: list[int]
    rows: list[list[str]]
    problems: list[Problem]
    broken: list[list[str]]


@dataclass(frozen=True)
class Grid:
    """A CSV file whose header has been read; its rows stand below the line `below`.

    `names` has the column that each cell of the header names, empty where it names none; it is shorter than
    `header` by the blank cells that Excel leaves at the end.
    """

    lines: Lines
    header: Sequence[str]
    names: Sequence[str]
    below: int

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
            if not torn and unusual.isdisjoint(each.strip().casefold() for each in first_cells):
                yield Block(lines, rows, [], [])
            else:
                yield self._sifted(lines, rows, torn)

    def _sifted(self, lines: list[int], rows: list[list[str]], torn: Sequence[Record]) -> Block:
        """The same rows without the blank ones and those that are none."""
        block = Block([], [], [*map(self.lines.torn, torn)], [self.lines.loose(each.line) for each in torn])
        for line, row in zip(lines, rows, strict=True):
            if not any(map(str.strip, row)):
                continue
            fault = self._fault(row)
            if fault:
                index, message, hint = fault
                block.problems.append(Problem(self.path, *self.lines.place(line, index), message, hint))
                block.broken.append(row)
            else:
                block.lines.append(line)
                block.rows.append(row[: len(self.names)])
        return block

    def _fault(self, row: Sequence[str]) -> tuple[int, str, str] | None:
        """What makes a row that is not blank none: the index of the cell, a message and a hint."""
        count, width = len(row), len(self.names)
        if count < width:
            message = f"{_cells(count)} where the header has {width}: {quoted(self.header[count])} is missing"
            return count, message, "leave a cell blank, not out"
        if count > len(self.header):
            message = f"{_cells(count)} where the header has {width}: {quoted(row[width])} is too many"
            return width, message, "a cell with a delimiter in it stands between quotes"
        if row[0].casefold() == self.header[0].casefold() and [*map(fold, row)] == [*map(fold, self.header)]:
            return 0, "the header stands here again", "delete this line"
        extra = [n for n in range(width, count) if row[n].strip()]
        if extra:
            return extra[0], "a cell in a column without a heading", "name the column, or empty it"
        return None


def _cells(count: int) -> str:
    return f"{count} cell" if count == 1 else f"{count} cells"


def fold(name: str) -> str:
    """The name of a column as it is compared: without case, spaces and `_`."""
    return "".join(unicodedata.normalize("NFC", name).casefold().replace("_", " ").split())


def opened(text: str, path: str, columns: Sequence[Column]) -> tuple[Grid | None, list[Problem]]:
    """The file at `path`, of a table with `columns`, and what is wrong with its header; None without one."""
    text, problems = _without_conflicts(text, path)
    physical = _SEPARATOR.sub("", text, count=1).splitlines(keepends=True)
    names = {fold(each.name): each.name for each in columns}
    lines, top = _top(Lines(path, physical, ",", '"' not in text), names)
    if top is None:
        hint = "its first line is the header: " + ",".join(names.values())
        return None, [*problems, Problem(path, 0, 0, "this file is empty", hint)]
    if top.cells is None:
        return None, [*problems, lines.torn(top)]
    found = [names.get(fold(cell), "") for cell in top.cells]
    if not any(found):
        message = f"{quoted(physical[top.line - 1].strip())} is not a header of this table"
        return None, [*problems, Problem(path, top.line, 1, message, listing(names.values()))]
    width = max(index for index, cell in enumerate(top.cells, 1) if cell.strip())
    grid = Grid(lines, top.cells, found[:width], top.line + top.height - 1)
    return grid, [*problems, *_headings(grid, top.line, columns)]


def _headings(grid: Grid, line: int, columns: Sequence[Column]) -> Iterator[Problem]:
    """What is wrong with the names in the header, which begins in `line`."""
    known = [each.name for each in columns]
    for index, name in enumerate(grid.names):
        at = grid.lines.place(line, index)
        heading = grid.header[index].strip()
        if not heading:
            yield Problem(grid.path, *at, "a column without a heading", "name it, or take it out")
        elif not name:
            hint = "; ".join(filter(None, (suggestion(heading, known), listing(known))))
            yield Problem(grid.path, *at, f"{quoted(heading)} is not a column of this table", hint)
        elif name in grid.names[:index]:
            yield Problem(grid.path, *at, f"the column {quoted(name)} stands twice", "take one of them out")
    for each in columns:
        if each.required and each.name not in grid.names:
            yield Problem(grid.path, line, 0, f"the column {quoted(each.name)} is missing", each.doc)


def _without_conflicts(text: str, path: str) -> tuple[str, list[Problem]]:
    """The text without the lines that a merge left behind, each of which is an error: both sides are read."""
    if not any(each * 7 in text for each in "<|=>"):
        return text, []
    message, hint = "a merge that is not settled", "keep the rows that are right, and delete this line"
    found = [Problem(path, *place(text, each.start()), message, hint) for each in _CONFLICT.finditer(text)]
    return _CONFLICT.sub("", text), found


def _top(lines: Lines, names: Mapping[str, str]) -> tuple[Lines, Record | None]:
    """The header, cut by the delimiter that splits it into the most known columns; None in an empty file."""
    cut = [replace(lines, delimiter=each) for each in _DELIMITERS]
    tops = [(each, _first(each)) for each in cut]
    return max(tops, key=lambda each: sum(fold(cell) in names for cell in (each[1] and each[1].cells) or ()))


def _first(lines: Lines) -> Record | None:
    """The first record that is not blank."""
    return next(
        (each for each in lines.records() if each.cells is None or any(map(str.strip, each.cells))), None
    )
