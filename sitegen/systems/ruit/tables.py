"""The tables of the Ruit rating: what a club keeps, and what is published."""

from collections.abc import Iterable, Sequence
from datetime import date
from typing import Annotated, Literal, NamedTuple

from sitegen import model
from sitegen.table import Figure, PlayDate, PlayerId, Rank, Rating, Shown, Source, Table, column

Form = Literal["pairs", "butler", "teams"]
Class = Literal["master", "division-1", "division-2", "main", "class-1", "class-2", "class-3", "student"]
Gain = Annotated[float, Shown("signed", 2)]

CLASSES = {
    "master": 450,
    "division-1": 400,
    "division-2": 350,
    "main": 300,
    "class-1": 250,
    "class-2": 200,
    "class-3": 150,
    "student": 100,
}
"""What a player of each class starts with ("De handicap")."""


class Options(Table):
    """What a club can set; the defaults are the regulation's."""

    pairs_strength: Literal["mean", "sum"] = column(
        "strength of a pair on a pairs evening: the mean or the sum of the two ratings", default="mean"
    )
    subsidy_from: date = column(
        "the first day on which the higher of two partners hands a point to the other",
        default=date(2012, 5, 15),
    )


class Player(model.Player):
    """A player, with what they start with."""

    rating: float | None = column("rating at the start; blank: that of the class", default=None, minimum=0)
    class_: Class | None = column("class at the start, for who has no rating", default=None)

    @property
    def start(self) -> float | None:
        """The rating at the start; None without rating and class."""
        if self.rating is not None:
            return self.rating
        return None if self.class_ is None else float(CLASSES[self.class_])

    def faults(self) -> Iterable[tuple[str, str, str]]:
        """What is wrong inside the row: column, message and hint of each fault."""
        if self.start is None:
            yield "rating", f"{self.name} has neither a rating nor a class", "fill in one of the two"


class Line(Table):
    """The score of a pair on one evening."""

    date: PlayDate = column("the evening", key=True)
    pair: int = column("the number of the pair", key=True, minimum=1)
    player1: PlayerId = column("one of the pair")
    player2: PlayerId = column("the other")
    score: float = column("the score before handicap")
    section: str = column("the section, where pairs did not all meet in one", default="", key=True)
    opponents: str = column(
        "numbers of the pairs met, separated by spaces; blank: all others of the section", default=""
    )
    source: Source = column("where the row stands", default="", filled=True)

    @property
    def met(self) -> Sequence[str]:
        """The numbers of the pairs met, as they are written."""
        return self.opponents.split()

    @property
    def players(self) -> Sequence[tuple[str, str]]:
        """The columns that name a player, with the player."""
        return ("player1", self.player1), ("player2", self.player2)

    def faults(self) -> Iterable[tuple[str, str, str]]:
        """What is wrong inside the row: column, message and hint of each fault."""
        if self.player1 == self.player2:
            yield "player2", "both players are the same", "a pair has two players"
        if wrong := next((each for each in self.met if not each.isascii() or not each.isdigit()), ""):
            yield "opponents", f"{wrong!r} is not the number of a pair", "write numbers with spaces: 2 5 7"
        elif self.pair in map(int, self.met):
            yield "opponents", f"pair {self.pair} meets itself", "name the pairs that it met"


class PairsLine(Line):
    """The percentage of a pair on a pairs evening."""

    score: float = column("the percentage before handicap", minimum=0, maximum=100)


class ButlerLine(Line):
    """The IMPs of a pair on a butler evening."""

    score: float = column("the IMPs before handicap, with their sign")


