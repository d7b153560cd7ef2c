"""Files as a club keeps them: CSV, in folders."""

import csv
from collections.abc import Iterable, Sequence
from datetime import date
from io import StringIO
from pathlib import Path

Cell = str | int | date


def csv_text(header: Sequence[str], rows: Iterable[Sequence[Cell]], delimiter: str = ",") -> str:
    """The text of a CSV file, lines ending in LF."""
    text = StringIO()
    writer = csv.writer(text, delimiter=delimiter, lineterminator="\n")
    writer.writerow(header)
    writer.writerows(rows)
    return text.getvalue()


def write_text(path: Path, text: str) -> None:
    """Write a file (UTF-8, LF), and the folders it stands in."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8", newline="\n")
