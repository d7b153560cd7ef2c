"""What a file that a club brings holds: tables of cells with their places, and the sums that it states."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import NamedTuple

from sitegen.message import Message
from sitegen.read.encoding import BOM, UTF_16, decoded


class SourceError(Exception):
    """Why a whole file is refused: a message, and a hint that says what to do or to export instead."""

    def __init__(self, message: Message, hint: Message | str = "") -> None:
        super().__init__(message, hint)
        self.message, self.hint = message, hint


def decode(data: bytes, *encodings: str) -> str:
    """UTF-16 where its mark says so, else the first of these that fits; at last Windows-1252."""
    if data.startswith(UTF_16):
        return data.decode("utf-16", "replace")
    body = data.removeprefix(BOM)
    for encoding in encodings:
        with suppress(LookupError, ValueError):
            return body.decode(encoding)
    return body.decode("cp1252", "replace")


@dataclass(frozen=True)
class SourceFile:
    """A file as it was given: its name, without the folder, and its bytes."""

    name: str
    data: bytes

    @cached_property
    def text(self) -> str:
        """The file as text: UTF-8, UTF-16 or Windows-1252; empty when it is no text."""
        if b"\0" in self.data[:4096] and not self.data.startswith(UTF_16):
            return ""
        return decoded(self.data, self.name)[0] or ""

    @cached_property
    def start(self) -> bytes:
        """Its first bytes, by which a kind is known; of text in UTF-16 as UTF-8."""
        data = self.text.encode() if self.data.startswith(UTF_16) else self.data
        return data[: 1 << 20].removeprefix(BOM)

    def lines(self, legacy: str = "cp1252") -> list[str]:
        """The lines of an old format, as an editor counts them: one that is spoilt spoils no other."""
        data = self.data.decode("utf-16", "replace").encode() if self.data.startswith(UTF_16) else self.data
        data = data.removeprefix(BOM).replace(b"\0", b" ").replace(b"\r\n", b"\n")
        return [decode(line, "utf-8", legacy) for line in data.replace(b"\r", b"\n").split(b"\n")]


class Verdict(NamedTuple):
    """What a kind itself knows of a record: `left`, `doubtful` or `refused`, and why."""

    word: str
    reason: Message
    hint: Message | str = ""


class SourceCell(NamedTuple):
    """A cell as text, written as in our own tables, and its place as its program names it.

    Days are `2026-02-05`, numbers have a point and no needless decimals (`7`, `54.5`), truth is `yes` or
    `no`. `kind` says what the program took it for. A cell with a `fault` (an error value, a formula without
    a value) has no text that may be used.
    """

    text: str
    place: str
    kind: str = "text"  # text, number, day, truth or blank
    fault: Message | None = None


def cell(value: object, place: str, kind: str = "text") -> SourceCell:
    """A cell that holds a value as text, or nothing."""
    text = str(value)
    return SourceCell(text, place, kind if text else "blank")


@cache
def column_letters(column: int) -> str:
    """The letters of a column, counted from 1."""
    before, last = divmod(column - 1, 26)
    return (column_letters(before) if before else "") + chr(65 + last)


@cache
def column_number(name: str) -> int:
    """The number of a column, from its letters."""
    number = 0
    for letter in name.upper():
        number = number * 26 + ord(letter) - 64
    return number


class SourceRow(NamedTuple):
    """A record: its place (`Uitslagen!14`, `line 12`), its cells by column, and a verdict of the kind."""

    place: str
    cells: Sequence[SourceCell]
    verdict: Verdict | None = None


class SourceTable(NamedTuple):
    """A sheet, a table of a page, or a list of records of one sort; a hidden one is taken only by its name.

    `header` is empty where a heading has to be looked for among the rows.
    """

    name: str
    rows: Sequence[SourceRow]
    header: Sequence[str] = ()
    is_hidden: bool = False


class Statement(NamedTuple):
    """A sum that the source states of somebody, what its records make of it, and how far they may differ."""

    what: str
    who: str
    stated: float
    computed: float
    place: str
    tolerance: float = 0.0


@dataclass(frozen=True)
class Document:
    """All that was read of a file; `facts` are such as the `name` of a tournament, its `start` and `end`."""

    kind: str
    tables: Sequence[SourceTable]
    statements: Sequence[Statement] = ()
    notes: Sequence[Message] = ()
    facts: Mapping[str, str] = field(default_factory=dict)
