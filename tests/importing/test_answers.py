"""Answers stay what they were: people who were new, records in doubt, and copies of a file."""

import tomllib
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from sitegen.core.language import Language
from sitegen.core.problems import say
from sitegen.importing.answers import Additions, format_toml_key
from tests.importing.test_import import Make, answer, answer_doubts, content, games, run, site, table

__all__ = ["site"]

pytestmark = pytest.mark.slow

HEAD = "Date,White,Black,Result\n"
EMPTY = "id,name,aliases,hidden\n"


def write(path: Path, *rows: str) -> Path:
    path.parent.mkdir(exist_ok=True)
    path.write_text(HEAD + "".join(f"{row}\n" for row in rows), encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("players", "name", "later"),
    [
        (EMPTY, "A. Peters", "A. Peters"),
        (EMPTY, "A. Peters", "Peters A."),
        (EMPTY, "Peters", "Peters"),
        (EMPTY, "Ann Petesr", "Petesr Ann"),
        (EMPTY + "ann-peters,Ann Peters,,\n", "Ann Peters", "Ann Peters"),
        (EMPTY + "ann-peters,Ann Peters,,\n", "Peters Ann", "Peters Ann"),
    ],
)
def test_who_was_new_stays_who_that_became(
    site: Make, tmp_path: Path, players: str, name: str, later: str
) -> None:
    root = site(players=players)
    source = write(tmp_path / "a.csv", "2024-02-03,Ann Peters,Bob Clay,1-0", f"2024-02-17,Cy Dale,{name},1-0")
    if "Ann" in players:
        write(source, f"2024-02-17,Cy Dale,{name},1-0")
    run(root, source, status=1)
    if "Ann" in players:
        path = root / "imports/a.toml"
        path.write_text(path.read_text() + f'[players]\n"{name}" = "new"  # another\n', encoding="utf-8")
    else:
        answer(root, "a", (name, '"new"'))
    answer(root, "a", ("new_players", "true"))
    run(root, source)
    before, people = content(root), table(root, "players.csv", "id")
    assert len({games(root)[-1][2], "ann-peters"}) == 2
    assert run(root, source).stdout.endswith("Nothing is new.\n")
    assert content(root) == before
    write(source, *source.read_text().splitlines()[1:], f"2024-02-24,{later},Cy Dale,1-0")
    run(root, source)
    assert table(root, "players.csv", "id") == people
    assert games(root)[-1][1] == games(root)[-2][2]


def test_an_answer_stays_with_its_record_when_rows_are_put_above_it(site: Make, tmp_path: Path) -> None:
    root = site(players=EMPTY)
    rows = ["2024-01-06,Ann Peters,Bob Clay,1-0", *["2024-01-06,Cy Dale,Cy Dale,0-1"] * 2]
    source = write(tmp_path / "a.csv", *rows)
    run(root, source, status=1)
    answer_doubts(root, "a", "false")
    answer(root, "a", ("new_players", "true"))
    run(root, source)
    assert len(games(root)) == 1
    run(root, write(source, "2024-01-05,Cy Dale,Bob Clay,1-0", *rows))
    assert games(root) == [
        ("2024-01-06", "ann-peters", "bob-clay", "1-0"),
        ("2024-01-05", "cy-dale", "bob-clay", "1-0"),
    ]


def test_an_answer_is_for_the_records_of_one_file(site: Make, tmp_path: Path) -> None:
    root = site(players=EMPTY)
    folder = write(tmp_path / "season/feb.csv", "2024-01-06,Cy Dale,Cy Dale,0-1").parent
    write(folder / "jan.csv", "2024-01-06,Ann Peters,Bob Clay,1-0", "2024-01-06,Cy Dale,Cy Dale,1-0")
    run(root, folder, status=1)
    answer(root, "feb", ("new_players", "true"), ("same-player-twice", '"each"'))
    run(root, folder, status=1)
    path = root / "imports/feb.toml"
    text = path.read_text(encoding="utf-8")
    lines = [
        line.replace('" = "?"', ' away" = "Bob Clay"') if line.startswith('"jan') else line
        for line in text.splitlines()
    ]
    path.write_text("\n".join(lines).replace('" = "?"', '" = false'), encoding="utf-8")
    run(root, folder)
    assert [row[1:] for row in games(root)] == [
        ("ann-peters", "bob-clay", "1-0"),
        ("cy-dale", "bob-clay", "1-0"),
    ]


def test_an_answer_at_a_line_number_is_told_plainly(site: Make, tmp_path: Path) -> None:
    root = site(players=EMPTY)
    source = write(tmp_path / "a.csv", "2024-01-06,Cy Dale,Cy Dale,0-1")
    run(root, source, status=1)
    path = root / "imports/a.toml"
    path.write_text(path.read_text().split("[cells]")[0] + '[cells]\n"line 2" = false\n', encoding="utf-8")
    assert "by what the record says" in run(root, source, status=1).output


