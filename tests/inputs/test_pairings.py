"""What was drawn is completed by another row with its result, in whichever file that stands."""

import csv
import io
import shutil
from collections.abc import Sequence
from datetime import UTC, date, datetime
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest
from browser_copies import calculate_site
from commits import commit

import sitegen.core.table
from sitegen.browser.session import Session
from sitegen.commands.diff.compare import compare_revision
from sitegen.commands.diff.summary import group_rows
from sitegen.compare.analysis import analyze_effect
from sitegen.compare.correction_details import build_correction
from sitegen.compare.formatter import EffectFormatter
from sitegen.compare.repository import Repository
from sitegen.compare.result_findings import Played
from sitegen.core.language import ENGLISH
from sitegen.core.problems import Problem
from sitegen.core.table import column
from sitegen.inputs.config import settings
from sitegen.inputs.results import results
from sitegen.pages.entry import find_pending_pairings as waiting

pytestmark = pytest.mark.slow

SITES = Path(__file__).parents[1] / "sites"
TODAY = date(2026, 11, 21)


class Table(NamedTuple):
    """A table of one of the small sites: where it stands, its result, and what a drawn row need not say."""

    site: str
    path: str
    result: str
    left_out: Sequence[str] = ()


GAMES = Table("season", "results/chess/games", "result", ["board"])
PAIRS = Table("club", "results/tuesday/pairs", "score", ["group", "for", "pair"])
BUTLER = Table("club", "results/tuesday/butler", "score", ["group", "for", "pair"])
TEAMS = Table("club", "results/tuesday/teams", "vp")
Rows = list[dict[str, str]]


def laid_out(table: Table, folder: Path) -> Path:
    shutil.copytree(SITES / table.site, folder, ignore=shutil.ignore_patterns("expected"))
    return folder


def rows(root: Path, table: Table) -> Rows:
    text = (root / f"{table.path}.csv").read_text("utf-8-sig")
    return list(csv.DictReader(line for line in text.splitlines() if not line.startswith("#")))


def write(root: Path, path: str, given: Rows) -> None:
    text = io.StringIO()
    writer = csv.DictWriter(text, [*given[0]], lineterminator="\n", extrasaction="ignore")
    writer.writeheader()
    writer.writerows(given)
    (root / path).parent.mkdir(exist_ok=True)
    (root / path).write_text(text.getvalue(), encoding="utf-8")


def drawn(table: Table, given: Rows) -> Rows:
    return [row | {table.result: ""} for row in given]


def short(table: Table, given: Rows) -> Rows:
    """What somebody types who has the draw before them: no more than who, when and the result."""
    return [{name: cell for name, cell in row.items() if name not in table.left_out} for row in given]


def day(row: dict[str, str]) -> str:
    return row.get("date") or row["round"]


def published(root: Path) -> dict[str, bytes]:
    (context,) = calculate_site(root).contexts
    return {name: file.to_csv() for name, file in context.files.items()}


def problems(root: Path) -> list[Problem]:
    site, found = settings.load_site(root)
    assert site is not None, found
    return results.read_results(site, latest=TODAY)[1]


@pytest.mark.parametrize("table", [GAMES, PAIRS, BUTLER, TEAMS], ids=lambda item: item.path)
@pytest.mark.parametrize("seed", range(4))
def test_a_draw_and_a_file_of_results_publish_what_one_file_does(
    table: Table, seed: int, tmp_path: Path
) -> None:
    """Before or behind the draw; of the sessions of bridge all rows, which are published as they stand."""
    name = ("a-results", "z-results")[seed % 2]
    root, chance = laid_out(table, tmp_path / "site"), Random(seed)
    whole, expected = rows(root, table), published(root)
    days = sorted({day(row) for row in whole if row[table.result]})
    chosen = chance.sample(days, chance.randint(1, len(days)))
    new = [row for row in whole if day(row) in chosen]
    write(root, f"{table.path}.csv", [drawn(table, [row])[0] if row in new else row for row in whole])
    write(root, f"{table.path}/{name}.csv", short(table, new))
    assert {problem.code for problem in problems(root)} <= {
        problem.code for problem in problems(SITES / table.site)
    }
    assert published(root) == expected


