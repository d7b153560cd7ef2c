"""What is told where a committee decides about players of a season: before it is published, and after."""

import re
from datetime import date
from pathlib import Path

import pytest
import sites
from click.testing import CliRunner

from sitegen.commands.cli import main
from sitegen.compare.histories import load_histories
from tests.club import Club

pytestmark = pytest.mark.slow

TODAY = date(2026, 11, 21)
DECISIONS = "results/keizer/decisions.csv"
HEAD = "date,player,what,figure,reason\n"
SEASON = {
    "sitegen.toml": (
        '[site]\ntitle = "Club"\nurl = "https://club.example/"\nrepository = "club/rankings"\n'
        '[[ranking]]\nid = "keizer"\nsystem = "keizer"\ntitle = "Keizer"\n'
    ),
    "results/keizer/players.csv": "id,name,rating\nan,An Peeters,2000\nbo,Bo Claes,1900\ncy,Cy Maes,1800\n",
    "results/keizer/rounds.csv": "round,date\n1,2026-10-06\n2,2026-10-13\n3,2026-12-01\n",
    "results/keizer/games.csv": "round,white,black,result\n1,an,bo,1-0\n2,bo,cy,1-0\n",
}


@pytest.fixture
def club(tmp_path: Path) -> Club:
    """A club with two rounds of Keizer, entered on the evening of the second."""
    club = Club(tmp_path / "club")
    club.commit("Begin", "2026-10-13", SEASON)
    return club


def tell(club: Club, *rows: str) -> list[str]:
    """What `diff` says of these decisions."""
    club.write({DECISIONS: HEAD + "".join(f"{row}\n" for row in rows)})
    command = ["diff", "HEAD", "--site", str(club.root), "--as-of", str(TODAY)]
    result = CliRunner().invoke(main, command, catch_exceptions=False)
    assert result.exit_code == 0
    return [line.strip() for line in result.stdout.splitlines()]


def test_points_and_who_is_out_of_competition_are_told_with_what_changes(club: Club) -> None:
    lines = tell(club, "2026-10-13,an,points,-2.5,A telephone.", "2026-10-08,bo,out,,A guest.")
    assert lines[3:8] == [
        "Points are taken off An Peeters on 13 October 2026 (2.5): A telephone.",
        "Bo Claes is out of competition from 8 October 2026 on: A guest.",
        "The published list of 13 October 2026 changes: 3 figures, 3 players.",
        "Bo Claes drops out of the list.",
        "One figure on the list changes: An Peeters, −2.5.",
    ]


def test_what_waits_for_a_round_changes_nothing(club: Club) -> None:
    lines = tell(club, "2026-11-13,an,points,2,Helped.")
    assert lines[3:5] == [
        "Points are given to An Peeters on 13 November 2026 (2): Helped.",
        "No published figure changes.",
    ]


def test_a_decision_that_is_taken_back_is_told(club: Club) -> None:
    club.commit("Decide", "2026-10-15", {DECISIONS: f"{HEAD}2026-10-13,an,points,-2.5,A telephone.\n"})
    lines = tell(club)
    assert lines[3] == "The decision of 13 October 2026 about An Peeters no longer counts."
    assert lines[5] == "One figure on the list changes: An Peeters, +2.5."


def test_a_late_decision_is_a_correction_with_its_reason(club: Club) -> None:
    club.commit("Decide", "2026-11-02", {DECISIONS: f"{HEAD}2026-10-13,an,points,-2.5,A telephone.\n"})
    path = "keizer/corrections/index.html"
    page = sites.render(club.root, TODAY, {path}.__contains__, load_history=load_histories)[path].decode()
    said = re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page))
    assert "Points are taken off An Peeters on 13 October 2026 (2.5): A telephone." in said
    assert "results/keizer/decisions.csv:2" in said
