"""The rows that pages of rounds and the calendar of a season show."""

import datetime as dt
from typing import Annotated

from sitegen.core.table import (
    Change,
    Display,
    HiddenFigure,
    HiddenSource,
    PlayerId,
    Remark,
    Source,
    Table,
    column,
)
from sitegen.toolkit.rounds.tables import Round

_HiddenGain = Annotated[float, Display("signed", 2, is_on_pages=False)]
_Text = Annotated[str, Display("text", is_on_pages=False)]


class PairedGame(Table):
    """A game of a round, paired or played."""

    white: PlayerId = column("the player with White")
    result: str = column("points of white and of black; f: forfeit")
    black: PlayerId = column("the player with Black")
    board: int | None = column("the number of the board")
    remark: Remark = column("a remark on the game")
    source: Source = column("where the game stands")


class RoundGame(PairedGame):
    """A game of a round that was played, with the figures of its calculation."""

    white_place: str = column(
        "place of white before and after the round", label="Place of white", role="beside", before="result"
    )
    white_score: Change | None = column("what the round brings white and black", label="±", before="result")
    black_place: str = column(
        "place of black before and after the round", label="Place of black", role="beside", before="board"
    )
    black_score: Change | None = column("what the round brings white and black", label="±", before="board")
    source: HiddenSource = column("where the game stands")
    white_factor: _Text = column("what the value of black is multiplied by")
    white_value: HiddenFigure | None = column("the value that is multiplied: that of black, or the own")
    white_then: HiddenFigure | None = column("the score of white at the values after the round itself")
    white_since: _HiddenGain | None = column("what has changed since the round")
    black_factor: _Text = column("what the value of white is multiplied by")
    black_value: HiddenFigure | None = column("the value that is multiplied: that of white, or the own")
    black_then: HiddenFigure | None = column("the score of black at the values after the round itself")
    black_since: _HiddenGain | None = column("what has changed since the round")


class AbsentPlayer(Table):
    """A player without a game in a round to come."""

    player: PlayerId = column("who does not play")
    absence: str = column("why the player does not play")
    result: str = column("")
    source: Source = column("where the absence stands")


class PlannedAbsence(Table):
    """A player who will not be there in a round that is still to be drawn."""

    round: Round = column("the round")
    player: PlayerId = column("who does not play")
    absence: str = column("why the player does not play")
    source: Source = column("where the absence stands")


class UpcomingRound(Table):
    """A round to come."""

    round: Round = column("the round; its page, once it has been drawn")
    date: dt.date = column("the evening")
    source: Source = column("where the round stands in the calendar")


class CalendarRound(UpcomingRound):
    """A round that was played, as the calendar shows it."""

    round: Round = column("the page of the round", role="name")
    games: int = column("games played, with forfeits", role="value", before="source")
    absent: int = column("players without a game", before="source")
    leader: PlayerId = column("who led the ranking after the round", before="source")
