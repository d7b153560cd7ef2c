"""Evenings of bridge, played out: what honest scores look like in fields of any size and any movement."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from statistics import fmean

_ADJUSTED, _LATE, _MITCHELL = 1 / 800, 1 / 50, 8


@dataclass
class Pair:
    """A pair with its score on every board, both as a percentage and in IMPs, and the pairs that it met."""

    number: int
    direction: str = ""
    met: list["Pair"] = field(default_factory=list)
    percentages: list[float] = field(default_factory=list)
    imps: list[int] = field(default_factory=list)

    @property
    def label(self) -> str:
        """As a secretary writes it."""
        return f"{self.number}{self.direction}"

    @property
    def percentage(self) -> float:
        """The mean of its boards."""
        return fmean(self.percentages)

    @property
    def imps_a_board(self) -> float:
        """The same of its IMPs."""
        return fmean(self.imps)


def field_of(random: Random, pairs: int, *, mitchell: bool = False) -> list[Pair]:
    """Pairs that have played four to eight rounds of three to five boards.

    Of an odd number one sits out each round, and at times a pair comes a round late. In a Mitchell movement
    they meet the other direction alone; it takes eight pairs. Some scores are adjusted: both sides get more
    than half.
    """
    mitchell = mitchell and pairs >= _MITCHELL
    everyone = [
        Pair(number // 2 + 1, ("NS", "EW")[number % 2]) if mitchell else Pair(number + 1)
        for number in range(pairs)
    ]
    strength = {id(pair): random.gauss(0, 5) for pair in everyone}
    late = random.choice(everyone) if random.random() < _LATE else None
    rounds = random.randint(5, 8)
    boards = random.randint(18, 30) // rounds
    for number in range(rounds):
        present = [pair for pair in everyone if number or pair is not late]
        for pair, other in _tables(random, present, mitchell=mitchell):
            edge = strength[id(pair)] - strength[id(other)]
            _play(random, pair, other, boards, edge)
    return everyone


def _tables(random: Random, present: Sequence[Pair], *, mitchell: bool) -> list[tuple[Pair, Pair]]:
    """Who play each other in a round: of an odd number all but one of those who played most."""
    shuffled = sorted(random.sample(present, len(present)), key=lambda item: len(item.met))
    if mitchell:
        sides = [[pair for pair in shuffled if pair.direction == side] for side in ("NS", "EW")]
        return list(zip(*(side[: min(map(len, sides))] for side in sides), strict=True))
    playing = random.sample(shuffled[: len(shuffled) // 2 * 2], len(shuffled) // 2 * 2)
    return list(zip(playing[::2], playing[1::2], strict=True))


def _play(random: Random, pair: Pair, other: Pair, boards: int, edge: float) -> None:
    pair.met.append(other)
    other.met.append(pair)
    for _ in range(boards):
        share = min(100.0, max(0.0, random.uniform(0, 100) + edge))
        won = round(random.gauss(edge / 15, 5))
        adjusted = random.random()
        pair.percentages.append(60 if adjusted < _ADJUSTED else share)
        other.percentages.append(60 if adjusted < _ADJUSTED else 100 - share)
        pair.imps.append(2 if adjusted < _ADJUSTED else won)
        other.imps.append(2 if adjusted < _ADJUSTED else -won)
