"""What a site shows of the decisions of a committee, and what is told of a wrong row of them."""

import csv
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
    built = build.build(write_site(files), output, TODAY)
    assert [problem.code for problem in built.problems] == []
    return output


def read(output: Path, path: str) -> str:
    return (output / path).read_text("utf-8")


def read_rows(output: Path, path: str) -> list[list[str]]:
    return [*csv.reader(read(output, path).splitlines())]


def test_the_page_of_a_player_has_a_row_for_a_decision_with_its_reason(
    write_site: Write, tmp_path: Path
) -> None:
    output = published(write_site, tmp_path / "output")
    an, cleo = (read(output, f"list/players/{player}/index.html") for player in ("an", "cleo"))
    for part in ('id="why"', 'id="history"'):
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


HEAD = "date,player,what,figure,reason\n"
WRONG: Mapping[str, tuple[int, int, str]] = {
    "": (0, 0, "empty-file"),
    "date,player,what\n2026-10-20,an,out\n": (1, 0, "column-missing"),
    "date,player,what,figure,reasons\n2026-10-20,an,rating,1650,Why.\n": (1, 25, "unknown-column"),
    f"{HEAD}2026-10-20,ann,rating,1650,Why.\n": (2, 12, "not-a-player"),
    f"{HEAD}2026-10-20,,rating,1650,Why.\n": (2, 12, "blank"),
    f"{HEAD},an,rating,1650,Why.\n": (2, 1, "blank"),
    f"{HEAD}2026-13-20,an,rating,1650,Why.\n": (2, 1, "not-in-calendar"),
    f"{HEAD}20/10/26x,an,rating,1650,Why.\n": (2, 1, "not-a-date"),
    f"{HEAD}2027-12-01,an,rating,1650,Why.\n": (2, 1, "result-to-come"),
    f"{HEAD}2026-10-20,an,points,1650,Why.\n": (2, 15, "no-such-choice"),
    f"{HEAD}2026-10-20,an,deviation,120,Why.\n": (2, 15, "no-such-choice"),
    f"{HEAD}2026-10-20,an,,1650,Why.\n": (2, 15, "blank"),
    f"{HEAD}2026-10-20,an,rating,,Why.\n": (2, 22, "no-figure-decided"),
    f"{HEAD}2026-10-20,an,rating,much,Why.\n": (2, 22, "not-a-number"),
    f"{HEAD}2026-10-20,an,rating,9000,Why.\n": (2, 22, "figure-decided-out-of-range"),
    f"{HEAD}2026-10-20,an,rating,1000000,Why.\n": (2, 22, "too-large"),
    f"{HEAD}2026-10-20,an,rating,165.0,Why.\n": (2, 22, "decimal-mark-slipped"),
    f"{HEAD}2026-10-20,an,out of competition,1,Why.\n": (2, 34, "needless-figure-decided"),
    f"{HEAD}2026-10-20,an,rating,1650,\n": (2, 27, "blank"),
    f"{HEAD}2026-10-20,an,rating,1650,?\n": (2, 27, "no-reason-decided"),
    f"{HEAD}2026-10-20,an,rating,1650,Ask an@club.example\n": (2, 27, "personal-data"),
    f"{HEAD}2026-10-20,an,rating,1650,As good as Dirk Eeckhout.\n": (2, 27, "hidden-player-named"),
    f"{HEAD}2026-10-01,an,rating,1650,Why.\n": (2, 1, "decided-before-first-result"),
    f"{HEAD}2026-10-20,an,in competition,,Why.\n": (2, 15, "not-out-of-competition"),
    f"{HEAD}2026-10-20,an,out,,Why.\n2026-11-01,an,out,,Why.\n": (3, 15, "decided-already"),
    f"{HEAD}2026-10-20,an,rating,1650,Why.\n2026-10-20,an,rating,1700,Why.\n": (3, 1, "decided-twice"),
    f"{HEAD}2026-10-20,an,rating,1650,Why.\n2026-11-01,an,rating,1650,Why.\n": (3, 22, "same-figure-decided"),
}  # fmt: skip


@pytest.mark.parametrize("text", WRONG)
def test_what_is_wrong_with_a_decision_is_told_at_its_cell_with_a_cure(write_site: Write, text: str) -> None:
    problems = check(write_site({**FILES, "results/list/decisions.csv": text}), TODAY, TODAY)
    found = [(problem.path, problem.line, problem.column, problem.code) for problem in problems]
    assert found == [("results/list/decisions.csv", *WRONG[text])]
    assert problems[0].hint


def test_a_kind_that_a_system_does_not_take_is_told_with_those_that_it_takes(write_site: Write) -> None:
    text = f"{HEAD}2026-10-20,an,points,10,Why.\n"
    (problem,) = check(write_site({**FILES, "results/list/decisions.csv": text}), TODAY, TODAY)
    assert all(kind in problem.message + problem.hint for kind in ("rating", "out of competition"))
