"""The pages of a circuit, and what several of them show."""

from collections.abc import Iterator

from sitegen.model import Fact
from sitegen.systems.ludo.circuit import Circuit
from sitegen.systems.ludo.shown import Held


def ceiling(circuit: Circuit, year: int) -> Iterator[Fact]:
    """The ceiling of the bonus in a year that has one."""
    if year in circuit.ceilings:
        yield Fact("Ceiling of the bonus", circuit.ceilings[year], int)


def held(circuit: Circuit, year: int | None = None) -> list[Held]:
    """The tournaments that were played, or those of a year, the latest first."""
    return [
        Held.like(each, players=len(after.rows), winner=after.rows[0].player)
        for each, after in reversed(circuit.after_each)
        if year in {None, each.year}
    ]
