"""Copies of this process, which can tell it something and end."""

import os
import signal
import sys
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager, suppress
from typing import BinaryIO, NamedTuple, NoReturn, Self


class Copy(NamedTuple):
    """A copy of this process, and the pipe through which it tells what it has."""

    process: int
    pipe: BinaryIO

    @classmethod
    def start(cls, live: Callable[[BinaryIO], int], held: Collection[int] = ()) -> Self:
        """One whose whole life is to `live`, with a pipe to this process; what that returns is its status.

        Of all that this process has open it keeps what leads to the terminal, and the descriptors `held`.
        """
        receiving, sending = os.pipe()
        process = os.fork()
        if process == 0:
            _lived(live, sending, held)
        os.close(sending)
        return cls(process, os.fdopen(receiving, "rb"))

    def wait(self) -> int:
        """Its exit status, once it has ended; a negative one is the number of a signal."""
        return os.waitstatus_to_exitcode(os.waitpid(self.process, 0)[1])

    def end(self) -> None:
        """Make an end of it: nobody wants what it makes any more."""
        self.pipe.close()
        with suppress(ProcessLookupError, ChildProcessError):  # it has ended already
            os.kill(self.process, signal.SIGKILL)
            self.wait()


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Let Ctrl+C wait: a copy of this process that starts meanwhile never hears of it."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _lived(live: Callable[[BinaryIO], int], sending: int, held: Collection[int]) -> NoReturn:
    """The whole life of a copy: it must never return into the program that it is a copy of."""
    status = 1
    try:
        _alone({sending, *held, *_standard()})
        with suppress(BrokenPipeError), os.fdopen(sending, "wb") as pipe:
            status = live(pipe)
    finally:
        os._exit(status)


def _standard() -> Iterator[int]:
    """The descriptors that lead to the terminal, or to whatever reads what is told."""
    yield from (0, 1, 2)
    with suppress(OSError, AttributeError):
        yield sys.stderr.fileno()


def _alone(kept: Collection[int]) -> None:
    """Close what this process has open as a copy of another: a lock of that one must not outlive it here."""
    with suppress(FileNotFoundError):  # a system that does not tell
        for each in {*map(int, os.listdir("/dev/fd"))} - {*kept}:  # noqa: PTH208 - names
            with suppress(OSError):  # the one that the list was read by is closed already
                os.close(each)
