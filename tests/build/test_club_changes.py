"""What a site shows of players who come to another club, by a table of memberships."""

import json
from collections.abc import Callable, Mapping
from datetime import date
from pathlib import Path

import pytest
from browser_copies import calculate_site

from sitegen import build
from sitegen.commands.check import check

TODAY = date(2026, 11, 21)
Write = Callable[..., Path]
MEMBERSHIPS = """
    player,club,from,until
    an,Leie,2026-11-05,
    bob,Leie,2019-09-01,2020-06-30
    bob,South,2020-09-01,
"""


def published(write_site: Write, tmp_path: Path, files: Mapping[str, str]) -> Path:
    root = write_site(files)
    built = build.build(root, tmp_path / "output", TODAY)
    assert [problem.code for problem in built.problems] == []
    return tmp_path / "output"


def read(output: Path, path: str) -> str:
    return (output / path).read_text("utf-8")


def test_the_page_of_a_player_has_the_club_of_today_and_all_clubs_with_their_years(
    write_site: Write, tmp_path: Path
) -> None:
    output = published(write_site, tmp_path, {"results/list/memberships.csv": MEMBERSHIPS})
    an, bob, cleo = (read(output, f"list/players/{player}/index.html") for player in ("an", "bob", "cleo"))
    assert "North until 2026, Leie since 2026" in an
    assert 'clubs/leie/">Leie</a>' in an
    assert "South until 2019, Leie 2019–2020, South since 2020" in bob
    assert "<dt>Clubs" not in cleo


def test_the_page_of_a_club_has_what_its_players_did_while_they_were_there(
    write_site: Write, tmp_path: Path
) -> None:
    """An played on 2 November alone, with Cléo for North; who left is no player of the club any more."""
    output = published(write_site, tmp_path, {"results/list/memberships.csv": MEMBERSHIPS})
    north, leie = (read(output, f"clubs/{club}/index.html") for club in ("north", "leie"))
    assert 'id="list-players"' in north
    assert "players/an/" not in north[: north.index('id="list-results"')]
    assert "2 Nov 2026</time></a><td>2<td>3<td>2" in north  # players, matches, and those that they won
    assert 'id="list-results"' not in leie
    index = json.loads(read(output, "search.json"))
    clubs = {player[0]: index["clubs"][player[2]][0] for player in index["players"]}
    assert clubs == {"An Peeters": "Leie", "Bob Claes": "South", "Cléo Dupont": "North"}


def test_a_membership_that_begins_later_is_shown_on_no_page(write_site: Write, tmp_path: Path) -> None:
    """But on that on which rows of this table are entered."""
    later = {"results/list/memberships.csv": "player,club,from\nan,Later,2026-11-22\n"}
    before = build.build(write_site({}), tmp_path / "before", TODAY)
    after = build.build(write_site(later), tmp_path / "after", TODAY)
    assert before.problems == after.problems == []
    files = [
        {
            path.relative_to(tmp_path / name): path.read_bytes()
            for path in (tmp_path / name).rglob("*")
            if path.is_file() and path.name not in {"SHA256SUMS", ".sitegen.json"}
        }
        for name in ("before", "after")
    ]
    assert {*files[0]} == {*files[1]}
    assert {str(path) for path in files[0] if files[0][path] != files[1][path]} <= {"list/enter/index.html"}


@pytest.mark.parametrize(("system", "rows"), [("elo", ["Leie", "Later"]), ("keizer", [])])
def test_a_published_copy_does_not_tell_by_a_membership_who_hides(
    write_site: Write, system: str, rows: list[str]
) -> None:
    """Her rows come last, where they stand says nothing; where no list has clubs they are left out."""
    games = {"elo": "date,home,away,result\n2026-11-02,an,bob,1-0\n", "keizer": "round,white,black,result\n"}
    root = write_site(
        {
            "sitegen.toml": '[site]\ntitle = "T"\nurl = "https://club.example/"\n[[ranking]]\nid = "list"\n'
            f'system = "{system}"\ntitle = "List"\n',
            "results/list/matches.csv": None,
            "results/list/games.csv": games[system],
            **({"results/list/rounds.csv": "round,date\n1,2026-11-02\n"} if system == "keizer" else {}),
            "results/list/players.csv": (
                "id,name,club,hidden\nan,An Peeters,North,\nbob,Bob Claes,South,yes\ncleo,Cleo D,North,\n"
            ),
            "results/list/memberships.csv": (
                "player,club,from\nan,South,2026-01-01\nbob,Later,2026-06-01\nbob,Leie,2026-01-01\n"
                "bob,Never,2027-01-01\n"
                "cleo,South,2026-02-01\n"
            ),
        }
    )
    copy = json.loads(calculate_site(root).copies["list"])["files"]["results/list/memberships.csv"]
    hidden = [f"*player-1,{club}," for club in rows]
    assert [line.rpartition(",")[0] + "," for line in copy] == [
        "player,club,", "an,South,", "cleo,South,", *hidden,
    ]  # fmt: skip


