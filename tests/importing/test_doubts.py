"""Records in doubt: one question a kind, answers with whatever a cell can hold, refusals of the reader."""

import json
import re
import tomllib
from collections.abc import Sequence
from pathlib import Path
from shutil import copytree, ignore_patterns

import pytest
from click.testing import CliRunner
from examples import times
from hypothesis import given
from hypothesis import strategies as st

from sitegen.commands.cli import main
from sitegen.core.system import load_system
from sitegen.importing.answers import load_answers
from sitegen.importing.targets import CLUB_LIST, find_targets
from tests.importing.test_import import Make, answer, answer_doubts, content, games, run, site, table

__all__ = ["site"]

pytestmark = pytest.mark.slow

WORDS = "Ann Bob Cy Dee Eve Fay Gus Hal Ida Jon Kay Leo Mia Ned Ola Pam Quin Rik Sue Tom"
FIRST = [*WORDS.split(" ")]
PEOPLE = [f"{first} {last}" for first, last in zip(FIRST, FIRST[::-1], strict=True)]
EMPTY = "id,name,aliases,hidden\n"
RESULTS = ["1-0", "0-1", "½-½"] * 4


def write(folder: Path, header: str, rows: Sequence[str], name: str = "a.csv") -> Path:
    path = folder / name
    path.write_text("\n".join([header, *rows]) + "\n", encoding="utf-8")
    return path


def questions(root: Path, name: str = "a") -> list[str]:
    """The keys that are asked, of the records alone."""
    text = (root / f"imports/{name}.toml").read_text(encoding="utf-8")
    keys = re.findall(r'^(.+) = "\?"', text, re.MULTILINE)
    return [key for key in keys if key != "new_players"]


EVENING = [f"2024-01-06,{PEOPLE[2 * at]},{PEOPLE[2 * at + 1]},{RESULTS[at]}" for at in range(10)]


@pytest.mark.parametrize(
    ("given_answer", "rows", "event"),
    [("true", 20, "2"), ('"played"', 20, "2"), ('"Cup"', 20, "Cup"), ("false", 10, "")],
)
def test_an_evening_that_stands_twice_is_one_question(
    site: Make, tmp_path: Path, given_answer: str, rows: int, event: str
) -> None:
    root = site(players=EMPTY)
    source = write(tmp_path, "Date,White,Black,Result", EVENING * 2)
    told = run(root, source, status=1).stdout
    assert "10× line 12, column 1: 10 of 10 rows" in told
    assert "line 2" in told.split("stand from")[1]
    assert len(questions(root)) == 1
    answer(root, "a", ("new_players", "true"))
    answer_doubts(root, "a", given_answer)
    run(root, source)
    assert len(games(root)) == rows
    assert table(root, "games.csv", "event")[-1:] == [(event,)] if event else True
    before = content(root)
    assert run(root, source).stdout.endswith("Nothing is new.\n")
    assert content(root) == before


@pytest.mark.parametrize(
    ("system", "header", "row"),
    [
        ("glicko2", "Date,White,Black,Result", "2024-01-06,{0},{1},{2}"),
        ("fibs", "Date,Winner,Loser,Length,Score", "2024-01-06,{0},{1},11,{3}"),
    ],
)
def test_a_refused_copy_has_an_answer_in_other_systems(
    site: Make, tmp_path: Path, system: str, header: str, row: str
) -> None:
    root = site(system, players=EMPTY)
    pairs = zip(PEOPLE[::2], PEOPLE[1::2], RESULTS, range(10), strict=False)
    source = write(tmp_path, header, [row.format(*cells) for cells in pairs] * 2)
    run(root, source, status=1)
    assert len(questions(root)) == 1
    answer(root, "a", ("new_players", "true"))
    answer_doubts(root, "a", "true")
    run(root, source)
    (path,) = (path for path in (root / "results/list").rglob("*.csv") if path.name != "players.csv")
    assert path.read_text(encoding="utf-8").count("2024-01-06") == 20
    assert table(root, str(path.relative_to(root / "results/list")), "event")[-1] == ("2",)


