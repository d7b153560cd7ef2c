"""Lots, drawn with `random.Random.random` alone, which Python promises to keep the same for a seed.

Floats are never added with `sum`, which rounds differently since 3.12: one seed, the same bytes everywhere.
"""

from collections.abc import Iterable, Sequence
from random import Random
from typing import TypeVar

Drawn = TypeVar("Drawn")


def below(rng: Random, limit: int) -> int:
    """A whole number from 0 up to, not including, `limit`; each equally likely."""
    return int(rng.random() * limit)


def pick(rng: Random, things: Sequence[Drawn]) -> Drawn:
    """One of `things`; each equally likely."""
    return things[below(rng, len(things))]


def shuffled(rng: Random, things: Iterable[Drawn]) -> list[Drawn]:
    """`things` in an order drawn by lot."""
    return sorted(things, key=lambda _: rng.random())


def bell(rng: Random) -> float:
    """A draw from (nearly) the standard normal distribution: twelve uniform ones, added as whole numbers."""
    return sum(below(rng, 1000) for _ in range(12)) / 1000 - 5.994
