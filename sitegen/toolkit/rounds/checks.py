"""Checks of the evenings of a season: everyone has one game or absence a round, and every game has a result.

Every check uses all rows whose cells could be read, and reports nothing that may only follow from a cell that
could not.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from sitegen.core.entities import Fault, declare_error, declare_warning
from sitegen.core.missing import select_complete
from sitegen.core.problems import Message
from sitegen.toolkit.order import find_duplicates, group_by
from sitegen.toolkit.rounds.season import SeasonInputs
from sitegen.toolkit.rounds.tables import FORFEITS, Game, RoundRow, SeasonPlayer

_PLAYER_TWICE = declare_error(
    "player-twice-in-round",
    "{name} has another row in round {round}: {place}",
    "a player has one game or one absence a round; after a win by forfeit one more game",
)
_GAME_TWICE = declare_error(
    "game-twice-in-round",
    "this game of round {round} stands in {place} already",
    "players meet once a round: take one of the two out",
)
_GAME_WITHOUT_RESULT = declare_error(
    "game-without-result",
    "round {round} has been played, and the game of {white} and {black} has no result",
    "enter the result, or take the row out",
)
_BOARD_TWICE = declare_warning(
    "board-twice",
    "board {board} has another game in round {round}: {place}",
    "a board has one game a round",
)


def find_names(players: Iterable[SeasonPlayer]) -> Mapping[str, str]:
    """Return the names of the players by id, as far as they could be read."""
    return {
        player.id: player.name if select_complete([player], "name") else player.id
        for player in select_complete(players, "id")
    }


def group_rows(inputs: SeasonInputs) -> dict[int, list[RoundRow]]:
    """Return the rows of each round of the calendar."""
    rounds = {fixture.round for fixture in select_complete(inputs.rounds, "round")}
    return group_by((row for row in list_rows(inputs) if row.round in rounds), lambda row: row.round)


def list_rows(inputs: SeasonInputs) -> list[RoundRow]:
    """Return all rows whose round could be read."""
    return [*select_complete(inputs.games, "round"), *select_complete(inputs.absences, "round")]


def find_played_rounds(rows_by_round: Mapping[int, Sequence[RoundRow]]) -> dict[int, Sequence[RoundRow]]:
    """Return the rows of each round of which a game has a result."""
    return {
        number: rows_by_round[number]
        for number in sorted(rows_by_round)
        if any(isinstance(row, Game) and row.result is not None for row in rows_by_round[number])
    }


def check_evenings(
    rows_by_round: Mapping[int, Sequence[RoundRow]],
    played_rounds: Mapping[int, Sequence[RoundRow]],
    names: Mapping[str, str],
    advice: Message | str = "",
) -> Iterator[Fault]:
    """Yield what is wrong within a round; the results only in `played_rounds`. `names` are by player id.

    `advice` is a better hint for a player with two rows.
    """
    for number in sorted(rows_by_round):
        yield from _check_double_entries(rows_by_round[number], names, advice)
    for rows in played_rounds.values():
        yield from check_results(rows, names)


def _check_double_entries(
    rows: Iterable[RoundRow], names: Mapping[str, str], advice: Message | str
) -> Iterator[Fault]:
    """Yield players with two entries in a round; two players with the same two rows are one fault.

    A player who won by forfeit may be paired again, or be left over.
    """
    cells = [
        (player, column, row)
        for row in rows
        if not _is_against_oneself(row)
        for column, player in row.player_cells
        if select_complete([row], column)
    ]
    cells_by_player = group_by(cells, lambda cell: cell[0]).values()
    double = [(group[0], group[-1]) for group in cells_by_player if not _are_compatible(group)]
    for pairs in group_by(double, lambda pair: tuple(row.source for *_, row in pair)).values():
        (_, _, first), (player, column, row) = pairs[0]
        params: dict[str, Any] = {
            "name": names.get(player, player),
            "round": row.round,
            "place": first.source,
        }
        if len(pairs) == 1:
            yield _PLAYER_TWICE(row, column, advice=advice, **params)
        else:
            yield _GAME_TWICE(row, "white", **params)


def _is_against_oneself(row: RoundRow) -> bool:
    """Whether one player is on both sides, which the row itself reports."""
    return isinstance(row, Game) and row.white is not None and row.white == row.black


def _are_compatible(player_cells: Sequence[tuple[str, str, RoundRow]]) -> bool:
    """Whether a player can have these rows in a round; each comes with the player and their column."""
    won_by_forfeit = {"white": "1-0f", "black": "0-1f"}
    forfeits = [
        row
        for _, column, row in player_cells
        if isinstance(row, Game) and row.result == won_by_forfeit[column]
    ]
    other_rows = [row for _, _, row in player_cells if row not in forfeits]
    if len(player_cells) != 2 or len(forfeits) != 1:
        return len(player_cells) == 1
    return isinstance(other_rows[0], Game) or other_rows[0].code == "odd"


def check_results(rows: Iterable[RoundRow], names: Mapping[str, str]) -> Iterator[Fault]:
    """Yield games without a result in a round that was played."""
    games = select_complete((row for row in rows if isinstance(row, Game)), "white", "black")
    for row in games:
        if row.result is None and len(row.player_cells) == 2 and not _is_against_oneself(row):
            white, black = (names.get(player, player) for player in row.players)
            yield _GAME_WITHOUT_RESULT(row, "result", round=row.round, white=white, black=black)


def check_boards(games: Iterable[Game]) -> Iterator[Fault]:
    """Yield games at a board that has another game; after a forfeit another can be played there."""
    seated = [row for row in select_complete(games, "round", "board", "result") if row.result not in FORFEITS]
    at_board = (row for row in seated if row.board is not None)
    for row, other in find_duplicates(at_board, lambda row: (row.round, row.board)):
        if other.pair != row.pair:
            yield _BOARD_TWICE(row, "board", board=row.board, round=row.round, place=other.source)
