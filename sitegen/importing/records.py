"""Records of a source: the rows of a table, read by its answers into cells by our columns."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from sitegen.core.names import extract_letters, normalize_heading
from sitegen.core.person_names import is_nobody
from sitegen.core.problems import advise, quote_text, say
from sitegen.importing.answers import EACH, UNANSWERED, Answer, Reference, SheetAnswers
from sitegen.importing.layout import find_header
from sitegen.importing.record import Record
from sitegen.importing.references import (
    find_column,
    is_outside,
    rank_scores,
    read_by_round,
    read_constant,
    read_title,
    split_reference,
)
from sitegen.importing.sides import assign_sides
from sitegen.importing.source import SourceCell, SourceRow, SourceTable
from sitegen.importing.targets import Target
from sitegen.importing.values import find_first_day

_ROW_NUMBER = re.compile(r"[0-9]+$")
WHOLE_TABLE = {"sheet-asked", "sheet-to-agree", "table-asked", "two-against-two", "season-begin-asked"}
"""Reasons that all rows of a table have together."""
MAX_HEADER_ROW = 60
"""The headings are looked for in this many rows."""
SEPARATORS = (
    *(" - ", " – ", " & ", " / ", " + ", " en ", " et ", " and ", " tegen ", " contre ", " vs ", " x ", "; "),
    *("/", "&", "+"),
)
"""Separators between two people in one cell; a hyphen without blanks is part of a name."""
_TOTALS = re.compile(
    r"(sub)?tot(aal|al|aux)?|som|sum|gem(iddelde?)?|average|mean|moyenne|aantal|nombre|stand",
    re.IGNORECASE,
)
NIL_NIL = re.compile(r"\s*0\s*[-–:/]\s*0\s*")
_WIN = re.compile(r"1\s*[-–:/]\s*0f?|0\s*[-–:/]\s*1f?|0-0f")
_HALVES = {"0.5", "0,5", "½"}
_MIN_PLAYED = 5
"""So many matches without a draw show that a game has none."""
_NAMED_DAYS = ("file", "sheet", "above")
Headings = Sequence[str]
Values = Mapping[str, Mapping[str, Answer]]
"""What texts mean, by column: another text, true as it stands, or false for records that are left."""
NO_VALUES: Values = {}
CellsByReference = dict[str, SourceCell]
_TOTAL_REASON = say("left-total", "a line of totals")
LEFT_ANSWERED = say("left-answered", "left, as was answered")
HEADING_REASON = say("left-heading", "a heading, or what stands above it")


def read_records(
    source: str, table: SourceTable, sheet: SheetAnswers, target: Target, values: Values = NO_VALUES
) -> Iterator[Record]:
    """Yield the records of a table; those that are no results have a status already.

    `values` are the answers about texts, by column.
    """
    names, start = read_headings(table, sheet.header), count_header_rows(table, sheet.header)
    constants, has_ended = _read_constants(table, sheet, source, names), False
    from_titles = _list_titled(sheet)
    titles = [*list_titles(table, sheet.header)]
    constants |= _read_titles(from_titles, [*titles, *table.titles])
    reader = _CellReader(sheet, names, constants, values)
    for number, row in enumerate(_fill_down(table, sheet, names, start), 1 - start):
        record = Record(source, row.place, target.name)
        texts = [cell.text.strip() for cell in row.cells]
        if not any(texts) and (number < 1 or not any(cell.fault for cell in row.cells)):
            continue
        if number < 1:
            record.judge("left", HEADING_REASON)
            yield record
            continue
        if from_titles and sum(map(bool, texts)) == 1:
            titles += row.cells
            constants |= _read_titles(from_titles, titles)
        else:
            titles.clear()
        has_ended = has_ended or bool(sheet.stop and next(filter(None, texts), "").startswith(sheet.stop))
        reader.read(record, row, number)
        if row.verdict:
            record.judge(*row.verdict)
        elif has_ended:
            record.judge("left", say("left-below-end", "below the end of the rows"))
        else:
            _judge_row(record, [*filter(None, texts)], names, target, is_wide=reader.is_wide)
        if record.is_open:
            _answer_scores(record, values.get("outcome", {}))
            assign_sides(record, target)
        yield record


def _fill_down(table: SourceTable, sheet: SheetAnswers, names: Headings, start: int) -> Iterator[SourceRow]:
    """Yield the rows, with blank cells filled from the row above where the answers say so."""
    columns = [find_column(heading, names) for heading in sheet.above]
    cells_above: dict[int, SourceCell] = {}
    for number, row in enumerate(table.rows):
        cells = [*row.cells]
        is_row = number >= start and any(cell.text.strip() for cell in cells)
        for place in columns if is_row else ():
            if 0 <= place < len(cells):
                cell = cells[place]
                cells_above[place] = cell if cell.text.strip() else cells_above.get(place, cell)
                cells[place] = cells_above[place]._replace(place=cell.place)
        yield row._replace(cells=cells) if is_row else row


def _read_constants(
    table: SourceTable, sheet: SheetAnswers, source: str, names: Headings
) -> CellsByReference:
    """Return what is the same for all rows, by its reference."""
    references = {reference for reference in sheet.columns.values() if isinstance(reference, str)}
    cells = {reference: read_constant(reference, table, source, names) for reference in references}
    for name, text in (("file", source), ("sheet", table.name)):
        day = find_first_day(text)
        cells[f"day of {name}"] = SourceCell(day, name, "day") if day else None
    return {reference: cell for reference, cell in cells.items() if cell}


def _list_titled(sheet: SheetAnswers) -> list[str]:
    """Return the references to titles; a day may stand there although it is named elsewhere."""
    given = [str(reference) for reference in sheet.columns.values()]
    days = ["above"] if sheet.columns.get("date") in _NAMED_DAYS else []
    return [*(reference for reference in given if reference.startswith("above")), *days]


def _read_titles(references: Iterable[Reference], titles: Sequence[SourceCell]) -> CellsByReference:
    cells = {str(reference): read_title(reference, titles) for reference in references}
    cells["day of above"] = cells.get("above")
    return {reference: cell for reference, cell in cells.items() if cell}


def list_titles(table: SourceTable, header: int) -> Iterator[SourceCell]:
    """Yield the cells above the row of headings, or above the records where there is none."""
    for row in table.rows[: count_header_rows(table, header)]:
        filled = [cell for cell in row.cells if cell.text.strip()]
        yield from filled if len(filled) == 1 or parse_row_number(row) < header else ()


class _CellReader:
    """Reads the cells of rows by the answers about their table, and about what texts mean."""

    def __init__(
        self, sheet: SheetAnswers, names: Headings, constants: CellsByReference, values: Values
    ) -> None:
        self.sheet, self.names, self.constants, self.values = sheet, names, constants, values
        self.columns = {name: split_reference(reference) for name, reference in sheet.columns.items()}
        self.is_wide = sum(not is_outside(reference) for reference in sheet.columns.values()) > 1

    def read(self, record: Record, row: SourceRow, number: int) -> None:
        """Read the cells of a row, which is the `number`th."""
        self.constants["row"] = SourceCell(str(number), "")
        for name, reference in self.sheet.columns.items():
            cell = self._find_cell(row, name, reference)
            if cell is not None:
                self._read_cell(record, row, name, cell)
        if self.sheet.dates == "month first" and record.kinds.get("date") == "text":
            date = record.cells["date"]
            record.cells["date"] = re.sub(r"^(\d{1,2})([-/.])(\d{1,2})\2", r"\3\2\1\2", date)

    def _find_cell(self, row: SourceRow, name: str, reference: Reference) -> SourceCell | None:
        """Return the cell of a column; a day is looked for where it stands in this file of the form."""
        if isinstance(reference, Mapping):
            columns = self.sheet.columns
            round_column = columns.get("round") or columns.get("order", "round")
            return read_by_round(reference, row, self.names, round_column)
        tried, place = [str(reference)], find_column(reference, self.names)
        if name == "date" and reference in _NAMED_DAYS:
            tried = [f"day of {source}" for source in (reference, *_NAMED_DAYS)]
        cell = next((self.constants[source] for source in tried if source in self.constants), None)
        return cell or (row.cells[place] if 0 <= place < len(row.cells) else None)

    def _read_cell(self, record: Record, row: SourceRow, name: str, cell: SourceCell) -> None:
        text, column = cell.text.strip(), self.columns[name]
        if name == "date" and str(self.sheet.columns[name]) in self.constants and cell.kind != "day":
            text = text if cell.place == "imports" else find_first_day(text)
        record.places[name] = cell.place
        if cell.place != "imports" and " " not in name:
            record.said[name] = text
        same = [other for other in self.columns if self.columns[other].heading == column.heading]
        answer = _find_value(self.values, same if column.part else [name], text)
        text = answer if isinstance(answer, str) else text
        if column.part and text and answer is not False:
            separator = self.sheet.split.get(column.heading, "-")
            pieces = re.split(r"\s*[-–:/]\s*", text) if separator == "-" else text.split(separator)
            others = (text.split(other) for other in SEPARATORS if len(pieces) != 2)
            pieces = next((other for other in others if len(other) == 2), pieces)
            if len(pieces) != 2:
                reason = say("not-two", "{cell} is not two parts", cell=quote_text(text))
                verdict = ("left", _TOTAL_REASON) if is_total(row) else ("doubtful", reason)
                if normalize_heading(text) == normalize_heading(column.heading):
                    verdict = ("left", HEADING_REASON)
                record.judge(*verdict, column=same[0], asked=cell.text.strip())
                return
            text = pieces[column.part - 1].strip()
        if answer is False:
            record.judge("left", LEFT_ANSWERED)
        if cell.fault:
            hint = advise("type the right value there, and save the file")
            record.judge("refused", cell.fault, hint, name)
        record.doubt = record.doubt or (None if answer is not None else cell.doubt)
        record.cells[name], record.kinds[name] = text, cell.kind if answer is None else "text"


def _find_value(values: Values, columns: Sequence[str], text: str) -> Answer | None:
    """Return what a text means in one of these columns; None where that was not answered."""
    answers = (values.get(column, {}).get(text, UNANSWERED) for column in columns)
    return next((answer for answer in answers if answer not in {UNANSWERED, EACH}), None)


def _answer_scores(record: Record, meanings: Mapping[str, Answer]) -> None:
    """Apply the answer about two scores that make no winner."""
    scores = [record.cells.get(name, "") for name in ("score1", "score2")]
    answer = meanings.get("-".join(scores), UNANSWERED)
    if answer is False and "outcome" not in record.cells:
        record.judge("left", LEFT_ANSWERED)
    elif isinstance(answer, str) and answer != UNANSWERED and "outcome" not in record.cells:
        record.cells["outcome"] = answer


def is_total(row: SourceRow) -> bool:
    """Whether a row begins as a line of totals does."""
    first = next((cell.text.strip() for cell in row.cells if cell.text.strip()), "")
    return _TOTALS.fullmatch(extract_letters(first).split("-")[0]) is not None


def _judge_row(
    record: Record, texts: Sequence[str], names: Sequence[str], target: Target, *, is_wide: bool
) -> None:
    """Leave out repeated headings, totals, notes, and rows without players or an opponent."""
    people = [name for name in (*target.name_columns, "side1", "side2") if name in record.cells]
    nobody = [name for name in people if not record.cells[name].strip() or is_nobody(record.cells[name])]
    first_word = extract_letters(texts[0]).split("-")[0] if texts else ""
    named_count = sum(any(map(str.isalpha, record.cells[name])) for name in people)
    if names and [*map(normalize_heading, texts)] == [
        normalize_heading(name) for name in names if name.strip()
    ]:
        record.judge("left", HEADING_REASON)
    elif _TOTALS.fullmatch(first_word) and named_count < max(2, len(people)):
        record.judge("left", _TOTAL_REASON)
    elif len(texts) == 1 and is_wide:
        record.judge("left", say("left-note", "a note between the rows"))
    elif people and len(nobody) == len(people):
        record.judge("left", say("left-nobody", "nobody is named here"))
    elif len(people) > 1 and any(target.is_required(name) for name in nobody):
        record.judge("left", say("left-bye", "without an opponent"))


def parse_row_number(row: SourceRow) -> int:
    """Return the number of a row in its sheet or file, as its program counts."""
    match = _ROW_NUMBER.search(row.place)
    return int(match[0]) if match else 0


def count_header_rows(table: SourceTable, header: int) -> int:
    """Return the number of rows above the records, with the headings."""
    rows = () if table.header else table.rows[: MAX_HEADER_ROW * 2]
    return sum(parse_row_number(row) <= header for row in rows)


def read_headings(table: SourceTable, header: int) -> list[str]:
    """Return the headings of the format, else the texts of the row with this number."""
    if table.header:
        return [*table.header]
    rows = (row for row in table.rows[: MAX_HEADER_ROW * 2] if parse_row_number(row) == header)
    return [cell.text for row in rows for cell in row.cells]


def has_headings(table: SourceTable, sheet: SheetAnswers, header: int | None = None) -> bool:
    """Whether a table has all headings that its answers name, in the row of headings or another."""
    names = read_headings(table, sheet.header if header is None else header)
    return all(
        reference == UNANSWERED or is_outside(reference) or find_column(reference, names) >= 0
        for reference in sheet.columns.values()
    )


def find_sheet(table: SourceTable, sheet: SheetAnswers) -> SheetAnswers | None:
    """Return answers that fit a table, with the row of its own headings; None where they do not fit."""
    if sheet.form:
        header = find_header(table, sheet.form, MAX_HEADER_ROW)
        return None if header is None else replace(sheet, header=header)
    if has_headings(table, sheet):
        return sheet
    named = [reference for reference in sheet.columns.values() if not is_outside(reference)]
    if table.header or len(named) < 2 or sheet.header < 1:
        return None
    numbers = [*map(parse_row_number, table.rows[:MAX_HEADER_ROW])]
    return next(
        (replace(sheet, header=number) for number in numbers if has_headings(table, sheet, number)), None
    )


def apply_rules(records: Sequence[Record], sheet: SheetAnswers) -> None:
    """Set the places that follow from scores, and leave out what was not played."""
    rule = split_reference(sheet.columns.get("place", "")).rule
    open_records = [record for record in records if record.is_open]
    if rule:
        places = rank_scores([record.cells for record in open_records], rule)
        for number, record in enumerate(open_records):
            place = places[number]
            if place:
                record.cells["place"], record.kinds["place"] = place, "number"
            elif place is not None:
                reason = say("place-score-missing", "some at the table have a score, and others have none")
                record.judge("doubtful", reason, advise("write it under [cells], or false to leave it"))
            else:
                record.judge("left", say("place-no-scores", "nobody at the table has a score"))
    _leave_unplayed(records)


def _leave_unplayed(records: Sequence[Record]) -> None:
    """Leave out matches of 0-0 among results that never draw."""
    scores = [
        (record, record.cells.get(f"{first}", ""), record.cells.get(f"{second}", ""))
        for record in records
        if record.is_open or record.code == "winner-unknown"
        for first, second in (("home_score", "away_score"), ("score1", "score2"))
        if record.cells.get(first)
    ]
    scores += [
        (record, *("00" if NIL_NIL.fullmatch(result) else "10" if _WIN.fullmatch(result) else "½½"))
        for record in records
        if record.is_open and (result := record.cells.get("result", "").strip())
    ]
    unplayed = [record for record, first, second in scores if first == second == "0"]
    has_draws = any(first == second != "0" for _, first, second in scores)
    is_shown = not has_draws and len(scores) - len(unplayed) >= _MIN_PLAYED
    for record in unplayed:
        if is_shown or not record.is_open:
            record.status = ""
            record.judge("left", say("left-nil-nil", "0-0 where nobody ever draws: it was not played"))
        elif any(first in _HALVES for _, first, _ in scores) and "result" not in record.cells:
            reason = say("nil-nil", "0-0 where a draw is ½-½: was it played?")
            record.judge("doubtful", reason, advise("answer true for a draw, false if nobody played"))
