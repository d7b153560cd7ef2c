"""CSV: cells separated by a comma, a semicolon, a tab or a bar, in quotes where they contain one."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from sitegen.core.problems import say
from sitegen.importing.kinds import markdown
from sitegen.importing.source import (
    Document,
    SourceFile,
    SourceRow,
    Verdict,
    make_document,
    make_text_row,
    number_lines,
    read_sample,
)
from sitegen.inputs.results.records import split_line

_DELIMITERS = "\t;|,"
"""The delimiters that are rare within a cell come first."""
_SEPARATOR = re.compile(r"sep=([,;\t|])\s*", re.IGNORECASE)
_HEADER_ALONE = re.compile(r"\ufeff?[a-z][a-z0-9_]*(?:([,;\t])[a-z][a-z0-9_]*)+")
"""The whole of a file of ours that has no rows yet."""
_COMMA = re.compile(r",(?=\d{4}-\d\d-)|(?<!\d),(?=\S)|,(?=[^\d\s])|,\s.*,\s|,.*,.*,")
"""A comma between cells, unlike those of `54,5` and `Peeters, Jan`."""
_WIDE_GAP = re.compile(r"\S {2,}(?=\S)")
"""Blanks between columns: the commas of such lines are within names."""
_UNCLOSED_QUOTE = Verdict("doubtful", say("quote-not-closed", "the quote that opens here is not closed"))
_MAX_CELL_LINES = 30
"""The most lines of a record with line breaks in quotes."""


def fits(file: SourceFile) -> bool:
    """Whether one delimiter splits most lines into the same number of cells."""
    return not markdown.fits(file) and _detect_delimiter(read_sample(file)) is not None


def read(file: SourceFile) -> Document:
    """Read one table with a row for each record."""
    return make_document(
        "delimited", _read_rows(number_lines(file), _detect_delimiter(read_sample(file)) or ",")
    )


def _detect_delimiter(lines: Sequence[str]) -> str | None:
    """Return the delimiter by the line `sep=`, else the one that splits most lines alike; None for none."""
    if lines and (match := _SEPARATOR.fullmatch(lines[0])):
        return match[1]
    if len(lines) == 1 and (match := _HEADER_ALONE.fullmatch(lines[0])):
        return match[1]
    alike = {delimiter: _count_alike(lines, delimiter) for delimiter in _DELIMITERS}
    return next(
        (delimiter for delimiter in _DELIMITERS if alike[delimiter] > 0.6 * max(alike.values())), None
    )


def _count_alike(lines: Sequence[str], delimiter: str) -> int:
    """Return the number of lines that a delimiter splits alike; 0 unless these are most lines with it."""
    if delimiter == "," and sum(len(_WIDE_GAP.findall(line)) > 1 for line in lines) > 0.5 * len(lines):
        return 0
    split_lines = [line for line in lines if (_COMMA.search(line) if delimiter == "," else delimiter in line)]
    counts = Counter(len(split_line(line, delimiter, strict=False, skip_blanks=True)) for line in split_lines)
    most_common = max(counts.values(), default=0)
    return (
        most_common
        if len(split_lines) >= 0.5 * len(lines) and most_common > max(1, 0.5 * len(split_lines))
        else 0
    )


def _read_rows(lines: Sequence[tuple[int, str]], delimiter: str) -> Iterator[SourceRow]:
    at = 1 if lines and _SEPARATOR.fullmatch(lines[0][1]) else 0
    while at < len(lines):
        number = lines[at][0]
        height, cells = _read_record([line for _, line in lines[at : at + _MAX_CELL_LINES]], delimiter)
        yield make_text_row(f"line {number}", cells, None if height else _UNCLOSED_QUOTE)
        at += height or 1


def _read_record(lines: Sequence[str], delimiter: str) -> tuple[int, list[str]]:
    """Return the number of lines of a record, 0 where its quotes do not match, and its cells."""
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
