"""Merging imported records with the current rows, and the ledger of earlier imports.

The ledger `imports/NAME.csv` has a line for every record of an import, so that a later import of the same
source finds its records again: unchanged, corrected, missing, or changed by hand since.
"""

import csv
import json
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from hashlib import sha256
from io import StringIO
from pathlib import Path
from typing import NamedTuple

from sitegen.core.cells import format_canonical
from sitegen.core.problems import advise, quote_text, say
from sitegen.importing.answers import FOLDER, Answers
from sitegen.importing.records import Record
from sitegen.importing.targets import Target
from sitegen.inputs.results.files import PLAYERS
from sitegen.toolkit.order import group_by

Row = Mapping[str, str]
"""The cells of a row by column, in the form of `format_canonical`."""


class LedgerEntry(NamedTuple):
    """A line of the ledger: what became of a record when it was imported."""

    source: str
    place: str
    table: str
    verdict: str
    reason: str
    taken: str
    row: Row

    @property
    def is_imported(self) -> bool:
        """Whether the record became a row."""
        return self.verdict == "imported"


def digest_record(record: Record) -> str:
    """Return a digest of the cells of a record, to detect changes in a later import."""
    cells = sorted((name, text.strip()) for name, text in record.cells.items())
    return sha256(json.dumps([record.table, cells]).encode()).hexdigest()[:16]


def assign_addresses(records: Iterable[Record]) -> None:
    """Give each record its address: its file, a digest of what it says, and the how-manieth such record.

    The digest names nobody. What is no cell of the record, such as its number in the file, has no part in it.
    """
    counts: Counter[str] = Counter()
    for record in records:
        cells = {name: text for name, text in record.cells.items() if record.places.get(name)}
        address = f"{record.source} {digest_record(replace(record, cells=cells))[:8]}"
        counts[address] += 1
        record.address = f"{address} #{counts[address]}" if counts[address] > 1 else address


def make_entry(record: Record) -> LedgerEntry:
    """Return the line of the ledger for a record."""
    fields = record.source, record.place, record.table, record.status, record.code
    return LedgerEntry(*fields, digest_record(record), record.row)


def parse_ledger(data: bytes) -> list[LedgerEntry]:
    """Parse a ledger; raise a `ValueError` where somebody has changed its form."""
    rows = csv.DictReader(StringIO(data.decode("utf-8"), newline=""))
    return [LedgerEntry(**{**row, "row": json.loads(row["row"] or "{}")}) for row in rows]


def format_ledger(entries: Iterable[LedgerEntry]) -> bytes:
    """Return a ledger as the bytes of `imports/NAME.csv`."""
    text = StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(LedgerEntry._fields)
    for entry in entries:
        row = json.dumps(entry.row, ensure_ascii=False, sort_keys=True) if entry.row else ""
        writer.writerow([*entry[:-1], row])
    return text.getvalue().encode()


def load_ledger(root: Path, name: str) -> list[LedgerEntry]:
    """Return the ledger of an import; empty before the first."""
    path = root / FOLDER / f"{name}.csv"
    return parse_ledger(path.read_bytes()) if path.exists() else []


_STRONG = ("date", "round", "tournament", "season", "match", "game", "line")
_WEAK = ("event", "session", "section", "group", "order", "board", "table")
"""Columns that tell two rows of a match apart: all strong ones, weak ones where both rows have them."""


class CurrentRow(NamedTuple):
    """A row in a file of the site."""

    path: str
    line: int
    table: str
    cells: Row


class PlannedChange(NamedTuple):
    """A row to add (no `old`), remove (no `new`) or replace."""

    table: str
    old: CurrentRow | None
    new: Row | None

    @property
    def is_new_player(self) -> bool:
        """Whether it adds a player."""
        return self.table == PLAYERS and not self.old


