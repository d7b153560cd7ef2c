"""The ratios of every night, kept in a file with the commit, so that nothing becomes slower unseen.

A line of the file is JSON: `{"commit": "6f0a1b2c", "ratios": {"circuit / plain script, twenty years": 4.4}}`.
"""

import json
import subprocess
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from targets import Figure

_NIGHTS = 10
"""How many nights a ratio is compared with."""
_MARGIN = 1.05
"""How many times the best of them a ratio may be."""


def find_lapses(file: Path, figures: Iterable[Figure]) -> Iterator[str]:
    """Yield a line for each ratio that is 5 % worse than the best of the last ten nights in `file`."""
    nights = [*_read(file)][-_NIGHTS:]
    for name, value in _ratios(figures).items():
        earlier = [(night["ratios"][name], night["commit"]) for night in nights if name in night["ratios"]]
        best, commit = min(earlier, default=(value, ""))
        if value > _MARGIN * best:
            yield f"Slower: {name}: {value:.3g}, and {best:.3g} at {commit}."


def keep_night(file: Path, figures: Iterable[Figure]) -> None:
    """Add a line with the ratios of this night to `file`, which need not be there yet."""
    commit = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], check=True, capture_output=True, text=True
    )
    night = {"commit": commit.stdout.strip(), "ratios": _ratios(figures)}
    with file.open("a", encoding="utf-8") as lines:
        lines.write(json.dumps(night) + "\n")


def _read(file: Path) -> Iterator[Mapping[str, Any]]:
    if file.exists():
        yield from map(json.loads, file.read_text(encoding="utf-8").splitlines())


def _ratios(figures: Iterable[Figure]) -> dict[str, float]:
    """Return the figures that no machine matters for, by what they are of."""
    return {f"{each.what}, {each.where}": each.value for each in figures if " / " in each.what}
