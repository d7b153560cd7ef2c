"""`imports/NAME.csv`: what became of every record, so that the same one is known again."""

import csv
import json
from collections.abc import Iterable, Mapping
from hashlib import sha256
from io import StringIO
from pathlib import Path
from typing import NamedTuple

from sitegen.commands.importing.answers import FOLDER
from sitegen.commands.importing.records import Record

Row = Mapping[str, str]
"""The cells of a row by column, in canonical form."""


class Entry(NamedTuple):
    """What became of a record when it was imported: a line of the ledger."""

    source: str
    place: str
    table: str
    verdict: str
    reason: str
    taken: str
    row: Row

    @property
    def is_ours(self) -> bool:
        """Whether a row came of it."""
        return self.verdict == "imported"


def digest(record: Record) -> str:
    """What was taken of a record, so that it can be told whether the source says the same later on."""
    taken = sorted((name, text.strip()) for name, text in record.cells.items())
    return sha256(json.dumps([record.table, taken]).encode()).hexdigest()[:16]


def read(data: bytes) -> list[Entry]:
    """The entries of a ledger; a `ValueError` where somebody has changed its form."""
    rows = csv.DictReader(StringIO(data.decode("utf-8"), newline=""))
    return [Entry(**{**row, "row": json.loads(row["row"] or "{}")}) for row in rows]


def written(entries: Iterable[Entry]) -> bytes:
    """A ledger as it stands in `imports/NAME.csv`."""
    text = StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(Entry._fields)
    for entry in entries:
        row = json.dumps(entry.row, ensure_ascii=False, sort_keys=True) if entry.row else ""
        writer.writerow([*entry[:-1], row])
    return text.getvalue().encode()


def load(root: Path, name: str) -> list[Entry]:
    """The ledger of an import; empty before the first."""
    path = root / FOLDER / f"{name}.csv"
    return read(path.read_bytes()) if path.exists() else []
