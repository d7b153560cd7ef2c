"""What the step of a system of duels tells besides its games: a game to come, and the games still needed."""

from collections.abc import Callable, Sequence
from datetime import date
from functools import cache
from operator import attrgetter
from typing import Any, TypeVar

from sitegen.core.columnar import Rows
from sitegen.core.entities import Moment
from sitegen.core.table import HiddenFigure, Table, column, get_field_names
from sitegen.toolkit.duel.tables import POINTS, Game
from sitegen.toolkit.steps import Replay, Step

S = TypeVar("S", bound=Any)
_RESULT_BY_POINTS = {points: result for result, points in POINTS.items()}


def _meet(step: Step[Game, S, Any], home: S, away: S) -> Replay[Game, Any, S]:
    """Return two players with these standings, between whom no game has been played yet."""
    return Replay({"home": home, "away": away}, (), Moment(date.max), step, attrgetter("rating"))


def _make_game(points: float) -> Game:
    """Return a game in which the home side makes so many points."""
    return Game.combine(date=date.max, home="home", away="away", result=_RESULT_BY_POINTS[points])


def make_gain(step: Step[Game, S, Any]) -> Callable[[S, S, float], float]:
    """Return what computes the gain of a game to come, as `WhatIf` needs it."""

    def compute_gain(standing: S, opponent: S, points: float) -> float:
        gain: float = _meet(step, standing, opponent).foresee("home", _make_game(points))
        return gain

    return compute_gain


def count_games_needed(
    step: Step[Game, S, Any], standing: S, is_provisional: Callable[[S], bool]
) -> int | None:
    """Return after how many draws with an equal a rating is not provisional; None where none are enough."""
    draws = (_make_game(0.5),)
    return _meet(step, standing, standing).count_needed(
        "home", lambda _: draws, lambda standing: not is_provisional(standing)
    )


@cache
def _with_ratings(kind: Any) -> Any:
    """Return the class of games of a kind that also have the ratings after the game and their changes."""

    class RatedDuel(kind):  # type: ignore[misc]
        home_after: HiddenFigure | None = column("rating of the home side after it")
        away_after: HiddenFigure | None = column("rating of the away side after it")
        home_change: HiddenFigure | None = column("points that the home side won or lost")
        away_change: HiddenFigure | None = column("points that the away side won or lost")

    return RatedDuel


def hold_games(
    rows: Sequence[Any], game_table: type[Table], replay: Replay[Any, Any, Any] | None
) -> Rows[Any]:
    """Return all games by column; of a `replay` also the rating of each side after a game, and its change."""
    games: Rows[Any] = Rows.from_rows(type(rows[0]) if rows else game_table, rows)
    columns = {"home_after", "away_after", "home_change", "away_change"}
    if replay is None or columns.issubset(get_field_names(games.kind)):
        return games
    cells: dict[str, list[Any]] = {}
    for side in ("home", "away"):
        pairs = zip(games.get_column(side), replay.moves, strict=True)
        moves = [changed.get(player) for player, changed in pairs]
        cells[f"{side}_after"] = [move and move.after.rating for move in moves]
        cells[f"{side}_change"] = [move and replay.compare(move.before, move.after) for move in moves]
    kind: Any = games.kind
    return games.view(_with_ratings(kind), **cells)
