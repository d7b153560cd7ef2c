"""What follows for every ranking from its outcome: records, risers, and who played for a list."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property, partial

from sitegen.core.entities import Player
from sitegen.core.model import Listing, Outcome, Section, Topic
from sitegen.core.table import Rating, get_decimals
from sitegen.rankings import tables
from sitegen.rankings.careers import CareerSummaries
from sitegen.rankings.crosstable import build_crosstable_topic
from sitegen.rankings.dataset import Dataset
from sitegen.rankings.play_days import PlayYear, find_days, list_years
from sitegen.rankings.records import Records, build_between_section, build_topics


@dataclass(frozen=True)
class DerivedData:
    """All that is derived for one ranking, computed once, on demand; the same in all languages."""

    outcome: Outcome
    players: Sequence[Player]
    dataset: Dataset

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
    def years_of_play(self) -> Sequence[PlayYear]:
        """The years with enough days of play for a calendar, the latest first."""
        if not self.career_summaries:
            return []
        plays, through = self.career_summaries.careers.plays, self.dataset.current.day
        return list_years(find_days(self.career_summaries), plays, through)

    @cached_property
    def topics(self) -> Sequence[Topic]:
        """The pages that every ranking has, except where its system has a topic of that kind."""
        kinds = {topic.kind for topic in self.outcome.topics}
        if not (self.records and self.career_summaries):
            return []
        topics = build_topics(self.records, self.dataset.full_lists, kinds)
        crosstable = build_crosstable_topic(self.career_summaries, self.dataset)
        return [*filter(None, [crosstable]), *topics]

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
        previous = self.dataset.get_previous_list(listing.day)
        return self.career_summaries.find_active_players(previous and previous.through, listing.through)

    @property
    def decimals(self) -> tuple[int, int]:
        """The decimals of a change of the figure, and of the figure itself."""
        figure = self.outcome.careers.figure if self.outcome.careers else Rating
        return get_decimals(tables.make_change_type(figure)), get_decimals(figure)

    @property
    def players_with_page(self) -> frozenset[str]:
        """The players who have a page."""
        return frozenset(player.id for player in self.outcome.players)
