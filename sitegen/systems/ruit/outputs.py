"""The tables of the Ruit rating: those that are published, and those that only pages show."""

from typing import Annotated

from sitegen.core.entities import ListedPlayer
from sitegen.core.table import (
    Change,
    Display,
    Figure,
    HiddenEventKey,
    HiddenSource,
    PlayDate,
    PlayerId,
    Rank,
    Rating,
    Source,
    Table,
    column,
)
from sitegen.core.views import make_view_table
from sitegen.systems.ruit.tables import Form, Gain, Strength


class RankedPlayer(ListedPlayer):
    """A line of the ratings."""

    rank: Rank = column("place by rating; equal ratings share it", label="#", before="player")
    rating: Rating = column("rating after the latest evening", role="value")
    sessions: int = column("evenings played")
    change: Annotated[float, Display("signed", 1)] | None = column(
        "all points won or lost on the latest evening of the club", label="±", role="change"
    )


class UnitScore(Table):
    """The score of a pair or team on one evening, and what it does to ratings."""

    form: Form = column("pairs, butler or teams")
    team: str = column("number of the pair, or name of the team")
    own: Figure = column("strength of the pair or team, from the ratings before the evening")
    opposition: Figure = column("mean strength of their opponents")
    handicap: Gain | None = column(
        "what they start with: a tenth, a fortieth or a twentieth of the difference"
    )
    raw: Figure | None = column("score before handicap: per cent, or IMPs")
    after: Figure = column("score after handicap: per cent, IMPs, or victory points")
    change: Gain = column("what that score does to the rating", label="Change", role="change")


class CalculatedScore(UnitScore):
    """A player on one evening, with the calculation of the new rating."""

    date: PlayDate = column("the evening", before="form")
    player: PlayerId = column("id of the player", label="Player", before="own")
    partner: PlayerId = column("who played with the player", before="own")
    before: Figure = column("rating before the evening", before="own")
    subsidy: Gain = column("the point that the higher of two partners hands to the other")
    rating: Figure = column("rating after the evening")

    @property
    def gain(self) -> float:
        """The points won or lost, all told."""
        return self.rating - self.before


class PlayedScore(CalculatedScore):
    """A score as its player looks back on it, with columns that no file has."""

    team: str = column("number of the pair, or name of the team", label="Pair or team")
    handicap: Gain | None = column("what they started with: per cent, or IMPs")
    change: Annotated[float, Display("signed", 4)]  # many are added up, so that it has more decimals
    gain: Gain = column("points won or lost, all told")
    won_in_pairs: Gain | None = column("points won in pairs since the first evening")
    won_in_butler: Gain | None = column("points won in butler since the first evening")
    source: HiddenSource = column("where the row of the pair or the line-up of the team stands")


class Riser(ListedPlayer):
    """How much somebody's rating rose in a form and a period."""

    honours = ("form", "period")
    form: str = column("all, pairs, butler or teams", before="player")
    period: str = column("all, or a year", before="player")
    rank: Rank = column("place by what was won", label="#", before="player")
    change: Gain = column("points won or lost in all", label="±")


class ExplanationLine(Table):
    """An evening in the account of a rating."""

    date: PlayDate = column("the evening")
    partner: PlayerId = column("who played with the player")
    form: Form = column("pairs, butler or teams", role="beside")
    score: Figure = column("per cent or IMPs before handicap, or victory points")
    change: Gain = column("points won or lost, partner subsidy included", label="±", role="change")
    rating: Figure = column("rating after the evening", role="value")
    source: Source = column("where the row of the pair or the line-up of the team stands")


class ScoredPair(UnitScore):
    """A pair, or two partners of a team, in the final standing of an evening, with their calculation."""

    rank: Rank = column("place by the score after handicap; equal scores share it", label="#")
    player1: PlayerId = column("who played", label="Player")
    gain1: Change = column("rating points won or lost in all, partner subsidy included", label="±")
    player2: PlayerId = column("who played with the player", label="Partner")
    gain2: Change = column("rating points won or lost in all, partner subsidy included", label="±")
    team: str = column("number of the pair, or name of the team", label="Pair or team")
    handicap: Gain | None = column("what they started with: per cent, or IMPs")
    section: str = column("the section in which a pair played")
    opponents: str = column("the pairs met, whose mean strength is the opposition")
    matches: int | None = column("matches that the team played")
    form: Annotated[Form, Display("text", is_on_pages=False)]
    strength: Annotated[Strength, Display("text", is_on_pages=False)] = column(
        "what the strength of a pair is of two ratings"
    )
    average: Figure = column("the score that leaves ratings as they are")
    before1: Figure = column("rating of the player before the evening")
    before2: Figure = column("rating of the partner before the evening")
    subsidy1: Figure = column("the point that the player gets from the partner")
    subsidy2: Figure = column("the point that the partner gets from the player")
    sum1: Figure = column("what the rating of the player adds up to")
    sum2: Figure = column("what the rating of the partner adds up to")
    floor1: str = column("what is made of such a sum below zero")
    floor2: str = column("what is made of such a sum below zero")
    key: HiddenEventKey = column("the evening")
    source: Source = column("where the row of the pair or the line-up of the team stands")
    before3: Figure | None = column("rating of another player of the team", default=None)
    before4: Figure | None = column("rating of the fourth player of the team", default=None)


