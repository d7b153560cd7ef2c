"""Names that came to stand in other rows: a column that was sorted by itself, or moved by a row."""

import csv
from collections.abc import Callable, Sequence
from datetime import UTC, date, datetime
from io import StringIO
from pathlib import Path
from random import Random

import pytest
import sites
from club import MATCHES, PLAYERS, SETTINGS, Club, matches

from sitegen import publishing
from sitegen.commands.diff import formats
from sitegen.commands.diff.compare import compare_revision
from sitegen.core.cache import BuildCache
from sitegen.core.cells import parse_line
from sitegen.core.language import Language
from sitegen.core.problems import select_errors
from sitegen.core.system import list_input_tables, load_system
from sitegen.core.table import get_input_columns
from sitegen.inputs.results.header import open_csv
from sitegen.inputs.results.moved_names import find_shifts
from sitegen.inputs.results.rows import CellValues, ColumnBatch
from sitegen.publishing import build

pytestmark = pytest.mark.slow

TODAY = date(2026, 11, 21)
NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)
ROOT = Path(__file__).parents[2]
Row = tuple[str, str, str]
"""The id, the name and the sort name of a player."""

FIRST = (
    "Johannes",
    "Cornelis",
    "Robert",
    "Maria",
    "Anna",
    "Petrus",
    "Willem",
    "Els",
    "Bert",
    "Theo",
    "Frans",
)
NICKNAMES = ("jan", "kees", "bob", "mia", "ans", "piet", "wim", "liesbeth", "ab", "dorus", "cis")
FAMILIES = [
    *(
        "Aalbers",
        "Abbink",
        "Baart",
        "Bakels",
        "Claes",
        "Coenen",
        "Dekker",
        "Ebbers",
        "Faber",
        "Geerts",
        "Haan",
    ),
    *("Ibema", "Jongsma", "Kok", "Lammers", "Maes", "Nauta", "Okker", "Peeters", "Quist", "Roos", "Smit"),
    *(
        "Terpstra",
        "Ubbink",
        "Veenstra",
        "Wiersma",
        "Ypma",
        "Zijlstra",
        "Bos",
        "Vos",
        "Mulder",
        "Groot",
        "Boer",
    ),
]


def of_names(count: int, seed: int = 1) -> list[Row]:
    """A register whose ids are made of the names."""
    chance = Random(seed)
    names = sorted({f"{chance.choice(FIRST)} {chance.choice(FAMILIES)}" for _ in range(3 * count)})
    chance.shuffle(names)
    return [(name.lower().replace(" ", "-"), name, "") for name in names[:count]]


def found(rows: Sequence[Row]) -> int:
    """How many names of a register are told to have moved."""
    lines = StringIO()
    csv.writer(lines, lineterminator="\n").writerows([("id", "name", "sort_name"), *rows])
    table = next(
        input_table.rows
        for input_table in list_input_tables(load_system("elo"))
        if input_table.name == "players"
    )
    grid, _ = open_csv(lines.getvalue(), "players.csv", get_input_columns(table))
    assert grid is not None
    problems = find_shifts(ColumnBatch.read(table, grid, lambda *_: CellValues(parse_line)))
    assert [problem.code for problem in problems] in ([], ["names-moved"])
    return len(problems) and 1 + len(problems[0].other_places)


def named(rows: Sequence[Row], names: Sequence[str]) -> list[Row]:
    """The same rows with other names."""
    return [(id_, name, sort_name) for (id_, _, sort_name), name in zip(rows, names, strict=True)]


@pytest.mark.usefixtures("demonstration")
@pytest.mark.parametrize(
    "path", sorted(ROOT.glob("results/*/players.csv")), ids=lambda path: path.parent.name
)
def test_sorted_names_of_the_demonstration_are_all_told(path: Path) -> None:
    with path.open(encoding="utf-8", newline="") as file:
        rows = [(row["id"], row["name"], row["sort_name"]) for row in csv.DictReader(file)]
    names = [name for _, name, _ in rows]
    assert found(rows) == 0
    for other in (sorted(names), sorted(names, reverse=True), [*names[1:], names[0]]):
        displaced = sum(one != two for one, two in zip(names, other, strict=True))
        assert displaced - 3 <= found(named(rows, other)) <= displaced


