"""What sites of seasons show of the decisions of a committee, and what is told of wrong rows of them."""

import csv
from collections.abc import Callable, Mapping
from datetime import date
from pathlib import Path

import pytest
from click.testing import CliRunner

from sitegen import publishing
from sitegen.commands.check import check
from sitegen.commands.cli import main

TODAY = date(2026, 11, 21)
Write = Callable[..., Path]
SYSTEMS = ("keizer", "ijssel")
HEAD = "date,player,what,figure,reason\n"


def season(system: str, decisions: str | None = None, language: str = "en") -> Mapping[str, str | None]:
    """Four players and four rounds, of which two were played; Dirk hides, and Cleo leaves after the first."""
    rating, code = {"keizer": ("rating", "reason"), "ijssel": ("final_rating", "code")}[system]
    away = {"keizer": "excused", "ijssel": "absent"}[system]
    return {
        "sitegen.toml": f"""
            [site]
            title = "Club"
            url = "https://club.example/"
            language = "{language}"
            [[ranking]]
            id = "list"
            system = "{system}"
            title = "List"
        """,
        "results/list/matches.csv": None,
        "results/list/players.csv": f"""
            id,name,{rating},left,hidden
            an,An Peeters,2000,,
            bob,Bob Claes,1900,,
            cleo,Cleo Dupont,1800,1,
            dirk,Dirk Eeckhout,1700,,yes
        """,
        "results/list/rounds.csv": """
            round,date
            1,2026-10-06
            2,2026-10-13
            3,2026-11-24
            4,2026-12-01
        """,
        "results/list/games.csv": """
            round,white,black,result
            1,an,bob,1-0
            1,cleo,dirk,0-1
            2,bob,dirk,1-0
        """,
        "results/list/absences.csv": f"""
            round,player,{code}
            2,an,{away}
        """,
        "results/list/decisions.csv": decisions,
    }


DECISIONS = f"""{HEAD}
2026-10-13,an,points,-1.5,A telephone at the board.
2026-10-14,bob,points,2,Wrote the report of the round.
2026-10-13,dirk,out of competition,,He was a champion elsewhere.
"""


def published(write_site: Write, output: Path, files: Mapping[str, str | None]) -> Path:
    built = publishing.build(write_site(files), output, TODAY)
    assert [problem.code for problem in built.problems] == []
    return output


def read(output: Path, path: str) -> str:
    return (output / path).read_text("utf-8")


def read_rows(output: Path, path: str) -> list[list[str]]:
    return [*csv.reader(read(output, path).splitlines())]


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_decision_is_on_the_pages_of_its_player_and_its_round_and_in_the_files(
    write_site: Write, tmp_path: Path, system: str
) -> None:
    output = published(write_site, tmp_path / "output", season(system, DECISIONS))
    an, round_ = read(output, "list/players/an/index.html"), read(output, "list/results/2/index.html")
    for part in ("id=why", "id=rounds"):
        story = an[an.index(part) :]
        assert "Points taken off by the committee (1.5): A telephone at the board." in story
    assert "A telephone at the board." in round_[round_.index("id=decisions") :]
    assert [row[1:5] for row in read_rows(output, "list/decisions.csv")[1:]] == [
        ["an", "points", "-1.500000", "A telephone at the board."],
        ["player-1", "out of competition", "", ""],
    ]
    scores = "rounds" if system == "keizer" else "round-scores"
    (row,) = (row for row in read_rows(output, f"list/{scores}.csv") if row[4] == "points")
    assert row == ["2", "an", "", "", "points", "-1.500000", "1.000000", "-1.500000"]


@pytest.mark.parametrize("system", SYSTEMS)
def test_what_waits_for_a_round_is_announced_and_counts_nowhere(
    write_site: Write, tmp_path: Path, system: str
) -> None:
    output = published(write_site, tmp_path / "output", season(system, DECISIONS))
    said = read(output, "list/results/index.html")
    assert "They count with the next round." in said
    assert "Wrote the report of the round." in said
    assert "Wrote the report" not in read(output, "list/players/bob/index.html")


@pytest.mark.parametrize("system", SYSTEMS)
def test_who_is_out_of_competition_is_on_no_list_since_and_the_reason_of_who_hides_nowhere(
    write_site: Write, tmp_path: Path, system: str
) -> None:
    output = published(write_site, tmp_path / "output", season(system, DECISIONS))
    listed = {
        path: {row[1] for row in read_rows(output, f"list/{path}ranking.csv")[1:]}
        for path in ("", "lists/2026-10-06/")
    }
    stays = {"cleo"} if system == "ijssel" else set()
    assert listed == {"": {"an", "bob", *stays}, "lists/2026-10-06/": {"an", "bob", "cleo", "player-1"}}
    files = [path for path in output.rglob("*") if path.is_file()]
    assert [path for path in files if b"champion elsewhere" in path.read_bytes()] == []


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_lists_before_a_decision_stay_as_they_were(
    write_site: Write, tmp_path: Path, system: str
) -> None:
    before = published(write_site, tmp_path / "before", season(system))
    after = published(write_site, tmp_path / "after", season(system, DECISIONS))
    path = "list/lists/2026-10-06/ranking.csv"
    assert read(before, path) == read(after, path)
    assert not (before / "list/decisions.csv").exists()


