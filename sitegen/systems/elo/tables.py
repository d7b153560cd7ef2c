"""What a club with Elo ratings keeps, what it can set, and what is published."""

from collections.abc import Iterator, Mapping
from typing import Literal, NamedTuple

from sitegen import model
from sitegen.message import advise, say
from sitegen.model import Fault
from sitegen.table import Chance, Change, Figure, Rating, Table, column
from sitegen.toolkit import duel


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


class Inputs(NamedTuple):
    """The tables a club keeps."""

    players: list[Player]
    games: list[duel.Game]


class Receipt(duel.Receipt):
    """A game with its calculation; the figures of one that is not rated are blank."""

    home_before: Figure | None = column(
        "rating of the home side before it", label="a", default=None, before="source"
    )
    away_before: Figure | None = column(
        "rating of the away side before it", label="b", default=None, before="source"
    )
    expectation: Chance | None = column(
        "points that the home side could expect", label="E", default=None, before="source"
    )
    k_home: Figure | None = column(
        "what the game moves at most, for home", label="K home", default=None, before="source"
    )
    k_away: Figure | None = column(
        "what the game moves at most, for away", label="K away", default=None, before="source"
    )
    home_change: Figure | None = column(
        "points that the home side won or lost", label="± home", default=None, before="source"
    )
    away_change: Figure | None = column(
        "points that the away side won or lost", label="± away", default=None, before="source"
    )
    home_after: Figure | None = column(
        "rating of the home side after it", label="a + K·W", default=None, before="source"
    )
    away_after: Figure | None = column(
        "rating of the away side after it", label="b − K·W", default=None, before="source"
    )


class Looked(duel.Looked):
    """A game as one of its players looks back on it."""

    chance: Chance | None = column("points that the player could expect", before="event")
    change: Change | None = column("points won or lost", label="±", before="event")
    after: Rating | None = column("rating after the game", label="Rating", before="event")


def faults(inputs: Inputs, options: Options) -> Iterator[Fault]:
    """What is wrong with games and options beyond a row."""
    yield from duel.two_ways(inputs.games)
    if 0 not in options.k:
        message = say("no-first-k", "K is missing for the first games")
        yield Fault(options, "k", message, advise("write it as {example}", example="{ 0 = 40, 30 = 20 }"))
    if options.expectation == "fide":
        for key in ("home_advantage", "spread"):
            if getattr(options, key) != getattr(Options(), key):
                message = say("not-with-fide", "FIDE's table leaves no room for this")
                hint = advise("leave out {key}, or take the formula", key=key)
                yield Fault(options, key, message, hint)
