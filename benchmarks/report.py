"""What was measured, as tables in Markdown; a figure with a target stands beside it."""

import os
import platform
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from statistics import median
from tempfile import gettempdir
from typing import NamedTuple

from builds import PEERS, Score
from older import Federation
from ratio import Ratio
from start import Start
from targets import BUILD, FASTEST, FLOOR, MEMORY, PAGE, ROW
from timing import Run

_WHO = ("sitegen", *PEERS)


class Table(NamedTuple):
    """A table: what it is of, the names of its columns, and its rows."""

    title: str
    head: Sequence[str]
    rows: Sequence[Sequence[str]]

    def __str__(self) -> str:
        rule = ["---", *["---:"] * (len(self.head) - 1)]
        lines = (f"| {' | '.join(cells)} |" for cells in (self.head, rule, *self.rows))
        return "\n".join([f"{self.title}:", "", *lines, ""])


def origin() -> str:
    """When and where it was measured, and what ran."""
    when = f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC, {_machine()}, in {gettempdir()}."
    ours, hugo = version("sitegen-rankings"), version("hugo")
    return f"{when}\nPython {platform.python_version()}, sitegen {ours}, Hugo {hugo}.\n"


def _machine() -> str:
    lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    model = next((line.partition(": ")[2] for line in lines if line.startswith("model name")), "")
    cores = f"{len(os.sched_getaffinity(0))} cores of {model or platform.machine()}"
    major, minor, *_ = platform.release().split(".")
    return f"{cores}, {platform.system()} {major}.{minor}"


def of_sites(scores: Sequence[Score]) -> Iterator[Table]:
    """Their builds: the times, what these take of the machine, and the size of what is made."""
    if scores:
        yield _times(scores)
        yield _means(scores)
        yield _sizes(scores)


def _times(scores: Sequence[Score]) -> Table:
    runs = len(scores[0].runs["sitegen"])
    peers = [text for who in PEERS for text in (who, "ratio")]
    return Table(
        f"Seconds by the clock, median of {runs} (least–most)",
        ("site", "pages", "rows", "sitegen", *peers, "which is with"),
        [
            (
                *(score.name, f"{score.size.pages:,}", f"{score.size.rows:,}", _span(score.runs["sitegen"])),
                *(_span(score.runs[PEERS[0]]), str(score.figures[BUILD])),
                *(_span(score.runs[PEERS[1]]), str(score.figures[FASTEST])),
                "rows as {}, GOGC={}".format(*score.fastest),
            )
            for score in scores
        ],
    )


def _span(runs: Sequence[Run]) -> str:
    times = [run.wall for run in runs]
    return f"{median(times):.2f} ({min(times):.2f}–{max(times):.2f})"


def _means(scores: Sequence[Score]) -> Table:
    return Table(
        "Seconds of processor, and memory of all processes together at the peak",
        ("site", *_WHO, "floor", FLOOR, "sitegen GiB", *(f"{who} MB" for who in _WHO)),
        [
            (
                score.name,
                *(f"{score.processor(who):.2f}" for who in (*_WHO, "floor")),
                str(score.figures[FLOOR]),
                str(score.figures[MEMORY]),
                *(f"{score.peaks[who]:,.0f}" for who in _WHO),
            )
            for score in scores
        ],
    )


def _sizes(scores: Sequence[Score]) -> Table:
    return Table(
        "Size of all pages",
        ("site", "MB", ROW, PAGE),
        [
            (score.name, f"{score.size.bytes / 1e6:.1f}", str(score.figures[ROW]), str(score.figures[PAGE]))
            for score in scores
        ],
    )


def of_starts(starts: Sequence[Start]) -> Table:
    """The commands that somebody waits for."""
    return Table(
        "Seconds by the clock of a command, beside a Python that does nothing",
        ("command", "sitegen", "Python", "ratio"),
        [(f"`{each.name}`", str(each.figure), f"{each.python:.3f}", f"{each.ratio:.1f}") for each in starts],
    )


def of_federation(federation: Federation) -> Table:
    """Many clubs, beside fewer."""
    figures = [*federation.figures]
    return Table(
        "A build of a federation",
        ("site", *(figure.what for figure in figures)),
        [(federation.name, *map(str, figures))],
    )


def of_ratios(title: str, ratios: Sequence[Ratio]) -> Table:
    """What was measured beside a peer."""
    return Table(
        title,
        ("what", "of", "sitegen", "peer", "ratio"),
        [(each.what, each.where, f"{each.own:.3f}", f"{each.peer:.3f}", str(each.figure)) for each in ratios],
    )
