"""What a club with Elo ratings keeps, and what it can set."""

from collections.abc import Mapping
from typing import Literal, NamedTuple

from sitegen import model
from sitegen.table import Table, column
from sitegen.toolkit import duel
from sitegen.toolkit.playing import order_of_play


class Options(Table):
    """What a club can set; the defaults are those of most clubs."""

    k: Mapping[int, float] = column(
        "what a game moves at most: a number, or by games played before it: 40 for the first 30, then 20 is"
        " { 0 = 40, 30 = 20 }",
        default={0: 32.0},
        alone=0,
        keys=(0, 100_000),
        minimum=0,
        maximum=400,
    )
    start_rating: float = column("rating that everyone starts with", default=1500.0, minimum=0, maximum=4000)
    provisional_below: int = column(
        "games below which a rating is provisional", default=10, minimum=0, maximum=10_000
    )
    home_advantage: float = column(
        "rating points that playing at home is worth", default=0.0, minimum=-1000, maximum=1000
    )
    spread: float = column(
        "difference at which the stronger side is expected to score ten times as much",
        default=400.0,
        minimum=10,
        maximum=10_000,
    )
    expectation: Literal["formula", "fide"] = column(
        "formula: Elo's curve; fide: the table of the FIDE Handbook, B.02, 8.1.2", default="formula"
    )


class Player(model.Player):
    """A player, who may bring a rating and games from an older list."""

    rating: float | None = column(
        "rating at the start; blank: the start rating",
        default=None,
        minimum=0,
        maximum=4000,
        headings=("startrating", "beginrating", "elo", "cote", "classement"),
    )
    games: int = column(
        "games played before the start",
        default=0,
        minimum=0,
        maximum=100_000,
        headings=("partijen", "parties"),
    )

    def starts(self, options: Options) -> float:
        """The rating at the start."""
        return options.start_rating if self.rating is None else self.rating


class Game(duel.Game):
    """A game, with its result or with both scores: one of the two ways a file."""

    order: int | None = order_of_play()


class Inputs(NamedTuple):
    """The tables a club keeps."""

    players: list[Player]
    games: list[Game]
