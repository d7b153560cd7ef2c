"""`sitegen import` from a file to the tables of a site, and again, and taken back."""

import csv
import io
import json
import os
import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import UTC, date, datetime
from itertools import count
from pathlib import Path
from random import Random
from shutil import copytree, ignore_patterns
from tempfile import TemporaryDirectory

import pytest
from click.testing import CliRunner, Result
from commits import commit
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import Workbook, load_workbook
from openpyxl.utils.exceptions import IllegalCharacterError

from sitegen.commands.cli import main
from sitegen.importing.changes import read_current_rows
from sitegen.importing.ledger import parse_ledger
from sitegen.inputs.config import settings

pytestmark = pytest.mark.slow

SITE = """
[site]
title = "Club"
url = "https://club.example/"
language = "en"

[[ranking]]
id = "list"
system = "{system}"
title = "List"
"""
PLAYERS = "id,name,aliases,hidden\nan,An Peeters,,\nbob,Bob Claes,,\nvi,Vi Sible,,yes\n"
HEAD = ["Datum", "Wit", "Zwart", "Uitslag", "Telefoon"]
EVENINGS = [
    [date(2019, 2, 3), "An Peeters", "Bob Claes", "1-0", "0470 12 34 56"],
    [date(2019, 2, 3), "Cé Dupont", "Dirk Maes", "r", ""],
    [date(2019, 2, 10), "An Peeters", "Cé Dupont", "0-1", ""],
    [date(2019, 2, 10), "bye", "Bob Claes", "", ""],
    [date(2019, 2, 17), "Dirk Maes", "Bob Claes", "1-0", ""],
]

Make = Callable[..., Path]


@pytest.fixture
def site(tmp_path: Path) -> Make:
    """Makes a site of a ranking by a system, with three players."""

    def make(system: str = "elo", players: str = PLAYERS, **tables: str) -> Path:
        root = tmp_path / "site"
        (root / "results/list").mkdir(parents=True)
        (root / "sitegen.toml").write_text(SITE.format(system=system))
        empty = {
            "elo": {"games": "date,home,away,result\n"},
            "fibs": {"matches": "date,winner,loser,length,score\n"},
        }
        for name, text in {**empty.get(system, {}), "players": players, **tables}.items():
            (root / f"results/list/{name}.csv").write_text(text, encoding="utf-8")
        return root

    return make


def book(path: Path, **sheets: Sequence[Sequence[object]]) -> Path:
    """A workbook, as a club saves it."""
    made = Workbook()
    made.remove(made.active)
    for name, rows in sheets.items():
        sheet = made.create_sheet(name)
        for number, row in enumerate(rows, 1):
            for column, value in enumerate(row, 1):
                sheet.cell(number, column, value)
    made.save(path)
    return path


def run(root: Path, *arguments: object, status: int = 0) -> Result:
    result = CliRunner().invoke(main, ["import", *map(str, arguments), "--site", str(root)])
    assert result.exit_code == status, result.output
    return result


def answer(root: Path, name: str, *lines: tuple[str, str]) -> None:
    """Put answers in the place of question marks, as somebody with an editor does."""
    path = root / f"imports/{name}.toml"
    text = path.read_text(encoding="utf-8")
    for key, value in lines:
        text, number = re.subn(rf'^("?{re.escape(key)}"?) = "\?"', rf"\1 = {value}", text, flags=re.MULTILINE)
        assert number == 1, text
    path.write_text(text, encoding="utf-8")


def answer_doubts(root: Path, name: str, value: str) -> None:
    """Give all questions about records, their cells and their kinds this answer."""
    path = root / f"imports/{name}.toml"
    text = path.read_text(encoding="utf-8")
    start = min(text.find(f"[{section}") % len(text) for section in ("cells", "doubts", "values"))
    assert '"?"' in text[start:], text
    path.write_text(text[:start] + text[start:].replace('= "?"', f"= {value}"), encoding="utf-8")


def imported(root: Path, source: Path, *arguments: object) -> Result:
    """Import what asks for nothing but whether the new players are agreed to."""
    run(root, source, *arguments, status=1)
    name = next((root / "imports").glob("*.toml")).stem
    answer(root, name, ("new_players", "true"))
    return run(root, source, *arguments)


def content(root: Path) -> dict[str, bytes]:
    return {str(path.relative_to(root)): path.read_bytes() for path in root.rglob("*") if path.is_file()}


