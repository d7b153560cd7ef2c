"""What a ranking publishes, as data: its tables by name, its lists by day, and who stands where on them.

A dataset is made of what a system rated, or of published files (`rankings.published`). It knows no page: what
compares, recalculates, exports or looks somebody up asks it, and nothing else.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property

from sitegen.core.model import Listing, Outcome, PublishedTable, ShortListing
from sitegen.core.roles import get_roles
from sitegen.core.table import Column
from sitegen.rankings.positions import Distribution, Position, RankHistories, find_positions
from sitegen.rankings.rank_chart import RankChart, build_rank_chart


@dataclass(frozen=True)
class ListData:
    """A list that is shown in full, as data: its tables, those of players among them, in their order.

    The tables are made when somebody asks; a list has many, and few are looked at.
    """

    day: date
    through: date
    make_tables: Callable[[], Sequence[PublishedTable]]

    @classmethod
    def from_listing(cls, listing: Listing) -> "ListData":
        """Return the data of a list, out of its sections, which have the same rows."""

        def make_tables() -> Sequence[PublishedTable]:
            return [
                PublishedTable(section.name, section.table, section.rows)
                for section in listing.content.tables
            ]

        return cls(listing.day, listing.through, make_tables)

    @property
    def tables(self) -> Sequence[PublishedTable]:
        """The tables of the list."""
        return self.make_tables()

    @property
    def length(self) -> int:
        """The number of rows of the longest table."""
        return max((len(table.rows) for table in self.tables), default=0)

    @cached_property
    def positions(self) -> Mapping[str, Position]:
        """The position of each player, by id."""
        return find_positions(self.tables)


@dataclass(frozen=True)
class Dataset:
    """All that a ranking publishes: its `tables`, the `current` list, and the lists of the `archive`.

    The archive has the lists that are kept in full, oldest first, the current one among them once its day
    came; `short_lists` are the days of those of which only the address is kept.
    """

    tables: Sequence[PublishedTable]
    current: ListData
    archive: Sequence[ListData]
    short_lists: Sequence[ShortListing] = ()

    @classmethod
    def from_outcome(cls, outcome: Outcome) -> "Dataset":
        """Return the data of what a system returned."""
        return cls(
            [table.in_files for table in outcome.tables],
            ListData.from_listing(outcome.listing),
            [*map(ListData.from_listing, outcome.archive)],
            outcome.short_listings,
        )

    @cached_property
    def full_lists(self) -> Sequence[ListData]:
        """The lists that are shown in full, oldest first, the current one last."""
        return [*(listing for listing in self.archive if listing.day < self.current.day), self.current]

    @cached_property
    def list_dates(self) -> Sequence[ShortListing]:
        """The dates of every list, also of those that are not shown in full, oldest first."""
        full = [ShortListing(listing.day, listing.through) for listing in (*self.archive, self.current)]
        return sorted({*full, *self.short_lists})

    @cached_property
    def current_tables(self) -> Sequence[PublishedTable]:
        """The tables of the current list."""
        return self.current.tables

    @cached_property
    def player_tables(self) -> Mapping[str, PublishedTable]:
        """The published tables of players on the current list, which every list has as data, by name."""
        published = {table.name: table for table in self.tables}
        return {
            table.name: published[table.name]
            for table in self.current_tables
            if table.name in published and "name" in get_roles(published[table.name].table).positions
        }

    def build_player_tables(self, listing: ListData) -> Iterator[PublishedTable]:
        """Yield the published tables of players as they are on a list; one that it lacks has no rows."""
        rows = {table.name: table.rows for table in listing.tables}
        for name, table in self.player_tables.items():
            yield PublishedTable(name, table.table, table.table.combine_all(rows.get(name, ())))

    @cached_property
    def main_table(self) -> PublishedTable | None:
        """The first table of players on the current list; None where there is none."""
        return next(
            (table for table in self.current_tables if "name" in get_roles(table.table).positions), None
        )

    @property
    def positions(self) -> Mapping[str, Position]:
        """The position of each player on the current list, by id."""
        return self.current.positions

    @property
    def figure_column(self) -> Column | None:
        """The column of the main figure of the current list; None where it has none."""
        return next((position.column for position in self.positions.values() if position.column), None)

    @cached_property
    def distribution(self) -> Distribution:
        """The values of all players with a rank on the current list."""
        return Distribution(self.positions)

    @cached_property
    def rank_histories(self) -> RankHistories:
        """The ranks of all players on all lists."""
        return RankHistories.from_lists((listing.day, listing.tables) for listing in self.full_lists)

    @cached_property
    def rank_chart(self) -> RankChart | None:
        """The ranks of the leaders of the current list over twelve months; None for a young ranking."""
        return build_rank_chart(self.rank_histories, self.current.day)

    def get_previous_list(self, day: date) -> ShortListing | None:
        """Return the list before that of a day; None for the first."""
        place = bisect_left(self.list_dates, (day,))
        return self.list_dates[place - 1] if place else None
