"""What is published compared with what is calculated again: a cell that is other is found where it stands."""

import csv
import json
import random
from collections.abc import Iterator, Mapping
from datetime import date
from hashlib import sha256
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from sites import ALL, files, hide, write

from sitegen import publishing
from sitegen.browser import published
from sitegen.browser.recheck import Recheck
from sitegen.browser.session import Session
from sitegen.core.table import Table, get_columns
from sitegen.inputs.config.settings import load_site

pytestmark = pytest.mark.slow

TODAY = date(2026, 11, 21)
SITES = sorted(path.name for path in (Path(__file__).parents[1] / "sites").iterdir() if path.is_dir())


def turned_on(given: Mapping[str, bytes]) -> dict[str, bytes]:
    """A site that calculates in the browser."""
    settings = given["sitegen.toml"].replace(b"[site]\n", b"[site]\nengine = true\n", 1)
    return {**given, "sitegen.toml": settings}


def rankings(root: Path, folder: Path) -> Iterator[tuple[Recheck, Mapping[str, str]]]:
    """Each ranking of a site as a browser calculates it again, and its data files as they are published."""
    prepared = publishing.prepare(root, TODAY)
    assert prepared.page_plan is not None, prepared.problems
    planned = prepared.page_plan
    made = {**planned.files, **{page.url: page.make for page in planned.pages if page.make}}
    for context in planned.contexts:
        copy = planned.files[published.get_ranking_path(context.ranking)]().decode()
        at = f"{context.ranking.id}/"
        data = {path.removeprefix(at): make for path, make in made.items() if path.startswith(at)}
        texts = {path: make().decode() for path, make in data.items() if path.endswith((".csv", ".json"))}
        yield Recheck(Session.from_text(folder / at, copy).load_context()), texts


def numbers(table: type[Table], text: str) -> int:
    """How many numbers a file has."""
    head, *rows = csv.reader(StringIO(text, newline=""))
    wanted = {column.name for column in get_columns(table) if column.kind in (int, float)}
    return sum(1 for row in rows for name, cell in zip(head, row, strict=True) if name in wanted and cell)


@pytest.mark.parametrize("name", SITES)
def test_of_a_site_that_nobody_touched_nothing_differs(name: str, tmp_path: Path) -> None:
    source = Path(__file__).parents[1] / "sites" / name
    given = {
        path.relative_to(source).as_posix(): path.read_bytes()
        for path in source.rglob("*")
        if path.is_file() and "expected" not in path.parts
    }
    write(tmp_path / "site", turned_on(given))
    for again, tables in rankings(tmp_path / "site", tmp_path):
        assert [*again.paths] == [path for path in again.paths if path in tables]
        assert {*again.paths} == tables.keys()
        calculated = again.digest_files()
        assert [*calculated] == [*again.paths]
        for file, told in calculated.items():
            table = again.context.files[Path(file).stem].published.table
            figures = numbers(table, tables[file.replace(".json", ".csv")])
            assert told == {"digest": sha256(tables[file].encode()).hexdigest(), "figures": figures}
            assert again.compare_file(file, tables[file]) == {"differences": 0, "cells": []}


@pytest.fixture(scope="module")
def known(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[Recheck, Mapping[str, str]]]:
    """A ranking of every system, in which some players hide."""
    root = tmp_path_factory.mktemp("check")
    write(root / "site", turned_on(files(*ALL)))
    hide(root / "site", random.Random(2), 0.2)
    return list(rankings(root / "site", root))


def other(cell: str, chance: random.Random) -> str:
    """A cell in which something is other: a figure, a letter, a sign that files of tables live by, or all."""
    at = chance.randrange(len(cell) + 1)
    sign = chance.choice(['"', ",", "\n", "'", "0", "9", " ", "x", "é", ";", "-"])
    made = [cell[:at] + sign + cell[at:], cell[:at] + sign + cell[at + 1 :], cell[: at - 1] + cell[at:], ""]
    return next(other_cell for other_cell in (chance.choice(made), f"{cell}1") if other_cell != cell)


def written(rows: list[list[str]]) -> str:
    text = StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue()


def test_of_two_hundred_cells_that_are_published_otherwise_each_is_found(
    known: list[tuple[Recheck, Mapping[str, str]]],
) -> None:
    """In tables and in lists, as CSV."""
    chance = random.Random(17)
    tables = [
        (again, path, text)
        for again, of in known
        for path, text in of.items()
        if path.endswith(".csv") and text.count("\n") > 1
    ]
    for _ in range(200):
        again, name, text = chance.choice(tables)
        rows = list(csv.reader(StringIO(text, newline="")))
        at, place = chance.randrange(1, len(rows)), chance.randrange(len(rows[0]))
        was = rows[at][place]
        rows[at][place] = now = other(was, chance)
        found = again.compare_file(name, written(rows))
        (cell,) = found["cells"]
        told = (at + 1, rows[0][place], now, was)
        assert found["differences"] == 1
        assert (cell["row"], cell["column"], cell["published"], cell["calculated"]) == told


def test_so_is_a_cell_of_a_json_file(known: list[tuple[Recheck, Mapping[str, str]]]) -> None:
    chance = random.Random(18)
    files = [
        (again, path, text)
        for again, of in known
        for path, text in of.items()
        if path.endswith(".json") and len(json.loads(text)["rows"])
    ]
    for _ in range(60):
        again, path, text = chance.choice(files)
        lines, read = text.split("\n"), json.loads(text)
        at, place = chance.randrange(len(read["rows"])), chance.randrange(len(read["columns"]))
        row = read["rows"][at]
        was = row[place]
        row[place] = now = f"{was}x" if isinstance(was, str) else 77.5
        lines[at + 1] = json.dumps(row) + ("," if lines[at + 1].endswith(",") else "")
        (cell,) = again.compare_file(path, "\n".join(lines))["cells"]
        told = [answer if isinstance(answer, str) else json.dumps(answer) for answer in (now, was)]
        assert (cell["row"], cell["column"]) == (at + 2, read["columns"][place]["name"])
        assert [cell["published"], cell["calculated"]] == told