def table(root: Path, path: str, *columns: str) -> list[tuple[str, ...]]:
    text = (root / "results/list" / path).read_text(encoding="utf-8-sig")
    return [tuple(row[column] for column in columns) for row in csv.DictReader(io.StringIO(text))]


def games(root: Path, path: str = "games.csv") -> list[tuple[str, ...]]:
    return table(root, path, "date", "home", "away", "result")


EXPECTED = [
    ("2019-02-03", "an", "bob", "1-0"),
    ("2019-02-03", "ce-dupont", "dirk-maes", "½-½"),
    ("2019-02-10", "an", "ce-dupont", "0-1"),
    ("2019-02-17", "dirk-maes", "bob", "1-0"),
]


def test_a_workbook_becomes_rows_once_its_new_players_are_agreed_to(site: Make, tmp_path: Path) -> None:
    root = site()
    source = book(tmp_path / "Season 2019.xlsx", Games=[["The Rook"], [], HEAD, *EVENINGS, ["Totaal", 4]])
    before = content(root)
    told = run(root, source, status=1).stdout
    assert "new_players" in (root / "imports/season-2019.toml").read_text()
    assert {path: data for path, data in content(root).items() if path in before} == before
    assert "8 records: 4 imported, 4 left" in told
    answer(root, "season-2019", ("new_players", "true"))
    run(root, source)
    assert games(root) == EXPECTED
    assert table(root, "players.csv", "id", "name")[3:] == [
        ("ce-dupont", "Cé Dupont"),
        ("dirk-maes", "Dirk Maes"),
    ]
    assert not any(b"0470" in data for data in content(root).values())
    assert CliRunner().invoke(main, ["check", "--site", str(root)]).exit_code == 0


def test_every_record_has_a_verdict_and_the_place_of_its_cell(site: Make, tmp_path: Path) -> None:
    source = book(tmp_path / "a.xlsx", Games=[HEAD, *EVENINGS, [date(2019, 3, 1), "An Peeters", 90, "1-0"]])
    found = json.loads(run(site(), source, "--dry-run", "--format", "json", status=1).stdout)
    records = found["files"][0]["records"]
    assert [(record["verdict"], record["place"]) for record in records] == [
        ("left", "Games!1"),
        *(("imported", f"Games!{row}") for row in (2, 3, 4)),
        ("left", "Games!5"),
        ("imported", "Games!6"),
        ("doubtful", "Games!C7"),
    ]
    assert sum(found["counts"].values()) == len(records)


def test_the_same_file_adds_nothing_whatever_it_is_called(site: Make, tmp_path: Path) -> None:
    root = site()
    source = book(tmp_path / "a.xlsx", Games=[HEAD, *EVENINGS])
    imported(root, source)
    before = content(root)
    assert "Nothing is new." in run(root, source).stdout
    other = tmp_path / "b.csv"
    rows = [
        HEAD,
        *(
            [evening[0].strftime("%d/%m/%Y"), *evening[1:]]
            for evening in EVENINGS
            if isinstance(evening[0], date)
        ),
    ]
    other.write_text("\n".join(";".join(map(str, row)) for row in rows), encoding="cp1252")
    run(root, other)
    run(root, "--again")
    assert content(root) == before


def test_a_grown_file_adds_what_is_new_and_a_changed_record_is_corrected(site: Make, tmp_path: Path) -> None:
    root = site()
    path = tmp_path / "a.xlsx"
    imported(root, book(path, Games=[HEAD, *EVENINGS]))
    changed = [
        [*EVENINGS[0][:3], "0-1"],
        *EVENINGS[1:],
        [date(2019, 2, 24), "Bob Claes", "An Peeters", "1-0"],
    ]
    told = run(root, book(path, Games=[HEAD, *changed])).stdout
    assert "corrected since the last import" in told
    assert games(root) == [
        ("2019-02-03", "an", "bob", "0-1"),
        *EXPECTED[1:],
        ("2019-02-24", "bob", "an", "1-0"),
    ]


