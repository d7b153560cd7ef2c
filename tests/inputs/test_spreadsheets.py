"""What a spreadsheet and a tired hand do to a file of games: what is read, and the one thing that is said."""

from pathlib import Path

import pytest
from games import PLAYERS, SITE, evening, find, find_in
from sites import write

from sitegen.systems import elo

ROWS = evening("2026-02-05", "a,b,1-0", "c,d,0-1", "e,f,1-0")
HEADER = "date,home,away,result\n"


def find_file(root: Path, files: dict[str, str | bytes]) -> list[tuple[str, int, str]]:
    """Return file, line and code of what is found in a site with these files in its folder of games."""
    given = {"sitegen.toml": SITE, "results/b/players.csv": PLAYERS}
    given |= {f"results/b/games/{name}": text for name, text in files.items()}
    write(root, {path: text.encode() if isinstance(text, str) else text for path, text in given.items()})
    return [(path, line, code) for path, line, code, _ in find(root)]


@pytest.mark.parametrize(
    "row",
    [
        "Totaal,,,12\n",
        "Totaux : 3\n",
        "Average,,0.5,\n",
        "Aantal partijen: 3,,,\n",
        ",,,3\n",
        "----------\n",
        "Bo was late,,,\n",
        "Bo kwam te laat\n",
        ",Winner: Anne,,\n",
    ],
)
def test_a_row_that_is_no_result_is_told_once(tmp_path: Path, row: str) -> None:
    assert [(line, code) for _, line, code, _ in find_in(tmp_path, {"a.csv": ROWS + row})] == [(5, "no-row")]
    assert find_in(tmp_path, {"a.csv": ROWS}) == []  # what the hint says: the row is out


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (ROWS, (1, "not-a-header")),
        ("Our club\n\n" + HEADER + ROWS, (1, "not-a-header")),
        ("date,home,away\n" + ROWS, (1, "header-of-other-width")),
        ("result,home,away,event,date\n" + ROWS, (1, "header-of-other-width")),
        (HEADER + HEADER + ROWS, (2, "header-again")),
    ],
    ids=("missing", "below a title", "too short", "too long", "twice"),
)
def test_a_wrong_header_is_told_once(tmp_path: Path, text: str, told: tuple[int, str]) -> None:
    assert find_file(tmp_path, {"a.csv": text}) == [("a.csv", *told)]


@pytest.mark.parametrize(
    "name", ["Thumbs.db", "desktop.ini", "~$2026.csv", "~$2026.xlsx", ".DS_Store", "ehthumbs.db", "~WRL1.tmp"]
)
def test_what_a_system_leaves_behind_is_no_file_of_results(tmp_path: Path, name: str) -> None:
    assert find_file(tmp_path, {"a.csv": HEADER + ROWS, name: b"\xd0\xcf\x11\xe0"}) == []


@pytest.mark.parametrize("name", ["2026.CSV", "2026.csv.txt", "2026.xlsx", "2026.ods"])
def test_a_file_of_another_kind_is_told_once_also_where_it_is_the_only_one(tmp_path: Path, name: str) -> None:
    assert find_file(tmp_path, {name: HEADER + ROWS}) == [(name, 0, "no-csv-file")]


@pytest.mark.parametrize("heading", ["Opmerking", "note", "Remarques", "comment"])
def test_a_column_of_notes_is_not_read(tmp_path: Path, heading: str) -> None:
    text = f"date,home,away,{heading},result\n2026-02-05,a,b,began late,1-0\n"
    assert find_file(tmp_path, {"a.csv": text}) == []


def test_players_that_are_gone_are_told_once(tmp_path: Path) -> None:
    assert find_in(tmp_path, {"a.csv": ROWS}) == []
    (tmp_path / "results/b/players.csv").write_text("id,name\n")
    assert [(path, code) for path, _, code, _ in find(tmp_path)] == [("results/b/players.csv", "no-players")]


def test_an_exception_of_a_system_is_printed_where_its_author_asks(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("a slip of the author")

    monkeypatch.setattr(elo, "check", fail)
    assert find_in(tmp_path, {"a.csv": ROWS})[0][2] == "system-failed"
    assert capsys.readouterr().err == ""
    monkeypatch.setenv("SITEGEN_DEBUG", "1")
    find(tmp_path)
    assert "RuntimeError: a slip of the author" in capsys.readouterr().err


def test_several_byte_order_marks_are_none(tmp_path: Path) -> None:
    assert find_file(tmp_path, {"a.csv": "\ufeff\ufeff" + HEADER + ROWS}) == []


def test_a_score_in_the_column_of_results_is_told_the_columns_of_scores(tmp_path: Path) -> None:
    assert find_file(tmp_path, {"a.csv": HEADER + "2026-02-05,a,b,2-1\n"}) == [("a.csv", 2, "no-such-choice")]
    text = "date,home,away,home_score,away_score\n2026-02-05,a,b,2,1\n"  # what the hint says
    assert find_file(tmp_path, {"a.csv": text}) == []
