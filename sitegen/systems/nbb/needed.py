"""What a player still needs to be ranked, to be eligible for a championship, and to overtake the next."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import count
from typing import Literal

from sitegen.systems.nbb.articles import INDIVIDUAL, JOINT, RANKINGS
from sitegen.systems.nbb.championships import Tally, Together, tally_of
from sitegen.systems.nbb.club import Club
from sitegen.systems.nbb.outputs import Champion, Ranked
from sitegen.systems.nbb.points import nominal
from sitegen.systems.nbb.tables import Season
from sitegen.table import Figure, PlayerId, Rank, Table, Topical, column
from sitegen.toolkit.needed import above, least
from sitegen.toolkit.order import comparable

Goal = Literal[
    "a place in the ranking",
    "eligible as champion",
    "eligible as champions",
    "the next place in the ranking",
    "the next place in the championship",
]


ARTICLE_OF: Mapping[Goal, str] = {
    "a place in the ranking": RANKINGS[0],
    "eligible as champion": INDIVIDUAL,
    "eligible as champions": JOINT,
    "the next place in the ranking": RANKINGS[0],
    "the next place in the championship": INDIVIDUAL,
}
"""The article that each goal goes by."""


class Needed(Table):
    """What a player still needs for a goal in the season."""

    goal: Goal = column("what it is needed for", label="For", role="name")
    partnership: Topical = column("the pair or trio that would be eligible", label="Pair or trio", default="")
    player: PlayerId = column("who stands next above", label="Ahead of", default="", role="optional")
    place: Rank | None = column("their place", default=None, role="optional")
    sessions: int = column("sessions that come next, of which none is missed", default=1)
    points: Figure | None = column(
        "points that are enough, in each of them", label="Points each", default=None, role="value"
    )


@dataclass(frozen=True)
class Needs:
    """What the players of a club still need in a season."""

    club: Club
    season: Season

    def of(self, player: str) -> Iterator[Needed]:
        """What one of them needs, the nearest goal first; nothing for who cannot play."""
        if player in self.club.course.now:
            yield from self._listed(player)
            yield from self._eligible(player)
            yield from self._jointly(player)
            yield from self._in_ranking(player)
            yield from self._in_championship(player)

    def _listed(self, player: str) -> Iterator[Needed]:
        """Who has a session in the season is ranked."""
        if not self.club.course.now[player].earned:
            yield Needed("a place in the ranking", sessions=1)

    def _eligible(self, player: str) -> Iterator[Needed]:
        """The minimum grows with the season where it is a part of it."""
        is_held = "individual" in self.club.options.championships
        if is_held and not self._tally(player, [], 0).eligible:
            sessions = _first(lambda number: self._tally(player, [0.0] * number, number).eligible)
            yield Needed("eligible as champion", sessions=sessions)

    def _jointly(self, player: str) -> Iterator[Needed]:
        """The same with a partner."""
        for each in self.club.inputs.partnerships:
            together = self.club.together.get((self.season.season, each.partnership))
            if together and not together.tally.eligible and player in {id_ for _, id_ in each.players}:
                called, sessions = self.club.called[each.partnership], self._sessions(together)
                yield Needed("eligible as champions", called, sessions=sessions)

    def _sessions(self, together: Together) -> int:
        played, options = len(self._played), self.club.options
        return _first(lambda number: together.with_more(number, played, options).eligible)

    def _in_ranking(self, player: str) -> Iterator[Needed]:
        own, number = self.club.course.now[player], self.club.options.sessions
        if line := self._above.get(player):
            yield from self._enough(
                lambda points: comparable(own.with_more(points, number)) > comparable(line.ranking),
                "the next place in the ranking",
                line,
            )

    def _in_championship(self, player: str) -> Iterator[Needed]:
        if line := self._above_champion.get(player):
            yield from self._enough(
                lambda points: self._is_ahead(player, line.player, points),
                "the next place in the championship",
                line,
            )

    def _is_ahead(self, player: str, other: str, points: Sequence[float]) -> bool:
        """Whether a player is before another in the championship after sessions that bring these points."""
        mine, theirs = (
            self._tally(each, more, len(points)) for each, more in ((player, points), (other, ()))
        )
        return mine.eligible and comparable(mine.average) > comparable(theirs.average)

    def _enough(
        self, does: Callable[[Sequence[float]], bool], goal: Goal, line: Ranked | Champion
    ) -> Iterator[Needed]:
        """In how few sessions it can be done with what the lines bring, and how much is enough in each."""
        bounds = nominal(self.club.options)
        for number in range(1, self.club.options.sessions + 1):
            points = least(_each(does, number), bounds.bottom, bounds.top)
            if points is not None:
                yield Needed(goal, "", line.player, line.rank, number, points)
                return

    def _tally(self, player: str, more: Sequence[float], later: int) -> Tally:
        """What counts for a player in the championship with `more` points, so many sessions later."""
        earned = [each.points for each in self.club.course.now[player].earned]
        return tally_of([*earned, *more], len(self._played) + later, self.club.options)

    @cached_property
    def _played(self) -> Sequence[object]:
        return self.club.played[self.season]

    @cached_property
    def _above(self) -> Mapping[str, Ranked]:
        return above(self.club.ranked)

    @cached_property
    def _above_champion(self) -> Mapping[str, Champion]:
        season = self.season.season
        return above([each for each in self.club.champions if each.season == season and each.rank])


def _first(does: Callable[[int], bool]) -> int:
    return next(number for number in count(1) if does(number))


def _each(does: Callable[[Sequence[float]], bool], number: int) -> Callable[[float], bool]:
    """The same of so many sessions that bring the same."""
    return lambda points: does([points] * number)