def test_what_a_hand_mended_survives_until_the_source_says_something_else(site: Make, tmp_path: Path) -> None:
    root = site()
    path = tmp_path / "a.xlsx"
    imported(root, book(path, Games=[HEAD, *EVENINGS]))
    file = root / "results/list/games.csv"
    mended = file.read_text(encoding="utf-8").replace("an,bob,1-0", "an,bob,½-½")
    file.write_text(mended, encoding="utf-8")
    run(root, path)
    assert file.read_text(encoding="utf-8") == mended
    told = run(root, book(path, Games=[HEAD, [*EVENINGS[0][:3], "0-1"], *EVENINGS[1:]]), status=1).stdout
    assert all(text in told for text in ("Games!2", "0-1", "1-0", "½-½"))
    assert file.read_text(encoding="utf-8") == mended


def test_a_record_that_is_gone_is_told_and_goes_only_when_that_is_asked(site: Make, tmp_path: Path) -> None:
    root = site()
    path = tmp_path / "a.xlsx"
    imported(root, book(path, Games=[HEAD, *EVENINGS]))
    book(path, Games=[HEAD, *EVENINGS[1:]])
    assert "gone from a.xlsx" in run(root, path).stdout
    assert games(root) == EXPECTED
    run(root, path, "--gone")
    assert games(root) == EXPECTED[1:]


def test_an_import_is_taken_back_with_the_players_that_nothing_else_names(site: Make, tmp_path: Path) -> None:
    root = site(games="date,home,away,result\n2019-01-01,an,bob,1-0\n")
    before = content(root)
    imported(root, book(tmp_path / "a.xlsx", Games=[HEAD, *EVENINGS]))
    CliRunner().invoke(main, ["import", "--undo", "a", "--site", str(root)], catch_exceptions=False)
    after = content(root)
    assert after.pop("imports/a.toml")
    assert after == before


def test_equal_rows_are_counted_and_none_is_dropped(site: Make, tmp_path: Path) -> None:
    root = site(games="date,home,away,result\n2019-02-03,an,bob,1-0\n")
    source = book(tmp_path / "a.xlsx", Games=[HEAD, *[EVENINGS[0]] * 3])
    found = run(root, source).stdout
    assert "2 imported, 1 merged" in found
    assert games(root) == [EXPECTED[0]] * 3
    run(root, source)
    assert games(root) == [EXPECTED[0]] * 3


def test_a_list_with_each_match_for_both_sides_becomes_each_match_once(site: Make, tmp_path: Path) -> None:
    root = site("fibs")
    day = date(2019, 2, 3)
    rows = [
        ["Datum", "Speler", "Tegenstander", "W/V", "Tot", "Punten verliezer"],
        [day, "An Peeters", "Bob Claes", "W", 7, 3],
        [day, "Bob Claes", "An Peeters", "V", 7, 3],
        [day, "An Peeters", "Bob Claes", "W", 7, 3],
        [day, "Bob Claes", "An Peeters", "V", 7, 3],
        [day, "Bob Claes", "An Peeters", "W", 5, 1],
    ]
    source = book(tmp_path / "a.xlsx", Matches=rows)
    run(root, source, status=1)
    answer(root, "a", ("agree", "true"))
    run(root, source)
    assert table(root, "matches.csv", "winner", "loser", "length", "score") == [
        ("an", "bob", "7", "3"),
        ("an", "bob", "7", "3"),
        ("bob", "an", "5", "1"),
    ]


def test_one_person_under_three_spellings_is_asked_about_once_a_name(site: Make, tmp_path: Path) -> None:
    root = site()
    spellings = ["An Peeters", "PEETERS, An", "an  peeters", "A. Peeters", "Peeters"]
    rows = [[date(2019, 2, day), name, "Bob Claes", "1-0"] for day, name in enumerate(spellings, 1)]
    source = book(tmp_path / "a.xlsx", Games=[HEAD, *rows])
    told = run(root, source, status=1).stdout
    assert "3 imported" in told
    answer(root, "a", ("A. Peeters", '"an"'), ("Peeters", '"an"'))
    run(root, source)
    assert [row[1] for row in games(root)] == ["an"] * 5
    assert table(root, "players.csv", "id", "aliases")[0] == ("an", "A. Peeters|Peeters")


def test_a_hidden_player_is_never_named_as_a_candidate(site: Make, tmp_path: Path) -> None:
    root = site()
    rows = [
        [date(2019, 2, 3), "V. Sible", "Bob Claes", "1-0"],
        [date(2019, 2, 4), "Vi Sible", "Bob Claes", "r"],
    ]
    told = run(root, book(tmp_path / "a.xlsx", Games=[HEAD, *rows]), status=1)
    asked = (root / "imports/a.toml").read_text(encoding="utf-8")
    assert "Vi Sible" not in told.output + asked
    assert "1 imported" in told.stdout


