"""`imports/NAME.csv`: what became of every record, so that the same one is known again.

The rows of a source beside those that stand: new, the same, corrected, gone or in doubt.
"""

import csv
import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from io import StringIO
from pathlib import Path
from typing import NamedTuple

from sitegen.commands.importing.answers import FOLDER
from sitegen.commands.importing.records import Record
from sitegen.commands.importing.rows import format_canonical
from sitegen.commands.importing.targets import Target
from sitegen.core.problems import advise, quote_text, say
from sitegen.inputs.results.files import PLAYERS
from sitegen.toolkit.order import group_by

Row = Mapping[str, str]
"""The cells of a row by column, in canonical form."""


class LedgerEntry(NamedTuple):
    """What became of a record when it was imported: a line of the ledger."""

    source: str
    place: str
    table: str
    verdict: str
    reason: str
    taken: str
    row: Row

    @property
    def is_imported(self) -> bool:
        """Whether a row came of it."""
        return self.verdict == "imported"


def digest_record(record: Record) -> str:
    """What was taken of a record, so that it can be told whether the source says the same later on."""
    taken = sorted((name, text.strip()) for name, text in record.cells.items())
    return sha256(json.dumps([record.table, taken]).encode()).hexdigest()[:16]


def parse_ledger(data: bytes) -> list[LedgerEntry]:
    """The entries of a ledger; a `ValueError` where somebody has changed its form."""
    rows = csv.DictReader(StringIO(data.decode("utf-8"), newline=""))
    return [LedgerEntry(**{**row, "row": json.loads(row["row"] or "{}")}) for row in rows]


def format_ledger(entries: Iterable[LedgerEntry]) -> bytes:
    """A ledger as it stands in `imports/NAME.csv`."""
    text = StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(LedgerEntry._fields)
    for entry in entries:
        row = json.dumps(entry.row, ensure_ascii=False, sort_keys=True) if entry.row else ""
        writer.writerow([*entry[:-1], row])
    return text.getvalue().encode()


def load_ledger(root: Path, name: str) -> list[LedgerEntry]:
    """The ledger of an import; empty before the first."""
    path = root / FOLDER / f"{name}.csv"
    return parse_ledger(path.read_bytes()) if path.exists() else []


_STRONG = ("date", "round", "tournament", "season", "match", "game", "line")
_WEAK = ("event", "session", "section", "group", "order", "board", "table")
"""Columns that tell two rows apart where both have them; a blank one may be any."""


class CurrentRow(NamedTuple):
    """A row of a file of the site: where it stands, and its cells in canonical form."""

    path: str
    line: int
    table: str
    cells: Row


class PlannedChange(NamedTuple):
    """A row to be added (no `old`), taken out (no `new`), or put in the place of another."""

    table: str
    old: CurrentRow | None
    new: Row | None

    @property
    def is_new_player(self) -> bool:
        """Whether it adds a player."""
        return self.table == PLAYERS and not self.old


@dataclass
class MergeResult:
    """The outcome: the changes, and ledger entries without a record any more."""

    changes: list[PlannedChange] = field(default_factory=list)
    missing_entries: list[LedgerEntry] = field(default_factory=list)

    def remove_missing(self, standing: Sequence[CurrentRow]) -> None:
        """Take out the rows whose records are gone."""
        left = [*standing]
        for entry in self.missing_entries:
            row = next((row for row in left if _has_all_cells(row.cells, entry.row)), None)
            if row:
                left.remove(row)
                self.changes.append(PlannedChange(entry.table, row, None))


class TableMerger:
    """Compares the rows of one table of ours."""

    def __init__(self, target: Target, records: Sequence[Record], standing: Sequence[CurrentRow]) -> None:
        self.target = target
        self.records = [record for record in records if record.is_open]
        given = {column for record in self.records for column in record.cells} & {*target.columns}
        self.columns = [*given] if target.name != PLAYERS else ["id"]
        self.by_match: defaultdict[object, list[CurrentRow]] = defaultdict(list)
        for row in standing:
            self.by_match[self.make_match_key(row.cells)].append(row)

    def make_match_key(self, row: Row) -> object:
        """Who met whom, on which day or in which round: the rows of one match and of its repetitions."""
        if self.target.name == PLAYERS:
            return row.get("id", "")
        keys = [name for name, column in self.target.columns.items() if column.key]
        if not self.target.player_columns:
            return tuple(row.get(name, "") for name in keys or self.columns)
        people = tuple(sorted(row.get(name, "") for name in self.target.player_columns))
        return people, tuple(row.get(name, "") for name in _STRONG if name in self.columns)

    def get_value(self, row: Row, column: str) -> str:
        """A cell, or what a blank one means."""
        described = self.target.columns[column]
        return row.get(column, "") or ("" if described.is_required else format_canonical(described.default))

    def is_same_cell(self, row: Row, other: Row, column: str) -> bool:
        """Whether two rows say the same in a column, or one of them nothing of what may be left out."""
        one, two = self.get_value(row, column), self.get_value(other, column)
        return one == two or (column in _WEAK and not (one and two))

    def is_same_row(self, row: Row, other: Row) -> bool:
        """Whether two rows say the same, as far as the source says anything."""
        return all(self.is_same_cell(row, other, name) for name in self.columns)

    def is_same_match(self, row: Row, other: Row) -> bool:
        """Whether two rows of one match can be one: nothing tells them apart."""
        return all(self.is_same_cell(row, other, name) for name in _WEAK if name in self.columns)

    def format_row(self, row: Row) -> str:
        """What a row says beside who played: somebody may hide."""
        told = [text for name, text in row.items() if text and name not in self.target.player_columns]
        return quote_text(", ".join(told) or "-", 200)

    def take_row(self, row: Row, fits: Callable[[Row], bool]) -> CurrentRow | None:
        """A row that stands for the same match and `fits`; nobody else gets it."""
        rows = self.by_match[self.make_match_key(row)]
        found = next((row for row in rows if fits(row.cells)), None)
        if found:
            rows.remove(found)
        return found


