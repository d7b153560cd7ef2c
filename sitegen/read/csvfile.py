"""The text of a CSV file -> its header, with the rows below it still to be read."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice

from sitegen.cells import personal
from sitegen.message import advise, joined, say
from sitegen.problem import Problem, listing, nearest, quoted, suggestion
from sitegen.read import comments, mixed
from sitegen.read.encoding import MOST_ALIKE, place
from sitegen.read.grid import Grid, fold
from sitegen.read.records import Lines, Record
from sitegen.table import Column

_CONFLICT = re.compile(r"^(?:<{7}|\|{7}|={7}|>{7})(?: [^\r\n]*)?(?=[\r\n]|\Z)", re.MULTILINE)
WIDEST = 1_000
"""The most cells of a header; a table has a tenth of a tenth of that."""
LONGEST = 1_000_000
"""The most characters of a line."""
_SEPARATOR = re.compile(r"\Asep=[,;\t]* *(?=[\r\n]|\Z)", re.IGNORECASE)


def opened(text: str, path: str, columns: Sequence[Column]) -> tuple[Grid | None, list[Problem]]:
    """The file at `path`, of a table with `columns`, and what is wrong with its header; None without one."""
    text, problems = _without_conflicts(text, path)
    physical = _SEPARATOR.sub("", text, count=1).splitlines(keepends=True)
    if long := _too_long(path, physical):
        return None, [*problems, long]
    names = {fold(name): each.name for each in columns for name in (*each.headings, each.name)}
    lines, top = _top(Lines(path, physical, ",", '"' not in text), names)
    fault = _no_header(lines, top, names, [each.name for each in columns])
    if fault or top is None or top.cells is None:
        return None, [*problems, *([fault] if fault else [])]
    if len(top.cells) > WIDEST:
        return None, [*problems, _too_wide(lines, top)]
    width = max(index for index, cell in enumerate(top.cells, 1) if cell.strip())
    found = [names.get(fold(cell), "") for cell in top.cells[:width]]
    decimals = frozenset(each.name for each in columns if each.kind is float)
    lost = list(comments.lost_rows(lines, width))
    below, lost_lines = top.line + top.height - 1, [each.line for each in lost]
    grid = Grid(lines, top.cells, found, below, decimals, lost_lines)
    return grid, [*problems, *_headings(grid, top.line, columns), *lost]


def _no_header(
    lines: Lines, top: Record | None, names: Mapping[str, str], known: Sequence[str]
) -> Problem | None:
    """Why the first record of a file is no header of its table; None when it is one."""
    if top is None:
        hint = advise("its first line is the header: {header}", header=",".join(known))
        return Problem(lines.path, 0, 0, say("empty-file", "this file is empty"), hint, is_cause=True)
    text = lines.text(top.line)
    if cut := mixed.header_fault(text, lines.delimiter, lambda cells: _known(cells, names)):
        return mixed.problem(lines.path, top.line, cut, is_cause=True)
    if top.cells is None:
        return lines.torn(top)._replace(is_cause=True)
    message = say("not-a-header", "{line} is not a header of this table", line=quoted(text.strip()))
    is_header = _known(top.cells, names) > 0
    return None if is_header else Problem(lines.path, top.line, 1, message, listing(known), is_cause=True)


def _too_long(path: str, lines: Sequence[str]) -> Problem | None:
    """A line that no table has: cells are looked for in it again and again."""
    if max(map(len, lines), default=0) <= LONGEST:
        return None
    number = next(number for number, line in enumerate(lines, 1) if len(line) > LONGEST)
    message = say("line-too-long", "a line of more than {most} characters", most=f"{LONGEST:,}")
    hint = advise("each row stands on a line of its own")
    return Problem(path, number, 1, message, hint, is_cause=True)


def _too_wide(lines: Lines, top: Record) -> Problem:
    told = {"number": len(top.cells or ()), "most": WIDEST}
    message = say("header-too-wide", "a header of {number} cells, more than {most}", **told)
    hint = advise("a spreadsheet saved its empty columns: take them out, and save it again")
    return Problem(lines.path, top.line, 1, message, hint, is_cause=True)


def _known(cells: Iterable[str], names: Mapping[str, str]) -> int:
    """How many of the cells of a header name a column."""
    return sum(fold(cell) in names for cell in cells)


def _headings(grid: Grid, line: int, columns: Sequence[Column]) -> Iterator[Problem]:
    """What is wrong with the names in the header, which begins in `line`."""
    known = [each.name for each in columns]
    free = [each for each in known if each not in grid.names]
    for index, heading in enumerate(grid.header[: len(grid.names)]):
        if fault := _heading_fault(heading.strip(), grid.names, index, known, free):
            yield Problem(grid.path, *grid.lines.place(line, index), *fault, is_cause=True)
    meant = {
        nearest(heading.strip(), free)
        for heading, name in zip(grid.header, grid.names, strict=False)
        if not name
    }
    for each in columns:
        if each.required and each.name not in grid.names and each.name not in meant:
            message = say("column-missing", "the column {column} is missing", column=quoted(each.name))
            hint = advise("add it to the header, and fill it in")
            yield Problem(grid.path, line, 0, message, hint, is_cause=True)


def _heading_fault(
    heading: str, names: Sequence[str], index: int, known: Sequence[str], free: Sequence[str]
) -> tuple[str, str] | None:
    """What is wrong with a heading at `index` of `names`; `free` are the columns that none names."""
    if not heading:
        return say("no-heading", "a column without a heading"), advise("name it, or take it out")
    if not names[index]:
        message = say("unknown-column", "{heading} is not a column of this table", heading=quoted(heading))
        if personal.is_heading(heading):
            return message, advise("take the column out: nothing of the kind is published")
        return message, joined(suggestion(heading, free) or suggestion(heading, known), listing(known))
    if names[index] in names[:index]:
        message = say("column-twice", "the column {column} stands twice", column=quoted(names[index]))
        return message, advise("take one of them out")
    return None


def _without_conflicts(text: str, path: str) -> tuple[str, list[Problem]]:
    """The text without the lines that a merge left behind, each of which is an error: both sides are read."""
    if not any(each in text and each * 7 in text for each in "<|=>"):  # one sign is found at once
        return text, []
    message = say("merge-conflict", "a merge that is not settled")
    hint = advise("keep the rows that are right, and delete this line")
    places = (place(text, each.start()) for each in islice(_CONFLICT.finditer(text), MOST_ALIKE))
    return _CONFLICT.sub("", text), [Problem(path, *at, message, hint, is_cause=True) for at in places]


def _top(lines: Lines, names: Mapping[str, str]) -> tuple[Lines, Record | None]:
    """The header, cut by the delimiter that splits it into the most known columns; None in an empty file."""
    cut = [lines._replace(delimiter=each) for each in mixed.DELIMITERS]
    tops = [(each, _first(each)) for each in cut]
    return max(tops, key=lambda each: _known((each[1] and each[1].cells) or (), names))


def _first(lines: Lines) -> Record | None:
    """The first record that is not blank."""
    return next(
        (each for each in lines.records() if each.cells is None or any(map(str.strip, each.cells))), None
    )