@pytest.mark.parametrize(("given_answer", "events"), [("true", ["2"] * 10 + [""]), ("false", [""])])
def test_only_the_copied_rows_of_a_file_are_asked_about(
    site: Make, tmp_path: Path, given_answer: str, events: list[str]
) -> None:
    """The rows of an evening that the club has already come once more, with another one."""
    root = site(players=EMPTY)
    run(root, write(tmp_path, "Date,White,Black,Result", EVENING), status=1)
    answer(root, "a", ("new_players", "true"))
    run(root, tmp_path / "a.csv")
    folder = root / "results/list/games"
    folder.mkdir()
    (root / "results/list/games.csv").rename(folder / "2024.csv")
    rows = [*EVENING, *EVENING, f"2024-01-13,{PEOPLE[0]},{PEOPLE[2]},1-0"]
    source = write(tmp_path, "Date,White,Black,Result", rows, "b.csv")
    run(root, source, status=1)
    answer_doubts(root, "b", given_answer)
    run(root, source)
    assert [row[0] for row in table(root, "games/import-b.csv", "event")] == events
    assert run(root, source).stdout.endswith("Nothing is new.\n")


def test_where_no_word_can_tell_rows_apart_it_is_not_offered(site: Make, tmp_path: Path) -> None:
    root = site("keizer", players=EMPTY, rounds="round,date\n1,2024-01-06\n")
    rows = [row.replace("2024-01-06", "1") for row in EVENING]
    source = write(tmp_path, "Round,White,Black,Result", rows * 2)
    run(root, source, status=1)
    assert "played again" not in (root / "imports/a.toml").read_text(encoding="utf-8")
    answer(root, "a", ("new_players", "true"))
    answer_doubts(root, "a", "true")
    assert re.search(
        r"imports/a\.toml:\d+:\d+: true does not answer it: 10 of 10", run(root, source, status=1).output
    )


@pytest.mark.parametrize(
    ("cell", "given_answer", "result"),
    [
        ("gewonnen!", '"1-0"', "1-0"),
        ("gewonnen!", '"not played"', None),
        ("gewonnen!", '"pas joué"', None),
        ("gewonnen!", "false", None),
        ('x "y" = z', '"½-½"', "½-½"),
    ],
)
def test_a_text_is_asked_about_once_for_all_its_rows(
    site: Make, tmp_path: Path, cell: str, given_answer: str, result: str | None
) -> None:
    root = site(players=EMPTY)
    quoted = '"' + cell.replace('"', '""') + '"'
    rows = [f"2024-01-{day:02},Ann Tom,Bob Sue,{quoted}" for day in (6, 13, 20)]
    source = write(tmp_path, "Date,White,Black,Result", [*rows, "2024-01-27,Ann Tom,Bob Sue,1-0"])
    told = run(root, source, status=1).stdout
    assert "3× line 2, column 4" in told
    assert len(questions(root)) == 1
    answer(root, "a", ("new_players", "true"))
    answer_doubts(root, "a", given_answer)
    run(root, source)
    assert [row[3] for row in games(root)] == [*([result] * 3 if result else []), "1-0"]


def test_scores_without_a_winner_are_asked_about_by_what_they_say(site: Make, tmp_path: Path) -> None:
    root = site("fibs", players=EMPTY)
    rows = ["2024-01-06,Ann Tom,Bob Sue,7-3", *["2024-01-13,Ann Tom,Bob Sue,4-4"] * 2]
    source = write(tmp_path, "Date,Player 1,Player 2,Score", rows)
    run(root, source, status=1)
    assert questions(root) == ["4-4"]
    answer(root, "a", ("new_players", "true"), ("4-4", '"not played"'))
    run(root, source)
    assert len(table(root, "matches.csv", "date")) == 1


def test_a_day_or_a_number_may_be_written_without_quotes(site: Make, tmp_path: Path) -> None:
    root = site(players=EMPTY)
    rows = ["unknown,Ann Tom,Bob Sue,1-0", "2024-01-13,Ann Tom,Bob Sue,0-1"]
    source = write(tmp_path, "Date,White,Black,Result", rows)
    run(root, source, status=1)
    answer(root, "a", ("new_players", "true"), ("unknown", "2024-01-02"))
    run(root, source)
    assert [row[0] for row in games(root)] == ["2024-01-02", "2024-01-13"]


def test_a_column_of_too_many_words_is_one_question(site: Make, tmp_path: Path) -> None:
    root = site(players=EMPTY)
    rows = [f"2024-01-{day:02},Ann Tom,Bob Sue,word {'abcdefghijklmnopqrstu'[day]}" for day in range(1, 20)]
    source = write(tmp_path, "Date,White,Black,Result", rows)
    run(root, source, status=1)
    assert questions(root) == ["no-such-choice"]
    answer(root, "a", ("new_players", "true"), ("no-such-choice", '"1-0"'))
    run(root, source)
    assert len(games(root)) == 19


