"""The lists of a ranking of duels: two tables, and above them what everybody asks first."""

from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import accumulate
from typing import Any, Generic, TypeVar

from sitegen.model import Fact, Listing, Part, Player, Section, Sheet, Strip
from sitegen.table import PlayDate
from sitegen.toolkit import strip
from sitegen.toolkit.course import Course, Stood
from sitegen.toolkit.duel.outputs import Looked, Receipt
from sitegen.toolkit.order import comparable
from sitegen.toolkit.ratings import Lists, RatingList

S = TypeVar("S", bound=Any)
_EXPECTED = "beat {player}, at an expectation of {chance} %"


@dataclass(frozen=True)
class Listings(Generic[S]):
    """What all lists are made from; `looked` is how a player looks back on games."""

    players: Sequence[Player]
    course: Course[Receipt, S]
    shown: RatingList[S]
    looked: Callable[[Sequence[Any], str], Sequence[Looked]]

    def listing(self, stood: Stood[Receipt, S]) -> Listing:
        """A list, whose rows are made when they are asked for."""
        since = [Fact("Changes since the list of", stood.since, PlayDate)] if stood.since else []
        return stood.with_sheet(Sheet([*self.shown.limits, *since], partial(self._parts, stood)))

    @cached_property
    def _days(self) -> list[Any]:
        return [each.day for each in self.course.events]

    @cached_property
    def _records(self) -> list[float]:
        """The highest rating that anybody had, at the start and through each event."""
        ratings = [self.course.start.values(), *(each.left.values() for each in self.course.events)]
        return list(accumulate((max((own.rating for own in each), default=0.0) for each in ratings), max))

    def _highest(self, stood: Stood[Receipt, S]) -> float:
        return self._records[bisect_right(self._days, stood.day)]

    def _played(self, stood: Stood[Receipt, S]) -> range:
        """The places of the games since the list before."""
        first = bisect_right(self._days, stood.since) if stood.since else 0
        places = self.course.places[first : bisect_right(self._days, stood.day)]
        return range(places[0].start, places[-1].stop) if places else range(0)

    def _parts(self, stood: Stood[Receipt, S]) -> list[Part]:
        lists = self.shown.lists(self.players, stood.now, stood.before)
        return [*self._strip(stood, lists), *self._sections(lists)]

    def _strip(self, stood: Stood[Receipt, S], lists: Lists) -> list[Strip]:
        rows = [self.course.rows[place] for place in self._played(stood)]
        counted = [row for row in rows if row.rated]
        players = dict.fromkeys(player for row in counted for player in (row.home, row.away))
        return strip.strip(
            strip.climber(lists.ranked, "Climber"),
            strip.biggest_win(min(self._wins(counted, players), key=_chance, default=None), _EXPECTED),
            strip.leader(lists.ranked, self._highest(stood)),
            strip.played("Games", len(counted), players, lists.lines),
        )

    def _wins(self, counted: Sequence[Receipt], players: Mapping[str, None]) -> Iterator[strip.Won]:
        """The games that were won, those of one winner together, where a system says their chance."""
        for player in players:
            mine = [row for row in counted if player in {row.home, row.away}]
            for row in self.looked(mine, player):
                if row.result == "won" and (chance := getattr(row, "chance", None)) is not None:
                    key = self.course.event_of[row.date]
                    yield strip.Won(player, row.opponent, chance, getattr(row, "change", None), key)

    def _sections(self, lists: Lists) -> list[Section]:
        return [
            Section(
                "rating-list",
                "Rating list",
                self.shown.ranked,
                lists.ranked,
                note="By rating.",
                empty="Nobody has played enough to be ranked yet.",
            ),
            Section(
                "provisional",
                "Provisional ratings",
                self.shown.provisional,
                lists.provisional,
                note="These ratings are provisional: they do not say much yet. In alphabetical order.",
                empty="Nobody has a provisional rating.",
            ),
        ]


def _chance(won: strip.Won) -> float:
    return comparable(won.chance)
