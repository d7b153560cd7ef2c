"""Workbooks in xlsx, xlsm, xls and ods; each sheet is a table."""

import re
from collections.abc import Iterator, Sequence
from importlib import import_module

from sitegen.core.problems import Message, advise, say
from sitegen.importing import source
from sitegen.importing.sheets.cells import Sheet, Workbook
from sitegen.importing.source import Document, SourceError, SourceFile

_ZIP, _OLE = b"PK\3\4", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_XLSX = re.compile(rb"workbook\d*\.(?:xml|bin)", re.IGNORECASE)
_XLS = tuple(name.encode("utf-16-le") for name in ("book\0", "encryptedpackage"))
"""Names of the streams of workbooks, as the directory of the container has them."""


def fits(file: SourceFile) -> bool:
    """Whether the file is a zip or an OLE container with the parts of a workbook."""
    data = file.data
    if data.startswith(_ZIP):
        return _is_ods(data) or (_XLSX.search(data) is not None and b"word/document" not in data)
    return data.startswith(_OLE) and any(name in data.lower() for name in _XLS)


def _is_ods(data: bytes) -> bool:
    """Whether a zip declares a spreadsheet of OpenDocument, or has its content without any declaration."""
    return b"opendocument.spreadsheet" in data or (b"content.xml" in data and b"opendocument" not in data)


def read(file: SourceFile) -> Document:
    """Read a table for each sheet that is not blank."""
    data, total = file.data, 0
    if b"workbook.bin" in data:
        message = say("workbook-binary", "this is a binary workbook (.xlsb)")
        raise SourceError(message, advise("open it in Excel, and save it as .xlsx"))
    name = "xls" if data.startswith(_OLE) else "ods" if _is_ods(data) else "xlsx"
    book: Workbook = import_module(f"sitegen.importing.sheets.{name}").read(data)
    for sheet in book.sheets:
        total += sheet.count_used_cells()
        source.check_range(total, sheet.name)
    used_sheets = [sheet for sheet in book.sheets if any(sheet.cells.values())]
    if not used_sheets:
        message = say("workbook-empty", "the workbook holds nothing")
        raise SourceError(message, advise("is it the right file?"))
    notes = [*_build_notes(book, used_sheets)]
    return Document("workbook", [sheet.build_table() for sheet in used_sheets], notes=notes)


def _build_notes(book: Workbook, used_sheets: Sequence[Sheet]) -> Iterator[Message]:
    if book.has_macros:
        yield say("macros-left", "the workbook has macros, which were not run")
    if book.has_links:
        yield say("links-left", "the workbook has links to other workbooks, which were not followed")
    for sheet in used_sheets:
        yield from sheet.build_notes()
