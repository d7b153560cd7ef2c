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
    """Rows with a column `player`: those of `by_event` stand on the pages of the events, in their order."""

    name: str
    title: str
    table: type[Table]
    by_event: Sequence[Sequence[Any]]
    note: str = ""

    @cached_property
    def rows(self) -> list[Any]:
        """The rows of all events."""
        return [row for rows in self.by_event for row in rows]

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

    def section(self, of: Evidence) -> Section:
        """Some of the rows on a page."""
        rows = [self.rows[place] for place in of.rows]
        return Section(self.name, self.title, self.table, rows, note=self.note, empty="Nobody.")

    @cached_property
    def _ends(self) -> list[int]:
        return [0, *accumulate(map(len, self.by_event))]

    @cached_property
    def _of_players(self) -> dict[str, list[int]]:
        return grouped(range(len(self.rows)), lambda place: self.rows[place].player)
