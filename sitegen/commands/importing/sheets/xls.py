"""Workbooks of Excel before 2007 (5, 95 and 97 to 2003): records of a stream in a container."""

import codecs
import struct
from collections.abc import Iterator
from contextlib import suppress

from sitegen.commands.importing import limits
from sitegen.commands.importing.sheets import cells
from sitegen.commands.importing.sheets.cells import BLANK, BUILT_IN, Sheet, Value, Workbook
from sitegen.commands.importing.sheets.ole import Container
from sitegen.commands.importing.source import SourceError
from sitegen.message import advise, say

_BOF, _EOF, _CONTINUE = 0x809, 0x0A, 0x3C
_ERRORS = {0: "#NULL!", 7: "#DIV/0!", 15: "#VALUE!", 23: "#REF!", 29: "#NAME?", 36: "#NUM!", 42: "#N/A"}
_CODE_PAGES = {10000: "mac_roman", 32768: "mac_roman", 32769: "cp1252", 1200: "utf-16-le"}
Record = tuple[int, bytes]


def read(data: bytes) -> Workbook:
    """The sheets of a workbook."""
    try:
        container = Container(data)
        if "encryptedpackage" in container.names:
            raise cells.encrypted()
        book = _Book(container.stream("workbook") or container.stream("book"))
        return Workbook([*book.read()], "_vba_project_cur" in container.names, book.has_links)
    except (struct.error, IndexError, ValueError, OverflowError) as problem:
        message = say("broken-workbook", "the workbook is damaged: it could not be read to its end")
        hint = advise("open it in Excel or LibreOffice, and save it as .xlsx")
        raise SourceError(message, hint) from problem


def _records(stream: bytes, at: int) -> Iterator[Record]:
    """The records from a place on, to the end of what begins there; a chart within it is passed over."""
    depth = 0
    while at + 4 <= len(stream):
        kind, size = struct.unpack_from("<HH", stream, at)
        depth += (kind == _BOF) - (kind == _EOF)
        if depth == 1:
            yield kind, stream[at + 4 : at + 4 + size]
        at += 4 + size
        if depth <= 0:
            return
    raise ValueError("a stream without end")


class _Book:
    def __init__(self, stream: bytes) -> None:
        self._stream = stream
        self._sheets: list[tuple[int, int, int, bytes]] = []
        self._formats: dict[int, str] = {}
        self._styles: list[int] = []
        self._code_page = "cp1252"
        self.texts: list[str] = []
        self.is_1904 = self.has_links = False
        records = _records(stream, 0)
        self.is_8 = struct.unpack_from("<H", next(records, (0, b""))[1])[0] == 0x600
        texts: list[bytes] = []
        before = 0
        for kind, body in records:
            if kind == 0xFC or (kind == _CONTINUE and before == 0xFC):
                texts.append(body)
            else:
                self._take(kind, body)
            before = before if kind == _CONTINUE else kind
        limits.check_sheets(len(self._sheets))
        self.texts = [*_Texts(texts).read()] if texts else []
        self.shown = [self._formats.get(number, BUILT_IN.get(number, "number")) for number in self._styles]

    def read(self) -> Iterator[Sheet]:
        for start, state, kind, name in self._sheets:
            if kind == 0:
                sheet = Sheet(self.text(name, 1), is_hidden=state & 3 != 0)
                reader = _SheetReader(self, sheet)
                for record in _records(self._stream, start):
                    reader.take(*record)
                yield sheet

    def text(self, body: bytes, width: int) -> str:
        """A text with its length before it, which is so many bytes wide."""
        size = int.from_bytes(body[:width], "little")
        if not self.is_8:
            return body[width : width + size].decode(self._code_page, "replace")
        if body[width] & 1:
            return body[width + 1 : width + 1 + 2 * size].decode("utf-16-le", "replace")
        return body[width + 1 : width + 1 + size].decode("latin-1")

    def _take(self, kind: int, body: bytes) -> None:
        match kind:
            case 0x2F:
                raise cells.encrypted()
            case 0x85:
                self._sheets.append((*struct.unpack_from("<IBB", body), body[6:]))
            case 0x22:
                self.is_1904 = body[0] == 1
            case 0x42:
                number = struct.unpack_from("<H", body)[0]
                with suppress(LookupError):
                    self._code_page = codecs.lookup(_CODE_PAGES.get(number, f"cp{number}")).name
            case 0x41E:
                code = self.text(body[2:], 2 if self.is_8 else 1)
                self._formats[struct.unpack_from("<H", body)[0]] = cells.format_kind(code)
            case 0xE0:
                self._styles.append(struct.unpack_from("<H", body, 2)[0])
            case 0x1AE:
                self.has_links = self.has_links or body[2:4] not in {b"\x01\x04", b"\x01\x3a"}


