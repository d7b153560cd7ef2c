"""The rows of tournaments with all that their formulas are filled in with."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import NamedTuple

from sitegen.systems.ludo.circuit import Circuit
from sitegen.systems.ludo.outputs import DayRanked
from sitegen.systems.ludo.rounds import Played
from sitegen.systems.ludo.shown import ByRound, Step
from sitegen.table import many
from sitegen.toolkit.rows import grouped

_ROUNDS = (1, 2, 3)
_RESULT, _WORTH = map(attrgetter, ("result", "worth"))
_ENTERED = attrgetter("result.place", "scores")


class _ByRound(NamedTuple):
    """The points of a player in each round of a tournament, and what its bonus goes by."""

    round_1: float | None
    round_2: float | None
    round_3: float | None
    players: int
    ceiling: int | None


class _Entered(NamedTuple):
    """The place that was entered, and the scores of the table together."""

    given: float
    scores: float | None


@dataclass(frozen=True)
class Worked:
    """The calculations of all tournaments that were played, each made when it is asked for."""

    circuit: Circuit

    def day(self, tournament: str) -> list[ByRound]:
        """The ranking of a tournament, with the points of each round."""
        return self._by_round(tournament, self.circuit.days[tournament])

    def rounds(self, tournament: str) -> Mapping[int, Sequence[Step]]:
        """The rounds of a tournament, in order."""
        rounds = grouped(self.circuit.rounds_at[tournament], lambda row: row.result.round)
        return {number: _steps(rows) for number, rows in rounds.items()}

    def of(self, tournament: str, player: str) -> list[Step | ByRound]:
        """What a player did in each round of a tournament, and in the ranking of its day."""
        days = [row for row in self.circuit.days[tournament] if row.player == player]
        rounds = [row for row in self.circuit.rounds_at[tournament] if row.who.id == player]
        return [*_steps(rounds), *self._by_round(tournament, days)]

    def _by_round(self, tournament: str, days: Sequence[DayRanked]) -> list[ByRound]:
        rounds, points = self.circuit.rounds_at[tournament], defaultdict[str, dict[int, float]](dict)
        for row in reversed(rounds):
            points[row.worth.player][row.worth.round] = row.worth.points
        told = len(self.circuit.days[tournament]), self.circuit.ceilings.get(rounds[0].year)
        rest = ((*map(points[row.player].get, _ROUNDS), *told) for row in days)
        return ByRound.each_like(days, many(_ByRound, rest))


def _steps(rounds: Sequence[Played]) -> list[Step]:
    return Step.each_like(many(_Entered, map(_ENTERED, rounds)), map(_WORTH, rounds), map(_RESULT, rounds))
