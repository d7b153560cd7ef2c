"""All matches as their players look back on them: each stands twice, and those of a player together."""

from array import array
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache, cached_property
from itertools import accumulate, chain, pairwise
from typing import Any

from sitegen.model import Career, Point, Result
from sitegen.systems.fibs.outputs import Receipt
from sitegen.systems.fibs.rating import Rated
from sitegen.systems.fibs.shown import Looked
from sitegen.table import Cells, Rows


@dataclass(frozen=True)
class Histories:
    """The matches of all players, held by column; with an experience `below` this a rating is provisional."""

    rated: Rated
    below: int

    def of(self, player: str) -> Rows[Looked]:
        """The matches of a player, oldest first."""
        return self._looked[self._bounds[player]]

    def receipts(self, player: str, since: int) -> Rows[Receipt]:
        """What the matches of a player did, from one of them on."""
        return self.rated.receipts.take(self._places[self._bounds[player]][since:])

    def career(self, player: str) -> Career:
        """What a player did, all matches among it; those that do not count have no result."""
        played, start = self._results[self._bounds[player]], self.rated.start[player]
        return Career(self.course(player), played, start.rating, self._ranked_from[player])

    def course(self, player: str) -> Rows[Point]:
        """The rating of a player after each day on which a match counted."""
        pairs = zip(*map(self.of(player).column, ("date", "after")), strict=True)
        course = {day: rating for day, rating in pairs if rating is not None}
        return Rows(Point, len(course), [[*course], [*course.values()]])

    @cached_property
    def _ranked_from(self) -> Mapping[str, date]:
        """The day on which each player had experience enough to be ranked."""
        lacking = {player: self.below - own.experience for player, own in self.rated.start.items()}
        found = {player: date.max if lacks > 0 else date.min for player, lacks in lacking.items()}
        columns = map(self.rated.receipts.column, ("counted", "date", "length", "winner", "loser"))
        for counted, day, length, *both in zip(*columns, strict=True):
            for player in both if counted else ():
                if lacking[player] > 0:
                    lacking[player] -= length
                    if lacking[player] <= 0:
                        found[player] = day
        return found

    @cached_property
    def _bounds(self) -> Mapping[str, slice]:
        """Where the matches of each player stand."""
        played = Counter(self._by_turns("winner", "loser"))
        ends = accumulate((played[player] for player in self.rated.start), initial=0)
        return {player: slice(*both) for player, both in zip(self.rated.start, pairwise(ends), strict=False)}

    def _by_turns(self, of_winner: str, of_loser: str) -> Iterator[Any]:
        """The cells of a column of winners and of one of losers, by turns."""
        columns = map(self.rated.receipts.column, (of_winner, of_loser))
        return chain.from_iterable(zip(*columns, strict=True))

    def _by_player(self, by_turns: Iterable[Any]) -> Cells:
        """The same cells, those of a player together."""
        found: dict[str, list[Any]] = {player: [] for player in self.rated.start}
        own = map(found.__getitem__, self._by_turns("winner", "loser"))
        deque(map(list.append, own, by_turns), maxlen=0)  # a loop, in three quarters of the time
        return [*chain.from_iterable(found.values())]

    @cached_property
    def _places(self) -> Sequence[int]:
        """The place of each match among all receipts."""
        return array("i", self._by_player(side // 2 for side in range(2 * len(self.rated.receipts))))

    @cached_property
    def _looked(self) -> Rows[Looked]:
        """All matches, twice; the points of the loser may not be reported."""
        receipts = self.rated.receipts

        def choose(of_winner: str, of_loser: str) -> Callable[[], Cells]:
            return lambda: self._by_player(self._by_turns(of_winner, of_loser))

        def scores() -> Cells:
            played = zip(*map(receipts.column, ("length", "score")), strict=True)
            return self._by_player(chain.from_iterable(_scores(*each) for each in played))

        def chances() -> Cells:
            own = receipts.column("probability")
            return self._by_player(chain.from_iterable((p, None if p is None else 1 - p) for p in own))

        def changes() -> Cells:
            own = receipts.column("change")
            return self._by_player(chain.from_iterable((w, None if w is None else -w) for w in own))

        same = {name: choose(name, name) for name in ("date", "event", "reason", "source")}
        columns: dict[str, Callable[[], Cells]] = {
            **same,
            "opponent": choose("loser", "winner"),
            "result": lambda: self._by_player(["won", "lost"] * len(receipts)),
            "score": scores,
            "opponent_before": choose("loser_before", "winner_before"),
            "chance": chances,
            "change": changes,
            "after": choose("winner_after", "loser_after"),
        }
        return Rows.join(Looked, 2 * len(receipts), columns)

    @cached_property
    def _results(self) -> Rows[Result]:
        """The same, as what players did."""
        column, event_of = self._looked.column, self.rated.event_of
        alone = {player: (player,) for player in self.rated.start}

        def ends() -> Cells:
            pairs = zip(column("result"), column("change"), strict=True)
            return ["" if change is None else result for result, change in pairs]

        return self._looked.view(
            Result,
            day=lambda: column("date"),
            event=lambda: [*map(event_of.__getitem__, column("date"))],
            ended=ends,
            opponents=lambda: [*map(alone.__getitem__, column("opponent"))],
            occasion=lambda: column("event"),
        )


@cache
def _scores(length: int, score: int | None) -> tuple[str, str]:
    """A score as the winner writes it, such as `7–3`, and as the loser does; `?` for points not reported."""
    points = "?" if score is None else score
    return f"{length}–{points}", f"{points}–{length}"
