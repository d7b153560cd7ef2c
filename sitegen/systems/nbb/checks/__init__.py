"""What is wrong with the tables of the NBB-Clubranking that their columns alone do not show."""

from collections.abc import Iterator

from sitegen.model import Fault
from sitegen.systems.nbb.checks.lines import lines
from sitegen.systems.nbb.checks.partnerships import partnerships
from sitegen.systems.nbb.checks.rankings import rankings
from sitegen.systems.nbb.checks.scores import scores
from sitegen.systems.nbb.checks.seasons import seasons
from sitegen.systems.nbb.checks.sessions import sessions
from sitegen.systems.nbb.checks.teams import teams
from sitegen.systems.nbb.tables import Inputs, Options


def faults(inputs: Inputs, options: Options) -> Iterator[Fault]:
    """All faults, also when some cells could not be read: then `Unread` stands in their place."""
    yield from seasons(inputs)
    yield from sessions(inputs)
    yield from lines(inputs, options)
    yield from scores(inputs)
    yield from partnerships(inputs)
    yield from teams(inputs)
    yield from rankings(inputs, options)
