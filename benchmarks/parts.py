"""What the site of a federation takes: built whole, in eight parts, and where one club changed.

    PYTHONPATH=demonstration python benchmarks/parts.py [CLUBS [PART]]

The clubs (default: 300) are those of `make federation`. Parts are built one after the other; on as many
machines all wait for the longest of them, and then for `sitegen join`. Each line has the seconds by the clock
and of processor, and the latter as a share of those of a build by one process, as the clock says little on a
machine that does other things too. With a PART, such as `1/8`, only that is built.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import clubs
from builds import AS_OF
from timing import Command, apart, measured

PARTS = 8


class Meter:
    """Measures commands on the site in `folder`, and compares each with the first."""

    def __init__(self, folder: Path, count: int) -> None:
        self.site, self._first = folder / "site", 0.0
        apart(clubs.write_site, self.site, count)

    def measure(self, what: str, verb: str, *arguments: str | Path) -> float:
        """Run a command, print what it took, and return its seconds of processor."""
        day: list[str | Path] = [] if verb == "join" else ["--as-of", AS_OF]
        words: list[str | Path] = [sys.executable, "-m", "sitegen", verb, "--site", self.site, *day]
        load = os.getloadavg()[0]
        run = measured(Command([*words, *arguments], {}))
        self._first = self._first or run.cpu
        told = f"{run.wall:.1f} s, {run.cpu:.1f} s of processor, {run.cpu / self._first:.2f}"
        print(f"{what}: {told}; load {load:.1f}", flush=True)
        return run.cpu


def measure_all(folder: Path, count: int) -> None:
    """Write the site, build it in each way, and print what each takes."""
    meter, output = Meter(folder, count), folder / "output"
    processors = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(processors)})
    meter.measure("whole, one process", "build", "--output", output)
    os.sched_setaffinity(0, processors)
    shutil.rmtree(output)
    meter.measure(f"whole, {len(processors)} processes", "build", "--output", output, "--from", output)
    evening = max((meter.site / "results").rglob("pairs/*.csv"))
    _remove_row(evening)
    meter.measure("one club changed: check", "check", "--from", output)
    meter.measure("one club changed: build", "build", "--output", output, "--from", output)
    shutil.rmtree(output)
    parts = [folder / f"part-{number}" for number in range(1, PARTS + 1)]
    taken = [
        meter.measure(f"part {number}/{PARTS}", "build", "--output", part, "--part", f"{number}/{PARTS}")
        for number, part in enumerate(parts, 1)
    ]
    taken.append(meter.measure("join", "join", *parts, "--output", output))
    print(f"the longest part and join: {max(taken[:-1]) + taken[-1]:.1f} s of processor")
    _commit(meter.site)
    _remove_row(evening)
    meter.measure("one club changed: diff", "diff", "HEAD")


def _remove_row(file: Path) -> None:
    file.write_bytes(b"".join(file.read_bytes().splitlines(keepends=True)[:-1]))


def _commit(site: Path) -> None:
    """Put all files into a repository of git."""
    author = ["-c", "user.name=A", "-c", "user.email=a@b.example"]
    for words in (["init", "-q"], ["add", "-A"], [*author, "commit", "-q", "-m", "Begin"]):
        subprocess.run(["git", *words], cwd=site, check=True)


if __name__ == "__main__":
    count, part = int((sys.argv[1:2] or ["300"])[0]), sys.argv[2:3]
    with TemporaryDirectory(prefix="sitegen-bench-") as made:
        if part:
            Meter(Path(made), count).measure(
                f"part {part[0]}", "build", "--output", Path(made) / "part", "--part", part[0]
            )
        else:
            measure_all(Path(made), count)
