"""Who and what an evening holds: one form, and everyone once."""

from collections.abc import Iterator
from operator import attrgetter

from sitegen.message import advise, say
from sitegen.model import Fault
from sitegen.systems.bridge.evenings import elsewhere, two_forms
from sitegen.systems.bridge.teams import doubled
from sitegen.systems.ruit.tables import Inputs
from sitegen.unread import known


def evenings(inputs: Inputs) -> Iterator[Fault]:
    """One date holds one form, and a player stands once on it; of one with two forms that alone is told."""
    forms = {"pairs": inputs.pairs, "butler": inputs.butler, "teams": inputs.teams}
    day_of = attrgetter("date")
    yield from two_forms(forms, day_of, advise("one date holds one form: correct the date"))
    yield from doubled(inputs.lineups, advise("a team has four players"))
    names = {each.id: each.name for each in known(inputs.players, "id", "name")}
    for rows in (inputs.pairs, inputs.butler, inputs.lineups):
        for cell, other in elsewhere(rows, day_of):
            told = say(
                "player-twice-on-evening",
                "{name} plays on {day} already: {source}",
                name=names.get(cell.player, cell.player),
                day=other.date,
                source=other.source,
            )
            yield Fault(cell.row, cell.column, told, advise("a player plays once on an evening"))
