"""What is made once in a process: what a method returned, and build results.

The cache of build results is keyed by the identity of their inputs. The preview of a site builds it again and
again in one process; other commands build once, with `NULL_CACHE`.
"""

import operator
from collections.abc import Callable, Hashable, Iterable, Sequence
from itertools import takewhile
from math import inf
from typing import Any, NamedTuple, TypeVar

T = TypeVar("T")
M = TypeVar("M", bound=Callable[..., Any])


def keep_results(most: float = inf) -> Callable[[M], M]:
    """Let an object keep what a method of it returned: its latest results, so many at most.

    With `functools.cache` the results would keep the object too: such a circle stays in memory until garbage
    is collected, with all that a ranking is made of.
    """

    def decorate(method: M) -> M:
        def get_result(self: Any, *key: Hashable) -> Any:
            results = self.__dict__.setdefault(f"{method.__name__}()", {})
            if key not in results:
                result = method(self, *key)
                if len(results) >= most:
                    del results[next(iter(results))]
                results[key] = result
            return results[key]

        return get_result  # type: ignore[return-value]

    return decorate


class _CacheEntry(NamedTuple):
    """A result with the inputs that it was computed from."""

    objects: Sequence[object]
    values: object
    result: Any


class BuildCache:
    """The latest result of each kind of computation.

    A build gives the same result with a cache as without: whatever depends on a changed input is recomputed.
    """

    is_used = True
    """Whether anything is looked up in it again."""

    def __init__(self) -> None:
        self._entries: dict[Hashable, _CacheEntry] = {}
        self._stale: list[_CacheEntry] = []

    def memoize(
        self, kind: Hashable, objects: Sequence[object], values: object, compute: Callable[[], T]
    ) -> T:
        """Return the latest result of this kind if its inputs are unchanged, else call `compute`.

        Inputs are unchanged if `objects` are the very same objects, which are not compared by value, and if
        `values` are equal.
        """
        entry = self._entries.get(kind)
        if (
            entry is None
            or len(entry.objects) != len(objects)
            or not all(map(operator.is_, entry.objects, objects))
            or entry.values != values
        ):
            self._stale += [entry] if entry else []
            entry = self._entries[kind] = _CacheEntry(objects, values, compute())
        result: T = entry.result
        return result

    def resume(
        self,
        kind: Hashable,
        values: object,
        steps: Sequence[object],
        go_on: Callable[[Sequence[T]], Iterable[T]],
    ) -> Sequence[T]:
        """Return the results of steps, each of which follows from `values` and the steps up to it alone.

        The latest results of this kind hold up to the first step that is not equal to the one of then, if the
        values are. `go_on` is called with these, and returns the results of the other steps.
        """
        entry = self._entries.get(kind)
        results: list[T] = []
        if entry and entry.values == values:
            pairs = zip(entry.objects, steps, strict=False)
            results += entry.result[: sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))]
        results += go_on(results)
        self._stale += [entry] if entry else []
        self._entries[kind] = _CacheEntry(steps, values, results)
        return results

    def open_section(self, kind: Hashable) -> "BuildCache":
        """Return a cache within this one, whose kinds are its own."""
        section = self.memoize(kind, [], None, BuildCache)
        section._stale = self._stale  # noqa: SLF001 - of the same class; released together
        return section

    def tidy(self) -> None:
        """Release outdated results, which takes a while if they are large."""
        self._stale.clear()


class _NullCache(BuildCache):
    is_used = False

    def memoize(
        self,
        kind: Hashable,  # noqa: ARG002 - nothing is looked up
        objects: Sequence[object],  # noqa: ARG002
        values: object,  # noqa: ARG002
        compute: Callable[[], T],
    ) -> T:
        return compute()

    def resume(
        self,
        kind: Hashable,  # noqa: ARG002 - as above
        values: object,  # noqa: ARG002
        steps: Sequence[object],  # noqa: ARG002
        go_on: Callable[[Sequence[T]], Iterable[T]],
    ) -> Sequence[T]:
        return [*go_on([])]

    def open_section(self, kind: Hashable) -> BuildCache:  # noqa: ARG002
        return self


NULL_CACHE = _NullCache()
"""A cache that holds nothing, for commands that build once."""


def make_once(make: Callable[[], T]) -> Callable[[], T]:
    """Return a function that returns what `make` makes, which is called once and let go then."""
    waiting, made = [make], list[T]()

    def get() -> T:
        if not made:
            made.append(waiting[0]())
            waiting.clear()
        return made[0]

    return get
