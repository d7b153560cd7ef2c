"""Cells, rows and headings out of place are told with a cure that mends, and no cure takes a row away."""

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random

import pytest
from sites import write

from sitegen.core.problems import Problem, Severity
from sitegen.inputs.config.settings import load_site
from sitegen.inputs.results import results

SITE = """
[site]
title = "Club"
url = "https://club.example/"
[[ranking]]
id = "b"
system = "elo"
title = "List"
"""
PLAYERS = "id;naam;club\nan;An Peeters;Noord\nbo;Bo Claes;Zuid\ncy;Cy Smit;Oost\n"
HEADER = "datum;thuis;uit;uitslag\n"
ROWS = (
    "2026-01-08;an;bo;1-0\n2026-01-08;cy;bo;0-1\n2026-01-15;an;cy;½-½\n"
    "2026-01-15;bo;an;1-0\n2026-01-22;bo;cy;1-0\n2026-01-22;cy;an;0-1\n"
)
GAMES = HEADER + ROWS
GAME = "2026-01-29;an;bo;1-0\n"


def read(root: Path, games: str, players: str = PLAYERS) -> tuple[list[tuple[str, ...]], list[Problem]]:
    """Return the games and the problems of a site."""
    files = {"sitegen.toml": SITE, "results/b/players.csv": players, "results/b/games.csv": games}
    write(root, {path: text.encode() for path, text in files.items()})
    site, _ = load_site(root)
    assert site is not None
    found, problems = results.read_results(site)
    games_found = found["b"].games if "b" in found else []
    return [(str(game.date), game.home, game.away, game.result) for game in games_found], problems


def by_comma(text: str) -> str:
    return text.replace(";", ",")


def add(column: str, cell: str) -> Callable[[str], str]:
    """Return what adds a column at the end."""
    return lambda text: text.replace("\n", f";{column}\n", 1).replace("0\n", f"0{cell}\n")


CASES: Mapping[str, tuple[str, str, int]] = {
    "a heading sorted below": (ROWS + HEADER, "not-a-header", 1),
    "a heading sorted between": (ROWS[:42] + HEADER + ROWS[42:], "not-a-header", 1),
    "a heading far below": (ROWS * 3 + HEADER, "not-a-header", 1),
    "a row with commas": (GAMES + by_comma(GAME), "row-cut-otherwise", 8),
    "rows with commas": (GAMES + by_comma(GAME) * 3, "row-cut-otherwise", 8),
    "a row with commas and blanks": (GAMES + GAME.replace(";", ", "), "row-cut-otherwise", 8),
    "a row with tabs": (GAMES + GAME.replace(";", "\t"), "row-cut-otherwise", 8),
    "a row in one cell": (GAMES + by_comma(GAME).replace("\n", ";;;\n"), "row-in-one-cell", 8),
    "a row in a quoted cell": (GAMES + f'"{by_comma(GAME)[:-1]}";;;\n', "row-in-one-cell", 8),
    "names parted": (GAMES + "2026-01-29;An;Peeters;Bo;Claes;1-0\n", "value-in-several-cells", 8),
    "a day parted": (GAMES + "2026;01;29;an;bo;1-0\n", "value-in-several-cells", 8),
    "a result parted": (GAMES + "2026-01-29;an;bo;1;0\n", "value-in-several-cells", 8),
    "a blank cell between": (GAMES + "2026-01-29;;an;bo;1-0\n", "blank-cell-too-many", 8),
    "a blank cell before": (GAMES + ";2026-01-29;an;bo;1-0\n", "blank-cell-too-many", 8),
}  # fmt: skip


def apply_cure(text: str, problem: Problem) -> str:
    """Return a file after what the hint says was done."""
    lines = text.splitlines(keepends=True)
    if line := re.search(r"the header stands in line (\d+): move that line to the top", problem.hint):
        lines.insert(0, lines.pop(int(line[1]) - 1))
    elif row := re.search(r"write '(.*)'$", problem.hint):
        for place in (str(problem.line), *(place.rpartition(":")[2] for place in problem.other_places)):
            lines[int(place) - 1] = row[1] + "\n"
    return "".join(lines)


