"""What is wrong with the tables of the Ruit rating that their columns alone do not show."""

from collections.abc import Iterator
from operator import attrgetter

from sitegen.message import advise, say
from sitegen.model import Fault
from sitegen.systems.bridge.evenings import elsewhere, two_forms
from sitegen.systems.bridge.teams import doubled
from sitegen.systems.ruit.checks.movements import movements
from sitegen.systems.ruit.checks.scores import scores
from sitegen.systems.ruit.checks.teams import teams
from sitegen.systems.ruit.tables import Inputs
from sitegen.unread import known


def faults(inputs: Inputs) -> Iterator[Fault]:
    """All faults, also when some cells could not be read: then `Unread` stands in their place."""
    forms = {"pairs": inputs.pairs, "butler": inputs.butler, "teams": inputs.teams}
    yield from two_forms(forms, attrgetter("date"), advise("one date holds one form: correct the date"))
    yield from doubled(inputs.lineups, advise("a team has four players"))
    yield from _players_twice(inputs)
    for lines in (inputs.pairs, inputs.butler):
        yield from movements(lines)
    yield from scores(inputs)
    yield from teams(inputs)


def _players_twice(inputs: Inputs) -> Iterator[Fault]:
    """A player stands once on a date; of one that holds two forms that alone is told."""
    names = {each.id: each.name for each in known(inputs.players, "id", "name")}
    for rows in (inputs.pairs, inputs.butler, inputs.lineups):
        for (row, column, player), other in elsewhere(rows, attrgetter("date")):
            name, day = names.get(player, player), row.date
            told = say(
                "player-twice-on-evening",
                "{name} plays on {day} already: {source}",
                name=name,
                day=day,
                source=other.source,
            )
            yield Fault(row, column, told, advise("a player plays once on an evening"))
