"""Workbooks of LibreOffice and other programs of OpenDocument: one part of XML in a zip."""

import re
from collections.abc import Callable
from datetime import datetime

from sitegen.cells.spreadsheet import is_error
from sitegen.commands.importing import limits
from sitegen.commands.importing.limits import check_range, check_sheets, parse_xml
from sitegen.commands.importing.sheets.cells import (
    Sheet,
    Value,
    Workbook,
    clock,
    day_value,
    encrypted,
    error,
    number_value,
    text_value,
    truth_value,
    unreadable,
    without_value,
)

_TIME = re.compile(r"PT(\d{1,6})H(\d{1,2})M(\d{1,2})(?:[.,]\d*)?S")
_ERROR = re.compile(r"Err:\d{3}")
_ASIDE = {"annotation", "shapes", "frame", "g", "tracked-changes", "ruby-text", "custom-shape", "rect"}
"""Elements whose text is no text of the cell that they stand in."""
_WITHIN = {"p", "s", "tab", "line-break"}


def read(data: bytes) -> Workbook:
    """The sheets of a workbook."""
    parts = limits.unpack(data)
    if b"encryption-data" in parts.get("meta-inf/manifest.xml", b""):
        raise encrypted()
    reader = _Reader()
    parse_xml(parts.get("content.xml", b""), reader.start, reader.end, reader.text)
    has_macros = any(name.startswith(("basic/", "scripts/")) and not name.endswith("/") for name in parts)
    return Workbook(reader.sheets, has_macros, reader.has_links)


class _Reader:
    """Reads content.xml: rows and cells that stand for several say how many."""

    def __init__(self) -> None:
        self.sheets: list[Sheet] = []
        self.has_links = False
        self._hidden_styles: set[str] = set()
        self._style = ""
        self._row = self._column = self._columns = self._many = self._rows = 0
        self._row_cells: dict[int, Value] = {}
        self._cell: dict[str, str] | None = None
        self._pieces: list[str] = []
        self._aside = self._depth = 0
        self._total = 0

    def start(self, name: str, attributes: dict[str, str]) -> None:
        tag = name.rpartition(":")[2]
        if self._aside or tag in _ASIDE:
            self._aside += 1
        elif tag in {"table-cell", "covered-table-cell"} and self._depth == 1:
            self._cell, self._pieces = attributes, []
            self._many = _count(attributes, "table:number-columns-repeated")
        elif tag in _WITHIN and self._cell is not None:
            self._pieces.append(" " * (_count(attributes, "text:c") if tag == "s" else 1))
        elif tag == "table":
            self._start_sheet(attributes)
        elif self._depth == 1:
            self._start_line(tag, attributes)
        elif tag == "style":
            self._style = attributes.get("style:name", "")
        elif tag == "table-properties" and attributes.get("table:display") == "false":
            self._hidden_styles.add(self._style)

    def text(self, data: str) -> None:
        if self._cell is not None and not self._aside:
            self._pieces.append(data)

    def end(self, name: str) -> None:
        tag = name.rpartition(":")[2]
        if self._aside:
            self._aside -= 1
        elif tag == "table":
            self._depth -= 1
        elif tag in {"table-cell", "covered-table-cell"} and self._depth == 1 and self._cell is not None:
            value = Value("", "blank") if tag[0] == "c" else _value(self._cell, "".join(self._pieces))
            if value.text or value.fault:
                limits.check_cell(1, self._column + self._many, self.sheets[-1].name)
                self._row_cells |= dict.fromkeys(
                    range(self._column + 1, self._column + self._many + 1), value
                )
            self._column += self._many
            self._cell = None
        elif tag == "table-row" and self._depth == 1:
            self._end_row()

    def _start_sheet(self, attributes: dict[str, str]) -> None:
        self._depth += 1
        if self._depth == 1:
            is_hidden = attributes.get("table:style-name", "") in self._hidden_styles
            self.sheets.append(Sheet(attributes.get("table:name", ""), is_hidden))
            check_sheets(len(self.sheets))
            self._row = self._columns = 0

    def _start_line(self, tag: str, attributes: dict[str, str]) -> None:
        """A row or a column, or several that are alike."""
        is_hidden = attributes.get("table:visibility", "visible") != "visible"
        if tag == "table-row":
            self._rows, self._column, self._row_cells = (
                _count(attributes, "table:number-rows-repeated"),
                0,
                {},
            )
            last = min(self._row + self._rows, limits.LAST_ROW)
            self.sheets[-1].hidden_rows.update(range(self._row + 1, last + 1) if is_hidden else ())
        elif tag == "table-column":
            first, self._columns = (
                self._columns + 1,
                self._columns + _count(attributes, "table:number-columns-repeated"),
            )
            self.sheets[-1].hidden_columns.extend([(first, self._columns)] if is_hidden else ())
        elif tag == "table-source":
            self.has_links = True

    def _end_row(self) -> None:
        sheet = self.sheets[-1]
        if self._row_cells:
            self._total += len(self._row_cells) * self._rows
            limits.check_cell(self._row + self._rows, 1, sheet.name)
            check_range(self._total, sheet.name)
            for row in range(self._row + 1, self._row + self._rows + 1):
                sheet.cells[row] = dict(self._row_cells)
        self._row += self._rows


def _count(attributes: dict[str, str], name: str) -> int:
    """How many cells, rows or blanks an element stands for."""
    number = attributes.get(name, "1")
    return int(number) if number.isdecimal() and len(number) < 9 else 1


def _value(cell: dict[str, str], shown: str) -> Value:
    """What a cell holds, of which `shown` is what its program showed of it."""
    kind, shown, is_formula = cell.get("office:value-type", ""), shown.strip(), "table:formula" in cell
    if cell.get("calcext:value-type") == "error" or (is_formula and _is_error(shown)):
        return error(shown)
    if is_formula and not kind and not shown:
        return without_value()
    if kind in _VALUES:
        attribute, read_value = _VALUES[kind]
        try:
            return read_value(cell[attribute])
        except (KeyError, ValueError):
            return unreadable(shown)
    return text_value(shown or cell.get("office:string-value", ""))


def _is_error(text: str) -> bool:
    return is_error(text) or _ERROR.fullmatch(text) is not None


def _number(text: str) -> Value:
    return number_value(float(text), "number")


def _day(text: str) -> Value:
    moment = datetime.fromisoformat(text)
    return day_value(moment.date(), moment.hour * 3600 + moment.minute * 60 + moment.second)


def _time(text: str) -> Value:
    found = _TIME.fullmatch(text)
    return (
        Value(clock(int(found[1]) * 3600 + int(found[2]) * 60 + int(found[3]))) if found else unreadable(text)
    )


_VALUES: dict[str, tuple[str, Callable[[str], Value]]] = {
    "float": ("office:value", _number),
    "currency": ("office:value", _number),
    "percentage": ("office:value", lambda text: number_value(float(text), "percent")),
    "date": ("office:date-value", _day),
    "time": ("office:time-value", _time),
    "boolean": ("office:boolean-value", lambda text: truth_value(is_true=text == "true")),
}
"""Where each kind of value stands, and how it is read."""
