"""Workbooks of LibreOffice and other programs of OpenDocument: one part of XML in a zip."""

import re
from collections.abc import Mapping, Sequence
from datetime import datetime

from sitegen.cells.spreadsheet import is_error
from sitegen.commands.importing import limits
from sitegen.commands.importing.elements import Element, Take, elements
from sitegen.commands.importing.sheets import cells
from sitegen.commands.importing.sheets.cells import BLANK, Sheet, Value, Workbook

_TIME = re.compile(r"PT(\d{1,6})H(\d{1,2})M(\d{1,2})(?:[.,]\d*)?S")
_ERROR = re.compile(r"Err:\d{3}")
_ASIDE = {"ANNOTATION", "SHAPES", "FRAME", "G", "TRACKED-CHANGES", "RUBY-TEXT", "CUSTOM-SHAPE", "RECT"}
"""Elements whose text is no text of the cell that they stand in."""
_SPACES = {"P", "TAB", "LINE-BREAK"}


def read(data: bytes) -> Workbook:
    """The sheets of a workbook."""
    parts = limits.unpack(data)
    if b"encryption-data" in parts.get("meta-inf/manifest.xml", b""):
        raise cells.encrypted()
    reader = _Reader()
    reader.read(parts.get("content.xml", b""))
    has_macros = any(name.startswith(("basic/", "scripts/")) and not name.endswith("/") for name in parts)
    return Workbook(reader.sheets, has_macros, reader.has_links)


class _Reader:
    """Reads content.xml: rows and cells that stand for several say how many."""

    def __init__(self) -> None:
        self.sheets: list[Sheet] = []
        self.has_links = False
        self._hidden_styles: set[str] = set()
        self._table: Element | None = None
        self._row = self._columns = self._total = 0

    def read(self, data: bytes) -> None:
        take: dict[str, Take] = {"STYLE": self._take_style, "TABLE-COLUMN": self._take_columns}
        elements(data, {**take, "TABLE-SOURCE": self._take_source, "TABLE-ROW": self._take_rows})

    def _take_style(self, style: Element, _: Sequence[Element]) -> None:
        if any(each.attributes.get("TABLE:DISPLAY") == "false" for each in style.all("TABLE-PROPERTIES")):
            self._hidden_styles.add(style.attributes.get("STYLE:NAME", ""))

    def _take_source(self, *_: object) -> None:
        self.has_links = True

    def _open_sheet(self, above: Sequence[Element]) -> Sheet | None:
        """The sheet that something stands in; None for a table within another."""
        table = next((each for each in above if each.name == "TABLE"), None)
        inner = sum(each.name == "TABLE" or each.name in _ASIDE for each in above)
        if table is None or inner > 1:
            return None
        if table is not self._table:
            self._table, self._row, self._columns = table, 0, 0
            is_hidden = table.attributes.get("TABLE:STYLE-NAME", "") in self._hidden_styles
            self.sheets.append(Sheet(table.attributes.get("TABLE:NAME", ""), is_hidden))
            limits.check_sheets(len(self.sheets))
        return self.sheets[-1]

    def _take_columns(self, column: Element, above: Sequence[Element]) -> None:
        if sheet := self._open_sheet(above):
            first = self._columns + 1
            self._columns += _count(column, "TABLE:NUMBER-COLUMNS-REPEATED")
            sheet.hidden_columns.extend([(first, self._columns)] if _is_hidden(column) else ())

    def _take_rows(self, row: Element, above: Sequence[Element]) -> None:
        sheet = self._open_sheet(above)
        if sheet is None:
            return
        first, self._row = self._row + 1, self._row + _count(row, "TABLE:NUMBER-ROWS-REPEATED")
        if _is_hidden(row):
            sheet.hidden_rows.update(range(first, min(self._row, limits.LAST_ROW) + 1))
        found: dict[int, Value] = {}
        column = 1
        for cell in row.all("TABLE-CELL", "COVERED-TABLE-CELL"):
            after = column + _count(cell, "TABLE:NUMBER-COLUMNS-REPEATED")
            value = BLANK if cell.name == "COVERED-TABLE-CELL" else _value(cell)
            if value.text or value.fault:
                limits.check_cell(1, after - 1, sheet.name)
                found |= dict.fromkeys(range(column, after), value)
            column = after
        if found:
            limits.check_cell(self._row, 1, sheet.name)
            self._total += len(found) * (self._row - first + 1)
            limits.check_range(self._total, sheet.name)
            sheet.cells |= {at: dict(found) for at in range(first, self._row + 1)}


def _count(element: Element, name: str) -> int:
    """How many cells, rows or blanks an element stands for."""
    number = element.attributes.get(name, "1")
    return int(number) if number.isdecimal() and len(number) < 9 else 1


def _is_hidden(line: Element) -> bool:
    return line.attributes.get("TABLE:VISIBILITY", "visible") != "visible"


def _text(element: Element) -> str:
    text = " " * (_count(element, "TEXT:C") if element.name == "S" else element.name in _SPACES)
    for part in element.parts:
        if isinstance(part, str):
            text += part
        elif part.name not in {*_ASIDE, "TABLE"}:
            text += _text(part)
    return text


def _value(cell: Element) -> Value:
    given, shown = cell.attributes, _text(cell).strip()
    kind, is_formula = given.get("OFFICE:VALUE-TYPE", ""), "TABLE:FORMULA" in given
    is_fault = is_error(shown) or _ERROR.fullmatch(shown)
    if given.get("CALCEXT:VALUE-TYPE") == "error" or (is_formula and is_fault):
        return cells.error(shown)
    if is_formula and not kind and not shown:
        return cells.WITHOUT_VALUE
    try:
        return _typed(kind, given) or cells.text_value(shown or given.get("OFFICE:STRING-VALUE", ""))
    except (KeyError, ValueError):
        return cells.unreadable(shown)


def _typed(kind: str, given: Mapping[str, str]) -> Value | None:
    match kind:
        case "float" | "currency" | "percentage":
            shown = "percent" if kind == "percentage" else "number"
            return cells.number_value(float(given["OFFICE:VALUE"]), shown)
        case "date":
            return cells.moment_value(datetime.fromisoformat(given["OFFICE:DATE-VALUE"]))
        case "time":
            text = given["OFFICE:TIME-VALUE"]
            if found := _TIME.fullmatch(text):
                return cells.clock_value(int(found[1]) * 3600 + int(found[2]) * 60 + int(found[3]))
            return cells.unreadable(text)
        case "boolean":
            return cells.truth_value(is_true=given["OFFICE:BOOLEAN-VALUE"] == "true")
    return None