class EveningMatch(Table):
    """A match between two teams, with its victory points."""

    team_a: str = column("one team", role="name")
    vp_a: Figure = column("victory points of the first team", label="VP")
    imps_a: Gain | None = column("IMPs by which the first team won, before handicap", label="IMPs")
    team_b: str = column("the other", role="name")
    vp_b: Figure = column("victory points of the second team", label="VP")
    boards: int | None = column("boards played")
    match: int = column("which match of the evening")
    own: Figure = column("strength of the first team: its four ratings together", label="Own")
    opposition: Figure = column("strength of the second team", label="Opposition")
    handicap: Figure | None = column("IMPs that the first team started with")
    margin: Figure | None = column("IMPs by which the first team won, after handicap")
    lead: Figure | None = column("IMPs by which either team won, after handicap")
    vp: Figure = column("victory points of the team that won")
    key: HiddenEventKey = column("the evening")
    source: Source = column("where the match stands")


OPENED_PAIR = ("team", "section", "opponents", "opposition", "handicap", "matches")
OPENED_MATCH = ("match", "own", "opposition")
"""The columns that stand with the calculation of a pair and of a match."""
MATCH_CALCULATION = (
    "[Handicap] = −({own:4} − {opposition:4}) / 20 = {handicap:4};"
    " [Margin] = {imps_a:4} + {handicap:(4)} = {margin:4};"
    " [VP] = 10 + 10 × (1 − τ<sup>3 × {lead:4} / (15 × √{boards})</sup>) / (1 − τ<sup>3</sup>) = {vp:4}"
)
"""RUIT viertallenschema, filled in for a match: its handicap, and the victory points of the team that won."""
_SCORE_CALCULATION = (
    "; [Handicap] = −({{own:4}} − {{opposition:4}}) / {} = {{handicap:4}};"
    " [After] = {{raw:4}} + {{handicap:(4)}} = {{after:4}}; [Change] = {} = {{change:4}}"
)
_RATING_CALCULATION = (
    "; <bdi>{{player{0}}}</bdi> = {{before{0}:4}} + {{change:(4)}} + {{subsidy{0}:(0)}}"
    " = {{sum{0}:4}}{{floor{0}}}"
)


def write_calculation(form: Form, pairs_strength: Strength) -> str:
    """Return the formula of a pair on an evening.

    "RUIT parenavond", "RUIT butleravond", "RUIT viertallenschema" and "Partnersubsidie".
    """
    strength = "{before1:4} + {before2:4}"
    if form == "teams":
        strength += " + {before3:4} + {before4:4}"
        score = "; [Change] = {after:4} − {average:0} = {change:4}"
    elif form == "butler":
        score = _SCORE_CALCULATION.format(10, "[0.4] × {after:(4)}")
    else:
        strength = f"({strength}) / 2" if pairs_strength == "mean" else strength
        score = _SCORE_CALCULATION.format(40, "[1.5] × ({after:4} − 50)")
    ratings = "".join(map(_RATING_CALCULATION.format, (1, 2)))
    return f"[Own] = {strength} = {{own:4}}{score}{ratings}"


class Partner(Table):
    """All evenings with one partner."""

    partner: PlayerId = column("who played with the player")
    evenings: int = column("evenings together")
    change: Gain = column("all rating points won or lost on them", label="±", role="change")


class CalendarEvening(Table):
    """An evening, as the calendar shows it."""

    date: PlayDate = column("the evening", label="Results", role="name")
    form: Form | None = column("pairs, butler or teams", default=None)
    units: int = column("pairs or teams that played", label="Pairs or teams", default=0)
    players: int = column("players who played", role="value", default=0)
    first: str = column("first in the final standing", label="First", role="name", default="")
    biggest: Gain | None = column("most points won in all", label="Biggest rise", default=None)
    biggest_by: PlayerId | None = column("who won them", label="By", role="optional", default=None)


class ListedRiser(Riser):
    """How much a rating rose in a period, in all and by form."""

    rank: Rank = column("place by the points won in all", label="#")
    change: Gain = column("points won or lost in the period", label="All", role="value")
    pairs: Gain | None = column("of which on pairs evenings", label="Pairs")
    butler: Gain | None = column("of which on butler evenings", label="Butler")
    teams: Gain | None = column("of which on teams evenings", label="Teams")


LISTED_RISER = make_view_table(ListedRiser, "rank player change pairs butler teams")
"""What pages show of a riser."""
