"""A small site to try things on, written from what a test says is in it."""

from collections.abc import Callable, Mapping
from pathlib import Path
from textwrap import dedent

import pytest
from hypothesis import settings

import sitegen.systems  # noqa: F401 - before any test loads pandas, so that it starts no threads

# A run tries what the one before tried; a thorough one looks for what nobody has seen. None has a deadline.
settings.register_profile("quick", max_examples=10, deadline=None, derandomize=True)
settings.register_profile("usual", max_examples=100, deadline=None, derandomize=True)
settings.register_profile("thorough", max_examples=1000, deadline=None, derandomize=False)
settings.load_profile("usual")

SITE = """
    [site]
    title = "Test club"
    url = "https://club.example/rankings"

    [[ranking]]
    id = "list"
    system = "fibs"
    title = "Rating list"
"""

PLAYERS = """
    id,name,club
    an,An Peeters,North
    bob,Bob Claes,South
    cleo,Cléo Dupont,North
"""

MATCHES = """
    date,winner,loser,length,score
    2026-11-02,an,bob,7,5
    2026-11-02,cleo,an,5,2
    2026-11-09,bob,cleo,9,
"""

Write = Callable[..., Path]


@pytest.fixture(scope="session")
def demonstration() -> Path:
    """This repository, for tests that are about the site it publishes; skipped once that is a club's own."""
    root = Path(__file__).parents[1]
    if "https://delta.example/" not in (root / "sitegen.toml").read_text(encoding="utf-8"):
        pytest.skip("the site of this repository is not the demonstration any more")
    return root


@pytest.fixture
def write_site(tmp_path: Path) -> Write:
    """Write a site: the small one, with `files` (by path; None takes one away) in place of its own."""

    def write(files: Mapping[str, str | None] | None = None, folder: str = "site") -> Path:
        root = tmp_path / folder
        own: dict[str, str | None] = {
            "sitegen.toml": SITE,
            "results/list/players.csv": PLAYERS,
            "results/list/matches.csv": MATCHES,
        }
        for path, text in (own | dict(files or {})).items():
            target = root / path
            target.parent.mkdir(parents=True, exist_ok=True)
            if text is not None:
                target.write_text(dedent(text).lstrip("\n"), encoding="utf-8", newline="")
        return root

    return write
