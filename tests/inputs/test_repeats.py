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
    told = find_in(tmp_path, {"2026.csv": first + second + second})
    assert told == [("2026.csv", 14, "event-copied", True)]


def test_an_evening_in_two_files_is_an_error_at_the_later_one_also_where_a_row_was_corrected(
    tmp_path: Path,
) -> None:
    games = {
        "2026-02.csv": evening("2026-02-05", *PAIRS) + evening("2026-02-12", *PAIRS[:3]),
        "2026-03.csv": evening("2026-02-12", *PAIRS[:2], "e,f,0-1") + evening("2026-03-05", *PAIRS),
    }
    assert find_in(tmp_path, games) == [("2026-03.csv", 2, "row-repeated", False)]
    games["2026-03.csv"] = evening("2026-02-12", *PAIRS[:3]) + evening("2026-03-05", *PAIRS)
    assert find_in(tmp_path, games) == [("2026-03.csv", 2, "event-copied", True)]


def test_what_can_be_played_twice_is_no_copy(tmp_path: Path) -> None:
    """Three pairs of players who play two games, which end alike."""
    twice = evening("2026-02-05", *PAIRS[:3], *PAIRS[:3])
    assert find_in(tmp_path, {"2026.csv": twice}) == [("2026.csv", 5, "row-repeated", False)]


def test_an_evening_of_another_day_is_no_copy(tmp_path: Path) -> None:
    games = {
        "2026-02-05.csv": evening("2026-02-05", *PAIRS),
        "2026-02-12.csv": evening("2026-02-12", *PAIRS),
    }
    assert find_in(tmp_path, games) == []