@pytest.mark.parametrize("count", [3, 7, 40, 300])
def test_names_that_moved_by_a_row_are_told(count: int) -> None:
    rows = of_names(count)
    names = [name for _, name, _ in rows]
    assert found(rows) == 0
    assert found(named(rows, [*names[1:], names[0]])) == count
    some = names[: count // 3], names[count // 3 : count // 3 + 24], names[count // 3 + 24 :]
    if count > 40:
        assert found(named(rows, [*some[0], *some[1][1:], some[1][0], *some[2]])) == 24


def test_sort_names_tell_it_where_ids_are_numbers() -> None:
    plain = [name for _, name, _ in of_names(60)]
    rows = [(str(5000 + n), name, ", ".join(reversed(name.split()))) for n, name in enumerate(plain)]
    assert found(rows) == 0
    assert found(named(rows, sorted(plain))) > 50
    assert found([(id_, name, "") for id_, name, _ in named(rows, sorted(plain))]) == 0  # nothing says it


def _numbers(_: Random, n: int, first: str, family: str) -> Row:
    return str(1000 + n), f"{first} {family}", f"{family}, {first}"


def _maiden(chance: Random, n: int, first: str, family: str) -> Row:
    born = chance.choice(FAMILIES) if chance.random() < 0.3 else family
    return f"{first}-{born}-{n}".lower(), f"{first} {family}", f"{family}, {first}"


def _nicknames(_: Random, n: int, first: str, family: str) -> Row:
    return f"{NICKNAMES[FIRST.index(first)]}-{family}-{n}".lower(), f"{first} {family}", ""


def _nicknames_alone(_: Random, n: int, first: str, family: str) -> Row:
    return f"{NICKNAMES[FIRST.index(first)]}{n}", f"{first} {family}", ""


def _initials(_: Random, n: int, first: str, family: str) -> Row:
    return f"{first[0]}{family[0]}{n}".lower(), f"{first} {family}", ""


def _letters(chance: Random, n: int, first: str, family: str) -> Row:
    return "".join(chance.choices("abcdeijm", k=3)) + str(n), f"{first} {family}", ""


def _transcribed(_: Random, n: int, first: str, family: str) -> Row:
    return (
        f"{first}-{family}-{n}".lower(),
        "".join(chr(0x3B1 + ord(letter) % 24) for letter in first + family),
        "",
    )


HONEST = [_numbers, _maiden, _nicknames, _nicknames_alone, _initials, _letters, _transcribed]


@pytest.mark.parametrize("player", HONEST)
@pytest.mark.parametrize("count", [5, 40, 150])
def test_no_honest_register_is_told_of(player: Callable[[Random, int, str, str], Row], count: int) -> None:
    for seed in range(5):
        chance = Random(seed)
        people = [(chance.choice(FIRST), chance.choice(FAMILIES)) for _ in range(count)]
        assert found([player(chance, n, *person) for n, person in enumerate(people)]) == 0


def test_a_few_players_may_have_names_of_each_other() -> None:
    """Two who were entered under each other's ids, and one who married."""
    rows = of_names(30)
    names = [name for _, name, _ in rows]
    assert found(named(rows, [names[1], names[0], *names[2:29], "An Nieuw"])) == 0


def _edit(root: Path, system: str, edit: Callable[[list[dict[str, str]]], None]) -> None:
    """Change the rows of the players of a ranking."""
    path = root / f"results/{system}/players.csv"
    lines = path.read_text("utf-8-sig").splitlines()
    rows = list(csv.DictReader(line for line in lines if not line.startswith("#")))
    edit(rows)
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


@pytest.mark.parametrize("system", sites.ALL)
def test_a_column_that_is_sorted_stops_the_check_of_every_system(system: str, tmp_path: Path) -> None:
    """One error and nothing beside it, which names nobody."""
    sites.write(tmp_path, sites.files(system))

    def sort(rows: list[dict[str, str]]) -> None:
        names = [row["name"] for row in rows]
        rows[1]["hidden"] = "yes"
        for row in rows:
            row.setdefault("hidden", "")
        for row, name in zip(rows, [*names[1:], names[0]], strict=True):
            row["name"] = name

    _edit(tmp_path, system, sort)
    (problem,) = publishing.prepare(tmp_path, TODAY).problems
    assert problem.code == "names-moved"
    assert " players have another name than their id or sort_name says" in problem.message


NUMBERED = ("11,An Peeters,", "12,Bo Claes,", "13,Cy Maes,", "14,Di Wouters,yes", "15,Ed Aerts,")
WEEK = ("2026-10-06,11,12,7", "2026-10-08,13,14,5")


def register(*rows: str) -> str:
    """The file of players whose ids are numbers."""
    return "\n".join(["id,name,hidden", *rows, ""])


@pytest.fixture
def numbered(tmp_path: Path) -> Club:
    """A club in which Di Wouters hides, and whose ids say nothing of names."""
    club = Club(tmp_path / "club")
    club.commit(
        "Begin",
        "2026-10-01",
        {"sitegen.toml": SETTINGS, PLAYERS: register(*NUMBERED), MATCHES: matches(*WEEK)},
    )
    return club


SORTED = ("11,An Peeters,", "12,Di Wouters,", "13,Bo Claes,", "14,Cy Maes,yes", "15,Ed Aerts,")


def codes(club: Club) -> list[str]:
    """What is wrong with the site of a club."""
    return [error.code for error in select_errors(publishing.prepare(club.root, TODAY).problems)]


def test_the_name_of_who_hid_is_not_shown_at_somebody_else(numbered: Club) -> None:
    """Not now, and not after it was committed; a no in the row says that it is somebody else."""
    assert codes(numbered) == []
    numbered.write({PLAYERS: register(*SORTED)})
    assert codes(numbered) == ["name-of-hidden-player"]
    numbered.commit("Sorted", "2026-10-09", {})
    numbered.commit("More", "2026-10-10", {MATCHES: matches(*WEEK, "2026-10-09,11,13,7")})
    assert codes(numbered) == ["name-of-hidden-player"]
    numbered.write({PLAYERS: register(*NUMBERED)})
    assert codes(numbered) == []
    numbered.write({PLAYERS: register(*SORTED).replace("Di Wouters,", "Di Wouters,no")})
    assert codes(numbered) == []


@pytest.mark.parametrize(
    "rows",
    [
        (*NUMBERED, "16,Di Wouters,"),  # somebody whom they entered anew
        (*NUMBERED, '16,"Wouters, Di",'),
        (*NUMBERED[:3], "14,Di Wouters,", "15,Ed Aerts,yes"),  # the column `hidden` moved
        ("11,An Peeters,", "12,Bo Claes,yes", "13,Cy Maes,", "14,Di Wouters,", "15,Ed Aerts,"),
    ],
)
def test_a_name_that_hid_is_shown_by_a_no_alone(rows: Sequence[str], numbered: Club) -> None:
    numbered.write({PLAYERS: register(*rows)})
    assert codes(numbered) == ["name-of-hidden-player"]
    numbered.commit("As it is", "2026-10-09", {})
    assert codes(numbered) == ["name-of-hidden-player"]


@pytest.mark.parametrize(
    "rows",
    [
        (*NUMBERED[:3], "14,Di Wouters,", "15,Ed Aerts,"),  # who hides no more
        (*NUMBERED[:3], "14,Di Peeters,yes", "15,Ed Aerts,"),
        (*NUMBERED[:3], "24,Di Wouters,yes", "15,Ed Aerts,"),
        ("11,An Wouters,", *NUMBERED[1:]),
        (*NUMBERED[:3], NUMBERED[4]),
        (*NUMBERED, "16,Fe Dams,yes"),
    ],
)
def test_what_becomes_of_hidden_players_by_itself_is_no_error(rows: Sequence[str], numbered: Club) -> None:
    numbered.write({PLAYERS: register(*rows), MATCHES: matches(WEEK[0])})
    assert codes(numbered) == []


def test_a_namesake_who_was_there_before_is_known(numbered: Club) -> None:
    both = register(*NUMBERED[:4], "15,Di Wouters,")
    club = Club(numbered.root.parent / "other")
    club.commit("Begin", "2026-10-01", {"sitegen.toml": SETTINGS, PLAYERS: both, MATCHES: matches(*WEEK)})
    assert codes(club) == []


def test_a_diff_begins_with_how_many_names_are_others(numbered: Club) -> None:
    moved = register("11,Bo Claes,", "12,Cy Maes,", "13,An Peeters,", *NUMBERED[3:])
    numbered.write({PLAYERS: moved})
    with compare_revision(numbered.root, "HEAD", NOW) as comparison:
        told = list(formats.format_text(comparison, Language("en")))
    assert told[3] == "  3 players have another name."


def test_a_diff_tells_nothing_but_that_where_one_of_them_hides(numbered: Club) -> None:
    numbered.write({PLAYERS: register(*SORTED)})
    with compare_revision(numbered.root, "HEAD", NOW) as comparison:
        assert [str(problem.message) for problem in comparison.problems] == [
            "3 players have another name",
            "a player of this name hides, or did so before",
        ]


def test_a_history_in_which_names_had_moved_names_nobody(numbered: Club) -> None:
    """They were put back, and a result of then is corrected: the build tells of it, and of no name."""
    late = [*WEEK, "2026-10-09,11,13,7"]
    numbered.commit("Sort", "2026-10-15", {PLAYERS: register(*SORTED), MATCHES: matches(*late)})
    numbered.commit("Mend", "2026-10-16", {PLAYERS: register(*NUMBERED)})
    numbered.commit("Correct", "2026-11-01", {MATCHES: matches("2026-10-06,12,11,7", *late[1:])})
    output = numbered.root.parent / "output"
    assert build(numbered.root, output, TODAY, history=True).plan is not None
    pages = [path.read_text("utf-8") for path in output.rglob("*.html")]
    assert any("Correct" in page for page in pages)
    assert [page for page in pages if "Wouters" in page] == []


def test_a_preview_asks_git_again_only_when_a_register_changes(
    write_site: Callable[..., Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[object] = []
    monkeypatch.setattr(
        "sitegen.publishing.rankings.find_disclosures", lambda *given: asked.append(given) or []
    )
    root, memory = write_site(), BuildCache()

    def times() -> int:
        publishing.rate_site(root, date(2026, 11, 21), cache=memory)
        return len(asked)

    assert (times(), times()) == (1, 1)
    with (root / "results/list/matches.csv").open("a") as file:
        file.write("2026-11-10,bob,an,3,1\n")
    assert times() == 1
    with (root / "results/list/players.csv").open("a") as file:
        file.write("dee,Dee Maes,North\n")
    assert times() == 2
