"""The rows of tables that are written as text: places by line, and cells in one line with single blanks."""

import re
from collections.abc import Iterator, Sequence

from sitegen.commands.importing.limits import limited
from sitegen.commands.importing.source import Document, SourceFile, SourceRow, SourceTable, Verdict, cell
from sitegen.message import advise, say

_QUOTED = re.compile(r'="([^"]*)"')
"""How a program writes a text that Excel is not to take for a number."""
ROW_HIDDEN = Verdict("left", say("row-hidden", "the row is hidden"), advise("show it, and import again"))
_SAMPLE = 100_000
_MARKUP = "{[<"
"""What JSON, PGN and XML begin with."""


def sample(file: SourceFile) -> list[str]:
    """The first lines that are not blank, by which a kind is known; none where signs say what is what."""
    start = file.text[:_SAMPLE]
    lines = [line for line in start.splitlines() if line.strip()]
    is_marked = start.strip()[:1] in {"", *_MARKUP}
    return [] if is_marked else lines[: max(1, len(lines) - (len(start) < len(file.text)))]


def numbered(file: SourceFile) -> list[tuple[int, str]]:
    """The lines of a file that are not blank, with their numbers."""
    return [(number, line) for number, line in enumerate(file.text.splitlines(), 1) if line.strip()]


def text_row(place: str, texts: Sequence[str], verdict: Verdict | None = None) -> SourceRow:
    """A row at a place, without the blank cells at its right."""
    clean = [" ".join(_QUOTED.sub(r"\1", text).split()) for text in texts]
    while clean and not clean[-1]:
        clean.pop()
    cells = [cell(text, f"{place}, column {column}") for column, text in enumerate(clean, 1)]
    return SourceRow(place, cells, verdict)


def one_table(kind: str, rows: Iterator[SourceRow]) -> Document:
    """A file that is one table."""
    return Document(kind, [SourceTable("table 1", limited(row for row in rows if row.cells))])