@pytest.mark.parametrize(("broken", "code", "line"), CASES.values(), ids=CASES)
def test_a_row_out_of_place_is_told_once_and_its_cure_loses_no_row(
    tmp_path: Path, broken: str, code: str, line: int
) -> None:
    _, (problem,) = read(tmp_path, broken)
    assert (problem.code, problem.line) == (code, line)
    games, problems = read(tmp_path, apply_cure(broken, problem))
    assert [problem.code for problem in problems if problem.severity is Severity.ERROR] == []
    assert len(games) == broken.count("2026")


@pytest.mark.parametrize(
    ("games", "players"),
    [
        (GAMES.replace("datum;thuis", "thuis;datum"), PLAYERS),
        (GAMES.replace("uit;uitslag", "uitslag;uit"), PLAYERS),
        (GAMES, PLAYERS.replace("id;naam", "naam;id")),
    ],
)
def test_exchanged_headings_are_told_once(tmp_path: Path, games: str, players: str) -> None:
    _, (problem,) = read(tmp_path, games, players)
    assert (problem.code, problem.line, problem.is_cause) == ("headings-exchanged", 1, True)


def test_that_a_heading_belongs_elsewhere_is_told_only_where_another_column_fits(tmp_path: Path) -> None:
    dates = "".join(f"{day};an;bo;1-0\n" for day in ("31-2-2026", "46093", "10/27/2026", "x1", "x2", "x3"))
    _, problems = read(tmp_path, HEADER + dates)
    assert not any("belong to another" in problem.hint for problem in problems)


@pytest.mark.parametrize(
    ("games", "code"),
    [
        (HEADER + "jjjj-mm-dd;naam thuis;naam uit;1-0\n" + ROWS, "example-row"),
        (HEADER + "datum;wit;zwart;1-0\n" + ROWS, "example-row"),
        (GAMES + "date;home;away;result\n", "header-again"),
        ("Kolom1;Kolom2;Kolom3;Kolom4\n" + GAMES, "not-a-header"),
        ("Uitslagen 2026\n\n" + GAMES, "not-a-header"),
    ],
)
def test_a_line_that_is_no_row_is_told_once_and_mended_without_it(
    tmp_path: Path, games: str, code: str
) -> None:
    _, (problem,) = read(tmp_path, games)
    assert problem.code == code
    assert read(tmp_path, GAMES)[1] == []


@pytest.mark.parametrize("heading", ["Kolom1", "Column2", "Colonne1", "Nr", "Betaald"])
def test_a_column_that_a_club_keeps_is_called_a_note(tmp_path: Path, heading: str) -> None:
    header, *rows = PLAYERS.splitlines()
    text = "\n".join([f"{header};{heading};{heading}", *(f"{row};ja;2" for row in rows)])
    _, problems = read(tmp_path, GAMES, text)
    assert [problem.code for problem in problems] == ["unknown-column"] * 2
    assert all("'note'" in problem.hint for problem in problems)
    assert read(tmp_path, GAMES, text.replace(heading, "note"))[1] == []


@pytest.mark.parametrize(
    "players",
    [
        "id;naam;club;verborgen\nan;An Peeters;Noord;ja\nbo;Bo Claes;Zuid\ncy;Cy Smit;Oost\n",
        "id;naam;club;rating\nan;An Peeters;;1500\nbo;Bo Claes;\ncy;Cy Smit;\ndi;Di Vos;\n",
        "id;naam;club;aliases;verborgen\nan;An Peeters;Noord;;ja\nbo;Bo Claes\ncy;Cy Smit;Oost\n",
    ],
)
def test_a_row_may_end_before_what_it_does_not_need(tmp_path: Path, players: str) -> None:
    games, problems = read(tmp_path, GAMES, players)
    assert problems == []
    assert len(games) == 6


def test_a_row_that_was_cut_short_is_told_with_the_cell_that_is_missing(tmp_path: Path) -> None:
    for row, column in (("2026-01-29;an;bo\n", "uitslag"), ("an;bo;1-0\n", "datum")):
        _, (problem,) = read(tmp_path, GAMES + row)
        assert (problem.code, problem.line) == ("too-few-cells", 8)
        assert f"'{column}' is missing" in problem.message


