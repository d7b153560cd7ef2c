"""Lines, and what a score in them is worth: the regulation's chapters on points and on flexible lines."""

from collections.abc import Iterable, Mapping, Sequence
from math import floor
from typing import NamedTuple

from sitegen.systems.nbb.tables import Options
from sitegen.toolkit.order import comparable
from sitegen.toolkit.rows import grouped


class Interval(NamedTuple):
    """The points of a line, or of a group of lines that are top-integral."""

    top: float
    width: float

    @property
    def bottom(self) -> float:
        """R_b."""
        return self.top - self.width

    @property
    def middle(self) -> float:
        """R̄, what an average score is worth."""
        return self.top - self.width / 2


def nominal(options: Options) -> Interval:
    """The points of all lines that are usual together, which lie between G and g ("Basisprincipes")."""
    return Interval(options.average_a + options.width / 2, (options.lines - 1) * options.step + options.width)


def intervals(groups: Mapping[str, str], options: Options) -> dict[str, Interval]:
    """The interval of each line of a session, from its letter and its group (blank: on its own).

    Each line lies a step below the one above it ("Basisprincipes"), by the figures of the club
    ("Afwijkende toekenning van rankingpunten"). More or fewer than is usual are stretched over the same
    points ("Zittingen met afwijkende hoeveelheid lijnen"). A top-integral group stands where its first letter
    does ("Top-integrale uitslagen").
    """
    count = len(groups)
    top, whole = nominal(options)
    # R = ((Lₙ - 1)·Sₙ + Bₙ) / ((L_z - 1)·Sₙ + Bₙ)
    stretched = whole / ((count - 1) * options.step + options.width)
    width, step = options.width * stretched, options.step * stretched
    found: dict[str, Interval] = {}
    for letters in units(groups):
        interval = Interval(top - step * len(found), width + (len(letters) - 1) * step)
        found |= dict.fromkeys(letters, interval)
    return found


def units(groups: Mapping[str, str]) -> list[list[str]]:
    """The letters of each line or group, the strongest first ("Lijnen met willekeurige letters")."""
    return [*grouped(sorted(groups), lambda letter: groups[letter] or f"line {letter}").values()]


def by_place(scores: Sequence[float], interval: Interval) -> list[float]:
    """R_p = R_t - (R_t - R_b) / (P - 1)·(p - 1), rounded half up ("Evenredig naar plaats in de lijn").

    Equal scores share the mean of their places.
    """
    if len(scores) == 1:
        return [_rounded(interval.middle)]
    step = interval.width / (len(scores) - 1)
    return [_rounded(interval.top - step * (place - 1)) for place in _places(scores)]


def _places(scores: Iterable[float]) -> list[float]:
    compared = [comparable(each) for each in scores]
    best_first = sorted(compared, reverse=True)
    return [best_first.index(each) + (best_first.count(each) + 1) / 2 for each in compared]


def _rounded(points: float) -> float:
    return float(floor(comparable(points) + 0.5))


def proportional(scores: Sequence[float], interval: Interval) -> list[float]:
    """R_R = R_t - (R_t - R_b)·(S_t - S) / (S_t - S_b) ("Naar rato van de scores")."""
    top, bottom = max(scores), min(scores)
    if comparable(top) == comparable(bottom):
        return [interval.middle] * len(scores)
    return [interval.top - interval.width * (top - score) / (top - bottom) for score in scores]


def balanced(score: float, middle: float, average: float, top_score: float, width: float) -> float:
    """R_B = R̄ + (S - S̄) / (S_T - S̄)·B / 2.

    "Naar rato van de scores, gebalanceerd", and "Dynamisch, per lijn".
    """
    return middle + (score - average) / (top_score - average) * width / 2
