"""Measure how much memory a command takes, all its processes together.

    python benchmarks/memory.py COMMAND...

What processes share counts once: of each page of memory every process is given its part (the proportional
set size that Linux tells in /proc), and the parts of the command and of all that descends from it are added
up, many times a second. Counting the resident size of each would take what a copy of a process shares with
it for twice as much; taking the largest process alone, as the accounts of a shell do, would not see others.

Prints the peak and when it was. Linux only.
"""

import os
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryFile
from time import perf_counter
from typing import NamedTuple

_PAUSE = 0.02
"""Seconds between two looks, each of which takes some itself: what is there for less can be missed."""
_PROC = Path("/proc")


class Peak(NamedTuple):
    """The most MB that were taken at once, by how many processes, and after how many seconds."""

    memory: float
    processes: int
    moment: float


def peak(command: Sequence[str | Path], settings: Mapping[str, str]) -> Peak:
    """Run a command to its end and watch it; when it fails, so does this program."""
    start, most = perf_counter(), Peak(0, 0, 0)
    with TemporaryFile() as log:
        process = subprocess.Popen(command, env=os.environ | settings, stdout=log, stderr=subprocess.STDOUT)
        while not _ended(process):
            shares = [*_shares(process.pid)]
            most = max(most, Peak(sum(shares) / 1e6, len(shares), perf_counter() - start))
        if process.returncode:
            log.seek(0)
            sys.exit(f"{log.read().decode()}{command} ended with status {process.returncode}")
    return most


def _ended(process: subprocess.Popen[bytes]) -> bool:
    with suppress(subprocess.TimeoutExpired):
        process.wait(_PAUSE)
    return process.returncode is not None


def _shares(root: int) -> Iterator[int]:
    """The bytes of a process and of each that descends from it."""
    children = _children()
    waiting = [root]
    while waiting:
        process = waiting.pop()
        waiting += children[process]
        with suppress(OSError, StopIteration):  # it has ended since
            yield _share(process)


def _children() -> Mapping[int, list[int]]:
    found = defaultdict[int, list[int]](list)
    for each in _PROC.iterdir():
        if each.name.isdecimal():
            with suppress(OSError):
                found[_parent(each)].append(int(each.name))
    return found


def _parent(process: Path) -> int:
    """The name of a program, which comes before it, may hold whatever it likes."""
    return int((process / "stat").read_text().rpartition(")")[2].split()[1])


def _share(process: int) -> int:
    lines = (_PROC / str(process) / "smaps_rollup").read_text().splitlines()
    return int(next(line for line in lines if line.startswith("Pss:")).split()[1]) * 1024


def main() -> None:
    """Measure the command that is given, and say how much it took."""
    found = peak(sys.argv[1:], {})
    print(f"{found.memory:.0f} MB in {found.processes} processes after {found.moment:.1f} s")


if __name__ == "__main__":
    main()
