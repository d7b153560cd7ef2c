"""The rows of tournaments with all that their formulas are filled in with."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import Any

from sitegen.systems.ludo.circuit import Circuit
from sitegen.systems.ludo.shown import ByRound, Step
from sitegen.toolkit.rows import grouped

_ROUNDS = (1, 2, 3)


@dataclass(frozen=True)
class Worked:
    """The calculations of all tournaments that were played."""

    circuit: Circuit

    @cached_property
    def days(self) -> Mapping[str, Sequence[ByRound]]:
        """The ranking of each tournament, with the points of each round."""
        points = {
            (row.result.tournament, row.who.id, row.result.round): row.points
            for row in reversed(self.circuit.rounds)
        }
        found: dict[str, list[ByRound]] = {}
        for row in self.circuit.days:
            tournament, player = row.first.result.tournament, row.first.who
            rounds = {f"round_{each}": points.get((tournament, player.id, each)) for each in _ROUNDS}
            named = {"ceiling": self.circuit.ceilings.get(row.first.year), "total": row.total, **rounds}
            found.setdefault(tournament, []).append(ByRound.like(row, row.first.result, player, **named))
        return found

    @cached_property
    def rounds(self) -> Mapping[str, Mapping[int, Sequence[Step]]]:
        """The rounds of each tournament, in order."""
        found: dict[str, dict[int, list[Step]]] = {}
        for row in self.circuit.rounds:
            of = found.setdefault(row.result.tournament, {}).setdefault(row.result.round, [])
            of.append(Step.like(row.worth, row.result))
        return found

    def of(self, tournament: str, player: str) -> list[Step | ByRound]:
        """What a player did in each round of a tournament, and in the ranking of its day."""
        if tournament not in self._by_player:
            every: list[Step | ByRound] = [*chain.from_iterable(self.rounds[tournament].values())]
            every += self.days[tournament]
            self._by_player[tournament] = _by_player(every)
        return self._by_player[tournament][player]

    @cached_property
    def _by_player(self) -> dict[str, Mapping[str, list[Any]]]:
        return {}


def _by_player(every: Iterable[Step | ByRound]) -> Mapping[str, list[Any]]:
    return grouped(every, lambda row: row.player)