def two(tmp_path: Path, table: Table, first: Rows, second: Rows) -> list[tuple[str, int, str]]:
    """What is said of a table in two files."""
    root = laid_out(table, tmp_path / "site")
    write(root, f"{table.path}.csv", first)
    write(root, f"{table.path}/more.csv", second)
    return [(Path(problem.path).name, problem.line, problem.code) for problem in problems(root)]


def test_two_results_of_a_game_are_an_error_with_a_draw_and_without(tmp_path: Path) -> None:
    whole = rows(SITES / GAMES.site, GAMES)
    assert two(tmp_path / "1", GAMES, whole, whole[:1]) == [("more.csv", 2, "game-twice-in-round")]
    again = [*whole[:1], *whole[:1]]
    found = two(tmp_path / "2", GAMES, drawn(GAMES, whole[:1]) + whole[1:], again)
    assert found == [("more.csv", 3, "game-twice-in-round")]


def test_two_draws_of_a_game_are_an_error(tmp_path: Path) -> None:
    *whole, last = rows(SITES / GAMES.site, GAMES)
    assert day(last) == "4"
    found = two(tmp_path, GAMES, whole + drawn(GAMES, [last]), drawn(GAMES, [last]))
    assert ("more.csv", 2, "game-twice-in-round") in found


def test_a_result_of_another_game_completes_nothing(tmp_path: Path) -> None:
    """With the colours the other way round, or of another round, two rows are two games."""
    whole = rows(SITES / GAMES.site, GAMES)
    turned = [whole[0] | {"white": whole[0]["black"], "black": whole[0]["white"]}]
    found = two(tmp_path, GAMES, drawn(GAMES, whole[:1]) + whole[1:], turned)
    assert ("more.csv", 2, "game-twice-in-round") in found


def test_of_a_result_that_cannot_be_read_that_alone_is_told(tmp_path: Path) -> None:
    whole = rows(SITES / GAMES.site, GAMES)
    found = two(tmp_path, GAMES, drawn(GAMES, whole[:1]) + whole[1:], [whole[0] | {"result": "7-0"}])
    assert [problem[:2] for problem in found] == [("more.csv", 2)]


def test_what_is_wrong_with_a_result_is_told_where_that_stands(tmp_path: Path) -> None:
    """The row that was drawn is another, and is passed over; the board that only it says counts on."""
    whole = rows(SITES / GAMES.site, GAMES)
    given = [whole[0], whole[1] | {"board": "1"}]
    found = two(tmp_path, GAMES, drawn(GAMES, given) + whole[2:], short(GAMES, given))
    assert found == [("more.csv", 3, "board-twice")]


@pytest.mark.parametrize("table", [GAMES, PAIRS], ids=lambda item: item.path)
@pytest.mark.parametrize("hides", [True, False])
def test_whoever_was_drawn_need_not_be_named(table: Table, tmp_path: Path, *, hides: bool) -> None:
    """Who hides, or will: so nobody has to know the name to enter the result."""
    root = laid_out(table, tmp_path / "site")
    players = root / Path(table.path).with_name("players.csv")
    if not hides:
        players.write_text(players.read_text().replace(",yes", ","))
    whole, expected = rows(root, table), published(root)
    named = next(row for row in whole if "di" in row.values() and row[table.result])
    new = [row for row in whole if day(row) == day(named)]
    starred = [{name: "*" if cell == "di" else cell for name, cell in row.items()} for row in new]
    write(root, f"{table.path}.csv", [drawn(table, [row])[0] if row in new else row for row in whole])
    write(root, f"{table.path}/new.csv", starred)
    assert not [problem for problem in problems(root) if problem.severity == "error"]
    assert published(root) == expected


