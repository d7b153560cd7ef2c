"""Tell where the cells of a row, or of a column, belong that stand below the headings of others.

A row was shifted by a cell, or a spreadsheet parted its values; two headings were exchanged. Each is told as
what it is, with the row as it should be: nothing is guessed and read.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Protocol

from sitegen.core.names import normalize_heading
from sitegen.core.problems import Problem, advise, quote_text, say
from sitegen.inputs.results.csv_file import CsvFile, count_cells


class CellReader(Protocol):
    """The values of a column, which know the cells that they can be read from."""

    @property
    def faults(self) -> Mapping[str, tuple[str, str]]:
        """The message and hint of each cell that was tried and is wrong."""

    def accepts(self, cell: str) -> bool:
        """Whether a cell can be read."""


Readers = Mapping[str, CellReader]
"""What reads the cells of each column, by its name."""

_MIN_CELLS = 2
"""In a row of so few cells nothing shows that they stand below the headings of others."""
_NO_VALUE = {"not-a-date", "not-whole", "not-a-number"}


def check_row_of_width(csv_file: CsvFile, line: int, readers: Readers) -> Problem | None:
    """Return the problem of a row with wrong cells that has moved, or that is an example; else None."""
    return _check_shifted_row(csv_file, line, readers) or _check_example_row(csv_file, line, readers)


def _check_shifted_row(csv_file: CsvFile, line: int, readers: Readers) -> Problem | None:
    """Return the problem of a row that would be right if it were moved by a column; else None.

    One that is right as it stands but for blank cells has not moved.
    """
    cells, names = csv_file.lines.get_cells(line), csv_file.names
    filled = ((name, cell) for name, cell in zip(names, cells, strict=False) if cell.strip())
    if len(cells) <= _MIN_CELLS or _can_read(filled, readers):
        return None
    if not cells[0].strip() and _can_read(zip(names, cells[1:], strict=False), readers):
        message = say("row-too-far-right", "this row stands one column too far to the right")
    elif not cells[-1].strip() and _can_read(zip(names[1:], cells[:-1], strict=False), readers):
        message = say("row-too-far-left", "this row stands one column too far to the left")
    else:
        return None
    return Problem(csv_file.path, line, 1, message, advise("put each cell below its heading"))


def _check_example_row(csv_file: CsvFile, line: int, readers: Readers) -> Problem | None:
    """Return the problem of a row that has words for what its columns hold: `jjjj-mm-dd;wit;zwart;1-0`."""
    pairs = zip(csv_file.names, csv_file.lines.get_cells(line), strict=False)
    filled = [(name, cell) for name, cell in pairs if name and cell.strip()]
    wrong = [(name, cell) for name, cell in filled if not readers[name].accepts(cell)]
    has_digit = any(letter.isdigit() for _, cell in wrong for letter in cell)
    codes = {getattr(readers[name].faults[cell][0], "code", "") for name, cell in wrong}
    headings = sum(csv_file.known_headings.get(normalize_heading(cell)) == name for name, cell in wrong)
    are_words = 2 * len(wrong) > len(filled) and (headings or codes & _NO_VALUE)
    if has_digit or not (headings >= _MIN_CELLS or (are_words and len(wrong) >= _MIN_CELLS)):
        return None
    message = say("example-row", "this row has words, and no values: is it an example, or a heading?")
    hint = advise("then take it out; a row of what was played needs its values")
    return Problem(csv_file.path, line, 1, message, hint)


def _can_read(cells: Iterable[tuple[str, str]], readers: Readers) -> bool:
    """Whether each cell is one of its column, by the names of the columns."""
    return all(readers[name].accepts(cell) for name, cell in cells if name)


def explain_width(csv_file: CsvFile, problem: Problem, readers: Readers) -> Problem:
    """Return the problem of a row with too few or too many cells, with what the other cells say of it."""
    cells, names = csv_file.lines.get_cells(problem.line), csv_file.names
    if len(cells) < len(names):
        index = _find_gap(cells, names, readers)
        return problem if index is None else csv_file.report_too_few(problem.line, cells, index)
    joined = _join_parts(cells, names, readers, (" ", "-", csv_file.decimal_marks[-1]))
    if joined is None or csv_file.suggest_decimal_point(cells):
        return problem
    params = {"cells": count_cells(len(cells)), "width": len(names)}
    message = say(
        "value-in-several-cells",
        "{cells} where the header has {width}: one value stands in several",
        **params,
    )
    if [*filter(str.strip, cells)] == [*filter(str.strip, joined)]:
        message = say(
            "blank-cell-too-many", "{cells} where the header has {width}: a blank one is too many", **params
        )
    return problem._replace(message=message, hint=advise("write {row}", row=csv_file.quote_row(joined)))


def _find_gap(cells: Sequence[str], names: Sequence[str], readers: Readers) -> int | None:
    """Return the only index at which the missing cells can be, if it is not the end; else None."""
    blank = [""] * (len(names) - len(cells))
    moved = ([*cells[:index], *blank, *cells[index:]] for index in range(len(cells) + 1))
    gaps = [
        index
        for index, row in enumerate(moved)
        if _can_read(((name, cell) for name, cell in zip(names, row, strict=True) if cell.strip()), readers)
    ]
    return gaps[0] if len(gaps) == 1 and gaps[0] < len(cells) else None


_MAX_PARTS = 4
"""The most cells that one value was parted into."""
_ANYTHING = "\u00a7 \u00a7"
"""What a column of free text takes, and no other."""


def _join_parts(
    cells: Sequence[str], names: Sequence[str], readers: Readers, signs: Sequence[str]
) -> list[str] | None:
    """Return the row, a cell a name, that can be read when neighbouring cells are joined by a sign."""

    @cache
    def join(start: int, column: int) -> list[str] | None:
        left, columns = len(cells) - start, len(names) - column
        if columns == 0:
            return [] if left == 0 else None
        for count in range(1, min(_MAX_PARTS, left - columns + 1) + 1):
            for value in _iter_values(cells[start : start + count], names[column], readers, signs):
                rest = join(start + count, column + 1)
                if rest is not None:
                    return [value, *rest]
        return None

    return join(0, 0)


def _iter_values(parts: Sequence[str], name: str, readers: Readers, signs: Sequence[str]) -> Iterator[str]:
    """Yield what some cells can be together in a column."""
    filled = [part.strip() for part in parts if part.strip()]
    if len(filled) <= 1:
        value = filled[0] if filled else ""
        if not name or readers[name].accepts(value):
            yield value
    elif name and not readers[name].accepts(_ANYTHING):
        ordered = sorted(signs, key=lambda sign: (sign == "-") != all(map(str.isdigit, filled)))
        yield from (value for sign in ordered if readers[name].accepts(value := sign.join(filled)))


_MOST = 0.8
"""The share of its cells that a column can read which belongs to them; some may be wrong otherwise."""


_MAX_ROWS = 200
"""So many rows say what a column holds."""


class ColumnFits:
    """Which columns of a file can read the cells of which others."""

    def __init__(self, csv_file: CsvFile, readers: Readers) -> None:
        rows = [row for block in csv_file.iter_blocks() for row in block.rows][:_MAX_ROWS]
        self._csv_file, self._readers = csv_file, readers
        self._cells = {
            name: cells for name, cells in zip(csv_file.names, zip(*rows, strict=True), strict=False) if name
        }
        self._wrong = [name for name in self._cells if not self._fits(name, name)]

    def _fits(self, name: str, other: str) -> bool:
        """Whether the column `name` can read the cells of another."""
        cells = [cell for cell in self._cells[other] if cell.strip()]
        return bool(cells) and sum(map(self._readers[name].accepts, cells)) >= _MOST * len(cells)

    def find_exchanged(self) -> Problem | None:
        """Return the problem of a header in which two headings were exchanged; else None."""
        for name in self._wrong:
            for other in self._cells:
                if other != name and self._fits(name, other) and self._fits(other, name):
                    header, names = self._csv_file.header, self._csv_file.names
                    one, two = (quote_text(header[names.index(each)].strip()) for each in (name, other))
                    message = say(
                        "headings-exchanged", "the headings {one} and {two} are exchanged", one=one, two=two
                    )
                    return self._csv_file.report_header(
                        message, advise("put each of them above what it names")
                    )
        return None

    def fits_another(self, name: str) -> bool:
        """Whether the cells of a column belong to another, which has wrong cells as well."""
        return any(other != name and self._fits(other, name) for other in self._wrong)