@pytest.mark.parametrize(
    ("name", "written", "is_merged"),
    [
        ("Jan Toksen", "Toksen Jan", True),
        ("Karel ten Have", "Have ten Karel", True),
        ("Maria de Bax", "Bax, Maria", False),
        ("Maria de Bax", "de Bax", False),
        ("Jan Willem de Boer", "de Boer JW", False),
        ("Sean O'Brien", "OBrien Sean", False),
        ("Bo S\u00f8rensen", "Sorensen Bo", False),
    ],
)
def test_no_form_of_a_hidden_name_is_a_new_player(
    name: str, written: str, is_merged: bool, site: Make, tmp_path: Path
) -> None:
    """One that can be nobody else is theirs; any other is asked, without saying whom it may mean."""
    root = site(players=f"{PLAYERS}zyq-1,{name},,yes\n")
    source = book(tmp_path / "a.xlsx", Games=[HEAD, [date(2019, 2, 3), written, "Bob Claes", "1-0"]])
    told = run(root, source, status=0 if is_merged else 1).output
    assert len(table(root, "players.csv", "id")) == 4
    assert [row[1] for row in games(root)] == (["zyq-1"] if is_merged else [])
    assert not any(word in told for word in ("zyq", name, written))
    if not is_merged:
        assert f'"{written}" = ' in (root / "imports/a.toml").read_text(encoding="utf-8")
        answer(root, "a", (written, '"zyq-1"'))
        run(root, source)
        assert [row[1] for row in games(root)] == ["zyq-1"]


def test_no_account_names_a_hidden_player(site: Make, tmp_path: Path) -> None:
    root = site()
    path = book(tmp_path / "a.xlsx", Games=[HEAD, [date(2019, 2, 3), "An Peeters", "Vi Sible", "1-0"]])
    run(root, path)
    book(path, Games=[HEAD, [date(2019, 2, 10), "A. Peeters", "Vi Sible", "1-0"]])
    told = run(root, path, "--page", tmp_path / "p.html", status=1).output
    told += run(root, path, "--format", "json", status=1).output
    told += (root / "imports/a.toml").read_text(encoding="utf-8") + (tmp_path / "p.html").read_text(
        encoding="utf-8"
    )
    assert "gone from" in told
    assert not re.search(r"Sible|\bvi\b", told)


@pytest.mark.parametrize("cell", ["#REF!", "=A1+1"], ids=["an error", "a formula without a value"])
def test_an_error_of_the_spreadsheet_is_refused_with_its_cell_and_nothing_is_written(
    cell: str, site: Make, tmp_path: Path
) -> None:
    root = site()
    before = content(root)
    rows = [[*EVENINGS[0][:3], cell], *EVENINGS[1:]]
    told = run(root, book(tmp_path / "a.xlsx", Games=[HEAD, *rows]), "--dry-run", status=1).stdout
    assert "Games!D2" in told
    assert content(root) == before


def test_a_day_in_the_place_of_a_score_is_doubted_and_answered(site: Make, tmp_path: Path) -> None:
    root = site()
    rows = [[date(2019, 2, 3), "An Peeters", "Bob Claes", date(2019, 1, 1)], *EVENINGS[:1]]
    source = book(tmp_path / "a.xlsx", Games=[HEAD, *rows])
    assert "Games!D2" in run(root, source, status=1).stdout
    answer_doubts(root, "a", '"0-1"')
    run(root, source)
    assert [row[3] for row in games(root)] == ["0-1", "1-0"]


def test_a_misspelt_heading_is_asked_about(site: Make, tmp_path: Path) -> None:
    root = site()
    source = book(tmp_path / "a.xlsx", Games=[["Datum", "Wit", "Zwart", "Uitslga"], EVENINGS[0][:4]])
    run(root, source, status=1)
    assert "result = Uitslga" in (root / "imports/a.toml").read_text(encoding="utf-8")
    answer(root, "a", ("agree", "true"))
    run(root, source)
    assert games(root) == EXPECTED[:1]


