"""The parts of a workbook of Excel since 2007: what its sheets are, its texts and its styles."""

import re
from collections.abc import Iterator, Mapping
from posixpath import dirname, join, normpath
from typing import NamedTuple

from sitegen.commands.importing.limits import check_sheets, parse_xml
from sitegen.commands.importing.sheets.cells import BUILT_IN, Sheet, format_kind
from sitegen.commands.importing.source import SourceError
from sitegen.message import advise, say

_ESCAPE = re.compile(r"_x([0-9A-Fa-f]{4})_")
TRUE = {"1", "true", "on"}


class Format(NamedTuple):
    """What the cells of a workbook mean: its texts, what each style shows, and how it counts days."""

    texts: list[str]
    styles: list[str]
    is_1904: bool


class Package:
    """The parts of a workbook by what they are for."""

    def __init__(self, parts: Mapping[str, bytes]) -> None:
        self._parts = parts
        self.sheets: list[dict[str, str]] = []
        self.is_1904 = False
        top = (part for kind, part in self._relations("").values() if kind == "officedocument")
        self._path = next(top, "xl/workbook.xml")
        parse_xml(self._part(self._path), self._start, _nothing, _nothing)
        check_sheets(len(self.sheets))

    def worksheets(self) -> Iterator[tuple[Sheet, Format, bytes]]:
        """Its sheets of cells, hidden ones among them, with what their cells mean and their XML."""
        relations = self._relations(self._path)
        named = dict(relations.values())
        texts = _Texts.read(self._parts.get(named.get("sharedstrings", ""), b""))
        styles = _Styles.read(self._parts.get(named.get("styles", ""), b""))
        shown = Format(texts, styles, self.is_1904)
        for sheet in self.sheets:
            kind, path = relations.get(sheet.get("id", ""), ("", ""))
            if kind == "worksheet":
                is_hidden = sheet.get("state", "visible").lower() != "visible"
                yield Sheet(sheet.get("name", ""), is_hidden), shown, self._part(path)

    def _part(self, path: str) -> bytes:
        if path not in self._parts:
            message = say("part-missing", "the workbook lacks its part {part}", part=path)
            raise SourceError(message, advise("open it in the program that made it, and save it again"))
        return self._parts[path]

    def _relations(self, path: str) -> dict[str, tuple[str, str]]:
        """What a part refers to: the last word of the type, and the path, by their id."""
        folder, _, name = path.rpartition("/")
        found: dict[str, tuple[str, str]] = {}

        def start(_: str, attributes: dict[str, str]) -> None:
            if {"Id", "Type", "Target"} <= attributes.keys():
                target = attributes["Target"].replace("\\", "/").lower()
                whole = normpath(join("/", dirname(path), target)).lstrip("/")
                found[attributes["Id"]] = attributes["Type"].rpartition("/")[2].lower(), whole

        part = join(folder, "_rels", f"{name}.rels")
        parse_xml(self._parts.get(part, b"<none/>"), start, _nothing, _nothing)
        return found

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        tag = name.rpartition(":")[2]
        if tag == "sheet":
            self.sheets.append({key.rpartition(":")[2]: value for key, value in attributes.items()})
        elif tag == "workbookPr":
            self.is_1904 = attributes.get("date1904") in TRUE


def _nothing(*_: object) -> None:
    """Pass over it."""


class _Texts:
    """The texts that cells share; how they are pronounced is no part of them."""

    def __init__(self) -> None:
        self.all: list[str] = []
        self._pieces: list[str] = []
        self._is_text = False
        self._is_sound = False

    @classmethod
    def read(cls, data: bytes) -> list[str]:
        """All texts of the part."""
        reader = cls()
        if data:
            parse_xml(data, reader.start, reader.end, reader.text)
        return reader.all

    def start(self, name: str, _: dict[str, str]) -> None:
        tag = name.rpartition(":")[2]
        self._is_sound = self._is_sound or tag == "rPh"
        self._is_text = tag == "t" and not self._is_sound

    def end(self, name: str) -> None:
        tag = name.rpartition(":")[2]
        self._is_text = False
        if tag == "rPh":
            self._is_sound = False
        elif tag == "si":
            self.all.append(unescape("".join(self._pieces)))
            self._pieces = []

    def text(self, data: str) -> None:
        if self._is_text:
            self._pieces.append(data)


def unescape(text: str) -> str:
    """A text without the signs that XML has no place for, such as `_x000D_`."""
    return _ESCAPE.sub(lambda found: chr(int(found[1], 16)), text) if "_x" in text else text


class _Styles:
    """What the number format of each style shows."""

    def __init__(self) -> None:
        self.all: list[str] = []
        self._formats: dict[str, str] = {}
        self._is_cells = False

    @classmethod
    def read(cls, data: bytes) -> list[str]:
        """What each style of the part shows."""
        reader = cls()
        if data:
            parse_xml(data, reader.start, reader.end, _nothing)
        return reader.all

    def start(self, name: str, attributes: dict[str, str]) -> None:
        tag = name.rpartition(":")[2]
        if tag == "numFmt":
            self._formats[attributes.get("numFmtId", "")] = format_kind(attributes.get("formatCode", ""))
        elif tag == "cellXfs":
            self._is_cells = True
        elif tag == "xf" and self._is_cells:
            number = attributes.get("numFmtId", "0")
            built_in = BUILT_IN.get(int(number), "number") if number.isdecimal() else "number"
            self.all.append(self._formats.get(number, built_in))

    def end(self, name: str) -> None:
        if name.rpartition(":")[2] == "cellXfs":
            self._is_cells = False
