"""The tables of the club competition: what a club keeps, what is published, and what pages show."""

from collections.abc import Iterable, Sequence
from typing import Annotated, Literal, NamedTuple

from sitegen import model
from sitegen.table import (
    Figure,
    Movement,
    PlayDate,
    PlayerId,
    Rank,
    Rating,
    Shown,
    Source,
    Table,
    column,
)

Round = Annotated[int, Shown("event")]
"""The number of a round; shown as a link to its page."""
Score = Annotated[float, Shown("number", 1)]
Gain = Annotated[float, Shown("signed", 2)]
Factor = Annotated[float, Shown("number", 3)]

Result = Literal["1-0", "0-1", "½-½", "1-0f", "0-1f"]
Code = Literal["external", "external-moved", "club", "bye", "odd", "absent", "no-show"]


class Options(Table):
    """What a club can set; the defaults are the regulation's."""

    periods: int = column("periods of a season", default=5, minimum=1)
    groups: int = column("groups of a period ranking", default=3, minimum=3, maximum=4)
    performance: Literal["fide", "logistic"] = column(
        "fide: FIDE's table, on a score rounded to 0.01; logistic: the curve that the table is made from",
        default="fide",
    )
    min_games: int = column("games a player needs to become champion", default=13, minimum=0)


class Player(model.Player):
    """A player of the season, with what their start rating comes from."""

    final_rating: float | None = column("club rating at the end of the last season", default=None)
    knsb_rating: float | None = column("rating of the national federation", default=None)
    knsb_reliable: bool = column("whether that rating is reliable", default=True)
    estimate: float | None = column("estimated rating of a player without any other", default=None)
    youth: bool = column("whether the player is a youth member (article 3)", default=False)
    joined: int = column("the first round", default=1, minimum=1)
    left: int | None = column("the last round; blank: that of the season", default=None, minimum=1)

    @property
    def basis(self) -> float | None:
        """What the start rating comes from (article 1.1); None without a usable rating."""
        reliable = self.knsb_rating if self.knsb_reliable else None
        return max(
            (each for each in (self.final_rating, reliable) if each is not None), default=self.estimate
        )

    def faults(self) -> Iterable[tuple[str, str, str]]:
        """What is wrong inside the row: column, message and hint of each fault."""
        if self.basis is None:
            message = f"{self.name} has no rating to start with"
            hint = "fill in final_rating, a knsb_rating that is reliable, or estimate"
            yield "estimate", message, hint
        if self.left is not None and self.left < self.joined:
            message = f"the last round, {self.left}, comes before the first, {self.joined}"
            yield "left", message, "'left' is the last round that the player belongs to"


class Fixture(Table):
    """A round of the season; the whole calendar, also of the rounds to come."""

    round: int = column("the number of the round, from 1", key=True, minimum=1)
    date: PlayDate = column("the evening it is played")
    source: Source = column("where the row stands", default="", filled=True)


class Game(Table):
    """A game, paired or played."""

    round: int = column("the round", minimum=1)
    white: PlayerId = column("who has white")
    black: PlayerId = column("who has black")
    result: Result | None = column(
        "the points of white and of black, f for a forfeit; blank: paired, not yet played",
        default=None,
        synonyms=(("0.5-0.5", "½-½"), ("=", "½-½")),
    )
    board: int | None = column("the number of the board", default=None, minimum=1)
    source: Source = column("where the row stands", default="", filled=True)

    @property
    def named(self) -> Sequence[tuple[str, str]]:
        """The columns that name a player, with the player."""
        return ("white", self.white), ("black", self.black)

    def faults(self) -> Iterable[tuple[str, str, str]]:
        """What is wrong inside the row: column, message and hint of each fault."""
        if self.white == self.black:
            yield "black", "white and black are the same player", "a game is between two players"


class Absence(Table):
    """A player who has no opponent in a round, and why."""

    round: int = column("the round", key=True, minimum=1)
    player: PlayerId = column("who", key=True)
    code: Code = column(
        "external: team match on the club evening; external-moved: the same on another evening;"
        " club: other duty for the club; bye: own choice, twice a season; odd: left over by an odd number;"
        " absent: told beforehand; no-show"
    )
    source: Source = column("where the row stands", default="", filled=True)

    @property
    def named(self) -> Sequence[tuple[str, str]]:
        """The column that names a player, with the player."""
        return (("player", self.player),)


class Inputs(NamedTuple):
    """The tables a club keeps."""

    players: list[Player]
    rounds: list[Fixture]
    games: list[Game]
    absences: Sequence[Absence] = ()


class Ranked(Table):
    """A line of the ranking."""

    rank: Rank = column("place by score; nobody shares one", label="#")
    player: PlayerId = column("id of the player", label="Player")
    name: str = column("name of the player")
    score: Score = column("sum of the round scores, all at today's values")
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


class RoundScore(Table):
    """What a player scored in a round, at the values after the last round."""

    round: Round = column("the round")
    player: PlayerId = column("id of the player")
    opponent: PlayerId = column("id of the opponent; blank without one")
    colour: str = column("w for white, b for black; blank without an opponent")
    result: str = column("1, ½, 0, 1f, 0f, or the code of the absence as it counts in the end")
    factor: Factor = column("what the value is multiplied by")
    basis: Figure = column("the value that is multiplied: the opponent's, or the player's own", label="Value")
    score: Figure = column("factor × value")


class Standing(Table):
    """A player as they stood after a round."""

    round: Round = column("the round")
    player: PlayerId = column("id of the player")
    club_rating: Rating = column("club rating after the round", label="Rating")
    value: Figure = column("what a win against the player was worth")
    total: Score = column("sum of the round scores at the values of that day")
    rank: Rank = column("place on the ranking")


class PeriodRanked(Table):
    """A line of a period ranking."""

    period: int = column("the period")
    group: int = column("the group; 1 has the highest club ratings")
    rank: Rank = column("place in the group", label="#")
    player: PlayerId = column("id of the player", label="Player")
    name: str = column("name of the player")
    score: Score = column("sum of the round scores of the period")
    champion: bool = column("whether the player is champion of the group in this period")


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