def test_each_record_of_a_kind_is_asked_about_when_that_is_answered(site: Make, tmp_path: Path) -> None:
    root = site(players=EMPTY)
    rows = [f"2024-01-{day:02},Ann Tom,Ann Tom,1-0" for day in (6, 13, 20)]
    source = write(tmp_path, "Date,White,Black,Result", [*rows, "2024-01-27,Ann Tom,Bob Sue,1-0"])
    run(root, source, status=1)
    assert questions(root) == ["same-player-twice"]
    answer(root, "a", ("new_players", "true"), ("same-player-twice", '"each"'))
    run(root, source, status=1)
    assert len(questions(root)) == 3
    answer(root, "a", (json.loads(questions(root)[0]), '"Bob Sue"'))
    answer_doubts(root, "a", "false")
    run(root, source)
    assert [row[0] for row in games(root)] == ["2024-01-06", "2024-01-27"]


def test_a_conflict_is_answered_by_what_is_right(site: Make, tmp_path: Path) -> None:
    players = "id,name\nann-tom,Ann Tom\nbob-sue,Bob Sue\n"
    root = site(players=players, games="date,home,away,result\n2024-01-06,ann-tom,bob-sue,1-0\n")
    source = write(tmp_path, "Date,White,Black,Result", ["2024-01-06,Ann Tom,Bob Sue,0-1"])
    run(root, source, status=1)
    before = content(root)
    for given_answer, results in (("false", ["1-0"]), ("true", ["0-1"]), ('"new"', ["1-0", "0-1"])):
        for path in content(root).keys() - before.keys():
            (root / path).unlink()
        for path, data in before.items():
            (root / path).write_bytes(data)
        answer_doubts(root, "a", given_answer)
        run(root, source)
        assert [row[3] for row in games(root)] == results
        assert run(root, source).stdout.endswith("Nothing is new.\n")


def test_an_answer_that_nothing_asks_for_any_more_stops_nothing(site: Make, tmp_path: Path) -> None:
    root = site(players="id,name\nann-tom,Ann Tom\nbob-sue,Bob Sue\n")
    source = write(tmp_path, "Date,White,Black,Result", ["2024-01-06,Ann Tom,Bob Sue,won"])
    source.write_text(source.read_text("utf-8").replace("won", "??"), encoding="utf-8")
    run(root, source, status=1)
    write(tmp_path, "Date,White,Black,Result", ["2024-01-06,Ann Tom,Bob Sue,1-0"])
    run(root, source)
    assert len(games(root)) == 1


def test_unknown_columns_and_players_are_errors_at_their_line(site: Make, tmp_path: Path) -> None:
    root = site(players=EMPTY)
    source = write(tmp_path, "Date,White,Black,Result", EVENING[:2])
    run(root, source, status=1)
    path = root / "imports/a.toml"
    more = f'[values.resutl]\nx = "1-0"\n[players]\n"{PEOPLE[0]}" = "nobody-here"\n'
    path.write_text(path.read_text(encoding="utf-8") + more, encoding="utf-8")
    said = run(root, source, status=1).output
    assert "'resutl' is no column of a table (known: " in said
    assert re.search(r"imports/a\.toml:\d+:\d+: 'nobody-here' is no player's id", said)


BRIDGE = "2026-03-03,A,{0},{2},{1},{3},50"


@pytest.fixture
def bridge(site: Make, tmp_path: Path) -> tuple[Path, Path]:
    """A site of a ranking that needs a figure of each player, and a sheet with it, after the first run."""
    pairs = "date,line,player1,player2,score\n"
    root = site(
        "nbb", players="id,name\n", seasons="season,start,end\n25,2025-09-01,2026-08-31\n", pairs=pairs
    )
    path = root / "sitegen.toml"
    path.write_text(f"{path.read_text()}[ranking.options]\nlines = 1\n")
    rows = [BRIDGE.format(*PEOPLE[2 * at : 2 * at + 2], 10 + at, 20 + at) for at in range(2)]
    source = write(tmp_path, "Date,Line,Player 1,Klas,Player 2,Klas,Score", rows)
    assert "players.csv" not in run(root, source, status=1).output
    assert questions(root) == ["ranking"]
    answer(root, "a", ("new_players", "true"))
    return root, source


@pytest.mark.parametrize(
    ("given_answer", "rankings"),
    [
        ('"= 12"', ["12", "12", "12", "12"]),
        ("12.5", ["12.5"] * 4),
        ('"Klas"', ["10", "20", "11", "21"]),
        ('{ player1 = "D", player2 = "F" }', ["10", "20", "11", "21"]),
    ],
)
def test_what_new_people_need_is_one_question(
    bridge: tuple[Path, Path], given_answer: str, rankings: list[str]
) -> None:
    root, source = bridge
    answer(root, "a", ("ranking", given_answer))
    run(root, source)
    ranking = dict(table(root, "players.csv", "name", "ranking"))
    assert [ranking[name] for name in PEOPLE[:4]] == rankings


