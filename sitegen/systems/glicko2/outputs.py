"""What is published of Glicko-2 ratings."""

from typing import Annotated

from sitegen.model import Fact
from sitegen.systems.glicko2.steps import Met, Standing
from sitegen.systems.glicko2.tables import Options
from sitegen.table import Chance, Change, EventKey, Figure, Hidden, PlayerId, Rating, Shown, Table, column
from sitegen.toolkit import duel
from sitegen.toolkit.ratings import RatingList, needed

Volatility = Annotated[float, Shown("number", 6)]
Points = Annotated[float, Shown("short")]
_DEVIATION = "deviation: about 95 in 100 players are truly within two of it"
_VOLATILITY = "volatility: how far results differ from those expected"

SUPPOSED = (
    "What a period of play would do to the rating with that one game alone, against who was met most in the"
    " last twelve months, then against who stands nearest."
)


class Provisional(duel.Provisional):
    """A player whose deviation is too large still to be ranked."""

    deviation: Rating = column(_DEVIATION, label="RD", before="games")
    volatility: Volatility = column(_VOLATILITY, label="σ", before="games")


class Ranked(duel.Ranked):
    """A line of the rating list."""

    deviation: Rating = column(_DEVIATION, label="RD", before="games")
    volatility: Volatility = column(_VOLATILITY, label="σ", before="games")


class Receipt(duel.Receipt):
    """A game with what was expected of it; the figures of one that is not rated are blank."""

    period: EventKey = column("the period in which it counts", default="", before="home_before")


class EventGame(duel.EventGame):
    """A game as the page of its period shows it, with its share in what the period did to each side."""

    home_expectation: Hidden | None = column("points that the home side could expect")
    home_g: Hidden | None = column("g of the deviation of the away side")
    home_phi: Hidden | None = column("φ′ of the home side, before the deviation is capped")
    away_points: Annotated[str, Shown("text", on_pages=False)] = column("points of the away side")
    away_expectation: Hidden | None = column("points that the away side could expect")
    away_g: Hidden | None = column("g of the deviation of the home side")
    away_phi: Hidden | None = column("φ′ of the away side, before the deviation is capped")


CALCULATION = (
    "E = 1/(1+e<sup>{home_g:4}({away_before:2}−{home_before:2})/173.7178</sup>) = {home_expectation:4}; "
    "173.7178×{home_phi:4}²×{home_g:4}({points}−E) = {home_change:2}; "
    "173.7178×{away_phi:4}²×{away_g:4}({away_points}−{away_expectation:4}) = {away_change:2}"
)
"""Step 3 and Step 7, with the figures of a game filled in: E of the home side, and the shares of both."""


class Figures(Table):
    """What a period with games did to a player."""

    games: int = column("games that count")
    score: Points = column("points made", label="Σs")
    expected: Figure = column("points that could be expected", label="ΣE")
    rating_before: Figure = column("rating before the period", label="r")
    deviation_before: Figure = column("deviation before the period", label="RD")
    volatility_before: Volatility = column("volatility before the period", label="σ")
    rating_after: Figure = column("rating after the period", label="r′")
    deviation_after: Figure = column("deviation after the period", label="RD′")
    volatility_after: Volatility = column("volatility after the period", label="σ′")


class Calculated(Figures):
    """A player in a period with games: figures before and after it."""

    period: EventKey = column("the period", before="games")
    player: PlayerId = column("id of the player", label="Player", before="games")


class Game(duel.Looked):
    """A game as one of its players looks back on it; what it did is its share of what the period did."""

    chance: Chance | None = column("points that the player could expect", before="event")
    change: Change | None = column("its share of the change of the period", label="±", before="event")
    after: Rating | None = column(
        "rating with the games of the period so far", label="Rating", before="event", role="value"
    )


class Looked(Figures):
    """A period as one of its players looks back on it."""

    period: EventKey = column("the period", before="games")


class Step(Figures):
    """A player as the page of a period shows them, with what lies between before and after."""

    player: PlayerId = column("id of the player", label="Player", before="games")
    v: Figure = column("variance that the games leave in the rating", label="v", before="rating_after")
    delta: Figure = column("improvement that the games speak of", label="Δ", before="rating_after")
    star: Figure = column("deviation by the new volatility", label="φ*", before="rating_after")

    phi: Annotated[float, Shown("number", on_pages=False)] = column("φ′, before the deviation is capped")
    met: Annotated[tuple[Met, ...], Shown("text", on_pages=False)] = column(
        "g, E and s of each of the games, with the opponent"
    )


class Whole(Step):
    """All that is known of a player in a period."""

    period: EventKey = column("the period", before="player")


def rating_list(options: Options) -> RatingList[Standing]:
    """The rating list: who has too large a deviation stands in a list apart."""

    def lacks(own: Standing) -> float:
        return own.deviation - options.provisional_above

    return RatingList(
        Ranked,
        Provisional,
        lambda own: lacks(own) > 0,
        limits=[Fact("Ranked up to a deviation of", options.provisional_above, Figure)],
        facts=lambda own: [
            Fact("Deviation", own.deviation, Figure),
            Fact("Volatility", own.volatility, Volatility),
            *needed("Deviation still to lose to be ranked", lacks, Figure)(own),
        ],
    )
