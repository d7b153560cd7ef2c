"""Run work in parallel processes, which are forked from this one so that no input has to be sent to them.

`run_parallel` divides items over workers; a `ChildProcess` is one forked process with a pipe to this one.
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
from mmap import mmap
from typing import BinaryIO, NamedTuple, NoReturn, Self, TypeVar

from sitegen.core import machine
from sitegen.core.pickling import TablePickler


class ChildProcess(NamedTuple):
    """A forked copy of this process, and the pipe through which it sends its result."""

    pid: int
    pipe: BinaryIO

    @classmethod
    def start(cls, run: Callable[[BinaryIO], int], kept_descriptors: Collection[int] = ()) -> Self:
        """Fork a process that calls `run` with its end of the pipe and exits with the status it returns.

        It closes all descriptors of this process but those of the terminal and `kept_descriptors`.
        """
        reading, writing = os.pipe()
        pid = os.fork()
        if pid == 0:
            _run_child(run, writing, kept_descriptors)
        os.close(writing)
        return cls(pid, os.fdopen(reading, "rb"))

    def wait(self) -> int:
        """Wait for its end and return the exit status; a negative one is the number of a signal."""
        return os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])

    def end(self) -> None:
        """Kill the process, whose result is no longer wanted."""
        self.pipe.close()
        with suppress(ProcessLookupError, ChildProcessError):  # it has ended already
            os.kill(self.pid, signal.SIGKILL)
            self.wait()


@contextmanager
def block_interrupts() -> Iterator[None]:
    """Hold Ctrl+C back until the end of the block; processes forked within it never receive it."""
    if not machine.CAN_FORK:
        yield
        return
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)


def _run_child(run: Callable[[BinaryIO], int], writing: int, kept_descriptors: Collection[int]) -> NoReturn:
    """Run a forked process to its exit: it must never return into the program that it is a copy of."""
    status = 1
    try:
        used_descriptors = {0, 1, 2, writing, *kept_descriptors}
        with suppress(OSError, AttributeError):
            used_descriptors.add(sys.stderr.fileno())
        _close_descriptors_except(used_descriptors)
        with suppress(BrokenPipeError), os.fdopen(writing, "wb") as pipe:
            status = run(pipe)
    finally:
        os._exit(status)


def _close_descriptors_except(used_descriptors: set[int]) -> None:
    """Close what the parent has open, so that a lock of it does not outlive it here."""
    with suppress(FileNotFoundError):  # an operating system without /dev/fd
        for descriptor in {*map(int, os.listdir("/dev/fd"))} - used_descriptors:  # noqa: PTH208 - names
            with suppress(OSError):  # the descriptor that listed the folder is closed already
                os.close(descriptor)


class SharedFlag:
    """A flag of this process and of those that it forks: what one of them sets, all see."""

    def __init__(self, *, is_set: bool = False) -> None:
        self._memory = mmap(-1, 1)
        self._memory[0] = is_set

    def set(self) -> None:
        """Set the flag, for good."""
        self._memory[0] = True

    @property
    def is_set(self) -> bool:
        """Whether any of the processes has set the flag."""
        return bool(self._memory[0])


T = TypeVar("T")
R = TypeVar("R")
F = TypeVar("F")
_Work = Callable[[Iterator[T]], R]
ProgressCallback = Callable[[int, int], None]
"""Called with the number of items that any worker has begun, and the number of all."""

_OUT_OF_MEMORY = 3  # the exit status of a worker
_TOKEN_BYTES = 4
_MAX_TOKENS = 4_000  # the smallest pipe holds as many


def count_processors() -> int:
    """Return the number of processors that this process may use: 1 where it cannot be copied."""
    if not machine.CAN_FORK:
        return 1
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def ignore_progress(begun_count: int, total: int) -> None:
    """Do nothing: a `ProgressCallback` for commands that show no progress."""


class ReportedError(Exception):
    """An error that is raised in this process as it is if a worker meets with it."""


def run_parallel(  # noqa: PLR0913, PLR0917 - the last three are seldom needed
    work: _Work[T, R],
    items: Sequence[T],
    workers: int,
    first: Callable[[], F],
    watch: ProgressCallback = ignore_progress,
    kept_descriptors: Collection[int] = (),
    batch_key: Callable[[T], Hashable] = id,
) -> tuple[F, list[R]]:
    """Divide `items` over workers; return the result of `first`, and that of `work` from each worker.

    Each worker calls `work` once, with an iterator that takes the next item whenever the worker is free.
    Items with an equal `batch_key` go to one worker, which can then share what they have in common.

    This process is one of the workers, and the only one if `workers` is 1. It calls `first` before it takes
    an item, while the others have begun. `watch` is called as it takes items. If this process ends, however
    it does, the others end silently before they take another item; until then they hold the descriptors
    `kept_descriptors`, such as a lock. Not for a process with threads, which a fork does not copy.

    Raises `RuntimeError` if a worker failed, which has printed its error; `MemoryError` if it was out of
    memory or was killed; and a `ReportedError` of a worker as it is.
    """
    batches = _split_items(items, batch_key)
    queue = _make_queue(len(batches))
    processes: list[ChildProcess] = []
    try:
        with block_interrupts():
            more = workers - 1 if machine.CAN_FORK else 0
            processes += [_start_worker(work, batches, queue, kept_descriptors) for _ in range(more)]
        first_result = first()
        own = work(_take_items(batches, queue, watch))
        return first_result, [own, *map(_receive_result, processes)]
    except BaseException:
        for worker in processes:
            worker.end()
        raise
    finally:
        os.close(queue)


def _split_items(items: Sequence[T], batch_key: Callable[[T], Hashable]) -> list[Sequence[T]]:
    """Split items into batches of an equal key, and join those if there are more than tokens."""
    by_key: dict[Hashable, list[T]] = {}
    for item in items:
        by_key.setdefault(batch_key(item), []).append(item)
    batches, size = [*by_key.values()], max(1, ceil(len(by_key) / _MAX_TOKENS))
    return [[*chain.from_iterable(batches[start : start + size])] for start in range(0, len(batches), size)]


def _make_queue(count: int) -> int:
    """Return a pipe with a token for each batch: the worker that reads it has taken the batch."""
    reading, writing = os.pipe()
    os.write(writing, b"".join(number.to_bytes(_TOKEN_BYTES) for number in range(count)))
    os.close(writing)
    return reading


def _take_items(batches: Sequence[Sequence[T]], queue: int, watch: ProgressCallback) -> Iterator[T]:
    begun_counts = [*accumulate(map(len, batches))]
    while token := os.read(queue, _TOKEN_BYTES):
        number = int.from_bytes(token)
        watch(begun_counts[number], begun_counts[-1])
        yield from batches[number]


def _take_while_alive(items: Iterator[T], parent: int) -> Iterator[T]:
    """Yield items as long as the parent is alive, which waits for the result."""
    for item in items:
        if os.getppid() != parent:
            raise BrokenPipeError
        yield item


def _start_worker(
    work: _Work[T, R], batches: Sequence[Sequence[T]], queue: int, kept_descriptors: Collection[int]
) -> ChildProcess:
    """Fork a worker that takes items until there are none, and sends its result."""
    parent = os.getpid()

    def run(pipe: BinaryIO) -> int:
        items = _take_while_alive(_take_items(batches, queue, ignore_progress), parent)
        try:
            result: R | ReportedError
            try:
                result = work(items)
            except ReportedError as error:
                result = error
            TablePickler(pipe, pickle.HIGHEST_PROTOCOL).dump(result)
        except BrokenPipeError:
            return 1  # the parent has ended
        except MemoryError:
            return _OUT_OF_MEMORY
        except BaseException:  # noqa: BLE001 - the process must print any error and exit
            traceback.print_exc()
            sys.stderr.flush()
            return 1
        return 0

    return ChildProcess.start(run, {queue, *kept_descriptors})


def _receive_result(worker: ChildProcess) -> R:  # type: ignore[type-var]
    with worker.pipe:
        try:
            result: R | ReportedError = pickle.load(worker.pipe)  # noqa: S301 - sent by a copy of this process
        except (EOFError, pickle.UnpicklingError):
            result = None  # type: ignore[assignment]
    status = worker.wait()
    if status in {_OUT_OF_MEMORY, -signal.SIGKILL}:  # which Linux sends to a process that takes too much
        raise MemoryError
    if status:
        raise RuntimeError(f"a worker ended with status {status}")
    if isinstance(result, ReportedError):
        raise result
    return result
