"""Parse the cells of a table, column by column: each distinct cell of a column is parsed once.

`ColumnBatch.read` is the way of a row from its cells to typed values; `results.results` says which steps come
before and after it.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import compress, repeat
from typing import Any, Self

from sitegen.core.cells import Parser
from sitegen.core.missing import FileRows, Missing
from sitegen.core.problems import Problem, advise, join_messages, merge_repeated
from sitegen.core.table import Column, Table, get_columns, get_input_columns
from sitegen.inputs.results.csv_file import WIDTH_CODES, CsvFile, merge_row_problems
from sitegen.inputs.results.misplaced import ColumnFits, check_row_of_width, explain_width
from sitegen.inputs.results.records import CONTROL


class CellValues(dict[str, Any]):
    """Values by cell: each distinct cell of a column, in all files of a table with the same decimal marks.

    A cell that cannot be parsed has the value None, and its message and hint in `faults`.
    """

    def __init__(self, parse: Parser) -> None:
        super().__init__()
        self._parse = parse
        self._missing_cells: list[str] = []
        self.faults: dict[str, tuple[str, str]] = {}

    def __missing__(self, cell: str) -> Any:
        self[cell] = None
        try:
            self[cell] = self._parse(cell)
        except ValueError as error:
            message, hint = error.args
            self.faults[cell] = message, hint
        if isinstance(self[cell], Missing):
            self._missing_cells.append(cell)
        return self[cell]

    def accepts(self, cell: str) -> bool:
        """Whether a cell can be parsed."""
        _ = self[cell]  # parses it, and keeps its fault
        return cell not in self.faults

    def reset_missing(self) -> Self:
        """Forget the cells that are `Missing`, before another file: each file has values of its own there."""
        for cell in self._missing_cells:
            del self[cell]
        self._missing_cells.clear()
        return self


ValuesFactory = Callable[[Column, str], CellValues]
"""A function that returns the values of a column in files with these decimal marks."""


_MIN_WRONG = 5
"""So many wrong cells, and most of a column, have one cause: the heading, or the form of all of them."""


def merge_frequent(problems: Sequence[Problem], row_count: int) -> list[Problem]:
    """Return problems of rows with those as one that most rows have."""
    return _merge_alike(problems, lambda group: _are_most(group, row_count))


def _merge_alike(
    problems: Sequence[Problem], have_one_cause: Callable[[Sequence[Problem]], bool]
) -> list[Problem]:
    """Return problems with those in the same words as one where these have one cause."""
    groups: dict[object, list[Problem]] = {}
    for problem in problems:
        groups.setdefault((problem.message, problem.hint), []).append(problem)
    merged = (merge_repeated(group) if have_one_cause(group) else group for group in groups.values())
    return [problem for group in merged for problem in group]


def _are_most(problems: Sequence[Problem], row_count: int) -> bool:
    return len(problems) >= _MIN_WRONG and 2 * len(problems) > row_count


def _merge_wrong_column(problems: Sequence[Problem], *, belongs_elsewhere: bool) -> list[Problem]:
    """Return the problems of the cells of a column, most of which are wrong, as one."""
    heading = advise("most cells of this column are wrong: does its heading belong to another?")
    hint = join_messages(problems[0].hint, heading if belongs_elsewhere else "")
    return [problem._replace(hint=hint, is_cause=True) for problem in merge_repeated(problems)]


@dataclass
class ColumnBatch:
    """The rows of a table as columns of equal length, and the files they come from.

    `lines` has the line in which each row begins, `ends` the number of rows up to the end of each file.
    `missing_rows` has, by column, the rows whose value is None because their cell could not be parsed.
    `malformed_places` has the place (`path:line`) of each line that should be a row and is none. Where a file
    `has_wrong_heading`, or one that belongs to another column, nothing else follows from its rows. `doubts`
    are told only where an error follows from them. `parts` are the batches of the files as long as
    these have the rows of the table, where they are read again.
    """

    table: type[Table]
    files: list[CsvFile] = field(default_factory=list)
    ends: list[int] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)
    values: dict[str, list[Any]] = field(default_factory=dict)
    missing_rows: dict[str, set[int]] = field(default_factory=dict)
    malformed_places: list[str] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    doubts: list[Problem] = field(default_factory=list)
    has_wrong_heading: bool = False
    parts: list["ColumnBatch"] = field(default_factory=list)

    @classmethod
    def read(cls, table: type[Table], csv_file: CsvFile, get_values: ValuesFactory) -> Self:
        """Read one file: turn its rows into columns, and parse each distinct cell of a column once."""
        columns = {column.name: column for column in get_input_columns(table)}
        batch = cls(table, [csv_file], values={name: [] for name in columns})
        batch.has_wrong_heading = not csv_file.has_known_header
        names = [name for name in csv_file.names if name]
        parsed = {name: get_values(columns[name], csv_file.decimal_marks).reset_missing() for name in names}
        row_problems: list[Problem] = []
        cell_problems: dict[str, list[Problem]] = {name: [] for name in names}
        for block in csv_file.iter_blocks():
            row_problems += block.problems
            batch.malformed_places += [f"{csv_file.path}:{line}" for line, _ in block.malformed_rows]
            batch.lines += block.lines
            cells = list(zip(*block.rows, strict=True))
            for name, values in parsed.items() if cells else ():
                cells_of_column = cells[csv_file.names.index(name)]
                cell_problems[name] += batch._extend_column(csv_file, name, values, cells_of_column)
        batch.malformed_places += [f"{csv_file.path}:{line}" for line in csv_file.commented_rows]
        row_count = len(batch.lines) + len(batch.malformed_places)
        row_problems = [
            explain_width(csv_file, problem, parsed) if problem.code in WIDTH_CODES else problem
            for problem in row_problems
        ]
        batch.problems += merge_row_problems(row_problems, csv_file, row_count)
        batch._add_cell_problems(csv_file, parsed, cell_problems)
        for name in columns.keys() - parsed.keys():
            batch._fill_column(columns[name], is_known=csv_file.has_known_header)
        batch.ends.append(len(batch.lines))
        batch._remove_false_rows(csv_file, parsed)
        if any(problem.is_cause and problem.code != "blank" for problem in batch.problems):
            batch.problems = [problem for problem in batch.problems if problem.code != "not-a-player"]
        batch.problems = _merge_alike(batch.problems, lambda group: group[0].code == "not-a-player")
        return batch

    def _remove_false_rows(self, csv_file: CsvFile, parsed: Mapping[str, CellValues]) -> None:
        """Remove the rows with wrong cells that are remarks, or stand below the wrong headings."""
        lines = sorted({problem.line for problem in self.problems}.intersection(self.lines))
        checks = (csv_file.check_note(line) or check_row_of_width(csv_file, line, parsed) for line in lines)
        found = {problem.line: problem for problem in checks if problem}
        if found:
            others = [problem for problem in self.problems if problem.line not in found]
            self.problems = [*others, *merge_row_problems([*found.values()], csv_file, len(self.lines))]
            self.malformed_places += [f"{csv_file.path}:{line}" for line in found]
            self.remove_rows({row for row, line in enumerate(self.lines) if line in found})

    def _add_cell_problems(
        self, csv_file: CsvFile, parsed: Mapping[str, CellValues], problems: Mapping[str, list[Problem]]
    ) -> None:
        """Add the problems of the cells of each column, as one where most of a column is wrong."""
        count = len(self.lines)
        wrong = [name for name, group in problems.items() if 2 * len(group) > count > 1]
        fits = ColumnFits(csv_file, parsed) if wrong else None
        if fits and (exchanged := fits.find_exchanged()):
            self.problems = [exchanged]
            self.has_wrong_heading = True
            return
        for name, group in problems.items():
            codes = {problem.code for problem in group}
            if fits and name in wrong and len(group) >= _MIN_WRONG and "not-a-player" not in codes:
                self.problems += _merge_wrong_column(group, belongs_elsewhere=fits.fits_another(name))
                self.has_wrong_heading = True
            else:
                self.problems += group

    def _extend_column(
        self, csv_file: CsvFile, name: str, values: CellValues, cells: Sequence[str]
    ) -> list[Problem]:
        """Add the values of these cells to a column; return a problem for each cell that has none."""
        column = self.values[name]
        start = len(column)
        column.extend(map(values.__getitem__, cells))
        has_fault = map(values.faults.__contains__, cells) if values.faults else ()
        problems: list[Problem] = []
        for index in compress(range(len(cells)), has_fault):
            self.missing_rows.setdefault(name, set()).add(start + index)
            if not CONTROL.search(cells[index]):  # `decode_csv` has reported control characters
                fault = values.faults[cells[index]]
                problems.append(csv_file.make_problem(self.lines[start + index], name, *fault))
        return problems

    def _fill_column(self, column: Column, *, is_known: bool) -> None:
        """Fill a column that the file does not have: by its default, or None where it is required.

        Where a heading is wrong it may be the one of this column, whose cells are missing then.
        """
        rows, is_missing = range(len(self.lines)), column.is_required or not is_known
        self.values[column.name] += [None if is_missing else column.default] * len(rows)
        if is_missing:
            self.missing_rows.setdefault(column.name, set()).update(rows)

    def extend(self, other: "ColumnBatch") -> None:
        """Add the rows of another batch, which stays as it is."""
        start = len(self.lines)
        self.files += other.files
        self.ends += [start + end for end in other.ends]
        self.lines += other.lines
        self.malformed_places += other.malformed_places
        self.problems += other.problems
        self.has_wrong_heading |= other.has_wrong_heading
        for name, values in other.values.items():
            self.values.setdefault(name, []).extend(values)
        for name, rows in other.missing_rows.items():
            self.missing_rows.setdefault(name, set()).update(start + row for row in rows)

    def remove_rows(self, rows: Collection[int]) -> None:
        """Remove these rows from every column."""
        if not rows:
            return
        self.parts = []
        remaining = [row for row in range(len(self.lines)) if row not in rows]
        new_indices = {row: index for index, row in enumerate(remaining)}
        self.ends = [bisect_left(remaining, end) for end in self.ends]
        self.lines = [self.lines[row] for row in remaining]
        self.values = {name: [column[row] for row in remaining] for name, column in self.values.items()}
        self.missing_rows = {
            name: {new_indices[row] for row in missing if row in new_indices}
            for name, missing in self.missing_rows.items()
        }

    def make_problem(self, row: int, name: str, message: str, hint: str = "") -> Problem:
        """Make a problem with the cell of a row in the column `name`."""
        return self.get_file(row).make_problem(self.lines[row], name, message, hint)

    def format_place(self, row: int) -> str:
        """Return the place of a row: `path:line`."""
        return f"{self.get_file(row).path}:{self.lines[row]}"

    def get_file(self, row: int) -> CsvFile:
        """Return the file that has a row."""
        return self.files[bisect_right(self.ends, row)]

    def iter_paths(self) -> Iterator[str]:
        """Yield the path of the file of each row."""
        for csv_file, start, end in zip(self.files, [0, *self.ends], self.ends, strict=False):
            yield from repeat(csv_file.path, end - start)

    def format_places(self) -> list[str]:
        """Return the place of each row: `path:line`."""
        return [f"{path}:{line}" for path, line in zip(self.iter_paths(), self.lines, strict=True)]

    @cached_property
    def file_rows(self) -> FileRows[Any]:
        """The rows of a file when every cell has a value."""
        return FileRows(self.make_rows({}))

    def make_rows(self, filled: Mapping[str, Sequence[Any]]) -> list[Any]:
        """Return the rows when every cell has a value; `filled` are other columns that the reader fills."""
        return self.table.make_rows(zip(*self._get_columns(filled), strict=True))

    def make_all_rows(self, filled: Mapping[str, Sequence[Any]]) -> list[Any]:
        """Return the rows with `Missing` for cells without a value, and a row for each malformed place."""
        columns = [list(column) for column in self._get_columns(filled)]
        for column, values in zip(get_columns(self.table), columns, strict=True):
            for row in self.missing_rows.get(column.name, ()):
                values[row] = Missing()
            is_source = column.display.style == "source"
            values += [place if is_source else Missing() for place in self.malformed_places]
        return self.table.make_rows(zip(*columns, strict=True))

    def _get_columns(self, filled: Mapping[str, Sequence[Any]]) -> list[Sequence[Any]]:
        count = len(self.lines)
        columns = {column.name: column for column in get_columns(self.table)}
        places = {
            name: self.format_places()
            for name, column in columns.items()
            if column.filled and column.display.style == "source"
        }
        known = {**self.values, **places, **filled}
        return [known.get(name, [column.default] * count) for name, column in columns.items()]
