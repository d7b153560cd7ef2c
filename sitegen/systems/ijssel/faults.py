"""What is wrong with the tables of a season that their columns alone do not show."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise

from sitegen.model import Fault
from sitegen.systems.ijssel.scores import BYES
from sitegen.systems.ijssel.season import period
from sitegen.systems.ijssel.tables import Absence, Fixture, Game, Inputs, Options, Player

_Row = Game | Absence
_Names = Mapping[str, str]


def faults(inputs: Inputs, options: Options) -> Iterator[Fault]:
    """All faults; those of what was played only when the calendar is sound."""
    wrong = [*_calendar(inputs.rounds), *_strangers(inputs)]
    yield from wrong
    if not wrong:
        names = {each.id: each.name for each in inputs.players}
        yield from _too_many_byes(inputs.absences, names)
        yield from _rounds(inputs, names)
        yield from _met_again(inputs, options, names)


def _calendar(rounds: Iterable[Fixture]) -> Iterator[Fault]:
    """Rounds are numbered from 1 without gaps, and follow each other in time."""
    ordered = sorted(rounds, key=lambda each: each.round)
    for number, each in enumerate(ordered, 1):
        if each.round != number:
            yield Fault(each, "round", f"round {number} is missing before it", "number the rounds 1, 2, 3 …")
            break
    for before, each in pairwise(ordered):
        if each.date < before.date:
            message = f"round {each.round} on {each.date} comes before round {before.round} on {before.date}"
            yield Fault(each, "date", message, "correct one of the two dates")


def _strangers(inputs: Inputs) -> Iterator[Fault]:
    """Rows of rounds that are not in the calendar, or to which the player does not belong."""
    last = max((each.round for each in inputs.rounds), default=0)
    for player in inputs.players:
        for column, number in (("joined", player.joined), ("left", player.left)):
            if number is not None and number > last > 0:
                yield Fault(player, column, f"{number} is no round of the season", f"its last is {last}")
    players = {each.id: each for each in inputs.players}
    for row in _rows(inputs):
        if row.round > last:
            yield Fault(row, "round", f"round {row.round} is not in the calendar", "add it to rounds.csv")
        else:
            yield from _outsiders(row, players, last)


def _outsiders(row: _Row, players: Mapping[str, Player], last: int) -> Iterator[Fault]:
    for column, id_ in row.named:
        player = players[id_]
        if row.round < player.joined:
            message = f"{player.name} joins in round {player.joined}, after round {row.round}"
            yield Fault(row, column, message, "correct the player, or 'joined' in players.csv")
        if row.round > (player.left or last):
            message = f"{player.name} left after round {player.left}, before round {row.round}"
            yield Fault(row, column, message, "correct the player, or 'left' in players.csv")


def _too_many_byes(absences: Iterable[Absence], names: _Names) -> Iterator[Fault]:
    """Article 2.3: twice a season."""
    taken: dict[str, int] = {}
    for row in sorted(absences, key=lambda each: each.round):
        taken[row.player] = taken.get(row.player, 0) + (row.code == "bye")
        if row.code == "bye" and taken[row.player] > BYES:
            message = f"{names[row.player]} has taken {BYES} byes before round {row.round}"
            yield Fault(row, "code", message, f"a player can take {BYES} a season; afterwards it is 'absent'")


def _rounds(inputs: Inputs, names: _Names) -> Iterator[Fault]:
    """Every round in itself, and that they are played in order."""
    rows_of: dict[int, list[_Row]] = {each.round: [] for each in inputs.rounds}
    for row in _rows(inputs):
        rows_of[row.round].append(row)
    played = {each.round for each in inputs.games if each.result}
    for fixture in sorted(inputs.rounds, key=lambda each: each.round):
        rows = rows_of[fixture.round]
        yield from _twice(rows, names)
        if fixture.round in played:
            yield from _without_result(rows, names)
            yield from _missing(fixture, rows, inputs.players)
            if fixture.round > 1 and fixture.round - 1 not in played:
                message = f"round {fixture.round} has results and round {fixture.round - 1} has none"
                yield Fault(fixture, "round", message, "rounds are played in order")


def _twice(rows: Iterable[_Row], names: _Names) -> Iterator[Fault]:
    """A player with two entries in a round.

    Who won by forfeit may be paired again, or be left over (article 5.2): the rows of a player are in order
    when all but one of them are that.
    """
    rows_of: dict[str, list[tuple[str, _Row]]] = {}
    for row in rows:
        for column, player in row.named:
            rows_of.setdefault(player, []).append((column, row))
    for player, mine in rows_of.items():
        forfeits = [row for column, row in mine if _is_won_by_forfeit(row, column)]
        others = [each for each in mine if each[1] not in forfeits]
        may_be = len(mine) == 1 or (len(forfeits) == 1 and len(mine) == 2 and _may_follow(others[0][1]))
        if not may_be:
            column, row = mine[-1]
            message = f"{names[player]} has another row in round {row.round}: {mine[0][1].source}"
            hint = "one game or one absence a round; who won by forfeit may have one more game or an 'odd'"
            yield Fault(row, column, message, hint)


def _is_won_by_forfeit(row: _Row, column: str) -> bool:
    return isinstance(row, Game) and row.result == {"white": "1-0f", "black": "0-1f"}[column]


def _may_follow(row: _Row) -> bool:
    """Whether a row can stand beside a win by forfeit."""
    return isinstance(row, Game) or row.code == "odd"


def _without_result(rows: Iterable[_Row], names: _Names) -> Iterator[Fault]:
    """Games left blank in a round that was played."""
    for row in rows:
        if isinstance(row, Game) and not row.result:
            pair = f"{names[row.white]} and {names[row.black]}"
            message = f"round {row.round} has been played, and the game of {pair} has no result"
            yield Fault(row, "result", message, "enter the result, or take the row out")


def _missing(fixture: Fixture, rows: Iterable[_Row], players: Iterable[Player]) -> Iterator[Fault]:
    """The players without any row in a round that was played."""
    seen = {player for row in rows for _, player in row.named}
    missing = [
        each.name
        for each in players
        if each.joined <= fixture.round <= (each.left or fixture.round) and each.id not in seen
    ]
    if missing:
        message = f"round {fixture.round} has neither a game nor an absence of {', '.join(missing)}"
        yield Fault(fixture, "round", message, "every player has one or the other: add what is missing")


def _met_again(inputs: Inputs, options: Options, names: _Names) -> Iterator[Fault]:
    """Article 5.1: two players meet once a period."""
    first: dict[tuple[int, frozenset[str]], Game] = {}
    for row in sorted(inputs.games, key=lambda each: each.round):
        when = period(row.round, len(inputs.rounds), options)
        other = first.setdefault((when, frozenset((row.white, row.black))), row)
        if other is not row:
            pair = f"{names[row.white]} and {names[row.black]}"
            message = f"{pair} met in round {other.round} of the same period already: {other.source}"
            yield Fault(row, "black", message, "players meet once a period (article 5.1)", warning=True)


def _rows(inputs: Inputs) -> list[_Row]:
    return [*inputs.games, *inputs.absences]
