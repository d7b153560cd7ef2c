"""Start ratings, the performance that a score stands for, and values: articles 1, 1.1 and 2.1."""

from collections.abc import Collection, Iterable
from math import exp, fsum, log10

from sitegen.systems.ijssel.tables import Player
from sitegen.toolkit.order import ordered

_DP = (
    *(0, 7, 14, 21, 29, 36, 43, 50, 57, 65, 72, 80, 87, 95, 102, 110, 117, 125, 133, 141),
    *(149, 158, 166, 175, 184, 193, 202, 211, 220, 230, 240, 251, 262, 273, 284, 296, 309, 322, 336, 351),
    *(366, 383, 401, 422, 444, 470, 501, 538, 589, 677, 800),
)
"""FIDE Rating Regulations 8.1.1: the rating difference dp for a score of 0.50, 0.51, … 1.00."""
_MOST = 800


def basis(player: Player) -> float:
    """What a start rating comes from (article 1.1 Startratings)."""
    if player.basis is None:
        raise ValueError(f"{player.id} has no rating to start with: the reader lets no such row through")
    return player.basis


def by_basis(players: Iterable[Player]) -> list[Player]:
    """The order of the list at the start."""
    known = list(players)
    return ordered(known, {each.id: basis(each) for each in known})


def start_ratings(players: Collection[Player]) -> dict[str, float]:
    """The start ratings by id, highest first: of who is there from the first round, then of who joins later.

    Article 1.1 Startratings: the first on the list gets the mean of the upper quarter, the last that of the
    lower, and the others are spaced evenly between. A quarter is rounded half up; who joins later starts with
    their basis.
    """
    there = by_basis(each for each in players if each.joined == 1)
    later = sorted(by_basis(each for each in players if each.joined > 1), key=lambda each: each.joined)
    bases = [basis(each) for each in there]
    quarter = max(1, (len(there) + 2) // 4)
    top = fsum(bases[:quarter]) / quarter
    bottom = fsum(bases[-quarter:]) / quarter
    steps = max(1, len(there) - 1)
    spaced = {each.id: top - (top - bottom) * place / steps for place, each in enumerate(there)}
    return spaced | {each.id: basis(each) for each in later}


def difference(half_points: int, games: int, performance: str) -> float:
    """dp(p), the rating difference that a score of `half_points` / 2 out of `games` stands for.

    Article 1 Clubrating: p is rounded to 0.01 half up, by whole numbers; dp(1-p) = -dp(p). With `logistic` it
    is not rounded.
    """
    if performance == "logistic":
        # dp = 400·log10(p / (1-p))
        return max(-_MOST, min(_MOST, 400 * log10(half_points / (2 * games - half_points))))
    percent = (100 * half_points + games) // (2 * games)
    return float(_DP[percent - 50] if percent >= 50 else -_DP[50 - percent])


def value(rating: float) -> float:
    """The value of a club rating (article 2.1 Waardecijfer): 100 for 2000, 51 for 1500."""
    # V = 100·e^((R-2000) / 2000·2.7)
    return 100 * exp((rating - 2000) / 2000 * 2.7)
