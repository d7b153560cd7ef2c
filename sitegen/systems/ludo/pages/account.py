"""The rows of tournaments with all that their formulas are filled in with."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import Any

from sitegen.systems.ludo.circuit import Circuit
from sitegen.systems.ludo.frames import rows, rows_by
from sitegen.systems.ludo.shown import ByRound, Step
from sitegen.toolkit.rows import grouped

_ROUNDS = [1, 2, 3]


@dataclass(frozen=True)
class Worked:
    """The calculations of all tournaments that were played."""

    circuit: Circuit

    @cached_property
    def days(self) -> Mapping[str, Sequence[ByRound]]:
        """The ranking of each tournament, with the points of each round."""
        key, days = ["tournament", "player"], self.circuit.days
        rounds = self.circuit.rounds.pivot_table(index=key, columns="round", values="points", aggfunc="first")
        by_round = rounds.reindex(columns=_ROUNDS)
        by_round = by_round.set_axis([f"round_{each}" for each in _ROUNDS], axis="columns")
        ceiling = days["year"].map(self.circuit.ceilings).astype("Int64")
        return rows_by("tournament", ByRound, days.assign(ceiling=ceiling).join(by_round, on=key))

    @cached_property
    def rounds(self) -> Mapping[str, Mapping[int, Sequence[Step]]]:
        """The rounds of each tournament, in order."""
        found: dict[str, dict[int, Sequence[Step]]] = {}
        for (tournament, number), played in self.circuit.rounds.groupby(["tournament", "round"]):
            found.setdefault(str(tournament), {})[int(str(number))] = rows(Step, played)
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
