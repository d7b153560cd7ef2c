"""What a file that a club brings holds: tables of cells with their places, and the sums that it states."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from sitegen.message import Message
from sitegen.read.encoding import decoded


class SourceError(Exception):
    """Why a whole file is refused: a message, and a hint that says what to do or to export instead."""

    def __init__(self, message: Message, hint: Message | str = "") -> None:
        super().__init__(message, hint)
        self.message, self.hint = message, hint


@dataclass(frozen=True)
class SourceFile:
    """A file as it was given: its name, without the folder, and its bytes."""

    name: str
    data: bytes

    @cached_property
    def text(self) -> str:
        """The file as text: UTF-8, UTF-16 or Windows-1252; empty when it is no text."""
        if b"\0" in self.data[:4096] and not self.data.startswith((b"\xff\xfe", b"\xfe\xff")):
            return ""
        return decoded(self.data, self.name)[0] or ""


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


class SourceRow(NamedTuple):
    """A record: its place (`Uitslagen!14`, `line 12`), its cells by column, and a verdict of the kind."""

    place: str
    cells: Sequence[SourceCell]
    verdict: Verdict | None = None


class SourceTable(NamedTuple):
    """A sheet, a table of a page, or a list of records of one sort.

    `header` names the columns where the format itself says what they are; it is empty where a heading has
    to be looked for among the rows. A table that `is_hidden` is taken only when it is named.
    """

    name: str
    rows: Sequence[SourceRow]
    header: Sequence[str] = ()
    is_hidden: bool = False


class Statement(NamedTuple):
    """A sum that the source states of somebody, and what its own records make of it.

    `points` of `Ann Aa` are 11.5 as stated and 11 from the rows; they agree where they differ by no more
    than `tolerance`.
    """

    what: str
    who: str
    stated: float
    computed: float
    place: str
    tolerance: float = 0.0


@dataclass(frozen=True)
class Document:
    """All that was read of a file: its kind, tables and stated sums, and notes on it as a whole.

    `facts` are such as the `name` of a tournament and its `start` and `end`.
    """

    kind: str
    tables: Sequence[SourceTable]
    statements: Sequence[Statement] = ()
    notes: Sequence[Message] = ()
    facts: Mapping[str, str] = field(default_factory=dict)
