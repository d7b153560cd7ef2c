"""Checks of the evenings of a season: no player twice in a round, no round thin, copied or without results.

Every check uses all rows whose cells could be read, and reports nothing that may only follow from a cell that
could not.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, timedelta
from itertools import takewhile
from typing import Any

from sitegen.core.entities import Fault, declare_error, declare_warning
from sitegen.core.missing import select_complete
from sitegen.core.problems import Message
from sitegen.toolkit.decisions import POINTS, DecisionRule, FigureBounds
from sitegen.toolkit.order import find_duplicates, group_by
from sitegen.toolkit.rounds.attendance import Attendance
from sitegen.toolkit.rounds.tables import FORFEITS, Game, RoundRow, SeasonInputs, SeasonPlayer

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
_GAME_WITHOUT_RESULT = declare_warning(
    "game-without-result",
    "without a result since round {round} of {day}: {games}",
    "enter the result; of a game that will not be played write 0-0f, or two absences in its place",
)
_WITHOUT_RESULTS = declare_warning(
    "rounds-without-results",
    "none of the games of round {round} has a result, nor has any of round {other} of {other_day}",
    "enter the results; is the column with the results still in the file?",
)
_ROUND_WAITS = declare_warning(
    "round-waits",
    "round {round} of {day} does not count yet: of {usual} players as usual {players} have a row in it",
    "enter the other games and the absences of this round; a game that was played ahead waits for them",
)
_HARDLY_FILLED = declare_warning(
    "round-thin",
    "round {rounds} has a game or an absence of only {players} players: {usual} are usual",
    "add the games that are missing; if there were no more, write the absences of who was not there",
    plural="rounds {rounds} have a game or an absence of only {players} players at most: {usual} are usual",
)
_ROUND_REPEATED = declare_warning(
    "round-repeated",
    "round {round} has the same games with the same results as round {other}: {place}",
    "where a round was copied, enter the games of this one",
)
_BOARD_TWICE = declare_warning(
    "board-twice",
    "board {board} has another game in round {round}: {place}",
    "a board has one game a round",
)

_AFTER_SEASON = declare_error(
    "decided-after-season",
    "no round of the season is played on this day or later: it would count with none",
    "to count with the last round, write its day: {day}",
)
_BEFORE_SEASON = declare_warning(
    "decided-before-season",
    "the first round is only on {day}",
    "correct the day, or take out what is of an earlier season, unless this is meant",
)
_DECIDED_AFTER_LEAVING = declare_error(
    "decided-after-leaving",
    "{name} left after round {left} and is on no list then",
    "take this row out, or correct its day or 'left' in players.csv",
)
DECISION_RULE = DecisionRule({POINTS: FigureBounds(-1000, 1000)})
"""The bounds of points that a committee gives or takes off, and its decisions that change nothing."""
_LONG_BEFORE = timedelta(days=92)
"""A decision so long before the first round may be one of the season before."""


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
    inputs: SeasonInputs, rows_by_round: Mapping[int, Sequence[RoundRow]], advice: Message | str = ""
) -> Iterator[Fault]:
    """Yield what is wrong within a round, and rounds that are probably copied, or lack games or results.

    `advice` is a better hint for a player with two rows.
    """
    names = find_names(inputs.players)
    days = {fixture.round: fixture.date for fixture in select_complete(inputs.rounds, "round", "date")}
    in_order = sorted(days.keys() & rows_by_round.keys(), key=lambda number: (days[number], number))
    games = {number: _select_games(rows_by_round[number]) for number in in_order}
    for number in sorted(rows_by_round):
        yield from _check_double_entries(rows_by_round[number], names, advice)
    yield from _check_pending(games, days, names)
    yield from _check_without_results(games, days)
    yield from _check_repeats(games)


def _select_games(rows: Iterable[RoundRow]) -> list[Game]:
    """Return the games between two players whose cells could all be read."""
    games = select_complete((row for row in rows if isinstance(row, Game)), "white", "black", "result")
    return [game for game in games if len(game.pair) == 2]


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


_PATIENCE = timedelta(weeks=6)
"""A game that was put off may take so long before it is told that it has no result."""


def _check_pending(
    games: Mapping[int, Sequence[Game]], days: Mapping[int, date], names: Mapping[str, str]
) -> Iterator[Fault]:
    """Yield the first game without a result in each round that was played, once it has waited for long."""
    for number, games_of_round in games.items():
        pending = [game for game in games_of_round if game.is_pending]
        if 0 < len(pending) < len(games_of_round):
            pairs = (" – ".join(names.get(player, player) for player in game.players) for game in pending)
            fault = _GAME_WITHOUT_RESULT(
                pending[0], "result", round=number, day=days[number], games=", ".join(pairs)
            )
            yield fault._replace(since=days[number] + _PATIENCE)


def _check_without_results(games: Mapping[int, Sequence[Game]], days: Mapping[int, date]) -> Iterator[Fault]:
    """Yield the last round with games if it and the one before have no result, from the day after it on."""
    latest_first = [number for number in reversed([*games]) if games[number]]
    empty = [*takewhile(lambda number: all(game.is_pending for game in games[number]), latest_first)][::-1]
    if len(empty) > 1:
        first, second = empty[:2]
        fault = _WITHOUT_RESULTS(games[first][0], "result", round=first, other=second, other_day=days[second])
        yield fault._replace(since=days[second] + timedelta(days=1))


_MIN_REPEATED = 3
"""So many games make a round that repeats another; right after the other, one less."""


def _check_repeats(games: Mapping[int, Sequence[Game]]) -> Iterator[Fault]:
    """Yield rounds with the games of an earlier one, with the same sides and results."""
    found: dict[frozenset[tuple[object, ...]], int] = {}
    for place, (number, games_of_round) in enumerate(games.items()):
        played = frozenset((*game.players, game.result) for game in games_of_round if game.result)
        other = found.get(played)
        is_next = other is not None and [*games][place - 1] == other
        if other is not None and len(played) >= _MIN_REPEATED - is_next:
            first = games_of_round[0]
            yield _ROUND_REPEATED(first, "round", round=number, other=other, place=games[other][0].source)
        found[played] = number


def check_attendance(inputs: SeasonInputs, attendance: Attendance) -> Iterator[Fault]:
    """Yield rounds of which far fewer players than usual have a row, where that is allowed."""
    first = {row.round: row for row in reversed(select_complete(inputs.games, "round"))}
    thin = [
        number
        for number in sorted(attendance.started - attendance.waiting.keys())
        if attendance.is_hardly_filled(number) or attendance.is_single_game(number)
    ]
    if thin:
        usual = attendance.find_usual_count(thin[0])
        yield _HARDLY_FILLED(
            first[thin[0]],
            "round",
            number=len(thin),
            rounds=", ".join(map(str, thin)),
            players=max(attendance.counts.get(number, 0) for number in thin),
            usual=usual if usual > 2 else attendance.count_members(thin[0]),
        )


def check_waiting(inputs: SeasonInputs, attendance: Attendance) -> Iterator[Fault]:
    """Yield rounds of which only games played ahead are entered, from the day after their evening on."""
    first = {row.round: row for row in reversed(select_complete(inputs.games, "round"))}
    for number, day in attendance.waiting.items():
        fault = _ROUND_WAITS(
            first[number],
            "round",
            round=number,
            day=day,
            players=attendance.counts.get(number, 0),
            usual=attendance.find_usual_count(number),
        )
        yield fault._replace(since=day + timedelta(days=1))


def check_boards(games: Iterable[Game]) -> Iterator[Fault]:
    """Yield games at a board that has another game; after a forfeit another can be played there."""
    seated = [row for row in select_complete(games, "round", "board", "result") if row.result not in FORFEITS]
    at_board = (row for row in seated if row.board is not None)
    for row, other in find_duplicates(at_board, lambda row: (row.round, row.board)):
        if other.pair != row.pair:
            yield _BOARD_TWICE(row, "board", board=row.board, round=row.round, place=other.source)


def check_decisions(inputs: SeasonInputs, *, is_left_listed: bool) -> Iterator[Fault]:
    """Yield decisions of the committee that count with no round, or seem to be of another season.

    Where who has left is on no list, so are decisions about them.
    """
    fixtures = select_complete(inputs.rounds, "round", "date")
    if not fixtures or len(fixtures) < len(inputs.rounds):
        return
    days = sorted((fixture.date, fixture.round) for fixture in fixtures)
    players = {player.id: player for player in select_complete(inputs.players, "id", "name", "left")}
    for row in select_complete(inputs.decisions, "date", "player"):
        number = next((round_ for day, round_ in days if day >= row.date), None)
        player = players.get(row.player)
        if number is None:
            yield _AFTER_SEASON(row, "date", day=days[-1][0])
        elif days[0][0] - row.date > _LONG_BEFORE:
            yield _BEFORE_SEASON(row, "date", day=days[0][0])
        elif not is_left_listed and player and player.left and player.left < number:
            yield _DECIDED_AFTER_LEAVING(row, "player", name=player.name, left=player.left)
