"""The rows that pages of rounds and the calendar of a season show, and what rankings of seasons share."""

import datetime as dt

from sitegen.core.entities import ListedPlayer
from sitegen.core.table import (
    Change,
    Figure,
    Movement,
    PlayDate,
    PlayerId,
    Rank,
    Remark,
    Source,
    Table,
    column,
)
from sitegen.toolkit.order import Tally
from sitegen.toolkit.rounds import tables
from sitegen.toolkit.rounds.tables import Gain, Round, Score


class RankingRow(Tally, ListedPlayer):
    """A line of the ranking, to which a system adds the score."""

    rank: Rank = column("place by score; nobody shares one", label="#", before="player")
    value: Figure = column("what a win against the player is worth", before="won")
    change: Change | None = column("points won or lost since the round before", label="±", in_files=False)
    rank_change: Movement | None = column("places won or lost since the round before", label="▲▼")


class RoundStanding(Table):
    """The standing of a player as it was after a round; no file has the evening."""

    round: Round = column("the round")
    player: PlayerId = column("id of the player")
    value: Figure = column("what a win against the player was worth")
    total: Score = column("score at the values of that day")
    rank: Rank | None = column("place on the ranking; blank: out of competition")
    day: PlayDate = column("the evening", in_files=False)


class RoundGame(Table):
    """A game of a round that was played, with the figures of its calculation."""

    white: PlayerId = column("the player with White")
    white_place: str = column(
        "place of white before and after the round", label="Place of white", role="beside"
    )
    white_score: Change | None = column("what the round brings white and black", label="±")
    result: str = column("points of white and of black; f: forfeit")
    black: PlayerId = column("the player with Black")
    black_place: str = column(
        "place of black before and after the round", label="Place of black", role="beside"
    )
    black_score: Change | None = column("what the round brings white and black", label="±")
    board: int | None = column("the number of the board")
    remark: Remark = column("a remark on the game")
    source: Source = column("where the game stands")
    white_factor: str = column("what the value of black is multiplied by")
    white_value: Figure | None = column("the value that is multiplied: that of black, or the own")
    white_then: Figure | None = column("the score of white at the values after the round itself")
    white_since: Gain | None = column("what has changed since the round")
    black_factor: str = column("what the value of white is multiplied by")
    black_value: Figure | None = column("the value that is multiplied: that of white, or the own")
    black_then: Figure | None = column("the score of black at the values after the round itself")
    black_since: Gain | None = column("what has changed since the round")


class AbsentPlayer(tables.Absence):
    """A player without a game in a round to come."""

    round: Round
    absence: Remark = column("why the player does not play")
    result: str = column("")
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
