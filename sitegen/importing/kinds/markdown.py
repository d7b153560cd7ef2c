"""Markdown tables: bars between the cells, and a line of dashes below the headings."""

import re
from collections.abc import Iterator
from html import unescape
from itertools import pairwise

from sitegen.importing.source import Document, SourceFile, SourceTable, limit_rows, make_text_row

_DASHES = re.compile(r"\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*")
_SAMPLE = 1_000_000
_BAR = re.compile(r"(?<!\\)\|")
_MARKS = re.compile(
    r"!?\[([^\]]{0,500})\]\([^)]{0,500}\)|<br\s*/?>|\*\*|__|~~|`|(?<!\w)[*_](?=\S)|(?<=\S)[*_](?!\w)"
)


def fits(file: SourceFile) -> bool:
    """Whether the text has a line of bars and dashes below a line with bars."""
    lines = file.text[:_SAMPLE].splitlines()
    return any(_is_table(previous, line) for previous, line in pairwise(lines))


def read(file: SourceFile) -> Document:
    """Read all tables, each with its headings as the first row."""
    lines, tables, start = file.text.splitlines(), list[SourceTable](), 0
    for at, line in enumerate(lines):
        if at > start and _is_table(lines[at - 1], line):
            start = next(
                (number for number in range(at + 1, len(lines)) if "|" not in lines[number]), len(lines)
            )
            numbers = [at - 1, *range(at + 1, start)]
            rows = limit_rows(
                make_text_row(f"line {number + 1}", [*_split_cells(lines[number])]) for number in numbers
            )
            tables.append(SourceTable(f"table {len(tables) + 1}", rows))
    return Document("markdown", tables)


def _is_table(previous: str, line: str) -> bool:
    return "|" in previous and "-" in line and "|" in line and _DASHES.fullmatch(line) is not None


def _split_cells(line: str) -> Iterator[str]:
    """Yield the cells of a line, without the markup of bold text, links and code."""
    for cell in _BAR.split(line.strip().removeprefix("|").removesuffix("|")):
        text = _MARKS.sub(lambda match: match[1] or (" " if match[0][0] == "<" else ""), cell)
        yield unescape(text.replace("\\|", "|"))
