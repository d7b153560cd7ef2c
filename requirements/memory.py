"""Prints where tests write their sites: in memory, where it has room and runs programs, else nothing.

A disk takes longer by half. The Makefile puts the line before a command.
"""

import os
import sys
from contextlib import suppress

MEMORY = "/dev/shm"  # noqa: S108 - the tests make folders of their own in it
ROOM = 4e9
"""Bytes that the tests of all workers may need at once."""

if __name__ == "__main__":
    with suppress(OSError, AttributeError):  # no such folder, or Windows
        state = os.statvfs(MEMORY)
        if state.f_bavail * state.f_frsize > ROOM and not state.f_flag & os.ST_NOEXEC:
            sys.stdout.write(f"TMPDIR={MEMORY}")
