"""A folder held by one process at a time."""

import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_PAUSE = 0.05


@contextmanager
def locked(folder: Path, patience: float) -> Iterator[int]:
    """Hold `folder` for this process alone; a `BlockingIOError` when others hold it for `patience` seconds.

    The lock (flock(2)) is on the folder itself: it leaves no file behind, and ends with the process, however
    that ends. It yields the descriptor, for a process that is to hold it as well.
    """
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        _lock(descriptor, time.monotonic() + patience)
        yield descriptor
    finally:
        os.close(descriptor)


def _lock(descriptor: int, deadline: float) -> None:
    while True:
        try:
            return fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() > deadline:
                raise
        time.sleep(_PAUSE)
