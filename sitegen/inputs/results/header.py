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
)
from sitegen.core.table import Column
from sitegen.inputs.results.csv_file import (
    DELIMITERS,
    CsvFile,
    check_header_delimiter,
    has_number,
    is_commented_row,
    is_made_heading,
    is_note_heading,
    is_quoted_comment,
    report_header_delimiter,
)
from sitegen.inputs.results.records import MAX_ALIKE, CsvLines, Record, locate_offset, split_line


def find_commented_rows(lines: CsvLines, width: int) -> Iterator[Problem]:
    """Yield an error for each comment that is a row of `width` cells, or an error value of a spreadsheet."""
    for number in lines.find_comments():
        text = lines.get_line(number)
        cells = split_line(text, lines.delimiter, strict=False)
        is_row = is_commented_row(split_line(text.lstrip("# "), lines.delimiter, strict=False), width)
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


_CONFLICT_MARKER = re.compile(r"^(?:<{7}|\|{7}|={7}|>{7})(?: [^\r\n]*)?(?=[\r\n]|\Z)", re.MULTILINE)
MAX_COLUMNS = 1_000
"""The most cells of a header; a table has a tenth of a tenth of that."""
MAX_LINE_LENGTH = 1_000_000
"""The most characters of a line."""
MIN_FOREIGN = 4
_SEPARATOR_LINE = re.compile(r"\Asep=[,;\t]* *(?=[\r\n]|\Z)", re.IGNORECASE)


def open_csv(
    text: str, path: str, columns: Sequence[Column], min_foreign: int = MIN_FOREIGN
) -> tuple[CsvFile | None, list[Problem]]:
    """Open the file at `path` of a table with `columns`; return no file when it has no valid header.

    A header of `min_foreign` headings, of which one is known and no row needs it, is that of another table.
    """
    text, problems = _remove_conflicts(text, path)
    all_lines = _SEPARATOR_LINE.sub("", text, count=1).splitlines(keepends=True)
    if long_line := _check_line_lengths(path, all_lines):
        return None, [*problems, long_line]
    names = {
        normalize_heading(name): column.name for column in columns for name in (*column.headings, column.name)
    }
    lines, header = _find_header(CsvLines(path, all_lines, ",", '"' not in text), names)
    fault = _check_header(lines, header, names, columns, min_foreign)
    if fault or header is None or header.cells is None:
        return None, [*problems, *([fault] if fault else [])]
    csv_file = _make_csv_file(lines, header, header.cells, names, columns)
    commented = list(find_commented_rows(lines, len(csv_file.names)))
    faults = list(_check_headings(csv_file, header.line, columns))
    csv_file = csv_file._replace(
        commented_rows=[problem.line for problem in commented],
        names=["" if csv_file.names.count(name) > 1 else name for name in csv_file.names],
    )
    return csv_file, [*problems, *faults, *commented]


def _make_csv_file(
    lines: CsvLines, header: Record, cells: list[str], known: Mapping[str, str], columns: Sequence[Column]
) -> CsvFile:
    """Return the file with this header, whose headings are the `known` ones or others."""
    width = max(index for index, cell in enumerate(cells, 1) if cell.strip())
    names = [known.get(normalize_heading(cell), "") for cell in cells[:width]]
    omissible = {column.name for column in columns if not column.is_required and column.default is not None}
    needed = (index for index, name in enumerate(names, 1) if name and name not in omissible)
    return CsvFile(
        lines,
        cells,
        names=names,
        header_end=header.line + header.height - 1,
        decimal_columns=frozenset(column.name for column in columns if column.kind is float),
        required_columns=frozenset(
            column.name for column in columns if column.is_required and not column.blank
        ),
        known_headings=known,
        text_columns=frozenset(column.name for column in columns if column.kind is str),
        min_width=max(needed, default=width),
    )


def list_headings(columns: Iterable[Column], language: Language) -> list[str]:
    """Return what new files of a language call these columns."""
    return [language.format_message(column.heading) for column in columns]


def format_header(columns: Iterable[Column], delimiter: str) -> str:
    """Return the header of a file with these columns, as a part of a message."""
    return join_messages(*(column.heading for column in columns), between=delimiter)


