"""What calculates in a browser: the same tables, out of copies that name nobody who hides."""

import gzip
import json
import random
import subprocess
import sys
from collections.abc import Iterable, Iterator
from datetime import date, timedelta
from itertools import combinations, groupby
from pathlib import Path
from typing import Any

import canaries
import diff_tables
import pytest
from browser_copies import TODAY, CalculatedSite, calculate_site
from examples import sample
from sites import ALL, files, hide, write

from sitegen.browser import published
from sitegen.browser.bundle import COMMON_FILE, Bundle, get_system_path
from sitegen.browser.recheck import find_risers
from sitegen.browser.session import Session
from sitegen.compare.loading import load_state
from sitegen.compare.rows import RowDates
from sitegen.compare.table_findings import format_table_title
from sitegen.core.language import ENGLISH, Language
from sitegen.core.problems import Severity
from sitegen.inputs.config.settings import load_site
from sitegen.inputs.config.site import SiteDates
from sitegen.inputs.results import results
from sitegen.publishing import build
from sitegen.systems import elo

pytestmark = pytest.mark.slow

SEEDS = sample(range(6), 2)

SITES = sorted(path.name for path in (Path(__file__).parents[1] / "sites").iterdir() if path.is_dir())


def calculated_again(found: CalculatedSite, folder: Path) -> Iterator[tuple[str, str, str]]:
    """Each table as it is published, and as it is calculated from the copies."""
    for context in found.contexts:
        again = Session.from_text(folder / context.ranking.id, found.copies[context.ranking.id]).rate_tables()
        assert again.keys() == context.files.keys()
        for name, table in context.files.items():
            yield f"{context.ranking.id}/{name}", table.to_csv().decode(), again[name]


@pytest.mark.parametrize("name", SITES)
def test_the_copies_of_a_site_give_the_tables_that_it_publishes(name: str, tmp_path: Path) -> None:
    source = Path(__file__).parents[1] / "sites" / name
    for path in source.rglob("*"):
        if path.is_file() and "expected" not in path.parts:
            write(tmp_path / "site", {path.relative_to(source).as_posix(): path.read_bytes()})
    found = calculate_site(tmp_path / "site")
    assert [name for name, was, now in calculated_again(found, tmp_path) if was != now] == []


@pytest.mark.parametrize("seed", SEEDS)
def test_so_do_those_of_a_site_in_which_some_hide(seed: int, tmp_path: Path) -> None:
    write(tmp_path / "site", files(*ALL))
    hide(tmp_path / "site", random.Random(seed), 0.3 if seed % 2 else 0.7)
    found = calculate_site(tmp_path / "site")
    assert [name for name, was, now in calculated_again(found, tmp_path) if was != now] == []


@pytest.mark.parametrize("seed", SEEDS)
def test_of_equals_those_who_hide_stand_last(seed: int, tmp_path: Path) -> None:
    """All start alike, and hidden players stand anywhere between the others."""
    chance = random.Random(seed)
    ids = [f"p{chance.randrange(10**6):06d}-x" for _ in range(12)]
    rows = [f"{id_},Name {id_},1500,{'yes' if chance.random() < 0.5 else ''}" for id_ in ids]
    games = [f"1,{white},{black},½-½" for white, black in zip(ids[::2], ids[1::2], strict=True)]
    given = {
        "sitegen.toml": '[site]\ntitle = "A"\nurl = "https://a.example/"\n'
        '[[ranking]]\nid = "chess"\nsystem = "ijssel"\ntitle = "Chess"\n',
        "results/chess/players.csv": "\n".join(["id,name,estimate,hidden", *rows, ""]),
        "results/chess/rounds.csv": "round,date\n1,2026-09-01\n",
        "results/chess/games.csv": "\n".join(["round,white,black,result", *games, ""]),
    }
    write(tmp_path / "site", {path: text.encode() for path, text in given.items()})
    found = calculate_site(tmp_path / "site")
    assert [name for name, was, now in calculated_again(found, tmp_path) if was != now] == []
    labels = json.loads(found.copies["chess"])["labels"]
    (table,) = (table for table in found.contexts[0].outcome.tables if table.name == "start-ratings")
    listed = [row.player for row in table.rows]
    assert listed[len(listed) - len(labels) :] == labels


