"""What another process makes while this one goes on."""

import pickle
from collections.abc import Callable, Hashable, Iterator, Mapping
from contextlib import contextmanager
from typing import BinaryIO, Generic, TypeVar

from sitegen.workers.copies import Copy, uninterrupted

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Beside(Generic[K, V]):
    """What is made in another process, by its name."""

    def __init__(self, makers: Mapping[K, Callable[[], V]], copy: Copy) -> None:
        self._makers = makers
        self._copy = copy
        self._come: dict[K, V] = {}

    def __call__(self, name: K) -> V:
        """What has this name, as soon as it comes.

        It is made here where the other process has failed: an error is raised where somebody expects it.
        """
        while name not in self._come:
            try:
                come, made = pickle.load(self._copy.pipe)  # noqa: S301 - from a copy of this very process
            except (EOFError, pickle.UnpicklingError):
                come, made = name, self._makers[name]()
            self._come[come] = made
        return self._come[name]


@contextmanager
def beside(makers: Mapping[K, Callable[[], V]]) -> Iterator[Beside[K, V]]:
    """Make all of this in another process, one after the other, and end that with what is done meanwhile.

    Not for a process with threads, which are not copied.
    """

    def live(pipe: BinaryIO) -> int:
        try:
            for name, make in makers.items():
                pickle.dump((name, make()), pipe, protocol=pickle.HIGHEST_PROTOCOL)
                pipe.flush()
        except Exception:  # noqa: BLE001 - the process that wants it meets with it, too, and tells
            return 1
        return 0

    with uninterrupted():
        copy = Copy.start(live)
    try:
        yield Beside(makers, copy)
    finally:
        copy.end()