def test_a_player_against_themselves_is_a_doubt(site: Make, tmp_path: Path) -> None:
    rows = [[date(2019, 2, 3), "An Peeters", "Peeters, An", "1-0"], EVENINGS[0]]
    told = run(site(), book(tmp_path / "a.xlsx", Games=[HEAD, *rows]), status=1).stdout
    assert "1 imported, 1 left, 1 doubtful" in told
    assert "Games!C2: 'an' stands twice in this row" in told


def test_a_word_that_no_column_knows_is_asked_once(site: Make, tmp_path: Path) -> None:
    root = site()
    rows = [[date(2019, 2, day), "An Peeters", "Bob Claes", "gewonnen!"] for day in (1, 2, 3)]
    source = book(tmp_path / "a.xlsx", Games=[HEAD, *rows])
    run(root, source, status=1)
    assert (root / "imports/a.toml").read_text().count('"gewonnen!" =') == 1
    answer(root, "a", ("gewonnen!", '"1-0"'))
    run(root, source)
    assert len(games(root)) == 3


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ("true", "true does not answer it: 'wo' is none of"),
        ("3", "\"3\" does not answer it: '3' is none of"),
        ('["1-0"]', "'wo' is to be a text, true or false"),
    ],
)
def test_an_answer_that_does_not_help_is_an_error_at_its_line(
    site: Make, tmp_path: Path, wrong: str, why: str
) -> None:
    root = site()
    run(root, book(tmp_path / "a.xlsx", Uitslagen=[HEAD, [*EVENINGS[0][:3], "wo", ""]]), status=1)
    file = root / "imports/a.toml"
    file.write_text(file.read_text("utf-8").replace('wo = "?"', f"wo = {wrong}"), encoding="utf-8")
    said = run(root, tmp_path / "a.xlsx", status=1).output
    assert re.search(rf"imports/a\.toml:\d+:\d+: {re.escape(why)}", said)


def test_the_list_of_today_is_compared_with_what_comes_out(site: Make, tmp_path: Path) -> None:
    root = site(players="id,name,rating\nan,An Peeters,1500\nbob,Bob Claes,1500\n")
    today = [["Naam", "Rating"], ["An Peeters", 1516], ["Bob Claes", 1400]]
    told = run(root, book(tmp_path / "a.xlsx", Games=[HEAD, EVENINGS[0]], Today=today)).stdout
    assert "your own list: 1 of 2 within a point" in told
    assert "Bob Claes: 1400 in your list (Today!B3), 1484 comes out" in told


def test_today_s_list_alone_is_a_start(site: Make, tmp_path: Path) -> None:
    root = site()
    rows = [["Naam", "Club", "Rating", "Partijen"], ["Eva Mertens", "North", 1612.5, 31]]
    imported(root, book(tmp_path / "a.xlsx", Today=rows), "--as", "players")
    assert table(root, "players.csv", "id", "club", "rating", "games")[3:] == [
        ("eva-mertens", "North", "1612.5", "31")
    ]


def test_a_day_with_its_time_is_the_day(site: Make, tmp_path: Path) -> None:
    root = site()
    evening = datetime(2019, 2, 3, 19, 30, tzinfo=UTC).replace(tzinfo=None)
    run(root, book(tmp_path / "a.xlsx", Games=[HEAD, [evening, "An Peeters", "Bob Claes", "1-0"]]))
    assert games(root) == EXPECTED[:1]


def test_american_days_are_told_apart_by_what_they_can_be(site: Make, tmp_path: Path) -> None:
    root = site()
    rows = [["2/24/2019", "An Peeters", "Bob Claes", "1-0"], ["3/2/2019", "Bob Claes", "An Peeters", "1-0"]]
    run(root, book(tmp_path / "a.xlsx", Games=[HEAD, *rows]))
    assert [row[0] for row in games(root)] == ["2019-02-24", "2019-03-02"]


def test_a_folder_of_evenings_is_asked_about_once(site: Make, tmp_path: Path) -> None:
    root = site("ruit", "id,name,class\nan,An Peeters,main\n")
    random = Random(0)
    (tmp_path / "evenings").mkdir()
    names = [f"{first} Maes" for first in ("An", "Bea", "Cor", "Dirk", "Eva", "Fons", "Gerd", "Hans")]
    for day in range(1, 9):
        random.shuffle(names)
        scores = [58.1, 53.2, 46.8, 41.9]
        rows = [
            [f"{one} & {two}", score] for one, two, score in zip(names[::2], names[1::2], scores, strict=True)
        ]
        book(tmp_path / f"evenings/2019-02-{day:02}.xlsx", Sheet1=[["Namen", "Procent"], *rows])
    imported(root, tmp_path / "evenings")
    assert len(table(root, "pairs/import-2019-02-01.csv", "date", "player1", "score")) == 8 * 4