def test_a_figure_that_no_column_can_hold_is_an_error_at_its_line(bridge: tuple[Path, Path]) -> None:
    root, source = bridge
    answer(root, "a", ("ranking", '"Class"'))
    said = run(root, source, status=1).output
    assert re.search(r'imports/a\.toml:\d+:\d+: "Class" does not answer it', said)


PLAYS = [("high", (1, 2, 3)), ("low", (3, 2, 1)), ("winner", (2, 2, 1))]


@pytest.mark.parametrize(("rule", "places"), PLAYS)
def test_plays_of_one_form_are_one_question_and_ranked_as_answered(
    site: Make, tmp_path: Path, rule: str, places: tuple[int, int, int]
) -> None:
    """Three at a table, of whom the one with the lowest score is said to have won."""
    tournaments = "tournament,date,name\nt,2026-03-14,Cup\n"
    results = "tournament,round,game,table,player,place,score\n"
    root = site("ludo", players="id,name\n", tournaments=tournaments, results=results)
    plays = [
        {
            "uuid": f"u{at}",
            "playDate": "2026-03-14 20:00",
            "gameRefId": 1,
            "playerScores": [
                {"playerRefId": 3 * at + seat, "score": str(10 - seat), "winner": seat == 2}
                for seat in range(3)
            ],
        }
        for at in range(2)
    ]
    players = [{"id": at, "name": name} for at, name in enumerate(PEOPLE[:6])]
    games_played = [{"id": 1, "name": "Golf", "highestWins": True}]
    data = {"plays": plays, "players": players, "games": games_played}
    source = write(tmp_path, json.dumps(data), [], "a.json")
    run(root, source, status=1)
    assert questions(root) == ["place-winner-not-best"]
    answer(root, "a", ("new_players", "true"), ("place-winner-not-best", f'"{rule}"'))
    run(root, source)
    assert table(root, "results.csv", "place") == [(str(place),) for place in places * 2]


REPORT = """012 Open
042 2024/05/01
052 2024/05/09
001    1      Ann Tom                           1800                             1.0    1     2 w 1     3 w 0
001    2      Bob Sue                           1700                             0.0    3     1 b 0
001    3      Cy Rik                            1600                             1.0    2                1 b =
"""


def test_a_doubt_keeps_its_address_when_the_day_is_answered(site: Make, tmp_path: Path) -> None:
    root = site(players=EMPTY)
    source = write(tmp_path, REPORT, [], "a.trf")
    told = run(root, source, status=1).stdout
    assert "as stated" not in told
    assert len(questions(root)) == 2
    answer(root, "a", ("new_players", "true"), ("date", '{ 1 = "2024-05-02", 2 = "2024-05-03" }'))
    answer_doubts(root, "a", '"0-1"')
    run(root, source)
    assert games(root) == [
        ("2024-05-02", "ann-tom", "bob-sue", "1-0"),
        ("2024-05-03", "ann-tom", "cy-rik", "0-1"),
    ]
    assert run(root, source).stdout.endswith("Nothing is new.\n")


@pytest.mark.parametrize(
    ("name", "ranking"), [("ladder", "ladder"), ("season", "chess"), ("circuit", "circuit")]
)
def test_an_exported_workbook_adds_nothing(tmp_path: Path, name: str, ranking: str) -> None:
    root, book = tmp_path / "site", tmp_path / "book.xlsx"
    copytree(Path(__file__).parents[1] / "sites" / name, root, ignore=ignore_patterns("expected"))
    arguments = ["export", ranking, "--site", str(root), "--output", str(book)]
    exported = CliRunner().invoke(main, arguments)
    assert exported.exit_code == 0, exported.output
    before = content(root)
    assert run(root, book, "--to", ranking).stdout.endswith("Nothing is new.\n")
    assert content(root) == before


def test_what_the_system_guesses_for_new_people_is_proposed_and_told(site: Make, tmp_path: Path) -> None:
    root = site("ijssel", players="id,name\n", rounds="round,date\n1,2024-01-06\n")
    source = write(tmp_path, "Round,White,Black,Result,Elo,Elo", ["1,Ann Tom,Bob Sue,1-0,1800,1700"])
    assert "2 new players begin with 1400 as 'estimate'" in run(root, source, status=1).stdout
    path = root / "imports/a.toml"
    path.write_text(
        path.read_text("utf-8").replace('estimate = "= 1400"', 'estimate = "Elo"'), encoding="utf-8"
    )
    answer(root, "a", ("new_players", "true"))
    run(root, source)
    assert table(root, "players.csv", "id", "estimate") == [("ann-tom", "1800"), ("bob-sue", "1700")]


