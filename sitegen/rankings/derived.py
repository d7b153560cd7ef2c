"""What follows for every ranking from what its players did: records, risers, courses of rank, clubs.

What a list is as data: the published tables that the current list shows, each in the same columns.
"""

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
    """The published tables of players among the sections of the current list, by their names."""
    published = {table.name: table for table in tables}
    names = [section.name for section in sections if section.name in published]
    return {name: published[name] for name in names if _has_players(published[name])}


def build_list_tables(of: Mapping[str, PublishedTable], listing: Listing) -> Iterator[PublishedTable]:
    """These tables as they are of one list; one that it does not have has no rows."""
    rows = {section.name: section.rows for section in listing.content.tables}
    for name, table in of.items():
        yield PublishedTable(name, table.table, table.table.combine_all(rows.get(name, ())))


def _has_players(table: PublishedTable) -> bool:
    return any(column.role == "name" for column in get_columns(table.table))


@dataclass(frozen=True)
class DerivedData:
    """All that is derived for one ranking, made once, when it is asked for; the same in all languages."""

    outcome: Outcome
    players: Sequence[Player]

    @cached_property
    def career_summaries(self) -> CareerSummaries | None:
        """What all players did; None where the system does not say it, or nobody did anything."""
        careers = self.outcome.careers
        made = CareerSummaries(careers, self.players) if careers else None
        return made if made and made.has_begun else None

    @cached_property
    def records(self) -> Records | None:
        """The records of the ranking, where it is known what its players did."""
        return Records(self.career_summaries) if self.career_summaries else None

    @cached_property
    def topics(self) -> Sequence[Topic]:
        """The pages that every ranking has where its system has no topic of that kind."""
        kinds = {topic.kind for topic in self.outcome.topics}
        return list(build_topics(self.records, self.full_lists, kinds)) if self.records else []

    @property
    def risers_between(self) -> Callable[[date, date], Section] | None:
        """The table of who won what from a day through another; None where no figure ever moved."""
        if not self.career_summaries or not self.career_summaries.days:
            return None
        return self.outcome.compare_days or partial(build_between_section, self.career_summaries)

    def find_active_players(self, listing: Listing) -> frozenset[str]:
        """Who played what is in a list and was not in the list before."""
        before = self.get_previous_list(listing)
        after = before.through if before else None
        return (
            self.career_summaries.find_active_players(after, listing.through)
            if self.career_summaries
            else frozenset()
        )

    @cached_property
    def rank_histories(self) -> RankHistories:
        """What all lists say of ranks."""
        return RankHistories.from_lists(self.full_lists)

    def count_longest_table(self, listing: Listing) -> int:
        """How many rows the longest table has of a list that is shown in full."""
        if listing is self.outcome.listing:
            return max((len(section.rows) for section in self.sections), default=0)
        return self.rank_histories.list_lengths[listing.day]

    @cached_property
    def sections(self) -> Sequence[Section]:
        """The tables of the current list."""
        return self.outcome.listing.content.tables

    @cached_property
    def player_tables(self) -> Mapping[str, PublishedTable]:
        """Those of them that are published tables of players, which every list is as data, by their names."""
        return select_player_tables(self.outcome.tables, self.sections)

    @cached_property
    def main_section(self) -> Section | None:
        """The first of them with players; None where there is none."""
        return next(
            (section for section in self.sections if "name" in get_roles(section.table).positions), None
        )

    @cached_property
    def positions(self) -> Mapping[str, Position]:
        """Where everybody stands on the current list, by id."""
        return find_positions(self.sections)

    @cached_property
    def distribution(self) -> Distribution:
        """All who are ranked on the current list, as a strip."""
        return Distribution(self.positions)

    @property
    def figure_column(self) -> Column | None:
        """The column of the figure that the current list is about; None where it has none."""
        return next((position.column for position in self.positions.values() if position.column), None)

    @cached_property
    def list_dates(self) -> Sequence[ShortListing]:
        """When every list was published, also those that are not shown in full, oldest first."""
        full = [
            ShortListing(listing.day, listing.through)
            for listing in (*self.outcome.archive, self.outcome.listing)
        ]
        return sorted({*full, *self.outcome.short_listings})

    def get_previous_list(self, listing: Listing) -> ShortListing | None:
        """The list before another; None where that is the first."""
        place = bisect_left(self.list_dates, (listing.day,))
        return self.list_dates[place - 1] if place else None

    @property
    def full_lists(self) -> Sequence[Listing]:
        """The lists that are shown in full, oldest first, the current one last."""
        earlier = [listing for listing in self.outcome.archive if listing.day < self.outcome.listing.day]
        return [*earlier, self.outcome.listing]

    @property
    def decimals(self) -> tuple[int, int]:
        """How many a change of the figure is shown with, and the figure itself."""
        figure = self.outcome.careers.figure if self.outcome.careers else Rating
        return get_decimals(tables.make_change_type(figure)), get_decimals(figure)

    @property
    def players_with_page(self) -> frozenset[str]:
        """The players who have a page."""
        return frozenset(player.id for player in self.outcome.players)
