"""Workbooks of Excel 5 to 2003: BIFF records of a stream in an OLE container.

Formats: [MS-CFB] for the container, laid out in sectors like a small disk, and [MS-XLS] for the records.
"""

import codecs
import struct
from collections.abc import Iterator, Sequence
from contextlib import suppress

from sitegen.core.problems import advise, say
from sitegen.importing import source
from sitegen.importing.sheets import cells
from sitegen.importing.sheets.cells import BLANK, BUILT_IN_FORMATS, CellValue, Sheet, Workbook
from sitegen.importing.source import SourceError

_END_OF_CHAIN = 0xFFFFFFF0
"""Sector numbers from here on are end marks."""
_ENTRY_SIZE = 128
_STREAM, _ROOT = 2, 5
_BOF, _EOF, _CONTINUE = 0x809, 0x0A, 0x3C
_ERRORS = {0: "#NULL!", 7: "#DIV/0!", 15: "#VALUE!", 23: "#REF!", 29: "#NAME?", 36: "#NUM!", 42: "#N/A"}
_CODE_PAGES = {10000: "mac_roman", 32768: "mac_roman", 32769: "cp1252", 1200: "utf-16-le"}
BiffRecord = tuple[int, bytes]


def read(data: bytes) -> Workbook:
    """Read the sheets of a workbook."""
    try:
        container = _OleContainer(data)
        if "encryptedpackage" in container.names:
            raise cells.make_encrypted_error()
        book = _BookReader(container.read_stream("workbook") or container.read_stream("book"))
        return Workbook([*book.read_sheets()], "_vba_project_cur" in container.names, book.has_links)
    except (struct.error, IndexError, ValueError, OverflowError) as problem:
        message = say("broken-workbook", "the workbook is damaged: it could not be read to its end")
        hint = advise("open it in Excel or LibreOffice, and save it as .xlsx")
        raise SourceError(message, hint) from problem


class _OleContainer:
    """The streams of an OLE container, by name in lower case.

    A damaged container raises `struct.error`, `IndexError` or `ValueError`.
    """

    def __init__(self, data: bytes) -> None:
        shift, mini_shift = struct.unpack_from("<HH", data, 30)
        if not (7 <= shift <= 16 and 4 <= mini_shift < shift):
            raise ValueError("a container of no known size")
        self._size, self._mini_size = 1 << shift, 1 << mini_shift
        self._data = data[self._size :]
        count, directory, self._least, mini = struct.unpack_from("<II4xII", data, 44)
        self._next = self._read_sector_table(data, count)
        self._mini_next = _unpack_numbers(self._read_chain(mini)) if mini < _END_OF_CHAIN else ()
        directory_data = self._read_chain(directory)
        entries = [
            directory_data[at : at + _ENTRY_SIZE]
            for at in range(0, len(directory_data) - _ENTRY_SIZE + 1, _ENTRY_SIZE)
        ]
        self._places = {
            _read_name(entry): _read_location(entry) for entry in entries[::-1] if entry[66] == _STREAM
        }
        self._mini = next(
            (self._read_chain(_read_location(entry)[0]) for entry in entries if entry[66] == _ROOT), b""
        )
        self.names = {_read_name(entry) for entry in entries}

    def read_stream(self, name: str) -> bytes:
        """Return the bytes of a stream; empty where there is no such stream."""
        first, size = self._places.get(name, (_END_OF_CHAIN, 0))
        if size < self._least:
            return _join_chain(self._mini, self._mini_size, self._mini_next, first)[:size]
        return self._read_chain(first)[:size]

    def _read_sector_table(self, data: bytes, count: int) -> Sequence[int]:
        sectors = [*struct.unpack_from("<109I", data, 76)]
        next_sector, table_count = struct.unpack_from("<II", data, 68)
        while next_sector < _END_OF_CHAIN and table_count and len(sectors) < count:
            numbers = _unpack_numbers(self._read_sector(next_sector))
            sectors += numbers[:-1]
            next_sector, table_count = numbers[-1], table_count - 1
        return _unpack_numbers(
            b"".join(self._read_sector(number) for number in sectors[:count] if number < _END_OF_CHAIN)
        )

    def _read_sector(self, number: int) -> bytes:
        return self._data[number * self._size : (number + 1) * self._size]

    def _read_chain(self, number: int) -> bytes:
        return _join_chain(self._data, self._size, self._next, number)


