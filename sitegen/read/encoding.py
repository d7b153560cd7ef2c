"""The bytes of a file -> its text: UTF-8, or with a warning Windows-1252, and nothing else."""

import re
from itertools import islice

from sitegen.cells import described
from sitegen.problem import Problem, Severity

MOST_ALIKE = 100
"""How many faults of one kind that spoil the reading of a file are named in it."""
CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029]")
"""Control characters, and the line breaks of Unicode that no editor counts as lines."""
_NO_LINE_END = re.compile(r"[\x0b\x0c\x1c-\x1e\x85\u2028\u2029]")
_CONTROL_BYTES = bytes(set(range(32)) - set(b"\t\n\r")) + b"\x7f"
_CONTROL_PAIR = re.compile(rb"\xc2[\x80-\x9f]")
_SEPARATOR = re.compile(rb"\xe2\x80[\xa8\xa9]")
BOM = b"\xef\xbb\xbf"
_NOT_CSV = {
    b"PK\x03\x04": "an Excel workbook or a zip file",
    b"\xd0\xcf\x11\xe0": "an old Excel workbook",
    b"%PDF-": "a PDF",
    b"version https://git-lfs.github.com/": "a pointer of Git LFS, not the file itself",
    b"\xff\xfe\x00\x00": "UTF-32",
    b"\x00\x00\xfe\xff": "UTF-32",
    b"\xff\xfe": "UTF-16",
    b"\xfe\xff": "UTF-16",
}
_NOT_WINDOWS = b"\x81\x8d\x8f\x90\x9d"
_HTML = re.compile(rb"\s*<(?:!doctype|html|\?xml)", re.IGNORECASE)
_SAVE = "save it as CSV UTF-8"


def decoded(data: bytes, path: str) -> tuple[str | None, list[Problem]]:
    """The text of the CSV file at `path`, and what is wrong with its bytes; no text when none can be read.

    Control characters stay in the text: each is an error already, and what else is wrong is told as well;
    but those that Python takes for the end of a line are replaced by NUL, so that `splitlines` tells no more
    lines than an editor does.
    """
    kind = _not_csv(data)
    if kind:
        return None, [Problem(path, 0, 0, f"this file is {kind}", _SAVE)]
    body = data.removeprefix(BOM)
    try:
        text, problems = body.decode(), list[Problem]()
    except UnicodeDecodeError as error:
        at = place(body.decode("latin-1"), error.start)
        if len(body) < len(data) or any(map(_is_beyond_ascii, re.split(rb"[\r\n]", body))):
            return None, [Problem(path, *at, "this is not UTF-8, and the rest of the file is", _SAVE)]
        if any(byte in body for byte in _NOT_WINDOWS):
            return None, [Problem(path, *at, "this is neither UTF-8 nor Windows-1252", _SAVE)]
        message = "this is not UTF-8, so the file was read as Windows-1252"
        text, problems = body.decode("cp1252"), [Problem(path, *at, message, _SAVE, Severity.WARNING)]
    controls = _controls(text, body, path)
    return _NO_LINE_END.sub("\0", text) if controls else text, [*problems, *controls]


def place(text: str, offset: int) -> tuple[int, int]:
    """Line and column of `offset` in `text`, whose lines end in LF, CRLF or CR."""
    before = text[:offset].replace("\r\n", "\n").replace("\r", "\n")
    return before.count("\n") + 1, len(before) - before.rfind("\n")


def _not_csv(data: bytes) -> str:
    start = data.removeprefix(BOM)
    known = (what for magic, what in _NOT_CSV.items() if start.startswith(magic))
    if _HTML.match(start):
        return "a web page"
    return next(known, "UTF-16" if b"\0" in data[:2] else "")


def _is_beyond_ascii(line: bytes) -> bool:
    """Whether a line is UTF-8 and more than ASCII."""
    try:
        return not line.isascii() and bool(line.decode())
    except UnicodeDecodeError:
        return False


def _controls(text: str, data: bytes, path: str) -> list[Problem]:
    """Every control character; bytes are looked at first, which takes a twentieth of the time."""
    clean = len(data.translate(None, _CONTROL_BYTES)) == len(data)
    if clean and not _CONTROL_PAIR.search(data) and not _SEPARATOR.search(data):
        return []
    found = islice(CONTROL.finditer(text), MOST_ALIKE)
    return [
        Problem(
            path, *place(text, each.start()), f"{described(each[0])} is a control character", "take it out"
        )
        for each in found
    ]
