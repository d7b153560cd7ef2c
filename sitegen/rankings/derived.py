"""What follows for every ranking from its outcome: records, risers, positions, and lists as data."""

from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property, partial

from sitegen.core.entities import Player
from sitegen.core.model import Listing, Outcome, PublishedTable, Section, ShortListing, Topic
from sitegen.core.roles import get_roles
from sitegen.core.table import Column, Rating, get_columns, get_decimals
from sitegen.rankings import tables
from sitegen.rankings.careers import CareerSummaries
from sitegen.rankings.positions import Distribution, Position, RankHistories, find_positions
from sitegen.rankings.records import Records, build_between_section, build_topics


def select_player_tables(
    tables: Sequence[PublishedTable], sections: Sequence[Section]
) -> Mapping[str, PublishedTable]:
    """Return the published tables of players among the sections of the current list, by name."""
    published = {table.name: table for table in tables}
    candidates = [published[section.name] for section in sections if section.name in published]
    return {
        table.name: table
        for table in candidates
        if any(column.role == "name" for column in get_columns(table.table))
    }


def build_list_tables(tables: Mapping[str, PublishedTable], listing: Listing) -> Iterator[PublishedTable]:
    """Yield these tables as they are on one list; one that the list lacks has no rows."""
    rows = {section.name: section.rows for section in listing.content.tables}
    for name, table in tables.items():
        yield PublishedTable(name, table.table, table.table.combine_all(rows.get(name, ())))


@dataclass(frozen=True)
class DerivedData:
    """All that is derived for one ranking, computed once, on demand; the same in all languages."""

    outcome: Outcome
    players: Sequence[Player]

    @cached_property
    def career_summaries(self) -> CareerSummaries | None:
        """The careers of all players; None where the system has none, or nothing was played."""
        careers = self.outcome.careers
        summaries = CareerSummaries(careers, self.players) if careers else None
        return summaries if summaries and summaries.has_begun else None

    @cached_property
    def records(self) -> Records | None:
        """The records of the ranking, where careers are known."""
        return Records(self.career_summaries) if self.career_summaries else None

    @cached_property
    def topics(self) -> Sequence[Topic]:
        """The pages that every ranking has, except where its system has a topic of that kind."""
        kinds = {topic.kind for topic in self.outcome.topics}
        return list(build_topics(self.records, self.full_lists, kinds)) if self.records else []

    @property
    def risers_between(self) -> Callable[[date, date], Section] | None:
        """Builds the table of gains from a day through another; None where no figure ever changed."""
        if not self.career_summaries or not self.career_summaries.days:
            return None
        return self.outcome.compare_days or partial(build_between_section, self.career_summaries)

    def find_active_players(self, listing: Listing) -> frozenset[str]:
        """Return who played a result that is on a list and was not on the list before."""
        if self.career_summaries is None:
            return frozenset()
        previous = self.get_previous_list(listing)
        return self.career_summaries.find_active_players(previous and previous.through, listing.through)

    @cached_property
    def rank_histories(self) -> RankHistories:
        """The ranks of all players on all lists."""
        return RankHistories.from_lists(self.full_lists)

    def count_longest_table(self, listing: Listing) -> int:
        """Return the number of rows in the longest table of a list that is shown in full."""
        if listing is self.outcome.listing:
            return max((len(section.rows) for section in self.sections), default=0)
        return self.rank_histories.list_lengths[listing.day]

    @cached_property
    def sections(self) -> Sequence[Section]:
        """The tables of the current list."""
        return self.outcome.listing.content.tables

    @cached_property
    def player_tables(self) -> Mapping[str, PublishedTable]:
        """The published tables of players on the current list, which every list has as data, by name."""
        return select_player_tables(self.outcome.tables, self.sections)

    @cached_property
    def main_section(self) -> Section | None:
        """The first section with players; None where there is none."""
        return next(
            (section for section in self.sections if "name" in get_roles(section.table).positions), None
        )

    @cached_property
    def positions(self) -> Mapping[str, Position]:
        """The position of each player on the current list, by id."""
        return find_positions(self.sections)

    @cached_property
    def distribution(self) -> Distribution:
        """All players with a rank on the current list, as a strip."""
        return Distribution(self.positions)

    @property
    def figure_column(self) -> Column | None:
        """The column of the main figure of the current list; None where it has none."""
        return next((position.column for position in self.positions.values() if position.column), None)

    @cached_property
    def list_dates(self) -> Sequence[ShortListing]:
        """The dates of every list, also of those that are not shown in full, oldest first."""
        full = [
            ShortListing(listing.day, listing.through)
            for listing in (*self.outcome.archive, self.outcome.listing)
        ]
        return sorted({*full, *self.outcome.short_listings})

    def get_previous_list(self, listing: Listing) -> ShortListing | None:
        """Return the list before another; None for the first."""
        place = bisect_left(self.list_dates, (listing.day,))
        return self.list_dates[place - 1] if place else None

    @property
    def full_lists(self) -> Sequence[Listing]:
        """The lists that are shown in full, oldest first, the current one last."""
        earlier = [listing for listing in self.outcome.archive if listing.day < self.outcome.listing.day]
        return [*earlier, self.outcome.listing]

    @property
    def decimals(self) -> tuple[int, int]:
        """The decimals of a change of the figure, and of the figure itself."""
        figure = self.outcome.careers.figure if self.outcome.careers else Rating
        return get_decimals(tables.make_change_type(figure)), get_decimals(figure)

    @property
    def players_with_page(self) -> frozenset[str]:
        """The players who have a page."""
        return frozenset(player.id for player in self.outcome.players)
