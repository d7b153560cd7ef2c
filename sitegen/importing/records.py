"""Records of a source: the rows of a table, read by its answers into cells by our columns."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from sitegen.core.names import extract_letters, normalize_heading
from sitegen.core.person_names import is_nobody
from sitegen.core.problems import Message, advise, quote_text, say
from sitegen.importing import targets
from sitegen.importing.answers import UNANSWERED, SheetAnswers
from sitegen.importing.layout import find_header
from sitegen.importing.references import (
    find_column,
    is_outside,
    rank_scores,
    read_by_round,
    read_constant,
    split_reference,
)
from sitegen.importing.source import SourceCell, SourceRow, SourceTable
from sitegen.importing.targets import Target
from sitegen.importing.values import find_first_day

_ROW_NUMBER = re.compile(r"[0-9]+$")
MAX_HEADER_ROW = 60
"""The headings are looked for in this many rows."""
_TOTALS = re.compile(
    r"(sub)?tot(aal|al|aux)?|som|sum|gem(iddelde?)?|average|mean|moyenne|aantal|nombre|stand",
    re.IGNORECASE,
)
_MIN_PLAYED = 5
"""So many matches without a draw show that a game has none."""
Headings = Sequence[str]
CellsByReference = dict[str, SourceCell]
_TOTAL_REASON = say("left-total", "a line of totals")
_HEADING_REASON = say("left-heading", "a heading, or what stands above it")


@dataclass
class Record:
    """One record of a source on its way into a table.

    `cells` are texts by our columns, `places` their places in the source; `status` is imported, merged,
    left, doubtful or refused, with a `reason`; `row` is the row of our table that it becomes;
    `address` names it in the file of answers by what it says.
    """

    source: str
    place: str
    table: str
    address: str = field(default="", kw_only=True)
    cells: dict[str, str] = field(default_factory=dict)
    places: dict[str, str] = field(default_factory=dict)
    kinds: dict[str, str] = field(default_factory=dict)
    status: str = ""
    reason: Message | str = ""
    hint: Message | str = ""
    row: dict[str, str] = field(default_factory=dict)
    has_sides: bool = False
    is_swapped: bool = False
    counts_once: bool = False
    unknown_choice: tuple[str, str] | None = None
    doubt: Message | None = None

    def judge(self, status: str, reason: Message | str, hint: Message | str = "", place: str = "") -> None:
        """Set the status, unless it is set already; `place` is the cell that the reason is about."""
        if not self.status:
            self.status, self.reason, self.hint = status, reason, hint
            self.place = place or self.place

    @property
    def doubted_column(self) -> str:
        """The column of the cell that the reason is about; blank where it is about the whole record."""
        return next((column for column, place in self.places.items() if place == self.place), "")

    @property
    def is_open(self) -> bool:
        """Whether the record has no status yet."""
        return not self.status

    @property
    def code(self) -> str:
        """The code of the reason."""
        return getattr(self.reason, "code", "")


def read_records(source: str, table: SourceTable, sheet: SheetAnswers, target: Target) -> Iterator[Record]:
    """Yield the records of a table; those that are no results have a status already."""
    names, start = read_headings(table, sheet.header), count_header_rows(table, sheet.header)
    constants, has_ended = _read_constants(table, sheet, source, names), False
    for number, row in enumerate(_fill_down(table, sheet, names, start), 1 - start):
        record = Record(source, row.place, target.name)
        texts = [cell.text.strip() for cell in row.cells]
        if not any(texts) and (number < 1 or not any(cell.fault for cell in row.cells)):
            continue
        if number < 1:
            record.judge("left", _HEADING_REASON)
            yield record
            continue
        has_ended = has_ended or bool(sheet.stop and next(filter(None, texts), "").startswith(sheet.stop))
        _read_cells(record, row, constants | {"row": SourceCell(str(number), "")}, sheet, names)
        if row.verdict:
            record.judge(*row.verdict)
        elif has_ended:
            record.judge("left", say("left-below-end", "below the end of the rows"))
        else:
            _judge_row(record, [text for text in texts if text], names, target)
        if record.is_open:
            targets.assign_sides(record, target)
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
    if "above" in references:
        rows = table.rows[: count_header_rows(table, sheet.header)]
        days = (cell for row in rows for cell in row.cells if cell.kind == "day" or find_first_day(cell.text))
        cells["above"] = next(days, SourceCell("", "above"))
    return {reference: cell for reference, cell in cells.items() if cell}


def _read_cells(
    record: Record, row: SourceRow, constants: CellsByReference, sheet: SheetAnswers, names: Headings
) -> None:
    for name, reference in sheet.columns.items():
        column = split_reference(reference)
        if isinstance(reference, Mapping):
            cell = read_by_round(reference, row, names, sheet.columns.get("round", "round"))
        else:
            place = find_column(reference, names)
            cell = constants.get(str(reference))
            cell = cell or (row.cells[place] if 0 <= place < len(row.cells) else None)
        if cell is None:
            continue
        text = cell.text.strip()
        if name == "date" and str(reference) in constants and cell.kind != "day":
            text = text if cell.place == "imports" else find_first_day(text)
        if column.part and text:
            separator = sheet.split.get(column.heading, "-")
            pieces = re.split(r"\s*[-–:/]\s*", text) if separator == "-" else text.split(separator)
            if len(pieces) != 2:
                reason = say("not-two", "{cell} is not two parts", cell=quote_text(text))
                verdict = ("left", _TOTAL_REASON) if is_total(row) else ("doubtful", reason)
                record.judge(*verdict, place=cell.place)
                continue
            text = pieces[column.part - 1].strip()
        if cell.fault:
            record.judge(
                "refused", cell.fault, advise("type the right value there, and save the file"), cell.place
            )
        record.doubt = record.doubt or cell.doubt
        record.cells[name], record.places[name], record.kinds[name] = text, cell.place, cell.kind
    if sheet.dates == "month first" and record.kinds.get("date") == "text":
        record.cells["date"] = re.sub(r"^(\d{1,2})([-/.])(\d{1,2})\2", r"\3\2\1\2", record.cells["date"])


def is_total(row: SourceRow) -> bool:
    """Whether a row begins as a line of totals does."""
    first = next((cell.text.strip() for cell in row.cells if cell.text.strip()), "")
    return _TOTALS.fullmatch(extract_letters(first).split("-")[0]) is not None


def _judge_row(record: Record, texts: Sequence[str], names: Sequence[str], target: Target) -> None:
    """Leave out repeated headings, totals, notes, and rows without players or an opponent."""
    people = [name for name in (*target.name_columns, "side1", "side2") if name in record.cells]
    nobody = [name for name in people if not record.cells[name].strip() or is_nobody(record.cells[name])]
    first_word = extract_letters(texts[0]).split("-")[0] if texts else ""
    named_count = sum(any(map(str.isalpha, record.cells[name])) for name in people)
    if [*map(normalize_heading, texts)] == [normalize_heading(name) for name in names if name.strip()]:
        record.judge("left", _HEADING_REASON)
    elif _TOTALS.fullmatch(first_word) and named_count < max(2, len(people)):
        record.judge("left", _TOTAL_REASON)
    elif len(texts) == 1 and len(names) > 1:
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
            elif record.cells.get("place", "").strip():
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
    unplayed = [record for record, first, second in scores if first == second == "0"]
    has_draws = any(first == second != "0" for _, first, second in scores)
    is_shown = not has_draws and len(scores) - len(unplayed) >= _MIN_PLAYED
    for record in unplayed:
        if is_shown or not record.is_open:
            record.status = ""
            record.judge("left", say("left-nil-nil", "0-0 where nobody ever draws: it was not played"))
