"""Forms in which clubs keep evenings, scores and matches: what is read of them without a known heading."""

import pytest

from sitegen.core.system import load_system
from sitegen.importing.kinds import read_document
from sitegen.importing.proposals import ask_sheet, propose_sheet
from sitegen.importing.records import apply_rules, find_sheet, read_records
from sitegen.importing.source import SourceFile
from sitegen.importing.targets import find_targets
from sitegen.importing.values import find_first_day

PAIRS = [("An Bakker", "Bert de Vries"), ("Cé Claes", "Daan Evers"), ("Eva Maes", "Fons Smeets")]
SCORES = ["61,50", "50,00", "38,50"]


def read(system: str, name: str, text: str, *columns: str) -> list[list[str]]:
    """Return these columns of the open records of a file, as they are proposed."""
    targets = find_targets(load_system(system))
    rows = []
    for table in read_document(SourceFile(name, text.encode())).tables:
        proposal = propose_sheet(table, targets, name) or ask_sheet(table, targets, name)
        assert proposal is not None
        sheet, _ = proposal
        records = [*read_records(name, table, sheet, targets[str(sheet.table)])]
        apply_rules(records, sheet)
        rows += [[record.cells.get(name, "") for name in columns] for record in records if record.is_open]
    return rows


def make_evening(line: str, sign: str = " - ") -> str:
    """Return a line for each pair."""
    rows = zip(PAIRS, SCORES, strict=True)
    return "\n".join(line.format(at, sign.join(pair), score) for at, (pair, score) in enumerate(rows, 1))


EVENING = [[*pair, score] for pair, score in zip(PAIRS, SCORES, strict=True)]
EVENING_FORMS = {
    "headings": "Uitslag\nPlaats  Paar  Namen                          Perc\n"
    + make_evening("     1     {0}  {1:<28}  {2}")
    + "\n   Gemiddeld                                 50,00",
    "no headings": make_evening("{}  {:<30}  {}%"),
    "ranks with a point": make_evening("{}. {:<30}  {} %"),
    "ranks in the column of names": make_evening("{:>2} {:<30}  {}"),
    "columns of pages": "<h2>Avond</h2><table><tr><td>#<td>Wie<td>Pct"
    + make_evening("<tr><td>{}<td>{}<td>{}")
    + "</table>",
    "text of pages": f"<h3>Avond</h3><pre>{make_evening('{0:>3}. {1:<30} {2:>8}', ' &amp; ')}</pre>",
    "match points beside percentages": "Nr;Names;Score;%\n" + make_evening("{};{};70;{}", " and "),
}


@pytest.mark.parametrize("form", EVENING_FORMS)
def test_an_evening_of_pairs_in_many_forms(form: str) -> None:
    rows = read("ruit", "3 mei 2014.txt", EVENING_FORMS[form], "player1", "player2", "score")
    assert [[first, second, score.rstrip("% ")] for first, second, score in rows] == EVENING


def test_a_hyphen_without_blanks_stands_between_two_people_where_all_have_one() -> None:
    pairs = ["Bakker-Maes", "Claes-Evers", "Fox-de Vries", "Smeets-Kuiper", "Praet-Vos"]
    text = "".join(f"{at}  {pair:<16}  {60 - 5 * at},00\n" for at, pair in enumerate(pairs, 1))
    assert read("ruit", "2014-05-03.txt", text, "player1", "player2")[2] == ["Fox", "de Vries"]


def test_a_day_and_a_section_come_from_the_titles_above() -> None:
    table = "<table><tr><th>Nr<th>Namen<th>Perc" + make_evening("<tr><td>{}<td>{}<td>{}") + "</table>"
    page = (
        f"<h1>Uitslag 3 mei 2014</h1><p>Lijn A</p>{table}<h3>Lijn B</h3>{table}<p>Volgende: 10 mei 2014</p>"
    )
    rows = read("ruit", "avond.html", page, "date", "section", "pair")
    assert rows == [["2014-05-03", section, number] for section in "AB" for number in "123"]


def test_each_day_between_the_rows_is_that_of_the_rows_below_it() -> None:
    days = ["3 mei 2014", "10-05-2014", "vrijdag 16 mei 2014"]
    blocks = [
        f"Ronde {at}: {day}\nAn Bakker   Bert Claes   1-0\nCé Evers   Daan Vos   ½-½\n"
        for at, day in enumerate(days, 1)
    ]
    rows = read("elo", "seizoen.txt", "\n".join(blocks), "date", "home", "result")
    assert [day for day, *_ in rows[::2]] == ["2014-05-03", "2014-05-10", "2014-05-16"]
    assert [rest for _, *rest in rows[:2]] == [["An Bakker", "1-0"], ["Cé Evers", "½-½"]]