class TableMerger:
    """Compares records with the current rows of one table.

    The result are the `changes`, and the `missing_entries`: those whose records are missing from the sources.
    """

    def __init__(self, target: Target, records: Sequence[Record], current_rows: Sequence[CurrentRow]) -> None:
        self.target = target
        self.changes: list[PlannedChange] = []
        self.missing_entries: list[LedgerEntry] = []
        self.records = [record for record in records if record.is_open]
        given_columns = {column for record in self.records for column in record.cells} & {*target.columns}
        self.columns = [*given_columns] if target.name != PLAYERS else ["id"]
        self.by_match: defaultdict[object, list[CurrentRow]] = defaultdict(list)
        for row in current_rows:
            self.by_match[self._make_match_key(row.cells)].append(row)

    def _make_match_key(self, row: Row) -> object:
        """Return the players with the day or round; repetitions of a match share this key."""
        if self.target.name == PLAYERS:
            return row.get("id", "")
        keys = [name for name, column in self.target.columns.items() if column.key]
        if not self.target.player_columns:
            return tuple(row.get(name, "") for name in keys or self.columns)
        people = tuple(sorted(row.get(name, "") for name in self.target.player_columns))
        return people, tuple(row.get(name, "") for name in _STRONG if name in self.columns)

    def _get_value(self, row: Row, column: str) -> str:
        """Return a cell, or the default of its column for a blank one."""
        described = self.target.columns[column]
        return row.get(column) or ("" if described.is_required else format_canonical(described.default))

    def _is_same_cell(self, row: Row, other: Row, column: str) -> bool:
        """Whether two rows agree in a column; a blank cell of a weak column agrees with any."""
        value, other_value = self._get_value(row, column), self._get_value(other, column)
        return value == other_value or (column in _WEAK and not (value and other_value))

    def _is_same_row(self, row: Row, other: Row) -> bool:
        """Whether two rows agree in all columns of the source."""
        return all(self._is_same_cell(row, other, name) for name in self.columns)

    def _is_same_match(self, row: Row, other: Row) -> bool:
        """Whether two rows with the same match key agree in all weak columns."""
        return all(self._is_same_cell(row, other, name) for name in _WEAK if name in self.columns)

    def _format_row(self, row: Row) -> str:
        """Return the cells of a row as a text, without players, who may be hidden."""
        texts = [text for name, text in row.items() if text and name not in self.target.player_columns]
        return quote_text(", ".join(texts) or "-", 200)

    def _take_row(self, row: Row, is_match: Callable[[Row], bool]) -> CurrentRow | None:
        """Return a current row of the same match that `is_match` accepts; it is used up."""
        rows = self.by_match[self._make_match_key(row)]
        match = next((row for row in rows if is_match(row.cells)), None)
        if match:
            rows.remove(match)
        return match

    def merge(self, entries: Sequence[LedgerEntry], sources: Collection[str], answers: Answers) -> None:
        """Judge every record of the table; `entries` are those of earlier imports of the same name."""
        pairs = self._pair_entries(entries)
        for record, entry in pairs:
            self._merge_known(record, entry)
        for record in self.records:
            if record.is_open:
                self._merge_new(record, is_another=answers.find_cell(record.address) == "new")
        used_ids = {id(entry) for _, entry in pairs}
        imported_entries = [entry for entry in entries if entry.is_imported and entry.source in sources]
        self.missing_entries = [entry for entry in imported_entries if id(entry) not in used_ids]

    def remove_missing(self, current_rows: Sequence[CurrentRow]) -> None:
        """Plan the removal of rows whose records are missing."""
        remaining = [*current_rows]
        for entry in self.missing_entries:
            row = next((row for row in remaining if _has_all_cells(row.cells, entry.row)), None)
            if row:
                remaining.remove(row)
                self.changes.append(PlannedChange(entry.table, row, None))

    def _pair_entries(self, entries: Sequence[LedgerEntry]) -> list[tuple[Record, LedgerEntry]]:
        """Pair records with entries of earlier imports: by content, else by match, else by place."""
        remaining = [entry for entry in entries if entry.verdict in {"imported", "merged"}]
        open_records = list(self.records)
        pairs: list[tuple[Record, LedgerEntry]] = []
        keys: list[Callable[[LedgerEntry], object]] = [
            lambda entry: (entry.taken, entry.place),
            lambda entry: entry.taken,
            lambda entry: (self._make_match_key(entry.row), *(entry.row.get(name, "") for name in _WEAK)),
            lambda entry: (entry.source, entry.place),
        ]
        for key in keys:
            entries_by_key = group_by(remaining, key)
            matches = ((record, entries_by_key.get(key(make_entry(record)))) for record in open_records)
            pairs += [(record, similar.pop(0)) for record, similar in matches if similar]
            paired_ids = {id(item) for pair in pairs for item in pair}
            open_records = [record for record in open_records if id(record) not in paired_ids]
            remaining = [entry for entry in remaining if id(entry) not in paired_ids]
        return pairs

    def _merge_known(self, record: Record, entry: LedgerEntry) -> None:
        """Merge a record that was imported before: unchanged, corrected, or its row edited by hand."""
        is_unchanged = digest_record(record) == entry.taken
        current = self._take_row(entry.row, lambda row: _has_all_cells(row, entry.row))
        if current:
            if is_unchanged and _has_all_cells(entry.row, record.row):
                record.judge(entry.verdict, "")
                return
            record.judge("imported", say("import-corrected", "corrected since the last import"))
            self.changes.append(PlannedChange(record.table, current, {**current.cells, **record.row}))
            return
        corrected_by_hand = self._take_row(entry.row, lambda row: self._is_same_match(row, entry.row))
        if corrected_by_hand is None:
            corrected_by_hand = self._take_row(record.row, lambda row: self._is_same_match(row, record.row))
        if is_unchanged or (corrected_by_hand and self._is_same_row(record.row, corrected_by_hand.cells)):
            record.judge("merged", say("import-mended", "mended by hand since: what stands is kept"))
            return
        reason = say(
            "import-mended-twice",
            "the source now has {new}; it had {old}, and by hand it became {hand}",
            new=self._format_row(record.row),
            old=self._format_row(entry.row),
            hand=self._format_row(corrected_by_hand.cells) if corrected_by_hand else "-",
        )
        record.judge("doubtful", reason, advise("write under [cells] false to keep what stands"))

    def _merge_new(self, record: Record, *, is_another: bool) -> None:
        """Merge a record that is imported for the first time: as a current row, in conflict, or new."""
        if self._take_row(record.row, lambda row: self._is_same_row(record.row, row)):
            record.judge("merged", say("import-stands", "stands already"))
            return
        candidates = self.by_match[self._make_match_key(record.row)]
        current = next((row for row in candidates if self._is_same_match(row.cells, record.row)), None)
        if current and record.table != PLAYERS and not is_another:
            old, new = current.cells, record.row
            differing = [
                name for name in self.columns if self._get_value(old, name) != self._get_value(new, name)
            ]
            if all(name in _WEAK or (new.get(name) and not old.get(name)) for name in differing):
                candidates.remove(current)
                record.judge("imported", say("import-completed", "completes a row that stands"))
                self.changes.append(PlannedChange(record.table, current, {**current.cells, **record.row}))
                return
            reason = say(
                "import-conflict",
                "{place} says {stands}, the source {new}",
                place=f"{current.path}:{current.line}",
                stands=self._format_row({name: old.get(name, "") for name in differing}),
                new=self._format_row({name: new.get(name, "") for name in differing}),
            )
            hint = advise("write under [cells] false to keep what stands, or `new` for another match")
            record.judge("doubtful", reason, hint)
            return
        record.judge("imported", "")
        self.changes.append(PlannedChange(record.table, None, record.row))


def _has_all_cells(row: Row, other: Row) -> bool:
    """Whether a row has all cells of another."""
    return all(row.get(name, "") == text for name, text in other.items())
