"""Where each player stands on a list, on all lists over time, and among the values of everybody.

Positions are read from the rows of a list by the roles of their columns.
"""

from array import array
from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from functools import cached_property
from itertools import groupby
from typing import Any, NamedTuple

from sitegen.core.columnar import get_cells
from sitegen.core.model import PublishedTable
from sitegen.core.numbers import Scale, make_scale
from sitegen.core.roles import Roles, get_roles
from sitegen.core.table import Column

LEADER_COUNT = 10
"""How many of the first rows of a list are its leaders."""


class RankHistories(NamedTuple):
    """The ranks of all players on all lists, and for the day of each list its length and its leaders.

    A history alternates a day, as an ordinal, and the rank on it, which takes little memory. The leaders are
    the first ten rows, in the order of the list.
    """

    histories: Mapping[str, Sequence[int]]
    list_lengths: Mapping[date, int]
    leaders: Mapping[date, Sequence[str]]

    @classmethod
    def from_lists(cls, lists: Iterable[tuple[date, Sequence[PublishedTable]]]) -> "RankHistories":
        """Return the ranks on these lists, which are days with their tables."""
        histories: defaultdict[str, array[int]] = defaultdict(lambda: array("i"))
        lengths: dict[date, int] = {}
        leaders: dict[date, Sequence[str]] = {}
        for day, tables in lists:
            lengths[day] = max((len(table.rows) for table in tables), default=0)
            ranks = [*_read_ranks(tables)]
            leaders[day] = [player for player, _ in ranks[:LEADER_COUNT]]
            for player, rank in ranks:
                histories[player].extend((day.toordinal(), rank))
        return cls(histories, lengths, leaders)

    def get_history(self, player: str) -> list[tuple[date, int]]:
        """Return the ranks of a player, with the day of each list."""
        history = self.histories.get(player, ())
        return list(zip(map(date.fromordinal, history[::2]), history[1::2], strict=True))


def find_ranked_table(tables: Iterable[PublishedTable]) -> PublishedTable | None:
    """Return the first table of a list that has ranks; None where there is none."""
    return next(
        (table for table in tables if {"rank", "name"} <= {*get_roles(table.table).positions} and table.rows),
        None,
    )


def _read_ranks(tables: Iterable[PublishedTable]) -> Iterable[tuple[str, int]]:
    """Return the players and ranks of a list, in its order."""
    table = find_ranked_table(tables)
    if table is None:
        return ()
    positions = get_roles(table.table).positions
    return zip(*(get_cells(table.rows, positions[role]) for role in ("name", "rank")), strict=True)


class Neighbour(NamedTuple):
    """The player next above or below."""

    player: str
    rank: int
    value: float | None


class Position(NamedTuple):
    """The position of a player: the table of the list, the rank there, and the players around.

    `ranked_count` is how many have a rank there, `ties` are those with the same rank; `column` says how
    values are shown. `is_new` is for who was not on the list before. In a table without ranks, as that of
    provisional players, only the table, the value, the change and the column are known.
    """

    table: str
    value: float | None = None
    change: float | None = None
    rank: int | None = None
    ranked_count: int = 0
    move: int | None = None
    is_new: bool = False
    ties: tuple[str, ...] = ()
    above: Neighbour | None = None
    below: Neighbour | None = None
    column: Column | None = None

    @property
    def is_provisional(self) -> bool:
        """Whether the player has no rank yet."""
        return self.table == "provisional"

    @property
    def difference_decimals(self) -> int:
        """The decimals of the difference between two values: at least one."""
        return max(1, self.column.display.decimals if self.column else 0)


def find_positions(tables: Sequence[PublishedTable]) -> dict[str, Position]:
    """Return the position of each player of a list: in the first of its tables that has them."""
    positions: dict[str, Position] = {}
    for table in tables:
        for player, position in _list_positions(table):
            positions.setdefault(player, position)
    return positions


