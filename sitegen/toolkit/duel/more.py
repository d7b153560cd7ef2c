"""One more table that a ranking of duels publishes: rows of single players, such as their periods."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from typing import Any

from sitegen.model import Evidence, Published, Section
from sitegen.table import Table
from sitegen.toolkit.rows import grouped


@dataclass(frozen=True)
class More:
    """Rows with a column `player`: those of `by_event` stand on the pages of the events, in their order.

    They may have more columns than `table`, which is what is published and what players' pages show.
    """

    name: str
    title: str
    table: type[Table]
    by_event: Sequence[Sequence[Any]]
    note: str = ""

    @cached_property
    def rows(self) -> list[Any]:
        """The rows of all events, as they are published."""
        return self.table.each_like(row for rows in self.by_event for row in rows)

    @property
    def published(self) -> Published:
        """The table as a file."""
        return Published(self.name, self.table, self.rows)

    def of_player(self, player: str) -> Evidence:
        """The places of the rows of a player."""
        return Evidence(self.name, self._of_players.get(player, []))

    def of_event(self, place: int) -> Evidence:
        """The places of the rows of an event."""
        return Evidence(self.name, range(self._ends[place], self._ends[place + 1]))

    def on_event(self, place: int) -> Section:
        """The rows of an event on its page."""
        return self._section(self.by_event[place])

    def on_player(self, player: str) -> Section:
        """The rows of a player on their page, the latest first."""
        return self._section([self.rows[place] for place in reversed(self.of_player(player).rows)])

    def _section(self, rows: Sequence[Any]) -> Section:
        table = type(rows[0]) if rows else self.table
        return Section(self.name, self.title, table, rows, note=self.note, empty="Nobody.")

    @cached_property
    def _ends(self) -> list[int]:
        return [0, *accumulate(map(len, self.by_event))]

    @cached_property
    def _of_players(self) -> dict[str, list[int]]:
        return grouped(range(len(self.rows)), lambda place: self.rows[place].player)
