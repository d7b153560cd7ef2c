"""The files of a table -> its rows, column by column: each distinct cell of a column is read once."""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import compress
from typing import Any, Self

from sitegen.cells import Parser
from sitegen.message import advise, counted, say
from sitegen.problem import Problem, Severity, quoted, told_once
from sitegen.read import mixed
from sitegen.read.encoding import CONTROL
from sitegen.read.grid import Grid
from sitegen.table import Column, Table, cell_columns, columns
from sitegen.unread import Unread


class Values(dict[str, Any]):
    """The value of each distinct cell of a column, in all files of a table that have the same decimal marks.

    `faults` has the message and hint where there is none.
    """

    def __init__(self, parse: Parser) -> None:
        super().__init__()
        self._parse = parse
        self._unread: list[str] = []
        self.faults: dict[str, tuple[str, str]] = {}

    def __missing__(self, cell: str) -> Any:
        self[cell] = None
        try:
            self[cell] = self._parse(cell)
        except ValueError as error:
            message, hint = error.args
            self.faults[cell] = message, hint
        if isinstance(self[cell], Unread):
            self._unread.append(cell)
        return self[cell]

    def again(self) -> Self:
        """The same for another file, in which what could not be read stands for itself."""
        for cell in self._unread:
            del self[cell]
        self._unread.clear()
        return self


ValuesOf = Callable[[Column, str], Values]
"""The values of the cells of a column, in files with these decimal marks."""


@dataclass
class Body:
    """The rows of a table as columns of equal length, and the files they come from.

    `lines` has where each row begins, `ends` how many rows had been read when each file ended. `failed` has
    the rows that lack a value, by column: None stands in its place. `lost` is where something stands that is
    no row.
    """

    table: type[Table]
    grids: list[Grid] = field(default_factory=list)
    ends: list[int] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)
    values: dict[str, list[Any]] = field(default_factory=dict)
    failed: dict[str, set[int]] = field(default_factory=dict)
    lost: list[str] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)

    @classmethod
    def of(cls, table: type[Table], grid: Grid, values_of: ValuesOf) -> Self:
        """Those of one file."""
        declared = {each.name: each for each in cell_columns(table)}
        body = cls(table, [grid], values={name: [] for name in declared})
        body._add(grid, declared, values_of)
        body.ends.append(len(body.lines))
        return body

    def _add(self, grid: Grid, declared: Mapping[str, Column], values_of: ValuesOf) -> None:
        marks, names = grid.decimal_marks, [each for each in grid.names if each]
        given = {name: values_of(declared[name], marks).again() for name in names}
        torn: list[Problem] = []
        for block in grid.blocks():
            torn += block.problems
            self.lost += [f"{grid.path}:{line}" for line, _ in block.broken]
            cells = list(zip(*block.rows, strict=True))
            self.lines += block.lines
            for name, values in given.items() if cells else ():
                self._extend(grid, name, values, cells[grid.names.index(name)])
        self.lost += [f"{grid.path}:{line}" for line in grid.lost]
        self.problems += mixed.together(torn)
        for name in declared.keys() - given.keys():
            self._fill(declared[name])

    def join(self, other: "Body") -> None:
        """Have the rows of another file as well; the other stays as it is."""
        start = len(self.lines)
        self.grids += other.grids
        self.ends += [start + each for each in other.ends]
        self.lines += other.lines
        self.lost += other.lost
        self.problems += other.problems
        for name, values in other.values.items():
            self.values.setdefault(name, []).extend(values)
        for name, rows in other.failed.items():
            self.failed.setdefault(name, set()).update(start + each for each in rows)

    def _extend(self, grid: Grid, name: str, values: Values, cells: Sequence[str]) -> None:
        column = self.values[name]
        start = len(column)
        column.extend(map(values.__getitem__, cells))
        wrong = map(values.faults.__contains__, cells) if values.faults else ()
        for index in compress(range(len(cells)), wrong):
            self.failed.setdefault(name, set()).add(start + index)
            if not CONTROL.search(cells[index]):  # that the file holds one has been said
                fault = values.faults[cells[index]]
                self.problems.append(grid.problem(self.lines[start + index], name, *fault))

    def _fill(self, column: Column) -> None:
        """What the rows of a file have in a column that it does not have."""
        missing = range(len(self.lines))
        self.values[column.name] += [None if column.required else column.default] * len(missing)
        if column.required:
            self.failed.setdefault(column.name, set()).update(missing)

    def take_out(self, rows: Collection[int]) -> None:
        """Leave these rows out, as if they stood nowhere."""
        if not rows:
            return
        left = [row for row in range(len(self.lines)) if row not in rows]
        places = {row: place for place, row in enumerate(left)}
        self.ends = [bisect_left(left, each) for each in self.ends]
        self.lines = [self.lines[row] for row in left]
        self.values = {name: [column[row] for row in left] for name, column in self.values.items()}
        self.failed = {
            name: {places[each] for each in at if each in places} for name, at in self.failed.items()
        }

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
        paths = [each.path for each in self.grids]
        spans = zip(paths, [0, *self.ends[:-1]], self.ends, strict=True)
        return [f"{path}:{line}" for path, start, end in spans for line in self.lines[start:end]]

    def rows(self, filled: Mapping[str, Sequence[Any]]) -> list[Any]:
        """The rows, with the columns that the reader fills, when every cell of them has a value."""
        return self.table.rows(zip(*self._columns(filled), strict=True))

    def every(self, filled: Mapping[str, Sequence[Any]]) -> list[Any]:
        """The same when not all cells have one: `Unread` stands there, and in all of what is no row."""
        every = [list(each) for each in self._columns(filled)]
        for each, values in zip(columns(self.table), every, strict=True):
            for row in self.failed.get(each.name, ()):
                values[row] = Unread()
            is_source = each.shown.style == "source"
            values += [place if is_source else Unread() for place in self.lost]
        return self.table.rows(zip(*every, strict=True))

    def _columns(self, filled: Mapping[str, Sequence[Any]]) -> list[Sequence[Any]]:
        count = len(self.lines)
        return [
            filled.get(each.name, self.values.get(each.name, [each.default] * count))
            for each in columns(self.table)
        ]