def test_no_byte_and_no_answer_names_any_of_two_hundred_hidden_players(tmp_path: Path) -> None:
    write(tmp_path / "site", canaries.league())
    found = calculate_site(tmp_path / "site")
    assert [name for name, was, now in calculated_again(found, tmp_path) if was != now] == []
    session = Session.from_text(tmp_path / "again", found.copies["elo"])
    asked = {"results/elo/games/2027.csv": "date,home,away,result\n2026-11-01,shown-1,shown-2,1-0\n"}
    problems, change = session.check_files(asked, TODAY), session.preview_files(asked, TODAY)
    assert change["facts"]
    risen = find_risers(session.load_context(), date(2026, 1, 1), TODAY)
    assert risen["rows"]
    assert {bool(page) for page in risen["pages"]} == {True, False}
    answers = map(repr, (problems, change, risen))
    said = "\n".join([found.copies["elo"], *session.rate_tables().values(), *answers])
    assert len(canaries.list_canary_words()) > 400
    assert [*canaries.find_canaries(said)] == []


@pytest.mark.parametrize("row", ["aaron-abel,Aaron Abel", "zoe-zyx,Zoé Zyx", "an-be,An Be"])
@pytest.mark.parametrize("place", [0, 2, 4])
def test_who_hides_and_where_their_row_stands_changes_no_byte(row: str, place: int, tmp_path: Path) -> None:
    def copy(folder: Path, row: str, place: int) -> str:
        rows = [f"p{n}-x,Person P{n},," for n in range(4)]
        rows.insert(place, f"{row},Alias of {row.partition(',')[2]},yes")
        given = {
            "sitegen.toml": '[site]\ntitle = "A"\nurl = "https://a.example/"\n'
            '[[ranking]]\nid = "elo"\nsystem = "elo"\ntitle = "Elo"\n',
            "results/elo/players.csv": "\n".join(["id,name,aliases,hidden", *rows, ""]),
            "results/elo/games.csv": f"date,home,away,result\n2026-11-01,{row.partition(',')[0]},p1-x,1-0\n",
        }
        write(folder, {path: text.encode() for path, text in given.items()})
        return calculate_site(folder).copies["elo"]

    assert copy(tmp_path / "one", row, place) == copy(tmp_path / "other", "kim-kay,Kim Kay", 3)


def entered(root: Path, path: str, chance: random.Random) -> tuple[str, str]:
    """A new file beside one of a folder, or one that grew: some rows again, with slips of the pen.

    Or one with a row less than it had.
    """
    text = (root / path).read_text("utf-8-sig")
    head, *rows = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    if chance.random() < 0.5:
        rows.pop(chance.randrange(len(rows)))
        return path, "\n".join([head, *rows, ""])
    typed = list(map(list, chance.sample(rows, min(len(rows), chance.randint(1, 6)))))
    for row in typed:
        for _ in range(chance.choice([0, 0, 1, 2])):
            at = chance.randrange(len(row))
            row[at : at + chance.randint(0, 1)] = chance.choice([";", ",", "x", "9", '"', " ", "-", "é", "1"])
    new = "".join(f"{''.join(row)}\n" for row in typed)
    is_alone = path.count("/") == 2
    return (path, text + new) if is_alone else (f"{path.rpartition('/')[0]}/new.csv", f"{head}\n{new}")


def problems(found: Iterable[Any]) -> list[tuple[Any, ...]]:
    """What is told of each of them."""
    places, texts = ("path", "line", "column"), ("message", "hint")
    return [
        tuple(row[of] for of in (*places, *texts))
        if isinstance(row, dict)
        else (
            *(getattr(row, of) for of in places),
            *(ENGLISH.format_message(getattr(row, of)) for of in texts),
        )
        for row in found
    ]


@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize("seed", SEEDS)
def test_of_what_is_entered_the_same_is_said_as_check_says(name: str, seed: int, tmp_path: Path) -> None:
    """Where nobody hides, word by word; the row that makes a player of somebody among it."""
    chance, root = random.Random(f"{name} {seed}"), tmp_path / "site"
    write(root, files(name))
    found = calculate_site(root)
    session = Session.from_text(tmp_path / "copy", found.copies[name])
    path, text = entered(root, chance.choice([*session.data["files"]]), chance)
    told = session.check_files({path: text}, TODAY)
    write(root, {path: text.encode()})
    assert problems(told) == problems(results.read_results(found.site, latest=TODAY)[1])


