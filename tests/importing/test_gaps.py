"""What a format does not say is one question for a table, and the answers may have several forms."""

import re
from collections.abc import Mapping
from pathlib import Path

import pytest
import test_opengotha as gotha
import test_pgn as pgn
from click.testing import CliRunner
from documents import rows, verdicts
from hypothesis import given
from hypothesis import strategies as st
from test_crosstable import RANKING, table
from test_trf import player, report

from sitegen.commands.cli import main
from sitegen.core.system import load_system
from sitegen.importing.gaps import fill_gaps, mark_gaps
from sitegen.importing.kinds import read_document
from sitegen.importing.kinds.crosstable import fits_table, read_table
from sitegen.importing.source import SourceFile, SourceTable, make_row
from sitegen.importing.targets import find_targets

pytestmark = pytest.mark.slow

SITE = '[site]\ntitle = "Club"\nurl = "https://club.example/"\n\n[[ranking]]\nid = "list"\nsystem = "{}"\n'
SITE += 'title = "List"\n'
HEADS = {"elo": "date,home,away,result", "ijssel": "round,white,black,result"}
WEEKEND = [
    "012 Weekend Open",
    "042 2026/03/07",
    "052 2026/03/08",
    player(1, "Aerts, An", "2.0", "2 w 1", "3 b 1"),
    player(2, "Bos, Bo", "0.0", "1 b 0", "0000 - Z"),
    player(3, "Claes, Cy", "0.0", "0000 - Z", "1 w 0"),
]
GO = gotha.write(
    [gotha.player("Ilg\u0131n", "Ali", -450), gotha.player("Smit", "Bo", 1500)],
    [
        gotha.game(1, 1, "İLGINALİ", "SMITBO", "WHITEWINS"),
        gotha.game(2, 1, "SMITBO", "ILGINALI", "BLACKWINS"),
    ],
)
GO = SourceFile("go.xml", GO.data.replace(b"SMITANNEKE", b"SMITBO"))
CROSS = b'"Nr";"Naam";"R1";"R2"\n1;"Aerts, An";2w1;3b1\n2;"Bos, Bo";1b0;\n3;"Claes, Cy";;1w0\n'
BY_ROUND = '{ 1 = "2026-03-07", 2 = "2026-03-08" }'


def run(
    folder: Path, name: str, data: bytes, answer: str, *, system: str = "elo", column: str = "date"
) -> str:
    """Import a file, answer its one question, and import it again; the rows of its games."""
    results = folder / "results/list"
    results.mkdir(parents=True)
    (folder / "sitegen.toml").write_text(SITE.format(system))
    (results / "players.csv").write_text("id,name\n")
    (results / "games.csv").write_text(f"{HEADS[system]}\n")
    (folder / name).write_bytes(data)
    command = ["import", str(folder / name), "--to", "list", "--site", str(folder)]
    first = CliRunner().invoke(main, command)
    assert first.exit_code == 1, first.output
    (place,) = (folder / "imports").glob("*.toml")
    text = place.read_text(encoding="utf-8")
    assert re.findall(r'^(.+) = "\?"', text, re.MULTILINE) == ["new_players", column], text
    text = text.replace('new_players = "?"', "new_players = true")
    place.write_text(text.replace(f'{column} = "?"', f"{column} = {answer}"), encoding="utf-8")
    second = CliRunner().invoke(main, command)
    assert second.exit_code == 0, second.output
    assert CliRunner().invoke(main, command).output.count("Nothing is new") == 1
    return "".join(path.read_text(encoding="utf-8") for path in sorted(results.rglob("*.csv")))


@pytest.mark.parametrize(
    ("name", "data"), [("open.trf", report(WEEKEND).data), ("go.xml", GO.data), ("table.csv", CROSS)]
)
@pytest.mark.parametrize(
    ("answer", "days"),
    [
        (BY_ROUND, ["2026-03-07", "2026-03-08"]),
        ('"= 2026-03-08"', ["2026-03-08"] * 2),
        ('"8 March 2026"', ["2026-03-08"] * 2),
    ],
)
def test_a_report_without_days_asks_once_for_them(
    name: str, data: bytes, answer: str, days: list[str], tmp_path: Path
) -> None:
    text = run(tmp_path, name, data, answer)
    assert re.findall(r"^(2026-\d\d-\d\d),", text, re.MULTILINE) == days


def test_the_days_of_rounds_are_asked_where_rounds_have_them(tmp_path: Path) -> None:
    text = run(tmp_path, "open.trf", report(WEEKEND).data, BY_ROUND, system="ijssel")
    assert "1,2026-03-07\n2,2026-03-08\n" in text


