"""The tables of the BGFed rating list that are published, and what pages show besides."""

from datetime import date
from typing import Literal

from sitegen.table import (
    Chance,
    Change,
    EventKey,
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


class Ranked(Table):
    """A line of the rating list."""

    rank: Rank = column("place by rating; equal ratings share it", label="#")
    player: PlayerId = column("id of the player", label="Player")
    name: str = column("name of the player")
    club: str = column("the club through which the player is registered")
    rating: Rating = column("rating after all matches processed")
    experience: int = column("sum of the lengths of the matches that count", label="Exp.")
    matches: int = column("number of matches that count")
    change: Change | None = column("points won or lost since the list before", label="±")
    rank_change: Movement | None = column("places won or lost since the list before", label="▲▼")


class Provisional(Table):
    """A registered player whose experience is still below the limit."""

    player: PlayerId = column("id of the player", label="Player")
    name: str = column("name of the player")
    club: str = column("the club through which the player is registered")
    rating: Rating = column("provisional rating after all matches processed", label="Rating")
    experience: int = column("sum of the lengths of the matches that count", label="Exp.")
    matches: int = column("number of matches that count")
    change: Change | None = column("points won or lost since the list before", label="±")


class NotRegistered(Table):
    """A player with matches that count whose registration is not in force."""

    player: PlayerId = column("id of the player", label="Player")
    name: str = column("name of the player")
    club: str = column("the club of the player")
    rating: Rating = column("rating after all matches processed")
    experience: int = column("sum of the lengths of the matches that count", label="Exp.")
    matches: int = column("number of matches that count")


class Processed(Table):
    """A match with its calculation, or with the reason why it does not count."""

    date: PlayDate = column("the day it was played")
    winner: PlayerId = column("who won")
    loser: PlayerId = column("who lost")
    length: int = column("points the match was played to", label="N")
    score: int | None = column("points of the loser")
    kind: str = column("club, tournament or friendly")
    event: str = column("the evening, tournament or round")
    counted: bool = column("whether it counts")
    reason: Remark = column("why it does not count")
    winner_before: Figure | None = column("rating of the winner before the match", label="A")
    loser_before: Figure | None = column("rating of the loser before the match", label="B")
    probability: Chance | None = column("chance that the winner had of winning", label="P")
    stake: Figure | None = column("rating points at stake", label="S")
    change: Figure | None = column("points that the winner wins and the loser loses", label="W")
    winner_after: Figure | None = column("rating of the winner after the match", label="A+W")
    loser_after: Figure | None = column("rating of the loser after the match", label="B−W")
    source: Source = column("where the result stands")


class Step(Table):
    """A match with its calculation, as the page of a week or day shows it."""

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
    event: str = column("the evening, tournament or round")
    remark: Remark = column("why it does not count")
    source: Source = column("where the result stands")


class Played(Table):
    """A match as one of its players looks back on it."""

    date: PlayDate = column("the day it was played")
    opponent: PlayerId = column("the other player")
    result: Literal["won", "lost"] = column("won or lost")
    score: str = column("points of the player and of the opponent; ?: not reported")
    opponent_before: Rating | None = column("rating of the opponent before the match", label="Opponent's")
    chance: Chance | None = column("chance of winning, before the match")
    change: Change | None = column("points won or lost", label="±")
    after: Rating | None = column("rating after the match", label="Rating")
    event: str = column("the evening, tournament or round")
    remark: Remark = column("why it does not count")


class Opponent(Table):
    """All matches between a player and one opponent."""

    opponent: PlayerId = column("the other player")
    played: int = column("matches between the two")
    won: int = column("matches won")
    lost: int = column("matches lost")
    change: Change = column("rating points won or lost in them", label="±")


class Day(Table):
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