MATCH_FORMS = {
    "results by cells": "Tag;Heim;Gast;Pkt.;Erg\n"
    "3.5.2014;An;Bo;½;0-1\n4.5.2014;Cé;Di;½;remise\n5.5.2014;An;Di;½;1-0",
    "ratings are no scores": "Datum;Wit;Elo wit;Zwart;Elo zwart;Uitsl\n3-5-2014;An;1500;Bo;1600;0-1\n"
    "4-5-2014;Cé;1510;Di;1480;½-½\n5-5-2014;An;1500;Di;1480;1-0",
    "two columns of one heading": "Datum;Wit;Pt;Zwart;Pt\n"
    "3-5-2014;An;0;Bo;1\n4-5-2014;Cé;½;Di;½\n5-5-2014;An;1;Di;0",
    "a winner by name": "Dag;Tafel 1;Tafel 2;Wie won\n"
    "3-5-2014;An;Bo;Bo\n4-5-2014;Cé;Di;remise\n5-5-2014;An;Di;An",
    "by the first side": "Datum;Speler;Tegenstander;Punten\n"
    "3-5-2014;An;Bo;0\n4-5-2014;Cé;Di;½\n5-5-2014;An;Di;1",
}


@pytest.mark.parametrize("form", MATCH_FORMS)
def test_matches_in_many_forms(form: str) -> None:
    names = ("home", "away", "result", "home_score", "away_score")
    words = {"remise": "½-½", "0 1": "0-1", "½ ½": "½-½", "1 0": "1-0"}
    rows = read("elo", "x.csv", MATCH_FORMS[form], *names)
    results = [
        [*sides, " ".join(filter(None, result))] for *sides, result in ((a, b, rest) for a, b, *rest in rows)
    ]
    assert [[home, away, words.get(result, result)] for home, away, result in results] == [
        ["An", "Bo", "0-1"], ["Cé", "Di", "½-½"], ["An", "Di", "1-0"],
    ]  # fmt: skip


def test_a_table_of_scores_has_places_by_its_total_and_the_tournament_of_its_day() -> None:
    text = "Naam;R1;R2;Totaal\nAn;3;4;7\nBo;9;1;10\nCé;5;2;7\n"
    rows = read("ludo", "2014-05-03.csv", text, "date", "table", "player", "place", "score")
    assert rows == [
        ["2014-05-03", "2014-05-03", *row] for row in (["An", "2", "7"], ["Bo", "1", "10"], ["Cé", "2", "7"])
    ]


def test_names_with_commas_in_columns_of_blanks_are_no_cells() -> None:
    text = "Bo.  Wit         Uitsl.  Zwart\n"
    text += "  1  Bakker, An  1 - 0   Claes, Bert\n  2  Evers, Cé   ½ - ½   Vos, Daan\n"
    rows = read("elo", "3 mei 2014.txt", text, "home", "result", "away")
    assert rows == [["Bakker, An", "1 - 0", "Claes, Bert"], ["Evers, Cé", "½ - ½", "Vos, Daan"]]


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("Ronde 1 15-03-2023", "2023-03-15"),
        ("Ronde 12 07-06-2023", "2023-06-07"),
        ("Results of Friday, September 12, 2008", "2008-09-12"),
        ("1er mai 2014", "2014-05-01"),
        ("3. Runde am 2014/05/06 um 19:30", "2014-05-06"),
        ("12 paren", ""),
    ],
)
def test_a_day_in_a_title(text: str, day: str) -> None:
    assert find_first_day(text) == day


def test_files_of_one_form_may_have_their_day_and_two_people_written_otherwise() -> None:
    targets = find_targets(load_system("ruit"))
    first, second = (
        read_document(SourceFile(name, text.encode())).tables[0]
        for name, text in (
            ("3 mei 2014.txt", make_evening("{}  {:<30}  {}%")),
            (
                "x.html",
                f"<h3>Avond van 10 mei 2014</h3><pre>{make_evening('{}. {:<35} {} %', ' &amp; ')}</pre>",
            ),
        )
    )
    asked = ask_sheet(first, targets, "3 mei 2014.txt")
    assert asked is not None
    sheet = find_sheet(second, asked[0])
    assert sheet is not None
    records = [*read_records("x.html", second, sheet, targets["pairs"])]
    assert [[record.cells["date"], record.cells["player2"]] for record in records] == [
        ["2014-05-10", second] for _, second in PAIRS
    ]


def test_the_report_of_an_evening_by_acblscore() -> None:
    head = "EVENT>Monday Open |SESSION>Monday Eve |SECTION> A {}\n--,--\n"
    head += "DATE>May 3, 2014 |CLUB NO.>1 | 05/04/2014 06:08\n"
    rows = (
        " 1         Ann Peters            Bob Clay          B    .     .     77.64  46.21          \n"
        " 2 O745214 Cy Dale       7745206 Dee van Ems       B    1     .    103.36  53.79  0.63(A) \n"
    )
    boards = "   Totals            181.00\nBOARD     1     2\n   1>     3-    0     7\n        -130   100\n"
    text = "".join(head.format(way) + rows + boards for way in ("N-S", "E-W"))
    pairs, _ = read_document(SourceFile("evening.txt", text.encode())).tables
    assert [[cell.text for cell in row.cells] for row in pairs.rows] == [
        ["2014-05-03", "A", f"{number}{way}", *rest]
        for way in ("NS", "EW")
        for number, *rest in (
            ("1", "Ann Peters", "Bob Clay", "46.21"),
            ("2", "Cy Dale", "Dee van Ems", "53.79"),
        )
    ]