@pytest.mark.parametrize("row", [1, -1])
def test_a_player_who_is_entered_again_is_told_of_where_some_hide(row: int, tmp_path: Path) -> None:
    """One who is shown, and one of whom a label alone is known."""
    write(tmp_path / "site", files("elo"))
    hide(tmp_path / "site", random.Random(4), 0.5)
    session = Session.from_text(tmp_path / "copy", calculate_site(tmp_path / "site").copies["elo"])
    path = "results/elo/players.csv"
    lines = session.data["files"][path]
    (told,) = session.check_files({path: "\n".join([*lines, lines[row], ""])}, TODAY)
    assert (told["code"], told["line"]) == ("key-again", len(lines) + 1)


@pytest.mark.parametrize("typed", ["*player-1", "player-1", "Player 1", "*player-2", "**player-1"])
def test_who_hides_cannot_be_entered_by_a_label(typed: str, tmp_path: Path) -> None:
    """Not even by that of a copy: what `check` does not accept is not accepted here."""
    root = tmp_path / "site"
    write(root, files("elo"))
    hide(root, random.Random(4), 0.5)
    found = calculate_site(root)
    session = Session.from_text(tmp_path / "copy", found.copies["elo"])
    visible = next(player.id for player in found.inputs["elo"].players if not player.hidden)
    path, text = "results/elo/games/new.csv", f"date,home,away,result\n2026-03-03,{visible},{typed},1-0\n"
    told = session.check_files({path: text}, TODAY)
    write(root, {path: text.encode()})
    (wrong,) = results.read_results(found.site, latest=TODAY)[1]
    assert [(file["code"], file["message"]) for file in told] == [(wrong.code, wrong.message)]


def test_what_was_entered_once_is_gone_at_the_next_question(tmp_path: Path) -> None:
    """A file in a folder of its own, and one in the place of another."""
    write(tmp_path / "site", files("elo"))
    session = Session.from_text(tmp_path / "copy", calculate_site(tmp_path / "site").copies["elo"])
    assert session.check_files({"results/elo/news/2026.csv": "x\n"}, TODAY) != []
    assert session.check_files({"results/elo/players.csv": "x\n"}, TODAY) != []
    assert session.check_files({}, TODAY) == []


@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize("seed", SEEDS)
def test_what_it_does_is_said_as_diff_says(name: str, seed: int, tmp_path: Path) -> None:
    """The files of a change stand among the copies, and are compared with those."""
    chance, root, days = random.Random(f"{name} {seed}"), tmp_path / "site", SiteDates(TODAY, TODAY)
    write(root, files(name))
    session = Session.from_text(tmp_path / "copy", calculate_site(root).copies[name])
    for file, lines in session.data["files"].items():
        write(root, {file: "\n".join([*lines, ""]).encode()})
    path, text = entered(root, chance.choice([*session.data["files"]]), chance)
    before = load_state(root, days)
    write(root, {path: text.encode()})
    after = load_state(root, days)
    told = session.preview_files({path: text}, TODAY)
    assert problems(told["problems"]) == problems(after.problems)
    said = diff_tables.ranking(before, after, ENGLISH) if after.is_valid else {}
    assert told["facts"] == [fact["sentence"] for fact in said.get("facts", [])]
    assert [diff_tables.rows(move) for move in told["moves"]] == diff_tables.tables(
        said, before, after, ENGLISH
    )
    names = [format_table_title(table["name"], ENGLISH) for table in said.get("tables", [])]
    assert [table.partition(":")[0] for table in told["tables"]] == names


