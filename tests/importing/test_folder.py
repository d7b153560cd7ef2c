"""A folder is what its files would be one after another: copies, later states, and what is gone."""

from collections.abc import Iterator, Sequence
from itertools import permutations
from pathlib import Path
from random import Random
from shutil import copytree, rmtree

import pytest

from tests.importing.test_import import Make, content, games, run, site, table
from tests.importing.test_opengotha import game, player
from tests.importing.test_opengotha import write as write_gotha

__all__ = ["site"]

pytestmark = pytest.mark.slow

FIRST_NAMES = ["An", "Bob", "Cor", "Dirk", "Eva", "Fons", "Gerd", "Hans"]
NAMES = {name[0]: f"{name} Maes" for name in FIRST_NAMES}
PLAYERS = "id,name,aliases,hidden\n" + "".join(f"{key.lower()},{name},,\n" for key, name in NAMES.items())
EVENING = ["02-03 AB 1-0", "02-03 CD 0-1", "02-03 EF 1-0", "02-03 GH 1-0"]


def write(path: Path, *rows: str) -> Path:
    """A list of games, each as `02-03 AB 1-0`."""
    path.parent.mkdir(parents=True, exist_ok=True)
    cells = [(day, NAMES[pair[0]], NAMES[pair[1]], result) for day, pair, result in map(str.split, rows)]
    lines = [f"2024-{','.join(row)}\n" for row in cells]
    path.write_text("Date,White,Black,Result\n" + "".join(lines), encoding="utf-8")
    return path


def standing(root: Path) -> list[str]:
    """The games of the ranking, in the same form."""
    return sorted(f"{day[5:]} {(home + away).upper()} {result}" for day, home, away, result in games(root))


def answer(root: Path, section: str, key: str, value: str) -> None:
    """Answer a question, or what was told, in the only file of answers."""
    (path,) = (root / "imports").glob("*.toml")
    text = path.read_text(encoding="utf-8")
    asked = f'"{key}" = "?"'
    new = text.replace(asked, f'"{key}" = {value}')
    path.write_text(new if asked in text else f'{text}\n[{section}]\n"{key}" = {value}\n', encoding="utf-8")


def test_a_copy_beside_its_original_adds_nothing(site: Make, tmp_path: Path) -> None:
    root, folder = site(players=PLAYERS), tmp_path / "in"
    write(folder / "a.csv", *EVENING, EVENING[0])
    write(folder / "copy of a.csv", *reversed(EVENING), EVENING[0])
    (folder / "a.txt").write_text((folder / "a.csv").read_text().replace(",", ";"), encoding="utf-8")
    told = run(root, folder).stdout
    assert told.count("copy of a.csv: nothing new") == 2
    assert standing(root) == sorted([*EVENING, EVENING[0]])
    before = content(root)
    assert "Nothing is new" in run(root, folder).stdout
    assert content(root) == before


@pytest.mark.parametrize("names", [*permutations(["evening", "Evening 2", "evening new"])][::2])
def test_copies_give_the_same_bytes_in_any_order(site: Make, tmp_path: Path, names: Sequence[str]) -> None:
    root = site(players=PLAYERS)
    for name in names:
        run(root, write(tmp_path / f"{name}.csv", *EVENING))
    assert standing(root) == sorted(EVENING)
    assert [path.name for path in (root / "imports").iterdir() if "csv" in path.name] == [
        f"{names[0].lower().replace(' ', '-')}.csv"
    ]


def test_of_three_files_of_an_evening_the_one_that_corrects_counts(site: Make, tmp_path: Path) -> None:
    root, folder = site(players=PLAYERS), tmp_path / "in"
    corrected = [*EVENING[:3], "02-03 GH 0-1"]
    write(folder / "evening.csv", *EVENING)
    write(folder / "evening (2).csv", *EVENING)
    write(folder / "evening corrected.csv", *corrected)
    told = run(root, folder).stdout
    assert "corrects evening.csv: 1 row" in told
    assert "evening.csv  5 records: 3 imported, 2 left; corrected by evening corrected.csv: 1 row" in told
    assert standing(root) == sorted(corrected)
    assert "Nothing is new" in run(root, "--again").stdout


