"""What is wrong with the tables of a season that their columns alone do not show.

Every check runs on all rows that were read enough for it, and leaves out what may only follow from a cell
that was not.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from sitegen.message import advise, say
from sitegen.model import Fault
from sitegen.systems.ijssel.checks import calendar, evenings, slips
from sitegen.systems.ijssel.competition import period
from sitegen.systems.ijssel.scores import BYES
from sitegen.systems.ijssel.tables import Absence, Game, Inputs, Options, Player, Row
from sitegen.unread import known


def faults(inputs: Inputs, options: Options) -> Iterator[Fault]:
    """All faults, and what is probably a slip."""
    names = {each.id: each.name if known([each], "name") else each.id for each in known(inputs.players, "id")}
    yield from calendar.faults(inputs)
    yield from _strangers(inputs)
    yield from _too_many_byes(inputs.absences, names)
    yield from evenings.faults(inputs, names)
    yield from _met_again(inputs, options, names)
    yield from slips.faults(inputs)


def _strangers(inputs: Inputs) -> Iterator[Fault]:
    """Rows of rounds that are not in the calendar, or to which the player does not belong."""
    rounds = known(inputs.rounds, "round")
    is_whole = len(rounds) == len(inputs.rounds)
    last = max((each.round for each in rounds), default=0)
    if is_whole:
        yield from _not_in_calendar(inputs, last)
    players = {each.id: each for each in known(inputs.players, "id")}
    for row in evenings.every_row(inputs):
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
        player = players.get(id_)
        if player is None:
            continue
        if row.round < player.joined:
            message = say(
                "before-joining",
                "{name} joins in round {joined}, after round {round}",
                name=player.name,
                joined=player.joined,
                round=row.round,
            )
            yield Fault(row, column, message, advise("correct the player, or 'joined' in players.csv"))
        if player.left is not None and row.round > player.left:
            message = say(
                "after-leaving",
                "{name} left after round {left}, before round {round}",
                name=player.name,
                left=player.left,
                round=row.round,
            )
            yield Fault(row, column, message, advise("correct the player, or 'left' in players.csv"))


def _too_many_byes(absences: Iterable[Absence], names: evenings.Names) -> Iterator[Fault]:
    """Article 2.3: twice a season."""
    taken = Counter[str]()
    byes = (row for row in known(absences, "round", "player", "code") if row.code == "bye")
    for row in sorted(byes, key=lambda each: each.round):
        taken[row.player] += 1
        if taken[row.player] > BYES:
            message = say(
                "too-many-byes",
                "{name} has taken {byes} byes before round {round}",
                name=names.get(row.player, row.player),
                byes=BYES,
                round=row.round,
            )
            hint = advise("a player can take {byes} a season; afterwards it is 'absent'", byes=BYES)
            yield Fault(row, "code", message, hint)


def _met_again(inputs: Inputs, options: Options, names: evenings.Names) -> Iterator[Fault]:
    """Article 5.1: two players meet once a period."""
    first: dict[tuple[int, frozenset[str]], Game] = {}
    length = len(inputs.rounds)
    games = [row for row in known(inputs.games, "round", "white", "black") if row.round <= length]
    for row in sorted(games, key=lambda each: each.round):
        other = first.setdefault((period(row.round, length, options), row.pair), row)
        if other is not row and other.round != row.round and len(row.pair) == 2:
            white, black = (names.get(each, each) for each in row.players)
            message = say(
                "met-in-period",
                "{white} and {black} met in round {round} of the same period already: {place}",
                white=white,
                black=black,
                round=other.round,
                place=other.source,
            )
            hint = advise("players meet once a period (article 5.1)")
            yield Fault(row, "black", message, hint, warning=True)