HEAD = "player,club,from,until\n"
WRONG: Mapping[str, tuple[int, int, str]] = {
    "": (0, 0, "empty-file"),
    "player,club\nan,Leie\n": (1, 0, "column-missing"),
    "player,from\nan,2026-01-01\n": (1, 0, "column-missing"),
    "player,clubb,from\nan,Leie,2026-01-01\n": (1, 8, "unknown-column"),
    "joueur;cercle;du\nan;Leie;01/10/2026\n": (2, 9, "date-two-ways"),
    f"{HEAD}ann,Leie,2026-01-01,\n": (2, 1, "not-a-player"),
    f"{HEAD}An Peters,Leie,2026-01-01,\n": (2, 1, "not-a-player"),
    f"{HEAD}Leie,an,2026-01-01,\n": (2, 1, "not-a-player"),
    f"{HEAD},Leie,2026-01-01,\n": (2, 1, "blank"),
    f"{HEAD}an,,2026-01-01,2026-06-30\n": (2, 16, "last-day-without-club"),
    f"{HEAD}cleo,,2026-01-01,\ncleo,,2026-02-01,\n": (3, 6, "without-club-already"),
    f"{HEAD}an,Leie,,\n": (2, 9, "blank"),
    f"{HEAD}an,Leie,2026-13-01,\n": (2, 9, "not-in-calendar"),
    f"{HEAD}an,Leie,2026-01-01,2026-02-30\n": (2, 20, "not-in-calendar"),
    f"{HEAD}an,Leie,yesterday,\n": (2, 9, "not-a-date"),
    f"{HEAD}an,Leie,2026-01-01,x\n": (2, 20, "not-a-date"),
    f"{HEAD}an,2026-01-01,Leie,\n": (2, 15, "not-a-date"),
    f"{HEAD}an,Leie,01/02/2026,\n": (2, 9, "date-two-ways"),
    f"{HEAD}an,Leie,1026-01-01,\n": (2, 9, "year-out-of-range"),
    f"{HEAD}an,Leie,2206-01-01,\n": (2, 9, "year-out-of-range"),
    f"{HEAD}an,Leie,2026-01-01\n": (2, 19, "too-few-cells"),
    f"{HEAD}an,Leie,2026-01-01,,x\n": (2, 21, "too-many-cells"),
    f"{HEAD}an,a@b.example,2026-01-01,\n": (2, 4, "personal-data"),
    f"{HEAD}an,=SUM(A1),2026-01-01,\n": (2, 4, "formula"),
    f"{HEAD}an,Nort,2026-01-01,\n": (2, 4, "club-nearly-alike"),
    f"{HEAD}an,Leie,2026-01-01,\nan,Leie,2026-01-01,\n": (3, 0, "row-repeated"),
    f"{HEAD}an,Leie,2026-01-01,2025-12-31\n": (2, 20, "membership-turned-around"),
    f"{HEAD}an,North,2026-01-01,\n": (2, 4, "at-this-club-already"),
}


@pytest.mark.parametrize("text", WRONG)
def test_what_is_wrong_with_a_membership_is_told_at_its_cell_with_a_cure(
    write_site: Write, text: str
) -> None:
    problems = check(write_site({"results/list/memberships.csv": text}), TODAY)
    found = [(problem.path, problem.line, problem.column, problem.code) for problem in problems]
    assert found == [("results/list/memberships.csv", *WRONG[text])]
    assert problems[0].hint