@pytest.mark.parametrize("is_folder", [True, False])
def test_a_copy_of_what_was_corrected_corrects_nothing(
    site: Make, tmp_path: Path, *, is_folder: bool
) -> None:
    root, folder = site(players=PLAYERS), tmp_path / "in"
    corrected = [*EVENING[:3], "02-03 GH 0-1"]
    files = [
        write(folder / "evening.csv", *EVENING),
        write(folder / "evening corrected.csv", *corrected),
        write(folder / "evening kept.csv", *EVENING),
    ]
    for part in [folder] if is_folder else files:
        told = run(root, part).stdout
    assert "copy of evening.csv: nothing new" in told
    assert standing(root) == sorted(corrected)
    if is_folder:
        write(folder / "a copy.csv", *corrected)
        assert "copy of evening corrected.csv: nothing new" in run(root, folder).stdout
        assert standing(root) == sorted(corrected)


def make_saves(random: Random) -> Iterator[list[str]]:
    """The saves of an event that goes on: more games, corrected results, and now and then a copy."""
    rows: list[str] = []
    for number in range(1, 5):
        pairs = random.sample([first + second for first in "ABCD" for second in "EFGH"], 4)
        rows += [f"03-0{number} {pair} {random.choice(['1-0', '0-1', '½-½'])}" for pair in pairs]
        if number > 1:
            at = random.randrange(len(rows) - 4)
            rows[at] = f"{rows[at][:8]} {random.choice(['1-0', '0-1'])}"
        yield [*rows]
        if random.random() < 0.5:
            yield [*rows]


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.night) for seed in range(1, 12))])
def test_a_folder_is_its_files_one_after_another(seed: int, site: Make, tmp_path: Path) -> None:
    root, random, folder = site(players=PLAYERS), Random(seed), tmp_path / "in"
    saves = [*make_saves(random)]
    files = [write(folder / f"save {number}.csv", *rows) for number, rows in enumerate(saves, 7)]
    evening = [f"04-01 {pair} 1-0" for pair in ("AB", "CD", "EF")]
    files.append(write(folder / "week 1.csv", *evening))
    files.append(write(folder / "week 2.csv", evening[0], "04-01 CE 1-0", "04-01 DF 1-0"))
    split = random.randrange(1, len(files))
    expected = sorted([*saves[-1], *evening, evening[0], "04-01 CE 1-0", "04-01 DF 1-0"])
    copytree(root, tmp_path / "empty")
    for parts in ([[folder]], [[file] for file in files], [files[:split], files[split:]]):
        for part in parts:
            run(root, *part)
        assert standing(root) == expected
        run(root, "--again")
        assert standing(root) == expected
        rmtree(root)
        copytree(tmp_path / "empty", root)


def gotha(path: Path, games_played: Sequence[str], saved: str) -> Path:
    players = [player(name, "X") for name in ("Smit", "Bos", "Vos", "Kok")]
    data = write_gotha(players, games_played, "2026-02-07").data
    data = data.replace(b'<ByePlayer player="SMITANNEKE" roundNumber="2"/>', b"")
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(data.replace(b'saveDT="20260208"', f'saveDT="{saved}"'.encode()))
    return path


SAVES = [
    [game(1, 1, "SMITX", "BOSX", "UNKNOWN"), game(1, 2, "VOSX", "KOKX", "WHITEWINS")],
    [game(1, 1, "SMITX", "BOSX", "BLACKWINS"), game(1, 2, "VOSX", "KOKX", "WHITEWINS")],
    [
        game(1, 1, "SMITX", "BOSX", "BLACKWINS"),
        game(1, 2, "VOSX", "KOKX", "BLACKWINS"),
        game(2, 1, "SMITX", "VOSX", "WHITEWINS"),
    ],
    [
        game(1, 1, "SMITX", "BOSX", "BLACKWINS"),
        game(1, 2, "VOSX", "KOKX", "BLACKWINS"),
        game(2, 1, "SMITX", "KOKX", "WHITEWINS"),
        game(2, 2, "BOSX", "VOSX", "UNKNOWN"),
    ],
]


