"""`sitegen import` of tables whose headings nobody knows: proposals with evidence, and questions."""

import re
import tomllib
from collections.abc import Sequence
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from sitegen.commands.cli import main
from sitegen.core.system import load_system
from sitegen.importing.answers import Answers
from sitegen.importing.kinds import read_document
from sitegen.importing.layout import find_layout
from sitegen.importing.references import read_constant
from sitegen.importing.source import Document, SourceFile, SourceTable, make_text_row
from sitegen.importing.sources import ImportOptions, Source, SourceReader
from sitegen.importing.targets import find_targets

pytestmark = pytest.mark.slow

TABLES = {
    "elo": ("games", "date,home,away,result,home_score,away_score"),
    "fibs": ("matches", "date,winner,loser,length,score"),
    "ruit": ("pairs", "date,pair,player1,player2,score"),
    "ludo": ("results", "tournament,round,game,table,player,place,score"),
}
PEOPLE = "Ann Peters", "Bob Clay", "Dee Ems", "Fay Gold"


class Club:
    """A site of one ranking without rows, and the files that it imports."""

    def __init__(self, folder: Path, system: str) -> None:
        self.root, self.files = folder / "site", folder / "files"
        self.table, header = TABLES[system]
        results = self.root / "results/list"
        results.mkdir(parents=True)
        self.files.mkdir()
        ranking = f'[[ranking]]\nid = "list"\nsystem = "{system}"\ntitle = "List"\n'
        site = '[site]\ntitle = "Club"\nurl = "https://club.example/"\nlanguage = "en"\n'
        (self.root / "sitegen.toml").write_text(f"{site}\n{ranking}")
        rating = (",rating", ",50") if system == "ruit" else ("", "")
        players = f"id,name,hidden{rating[0]}\nvi,Vi Sible,yes{rating[1]}\n"
        (results / "players.csv").write_text(players)
        (results / f"{self.table}.csv").write_text(f"{header}\n")

    def write(self, name: str, text: str) -> Path:
        path = self.files / name
        path.write_text(text, encoding="utf-8")
        return path

    def run(self, *files: Path, status: int) -> str:
        arguments = ["import", *map(str, files), "--to", "list", "--site", str(self.root)]
        result = CliRunner().invoke(main, arguments)
        assert result.exit_code == status, result.output
        return result.output

    @property
    def questions(self) -> str:
        return next((self.root / "imports").glob("*.toml")).read_text(encoding="utf-8")

    def answer(self, **answers: str) -> None:
        path = next((self.root / "imports").glob("*.toml"))
        text = path.read_text(encoding="utf-8")
        for key, value in answers.items():
            text, number = re.subn(rf'^{key} = "\?"', f"{key} = {value}", text, flags=re.MULTILINE)
            assert number, text
        path.write_text(text, encoding="utf-8")

    @property
    def rows(self) -> list[str]:
        return (self.root / f"results/list/{self.table}.csv").read_text(encoding="utf-8").splitlines()[1:]


@pytest.fixture(params=["elo"])
def club(tmp_path: Path, request: pytest.FixtureRequest) -> Club:
    return Club(tmp_path, request.param)


