"""What a page may take: a template is a program, which can run for ever and fill the memory of a machine."""

import os
import resource
import signal
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from types import FrameType
from typing import Never, TypeVar

SECONDS = 30
"""The most of the processor's time; a list of 50,000 players takes two."""
SECONDS_OF_ALL = 120
"""The same, of all texts that people write: ten thousand take so long."""
MEMORY = 2 * 2**30
"""The most bytes, beyond what the program has when it begins with the page."""

_LOOK = 0.5
_SIZE = Path("/proc/self/statm")  # Linux alone tells this, and keeps to the limit
T = TypeVar("T")


class Overrun(BaseException):
    """A page takes too long; nothing that a page is made with survives this as it does a fault of its own."""


class Budget:
    """The time that all texts that people write may take together; how much each has `spent`, by its path."""

    def __init__(self) -> None:
        self.spent: defaultdict[str, float] = defaultdict(float)
        self._total = 0.0

    @property
    def is_spent(self) -> bool:
        """Whether there is no more of it."""
        return self._total > SECONDS_OF_ALL

    @contextmanager
    def spend(self, path: str) -> Iterator[None]:
        """Count what is done meanwhile; an `Overrun` when that was too much."""
        begin = time.process_time()
        try:
            yield
        finally:
            taken = time.process_time() - begin
            self.spent[path] += taken
            self._total += taken
        if self.is_spent:
            raise Overrun


def bounded(items: Iterable[T]) -> Iterator[T]:
    """The items, each of which may take so much until the next one is asked for.

    What takes longer is interrupted by an `Overrun`, what takes more memory by a `MemoryError`, where the
    system has such a limit.
    """
    with ExitStack() as held:
        is_main = threading.current_thread() is threading.main_thread()
        begin = [held.enter_context(_alarm() if is_main else _watchdog())]
        if _SIZE.exists():
            begin.append(held.enter_context(_room()))
        for each in items:
            for bound in begin:
                bound()
            yield each


@contextmanager
def _alarm() -> Iterator[Callable[[], None]]:
    """The bound on time in the thread that hears signals."""
    before = signal.signal(signal.SIGPROF, _ring)
    try:
        yield lambda: _set(SECONDS)
    finally:
        _set(0)
        signal.signal(signal.SIGPROF, before)


def _set(seconds: float) -> None:
    signal.setitimer(signal.ITIMER_PROF, seconds)


def _ring(_signal: int, _frame: FrameType | None) -> Never:
    raise Overrun


@contextmanager
def _watchdog() -> Iterator[Callable[[], None]]:
    """The bound on time in any other thread, which another one keeps."""
    deadlines = [float("inf")]
    ended = threading.Event()
    thread = threading.Thread(target=_watch, args=(threading.get_ident(), deadlines, ended), daemon=True)
    thread.start()
    try:
        yield lambda: deadlines.append(time.process_time() + SECONDS)
    finally:
        ended.set()
        thread.join()


def _watch(thread: int, deadlines: list[float], ended: threading.Event) -> None:
    import ctypes  # noqa: PLC0415 - for a process with threads, such as the preview

    while not ended.wait(_LOOK):
        if time.process_time() > deadlines[-1]:
            ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(Overrun))
            return


@contextmanager
def _room() -> Iterator[Callable[[], None]]:
    """The bound on memory: of addresses, which is what a system can refuse."""
    before, most = resource.getrlimit(resource.RLIMIT_AS)
    limits = [each for each in (before, most) if each != resource.RLIM_INFINITY]
    page = resource.getpagesize()
    status = os.open(_SIZE, os.O_RDONLY)

    def begin() -> None:
        size = int(os.pread(status, 64, 0).split()[0]) * page
        _limit(min([size + MEMORY, *limits]), most)

    try:
        yield begin
    finally:
        os.close(status)
        _limit(before, most)


def _limit(soft: int, hard: int) -> None:
    with suppress(ValueError, OSError):  # where the machine has a limit that is lower already
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))
