"""What is wrong with the tables of a rating list that their columns alone do not show, and what may be."""

from collections.abc import Iterator

from sitegen.model import Fault
from sitegen.systems.fibs.checks.clocks import clocks
from sitegen.systems.fibs.checks.clubs import clubs
from sitegen.systems.fibs.checks.matches import days, lengths, reported_twice
from sitegen.systems.fibs.checks.registrations import older_lists, registrations
from sitegen.systems.fibs.tables import Inputs
from sitegen.toolkit import playing


def faults(inputs: Inputs) -> Iterator[Fault]:
    """All faults."""
    yield from older_lists(inputs.players)
    yield from registrations(inputs.registrations or ())
    yield from clubs(inputs)
    yield from reported_twice(inputs.matches)
    yield from lengths(inputs.matches)
    yield from days(inputs.matches)
    yield from clocks(inputs.matches)
    yield from playing.faults(inputs.matches, "winner", "loser")
