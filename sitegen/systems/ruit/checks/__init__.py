"""What is wrong with the tables of the Ruit rating that their columns alone do not show."""

from collections.abc import Iterator

from sitegen.model import Fault
from sitegen.systems.ruit.checks.evenings import evenings
from sitegen.systems.ruit.checks.movements import movements
from sitegen.systems.ruit.checks.scores import scores
from sitegen.systems.ruit.checks.teams import teams
from sitegen.systems.ruit.tables import Inputs


def faults(inputs: Inputs) -> Iterator[Fault]:
    """All faults, also when some cells could not be read: then `Unread` stands in their place."""
    yield from evenings(inputs)
    for lines in (inputs.pairs, inputs.butler):
        yield from movements(lines)
    yield from scores(inputs)
    yield from teams(inputs)
