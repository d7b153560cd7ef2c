"""Workbooks for tests, written from the documents of their formats and not by what reads them."""

import struct
from collections.abc import Sequence
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile

_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_NONE = 0xFFFFFFFF
"""The number of no entry, in the directory of a container."""
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"


def packed(parts: dict[str, str | bytes]) -> bytes:
    """A zip of these parts."""
    body = BytesIO()
    with ZipFile(body, "w", ZIP_DEFLATED) as file:
        for name, data in parts.items():
            file.writestr(name, data)
    return body.getvalue()


def xlsx(sheet: str, *, book: str = "", **more: str) -> bytes:
    """A workbook whose one sheet, `Blad`, has these rows; `more` are other parts."""
    styles = "".join(f'<xf numFmtId="{number}"/>' for number in (0, 14, 10, 22, 20, 164))
    number_format = '<numFmts><numFmt numFmtId="164" formatCode="[h]:mm"/></numFmts>'
    return packed(
        {
            "[Content_Types].xml": f'<Types xmlns="{_PACKAGE}/content-types"/>',
            "_rels/.rels": f'<Relationships xmlns="{_PACKAGE}/relationships"><Relationship Id="a"'
            f' Type="{_OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
            "xl/workbook.xml": f'<workbook xmlns="{_MAIN}" xmlns:r="{_OFFICE}">{book}'
            '<sheets><sheet name="Blad" sheetId="1" r:id="b"/></sheets></workbook>',
            "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{_PACKAGE}/relationships">'
            f'<Relationship Id="b" Type="{_OFFICE}/worksheet" Target="worksheets/sheet1.xml"/>'
            f'<Relationship Id="c" Type="{_OFFICE}/styles" Target="/xl/styles.xml"/></Relationships>',
            "xl/styles.xml": f'<styleSheet xmlns="{_MAIN}">{number_format}<cellStyleXfs><xf numFmtId="9"/>'
            f"</cellStyleXfs><cellXfs>{styles}</cellXfs></styleSheet>",
            "xl/worksheets/sheet1.xml": f'<worksheet xmlns="{_MAIN}"><sheetData>{sheet}'
            "</sheetData></worksheet>",
            **more,
        }
    )


def ods(tables: str, styles: str = "", manifest: str = "") -> bytes:
    """A workbook of OpenDocument."""
    names = " ".join(
        f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"'
        for name in ("office", "table", "text", "style", "draw", "calcext")
    )
    return packed(
        {
            "mimetype": "application/vnd.oasis.opendocument.spreadsheet",
            "content.xml": f"<office:document-content {names}><office:automatic-styles>{styles}"
            f"</office:automatic-styles><office:body><office:spreadsheet>{tables}</office:spreadsheet>"
            "</office:body></office:document-content>",
            "META-INF/manifest.xml": f"<manifest>{manifest}</manifest>",
        }
    )


def record(kind: int, body: bytes = b"") -> bytes:
    """A record of a workbook of Excel 97."""
    return struct.pack("<HH", kind, len(body)) + body


def xls(
    cells: Sequence[bytes],
    *,
    texts: Sequence[bytes] = (),
    more: bytes = b"",
    state: int = 0,
    formats: Sequence[int] = (0, 14, 10),
) -> bytes:
    """A workbook of Excel 97 whose one sheet, `Blad`, has these records."""
    begin = struct.pack("<HHHHII", 0x600, 5, 0, 0, 0, 0)
    styles = b"".join(record(0xE0, struct.pack("<HH16x", 0, number)) for number in formats)
    before = record(0x809, begin) + more + styles + b"".join(texts)
    after = record(0x0A)
    start = len(before) + 4 + 12 + len(after)
    name = struct.pack("<IBBBB", start, state, 0, 4, 0) + b"Blad"
    sheet = record(0x809, begin.replace(b"\5\0", b"\x10\0", 1)) + b"".join(cells) + record(0x0A)
    return container({"Workbook": before + record(0x85, name) + after + sheet})


def container(streams: dict[str, bytes]) -> bytes:
    """The container of old Office files, with streams in sectors of 512 bytes."""
    sector, end = 512, 0xFFFFFFFE
    follows, body, entries = [0xFFFFFFFD, end], b"", [_entry("Root Entry", 5, end, 0, child=1)]
    for name, data in streams.items():
        padded = data.ljust(max(4096, -(-len(data) // sector) * sector), b"\0")
        first, count = len(follows), len(padded) // sector
        right = len(entries) + 1 if len(entries) < len(streams) else _NONE
        entries.append(_entry(name, 2, first, len(padded), right=right))
        follows += [*range(first + 1, first + count), end]
        body += padded
    table = struct.pack(f"<{len(follows)}I", *follows).ljust(sector, b"\xff")
    assert len(table) == sector
    magic = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
    header = magic + bytes(16) + struct.pack("<HHHHH6x", 0x3E, 3, 0xFFFE, 9, 6)
    header += struct.pack("<IIIIIIIIII", 0, 1, 1, 0, 4096, end, 0, end, 0, 0)
    return header.ljust(sector, b"\xff") + table + b"".join(entries).ljust(sector, b"\0") + body


def _entry(name: str, kind: int, first: int, size: int, *, right: int = _NONE, child: int = _NONE) -> bytes:
    text = name.encode("utf-16-le") + b"\0\0"
    start = struct.pack("<64sHBBIII", text, len(text), kind, 1, _NONE, right, child)
    return start.ljust(116, b"\0") + struct.pack("<IQ", first, size)