def test_a_day_may_be_a_column_or_a_part_of_the_name(tmp_path: Path) -> None:
    text = run(tmp_path / "a", "open.trf", report(WEEKEND).data, '"last day"')
    assert text.count("2026-03-08") == 2
    text = run(tmp_path / "b", "open 9.3.2026.trf", report(WEEKEND).data, '"file: %d.%m.%Y"')
    assert text.count("2026-03-09") == 2


@pytest.mark.parametrize(("answer", "number"), [('"result"', 3), ("false", 2)])
def test_games_without_moves_are_asked_about_once(answer: str, number: int, tmp_path: Path) -> None:
    games = [
        pgn.game("Aerts, An", "Bos, Bo", "1-0", "", Round="1.1"),
        pgn.game("Claes, Cy", "Bos, Bo", "1-0", Round="2.1"),
        pgn.game("Aerts, An", "Claes, Cy", "0-1", Round="3.1"),
    ]
    text = run(tmp_path, "games.pgn", "".join(games).encode(), answer, column="result")
    assert text.count("2026-02-05,") == number


def test_days_on_which_vega_saved_a_file_are_in_doubt() -> None:
    tags = {"moves": "", "end": "*", "EventDate": "2026.01.08"}
    late = [pgn.game("A", "B", "1-0", Round=f"{at}.1", Date="2026.02.12", **tags) for at in (1, 2)]
    document = pgn.read_text(*late, pgn.game("A", "B", "0-1", Round="3.1", Date="2026.02.19", **tags))
    assert [code for *_, code in verdicts(document)] == ["rounds-share-day"] * 2
    first = pgn.game("A", "B", "1-0", Round="1.1", Date="2026.01.08", **tags)
    assert not verdicts(pgn.read_text(first, late[1]))


@given(
    st.lists(st.text("ab\"[' \\", min_size=1, max_size=9).filter(lambda text: '"]' not in text), min_size=1)
)
def test_a_name_ends_at_the_last_quote_before_the_bracket(names: list[str]) -> None:
    games = [
        f'[White "Jo{name}n"] [Black "B"]\n[Result "1-0"]\n\n*\n\n' for name in names if '" [' not in name
    ]
    found = [row[3].replace("\\", "") for row in rows(pgn.read_text(*games))]
    assert found == [f"Jo{name}n".replace("\\", "") for name in names if '" [' not in name]


def test_a_report_with_faults_says_what_becomes_of_each() -> None:
    lines = [
        *WEEKEND[:3],
        player(1, "Aerts, An", "0.5", "2 w 0", "4 b D"),
        player(2, "Bos, Bo", "0.0", "1 b 0", "0000 - Z"),
        player(4, "Claes, Cy", "0.5", "0000 - Z", "1 w D"),
        "QQQ a line of another program",
    ]
    document = read_document(report(lines))
    assert [row[5] for row in rows(document, "forfeits")] == ["0-0f"]
    assert [code for *_, code in verdicts(document)] == ["forfeit-drawn", "unknown-line"]
    assert [note.code for note in document.notes] == ["numbers-missing"]


@pytest.mark.parametrize("day", ["9. 3. 2026", "26/03/09", "2026/03/09", "Mar 9, 2026", "09/03/2026"])
def test_days_of_reports_have_many_forms(day: str) -> None:
    document = read_document(report([WEEKEND[0], f"042 {day}", f"052 {day}", *WEEKEND[3:]]))
    days = {row[0] for row in rows(document)}
    assert days == ({""} if day == "09/03/2026" else {"2026-03-09"})


def vega(body: str) -> SourceFile:
    head = '<meta name="author" content="www.vegachess.com"><title>Club Cup</title>'
    return SourceFile("x.html", f"<html><head>{head}</head><body>{body}</body></html>".encode())


def cell(result: str, kind: str, number: object) -> str:
    return f'<td><div class="res">{result}</div><div class="{kind}">{number}  </div></td>'


def test_a_cell_by_vega_is_a_game_or_a_forfeit_by_its_class() -> None:
    players = {
        "Aerts,An": cell("1", "cw", 2) + cell("1", "cf", 3),
        "Bos,Bo": cell("0", "cb", 1) + cell(" ½ ", "cf", "BYE"),
        "Claes,Cy": cell("1", "cf", "BYE") + cell("0", "cf", 1),
    }
    lines = (
        f'<tr><td><span class="idn"> {at} </span><span class="title male">FM</span><a>{name}</a></td>'
        f'<td class="score">1</td>{cells}</tr>'
        for at, (name, cells) in enumerate(players.items(), 1)
    )
    heads = "<tr><th>Player</th><th>Pts</th><th>1</th><th>2</th></tr>"
    document = read_document(vega(f"<h3>Cross Table</h3><table>{heads}{''.join(lines)}</table>"))
    assert rows(document, "games", "round", "white", "black", "result") == [
        ("1", "Aerts,An", "Bos,Bo", "1-0")
    ]
    assert rows(document, "forfeits", "round", "result") == [("2", "1-0f")]
    assert rows(document, "absences", "player", "code") == [("Bos,Bo", "bye"), ("Claes,Cy", "odd")]


