"""The tables of the Ruit rating: those that are published, and those that only pages show."""

from typing import Annotated

from sitegen.core.table import (
    Display,
    Figure,
    HiddenSource,
    PlayDate,
    PlayerId,
    Rank,
    Rating,
    Source,
    Table,
    column,
)
from sitegen.systems.ruit.tables import Form, Gain


class RankedPlayer(Table):
    """A line of the ratings."""

    rank: Rank = column("place by rating; equal ratings share it", label="#")
    player: PlayerId = column("id of the player", label="Player")
    name: str = column("name of the player")
    rating: Rating = column("rating after the latest evening", role="value")
    sessions: int = column("evenings played")
    change: Annotated[float, Display("signed", 1)] | None = column(
        "all points won or lost on the latest evening of the club", label="±", role="change"
    )


class ScoreFigures(Table):
    """What a score did to a rating."""

    handicap: Gain | None = column("what they started with: per cent, or IMPs")
    raw: Figure | None = column("score before handicap: per cent, or IMPs")
    after: Figure = column("score after handicap: per cent, IMPs, or victory points")
    change: Gain = column("what that score does to the rating", label="Change", role="change")
    subsidy: Gain = column("the point that the higher of two partners hands to the other")
    rating: Figure = column("rating after the evening")


class RatingStep(ScoreFigures):
    """A player on an evening, as its page shows the calculation of the new rating."""

    player: PlayerId = column("id of the player", label="Player", before="handicap")
    partner: PlayerId = column("who played with the player", before="handicap")
    before: Figure = column("rating before the evening", before="handicap")
    own: Figure = column(
        "strength of the pair or team, from the ratings before the evening", before="handicap"
    )
    opposition: Figure = column("mean strength of their opponents", before="handicap")


class CalculatedScore(RatingStep):
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


Points = Annotated[float, Display("number", 2)]


class RatingStepDetail(RatingStep):
    """A player on an evening, with all that the formula of the new rating is filled in with."""

    rating: Figure = column("rating after the evening", role="value")
    form: Annotated[str, Display("text", is_on_pages=False)] = column("pairs, butler or teams")
    source: Source = column("where the row of the pair or the line-up of the team stands")


class ExplanationLine(Table):
    """An evening in the account of a rating."""

    date: PlayDate = column("the evening")
    partner: PlayerId = column("who played with the player")
    form: Form = column("pairs, butler or teams", role="beside")
    score: Points = column("per cent or IMPs before handicap, or victory points")
    change: Annotated[float, Display("signed", 2)] = column(
        "points won or lost, partner subsidy included", label="±", role="change"
    )
    rating: Points = column("rating after the evening", role="value")
    source: Source = column("where the row of the pair or the line-up of the team stands")


class FinalStanding(Table):
    """A pair or team in the final standing of an evening."""

    rank: Rank = column("place by the score after handicap; equal scores share it", label="#")
    team: str = column("number of the pair, or name of the team", label="Pair or team")
    section: str = column("the section in which a pair played")
    player1: PlayerId = column("who played", label="Player")
    player2: PlayerId = column("the partner", label="Partner")
    player3: PlayerId | None = column("who played with them", label="Player")
    player4: PlayerId | None = column("the partner of the third", label="Partner")
    after: Points = column("score after handicap: per cent, IMPs, or victory points", role="value")
    handicap: Gain | None = column("what they started with: per cent, or IMPs")
    raw: Points | None = column("score before handicap: per cent, or IMPs")
    own: Points = column("strength of the pair or team, from the ratings before the evening")
    opposition: Points = column("mean strength of their opponents")
    opponents: str = column("the pairs met, whose mean strength is the opposition")
    matches: int | None = column("matches that the team played")
    source: Source = column("where the row of the pair or the line-up of the team stands")


class EveningMatch(Table):
    """A match between two teams, with its victory points."""

    match: int = column("which match of the evening")
    team_a: str = column("one team", role="name")
    team_b: str = column("the other", role="name")
    own: Points = column("strength of the first team: its four ratings together", label="Own")
    opposition: Points = column("strength of the second team", label="Opposition")
    boards: int | None = column("boards played")
    imps_a: Gain | None = column("IMPs by which the first team won, before handicap", label="IMPs")
    handicap: Gain | None = column("IMPs that the first team started with: a twentieth of the difference")
    margin: Gain | None = column("IMPs by which the first team won, after handicap")
    vp_a: Points = column("victory points of the first team", label="VP", role="value")
    vp_b: Points = column("victory points of the second team", label="VP", role="value")
    source: Source = column("where the match stands")


class PlayerEvening(ScoreFigures):
    """An evening as a player looks back on it: many are added up, so that a change has more decimals."""

    date: PlayDate = column("the evening", before="handicap")
    form: Form = column("pairs, butler or teams", before="handicap")
    partner: PlayerId = column("who played with the player", before="handicap")
    team: str = column("number of the pair, or name of the team", label="Pair or team", before="handicap")
    change: Annotated[float, Display("signed", 4)] = column(
        "what that score does to the rating", label="Change"
    )
    source: HiddenSource = column("where the row of the pair or the line-up of the team stands")


class Partner(Table):
    """All evenings with one partner."""

    partner: PlayerId = column("who played with the player")
    evenings: int = column("evenings together")
    change: Gain = column("all rating points won or lost on them", label="±", role="change")


class CalendarEvening(Table):
    """An evening, as the calendar shows it."""

    date: PlayDate = column("the evening", label="Results", role="name")
    form: Form = column("pairs, butler or teams")
    units: int = column("pairs or teams that played", label="Pairs or teams")
    players: int = column("players who played", role="value")
    first: str = column("first in the final standing", label="First", role="name")
    biggest: Gain = column("most points won in all", label="Biggest rise")
    biggest_by: PlayerId = column("who won them", label="By", role="optional")


class ListedRiser(Table):
    """How much a rating rose in a period, in all and by form."""

    rank: Rank = column("place by the points won in all", label="#")
    player: PlayerId = column("id of the player", label="Player")
    change: Gain = column("points won or lost in the period", label="All", role="value")
    pairs: Gain | None = column("of which on pairs evenings", label="Pairs")
    butler: Gain | None = column("of which on butler evenings", label="Butler")
    teams: Gain | None = column("of which on teams evenings", label="Teams")
