"""Workbooks of Excel 5 to 2003, read with xlrd, which keeps error values, hidden rows and number formats."""

from collections.abc import Iterator
from io import StringIO

import xlrd
from xlrd.book import SUPBOOK_EXTERNAL, Book

from sitegen.core.problems import advise, say
from sitegen.importing import source
from sitegen.importing.sheets import cells
from sitegen.importing.sheets.cells import BUILT_IN_FORMATS, CellValue, Sheet, Workbook
from sitegen.importing.source import SourceError

_ENCRYPTED, _MACROS = (name.encode("utf-16-le") for name in ("EncryptedPackage", "_VBA_PROJECT_CUR"))
"""Names of streams, as the directory of the container has them."""


def read(data: bytes) -> Workbook:
    """Read the sheets of a workbook."""
    if _ENCRYPTED in data:
        raise cells.make_encrypted_error()
    try:
        book = xlrd.open_workbook(
            file_contents=data, formatting_info=True, ragged_rows=True, on_demand=True, logfile=StringIO()
        )
        source.check_sheets(book.nsheets)
        has_links = SUPBOOK_EXTERNAL in book._supbook_types  # noqa: SLF001 - told nowhere else
        return Workbook([*_read_sheets(book)], _MACROS in data, has_links)
    except (SourceError, MemoryError):
        raise
    except Exception as error:
        if "encrypted" in str(error):
            raise cells.make_encrypted_error() from error
        message = say("broken-workbook", "the workbook is damaged: it could not be read to its end")
        hint = advise("open it in Excel or LibreOffice, and save it as .xlsx")
        raise SourceError(message, hint) from error


def _read_sheets(book: Book) -> Iterator[Sheet]:
    formats = {
        key: BUILT_IN_FORMATS.get(key) or cells.detect_format_kind(number_format.format_str or "")
        for key, number_format in book.format_map.items()
    }
    kinds = [formats.get(style.format_key, "number") for style in book.xf_list]
    for number in range(book.nsheets):
        read_sheet = book.sheet_by_index(number)
        sheet = Sheet(read_sheet.name, is_hidden=read_sheet.visibility != 0)
        sheet.hidden_rows = {at + 1 for at, row in read_sheet.rowinfo_map.items() if row.hidden}
        columns = read_sheet.colinfo_map.items()
        sheet.hidden_columns = [(at + 1, at + 1) for at, column in columns if column.hidden]
        sheet.merged_ranges = [
            (top + 1, bottom, left + 1, right) for top, bottom, left, right in read_sheet.merged_cells
        ]
        for row in range(read_sheet.nrows):
            for column, cell in enumerate(read_sheet.row(row), 1):
                sheet.set_cell(row + 1, column, _convert(cell, kinds, is_1904=book.datemode == 1))
        book.unload_sheet(number)
        yield sheet


def _convert(cell: xlrd.sheet.Cell, kinds: list[str], *, is_1904: bool) -> CellValue:
    match cell.ctype:
        case xlrd.XL_CELL_TEXT:
            return cells.convert_text(cell.value)
        case xlrd.XL_CELL_NUMBER | xlrd.XL_CELL_DATE:
            kind = kinds[cell.xf_index] if cell.xf_index < len(kinds) else "number"
            return cells.convert_number(cell.value, kind, is_1904=is_1904)
        case xlrd.XL_CELL_BOOLEAN:
            return cells.convert_boolean(is_true=cell.value != 0)
        case xlrd.XL_CELL_ERROR:
            return cells.make_error(xlrd.error_text_from_code.get(cell.value, "#N/A"))
    return cells.BLANK
