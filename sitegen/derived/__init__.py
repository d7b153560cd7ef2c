"""What follows for every ranking from what its players did: records, risers, courses of rank, clubs."""

from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property, partial

from sitegen.derived import data, risers, tables, topics
from sitegen.derived.chronicle import Chronicle
from sitegen.derived.everyone import Everyone
from sitegen.derived.positions import Position, positions
from sitegen.derived.ranks import Ranks
from sitegen.derived.records import Records
from sitegen.model import Listing, Outcome, Player, Published, Section, Short, Topic
from sitegen.table import Column, Rating, decimals, roles


@dataclass(frozen=True)
class Derived:
    """All that is derived for one ranking, made once, when it is asked for; the same in all languages."""

    outcome: Outcome
    players: Sequence[Player]

    @cached_property
    def chronicle(self) -> Chronicle | None:
        """What all players did; None where the system does not say it, or nobody did anything."""
        careers = self.outcome.careers
        made = Chronicle(careers, self.players) if careers else None
        return made if made and made.has_begun else None

    @cached_property
    def records(self) -> Records | None:
        """The records of the ranking, where it is known what its players did."""
        return Records(self.chronicle) if self.chronicle else None

    @cached_property
    def topics(self) -> Sequence[Topic]:
        """The pages that every ranking has where its system has no topic of that kind."""
        kinds = {each.kind for each in self.outcome.topics}
        return list(topics.topics(self.records, self.lists, kinds)) if self.records else []

    @property
    def between(self) -> Callable[[date, date], Section] | None:
        """The table of who won what from a day through another; None where no figure ever moved."""
        if not self.chronicle or not self.chronicle.days:
            return None
        return self.outcome.between or partial(risers.between, self.chronicle)

    def played_for(self, listing: Listing) -> frozenset[str]:
        """Who played what is in a list and was not in the list before."""
        before = self.before(listing)
        after = before.through if before else None
        return self.chronicle.played(after, listing.through) if self.chronicle else frozenset()

    @cached_property
    def ranks(self) -> Ranks:
        """What all lists say of ranks."""
        return Ranks.of(self.lists)

    def longest(self, listing: Listing) -> int:
        """How many rows the longest table has of a list that is shown in full."""
        if listing is self.outcome.listing:
            return max((len(each.rows) for each in self.sections), default=0)
        return self.ranks.lengths[listing.day]

    @cached_property
    def sections(self) -> Sequence[Section]:
        """The tables of the current list."""
        return self.outcome.listing.sheet.sections

    @cached_property
    def data(self) -> Mapping[str, Published]:
        """Those of them that are published tables of players, which every list is as data, by their names."""
        return data.shown(self.outcome.tables, self.sections)

    @cached_property
    def first(self) -> Section | None:
        """The first of them with players; None where there is none."""
        return next((each for each in self.sections if "name" in roles(each.table).place), None)

    @cached_property
    def positions(self) -> Mapping[str, Position]:
        """Where everybody stands on the current list, by id."""
        return positions(self.sections)

    @cached_property
    def everyone(self) -> Everyone:
        """All who are ranked on the current list, as a strip."""
        return Everyone(self.positions)

    @property
    def figure(self) -> Column | None:
        """The column of the figure that the current list is about; None where it has none."""
        return next((each.column for each in self.positions.values() if each.column), None)

    @cached_property
    def moments(self) -> Sequence[Short]:
        """When every list was published, also those that are not shown in full, oldest first."""
        full = [Short(each.day, each.through) for each in (*self.outcome.archive, self.outcome.listing)]
        return sorted({*full, *self.outcome.shorter})

    def before(self, listing: Listing) -> Short | None:
        """The list before another; None where that is the first."""
        place = bisect_left(self.moments, (listing.day,))
        return self.moments[place - 1] if place else None

    @property
    def lists(self) -> Sequence[Listing]:
        """The lists that are shown in full, oldest first, the current one last."""
        earlier = [each for each in self.outcome.archive if each.day < self.outcome.listing.day]
        return [*earlier, self.outcome.listing]

    @property
    def decimals(self) -> tuple[int, int]:
        """How many a change of the figure is shown with, and the figure itself."""
        figure = self.outcome.careers.figure if self.outcome.careers else Rating
        return decimals(tables.signed(figure)), decimals(figure)

    @property
    def linked(self) -> frozenset[str]:
        """The players who have a page."""
        return frozenset(each.id for each in self.outcome.players)
