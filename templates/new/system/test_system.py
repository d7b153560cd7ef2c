"""What the system promises: its regulation, and what every system keeps to."""

from datetime import date
from pathlib import Path
from shutil import copytree

import pytest

from sitegen import testing
from sitegen.core.system import find_origin, load_system

system = load_system("<<name>>")
SITE = """
[site]
title = "A club"
url = "https://club.example/"

[[ranking]]
id = "list"
system = "<<name>>"
title = "A list"
"""


@pytest.mark.parametrize(
    ("challenger", "challenged", "won", "after"),
    [
        ("cy", "an", True, "cy an bo di"),
        ("cy", "an", False, "an bo cy di"),
        ("an", "cy", True, "an bo cy di"),
        ("di", "an", True, "an bo cy di"),
    ],
)
def test_who_wins_takes_the_place_of_the_challenged(
    challenger: str, challenged: str, won: bool, after: str
) -> None:
    places = {"an": 1, "bo": 2, "cy": 3, "di": 4}
    challenge = system.Challenge(date(2026, 1, 13), challenger, challenged, won, "challenges.csv:2")
    system.settle(challenge, places, system.Options())
    assert sorted(places, key=places.__getitem__) == after.split()


def test_it_keeps_the_contract(tmp_path: Path) -> None:
    copytree(find_origin("<<name>>").find_folder("starter"), tmp_path / "results/list")
    for path in tmp_path.glob("results/list/*"):
        if path.suffix != ".csv":
            path.unlink()
    (tmp_path / "sitegen.toml").write_text(SITE, encoding="utf-8")
    testing.assert_contract(tmp_path, as_of=date(2026, 12, 31))
