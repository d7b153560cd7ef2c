"""Open a CSV file: find its delimiter and its header, and check the lines above and between its rows.

Lines that begin with `#` are comments. One that looks like a row is an error, so that no result is lost.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice

from sitegen.core import personal_data
from sitegen.core.cells import is_error_value
from sitegen.core.language import Language
from sitegen.core.names import normalize_heading
from sitegen.core.problems import (
    Problem,
    advise,
    find_nearest,
    join_messages,
    list_known,
    quote_heading,
    quote_text,
    say,
    suggest_nearest,
)
from sitegen.core.table import Column
from sitegen.inputs.results.csv_file import (
    DELIMITERS,
    CsvFile,
    check_header_delimiter,
    is_note_heading,
    report_wrong_delimiter,
)
from sitegen.inputs.results.records import MAX_ALIKE, CsvLines, Record, locate_offset, split_line


def find_commented_rows(lines: CsvLines, width: int) -> Iterator[Problem]:
    """Yield an error for each comment that is a row of `width` cells, or an error value of a spreadsheet."""
    for number in lines.find_comments():
        text = lines.get_line(number)
        cells = split_line(text, lines.delimiter, strict=False)
        is_row = is_commented_row(text, width, lines.delimiter)
        if is_error_value(cells[0]) and (is_row or cells[0].strip("# ")):
            message = say(
                "row-begins-with-error", "{cell} is an error of the spreadsheet", cell=quote_text(cells[0])
            )
            yield Problem(
                lines.path, number, 1, message, advise("type the right value there, and save the file again")
            )
        elif is_row:
            message = say("row-behind-hash", "a row stands behind this '#', and does not count")
            hint = advise("take the '#' out, or all of the line")
            yield Problem(lines.path, number, 1, message, hint)


def is_commented_row(text: str, width: int, delimiter: str) -> bool:
    """Whether a comment has the delimiters of a row, and more than words between them.

    A comment is no row when a spreadsheet put the delimiters behind its last cell, or when it is a sentence:
    a space follows each delimiter, and no cell is a number.
    """
    cells = split_line(text.lstrip("# "), delimiter, strict=False)
    filled_cells = [cell for cell in cells if cell.strip()]
    if len(cells) < max(width, 2) or len(filled_cells) <= 1:
        return False
    has_number = any(_NUMBER.fullmatch(cell.strip()) for cell in filled_cells)
    is_sentence = " " in filled_cells[0].strip() and all(cell.startswith(" ") for cell in filled_cells[1:])
    return has_number or not is_sentence


_NUMBER = re.compile(r"[-+]?[0-9][-0-9.,/:%\u00bd]*|\u00bd.*")
_CONFLICT_MARKER = re.compile(r"^(?:<{7}|\|{7}|={7}|>{7})(?: [^\r\n]*)?(?=[\r\n]|\Z)", re.MULTILINE)
MAX_COLUMNS = 1_000
"""The most cells of a header; a table has a tenth of a tenth of that."""
MAX_LINE_LENGTH = 1_000_000
"""The most characters of a line."""
_SEPARATOR_LINE = re.compile(r"\Asep=[,;\t]* *(?=[\r\n]|\Z)", re.IGNORECASE)


def open_csv(text: str, path: str, columns: Sequence[Column]) -> tuple[CsvFile | None, list[Problem]]:
    """Open the file at `path` of a table with `columns`; return no file when it has no valid header."""
    text, problems = _remove_conflicts(text, path)
    all_lines = _SEPARATOR_LINE.sub("", text, count=1).splitlines(keepends=True)
    if long_line := _check_line_lengths(path, all_lines):
        return None, [*problems, long_line]
    names = {
        normalize_heading(name): column.name for column in columns for name in (*column.headings, column.name)
    }
    lines, header = _find_header(CsvLines(path, all_lines, ",", '"' not in text), names)
    fault = _check_header(lines, header, names, columns)
    if fault or header is None or header.cells is None:
        return None, [*problems, *([fault] if fault else [])]
    width = max(index for index, cell in enumerate(header.cells, 1) if cell.strip())
    csv_file = CsvFile(
        lines,
        header.cells,
        names=[names.get(normalize_heading(cell), "") for cell in header.cells[:width]],
        header_end=header.line + header.height - 1,
        decimal_columns=frozenset(column.name for column in columns if column.kind is float),
        required_columns=frozenset(
            column.name for column in columns if column.is_required and not column.blank
        ),
        text_columns=frozenset(column.name for column in columns if column.kind is str),
    )
    commented = list(find_commented_rows(lines, width))
    faults = list(_check_headings(csv_file, header.line, columns))
    csv_file = csv_file._replace(
        commented_rows=[problem.line for problem in commented],
        names=["" if csv_file.names.count(name) > 1 else name for name in csv_file.names],
    )
    return csv_file, [*problems, *faults, *commented]


def list_headings(columns: Iterable[Column], language: Language) -> list[str]:
    """Return what new files of a language call these columns."""
    return [language.format_message(column.heading) for column in columns]


def format_header(columns: Iterable[Column], delimiter: str) -> str:
    """Return the header of a file with these columns, as a part of a message."""
    return join_messages(*(column.heading for column in columns), between=delimiter)


def _check_header(
    lines: CsvLines, header: Record | None, names: Mapping[str, str], columns: Sequence[Column]
) -> Problem | None:
    """Return why the first record of a file is no header of its table; None when it is one."""
    required_names = {column.name for column in columns if column.is_required}
    if header is None:
        hint = advise("its first line is the header: {header}", header=format_header(columns, ","))
        return Problem(lines.path, 0, 0, say("empty-file", "this file is empty"), hint, is_cause=True)
    text = lines.get_line(header.line)
    if message := check_header_delimiter(text, lines.delimiter, lambda cells: _count_known(cells, names)):
        return report_wrong_delimiter(lines.path, header.line, message, is_cause=True)
    if header.cells is None:
        return lines.report_malformed(header)._replace(is_cause=True)
    known = {names[heading] for cell in header.cells if (heading := normalize_heading(cell)) in names}
    if not known or (len(known) == 1 and len(header.cells) > _MIN_FOREIGN and not known & required_names):
        message = say("not-a-header", "{line} is not a header of this table", line=quote_text(text.strip()))
        suggestion = _suggest_header(lines, header, names, columns)
        return Problem(lines.path, header.line, 1, message, suggestion, is_cause=True)
    if len(header.cells) > MAX_COLUMNS:
        limits = {"number": len(header.cells), "most": MAX_COLUMNS}
        message = say("header-too-wide", "a header of {number} cells, more than {most}", **limits)
        hint = advise("a spreadsheet saved its empty columns: take them out, and save it again")
        return Problem(lines.path, header.line, 1, message, hint, is_cause=True)
    return None


_MIN_FOREIGN = 3
"""A header of more headings, of which one is known and no row needs it, is that of another table."""
_OTHER_SIGNS = "|:/ "
"""What people put between cells, and no table has there."""
_MAX_TITLE_LINES = 10
"""So many lines of a title may stand above a header."""


def _suggest_header(
    lines: CsvLines, first: Record, names: Mapping[str, str], columns: Sequence[Column]
) -> str:
    """Return the hint about a first line that is no header: a title, a row, or unknown headings."""
    for record in islice(lines.iter_records(first.line), _MAX_TITLE_LINES):
        text = lines.get_line(record.line)
        if max(_count_known(split_line(text, delimiter), names) for delimiter in DELIMITERS) > 1:
            return advise("the header stands in line {line}: delete the lines above it", line=record.line)
    text = lines.get_line(first.line)
    for sign in _OTHER_SIGNS:
        if _count_known(map(str.strip, text.split(sign)), names) > 1:
            return advise("put a semicolon between the cells, not {sign}", sign=quote_text(sign))
    delimiter = max(DELIMITERS, key=text.count)
    cells = split_line(text, delimiter)
    if any(_NUMBER.fullmatch(cell.strip()) for cell in cells):
        header = format_header(columns[: len(cells)], delimiter)
        return advise("put the header above it, such as {header}", header=header)
    return list_known(column.heading for column in columns)


def _check_line_lengths(path: str, lines: Sequence[str]) -> Problem | None:
    """Return an error for a line too long to be a row: reading one takes several passes over it."""
    if max(map(len, lines), default=0) <= MAX_LINE_LENGTH:
        return None
    number = next(number for number, line in enumerate(lines, 1) if len(line) > MAX_LINE_LENGTH)
    message = say("line-too-long", "a line of more than {most} characters", most=f"{MAX_LINE_LENGTH:,}")
    hint = advise("each row stands on a line of its own")
    return Problem(path, number, 1, message, hint, is_cause=True)


def _count_known(cells: Iterable[str], names: Mapping[str, str]) -> int:
    """Return how many cells of a header name a column."""
    return sum(normalize_heading(cell) in names for cell in cells)


def _check_headings(csv_file: CsvFile, line: int, columns: Sequence[Column]) -> Iterator[Problem]:
    """Yield what is wrong with the headings, which begin in `line`."""
    headings = _name_columns(csv_file, columns)
    free = [
        heading
        for column in columns
        if column.name not in csv_file.names
        for heading in (column.name, *column.headings)
    ]
    for index, heading in enumerate(csv_file.header[: len(csv_file.names)]):
        if fault := _check_heading(heading.strip(), csv_file.names, index, headings, free):
            yield Problem(csv_file.path, *csv_file.lines.locate_cell(line, index), *fault, is_cause=True)
    misspelled = {
        find_nearest(heading.strip(), free)
        for heading, name in zip(csv_file.header, csv_file.names, strict=False)
        if not name
    }
    for column in columns:
        is_there = column.name in csv_file.names or not misspelled.isdisjoint((column.name, *column.headings))
        if column.is_required and not is_there:
            heading = quote_heading(headings[column.name])
            message = say("column-missing", "the column {column} is missing", column=heading)
            hint = advise("add it to the header, and fill it in")
            yield Problem(csv_file.path, line, 0, message, hint, is_cause=True)


def _name_columns(csv_file: CsvFile, columns: Sequence[Column]) -> Mapping[str, str]:
    """Return what messages call each column, by its name: the names themselves where the header has these."""
    is_english = csv_file.has_english_header
    return {column.name: column.name if is_english else column.heading for column in columns}


def _check_heading(
    heading: str, names: Sequence[str], index: int, headings: Mapping[str, str], free: Sequence[str]
) -> tuple[str, str] | None:
    """Return what is wrong with the heading at `index` of `names`; `free` are columns without a heading.

    `headings` has, by name, what a message calls a column.
    """
    if not heading:
        return say("no-heading", "a column without a heading"), advise("name it, or take it out")
    if not names[index] and is_note_heading(heading):
        return None
    if not names[index]:
        message = say(
            "unknown-column", "{heading} is not a column of this table", heading=quote_text(heading)
        )
        if personal_data.is_personal_heading(heading):
            return message, advise("take the column out: nothing of the kind is published")
        near = suggest_nearest(heading, free) or suggest_nearest(heading, headings)
        note = advise("a column for remarks is called 'note'")
        return message, join_messages(near or note, list_known(headings.values()))
    if names[index] in names[:index]:
        column = quote_heading(headings[names[index]])
        message = say("column-twice", "the column {column} stands twice", column=column)
        return message, advise("correct one of the two headings, or take its column out")
    return None


def _remove_conflicts(text: str, path: str) -> tuple[str, list[Problem]]:
    """Remove the conflict markers of git, each of which is an error; the rows of both sides are read."""
    if not any(sign in text and sign * 7 in text for sign in "<|=>"):  # one sign is found at once
        return text, []
    message = say("merge-conflict", "a merge that is not settled")
    hint = advise("keep the rows that are right, and delete this line")
    places = (
        locate_offset(text, match.start()) for match in islice(_CONFLICT_MARKER.finditer(text), MAX_ALIKE)
    )
    return _CONFLICT_MARKER.sub("", text), [Problem(path, *at, message, hint, is_cause=True) for at in places]


def _find_header(lines: CsvLines, names: Mapping[str, str]) -> tuple[CsvLines, Record | None]:
    """Return the header, split by the delimiter that gives the most known columns; None in an empty file."""
    splits = [lines._replace(delimiter=delimiter) for delimiter in DELIMITERS]
    headers = [(split, _find_first_record(split)) for split in splits]
    return max(headers, key=lambda pair: _count_known((pair[1] and pair[1].cells) or (), names))


def _find_first_record(lines: CsvLines) -> Record | None:
    """Return the first record that is not blank."""
    return next(
        (
            record
            for record in lines.iter_records()
            if record.cells is None or any(map(str.strip, record.cells))
        ),
        None,
    )
