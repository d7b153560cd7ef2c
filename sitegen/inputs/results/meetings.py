"""How often two players of a table meet again on one day, which tells a game played twice from a copy."""

from collections import defaultdict
from collections.abc import Collection, Hashable, Mapping, Sequence
from typing import Any, NamedTuple

from sitegen.core.table import get_input_columns
from sitegen.inputs.results.rows import ColumnBatch

_MIN_MEETINGS = 6
"""Of fewer meetings in all nothing can be known."""


class Meetings(NamedTuple):
    """The rows of a table by day, round or tournament and by the players who meet there.

    Two who meet again with different results do so for certain; with the same, the row may be a copy.
    """

    by_event: Mapping[Any, Mapping[frozenset[Any], Sequence[Hashable]]]

    def are_repeated(self, event: Any) -> bool:
        """Whether it is usual that two meet again, as far as others tell than equal rows of an event."""
        counts = [
            len(rows) > 1 if other != event else len({*rows}) > 1
            for other, groups in self.by_event.items()
            for rows in groups.values()
        ]
        return 4 * sum(counts) > len(counts)

    @property
    def are_single(self) -> bool:
        """Whether nobody meets again, though by lot some would, or where nobody would.

        Equal rows do not count. Of players who have some games each on an evening, two meet again by lot.
        """
        groups = [rows for pairs in self.by_event.values() for rows in pairs.values()]
        alike = sum(len(rows) > 1 for rows in groups)
        by_lot = 0.0
        for pairs in self.by_event.values():
            games = max(1, 2 * sum(map(len, pairs.values())) / len(frozenset[Any]().union(*pairs)))
            by_lot += games * (games - 1) / 4
        is_seldom = by_lot <= 1 / 2 or by_lot > 5 * alike
        return len(groups) >= _MIN_MEETINGS and is_seldom and all(len({*rows}) == 1 for rows in groups)


def collect_meetings(batch: ColumnBatch, removed_rows: Collection[int]) -> Meetings | None:
    """Return the meetings in the rows of a table but those removed; None where no row names two players."""
    columns = get_input_columns(batch.table)
    rows = list(zip(*(batch.values[column.name] for column in columns), strict=True))
    by_event: defaultdict[Any, defaultdict[frozenset[Any], list[Hashable]]] = defaultdict(
        lambda: defaultdict(list)
    )
    for row, (cells, players) in enumerate(zip(rows, list_players(batch), strict=True)):
        if len(players) > 1 and row not in removed_rows:
            by_event[cells[0]][players].append(cells)
    return Meetings(by_event) if by_event else None


def list_players(batch: ColumnBatch) -> list[frozenset[Any]]:
    """Return the players of each row."""
    columns = [
        batch.values[column.name]
        for column in get_input_columns(batch.table)
        if column.display.style == "player"
    ]
    return list(map(frozenset, zip(*columns, strict=True))) if columns else [frozenset()] * len(batch.lines)
