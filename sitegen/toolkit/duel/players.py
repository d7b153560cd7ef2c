"""The page of a player in a ranking of duels: standing, course, latest games, history, head to head."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property, partial
from operator import attrgetter, itemgetter
from typing import Any, Generic, TypeVar

from sitegen.model import Career, Chart, Fact, Player, PlayerPage, Result, Section, Sheet
from sitegen.table import Figure
from sitegen.toolkit.ahead import Field, lately
from sitegen.toolkit.course import After, Course, Stood
from sitegen.toolkit.duel.account import Accounts
from sitegen.toolkit.duel.ahead import Supposed
from sitegen.toolkit.duel.more import More
from sitegen.toolkit.duel.outputs import RESULTS, Looked, Opponent, Receipt
from sitegen.toolkit.order import places
from sitegen.toolkit.outcome import pages
from sitegen.toolkit.ratings import RatingList, graph, highest
from sitegen.toolkit.rows import companions, head_to_head

S = TypeVar("S", bound=Any)
_NO_GAME = "No game has been played yet."
_SCORES = {"won": "1–0", "drawn": "½–½", "lost": "0–1"}
"""What a result is as people write it, from the side of the player."""


@dataclass(frozen=True)
class Careers(Generic[S]):
    """What the pages of all players are made from."""

    players: Sequence[Player]
    course: Course[Receipt, S]
    shown: RatingList[S]
    now: Stood[Receipt, S]
    lines: Mapping[str, Any]
    looked: Callable[[Sequence[Any], str], Sequence[Looked]]
    more: Sequence[More] = ()
    supposed: Supposed[S] | None = None

    def pages(self) -> list[PlayerPage]:
        """A page for every player."""
        return pages(self.players, self._sheet)

    def career(self, player: str) -> Career:
        """What a player did, all games among it; those that do not count have no result."""
        mine = self._of(player)
        played = [self._played(row, self._events[row.date].key) for row in self.looked(mine, player)]
        start = self.course.start[player].rating
        return Career(self._stood(player), played, start, self._ranked_from(player))

    def _ranked_from(self, player: str) -> date:
        """The day by which the rating was provisional no more for the first time."""
        is_provisional = self.shown.is_provisional
        if not is_provisional(self.course.start[player]):
            return date.min
        after = (self._events[day] for day, _ in self._stood(player))
        return next((each.day for each in after if not is_provisional(each.left[player])), date.max)

    def _played(self, row: Looked, event: str) -> Result:
        chance, change = getattr(row, "chance", None), getattr(row, "change", None)
        result = row.result if row.rated else ""
        score = _SCORES[row.result]
        against = (row.opponent,)
        return Result(row.date, event, result, against, (), score, chance, change, row.event, row.source)

    @cached_property
    def _games(self) -> Mapping[str, Sequence[int]]:
        """The places of each player's games among all receipts."""
        return self.course.places_of("home", "away")

    @cached_property
    def _accounts(self) -> Accounts[S]:
        return Accounts(self.course, self.more)

    def _of(self, player: str) -> list[Receipt]:
        """The games of a player."""
        return [self.course.rows[place] for place in self._games[player]]

    @cached_property
    def _events(self) -> Mapping[date, After[Receipt, S]]:
        """The event that each day of play is of."""
        return {row.date: after for after in self.course.events for row in after.rows}

    def _stood(self, player: str) -> list[tuple[date, float]]:
        """The ratings of a player after the events they played in, with the day of their last game there."""
        mine = self._of(player)
        days = dict.fromkeys([row.date for row in mine if row.rated])
        last = {self._events[day].key: day for day in days}
        return [(day, self._events[day].left[player].rating) for day in last.values()]

    def _is_there(self, player: str) -> bool:
        """Whether a next game is expected: of who is new, and of who played in the last twelve months."""
        return self.supposed is not None and (player in self._field.lately or not self._games[player])

    @cached_property
    def _field(self) -> Field[S]:
        met = lately(self.course.rows, self.now.day, "home", "away")
        return Field(self.players, self.now.now, met, possible=met)

    def _ahead(self, player: str) -> Iterator[Section]:
        if self.supposed and self._is_there(player):
            yield from self.supposed.section(self.now.now[player], self._field.against(player))

    @cached_property
    def _places(self) -> Mapping[str, int]:
        return places(self.players)

    def _sheet(self, player: Player) -> Sheet:
        return Sheet([*self._standing(player), *self._highest(player)], partial(self._parts, player))

    def _standing(self, player: Player) -> Iterator[Fact]:
        own = self.now.now[player.id]
        yield from self.shown.standing(own, self.lines.get(player.id))
        yield Fact("Games", own.games, int, note="those that count")
        yield Fact("Won – drawn – lost", f"{own.won} – {own.drawn} – {own.lost}")
        yield Fact("Rating at the start", self.course.start[player.id].rating, Figure)

    def _highest(self, player: Player) -> Iterator[Fact]:
        start: tuple[date | None, float] = None, self.course.start[player.id].rating
        reached, best = max([start, *self._stood(player.id)], key=itemgetter(1))
        return highest(best, reached)

    def _parts(self, player: Player) -> list[Section | Chart]:
        mine = self._of(player.id)
        looked = self.looked(mine, player.id)
        return [
            *graph(self.course.start[player.id].rating, self._stood(player.id)),
            *self._accounts.account(player.id, mine, looked),
            *self._ahead(player.id),
            *(each.on_player(player.id) for each in self.more),
            _history(looked[::-1]),
            _head_to_head(looked, self._places),
        ]


def _history(rows: Sequence[Looked]) -> Section:
    return Section("history", "Games", type(rows[0]) if rows else Looked, rows, empty=_NO_GAME, yearly=True)


def _head_to_head(looked: Sequence[Looked], shown: Mapping[str, int]) -> Section:
    rows = []
    for opponent, games in companions(looked, attrgetter("opponent"), shown):
        results = [row.result for row in games]
        rows.append(Opponent(opponent, len(games), *map(results.count, RESULTS.values())))
    note = "All games, also those that do not count for the rating; most played first."
    return head_to_head(Opponent, rows, note=note, empty=_NO_GAME)
