"""A second process that finishes what a killed one had begun."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

_FINISH = 'read -r _; [ -e "$2" ] || mv "$1" "$2"'
"""Nothing is ever written to it: reading ends when the process that started it is through, or is no more."""


@contextmanager
def guarded(new: Path, place: Path, lock: int | None) -> Iterator[None]:
    """While the folder `place` is away and `new` is not yet there: a kill in between cannot leave none.

    The guard holds the `lock` too, so that no other build begins before it is through; signals of a terminal
    do not reach it. Where none can be started it goes without.
    """
    import subprocess  # noqa: PLC0415 - for disks on which no two folders can be exchanged

    guard = None
    with suppress(OSError):
        guard = subprocess.Popen(  # noqa: S603 - the script is ours, the names are its arguments
            ["/bin/sh", "-c", _FINISH, "sh", new, place],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            pass_fds=[] if lock is None else [lock],
            start_new_session=True,
        )
    try:
        yield
    finally:
        if guard:
            guard.communicate()
