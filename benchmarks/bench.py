"""Measure how fast `sitegen` is, and how much it takes, beside peers in the same run.

    PYTHONPATH=demonstration python benchmarks/bench.py [--sizes S,M,L] [--runs 5] [--nights FILE]

Whole sites beside Hugo (builds.py), the start of commands (start.py), commands and the preview beside an
earlier program (older.py), the draw of a chess club (pairing.py), twenty years of a circuit (decades.py) and
a league in which players hide (hidden.py). Prints tables in Markdown, and then all targets of targets.py that
are missed, or that nothing was measured for: if there are any, the exit status is 1. A run of some sizes
leaves out the targets of the others. With a file of nights it is 1 only where a ratio became worse than the
best of the last ten (nights.py). Linux only.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import builds
import decades
import hidden
import older
import pairing
import report
from nights import find_lapses, keep_night
from ratio import Ratio
from start import Start, measured_checks, measured_starts
from targets import SIZES, Figure, misses


class Measured(NamedTuple):
    """All that a run measured."""

    starts: Sequence[Start]
    ratios: Sequence[Ratio]
    beside: Sequence[Ratio]
    federation: older.Federation
    scores: Sequence[builds.Score]

    @property
    def figures(self) -> Iterator[Figure]:
        """What has a target, or could have."""
        yield from (each.figure for each in self.starts)
        yield from (each.figure for each in (*self.ratios, *self.beside))
        yield from self.federation.figures
        for score in self.scores:
            yield from score.figures.values()

    @property
    def tables(self) -> Iterator[report.Table]:
        """What was measured, for a reader."""
        yield from report.of_sites(self.scores)
        yield report.of_starts(self.starts)
        yield report.of_ratios("Seconds of processor, beside what does the least that is needed", self.ratios)
        yield report.of_ratios(f"Seconds by the clock, beside the program of {older.COMMIT[:8]}", self.beside)
        yield report.of_federation(self.federation)


def measured(sizes: Sequence[str], runs: int) -> Measured:
    """Measure everything, the sites of these sizes."""
    starts = [*measured_starts(), *measured_checks(sizes)]
    beside = [*older.measured_beside(sizes)]
    ratios = [*pairing.measured(), *decades.measured(), *hidden.measured_hidden(sizes, runs)]
    scores = [builds.scored(name, runs) for name in sizes]
    return Measured(starts, ratios, beside, older.measured_federation(), scores)


def main() -> None:
    """Measure what the command line says, print it, and exit."""
    parser = argparse.ArgumentParser(description="Measure how fast sitegen is, beside Hugo.")
    parser.add_argument(
        "--sizes", default=",".join(SIZES), type=lambda text: text.split(","), help="of S, M and L"
    )
    parser.add_argument("--runs", default=5, type=int, help="builds by each")
    parser.add_argument("--nights", type=Path, metavar="FILE", help="the ratios of earlier nights")
    options = parser.parse_args()
    if unknown := set(options.sizes) - set(SIZES):
        parser.error(f"no site is called {', '.join(sorted(unknown))}; there are {', '.join(SIZES)}")
    found = measured(options.sizes, options.runs)
    print(report.origin(), *found.tables, sep="\n")
    missed = [*misses(found.figures, options.sizes)]
    if options.nights:
        print(*missed, sep="\n")
        missed = [*find_lapses(options.nights, found.figures)]
        keep_night(options.nights, found.figures)
    sys.exit("\n".join(missed) if missed else 0)


if __name__ == "__main__":
    main()
