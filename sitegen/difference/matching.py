"""Things of two states that have the same key, one to one in their order, and those that are left."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

T = TypeVar("T")
Key = Callable[[T], Any]
Pairs = list[tuple[T, T]]


def matched(before: Iterable[T], after: Iterable[T], was: Key[T], now: Key[T] | None = None) -> Pairs[T]:
    """Each thing before with one after that has the same key: `was` and `now` tell the keys."""
    waiting = {key: iter(each) for key, each in grouped(after, now or was).items()}
    pairs = ((each, next(waiting.get(was(each), iter(())), None)) for each in before)
    return [(old, new) for old, new in pairs if new is not None]


def without(before: Iterable[T], after: Iterable[T], pairs: Iterable[tuple[T, T]]) -> tuple[list[T], list[T]]:
    """The things that stand in none of the pairs, by what they are and not by what they are equal to."""
    taken = {id(each) for pair in pairs for each in pair}
    return [each for each in before if id(each) not in taken], [
        each for each in after if id(each) not in taken
    ]


def reordered(pairs: Iterable[tuple[T, T]], before: Iterable[T], after: Iterable[T], key: Key[T]) -> set[int]:
    """The things before, by `id`, that stand elsewhere among those of the pairs with their key."""
    was, now = ({id(each): n for n, each in enumerate(things)} for things in (before, after))
    found = set[int]()
    for alike in grouped(pairs, lambda pair: key(pair[0])).values():
        orders = (
            sorted(alike, key=lambda pair: was[id(pair[0])]),
            sorted(alike, key=lambda pair: now[id(pair[1])]),
        )
        found |= {id(one[0]) for one, other in zip(*orders, strict=True) if one is not other}
    return found


def grouped(things: Iterable[T], key: Key[T]) -> Mapping[Any, list[T]]:
    """The things by their key."""
    found: defaultdict[Any, list[T]] = defaultdict(list)
    for each in things:
        found[key(each)].append(each)
    return found
