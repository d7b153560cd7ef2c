"""Workbooks of Excel since 2007: XML parts in a zip."""

import re
from collections.abc import Iterator, Mapping
from datetime import datetime
from posixpath import dirname, join, normpath

from sitegen.core.problems import say
from sitegen.importing import source
from sitegen.importing.sheets import cells
from sitegen.importing.sheets.cells import BLANK, BUILT_IN_FORMATS, CellValue, Sheet, Workbook
from sitegen.importing.source import SourceError, get_column_number
from sitegen.importing.xml import Element, parse_elements

_REFERENCE = re.compile(r"\$?([A-Za-z]{1,4})\$?(\d{1,9})")
_ESCAPE = re.compile(r"_x([0-9A-Fa-f]{4})_")
_TRUE_VALUES = {"1", "true", "on"}
Parts = Mapping[str, bytes]


def read(data: bytes) -> Workbook:
    """Read the sheets of a workbook."""
    parts = source.unpack_zip(data)
    has_macros = any(name.endswith("vbaproject.bin") for name in parts)
    has_links = any("/externallinks/" in name for name in parts)
    return Workbook([*_read_sheets(parts)], has_macros, has_links)


def _read_sheets(parts: Parts) -> Iterator[Sheet]:
    top = (path for kind, path in _read_relations(parts, "").values() if kind == "officedocument")
    path = next(top, "xl/workbook.xml")
    book, relations = parse_elements(_get_part(parts, path)), _read_relations(parts, path)
    sheet_elements = book.find_within("SHEETS", "SHEET")
    source.check_sheets(len(sheet_elements))
    paths = dict(relations.values())
    is_1904 = any(
        properties.attributes.get("DATE1904") in _TRUE_VALUES for properties in book.find_all("WORKBOOKPR")
    )
    texts, styles = (parts.get(paths.get(kind, ""), b"<none/>") for kind in ("sharedstrings", "styles"))
    reader = _SheetReader(_read_shared_texts(texts), _read_styles(styles), is_1904=is_1904)
    for sheet in sheet_elements:
        ids = (value for key, value in sheet.attributes.items() if key.rpartition(":")[2] == "ID")
        kind, path = relations.get(next(ids, ""), ("", ""))
        if kind == "worksheet":
            is_hidden = sheet.attributes.get("STATE", "visible").lower() != "visible"
            yield reader.read_sheet(
                Sheet(sheet.attributes.get("NAME", ""), is_hidden), _get_part(parts, path)
            )


def _get_part(parts: Parts, path: str) -> bytes:
    if path not in parts:
        message = say("part-missing", "the workbook lacks its part {part}", part=path)
        raise SourceError(message, source.SAVE_AGAIN_HINT)
    return parts[path]


def _read_relations(parts: Parts, path: str) -> dict[str, tuple[str, str]]:
    """Return the relations of a part by id: the last word of the type, and the path."""
    folder, _, name = path.rpartition("/")
    relations: dict[str, tuple[str, str]] = {}
    for relation in parse_elements(parts.get(join(folder, "_rels", f"{name}.rels"), b"<none/>")).children:
        id_, kind, target = (relation.attributes.get(key, "") for key in ("ID", "TYPE", "TARGET"))
        full_path = normpath(join("/", dirname(path), target.replace("\\", "/").lower())).lstrip("/")
        relations[id_] = kind.rpartition("/")[2].lower(), full_path
    return relations


def _read_shared_texts(data: bytes) -> list[str]:
    texts: list[str] = []
    parse_elements(data, {"SI": lambda element, _: texts.append(_read_text(element))})
    return texts


def _read_text(element: Element) -> str:
    """Return the text in an element, without phonetic hints and with escaped characters decoded."""
    text = "".join(_read_runs(element))
    return _ESCAPE.sub(lambda match: chr(int(match[1], 16)), text) if "_x" in text else text


def _read_runs(element: Element) -> Iterator[str]:
    for child in element.children:
        if child.name == "T":
            yield child.raw
        elif child.name != "RPH":
            yield from _read_runs(child)


