"""How often two players of a table meet again on one day, which tells a game played twice from a copy."""

from collections import defaultdict
from collections.abc import Collection, Hashable
from typing import Any, NamedTuple

from sitegen.core.table import get_input_columns
from sitegen.inputs.results.rows import ColumnBatch

_MIN_MEETINGS = 6
"""Of fewer meetings in all nothing can be known."""


class Meetings(NamedTuple):
    """How often two players meet again on one day, and how often they would by lot.

    Two who meet again with different results do so for certain; with the same, the row may be a copy.
    """

    number: int
    again: int
    alike: int
    by_lot: float

    @property
    def are_often(self) -> bool:
        """Whether it is usual that two meet again."""
        return 4 * self.again > self.number

    @property
    def are_avoided(self) -> bool:
        """Whether nobody meets again, though it would be expected, or is not to be expected."""
        is_seldom = self.by_lot <= 1 / 2 or self.by_lot > 5 * self.alike
        return self.again == 0 and self.number >= _MIN_MEETINGS and is_seldom


def count_meetings(batch: ColumnBatch, removed_rows: Collection[int]) -> Meetings | None:
    """Return how often two players of a table meet again; None where no row names two."""
    names = [column.name for column in get_input_columns(batch.table)]
    meetings: defaultdict[Any, defaultdict[frozenset[Any], list[Hashable]]] = defaultdict(
        lambda: defaultdict(list)
    )
    for row in range(len(batch.lines)):
        if row not in removed_rows:
            players = get_players(batch, row)
            if len(players) <= 1:
                return None
            meetings[batch.values[names[0]][row]][players].append(
                tuple(batch.values[name][row] for name in names)
            )
    groups = [rows for pairs in meetings.values() for rows in pairs.values()]
    rounds = [
        max(1, 2 * sum(map(len, pairs.values())) / len(frozenset[Any]().union(*pairs)))
        for pairs in meetings.values()
    ]
    return Meetings(
        len(groups),
        sum(len({*rows}) > 1 for rows in groups),
        sum(len({*rows}) < len(rows) for rows in groups),
        sum(number * (number - 1) / 4 for number in rounds),
    )


def get_players(batch: ColumnBatch, row: int) -> frozenset[Any]:
    """Return the players of a row."""
    columns = get_input_columns(batch.table)
    return frozenset(batch.values[column.name][row] for column in columns if column.display.style == "player")
