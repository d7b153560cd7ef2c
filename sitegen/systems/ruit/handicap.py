"""The formulas of the regulation: handicaps, victory points, and what a score does to a rating."""

from collections.abc import Mapping
from math import pow, sqrt  # noqa: A004 - of floats alone, which it says
from typing import NamedTuple

from sitegen.toolkit.order import comparable

_TAU = (sqrt(5) - 1) / 2


class Scale(NamedTuple):
    """What a form makes of ratings, and ratings of its scores: per cent, IMPs or victory points.

    `points` of difference are one per cent or IMP of handicap, and `gain` rating points are for each one that
    a score after handicap lies above the `average`: "RUIT butleravond", "RUIT parenavond" and
    "RUIT viertallenschema".
    """

    points: float
    gain: float
    average: float

    def handicap(self, own: float, opposition: float) -> float:
        """What a pair or team starts with, in a match or on the whole evening."""
        return -(own - opposition) / self.points

    def scored(self, own: float, opposition: float, score: float) -> tuple[float, float, float]:
        """What a pair starts with, its score after that, and the rating points for it."""
        handicap = self.handicap(own, opposition)
        after = score + handicap
        return handicap, after, self.change(after)

    def change(self, after: float, matches: int = 1) -> float:
        """Rating points for a score after handicap, in so many matches together."""
        return self.gain * (after - self.average * matches)


PAIRS = Scale(points=40, gain=1.5, average=50)
"""RUIT parenavond."""
BUTLER = Scale(points=10, gain=0.4, average=0)
"""RUIT butleravond."""
TEAMS = Scale(points=20, gain=1, average=10)
"""RUIT viertallenschema: the handicap is in IMPs a match, and the score in victory points."""
OF_PAIRS: Mapping[str, Scale] = {"pairs": PAIRS, "butler": BUTLER}
"""The forms in which a pair has a score of its own."""


def victory_points(margin: float, boards: int) -> float:
    """The victory points of a side that won by `margin` IMPs, or lost by them, in a match of `boards` boards.

    The WBF continuous scale ("RUIT viertallenschema"); both sides have 20 together.
    """
    if margin < 0:
        return 20 - victory_points(-margin, boards)
    # VP = min(20, 10 + 10·(1 - τ^(3M/B)) / (1 - τ³)), B = 15·√N
    exponent = 3 * margin / (15 * sqrt(boards))
    return min(20.0, 10 + 10 * (1 - pow(_TAU, exponent)) / (1 - pow(_TAU, 3)))


def partner_subsidy(before: float, partners: float) -> float:
    """What a player gets from, or hands to, a partner of another rating ("Partnersubsidie")."""
    own, other = comparable(before), comparable(partners)
    return float((own < other) - (own > other))
