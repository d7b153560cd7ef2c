"""The ledgers `imports/NAME.csv`: what became of every record, so that a later import finds it again.

A record is imported (it became a row, or corrected one), merged (the row stood already), or left. It is
superseded where a later file corrects it; `reason` is that file. It is gone where its file says it no more,
and kept where it was answered that its row stays. A line of the state says how far a file had come.
"""

import csv
import json
from collections import Counter
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, fields
from hashlib import sha256
from io import StringIO
from pathlib import Path

from sitegen.core.problems import Message
from sitegen.importing.answers import FOLDER
from sitegen.importing.record import Record

Row = Mapping[str, str]
"""The cells of a row by column, in the form of `format_canonical`."""
SourceKey = tuple[str, str]
"""The name of an import and of a file in it."""
SUPERSEDED, GONE, KEPT, STATE = "superseded", "gone", "kept", "state"


@dataclass(eq=False)
class LedgerEntry:
    """A line of a ledger: what became of a record when it was imported.

    `match` names who met whom and when, `group` the day or the round.
    """

    source: str
    place: str
    table: str
    verdict: str
    reason: str
    taken: str
    row: Row
    record: Record | None = None
    import_name: str = ""
    match: Hashable = None
    group: Hashable = None

    @property
    def is_imported(self) -> bool:
        """Whether the record became a row, which is still there as far as is known."""
        return self.verdict in {"imported", GONE, KEPT}

    @property
    def is_live(self) -> bool:
        """Whether its file says this row, and no later one corrects it."""
        return self.verdict in {"imported", "merged"} and bool(self.row)

    @property
    def source_key(self) -> SourceKey:
        """The import and the file."""
        return self.import_name, self.source

    @property
    def address(self) -> str:
        """What a record that is gone is called in the file of answers."""
        return self.record.address if self.record else f"{self.source} {self.taken[:8]}"

    @property
    def is_open(self) -> bool:
        """Whether nothing is decided about the record."""
        return self.record is not None and self.record.is_open

    @property
    def cells(self) -> Mapping[str, str]:
        """The cells of the record."""
        return self.record.cells if self.record else {}

    def judge(self, status: str, reason: Message | str, hint: Message | str = "") -> None:
        """Decide about the record."""
        if self.record:
            self.record.judge(status, reason, hint)

    def settle(self) -> None:
        """Take over what became of the record."""
        if self.record and self.verdict != SUPERSEDED:
            self.verdict, self.reason = self.record.status, self.record.code or self.reason
            self.row = self.record.row if self.verdict in {"imported", "merged"} else {}


_COLUMNS = [field.name for field in fields(LedgerEntry)][:7]


def digest_record(record: Record) -> str:
    """Return a digest of what a record says, to detect changes in a later import."""
    cells = sorted((name, text) for name, text in record.said.items() if text)
    return sha256(json.dumps([record.table, cells]).encode()).hexdigest()[:16]


def assign_addresses(records: Iterable[Record]) -> None:
    """Give each record its address: its file, a digest of what it says, and the how-manieth such record.

    The digest names nobody. What is no cell of the record, such as its number in the file, has no part in it.
    """
    counts: Counter[str] = Counter()
    for record in records:
        address = f"{record.source} {digest_record(record)[:8]}"
        counts[address] += 1
        record.address = f"{address} #{counts[address]}" if counts[address] > 1 else address


def make_entry(record: Record, import_name: str = "") -> LedgerEntry:
    """Return the line of the ledger for a record."""
    fields_ = record.source, record.place, record.table, record.status, record.code
    return LedgerEntry(*fields_, digest_record(record), record.row, record, import_name)


def parse_ledger(data: bytes, import_name: str = "") -> list[LedgerEntry]:
    """Parse a ledger; raise a `ValueError` where somebody has changed its form."""
    rows = csv.DictReader(StringIO(data.decode("utf-8"), newline=""))
    return [
        LedgerEntry(**{**row, "row": json.loads(row["row"] or "{}")}, import_name=import_name) for row in rows
    ]


def format_ledger(entries: Iterable[LedgerEntry]) -> bytes:
    """Return a ledger as the bytes of `imports/NAME.csv`."""
    text = StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(_COLUMNS)
    for entry in entries:
        row = json.dumps(entry.row, ensure_ascii=False, sort_keys=True) if entry.row else ""
        writer.writerow([*(getattr(entry, name) for name in _COLUMNS[:-1]), row])
    return text.getvalue().encode()


def load_ledger(root: Path, name: str) -> list[LedgerEntry]:
    """Return the ledger of an import; empty before the first."""
    path = root / FOLDER / f"{name}.csv"
    return parse_ledger(path.read_bytes(), name) if path.exists() else []
