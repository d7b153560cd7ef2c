"""What a file says to somebody who opens it: the text in it, as far as a program can tell."""

import re
import zlib
from collections.abc import Iterator
from contextlib import suppress
from io import BytesIO

_MOST = 20_000_000
"""Bytes that are taken out of one file: what holds more is not looked into."""
_ZIP, _PDF = b"PK\x03\x04", b"%PDF-"
_CLOSED = (_PDF, b"\xd0\xcf\x11\xe0", b"7z\xbc\xaf\x27\x1c", b"Rar!", b"\x1f\x8b", b"BZh", b"\xfd7zXZ")
"""How files begin whose text is packed or drawn: PDF, old Office, archives."""
_TEXTUAL = re.compile(r"\.(?:xml|rels|xhtml|html?|opf|ncx|txt|csv|md|json|svg)\Z", re.IGNORECASE)
_PARAGRAPH = re.compile(
    r"</(?:\w+:)?(?:p|h|si|t[rcd]|row|c|li|title)>|<(?:\w+:)?(?:br|tab|line-break)\b[^>]*>"
)
_ELEMENT = re.compile(r"<[^>]*>")
_STREAM = re.compile(rb"stream\r?\n(.*?)endstream", re.DOTALL)
_JOINT = re.compile(r"\)\s*-?[0-9.]*\s*\(")
_UTF_16 = (b"\xff\xfe", b"\xfe\xff")


class ClosedError(ValueError):
    """A file that cannot be looked into, or not into all of it."""


def is_closed(data: bytes) -> bool:
    """Whether there may be text in a file that `parts` does not find."""
    if data.startswith(_ZIP):
        try:
            list(_unpacked(data))
        except ClosedError:
            return True
    return data.startswith(_CLOSED)


def is_text(data: bytes) -> bool:
    """Whether a file is text: what it says stands in lines."""
    return data.startswith(_UTF_16) or (b"\0" not in data and not data.startswith((_ZIP, *_CLOSED)))


def text(data: bytes) -> str:
    """The text of a text file: UTF-8, UTF-16 with its mark, else Windows-1252."""
    if data.startswith(_UTF_16):
        return data.decode("utf-16", "replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")


def parts(data: bytes) -> Iterator[str]:
    """The names and texts of what is packed in a document, as far as it can be opened."""
    if data.startswith(_ZIP):
        with suppress(ClosedError):
            yield from _unpacked(data)


def strings(data: bytes) -> Iterator[str]:
    """Whatever of a file that is no text may be some: of a picture, or of the streams of a PDF."""
    for each in (data, *(_streams(data) if data.startswith(_PDF) else ())):
        for nothing in (b"", b"\n"):  # in UTF-16 between letters, elsewhere between texts
            plain = each.replace(b"\0", nothing)
            yield _JOINT.sub("", plain.decode("latin-1"))
            yield plain.decode("utf-8", "ignore")


def _unpacked(data: bytes) -> Iterator[str]:
    """As `parts`; an XML document also without its elements, which divide words."""
    from zipfile import BadZipFile, ZipFile  # noqa: PLC0415 - many sites have no such file

    left = _MOST
    try:
        with ZipFile(BytesIO(data)) as archive:
            for each in archive.infolist():
                yield each.filename
                if _TEXTUAL.search(each.filename):
                    with archive.open(each) as part:
                        read = part.read(left + 1)
                    left -= len(read)
                    if left < 0:
                        raise ClosedError
                    found = text(read)
                    yield found
                    yield _ELEMENT.sub("", _PARAGRAPH.sub("\n", found))
    except (BadZipFile, NotImplementedError, RuntimeError, OSError, EOFError, zlib.error) as error:
        raise ClosedError from error


def _streams(data: bytes) -> Iterator[bytes]:
    left = _MOST
    for found in _STREAM.finditer(data):
        inflate = zlib.decompressobj()
        try:
            part = inflate.decompress(found[1], left)
        except zlib.error:
            continue
        left -= len(part)
        yield part
        if left <= 0:
            return
