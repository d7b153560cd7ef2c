"""Plain text: columns separated by blanks, or lines of one pattern, such as a name on each."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import ceil

from sitegen.core.problems import say
from sitegen.importing.source import (
    Document,
    SourceFile,
    SourceRow,
    SourceTable,
    Verdict,
    limit_rows,
    make_document,
    make_text_row,
    number_lines,
    read_sample,
)

_GAP = re.compile(r"[ \xa0]{2,}|[ \xa0]*\t[\t \xa0]*")
_RANK = re.compile(r"^([ \xa0]*(\d{1,3})[.)]?) (?=[^\W\d])")
"""A rank before a name, such as `1. `: a cell of its own where the lines are numbered on."""
_CUT_POINT = re.compile(r"[ \xa0]{2}|^[ \xa0]?$")  # two blanks, or the end of the line
_SIDE = r"(?:\d+(?:[.,]\d+)?½?|½|1/2|[+-])"
_RESULT = rf"{_SIDE}\s?[-\u2013:]\s?{_SIDE}[A-Za-z*]{{0,3}}"
_NUMBER = r"\s*(?:(?P<number>\d+)[.)]?\s+)?"
_NAME = r"[^\W\d_](?:(?!\s\s)[^\d\t:;|<>{}=])*?"
_WORD = r"[^\W\d_][\w'\u2019.-]*,?"
_AGAINST = r"(?:[-\u2013\u2014:]|vs?\.?|tegen|contre)"
_PAIRINGS = [
    re.compile(rf"{_NUMBER}({_NAME})\s+{_AGAINST}\s+({_NAME})\s+({_RESULT})\s*"),
    re.compile(rf"{_NUMBER}({_NAME})\s+({_RESULT})\s+({_NAME})\s*"),
]
_LISTS = [
    re.compile(rf"{_NUMBER}({_NAME})\s+(\d+(?:[.,]\d+)?½?%?)\s*"),
    re.compile(rf"{_NUMBER}({_WORD}(?:\s+{_WORD}){{0,5}})\s*"),
]
"""A pairing with its result after it or within it; a name with a figure, and a name alone."""
_SAMPLE, _LONGEST = 300, 120
_UNCLEAR = Verdict("doubtful", say("columns-unclear", "the cells of this line run into each other"))
_MIN_SHARE = 0.8
"""The share of all lines that must match one pattern."""


def fits(file: SourceFile) -> bool:
    """Whether most lines of the text have columns, or match one pattern."""
    lines = read_sample(file)
    return len(lines) > 1 and (_has_columns(lines) or _find_pattern(lines, _PAIRINGS + _LISTS) is not None)


def read(file: SourceFile) -> Document:
    """Read one table with a row for each line; a line that does not match is one cell."""
    return make_document("columns", _read_lines(read_sample(file), number_lines(file)))


def read_text(name: str, lines: Sequence[tuple[int, str]]) -> SourceTable:
    """Read the numbered lines of a text within a page as a table."""
    rows = _read_lines([line for _, line in lines], lines)
    return SourceTable(name, limit_rows(row for row in rows if row.cells))


def _read_lines(sample: Sequence[str], lines: Sequence[tuple[int, str]]) -> Iterator[SourceRow]:
    pattern = _find_pattern(sample, _PAIRINGS if _has_columns(sample) else _PAIRINGS + _LISTS)
    return _split_columns(lines) if pattern is None else _match_lines(lines, pattern)


def _has_columns(lines: Sequence[str]) -> bool:
    split_count = sum(len(_split_line(line)) > 1 for line in lines)
    return split_count > 1 and split_count >= 0.5 * len(lines)


def _split_line(line: str) -> list[str]:
    return _GAP.split(line.strip())


def _find_pattern(lines: Sequence[str], patterns: Sequence[re.Pattern[str]]) -> re.Pattern[str] | None:
    short = [line for line in lines[:_SAMPLE] if len(line) < _LONGEST]
    enough = max(2, _MIN_SHARE * len(lines[:_SAMPLE]))
    for pattern in patterns:
        if sum(bool(pattern.fullmatch(line)) for line in short) >= enough:
            return pattern
    return None


def _match_lines(lines: Sequence[tuple[int, str]], pattern: re.Pattern[str]) -> Iterator[SourceRow]:
    matches = [(number, line, pattern.fullmatch(line)) for number, line in lines]
    first_group = 0 if any(match and match["number"] for _, _, match in matches) else 1
    for number, line, match in matches:
        yield make_text_row(
            f"line {number}", [cell or "" for cell in match.groups()[first_group:]] if match else [line]
        )


def _split_columns(lines: Sequence[tuple[int, str]]) -> Iterator[SourceRow]:
    """Split each line at its gaps, or all lines at common gaps where some cells are blank.

    What stands above the first line of most columns is a title, and has gaps of its own.
    """
    ranks = [int(match[2]) for match in map(_RANK.match, (line for _, line in lines)) if match]
    steps = sum(following - rank == 1 for rank, following in pairwise(ranks))
    if steps > 1 and steps > 0.5 * len(ranks):
        lines = [(number, _RANK.sub(r"\1  ", line)) for number, line in lines]
    counts = [len(_split_line(line)) for _, line in lines]
    most_common = max({*counts} - {1}, key=lambda count: (counts.count(count), count), default=1)
    first = counts.index(most_common) if most_common > 1 else 0
    split_lines = [
        line.expandtabs()
        for (_, line), count in zip(lines[first:], counts[first:], strict=True)
        if count > most_common / 2
    ]
    same_count = max(Counter(len(_split_line(line)) for line in split_lines).values(), default=0)
    gaps = [] if same_count >= 0.95 * len(split_lines) else _find_common_gaps(split_lines)
    for at, (number, line) in enumerate(lines):
        cells = _split_line(line)
        is_cut = gaps and len(cells) > most_common / 2 and at >= first
        fixed_cells = _cut_line(line.expandtabs(), gaps) if is_cut else cells
        yield make_text_row(f"line {number}", fixed_cells or cells, None if fixed_cells else _UNCLEAR)


def _find_common_gaps(lines: Sequence[str]) -> list[tuple[int, int]]:
    """Return the ranges of two or more positions that are blank in nearly all lines."""
    blank = Counter(position for line in lines for position in range(len(line)) if line[position] in " \xa0")
    longest = Counter(len(line.rstrip()) for line in lines)
    shorter, enough, gaps = 0, ceil(0.95 * len(lines)), list[tuple[int, int]]()
    for position in range(max(longest)):
        shorter += longest[position]
        if blank[position] + shorter >= enough:
            first = gaps.pop()[0] if gaps and gaps[-1][1] == position else position
            gaps.append((first, position + 1))
    return [(first, last) for first, last in gaps if last - first > 1 and first and last < max(longest)]


def _cut_line(line: str, gaps: Sequence[tuple[int, int]]) -> list[str] | None:
    """Return the cells of a line; None where a text runs across a gap."""
    cells: list[str] = []
    start = 0
    for first, last in gaps:
        between = _CUT_POINT.search(line[first - 1 : last + 1])
        if between is None:
            return None
        at = first - 1 + between.start()
        cells.append(line[start:at])
        start = at
    return [*cells, line[start:]]
