"""What it takes to publish a league in which three players hide, beside one in which nobody does."""

from collections.abc import Collection, Iterator
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

import league
from builds import LEAGUES, sitegen
from ratio import Ratio
from targets import HIDDEN
from timing import measured

_SIZE = "M"
_ROWS = (100, 400, 700)


def measured_hidden(sizes: Collection[str], runs: int) -> Iterator[Ratio]:
    """Builds of both by turns, each into a folder that is there already after a first one."""
    if _SIZE not in sizes:
        return
    with TemporaryDirectory(prefix="sitegen-bench-") as made:
        folders = [Path(made, name) for name in ("hidden", "shown")]
        for folder in folders:
            league.write_site(folder / "site", seed=1, **LEAGUES[_SIZE])
        _hide(folders[0] / "site" / "results" / "backgammon" / "players.csv")
        turns = [[measured(sitegen(folder)).cpu for folder in folders] for _ in range(runs + 1)][1:]
        yield Ratio(HIDDEN, _SIZE, *map(median, zip(*turns, strict=True)))


def _hide(register: Path) -> None:
    """Let three of the players hide."""
    head, *rows = register.read_text(encoding="utf-8").splitlines()
    lines = [f"{row},{'yes' if number in _ROWS else ''}" for number, row in enumerate(rows)]
    register.write_text("\n".join([f"{head},hidden", *lines, ""]), encoding="utf-8")