def _quote(text: str) -> str:
    """Return a file as LibreOffice saves it with all text cells quoted."""
    return "".join(
        ";".join('"' + cell.replace('"', '""') + '"' for cell in line.split(";")) + "\n"
        for line in text.splitlines()
    )


def _widen(text: str) -> str:
    """Return a file whose remarks and rows have separators behind them, as gnumeric writes it."""
    lines = (f'"{line}";;;' if line.startswith("#") else f"{line};;" for line in text.splitlines())
    return "".join(f"{line}\r\n" for line in lines)


SAVED: Mapping[str, Callable[[str], str]] = {
    "quoted": lambda text: _quote(text.replace("\n", ";;;\n", 1)),
    "separators": _widen,
    "mark": lambda text: "\ufeff" + _quote(text.replace("\n", ";;;\n", 1)).replace("\n", "\r\n"),
    "slashes": lambda text: _widen(text.replace("2026-01-", "2026/01/")),
    "months": lambda text: _widen(text.replace("2026-01-", "2026-jan-")),
    "Months": lambda text: _widen(text.replace("2026-01-", "2026-Janv.-")),
}


@pytest.mark.parametrize("save", SAVED.values(), ids=SAVED)
def test_what_another_program_saved_reads_as_before(tmp_path: Path, save: Callable[[str], str]) -> None:
    text = "# Een opmerking, met een komma\n" + GAMES
    assert read(tmp_path, text) == (read(tmp_path, GAMES)[0], [])
    assert read(tmp_path, save(text)) == read(tmp_path, text)


def test_a_remark_that_was_cut_at_its_comma_is_one_still(tmp_path: Path) -> None:
    games = '"# Een opmerking"," met een komma",,\n' + by_comma(GAMES)
    assert read(tmp_path, games) == read(tmp_path, GAMES)
    below = by_comma(GAMES) + '"# Nog een opmerking"," met een komma",,\n'
    assert read(tmp_path, below) == read(tmp_path, GAMES)


@pytest.mark.parametrize("cell", ["-1", "\N{MINUS SIGN}1"])
def test_what_a_spreadsheet_made_of_a_typed_win_is_told_with_both(tmp_path: Path, cell: str) -> None:
    _, (problem,) = read(tmp_path, GAMES + f"2026-01-29;an;bo;{cell}\n")
    assert problem.code == "no-such-choice"
    assert "1-0 if '1-' was typed" in problem.hint
    assert "0-1" in problem.hint


def _drop_lines(chance: Random, lines: list[str]) -> list[str]:
    """Put the header anywhere."""
    lines.insert(chance.randrange(1, len(lines)), lines.pop(0))
    return lines


def _join_some(chance: Random, lines: list[str]) -> list[str]:
    """Part some rows otherwise."""
    sign = chance.choice((",", "\t", ", "))
    return [
        line.replace(";", sign) if number and chance.random() < 0.4 else line
        for number, line in enumerate(lines)
    ]


def _blank_cells(chance: Random, lines: list[str]) -> list[str]:
    """Put a blank cell into some rows."""
    damaged = []
    for number, line in enumerate(lines):
        cells = line.split(";")
        if number and chance.random() < 0.4:
            cells.insert(chance.randrange(len(cells)), "")
        damaged.append(";".join(cells))
    return damaged


@pytest.mark.parametrize("damage", [_drop_lines, _join_some, _blank_cells])
def test_no_cure_takes_a_row_away(tmp_path: Path, damage: Callable[[Random, list[str]], list[str]]) -> None:
    """Each cure that is told is applied, one after another, until the file is read or no cure is left."""
    for seed in range(8):
        text = "".join(damage(Random(seed), GAMES.splitlines(keepends=True)))
        count = 6
        for _ in range(12):
            games, problems = read(tmp_path, text)
            errors = [problem for problem in problems if problem.severity is Severity.ERROR]
            if not errors:
                break
            mended = apply_cure(text, errors[0]._replace(other_places=()))
            assert mended.count("2026") == count
            assert mended != text, errors[0]
            text = mended
        assert len(games) == count
