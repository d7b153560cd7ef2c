"""What is measured, and the most that each of it may be: the targets, each of them once.

A measure stands under its name, and under each where (a site, a size, a command) that it has a target for.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import NamedTuple

BUILD = "sitegen / Hugo"
FASTEST = "sitegen / Hugo at its fastest"
FLOOR = "sitegen / floor, processor"
HIDDEN = "three hidden players / none, processor"
CHECK = "seconds of a check"
MEMORY = "GiB of all processes"
ROW = "bytes of a row"
PAGE = "kB of the largest page"
START = "seconds of a command"
DRAW = "draw / plain matching"
CIRCUIT = "circuit / plain script"
BESIDE = "{} / the earlier program's"
SHARE = "seconds of a club / those among 100"

SIZES = ("S", "M", "L")
"""The sites that are built, which a run can leave out."""

TARGETS: Mapping[str, Mapping[str, float]] = {
    BUILD: {"S": 1.3, "M": 1.0, "L": 1.0},
    FASTEST: {"M": 0.7, "L": 0.7},
    # The floor is what plain CPython needs: it takes 0.6 of our time at least.
    FLOOR: {"M": 1 / 0.6, "L": 1 / 0.6},
    HIDDEN: {"M": 1.03},
    CHECK: {"L": 7.6},
    MEMORY: {"L": 0.9, "300 clubs": 0.28},
    ROW: dict.fromkeys(SIZES, 160),
    PAGE: dict.fromkeys(SIZES, 300),
    START: {"--help": 0.1, "check": 0.25, "check of twenty years": 1.5},
    DRAW: {"40 players": 5, "100 players": 5, "200 players": 5, "201 players": 5},
    CIRCUIT: {"twenty years": 4.5},
    BESIDE.format("check"): {"demonstration": 0.4, "100 clubs": 0.27},
    BESIDE.format("build"): {"demonstration": 0.5, "100 clubs": 0.5},
    BESIDE.format("preview"): {
        "demonstration, list": 0.45,
        "demonstration, player": 0.45,
        "M, list": 0.35,
        "M, player": 0.35,
    },
    SHARE: {"300 clubs": 1.1},
}
"""The most that a measure may be, by its name and by where."""


class Figure(NamedTuple):
    """What was measured: its name, where, and how much it is."""

    what: str
    where: str
    value: float

    @property
    def most(self) -> float | None:
        """Its target, if it has one."""
        return TARGETS.get(self.what, {}).get(self.where)

    @property
    def is_missed(self) -> bool:
        """Whether it is more than it may be."""
        return self.most is not None and self.value > self.most

    def __str__(self) -> str:
        if self.most is None:
            return _number(self.value)
        sign = ">" if self.is_missed else "≤"
        told = f"{_number(self.value)} {sign} {_number(self.most)}"
        return f"**{told}**" if self.is_missed else told


def misses(figures: Iterable[Figure], sizes: Collection[str] = SIZES) -> Iterator[str]:
    """Every target that is missed as a line, and every one for which nothing was measured.

    A run of some `sizes` alone measures nothing of the others.
    """
    found = {(each.what, each.where): each for each in figures}
    for what, bounds in TARGETS.items():
        for where in bounds:
            figure = found.get((what, where))
            if figure is None and (where in sizes or where not in SIZES):
                yield f"Not measured: {what}, {where}."
            elif figure and figure.is_missed:
                yield f"Missed: {what}, {where}: {figure.value:.4g}, at most {figure.most:g}."


def _number(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 and value == round(value) else f"{value:.3g}"