def merge_records(
    merging: TableMerger,
    entries: Sequence[LedgerEntry],
    sources: Iterable[str],
    answers: Mapping[str, object],
) -> MergeResult:
    """Decide about every record of a table; `entries` are those of earlier imports of the same name."""
    outcome, pairs = MergeResult(), _pair_entries(merging, entries)
    for record, entry in pairs:
        _merge_known(merging, record, entry, outcome)
    for record in merging.records:
        if record.is_open:
            _merge_new(merging, record, outcome, answers)
    used, read = {id(entry) for _, entry in pairs}, {*sources}
    left = [entry for entry in entries if entry.is_imported and entry.source in read]
    outcome.missing_entries = [entry for entry in left if id(entry) not in used]
    return outcome


def _pair_entries(merging: TableMerger, known: Sequence[LedgerEntry]) -> list[tuple[Record, LedgerEntry]]:
    """Each record with the entry of an earlier import that it is: by content, by match, or by place."""
    left = [entry for entry in known if entry.verdict in {"imported", "merged"}]
    open_records = list(merging.records)
    pairs: list[tuple[Record, LedgerEntry]] = []
    keys: list[Callable[[str, str, str, Row], object]] = [
        lambda taken, _, place, __: (taken, place),
        lambda taken, *_: taken,
        lambda _, __, ___, row: (merging.make_match_key(row), *(row.get(name, "") for name in _WEAK)),
        lambda _, source, place, __: (source, place),
    ]
    for key in keys:
        waiting = group_by(left, lambda entry: key(entry.taken, entry.source, entry.place, entry.row))  # noqa: B023
        for record in open_records:
            entries = waiting.get(key(digest_record(record), record.source, record.place, record.row))
            if entries:
                pairs.append((record, entries.pop(0)))
        done = {id(item) for pair in pairs for item in pair}
        open_records = [record for record in open_records if id(record) not in done]
        left = [entry for entry in left if id(entry) not in done]
    return pairs


def _merge_known(merging: TableMerger, record: Record, entry: LedgerEntry, outcome: MergeResult) -> None:
    """A record that was imported before: nothing, a correction, or a hand came between."""
    was = digest_record(record) == entry.taken
    stands = merging.take_row(entry.row, lambda row: _has_all_cells(row, entry.row))
    if stands:
        if was and _has_all_cells(entry.row, record.row):
            record.judge(entry.verdict, "")
            return
        record.judge("imported", say("import-corrected", "corrected since the last import"))
        outcome.changes.append(PlannedChange(record.table, stands, {**stands.cells, **record.row}))
        return
    mended = merging.take_row(entry.row, lambda row: merging.is_same_match(row, entry.row))
    if mended is None:
        mended = merging.take_row(record.row, lambda row: merging.is_same_match(row, record.row))
    if was or (mended and merging.is_same_row(record.row, mended.cells)):
        record.judge("merged", say("import-mended", "mended by hand since: what stands is kept"))
        return
    reason = say(
        "import-mended-twice",
        "the source says {new}, it said {old}, and by hand it became {hand}",
        new=merging.format_row(record.row),
        old=merging.format_row(entry.row),
        hand=merging.format_row(mended.cells) if mended else "-",
    )
    record.judge("doubtful", reason, advise("write under [cells] false to keep what stands"))


def _merge_new(
    merging: TableMerger, record: Record, outcome: MergeResult, answers: Mapping[str, object]
) -> None:
    """A record that is seen for the first time: merged with a row that stands, in doubt, or new."""
    if merging.take_row(record.row, lambda row: merging.is_same_row(record.row, row)):
        record.judge("merged", say("import-stands", "stands already"))
        return
    candidates = merging.by_match[merging.make_match_key(record.row)]
    other = next((row for row in candidates if merging.is_same_match(row.cells, record.row)), None)
    if other and record.table != PLAYERS and answers.get(record.place) != "new":
        old, new = other.cells, record.row
        differ = [
            name for name in merging.columns if merging.get_value(old, name) != merging.get_value(new, name)
        ]
        if all(name in _WEAK or (new.get(name) and not old.get(name)) for name in differ):
            candidates.remove(other)
            record.judge("imported", say("import-completed", "completes a row that stands"))
            outcome.changes.append(PlannedChange(record.table, other, {**other.cells, **record.row}))
            return
        reason = say(
            "import-conflict",
            "{place} says {stands}, the source {new}",
            place=f"{other.path}:{other.line}",
            stands=merging.format_row({name: old.get(name, "") for name in differ}),
            new=merging.format_row({name: new.get(name, "") for name in differ}),
        )
        hint = advise("write under [cells] false to keep what stands, or `new` for another match")
        record.judge("doubtful", reason, hint)
        return
    record.judge("imported", "")
    outcome.changes.append(PlannedChange(record.table, None, record.row))


def _has_all_cells(row: Row, other: Row) -> bool:
    """Whether a row has all that another says."""
    return all(row.get(name, "") == text for name, text in other.items())