@pytest.mark.parametrize(("names", "is_folder"), [("abcd", False), ("dcba", True), ("bdac", False)])
def test_a_congress_saved_again_and_again_is_its_last_state(
    names: str, site: Make, tmp_path: Path, *, is_folder: bool
) -> None:
    root, folder = site(players="id,name\nsmit,Smit X\nbos,Bos X\nvos,Vos X\nkok,Kok X\n"), tmp_path / "in"
    files = [
        gotha(folder / f"{name}.xml", save, f"2026020{number}")
        for number, (name, save) in enumerate(zip(names, SAVES, strict=True), 1)
    ]
    for part in [folder] if is_folder else sorted(files):
        run(root, part)
    assert sorted(row[1:] for row in games(root)) == [
        ("smit", "bos", "0-1"),
        ("smit", "kok", "1-0"),
        ("vos", "kok", "0-1"),
    ]
    assert "Nothing is new" in run(root, "--again").stdout


def test_equal_rounds_in_files_of_their_own_are_all_played(site: Make, tmp_path: Path) -> None:
    root, folder = site(players="id,name\nsmit,Smit X\nbos,Bos X\nvos,Vos X\nkok,Kok X\n"), tmp_path / "in"
    for number in (1, 2):
        pairs = [("SMITX", "BOSX"), ("VOSX", "KOKX")]
        save = [game(number, table, *pair, "WHITEWINS") for table, pair in enumerate(pairs, 1)]
        gotha(folder / f"{number}.xml", save, f"2026020{number}")
    run(root, folder)
    assert len(games(root)) == 4


def test_the_rounds_of_saves_stay(site: Make, tmp_path: Path) -> None:
    people = "id,name\nsmit,Smit X\nbos,Bos X\nvos,Vos X\nkok,Kok X\n"
    root, folder = (
        site("keizer", people, rounds="round,date\n", games="round,white,black,result\n"),
        tmp_path / "in",
    )
    for number, save in enumerate(SAVES):
        gotha(folder / f"{number}.xml", save, f"2026020{number}")
    run(root, folder)
    assert table(root, "rounds.csv", "round", "date") == [("1", "2026-02-07"), ("2", "2026-02-07")]
    assert sorted(table(root, "games.csv", "round", "white", "black", "result")) == [
        ("1", "smit", "bos", "0-1"),
        ("1", "vos", "kok", "0-1"),
        ("2", "smit", "kok", "1-0"),
    ]


def test_two_sessions_of_a_day_are_asked_about_and_a_new_calculation_is_not(
    site: Make, tmp_path: Path
) -> None:
    scores = [62.5, 58.33, 54.17, 45.83, 41.67, 37.5]
    other = [54.0, 40.0, 60.0, 57.5, 46.5, 42.0]
    people = "".join(
        f"{letter}{number},{letter} {number} Maes,main\n" for letter in "ab" for number in "123456"
    )
    for name, later, status in (
        ("again", [61.9, 58.8, 53.9, 46.1, 42.0, 37.3], 0),
        ("evening", [37.5, 62.5, 41.67, 58.33, 45.83, 54.17], 1),
        ("third", other, 1),
    ):
        root = site("ruit", f"id,name,class\n{people}")
        for file, numbers in (("afternoon", scores), (name, later)):
            rows = [f"2024-02-03,a{n},b{n},{score},{n}\n" for n, score in enumerate(numbers, 1)]
            path = tmp_path / f"{name} in/{file}.csv"
            path.parent.mkdir(exist_ok=True)
            path.write_text("date,player1,player2,score,pair\n" + "".join(rows), encoding="utf-8")
        run(root, tmp_path / f"{name} in", status=status)
        asked = (root / "imports").glob("*.toml")
        assert any("[files]" in path.read_text() for path in asked) is bool(status)
        rmtree(root)


