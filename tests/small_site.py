"""The small site that most tests try things on."""

from collections.abc import Mapping
from datetime import date
from pathlib import Path
from textwrap import dedent

from sitegen import publishing

SITE = """
    [site]
    title = "Test club"
    url = "https://club.example/rankings"
    cards = "none"
    [[ranking]]
    id = "list"
    system = "fibs"
    title = "Rating list"
"""

DRAWN = SITE.replace('cards = "none"', "")
"""The same, with the pictures that are shown beside a link to it: to draw them takes longer than all else."""

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


def write(root: Path, files: Mapping[str, str | None]) -> Path:
    """Write it, with `files` (by path; None takes one away) in place of its own; the folder."""
    own: dict[str, str | None] = {
        "sitegen.toml": SITE,
        "results/list/players.csv": PLAYERS,
        "results/list/matches.csv": MATCHES,
    }
    for path, text in (own | dict(files)).items():
        target = root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        if text is not None:
            target.write_text(dedent(text).lstrip("\n"), encoding="utf-8", newline="")
    return root


def publish(root: Path, output: Path, as_of: date) -> Path:
    """Publish a site of which nothing is said; the folder."""
    assert [problem.code for problem in publishing.build(root, output, as_of).problems] == []
    return output


def read(output: Path, path: str) -> str:
    """The text of a published file."""
    return (output / path).read_text("utf-8")
