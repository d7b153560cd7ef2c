"""What is wrong with the tables of a season that their columns alone do not show.

Every check runs on all rows that were read enough for it, and leaves out what may only follow from a cell
that was not.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from sitegen.message import advise, say
from sitegen.model import Fault
from sitegen.systems.ijssel import evenings, slips
from sitegen.systems.ijssel.scores import BYES
from sitegen.systems.ijssel.season import period
from sitegen.systems.ijssel.tables import Absence, Game, Inputs, Options, Player
from sitegen.unread import known

_Row = Game | Absence
_Names = Mapping[str, str]


def faults(inputs: Inputs, options: Options) -> Iterator[Fault]:
    """All faults, and what is probably a slip."""
    names = {each.id: each.name if known([each], "name") else each.id for each in known(inputs.players, "id")}
    yield from evenings.faults(inputs)
    yield from _strangers(inputs)
    yield from _too_many_byes(inputs.absences, names)
    yield from _rounds(inputs, names)
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
    for row in _rows(inputs):
        if row.round <= last:
            yield from _outsiders(row, players)


def _not_in_calendar(inputs: Inputs, last: int) -> Iterator[Fault]:
    """Rounds beyond the last one; of the rows of such a round the first in each table."""
    for player in inputs.players:
        for column, number in (("joined", player.joined), ("left", player.left)):
            if number is not None and number > last > 0:
                message = say("no-round-of-season", "{number} is no round of the season", number=number)
                yield Fault(player, column, message, advise("its last is {last}", last=last))
    tables: Sequence[Sequence[_Row]] = (inputs.games, inputs.absences)
    for rows in tables:
        first = {each.round: each for each in reversed(rows) if each.round > last}
        for number, row in first.items():
            message = say("round-not-in-calendar", "round {round} is not in the calendar", round=number)
            yield Fault(row, "round", message, advise("add it to rounds.csv"))


def _outsiders(row: _Row, players: Mapping[str, Player]) -> Iterator[Fault]:
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


def _too_many_byes(absences: Iterable[Absence], names: _Names) -> Iterator[Fault]:
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


def _rounds(inputs: Inputs, names: _Names) -> Iterator[Fault]:
    """Every round in itself."""
    calendar = {each.round for each in known(inputs.rounds, "round")}
    rows_of: dict[int, list[_Row]] = {each: [] for each in sorted(calendar)}
    for row in _rows(inputs):
        if row.round in calendar:
            rows_of[row.round].append(row)
    for number, rows in rows_of.items():
        yield from _twice(rows, names)
        if any(isinstance(row, Game) and row.result is not None for row in rows):
            yield from _without_result(rows, names)
            yield from _missing(inputs, number, rows)


def _twice(rows: Iterable[_Row], names: _Names) -> Iterator[Fault]:
    """A player with two entries in a round.

    Who won by forfeit may be paired again, or be left over (article 5.2): the rows of a player are in order
    when all but one of them are that.
    """
    rows_of: dict[str, list[tuple[str, _Row]]] = {}
    for row in rows:
        for column, player in row.named:
            if known([row], column):
                rows_of.setdefault(player, []).append((column, row))
    for player, mine in rows_of.items():
        forfeits = [row for column, row in mine if _is_won_by_forfeit(row, column)]
        others = [each for each in mine if each[1] not in forfeits]
        may_be = len(mine) == 1 or (len(forfeits) == 1 and len(mine) == 2 and _may_follow(others[0][1]))
        if not may_be:
            yield _second(names.get(player, player), mine[0][1], *mine[-1])


def _second(name: str, first: _Row, column: str, row: _Row) -> Fault:
    message = say(
        "player-twice-in-round",
        "{name} has another row in round {round}: {place}",
        name=name,
        round=row.round,
        place=first.source,
    )
    hint = advise("one game or one absence a round; who won by forfeit may have one more game or an 'odd'")
    return Fault(row, column, message, hint)


def _is_won_by_forfeit(row: _Row, column: str) -> bool:
    return isinstance(row, Game) and row.result == {"white": "1-0f", "black": "0-1f"}[column]


def _may_follow(row: _Row) -> bool:
    """Whether a row can stand beside a win by forfeit."""
    return isinstance(row, Game) or row.code == "odd"


def _without_result(rows: Iterable[_Row], names: _Names) -> Iterator[Fault]:
    """Games left blank in a round that was played."""
    games = known((row for row in rows if isinstance(row, Game)), "white", "black")
    for row in games:
        if row.result is None and len(row.named) == 2:
            white, black = (names.get(each, each) for each in row.players)
            message = say(
                "game-without-result",
                "round {round} has been played, and the game of {white} and {black} has no result",
                round=row.round,
                white=white,
                black=black,
            )
            yield Fault(row, "result", message, advise("enter the result, or take the row out"))


def _missing(inputs: Inputs, number: int, rows: Iterable[_Row]) -> Iterator[Fault]:
    """The players without any row in a round that was played, at its last row.

    There must be more of them than can stand in the cells of this round, or of any, that were not read.
    """
    every = [*rows, *_of_any_round(inputs)]
    seen = {player for row in every for _, player in row.named}
    there = known(inputs.players, "id", "name", "joined", "left")
    missing = [
        each.name for each in there if each.joined <= number <= (each.left or number) and each.id not in seen
    ]
    unread = sum(not known([row], column) for row in every for column, _ in row.named)
    if len(missing) > unread:
        message = say(
            "players-missing-in-round",
            "round {round} has neither a game nor an absence of {names}",
            round=number,
            names=", ".join(missing),
        )
        hint = advise("every player has one or the other: add what is missing")
        last = [row for row in rows if isinstance(row, Game)][-1]
        yield Fault(last, "round", message, hint)


def _of_any_round(inputs: Inputs) -> list[_Row]:
    """The rows of which the round was not read."""
    every: list[_Row] = [*inputs.games, *inputs.absences]
    return [row for row in every if not known([row], "round")]


def _met_again(inputs: Inputs, options: Options, names: _Names) -> Iterator[Fault]:
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


def _rows(inputs: Inputs) -> list[_Row]:
    """All games and absences whose round is known."""
    return [*known(inputs.games, "round"), *known(inputs.absences, "round")]
