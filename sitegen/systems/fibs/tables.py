"""The tables of the BGFed rating list: what a club keeps, what is published, and what pages show."""

from collections.abc import Iterable
from datetime import date
from typing import Literal

from sitegen import model
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


class Options(Table):
    """What a club can set; the defaults are the regulation's."""

    initial_rating: float = column("rating that everyone starts with", default=1500.0)
    provisional_below: int = column("experience below which a rating is provisional", default=100, minimum=0)
    publication: Literal["immediate", "weekly"] = column(
        "immediate: after every day of play; weekly: on Saturday, with the results of the week before",
        default="immediate",
    )
    complaint_days: int = column("days after publication for complaints", default=7, minimum=0)
    min_seconds_per_point: int = column(
        "seconds a player must have for the match, for each point of its length", default=40, minimum=0
    )
    min_delay: int = column("seconds a move must have as Bronstein delay", default=11, minimum=0)


class Player(model.Player):
    """A player, who may bring a rating and experience from an older list."""

    rating: float | None = column("rating at the start; blank: the initial rating", default=None)
    experience: int = column("experience at the start", default=0, minimum=0)


def starting_rating(player: Player, options: Options) -> float:
    """What a player starts with ("Initiële rating"), or brings from an older list."""
    return float(options.initial_rating if player.rating is None else player.rating)


class Registration(Table):
    """The time for which a player is registered with the federation, through which club."""

    player: PlayerId = column("who is registered")
    from_: date = column("the first day")
    until: date = column("the last day")
    club: str = column("the club through which", default="")
    source: Source = column("where the row stands", default="", filled=True)


class Match(Table):
    """The result of a match, as a club reports it."""

    date: PlayDate = column("the day it was played")
    winner: PlayerId = column("who won")
    loser: PlayerId = column("who lost")
    length: int = column("points the match was played to", minimum=1)
    score: int | None = column("points of the loser", default=None, minimum=0)
    kind: Literal["club", "tournament", "friendly"] = column("what it was played for", default="club")
    agreed: bool = column("of a friendly: both players agreed beforehand that it counts", default=False)
    online: bool = column("played online", default=False)
    reserve: int | None = column(
        "seconds a player had for the whole match; blank: no clock", default=None, minimum=0
    )
    delay: int | None = column("seconds of Bronstein delay a move; blank: no clock", default=None, minimum=0)
    event: str = column("the evening, tournament or round", default="")
    club: str = column("the club that reports it", default="")
    source: Source = column("where the row stands", default="", filled=True)

    def faults(self) -> Iterable[tuple[str, str, str]]:
        """What is wrong inside the row: column, message and hint of each fault."""
        if self.winner == self.loser:
            yield "loser", "winner and loser are the same player", "a match is between two players"
        if self.score is not None and self.score >= self.length:
            message = f"the loser has {self.score} points in a match to {self.length}"
            yield "score", message, f"expected 0 to {self.length - 1}, or a blank cell"
        if (self.reserve is None) != (self.delay is None):
            column, other = ("reserve", "delay") if self.reserve is None else ("delay", "reserve")
            message = f"{column} is blank and {other} is not"
            yield column, message, "fill in both, or neither for a match without a clock"


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