def _read_styles(data: bytes) -> list[str]:
    styles = parse_elements(data)
    formats_declared = [number_format.attributes for number_format in styles.find_within("NUMFMTS", "NUMFMT")]
    formats = {
        number_format.get("NUMFMTID", ""): cells.detect_format_kind(number_format.get("FORMATCODE", ""))
        for number_format in formats_declared
    }
    formats = {str(number): kind for number, kind in BUILT_IN_FORMATS.items()} | formats
    return [
        formats.get(style.attributes.get("NUMFMTID", ""), "number")
        for style in styles.find_within("CELLXFS", "XF")
    ]


class _SheetReader:
    """Reads the XML of sheets, with the shared texts, styles and date system of the workbook."""

    def __init__(self, texts: list[str], styles: list[str], *, is_1904: bool) -> None:
        self._texts, self._styles, self._is_1904 = texts, styles, is_1904

    def read_sheet(self, sheet: Sheet, data: bytes) -> Sheet:
        self._sheet, self._row = sheet, 0
        parse_elements(
            data, {"ROW": self._take_row, "COL": self._take_column, "MERGECELL": self._take_merged}
        )
        return sheet

    def _take_row(self, row: Element, _: object) -> None:
        number, column = row.attributes.get("R", ""), 0
        self._row = int(number) if number.isdecimal() else self._row + 1
        if row.attributes.get("HIDDEN") in _TRUE_VALUES:
            self._sheet.hidden_rows.add(self._row)
        for cell in row.find_all("C"):
            if match := _REFERENCE.fullmatch(cell.attributes.get("R", "")):
                column, self._row = get_column_number(match[1]), int(match[2])
            else:
                column += 1
            self._sheet.set_cell(self._row, column, self._read_value(cell))

    def _take_column(self, column: Element, _: object) -> None:
        ends = column.attributes.get("MIN", ""), column.attributes.get("MAX", "")
        if column.attributes.get("HIDDEN") in _TRUE_VALUES and all(map(str.isdecimal, ends)):
            self._sheet.hidden_columns.append((int(ends[0]), int(ends[1])))

    def _take_merged(self, element: Element, _: object) -> None:
        ends = [_REFERENCE.fullmatch(end) for end in element.attributes.get("REF", "").split(":")]
        if len(ends) == 2 and ends[0] and ends[1]:
            columns = get_column_number(ends[0][1]), get_column_number(ends[1][1])
            self._sheet.merged_ranges.append((int(ends[0][2]), int(ends[1][2]), *columns))

    def _read_value(self, cell: Element) -> CellValue:
        kind = cell.attributes.get("T", "n")
        element = next(cell.find_all("IS" if kind == "inlineStr" else "V"), None)
        text = "" if element is None else _read_text(element) if kind == "inlineStr" else element.raw
        if not text:
            has_formula = any(cell.find_all("F")) and (element is None or kind != "str")
            return cells.WITHOUT_VALUE if has_formula else BLANK
        match kind:
            case "s":
                number, texts = int(text) if text.isdecimal() else -1, self._texts
                is_there = 0 <= number < len(texts)
                return cells.convert_text(texts[number]) if is_there else cells.make_unreadable(text)
            case "str" | "inlineStr":
                return cells.convert_text(_ESCAPE.sub(lambda match: chr(int(match[1], 16)), text))
            case "e":
                return cells.make_error(text)
            case "b":
                return cells.convert_boolean(is_true=text.strip() in _TRUE_VALUES)
        return _convert_iso(text) if kind == "d" else self._convert_number(text, cell.attributes.get("S", ""))

    def _convert_number(self, text: str, style: str) -> CellValue:
        styles, number = self._styles, int(style) if style.isdecimal() else 0
        format_kind = styles[number] if number < len(styles) else "number"
        if format_kind == "number" and text.isdecimal() and len(text) < 16:
            return CellValue(str(int(text)), "number")
        try:
            return cells.convert_number(float(text), format_kind, is_1904=self._is_1904)
        except ValueError:
            return cells.make_unreadable(text)


def _convert_iso(text: str) -> CellValue:
    """Return a date or time in ISO 8601, as strict Open XML has it."""
    try:
        moment = datetime.fromisoformat(text if "-" in text else f"1904-01-01T{text}")
    except ValueError:
        return cells.make_unreadable(text)
    converted = cells.convert_moment(moment)
    return converted if "-" in text else CellValue(converted.text[11:] or "00:00")
