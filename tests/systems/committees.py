"""What committees decide, drawn by lot, for the clubs of any system."""

from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from random import Random
from typing import Any

from sitegen.toolkit.decisions import IN, OUT


def decide(
    random: Random,
    table: type[Any],
    ids: Sequence[str],
    days: Sequence[date],
    kinds: Mapping[str, Sequence[float]],
) -> list[Any]:
    """Some decisions about some of these, on or near some of these days, by rows of `table`.

    Half of the committees decide nothing. A figure is chosen of those of its kind. Nobody is told why, as of
    who hides: so nothing else changes where somebody does.
    """
    found: list[tuple[date, str, str, float | None]] = []
    for player in random.sample([*ids], min(len(ids), random.choice((0, 0, 0, 1, 3, 5)))):
        day = random.choice(days) + timedelta(random.choice((-1, 0, 0, 1, 3)))
        what = random.choice([*kinds, OUT, IN])
        if what in kinds:
            found.append((day, player, what, random.choice(kinds[what])))
        else:
            found.append((day, player, OUT, None))
        if what == IN:
            found.append((day + timedelta(random.randint(1, 60)), player, IN, None))
    random.shuffle(found)
    return [
        table(day, player, what, "", figure, f"results/r/decisions.csv:{line}")
        for line, (day, player, what, figure) in enumerate(found, 2)
    ]
