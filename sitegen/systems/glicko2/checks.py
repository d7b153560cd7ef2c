"""What is wrong with the games of a club with Glicko-2 ratings, beyond a row."""

from collections.abc import Iterator

from sitegen.model import Dated, Fault
from sitegen.systems.glicko2.tables import Inputs, Options
from sitegen.toolkit import duel


def check(inputs: Inputs, options: Options) -> Iterator[Fault]:  # noqa: ARG001 - the protocol's
    """What is wrong with games."""
    return duel.two_ways(inputs.games)


def dated(inputs: Inputs) -> Iterator[Dated]:
    """Every game has been played."""
    return duel.dated(inputs.games)
