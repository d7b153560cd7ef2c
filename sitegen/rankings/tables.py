"""The tables of everything that is derived; their figures have the type that a ranking declares."""

from datetime import date
from functools import cache
from typing import Annotated, Any

from sitegen.core.table import (
    Display,
    HiddenEventKey,
    Percentage,
    PlayDate,
    PlayerId,
    Rank,
    Remark,
    Table,
    column,
    get_decimals,
)


class RecordRow(Table):
    """A place in a table of records, with the player who holds it."""

    rank: Rank = column("place; equal ones share it", label="#")
    player: PlayerId = column("who it was", label="Player")


class SeriesRow(RecordRow):
    """Consecutive wins."""

    length: int = column("how many one after the other", label="Series", role="value")
    first: date = column("the day of the first")
    last: date = column("the day of the last")
    runs: Remark = column("whether it can still become longer", label="Now")


class UpsetRow(RecordRow):
    """A win with little chance."""

    chance: Percentage = column("chance of winning beforehand", role="value")
    opponent: PlayerId = column("against whom")
    opponent2: PlayerId | None = column("and whom", label="And")
    score: str = column("how it ended")
    date: PlayDate = column("when", event="event")
    event: HiddenEventKey = column("key of the results")
    occasion: str = column("the evening, tournament or round", label="Event")


class TallyRow(RecordRow):
    """How much a player played."""

    played: int = column("how much that counts", role="value")
    won: int = column("of which won")
    drawn: int | None = column("of which drawn")
    lost: int | None = column("of which lost")


class MovementRow(RecordRow):
    """How often the figure of a player changed."""

    played: int = column("how much that counts", role="value")
    rose: int = column("how often the figure rose")
    stayed: int | None = column("how often it stayed")
    fell: int | None = column("how often it fell")


class ClubEvent(Table):
    """What the players of a club did on a day."""

    date: PlayDate = column("when", label="Results", event="event")
    event: HiddenEventKey = column("key of the results")
    players: int = column("players of the club who played")
    played: int = column("all that they played")
    won: int = column("how much of it they won")
    best: PlayerId | None = column("who won most of the figure", label="Biggest rise")
    change: Annotated[float, Display("signed", 1)] | None = column("what that was", label="±")


class ClubEventRises(ClubEvent):
    """The same where nobody wins, but a figure rises."""

    won: int = column("how often a figure rose", label="Rose")


class FirstPlace(Table):
    """A first place of a player of the club."""

    of: Remark = column("in what they are first", label="First in")
    player: PlayerId = column("who it is", label="Player")


def make_change_type(figure: Any) -> Any:
    """Return the type of a change of a figure: with at least one decimal."""
    return Annotated[float, Display("signed", max(1, get_decimals(figure)), role="change")]


@cache
def make_peak_table(figure: Any, label: str) -> type[Table]:
    """Return the table of the highest figures."""

    class Peak(RecordRow):
        figure_: figure = column("the highest that it was", label=label, role="value")
        date: PlayDate = column("since when")

    return Peak


@cache
def make_rise_table(figure: Any) -> type[Table]:
    """Return the table of gains between two days."""

    class Rise(RecordRow):
        change: make_change_type(figure) = column("what was won", label="±")  # type: ignore[valid-type]
        low: figure = column("what it was before", label="From")
        high: figure = column("what it became", label="To", role="value")

    return Rise


@cache
def make_climb_table(figure: Any) -> type[Table]:
    """Return the table of gains within a period, with its days."""

    class Climb(make_rise_table(figure)):  # type: ignore[misc]
        since: date | None = column("from which day it counts; blank: from the start", label="Since")
        reached: date = column("the day on which it was so high", label="Through")

    return Climb


@cache
def make_member_table(figure: Any, label: str) -> type[Table]:
    """Return the table of the players of a club in one ranking."""

    class Member(Table):
        rank: Rank | None = column("place on the current list", label="#")
        player: PlayerId = column("who it is", label="Player")
        figure_: figure = column("the figure on the current list", label=label, role="value")
        change: make_change_type(figure) = column(  # type: ignore[valid-type]
            "change since the list before", label="±"
        )

    return Member
