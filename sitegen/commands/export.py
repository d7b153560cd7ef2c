"""`sitegen export`: the published tables of a ranking as a workbook, a sheet each, always the same bytes."""

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

from sitegen import publishing
from sitegen.core.model import PublishedTable
from sitegen.core.problems import Problem, quote_text, say
from sitegen.core.table import Column
from sitegen.inputs.config.site import SiteDates
from sitegen.rankings.datafiles import collect_columns
from sitegen.rankings.ranking import RankingContext

_MAX_ROWS = 1_048_575
"""Rows that a sheet can have below its header."""
_MAX_TITLE_LENGTH = 31
_INVALID_TITLE = re.compile(r"[\\/*?:\[\]]|^'|'$|^(?=history$)", re.IGNORECASE)
_MAX_WIDTH = 50
_FIRST_DAY = date(1900, 3, 1)
"""Spreadsheets count days before this one in different ways."""
_ZIP_EPOCH = (1980, 1, 1, 0, 0, 0)


class ExportError(Exception):
    """The workbook cannot be made or written; the message says why."""


def export_ranking(root: Path, ranking_id: str, days: SiteDates) -> tuple[bytes | None, list[Problem]]:
    """Return the workbook of a ranking as it is published, None where the site has errors, and problems.

    Raises `InvalidRequestError` where there is no such ranking, `ExportError` where no workbook can hold it.
    """
    rated_site = publishing.rate_site(root, *days)
    if rated_site.site is None or rated_site.page_inputs is None:
        return None, rated_site.problems
    ranking = rated_site.site.find_ranking(ranking_id)
    (context,) = (context for context in rated_site.page_inputs.contexts if context.ranking is ranking)
    return _build_workbook(context, days.as_of), rated_site.problems


def write_workbook(file: Path, data: bytes) -> None:
    """Write a file whole or leave the old one; raise `ExportError` where it cannot be written."""
    place = file.resolve()
    new = place.with_name(f".{place.name}.sitegen-new")
    try:
        new.write_bytes(data)
        new.replace(place)
    except OSError as error:
        new.unlink(missing_ok=True)
        message = say(
            "workbook-not-written", "{file} cannot be written: {reason}", file=file, reason=error.strerror
        )
        raise ExportError(message) from error


def _build_workbook(context: RankingContext, day: date) -> bytes:
    workbook = Workbook(write_only=True)
    workbook.properties.title = workbook.properties.creator = context.ranking.title
    workbook.properties.created = workbook.properties.modified = datetime.combine(day, time())
    for number, (name, table) in enumerate(context.files.items(), 1):
        _fill_sheet(workbook.create_sheet(_format_title(name, number)), table.published)
    if not context.files:
        workbook.create_sheet()  # a workbook must have one
    file = BytesIO()
    ExcelWriter(workbook, ZipFile(file, "w")).save()  # unlike `workbook.save`, it reads no clock
    return _strip_timestamps(file)


def _format_title(name: str, number: int) -> str:
    """Return the name of a table as a valid title of a sheet; one that is too long is cut and numbered."""
    valid = _INVALID_TITLE.sub("-", name)
    return valid if len(valid) <= _MAX_TITLE_LENGTH else f"{valid[: _MAX_TITLE_LENGTH - 5]}-{number}"


def _fill_sheet(sheet: Any, published: PublishedTable) -> None:
    if len(published.rows) > _MAX_ROWS:
        message = say(
            "too-long-for-sheet",
            "{table} has more than the {number} rows of a sheet",
            table=quote_text(published.name),
            number=_MAX_ROWS,
        )
        raise ExportError(message)
    columns = collect_columns(published)
    sheet.freeze_panes = "A2"
    for number, (column, cells) in enumerate(columns, 1):
        sheet.column_dimensions[get_column_letter(number)].width = _measure_width(column, {*cells})
    sheet.append([column.name for column, _ in columns])
    for row in zip(*(cells for _, cells in columns), strict=True):
        values = zip(columns, row, strict=True)
        sheet.append([_make_cell(sheet, column, value) for (column, _), value in values])


def _measure_width(column: Column, cells: Iterable[Any]) -> int:
    """Return the width of the longest cell, up to `_MAX_WIDTH`."""
    texts = (
        f"{cell:.{column.display.decimals}f}" if isinstance(cell, float) else str(cell) for cell in cells
    )
    return 2 + min(_MAX_WIDTH, max(map(len, [column.name, *texts])))


def _make_cell(sheet: Any, column: Column, value: Any) -> Any:
    """Return a value as a cell of its type; text stays text when somebody edits it."""
    if value is None or isinstance(value, bool | int):
        return value
    if isinstance(value, float):
        cell = WriteOnlyCell(sheet, value)
        percent = "%" if column.display.style == "percentage" else ""
        cell.number_format = f"0.{'0' * column.display.decimals}".rstrip(".") + percent
    elif isinstance(value, date) and value >= _FIRST_DAY:
        return value
    else:
        text = ILLEGAL_CHARACTERS_RE.sub("", str(value))
        cell = WriteOnlyCell(sheet, text)
        cell.data_type = "s"
        cell.quotePrefix = text.startswith(("=", "+", "-", "@"))
    return cell


def _strip_timestamps(file: BytesIO) -> bytes:
    """Return a zip file without the times of its entries."""
    stripped = BytesIO()
    with ZipFile(file) as source, ZipFile(stripped, "w") as archive:
        for name in source.namelist():
            entry = ZipInfo(name, _ZIP_EPOCH)
            entry.create_system = 3  # Unix, on any system
            entry.compress_type = ZIP_DEFLATED
            archive.writestr(entry, source.read(name))
    return stripped.getvalue()
