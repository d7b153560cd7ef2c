"""The published tables of a ranking as a workbook: a sheet a table, and the same bytes every time."""

import re
from collections.abc import Iterable
from datetime import date, datetime, time
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE
from openpyxl.utils import get_column_letter
from openpyxl.writer.excel import ExcelWriter

from sitegen import build
from sitegen.board import Board
from sitegen.config import Days
from sitegen.datacells import by_column
from sitegen.message import say
from sitegen.model import Published
from sitegen.problem import Problem, quoted
from sitegen.table import Column

_MOST_ROWS = 1_048_575
"""That a sheet can have below its head."""
_LONGEST_TITLE = 31
_NOT_IN_TITLES = re.compile(r"[\\/*?:\[\]]|^'|'$|^(?=history$)", re.IGNORECASE)
_WIDEST = 50
_EARLIEST = date(1900, 3, 1)
"""Before this day spreadsheets count days in different ways."""
_BEGINNING = (1980, 1, 1, 0, 0, 0)


class ExportError(Exception):
    """Why nothing was exported."""


def export(root: Path, ranking: str, days: Days) -> tuple[bytes | None, list[Problem]]:
    """The workbook of a ranking as it is published; none where the site has errors.

    Raises `WishError` where there is no such ranking, and `ExportError` where no workbook can hold it.
    """
    found = build.rated(root, *days)
    if found.site is None or found.given is None:
        return None, found.problems
    wanted = found.site.find_ranking(ranking)
    (board,) = (each for each in found.given.boards if each.ranking is wanted)
    return _workbook(board, days.as_of), found.problems


def write(file: Path, data: bytes) -> None:
    """Write a file whole, or leave what is there; an `ExportError` where it cannot be written."""
    place = file.resolve()
    new = place.with_name(f".{place.name}.sitegen-new")
    try:
        new.write_bytes(data)
        new.replace(place)
    except OSError as error:
        new.unlink(missing_ok=True)
        told = {"file": file, "reason": error.strerror}
        raise ExportError(
            say("workbook-not-written", "{file} cannot be written: {reason}", **told)
        ) from error


def _workbook(board: Board, day: date) -> bytes:
    book = Workbook(write_only=True)
    book.properties.title = book.properties.creator = board.ranking.title
    book.properties.created = book.properties.modified = datetime.combine(day, time())
    for number, (name, table) in enumerate(board.files.items(), 1):
        _fill(book.create_sheet(_title(name, number)), table.published)
    if not board.files:
        book.create_sheet()  # no workbook is without one
    file = BytesIO()
    ExcelWriter(book, ZipFile(file, "w")).save()  # as `save`, which looks at the clock
    return _timeless(file)


def _title(name: str, number: int) -> str:
    """The name of a table as a sheet can be called; one that is too long is cut and numbered."""
    valid = _NOT_IN_TITLES.sub("-", name)
    return valid if len(valid) <= _LONGEST_TITLE else f"{valid[: _LONGEST_TITLE - 5]}-{number}"


def _fill(sheet: Any, published: Published) -> None:
    if len(published.rows) > _MOST_ROWS:
        told = {"table": quoted(published.name), "number": _MOST_ROWS}
        raise ExportError(
            say("too-long-for-sheet", "{table} has more than the {number} rows of a sheet", **told)
        )
    every = by_column(published)
    sheet.freeze_panes = "A2"
    for number, (column, cells) in enumerate(every, 1):
        sheet.column_dimensions[get_column_letter(number)].width = _width(column, {*cells})
    sheet.append([column.name for column, _ in every])
    for row in zip(*(cells for _, cells in every), strict=True):
        sheet.append([_cell(sheet, column, value) for (column, _), value in zip(every, row, strict=True)])


def _width(column: Column, cells: Iterable[Any]) -> int:
    """What the longest cell takes, and no more than can be looked at."""
    shown = (f"{each:.{column.shown.decimals}f}" if isinstance(each, float) else str(each) for each in cells)
    return 2 + min(_WIDEST, max(map(len, [column.name, *shown])))


def _cell(sheet: Any, column: Column, value: Any) -> Any:
    """A value as a cell of its type; text stays text, also for whoever edits it."""
    if value is None or isinstance(value, bool | int):
        return value
    if isinstance(value, float):
        cell = WriteOnlyCell(sheet, value)
        cell.number_format = _format(column)
    elif isinstance(value, date) and value >= _EARLIEST:
        return value
    else:
        text = ILLEGAL_CHARACTERS_RE.sub("", str(value))
        cell = WriteOnlyCell(sheet, text)
        cell.data_type = "s"
        cell.quotePrefix = text.startswith(("=", "+", "-", "@"))
    return cell


def _format(column: Column) -> str:
    """How pages show the numbers of a column."""
    end = "%" if column.shown.style == "percentage" else ""
    return f"0.{'0' * column.shown.decimals}".rstrip(".") + end


def _timeless(file: BytesIO) -> bytes:
    """A zip without the moment at which it was made."""
    timeless = BytesIO()
    with ZipFile(file) as made, ZipFile(timeless, "w") as archive:
        for name in made.namelist():
            entry = ZipInfo(name, _BEGINNING)
            entry.create_system = 3  # Unix, also where it is made on another system
            entry.compress_type = ZIP_DEFLATED
            archive.writestr(entry, made.read(name))
    return timeless.getvalue()
