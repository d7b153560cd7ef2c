"""The cells of a sheet: values as text by their number format, and the rows of a table."""

import math
import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from decimal import Decimal
from functools import cache
from typing import NamedTuple

from sitegen.core.cells import format_error_value
from sitegen.core.problems import Message, advise, pluralize, quote_text, say
from sitegen.importing.source import (
    ROW_HIDDEN,
    SourceCell,
    SourceError,
    SourceRow,
    SourceTable,
    check_cell,
    get_column_letters,
    limit_rows,
)

_DAY_SECONDS = 24 * 60 * 60
_ELAPSED = re.compile(r"\[(?:h+|m+|s+)\]", re.IGNORECASE)
_LITERAL = re.compile(r'"[^"]*"|\\.|_.|\*.|\[[^\]]*\]|AM/PM|A/P|General', re.IGNORECASE)
BUILT_IN_FORMATS = {
    **dict.fromkeys((9, 10), "percent"),
    **dict.fromkeys((*range(14, 18), 22, *range(27, 37), *range(50, 59)), "day"),
    **dict.fromkeys((*range(18, 22), 45, 47), "time"),
    46: "elapsed",
}
"""The built-in number formats of Excel, which files refer to by number only."""


class CellValue(NamedTuple):
    """The value of a cell: its text, its kind in the program, and why it may not be used, if so."""

    text: str
    kind: str = "text"
    fault: Message | None = None


BLANK = CellValue("")
WITHOUT_VALUE = BLANK._replace(fault=say("formula-without-value", "the formula has no value in the file"))


@cache
def detect_format_kind(code: str) -> str:
    """Return what a number format shows: number, percent, day, time, or elapsed."""
    if _ELAPSED.search(code):
        return "elapsed"
    signs = {*_LITERAL.sub("", code).partition(";")[0].lower()}
    if signs & {*"yd"} or ("m" in signs and not signs & {*"hs"}):
        return "day"
    return "time" if signs & {*"hs"} else "percent" if "%" in signs else "number"


def format_number(number: float, places: int = 0) -> str:
    """Return a number with up to 15 significant digits, as spreadsheets show it, without trailing zeros.

    The decimal point is moved by `places` to the right.
    """
    text = f"{number:.15g}"
    if places or "e" in text:
        text = f"{Decimal(text).scaleb(places):f}"
        text = text.rstrip("0").rstrip(".") if "." in text else text
    return "0" if text == "-0" else text


def convert_number(number: float, format_kind: str, *, is_1904: bool = False) -> CellValue:
    """Return a number as its format shows it: `54.5`, `54.32%`, `2026-02-05`, `19:30`.

    Days count from 1904, or from 1900, which Excel takes for a leap year; a number below 1 is a time of day.
    """
    if not math.isfinite(number):
        return make_unreadable(str(number))
    if format_kind == "percent":
        return CellValue(format_number(number, 2) + "%", "number")
    plain = CellValue(format_number(number), "number")
    if number < 0 or format_kind not in {"day", "time", "elapsed"}:
        return plain
    days, seconds = divmod(round(number * _DAY_SECONDS), _DAY_SECONDS)
    if days == 0 or format_kind == "elapsed":
        return convert_time(days * _DAY_SECONDS + seconds)
    epoch = datetime(1904, 1, 1) if is_1904 else datetime(1899, 12, 30 if days > 60 else 31)  # noqa: DTZ001
    try:  # day 60 is 29 February 1900, which did not exist
        return plain if days == 60 and not is_1904 else convert_moment(epoch + timedelta(days, seconds))
    except OverflowError:
        return plain


def convert_moment(moment: datetime) -> CellValue:
    """Return a date, with the time unless it is midnight."""
    seconds = moment.hour * 3600 + moment.minute * 60 + moment.second
    return CellValue(
        f"{moment.date()} {convert_time(seconds).text}" if seconds else f"{moment.date()}", "day"
    )


def convert_time(seconds: int) -> CellValue:
    """Return a time of day or a duration: `19:30`, `26:00`, `00:00:15`."""
    text = f"{seconds // 3600:02}:{seconds // 60 % 60:02}"
    return CellValue(f"{text}:{seconds % 60:02}" if seconds % 60 else text)


def convert_text(text: str) -> CellValue:
    """Return a text in one line, with single blanks."""
    text = " ".join(text.split())
    return CellValue(text) if text else BLANK


def convert_boolean(*, is_true: bool) -> CellValue:
    """Return a truth value as yes or no."""
    return CellValue("yes" if is_true else "no")


