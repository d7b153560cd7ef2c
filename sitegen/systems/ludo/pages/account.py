"""The rows of tournaments with all that their formulas are filled in with."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from operator import attrgetter
from typing import NamedTuple

from sitegen.systems.ludo.circuit import Circuit
from sitegen.systems.ludo.days import Day
from sitegen.systems.ludo.rounds import Played
from sitegen.systems.ludo.shown import ByRound, Step
from sitegen.table import many
from sitegen.toolkit.rows import grouped

_ROUNDS = (1, 2, 3)
_RESULT, _WHO, _WORTH = map(attrgetter, ("result", "who", "worth"))


class _ByRound(NamedTuple):
    """The points of a player in each round of a tournament that they played, and the ceiling of its bonus."""

    round_1: float | None
    round_2: float | None
    round_3: float | None
    ceiling: int | None


@dataclass(frozen=True)
class Worked:
    """The calculations of all tournaments that were played, each made when it is asked for."""

    circuit: Circuit

    def day(self, tournament: str) -> list[ByRound]:
        """The ranking of a tournament, with the points of each round."""
        return self._by_round(self._days[tournament], self.circuit.rounds_at[tournament])

    def rounds(self, tournament: str) -> Mapping[int, Sequence[Step]]:
        """The rounds of a tournament, in order."""
        rounds = grouped(self.circuit.rounds_at[tournament], lambda row: row.result.round)
        return {number: _steps(rows) for number, rows in rounds.items()}

    def of(self, tournament: str, player: str) -> list[Step | ByRound]:
        """What a player did in each round of a tournament, and in the ranking of its day."""
        days = [row for row in self._days[tournament] if row.first.who.id == player]
        rounds = [row for row in self.circuit.rounds_at[tournament] if row.who.id == player]
        return [*_steps(rounds), *self._by_round(days, rounds)]

    def _by_round(self, days: Sequence[Day], rounds: Sequence[Played]) -> list[ByRound]:
        points: defaultdict[str, dict[int, float]] = defaultdict(dict)
        for row in reversed(rounds):
            points[row.who.id][row.result.round] = row.worth.points
        firsts = [row.first for row in days]
        ceilings = self.circuit.ceilings
        rest = ((*map(points[row.who.id].get, _ROUNDS), ceilings.get(row.year)) for row in firsts)
        return ByRound.each_like(days, many(_ByRound, rest), map(_RESULT, firsts), map(_WHO, firsts))

    @cached_property
    def _days(self) -> Mapping[str, Sequence[Day]]:
        return grouped(self.circuit.days, attrgetter("first.result.tournament"))


def _steps(rounds: Sequence[Played]) -> list[Step]:
    return Step.each_like(map(_WORTH, rounds), map(_RESULT, rounds))
