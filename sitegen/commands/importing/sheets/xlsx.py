"""Workbooks of Excel since 2007: parts of XML in a zip, cell by cell."""

import re
from collections.abc import Iterator, Mapping
from datetime import datetime
from posixpath import dirname, join, normpath

from sitegen.commands.importing import limits
from sitegen.commands.importing.elements import Element, elements
from sitegen.commands.importing.sheets import cells
from sitegen.commands.importing.sheets.cells import BLANK, BUILT_IN, Sheet, Value, Workbook
from sitegen.commands.importing.source import SourceError, column_number
from sitegen.message import say

_REFERENCE = re.compile(r"\$?([A-Za-z]{1,4})\$?(\d{1,9})")
_ESCAPE = re.compile(r"_x([0-9A-Fa-f]{4})_")
_TRUE = {"1", "true", "on"}
Parts = Mapping[str, bytes]


def read(data: bytes) -> Workbook:
    """The sheets of a workbook."""
    parts = limits.unpack(data)
    has_macros = any(name.endswith("vbaproject.bin") for name in parts)
    has_links = any("/externallinks/" in name for name in parts)
    return Workbook([*_sheets(parts)], has_macros, has_links)


def _sheets(parts: Parts) -> Iterator[Sheet]:
    top = (path for kind, path in _relations(parts, "").values() if kind == "officedocument")
    path = next(top, "xl/workbook.xml")
    book, relations = elements(_part(parts, path)), _relations(parts, path)
    sheets = book.within("SHEETS", "SHEET")
    limits.check_sheets(len(sheets))
    named = dict(relations.values())
    is_1904 = any(each.attributes.get("DATE1904") in _TRUE for each in book.all("WORKBOOKPR"))
    texts, styles = (parts.get(named.get(kind, ""), b"<none/>") for kind in ("sharedstrings", "styles"))
    reader = _Reader(_texts(texts), _styles(styles), is_1904=is_1904)
    for each in sheets:
        ids = (value for key, value in each.attributes.items() if key.rpartition(":")[2] == "ID")
        kind, path = relations.get(next(ids, ""), ("", ""))
        if kind == "worksheet":
            is_hidden = each.attributes.get("STATE", "visible").lower() != "visible"
            yield reader.read(Sheet(each.attributes.get("NAME", ""), is_hidden), _part(parts, path))


def _part(parts: Parts, path: str) -> bytes:
    if path not in parts:
        message = say("part-missing", "the workbook lacks its part {part}", part=path)
        raise SourceError(message, limits.SAVE_ANEW)
    return parts[path]


def _relations(parts: Parts, path: str) -> dict[str, tuple[str, str]]:
    """What a part refers to: the last word of the type, and the path, by their id."""
    folder, _, name = path.rpartition("/")
    found: dict[str, tuple[str, str]] = {}
    for each in elements(parts.get(join(folder, "_rels", f"{name}.rels"), b"<none/>")).children:
        id_, kind, target = (each.attributes.get(key, "") for key in ("ID", "TYPE", "TARGET"))
        whole = normpath(join("/", dirname(path), target.replace("\\", "/").lower())).lstrip("/")
        found[id_] = kind.rpartition("/")[2].lower(), whole
    return found


def _texts(data: bytes) -> list[str]:
    found: list[str] = []
    elements(data, {"SI": lambda element, _: found.append(_text(element))})
    return found


def _text(element: Element) -> str:
    """The text in an element, without how it is pronounced and signs that XML has no place for."""
    text = "".join(_pieces(element))
    return _ESCAPE.sub(lambda found: chr(int(found[1], 16)), text) if "_x" in text else text


def _pieces(element: Element) -> Iterator[str]:
    for child in element.children:
        if child.name == "T":
            yield child.raw
        elif child.name != "RPH":
            yield from _pieces(child)


