"""Honest evenings are read without a word in all systems, but for few that nobody can tell from a slip."""

from collections.abc import Mapping
from pathlib import Path
from random import Random

import pytest
from games import Told, find
from honest import SYSTEMS, make_site
from sites import write

SITES = 19


def find_in_site(folder: Path, files: Mapping[str, str]) -> list[Told]:
    """Return what is told of a site."""
    folder.mkdir()
    write(folder, {path: text.encode() for path, text in files.items()})
    return find(folder)


def test_of_150_clubs_none_is_refused_and_hardly_any_is_doubted(tmp_path: Path) -> None:
    told = [
        find_in_site(tmp_path / f"{system}-{seed}", make_site(system, seed))
        for system in SYSTEMS
        for seed in range(SITES)
    ]
    assert [problem for problems in told for problem in problems if problem[-1]] == []
    doubted = [problems for problems in told if problems]
    assert len(doubted) <= 0.03 * len(told), doubted


@pytest.mark.parametrize("system", ["elo", "glicko2", "fibs"])
def test_an_honest_evening_in_any_order_is_never_refused(tmp_path: Path, system: str) -> None:
    for seed in range(SITES):
        files = dict(make_site(system, seed))
        for path, text in files.items():
            if "matches" in path or "games" in path:
                header, *rows = text.splitlines(keepends=True)
                files[path] = header + "".join(Random(seed).sample(rows, len(rows)))
        told = find_in_site(tmp_path / str(seed), files)
        assert [problem for problem in told if problem[-1]] == []
