"""The two ways to write the places at a table (article 4.1): the best of those ex aequo, or their mean."""

from collections.abc import Sequence
from itertools import groupby

from sitegen.systems.ludo.rounds import SHARED_BY_THREE


def fit(places: Sequence[float]) -> bool:
    """Whether places are written in one of the two ways; of three who share the first, also as 1.999."""
    found = sorted(places)
    lowest, mean = conventions(found)
    three = [[*[SHARED_BY_THREE] * 3, *each[3:]] for each in (lowest, mean) if mean and mean[0] == 2]
    return found in (lowest, mean, *three)


def conventions(places: Sequence[float]) -> tuple[list[float], list[float]]:
    """Places in ascending order, as they are with the same ones ex aequo: the best of each, and the mean."""
    lowest: list[float] = []
    mean: list[float] = []
    for _, group in groupby(places):
        first, size = len(lowest) + 1, len(list(group))
        lowest += [float(first)] * size
        mean += [first + (size - 1) / 2] * size
    return lowest, mean
