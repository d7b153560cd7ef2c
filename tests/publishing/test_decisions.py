"""What a site shows of the decisions of a committee, and what is told of a wrong row of them."""

import csv
import json
from collections.abc import Callable, Mapping
from datetime import date
from pathlib import Path
from textwrap import dedent

import pytest
from browser_copies import calculate_site
from small_site import publish, read

from sitegen.commands.check import check

TODAY = date(2026, 11, 21)
Write = Callable[..., Path]
SETTINGS = """
    [site]
    title = "Club"
    url = "https://club.example/"
    [[ranking]]
    id = "list"
    system = "elo"
    title = "List"
    [ranking.options]
    provisional_below = 1
"""
PLAYERS = """
    id,name,hidden
    an,An Peeters,
    bob,Bob Claes,
    cleo,Cleo Dupont,
    dirk,Dirk Eeckhout,yes
"""
GAMES = """
    date,home,away,result
    2026-10-06,an,bob,1-0
    2026-10-06,cleo,dirk,0-1
    2026-11-03,bob,cleo,1-0
"""
DECISIONS = """
    date,player,what,figure,reason
    2026-10-20,an,rating,1650,Back after ten years abroad.
    2026-11-10,cleo,out of competition,,A rest until the new year.
    2026-11-10,dirk,rating,1600,He was a champion elsewhere.
"""
FILES: Mapping[str, str | None] = {
    "sitegen.toml": SETTINGS,
    "results/list/matches.csv": None,
    "results/list/players.csv": PLAYERS,
    "results/list/games.csv": GAMES,
    "results/list/decisions.csv": DECISIONS,
}


def published(write_site: Write, output: Path, **changes: str | None) -> Path:
    files = {**FILES, **{f"results/list/{name}.csv": text for name, text in changes.items()}}
    return publish(write_site(files), output, TODAY)


def read_rows(output: Path, path: str) -> list[list[str]]:
    return [*csv.reader(read(output, path).splitlines())]


def test_the_page_of_a_player_has_a_row_for_a_decision_with_its_reason(
    write_site: Write, tmp_path: Path
) -> None:
    output = published(write_site, tmp_path / "output")
    an, cleo = (read(output, f"list/players/{player}/index.html") for player in ("an", "cleo"))
    for part in ("id=why", "id=history"):
        story = an[an.index(part) :]
        assert "Rating set anew by the committee: Back after ten years abroad." in story
        assert "+134.0" in story  # 1516 after a win against an equal
    assert "Out of competition since" in cleo
    assert "Out of competition: A rest until the new year." in cleo


def test_who_is_out_of_competition_is_on_no_list_from_that_day_on_and_was_before(
    write_site: Write, tmp_path: Path
) -> None:
    output = published(write_site, tmp_path / "output")
    listed = {
        path: [row[1] for row in read_rows(output, f"list/{path}rating-list.csv")[1:]]
        for path in ("", "lists/2026-11-03/")
    }
    assert listed == {"": ["an", "player-1", "bob"], "lists/2026-11-03/": ["an", "player-1", "bob", "cleo"]}


def test_decisions_are_published_as_data_those_of_who_hides_without_a_reason(
    write_site: Write, tmp_path: Path
) -> None:
    output = published(write_site, tmp_path / "output")
    assert [row[1:6] for row in read_rows(output, "list/decisions.csv")[1:]] == [
        ["an", "rating", "1516.000000", "1650.000000", "Back after ten years abroad."],
        ["cleo", "out of competition", "", "", "A rest until the new year."],
        ["player-1", "rating", "1516.000000", "1600.000000", ""],
    ]
    said = [
        path for path in output.rglob("*") if path.is_file() and b"champion elsewhere" in path.read_bytes()
    ]
    assert said == []


def test_a_published_copy_has_every_decision_without_the_reason_of_who_hides(write_site: Write) -> None:
    copy = json.loads(calculate_site(write_site(FILES)).copies["list"])["files"]["results/list/decisions.csv"]
    assert copy == [
        "date,player,what,figure,reason",
        "2026-10-20,an,rating,1650,Back after ten years abroad.",
        "2026-11-10,cleo,out of competition,,A rest until the new year.",
        "2026-11-10,*player-1,rating,1600,hidden",
    ]


def test_a_decision_changes_nothing_of_the_lists_before_it(write_site: Write, tmp_path: Path) -> None:
    before = published(write_site, tmp_path / "before", decisions=None)
    after = published(write_site, tmp_path / "after")
    for name in ("rating-list.csv", "provisional.csv", "index.html"):
        path = f"list/lists/2026-10-06/{name}"
        if name.endswith(".csv"):
            assert read(before, path) == read(after, path)
        assert (before / path).exists() == (after / path).exists()
    assert not (before / "list/decisions.csv").exists()


def test_a_kind_that_a_system_does_not_take_is_told_with_those_that_it_takes(write_site: Write) -> None:
    text = "date,player,what,figure,reason\n2026-10-20,an,points,10,Why.\n"
    (problem,) = check(write_site({**FILES, "results/list/decisions.csv": text}), TODAY, TODAY)
    assert all(kind in problem.message + problem.hint for kind in ("rating", "out of competition"))


def test_a_reason_does_not_name_who_hides(write_site: Write) -> None:
    text = "date,player,what,figure,reason\n2026-10-20,an,rating,1650,As good as Dirk Eeckhout.\n"
    (problem,) = check(write_site({**FILES, "results/list/decisions.csv": text}), TODAY, TODAY)
    assert (problem.line, problem.column, problem.code) == (2, 27, "hidden-player-named")


RESULTS = {
    "elo": ("games", "date,home,away,result\n2026-10-06,an,bob,1-0\n2026-11-03,bob,an,1-0\n", ""),
    "fibs": (
        "matches",
        "date,winner,loser,length,score\n2026-10-06,an,bob,7,5\n2026-11-03,bob,an,9,5\n",
        'publication = "immediate"\n',
    ),
}


@pytest.mark.parametrize("system", RESULTS)
@pytest.mark.parametrize("is_decided", [True, False])
def test_who_was_given_another_rating_is_no_climber_of_a_list(
    write_site: Write, tmp_path: Path, system: str, is_decided: bool
) -> None:
    """Bob beats An and passes her, by what he won or by what the committee gave him before."""
    table, results, options = RESULTS[system]
    decision = "date,player,what,figure,reason\n2026-11-03,bob,rating,1700,Abroad.\n"
    site = {
        "sitegen.toml": dedent(SETTINGS).replace('"elo"', f'"{system}"') + options,
        "results/list/matches.csv": None,
        "results/list/players.csv": "id,name\nan,An Peeters\nbob,Bob Claes\n",
        f"results/list/{table}.csv": results,
        "results/list/decisions.csv": decision if is_decided else None,
    }
    output = publish(write_site(site), tmp_path / "output", TODAY)
    assert [row[1] for row in read_rows(output, "list/rating-list.csv")[1:]] == ["bob", "an"]
    assert ("Climber" in read(output, "list/index.html")) != is_decided
