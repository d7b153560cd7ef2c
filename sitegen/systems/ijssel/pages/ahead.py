"""What the next game of a player would score, against each likely opponent."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain

from sitegen.model import Section
from sitegen.systems.ijssel.ranking import Ranking
from sitegen.systems.ijssel.scores import supposed
from sitegen.toolkit.ahead import Drawable, ahead, likely, neighbours
from sitegen.toolkit.order import ranked

_NOTE = (
    "The round score at the values as they are now: after the round all values are calculated anew, and every"
    " round score with them. Who has been drawn stands first, then who is nearest in club rating and may"
    " still be met in the period."
)


@dataclass(frozen=True)
class Next:
    """What the next games of all players are supposed from."""

    made: Ranking

    def section(self, player: str) -> Iterator[Section]:
        """The next game of a player; nothing after the last round, or for who has left."""
        candidates = chain(self._drawn.get(player, ()), self._near(player))
        rows = [self._supposed(player, each) for each in likely(candidates, self.made.now)]
        yield from ahead(Drawable, rows, note=_NOTE, articles=["2.2 Rondescore", "5.1 Limitering"])

    def _supposed(self, player: str, opponent: str) -> Drawable:
        scores = [supposed(player, opponent, result, self._values) for result in ("1", "½", "0")]
        return Drawable(opponent, self.made.now[opponent].club_rating, *scores)

    @cached_property
    def _values(self) -> Mapping[str, float]:
        return {player: own.value for player, own in self.made.now.items()}

    @cached_property
    def _drawn(self) -> Mapping[str, Sequence[str]]:
        """The opponents in games that are still to be played, in the order of the rounds."""
        competition = self.made.competition
        found: dict[str, list[str]] = {}
        for round_ in (*competition.played, *competition.drawn):
            for white, black in (each.players for each in competition.games(round_) if not each.result):
                found.setdefault(white, []).append(black)
                found.setdefault(black, []).append(white)
        return found

    def _near(self, player: str) -> Iterator[str]:
        """Who may be drawn against a player in the first round that is still to be, the nearest first."""
        if player in self._there:
            near = neighbours(self._there, self._there.index(player))
            yield from (each for each in near if frozenset((player, each)) not in self._barred)

    @cached_property
    def _round(self) -> int | None:
        """The first round that is still to be drawn."""
        competition = self.made.competition
        return next((each for each in competition.to_come if each not in competition.drawn), None)

    @cached_property
    def _there(self) -> Sequence[str]:
        """Who belongs to that round, by club rating."""
        if self._round is None:
            return []
        competition, now = self.made.competition, self.made.now
        there = [competition.by_id[each] for each in now]
        there = [each for each in there if competition.belongs(each, self._round)]
        return [
            each.id for _, each in ranked(there, {player: own.club_rating for player, own in now.items()})
        ]

    @cached_property
    def _barred(self) -> Collection[frozenset[str]]:
        competition = self.made.competition
        return set() if self._round is None else competition.met(competition.period(self._round))
