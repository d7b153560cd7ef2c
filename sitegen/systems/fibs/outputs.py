"""The tables of the BGFed rating list that are published."""

from sitegen.table import (
    Chance,
    Change,
    Figure,
    Movement,
    PlayDate,
    PlayerId,
    Rank,
    Rating,
    Remark,
    Source,
    Table,
    column,
)


class NotRegistered(Table):
    """A player with matches that count whose registration is not in force."""

    player: PlayerId = column("id of the player", label="Player")
    name: str = column("name of the player")
    club: str = column("the club of the player", role="beside")
    rating: Rating = column("rating after all matches processed", role="value")
    experience: int = column("sum of the lengths of the matches that count", label="Exp.")
    matches: int = column("number of matches that count")


class Provisional(NotRegistered):
    """A registered player whose experience is still below the limit."""

    club: str = column("the club through which the player is registered", role="beside")
    rating: Rating = column("provisional rating after all matches processed", role="value")
    change: Change | None = column("points won or lost since the list before", label="±")


class Ranked(Provisional):
    """A line of the rating list."""

    rank: Rank = column("place by rating; equal ratings share it", label="#", before="player")
    rating: Rating = column("rating after all matches processed", role="value")
    rank_change: Movement | None = column("places won or lost since the list before", label="▲▼")


class Calculation(Table):
    """A match with what it does to the ratings."""

    date: PlayDate = column("the day it was played")
    winner: PlayerId = column("who won")
    loser: PlayerId = column("who lost")
    length: int = column("points the match was played to", label="N")
    score: int | None = column("points of the loser")
    winner_before: Figure | None = column("rating of the winner before the match", label="A")
    loser_before: Figure | None = column("rating of the loser before the match", label="B")
    probability: Chance | None = column("chance that the winner had of winning", label="P")
    stake: Figure | None = column("rating points at stake", label="S")
    change: Figure | None = column("points that the winner wins and the loser loses", label="W")
    winner_after: Figure | None = column("rating of the winner after the match", label="A+W")
    loser_after: Figure | None = column("rating of the loser after the match", label="B−W")
    source: Source = column("where the result stands")


class Receipt(Calculation):
    """A match with its calculation, or with the reason why it does not count."""

    kind: str = column("club, tournament or friendly", before="winner_before")
    event: str = column("the evening, tournament or round", before="winner_before")
    counted: bool = column("whether it counts", before="winner_before", role="counted")
    reason: Remark = column("why it does not count", before="winner_before")
