"""Changes of a module, one at a time, each of which a test should see; those that none sees are printed.

    python tests/mutants.py sitegen/systems/ijssel                     a system: `make mutants SYSTEM=ijssel`
    python tests/mutants.py MODULE ... --tests tests/publishing/test_golden.py   these modules, by these tests
    python tests/mutants.py sitegen/read --sample 200 --tests ...      so many of their mutants

Tests about other systems are left out. A mutant is made in the memory of a process of its own, which a test
that starts the program anew does not see.
"""

import argparse
import os
import re
import resource
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from random import Random
from shutil import rmtree
from tempfile import TemporaryDirectory
from typing import NamedTuple

import pytest
from mutations import ROOT, Mutant, mutants

SYSTEMS = {path.parent.name for path in ROOT.glob("sitegen/systems/*/__init__.py")}
DUELS = {"elo", "glicko2"}  # what they have in common has tests of its own


class Trial(NamedTuple):
    """The tests, the systems that they are not to be about, and a folder for what they write."""

    tests: list[str]
    other_systems: set[str]
    folder: Path

    def run(self) -> int:
        """What pytest returns; nothing of the program is loaded before."""
        options = ("-qx", "-pno:cacheprovider", f"--basetemp={self.folder / str(os.getpid())}")
        with Path(os.devnull).open("w") as null, redirect_stdout(null), redirect_stderr(null):
            return pytest.main([*options, "--hypothesis-profile=quick", *self.tests], [self])

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Leave out other systems, and begin with what has found the most mutants."""
        kill_counts = Counter((self.folder / "found").read_text().splitlines())
        items[:] = sorted(
            (test for test in items if not self.other_systems & _systems(test)),
            key=lambda item: -kill_counts[item.nodeid],
        )

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note what finds a mutant."""
        if report.failed:
            with (self.folder / "found").open("a") as file:
                file.write(f"{report.nodeid}\n")

    def start(self, seconds: int, *mutant: Mutant) -> int:
        """Run the tests in a process of its own, whose number is returned."""
        if pid := os.fork():
            return pid
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
        for change in mutant:
            change.install()
        os._exit(self.run())

    def report(self, mutants_tried: Sequence[Mutant]) -> int:
        """Print what survives; fails where the tests do without a change."""
        (self.folder / "found").touch()
        self.start(3600)
        if os.wait()[1]:
            sys.stdout.write("The tests fail before anything is changed.\n")
            return 1
        seconds = 10 + 3 * int(resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime)
        count = 0
        for survivor in self.survivors(mutants_tried, seconds):
            count += 1
            sys.stdout.write(f"{survivor}\n")
            sys.stdout.flush()
        sys.stdout.write(f"{len(mutants_tried)} mutants: {count} survive\n")
        return 0

    def survivors(self, mutants_tried: Sequence[Mutant], seconds: int) -> Iterator[Mutant]:
        """Those that no test finds; one that takes more time than this is found."""
        workers = os.cpu_count() or 1
        running: dict[int, Mutant] = {}
        for next_mutant in [*mutants_tried, *[None] * workers]:
            if running and (next_mutant is None or len(running) == workers):
                pid, status = os.wait()
                rmtree(self.folder / str(pid), ignore_errors=True)
                mutant = running.pop(pid)
                yield from [mutant] if status == 0 else ()
            if next_mutant is not None:
                running[self.start(seconds, next_mutant)] = next_mutant


def _modules(path: Path) -> list[Path]:
    return sorted(path.rglob("*.py")) if path.is_dir() else [path]


def _tests(system: str) -> list[str]:
    own = [system, "laws", *(["duels_"] if system in DUELS else [])] if system else []
    names = ["checks", "input_tables", *own]
    return [
        str(ROOT / "tests/publishing/test_golden.py"),
        str(ROOT / "tests/testing/test_contract.py"),
        *(str(path) for name in names for path in sorted(ROOT.glob(f"tests/systems/test_{name}*.py"))),
    ]


def _systems(item: pytest.Item) -> set[str]:
    """The systems that the parameters of a test name, or the settings of the site that they are."""
    parameters = (
        item.callspec.params.values()
        if isinstance(item, pytest.Function) and hasattr(item, "callspec")
        else ()
    )
    sites = [parameter / "sitegen.toml" for parameter in parameters if isinstance(parameter, Path)]
    settings = "".join(site.read_text(encoding="utf-8") for site in sites if site.exists())
    systems = {*re.findall(r'^system = "(.+)"', settings, re.MULTILINE)}
    return systems | {parameter for parameter in parameters if isinstance(parameter, str)}


def main() -> int:
    """Try all mutants, print those that survive, and say how many there were."""
    sys.path.insert(0, str(ROOT))  # before any other copy of the program that is installed
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("modules", nargs="+", type=Path, metavar="MODULE")
    parser.add_argument("--tests", nargs="+", metavar="TEST")
    parser.add_argument("--sample", type=int, metavar="N", help="try N of them, the same ones every time")
    arguments = parser.parse_args()
    trials = [
        mutant for name in arguments.modules for path in _modules(name) for mutant in mutants(path.resolve())
    ]
    if arguments.sample:
        trials = Random(0).sample(trials, min(arguments.sample, len(trials)))
    system = next(iter(SYSTEMS.intersection(arguments.modules[0].resolve().relative_to(ROOT).parts)), "")
    with TemporaryDirectory() as folder:
        trial = Trial(
            arguments.tests or _tests(system), SYSTEMS - {system} if system else set(), Path(folder)
        )
        return trial.report(trials)


if __name__ == "__main__":
    sys.exit(main())
