"""The page of a player in a ranking of duels: standing, course, latest games, history, head to head."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property, partial
from operator import itemgetter
from typing import Any, Generic, TypeVar

from sitegen.model import Chart, Evidence, Fact, Player, PlayerPage, Section, Sheet
from sitegen.table import names
from sitegen.toolkit.course import Course, Stood
from sitegen.toolkit.duel.more import More
from sitegen.toolkit.duel.outputs import Looked, Opponent, Receipt
from sitegen.toolkit.order import places
from sitegen.toolkit.outcome import pages
from sitegen.toolkit.ratings import RatingList, graph, highest
from sitegen.toolkit.rows import companions

S = TypeVar("S", bound=Any)
_NO_GAME = "No game has been played yet."
_RESULTS = {1.0: "won", 0.5: "drawn", 0.0: "lost"}


@dataclass(frozen=True)
class Careers(Generic[S]):
    """What the pages of all players are made from."""

    players: Sequence[Player]
    course: Course[Receipt, S]
    shown: RatingList[S]
    now: Stood[Receipt, S]
    history: type[Looked]
    more: Sequence[More] = ()

    def pages(self) -> list[PlayerPage]:
        """A page for every player."""
        return pages(self.players, self._sheet)

    @cached_property
    def _lines(self) -> Mapping[str, Any]:
        """The line of everybody on the current lists."""
        return self.shown.lists(self.players, self.now.now, self.now.before).lines

    @cached_property
    def _games(self) -> Mapping[str, Sequence[int]]:
        """The places of each player's games among all receipts."""
        return self.course.places_of("home", "away")

    @cached_property
    def _places(self) -> Mapping[str, int]:
        return places(self.players)

    def _sheet(self, player: Player) -> Sheet:
        evidence = Evidence("games", self._games[player.id])
        also = [each.of_player(player.id) for each in self.more]
        start, after = self._ratings(player)
        day, best = max([(None, start), *after], key=itemgetter(1))
        facts = [*self._standing(player), *highest(best, day)]
        return Sheet(facts, (evidence, *also), partial(self._parts, player))

    def _standing(self, player: Player) -> Iterator[Fact]:
        own = self.now.now[player.id]
        yield from self.shown.standing(own, self._lines.get(player.id))
        yield Fact("Games", own.games, int, note="those that count")
        yield Fact("Won – drawn – lost", f"{own.won} – {own.drawn} – {own.lost}")

    def _ratings(self, player: Player) -> tuple[float, list[tuple[date, float]]]:
        after = [(day, own.rating) for day, own in self.course.of[player.id]]
        return self.course.start[player.id].rating, after

    def _parts(self, player: Player) -> list[Section | Chart]:
        mine = [self.course.rows[place] for place in self._games[player.id]]
        return [
            *graph(*self._ratings(player)),
            _latest(mine),
            *(each.section(each.of_player(player.id)) for each in self.more),
            _history(player.id, mine, self.history),
            _head_to_head(player.id, mine, self._places),
        ]


def _latest(mine: Sequence[Receipt]) -> Section:
    last = [row for row in mine if row.date == mine[-1].date]
    return Section("latest", "Latest day of play", type(last[0]) if last else Receipt, last, empty=_NO_GAME)


def _history(player: str, mine: Sequence[Receipt], table: type[Looked]) -> Section:
    rows = [looked(table, row, player) for row in reversed(mine)]
    return Section("history", "Games", table, rows, empty=_NO_GAME)


def looked(table: type[Looked], row: Receipt, player: str) -> Looked:
    """A receipt from the side of one player, as far as `table` has columns for it."""
    side, other = ("home", "away") if player == row.home else ("away", "home")
    seen = {
        "opponent": row.opponent(player),
        "side": side,
        "result": _RESULTS[row.score(player)],
        "opponent_before": getattr(row, f"{other}_before"),
        "chance": row.chance(player),
        "change": getattr(row, f"{side}_change", None),
        "after": getattr(row, f"{side}_after", None),
    }
    there = names(table)
    return table.like(row, **{name: value for name, value in seen.items() if name in there})


def _head_to_head(player: str, mine: Sequence[Receipt], shown: Mapping[str, int]) -> Section:
    rows = []
    for opponent, games in companions(mine, lambda row: row.opponent(player), shown):
        results = Counter(_RESULTS[row.score(player)] for row in games)
        rows.append(Opponent(opponent, len(games), *(results[each] for each in _RESULTS.values())))
    note = "All games, also those that do not count for the rating; most played first."
    return Section("head-to-head", "Head to head", Opponent, rows, note=note, empty=_NO_GAME)
