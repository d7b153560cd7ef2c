"""Lines that start with `#`: words for people, and not a result that would be lost in silence.

The text of a CSV file -> its header, with the rows below it still to be read.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice

from sitegen.core import personal_data
from sitegen.core.cells import is_error_value
from sitegen.core.problems import (
    Problem,
    advise,
    find_nearest,
    join_messages,
    list_known,
    quote_text,
    say,
    suggest_nearest,
)
from sitegen.core.table import Column
from sitegen.inputs.results.grid import (
    DELIMITERS,
    CsvFile,
    check_header_delimiter,
    normalize_heading,
    report_wrong_delimiter,
)
from sitegen.inputs.results.records import MAX_ALIKE, CsvLines, Record, locate_offset, split_line

_NUMBER = re.compile(r"[-+]?[0-9][-0-9.,/:%\u00bd]*|\u00bd.*")


def find_commented_rows(lines: CsvLines, width: int) -> Iterator[Problem]:
    """The comments among `lines` that are rows of `width` cells, or begin with an error of a spreadsheet."""
    for number in lines.find_comments():
        text = lines.get_line(number)
        cells = split_line(text, lines.delimiter, strict=False)
        if is_error_value(cells[0]) and cells[0].strip("# "):
            message = say(
                "row-begins-with-error", "{cell} is an error of the spreadsheet", cell=quote_text(cells[0])
            )
            yield Problem(
                lines.path, number, 1, message, advise("type there what was meant, and save it again")
            )
        elif is_commented_row(text, width, lines.delimiter):
            message = say("row-behind-hash", "a row stands behind this '#', and does not count")
            hint = advise("take the '#' out, or all of the line")
            yield Problem(lines.path, number, 1, message, hint)


def is_commented_row(text: str, width: int, delimiter: str) -> bool:
    """Whether a comment has the delimiters of a row, and more than words between them.

    Delimiters that a spreadsheet put behind the last cell make no row, nor do those in a sentence.
    """
    cells = split_line(text.lstrip("# "), delimiter, strict=False)
    filled = [cell for cell in cells if cell.strip()]
    return len(cells) >= max(width, 2) and len(filled) > 1 and not _is_sentence(filled)


def _is_sentence(cells: list[str]) -> bool:
    """Whether a space stands behind every delimiter, as in a sentence, and no cell is a figure alone."""
    first, *others = cells
    are_spaced = all(cell.startswith(" ") for cell in others)
    return " " in first.strip() and are_spaced and not any(_NUMBER.fullmatch(cell.strip()) for cell in cells)


_CONFLICT_MARKER = re.compile(r"^(?:<{7}|\|{7}|={7}|>{7})(?: [^\r\n]*)?(?=[\r\n]|\Z)", re.MULTILINE)
MAX_COLUMNS = 1_000
"""The most cells of a header; a table has a tenth of a tenth of that."""
MAX_LINE_LENGTH = 1_000_000
"""The most characters of a line."""
_SEPARATOR_LINE = re.compile(r"\Asep=[,;\t]* *(?=[\r\n]|\Z)", re.IGNORECASE)


def open_csv(text: str, path: str, columns: Sequence[Column]) -> tuple[CsvFile | None, list[Problem]]:
    """The file at `path`, of a table with `columns`, and what is wrong with its header; None without one."""
    text, problems = _remove_conflicts(text, path)
    physical = _SEPARATOR_LINE.sub("", text, count=1).splitlines(keepends=True)
    if long := _check_line_lengths(path, physical):
        return None, [*problems, long]
    names = {
        normalize_heading(name): column.name for column in columns for name in (*column.headings, column.name)
    }
    lines, top = _find_header(CsvLines(path, physical, ",", '"' not in text), names)
    fault = _check_header(lines, top, names, [column.name for column in columns])
    if fault or top is None or top.cells is None:
        return None, [*problems, *([fault] if fault else [])]
    if len(top.cells) > MAX_COLUMNS:
        return None, [*problems, _report_too_wide(lines, top)]
    width = max(index for index, cell in enumerate(top.cells, 1) if cell.strip())
    found = [names.get(normalize_heading(cell), "") for cell in top.cells[:width]]
    decimals = frozenset(column.name for column in columns if column.kind is float)
    lost = list(find_commented_rows(lines, width))
    below, lost_lines = top.line + top.height - 1, [problem.line for problem in lost]
    grid = CsvFile(lines, top.cells, found, below, decimals, lost_lines)
    return grid, [*problems, *_check_headings(grid, top.line, columns), *lost]


def _check_header(
    lines: CsvLines, top: Record | None, names: Mapping[str, str], known: Sequence[str]
) -> Problem | None:
    """Why the first record of a file is no header of its table; None when it is one."""
    if top is None:
        hint = advise("its first line is the header: {header}", header=",".join(known))
        return Problem(lines.path, 0, 0, say("empty-file", "this file is empty"), hint, is_cause=True)
    text = lines.get_line(top.line)
    if cut := check_header_delimiter(text, lines.delimiter, lambda cells: _count_known(cells, names)):
        return report_wrong_delimiter(lines.path, top.line, cut, is_cause=True)
    if top.cells is None:
        return lines.report_malformed(top)._replace(is_cause=True)
    message = say("not-a-header", "{line} is not a header of this table", line=quote_text(text.strip()))
    is_header = _count_known(top.cells, names) > 0
    return None if is_header else Problem(lines.path, top.line, 1, message, list_known(known), is_cause=True)


def _check_line_lengths(path: str, lines: Sequence[str]) -> Problem | None:
    """A line that no table has: cells are looked for in it again and again."""
    if max(map(len, lines), default=0) <= MAX_LINE_LENGTH:
        return None
    number = next(number for number, line in enumerate(lines, 1) if len(line) > MAX_LINE_LENGTH)
    message = say("line-too-long", "a line of more than {most} characters", most=f"{MAX_LINE_LENGTH:,}")
    hint = advise("each row stands on a line of its own")
    return Problem(path, number, 1, message, hint, is_cause=True)


def _report_too_wide(lines: CsvLines, top: Record) -> Problem:
    told = {"number": len(top.cells or ()), "most": MAX_COLUMNS}
    message = say("header-too-wide", "a header of {number} cells, more than {most}", **told)
    hint = advise("a spreadsheet saved its empty columns: take them out, and save it again")
    return Problem(lines.path, top.line, 1, message, hint, is_cause=True)


def _count_known(cells: Iterable[str], names: Mapping[str, str]) -> int:
    """How many of the cells of a header name a column."""
    return sum(normalize_heading(cell) in names for cell in cells)


def _check_headings(grid: CsvFile, line: int, columns: Sequence[Column]) -> Iterator[Problem]:
    """What is wrong with the names in the header, which begins in `line`."""
    known = [column.name for column in columns]
    free = [name for name in known if name not in grid.names]
    for index, heading in enumerate(grid.header[: len(grid.names)]):
        if fault := _check_heading(heading.strip(), grid.names, index, known, free):
            yield Problem(grid.path, *grid.lines.locate_cell(line, index), *fault, is_cause=True)
    meant = {
        find_nearest(heading.strip(), free)
        for heading, name in zip(grid.header, grid.names, strict=False)
        if not name
    }
    for column in columns:
        if column.is_required and column.name not in grid.names and column.name not in meant:
            message = say("column-missing", "the column {column} is missing", column=quote_text(column.name))
            hint = advise("add it to the header, and fill it in")
            yield Problem(grid.path, line, 0, message, hint, is_cause=True)


def _check_heading(
    heading: str, names: Sequence[str], index: int, known: Sequence[str], free: Sequence[str]
) -> tuple[str, str] | None:
    """What is wrong with a heading at `index` of `names`; `free` are the columns that none names."""
    if not heading:
        return say("no-heading", "a column without a heading"), advise("name it, or take it out")
    if not names[index]:
        message = say(
            "unknown-column", "{heading} is not a column of this table", heading=quote_text(heading)
        )
        if personal_data.is_personal_heading(heading):
            return message, advise("take the column out: nothing of the kind is published")
        return message, join_messages(
            suggest_nearest(heading, free) or suggest_nearest(heading, known), list_known(known)
        )
    if names[index] in names[:index]:
        message = say("column-twice", "the column {column} stands twice", column=quote_text(names[index]))
        return message, advise("take one of them out")
    return None


def _remove_conflicts(text: str, path: str) -> tuple[str, list[Problem]]:
    """The text without the lines that a merge left behind, each of which is an error: both sides are read."""
    if not any(sign in text and sign * 7 in text for sign in "<|=>"):  # one sign is found at once
        return text, []
    message = say("merge-conflict", "a merge that is not settled")
    hint = advise("keep the rows that are right, and delete this line")
    places = (
        locate_offset(text, match.start()) for match in islice(_CONFLICT_MARKER.finditer(text), MAX_ALIKE)
    )
    return _CONFLICT_MARKER.sub("", text), [Problem(path, *at, message, hint, is_cause=True) for at in places]


def _find_header(lines: CsvLines, names: Mapping[str, str]) -> tuple[CsvLines, Record | None]:
    """The header, cut by the delimiter that splits it into the most known columns; None in an empty file."""
    cut = [lines._replace(delimiter=delimiter) for delimiter in DELIMITERS]
    tops = [(candidate, _find_first_record(candidate)) for candidate in cut]
    return max(tops, key=lambda item: _count_known((item[1] and item[1].cells) or (), names))


def _find_first_record(lines: CsvLines) -> Record | None:
    """The first record that is not blank."""
    return next(
        (
            record
            for record in lines.iter_records()
            if record.cells is None or any(map(str.strip, record.cells))
        ),
        None,
    )
