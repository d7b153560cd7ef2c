"""Workbooks of Excel since 2007: the XML of a sheet, cell by cell."""

import re
from datetime import datetime

from sitegen.commands.importing.limits import parse_xml, unpack
from sitegen.commands.importing.sheets.cells import (
    Sheet,
    Value,
    Workbook,
    clock,
    column_number,
    day_value,
    error,
    number_value,
    text_value,
    truth_value,
    unreadable,
    without_value,
)
from sitegen.commands.importing.sheets.package import TRUE, Format, Package, unescape

_REFERENCE = re.compile(r"\$?([A-Za-z]{1,4})\$?(\d{1,9})")


def read(data: bytes) -> Workbook:
    """The sheets of a workbook."""
    parts = unpack(data)
    sheets: list[Sheet] = []
    for sheet, shown, xml in Package(parts).worksheets():
        reader = _SheetReader(sheet, shown)
        parse_xml(xml, reader.start, reader.end, reader.text)
        sheets.append(sheet)
    has_macros = any(name.endswith("vbaproject.bin") for name in parts)
    return Workbook(sheets, has_macros, any("/externallinks/" in name for name in parts))


class _SheetReader:
    """Reads the XML of one sheet into its cells."""

    def __init__(self, sheet: Sheet, shown: Format) -> None:
        self._sheet, self._format = sheet, shown
        self._row = self._column = 0
        self._type = self._style = ""
        self._pieces: list[str] | None = None  # of a value, where there is one
        self._is_text = self._is_sound = self._is_formula = False

    def start(self, name: str, attributes: dict[str, str]) -> None:
        tag = name.rpartition(":")[2] if ":" in name else name
        if tag == "c":
            self._begin(attributes)
        elif tag == ("t" if self._type == "inlineStr" else "v"):
            self._pieces = [] if self._pieces is None else self._pieces
            self._is_text = not self._is_sound
        elif tag == "f":
            self._is_formula = True
        elif tag == "rPh":
            self._is_sound = True
        elif tag == "row":
            number = attributes.get("r", "")
            self._row = int(number) if number.isdecimal() else self._row + 1
            self._column = 0
            if attributes.get("hidden") in TRUE:
                self._sheet.hidden_rows.add(self._row)
        elif tag == "col" and attributes.get("hidden") in TRUE:
            ends = attributes.get("min", ""), attributes.get("max", "")
            if all(map(str.isdecimal, ends)):
                self._sheet.hidden_columns.append((int(ends[0]), int(ends[1])))
        elif tag == "mergeCell":
            self._merge(attributes.get("ref", ""))

    def text(self, data: str) -> None:
        if self._is_text and self._pieces is not None:
            self._pieces.append(data)

    def end(self, name: str) -> None:
        tag = name.rpartition(":")[2] if ":" in name else name
        if tag in {"v", "t"}:
            self._is_text = False
        elif tag == "rPh":
            self._is_sound = False
        elif tag == "c" and (self._pieces is not None or self._is_formula):
            text = None if self._pieces is None else "".join(self._pieces)
            self._sheet.put(self._row, self._column, self._value(text))

    def _begin(self, attributes: dict[str, str]) -> None:
        found = _REFERENCE.fullmatch(attributes.get("r", ""))
        if found:
            self._column, self._row = column_number(found[1]), int(found[2])
        else:
            self._column += 1
        self._type, self._style = attributes.get("t", "n"), attributes.get("s", "")
        self._pieces, self._is_formula, self._is_text = None, False, False

    def _merge(self, reference: str) -> None:
        ends = [_REFERENCE.fullmatch(end) for end in reference.split(":")]
        if len(ends) == 2 and ends[0] and ends[1]:
            columns = column_number(ends[0][1]), column_number(ends[1][1])
            self._sheet.merged.append((int(ends[0][2]), int(ends[1][2]), *columns))

    def _value(self, text: str | None) -> Value:
        if text is None or (self._is_formula and self._type != "str" and not text):
            return without_value()
        if not text:
            return Value("", "blank")
        match self._type:
            case "s":
                value = self._shared(text)
            case "str" | "inlineStr":
                value = text_value(unescape(text))
            case "e":
                value = error(text)
            case "b":
                value = truth_value(is_true=text.strip() in TRUE)
            case "d":
                value = _iso_value(text)
            case _:
                value = self._number(text)
        return value

    def _shared(self, text: str) -> Value:
        number = int(text) if text.isdecimal() else -1
        texts = self._format.texts
        return text_value(texts[number]) if 0 <= number < len(texts) else unreadable(text)

    def _number(self, text: str) -> Value:
        number = int(self._style) if self._style.isdecimal() else 0
        styles = self._format.styles
        shown = styles[number] if number < len(styles) else "number"
        if shown == "number" and text.isdecimal() and len(text) < 16:
            return Value(str(int(text)), "number")
        try:
            return number_value(float(text), shown, is_1904=self._format.is_1904)
        except ValueError:
            return unreadable(text)


def _iso_value(text: str) -> Value:
    """A day or a time as the stricter form of the format writes it."""
    try:
        moment = datetime.fromisoformat(text if "-" in text else f"1904-01-01T{text}")
    except ValueError:
        return unreadable(text)
    seconds = moment.hour * 3600 + moment.minute * 60 + moment.second
    return day_value(moment.date(), seconds) if "-" in text else Value(clock(seconds))
