"""The bytes of an old text format -> its lines, whatever each of them was written in."""

import re

_LINE_END = re.compile(rb"\r\n|\r|\n")
_UTF_16 = (b"\xff\xfe", b"\xfe\xff")


def text_lines(data: bytes, legacy: str = "cp1252") -> list[str]:
    """The lines of a text, as an editor counts them.

    A line that is not UTF-8 is taken for `legacy`, and for Latin-1 where that has no such letters: so a line
    that is spoilt, or was pasted from elsewhere, spoils no other.
    """
    if data.startswith(_UTF_16):
        data = data.decode("utf-16", "replace").encode()
    lines = _LINE_END.split(data.removeprefix(b"\xef\xbb\xbf").replace(b"\0", b" "))
    return [_decoded(line, legacy) for line in lines]


def _decoded(line: bytes, legacy: str) -> str:
    for encoding in ("utf-8", legacy):
        try:
            return line.decode(encoding)
        except UnicodeDecodeError:
            continue
    return line.decode("latin-1")
