"""The input tables and options of a club with Glicko-2 ratings, and the steps that its pages cite."""

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

from sitegen.core import model
from sitegen.core.options import ChangingOptions
from sitegen.core.table import column
from sitegen.toolkit import decisions, duel
from sitegen.toolkit.decisions import KIND_HEADINGS, list_synonyms
from sitegen.toolkit.memberships import Membership

articles: Mapping[str, str] = {
    "Step 1": "A new player starts with a rating of 1500, a deviation RD of 350 and a volatility σ of 0.06.",
    "Step 2": "Ratings are put on the scale of Glicko-2: μ = (r − 1500) / 173.7178 and φ = RD / 173.7178.",
    "Step 3": "The variance v of what the games of a period say, by the g and E of each opponent.",
    "Step 4": "The improvement Δ that these games suggest: v times the sum of g × (s − E).",
    "Step 5": "The new volatility σ′, found step by step from φ, σ, v and Δ, with τ for how fast it moves.",
    "Step 6": "The deviation grows with the volatility to φ* = √(φ² + σ′²), also without a game.",
    "Step 7": "What the games say makes it smaller, φ′ = 1 / √(1/φ*² + 1/v), and moves the rating to μ′.",
    "Step 8": "Ratings and deviations are put back on the scale that people know.",
}
"""What each step of Glickman's *Example of the Glicko-2 system* says, by how it is cited."""
_ALL_STEPS = list(articles)

ARTICLES_BY_SECTION: Mapping[str, Sequence[str]] = {
    "rating-list": ["Step 6", "Step 8"],
    "provisional": ["Step 1", "Step 6", "Step 8"],
    "games": ["Step 3", "Step 7"],
    "why": ["Step 3", "Step 7"],
    "ahead": _ALL_STEPS[1:],
    "history": ["Step 3"],
    "periods": _ALL_STEPS[1:],
}
"""The steps that each section cites, by the name of the section."""


_AT_START = "all players start before the first game"


class Options(ChangingOptions):
    """What a club can set; the defaults are Glickman's."""

    period: Literal["month", "week", "quarter"] = column(
        "the games of such a period count at once",
        default="month",
        stays="deviations grow by the period, so those of two lengths say two things",
    )
    tau: float = column(
        "how fast volatilities change; Glickman: from 0.3 to 1.2",
        default=0.5,
        minimum=0.01,
        maximum=10,
        changes="for periods from that day on",
    )
    start_rating: float = column(
        "rating that everyone starts with", default=1500.0, minimum=0, maximum=4000, stays=_AT_START
    )
    start_deviation: float = column(
        "deviation that everyone starts with, and the most that it becomes",
        default=350.0,
        minimum=1,
        maximum=1000,
        stays=_AT_START,
    )
    start_volatility: float = column(
        "volatility that everyone starts with", default=0.06, minimum=0.0001, maximum=10, stays=_AT_START
    )
    provisional_above: float = column(
        "deviation above which a rating is provisional",
        default=110.0,
        minimum=0,
        maximum=1000,
        stays="players would be ranked, or no longer, without playing",
    )


class Player(model.Player):
    """A player, who may bring figures from an older list."""

    rating: float | None = column(
        "rating at the start; blank: the start rating",
        default=None,
        minimum=0,
        maximum=4000,
        headings=("startrating", "beginrating", "glicko", "cote", "classement"),
    )
    deviation: float | None = column(
        "deviation (RD) at the start; blank: the start deviation",
        default=None,
        minimum=1,
        maximum=1000,
        headings=("rd", "afwijking", "écart", "ecart"),
    )
    volatility: float | None = column(
        "volatility at the start; blank: the start volatility",
        default=None,
        minimum=0.0001,
        maximum=10,
        headings=("volatiliteit", "volatilité", "volatilite"),
    )


class Decision(decisions.Decision):
    """A decision of the committee about a player, which counts from its day on."""

    what: Literal["rating", "deviation", "out of competition", "in competition"] = column(
        "rating, deviation: set anew; out of competition: on no list from then on; in competition: again",
        synonyms=list_synonyms("rating", "deviation", "out of competition", "in competition"),
        headings=KIND_HEADINGS,
    )


class Inputs(NamedTuple):
    """The tables a club keeps."""

    players: list[Player]
    games: list[duel.Game]
    memberships: Sequence[Membership] = ()
    decisions: Sequence[Decision] = ()
