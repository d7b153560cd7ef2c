"""Order, ranks and ties, the same in every ranking, and movement between two lists."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import pairwise, repeat
from operator import gt, sub
from typing import TypeVar

from sitegen.model import Player

P = TypeVar("P", bound=Player)
T = TypeVar("T")
APART = 2e-6
"""What differs by more than this differs also as `comparable`."""


def comparable(figure: float) -> float:
    """`figure` as it is ranked and tied by: rounded to 6 decimals, so that float noise orders nobody."""
    return round(figure, 6)


def ordered(players: Iterable[P], *figures: Mapping[str, float]) -> list[P]:
    """`players` by the first of `figures` (by id), highest first.

    What is equal in it goes by the next of them, and what is equal in all by the alphabet of real names:
    nobody shares a place, and who hides changes nobody's. A system says so on its rules page, since the
    place of a hidden player in such a tie tells between which names theirs lies.
    """
    return sorted(players, key=lambda each: (*(-comparable(by[each.id]) for by in figures), each.alphabet))


def ranked(players: Collection[P], figures: Mapping[str, float]) -> list[tuple[int, P]]:
    """`players` with their rank, highest of `figures` (by id) first; see `shared_ranks`.

    Inside a shared rank, where the order only shows, it is that of `alphabetical`.
    """
    by_figure = sorted(players, key=lambda each: figures[each.id], reverse=True)
    if _are_apart([figures[each.id] for each in by_figure]):  # five times as fast as to round them all
        return list(enumerate(by_figure, start=1))
    compared = {each.id: -comparable(figures[each.id]) for each in players}
    ordered = sorted(alphabetical(players), key=lambda each: compared[each.id])
    return list(zip(_places([compared[each.id] for each in ordered]), ordered, strict=True))


def shared_ranks(figures: Iterable[float]) -> list[int]:
    """The rank of each of `figures`, which stand best first: equal ones share it and the next is skipped.

    41, 40, 40, 39 are ranked 1, 2, 2, 4.
    """
    return _places([comparable(each) for each in figures])


def best_first(things: Iterable[T], figure: Callable[[T], float]) -> list[tuple[int, T]]:
    """`things` with their rank, the highest `figure` first; equal ones share it and stay in their order."""
    found = list(things)
    best = sorted(found, key=figure, reverse=True)
    if _are_apart([*map(figure, best)]):
        return list(enumerate(best, start=1))
    compared = [comparable(each) for each in map(figure, found)]
    order = sorted(range(len(found)), key=compared.__getitem__, reverse=True)
    return list(zip(_places([compared[at] for at in order]), [found[at] for at in order], strict=True))


def _are_apart(figures: Sequence[float]) -> bool:
    """Whether no two of `figures`, which stand best first, could be equal when they are rounded."""
    return all(map(gt, map(sub, figures, figures[1:]), repeat(APART)))


def _places(compared: Sequence[float]) -> list[int]:
    ranks = [1] * len(compared)
    for place, (before, here) in enumerate(pairwise(compared), start=1):
        ranks[place] = ranks[place - 1] if here == before else place + 1
    return ranks


def alphabetical(players: Iterable[P]) -> list[P]:
    """`players` by the alphabet, hidden ones last in the order in which they come.

    Where an order only shows, the place of a hidden player among the others would give their real name away.
    """
    return sorted(players, key=_shown)


def places(players: Iterable[Player]) -> dict[str, int]:
    """The place of each player, by id, where the order only shows: see `alphabetical`."""
    return {each.id: place for place, each in enumerate(alphabetical(players))}


def _shown(player: Player) -> tuple[bool, int]:
    return player.hidden, 0 if player.hidden else player.alphabet


def movement(rank: int, earlier: int | None) -> int | None:
    """Places won (positive) or lost since a rank on an earlier list; None for who was not on it."""
    return None if earlier is None else earlier - rank
