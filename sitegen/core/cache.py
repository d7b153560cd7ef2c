"""What was made out of something, for as long as that stays as it is: a preview builds again and again."""

import operator
from collections.abc import Callable, Hashable, Sequence
from typing import Any, NamedTuple, TypeVar

T = TypeVar("T")


class _CacheEntry(NamedTuple):
    """What was made, and out of what."""

    inputs: Sequence[object]
    values: object
    result: Any


class BuildCache:
    """The last of each kind that was made, in one process, from one build to the next.

    Whatever is made with its help is the same as without: a kind is made anew when anything has changed of
    what it is made from.
    """

    def __init__(self) -> None:
        self._known: dict[Hashable, _CacheEntry] = {}
        self._old: list[_CacheEntry] = []

    def memoize(self, kind: Hashable, of: Sequence[object], equal: object, make: Callable[[], T]) -> T:
        """What `make` makes out of these very objects, and out of values that are `equal` to the last."""
        known = self._known.get(kind)
        if known is None or not _is_same(known, of, equal):
            self._old += [known] if known else []
            known = self._known[kind] = _CacheEntry(of, equal, make())
        made: T = known.result
        return made

    def tidy(self) -> None:
        """Let go of what is out of date, which takes a while where it is much."""
        self._old.clear()


class _NullCache(BuildCache):
    def memoize(self, kind: Hashable, of: Sequence[object], equal: object, make: Callable[[], T]) -> T:  # noqa: ARG002 - of no use here
        return make()


NULL_CACHE = _NullCache()
"""For who builds once: nothing is kept."""


def _is_same(known: _CacheEntry, of: Sequence[object], equal: object) -> bool:
    is_of_these = len(known.inputs) == len(of) and all(map(operator.is_, known.inputs, of))
    return is_of_these and known.values == equal
