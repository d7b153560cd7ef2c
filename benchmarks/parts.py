"""How long the site of a federation takes: built whole, in eight parts, and where one club changed.

    PYTHONPATH=demonstration python benchmarks/parts.py [CLUBS]

The clubs (default: 300) are those of `make federation`. Parts are built one after the other, and the longest
of them is told: on as many machines all wait for that one, and then for `sitegen join`.
"""

import os
import shutil
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import clubs
from builds import AS_OF
from timing import Command, apart, measured

PARTS = 8


def measure(folder: Path, count: int) -> None:
    """Write the site, build it in each way, and print the seconds of each."""
    site, output = folder / "site", folder / "output"
    apart(clubs.write_site, site, count)
    processors = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(processors)})
    _tell("whole, one process", site, "build", "--output", output)
    os.sched_setaffinity(0, processors)
    shutil.rmtree(output)
    _tell("whole, a process for each processor", site, "build", "--output", output, "--from", output)
    evening = max((site / "results").rglob("pairs/*.csv"))
    evening.write_bytes(b"".join(evening.read_bytes().splitlines(keepends=True)[:-1]))
    _tell("one club changed: check", site, "check", "--from", output)
    _tell("one club changed: build", site, "build", "--output", output, "--from", output)
    parts = [folder / f"part-{number}" for number in range(1, PARTS + 1)]
    for number, part in enumerate(parts, 1):
        _tell(f"part {number}/{PARTS}", site, "build", "--output", part, "--part", f"{number}/{PARTS}")
    _tell("join", site, "join", *parts, "--output", folder / "joined")


def _tell(what: str, site: Path, verb: str, *arguments: str | Path) -> None:
    days: list[str | Path] = [] if verb == "join" else ["--as-of", AS_OF]
    words: list[str | Path] = [sys.executable, "-m", "sitegen", verb, "--site", site, *days, *arguments]
    load = os.getloadavg()[0]
    run = measured(Command(words, {}))
    print(f"{what}: {run.wall:.1f} s, {run.cpu:.1f} s of processor; load {load:.1f}", flush=True)


if __name__ == "__main__":
    with TemporaryDirectory(prefix="sitegen-bench-") as made:
        measure(Path(made), int(sys.argv[1]) if len(sys.argv) > 1 else 300)