class _Texts:
    """The texts that cells share; one may begin in one record and end in the next."""

    def __init__(self, bodies: list[bytes]) -> None:
        self._left = [*bodies[::-1]]
        self._body, self._at = self._left.pop(), 8

    def read(self) -> Iterator[str]:
        for _ in range(struct.unpack_from("<I", self._body, 4)[0]):
            if self._at < len(self._body) or self._left:
                yield self._text()

    def _text(self) -> str:
        size, flags = self._number(2), self._number(1)
        runs = self._number(2) if flags & 8 else 0
        sounds = self._number(4) if flags & 4 else 0
        text = ""
        while True:
            width = 1 + (flags & 1)
            part = self._part(size * width)
            text += part.decode("utf-16-le" if width == 2 else "latin-1", "replace")
            size -= len(part) // width
            if size <= 0:
                break
            self._turn()
            flags = self._number(1)  # how the rest is written
        self._bytes(4 * runs + sounds)
        return text

    def _number(self, size: int) -> int:
        return int.from_bytes(self._bytes(size), "little")

    def _bytes(self, size: int) -> bytes:
        """The next bytes, of the next records where this one has no more."""
        found = self._part(size)
        while len(found) < size:
            self._turn()
            found += self._part(size - len(found))
        return found

    def _part(self, size: int) -> bytes:
        part = self._body[self._at : self._at + size]
        self._at += len(part)
        return part

    def _turn(self) -> None:
        self._body, self._at = self._left.pop(), 0


class _SheetReader:
    def __init__(self, book: _Book, sheet: Sheet) -> None:
        self._book, self._sheet = book, sheet
        self._formula: tuple[int, int] | None = None  # a cell whose text comes in a record of its own

    def take(self, kind: int, body: bytes) -> None:
        row, column, style = struct.unpack_from("<HHH", body) if len(body) > 5 else (0, 0, 0)
        match kind:
            case 0x203 | 0x27E | 0x06 | 0x205 | 0xFD | 0x204 | 0xD6:
                self._sheet.put(row + 1, column + 1, self._value(kind, body, style, (row, column)))
            case 0xBD:
                for at in range(4, len(body) - 7, 6):
                    style, number = struct.unpack_from("<HI", body, at)
                    value = self._number(_short_number(number), style)
                    self._sheet.put(row + 1, column + 1 + (at - 4) // 6, value)
            case 0x207 if self._formula:
                text = cells.text_value(self._book.text(body, 2))
                self._sheet.put(self._formula[0] + 1, self._formula[1] + 1, text)
                self._formula = None
            case 0x208 if body[12] & 0x20:
                self._sheet.hidden_rows.add(row + 1)
            case 0x7D if body[8] & 1:
                self._sheet.hidden_columns.append((row + 1, column + 1))
            case 0xE5:
                for at in range(2, len(body) - 7, 8):
                    top, bottom, left, right = (end + 1 for end in struct.unpack_from("<HHHH", body, at))
                    self._sheet.merged.append((top, bottom, left, right))

    def _value(self, kind: int, body: bytes, style: int, cell: tuple[int, int]) -> Value:
        if kind == 0xFD:
            number, texts = struct.unpack_from("<I", body, 6)[0], self._book.texts
            return cells.text_value(texts[number]) if number < len(texts) else cells.unreadable(str(number))
        if kind in {0x204, 0xD6}:
            return cells.text_value(self._book.text(body[6:], 2))
        if kind == 0x205:
            return _truth_or_error(body[7], body[6])
        if kind == 0x27E:
            return self._number(_short_number(struct.unpack_from("<I", body, 6)[0]), style)
        if kind == 0x06 and body[12:14] == b"\xff\xff":
            self._formula = cell if body[6] == 0 else None
            return _truth_or_error(body[6] == 2, body[8]) if body[6] in {1, 2} else BLANK
        return self._number(struct.unpack_from("<d", body, 6)[0], style)

    def _number(self, number: float, style: int) -> Value:
        shown = self._book.shown[style] if style < len(self._book.shown) else "number"
        return cells.number_value(number, shown, is_1904=self._book.is_1904)


def _truth_or_error(is_error: int, code: int) -> Value:
    return cells.error(_ERRORS.get(code, "#N/A")) if is_error else cells.truth_value(is_true=code != 0)


def _short_number(number: int) -> float:
    """A number in four bytes: whole, or the upper half of a longer one; in hundredths where bit 0 is set."""
    if number & 2:
        value: float = (number >> 2) - (1 << 30 if number & 0x80000000 else 0)
    else:
        value = struct.unpack("<d", struct.pack("<II", 0, number & 0xFFFFFFFC))[0]
    return value / 100 if number & 1 else value
