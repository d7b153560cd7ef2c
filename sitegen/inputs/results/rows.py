"""The files of a table -> its rows, column by column: each distinct cell of a column is read once."""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import compress
from typing import Any, Self

from sitegen.core.cells import Parser
from sitegen.core.problems import Problem, Severity, advise, merge_repeated, pluralize, quote_text, say
from sitegen.core.table import Column, Table, get_columns, get_input_columns
from sitegen.core.unread import Missing
from sitegen.inputs.results.grid import CsvFile, merge_wrong_delimiters
from sitegen.inputs.results.records import CONTROL


class CellValues(dict[str, Any]):
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
        if isinstance(self[cell], Missing):
            self._unread.append(cell)
        return self[cell]

    def reset_missing(self) -> Self:
        """The same for another file, in which what could not be read stands for itself."""
        for cell in self._unread:
            del self[cell]
        self._unread.clear()
        return self


ValuesFactory = Callable[[Column, str], CellValues]
"""The values of the cells of a column, in files with these decimal marks."""


@dataclass
class ColumnBatch:
    """The rows of a table as columns of equal length, and the files they come from.

    `lines` has where each row begins, `ends` how many rows had been read when each file ended. `failed` has
    the rows that lack a value, by column: None stands in its place. `lost` is where something stands that is
    no row.
    """

    table: type[Table]
    files: list[CsvFile] = field(default_factory=list)
    ends: list[int] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)
    values: dict[str, list[Any]] = field(default_factory=dict)
    missing_rows: dict[str, set[int]] = field(default_factory=dict)
    malformed_places: list[str] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)

    @classmethod
    def read(cls, table: type[Table], grid: CsvFile, values_of: ValuesFactory) -> Self:
        """Those of one file."""
        declared = {column.name: column for column in get_input_columns(table)}
        body = cls(table, [grid], values={name: [] for name in declared})
        body._add_file(grid, declared, values_of)
        body.ends.append(len(body.lines))
        return body

    def _add_file(self, grid: CsvFile, declared: Mapping[str, Column], values_of: ValuesFactory) -> None:
        marks, names = grid.decimal_marks, [name for name in grid.names if name]
        given = {name: values_of(declared[name], marks).reset_missing() for name in names}
        torn: list[Problem] = []
        for block in grid.iter_blocks():
            torn += block.problems
            self.malformed_places += [f"{grid.path}:{line}" for line, _ in block.malformed_rows]
            cells = list(zip(*block.rows, strict=True))
            self.lines += block.lines
            for name, values in given.items() if cells else ():
                self._extend_column(grid, name, values, cells[grid.names.index(name)])
        self.malformed_places += [f"{grid.path}:{line}" for line in grid.commented_rows]
        self.problems += merge_wrong_delimiters(torn)
        for name in declared.keys() - given.keys():
            self._fill_column(declared[name])

    def extend(self, other: "ColumnBatch") -> None:
        """Have the rows of another file as well; the other stays as it is."""
        start = len(self.lines)
        self.files += other.files
        self.ends += [start + end for end in other.ends]
        self.lines += other.lines
        self.malformed_places += other.malformed_places
        self.problems += other.problems
        for name, values in other.values.items():
            self.values.setdefault(name, []).extend(values)
        for name, rows in other.missing_rows.items():
            self.missing_rows.setdefault(name, set()).update(start + row for row in rows)

    def _extend_column(self, grid: CsvFile, name: str, values: CellValues, cells: Sequence[str]) -> None:
        column = self.values[name]
        start = len(column)
        column.extend(map(values.__getitem__, cells))
        wrong = map(values.faults.__contains__, cells) if values.faults else ()
        for index in compress(range(len(cells)), wrong):
            self.missing_rows.setdefault(name, set()).add(start + index)
            if not CONTROL.search(cells[index]):  # that the file holds one has been said
                fault = values.faults[cells[index]]
                self.problems.append(grid.make_problem(self.lines[start + index], name, *fault))

    def _fill_column(self, column: Column) -> None:
        """What the rows of a file have in a column that it does not have."""
        missing = range(len(self.lines))
        self.values[column.name] += [None if column.is_required else column.default] * len(missing)
        if column.is_required:
            self.missing_rows.setdefault(column.name, set()).update(missing)

    def remove_rows(self, rows: Collection[int]) -> None:
        """Leave these rows out, as if they stood nowhere."""
        if not rows:
            return
        left = [row for row in range(len(self.lines)) if row not in rows]
        places = {row: place for place, row in enumerate(left)}
        self.ends = [bisect_left(left, end) for end in self.ends]
        self.lines = [self.lines[row] for row in left]
        self.values = {name: [column[row] for row in left] for name, column in self.values.items()}
        self.missing_rows = {
            name: {places[row] for row in at if row in places} for name, at in self.missing_rows.items()
        }

    def make_problem(self, row: int, name: str, message: str, hint: str = "") -> Problem:
        """A problem with one cell of a row."""
        return self.get_file(row).make_problem(self.lines[row], name, message, hint)

    def format_place(self, row: int) -> str:
        """Where a row stands: `path:line`."""
        return f"{self.get_file(row).path}:{self.lines[row]}"

    def get_file(self, row: int) -> CsvFile:
        """The file that a row stands in."""
        return self.files[bisect_right(self.ends, row)]

    def format_places(self) -> list[str]:
        """Where each row stands."""
        spans = zip([grid.path for grid in self.files], [0, *self.ends[:-1]], self.ends, strict=True)
        return [f"{path}:{line}" for path, start, end in spans for line in self.lines[start:end]]

    def make_rows(self, filled: Mapping[str, Sequence[Any]]) -> list[Any]:
        """The rows, with the columns that the reader fills, when every cell of them has a value."""
        return self.table.make_rows(zip(*self._get_columns(filled), strict=True))

    def make_all_rows(self, filled: Mapping[str, Sequence[Any]]) -> list[Any]:
        """The same when not all cells have one: `Unread` stands there, and in all of what is no row."""
        every = [list(column) for column in self._get_columns(filled)]
        for column, values in zip(get_columns(self.table), every, strict=True):
            for row in self.missing_rows.get(column.name, ()):
                values[row] = Missing()
            is_source = column.display.style == "source"
            values += [place if is_source else Missing() for place in self.malformed_places]
        return self.table.make_rows(zip(*every, strict=True))

    def _get_columns(self, filled: Mapping[str, Sequence[Any]]) -> list[Sequence[Any]]:
        count = len(self.lines)
        return [
            filled.get(column.name, self.values.get(column.name, [column.default] * count))
            for column in get_columns(self.table)
        ]


