"""The tables that only pages show."""

from typing import Annotated

from sitegen.systems.ruit.tables import Form, Gain
from sitegen.table import Figure, PlayDate, PlayerId, Rank, Shown, Source, Table, column

Points = Annotated[float, Shown("number", 2)]


class Stood(Table):
    """A pair or team in the final standing of an evening."""

    rank: Rank = column("place by the score after handicap; equal scores share it", label="#")
    team: str = column("number of the pair, or name of the team", label="Pair or team")
    section: str = column("the section in which a pair played")
    player1: PlayerId = column("who played", label="Player")
    player2: PlayerId = column("the partner", label="Partner")
    player3: PlayerId | None = column("who played with them", label="Player")
    player4: PlayerId | None = column("the partner of the third", label="Partner")
    after: Points = column("score after handicap: per cent, IMPs, or victory points")
    handicap: Gain | None = column("what they started with: per cent, or IMPs")
    raw: Points | None = column("score before handicap: per cent, or IMPs")


class Contest(Table):
    """A match between two teams, with its victory points."""

    match: int = column("which match of the evening")
    team_a: str = column("one team")
    team_b: str = column("the other")
    boards: int | None = column("boards played")
    imps_a: Gain | None = column("IMPs by which the first team won, before handicap", label="IMPs")
    handicap: Gain | None = column("IMPs that the first team started with")
    margin: Gain | None = column("IMPs by which the first team won, after handicap")
    vp_a: Points = column("victory points of the first team", label="VP")
    vp_b: Points = column("victory points of the second team", label="VP")
    source: Source = column("where the match stands")


class Step(Table):
    """How the rating of a player changed on an evening."""

    player: PlayerId = column("id of the player", label="Player")
    partner: PlayerId = column("who played with the player")
    before: Figure = column("rating before the evening")
    own: Figure = column("strength of the pair or team, from the ratings before the evening")
    opposition: Figure = column("mean strength of who they played against")
    handicap: Gain | None = column("what they started with: per cent, or IMPs")
    raw: Figure | None = column("score before handicap: per cent, or IMPs")
    after: Figure = column("score after handicap: per cent, IMPs, or victory points")
    change: Gain = column("what that score does to the rating", label="±")
    subsidy: Gain = column("the point that the higher of two partners hands to the other")
    rating: Figure = column("rating after the evening")


class Looked(Table):
    """An evening as a player looks back on it."""

    date: PlayDate = column("the evening")
    form: Form = column("pairs, butler or teams")
    partner: PlayerId = column("who played with the player")
    team: str = column("number of the pair, or name of the team", label="Pair or team")
    handicap: Gain | None = column("what they started with: per cent, or IMPs")
    raw: Figure | None = column("score before handicap: per cent, or IMPs")
    after: Figure = column("score after handicap: per cent, IMPs, or victory points")
    change: Gain = column("what that score does to the rating", label="±")
    subsidy: Gain = column("the point that the higher of two partners hands to the other")
    rating: Figure = column("rating after the evening")


class Partner(Table):
    """All evenings with one partner."""

    partner: PlayerId = column("who played with the player")
    evenings: int = column("evenings together")
    change: Gain = column("rating points won or lost on them, all told", label="±")


class Night(Table):
    """An evening, as the calendar shows it."""

    date: PlayDate = column("the evening", label="Results")
    form: Form = column("pairs, butler or teams")
    units: int = column("pairs or teams that played", label="Pairs or teams")
    players: int = column("players who played")
    first: str = column("first in the final standing", label="First")
    biggest: Gain = column("most points won, all told", label="Biggest rise")
    biggest_by: PlayerId = column("who won them", label="By")


class Rose(Table):
    """How much a rating rose in a period, in all and by form."""

    rank: Rank = column("place by what was won in all", label="#")
    player: PlayerId = column("id of the player", label="Player")
    change: Gain = column("points won or lost in the period", label="All")
    pairs: Gain | None = column("of which on pairs evenings", label="Pairs")
    butler: Gain | None = column("of which on butler evenings", label="Butler")
    teams: Gain | None = column("of which on teams evenings", label="Teams")
