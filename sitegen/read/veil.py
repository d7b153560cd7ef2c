"""Those who hide, as a site hands them to whoever calculates it again: labels, and what they decided."""

import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple

_VEILED = re.compile(r"\*player-([0-9]+)")


def veiled(label: str) -> str:
    """How a table names a hidden player of whom nothing is known but the label: no id is written so."""
    return f"*{label}"


class Veil(NamedTuple):
    """What is known of the hidden players of a ranking where nobody knows who they are.

    `before` has their labels, in an order that is right wherever it decided anything; each with the id of the
    first visible player known to stand behind them in the alphabet, blank where none is. `lots` are what
    they drew by occasion: a digest that falls among those of the others as the true one did.
    """

    before: Mapping[str, str] = {}
    lots: Mapping[str, Mapping[str, str]] = {}

    def label(self, id_: str) -> str:
        """The label in what a table names a hidden player by; blank for everybody else."""
        label = id_.removeprefix("*")
        return label if _VEILED.fullmatch(id_) and label in self.before else ""

    def number(self, id_: str) -> int:
        """The number of that label; 0 for everybody else."""
        return int(self.label(id_).rpartition("-")[2] or 0)

    def placed(self, ids: Iterable[str]) -> list[str]:
        """The ids of visible players in their order, with those of the hidden where they stand among them."""
        found = list(ids)
        for label, behind in self.before.items():
            found.insert(found.index(behind) if behind in found else len(found), veiled(label))
        return found


UNVEILED = Veil()