def repeated(body: Body) -> Iterator[Problem]:
    """Rows whose key stands in an earlier row."""
    keys = [each.name for each in cell_columns(body.table) if each.key]
    for row, first in _again(body, keys) if keys else ():
        values = [(name, body.values[name][row]) for name in keys]
        cells = [f"{name} {_written(value)}" for name, value in values if value not in ("", None)]
        message = say(
            "key-again", "{key} stands in {place} already", key=", ".join(cells), place=body.place(first)
        )
        hint = advise("correct one of the two rows, or take it out")
        yield body.problem(row, keys[0], message, hint)


def alike(body: Body) -> Iterator[Problem]:
    """A warning where rows of a table without a key repeat an earlier one, told once for all of them."""
    names = [each.name for each in cell_columns(body.table)]
    if not any(each.key for each in cell_columns(body.table)):
        again = [row for row, _ in _again(body, names) if not _may_repeat(body, row)]
        message = counted(
            len(again),
            "{number} row repeats an earlier one exactly",
            "{number} rows repeat an earlier one exactly",
            code="row-repeated",
        )
        hint = advise("take out what is entered twice; leave what was played twice")
        rows = [(body.grid(row).path, body.lines[row]) for row in again]
        yield from told_once([Problem(*at, 0, message, hint, Severity.WARNING) for at in rows])


def _may_repeat(body: Body, row: int) -> bool:
    """Whether the same can have been played once more."""
    may: Callable[[Any], bool] | None = getattr(body.table, "may_repeat", None)
    values = [
        body.values[each.name][row] if each.name in body.values else None for each in columns(body.table)
    ]
    return bool(may and may(*body.table.rows([values])))


def _again(body: Body, names: Sequence[str]) -> Iterator[tuple[int, int]]:
    """The rows that have the same as an earlier one in the columns `names`, and the first that has."""
    failed = set().union(*(body.failed.get(name, ()) for name in names))
    rows = list(zip(*(body.values[name] for name in names), strict=True))
    if not failed and len(set(rows)) == len(rows):
        return
    first: dict[Any, int] = {}
    for row, values in enumerate(rows):
        if row not in failed and first.setdefault(values, row) != row:
            yield row, first[values]


def _written(value: Any) -> str:
    return quoted(value) if isinstance(value, str) else str(value)
