"""The cure that a message names mends what is wrong: each case is tried broken and mended."""

from pathlib import Path
from typing import NamedTuple

import pytest
from games import PLAYERS, SITE
from sites import write

from sitegen.core.problems import Problem
from sitegen.inputs.config.settings import load_site
from sitegen.inputs.results import results

HEADER = "date,home,away,result\n"
ROWS = "".join(f"2026-02-{day:02},a,b,1-0\n" for day in range(1, 7))
GAMES = HEADER + ROWS


def find(root: Path, games: str, players: str = PLAYERS) -> list[Problem]:
    """Return what is found in a site of these games and players."""
    files = {"sitegen.toml": SITE, "results/b/players.csv": players, "results/b/games.csv": games}
    write(root, {path: text.encode() for path, text in files.items()})
    site, _ = load_site(root)
    assert site is not None
    return results.read_results(site)[1]


class Case(NamedTuple):
    """Games that are wrong, the line and the cure that are told, and what comes of the cure."""

    broken: str
    line: int
    cure: str
    mended: str


CASES = {
    "a bar between the cells": Case(
        GAMES.replace(",", " | "), 1, "a semicolon between the cells, not '|'", GAMES.replace(",", ";")
    ),
    "a colon between the cells": Case(
        GAMES.replace(",", ":"), 1, "a semicolon between the cells, not ':'", GAMES.replace(",", ";")
    ),
    "a header cut otherwise than its rows": Case(
        HEADER.replace(",", ";") + ROWS, 1, "the same sign between the cells of the header", GAMES
    ),
    "rows of another table below": Case(
        GAMES + "a,1500\nb,1480\nc,1620\n", 8, "a file of their own", GAMES
    ),
    "a note behind each row": Case(
        HEADER + ROWS.replace("\n", ",late\n"),
        1,
        "add the heading",
        HEADER.replace("\n", ",note\n") + ROWS.replace("\n", ",late\n"),
    ),
    "a quote for what stands above": Case(
        GAMES.replace("02-06,a", '02-06,"', 1), 7, "write again what stands above it", GAMES
    ),
    "columns exchanged in the header": Case(
        "home,date,away,result\n" + ROWS, 1, "put each of them above what it names", GAMES
    ),
    "a result of nothing": Case(
        GAMES.replace("06,a,b,1-0", "06,a,b,canceled"), 7, "take the row out if nothing was played", GAMES
    ),
    "a result that became a time": Case(
        GAMES.replace("06,a,b,1-0", "06,a,b,01:00"), 7, "format the column as text", GAMES
    ),
    "a column too narrow for its dates": Case(
        HEADER + ROWS.replace("2026-02-06", "########"), 7, "type the right value there", GAMES
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_one_cause_is_one_message_whose_cure_mends(tmp_path: Path, case: Case) -> None:
    (problem,) = find(tmp_path, case.broken)
    assert (problem.line, problem.path) == (case.line, "results/b/games.csv")
    assert case.cure in problem.hint
    assert find(tmp_path, case.mended) == []


def test_a_file_of_players_among_the_games_is_no_table_of_games(tmp_path: Path) -> None:
    (problem,) = find(tmp_path, "id,name,club,rating\na,Anne,Leie,1500\n")
    assert (problem.code, problem.line) == ("not-a-header", 1)


def test_an_unknown_column_may_be_one_for_remarks(tmp_path: Path) -> None:
    (problem,) = find(tmp_path, HEADER.replace("\n", ",arbiter\n") + ROWS.replace("\n", ",Jo\n"))
    assert "'note'" in problem.hint
    assert find(tmp_path, HEADER.replace("\n", ",note\n") + ROWS.replace("\n", ",Jo\n")) == []


def test_a_few_wrong_cells_of_a_column_are_told_one_by_one(tmp_path: Path) -> None:
    games = GAMES.replace("02-05,a,b,1-0", "02-05,a,b,won").replace("02-06,a,b,1-0", "02-06,a,b,lost")
    assert [problem.line for problem in find(tmp_path, games)] == [6, 7]


@pytest.mark.parametrize("row", ["#g,Gonne\n", "con,Gonne\n"])
def test_a_player_whose_row_does_not_count_is_not_unknown_too(tmp_path: Path, row: str) -> None:
    (problem,) = find(
        tmp_path, GAMES.replace("06,a", f"06,{row.strip('#').partition(',')[0]}"), PLAYERS + row
    )
    assert problem.path == "results/b/players.csv"


@pytest.mark.parametrize("name", ["nan", "NULL", "no name"])
def test_what_a_program_writes_for_nobody_is_nobody(tmp_path: Path, name: str) -> None:
    (problem,) = find(tmp_path, GAMES.replace("06,a", f"06,{name}"))
    assert problem.hint == "name the player, or take the row out where nobody played"


@pytest.mark.parametrize("name", ["invaller van Anne", "sub for Anne", "remplaçante de Anne"])
def test_who_stands_in_for_somebody_is_not_that_player(tmp_path: Path, name: str) -> None:
    (problem,) = find(tmp_path, GAMES.replace("06,a", f"06,{name}"))
    assert problem.hint == "name the player, or take the row out where nobody played"


def test_digits_behind_a_name_are_none_of_it(tmp_path: Path) -> None:
    (problem,) = find(tmp_path, GAMES.replace("06,a", "06,Anne1"))
    assert "did you mean 'Anne'" in problem.hint


SORTED = "id,name,sort_name\na,Anne Maes,Maes Anne\nb,Bo Wit,{}\nc,Cy Claes,{}\n"


@pytest.mark.parametrize(
    ("sort_names", "lines"),
    [
        (("Wit Bo", "Claes Cy"), []),
        (("Claes Cy", "Wit Bo"), [3, 4]),
        (("Maes, Anne", "Claes Cy"), [3]),
        (("Lady B", "The Count"), []),
    ],
)
def test_a_sort_name_of_another_player_is_a_warning(
    tmp_path: Path, sort_names: tuple[str, str], lines: list[int]
) -> None:
    problems = find(tmp_path, GAMES, SORTED.format(*(f'"{name}"' for name in sort_names)))
    assert [(problem.line, problem.code) for problem in problems] == [
        (line, "sort-name-of-other") for line in lines
    ]