def make_error(text: str) -> CellValue:
    """Return an error value such as `#N/A` as a fault."""
    return BLANK._replace(fault=format_error_value(text))


def make_unreadable(text: str) -> CellValue:
    """Return a value that cannot be read as a fault."""
    return BLANK._replace(fault=say("cell-unreadable", "{cell} cannot be read", cell=quote_text(text)))


def make_encrypted_error() -> SourceError:
    """Return the error for a file protected by a password."""
    message = say("source-encrypted", "the file is protected by a password")
    return SourceError(message, advise("save it without a password, and import that"))


@dataclass
class Sheet:
    """A sheet while it is read; rows and columns count from 1.

    Each of `merged_ranges` is the first row, last row, first column and last column of merged cells.
    """

    name: str
    is_hidden: bool = False
    cells: dict[int, dict[int, CellValue]] = field(default_factory=dict)
    hidden_rows: set[int] = field(default_factory=set)
    hidden_columns: list[tuple[int, int]] = field(default_factory=list)
    merged_ranges: list[tuple[int, int, int, int]] = field(default_factory=list)

    def set_cell(self, row: int, column: int, value: CellValue) -> None:
        """Set the value of a cell, unless it is blank."""
        if value.text or value.fault:
            check_cell(row, column, self.name)
            self.cells.setdefault(row, {})[column] = value

    def count_used_cells(self) -> int:
        """Return the number of cells in the used range."""
        rows = [row for row, cells in self.cells.items() if cells]
        columns = [column for cells in self.cells.values() for column in cells]
        return (max(rows) - min(rows) + 1) * (max(columns) - min(columns) + 1) if rows else 0

    def build_table(self) -> SourceTable:
        """Return the rows that are not blank, without hidden columns and covered cells of merged ranges."""
        rows = sorted(self.cells) if self.merged_ranges else []
        for top, bottom, left, right in self.merged_ranges:
            for row in rows[bisect_left(rows, top) : bisect_right(rows, bottom)]:
                row_cells = self.cells[row].items()
                self.cells[row] = {
                    column: value
                    for column, value in row_cells
                    if not left <= column <= right or (row, column) == (top, left)
                }
        for row, cells in self.cells.items() if self.hidden_columns else ():
            self.cells[row] = {
                column: value for column, value in cells.items() if not self._is_hidden(column)
            }
        return SourceTable(self.name, limit_rows(self._build_rows()), (), self.is_hidden)

    def build_notes(self) -> Iterator[Message]:
        """Yield notes on hidden rows and columns; call this before `build_table`, which removes them."""
        sheet = quote_text(self.name)
        if self.is_hidden:
            yield say("sheet-hidden", "the sheet {sheet} is hidden", sheet=sheet)
            return
        rows = sum(row in self.hidden_rows for row in self.cells)
        if rows:
            yield pluralize(
                rows,
                "{sheet}: {number} hidden row is left out",
                "{sheet}: {number} hidden rows are left out",
                code="rows-hidden",
                sheet=sheet,
            )
        used_columns = {
            column for cells in self.cells.values() for column in cells if self._is_hidden(column)
        }
        if used_columns:
            yield pluralize(
                len(used_columns),
                "{sheet}: the hidden column {names} is left out",
                "{sheet}: the hidden columns {names} are left out",
                code="columns-hidden",
                sheet=sheet,
                names=", ".join(map(get_column_letters, sorted(used_columns))),
            )

    def _build_rows(self) -> Iterator[SourceRow]:
        for row in sorted(self.cells):
            if cells := self.cells[row]:
                place = f"{self.name}!{row}"
                is_hidden = row in self.hidden_rows
                source_cells = () if is_hidden else [*self._build_cells(row, cells)]
                yield SourceRow(place, source_cells, ROW_HIDDEN if is_hidden else None)

    def _build_cells(self, row: int, cells: dict[int, CellValue]) -> Iterator[SourceCell]:
        for column in range(1, max(cells) + 1):
            text, kind, fault = cells.get(column, BLANK)
            yield SourceCell(text, f"{self.name}!{get_column_letters(column)}{row}", kind, fault)

    def _is_hidden(self, column: int) -> bool:
        return any(first <= column <= last for first, last in self.hidden_columns)


class Workbook(NamedTuple):
    """The sheets of a workbook, and whether it has macros or links, which are ignored."""

    sheets: list[Sheet]
    has_macros: bool = False
    has_links: bool = False
