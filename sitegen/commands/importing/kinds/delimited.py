"""CSV: cells with a comma, a semicolon, a tab or a bar between them, in quotes where they hold one."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from sitegen.commands.importing.kinds import markdown
from sitegen.commands.importing.source import (
    Document,
    SourceFile,
    SourceRow,
    Verdict,
    make_document,
    make_text_row,
    number_lines,
    read_sample,
)
from sitegen.core.problems import say
from sitegen.inputs.results.records import split_line

_DELIMITERS = "\t;|,"
"""Those that are rare within a cell come first."""
_SEPARATOR = re.compile(r"sep=([,;\t|])\s*", re.IGNORECASE)
_COMMA = re.compile(r"(?<!\d),(?=\S)|,(?=[^\d\s])|,\s.*,\s|,.*,.*,")
"""A comma between cells: one of `54,5` or `Peeters, Jan` is none."""
_UNCLOSED_QUOTE = Verdict("doubtful", say("quote-not-closed", "the quote that opens here is not closed"))
_MAX_CELL_LINES = 30
"""The most lines of a cell in quotes."""


def fits(file: SourceFile) -> bool:
    """Text of which most lines are cut into as many cells by one sign."""
    return not markdown.fits(file) and _detect_delimiter(read_sample(file)) is not None


def read(file: SourceFile) -> Document:
    """One table, with its lines as rows."""
    return make_document(
        "delimited", _read_rows(number_lines(file), _detect_delimiter(read_sample(file)) or ",")
    )


def _detect_delimiter(lines: Sequence[str]) -> str | None:
    """What stands between the cells: the first of those that cut most lines alike."""
    if lines and (said := _SEPARATOR.fullmatch(lines[0])):
        return said[1]
    alike = {delimiter: _count_alike(lines, delimiter) for delimiter in _DELIMITERS}
    return next(
        (delimiter for delimiter in _DELIMITERS if alike[delimiter] > 0.6 * max(alike.values())), None
    )


def _count_alike(lines: Sequence[str], delimiter: str) -> int:
    """How many lines it cuts into equally many cells; 0 where those are not most of those that have it."""
    several = [line for line in lines if (_COMMA.search(line) if delimiter == "," else delimiter in line)]
    counts = Counter(len(split_line(line, delimiter, strict=False, skip_blanks=True)) for line in several)
    most = max(counts.values(), default=0)
    return most if len(several) >= 0.5 * len(lines) and most > max(1, 0.5 * len(several)) else 0


def _read_rows(lines: Sequence[tuple[int, str]], delimiter: str) -> Iterator[SourceRow]:
    at = 1 if lines and _SEPARATOR.fullmatch(lines[0][1]) else 0
    while at < len(lines):
        number = lines[at][0]
        height, cells = _read_record([line for _, line in lines[at : at + _MAX_CELL_LINES]], delimiter)
        yield make_text_row(f"line {number}", cells, None if height else _UNCLOSED_QUOTE)
        at += height or 1


def _read_record(lines: Sequence[str], delimiter: str) -> tuple[int, list[str]]:
    """How many lines a record takes, and its cells; no lines where its quotes are spoilt."""
    if (cells := split_line(lines[0], delimiter, skip_blanks=True)) != [""]:
        return 1, cells
    quotes = 0
    for height, line in enumerate(lines, 1):
        quotes += line.count('"')
        if quotes % 2 == 0:
            cells = split_line("\n".join(lines[:height]), delimiter, skip_blanks=True)
            if cells != [""]:
                return height, cells
            break
    return 0, [cell.strip('" ') for cell in lines[0].split(delimiter)]
