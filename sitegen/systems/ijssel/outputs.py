"""The tables that are published of a season."""

from typing import Annotated

from sitegen.systems.ijssel.tables import Factor, Round, Score
from sitegen.table import Figure, Movement, PlayerId, Rank, Rating, Shown, Table, column


class Ranked(Table):
    """A line of the ranking."""

    rank: Rank = column("place by score; nobody shares one", label="#")
    player: PlayerId = column("id of the player", label="Player")
    name: str = column("name of the player")
    score: Score = column("sum of the round scores, all at today's values", role="value")
    club_rating: Rating = column("club rating after the last round", label="Rating")
    value: Annotated[float, Shown("number", 0)] = column("what a win against the player is worth")
    start_rating: Rating = column("rating at the start of the season", label="Start")
    played: int = column("games played, without forfeits")
    won: int = column("games won")
    drawn: int = column("games drawn")
    lost: int = column("games lost")
    absent: int = column("rounds without any game")
    rank_change: Movement | None = column("places won or lost since the round before", label="▲▼")
    qualifies: bool = column("whether the player has the games that the champion needs", label="Enough games")


class Receipt(Table):
    """What a player scored in a round, at the values after the last round."""

    round: Round = column("the round")
    player: PlayerId = column("id of the player")
    opponent: PlayerId = column("id of the opponent; blank without one")
    colour: str = column("w for white, b for black; blank without an opponent")
    result: str = column("1, ½, 0, 1f, 0f, or the code of the absence as it counts in the end")
    factor: Factor = column("what the value is multiplied by")
    basis: Figure = column("the value that is multiplied: the opponent's, or the player's own", label="Value")
    score: Figure = column("factor × value")


class Stage(Table):
    """A stage in the course of a player: how they stood after a round."""

    round: Round = column("the round")
    player: PlayerId = column("id of the player")
    club_rating: Rating = column("club rating after the round", label="Rating")
    value: Figure = column("what a win against the player was worth")
    total: Score = column("sum of the round scores at the values of that day")
    rank: Rank = column("place on the ranking")


class Grouped(Table):
    """A line of a group in a period ranking."""

    rank: Rank = column("place in the group", label="#")
    player: PlayerId = column("id of the player", label="Player")
    score: Score = column("sum of the round scores of the period", role="value")
    champion: bool = column("whether the player is champion of the group in this period")


class PeriodRanked(Grouped):
    """A line of a period ranking."""

    period: int = column("the period", before="rank")
    group: int = column("the group; 1 has the highest club ratings", before="rank")
    name: str = column("name of the player", before="score")


class Start(Table):
    """A line of the start ratings."""

    rank: Rank = column("place by basis", label="#")
    player: PlayerId = column("id of the player", label="Player")
    name: str = column("name of the player")
    basis: Rating = column("the larger of the final rating and a reliable national rating, or an estimate")
    start_rating: Rating = column("rating at the start", label="Start")


class Place(Table):
    """A place in a team that a player has earned."""

    competition: str = column("cup, first team or second team")
    player: PlayerId = column("id of the player", label="Player")
    name: str = column("name of the player")
