"""The tables of the BGFed rating list that are published, and those that only pages show."""

from datetime import date
from typing import Annotated, Literal

from sitegen.core.entities import ListedPlayer
from sitegen.core.table import (
    Chance,
    Change,
    Display,
    EventKey,
    Figure,
    HiddenSource,
    Movement,
    Percentage,
    PlayDate,
    PlayerId,
    Rank,
    Rating,
    Remark,
    Source,
    Table,
    column,
)
from sitegen.core.views import make_view_table
from sitegen.systems.fibs.tables import Registration
from sitegen.toolkit.duel.games import GameColumns


class UnregisteredPlayer(ListedPlayer):
    """A player with matches that count whose registration is not in force."""

    club: str = column("the club of the player", role="beside")
    rating: Rating = column("rating after all matches processed", role="value")
    experience: int = column("sum of the lengths of the matches that count", label="Exp.")
    matches: int = column("number of matches that count")


class ProvisionalPlayer(UnregisteredPlayer):
    """A registered player whose experience is still below the limit."""

    club: str = column("the club through which the player is registered", role="beside")
    rating: Rating = column("provisional rating after all matches processed", role="value")
    change: Change | None = column("points won or lost since the list before", label="±")


class RankedPlayer(ProvisionalPlayer):
    """A line of the rating list."""

    rank: Rank = column("place by rating; equal ratings share it", label="#", before="player")
    rating: Rating = column("rating after all matches processed", role="value")
    rank_change: Movement | None = column("places won or lost since the list before", label="▲▼")


class MatchStep(Table):
    """A match with the changes that it makes to the ratings, as the explanation of a rating shows it."""

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


class CalculatedMatch(MatchStep):
    """A match with its calculation, or with the reason why it does not count."""

    kind: str = column("club, tournament or friendly", before="winner_before")
    event: str = column("the evening, tournament or round", before="winner_before")
    counted: bool = column("whether it counts", before="winner_before", role="counted")
    reason: Remark = column("why it does not count", before="winner_before")


GAME_COLUMNS = GameColumns("winner", "loser", "counted")
"""The columns of a match for both sides, and whether it counts."""

_PointChange = Annotated[float, Display("signed", 1)]
CALCULATION = (
    "P = 1/(1+10<sup>({loser_before:2}−{winner_before:2})√{length}/2000</sup>) = {probability:4}; "
    "W = {stake:2}(1−P) = {change:2} → {winner_after:2}, {loser_after:2}"
)
"""Ratingformule, with the figures of a match filled in: A, B, N, P, S, W, and the ratings after it."""


class EventMatch(CalculatedMatch):
    """A match as the page of a week or day shows it."""

    won: _PointChange | None = column("points that the winner wins and the loser loses", label="±")
    points: str = column("points of both; ?: not reported", label="Score")
    lost: _PointChange | None = column("points that the winner wins and the loser loses", label="±")
    chance: Percentage | None = column("chance that the winner had of winning")
    reason: Remark = column("why it does not count", label="Remark")


EVENT_MATCH = make_view_table(
    EventMatch, "winner won points loser lost chance date event reason", CALCULATION
)
"""The columns of such a match, behind which its calculation stands."""


class PlayerMatch(Table):
    """A match as one of its players sees it."""

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
    source: HiddenSource = column("where the row stands")


class RegistrationPeriod(Registration):
    """A time for which a player is registered."""

    source: Source = column("where the registration stands", default="")


class Opponent(Table):
    """All matches between a player and one opponent."""

    opponent: PlayerId = column("the other player")
    played: int = column("matches between the two")
    won: int = column("matches won")
    lost: int = column("matches lost")
    change: Change = column("rating points won or lost in them", label="±")


class CalendarWeek(Table):
    """A week or day of play, as the calendar shows it."""

    event: EventKey = column("the page with its results", label="Results", role="name")
    first: date = column("the first day of play")
    last: date = column("the last day of play")
    matches: int = column("matches reported")
    counted: int = column("matches that count")
    not_counted: int = column("matches that do not count")
    players: int = column("players who played")
    moved: Figure = column("rating points that went from losers to winners", label="Points moved")
    biggest: Figure | None = column("most points won in one match", label="Biggest win", role="value")
    biggest_by: PlayerId = column("the winner of that match", label="By")
