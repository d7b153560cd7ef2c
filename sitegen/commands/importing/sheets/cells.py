"""The cells of a sheet: values as text by their number format, and the rows that they make."""

import math
import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date, timedelta
from decimal import Decimal
from functools import cache
from typing import NamedTuple

from sitegen.cells.spreadsheet import error_value
from sitegen.commands.importing.limits import check_cell, limited
from sitegen.commands.importing.source import SourceCell, SourceError, SourceRow, SourceTable, Verdict
from sitegen.message import Message, advise, counted, say
from sitegen.problem import quoted

DAY = 24 * 60 * 60
_ELAPSED = re.compile(r"\[(?:h+|m+|s+)\]", re.IGNORECASE)
_LITERAL = re.compile(r'"[^"]*"|\\.|_.|\*.|\[[^\]]*\]|AM/PM|A/P|General', re.IGNORECASE)
BUILT_IN = {
    **dict.fromkeys((9, 10), "percent"),
    **dict.fromkeys((*range(14, 18), 22, *range(27, 37), *range(50, 59)), "day"),
    **dict.fromkeys((*range(18, 22), 45, 47), "time"),
    46: "elapsed",
}
"""What the number formats show that Excel does not write into a file, by their number."""


class Value(NamedTuple):
    """What a cell holds: its text, what the program took it for, and why it may not be used."""

    text: str
    kind: str = "text"
    fault: Message | None = None


@cache
def format_kind(code: str) -> str:
    """What a number format shows: number, percent, day, time, or elapsed time."""
    if _ELAPSED.search(code):
        return "elapsed"
    signs = {*_LITERAL.sub("", code).partition(";")[0].lower()}
    if signs & {*"yd"} or ("m" in signs and not signs & {*"hs"}):
        return "day"
    return "time" if signs & {*"hs"} else "percent" if "%" in signs else "number"


def number_text(number: float, places: int = 0) -> str:
    """A number as people mean it: 15 digits, which is what spreadsheets calculate with, and none needless.

    The decimal point is moved by so many `places` to the right.
    """
    text = f"{number:.15g}"
    if places or "e" in text:
        text = f"{Decimal(text).scaleb(places):f}"
        text = text.rstrip("0").rstrip(".") if "." in text else text
    return "0" if text == "-0" else text


def number_value(number: float, shown: str, *, is_1904: bool = False) -> Value:
    """A number as its format shows it: `54.5`, `54.32%`, `2026-02-05`, `19:30`."""
    if not math.isfinite(number):
        return unreadable(str(number))
    if shown == "percent":
        return Value(number_text(number, 2) + "%", "number")
    if shown in {"day", "time"} and number >= 0:
        return _moment(number, is_1904=is_1904)
    if shown == "elapsed" and number >= 0:
        return Value(clock(round(number * DAY)))
    return Value(number_text(number), "number")


def _moment(number: float, *, is_1904: bool) -> Value:
    """Days since 1900, of which Excel counts one too many, or since 1904; below one a time of the day."""
    days, seconds = divmod(round(number * DAY), DAY)
    if days == 0:
        return Value(clock(seconds))
    first = date(1904, 1, 1) if is_1904 else date(1899, 12, 30 if days > 60 else 31)
    if not is_1904 and days == 60:  # 29 February 1900, which never was
        return Value(number_text(number), "number")
    try:
        return day_value(first + timedelta(days), seconds)
    except OverflowError:
        return Value(number_text(number), "number")


def day_value(day: date, seconds: int) -> Value:
    """A day, with the time where there is one."""
    return Value(f"{day} {clock(seconds)}" if seconds else f"{day}", "day")


def clock(seconds: int) -> str:
    """A time of the day, or so many hours: `19:30`, `26:00`, `0:00:15`."""
    text = f"{seconds // 3600:02}:{seconds // 60 % 60:02}"
    return f"{text}:{seconds % 60:02}" if seconds % 60 else text


def text_value(text: str) -> Value:
    """A text in one line, with single blanks."""
    text = " ".join(text.split())
    return Value(text, "text" if text else "blank")


def truth_value(*, is_true: bool) -> Value:
    """Yes or no."""
    return Value("yes" if is_true else "no", "truth")


def error(text: str) -> Value:
    """An error value: there is something, and nobody knows what."""
    return Value("", "blank", error_value(text))


def without_value() -> Value:
    """A formula of which nothing was kept."""
    return Value("", "blank", say("formula-without-value", "the formula has no value in the file"))


def unreadable(text: str) -> Value:
    """What is no value of its kind."""
    return Value("", "blank", say("cell-unreadable", "{cell} cannot be read", cell=quoted(text)))