@pytest.mark.parametrize(
    ("white", "black", "unknown"), [("*", "eva", 0), ("bo", "*", 0), ("*", "*", 2), ("an", "*", 1)]
)
def test_who_was_drawn_is_the_one_that_may_be_meant(
    white: str, black: str, unknown: int, tmp_path: Path
) -> None:
    """Of two games, by who is named beside."""
    games = [
        {"round": "4", "white": "bo", "black": "di", "result": "", "board": ""},
        {"round": "4", "white": "cy", "black": "eva", "result": "", "board": ""},
    ]
    whole = [row for row in rows(SITES / GAMES.site, GAMES) if day(row) != "4"]
    entered = {"round": "4", "white": white, "black": black, "result": "1-0"}
    found = two(tmp_path, GAMES, whole + games, [entered])
    assert [problem[:2] for problem in found if problem[2] == "nobody-drawn"] == [("more.csv", 2)] * unknown


def test_the_copies_of_a_site_say_the_same_of_what_is_entered_as_check(tmp_path: Path) -> None:
    """Before a result has come, and once it has: also of the same entered again, and drawn once more."""
    root = laid_out(GAMES, tmp_path / "site")
    *whole, last = rows(root, GAMES)
    write(root, f"{GAMES.path}.csv", whole + drawn(GAMES, [last]))
    hiding = last | {"black": "*"}
    assert last["black"] == "di"
    entered, path = short(GAMES, [hiding]), f"{GAMES.path}/new.csv"
    for number, given in enumerate((entered, entered, drawn(GAMES, [hiding]), entered + entered)):
        session = Session.from_text(tmp_path / f"copy-{number}", calculate_site(root).copies["chess"])
        write(root, path, given)
        told = session.check_files({path: (root / path).read_text()}, TODAY)
        places = [(file["path"], file["line"], file["column"], file["message"]) for file in told]
        assert places == [
            (problem.path, problem.line, problem.column, ENGLISH.format_message(problem.message))
            for problem in problems(root)
        ]
        (root / path).unlink()
        if number == 0:
            write(root, f"{GAMES.path}/known.csv", entered)


def guessed(table: Table, given: Rows, chance: Random) -> Rows:
    """Rows as somebody may enter them who does not know what stands there."""
    made = []
    for given_row in chance.choices(given, k=chance.randint(1, 4)):
        players = [name for name in given_row if name in {"white", "black", "player1", "player2"}]
        row = dict(given_row)
        for name in [*players, table.result, *table.left_out]:
            if name in row and chance.random() < 0.3:
                row[name] = chance.choice(["*" if name in players else "", chance.choice(given)[name]])
        made.append(row)
    return made


@pytest.mark.parametrize("table", [GAMES, PAIRS, BUTLER], ids=lambda item: item.path)
@pytest.mark.parametrize(
    "seed", [*range(10), *(pytest.param(seed, marks=pytest.mark.night) for seed in range(10, 25))]
)
def test_whatever_is_entered_the_copies_say_the_same_as_check(
    table: Table, seed: int, tmp_path: Path
) -> None:
    """Of a site in which some results of what was drawn stand in a file of their own already."""
    root, chance = laid_out(table, tmp_path / "site"), Random(seed)
    players = root / Path(table.path).with_name("players.csv")
    players.write_text(players.read_text().replace(",yes", ","))
    whole = rows(root, table)
    *_, known, waiting = ["", *sorted({day(row) for row in whole if row[table.result]})]
    there = [row | ({table.result: ""} if day(row) in {known, waiting} else {}) for row in whole]
    write(root, f"{table.path}.csv", there)
    if known:
        write(root, f"{table.path}/known.csv", short(table, [row for row in whole if day(row) == known]))
    ranking = Path(table.path).parts[1]
    session = Session.from_text(tmp_path / "copy", calculate_site(root).copies[ranking])
    path = f"{table.path}/{chance.choice(['a', 'new'])}.csv"
    write(root, path, guessed(table, [row for row in whole if day(row) in {known, waiting}], chance))
    told = session.check_files({path: (root / path).read_text()}, TODAY)
    places = [(file["path"], file["line"], file["column"], file["message"]) for file in told]
    assert places == [
        (problem.path, problem.line, problem.column, ENGLISH.format_message(problem.message))
        for problem in problems(root)
    ]


