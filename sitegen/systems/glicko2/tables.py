"""What a club with Glicko-2 ratings keeps, and what it can set."""

from typing import Literal, NamedTuple

from sitegen import model
from sitegen.table import Table, column
from sitegen.toolkit import duel


class Options(Table):
    """What a club can set; the defaults are Glickman's."""

    period: Literal["month", "week", "quarter"] = column(
        "the games of such a period count at once", default="month"
    )
    tau: float = column(
        "how fast volatilities change; Glickman: from 0.3 to 1.2", default=0.5, minimum=0.01, maximum=10
    )
    start_rating: float = column("rating that everyone starts with", default=1500.0, minimum=0, maximum=4000)
    start_deviation: float = column(
        "deviation that everyone starts with, and the most that it becomes",
        default=350.0,
        minimum=1,
        maximum=1000,
    )
    start_volatility: float = column(
        "volatility that everyone starts with", default=0.06, minimum=0.0001, maximum=10
    )
    provisional_above: float = column(
        "deviation above which a rating is provisional", default=110.0, minimum=0, maximum=1000
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


class Inputs(NamedTuple):
    """The tables a club keeps."""

    players: list[Player]
    games: list[duel.Game]
