"""The published tables of the Ruit rating."""

from typing import Annotated

from sitegen.systems.ruit.tables import Form, Gain
from sitegen.table import Figure, PlayDate, PlayerId, Rank, Rating, Shown, Table, column


class Ranked(Table):
    """A line of the ratings."""

    rank: Rank = column("place by rating; equal ratings share it", label="#")
    player: PlayerId = column("id of the player", label="Player")
    name: str = column("name of the player")
    rating: Rating = column("rating after the latest evening", role="value")
    sessions: int = column("evenings played")
    change: Annotated[float, Shown("signed", 1)] | None = column(
        "points won or lost on the latest evening of the club, all told", label="±", role="change"
    )


class Scored(Table):
    """What a score did to a rating."""

    handicap: Gain | None = column("what they started with: per cent, or IMPs")
    raw: Figure | None = column("score before handicap: per cent, or IMPs")
    after: Figure = column("score after handicap: per cent, IMPs, or victory points")
    change: Gain = column("what that score does to the rating", label="Change", role="change")
    subsidy: Gain = column("the point that the higher of two partners hands to the other")
    rating: Figure = column("rating after the evening")


class Step(Scored):
    """A player on an evening, as its page shows the calculation of the new rating."""

    player: PlayerId = column("id of the player", label="Player", before="handicap")
    partner: PlayerId = column("who played with the player", before="handicap")
    before: Figure = column("rating before the evening", before="handicap")
    own: Figure = column(
        "strength of the pair or team, from the ratings before the evening", before="handicap"
    )
    opposition: Figure = column("mean strength of who they played against", before="handicap")


class Receipt(Step):
    """A player on one evening, with the calculation of the new rating."""

    date: PlayDate = column("the evening", before="player")
    form: Form = column("pairs, butler or teams", before="player")
    team: str = column("number of the pair, or name of the team", before="player")
    handicap: Gain | None = column(
        "what they start with: a tenth, a fortieth or a twentieth of the difference"
    )

    @property
    def gain(self) -> float:
        """The points won or lost, all told."""
        return self.rating - self.before


class Riser(Table):
    """How much somebody's rating rose in a form and a period."""

    form: str = column("all, pairs, butler or teams")
    period: str = column("all, or a year")
    rank: Rank = column("place by what was won", label="#")
    player: PlayerId = column("id of the player", label="Player")
    name: str = column("name of the player")
    change: Gain = column("points won or lost in all", label="±")
