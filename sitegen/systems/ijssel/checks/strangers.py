"""Rows of rounds that are not in the calendar, or to which the player does not belong."""

from collections.abc import Iterator, Mapping, Sequence

from sitegen.message import advise, say
from sitegen.model import Fault
from sitegen.systems.ijssel.tables import Inputs, Player, Row
from sitegen.unread import known


def faults(inputs: Inputs, rows: Sequence[Row]) -> Iterator[Fault]:
    """Every such row, but of the rounds beyond the calendar, of which it is one in each table."""
    rounds = known(inputs.rounds, "round")
    last = max((each.round for each in rounds), default=0)
    if len(rounds) == len(inputs.rounds):
        yield from _not_in_calendar(inputs, last)
    players = {each.id: each for each in known(inputs.players, "id")}
    for row in rows:
        if row.round <= last:
            yield from _outsiders(row, players)


def _not_in_calendar(inputs: Inputs, last: int) -> Iterator[Fault]:
    """Rounds beyond the last one; of the rows of such a round the first in each table."""
    for player in inputs.players:
        for column, number in (("joined", player.joined), ("left", player.left)):
            if number is not None and number > last > 0:
                message = say("no-round-of-season", "{number} is no round of the season", number=number)
                yield Fault(player, column, message, advise("its last is {last}", last=last))
    tables: Sequence[Sequence[Row]] = (inputs.games, inputs.absences)
    for rows in tables:
        first = {each.round: each for each in reversed(rows) if each.round > last}
        for number, row in first.items():
            message = say("round-not-in-calendar", "round {round} is not in the calendar", round=number)
            yield Fault(row, "round", message, advise("add it to rounds.csv"))


def _outsiders(row: Row, players: Mapping[str, Player]) -> Iterator[Fault]:
    for column, id_ in row.named:
        if (player := players.get(id_)) is None:
            continue
        told = {"name": player.name, "joined": player.joined, "left": player.left, "round": row.round}
        if row.round < player.joined:
            message = say("before-joining", "{name} joins in round {joined}, after round {round}", **told)
            yield Fault(row, column, message, advise("correct the player, or 'joined' in players.csv"))
        if player.left is not None and row.round > player.left:
            message = say("after-leaving", "{name} left after round {left}, before round {round}", **told)
            yield Fault(row, column, message, advise("correct the player, or 'left' in players.csv"))