@pytest.mark.parametrize(
    ("language", "text", "shown"),
    [
        ("nl", "datum,speler,besluit,cijfer,reden\n13/10/2026,An Peeters,punten,-1,5,Een telefoon.\n", ""),
        ("nl", "datum;speler;besluit;cijfer;reden\n13/10/2026;An Peeters;punten;−1,5;Een telefoon.\n",
         "Punten afgetrokken door de commissie (1,5): Een telefoon."),
        ("fr", "date;joueur;décision;chiffre;raison\n13/10/2026;An Peeters;points;+1,5;A aidé.\n",
         "Points accordés par le comité (1,5)\N{NO-BREAK SPACE}: A aidé."),
        ("fr", "date;joueur;décision;raison\n13/10/2026;An Peeters;hors compétition;Absente.\n",
         "Hors compétition\N{NO-BREAK SPACE}: Absente."),
    ],
)  # fmt: skip
def test_a_committee_writes_and_reads_in_its_own_language(
    write_site: Write, tmp_path: Path, language: str, text: str, shown: str
) -> None:
    root = write_site(season("keizer", text, language))
    built = publishing.build(root, tmp_path / "output", TODAY)
    if not shown:  # a comma between the cells is none between the decimals
        assert [problem.code for problem in built.problems] == ["too-many-cells"]
        return
    assert [problem.code for problem in built.problems] == []
    assert shown in read(tmp_path / "output", "list/players/an/index.html")


WRONG: Mapping[str, tuple[int, int, str]] = {
    "": (0, 0, "empty-file"),
    "date,player,what\n2026-10-13,an,out\n": (1, 0, "column-missing"),
    f"{HEAD}2026-10-13,ann,points,1,Why.\n": (2, 12, "not-a-player"),
    f"{HEAD}2026-10-13,an,rating,1650,Why.\n": (2, 15, "no-such-choice"),
    f"{HEAD}2026-10-13,an,penalty,-10,Why.\n": (2, 15, "no-such-choice"),
    f"{HEAD}2026-10-13,an,points,,Why.\n": (2, 22, "no-figure-decided"),
    f"{HEAD}2026-10-13,an,points,0,Why.\n": (2, 22, "no-points-decided"),
    f"{HEAD}2026-10-13,an,points,ten,Why.\n": (2, 22, "not-a-number"),
    f"{HEAD}2026-10-13,an,points,5000,Why.\n": (2, 22, "figure-decided-out-of-range"),
    f"{HEAD}2026-10-13,an,out of competition,1,Why.\n": (2, 34, "needless-figure-decided"),
    f"{HEAD}2026-10-13,an,points,1,\n": (2, 24, "blank"),
    f"{HEAD}2026-10-13,an,points,1,?\n": (2, 24, "no-reason-decided"),
    f"{HEAD}2026-10-13,an,points,1,As Dirk Eeckhout.\n": (2, 24, "hidden-player-named"),
    f"{HEAD}2026-10-13,an,in competition,,Why.\n": (2, 15, "not-out-of-competition"),
    f"{HEAD}2026-10-06,an,out,,Why.\n2026-10-13,an,out,,Why.\n": (3, 15, "decided-already"),
    f"{HEAD}2026-10-13,an,points,1,Why.\n2026-10-13,an,points,1,Why.\n": (3, 0, "row-repeated"),
    f"{HEAD}2026-11-24,an,points,1,Why.\n": (2, 1, "result-to-come"),
    f"{HEAD}2026-03-13,an,points,1,Why.\n": (2, 1, "decided-before-season"),
}  # fmt: skip


@pytest.mark.parametrize("text", WRONG)
@pytest.mark.parametrize("system", SYSTEMS)
def test_what_is_wrong_is_told_at_its_cell_with_a_cure(write_site: Write, system: str, text: str) -> None:
    problems = check(write_site(season(system, text)), TODAY, TODAY)
    found = [(problem.path, problem.line, problem.column, problem.code) for problem in problems]
    assert found == [("results/list/decisions.csv", *WRONG[text])]
    assert problems[0].hint


def test_who_has_left_is_on_no_list_of_which_they_could_be_out(write_site: Write) -> None:
    text = f"{HEAD}2026-10-13,cleo,out of competition,,Why.\n"
    told = [
        [problem.code for problem in check(write_site(season(system, text)), TODAY, TODAY)]
        for system in SYSTEMS
    ]
    assert told == [["decided-after-leaving"], []]


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "no round of the season is played on this day or later"),
        ("nl", "geen ronde van het seizoen wordt op deze dag of later gespeeld"),
        ("fr", "aucune ronde de la saison ne se joue ce jour-là ou après"),
    ],
)
def test_a_decision_after_the_last_round_is_told_in_the_language_of_the_site(
    write_site: Write, language: str, told: str
) -> None:
    root = write_site(season("keizer", f"{HEAD}2026-12-02,an,points,1,Why.\n", language))
    result = CliRunner().invoke(main, ["check", "--site", str(root), "--as-of", "2026-12-10"])
    assert told in " ".join(result.output.split())
