"""What is wrong with an evening: everyone has one game or one absence, and every game has a result."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from sitegen.message import advise, say
from sitegen.model import Fault
from sitegen.systems.ijssel.checks import missing
from sitegen.systems.ijssel.tables import Game, Inputs, Row
from sitegen.unread import known

Names = Mapping[str, str]
"""What players are called, by their ids."""
_Mine = Sequence[tuple[str, Row]]
"""The rows of a player in a round, with the column in which the player stands."""


def faults(inputs: Inputs, names: Names) -> Iterator[Fault]:
    """Every round in itself."""
    calendar = {each.round for each in known(inputs.rounds, "round")}
    rows_of: dict[int, list[Row]] = {each: [] for each in sorted(calendar)}
    for row in every_row(inputs):
        if row.round in calendar:
            rows_of[row.round].append(row)
    for rows in rows_of.values():
        yield from _twice(rows, names)
    played = {
        number: rows
        for number, rows in rows_of.items()
        if any(isinstance(row, Game) and row.result is not None for row in rows)
    }
    for rows in played.values():
        yield from _without_result(rows, names)
    yield from missing.faults(inputs, played)


def _twice(rows: Iterable[Row], names: Names) -> Iterator[Fault]:
    """A player with two entries in a round.

    Who won by forfeit may be paired again, or be left over (article 5.2): the rows of a player are in order
    when all but one of them are that.
    """
    rows_of: dict[str, list[tuple[str, Row]]] = {}
    for row in rows:
        for column, player in row.named:
            if known([row], column):
                rows_of.setdefault(player, []).append((column, row))
    found = {player: mine for player, mine in rows_of.items() if not _may_be(mine)}
    again: dict[tuple[str, str], list[Fault]] = {}
    for player, mine in found.items():
        (_, first), (column, row) = mine[0], mine[-1]
        again.setdefault((first.source, row.source), []).append(
            _second(names.get(player, player), first, column, row)
        )
    for (place, _), faults_ in again.items():
        yield from faults_ if len(faults_) == 1 else [_twice_entered(faults_[0].row, place)]


def _may_be(mine: _Mine) -> bool:
    """Whether one player can have these rows in a round."""
    forfeits = [row for column, row in mine if _is_won_by_forfeit(row, column)]
    others = [row for _, row in mine if row not in forfeits]
    return len(mine) == 1 or (len(forfeits) == 1 and len(mine) == 2 and _may_follow(others[0]))


def _twice_entered(row: Row, place: str) -> Fault:
    """A game of which both players have had the same game before."""
    message = say(
        "game-twice-in-round",
        "this game of round {round} stands in {place} already",
        round=row.round,
        place=place,
    )
    return Fault(row, "white", message, advise("players meet once a round: take one of the two out"))


def _second(name: str, first: Row, column: str, row: Row) -> Fault:
    message = say(
        "player-twice-in-round",
        "{name} has another row in round {round}: {place}",
        name=name,
        round=row.round,
        place=first.source,
    )
    hint = advise("one game or one absence a round; who won by forfeit may have one more game or an 'odd'")
    return Fault(row, column, message, hint)


def _is_won_by_forfeit(row: Row, column: str) -> bool:
    return isinstance(row, Game) and row.result == {"white": "1-0f", "black": "0-1f"}[column]


def _may_follow(row: Row) -> bool:
    """Whether a row can stand beside a win by forfeit."""
    return isinstance(row, Game) or row.code == "odd"


def _without_result(rows: Iterable[Row], names: Names) -> Iterator[Fault]:
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


def every_row(inputs: Inputs) -> list[Row]:
    """All games and absences whose round is known."""
    return [*known(inputs.games, "round"), *known(inputs.absences, "round")]