def test_equal_rows_of_two_evenings_are_all_true(site: Make, tmp_path: Path) -> None:
    root, folder = site(players=PLAYERS), tmp_path / "in"
    rows = [*EVENING[:3]], [EVENING[0], "02-03 CE 1-0", "02-03 DF 1-0"]
    write(folder / "afternoon.csv", *rows[0])
    write(folder / "evening.csv", *rows[1])
    run(root, folder)
    assert standing(root) == sorted([*rows[0], *rows[1]])


def test_a_workbook_adds_what_its_evenings_lack_and_takes_nothing_out(site: Make, tmp_path: Path) -> None:
    root, folder = site(players=PLAYERS), tmp_path / "in"
    later = ["02-10 AB 1-0", "02-10 CD 1-0", "02-10 EG 1-0"]
    write(folder / "evening 1.csv", *EVENING)
    write(folder / "evening 2.csv", *later)
    write(folder / "season.csv", *EVENING, *later[:2], "02-17 AB 1-0")
    told = run(root, folder).stdout
    assert "season.csv  8 records: 1 imported, 6 merged, 1 left" in told
    assert standing(root) == sorted([*EVENING, *later, "02-17 AB 1-0"])


@pytest.mark.parametrize(
    ("value", "rows"),
    [
        ('"a.csv"', [*EVENING, "02-03 AC 1-0"]),
        ('"b.csv"', [*EVENING, "02-03 BD 1-0"]),
        ('"both"', [*EVENING, *EVENING, "02-03 AC 1-0", "02-03 BD 1-0"]),
    ],
)
def test_where_nobody_can_know_which_file_counts_it_is_asked_once(
    value: str, rows: Sequence[str], site: Make, tmp_path: Path
) -> None:
    root, folder = site(players=PLAYERS), tmp_path / "in"
    write(folder / "a.csv", *EVENING, "02-03 AC 1-0")
    write(folder / "b.csv", *EVENING, "02-03 BD 1-0")
    before = content(root)
    assert "a.csv says otherwise: which of the two counts?" in run(root, folder, status=1).stdout
    asked = (root / "imports/a.toml").read_text(encoding="utf-8")
    assert asked.count('"?"') == 1
    assert {path: data for path, data in content(root).items() if path in before} == before
    answer(root, "files", "a.csv / b.csv", value)
    run(root, folder)
    assert standing(root) == sorted(rows)
    assert "Nothing is new" in run(root, folder).stdout


@pytest.mark.parametrize("results", [("1-0", "0-1"), ("0-1", "1-0")])
def test_the_same_pairs_with_other_results_are_no_correction(
    results: tuple[str, str], site: Make, tmp_path: Path
) -> None:
    """Everybody may have played everybody again."""
    root, folder = site(players=PLAYERS), tmp_path / "in"
    for name, result in zip("ab", results, strict=True):
        write(folder / f"{name}.csv", *(f"02-03 {pair} {result}" for pair in ("AB", "CD", "EF")))
    assert '"a.csv / b.csv"' in (run(root, folder, status=1), (root / "imports/a.toml").read_text())[1]


SEASON = ["02-01 AB 1-0", "02-02 CD 1-0", "02-03 AD 1-0"]
GROWN = [SEASON[0], SEASON[2], "02-09 AC 1-0"]


@pytest.mark.parametrize(
    ("value", "is_kept"), [("false", False), ('"kept"', True), (None, False)], ids=["false", "kept", "--gone"]
)
def test_what_is_gone_is_told_until_it_is_answered(
    value: str | None, site: Make, tmp_path: Path, *, is_kept: bool
) -> None:
    root, source = site(players=PLAYERS), tmp_path / "season.csv"
    run(root, write(source, *SEASON))
    told = run(root, write(source, *GROWN)).stdout
    run(root, write(tmp_path / "other.csv", "03-01 EF 1-0"))
    again = run(root, source).stdout
    (line,) = (line for line in told.splitlines() if line.startswith("gone from season.csv"))
    assert line in again
    assert len(standing(root)) == 5
    (root / "imports/other.toml").unlink()
    if value:
        answer(root, "cells", line.split("'")[-2], value)
    run(root, source, *([] if value else ["--gone"]))
    assert (SEASON[1] in standing(root)) is is_kept
    assert len(standing(root)) == 4 + is_kept
    last = run(root, source).stdout
    assert "gone" not in last
    assert "Nothing is new" in last


