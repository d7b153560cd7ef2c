"""The bytes of a file -> its text: UTF-8, UTF-16 with its mark, or with a warning Windows-1252."""

import codecs
import re
from itertools import islice

from sitegen.cells import described
from sitegen.message import Message, advise, say
from sitegen.problem import Problem, Severity

MOST_ALIKE = 100
"""How many faults of one kind that spoil the reading of a file are named in it."""
CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029]")
"""Control characters, and the line breaks of Unicode that no editor counts as lines."""
_NO_LINE_END = re.compile(r"[\x0b\x0c\x1c-\x1e\x85\u2028\u2029]")
_CONTROL_BYTES = bytes(set(range(32)) - set(b"\t\n\r")) + b"\x7f"
_CONTROL_PAIR = re.compile(rb"\xc2[\x80-\x9f]")
_SEPARATOR = re.compile(rb"\xe2\x80[\xa8\xa9]")
BOM = codecs.BOM_UTF8
UTF_16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
"""The mark at the start of a file in UTF-16, which Excel calls Unicode text."""
_NOT_CSV = {
    b"PK\x03\x04": advise("an Excel workbook or a zip file"),
    b"\xd0\xcf\x11\xe0": advise("an old Excel workbook"),
    b"%PDF-": advise("a PDF"),
    b"version https://git-lfs.github.com/": advise("a pointer of Git LFS, not the file itself"),
    codecs.BOM_UTF32_LE: advise("UTF-32"),
    codecs.BOM_UTF32_BE: advise("UTF-32"),
}
_NOT_WINDOWS = b"\x81\x8d\x8f\x90\x9d"
_HTML = re.compile(rb"\s*<(?:!doctype|html|\?xml)", re.IGNORECASE)
_SAVE = advise("save it as CSV UTF-8")


def decoded(data: bytes, path: str) -> tuple[str | None, list[Problem]]:
    """The text of the CSV file at `path`, and what is wrong with its bytes; no text when none can be read.

    Control characters stay in the text: each is an error already, and what else is wrong is told as well;
    but those that Python takes for the end of a line are replaced by NUL, so that `splitlines` tells no more
    lines than an editor does.
    """
    kind = _not_csv(data)
    if kind:
        message = say("not-csv", "this file is {kind}", kind=kind)
        return None, [Problem(path, 0, 0, message, _SAVE, is_cause=True)]
    text, problems = _utf_16(data, path) if data.startswith(UTF_16) else _utf_8(data, path)
    if text is None:
        return None, problems
    controls = _controls(text, text.encode() if data.startswith(UTF_16) else data, path)
    return _NO_LINE_END.sub("\0", text) if controls else text, [*problems, *controls]


def _utf_16(data: bytes, path: str) -> tuple[str | None, list[Problem]]:
    try:
        return data.decode("utf-16"), []
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-16", "replace")
        message = say("not-utf-16", "this is not UTF-16, as the file says it is")
        return None, [_spoilt(path, before, len(before), message)]


def _utf_8(data: bytes, path: str) -> tuple[str | None, list[Problem]]:
    """The text of UTF-8, or of Windows-1252 where no line is UTF-8 and more than ASCII."""
    body = data.removeprefix(BOM)
    try:
        return body.decode(), []
    except UnicodeDecodeError as error:
        at = body.decode("latin-1"), error.start
    if len(body) < len(data) or any(map(_is_beyond_ascii, re.split(rb"[\r\n]", body))):
        message = say("not-utf-8", "this is not UTF-8, and the rest of the file is")
        return None, [_spoilt(path, *at, message)]
    if any(byte in body for byte in _NOT_WINDOWS):
        message = say("unknown-encoding", "this is neither UTF-8 nor Windows-1252")
        return None, [_spoilt(path, *at, message)]
    message = say("windows-1252", "this is not UTF-8, so the file was read as Windows-1252")
    return body.decode("cp1252"), [Problem(path, *place(*at), message, _SAVE, Severity.WARNING)]


def _spoilt(path: str, text: str, offset: int, message: Message) -> Problem:
    return Problem(path, *place(text, offset), message, _SAVE, is_cause=True)


def place(text: str, offset: int) -> tuple[int, int]:
    """Line and column of `offset` in `text`, whose lines end in LF, CRLF or CR."""
    before = text[:offset].replace("\r\n", "\n").replace("\r", "\n")
    return before.count("\n") + 1, len(before) - before.rfind("\n")


def _not_csv(data: bytes) -> Message | None:
    """What a file is that is no CSV file."""
    start = data.removeprefix(BOM)
    if _HTML.match(start):
        return advise("a web page")
    known = (what for magic, what in _NOT_CSV.items() if start.startswith(magic))
    is_utf_16 = b"\0" in data[:2] and not data.startswith(UTF_16)
    return next(known, advise("UTF-16 without its mark") if is_utf_16 else None)


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
    return [_control(path, text, each) for each in islice(CONTROL.finditer(text), MOST_ALIKE)]


def _control(path: str, text: str, found: re.Match[str]) -> Problem:
    message = say("control-character", "{character} is a control character", character=described(found[0]))
    return Problem(path, *place(text, found.start()), message, advise("take it out"))
