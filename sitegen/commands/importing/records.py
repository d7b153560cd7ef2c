"""The rows of a source as its answers have them read: cells by our columns, each with its place."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from sitegen.commands.importing import targets
from sitegen.commands.importing.answers import UNANSWERED, SheetAnswers
from sitegen.commands.importing.source import SourceCell, SourceRow, SourceTable, get_column_number
from sitegen.commands.importing.targets import Target
from sitegen.commands.importing.values import find_first_day
from sitegen.core.names import extract_letters
from sitegen.core.problems import Message, advise, quote_text, say
from sitegen.inputs.results.grid import normalize_heading

_ROW_NUMBER = re.compile(r"[0-9]+$")
MAX_HEADER_ROW = 60
"""A heading is looked for in so many rows."""
_PART_REFERENCE = re.compile(r"(.+)\[([12])\]")
_TOTALS = re.compile(
    r"(sub)?tot(aal|al|aux)?|som|sum|gem(iddelde?)?|average|mean|moyenne|aantal|nombre|stand",
    re.IGNORECASE,
)
_NOBODY = {
    *("", "bye", "vrij", "vrijgeloot", "oneven", "exempt", "exempte", "libre", "afwezig", "absent", "geen"),
    *("none", "niemand", "nobody", "personne", "x", "freilos", "spielfrei", "dummy", "phantom", "fantoom"),
}
Headings = Sequence[str]
CellsByColumn = dict[str, SourceCell]
_HEADING_REASON = say("left-heading", "a heading, or what stands above it")


@dataclass
class Record:
    """One record of a source on its way into a table.

    `cells` are texts by our columns, `places` where each stands; `word` is its verdict (imported, merged,
    left, doubtful, refused) with a `reason`; `row` is what it becomes.
    """

    source: str
    place: str
    table: str
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

    def judge(self, word: str, reason: Message | str, hint: Message | str = "", place: str = "") -> None:
        """Give the verdict, unless one was given; `place` is the cell that it is about."""
        if not self.status:
            self.status, self.reason, self.hint = word, reason, hint
            self.place = place or self.place

    @property
    def is_open(self) -> bool:
        """Whether nothing has been decided yet."""
        return not self.status

    @property
    def code(self) -> str:
        """The code of the reason."""
        return getattr(self.reason, "code", "")


def read_records(source: str, table: SourceTable, sheet: SheetAnswers, target: Target) -> Iterator[Record]:
    """The records of a table, those without a result with their verdict."""
    names, start = read_headings(table, sheet.header), count_header_rows(table, sheet.header)
    has_ended = False
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
        _read_cells(record, row, _read_constants(table, sheet, source, number), sheet, names)
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
    """The rows, with blank cells as the ones above them where the answers say so."""
    wanted = [find_column(heading, names) for heading in sheet.above]
    above: dict[int, SourceCell] = {}
    for number, row in enumerate(table.rows):
        cells = [*row.cells]
        is_row = number >= start and any(cell.text.strip() for cell in cells)
        for place in wanted if is_row else ():
            if 0 <= place < len(cells):
                here = cells[place]
                above[place] = here if here.text.strip() else above.get(place, here)
                cells[place] = above[place]._replace(place=here.place)
        yield row._replace(cells=cells) if is_row else row


def _read_constants(table: SourceTable, sheet: SheetAnswers, source: str, number: int) -> CellsByColumn:
    """The cells that come from elsewhere than a column of the row."""
    found = {}
    for name, reference in sheet.columns.items():
        if reference.startswith("="):
            found[name] = SourceCell(reference[1:].strip(), "imports")
        elif reference == "row":
            found[name] = SourceCell(str(number), "")
        elif reference in {"file", "sheet"}:
            text = source if reference == "file" else table.name
            found[name] = SourceCell(find_first_day(text) if name == "date" else text, reference)
        elif reference.startswith("cell "):
            cells = (cell for row in table.rows[:60] for cell in row.cells)
            wanted = (cell for cell in cells if cell.place.rpartition("!")[2] == reference[5:])
            if cell := next(wanted, None):
                is_text = name == "date" and cell.kind != "day"
                found[name] = cell._replace(text=find_first_day(cell.text)) if is_text else cell
    return found


def _read_cells(
    record: Record, row: SourceRow, others: CellsByColumn, sheet: SheetAnswers, names: Headings
) -> None:
    for name, reference in sheet.columns.items():
        part = _PART_REFERENCE.fullmatch(reference)
        place = find_column(part[1] if part else reference, names)
        cell = others.get(name) or (row.cells[place] if 0 <= place < len(row.cells) else None)
        if cell is None:
            continue
        text = cell.text.strip()
        if part and text:
            pieces = _split_cell(text, sheet.split.get(part[1], "-"))
            if len(pieces) != 2:
                reason = say("not-two", "{cell} is not two parts", cell=quote_text(text))
                record.judge("doubtful", reason, place=cell.place)
                continue
            text = pieces[int(part[2]) - 1]
        if cell.fault:
            record.judge("refused", cell.fault, advise("type there what was meant, and save it"), cell.place)
        record.cells[name], record.places[name], record.kinds[name] = text, cell.place, cell.kind
    if sheet.dates == "month first" and record.kinds.get("date") == "text":
        record.cells["date"] = re.sub(r"^(\d{1,2})([-/.])(\d{1,2})\2", r"\3\2\1\2", record.cells["date"])


def _split_cell(text: str, separator: str) -> list[str]:
    pieces = re.split(r"\s*[-–:/]\s*", text) if separator == "-" else text.split(separator)
    return [piece.strip() for piece in pieces]


def _judge_row(record: Record, given: Sequence[str], names: Sequence[str], target: Target) -> None:
    """Leave what is no record: headings again, totals, notes, and rows in which somebody has no opponent."""
    people = [name for name in (*target.name_columns, "side1", "side2") if name in record.cells]
    blank = [name for name in people if extract_letters(record.cells[name]).replace("-", " ") in _NOBODY]
    first = extract_letters(given[0]).split("-")[0] if given else ""
    are_named = sum(any(map(str.isalpha, record.cells[name])) for name in people)
    if [*map(normalize_heading, given)] == [normalize_heading(name) for name in names if name.strip()]:
        record.judge("left", _HEADING_REASON)
    elif _TOTALS.fullmatch(first) and are_named < max(2, len(people)):
        record.judge("left", say("left-total", "a line of totals"))
    elif len(given) == 1 and len(names) > 1:
        record.judge("left", say("left-note", "a note between the rows"))
    elif people and len(blank) == len(people):
        record.judge("left", say("left-nobody", "nobody is named here"))
    elif len(people) > 1 and any(target.is_required(name) for name in blank):
        record.judge("left", say("left-bye", "without an opponent"))


def parse_row_number(row: SourceRow) -> int:
    """The number of a row in its sheet or file, as its program counts."""
    found = _ROW_NUMBER.search(row.place)
    return int(found[0]) if found else 0


def count_header_rows(table: SourceTable, header: int) -> int:
    """How many rows of a table stand above its records, the headings among them."""
    return (
        0
        if table.header
        else sum(parse_row_number(row) <= header for row in table.rows[: MAX_HEADER_ROW * 2])
    )


def read_headings(table: SourceTable, header: int) -> list[str]:
    """The texts of the row of headings with this number; those that the format gives where it has some."""
    if table.header:
        return [*table.header]
    rows = (row for row in table.rows[: MAX_HEADER_ROW * 2] if parse_row_number(row) == header)
    return [cell.text for row in rows for cell in row.cells]


def find_column(reference: str, names: Sequence[str]) -> int:
    """The place of a column that a heading or a letter names; -1 where there is none."""
    folded = [normalize_heading(name) for name in names]
    if reference and normalize_heading(reference) in folded:
        return folded.index(normalize_heading(reference))
    return get_column_number(reference) - 1 if re.fullmatch(r"[A-Z]{1,3}", reference) else -1


def has_headings(table: SourceTable, sheet: SheetAnswers) -> bool:
    """Whether a table has the headings that answers name."""
    names = read_headings(table, sheet.header)
    return all(
        reference in {UNANSWERED, "file", "sheet", "row"}
        or reference.startswith(("=", "cell "))
        or find_column(found[1] if (found := _PART_REFERENCE.fullmatch(reference)) else reference, names) >= 0
        for reference in sheet.columns.values()
    )