def _join_chain(data: bytes, size: int, following: Sequence[int], number: int) -> bytes:
    """Return the sectors of a chain; a damaged chain ends at its last sector, or after one cycle."""
    chunks: list[bytes] = []
    while number < len(following) and len(chunks) <= len(following):
        chunks.append(data[number * size : (number + 1) * size])
        number = following[number]
    return b"".join(chunks)


def _unpack_numbers(data: bytes) -> Sequence[int]:
    return struct.unpack_from(f"<{len(data) // 4}I", data)


def _read_location(entry: bytes) -> tuple[int, int]:
    first, size = struct.unpack_from("<II", entry, 116)
    return first, size


def _read_name(entry: bytes) -> str:
    return entry[: max(0, int.from_bytes(entry[64:66], "little") - 2)].decode("utf-16-le", "replace").lower()


def _read_records(stream: bytes, at: int) -> Iterator[BiffRecord]:
    """Yield the records of the substream that begins at a position, without those of embedded charts."""
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


class _BookReader:
    def __init__(self, stream: bytes) -> None:
        self._stream = stream
        self._sheets: list[tuple[int, int, int, bytes]] = []
        self._formats: dict[int, str] = {}
        self._styles: list[int] = []
        self._code_page = "cp1252"
        self.texts: list[str] = []
        self.is_1904 = self.has_links = False
        records = _read_records(stream, 0)
        self.is_8 = struct.unpack_from("<H", next(records, (0, b""))[1])[0] == 0x600
        texts: list[bytes] = []
        last_kind = 0
        for kind, body in records:
            if kind == 0xFC or (kind == _CONTINUE and last_kind == 0xFC):
                texts.append(body)
            else:
                self._take_record(kind, body)
            last_kind = last_kind if kind == _CONTINUE else kind
        source.check_sheets(len(self._sheets))
        self.texts = [*_SharedTexts(texts).read_texts()] if texts else []
        self.shown = [
            self._formats.get(number, BUILT_IN_FORMATS.get(number, "number")) for number in self._styles
        ]

    def read_sheets(self) -> Iterator[Sheet]:
        for start, state, kind, name in self._sheets:
            if kind == 0:
                sheet = Sheet(self.decode_text(name, 1), is_hidden=state & 3 != 0)
                reader = _SheetReader(self, sheet)
                for record in _read_records(self._stream, start):
                    reader.take_record(*record)
                yield sheet

    def decode_text(self, body: bytes, width: int) -> str:
        """Return a text after its length, which is `width` bytes wide."""
        size = int.from_bytes(body[:width], "little")
        if not self.is_8:
            return body[width : width + size].decode(self._code_page, "replace")
        if body[width] & 1:
            return body[width + 1 : width + 1 + 2 * size].decode("utf-16-le", "replace")
        return body[width + 1 : width + 1 + size].decode("latin-1")

    def _take_record(self, kind: int, body: bytes) -> None:
        match kind:
            case 0x2F:
                raise cells.make_encrypted_error()
            case 0x85:
                self._sheets.append((*struct.unpack_from("<IBB", body), body[6:]))
            case 0x22:
                self.is_1904 = body[0] == 1
            case 0x42:
                number = struct.unpack_from("<H", body)[0]
                with suppress(LookupError):
                    self._code_page = codecs.lookup(_CODE_PAGES.get(number, f"cp{number}")).name
            case 0x41E:
                code = self.decode_text(body[2:], 2 if self.is_8 else 1)
                self._formats[struct.unpack_from("<H", body)[0]] = cells.detect_format_kind(code)
            case 0xE0:
                self._styles.append(struct.unpack_from("<H", body, 2)[0])
            case 0x1AE:
                self.has_links = self.has_links or body[2:4] not in {b"\x01\x04", b"\x01\x3a"}


