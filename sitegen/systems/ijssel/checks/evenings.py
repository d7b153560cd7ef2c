"""What is wrong with an evening: everyone has one game or one absence, and every game has a result."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from sitegen.message import advise, say
from sitegen.model import Fault
from sitegen.systems.ijssel.tables import Game, Row
from sitegen.toolkit.rows import grouped
from sitegen.unread import known


def faults(
    rows_of: Mapping[int, Sequence[Row]], played: Mapping[int, Sequence[Row]], names: Mapping[str, str]
) -> Iterator[Fault]:
    """Every round in itself, by its rows, and those that were `played`; `names` are those of the players."""
    for number in sorted(rows_of):
        yield from _twice(rows_of[number], names)
    for rows in played.values():
        yield from _without_result(rows, names)


def _twice(rows: Iterable[Row], names: Mapping[str, str]) -> Iterator[Fault]:
    """A player with two entries in a round; of two players with the same two rows one fault.

    Who won by forfeit may be paired again, or be left over (article 5.2 Definitieve indeling): the rows of a
    player are in order when all but one of them are that.
    """
    cells = [(player, column, row) for row in rows for column, player in row.named if known([row], column)]
    mine = grouped(cells, lambda cell: cell[0]).values()
    double = [(each[0], each[-1]) for each in mine if not _may_be(each)]
    for found in grouped(double, lambda pair: tuple(row.source for *_, row in pair)).values():
        (_, _, first), (player, column, row) = found[0]
        told = {"name": names.get(player, player), "round": row.round, "place": first.source}
        if len(found) == 1:
            message = say("player-twice-in-round", "{name} has another row in round {round}: {place}", **told)
            hint = advise(
                "one game or one absence a round; who won by forfeit may have one more game or an 'odd'"
            )
            yield Fault(row, column, message, hint)
        else:
            message = say(
                "game-twice-in-round", "this game of round {round} stands in {place} already", **told
            )
            hint = advise("players meet once a round: take one of the two out")
            yield Fault(row, "white", message, hint)


def _may_be(mine: Sequence[tuple[str, str, Row]]) -> bool:
    """Whether a player can have these rows in a round; each has the column in which the player stands."""
    forfeits = [row for _, column, row in mine if _is_won_by_forfeit(row, column)]
    others = [row for _, _, row in mine if row not in forfeits]
    return len(mine) == 1 or (len(forfeits) == 1 and len(mine) == 2 and _may_follow(others[0]))


def _is_won_by_forfeit(row: Row, column: str) -> bool:
    return isinstance(row, Game) and row.result == {"white": "1-0f", "black": "0-1f"}[column]


def _may_follow(row: Row) -> bool:
    """Whether a row can stand beside a win by forfeit."""
    return isinstance(row, Game) or row.code == "odd"


def _without_result(rows: Iterable[Row], names: Mapping[str, str]) -> Iterator[Fault]:
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
