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
from sitegen.core.model import PublishedTable
from sitegen.core.problems import Problem, quote_text, say
from sitegen.core.table import Column
from sitegen.inputs.config.site import SiteDates
from sitegen.rankings.datafiles import collect_columns
from sitegen.rankings.ranking import RankingContext

_MAX_ROWS = 1_048_575
"""That a sheet can have below its head."""
_MAX_TITLE_LENGTH = 31
_INVALID_TITLE = re.compile(r"[\\/*?:\[\]]|^'|'$|^(?=history$)", re.IGNORECASE)
_MAX_WIDTH = 50
_FIRST_DAY = date(1900, 3, 1)
"""Before this day spreadsheets count days in different ways."""
_ZIP_EPOCH = (1980, 1, 1, 0, 0, 0)


class ExportError(Exception):
    """Why nothing was exported."""


def export_ranking(root: Path, ranking: str, days: SiteDates) -> tuple[bytes | None, list[Problem]]:
    """The workbook of a ranking as it is published; none where the site has errors.

    Raises `WishError` where there is no such ranking, and `ExportError` where no workbook can hold it.
    """
    found = build.rate_site(root, *days)
    if found.site is None or found.page_inputs is None:
        return None, found.problems
    wanted = found.site.find_ranking(ranking)
    (board,) = (board for board in found.page_inputs.contexts if board.ranking is wanted)
    return _build_workbook(board, days.as_of), found.problems


def write_workbook(file: Path, data: bytes) -> None:
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


def _build_workbook(board: RankingContext, day: date) -> bytes:
    book = Workbook(write_only=True)
    book.properties.title = book.properties.creator = board.ranking.title
    book.properties.created = book.properties.modified = datetime.combine(day, time())
    for number, (name, table) in enumerate(board.files.items(), 1):
        _fill_sheet(book.create_sheet(_format_title(name, number)), table.published)
    if not board.files:
        book.create_sheet()  # no workbook is without one
    file = BytesIO()
    ExcelWriter(book, ZipFile(file, "w")).save()  # as `save`, which looks at the clock
    return _strip_timestamps(file)


def _format_title(name: str, number: int) -> str:
    """The name of a table as a sheet can be called; one that is too long is cut and numbered."""
    valid = _INVALID_TITLE.sub("-", name)
    return valid if len(valid) <= _MAX_TITLE_LENGTH else f"{valid[: _MAX_TITLE_LENGTH - 5]}-{number}"


def _fill_sheet(sheet: Any, published: PublishedTable) -> None:
    if len(published.rows) > _MAX_ROWS:
        told = {"table": quote_text(published.name), "number": _MAX_ROWS}
        raise ExportError(
            say("too-long-for-sheet", "{table} has more than the {number} rows of a sheet", **told)
        )
    every = collect_columns(published)
    sheet.freeze_panes = "A2"
    for number, (column, cells) in enumerate(every, 1):
        sheet.column_dimensions[get_column_letter(number)].width = _measure_width(column, {*cells})
    sheet.append([column.name for column, _ in every])
    for row in zip(*(cells for _, cells in every), strict=True):
        sheet.append(
            [_make_cell(sheet, column, value) for (column, _), value in zip(every, row, strict=True)]
        )


def _measure_width(column: Column, cells: Iterable[Any]) -> int:
    """What the longest cell takes, and no more than can be looked at."""
    shown = (
        f"{cell:.{column.display.decimals}f}" if isinstance(cell, float) else str(cell) for cell in cells
    )
    return 2 + min(_MAX_WIDTH, max(map(len, [column.name, *shown])))


def _make_cell(sheet: Any, column: Column, value: Any) -> Any:
    """A value as a cell of its type; text stays text, also for whoever edits it."""
    if value is None or isinstance(value, bool | int):
        return value
    if isinstance(value, float):
        cell = WriteOnlyCell(sheet, value)
        cell.number_format = _make_number_format(column)
    elif isinstance(value, date) and value >= _FIRST_DAY:
        return value
    else:
        text = ILLEGAL_CHARACTERS_RE.sub("", str(value))
        cell = WriteOnlyCell(sheet, text)
        cell.data_type = "s"
        cell.quotePrefix = text.startswith(("=", "+", "-", "@"))
    return cell


def _make_number_format(column: Column) -> str:
    """How pages show the numbers of a column."""
    end = "%" if column.display.style == "percentage" else ""
    return f"0.{'0' * column.display.decimals}".rstrip(".") + end


def _strip_timestamps(file: BytesIO) -> bytes:
    """A zip without the moment at which it was made."""
    timeless = BytesIO()
    with ZipFile(file) as made, ZipFile(timeless, "w") as archive:
        for name in made.namelist():
            entry = ZipInfo(name, _ZIP_EPOCH)
            entry.create_system = 3  # Unix, also where it is made on another system
            entry.compress_type = ZIP_DEFLATED
            archive.writestr(entry, made.read(name))
    return timeless.getvalue()