def _check_header(
    lines: CsvLines,
    header: Record | None,
    names: Mapping[str, str],
    columns: Sequence[Column],
    min_foreign: int,
) -> Problem | None:
    """Return why the first record of a file is no header of its table; None when it is one."""
    required_names = {column.name for column in columns if column.is_required}
    if header is None:
        hint = advise("its first line is the header: {header}", header=format_header(columns, ","))
        return Problem(lines.path, 0, 0, say("empty-file", "this file is empty"), hint, is_cause=True)
    text = lines.get_line(header.line)
    if message := check_header_delimiter(text, lines.delimiter, lambda cells: _count_known(cells, names)):
        return report_header_delimiter(lines.path, header.line, message)
    if header.cells is None:
        return lines.report_malformed(header)._replace(is_cause=True)
    known = {names[heading] for cell in header.cells if (heading := normalize_heading(cell)) in names}
    if not known or (len(known) == 1 and len(header.cells) >= min_foreign and not known & required_names):
        message = say("not-a-header", "{line} is not a header of this table", line=quote_text(text.strip()))
        suggestion = _suggest_header(lines, header, names, columns)
        return Problem(lines.path, header.line, 1, message, suggestion, is_cause=True)
    if len(header.cells) > MAX_COLUMNS:
        limits = {"number": len(header.cells), "most": MAX_COLUMNS}
        message = say("header-too-wide", "a header of {number} cells, more than {most}", **limits)
        hint = advise("a spreadsheet saved its empty columns: take them out, and save it again")
        return Problem(lines.path, header.line, 1, message, hint, is_cause=True)
    return None


_OTHER_SIGNS = "|:/ "
"""What people put between cells, and no table has there."""
_MAX_TITLE_LINES = 10
"""No title above a header has more lines."""


def _suggest_header(
    lines: CsvLines, first: Record, names: Mapping[str, str], columns: Sequence[Column]
) -> str:
    """Return the hint about a first line that is no header: a title, a row, or unknown headings."""
    below = (number for number, text in enumerate(lines.all_lines, 1) if number > first.line and text.strip())
    for line in below:
        cells = _split_most(lines.get_line(line), names)
        if _count_known(cells, names) > 1:
            above = [lines.get_line(number) for number in range(first.line, line)]
            above = [text for text in above if not _are_made_headings(text)]
            if line - first.line > _MAX_TITLE_LINES or any(_is_row(text, len(cells)) for text in above):
                return advise("the header stands in line {line}: move that line to the top", line=line)
            return advise("the header stands in line {line}: delete the lines above it", line=line)
    text = lines.get_line(first.line)
    for sign in _OTHER_SIGNS:
        if _count_known(map(str.strip, text.split(sign)), names) > 1:
            return advise("put a semicolon between the cells, not {sign}", sign=quote_text(sign))
    delimiter = max(DELIMITERS, key=text.count)
    cells = split_line(text, delimiter)
    if _are_made_headings(text):
        header = format_header(columns[: len(cells)], delimiter)
        return advise(
            "a spreadsheet made these up: write {header} there, in the order of the cells", header=header
        )
    if has_number(cells):
        header = format_header(columns[: len(cells)], delimiter)
        return advise("put the header above it, such as {header}", header=header)
    return list_known(column.heading for column in columns)


def _split_most(text: str, names: Mapping[str, str]) -> list[str]:
    """Return the cells of a line, split by the delimiter that gives the most known columns."""
    splits = (split_line(text, delimiter) for delimiter in DELIMITERS)
    return max(splits, key=lambda cells: _count_known(cells, names))


def _are_made_headings(text: str) -> bool:
    """Whether a spreadsheet made up all headings of a line."""
    return any(all(map(is_made_heading, split_line(text, delimiter))) for delimiter in DELIMITERS)


def _is_row(text: str, width: int) -> bool:
    """Whether a line above a header is no title: it has a number, and several cells as the header has."""
    splits = [split_line(text, delimiter, strict=False) for delimiter in DELIMITERS]
    filled = [[cell for cell in cells if cell.strip()] for cells in splits]
    return any(len(cells) > max(1, width // 2) or (len(cells) > 1 and has_number(cells)) for cells in filled)


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
        return message, _suggest_for_unknown(heading, headings, free)
    if names[index] in names[:index]:
        column = quote_heading(headings[names[index]])
        message = say("column-twice", "the column {column} stands twice", column=column)
        return message, advise("correct one of the two headings, or take its column out")
    return None


def _suggest_for_unknown(heading: str, headings: Mapping[str, str], free: Sequence[str]) -> str:
    """Return the hint about a heading that names no column; `free` are the columns without a heading.

    `headings` has, by name, what a message calls a column.
    """
    if personal_data.is_personal_heading(heading):
        return advise("take the column out: nothing of the kind is published")
    if is_made_heading(heading):
        return advise("a spreadsheet made it up: name the column, call it 'note', or take it out")
    name = find_nearest(heading, free) or find_nearest(heading, headings.values())
    near = advise("did you mean {near}?", near=quote_heading(headings.get(name, name))) if name else ""
    note = advise("call it 'note', and nothing is done with it, or take it out")
    return join_messages(near or note, list_known(headings.values()))


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
    return max(
        headers, key=lambda pair: (_count_known((pair[1] and pair[1].cells) or (), names), pair[1] is None)
    )


def _find_first_record(lines: CsvLines) -> Record | None:
    """Return the first record that is not blank and no comment."""
    return next(
        (
            record
            for record in lines.iter_records()
            if record.cells is None
            or (any(map(str.strip, record.cells)) and not is_quoted_comment(record.cells))
        ),
        None,
    )
