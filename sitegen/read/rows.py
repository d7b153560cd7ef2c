"""The files of a table -> its rows, column by column: each distinct cell of a column is read once."""

from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import compress
from typing import Any

from sitegen.cells import Parser
from sitegen.problem import Problem, Severity, quoted
from sitegen.read.csvfile import Grid
from sitegen.read.encoding import CONTROL
from sitegen.table import Column, Table, cell_columns, columns

ParserOf = Callable[[Column, str], Parser]
"""How the cells of a column are read, in a file with these decimal marks."""


class _Values(dict[str, Any]):
    """The value of each distinct cell of a column; `faults` has the message and hint where there is none."""

    def __init__(self, parse: Parser) -> None:
        super().__init__()
        self._parse = parse
        self.faults: dict[str, tuple[str, str]] = {}

    def __missing__(self, cell: str) -> Any:
        self[cell] = None
        try:
            self[cell] = self._parse(cell)
        except ValueError as error:
            message, hint = error.args
            self.faults[cell] = message, hint
        return self[cell]


@dataclass
class Body:
    """The rows of a table as columns of equal length, and the files they come from.

    `lines` has where each row begins, `ends` how many rows had been read when each file ended. `failed` has
    the rows that lack a value, by column: None stands in its place.
    """

    table: type[Table]
    grids: list[Grid] = field(default_factory=list)
    ends: list[int] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)
    values: dict[str, list[Any]] = field(default_factory=dict)
    failed: dict[str, set[int]] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)

    def add(self, grid: Grid, parser_of: ParserOf) -> None:
        """Read one more file."""
        declared = {each.name: each for each in cell_columns(self.table)}
        for name in declared:
            self.values.setdefault(name, [])
        given = {name: _Values(parser_of(declared[name], grid.decimal_marks)) for name in grid.names if name}
        start = len(self.lines)
        for block in grid.blocks():
            self.problems += block.problems
            cells = list(zip(*block.rows, strict=True))
            self.lines += block.lines
            for name, values in given.items() if cells else ():
                self._extend(grid, name, values, cells[grid.names.index(name)])
        self.grids.append(grid)
        self.ends.append(len(self.lines))
        for name in declared.keys() - given.keys():
            self._fill(declared[name], start)

    def _extend(self, grid: Grid, name: str, values: _Values, cells: Sequence[str]) -> None:
        column = self.values[name]
        start = len(column)
        column.extend(map(values.__getitem__, cells))
        wrong = map(values.faults.__contains__, cells) if values.faults else ()
        for index in compress(range(len(cells)), wrong):
            self.failed.setdefault(name, set()).add(start + index)
            if not CONTROL.search(cells[index]):  # that the file holds one has been said
                fault = values.faults[cells[index]]
                self.problems.append(grid.problem(self.lines[start + index], name, *fault))

    def _fill(self, column: Column, start: int) -> None:
        """What the rows of a file have in a column that it does not have."""
        missing = range(start, len(self.lines))
        self.values[column.name] += [None if column.required else column.default] * len(missing)
        if column.required:
            self.failed.setdefault(column.name, set()).update(missing)

    def problem(self, row: int, name: str, message: str, hint: str = "") -> Problem:
        """A problem with one cell of a row."""
        return self.grid(row).problem(self.lines[row], name, message, hint)

    def place(self, row: int) -> str:
        """Where a row stands: `path:line`."""
        return f"{self.grid(row).path}:{self.lines[row]}"

    def grid(self, row: int) -> Grid:
        """The file that a row stands in."""
        return self.grids[bisect_right(self.ends, row)]

    def places(self) -> list[str]:
        """Where each row stands."""
        spans = zip(self.grids, [0, *self.ends[:-1]], self.ends, strict=True)
        return [f"{grid.path}:{line}" for grid, start, end in spans for line in self.lines[start:end]]

    def sound(self) -> Sequence[int]:
        """The rows in which every cell has a value."""
        failed = set().union(*self.failed.values())
        every = range(len(self.lines))
        return [row for row in every if row not in failed] if failed else every

    def rows(self, filled: Mapping[str, Sequence[Any]]) -> list[Any]:
        """The sound rows, with the columns that the reader fills."""
        count = len(self.lines)
        every = [
            filled.get(each.name, self.values.get(each.name, [each.default] * count))
            for each in columns(self.table)
        ]
        sound = self.sound()
        if len(sound) < count:
            every = [[column[row] for row in sound] for column in every]
        return self.table.rows(zip(*every, strict=True))


def repeated(body: Body) -> Iterator[Problem]:
    """Rows whose key stands in an earlier row, or in a table without a key all of it, which is a warning."""
    keys = [each.name for each in cell_columns(body.table) if each.key]
    names = keys or [each.name for each in cell_columns(body.table)]
    failed = set().union(*(body.failed.get(name, ()) for name in names))
    for row, first in _again(list(zip(*(body.values[name] for name in names), strict=True)), failed):
        place = body.place(first)
        if keys:
            what = ", ".join(f"{name} {_written(body.values[name][row])}" for name in keys)
            yield body.problem(row, keys[0], f"{what} stands in {place} already", "a key stands once")
        else:
            message = f"the row repeats {place} exactly"
            hint = "take one of them out, unless both are meant"
            yield Problem(body.grid(row).path, body.lines[row], 0, message, hint, Severity.WARNING)


def _again(rows: Sequence[Any], failed: set[int]) -> Iterator[tuple[int, int]]:
    """The rows that are as an earlier one, and the first that is."""
    if not failed and len(set(rows)) == len(rows):
        return
    first: dict[Any, int] = {}
    for row, values in enumerate(rows):
        if row not in failed and first.setdefault(values, row) != row:
            yield row, first[values]


def _written(value: Any) -> str:
    return quoted(value) if isinstance(value, str) else str(value)
