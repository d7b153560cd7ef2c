"""Yield the rows of a CSV file below its header, and check that each has the cells of the header.

A common mistake is a wrong delimiter: a spreadsheet that expects `;` opens a file with `,` as one column.
When it saves the file, each old row is one cell, quoted where it holds quotes, and new rows are split by `;`.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import NamedTuple

from sitegen.core.cells import is_error_value
from sitegen.core.names import normalize_heading
from sitegen.core.problems import Message, Problem, advise, merge_repeated, pluralize, quote_text, say
from sitegen.inputs.results.records import CsvLines, Record, split_line

DELIMITERS = ",;\t"
_DELIMITER_NAMES = {",": advise("commas"), ";": advise("semicolons"), "\t": advise("tabs")}

_CUT_OTHERWISE = "row-cut-otherwise"
_NO_HEADING = "cell-without-heading"
_DELIMITER_CODES = {_CUT_OTHERWISE, "row-cut-both-ways", "row-in-one-cell"}

WIDTH_CODES = {"too-few-cells", "too-many-cells"}
_PARTED_CODES = {"value-in-several-cells", "blank-cell-too-many"}
_MAX_ROW = 300
_OPEN_CODES = {"quote-not-closed", "cell-too-long"}
_MIN_WIDTH = 2
"""Below so many columns a lone cell may be a row that was cut short."""
_MIN_ROWS = 3
"""So many rows of a wrong width, and no other, have a wrong header."""

RowTest = Callable[[list[str]], bool]


def check_delimiter(text: str, own: str, is_row: RowTest) -> tuple[Message, list[str]] | None:
    """Return what is wrong with a line that is a row by another delimiter than `own`, and its cells."""
    checks = (_check_single_cell, _check_other_delimiter, _check_both_delimiters)
    return next(filter(None, (check(text, own, is_row) for check in checks)), None)


def check_header_delimiter(text: str, own: str, count_known: Callable[[list[str]], int]) -> Message | None:
    """Return what is wrong with a header that has as many known columns, or more, by another delimiter."""
    count = count_known(split_line(text, own))
    in_one_cell = _check_single_cell(text, own, lambda cells: count_known(cells) >= max(count, 1))
    found = in_one_cell or _check_both_delimiters(text, own, lambda cells: count_known(cells) > count)
    return found[0] if found else None


def _check_other_delimiter(text: str, own: str, is_row: RowTest) -> tuple[Message, list[str]] | None:
    for other in sorted(DELIMITERS, key=text.count, reverse=True):
        cells = split_line(text, other)
        if other != own and len(cells) > 1 and is_row(cells):
            message = say(
                "row-cut-otherwise",
                "{other} stand between the cells here, and {own} in the header",
                other=_DELIMITER_NAMES[other],
                own=_DELIMITER_NAMES[own],
            )
            return message, cells
    return None


def _check_both_delimiters(text: str, own: str, is_row: RowTest) -> tuple[Message, list[str]] | None:
    for other in DELIMITERS:
        cells = split_line(text.replace(other, own), own)
        if other != own and other in text and is_row(cells):
            message = say(
                "row-cut-both-ways",
                "both {other} and {own} stand between the cells here",
                other=_DELIMITER_NAMES[other],
                own=_DELIMITER_NAMES[own],
            )
            return message, cells
    return None


def _check_single_cell(text: str, _: str, is_row: RowTest) -> tuple[Message, list[str]] | None:
    """Return what is wrong with a line whose first cell is a whole row, and whose other cells are blank."""
    for outer in DELIMITERS:
        first, *other_lines = split_line(text, outer)
        is_alone = first != text and not any(map(str.strip, other_lines))
        for inner in DELIMITERS if is_alone else ():
            cells = split_line(first, inner)
            if inner != outer and len(cells) > 1 and is_row(cells):
                return say("row-in-one-cell", "the whole row stands in one cell here"), cells
    return None


def report_header_delimiter(path: str, line: int, message: Message) -> Problem:
    """Make the problem of a header with a wrong delimiter."""
    hint = advise("put the same sign between all cells of the file")
    if message.code != "row-cut-both-ways":
        hint = advise(
            "a spreadsheet put every row in one column and saved it: go back to the old file, open it"
            " by 'Data, From Text/CSV', and enter the new rows again"
        )
    return Problem(path, line, 1, message, hint, is_cause=True)


def merge_row_problems(problems: Sequence[Problem], csv_file: "CsvFile", row_count: int) -> list[Problem]:
    """Merge the problems of rows that have one cause: a quote, the header, another table, a spreadsheet."""
    problems = _drop_inside_quotes(problems)
    of_delimiters = [problem for problem in problems if problem.code in _DELIMITER_CODES]
    of_width = [problem for problem in problems if problem.code in WIDTH_CODES]
    of_heading = [problem for problem in problems if problem.code == _NO_HEADING]
    of_parts = [problem for problem in problems if problem.code in _PARTED_CODES]
    merged = {*of_delimiters, *of_width, *of_heading, *of_parts}
    others = [problem for problem in problems if problem not in merged]
    if row_count >= _MIN_ROWS and len(of_width) == row_count:
        message = say("header-of-other-width", "no row has as many cells as the header")
        advice = advise("add the heading that is missing, or take out the one too many")
        of_width = [csv_file.report_header(message, advice)]
    elif len(of_width) >= _MIN_ROWS and of_width[-1].line - of_width[0].line + 1 == len(of_width):
        advice = advise("put rows of another table into a file of their own")
        of_width = [problem._replace(hint=advice) for problem in merge_repeated(of_width)]
    if row_count >= _MIN_ROWS and [problem.code for problem in of_delimiters] == [_CUT_OTHERWISE] * row_count:
        advice = advise("put the same sign between the cells of the header and of the rows")
        of_delimiters = [csv_file.report_header(of_delimiters[0].message, advice)]
    repeated = [of_heading, of_delimiters, of_parts]
    return [*others, *of_width, *(problem for alike in repeated for problem in merge_repeated(alike))]


def _drop_inside_quotes(problems: Sequence[Problem]) -> Sequence[Problem]:
    """Return problems without those of lines below an open quote: they may be in its cell."""
    opened = min((problem.line for problem in problems if problem.code in _OPEN_CODES), default=None)
    if opened is None:
        return problems
    inside = {*WIDTH_CODES, *_DELIMITER_CODES, _NO_HEADING, "no-row"}
    return [problem for problem in problems if problem.line <= opened or problem.code not in inside]


class RowBlock(NamedTuple):
    """Some rows of a file: the lines they begin in, and their cells, as many as the header has names.

    `malformed_rows` have their line, and their cells as far as those can be read; `problems` says what is
    wrong with them.
    """

    lines: list[int]
    rows: list[list[str]]
    problems: list[Problem]
    malformed_rows: list[tuple[int, list[str]]]


class CsvFile(NamedTuple):
    """A CSV file whose header has been read; its rows begin below the line `header_end`.

    `names` has the column that each cell of the header names, empty where it names none; it is shorter than
    `header` by the blank cells that Excel leaves at the end. `decimal_columns` are those of numbers that may
    have decimals, `required_columns` those that no row may leave blank, `text_columns` those of free text,
    `known_headings` the column by each heading that the table knows, and `commented_rows` the lines of
    comments that should be rows. A row has `min_width` cells: it may end before columns that say nothing
    where they are blank.
    """

    lines: CsvLines
    header: Sequence[str]
    names: Sequence[str]
    header_end: int
    decimal_columns: frozenset[str] = frozenset()
    required_columns: frozenset[str] = frozenset()
    text_columns: frozenset[str] = frozenset()
    known_headings: Mapping[str, str] = {}
    commented_rows: Sequence[int] = ()
    min_width: int = 0

    @property
    def has_known_header(self) -> bool:
        """Whether every heading names a column, or says that it is for notes."""
        pairs = zip(self.header, self.names, strict=False)
        return all(name or is_note_heading(heading) for heading, name in pairs)

    @property
    def has_english_header(self) -> bool:
        """Whether every heading that is known is the name of its column."""
        pairs = zip(self.header, self.names, strict=False)
        return all(normalize_heading(heading) == normalize_heading(name) for heading, name in pairs if name)

    @property
    def path(self) -> str:
        """The path of the file, relative to the site."""
        return self.lines.path

    @property
    def decimal_marks(self) -> str:
        """The characters that can precede the decimals of a number in this file."""
        return "." if self.lines.delimiter == "," else ".,"

    def make_problem(self, line: int, name: str, message: str, hint: str = "") -> Problem:
        """Make a problem with a cell of the row in `line`; with the row where it has no such cell."""
        place = self.lines.locate_cell(line, self.names.index(name)) if name in self.names else (line, 0)
        return Problem(self.path, *place, message, hint)

    def report_header(self, message: str, hint: str) -> Problem:
        """Report what is wrong with the header, seen from the rows."""
        return Problem(self.path, self.header_end, 0, message, hint, is_cause=True)

    def iter_blocks(self) -> Iterator[RowBlock]:
        """Yield the rows some thousands at a time, which is faster than all at once."""
        headings = (heading for heading, name in self.known_headings.items() if name == self.names[0])
        special = {"", self.header[0].strip().casefold(), *headings}
        for lines, rows, malformed in self.lines.iter_batches(self.header_end):
            have_right_width = {*map(len, rows)} == {len(self.names)} == {len(self.header)}
            first_cells = {row[0] for row in rows} if have_right_width else special
            are_plain = special.isdisjoint(cell.strip().casefold() for cell in first_cells)
            are_plain = are_plain and not any(map(_TOTAL.match, first_cells))
            if are_plain and not malformed and not any(cell.startswith("#") for cell in first_cells):
                yield RowBlock(lines, rows, [], [])
            else:
                yield self._check_rows(lines, rows, malformed)

    def iter_all_rows(self) -> Iterator[tuple[int, list[str]]]:
        """Yield the line and the cells of each row, also of those that are malformed or behind a `#`."""
        for block in self.iter_blocks():
            yield from zip(block.lines, block.rows, strict=True)
            yield from block.malformed_rows
        for line in self.commented_rows:
            yield line, split_line(self.lines.get_line(line), self.lines.delimiter, strict=False)

    def _check_rows(self, lines: list[int], rows: list[list[str]], malformed: Sequence[Record]) -> RowBlock:
        """Return these rows without blank ones and comments; move those that are wrong to the malformed."""
        block = RowBlock([], [], [], [])
        for record in malformed:
            problem = self._check_delimiter(record.line, 1) or self.lines.report_malformed(record)
            block.problems.append(problem)
            block.malformed_rows.append((record.line, self.lines.split_loosely(record.line)))
        min_width = self._find_min_width(rows)
        for line, row in zip(lines, rows, strict=True):
            if not any(map(str.strip, row)) or is_quoted_comment(row):
                continue
            if fault := self._check_row(line, row, min_width):
                block.problems.append(fault)
                block.malformed_rows.append((line, row))
            else:
                block.lines.append(line)
                block.rows.append([*row, *[""] * (len(self.names) - len(row))][: len(self.names)])
        return block

    def _check_delimiter(self, line: int, count: int) -> Problem | None:
        """Return what is wrong with a line of `count` cells that is a row by another delimiter."""
        widths = range(max(self.min_width, _MIN_WIDTH), len(self.header) + 1)
        found = check_delimiter(
            self.lines.get_line(line), self.lines.delimiter, lambda cells: count == 1 or len(cells) in widths
        )
        if found is None:
            return None
        hint = advise("write {row}", row=self.quote_row([cell.strip() for cell in found[1]]))
        return Problem(self.path, line, 1, found[0], hint)

    def _check_joined_row(self, line: int, row: Sequence[str]) -> Problem | None:
        """Return what is wrong with a row of which one cell alone is filled, and has the others in it."""
        is_joined = sum(bool(cell.strip()) for cell in row) == 1 < len(row)
        return self._check_delimiter(line, len(row)) if is_joined else None

    def quote_row(self, cells: Sequence[str]) -> str:
        """Return a row with these cells as this file has it, for a hint."""
        delimiter = self.lines.delimiter
        special = {delimiter, '"'}
        quoted = ('"' + cell.replace('"', '""') + '"' if special & {*cell} else cell for cell in cells)
        return quote_text(delimiter.join(quoted), _MAX_ROW)

    def _find_min_width(self, rows: Sequence[Sequence[str]]) -> int:
        """Return the least cells of a row; where most rows lack the same ones that no row needs, theirs.

        A column was added behind them, and is filled in for some. One row that lacks its result was cut off.
        """
        (width, count), *_ = Counter(map(len, rows)).most_common(1) or [(0, 0)]
        needed = [index for index, name in enumerate(self.names, 1) if name in self.required_columns]
        may_end = (
            count >= _MIN_ROWS and 2 * count > len(rows) and width >= max(needed, default=len(self.names))
        )
        return min(self.min_width, width) if may_end else self.min_width

    def _check_row(self, line: int, row: Sequence[str], min_width: int) -> Problem | None:
        """Return what is wrong with a row that is not blank, and should have `min_width` cells."""
        count, width = len(row), len(self.names)
        fault = None  # the index of the cell, the message and the hint
        if problem := self._check_joined_row(line, row):
            return problem
        if self._is_total(row):
            fault = self._report_no_row(row)
        elif count < min_width or count > len(self.header):
            if problem := self._check_delimiter(line, count):
                return problem
            if count < width and not self._is_note(row):
                return self.report_too_few(line, row, count)
            fault = self._report_no_row(row) if self._is_note(row) else self._report_too_many(row)
        elif self._is_header(row):
            fault = 0, say("header-again", "the header stands here again"), advise("delete this line")
        elif extra := [index for index in range(width, count) if row[index].strip()]:
            message = say("cell-without-heading", "a cell in a column without a heading")
            fault = extra[0], message, advise("name the column, or empty it")
        elif self._is_note(row):
            fault = self._report_no_row(row)
        return Problem(self.path, *self.lines.locate_cell(line, fault[0]), *fault[1:]) if fault else None

    def _is_header(self, row: Sequence[str]) -> bool:
        """Whether each cell of a row is the heading of its column, in whatever language."""
        pairs = zip_longest(self.names, self.header, row, fillvalue="")
        return all(
            normalize_heading(cell) == normalize_heading(heading)
            or (name != "" and self.known_headings.get(normalize_heading(cell)) == name)
            for name, heading, cell in pairs
        )

    def _is_total(self, row: Sequence[str]) -> bool:
        """Whether a row begins with a word such as total, where that is no name."""
        index = next(index for index, cell in enumerate(row) if cell.strip())
        is_text = self.names[index] in self.text_columns if index < len(self.names) else True
        return bool(_TOTAL.match(row[index])) and not (is_text and all(self._list_required_cells(row)))

    def _is_note(self, row: Sequence[str]) -> bool:
        """Whether a row has one cell of several that it needs, or none of them; of many at most one."""
        filled = sum(bool(cell.strip()) for cell in row)
        required = self._list_required_cells(row)
        needs_several = len(self.names) > _MIN_WIDTH and (len(required) > 1 or len(row) == 1)
        most = 1 if len(required) > _MIN_WIDTH else 0
        return needs_several and (filled == 1 or sum(map(bool, required)) <= most)

    def _list_required_cells(self, row: Sequence[str]) -> list[str]:
        """Return the cells of a row that may not be blank, without the spaces around them."""
        cells = zip_longest(self.names, row[: len(self.names)], fillvalue="")
        return [cell.strip() for name, cell in cells if name in self.required_columns]

    def check_note(self, line: int) -> Problem | None:
        """Return the problem of a row with wrong cells that is none, such as a remark; else None."""
        row = self.lines.get_cells(line)
        if problem := self._check_joined_row(line, row):
            return problem
        is_alone = len(self.names) > _MIN_WIDTH and sum(bool(cell.strip()) for cell in row) == 1
        if not (is_alone or self._is_note(row)):
            return None
        index, message, hint = self._report_no_row(row)
        return Problem(self.path, *self.lines.locate_cell(line, index), message, hint)

    def _report_no_row(self, row: Sequence[str]) -> tuple[int, str, str]:
        index = next(index for index, cell in enumerate(row) if cell.strip())
        message = say("no-row", "{cell} is no row of this table", cell=quote_text(row[index].strip()))
        return index, message, advise("take the row out, or fill in the blank cells")

    def report_too_few(self, line: int, row: Sequence[str], index: int) -> Problem:
        """Report that a row lacks the cell at an index, and maybe others."""
        message = say(
            "too-few-cells",
            "{cells} where the header has {width}: {column} is missing",
            cells=count_cells(len(row)),
            width=len(self.names),
            column=quote_text(self.header[index]),
        )
        delimiter = quote_text(self.lines.delimiter)
        hint = advise("leave a blank cell blank, but write its {delimiter}", delimiter=delimiter)
        return Problem(self.path, *self.lines.locate_cell(line, index), message, hint)

    def _report_too_many(self, row: Sequence[str]) -> tuple[int, str, str]:
        width = len(self.names)
        message = say(
            "too-many-cells",
            "{cells} where the header has {width}: {cell} is too many",
            cells=count_cells(len(row)),
            width=width,
            cell=quote_text(row[width]),
        )
        hint = advise(
            "put a cell with {delimiter} in it between quotes, or take out what is too many",
            delimiter=quote_text(self.lines.delimiter),
        )
        if width > _MIN_WIDTH and len(row) >= 2 * width - 1:
            hint = advise("put each row on a line of its own")
        return width, message, self.suggest_decimal_point(row) or hint

    def suggest_decimal_point(self, row: Sequence[str]) -> str:
        """Return a hint where a decimal comma has split a number into two cells."""
        for index, (name, whole, decimals) in enumerate(zip(self.names, row, row[1:], strict=False)):
            is_split = re.fullmatch(r"-?[0-9]+", whole.strip()) and re.fullmatch(r"[0-9]+%?", decimals)
            is_decimal = is_split and name in self.decimal_columns and self.lines.delimiter == ","
            joined = [*row[:index], "", *row[index + 2 :]]
            if is_decimal and len(joined) == len(self.names) and self._has_numbers(joined):
                number = f"{whole.strip()}.{decimals.rstrip('%')}"
                return advise("for a number with a decimal comma write {number}", number=number)
        return ""

    def _has_numbers(self, row: Sequence[str]) -> bool:
        """Whether each column of numbers with decimals has a number in a row, or nothing."""
        pairs = zip(self.names, map(str.strip, row), strict=False)
        return all(
            not cell or cell[-1].isdigit() or cell[-1] == "%"
            for name, cell in pairs
            if name in self.decimal_columns
        )


_TOTAL = re.compile(
    r"\s*(sub-?)?(totaal|totalen|total|totals|totaux|gemiddelde?|average|mean|moyenne|som|sum|somme|aantal|nombre"
    r"|number|opmerkingen?|remarques?|notes?|nota)(?![\w-])",
    re.IGNORECASE,
)
_NOTE_HEADINGS = frozenset(
    (
        *("note", "notes", "nota", "opmerking", "opmerkingen", "remarque", "remarques", "remark", "remarks"),
        *("comment", "comments", "commentaar", "commentaire", "commentaires"),
    )
)


_MADE_HEADING = re.compile(r"(?:kolom|column|colonne|spalte|veld|field|champ)[0-9]*")


def is_made_heading(heading: str) -> bool:
    """Whether a spreadsheet made up a heading: Kolom1, Column2, Colonne3."""
    return bool(_MADE_HEADING.fullmatch(normalize_heading(heading)))


def is_note_heading(heading: str) -> bool:
    """Whether a column with this heading is for notes, which nothing reads: note, opmerking, remarque."""
    return normalize_heading(heading) in _NOTE_HEADINGS


def is_quoted_comment(row: Sequence[str]) -> bool:
    """Whether a row is a comment that a spreadsheet quoted, and cut where it had the delimiter."""
    return row[0].startswith("#") and not is_error_value(row[0]) and not is_commented_row(row)


_NUMBER = re.compile(r"[-+]?[0-9][-0-9.,/:%\u00bd]*|\u00bd.*")


def is_commented_row(cells: Sequence[str], width: int = 2) -> bool:
    """Whether a comment has as many cells as a row, and more than words in them.

    A comment is no row when a spreadsheet put the delimiters behind its last cell, or when it is a sentence:
    a space follows each delimiter, and no cell is a number.
    """
    filled_cells = [cell for cell in cells if cell.strip()]
    if len(cells) < max(width, 2) or len(filled_cells) <= 1:
        return False
    is_sentence = " " in filled_cells[0].strip("# ") and all(
        cell.startswith(" ") for cell in filled_cells[1:]
    )
    return has_number(filled_cells) or not is_sentence


def has_number(cells: Iterable[str]) -> bool:
    """Whether one of these cells is a number, a date or a result in digits."""
    return any(_NUMBER.fullmatch(cell.strip("# ")) for cell in cells)


def count_cells(count: int) -> Message:
    """Return a number of cells in words."""
    return pluralize(count, "{number} cell", "{number} cells")