SYSTEMS = "elo", "glicko2", "fibs", "ijssel", "keizer", "ruit", "nbb", "ludo"
TABLES = [
    (system, target.name, tuple(target.columns))
    for system in SYSTEMS
    for target in find_targets(load_system(system)).values()
    if target.name != CLUB_LIST
]
"""Every table of every system, and two whose sides are told otherwise."""
TABLES += [
    ("fibs", "matches", ("Date", "Player 1", "Player 2", "Score", "Length")),
    ("glicko2", "games", ("Date", "Home", "Away", "Home score", "Away score")),
]
WORDS_OF_CELLS = "2024-02-03;Ann Tom;Bob Sue;A. Tom;1-0;4-4;12;1;2;50;-;x \"=\" '#' [y];½;;3-2-1;yes;t1"
CELLS = st.sampled_from(WORDS_OF_CELLS.split(";"))


@times(0.4)
@given(
    st.sampled_from(TABLES).flatmap(
        lambda table: st.tuples(
            st.just(table), st.lists(st.tuples(*[CELLS] * len(table[2])), min_size=1, max_size=6)
        )
    )
)
def test_what_is_asked_of_any_rows_can_be_read_and_left(
    tmp_path_factory: pytest.TempPathFactory,
    case: tuple[tuple[str, str, Sequence[str]], list[tuple[str, ...]]],
) -> None:
    """All questions about rows are answered with false: then nothing is asked about them again."""
    (system, name, heads), rows = case
    folder = tmp_path_factory.mktemp("asked")
    root = folder / "site"
    (root / "results/list").mkdir(parents=True)
    (root / "results/list/players.csv").write_text("id,name\n")
    ranking = f'[[ranking]]\nid = "list"\nsystem = "{system}"\ntitle = "List"\n'
    lines = "[ranking.options]\nlines = 1\n" if system == "nbb" else ""
    title = '[site]\ntitle = "Club"\nurl = "https://club.example/"\n'
    (root / "sitegen.toml").write_text(f"{title}{ranking}{lines}")
    text = [";".join(f'"{cell.replace(chr(34), chr(34) * 2)}"' for cell in row) for row in rows]
    source = write(folder, ";".join(heads), text)
    asked: set[str] = set()
    for _ in range(5):
        result = run_any(root, source, name)
        path = root / "imports/a.toml"
        if not path.exists() or '"?"' not in path.read_text(encoding="utf-8"):
            break
        answers, problems = load_answers(root, "a")
        assert not problems, path.read_text(encoding="utf-8")
        assert tomllib.loads(answers.text)
        now = {key for key in questions(root) if key not in {"agree", "table"}}
        assert asked.isdisjoint(now), result
        asked |= now
        plain = re.sub(r'^((?:agree|new_players) = )"\?"', r"\1true", answers.text, flags=re.MULTILINE)
        path.write_text(plain.replace('= "?"', "= false"), encoding="utf-8")


def run_any(root: Path, source: Path, name: str) -> str:
    """Run the command; what it says, whatever its status."""
    result = CliRunner().invoke(main, ["import", str(source), "--as", name, "--site", str(root)])
    assert result.exit_code in {0, 1}, result.output
    return result.output


def test_a_file_of_ours_without_rows_adds_nothing(site: Make, tmp_path: Path) -> None:
    root = site(players=EMPTY)
    source = write(tmp_path, "date,home,away,result,event,rated", [])
    assert run(root, source).stdout.endswith("Nothing is new.\n")


def test_no_question_about_a_record_names_somebody_hidden(site: Make, tmp_path: Path) -> None:
    root = site()
    rows = ["2024-01-06,Vi Sible,Vi Sible,1-0", "2024-01-13,An Peeters,Sible Vi,?!"]
    run(root, write(tmp_path, "Date,White,Black,Result", rows), status=1)
    text = (root / "imports/a.toml").read_text(encoding="utf-8")
    assert len(questions(root)) == 2
    assert not re.search(r"Vi Sible|Sible Vi|'vi'", text), text


def test_an_evening_that_stands_three_times_needs_one_answer(site: Make, tmp_path: Path) -> None:
    root = site(players=EMPTY)
    source = write(tmp_path, "Date,White,Black,Result", EVENING * 3)
    run(root, source, status=1)
    answer(root, "a", ("new_players", "true"))
    answer_doubts(root, "a", "true")
    run(root, source)
    assert [row[0] for row in table(root, "games.csv", "event")] == [""] * 10 + ["2"] * 10 + ["3"] * 10
