"""A file or an evening entered twice is an error at the copy; a game that was played twice is none."""

import shutil
from itertools import combinations
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest
from examples import times
from games import SITE, evening, find, find_in
from hypothesis import given
from hypothesis import strategies as st

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
    many = evening("2026-02-12", *(f"{a},{a}2,{'1-0' if a < 'g' else '0-1'}" for a in "abcdefghijkl"))
    names = "".join(f"{a},{a.upper()}nne\n{a}2,{a.upper()}nton\n" for a in "abcdefghijkl")
    told = find_in(tmp_path, {"2026.csv": many + many}, players=f"id,name\n{names}")
    assert told == [("2026.csv", 14, "event-copied", True)]


@pytest.mark.parametrize("games", [PAIRS, PAIRS[:3]])
@pytest.mark.parametrize("system", ["elo", "glicko2"])
def test_an_evening_right_after_itself_is_a_doubt_that_a_word_in_one_row_answers(
    tmp_path: Path, games: tuple[str, ...], system: str
) -> None:
    site = SITE.replace("elo", system)
    twice = evening("2026-02-12", *games, *games)
    assert find_in(tmp_path, {"2026.csv": twice}, site) == [
        ("2026.csv", len(games) + 2, "event-copied", False)
    ]
    rows = [f"{row}," for row in twice.splitlines()]
    for number in range(len(games), len(rows)):
        answered = [row + "2" * (place == number) for place, row in enumerate(rows)]
        text = "date,home,away,result,event\n" + "\n".join(answered)
        (tmp_path / "results/b/games/2026.csv").write_text(text)
        assert find(tmp_path) == []


def test_a_game_that_was_played_again_is_told_only_where_nobody_else_plays_again(tmp_path: Path) -> None:
    once = evening("2026-02-05", "a,d,1-0", "b,e,0-1", "c,f,1-0") + evening("2026-02-12", *PAIRS[:3])
    again = evening("2026-02-12", PAIRS[1])
    assert find_in(tmp_path, {"2026.csv": once + again}) == [("2026.csv", 8, "row-repeated", False)]
    other_end = evening("2026-02-12", "a,b,0-1")
    assert find_in(tmp_path, {"2026.csv": once + again + other_end}) == []
    assert find_in(tmp_path, {"2026.csv": evening("2026-02-05", "a,b,1-0", "a,b,1-0", "a,c,1-0")}) == []


def test_a_row_that_contradicts_a_copy_is_named(tmp_path: Path) -> None:
    games = {
        "1.csv": evening("2026-02-05", *PAIRS),
        "2.csv": evening("2026-02-05", *PAIRS[:3], "b,c,1-0", *PAIRS[4:]),
        "3.csv": evening("2026-03-05", "a,d,1-0", "b,e,1-0", "c,f,1-0"),
    }
    games["2.csv"] += evening("2026-03-12", "a,d,1-0", "b,e,1-0", "c,f,1-0", "a,e,1-0")
    assert find_in(tmp_path, games) == [
        ("2.csv", 2, "event-copied", True),
        ("2.csv", 5, "copy-differs", True),
    ]


def test_the_two_cycles_of_few_players_in_two_files_are_a_doubt(tmp_path: Path) -> None:
    cycle = evening("2026-02-05", "a,b,1-0", "c,d,0-1", "a,c,1-0", "b,d,1-0", "a,d,½-½", "b,c,0-1")
    told = find_in(tmp_path, {"cycle-1.csv": cycle, "cycle-2.csv": cycle})
    assert told == [("cycle-2.csv", 2, "event-copied", False)]
    (tmp_path / "results/b/games/cycle-2.csv").rename(tmp_path / "results/b/games/cycle-1 (2).csv")
    assert find(tmp_path) == [("cycle-1 (2).csv", 0, "file-copied", True)]


ROWS = st.lists(st.sampled_from([f"{a},{b},{c}" for a, b in combinations("abcd", 2) for c in ("1-0", "0-1")]))


@given(ROWS, st.randoms(use_true_random=False))
@times(2)
def test_rows_of_few_players_in_any_order_are_never_refused(rows: list[str], random: Random) -> None:
    shuffled = [*rows, *rows]
    random.shuffle(shuffled)
    with TemporaryDirectory() as folder:
        told = find_in(Path(folder), {"2026.csv": evening("2026-02-05", *shuffled)})
    assert [problem for problem in told if problem[-1]] == []


@given(st.lists(st.sampled_from(["1-0", "0-1", "½-½"]), min_size=6, max_size=6), st.integers(0, 3))
@times(2)
def test_a_block_that_follows_right_after_itself_is_always_told(results: list[str], before: int) -> None:
    others = ["a,c,1-0", "b,d,0-1", "c,e,1-0"][:before]
    block = [f"{pair[:3]},{result}" for pair, result in zip(PAIRS, results, strict=True)]
    with TemporaryDirectory() as folder:
        told = find_in(Path(folder), {"2026.csv": evening("2026-02-05", *others, *block, *block)})
    assert told == [("2026.csv", before + 8, "event-copied", False)]


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
