"""A small site with one ranking of games, and what the reader finds in it."""

from collections.abc import Mapping
from datetime import date
from pathlib import Path

from sitegen.core.problems import Severity
from sitegen.inputs.config.settings import load_site
from sitegen.inputs.results import results

SITE = """\
[site]
title = "T"
url = "https://t.example/"
language = "en"
[[ranking]]
id = "b"
system = "elo"
title = "B"
"""
PLAYERS = "id,name\n" + "".join(f"{letter},{letter.upper()}nne\n" for letter in "abcdef")
TODAY = date(2026, 11, 26)
Told = tuple[str, int, str, bool]


def find(root: Path) -> list[Told]:
    """Return the file, line and code of what the reader finds, and whether it is an error."""
    site, problems = load_site(root)
    assert site is not None, problems
    _, problems = results.read_results(site, latest=TODAY)
    return [
        (p.path.removeprefix("results/b/games/"), p.line, p.code, p.severity is Severity.ERROR)
        for p in problems
    ]


def find_in(root: Path, games: Mapping[str, str], site: str = SITE, players: str = PLAYERS) -> list[Told]:
    """Return what is found in these files of games, whose rows are without a header."""
    for path, text in {"sitegen.toml": site, "results/b/players.csv": players}.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text)
    for name, rows in games.items():
        (root / "results/b/games").mkdir(exist_ok=True)
        (root / "results/b/games" / name).write_text("date,home,away,result\n" + rows)
    return find(root)


def evening(day: object, *pairs: str) -> str:
    """Return the rows of an evening; a pair is `home,away,result`."""
    return "".join(f"{day},{pair}\n" for pair in pairs)
