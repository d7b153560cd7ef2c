"""Where the cells of a record stand in a table: headings, letters, and the places outside its rows."""

import re
from collections.abc import Sequence

from sitegen.commands.importing.answers import OPEN, SheetAnswers
from sitegen.commands.importing.source import SourceRow, SourceTable, column_number
from sitegen.read.grid import fold

_NUMBER = re.compile(r"[0-9]+$")
DEEPEST = 60
"""A heading is looked for in so many rows."""
PART = re.compile(r"(.+)\[([12])\]")


def number(row: SourceRow) -> int:
    """The number of a row in its sheet or file, as its program counts."""
    found = _NUMBER.search(row.place)
    return int(found[0]) if found else 0


def below(table: SourceTable, header: int) -> int:
    """How many rows of a table stand above its records, the headings among them."""
    return 0 if table.header else sum(number(row) <= header for row in table.rows[: DEEPEST * 2])


def headings(table: SourceTable, header: int) -> list[str]:
    """The texts of the row of headings with this number; those that the format gives where it has some."""
    if table.header:
        return [*table.header]
    rows = (row for row in table.rows[: DEEPEST * 2] if number(row) == header)
    return [cell.text for row in rows for cell in row.cells]


def place_of(reference: str, names: Sequence[str]) -> int:
    """The place of a column that a heading or a letter names; -1 where there is none."""
    folded = [fold(name) for name in names]
    if reference and fold(reference) in folded:
        return folded.index(fold(reference))
    return column_number(reference) - 1 if re.fullmatch(r"[A-Z]{1,3}", reference) else -1


def fits(table: SourceTable, sheet: SheetAnswers) -> bool:
    """Whether a table has the headings that answers name."""
    names = headings(table, sheet.header)
    return all(
        reference in {OPEN, "file", "sheet", "row"}
        or reference.startswith(("=", "cell "))
        or place_of(found[1] if (found := PART.fullmatch(reference)) else reference, names) >= 0
        for reference in sheet.columns.values()
    )
