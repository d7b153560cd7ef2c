"""Who and what an evening holds: one form, and everyone once."""

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from sitegen.message import advise, say
from sitegen.model import Fault
from sitegen.problem import quoted
from sitegen.systems.bridge.evenings import Forms, two_forms
from sitegen.systems.ruit.tables import Inputs, Line, LineUp
from sitegen.unread import Unread, known

if TYPE_CHECKING:
    from datetime import date


def evenings(inputs: Inputs) -> Iterator[Fault]:
    """One date holds one form, and a player stands once on it."""
    forms: Forms = {"pairs": inputs.pairs, "butler": inputs.butler, "teams": inputs.teams}
    yield from two_forms(forms, lambda row: row.date, advise("one date holds one form: correct the date"))
    names = {each.id: each.name for each in known(inputs.players, "id", "name")}
    for rows in (inputs.pairs, inputs.butler, inputs.lineups):
        yield from _twice(rows, names)


def _twice(rows: Iterable[Line | LineUp], names: Mapping[str, str]) -> Iterator[Fault]:
    """A player stands once on a date; of one that holds two forms that alone is told."""
    first: dict[tuple[date, str], Line | LineUp] = {}
    for row in known(rows, "date"):
        players = [each for each in row.players if not isinstance(each[1], Unread)]
        for column, player in players:
            other = first.setdefault((row.date, player), row)
            if other is not row:
                told = say(
                    "player-twice-on-evening",
                    "{name} plays on {day} already: {source}",
                    name=names.get(player, player),
                    day=row.date,
                    source=other.source,
                )
                yield Fault(row, column, told, advise("a player plays once on an evening"))
        if isinstance(row, LineUp) and len({player for _, player in players}) < len(players):
            told = say(
                "player-twice-in-team",
                "a player stands twice in the line-up of {team}",
                team=quoted(row.team),
            )
            yield Fault(row, "team", told, advise("a team has four players"))
