"""How places are written down that several share: Article 4.1 of the regulation."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import groupby

SHARED_BY_THREE = 1.999


def fit(places: Sequence[float]) -> bool:
    """Whether places are written in one of the two ways of `conventions`; three first also as 1.999."""
    return _fit(tuple(places))


@lru_cache(maxsize=4096)  # nearly all tables end in one of a few ways
def _fit(places: tuple[float, ...]) -> bool:
    found = sorted(places)
    lowest, mean = conventions(found)
    three = [[*[SHARED_BY_THREE] * 3, *each[3:]] for each in (lowest, mean) if mean and mean[0] == 2]
    return found in (lowest, mean, *three)


def conventions(places: Sequence[float]) -> tuple[list[float], list[float]]:
    """Places in ascending order, as those ex aequo may write them: the best of each, and the mean."""
    lowest: list[float] = []
    mean: list[float] = []
    for _, group in groupby(places):
        first, size = len(lowest) + 1, len(list(group))
        lowest += [float(first)] * size
        mean += [first + (size - 1) / 2] * size
    return lowest, mean