@pytest.mark.parametrize("is_beside", [True, False])
def test_what_it_tells_of_a_result_is_that_it_was_entered(tmp_path: Path, *, is_beside: bool) -> None:
    """No row was corrected by it, whether it stands in the row that was drawn or in one of its own."""
    root = laid_out(GAMES, tmp_path / "site")
    whole = rows(root, GAMES)
    played, last = whole[:-1], whole[-1:]
    write(root, f"{GAMES.path}.csv", played + drawn(GAMES, last))
    first = commit(root)
    if is_beside:
        write(root, f"{GAMES.path}/new.csv", short(GAMES, last))
    else:
        write(root, f"{GAMES.path}.csv", whole)
    commit(root)
    with compare_revision(root, first, datetime(2026, 11, 21, 12, tzinfo=UTC), TODAY) as comparison:
        (effect,) = comparison.steps[0].difference.effects
        assert [row.kind for row in effect.rows] == ["entered"]
        (told,) = (row.summary for row in group_rows(EffectFormatter(effect, ENGLISH), 9))
        assert told.startswith("One result of the draw: results/chess/games")
        assert any(isinstance(finding, Played) for finding in analyze_effect(effect))
        (latest, *_) = Repository.from_site(root).find_commits(["results"])
        assert build_correction(latest, TODAY, effect) is None


@pytest.mark.parametrize("table", [PAIRS, BUTLER, TEAMS], ids=lambda item: item.path)
def test_the_scores_of_a_session_are_entered_too(table: Table, tmp_path: Path) -> None:
    root = laid_out(table, tmp_path / "site")
    whole = rows(root, table)
    last = max(day(row) for row in whole if row[table.result])
    new = [row for row in whole if day(row) == last]
    others = [row for row in whole if day(row) != last]
    write(root, f"{table.path}.csv", others + drawn(table, new))
    before = commit(root)
    write(root, f"{table.path}/new.csv", short(table, new))
    with compare_revision(root, before, datetime(2026, 11, 21, 12, tzinfo=UTC), TODAY) as comparison:
        (effect,) = comparison.steps[0].difference.effects
        assert [row.kind for row in effect.rows] == ["entered"] * len(new)
        (told,) = (row.summary for row in group_rows(EffectFormatter(effect, ENGLISH), 9))
        assert told.startswith(f"{len(new)} results of the draw: {table.path}/new.csv:2-")


def test_a_result_is_of_an_evening_that_its_table_tells() -> None:
    with pytest.raises(TypeError, match=r"^Wrong has no such column: evening$"):

        class Wrong(sitegen.core.table.Table):
            """A table that names a column it does not have."""

            score: float | None = column("the score", default=None, drawn=("evening",))


@pytest.mark.parametrize(
    ("table", "title"), [(GAMES, "Round 4, 22 October 2026"), (TEAMS, "Sitting 1, 27 October 2026")]
)
def test_what_was_drawn_is_offered_by_evening(table: Table, title: str, tmp_path: Path) -> None:
    """With the labels of those who hide, whom a file need not name."""
    root = laid_out(table, tmp_path / "site")
    whole = rows(root, table)
    last = max(day(row) for row in whole)
    write(root, f"{table.path}.csv", [drawn(table, [row])[0] if day(row) == last else row for row in whole])
    (context,) = calculate_site(root).contexts
    found = next(waiting_table for waiting_table in waiting(context) if waiting_table["title"] == title)
    assert found["table"] == Path(table.path).name
    assert [cell for row in found["rows"] for cell in row["cells"] if cell[1] == "*"] == (
        [("black", "*", "Player 1")] if table is GAMES else []
    )


def test_a_bye_waits_for_no_result(tmp_path: Path) -> None:
    root = shutil.copytree(SITES / "values", tmp_path / "site", ignore=shutil.ignore_patterns("expected"))
    games = Table("values", "results/keizer/games", "result")
    whole = rows(root, games)
    last = max(int(row["round"]) for row in whole)
    of_last = drawn(games, [row for row in whole if int(row["round"]) == last])
    bye = {**of_last[0], "black": ""}
    write(root, f"{games.path}.csv", [*(row for row in whole if int(row["round"]) < last), bye, *of_last[1:]])
    (context,) = calculate_site(root).contexts
    (evening,) = waiting(context)
    assert len(evening["rows"]) == len(of_last) - 1
