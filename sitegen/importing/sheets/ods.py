"""OpenDocument workbooks, as LibreOffice writes them: one XML part in a zip."""

import re
from collections.abc import Mapping, Sequence
from datetime import datetime

from sitegen.core.cells import is_error_value
from sitegen.importing import source
from sitegen.importing.sheets import cells
from sitegen.importing.sheets.cells import BLANK, CellValue, Sheet, Workbook
from sitegen.importing.xml import Element, ElementHandler, parse_elements

_TIME = re.compile(r"PT(\d{1,6})H(\d{1,2})M(\d{1,2})(?:[.,]\d*)?S")
_ERROR = re.compile(r"Err:\d{3}")
_IGNORED = {"ANNOTATION", "SHAPES", "FRAME", "G", "TRACKED-CHANGES", "RUBY-TEXT", "CUSTOM-SHAPE", "RECT"}
"""Elements whose text is not part of the text of their cell."""
_SPACE_ELEMENTS = {"P", "TAB", "LINE-BREAK"}


def read(data: bytes) -> Workbook:
    """Read the sheets of a workbook."""
    parts = source.unpack_zip(data)
    if b"encryption-data" in parts.get("meta-inf/manifest.xml", b""):
        raise cells.make_encrypted_error()
    reader = _ContentReader()
    reader.read_content(parts.get("content.xml", b""))
    has_macros = any(name.startswith(("basic/", "scripts/")) and not name.endswith("/") for name in parts)
    return Workbook(reader.sheets, has_macros, reader.has_links)


class _ContentReader:
    """Reads content.xml, in which repeated rows and cells are written once with a count."""

    def __init__(self) -> None:
        self.sheets: list[Sheet] = []
        self.has_links = False
        self._hidden_styles: set[str] = set()
        self._table: Element | None = None
        self._row = self._columns = self._total = 0

    def read_content(self, data: bytes) -> None:
        take: dict[str, ElementHandler] = {"STYLE": self._take_style, "TABLE-COLUMN": self._take_columns}
        parse_elements(data, {**take, "TABLE-SOURCE": self._take_source, "TABLE-ROW": self._take_rows})

    def _take_style(self, style: Element, _: Sequence[Element]) -> None:
        if any(
            properties.attributes.get("TABLE:DISPLAY") == "false"
            for properties in style.find_all("TABLE-PROPERTIES")
        ):
            self._hidden_styles.add(style.attributes.get("STYLE:NAME", ""))

    def _take_source(self, *_: object) -> None:
        self.has_links = True

    def _open_sheet(self, ancestors: Sequence[Element]) -> Sheet | None:
        """Return the sheet of an element; None for a table within another."""
        table = next((element for element in ancestors if element.name == "TABLE"), None)
        inner = sum(element.name == "TABLE" or element.name in _IGNORED for element in ancestors)
        if table is None or inner > 1:
            return None
        if table is not self._table:
            self._table, self._row, self._columns = table, 0, 0
            is_hidden = table.attributes.get("TABLE:STYLE-NAME", "") in self._hidden_styles
            self.sheets.append(Sheet(table.attributes.get("TABLE:NAME", ""), is_hidden))
            source.check_sheets(len(self.sheets))
        return self.sheets[-1]

    def _take_columns(self, column: Element, ancestors: Sequence[Element]) -> None:
        if sheet := self._open_sheet(ancestors):
            first = self._columns + 1
            self._columns += _read_repeat(column, "TABLE:NUMBER-COLUMNS-REPEATED")
            sheet.hidden_columns.extend([(first, self._columns)] if _is_hidden(column) else ())

    def _take_rows(self, row: Element, ancestors: Sequence[Element]) -> None:
        sheet = self._open_sheet(ancestors)
        if sheet is None:
            return
        first, self._row = self._row + 1, self._row + _read_repeat(row, "TABLE:NUMBER-ROWS-REPEATED")
        if _is_hidden(row):
            sheet.hidden_rows.update(range(first, min(self._row, source.LAST_ROW) + 1))
        values: dict[int, CellValue] = {}
        column = 1
        for cell in row.find_all("TABLE-CELL", "COVERED-TABLE-CELL"):
            next_column = column + _read_repeat(cell, "TABLE:NUMBER-COLUMNS-REPEATED")
            value = BLANK if cell.name == "COVERED-TABLE-CELL" else _read_value(cell)
            if value.text or value.fault:
                source.check_cell(1, next_column - 1, sheet.name)
                values |= dict.fromkeys(range(column, next_column), value)
            column = next_column
        if values:
            source.check_cell(self._row, 1, sheet.name)
            self._total += len(values) * (self._row - first + 1)
            source.check_range(self._total, sheet.name)
            sheet.cells |= {at: dict(values) for at in range(first, self._row + 1)}


def _read_repeat(element: Element, name: str) -> int:
    """Return how many cells, rows or blanks an element stands for."""
    number = element.attributes.get(name, "1")
    return int(number) if number.isdecimal() and len(number) < 9 else 1


def _is_hidden(line: Element) -> bool:
    return line.attributes.get("TABLE:VISIBILITY", "visible") != "visible"


def _read_text(element: Element) -> str:
    text = " " * (_read_repeat(element, "TEXT:C") if element.name == "S" else element.name in _SPACE_ELEMENTS)
    for part in element.parts:
        if isinstance(part, str):
            text += part
        elif part.name not in {*_IGNORED, "TABLE"}:
            text += _read_text(part)
    return text


def _read_value(cell: Element) -> CellValue:
    attributes, cell_text = cell.attributes, _read_text(cell).strip()
    kind, is_formula = attributes.get("OFFICE:VALUE-TYPE", ""), "TABLE:FORMULA" in attributes
    is_fault = is_error_value(cell_text) or _ERROR.fullmatch(cell_text)
    if attributes.get("CALCEXT:VALUE-TYPE") == "error" or (is_formula and is_fault):
        return cells.make_error(cell_text)
    if is_formula and not kind and not cell_text:
        return cells.WITHOUT_VALUE
    try:
        return _read_typed_value(kind, attributes) or cells.convert_text(
            cell_text or attributes.get("OFFICE:STRING-VALUE", "")
        )
    except (KeyError, ValueError):
        return cells.make_unreadable(cell_text)


def _read_typed_value(kind: str, attributes: Mapping[str, str]) -> CellValue | None:
    match kind:
        case "float" | "currency" | "percentage":
            format_kind = "percent" if kind == "percentage" else "number"
            return cells.convert_number(float(attributes["OFFICE:VALUE"]), format_kind)
        case "date":
            return cells.convert_moment(datetime.fromisoformat(attributes["OFFICE:DATE-VALUE"]))
        case "time":
            text = attributes["OFFICE:TIME-VALUE"]
            if match := _TIME.fullmatch(text):
                return cells.convert_time(int(match[1]) * 3600 + int(match[2]) * 60 + int(match[3]))
            return cells.make_unreadable(text)
        case "boolean":
            return cells.convert_boolean(is_true=attributes["OFFICE:BOOLEAN-VALUE"] == "true")
    return None
