"""What only the pages of the BGFed rating list show."""

from datetime import date
from typing import Annotated, Literal

from sitegen.systems.fibs.outputs import Calculation
from sitegen.table import (
    Change,
    EventKey,
    Figure,
    Hidden,
    Percentage,
    PlayDate,
    PlayerId,
    Rating,
    Remark,
    Shown,
    Source,
    SourceOf,
    Table,
    column,
)

_Won = Annotated[float, Shown("signed", 1)]
CALCULATION = (
    "P = 1/(1+10<sup>({loser_before:2}−{winner_before:2})√{length}/2000</sup>) = {probability:4}; "
    "W = {stake:2}(1−P) = {change:2} → {winner_after:2}, {loser_after:2}"
)
"""Ratingformule, with the figures of a match filled in: A, B, N, P, S, W, and the ratings that it leaves."""


class Step(Calculation):
    """A match with its calculation, as the account of a player has it."""


class Match(Table):
    """A match as the page of a week or day shows it, with the figures of its calculation."""

    winner: PlayerId = column("who won")
    won: _Won | None = column("points that the winner wins and the loser loses", label="±")
    score: str = column("points of both; ?: not reported")
    loser: PlayerId = column("who lost")
    lost: _Won | None = column("points that the winner wins and the loser loses", label="±")
    chance: Percentage | None = column("chance that the winner had of winning")
    date: PlayDate = column("the day it was played")
    event: str = column("the evening, tournament or round")
    reason: Remark = column("why it does not count", label="Remark")
    source: SourceOf = column("where the row stands")
    length: Annotated[int, Shown("number", on_pages=False)] = column("points the match was played to")
    winner_before: Hidden | None = column("rating of the winner before the match")
    loser_before: Hidden | None = column("rating of the loser before the match")
    probability: Hidden | None = column("chance that the winner had of winning")
    stake: Hidden | None = column("rating points at stake")
    change: Hidden | None = column("points that the winner wins and the loser loses")
    winner_after: Hidden | None = column("rating of the winner after the match")
    loser_after: Hidden | None = column("rating of the loser after the match")


class Looked(Table):
    """A match as one of its players looks back on it."""

    date: PlayDate = column("the day it was played")
    opponent: PlayerId = column("the other player")
    result: Literal["won", "lost"] = column("won or lost")
    score: str = column("points of the player and of the opponent; ?: not reported")
    opponent_before: Rating | None = column(
        "rating of the opponent before the match", label="Opponent's", role="beside"
    )
    chance: Percentage | None = column("chance of winning, before the match")
    change: Change | None = column("points won or lost", label="±")
    after: Rating | None = column("rating after the match", label="Rating", role="value")
    event: str = column("the evening, tournament or round")
    reason: Remark = column("why it does not count", label="Remark")
    source: SourceOf = column("where the row stands")


class Registered(Table):
    """A time for which a player is registered."""

    from_: date = column("the first day")
    until: date = column("the last day")
    club: str = column("the club through which")
    source: Source = column("where the registration stands")


class Opponent(Table):
    """All matches between a player and one opponent."""

    opponent: PlayerId = column("the other player")
    played: int = column("matches between the two")
    won: int = column("matches won")
    lost: int = column("matches lost")
    change: Change = column("rating points won or lost in them", label="±")


class Held(Table):
    """A week or day of play, as the calendar shows it."""

    event: EventKey = column("the page with its results", label="Results")
    first: date = column("the first day of play")
    last: date = column("the last day of play")
    matches: int = column("matches reported")
    counted: int = column("matches that count")
    not_counted: int = column("matches that do not count")
    players: int = column("players who played")
    moved: Figure = column("rating points that went from losers to winners", label="Points moved")
    biggest: Figure | None = column("most points won in one match", label="Biggest win")
    biggest_by: PlayerId = column("who won that match", label="By")
