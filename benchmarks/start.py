"""How long the commands take that somebody waits for, beside a Python that starts and does nothing.

`check` is of a club: the site that `sitegen new` makes, and an evening of it more. The twenty years are those
of the circuit in decades.py. A large league is checked too.
"""

import shutil
import sys
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import decades
import league
from builds import AS_OF, LEAGUES
from targets import CHECK, START, Figure
from timing import Command, measured, typical

_EVENING = """2026-02-05,an-peeters,emre-yildiz,7,5
2026-02-05,lea-moreau,joris-van-den-berg,7,3
2026-02-05,zofia-wrona,tom-claes,7,6
2026-02-05,emre-yildiz,lea-moreau,5,2
2026-02-05,joris-van-den-berg,zofia-wrona,5,4
2026-02-05,tom-claes,an-peeters,5,3
2026-02-05,an-peeters,zofia-wrona,9,6
2026-02-05,lea-moreau,tom-claes,9,8
"""
_FEDERATION = """[site]
title = "Federation"
url = "https://federation.example/"
language = "en"
"""
_CLUB = """
[[ranking]]
id = "club-{number}"
system = "nbb"
title = "Club {number}"

[ranking.options]
lines = 3
"""
_TUESDAY = Path(__file__).parents[1] / "results" / "tuesday"


class Start(NamedTuple):
    """A command: the seconds that it took, and those of a Python that does nothing."""

    name: str
    own: float
    python: float
    what: str = START

    @property
    def ratio(self) -> float:
        """How many times as long as that it took."""
        return self.own / self.python

    @property
    def figure(self) -> Figure:
        """What the target is about."""
        return Figure(self.what, self.name, self.own)


def measured_starts(turns: int = 15) -> Iterator[Start]:
    """Each command and the peer, by turns; a first time of each does not count."""
    with TemporaryDirectory(prefix="sitegen-bench-") as folder:
        site, years = _club(Path(folder)), Path(folder, "circuit")
        decades.write_site(years)
        commands = {
            "--help": _sitegen("--help"),
            "check": _check(site),
            "check of twenty years": _check(years),
        }
        yield from _timed(START, commands, turns)


def measured_checks(sizes: Collection[str], turns: int = 3) -> Iterator[Start]:
    """A check of the large league, where that is among the `sizes`."""
    if "L" in sizes:
        with TemporaryDirectory(prefix="sitegen-bench-") as made:
            folder = Path(made)
            league.write_site(folder, seed=1, **LEAGUES["L"])
            yield from _timed(CHECK, {"L": _check(folder)}, turns)


def _timed(what: str, commands: Mapping[str, Command], turns: int) -> Iterator[Start]:
    bare = Command([sys.executable, "-c", "pass"], {})
    for name, command in commands.items():
        taken = [(measured(command), measured(bare)) for _ in range(turns + 1)][1:]
        own, peers = zip(*taken, strict=True)
        yield Start(name, typical(own), typical(peers), what)


def _check(site: Path) -> Command:
    return _sitegen("check", "--site", site, "--as-of", AS_OF)


def write_federation(folder: Path, clubs: int) -> None:
    """Write the site of so many clubs, which all play what the demonstration's bridge club does."""
    rankings = (_CLUB.format(number=number) for number in range(1, clubs + 1))
    folder.mkdir()
    (folder / "sitegen.toml").write_text(_FEDERATION + "".join(rankings), encoding="utf-8")
    for number in range(1, clubs + 1):
        shutil.copytree(_TUESDAY, folder / "results" / f"club-{number}")


def _sitegen(*arguments: str | Path) -> Command:
    return Command([sys.executable, "-m", "sitegen", *arguments], {})


def _club(folder: Path) -> Path:
    """The site of a club, with an evening."""
    site = folder / "club"
    measured(_sitegen("new", site, "--system", "fibs"))
    matches = next((site / "results").glob("*/matches/*.csv"))
    with matches.open("a", encoding="utf-8", newline="\n") as file:
        file.write(_EVENING)
    return site
