"""What was made out of something, for as long as that stays as it is: a preview builds again and again."""

import operator
from collections.abc import Callable, Hashable, Sequence
from functools import partial
from typing import Any, NamedTuple, TypeVar

T = TypeVar("T")
GoOn = Callable[[Callable[[Any], Any]], Any]
"""Has something made out of what was made so before: None where it was not."""


def anew(make: Callable[[Any], Any]) -> Any:
    """What is made where nothing was made before."""
    return make(None)


class _Known(NamedTuple):
    """What was made, and out of what."""

    of: Sequence[object]
    equal: object
    made: Any


class Memory:
    """The last of each kind that was made, in one process, from one build to the next.

    Whatever is made with its help is the same as without: a kind is made anew when anything has changed of
    what it is made from.
    """

    def __init__(self) -> None:
        self._known: dict[Hashable, _Known] = {}
        self._old: list[_Known] = []

    def made(self, kind: Hashable, of: Sequence[object], equal: object, make: Callable[[], T]) -> T:
        """What `make` makes out of these very objects, and out of values that are `equal` to the last."""
        known = self._known.get(kind)
        if known is None or not _is_same(known, of, equal):
            self._old += [known] if known else []
            known = self._known[kind] = _Known(of, equal, make())
        made: T = known.made
        return made

    def alike(self, kind: Hashable, values: Sequence[T]) -> Sequence[T]:
        """The values; one that is equal to the last in its place is that very one."""
        known = self._known.get(kind)
        before: Sequence[T] = known.made if known else ()
        same = [
            was if was is each or was == each else each for was, each in zip(before, values, strict=False)
        ]
        found = [*same, *values[len(same) :]]
        self._known[kind] = _Known((), None, found)
        return found

    def going_on(self, kind: Hashable) -> GoOn:
        """What has something of a kind made out of the last of it."""
        return partial(self._followed, kind)

    def _followed(self, kind: Hashable, make: Callable[[T | None], T]) -> T:
        known = self._known.get(kind)
        self._old += [known] if known else []
        made = make(known.made if known else None)
        self._known[kind] = _Known((), None, made)
        return made

    def tidy(self) -> None:
        """Let go of what is out of date, which takes a while where it is much."""
        self._old.clear()


class _Forgetful(Memory):
    def made(self, kind: Hashable, of: Sequence[object], equal: object, make: Callable[[], T]) -> T:  # noqa: ARG002 - of no use here
        return make()

    def alike(self, kind: Hashable, values: Sequence[T]) -> Sequence[T]:  # noqa: ARG002 - of no use here
        return values

    def going_on(self, kind: Hashable) -> GoOn:  # noqa: ARG002 - of no use here
        return anew


FORGETFUL = _Forgetful()
"""For who builds once: nothing is kept."""


def _is_same(known: _Known, of: Sequence[object], equal: object) -> bool:
    is_of_these = len(known.of) == len(of) and all(map(operator.is_, known.of, of))
    return is_of_these and known.equal == equal
