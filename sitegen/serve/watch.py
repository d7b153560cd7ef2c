"""Noticing that files were saved: their times and sizes are looked at many times a second.

Looking works on every file system, network folders and containers included, and one look at 5,000 files
takes a few hundredths of a second; ten times as long nobody looks then. livereload's own watcher is not used:
it reports five files saved together as five changes, and never a file that was moved in with an old date.
"""

import asyncio
import os
import re
import stat
import time
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path

LOOK = 0.025
"""Seconds between two looks while nothing changes; more where a look takes long."""
QUIET = 0.02
"""Seconds without a change after which what was saved together is taken to be complete."""

_REST = 10
"""So many times as long as a look takes the next one waits."""

Stamp = tuple[int, int]
"""When a file was last written, in nanoseconds, and its size in bytes."""
Stamps = Mapping[str, Stamp]
"""The stamp of each file that is there, by its path."""

# What editors leave beside a file while it is open or being saved: hidden files, `name~`, the lock files of
# office programs, autosaves, Vim's swap files and its test file 4913.
_PASSING = re.compile(r"\..*|.*~|~\$.*|#.*#|4913|.*\.(?:sw[opx]|tmp|bak)", re.DOTALL)


def stamps(watched: Iterable[Path]) -> Stamps:
    """The files of `watched` as they are now: files, and folders with all that is below them.

    A path that is not there has no files. Within a folder hidden files and folders are left out, as are the
    temporary files of editors; a symbolic link to a folder is not followed.
    """
    found: dict[str, Stamp] = {}
    for path in watched:
        found.update(_below(path) if path.is_dir() else _stamp(path))
    return found


async def changed(
    watched: Iterable[Path],
    since: Stamps | None,
    pause: Callable[[float], Awaitable[object]] = asyncio.sleep,
) -> Stamps:
    """Wait until the files are other than `since` and nothing more is being saved; what they are then.

    With `since` None there is no waiting for a change. What is returned stood unchanged for a quiet moment,
    which is longer than the tick of any file system's clock: whatever is written later has another time.
    """
    now, took = await asyncio.to_thread(_looked, watched)
    while True:
        while now == since:
            await pause(max(LOOK, _REST * took))
            now, took = await asyncio.to_thread(_looked, watched)
        before = now
        await pause(QUIET)
        now, took = await asyncio.to_thread(_looked, watched)
        if now == before:
            return now


def _looked(watched: Iterable[Path]) -> tuple[Stamps, float]:
    """The files as they are now, and how much of a processor it took to know it."""
    begun = time.thread_time()
    return stamps(watched), time.thread_time() - begun


def _below(folder: str | Path) -> Iterator[tuple[str, Stamp]]:
    folders: list[str | Path] = [folder]
    while folders:
        with suppress(OSError), os.scandir(folders.pop()) as entries:  # gone since, or not to be read
            for entry in entries:
                if _PASSING.fullmatch(entry.name):
                    continue
                if entry.is_dir(follow_symlinks=False):
                    folders.append(entry.path)
                else:
                    yield from _stamp(entry)


def _stamp(file: Path | os.DirEntry[str]) -> Iterator[tuple[str, Stamp]]:
    with suppress(OSError):
        status = file.stat()
        if stat.S_ISREG(status.st_mode):
            yield os.fspath(file), (status.st_mtime_ns, status.st_size)