@given(
    st.dictionaries(st.text(min_size=1), st.tuples(st.text() | st.booleans(), st.text()), min_size=1),
    st.lists(st.text(), min_size=1, max_size=4, unique=True),
)
@example({"\x7f\u2028#": ('"?\x85', "\x00\u2028")}, ["a #b", "a"])
def test_what_is_written_into_a_file_of_answers_is_read_from_it(
    answers: dict[str, tuple[str | bool, str]], names: list[str]
) -> None:
    text = ""
    for half in (0, 1):
        additions = Additions()
        for name in names:
            for key, (value, comment) in [*answers.items()][half::2]:
                additions.add(f"sheet.{format_toml_key(name)}", key, value, comment)
        text = additions.merge_into(text)
    wanted = {key: value for key, (value, _) in answers.items()}
    assert tomllib.loads(text)["sheet"] == dict.fromkeys(names, wanted)


def test_a_question_gives_its_evidence_in_the_language_of_the_site() -> None:
    additions = Additions(language=Language("nl"))
    additions.add(
        "sheet.a.columns", "date", "?", say("gap", "the {column} is not known", column="date"), "1 = A"
    )
    assert additions.merge_into("") == '[sheet.a.columns]\ndate = "?"  # date is niet bekend | 1 = A\n'


def test_each_asks_about_a_text_record_by_record_and_about_a_record_no_further(
    site: Make, tmp_path: Path
) -> None:
    root = site(players=EMPTY + "ann,Ann Peters,,\nbob,Bob Clay,,\n")
    rows = ["2024-02-03,Ann Peters,Bob Clay,won", "2024-02-04,Bob Clay,Ann Peters,won"]
    source = write(tmp_path / "a.csv", *rows)
    run(root, source, status=1)
    answer(root, "a", ("won", '"each"'))
    run(root, source, status=1)
    text = (root / "imports/a.toml").read_text(encoding="utf-8")
    (root / "imports/a.toml").write_text(text.replace('"?"', '"each"'), encoding="utf-8")
    assert run(root, source, status=1).output.count('"each" does not answer it') == 2
    (root / "imports/a.toml").write_text(text.replace('"?"', '"1-0"', 1).replace('"?"', '"0-1"'), "utf-8")
    run(root, source)
    assert [row[3] for row in games(root)] == ["1-0", "0-1"]


ROUNDS = {"rounds": "round,date\n1,2024-01-03\n", "games": "round,white,black,result\n"}


@pytest.mark.parametrize("wrong", ['"= x"', '"Elo"', "false"])
def test_a_wrong_answer_about_newcomers_is_told_though_there_is_a_guess(
    site: Make, tmp_path: Path, wrong: str
) -> None:
    root, source = site("ijssel", players="id,name\n", **ROUNDS), tmp_path / "a.csv"
    source.write_text("Round,White,Elo,Black,Elo of Black,Result\n1,Ann Peters,1500,Bob Clay,1600,1-0\n")
    run(root, source, status=1)
    answer(root, "a", ("new_players", "true"))
    path = root / "imports/a.toml"
    text = path.read_text(encoding="utf-8")
    right = '{ white = "Elo", black = "Elo of Black" }'
    assert f"a column such as {right}" in text
    path.write_text(text.replace('"= 1400"', wrong), encoding="utf-8")
    assert f"{wrong} does not answer it" in run(root, source, status=1).output
    path.write_text(text.replace('"= 1400"', right), encoding="utf-8")
    run(root, source)
    assert table(root, "players.csv", "id", "estimate") == [("ann-peters", "1500"), ("bob-clay", "1600")]


def test_a_figure_that_new_players_need_is_asked_until_it_is_answered(site: Make, tmp_path: Path) -> None:
    tables = {
        "pairs": "date,line,player1,player2,score\n",
        "seasons": "season,start,end\n24,2024-01-01,2024-12-31\n",
    }
    root, source = site("nbb", players="id,name,ranking\n", **tables), tmp_path / "a.csv"
    with (root / "sitegen.toml").open("a") as settings:
        settings.write("[ranking.options]\nlines = 1\n")
    rows = ["Date,Line,Player 1,Player 2,Score", "2024-02-05,A,An Bo,Cy Da,60", "2024-02-05,A,Ed Fa,Gi Ho,40"]
    source.write_text("\n".join(rows))
    run(root, source, status=1)
    answer(root, "a", ("new_players", "true"))
    before = content(root)
    run(root, source, status=1)
    assert content(root) == before
    answer(root, "a", ("ranking", '"= 50"'))
    run(root, source)
    assert len(table(root, "players.csv", "ranking")) == 4


def test_a_file_outside_the_folder_is_not_gone_when_the_folder_is_read(site: Make, tmp_path: Path) -> None:
    root = site(players=EMPTY + "ann,Ann Peters,,\nbob,Bob Clay,,\n")
    inside = write(tmp_path / "season/feb.csv", "2024-02-03,Ann Peters,Bob Clay,1-0")
    outside = write(
        tmp_path / "feb.csv", "2024-02-03,Ann Peters,Bob Clay,1-0", "2024-02-10,Bob Clay,Ann Peters,1-0"
    )
    run(root, inside.parent)
    run(root, outside)
    run(root, "--again")
    assert "gone" not in run(root, inside.parent).stdout
    run(root, inside.parent, "--gone")
    assert len(games(root)) == 2
