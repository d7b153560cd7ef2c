"""Limits of time and memory, so that no page takes them all.

A template is a program, which can run for ever and fill the memory of a machine; a text can take a time that
grows with the square of its length.
"""

import os
import signal
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from types import FrameType
from typing import Never, TypeVar

from sitegen.core import machine

PAGE_SECONDS = 30
"""The most processor time of a page; a list of 50,000 players takes two seconds."""
TEXT_SECONDS = 5
"""The most processor time of the text of a written page; the longest takes one second."""
_CLOCK_FACTOR = 2
"""How much longer it may take by the clock, on a machine that has other work or too little memory."""
TOTAL_SECONDS = 120
"""The most processor time of all written pages together; ten thousand take so long."""
PAGE_MEMORY = 2 * 2**30
"""The most bytes of a page, beyond those that the program has when it begins with the page."""

_POLL_SECONDS = 0.5
_MEMORY_FILE = Path("/proc/self/statm")  # on Linux alone, which also keeps to the limit
T = TypeVar("T")


class RenderTimeout(BaseException):
    """A page takes too long. No `except Exception` of a library catches it."""


EXHAUSTION_ERRORS = (RenderTimeout, MemoryError)
"""What ends a page that takes too much."""


class TimeBudget:
    """The processor time that all written pages may take together, with the seconds `spent` on each path."""

    def __init__(self) -> None:
        self.spent: defaultdict[str, float] = defaultdict(float)
        self._total = 0.0

    @property
    def is_spent(self) -> bool:
        """Whether the written pages have taken more than they may."""
        return self._total > TOTAL_SECONDS

    @contextmanager
    def spend(self, path: str) -> Iterator[None]:
        """Count the time of a block; raise `RenderTimeout` after it if the budget is spent."""
        start = time.process_time()
        try:
            yield
        finally:
            seconds = time.process_time() - start
            self.spent[path] += seconds
            self._total += seconds
        if self.is_spent:
            raise RenderTimeout


def limit_resources(items: Iterable[T], seconds: float | None = None) -> Iterator[T]:
    """Yield the items, limiting the time and the memory that are used between one item and the next.

    Work that takes longer than `seconds` of processor time (default: those of a page), or twice as long by
    the clock, is interrupted by a `RenderTimeout`, work that takes more memory by a `MemoryError` if the
    operating system has such a limit.
    """
    with ExitStack() as stack:
        limit_time = _limit_by_signal if machine.can_be_signalled() else _limit_by_watchdog
        starts = [stack.enter_context(limit_time(PAGE_SECONDS if seconds is None else seconds))]
        if machine.HAS_RESOURCE_LIMITS and _MEMORY_FILE.exists():
            starts.append(stack.enter_context(_limit_memory()))
        for item in items:
            for start in starts:
                start()
            yield item


@contextmanager
def _limit_by_signal(seconds: float) -> Iterator[Callable[[], object]]:
    """Limit time in the main thread, which alone receives signals; yield what starts the clocks anew.

    A limit around this one stands still meanwhile.
    """
    timers = (signal.ITIMER_PROF, signal.SIGPROF, 1), (signal.ITIMER_REAL, signal.SIGALRM, _CLOCK_FACTOR)
    outer_limits = [
        (signal.setitimer(timer, 0), signal.signal(number, _raise_timeout)) for timer, number, _ in timers
    ]
    try:
        yield lambda: [signal.setitimer(timer, factor * seconds) for timer, _, factor in timers]
    finally:
        for timer, _, _ in timers:
            signal.setitimer(timer, 0)
        for (timer, number, _), (rest, handler) in zip(timers, outer_limits, strict=True):
            signal.signal(number, handler)
            signal.setitimer(timer, *rest)


def _raise_timeout(_signal: int, _frame: FrameType | None) -> Never:
    raise RenderTimeout


@contextmanager
def _limit_by_watchdog(seconds: float) -> Iterator[Callable[[], object]]:
    """Limit time in any other thread, by a thread that watches it; yield what starts the clocks anew."""
    deadlines = [(float("inf"), float("inf"))]
    end_event = threading.Event()
    thread = threading.Thread(
        target=_run_watchdog, args=(threading.get_ident(), deadlines, end_event), daemon=True
    )
    thread.start()
    try:
        yield lambda: deadlines.append(
            (time.process_time() + seconds, time.monotonic() + _CLOCK_FACTOR * seconds)
        )
    finally:
        end_event.set()
        thread.join()


def _run_watchdog(thread: int, deadlines: list[tuple[float, float]], end_event: threading.Event) -> None:
    import ctypes  # noqa: PLC0415 - only a process with threads needs it, such as the preview

    while not end_event.wait(_POLL_SECONDS):
        if time.process_time() > deadlines[-1][0] or time.monotonic() > deadlines[-1][1]:
            ctypes.pythonapi.PyThreadState_SetAsyncExc(
                ctypes.c_ulong(thread), ctypes.py_object(RenderTimeout)
            )
            return


@contextmanager
def _limit_memory() -> Iterator[Callable[[], object]]:
    """Limit the address space, which a system can refuse; yield what sets the limit anew."""
    import resource  # noqa: PLC0415 - Windows has none

    before, most = resource.getrlimit(resource.RLIMIT_AS)
    limits = [limit for limit in (before, most) if limit != resource.RLIM_INFINITY]
    page = resource.getpagesize()
    status = os.open(_MEMORY_FILE, os.O_RDONLY)

    def begin() -> None:
        size = int(os.pread(status, 64, 0).split()[0]) * page
        _set_memory_limit(min([size + PAGE_MEMORY, *limits]), most)

    try:
        yield begin
    finally:
        os.close(status)
        _set_memory_limit(before, most)


def _set_memory_limit(soft: int, hard: int) -> None:
    import resource  # noqa: PLC0415 - as above

    with suppress(ValueError, OSError):  # where the machine has a limit that is lower already
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))


def is_exhaustion(error: BaseException | None) -> bool:
    """Return whether a page took too much time or memory, so that no other page should be tried."""
    return isinstance(error, EXHAUSTION_ERRORS)
