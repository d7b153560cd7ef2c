"""What is published of Glicko-2 ratings."""

from typing import Annotated

from sitegen.model import Fact
from sitegen.systems.glicko2.steps import Standing
from sitegen.systems.glicko2.tables import Options
from sitegen.table import Chance, EventKey, Figure, PlayerId, Rating, Shown, Table, column
from sitegen.toolkit import duel
from sitegen.toolkit.ratings import RatingList, needed

Volatility = Annotated[float, Shown("number", 5)]
Points = Annotated[float, Shown("short")]
_DEVIATION = column("deviation: about 95 in 100 are truly within two of it", label="RD", before="games")
_VOLATILITY = column("volatility: how far results differ from those expected", label="σ", before="games")


class Provisional(duel.Provisional):
    """A player whose deviation is too large still to be ranked."""

    deviation: Rating = _DEVIATION
    volatility: Volatility = _VOLATILITY


class Ranked(duel.Ranked):
    """A line of the rating list."""

    deviation: Rating = _DEVIATION
    volatility: Volatility = _VOLATILITY


class Receipt(duel.Receipt):
    """A game with what was expected of it; the figures of one that is not rated are blank."""

    period: EventKey = column("the period in which it counts", before="source")
    home_before: Figure | None = column(
        "rating of the home side before the period", label="r home", default=None, before="source"
    )
    away_before: Figure | None = column(
        "rating of the away side before the period", label="r away", default=None, before="source"
    )
    expectation: Chance | None = column(
        "points that the home side could expect", label="E", default=None, before="source"
    )


class Calculated(Table):
    """A player in a period with games: figures before and after it."""

    period: EventKey = column("the period")
    player: PlayerId = column("id of the player", label="Player")
    games: int = column("games that count")
    score: Points = column("points made", label="Σs")
    expected: Figure = column("points that could be expected", label="ΣE")
    rating_before: Figure = column("rating before the period", label="r")
    deviation_before: Figure = column("deviation before the period", label="RD")
    volatility_before: Volatility = column("volatility before the period", label="σ")
    rating_after: Figure = column("rating after the period", label="r′")
    deviation_after: Figure = column("deviation after the period", label="RD′")
    volatility_after: Volatility = column("volatility after the period", label="σ′")


class Step(Calculated):
    """The same with what lies between, as the page of the period shows it."""

    v: Figure = column("variance that the games leave in the rating", before="rating_after")
    delta: Figure = column("improvement that the games speak of", label="Δ", before="rating_after")
    star: Figure = column("deviation by the new volatility", label="φ*", before="rating_after")


def rating_list(options: Options) -> RatingList[Standing]:
    """The rating list: who has too large a deviation stands in a list apart."""

    def lacks(own: Standing) -> float:
        return own.deviation - options.provisional_above

    return RatingList(
        Ranked,
        Provisional,
        lambda own: lacks(own) > 0,
        facts=lambda own: [
            Fact("Deviation", own.deviation, Figure),
            Fact("Volatility", own.volatility, Volatility),
            *needed("Deviation still to lose to be ranked", lacks, Figure)(own),
        ],
    )
