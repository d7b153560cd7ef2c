"""Records of a source: the rows of a table, read by its answers into cells by our columns."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from sitegen.core.names import extract_letters, normalize_heading
from sitegen.core.person_names import is_nobody
from sitegen.core.problems import Message, advise, quote_text, say
from sitegen.importing import targets
from sitegen.importing.answers import UNANSWERED, Reference, SheetAnswers
from sitegen.importing.source import SourceCell, SourceRow, SourceTable, get_column_number
from sitegen.importing.targets import Target
from sitegen.importing.values import find_first_day, find_written_day, parse_day

_ROW_NUMBER = re.compile(r"[0-9]+$")
MAX_HEADER_ROW = 60
"""The headings are looked for in this many rows."""
_PART_REFERENCE = re.compile(r"(.+)\[([12])\]")
_NAME_PATTERN = re.compile(r"(file|sheet): *(.+)")
_TOTALS = re.compile(
    r"(sub)?tot(aal|al|aux)?|som|sum|gem(iddelde?)?|average|mean|moyenne|aantal|nombre|stand",
    re.IGNORECASE,
)
Headings = Sequence[str]
CellsByReference = dict[str, SourceCell]
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
    return {reference: cell for reference, cell in cells.items() if cell}


def read_constant(reference: str, table: SourceTable, source: str, names: Headings = ()) -> SourceCell | None:
    """Return a constant, a day, the name of the file or sheet or a day in it, or a single cell; else None."""
    if reference.startswith("="):
        return SourceCell(reference[1:].strip(), "imports")
    texts = {"file": source, "sheet": table.name}
    if reference in texts:
        return SourceCell(texts[reference], reference)
    if match := _NAME_PATTERN.fullmatch(reference):
        return SourceCell(find_written_day(texts[match[1]], match[2]), match[1], "day")
    if reference.startswith("cell "):
        cells = (cell for row in table.rows[:MAX_HEADER_ROW] for cell in row.cells)
        return next((cell for cell in cells if cell.place.rpartition("!")[2] == reference[5:]), None)
    day = parse_day(reference) if find_column(reference, names) < 0 else ""
    return SourceCell(day, "imports", "day") if day else None


def read_by_round(
    texts: Mapping[str, str], row: SourceRow, names: Headings, round_column: Reference = "round"
) -> SourceCell | None:
    """Return the text for the round of a row; None where there is none."""
    place = find_column(round_column, names) if isinstance(round_column, str) else -1
    number = "".join(filter(str.isdigit, row.cells[place].text if 0 <= place < len(row.cells) else ""))
    return SourceCell(texts[number], "imports") if number in texts else None


def _read_cells(
    record: Record, row: SourceRow, constants: CellsByReference, sheet: SheetAnswers, names: Headings
) -> None:
    for name, reference in sheet.columns.items():
        part_match = _PART_REFERENCE.fullmatch(reference) if isinstance(reference, str) else None
        if isinstance(reference, Mapping):
            cell = read_by_round(reference, row, names, sheet.columns.get("round", "round"))
        else:
            place = find_column(part_match[1] if part_match else str(reference), names)
            cell = constants.get(str(reference))
            cell = cell or (row.cells[place] if 0 <= place < len(row.cells) else None)
        if cell is None:
            continue
        text = cell.text.strip()
        if name == "date" and str(reference) in constants and cell.kind != "day":
            text = text if cell.place == "imports" else find_first_day(text)
        if part_match and text:
            separator = sheet.split.get(part_match[1], "-")
            pieces = re.split(r"\s*[-–:/]\s*", text) if separator == "-" else text.split(separator)
            if len(pieces) != 2:
                reason = say("not-two", "{cell} is not two parts", cell=quote_text(text))
                record.judge("doubtful", reason, place=cell.place)
                continue
            text = pieces[int(part_match[2]) - 1].strip()
        if cell.fault:
            record.judge(
                "refused", cell.fault, advise("type the right value there, and save the file"), cell.place
            )
        record.doubt = record.doubt or cell.doubt
        record.cells[name], record.places[name], record.kinds[name] = text, cell.place, cell.kind
    if sheet.dates == "month first" and record.kinds.get("date") == "text":
        record.cells["date"] = re.sub(r"^(\d{1,2})([-/.])(\d{1,2})\2", r"\3\2\1\2", record.cells["date"])


def _judge_row(record: Record, texts: Sequence[str], names: Sequence[str], target: Target) -> None:
    """Leave out repeated headings, totals, notes, and rows without players or an opponent."""
    people = [name for name in (*target.name_columns, "side1", "side2") if name in record.cells]
    nobody = [name for name in people if not record.cells[name].strip() or is_nobody(record.cells[name])]
    first_word = extract_letters(texts[0]).split("-")[0] if texts else ""
    named_count = sum(any(map(str.isalpha, record.cells[name])) for name in people)
    if [*map(normalize_heading, texts)] == [normalize_heading(name) for name in names if name.strip()]:
        record.judge("left", _HEADING_REASON)
    elif _TOTALS.fullmatch(first_word) and named_count < max(2, len(people)):
        record.judge("left", say("left-total", "a line of totals"))
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


def find_column(reference: str, names: Sequence[str]) -> int:
    """Return the place of a column by its heading or letters; -1 where there is none."""
    folded_names = [normalize_heading(name) for name in names]
    if reference and normalize_heading(reference) in folded_names:
        return folded_names.index(normalize_heading(reference))
    return get_column_number(reference) - 1 if re.fullmatch(r"[A-Z]{1,3}", reference) else -1


def has_headings(table: SourceTable, sheet: SheetAnswers) -> bool:
    """Whether a table has all headings that its answers name."""
    names = read_headings(table, sheet.header)
    return all(
        not isinstance(reference, str)
        or reference in {UNANSWERED, "row"}
        or reference.startswith(("=", "cell "))
        or read_constant(reference, table, "", names)
        or find_column(match[1] if (match := _PART_REFERENCE.fullmatch(reference)) else reference, names) >= 0
        for reference in sheet.columns.values()
    )
