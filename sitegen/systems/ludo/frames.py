"""Rows as a data frame and back, and how a frame is ranked.

What is added up here is added up by group: pandas does that in the order of the rows, with compensation for
what rounding loses, so that every machine finds the same bits. The sum of a whole column is another matter:
its order follows the processor, and it is used nowhere.
"""

from collections.abc import Iterable, Sequence
from datetime import date
from typing import Any, TypeVar

import pandas as pd

from sitegen.table import Column, Table, columns, names
from sitegen.toolkit.order import comparable

T = TypeVar("T", bound=Table)

WHO = ["player", "name", "club", "alphabet", "shown"]
"""What a frame says of a player; `shown` is the place in an order that only shows."""

_DTYPES = {int: "int64", float: "float64", bool: "bool", str: "str", date: "object"}


def frame(table: type[Table], rows: Iterable[Table]) -> pd.DataFrame:
    """The rows with a column for each of the table; of the types of the table, also when there are none."""
    made = pd.DataFrame.from_records(list(rows), columns=list(names(table)))
    return made.astype({each.name: _DTYPES.get(each.kind, "object") for each in columns(table)})


def rows(table: type[T], frame: pd.DataFrame) -> list[T]:
    """The rows of a frame that has, among others, the columns of the table."""
    return table.rows(zip(*(_cells(each, frame) for each in columns(table)), strict=True))


def rows_by(by: str, table: type[T], frame: pd.DataFrame) -> dict[Any, list[T]]:
    """The same rows for each player, tournament or year, which need not be a column of the table."""
    found: dict[Any, list[T]] = {}
    for key, row in zip(frame[by].tolist(), rows(table, frame), strict=True):
        found.setdefault(key, []).append(row)
    return found


def _cells(column: Column, frame: pd.DataFrame) -> list[Any]:
    """The cells of a column as plain values; what is not known is None."""
    cells = frame[column.name]
    return cells.astype("object").where(cells.notna(), None).tolist() if column.blank else cells.tolist()


def ranked(frame: pd.DataFrame, figure: str, within: Sequence[str] = ()) -> pd.DataFrame:
    """The frame with the column `rank`, the highest `figure` first, in each group of `within`.

    Equal figures share a rank, the best of their places. The rows stand in the order of `within`, then of
    ranks, and inside a shared one in that of `shown`.
    """
    compared: Any = frame[figure].map(comparable).astype("float64")
    groups = compared.groupby([frame[each] for each in within]) if within else compared
    place = groups.rank(method="min", ascending=False).astype("int64")
    return frame.assign(rank=place).sort_values([*within, "rank", "shown"], ignore_index=True)
