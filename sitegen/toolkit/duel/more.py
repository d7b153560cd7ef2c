"""One more table that a ranking of duels publishes: rows of single players, such as their periods."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, chain
from typing import Any

from sitegen.model import Evidence, Published, Section
from sitegen.table import Table
from sitegen.toolkit.rows import grouped


@dataclass(frozen=True)
class More:
    """Rows with a column `player`, those of each event by its place.

    They have whatever columns the three tables have that are made from them: the one that is `published`, and
    those that the pages of events and of players show.
    """

    name: str
    title: str
    by_event: Sequence[Sequence[Any]]
    table: type[Table]
    of_events: type[Table]
    of_players: type[Table]

    @cached_property
    def rows(self) -> list[Any]:
        """The rows of all events."""
        return list(chain.from_iterable(self.by_event))

    @property
    def published(self) -> Published:
        """The table as a file."""
        return Published(self.name, self.table, self.table.each_like(self.rows))

    def of_event(self, place: int) -> Evidence:
        """The places of the rows of an event."""
        return Evidence(self.name, range(self._ends[place], self._ends[place + 1]))

    def of_player(self, player: str) -> Evidence:
        """The places of the rows of a player."""
        return Evidence(self.name, self._of_players.get(player, []))

    def on_event(self, place: int) -> Section:
        """The rows of an event on its page."""
        return self._section(self.of_events, self.by_event[place])

    def on_player(self, player: str) -> Section:
        """The rows of a player on their page, the latest first."""
        return self._section(
            self.of_players, [self.rows[each] for each in reversed(self.of_player(player).rows)]
        )

    def step(self, place: int, player: str) -> Any:
        """The row of a player on the page of an event."""
        return self.of_events.like(next(row for row in self.by_event[place] if row.player == player))

    def _section(self, table: type[Table], rows: Sequence[Any]) -> Section:
        return Section(self.name, self.title, table, table.each_like(rows), empty="No game has counted yet.")

    @cached_property
    def _ends(self) -> list[int]:
        return [0, *accumulate(map(len, self.by_event))]

    @cached_property
    def _of_players(self) -> dict[str, list[int]]:
        return grouped(range(len(self.rows)), lambda place: self.rows[place].player)
