"""A file or an evening entered twice is an error at the copy; a game that was played twice is none."""

import shutil
from pathlib import Path

import pytest
from games import evening, find, find_in

SITES = Path(__file__).parents[1] / "sites"
COPIES = ("2026 (1).csv", "Kopie van 2026.csv", "2026 - Copie.csv", "copy of 2026.csv", "2026b.csv")
PAIRS = ("a,b,1-0", "c,d,0-1", "e,f,1-0", "b,c,0-1", "d,e,1-0", "f,a,0-1")


TABLES = [
    (site.name, path.relative_to(site).as_posix())
    for site in sorted(SITES.iterdir())
    for path in sorted((site / "results").glob("*/*.csv"))
    if path.name != "players.csv" and path.read_text().count("\n") > 3
]


@pytest.mark.parametrize(("site", "table"), TABLES)
def test_a_copy_of_a_file_is_one_error_in_every_table(tmp_path: Path, site: str, table: str) -> None:
    shutil.copytree(SITES / site / "results", tmp_path / "results")
    shutil.copy(SITES / site / "sitegen.toml", tmp_path)
    before = find(tmp_path)
    whole = (tmp_path / table).read_bytes()
    (tmp_path / table).unlink()
    folder = (tmp_path / table).with_suffix("")
    folder.mkdir()
    (folder / "2026.csv").write_bytes(whole)
    copy = COPIES[len(table) % len(COPIES)]
    (folder / copy).write_bytes(whole)
    place = table.removesuffix(".csv")
    moved = [(path.replace(table, f"{place}/2026.csv"), *told) for path, *told in before]
    copied = (f"{place}/{copy}", 0, "file-copied", True)
    told = find(tmp_path)
    assert {*told} <= {*moved, copied}
    assert [problem for problem in told if problem[-1]] == [copied]


def test_an_evening_that_was_pasted_twice_is_an_error_at_its_copy(tmp_path: Path) -> None:
    first, second = evening("2026-02-05", *PAIRS), evening("2026-02-12", *PAIRS)
    told = find_in(tmp_path, {"2026.csv": first + second + first})
    assert told == [("2026.csv", 14, "event-copied", True)]
    boards = [f"{home},{home.upper()}nne,{'1-0' if home < 'g' else '0-1'}" for home in "abcdefghijkl"]
    many = evening("2026-02-12", *(board.replace("nne", "2") for board in boards))
    players = "id,name\n" + "".join(f"{a},{a.upper()}nne\n{a}2,{a.upper()}nton\n" for a in "abcdefghijkl")
    told = find_in(tmp_path, {"2026.csv": many + many}, players=players)
    assert told == [("2026.csv", 14, "event-copied", True)]


@pytest.mark.parametrize("games", [PAIRS, PAIRS[:3]])
def test_an_evening_right_after_itself_is_a_doubt_that_a_word_answers(
    tmp_path: Path, games: tuple[str, ...]
) -> None:
    twice = evening("2026-02-12", *games, *games)
    told = [("2026.csv", len(games) + 2, "event-copied", False)]
    assert find_in(tmp_path, {"2026.csv": evening("2026-02-05", *PAIRS) + twice})[0][2:] == told[0][2:]
    assert find_in(tmp_path, {"2026.csv": twice}) == told


def test_an_evening_in_two_files_is_an_error_at_the_later_one_also_where_a_row_was_corrected(
    tmp_path: Path,
) -> None:
    games = {
        "2026-02.csv": evening("2026-02-05", *PAIRS) + evening("2026-02-12", *PAIRS[:3]),
        "2026-03.csv": evening("2026-02-12", *PAIRS[:2], "e,f,0-1") + evening("2026-03-05", *PAIRS[:5]),
    }
    assert find_in(tmp_path, games) == [("2026-03.csv", 2, "row-repeated", False)]
    games["2026-03.csv"] = evening("2026-02-12", *PAIRS[:3]) + evening("2026-03-05", *PAIRS[:5])
    assert find_in(tmp_path, games) == [("2026-03.csv", 2, "event-copied", True)]


def test_the_same_evening_of_another_day_is_a_doubt(tmp_path: Path) -> None:
    games = {
        "2026-02-05.csv": evening("2026-02-05", *PAIRS),
        "2026-02-12.csv": evening("2026-02-12", *PAIRS),
    }
    assert find_in(tmp_path, games) == [("2026-02-12.csv", 2, "evening-copied", False)]