def _list_positions(table: PublishedTable) -> Iterator[tuple[str, Position]]:
    roles = get_roles(table.table)
    if "name" not in roles.positions:
        return
    rank_by_row = dict(_rank_positions(table, roles))
    for row in table.rows:
        player = roles.get_cell(row, "name")
        yield player, rank_by_row.get(player) or _read_position(table, roles, row)


def _read_position(table: PublishedTable, roles: Roles, row: Any) -> Position:
    """Return the position of a row without its rank."""
    value, change = roles.get_cell(row, "value"), roles.get_cell(row, "change")
    return Position(table.name, value, change, column=roles.get_column("value"))


def _rank_positions(table: PublishedTable, roles: Roles) -> Iterator[tuple[str, Position]]:
    get_cell = roles.get_cell
    rows = [row for row in table.rows if get_cell(row, "rank") is not None]
    groups = [list(group) for _, group in groupby(rows, key=lambda row: get_cell(row, "rank"))]
    padded = [None, *groups, None]
    has_moves = "move" in roles.positions and any(get_cell(row, "move") is not None for row in rows)
    for above, group, below in zip(padded, groups, padded[2:], strict=False):
        for row in group:
            player, move = get_cell(row, "name"), get_cell(row, "move")
            position = _read_position(table, roles, row)._replace(
                rank=get_cell(row, "rank"),
                ranked_count=len(rows),
                move=move,
                is_new=has_moves and move is None,
                ties=tuple(name for tied_row in group if (name := get_cell(tied_row, "name")) != player),
                above=_read_neighbour(roles, above[-1]) if above else None,
                below=_read_neighbour(roles, below[0]) if below else None,
            )
            yield player, position


def _read_neighbour(roles: Roles, row: Any) -> Neighbour:
    return Neighbour(*(roles.get_cell(row, role) for role in ("name", "rank", "value")))


_MIN_PLAYERS = 3  # fewer are no distribution


class Distribution:
    """The values of all players in the first table of a list that has ranks, lowest first."""

    def __init__(self, positions: Mapping[str, Position]) -> None:
        ranked = [
            position
            for position in positions.values()
            if position.rank is not None and position.value is not None
        ]
        self._table = ranked[0].table if ranked else ""
        in_table = [position for position in ranked if position.table == self._table]
        self._column = in_table[0].column if in_table else None
        values = [position.value for position in in_table if position.value is not None]
        self.values = sorted(values) if len(values) >= _MIN_PLAYERS else []

    @property
    def is_shown(self) -> bool:
        """Whether there are enough values, and not all are equal."""
        return bool(self.values) and self.values[0] < self.values[-1]

    @property
    def decimals(self) -> int:
        """The number of decimals that the values are shown with."""
        return self._column.display.decimals if self._column else 0

    @cached_property
    def scale(self) -> Scale:
        """The axis; its ends are round numbers, so that it hardly ever changes."""
        return make_scale(self.values)

    @property
    def half(self) -> tuple[float, float]:
        """The values between which the middle half of all lies: its lowest and its highest."""
        quarter = len(self.values) // 4
        return self.values[quarter], self.values[-1 - quarter]

    def includes(self, position: Position | None) -> bool:
        """Whether the value of a player is among those that are shown."""
        return (
            self.is_shown
            and position is not None
            and position.table == self._table
            and None not in (position.value, position.rank)
        )

    def count_around(self, value: float) -> tuple[int, int]:
        """Return how many values are below a value, and how many above it."""
        return bisect_left(self.values, value), len(self.values) - bisect_right(self.values, value)

    def find_part(self, value: float, count: int) -> int:
        """Return in which of `count` equal parts of the axis a value lies."""
        return min(int(self.scale.get_fraction(value) * count), count - 1)

    def count_parts(self, count: int) -> Sequence[int]:
        """Return how many values lie in each of `count` equal parts of the axis."""
        counts = Counter(self.find_part(value, count) for value in self.values)
        return [counts[part] for part in range(count)]
