"""Club ratings after a round (article 1), with all that they are calculated from."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from sitegen.systems.ijssel.competition import Competition
from sitegen.systems.ijssel.entries import HALF_POINTS, Entry
from sitegen.systems.ijssel.ratings import difference
from sitegen.toolkit.rows import of_each

_STEP = 150
_FEWEST_TO_CAP = 8


class Tally(NamedTuple):
    """What the club rating of a player is calculated from, besides the ratings of the opponents met.

    `place` is that on the ranking before the round and `fictitious` the club rating F that belongs to it;
    `draws` is the number d of draws against the own start rating `start`.
    """

    player: str
    opponents: Sequence[str]
    half_points: int
    place: int
    fictitious: float
    draws: int
    start: float

    @property
    def games(self) -> int:
        """All games that the rating is the performance over: g + 1 + d."""
        return len(self.opponents) + 1 + self.draws

    @property
    def score(self) -> int:
        """The points from them, doubled: p = (points + ½ + ½·d) / (g + 1 + d)."""
        return self.half_points + 1 + self.draws


class Performance(NamedTuple):
    """How a club rating came about: `dp` is what the score stands for, `uncapped` not yet capped."""

    tally: Tally
    dp: float
    uncapped: float
    rating: float


def minimum(competition: Competition, round_: int) -> int:
    """How many games a club rating takes at least: 6, and 2 more in each later period (article 1 Clubrating).

    What is missing after `round_` is made up by draws against the own start rating.
    """
    return 6 + 2 * (competition.begun(round_) - 1)


def performances(
    competition: Competition,
    round_: int,
    entries: Iterable[Entry],
    ranked: Mapping[str, float],
    joining: Sequence[str],
) -> list[Performance]:
    """The club ratings after `round_` by article 1 Clubrating, in the order of the ranking before it.

    They come from all `entries` so far. `ranked` has the club ratings before the round, by rank; who is
    `joining` stands behind them.
    """
    ladder = [*sorted(ranked.values(), reverse=True), *(competition.start[each] for each in joining)]
    played = (each for each in entries if each.is_played)
    games = of_each([*ranked, *joining], played, lambda each: [each.player])
    fewest = minimum(competition, round_)
    tallies = [
        Tally(
            player,
            opponents=[each.opponent for each in mine],
            half_points=sum(HALF_POINTS[each.result] for each in mine),
            place=place,
            fictitious=fictitious,
            draws=max(0, fewest - len(mine)),
            start=competition.start[player],
        )
        for place, ((player, mine), fictitious) in enumerate(zip(games.items(), ladder, strict=True), 1)
    ]
    differences = [difference(each.score, each.games, competition.options.performance) for each in tallies]
    ratings = _ratings(tallies, differences)
    return list(map(Performance, tallies, differences, ratings, capped(ratings)))


def _ratings(tallies: Sequence[Tally], differences: Iterable[float]) -> list[float]:
    """R = (Σ ratings of the opponents + F + d·start) / (g + 1 + d) + dp(p).

    Opponents count with their club rating after this very round, not yet capped, so that all R are solved at
    once (article 1 Clubrating).
    """
    index = {each.player: place for place, each in enumerate(tallies)}
    matrix = [[0.0] * len(tallies) for _ in tallies]
    known = []
    for row, each, dp in zip(matrix, tallies, differences, strict=True):
        row[index[each.player]] = float(each.games)
        for opponent in each.opponents:
            row[index[opponent]] -= 1
        known.append(each.fictitious + each.draws * each.start + each.games * dp)
    return solved(matrix, known)


def solved(matrix: list[list[float]], known: list[float]) -> list[float]:
    """The x of `matrix` · x = `known`, by elimination; both are used up.

    Every diagonal exceeds the rest of its row together, so that no rows need to be exchanged. It is written
    out because a numeric library rounds as suits the processor at hand, and the same results must give the
    same bytes on every machine.
    """
    size = len(known)
    for pivot in range(size):
        row = matrix[pivot]
        for below in range(pivot + 1, size):
            if factor := matrix[below][pivot] / row[pivot]:
                other = matrix[below]
                other[pivot:] = [b - factor * a for a, b in zip(row[pivot:], other[pivot:], strict=True)]
                known[below] -= factor * known[pivot]
    for pivot in reversed(range(size)):
        known[pivot] /= matrix[pivot][pivot]
        for above in range(pivot):
            known[above] -= matrix[above][pivot] * known[pivot]
    return known


def capped(ratings: Sequence[float]) -> list[float]:
    """`ratings` in the order of the ranking, the outliers at both ends capped, where there are 8 or more.

    Article 1 Clubrating: the first at most 150 above the second, and so down three places by an extra 150
    each; the same from the last upward.
    """
    made = list(ratings)
    if len(made) < _FEWEST_TO_CAP:
        return made
    for j in (3, 2, 1):
        made[j - 1] = min(made[j - 1], made[j] + _STEP * j)
    for j in (3, 2, 1):
        made[-j] = max(made[-j], made[-j - 1] - _STEP * j)
    return made
