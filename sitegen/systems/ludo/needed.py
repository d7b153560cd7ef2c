"""What a player still needs: points that bring the next place of a ranking, or a seat at a final table."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from operator import attrgetter
from typing import Literal

from sitegen.systems.ludo.circuit import Circuit
from sitegen.systems.ludo.games import WIN, with_one_more
from sitegen.systems.ludo.outputs import DayRanked, GameRanked, Ranked, Seat, YearRanked
from sitegen.systems.ludo.tables import Game, Points, Tournament
from sitegen.systems.ludo.years import Standing, at_start, ludo_ranking, year_ranking
from sitegen.table import PlayerId, Rank, Table, column
from sitegen.toolkit.needed import above, least
from sitegen.toolkit.order import comparable
from sitegen.toolkit.rows import grouped

Goal = Literal[
    "a place in LUDO", "the next place in LUDO", "the next place of the year", "a seat at the final table"
]


class Needed(Table):
    """The points that are enough for a goal in the next tournament."""

    goal: Goal = column("what they are needed for", label="For", role="name")
    game: Game = column("the game of the final table", default="")
    player: PlayerId = column("who has the place or the seat", label="Ahead of", default="", role="optional")
    place: Rank | None = column("that place or seat", default=None, role="optional")
    points: Points = column(
        "points that are enough: those of the day with its bonus, for a seat those of one game; 0: any",
        default=0.0,
        role="value",
    )


@dataclass(frozen=True)
class Needs:
    """What everybody needs in the tournament that is to be played next."""

    circuit: Circuit
    tournament: Tournament

    def of(self, player: str) -> Iterator[Needed]:
        """What one of them needs: in LUDO, in the ranking of the year, for the final tables."""
        if player not in self._ludo:
            yield Needed("a place in LUDO")
        yield from self._next("the next place in LUDO", player, self._above, lambda own: own.ludo)
        yield from self._next(
            "the next place of the year", player, self._above_of_year, lambda own: own.this_year
        )
        yield from self._seats(player)

    def _next(
        self,
        goal: Goal,
        player: str,
        over: Mapping[str, Ranked | YearRanked],
        total: Callable[[Standing], float],
    ) -> Iterator[Needed]:
        """The points of the day that bring it, as far as anybody ever had so many."""
        if line := over.get(player):
            own, kind, beyond = self._now[player], self.tournament.kind, comparable(line.total)
            points = least(
                lambda more: comparable(total(own.after(_day(more), kind))) > beyond,
                0.0,
                self._best,
            )
            if points is not None:
                yield Needed(goal, "", line.player, line.rank, points)

    def _seats(self, player: str) -> Iterator[Needed]:
        """The points in one more game that are better than the last who sits there."""
        for row in self._reserves.get(player, ()):
            last = self._last[row.game]
            if (points := _to_pass(row, last)) is not None:
                yield Needed("a seat at the final table", row.game, last.player, last.seat, points)

    @cached_property
    def _now(self) -> Mapping[str, Standing]:
        """How all stand when the year of the tournament has begun."""
        played = self.circuit.course.events
        return at_start(played[-1].left if played else {}, self.tournament.year)

    @cached_property
    def _ludo(self) -> Mapping[str, Ranked]:
        return ludo_ranking(self.circuit.inputs.players, self._now, self.tournament.year)

    @cached_property
    def _above(self) -> Mapping[str, Ranked]:
        return above([*self._ludo.values()])

    @cached_property
    def _above_of_year(self) -> Mapping[str, YearRanked]:
        return above([*year_ranking(self.circuit.inputs.players, self._now, self.tournament.year).values()])

    @cached_property
    def _best(self) -> float:
        """The most that anybody ever had in a tournament."""
        return max((row.total for row in self.circuit.course.rows), default=0.0)

    @cached_property
    def _tables(self) -> Sequence[Seat]:
        """Who would sit at the final tables; nobody where the final was played, or is what comes next."""
        year = self.tournament.year
        finals = {each.year for each in [*self.circuit.tournaments, self.tournament] if each.kind == "final"}
        return [] if year in finals else self.circuit.seats.get(year, [])

    @cached_property
    def _last(self) -> Mapping[str, Seat]:
        """Who has the last seat of each game."""
        return {each.game: each for each in self._tables if not each.reserve}

    @cached_property
    def _reserves(self) -> Mapping[str, Sequence[GameRanked]]:
        """The games of each player in which they are a reserve."""
        there = {(each.game, each.player) for each in self._tables if each.reserve}
        games = self.circuit.games.get(self.tournament.year, ())
        return grouped((row for row in games if (row.game, row.player) in there), attrgetter("player"))


def _day(points: float) -> DayRanked:
    """A tournament that brings so many points, the bonus among them."""
    return DayRanked(tournament="", rank=1, player="", name="", club="", points=points, bonus=0, total=points)


def _to_pass(row: GameRanked, last: Seat) -> float | None:
    """The points in one more game that bring a player past who has the last seat."""
    beyond = comparable(last.ranking)
    return least(lambda points: comparable(with_one_more(row, points)) > beyond, 0.0, WIN)