def find_repeated_keys(body: ColumnBatch) -> Iterator[Problem]:
    """Rows whose key stands in an earlier row."""
    keys = [column.name for column in get_input_columns(body.table) if column.key]
    for row, first in _iter_repeats(body, keys) if keys else ():
        values = [(name, body.values[name][row]) for name in keys]
        cells = [f"{name} {_format_value(value)}" for name, value in values if value not in ("", None)]
        message = say(
            "key-again",
            "{key} stands in {place} already",
            key=", ".join(cells),
            place=body.format_place(first),
        )
        hint = advise("correct one of the two rows, or take it out")
        yield body.make_problem(row, keys[0], message, hint)


def find_repeated_rows(body: ColumnBatch) -> Iterator[Problem]:
    """A warning where rows of a table without a key repeat an earlier one, told once for all of them."""
    names = [column.name for column in get_input_columns(body.table)]
    if not any(column.key for column in get_input_columns(body.table)):
        again = [row for row, _ in _iter_repeats(body, names) if not _may_repeat(body, row)]
        message = pluralize(
            len(again),
            "{number} row repeats an earlier one exactly",
            "{number} rows repeat an earlier one exactly",
            code="row-repeated",
        )
        hint = advise("take out what is entered twice; leave what was played twice")
        rows = [(body.get_file(row).path, body.lines[row]) for row in again]
        yield from merge_repeated([Problem(*at, 0, message, hint, Severity.WARNING) for at in rows])


def _may_repeat(body: ColumnBatch, row: int) -> bool:
    """Whether the same can have been played once more."""
    may: Callable[[Any], bool] | None = getattr(body.table, "may_repeat", None)
    values = [
        body.values[column.name][row] if column.name in body.values else None
        for column in get_columns(body.table)
    ]
    return bool(may and may(*body.table.make_rows([values])))


def _iter_repeats(body: ColumnBatch, names: Sequence[str]) -> Iterator[tuple[int, int]]:
    """The rows that have the same as an earlier one in the columns `names`, and the first that has."""
    failed = set().union(*(body.missing_rows.get(name, ()) for name in names))
    rows = list(zip(*(body.values[name] for name in names), strict=True))
    if not failed and len(set(rows)) == len(rows):
        return
    first: dict[Any, int] = {}
    for row, values in enumerate(rows):
        if row not in failed and first.setdefault(values, row) != row:
            yield row, first[values]


def _format_value(value: Any) -> str:
    return quote_text(value) if isinstance(value, str) else str(value)
