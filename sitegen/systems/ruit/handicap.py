"""The formulas of the regulation: handicaps, victory points, and what a score does to a rating."""

from math import pow, sqrt  # noqa: A004 - of floats alone, which it says

from sitegen.toolkit.order import comparable

_TAU = (sqrt(5) - 1) / 2


def butler_handicap(own: float, opposition: float) -> float:
    """IMPs that a pair starts with; 1 for each 10 points of difference ("RUIT butleravond")."""
    return -(own - opposition) / 10


def butler_change(after: float) -> float:
    """Rating points for a score in IMPs after handicap: 40 per cent of them ("RUIT butleravond")."""
    return 0.4 * after


def pairs_handicap(own: float, opposition: float) -> float:
    """Per cent that a pair starts with; 1 for each 40 points of difference ("RUIT parenavond")."""
    return -(own - opposition) / 40


def pairs_change(after: float) -> float:
    """Rating points for a percentage after handicap: 1½ for each above 50 ("RUIT parenavond")."""
    return 1.5 * (after - 50)


def teams_handicap(own: float, opposition: float) -> float:
    """IMPs a match that a team starts with; 1 for each 20 points of difference ("RUIT viertallenschema")."""
    return -(own - opposition) / 20


def teams_change(points: float, matches: int) -> float:
    """Rating points for the victory points of an evening: 1 for each above 10 a match."""
    return points - 10 * matches


def victory_points(margin: float, boards: int) -> float:
    """The victory points of a side that won by `margin` IMPs, or lost by them, in a match of `boards` boards.

    The WBF continuous scale; both sides have 20 together.
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
