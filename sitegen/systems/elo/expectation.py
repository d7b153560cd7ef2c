"""What a game does: the points from 0 to 1 that the home side can expect of it, and K."""

from bisect import bisect_right
from math import floor
from typing import NamedTuple

from sitegen.systems.elo.tables import Options
from sitegen.toolkit.duel import Standing
from sitegen.toolkit.order import comparable

_FIDE = (
    *(4, 11, 18, 26, 33, 40, 47, 54, 62, 69, 77, 84, 92, 99, 107, 114, 122, 130, 138, 146, 154),
    *(163, 171, 180, 189, 198, 207, 216, 226, 236, 246, 257, 268, 279, 291, 303, 316, 329, 345, 358, 375),
    392,
)
"""The difference from which on the stronger side expects 0.51, 0.52 ... 0.92."""


class Moved(NamedTuple):
    """What a game does to both sides, with what it comes from."""

    expectation: float
    k_home: float
    k_away: float
    home_change: float
    away_change: float


def moved(home: Standing, away: Standing, s: float, options: Options) -> Moved:
    """What a game does in which the home side makes `s` points ("Elo, 1978")."""
    e, k_home, k_away = expected(home, away, options), k(home.games, options), k(away.games, options)
    w = s - e  # W = S - E; home wins K_home·W, away loses K_away·W
    return Moved(e, k_home, k_away, k_home * w, -k_away * w)


def expected(home: Standing, away: Standing, options: Options) -> float:
    """E, by the option `expectation`: that of "Elo, 1978", or of the table."""
    if options.expectation == "fide":
        return fide(home.rating - away.rating)
    # E = 1 / (1 + 10^(-(a + h - b) / spread)); where that has 300 zeros a float has no room for more
    exponent = -(home.rating + options.home_advantage - away.rating) / options.spread
    return 1 / (1 + 10 ** min(exponent, 300))


def fide(difference: float) -> float:
    """FIDE Handbook "B.02, 8.1.2"; a difference of more than 400 counts as 400 ("B.02, 8.3.1").

    It is rounded to a whole number, half up.
    """
    whole = min(400, floor(comparable(abs(difference)) + 0.5))
    stronger = (50 + bisect_right(_FIDE, whole)) / 100
    return stronger if difference >= 0 else 1 - stronger


def k(games: int, options: Options) -> float:
    """K of a player with so many games: that of the highest step reached (FIDE Handbook "B.02, 8.3.3")."""
    return options.k[max([step for step in options.k if step <= games])]
