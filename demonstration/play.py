"""What every backgammon league drawn by lot goes by: its years, its tournaments, and how a match ends."""

from datetime import date
from math import sqrt
from random import Random

from lots import below

FIRST = date(2021, 11, 1)
"""The Monday on which the league begins."""
LAST = date(2026, 11, 15)
"""The Sunday that closes it."""
TOURNAMENTS = (
    "New Year Cup", "Winter Cup", "Spring Cup", "Polder Cup", "Delta Open", "Midsummer Cup",
    "Lighthouse Cup", "Harbour Cup", "Harvest Cup", "Autumn Cup", "Estuary Trophy", "Candlelight Cup",
)  # fmt: skip
"""The tournament of each month, January first."""


def chance(own: float, other: float, length: int) -> float:
    """The chance that strength `own` beats `other` in a match to `length` points (regulation, Ratingformule).

    Rounded to 9 decimals, because the last digit of a power differs between C libraries.
    """
    return round(1 / (1 + 10 ** (-(own - other) * sqrt(length) / 2000)), 9)


def loser_points(rng: Random, length: int) -> int:
    """How far the loser came, 0 to `length` - 1: more often close than not."""
    return max(below(rng, length), below(rng, length))