def of(system: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("club", [system], indirect=True)


WITHOUT = "2024-02-03,Ann Peters,Bob Clay,1-0\n2024-02-10,Dee Ems,Bob Clay,0-1\n"


def test_rows_without_headings_are_a_question_and_then_rows(club: Club) -> None:
    path = club.write("evenings.csv", WITHOUT)
    club.run(path, status=1)
    assert "# B: Ann Peters | Dee Ems" in club.questions
    club.answer(agree="true")
    club.run(path, status=1)
    club.answer(new_players="true")
    club.run(path, status=0)
    assert club.rows == ["2024-02-03,ann-peters,bob-clay,1-0,,", "2024-02-10,dee-ems,bob-clay,0-1,,"]
    assert "Nothing is new" in club.run(path, status=0)


@pytest.mark.parametrize(
    ("text", "columns"),
    [
        ("Played on,Home team,Away team,Home goals,Away goals\n{0},{1},{2},3,1", "home_score"),
        ("Date,Winner,Loser\n{0},{1},{2}", '"= 1-0"'),
        ("Date,Player 1,Player 2,Winner\n{0},{1},{2},{2}", 'outcome = "Winner"'),
        ("Date,White,Black,Result,Matsch\n{0},{1},{2},1-0,x", 'leave = ["Matsch"]'),
        ("Name,Date,White,Black,Result,Rating\n{1},{0},{1},{2},1-0,1500", 'leave = ["Name", "Rating"]'),
        (
            "Wanneer;Thuis;Bezoekers;Sets thuis;Sets bezoekers\n{0};{1};{2};3;1",
            'away_score = "Sets bezoekers"',
        ),
    ],
)
def test_what_the_headings_and_cells_say_is_proposed(club: Club, text: str, columns: str) -> None:
    heading, row = text.split("\n")
    rows = [row.format(f"2024-02-{day:02} 21:15", "Ann Peters", "Bob Clay") for day in (3, 10, 17)]
    path = club.write("games.csv", "\n".join([heading, *rows]))
    assert "3 imported" in club.run(path, status=1) or 'agree = "?"' in club.questions
    assert columns in club.questions


def test_what_is_given_exactly_is_not_guessed_again(club: Club) -> None:
    """The published table of games has columns beside ours: `home_before` is no score of home."""
    heading = "date,home,away,result,rated,home_before,away_before,counted"
    path = club.write("own.csv", f"{heading}\n2024-02-03,Ann Peters,Bob Clay,1-0,yes,1500,1480,yes\n")
    assert "1 imported" in club.run(path, status=1)
    assert 'leave = ["home_before", "away_before", "counted"]' in club.questions


def test_rounds_with_days_are_a_csv(tmp_path: Path) -> None:
    path = tmp_path / "rounds.csv"
    path.write_bytes(b"round,date\n1,2026-05-01\n2,2026-05-08\n")
    table = read_document(SourceFile(path.name, path.read_bytes())).tables[0]
    assert [[cell.text for cell in row.cells] for row in table.rows][1] == ["1", "2026-05-01"]


def test_nothing_understood_is_no_success(club: Club) -> None:
    path = club.write("bar.csv", "Item,Price,Call\nBeer,3.50,0470 12 34 56\nVi Sible,2.00,0470 12 34 57\n")
    assert "it is not known what these rows are" in club.run(path, status=1)
    assert 'table = "?"  # players | games | memberships | decisions | list | false' in club.questions
    assert "0470" not in club.questions
    assert "Vi Sible" not in club.questions
    club.answer(table="false")
    assert "Nothing is new" in club.run(path, status=0)


def test_two_against_two_is_told_in_one_sentence(club: Club) -> None:
    rows = [
        "Date,Team A,Team B,Result",
        "2024-02-03,Ann & Bob,Dee & Fay,3-1",
        "2024-02-04,Ann & Dee,Bob & Fay,3-1",
    ]
    told = club.run(club.write("doubles.csv", "\n".join(rows)), status=1)
    assert told.count("two play against two") == 1


def test_nil_nil_where_nobody_draws_was_not_played(club: Club) -> None:
    rows = [f"2024-02-{day:02},Ann Peters,Bob Clay,{3 * (day < 8)},0" for day in range(2, 9)]
    text = "\n".join(["Date,Player 1,Player 2,Score 1,Score 2", *rows])
    assert "6 imported, 2 left" in club.run(club.write("sets.csv", text), status=1)


@pytest.mark.parametrize(("decided", "drawn", "left"), [(2, 0, 0), (2, 1, 0), (6, 0, 1), (6, 1, 0)])
def test_nil_nil_among_results_of_chess_is_no_draw(club: Club, decided: int, drawn: int, left: int) -> None:
    results = ["1-0", "0-1", "1-0", "0-1", "1-0", "0-1"][:decided] + ["r"] * drawn + ["0-0"]
    rows = [f"2024-02-{day:02},Ann Peters,Bob Clay,{result}" for day, result in enumerate(results, 2)]
    path = club.write("chess.csv", "\n".join(["Date,White,Black,Result", *rows]))
    assert f"{decided + drawn} imported, {1 + left} left" in club.run(path, status=1)
    assert ('0-0 = "?"' in club.questions) is not left
    club.answer(new_players="true", **({} if left else {"0-0": '"1/2-1/2"'}))
    club.run(path, status=0)
    assert [row.split(",")[3] for row in club.rows].count("½-½") == drawn + (not left)


@pytest.mark.parametrize("heads", ["Score W,Score B", "Score White,Score Black", "Punten wit,Punten zwart"])
def test_scores_under_the_colours_are_those_of_the_sides(club: Club, heads: str) -> None:
    rows = [
        f"2024-02-0{day},Ann Peters,Bob Clay,{score}" for day, score in enumerate(("1,0", "0,1", "0,0"), 2)
    ]
    club.run(club.write("scores.csv", "\n".join([f"Date,White,Black,{heads}", *rows])), status=1)
    first, second = heads.split(",")
    assert f'home_score = "{first}", away_score = "{second}"' in club.questions
    path = club.write(
        "scores.csv",
        "\n".join([f"Date,White,Black,{heads}", *rows, "2024-02-05,Bob Clay,Ann Peters,0.5,0.5"]),
    )
    assert "0-0 where a draw is ½-½" in club.run(path, status=1)
    answers = next((club.root / "imports").glob("*.toml"))
    text = club.questions.replace('new_players = "?"', "new_players = true").replace('"?"', "false")
    answers.write_text(text, encoding="utf-8")
    club.run(path, status=0)
    assert len(club.rows) == 3


EVENING = """<html><body><h1>Club</h1><pre>
 BRIDGE   {day}
{lines}
 Nr  Pair                        Mps     Outcome
  1  Ann Peters - Bob Clay       120      62,50
  2  Dee Ems - Fay Gold           72      37,50
     Average                      96
</pre></body></html>"""


@of("ruit")
def test_evenings_of_one_form_are_one_question(club: Club) -> None:
    days = ["3 February 2024", "10 February 2024", "17 February 2024"]
    files = [
        club.write(f"{number}.html", EVENING.format(day=day, lines="\n note" * number))
        for number, day in enumerate(days)
    ]
    club.run(*files, status=1)
    assert club.questions.count("[sheet.") <= 2, club.questions
    club.answer(agree="true")
    club.run(*files, status=1)
    club.answer(new_players="true")
    club.run(*files, status=0)
    assert [row.split(",")[0] for row in club.rows] == [
        day for day in ("2024-02-03", "2024-02-10", "2024-02-17") for _ in range(2)
    ]


@of("ludo")
def test_places_follow_from_scores(club: Club) -> None:
    scores = zip(PEOPLE, (10, 8, 8, 3), strict=True)
    path = club.write(
        "cup.csv", "\n".join(["Game,Player,Points", *(f"Catan,{name},{n}" for name, n in scores)])
    )
    club.run(path, status=1)
    assert 'place = "high: Points"' in club.questions
    text = club.questions
    for key in ("tournament", "round", "table"):
        text = text.replace(f'{key} = "?"', f'{key} = "= 1"')
    next((club.root / "imports").glob("*.toml")).write_text(text, encoding="utf-8")
    told = club.run(path, status=1)
    assert "4 imported" in told
    path.write_text(path.read_text(encoding="utf-8").replace("Fay Gold,3", "Fay Gold,"), encoding="utf-8")
    assert "1 left, 4 doubtful" in club.run(path, status=1)
    path.write_text("Game,Player,Points\nCatan,Ann Peters,\nCatan,Bob Clay,\n", encoding="utf-8")
    assert "nobody at the table has a score" in club.run(path, status=1)


@pytest.mark.parametrize(
    ("form", "file", "part"),
    [
        ("file: %d.%m.%Y", "eve 03.02.2024.txt", "2024-02-03"),
        ("file: %d %B %Y", "Uitslag 3 februari 2024.txt", "2024-02-03"),
        ("file: %y%m%d", "240203.csv", "2024-02-03"),
        ("file: %d.%m.%Y", "eve 45.13.2024.txt", ""),
        ("file: Cup *", "Cup of Spring.csv", "of Spring"),
        ("sheet: Round *", "a.csv", "12"),
        ("Points", "a.csv", None),
    ],
)
def test_a_part_of_a_name(form: str, file: str, part: str | None) -> None:
    cell = read_constant(form, SourceTable("Round 12", []), file)
    assert (cell and cell.text) == part


def grid(rows: Sequence[Sequence[str]]) -> SourceTable:
    return SourceTable("table 1", [make_text_row(f"line {at}", row) for at, row in enumerate(rows, 1)])


@given(st.permutations(range(4)), st.integers(0, 3), st.booleans())
def test_columns_in_any_order_below_any_title(order: list[int], titles: int, has_heads: bool) -> None:
    """The kinds of columns and the row of headings are found wherever they stand."""
    heads, kinds = ["Tag", "Eins", "Zwei", "Stand"], ["day", "name", "name", "result"]
    body = [["3-2-2024", "Ann Peters", "Bob Clay", "1-0"], ["10-2-2024", "Dee Ems", "Bob Clay", "½-½"]] * 3
    rows = [[row[at] for at in order] for row in ([heads] if has_heads else []) + body]
    layout = find_layout(grid([*[["A title"]] * titles, *rows]))
    assert layout is not None
    assert [column.kind for column in layout.columns] == [kinds[at] for at in order]
    assert layout.has_headings == has_heads
    assert layout.header == titles + has_heads


HEADS = [
    *("Date", "Wit", "Black", "Result", "Matsch", "Name", "Player 1", "Player 3", "Winner", "Loser"),
    *("Score 1", "Points", "Pct", "Rating", "Nr", "Tag", ""),
]
CELLS = [
    *("2024-02-03", "3/2/2024 21:15", "Ann Peters", "Bob & Cy", "Bob - Cy", "1-0", "½-½", "0-0", "12"),
    *("61.50", "yes", "x", "-", "Total", "1=", "+5", ""),
]


@given(
    st.sampled_from([*TABLES, "glicko2", "ijssel", "keizer", "nbb"]),
    st.integers(1, 6).flatmap(
        lambda width: st.tuples(
            st.lists(st.sampled_from(HEADS), min_size=width, max_size=width),
            st.lists(st.lists(st.sampled_from(CELLS), min_size=width, max_size=width), max_size=5),
        )
    ),
)
def test_the_questions_about_any_table_can_be_read(
    system: str, rows: tuple[list[str], list[list[str]]]
) -> None:
    """Whatever stands in a table, its file of answers is TOML, and every row has a verdict or is open."""
    table = grid([rows[0], *rows[1]])
    source = Source("eve 03.02.2024.csv", Document("delimited", [table]))
    reader = SourceReader(find_targets(load_system(system)), Answers("x"), [], ImportOptions([]))
    reader.read_source(source)
    sheets = tomllib.loads(reader.additions.merge_into("")).get("sheet", {})
    assert {*sheets} == {*reader.sheets}
    assert all(record.is_open or record.reason for record in source.records)