@pytest.mark.parametrize("damage", ["[", "]", "null,", '"', "{}"])
def test_a_json_file_that_is_spoilt_differs(
    known: list[tuple[Recheck, Mapping[str, str]]], damage: str
) -> None:
    again, of = known[0]
    path = next(text for text in of if text.endswith(".json"))
    lines = of[path].split("\n")
    found = again.compare_file(path, "\n".join([*lines[:2], damage + lines[2], *lines[3:]]))
    assert found["differences"] > 0
    assert found["cells"][0]["row"] == 3
    assert again.compare_file(path, damage)["differences"] > 0
    assert again.compare_file(path, of[path].replace('"type"', '"kind"', 1))["cells"][0]["row"] == 1


@pytest.fixture
def list_of(known: list[tuple[Recheck, Mapping[str, str]]]) -> tuple[Recheck, str, list[str]]:
    """A table with the lines of its CSV."""
    every = [
        (again, path, text.splitlines())
        for again, of in known
        for path, text in of.items()
        if path.endswith(".csv")
    ]
    return max(every, key=lambda item: len(item[2]))


def test_a_row_that_is_missing_or_too_many_is_told_alone(list_of: tuple[Recheck, str, list[str]]) -> None:
    again, name, lines = list_of

    def told(changed: list[str]) -> list[dict[str, Any]]:
        cells: list[dict[str, Any]] = again.compare_file(name, "\n".join([*changed, ""]))["cells"]
        return cells

    (gone,) = told([*lines[:2], *lines[3:]])
    assert (gone["row"], gone["column"], gone["published"], gone["calculated"]) == (3, "", "", lines[2])
    (come,) = told([*lines[:4], lines[1], *lines[4:]])
    assert (come["row"], come["published"], come["calculated"]) == (5, lines[1], "")
    assert [problem["row"] for problem in told(lines[:-1])] == [len(lines)]


def test_what_a_quote_spoils_is_told_where_it_stands(list_of: tuple[Recheck, str, list[str]]) -> None:
    again, name, lines = list_of
    found = again.compare_file(name, "\n".join([*lines[:3], f'"{lines[3]}', *lines[4:], ""]))
    assert found["cells"][0]["row"] == 4


@pytest.mark.parametrize(
    ("before", "after", "row"), [("\n", "\r\n", 1), ("", "\ufeff", 1), (",", ", ", 1), ("\n", "\n\n", 1)]
)
def test_the_same_cells_in_other_bytes_are_not_the_same(
    list_of: tuple[Recheck, str, list[str]], before: str, after: str, row: int
) -> None:
    again, name, lines = list_of
    text = "\n".join([*lines, ""])
    found = again.compare_file(name, text.replace(before, after, 1))
    assert found["differences"] > 0
    assert found["cells"][0]["row"] == row + (after == "\n\n")


def test_a_table_that_is_not_calculated_is_no_table_of_the_ranking(
    list_of: tuple[Recheck, str, list[str]],
) -> None:
    again, _, lines = list_of
    found = again.compare_file("made-up", "\n".join(lines))
    assert found["differences"] == 1


def test_of_many_cells_the_first_ten_are_shown_and_all_are_counted(
    list_of: tuple[Recheck, str, list[str]],
) -> None:
    again, name, lines = list_of
    found = again.compare_file(name, "\n".join([lines[0], *(f"{line}{'0' * 300}" for line in lines[1:]), ""]))
    assert found["differences"] == len(lines) - 1
    assert [cell["row"] for cell in found["cells"]] == [*range(2, 12)]
    assert max(len(cell["published"]) for cell in found["cells"]) == 200


@pytest.mark.parametrize("is_on", [True, False])
def test_there_is_such_a_page_where_a_site_calculates_in_the_browser(is_on: bool, tmp_path: Path) -> None:
    given = files("elo")
    settings = given["sitegen.toml"].decode().replace('language = "en" ', 'languages = ["en", "nl"] #')
    given = {**given, "sitegen.toml": settings.encode()}
    write(tmp_path / "site", turned_on(given) if is_on else given)
    built = publishing.build(tmp_path / "site", tmp_path / "output", TODAY)
    assert built.plan is not None, built.problems
    for prefix in ("", "nl/"):
        assert (tmp_path / f"output/{prefix}check/index.html").exists() == is_on
        footer = (tmp_path / f"output/{prefix}news/index.html").read_text("utf-8").partition("<footer>")[2]
        assert ('href="../check/"' in footer) == is_on
    allowing = [path for path in (tmp_path / "output").rglob("*.html") if b"unsafe" in path.read_bytes()]
    assert len(allowing) == (4 if is_on else 0), "the page and that of risers, in both languages"


@pytest.mark.parametrize("id_", ["check", "engine"])
def test_no_ranking_can_stand_in_its_place(id_: str, tmp_path: Path) -> None:
    given = files("elo")
    settings = given["sitegen.toml"].decode().replace('id = "elo"', f'id = "{id_}"')
    write(tmp_path, {**given, "sitegen.toml": settings.encode()})
    _, problems = load_site(tmp_path)
    assert [problem.code for problem in problems if problem.code == "address-of-site"]
