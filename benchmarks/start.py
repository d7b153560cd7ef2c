"""How long the commands take that somebody waits for, beside a Python that starts and does nothing.

`check` is of a club: the site that `sitegen new` makes, and an evening of it more. The twenty years are those
of the circuit in decades.py.
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import decades
from targets import START, Figure
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


class Start(NamedTuple):
    """A command: the seconds that it took, and those of a Python that does nothing."""

    name: str
    own: float
    python: float

    @property
    def ratio(self) -> float:
        """How many times as long as that it took."""
        return self.own / self.python

    @property
    def figure(self) -> Figure:
        """What the target is about."""
        return Figure(START, self.name, self.own)


def measured_starts(turns: int = 15) -> Iterator[Start]:
    """Each command and the peer, by turns; a first time of each does not count."""
    with TemporaryDirectory(prefix="sitegen-bench-") as folder:
        site, years = _club(Path(folder)), Path(folder, "circuit")
        decades.write_site(years)
        bare = Command([sys.executable, "-c", "pass"], {})
        for name, command in {
            "--help": _sitegen("--help"),
            "check": _sitegen("check", "--site", site, "--as-of", "2026-11-21"),
            "check of twenty years": _sitegen("check", "--site", years, "--as-of", "2026-11-21"),
        }.items():
            taken = [(measured(command), measured(bare)) for _ in range(turns + 1)][1:]
            own, peers = zip(*taken, strict=True)
            yield Start(name, typical(own), typical(peers))


def _sitegen(*arguments: str | Path) -> Command:
    return Command([sys.executable, "-m", "sitegen", *arguments], {})


def _club(folder: Path) -> Path:
    """The site of a club, with an evening."""
    site = folder / "club"
    measured(_sitegen("new", site))
    matches = next((site / "results").glob("*/matches/*.csv"))
    with matches.open("a", encoding="utf-8", newline="\n") as file:
        file.write(_EVENING)
    return site