class _SharedTexts:
    """The shared texts of cells; a text may begin in one record and continue in the next."""

    def __init__(self, bodies: list[bytes]) -> None:
        self._left = [*bodies[::-1]]
        self._body, self._at = self._left.pop(), 8

    def read_texts(self) -> Iterator[str]:
        for _ in range(struct.unpack_from("<I", self._body, 4)[0]):
            if self._at < len(self._body) or self._left:
                yield self._read_text()

    def _read_text(self) -> str:
        size, flags = self._read_number(2), self._read_number(1)
        runs = self._read_number(2) if flags & 8 else 0
        sounds = self._read_number(4) if flags & 4 else 0
        text = ""
        while True:
            width = 1 + (flags & 1)
            part = self._read_part(size * width)
            text += part.decode("utf-16-le" if width == 2 else "latin-1", "replace")
            size -= len(part) // width
            if size <= 0:
                break
            self._open_next_record()
            flags = self._read_number(1)  # the encoding of the rest
        self._read_bytes(4 * runs + sounds)
        return text

    def _read_number(self, size: int) -> int:
        return int.from_bytes(self._read_bytes(size), "little")

    def _read_bytes(self, size: int) -> bytes:
        """Return the next bytes, continuing in the next records."""
        chunk = self._read_part(size)
        while len(chunk) < size:
            self._open_next_record()
            chunk += self._read_part(size - len(chunk))
        return chunk

    def _read_part(self, size: int) -> bytes:
        part = self._body[self._at : self._at + size]
        self._at += len(part)
        return part

    def _open_next_record(self) -> None:
        self._body, self._at = self._left.pop(), 0


class _SheetReader:
    def __init__(self, book: _BookReader, sheet: Sheet) -> None:
        self._book, self._sheet = book, sheet
        self._formula: tuple[int, int] | None = None  # a cell whose text follows in the next record

    def take_record(self, kind: int, body: bytes) -> None:
        row, column, style = struct.unpack_from("<HHH", body) if len(body) > 5 else (0, 0, 0)
        match kind:
            case 0x203 | 0x27E | 0x06 | 0x205 | 0xFD | 0x204 | 0xD6:
                self._sheet.set_cell(row + 1, column + 1, self._read_value(kind, body, style, (row, column)))
            case 0xBD:
                for at in range(4, len(body) - 7, 6):
                    style, number = struct.unpack_from("<HI", body, at)
                    value = self._convert_number(_decode_rk_number(number), style)
                    self._sheet.set_cell(row + 1, column + 1 + (at - 4) // 6, value)
            case 0x207 if self._formula:
                text = cells.convert_text(self._book.decode_text(body, 2))
                self._sheet.set_cell(self._formula[0] + 1, self._formula[1] + 1, text)
                self._formula = None
            case 0x208 if body[12] & 0x20:
                self._sheet.hidden_rows.add(row + 1)
            case 0x7D if body[8] & 1:
                self._sheet.hidden_columns.append((row + 1, column + 1))
            case 0xE5:
                for at in range(2, len(body) - 7, 8):
                    top, bottom, left, right = (end + 1 for end in struct.unpack_from("<HHHH", body, at))
                    self._sheet.merged_ranges.append((top, bottom, left, right))

    def _read_value(self, kind: int, body: bytes, style: int, cell: tuple[int, int]) -> CellValue:
        if kind == 0xFD:
            number, texts = struct.unpack_from("<I", body, 6)[0], self._book.texts
            return (
                cells.convert_text(texts[number])
                if number < len(texts)
                else cells.make_unreadable(str(number))
            )
        if kind in {0x204, 0xD6}:
            return cells.convert_text(self._book.decode_text(body[6:], 2))
        if kind == 0x205:
            return _convert_boolean_or_error(body[7], body[6])
        if kind == 0x27E:
            return self._convert_number(_decode_rk_number(struct.unpack_from("<I", body, 6)[0]), style)
        if kind == 0x06 and body[12:14] == b"\xff\xff":
            self._formula = cell if body[6] == 0 else None
            return _convert_boolean_or_error(body[6] == 2, body[8]) if body[6] in {1, 2} else BLANK
        return self._convert_number(struct.unpack_from("<d", body, 6)[0], style)

    def _convert_number(self, number: float, style: int) -> CellValue:
        format_kind = self._book.shown[style] if style < len(self._book.shown) else "number"
        return cells.convert_number(number, format_kind, is_1904=self._book.is_1904)


def _convert_boolean_or_error(is_error: int, code: int) -> CellValue:
    return (
        cells.make_error(_ERRORS.get(code, "#N/A")) if is_error else cells.convert_boolean(is_true=code != 0)
    )


def _decode_rk_number(number: int) -> float:
    """Decode an RK number: an integer or the upper half of a double, in hundredths where bit 0 is set."""
    if number & 2:
        value: float = (number >> 2) - (1 << 30 if number & 0x80000000 else 0)
    else:
        value = struct.unpack("<d", struct.pack("<II", 0, number & 0xFFFFFFFC))[0]
    return value / 100 if number & 1 else value