def test_another_evening_under_the_same_name_is_no_correction(site: Make, tmp_path: Path) -> None:
    root, source = site(players=PLAYERS), tmp_path / "tonight.csv"
    run(root, write(source, *EVENING))
    later = ["02-10 AB 1-0", "02-10 CD 1-0", "02-10 EG 0-1", "02-10 FH 1-0"]
    told = run(root, write(source, *later)).stdout
    assert told.count("gone from tonight.csv") == 4
    assert standing(root) == sorted([*EVENING, *later])
    answer(root, "files", "tonight.csv", '"kept"')
    assert "gone" not in run(root, source).stdout
    assert "gone" not in run(root, write(source, "02-17 AB 1-0", "02-17 CE 1-0")).stdout
    assert len(standing(root)) == 10


@pytest.mark.parametrize("row", ["02-04 GH 1-0", "02-03 BH 1-0", "02-03 GH ½-½"])
def test_a_cell_that_was_mended_in_a_file_is_a_correction(row: str, site: Make, tmp_path: Path) -> None:
    root, source = site(players=PLAYERS), tmp_path / "tonight.csv"
    run(root, write(source, *EVENING))
    assert "corrected since the last import" in run(root, write(source, *EVENING[:3], row)).stdout
    assert standing(root) == sorted([*EVENING[:3], row])


def test_what_came_back_is_gone_no_more(site: Make, tmp_path: Path) -> None:
    root, source = site(players=PLAYERS), tmp_path / "season.csv"
    run(root, write(source, *SEASON))
    before = content(root)
    run(root, write(source, *GROWN[:2]))
    assert "gone from" not in run(root, write(source, *SEASON)).stdout
    assert content(root) == before


def test_what_another_file_still_says_is_not_taken_out(site: Make, tmp_path: Path) -> None:
    root, folder = site(players=PLAYERS), tmp_path / "in"
    write(folder / "a.csv", *SEASON)
    write(folder / "b.csv", *SEASON, "02-09 AC 1-0")
    run(root, folder)
    write(folder / "a.csv", *SEASON[1:])
    assert "gone" not in run(root, folder, "--gone").stdout
    assert standing(root) == sorted([*SEASON, "02-09 AC 1-0"])
    write(folder / "b.csv", *SEASON[1:])
    told = run(root, folder, "--gone").stdout
    assert "gone" not in told
    assert standing(root) == sorted(SEASON[1:])


def test_a_file_that_is_gone_is_told_in_a_line_and_gives_back_what_it_corrected(
    site: Make, tmp_path: Path
) -> None:
    root, folder = site(players=PLAYERS), tmp_path / "in"
    write(folder / "evening.csv", *EVENING)
    later = write(folder / "evening corrected.csv", *EVENING[:3], "02-03 GH 0-1", "02-03 AH 1-0")
    run(root, folder)
    later.unlink()
    told = run(root, folder).stdout
    assert "'evening corrected.csv' is gone, and 2 rows are from it" in told
    assert len(standing(root)) == 5
    assert "is gone" in run(root, "--again").stdout
    answer(root, "files", "evening corrected.csv", "false")
    run(root, folder)
    assert standing(root) == sorted(EVENING)
    assert "gone" not in run(root, folder).stdout


def test_a_file_under_another_name_is_the_same_file(site: Make, tmp_path: Path) -> None:
    root, folder = site(players=PLAYERS), tmp_path / "in"
    file = write(folder / "evening.csv", *EVENING)
    run(root, folder)
    file.rename(folder / "february.csv")
    write(folder / "february.csv", *EVENING[:3], "02-03 GH 0-1")
    told = run(root, folder).stdout
    assert "evening.csv under another name" in told
    assert "gone" not in told
    assert standing(root) == sorted([*EVENING[:3], "02-03 GH 0-1"])


