"""What each row of a table finds wrong with itself, whatever stands in others."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from typing import Any

from sitegen.core.entities import Fault
from sitegen.core.missing import Missing, map_files
from sitegen.inputs.results.rows import ColumnBatch

RowFault = tuple[int, str, str, str]
"""The index of a row, the column, the message and the hint."""


def check_rows(batch: ColumnBatch, rows: Sequence[Any]) -> Iterator[RowFault]:
    """Yield what each row finds wrong with itself, but with cells that could not be read.

    In a file with a wrong heading a whole column may be missing, and nothing is told of its rows.
    """
    if not hasattr(batch.table, "find_faults"):
        return
    find = _find_known_faults if batch.missing_rows else _find_row_faults
    start = 0
    known_rows = rows if len(rows) == len(batch.lines) else rows[: len(batch.lines)]
    for count, faults in map_files(find, known_rows):
        for place, name, message, hint in faults:
            row = start + place
            if row not in batch.missing_rows.get(name, ()) and batch.get_file(row).has_known_header:
                yield row, name, message, hint
        start += count


def _find_row_faults(rows: Sequence[Any]) -> tuple[int, list[RowFault]]:
    """Return how many rows there are, and what each finds wrong with itself."""
    return len(rows), [(place, *fault) for place, row in enumerate(rows) for fault in row.find_faults()]


def _find_known_faults(rows: Sequence[Any]) -> tuple[int, list[RowFault]]:
    """Return the same of rows with cells that could not be read."""
    found = (iter_until_error(row.find_faults()) for row in rows)
    return len(rows), [(place, *fault) for place, faults in enumerate(found) for fault in faults]


def remove_cells(rows: Sequence[Any], faults: Sequence[RowFault]) -> Sequence[Any]:
    """Return the rows with a missing cell for each faulty one: what else is found would follow from it."""
    if not faults:
        return rows
    checked_rows = [*rows]
    for row, name, *_ in faults:
        field = name if hasattr(checked_rows[row], name) else f"{name}_"
        checked_rows[row] = checked_rows[row].replace(**{field: Missing()})
    return checked_rows


def iter_until_error(faults: Iterable[Any]) -> Iterator[Any]:
    """Yield faults until an exception, which a `Missing` value causes; that one is reported already."""
    with suppress(Exception):
        yield from faults


def has_known_cell(fault: Fault) -> bool:
    """Whether the cell of a fault could be read."""
    cells_of_row = (getattr(fault.row, name, None) for name in (fault.column, f"{fault.column}_"))
    return not any(isinstance(cell, Missing) for cell in cells_of_row)