def test_unknown_keys_of_the_answers_are_told_at_their_line(site: Make, tmp_path: Path) -> None:
    root = site()
    (root / "imports").mkdir()
    (root / "imports/a.toml").write_text(
        'to = "list"\n\n[sheet.Games]\ntable = "gamez"\ncolumns = {}\nheder = 3\n'
    )
    told = run(root, book(tmp_path / "a.xlsx", Games=[HEAD, *EVENINGS]), status=1).output
    assert "imports/a.toml:6:1: 'heder' is no key of this file" in told


@pytest.mark.parametrize("data", [b"", b"%PDF-1.7 x", b"PK\x03\x04broken", b"\x00\x01\x02"], ids=repr)
def test_what_is_no_table_is_refused_in_a_sentence(data: bytes, site: Make, tmp_path: Path) -> None:
    (tmp_path / "a.xlsx").write_bytes(data)
    root = site()
    before = content(root)
    told = run(root, tmp_path / "a.xlsx", status=1)
    assert told.stdout.startswith("a.xlsx  ")
    assert content(root) == before


def test_two_halves_are_the_whole_in_either_order(site: Make, tmp_path: Path) -> None:
    root = site()
    random = Random(1)
    names = ["An Peeters", "Bob Claes"]
    rows = [[date(2019, 1 + n // 20, 1 + n % 20), *random.sample(names, 2), "1-0"] for n in range(60)]
    whole = book(tmp_path / "whole.xlsx", Games=[HEAD, *rows])
    halves = [book(tmp_path / f"{n}.xlsx", Games=[HEAD, *rows[n * 30 : n * 30 + 30]]) for n in (1, 0)]
    for half in halves:
        run(root, half)
    assert sorted(games(root)) == sorted((row[0].isoformat(), *_ids(row)) for row in rows)  # type: ignore[attr-defined]
    before = content(root)
    run(root, whole)
    assert content(root) == before


def _ids(row: Sequence[object]) -> list[str]:
    return [{"An Peeters": "an", "Bob Claes": "bob"}.get(str(cell), str(cell)) for cell in row[1:]]


def test_the_ledger_has_every_record(site: Make, tmp_path: Path) -> None:
    root = site()
    imported(root, book(tmp_path / "a.xlsx", Games=[HEAD, *EVENINGS]))
    entries = parse_ledger((root / "imports/a.csv").read_bytes())
    assert [(entry.place, entry.verdict) for entry in entries if entry.place] == [
        ("Games!1", "left"),
        *((f"Games!{row}", "imported") for row in (2, 3, 4)),
        ("Games!5", "left"),
        ("Games!6", "imported"),
    ]


def test_the_account_is_one_page_for_a_phone(site: Make, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    run(site(), book(tmp_path / "a.xlsx", Games=[HEAD, *EVENINGS]), "--page", page, "--dry-run", status=1)
    text = page.read_text(encoding="utf-8")
    assert "a.xlsx" in text
    assert "src=" not in text
    assert "<script" not in text


@pytest.mark.parametrize(
    "origin", sorted((Path(__file__).parents[1] / "sites").iterdir()), ids=lambda path: path.name
)
def test_the_tables_of_every_system_come_back_out_of_a_workbook(origin: Path, tmp_path: Path) -> None:
    root = tmp_path / "site"
    copytree(origin, root, ignore=ignore_patterns("expected"))
    found, _ = settings.load_site(root)
    assert found
    for ranking in found.rankings:
        before, _, files = read_current_rows(root, ranking)
        forms: dict[int, dict[str, list[list[str]]]] = {}
        for name, grids in files.csv_files.items():
            known: list[list[str]] = []
            for grid in grids if name != "players" else ():
                known += [] if [*grid.header] in known else [[*grid.header]]
                sheets = forms.setdefault(known.index([*grid.header]), {})
                rows = [row for block in grid.iter_blocks() for row in block.rows]
                sheets[f"{name} {len(sheets)}"] = [[*grid.header], *rows]
                (root / grid.path).write_text(",".join(grid.names) + "\n", encoding="utf-8")
        for number, sheets in forms.items():
            name = f"{ranking.id.replace('/', '-')}-{number}.xlsx"
            run(root, book(tmp_path / name, **sheets), "--to", ranking.id)
        after, _, _ = read_current_rows(root, ranking)
        one, other = (
            sorted((row.table, *sorted(row.cells.items())) for row in rows) for rows in (before, after)
        )
        assert one == other


@pytest.mark.parametrize("at", range(4))
def test_a_killed_import_is_whole_or_not_there_and_the_next_one_settles_it(
    at: int, site: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = site()
    path = tmp_path / "a.xlsx"
    imported(root, book(path, Games=[HEAD, *EVENINGS]))
    changed = [
        [*EVENINGS[0][:3], "0-1"],
        *EVENINGS[2:],
        [date(2019, 2, 24), "Eva Mertens", "An Peeters", "1-0"],
    ]
    book(path, Games=[HEAD, *changed])
    answers = root / "imports/a.toml"
    before = content(root)
    run(root, path, "--gone")
    after = content(root)
    for name, data in before.items():
        (root / name).write_bytes(data)
    if not (child := os.fork()):
        calls = count()
        replace = Path.replace
        monkeypatch.setattr(
            Path, "replace", lambda *item: replace(*item) if next(calls) < at else os._exit(9)
        )
        CliRunner().invoke(main, ["import", str(path), "--gone", "--site", str(root)])
        os._exit(0)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == (9 if at < 3 else 0)
    run(root, path, "--gone")
    run(root, path, "--gone")
    assert content(root) == after
    assert answers.exists()


def killed(monkeypatch: pytest.MonkeyPatch, *command: str) -> None:
    """Run a command that is killed when the first of its files has taken its place, or is deleted."""
    if not (child := os.fork()):
        calls = count()
        for name in ("replace", "unlink"):
            step = getattr(Path, name)
            monkeypatch.setattr(
                Path, name, lambda *own, step=step, **how: (next(calls) and os._exit(9)) or step(*own, **how)
            )
        CliRunner().invoke(main, [*command])
        os._exit(0)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 9


def test_what_comes_after_a_killed_import_or_undo_says_so_and_stops(
    site: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root, path = site(), tmp_path / "a.xlsx"
    imported(root, book(path, Games=[HEAD, *EVENINGS]))
    commit(root, "before")
    book(path, Games=[HEAD, [*EVENINGS[0][:3], "0-1"], *EVENINGS[2:]])
    for arguments in ([str(path), "--gone"], ["--undo", "a"]):
        killed(monkeypatch, "import", *arguments, "--site", str(root))
        halfway = content(root)
        for command in (["check"], ["build"], ["export", "list"], ["diff", "HEAD"]):
            result = CliRunner().invoke(main, [*command, "--site", str(root)])
            assert result.exit_code == 1, command
            told = ".sitegen-draw: a command was cut short, and part of its files are not written yet"
            assert result.stderr.startswith(told), (command, result.stderr)
        assert content(root) == halfway
        run(root, *arguments)
        assert not (root / ".sitegen-draw").exists()
        assert CliRunner().invoke(main, ["check", "--site", str(root)]).exit_code == 0
    assert games(root) == []


def test_what_is_asked_can_be_answered_at_a_terminal(site: Make, tmp_path: Path) -> None:
    root = site()
    command = [
        "import",
        str(book(tmp_path / "a.xlsx", Games=[HEAD, *EVENINGS])),
        "--ask",
        "--site",
        str(root),
    ]
    result = CliRunner().invoke(main, command, input="true\n")
    assert result.exit_code == 0, result.output
    assert games(root) == EXPECTED


def test_a_hidden_sheet_is_taken_only_when_it_is_named(site: Make, tmp_path: Path) -> None:
    root = site()
    source = book(tmp_path / "a.xlsx", Games=[HEAD, EVENINGS[0]], Old=[HEAD, EVENINGS[4]])
    made = load_workbook(source)
    made["Old"].sheet_state = "hidden"
    made.save(source)
    told = run(root, source, "--dry-run").stdout
    assert "--sheet" in told
    run(root, source)
    assert games(root) == EXPECTED[:1]


def test_a_pipe_is_no_file(site: Make, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "a.xlsx")
    assert "this is no file" in run(site(), tmp_path / "a.xlsx", status=1).stdout


@pytest.mark.parametrize(
    "arguments", [("--undo", "../results/list/players"), ("{}", "--name", "../x")], ids=str
)
def test_a_name_leads_nowhere_else(arguments: tuple[str, ...], site: Make, tmp_path: Path) -> None:
    root = site()
    source = book(tmp_path / "a.xlsx", Games=[HEAD, *EVENINGS])
    before = content(root)
    run(root, *(argument.format(source) for argument in arguments), status=2)
    assert content(root) == before


@given(st.data())
def test_every_record_of_a_damaged_workbook_is_accounted_for(data: st.DataObject) -> None:
    cells = st.one_of(
        st.sampled_from(
            ["", "bye", "#REF!", "Totaal", "An Peeters", "x" * 300, "1-0", "½", "\x07", "=1+1", None]
        ),
        st.integers(-5, 50_000),
        st.dates(date(1850, 1, 1), date(2100, 1, 1)),
        st.floats(allow_nan=False, allow_infinity=False),
        st.booleans(),
    )
    rows = [[*row] for row in EVENINGS]
    for _ in range(data.draw(st.integers(1, 4))):
        row = data.draw(st.sampled_from(rows))
        row[data.draw(st.integers(0, 3))] = data.draw(cells)
    with TemporaryDirectory() as folder:
        root = Path(folder) / "site"
        (root / "results/list").mkdir(parents=True)
        (root / "sitegen.toml").write_text(SITE.format(system="elo"))
        (root / "results/list/players.csv").write_text(PLAYERS)
        (root / "results/list/games.csv").write_text("date,home,away,result\n")
        before = content(root)
        with suppress(IllegalCharacterError):
            source = book(Path(folder) / "a.xlsx", Games=[HEAD, *rows])
            result = CliRunner().invoke(
                main, ["import", str(source), "--format", "json", "--dry-run", "--site", str(root)]
            )
            assert result.exit_code in {0, 1}, result.exception
            (file,) = json.loads(result.stdout)["files"]
            places = {int(re.findall(r"\d+$", record["place"])[0]) for record in file["records"]}
            assert places >= {
                number for number, row in enumerate(rows, 2) if any(cell not in {None, ""} for cell in row)
            }
            assert all(record["verdict"] for record in file["records"])
        assert content(root) == before


@pytest.mark.parametrize("lacking", ["Wit", "Zwart", "Uitslag"])
def test_a_name_or_a_result_that_is_not_there_is_never_the_one_above(
    site: Make, tmp_path: Path, lacking: str
) -> None:
    """A day and a round that stand once hold for what is below; who played and how it ended do not."""
    cells = {"Datum": "2019-02-03", "Wit": "An Peeters", "Zwart": "Bob Claes", "Uitslag": "1-0"}
    rows = [
        [*cells.values()],
        *([None if name in {"Datum", lacking} else text for name, text in cells.items()],) * 2,
    ]
    root = site()
    made = CliRunner().invoke(
        main, ["import", str(book(tmp_path / "games.xlsx", Games=[[*cells], *rows])), "--site", str(root)]
    )
    one = [("2019-02-03", "an", "bob", "1-0")]
    assert games(root) == ([] if lacking == "Uitslag" else one), made.output
    assert ("refused  Games!4" if lacking == "Uitslag" else "left  2  without an opponent") in made.output


def test_few_players_who_play_the_same_evening_twice_come_in(site: Make, tmp_path: Path) -> None:
    """Nobody can know whether five equal games in the same order were played."""
    root, source = site("fibs", "id,name\n"), tmp_path / "list.csv"
    ann, bob, cy, dee = "Ann Peters", "Bob Clay", "Cy Dale", "Dee Ems"
    games = [(ann, bob), (cy, dee), (ann, dee), (cy, bob), (dee, bob)] * 2
    rows = [f"2024-02-03,{winner},{loser},5\n" for winner, loser in games]
    source.write_text("Date,Winner,Loser,Length\n" + "".join(rows))
    imported(root, source, "--to", "list")
    assert (root / "results/list/matches.csv").read_text().count("2024-02-03") == len(rows)
