"""What a site shows of players who come to another club, by a table of memberships."""

import json
from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest
from browser_copies import calculate_site
from small_site import publish, read

TODAY = date(2026, 11, 21)
Write = Callable[..., Path]
MEMBERSHIPS = """
    player,club,from,until
    an,Leie,2026-11-05,
    bob,Leie,2019-09-01,2020-06-30
    bob,South,2020-09-01,
"""


def published(write_site: Write, output: Path, memberships: str) -> Path:
    return publish(write_site({"results/list/memberships.csv": memberships}), output, TODAY)


def test_the_page_of_a_player_has_the_club_of_today_and_all_clubs_with_their_years(
    write_site: Write, tmp_path: Path
) -> None:
    output = published(write_site, tmp_path / "output", MEMBERSHIPS)
    an, bob, cleo = (read(output, f"list/players/{player}/index.html") for player in ("an", "bob", "cleo"))
    assert "North until 2026, Leie since 2026" in an
    assert 'clubs/leie/">Leie</a>' in an
    assert "South until 2019, Leie 2019–2020, South since 2020" in bob
    assert "<dt>Clubs" not in cleo


def test_the_page_of_a_club_has_what_its_players_did_while_they_were_there(
    write_site: Write, tmp_path: Path
) -> None:
    """An played on 2 November alone, with Cléo for North; who left is no player of the club any more."""
    output = published(write_site, tmp_path / "output", MEMBERSHIPS)
    north, leie = (read(output, f"clubs/{club}/index.html") for club in ("north", "leie"))
    assert 'id="list-players"' in north
    assert "players/an/" not in north[: north.index('id="list-results"')]
    assert (
        "2\N{NO-BREAK SPACE}Nov\N{NO-BREAK SPACE}2026</a><td>2<td>3<td>2" in north
    )  # players, matches, and those that they won
    assert 'id="list-results"' not in leie
    index = json.loads(read(output, "search.json"))
    clubs = {player[0]: index["clubs"][player[2]][0] for player in index["players"]}
    assert clubs == {"An Peeters": "Leie", "Bob Claes": "South", "Cléo Dupont": "North"}


def test_a_membership_that_begins_later_is_shown_on_no_page(write_site: Write, tmp_path: Path) -> None:
    """But on that on which rows of this table are entered."""
    publish(write_site({}), tmp_path / "before", TODAY)
    published(write_site, tmp_path / "after", "player,club,from\nan,Later,2026-11-22\n")
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
