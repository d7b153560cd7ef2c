"""Plain text: columns with blanks between them, or lines of one pattern, such as a name on each."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from math import ceil

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

_GAP = re.compile(r"[ \xa0]{2,}|[ \xa0]*\t[\t \xa0]*")
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
"""A pairing with its result behind it or within it; a name with a figure, and a name alone."""
_SAMPLE, _LONGEST = 300, 120
_UNCLEAR = Verdict("doubtful", say("columns-unclear", "the cells of this line run into each other"))
_MIN_SHARE = 0.8
"""The part of all lines that must be of one form."""


def fits(file: SourceFile) -> bool:
    """Text most lines of which have columns, or are of one pattern."""
    lines = read_sample(file)
    return len(lines) > 1 and (_has_columns(lines) or _find_pattern(lines, _PAIRINGS + _LISTS) is not None)


def read(file: SourceFile) -> Document:
    """One table, with its lines as rows; a line of another form is one cell."""
    first, lines = read_sample(file), number_lines(file)
    pattern = _find_pattern(first, _PAIRINGS if _has_columns(first) else _PAIRINGS + _LISTS)
    return make_document(
        "columns", _split_columns(lines) if pattern is None else _match_lines(lines, pattern)
    )


def _has_columns(lines: Sequence[str]) -> bool:
    several = sum(len(_split_line(line)) > 1 for line in lines)
    return several > 1 and several >= 0.5 * len(lines)


def _split_line(line: str) -> list[str]:
    return _GAP.split(line.strip())


def _find_pattern(lines: Sequence[str], patterns: Sequence[re.Pattern[str]]) -> re.Pattern[str] | None:
    short = [line for line in lines[:_SAMPLE] if len(line) < _LONGEST]
    enough = max(2, _MIN_SHARE * len(lines[:_SAMPLE]))
    return next(
        (pattern for pattern in patterns if sum(map(bool, map(pattern.fullmatch, short))) >= enough), None
    )


def _match_lines(lines: Sequence[tuple[int, str]], pattern: re.Pattern[str]) -> Iterator[SourceRow]:
    found = [(number, line, pattern.fullmatch(line)) for number, line in lines]
    first = 0 if any(match and match["number"] for _, _, match in found) else 1
    for number, line, match in found:
        yield make_text_row(
            f"line {number}", [cell or "" for cell in match.groups()[first:]] if match else [line]
        )


def _split_columns(lines: Sequence[tuple[int, str]]) -> Iterator[SourceRow]:
    """Each line cut where it has a gap, or all at the same places where cells are blank."""
    several = [line.expandtabs() for _, line in lines if len(_split_line(line)) > 1]
    alike = max(Counter(len(_split_line(line)) for line in several).values(), default=0)
    gaps = [] if alike >= 0.95 * len(several) else _find_common_gaps(several)
    for number, line in lines:
        cells = _split_line(line)
        fixed = _cut_line(line.expandtabs(), gaps) if gaps and len(cells) > 1 else cells
        yield make_text_row(f"line {number}", fixed or cells, None if fixed else _UNCLEAR)


def _find_common_gaps(lines: Sequence[str]) -> list[tuple[int, int]]:
    """Where nearly all lines are blank, over two places at least, between what they hold."""
    blank = Counter(at for line in lines for at in range(len(line)) if line[at] in " \xa0")
    longest = Counter(len(line.rstrip()) for line in lines)
    shorter, enough, gaps = 0, ceil(0.95 * len(lines)), list[tuple[int, int]]()
    for at in range(max(longest)):
        shorter += longest[at]
        if blank[at] + shorter >= enough:
            first = gaps.pop()[0] if gaps and gaps[-1][1] == at else at
            gaps.append((first, at + 1))
    return [(first, last) for first, last in gaps if last - first > 1 and first and last < max(longest)]


def _cut_line(line: str, gaps: Sequence[tuple[int, int]]) -> list[str] | None:
    """The cells of a line; None where something stands across a gap."""
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