def test_a_page_of_pairs_has_its_round_and_day_above_it() -> None:
    box = '<div class="player-container"><div class="player-name-box2"><span>{}</span></div>'
    box += (
        '<div class="player-data-box"><div class="sort-num"> 3</div><div>CM</div><div>1774</div></div></div>'
    )
    results = {"Aerts,An": "1 - 0", "Bos,Bo": "1F-0F", "Claes,Cy": "0F-0F", "Dom,Di": " ... "}
    lines = (
        f'<tr><td>{at}</td><td>{box.format(name)}</td><td>3</td><td class="result">{result}</td><td>2</td>'
        f'<td><span class="idblack">7 </span><span class="title male"> IM</span><a>Ee,Ed{at}</a></td></tr>'
        for at, (name, result) in enumerate(results.items(), 1)
    )
    head = "<h5>Pairing of round 4, at 17:30 of 02/09/2025</h5>"
    document = read_document(vega(f"{head}<table>{''.join(lines)}</table>"))
    assert rows(document) == [("2025-09-02", "4", "1", "Aerts,An", "Ee,Ed1", "1-0", "Club Cup")]
    assert [row[5] for row in rows(document, "forfeits")] == ["1-0f", "0-0f"]
    assert [code for *_, code in verdicts(document) if code != "left-heading"] == ["game-to-come"]


@given(st.lists(st.text("xyz ", max_size=6), min_size=6, max_size=6))
def test_a_crosstable_is_known_by_its_cells(headings: list[str]) -> None:
    body = [[row[0], row[2], *row[5:9]] for row in RANKING]
    found = table([headings, *body])
    assert fits_table(found)
    assert len(rows(read_table(found))) == len(
        rows(read_table(table([["", "Name", "1", "2", "3", ""], *body])))
    )


@given(
    st.lists(st.sampled_from(["", "2026-01-05"]), min_size=1, max_size=8),
    st.dictionaries(st.sampled_from("12345678"), st.sampled_from(["2026-02-01", "2026-02-02"])),
)
def test_answers_fill_what_is_blank_and_by_round_what_they_name(
    days: list[str], by_round: Mapping[str, str]
) -> None:
    target = find_targets(load_system("elo"))["games"]
    games = SourceTable("games", [make_row("x", row) for row in enumerate(days, 1)], ("round", "date"))
    filled, columns = fill_gaps(games, {"date": "date"}, {"date": by_round}, "x")
    wanted = [by_round.get(str(number), day) for number, day in enumerate(days, 1)]
    assert [row.cells[1].text for row in filled.rows] == wanted
    assert bool(mark_gaps(filled, columns, target)[1]) is ("" in wanted)
    filled, columns = fill_gaps(games, {"date": "date"}, {"date": "= 2026-03-03"}, "x")
    assert [row.cells[1].text for row in filled.rows] == [day or "2026-03-03" for day in days]
    assert not mark_gaps(filled, columns, target)[1]


def test_a_file_without_a_place_in_the_ranking_is_refused(tmp_path: Path) -> None:
    (tmp_path / "results/list").mkdir(parents=True)
    (tmp_path / "sitegen.toml").write_text(SITE.format("ruit"))
    (tmp_path / "x.pgn").write_text(pgn.FIRST, encoding="utf-8")
    result = CliRunner().invoke(main, ["import", str(tmp_path / "x.pgn"), "--site", str(tmp_path)])
    assert result.exit_code == 1, result.output
    assert "nothing in this file has a place in this ranking" in result.output


def test_another_day_answered_later_moves_the_round(tmp_path: Path) -> None:
    path = tmp_path / "report.trf"
    run(tmp_path, path.name, report(WEEKEND).data, BY_ROUND, system="ijssel")
    answers = tmp_path / "imports/report.toml"
    answers.write_text(answers.read_text().replace('2 = "2026-03-08"', '2 = "2026-03-09"'))
    CliRunner().invoke(main, ["import", str(path), "--site", str(tmp_path)], catch_exceptions=False)
    (rounds,) = (tmp_path / "results/list").glob("rounds/import-report.csv")
    assert rounds.read_text().splitlines()[1:] == ["1,2026-03-07", "2,2026-03-09"]
