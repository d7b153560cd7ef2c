"""Work divided over processes that start as copies of this one, so that nothing needs to be sent to them.

Copies of this process, which can tell it something and end.
"""

import os
import pickle
import signal
import sys
import traceback
from collections.abc import Callable, Collection, Hashable, Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import accumulate, chain
from math import ceil
from typing import BinaryIO, NamedTuple, NoReturn, Self, TypeVar


class ChildProcess(NamedTuple):
    """A copy of this process, and the pipe through which it tells what it has."""

    pid: int
    pipe: BinaryIO

    @classmethod
    def start(cls, live: Callable[[BinaryIO], int], held: Collection[int] = ()) -> Self:
        """One whose whole life is to `live`, with a pipe to this process; what that returns is its status.

        Of all that this process has open it keeps what leads to the terminal, and the descriptors `held`.
        """
        receiving, sending = os.pipe()
        process = os.fork()
        if process == 0:
            _run_child(live, sending, held)
        os.close(sending)
        return cls(process, os.fdopen(receiving, "rb"))

    def wait(self) -> int:
        """Its exit status, once it has ended; a negative one is the number of a signal."""
        return os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])

    def end(self) -> None:
        """Make an end of it: nobody wants what it makes any more."""
        self.pipe.close()
        with suppress(ProcessLookupError, ChildProcessError):  # it has ended already
            os.kill(self.pid, signal.SIGKILL)
            self.wait()


@contextmanager
def block_interrupts() -> Iterator[None]:
    """Let Ctrl+C wait: a copy of this process that starts meanwhile never hears of it."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _run_child(live: Callable[[BinaryIO], int], sending: int, held: Collection[int]) -> NoReturn:
    """The whole life of a copy: it must never return into the program that it is a copy of."""
    status = 1
    try:
        _close_others({sending, *held, *_iter_standard_descriptors()})
        with suppress(BrokenPipeError), os.fdopen(sending, "wb") as pipe:
            status = live(pipe)
    finally:
        os._exit(status)


def _iter_standard_descriptors() -> Iterator[int]:
    """The descriptors that lead to the terminal, or to whatever reads what is told."""
    yield from (0, 1, 2)
    with suppress(OSError, AttributeError):
        yield sys.stderr.fileno()


def _close_others(kept: Collection[int]) -> None:
    """Close what this process has open as a copy of another: a lock of that one must not outlive it here."""
    with suppress(FileNotFoundError):  # a system that does not tell
        for descriptor in {*map(int, os.listdir("/dev/fd"))} - {*kept}:  # noqa: PTH208 - names
            with suppress(OSError):  # the one that the list was read by is closed already
                os.close(descriptor)


T = TypeVar("T")
R = TypeVar("R")
F = TypeVar("F")
_Work = Callable[[Iterator[T]], R]
ProgressCallback = Callable[[int, int], None]
"""Told how many of how many items have been begun, by whomever."""

_OUT_OF_MEMORY = 3  # the exit status of a worker
_TOKEN = 4  # bytes
_MAX_TOKENS = 4_000  # as many as the smallest pipe holds


def count_processors() -> int:
    """As many workers as there are processors for this process."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def ignore_progress(begun: int, of: int) -> None:
    """A `Watch` that does not look."""


class ReportedError(Exception):
    """Why somebody ends that is told as it is, also where it was another process that met with it."""


def run_parallel(  # noqa: PLR0913, PLR0917 - the last three are for who wants more than what comes of it
    work: _Work[T, R],
    items: Sequence[T],
    workers: int,
    first: Callable[[], F],
    watch: ProgressCallback = ignore_progress,
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
    slices = _split_items(items, kin)
    queue = _make_queue(len(slices))
    others: list[ChildProcess] = []
    try:
        with block_interrupts():
            others += [_start_worker(work, slices, queue, held) for _ in range(workers - 1)]
        done = first()
        own = work(_take_items(slices, queue, watch))
        return done, [own, *map(_receive_result, others)]
    except BaseException:
        for worker in others:
            worker.end()
        raise
    finally:
        os.close(queue)


def _split_items(items: Sequence[T], kin: Callable[[T], Hashable]) -> list[Sequence[T]]:
    """`items` in as many parts as there can be tokens, nearly always of one item each, or of one kin."""
    families: dict[Hashable, list[T]] = {}
    for item in items:
        families.setdefault(kin(item), []).append(item)
    those, size = [*families.values()], max(1, ceil(len(families) / _MAX_TOKENS))
    return [[*chain.from_iterable(those[start : start + size])] for start in range(0, len(those), size)]


def _make_queue(count: int) -> int:
    """A pipe with a token for each number below `count`; who reads one has taken it."""
    reading, writing = os.pipe()
    os.write(writing, b"".join(number.to_bytes(_TOKEN) for number in range(count)))
    os.close(writing)
    return reading


def _take_items(slices: Sequence[Sequence[T]], queue: int, watch: ProgressCallback) -> Iterator[T]:
    begun = [*accumulate(map(len, slices))]
    while token := os.read(queue, _TOKEN):
        number = int.from_bytes(token)
        watch(begun[number], begun[-1])
        yield from slices[number]


def _take_while_alive(items: Iterator[T], parent: int) -> Iterator[T]:
    """`items` as long as the process is there that wants what becomes of them."""
    for item in items:
        if os.getppid() != parent:
            raise BrokenPipeError
        yield item


def _start_worker(
    work: _Work[T, R], slices: Sequence[Sequence[T]], queue: int, held: Collection[int]
) -> ChildProcess:
    """Another worker, whose whole life is to take items until there are none."""
    here = os.getpid()

    def live(pipe: BinaryIO) -> int:
        try:
            result = _run_work(work, _take_while_alive(_take_items(slices, queue, ignore_progress), here))
            pickle.dump(result, pipe, protocol=pickle.HIGHEST_PROTOCOL)
        except BrokenPipeError:
            return 1  # nobody is there to be told
        except MemoryError:
            return _OUT_OF_MEMORY
        except BaseException:  # noqa: BLE001 - whatever it is, it is told here and ends here
            traceback.print_exc()
            sys.stderr.flush()
            return 1
        return 0

    return ChildProcess.start(live, {queue, *held})


def _run_work(work: _Work[T, R], items: Iterator[T]) -> R | ReportedError:
    try:
        return work(items)
    except ReportedError as told:
        return told


def _receive_result(worker: ChildProcess) -> R:  # type: ignore[type-var]
    with worker.pipe:
        try:
            result: R | ReportedError = pickle.load(worker.pipe)  # noqa: S301 - from a copy of this very process
        except (EOFError, pickle.UnpicklingError):
            result = None  # type: ignore[assignment]
    code = worker.wait()
    if code in {_OUT_OF_MEMORY, -signal.SIGKILL}:  # which a system sends to who takes too much of it
        raise MemoryError
    if code:
        raise RuntimeError(f"a worker ended with status {code}")
    if isinstance(result, ReportedError):
        raise result
    return result