def test_files_of_one_name_in_several_folders_are_several_files(site: Make, tmp_path: Path) -> None:
    root, folder = site(players=PLAYERS), tmp_path / "in"
    write(folder / "2023/games.csv", *EVENING)
    write(folder / "2024/games.csv", *SEASON)
    told = run(root, folder).stdout
    assert "2023/games.csv  5 records: 4 imported" in told
    assert "2024/games.csv  4 records: 3 imported" in told
    assert "Nothing is new" in run(root, folder).stdout


def test_undo_gives_back_what_a_later_import_corrected(site: Make, tmp_path: Path) -> None:
    root = site(players=PLAYERS)
    run(root, write(tmp_path / "evening.csv", *EVENING))
    before = content(root)
    run(root, write(tmp_path / "later.csv", *EVENING[:3], "02-03 GH 0-1", "02-03 AH 1-0"))
    assert len(standing(root)) == 5
    run(root, "--undo", "later")
    assert standing(root) == sorted(EVENING)
    (root / "imports/later.toml").unlink()
    assert content(root) == before


def test_undo_leaves_what_another_import_says_too(site: Make, tmp_path: Path) -> None:
    root = site(players=PLAYERS)
    run(root, write(tmp_path / "evening.csv", *EVENING))
    run(root, write(tmp_path / "later.csv", *EVENING, "02-03 AH 1-0"))
    assert "4 rows that another import has too stay" in run(root, "--undo", "evening").output
    assert standing(root) == sorted([*EVENING, "02-03 AH 1-0"])


def test_a_hand_that_mended_is_not_overruled_by_a_later_file(site: Make, tmp_path: Path) -> None:
    root, table = site(players=PLAYERS), tmp_path / "site/results/list/games.csv"
    run(root, write(tmp_path / "evening.csv", *EVENING))
    mended = table.read_text(encoding="utf-8").replace("g,h,1-0", "g,h,½-½")
    table.write_text(mended, encoding="utf-8")
    told = run(root, write(tmp_path / "evening new.csv", *EVENING[:3], "02-03 GH 0-1"), status=1).stdout
    assert "by hand it became '2024-02-03, ½-½'" in told
    assert table.read_text(encoding="utf-8") == mended


def test_undoing_a_correction_leaves_the_row_that_was_mended_since(site: Make, tmp_path: Path) -> None:
    root = site(players=PLAYERS)
    run(root, write(tmp_path / "a.csv", "02-03 AB 1-0", "02-04 CB 1-0"))
    run(root, write(tmp_path / "z.csv", "02-03 AB 0-1", "02-04 CB 1-0"))
    path = root / "results/list/games.csv"
    path.write_text(path.read_text(encoding="utf-8").replace("a,b,0-1", "a,b,½-½"), encoding="utf-8")
    run(root, "--again")
    run(root, "--undo", "z")
    assert standing(root) == ["02-03 AB ½-½", "02-04 CB 1-0"]
    assert not (root / "imports/z.csv").exists()
    run(root, tmp_path / "a.csv")
    assert standing(root) == ["02-03 AB ½-½", "02-04 CB 1-0"]


def test_a_folder_without_a_file_is_told(site: Make, tmp_path: Path) -> None:
    root = site()
    (tmp_path / "season").mkdir()
    assert "there is no file in" in run(root, tmp_path / "season", status=2).stderr


def test_a_file_that_has_another_name_by_now_is_told_with_what_to_do(site: Make, tmp_path: Path) -> None:
    root = site(players=PLAYERS)
    source = write(tmp_path / "a.csv", "02-03 AB 1-0")
    run(root, source)
    source.rename(tmp_path / "b.csv")
    assert "write that under 'sources'" in run(root, "--again", status=1).stdout