def _styles(data: bytes) -> list[str]:
    styles = elements(data)
    own = [each.attributes for each in styles.within("NUMFMTS", "NUMFMT")]
    formats = {each.get("NUMFMTID", ""): cells.format_kind(each.get("FORMATCODE", "")) for each in own}
    formats = {str(number): kind for number, kind in BUILT_IN.items()} | formats
    return [
        formats.get(each.attributes.get("NUMFMTID", ""), "number") for each in styles.within("CELLXFS", "XF")
    ]


class _Reader:
    """Reads the XML of sheets into their cells, by the texts, the styles and the days of the workbook."""

    def __init__(self, texts: list[str], styles: list[str], *, is_1904: bool) -> None:
        self._texts, self._styles, self._is_1904 = texts, styles, is_1904

    def read(self, sheet: Sheet, data: bytes) -> Sheet:
        self._sheet, self._row = sheet, 0
        elements(data, {"ROW": self._take_row, "COL": self._take_column, "MERGECELL": self._take_merged})
        return sheet

    def _take_row(self, row: Element, _: object) -> None:
        number, column = row.attributes.get("R", ""), 0
        self._row = int(number) if number.isdecimal() else self._row + 1
        if row.attributes.get("HIDDEN") in _TRUE:
            self._sheet.hidden_rows.add(self._row)
        for cell in row.all("C"):
            if found := _REFERENCE.fullmatch(cell.attributes.get("R", "")):
                column, self._row = column_number(found[1]), int(found[2])
            else:
                column += 1
            self._sheet.put(self._row, column, self._value(cell))

    def _take_column(self, column: Element, _: object) -> None:
        ends = column.attributes.get("MIN", ""), column.attributes.get("MAX", "")
        if column.attributes.get("HIDDEN") in _TRUE and all(map(str.isdecimal, ends)):
            self._sheet.hidden_columns.append((int(ends[0]), int(ends[1])))

    def _take_merged(self, merged: Element, _: object) -> None:
        ends = [_REFERENCE.fullmatch(end) for end in merged.attributes.get("REF", "").split(":")]
        if len(ends) == 2 and ends[0] and ends[1]:
            columns = column_number(ends[0][1]), column_number(ends[1][1])
            self._sheet.merged.append((int(ends[0][2]), int(ends[1][2]), *columns))

    def _value(self, cell: Element) -> Value:
        kind = cell.attributes.get("T", "n")
        held = next(cell.all("IS" if kind == "inlineStr" else "V"), None)
        text = "" if held is None else _text(held) if kind == "inlineStr" else held.raw
        if not text:
            has_formula = any(cell.all("F")) and (held is None or kind != "str")
            return cells.WITHOUT_VALUE if has_formula else BLANK
        match kind:
            case "s":
                number, texts = int(text) if text.isdecimal() else -1, self._texts
                is_there = 0 <= number < len(texts)
                return cells.text_value(texts[number]) if is_there else cells.unreadable(text)
            case "str" | "inlineStr":
                return cells.text_value(_ESCAPE.sub(lambda found: chr(int(found[1], 16)), text))
            case "e":
                return cells.error(text)
            case "b":
                return cells.truth_value(is_true=text.strip() in _TRUE)
        return _iso_value(text) if kind == "d" else self._number(text, cell.attributes.get("S", ""))

    def _number(self, text: str, style: str) -> Value:
        styles, number = self._styles, int(style) if style.isdecimal() else 0
        shown = styles[number] if number < len(styles) else "number"
        if shown == "number" and text.isdecimal() and len(text) < 16:
            return Value(str(int(text)), "number")
        try:
            return cells.number_value(float(text), shown, is_1904=self._is_1904)
        except ValueError:
            return cells.unreadable(text)


def _iso_value(text: str) -> Value:
    """A day or a time as the stricter form of the format writes it."""
    try:
        moment = datetime.fromisoformat(text if "-" in text else f"1904-01-01T{text}")
    except ValueError:
        return cells.unreadable(text)
    found = cells.moment_value(moment)
    return found if "-" in text else Value(found.text[11:] or "00:00")
