"""Leave the pixels out of a picture, which are all of its bytes but those that may have text.

The structure of a PNG, JPEG, GIF or WebP is read by its own lengths, from the first byte to the last. What is
no such picture, ends early or has more behind its end stays as it is.
"""

import re
from collections.abc import Iterator

_PNG, _JPEG, _GIF, _RIFF, _WEBP = b"\x89PNG\r\n\x1a\n", b"\xff\xd8", b"GIF8", b"RIFF", b"WEBP"
_JPEG_SCAN, _JPEG_END = b"\xff\xda", b"\xff\xd9"
_JPEG_MARKER = re.compile(rb"\xff(?![\x00\xff\xd0-\xd7])")
"""The end of the pixels of a scan: within them `FF` is escaped, or restarts the decoder."""
_WEBP_PIXELS = {b"VP8 ", b"VP8L", b"ALPH"}
_GIF_EXTENSION, _GIF_IMAGE, _GIF_END = b"!", b",", b";"


class _UnknownStructureError(ValueError):
    """A picture that cannot be read as its first bytes say."""


class _Parts:
    """The bytes of a picture, taken from the first to the last."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self.taken = 0
        """How many bytes were taken."""

    def take(self, count: int) -> bytes:
        """Return the next bytes; raise `_UnknownStructureError` where there are not as many."""
        end = self.taken + count
        if not self.taken <= end <= len(self._data):
            raise _UnknownStructureError
        part, self.taken = self._data[self.taken : end], end
        return part

    def skip_scan(self) -> None:
        """Leave out the pixels of a JPEG up to the next marker."""
        marker = _JPEG_MARKER.search(self._data, self.taken)
        self.take((marker.start() if marker else len(self._data)) - self.taken)


def remove_pixels(data: bytes) -> bytes:
    """Return a picture without its pixels, its other parts apart; all of it where its end cannot be found."""
    readers = {_PNG: _read_png, _JPEG: _read_jpeg, _GIF: _read_gif, _RIFF: _read_webp}
    read = next((read for magic, read in readers.items() if data.startswith(magic)), None)
    if read is None:
        return data
    parts = _Parts(data)
    try:
        texts = b"\n".join(read(parts))
    except _UnknownStructureError:
        return data
    return texts if parts.taken == len(data) else data


def _read_png(parts: _Parts) -> Iterator[bytes]:
    """Yield the chunks but those of pixels (PNG, 3rd edition, section 5)."""
    yield parts.take(len(_PNG))
    kind = b""
    while kind != b"IEND":
        length, kind = int.from_bytes(parts.take(4)), parts.take(4)
        chunk = parts.take(length + 4)
        if kind != b"IDAT":
            yield kind + chunk


def _read_jpeg(parts: _Parts) -> Iterator[bytes]:
    """Yield the segments, without the pixels that follow the header of a scan (ITU-T T.81, annex B)."""
    yield parts.take(len(_JPEG))
    while (marker := parts.take(2)) != _JPEG_END:
        length = parts.take(2)
        if not _JPEG_MARKER.match(marker):
            raise _UnknownStructureError
        yield marker + length + parts.take(int.from_bytes(length) - 2)
        if marker == _JPEG_SCAN:
            parts.skip_scan()


def _read_gif(parts: _Parts) -> Iterator[bytes]:
    """Yield the header, colours and extensions, such as comments, and not the images (GIF89a)."""
    header = parts.take(13)
    yield header + _take_colours(parts, header[10])
    while (kind := parts.take(1)) != _GIF_END:
        if kind == _GIF_EXTENSION:
            yield parts.take(1) + _take_blocks(parts)
        elif kind == _GIF_IMAGE:
            description = parts.take(9)
            yield description + _take_colours(parts, description[8])
            parts.take(1)
            _take_blocks(parts)
        else:
            raise _UnknownStructureError


def _take_colours(parts: _Parts, flags: int) -> bytes:
    return parts.take(3 << (flags & 7) + 1 if flags & 0x80 else 0)


def _take_blocks(parts: _Parts) -> bytes:
    """Return blocks of up to 255 bytes with their lengths: some programs write text across these."""
    blocks = [parts.take(1)]
    while length := blocks[-1][-1]:
        blocks += [parts.take(length), parts.take(1)]
    return b"".join(blocks)


def _read_webp(parts: _Parts) -> Iterator[bytes]:
    """Yield the chunks but those of pixels (RFC 9649)."""
    header = parts.take(12)
    if header[8:] != _WEBP:
        raise _UnknownStructureError
    yield header
    while parts.taken < 8 + int.from_bytes(header[4:8], "little"):
        kind, length = parts.take(4), int.from_bytes(parts.take(4), "little")
        chunk = parts.take(length + length % 2)
        if kind not in _WEBP_PIXELS:
            yield kind + chunk