@cache
def letters(column: int) -> str:
    """The letters of a column, counted from 1."""
    before, last = divmod(column - 1, 26)
    return (letters(before) if before else "") + chr(65 + last)


@cache
def column_number(name: str) -> int:
    """The number of a column, from its letters; 0 for what is no column."""
    number = 0
    for letter in name.upper()[:4]:
        number = number * 26 + ord(letter) - 64 if "A" <= letter <= "Z" else 0
    return number


def encrypted() -> SourceError:
    """Why a file that only its password opens is refused."""
    message = say("source-encrypted", "the file is protected by a password")
    return SourceError(message, advise("save it without a password, and import that"))


@dataclass
class Sheet:
    """A sheet as it is read: rows and columns count from 1."""

    name: str
    is_hidden: bool = False
    cells: dict[int, dict[int, Value]] = field(default_factory=dict)
    hidden_rows: set[int] = field(default_factory=set)
    hidden_columns: list[tuple[int, int]] = field(default_factory=list)
    merged: list[tuple[int, int, int, int]] = field(default_factory=list)
    """First row, last row, first column and last column of merged cells."""

    def put(self, row: int, column: int, value: Value) -> None:
        """Put a value into a cell, unless it is blank."""
        if value.text or value.fault:
            if not (0 < row <= 1_048_576 and 0 < column <= 16_384):
                check_cell(row, column, self.name)
            self.cells.setdefault(row, {})[column] = value

    def used_range(self) -> int:
        """How many cells there are between the outermost that hold something."""
        rows = [row for row, cells in self.cells.items() if cells]
        columns = [column for cells in self.cells.values() for column in cells]
        if not rows:
            return 0
        return (max(rows) - min(rows) + 1) * (max(columns) - min(columns) + 1)

    def table(self) -> SourceTable:
        """The rows that hold something; what is hidden, or lies under merged cells, is left out."""
        self._clear_merged()
        for cells in self.cells.values() if self.hidden_columns else ():
            for column in [each for each in cells if self._is_hidden(each)]:
                del cells[column]
        return SourceTable(self.name, limited(self._rows()), (), self.is_hidden)

    def notes(self) -> Iterator[Message]:
        """What is hidden of it, and holds something; to be asked before `table` leaves that out."""
        if self.is_hidden:
            yield say("sheet-hidden", "the sheet {sheet} is hidden", sheet=quoted(self.name))
            return
        rows = sum(row in self.hidden_rows for row in self.cells)
        used = sorted(
            {column for cells in self.cells.values() for column in cells if self._is_hidden(column)}
        )
        sheet = quoted(self.name)
        if rows:
            yield counted(
                rows,
                "{sheet}: {number} hidden row is left out",
                "{sheet}: {number} hidden rows are left out",
                code="rows-hidden",
                sheet=sheet,
            )
        if used:
            yield counted(
                len(used),
                "{sheet}: the hidden column {names} is left out",
                "{sheet}: the hidden columns {names} are left out",
                code="columns-hidden",
                sheet=sheet,
                names=", ".join(map(letters, used)),
            )

    def _rows(self) -> Iterator[SourceRow]:
        for row in sorted(self.cells):
            cells = self.cells[row]
            if row in self.hidden_rows and cells:
                verdict = Verdict(
                    "left", say("row-hidden", "the row is hidden"), advise("show it, and import again")
                )
                yield SourceRow(f"{self.name}!{row}", (), verdict)
            elif cells:
                yield SourceRow(f"{self.name}!{row}", [*self._cells(row, cells)])

    def _cells(self, row: int, cells: dict[int, Value]) -> Iterator[SourceCell]:
        blank = Value("", "blank")
        for column in range(1, max(cells) + 1):
            text, kind, fault = cells.get(column, blank)
            yield SourceCell(text, f"{self.name}!{letters(column)}{row}", kind, fault)

    def _is_hidden(self, column: int) -> bool:
        return any(first <= column <= last for first, last in self.hidden_columns)

    def _clear_merged(self) -> None:
        """Take out what lies under merged cells, where nobody sees it."""
        rows = sorted(self.cells) if self.merged else []
        for top, bottom, left, right in self.merged:
            for row in rows[bisect_left(rows, top) : bisect_right(rows, bottom)]:
                cells = self.cells[row]
                for column in [
                    each for each in cells if left <= each <= right and (row, each) != (top, left)
                ]:
                    del cells[column]


class Workbook(NamedTuple):
    """The sheets of a workbook, and whether it has what is not taken from it."""

    sheets: list[Sheet]
    has_macros: bool = False
    has_links: bool = False