class Match(Table):
    """A match between two teams of four."""

    date: PlayDate = column("the evening")
    match: int = column("which match of the evening", minimum=1)
    team_a: str = column("one team")
    team_b: str = column("the other")
    imps_a: float | None = column("IMPs by which team_a won, before handicap", default=None)
    boards: int | None = column("boards played", default=None, minimum=1)
    vp_a: float | None = column(
        "victory points of team_a after handicap", default=None, minimum=0, maximum=20
    )
    vp_b: float | None = column(
        "victory points of team_b after handicap", default=None, minimum=0, maximum=20
    )
    source: Source = column("where the row stands", default="", filled=True)

    def faults(self) -> Iterable[tuple[str, str, str]]:
        """What is wrong inside the row: column, message and hint of each fault."""
        if self.team_a == self.team_b:
            yield "team_b", "both teams are the same", "a match is between two teams"
        given = [
            self.imps_a is not None,
            self.boards is not None,
            self.vp_a is not None,
            self.vp_b is not None,
        ]
        if given not in ([True, True, False, False], [False, False, True, True]):
            hint = "give imps_a and boards, or vp_a and vp_b, and leave the others blank"
            yield "imps_a", "the result is not complete, or given twice", hint
        elif self.vp_a is not None and self.vp_b is not None and round(self.vp_a + self.vp_b, 6) != 20:
            message = f"{self.vp_a:g} and {self.vp_b:g} are {self.vp_a + self.vp_b:g} together"
            yield "vp_b", message, "the victory points of a match are 20 together"


class LineUp(Table):
    """The players of a team on one evening; partners are the first two and the last two."""

    date: PlayDate = column("the evening", key=True)
    team: str = column("the team", key=True)
    player1: PlayerId = column("one of the first pair")
    player2: PlayerId = column("their partner")
    player3: PlayerId = column("one of the second pair")
    player4: PlayerId = column("their partner")
    source: Source = column("where the row stands", default="", filled=True)

    @property
    def players(self) -> Sequence[tuple[str, str]]:
        """The columns that name a player, with the player."""
        return (
            ("player1", self.player1),
            ("player2", self.player2),
            ("player3", self.player3),
            ("player4", self.player4),
        )


class Inputs(NamedTuple):
    """The tables a club keeps."""

    players: list[Player]
    pairs: Sequence[PairsLine] = ()
    butler: Sequence[ButlerLine] = ()
    teams: Sequence[Match] = ()
    lineups: Sequence[LineUp] = ()


class Rated(Table):
    """A line of the ratings."""

    rank: Rank = column("place by rating; equal ratings share it", label="#")
    player: PlayerId = column("id of the player", label="Player")
    name: str = column("name of the player")
    rating: Rating = column("rating after the latest evening")
    sessions: int = column("evenings played")
    change: Annotated[float, Shown("signed", 1)] | None = column(
        "points won or lost on the latest evening of the club, all told", label="±"
    )


class Played(Table):
    """A player on one evening, with the calculation of the new rating."""

    date: PlayDate = column("the evening")
    form: Form = column("pairs, butler or teams")
    team: str = column("number of the pair, or name of the team")
    player: PlayerId = column("id of the player", label="Player")
    partner: PlayerId = column("who played with the player")
    before: Figure = column("rating before the evening")
    own: Figure = column("strength of the pair or team, from the ratings before the evening")
    opposition: Figure = column("mean strength of who they played against")
    handicap: Gain | None = column(
        "what they start with: a tenth, a fortieth or a twentieth of the difference"
    )
    raw: Figure | None = column("score before handicap: per cent, or IMPs")
    after: Figure = column("score after handicap: per cent, IMPs, or victory points")
    change: Gain = column("what that score does to the rating", label="±")
    subsidy: Gain = column("the point that the higher of two partners hands to the other")
    rating: Figure = column("rating after the evening")


class Riser(Table):
    """How much somebody's rating rose in a form and a period."""

    form: str = column("all, pairs, butler or teams")
    period: str = column("all, or a year")
    rank: Rank = column("place by what was won", label="#")
    player: PlayerId = column("id of the player", label="Player")
    name: str = column("name of the player")
    change: Gain = column("points won or lost in all", label="±")