def test_what_waits_for_a_list_is_told_as_diff_says_on_the_day_of_that(tmp_path: Path) -> None:
    root = tmp_path / "site"
    given = files("fibs")
    write(
        root,
        {**given, "sitegen.toml": given["sitegen.toml"] + b'[ranking.options]\npublication = "weekly"\n'},
    )
    session = Session.from_text(tmp_path / "copy", calculate_site(root).copies["fibs"])
    head, row = "date,winner,loser,length,score", f"{TODAY},lea-moreau,tom-claes,7,3"
    path, text = "results/fibs/matches/new.csv", f"{head}\n{row}\n"
    then = SiteDates(TODAY + timedelta(weeks=1), TODAY)
    before = load_state(root, then)
    write(root, {path: text.encode()})
    after = load_state(root, then)
    told = session.preview_files({path: text}, TODAY)
    said = diff_tables.ranking(before, after, ENGLISH)
    assert [told["moves"], len(told["facts"])] == [[], 1]
    assert told["next"]["title"].startswith("On the list of 28 November 2026")
    of_lists = {"late", "rewritten"}  # which that of the day itself is not yet
    facts = [fact["sentence"] for fact in said["facts"] if fact["kind"] not in of_lists]
    assert told["next"]["facts"] == facts
    (table,) = told["next"]["moves"]
    assert diff_tables.rows(table) == diff_tables.tables(said, before, after, ENGLISH)[0]
    earlier = text.replace(str(TODAY), "2026-02-05")
    assert session.preview_files({path: earlier}, TODAY)["next"] is None


def latest(root: Path, name: str) -> tuple[date, dict[str, str]]:
    """The last day on which was played, and the files that have its rows; these are taken out of the site."""
    found = calculate_site(root)
    (ranking,), inputs = found.site.rankings, found.inputs[name]
    timed = RowDates(ranking.system, inputs)
    rows = [(row, timed.find_date(row)) for table in inputs for row in table or ()]
    last = max(when.day for _, when in rows if when and when.is_played)
    played = [row for row, when in rows if when and when.is_played and when.day == last]
    others = (row for row, _ in rows if last in row and "rounds" not in row.source)
    of_day = [*played, *(row for row in others if row not in played)]
    entered = {}
    for path, places in groupby(sorted(row.source for row in of_day), lambda item: item.rpartition(":")[0]):
        text = (root / path).read_text("utf-8-sig")
        entered[path] = text
        numbers = {int(place.rpartition(":")[2]) for place in places}
        kept = [line for number, line in enumerate(text.splitlines(), 1) if number not in numbers]
        write(root, {path: "\n".join([*kept, ""]).encode()})
    return last, entered


@pytest.mark.parametrize("name", ALL)
def test_of_a_site_that_stands_still_before_a_session_what_that_does_is_told(
    name: str, tmp_path: Path
) -> None:
    root = tmp_path / "site"
    write(root, files(name))
    last, entered = latest(root, name)
    still = last - timedelta(days=1)
    settings = (root / "sitegen.toml").read_text("utf-8")
    (root / "sitegen.toml").write_text(settings.replace("[site]\n", f"[site]\nas_of = {still}\n", 1), "utf-8")
    session = Session.from_text(tmp_path / "copy", calculate_site(root, still).copies[name])
    told = session.preview_files(entered, TODAY)
    assert (told["problems"], told["moves"]) == ([], [])
    assert told["next"]["title"].startswith("On the list of 21 November 2026")
    assert told["next"]["moves"][0]["rows"]


COUNTED = {
    "elo": ("games", "date,home,away,result,rated", "{day},{one},{other},1-0,{yes}"),
    "glicko2": ("games", "date,home,away,result,rated", "{day},{one},{other},1-0,{yes}"),
    "fibs": ("matches", "date,winner,loser,length,score,online", "{day},{one},{other},7,3,{no}"),
}


