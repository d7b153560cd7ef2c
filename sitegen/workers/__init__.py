"""Work divided over processes that start as copies of this one, so that nothing needs to be sent to them."""

import os
import pickle
import signal
import sys
import traceback
from collections.abc import Callable, Collection, Hashable, Iterator, Sequence
from itertools import accumulate, chain
from math import ceil
from typing import BinaryIO, TypeVar

from sitegen.workers.copies import Copy, uninterrupted

T = TypeVar("T")
R = TypeVar("R")
F = TypeVar("F")
_Work = Callable[[Iterator[T]], R]
Watch = Callable[[int, int], None]
"""Told how many of how many items have been begun, by whomever."""

_NO_MEMORY = 3  # the exit status of a worker
_TOKEN = 4  # bytes
_MOST_TOKENS = 4_000  # as many as the smallest pipe holds


def processors() -> int:
    """As many workers as there are processors for this process."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def unwatched(begun: int, of: int) -> None:
    """A `Watch` that does not look."""


class Told(Exception):  # noqa: N818 - what ends so is none of the program's own errors
    """Why somebody ends that is told as it is, also where it was another process that met with it."""


def divided(  # noqa: PLR0913, PLR0917 - the last three are for who wants more than what comes of it
    work: _Work[T, R],
    items: Sequence[T],
    workers: int,
    first: Callable[[], F],
    watch: Watch = unwatched,
    held: Collection[int] = (),
    kin: Callable[[T], Hashable] = id,
) -> tuple[F, list[R]]:
    """What `work` makes of `items`, a result a worker; each of them takes the next item when it is free.

    All that are of its `kin` go with it: what they have in common is then made by one worker.
    This process is one of the workers, and the only one when `workers` is 1. It does `first` before it takes
    anything, while the others have begun; its result comes first. A `RuntimeError` when another failed, whose
    own error has been printed; a `MemoryError` when it was that, or a worker was killed; what is `Told` is
    raised here. When this process ends, however it does, so do the others, without a word and before they
    take anything more; until then they keep the descriptors that are `held`, such as a lock. Not for a
    process with threads, which are not copied.
    """
    slices = _slices(items, kin)
    queue = _queue(len(slices))
    others: list[Copy] = []
    try:
        with uninterrupted():
            others += [_worker(work, slices, queue, held) for _ in range(workers - 1)]
        done = first()
        own = work(_taken(slices, queue, watch))
        return done, [own, *map(_received, others)]
    except BaseException:
        for each in others:
            each.end()
        raise
    finally:
        os.close(queue)


def _slices(items: Sequence[T], kin: Callable[[T], Hashable]) -> list[Sequence[T]]:
    """`items` in as many parts as there can be tokens, nearly always of one item each, or of one kin."""
    families: dict[Hashable, list[T]] = {}
    for each in items:
        families.setdefault(kin(each), []).append(each)
    those, size = [*families.values()], max(1, ceil(len(families) / _MOST_TOKENS))
    return [[*chain.from_iterable(those[start : start + size])] for start in range(0, len(those), size)]


def _queue(count: int) -> int:
    """A pipe with a token for each number below `count`; who reads one has taken it."""
    reading, writing = os.pipe()
    os.write(writing, b"".join(number.to_bytes(_TOKEN) for number in range(count)))
    os.close(writing)
    return reading


def _taken(slices: Sequence[Sequence[T]], queue: int, watch: Watch) -> Iterator[T]:
    begun = [*accumulate(map(len, slices))]
    while token := os.read(queue, _TOKEN):
        number = int.from_bytes(token)
        watch(begun[number], begun[-1])
        yield from slices[number]


def _wanted(items: Iterator[T], parent: int) -> Iterator[T]:
    """`items` as long as the process is there that wants what becomes of them."""
    for each in items:
        if os.getppid() != parent:
            raise BrokenPipeError
        yield each


def _worker(work: _Work[T, R], slices: Sequence[Sequence[T]], queue: int, held: Collection[int]) -> Copy:
    """Another worker, whose whole life is to take items until there are none."""
    here = os.getpid()

    def live(pipe: BinaryIO) -> int:
        try:
            result = _result(work, _wanted(_taken(slices, queue, unwatched), here))
            pickle.dump(result, pipe, protocol=pickle.HIGHEST_PROTOCOL)
        except BrokenPipeError:
            return 1  # nobody is there to be told
        except MemoryError:
            return _NO_MEMORY
        except BaseException:  # noqa: BLE001 - whatever it is, it is told here and ends here
            traceback.print_exc()
            sys.stderr.flush()
            return 1
        return 0

    return Copy.start(live, {queue, *held})


def _result(work: _Work[T, R], items: Iterator[T]) -> R | Told:
    try:
        return work(items)
    except Told as told:
        return told


def _received(worker: Copy) -> R:  # type: ignore[type-var]
    with worker.pipe:
        try:
            result: R | Told = pickle.load(worker.pipe)  # noqa: S301 - from a copy of this very process
        except (EOFError, pickle.UnpicklingError):
            result = None  # type: ignore[assignment]
    code = worker.wait()
    if code in {_NO_MEMORY, -signal.SIGKILL}:  # which a system sends to who takes too much of it
        raise MemoryError
    if code:
        raise RuntimeError(f"a worker ended with status {code}")
    if isinstance(result, Told):
        raise result
    return result
