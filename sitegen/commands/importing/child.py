"""Reading that may take too much time or memory, or abort: done by a copy of this process."""

import faulthandler
import gc
import os
import pickle
import select
import signal
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from time import monotonic
from typing import BinaryIO, TypeVar

from sitegen.commands.importing.source import SourceError
from sitegen.message import say
from sitegen.workers.copies import Copy, uninterrupted

T = TypeVar("T")
Outcome = SourceError | tuple[T]
"""What came of some work: why it could not be done, or its result."""

MOST_MEMORY = 2 * 2**30
MOST_SECONDS = 60.0
_TOO_MUCH = SourceError(say("source-takes-too-much", "the file could not be read: it takes too much memory"))


def run_apart(work: Callable[[], T], seconds: float = MOST_SECONDS, memory: int = MOST_MEMORY) -> T:
    """What `work` returns within this time, and so much more memory than this process has.

    A `SourceError` where it raises anything, takes more, or is killed. Not for a process with threads, which
    are not copied; where none can be copied the work is done here.
    """
    outcome = _apart(work, seconds, memory) if hasattr(os, "fork") else _outcome(work)
    if isinstance(outcome, SourceError):
        raise outcome
    return outcome[0]


def _apart(work: Callable[[], T], seconds: float, memory: int) -> Outcome[T]:
    with uninterrupted():
        copy = Copy.start(partial(_live, work, seconds, memory))
    try:
        outcome: Outcome[T] | None = _receive(copy, seconds)
        with copy.pipe:
            status = copy.wait()
    except BaseException:
        copy.end()
        raise
    return outcome or _died(status, seconds)


def _live(work: Callable[[], T], seconds: float, memory: int, pipe: BinaryIO) -> int:
    """The life of the copy: it limits itself, so that it ends also where nobody is left to end it."""
    faulthandler.disable()
    gc.disable()  # what is read is kept
    silence = os.open(os.devnull, os.O_RDWR)
    for descriptor in (1, 2):  # a library that aborts tells it at length
        os.dup2(silence, descriptor)
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    _limit(seconds, memory)
    try:
        come = pickle.dumps(_outcome(work), protocol=pickle.HIGHEST_PROTOCOL)
    except MemoryError:
        come = pickle.dumps(_TOO_MUCH)
    pipe.write(come)
    return 0


def _limit(seconds: float, memory: int) -> None:
    with suppress(ImportError, OSError, ValueError):
        import resource  # noqa: PLC0415 - not on every system

        most_of = {resource.RLIMIT_CPU: int(seconds) + 1, resource.RLIMIT_AS: _size() + memory}
        for what, most in {resource.RLIMIT_CORE: 0, **most_of}.items():
            hard = resource.getrlimit(what)[1]
            resource.setrlimit(what, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard))


def _size() -> int:
    """The bytes of addresses that this process has, libraries among them; 0 where no system tells."""
    with suppress(OSError, ValueError):
        pages = Path("/proc/self/statm").read_text(encoding="ascii").split()[0]
        return int(pages) * os.sysconf("SC_PAGESIZE")
    return 0


def _outcome(work: Callable[[], T]) -> Outcome[T]:
    try:
        return (work(),)
    except SourceError as error:
        return error
    except MemoryError:
        return _TOO_MUCH
    except BaseException as error:  # noqa: BLE001 - a library may raise what is no Exception
        reason = (str(error).splitlines() or [type(error).__name__])[0]
        return SourceError(say("unreadable-source", "the file could not be read: {reason}", reason=reason))


def _receive(copy: Copy, seconds: float) -> Outcome[T] | None:
    """What a copy sends within these seconds; None where it sends nothing whole."""
    deadline, chunks, descriptor = monotonic() + seconds, list[bytes](), copy.pipe.fileno()
    while (left := deadline - monotonic()) > 0:
        if select.select([descriptor], [], [], left)[0]:
            chunk = os.read(descriptor, 2**20)
            if not chunk:
                break
            chunks.append(chunk)
    else:
        os.kill(copy.process, signal.SIGALRM)
        return None
    try:
        outcome: Outcome[T] = pickle.loads(b"".join(chunks))  # noqa: S301 - from a copy of this very process
    except (EOFError, pickle.UnpicklingError):
        return None
    return outcome


def _died(status: int, seconds: float) -> SourceError:
    if status in {-signal.SIGALRM, -signal.SIGXCPU}:
        return SourceError(
            say(
                "source-takes-too-long",
                "the file could not be read: it takes longer than {seconds} seconds",
                seconds=f"{seconds:g}",
            )
        )
    if status == -signal.SIGKILL:  # which a system sends to who takes too much memory
        return _TOO_MUCH
    reason = signal.Signals(-status).name if status < 0 else str(status)
    message = say("reading-aborted", "the file could not be read: reading ended with {reason}", reason=reason)
    return SourceError(message)