@pytest.mark.parametrize(("name", "weekly"), [*((system, False) for system in COUNTED), ("fibs", True)])
def test_a_result_that_counts_for_nothing_is_told_and_no_other(
    name: str, weekly: bool, tmp_path: Path
) -> None:
    """Told is each result without which every list would be the same, now or when it is published."""
    chance, root = random.Random(f"{name} {weekly}"), tmp_path / "site"
    given = files(name)
    option = b'[ranking.options]\npublication = "weekly"\n' if weekly else b""
    write(root, {**given, "sitegen.toml": given["sitegen.toml"] + option})
    found = calculate_site(root)
    table, head, form = COUNTED[name]
    ids = [player.id for player in found.inputs[name].players]
    lines = []
    for number, (one, other) in enumerate(chance.sample([*combinations(ids, 2)], 8)):
        is_in = number in {2, 5} or (number not in {1, 4} and chance.random() < 0.5)
        words = {"yes": "yes" if is_in else "no", "no": "no" if is_in else "yes"}
        lines.append(form.format(day=TODAY, one=one, other=other, **words))
    path = f"results/{name}/{table}/new.csv"
    session = Session.from_text(tmp_path / "copy", found.copies[name])

    def shown(of: list[str]) -> list[Any]:
        write(root, {path: "\n".join([head, *of, ""]).encode()})
        now = load_state(root, SiteDates(TODAY + timedelta(days=14), TODAY + timedelta(days=14)))
        return [
            (table.name, [*map(tuple, table.rows)]) for table in now.contexts[name].dataset.current_tables
        ]

    whole = shown(lines)
    without = [shown([*lines[:at], *lines[at + 1 :]]) == whole for at in range(len(lines))]
    assert 0 < sum(without) < len(lines)
    told = session.preview_files({path: "\n".join([head, *lines, ""])}, TODAY)
    assert told["problems"] == []
    assert [refusal["line"] - 2 for refusal in told["uncounted"]] == [
        at for at, is_so in enumerate(without) if is_so
    ]
    assert f"{sum(without)} of the {len(lines)} results that come in do not count." in told["facts"]
    assert {refusal["message"] for refusal in told["uncounted"]} == (
        {"Does not count: online."} if name == "fibs" else {"Does not count."}
    )
    waiting = f"{len(lines) - sum(without)} results count with the next list"
    assert any(fact.startswith(waiting) for fact in told["facts"]) == weekly


def test_who_is_not_registered_is_named_beside_the_result(tmp_path: Path) -> None:
    given = files("fibs")
    path = "results/fibs/registrations.csv"
    rows = "".join(f"{name},2026-01-01,2026-12-31\n" for name in ("an-peeters", "lea-moreau"))
    write(tmp_path / "site", {**given, path: f"player,from,until\n{rows}".encode()})
    session = Session.from_text(tmp_path / "copy", calculate_site(tmp_path / "site").copies["fibs"])
    row = f"date,winner,loser,length,score\n{TODAY},lea-moreau,tom-claes,7,3\n"
    told = session.localize("nl").preview_files({"results/fibs/matches/new.csv": row}, TODAY)
    assert [refusal["message"] for refusal in told["uncounted"]] == [
        "Telt niet mee: niet aangesloten: Tom Claes."
    ]
    assert "De uitslag die erbij komt, telt niet mee." in told["facts"]


