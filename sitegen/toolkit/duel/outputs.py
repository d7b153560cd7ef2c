"""The tables of a ranking of duels: those that are published, and what pages show besides."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal, TypeVar

from sitegen.table import (
    Chance,
    Change,
    EventKey,
    Figure,
    Hidden,
    Movement,
    Percentage,
    PlayDate,
    PlayerId,
    Rank,
    Rating,
    Remark,
    Shown,
    Source,
    SourceOf,
    Table,
    column,
)
from sitegen.toolkit.duel.game import POINTS

RESULTS: Mapping[float, Literal["won", "drawn", "lost"]] = {1.0: "won", 0.5: "drawn", 0.0: "lost"}
"""What the points of a player are called."""


class Provisional(Table):
    """A player whose rating is provisional still."""

    player: PlayerId = column("id of the player", label="Player")
    name: str = column("name of the player")
    club: str = column("the club", role="beside")
    rating: Rating = column("rating after all games so far", role="value")
    games: int = column("games that count for the rating")
    won: int = column("of these won here")
    drawn: int = column("of these drawn here")
    lost: int = column("of these lost here")
    change: Change | None = column("points won or lost since the list before", label="±")


class Ranked(Provisional):
    """A line of the rating list."""

    rank: Rank = column("place by rating; equal ratings share it", label="#", before="player")
    rank_change: Movement | None = column("places won or lost since the list before", label="▲▼")


class Receipt(Table):
    """A game with its calculation; the figures of one that is not rated are blank."""

    date: PlayDate = column("the day it was played")
    home: PlayerId = column("the home side")
    away: PlayerId = column("the away side")
    result: str = column("the points of home and of away: 1-0, ½-½ or 0-1")
    event: str = column("the evening, tournament or round")
    rated: bool = column("whether it counts", role="counted")
    source: Source = column("where the game stands")
    home_before: Figure | None = column(
        "rating of the home side that it was counted with", label="a", default=None, before="source"
    )
    away_before: Figure | None = column(
        "rating of the away side that it was counted with", label="b", default=None, before="source"
    )
    expectation: Chance | None = column(
        "points that the home side could expect", label="E", default=None, before="source"
    )

    def opponent(self, player: str) -> str:
        """Whom a player met in it."""
        return self.away if player == self.home else self.home

    def score(self, player: str) -> float:
        """The points of a player: 1, ½ or 0."""
        points = POINTS[self.result]
        return points if player == self.home else 1 - points


class EventGame(Table):
    """A game as the page of its event shows it, with the figures of its calculation."""

    home: PlayerId = column("the home side")
    home_change: Change | None = column("points that the home side won or lost", label="±")
    result: str = column("the points of home and of away")
    away: PlayerId = column("the away side")
    away_change: Change | None = column("points that the away side won or lost", label="±")
    chance: Percentage | None = column("points that the home side could expect")
    date: PlayDate = column("the day it was played")
    event: str = column("the evening, tournament or round")
    remark: Remark = column("whether it counts")
    source: SourceOf = column("where the row stands")
    points: Annotated[str, Shown("text", on_pages=False)] = column("points of the home side")
    expectation: Hidden | None = column("points that the home side could expect")
    home_before: Hidden | None = column("rating of the home side that it was counted with")
    away_before: Hidden | None = column("rating of the away side that it was counted with")


class Looked(Table):
    """A game as one of its players looks back on it."""

    date: PlayDate = column("the day it was played")
    opponent: PlayerId = column("the other player")
    side: Literal["home", "away"] = column("at home or away")
    result: Literal["won", "drawn", "lost"] = column("won, drawn or lost")
    opponent_before: Rating | None = column(
        "rating of the opponent before it", label="Opponent's", role="beside"
    )
    event: str = column("the evening, tournament or round")
    rated: bool = column("whether it counts")
    source: SourceOf = column("where the row stands")


class Opponent(Table):
    """All games between a player and one opponent."""

    opponent: PlayerId = column("the other player")
    played: int = column("games between the two, also those not rated")
    won: int = column("games won")
    drawn: int = column("games drawn")
    lost: int = column("games lost")


class Held(Table):
    """A day or period of play, as the calendar shows it."""

    event: EventKey = column("the page with its results", label="Results")
    first: PlayDate | None = column("the first day of play")
    last: PlayDate | None = column("the last day of play")
    games: int = column("games played")
    counted: int = column("games that count")
    players: int = column("players who played")


L = TypeVar("L", bound=Looked)


def looked(rows: Sequence[Receipt], player: str) -> list[Looked]:
    """Receipts from the side of one of their players."""
    return [seen(row, player, Looked) for row in rows]


def seen(row: Receipt, player: str, table: type[L], **more: Any) -> L:
    """A receipt from the side of one of its players; `more` is what `table` shows besides."""
    is_home = player == row.home
    return table.like(
        row,
        opponent=row.opponent(player),
        side="home" if is_home else "away",
        result=RESULTS[row.score(player)],
        opponent_before=row.away_before if is_home else row.home_before,
        **more,
    )
