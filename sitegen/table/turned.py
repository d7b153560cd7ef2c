"""Rows of a table turned to columns."""

from collections.abc import Iterator, Sequence
from typing import Any

from sitegen.table.columns import Column, columns
from sitegen.table.row import Table

Piece = Sequence[tuple[Column, Sequence[Any]]]
"""Some rows as columns, each with its cells."""
_PIECE = 10_000


def pieces(table: type[Table], rows: Sequence[Any]) -> Iterator[Piece]:
    """Some thousands of rows after the other, as columns with their cells; at least one piece."""
    described = columns(table)
    for start in range(0, len(rows) or 1, _PIECE):
        some = rows[start : start + _PIECE]
        cells = zip(*some, strict=True) if some else [()] * len(described)
        yield list(zip(described, cells, strict=True))