def test_a_system_that_fails_to_tell_of_it_is_a_problem(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def remarks(*_: object) -> None:
        raise ZeroDivisionError("no")

    monkeypatch.setattr(elo, "explain_change", remarks, raising=False)
    write(tmp_path / "site", files("elo"))
    session = Session.from_text(tmp_path / "copy", calculate_site(tmp_path / "site").copies["elo"])
    (path, lines), *_ = ((path, lines) for path, lines in session.data["files"].items() if "games" in path)
    told = session.preview_files({path: "\n".join([*lines[:-1], ""])}, TODAY)
    assert ([problem["code"] for problem in told["problems"]], told["facts"]) == (["system-failed"], [])


ALONE = """
import json, sys
from datetime import date, timedelta
from pathlib import Path
folder = Path(sys.argv[1])
packed = []
for each in [folder / "sitegen.modules.json", *folder.glob("systems/*.json")]:
    files = json.loads(each.read_text("utf-8"))
    packed += [(path, text.encode()) for path, text in files["texts"].items()]
    packed += [(path, text.encode("latin-1")) for path, text in files["data"].items()]
for path, data in packed:
    target = folder / "modules" / path
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(data)
sys.path = [each for each in sys.path if "site-packages" not in each] + [str(folder / "modules")]
from sitegen.browser.session import Session
from sitegen.core.language import ENGLISH, Language
told, day = {}, date(2026, 11, 21)
for name in sys.argv[2:]:
    session = Session.from_text(folder / name, (folder / f"{name}.json").read_text("utf-8"))
    asked = next(path for path in session.data["files"] if "players" not in path)
    wrong = session.check_files({asked: "x,y\\n1,2\\n"}, day)
    french = session.localize("fr").check_files({asked: "x,y\\n1,2\\n"}, day)
    told[name] = [session.rate_tables(), wrong[0]["message"], french[0]["message"]]
for each in map(Language, ("nl", "fr", "en")):
    told[each.code] = [each.format_long_date(day), each.format_month(day), each.format_list(["A", "B", "C"])]
print(json.dumps(told))
"""
"""What a worker does, where Python has nothing but its own modules and those of the file."""


def test_what_is_brought_needs_nothing_else_and_says_the_same(tmp_path: Path) -> None:
    given = files(*ALL)
    settings = given["sitegen.toml"].decode().replace('language = "en" ', 'languages = ["nl", "fr", "en"] #')
    write(tmp_path / "site", {**given, "sitegen.toml": settings.encode()})
    found = calculate_site(tmp_path / "site")
    write(tmp_path, {f"{name}.json": text.encode() for name, text in found.copies.items()})
    write(tmp_path, {name: make() for name, make in Bundle(found.site).list_files().items()})
    names = [context.ranking.id for context in found.contexts]
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", ALONE, str(tmp_path), *names],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    for board in found.contexts:
        tables, message, in_french = told[board.ranking.id]
        assert tables == {name: file.to_csv().decode() for name, file in board.files.items()}
        assert message == "'x,y' is geen kopregel van deze tabel"
        assert in_french != message
    for here in map(Language, ("nl", "fr", "en")):
        said = [here.format_long_date(TODAY), here.format_month(TODAY), here.format_list(["A", "B", "C"])]
        assert told[here.code] == said


def test_what_is_brought_is_the_same_however_often_it_is_made(tmp_path: Path) -> None:
    write(tmp_path, files("fibs", "nbb"))
    script = (
        "import json, sys; from pathlib import Path; from sitegen.inputs.config import settings;"
        " from sitegen.browser.bundle import Bundle;"
        " files = Bundle(settings.load_site(Path(sys.argv[1]))[0]).list_files();"
        " print(json.dumps({name: make().decode() for name, make in files.items()}))"
    )
    command = [sys.executable, "-c", script, str(tmp_path)]
    one, other = (
        subprocess.run(command, check=True, capture_output=True, timeout=60).stdout for _ in range(2)
    )
    assert one == other
    paths = {name: {*json.loads(text)["texts"]} for name, text in json.loads(one).items()}
    assert paths.keys() == {COMMON_FILE, get_system_path("fibs"), get_system_path("nbb")}
    every = [path for of in paths.values() for path in of]
    assert len(every) == len({*every})
    assert "sitegen/systems/nbb/__init__.py" in paths[get_system_path("nbb")]
    left_out = (
        "sitegen/render",
        "sitegen/pages",
        "sitegen/commands",
        "sitegen/systems/elo",
    )
    assert not [text for text in every if text.startswith(left_out)]


def test_what_is_brought_for_a_ranking_is_small(tmp_path: Path) -> None:
    """As it travels, packed; the page of one ranking needs its system and what all of them need."""
    write(tmp_path, files(*ALL))
    site, _ = load_site(tmp_path)
    assert site
    found = {name: make() for name, make in Bundle(site).list_files().items()}
    brought = sum(runtime_file.stat().st_size for runtime_file in published.find_runtime_files().values())
    assert 0.9 < (brought + sum(map(len, found.values()))) / published.ENGINE_SIZE < 1
    sizes = {name: len(gzip.compress(data, 9)) for name, data in found.items()}
    common = sizes.pop(COMMON_FILE)
    assert max(sizes.values()) + common < 307_000


def test_a_program_that_was_set_up_without_the_runtime_says_so_and_makes_the_rest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given = files("elo")
    settings = given["sitegen.toml"].decode().replace("[site]\n", "[site]\nengine = true\n")
    write(tmp_path / "site", {**given, "sitegen.toml": settings.encode()})
    assert build(tmp_path / "site", tmp_path / "with", TODAY).problems == []
    assert (tmp_path / "with/engine/elo.json").exists()
    assert {"NOTICE.txt", "licences"} <= {path.name for path in (tmp_path / "with/engine").iterdir()}
    monkeypatch.setattr(published, "find_runtime_files", dict)
    (told,) = build(tmp_path / "site", tmp_path / "without", TODAY).problems
    assert (told.code, told.severity) == ("engine-not-there", Severity.WARNING)
    assert (tmp_path / "without/elo/index.html").exists()
    assert not (tmp_path / "without/engine").exists()


def test_a_copy_that_would_name_somebody_who_hides_is_not_published(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The last look before anything is written sees the copies too."""
    given = files("elo")
    settings = given["sitegen.toml"].decode().replace("[site]\n", "[site]\nengine = true\n")
    write(tmp_path / "site", {**given, "sitegen.toml": settings.encode()})
    hide(tmp_path / "site", random.Random(1), 0.5)
    assert build(tmp_path / "site", tmp_path / "output", TODAY).plan is not None
    rows = (tmp_path / "site/results/elo/players.csv").read_text("utf-8").splitlines()
    name = next(row.split(",")[1] for row in rows if row.endswith(",yes"))
    monkeypatch.setattr(
        "sitegen.browser.copies.build_copies", lambda *_: {"results/elo/players.csv": [f"1,{name},2"]}
    )
    (told,) = build(tmp_path / "site", tmp_path / "other", TODAY).problems
    assert (told.code, told.path) == ("hidden-player-published", "engine/elo.json")


def test_what_somebody_brought_who_hides_stays_with_the_club(tmp_path: Path) -> None:
    """A rating of the federation tells who it is; what comes of it is published, and is all that travels."""
    given = {
        "sitegen.toml": '[site]\ntitle = "A"\nurl = "https://a.example/"\n'
        '[[ranking]]\nid = "chess"\nsystem = "ijssel"\ntitle = "Chess"\n',
        "results/chess/players.csv": "id,name,club,final_rating,knsb_rating,hidden\n"
        "an-x,An X,North,1600,1612,\nbo-y,Bo Y,Betrayed,1733,1877,yes\ncy-z,Cy Z,North,1500,,\n",
        "results/chess/rounds.csv": "round,date\n1,2026-09-01\n",
        "results/chess/games.csv": "round,white,black,result\n1,bo-y,an-x,1-0\n",
        "results/chess/absences.csv": "round,player,code\n1,cy-z,bye\n",
    }
    write(tmp_path / "site", {path: text.encode() for path, text in given.items()})
    found = calculate_site(tmp_path / "site")
    assert [name for name, was, now in calculated_again(found, tmp_path) if was != now] == []
    copy = found.copies["chess"]
    assert "North" in copy
    assert "1612" in copy
    assert [text for text in ("Betrayed", "1733", "knsb_rating") if text in copy] == ["knsb_rating"]
    assert copy.count("1877") == 1


ODD = ["a,b", 'q"q"', "two\nlines", "#hash", "x;y", "é—–", "'quoted'", "a  b", "\u00bd"]


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_every_row_is_read_as_it_was_and_in_its_line(delimiter: str, tmp_path: Path) -> None:
    """Comments and blank lines, cells with delimiters and line breaks, decimals and columns out of order."""
    rows = [
        [f"2026-11-{day:02}", f'"{selector.replace(chr(34), chr(34) * 2)}"', "1-0", "b-b", "a-a"]
        for day in (1, 8, 15)
        for selector in ODD
    ]
    body = [delimiter.join(row) + ("\n\n# words" if n % 4 == 1 else "") for n, row in enumerate(rows)]
    mark = "." if delimiter == "," else ","
    players = [["name", "rating", "id"], ["A", f"1500{mark}25", "a-a"], ["B", f"1499{mark}5", "b-b"]]
    given = {
        "sitegen.toml": '[site]\ntitle = "A"\nurl = "https://a.example/"\n'
        '[[ranking]]\nid = "elo"\nsystem = "elo"\ntitle = "Elo"\n',
        "results/elo/players.csv": "# who\n" + "\n".join(map(delimiter.join, players)) + "\n",
        "results/elo/games/2026.csv": "\n".join(
            ["# what", delimiter.join(["date", "event", "result", "away", "home"]), *body, ""]
        ),
    }
    write(tmp_path / "site", {path: text.encode() for path, text in given.items()})
    found = calculate_site(tmp_path / "site")
    session = Session.from_text(tmp_path / "copy", found.copies["elo"])
    again = results.read_results(session.site)[0]["elo"]
    assert again.games == found.inputs["elo"].games
    assert {game.event for game in again.games} == {*ODD}
    cells = [
        [player.id, player.name, player.rating, player.alphabet, player.source] for player in again.players
    ]
    assert cells == [
        [player.id, player.name, player.rating, player.alphabet, player.source]
        for player in found.inputs["elo"].players
    ]
