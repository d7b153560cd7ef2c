"""A club's list of members in a workbook, for `sitegen new`, which reads lists as CSV.

`new` finds this by its entry point. A workbook is read here as any other source,
with its limits, in a process of its own.
"""

import csv
import re
from io import StringIO
from pathlib import Path

from sitegen.core.problems import advise, quote_text, say
from sitegen.importing.files import open_source
from sitegen.importing.source import SourceRow, SourceTable

_ROW_NUMBER = re.compile(r"\d+$")


def read_members(file: Path) -> bytes:
    """Return the first sheet of a workbook that is not hidden as CSV, each row on the line of its number.

    Raises `ValueError(message, hint)` when it cannot be read whole, or a row of it is hidden.
    """
    source = open_source(file.name, file)
    if source.document is None:
        raise ValueError(source.refusal, source.hint)
    sheets = [sheet for sheet in source.document.tables if not sheet.is_hidden]
    if not sheets:
        message = say("list-sheets-hidden", "every sheet of this workbook is hidden")
        raise ValueError(message, advise("show the one with the members"))
    return _write_rows(sheets[0])


def _write_rows(sheet: SourceTable) -> bytes:
    text = StringIO(newline="")
    writer = csv.writer(text, quoting=csv.QUOTE_ALL, lineterminator="\n")
    width = max(len(row.cells) for row in sheet.rows)
    line = 1
    for row in sheet.rows:
        _refuse_hidden(row)
        number = _get_number(row)
        text.write("\n" * (number - line))
        cells = [cell.text for cell in row.cells]
        writer.writerow([*cells, *[""] * (width - len(cells))])
        line = number + 1
    return text.getvalue().encode()


def _get_number(row: SourceRow) -> int:
    """Return the number of a row in its sheet, from its place: `Leden!14`."""
    match = _ROW_NUMBER.search(row.place)
    return int(match[0]) if match else 0


def _refuse_hidden(row: SourceRow) -> None:
    """Refuse a sheet with a hidden row: whether that person is a member only the club knows."""
    if row.verdict:
        message = say("list-row-hidden", "row {row} is hidden", row=quote_text(row.place))
        raise ValueError(message, advise("show it, or take it out of the sheet"))
