"""One more table that a ranking of duels publishes: rows of single players, such as their periods."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from operator import attrgetter
from typing import Any

from sitegen.model import Published, Section
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

    def on_event(self, place: int) -> Section:
        """The rows of an event on its page."""
        return self._section(self.of_events, self.by_event[place])

    def on_player(self, player: str) -> Section:
        """The rows of a player on their page, the latest first."""
        return self._section(self.of_players, self._by_player.get(player, [])[::-1])

    def step(self, place: int, player: str) -> Any:
        """The row of a player on the page of an event."""
        return self.of_events.like(next(row for row in self.by_event[place] if row.player == player))

    def _section(self, table: type[Table], rows: Sequence[Any]) -> Section:
        return Section(self.name, self.title, table, table.each_like(rows), empty="No game has counted yet.")

    @cached_property
    def _by_player(self) -> dict[str, list[Any]]:
        return grouped(self.rows, attrgetter("player"))
