"""What is published compared with what is calculated again: a cell that is other is found where it stands."""

import csv
import random
from collections.abc import Iterator, Mapping
from datetime import date
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from sites import ALL, files, hide, write

from sitegen import build, config
from sitegen.datafiles import Files
from sitegen.engine import published
from sitegen.engine.again import Again
from sitegen.engine.session import Session

pytestmark = pytest.mark.slow

TODAY = date(2026, 11, 21)
SITES = sorted(each.name for each in (Path(__file__).parent / "sites").iterdir() if each.is_dir())


def turned_on(given: Mapping[str, bytes]) -> dict[str, bytes]:
    """A site that calculates in the browser."""
    settings = given["sitegen.toml"].replace(b"[site]\n", b"[site]\nengine = true\n", 1)
    return {**given, "sitegen.toml": settings}


def rankings(root: Path, folder: Path) -> Iterator[tuple[Again, Mapping[str, str]]]:
    """Each ranking of a site as a browser calculates it again, and its tables as they are published."""
    prepared = build.prepare(root, TODAY)
    assert prepared.planned is not None, prepared.problems
    planned = prepared.planned
    for board in planned.boards:
        id_ = board.ranking.id
        copy = planned.files[published.tables(board.ranking)]().decode()
        tables = {name: planned.files[f"{id_}/{name}.csv"]().decode() for name in board.files}
        yield Again(id_, Session.of(folder / id_, copy).tables()), tables


def numbers(table: Files) -> int:
    """How many numbers its file has."""
    text = table.csv().decode()
    head, *rows = csv.reader(StringIO(text, newline=""))
    wanted = {c.name for c, _ in table.published.by_column if c.kind in (int, float)}
    return sum(1 for row in rows for name, cell in zip(head, row, strict=True) if name in wanted and cell)


@pytest.mark.parametrize("name", SITES)
def test_of_a_site_that_nobody_touched_nothing_differs(name: str, tmp_path: Path) -> None:
    source = Path(__file__).parent / "sites" / name
    given = {
        path.relative_to(source).as_posix(): path.read_bytes()
        for path in source.rglob("*")
        if path.is_file() and "expected" not in path.parts
    }
    write(tmp_path / "site", turned_on(given))
    for again, tables in rankings(tmp_path / "site", tmp_path):
        assert again.tables.keys() == tables.keys()
        for each, text in tables.items():
            found = {"figures": numbers(again.tables[each]), "differs": 0, "cells": []}
            assert again.compared(each, text) == found


@pytest.fixture(scope="module")
def known(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[Again, Mapping[str, str]]]:
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
    return next(each for each in (chance.choice(made), f"{cell}1") if each != cell)


def written(rows: list[list[str]]) -> str:
    text = StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue()


def test_of_two_hundred_cells_that_are_published_otherwise_each_is_found(
    known: list[tuple[Again, Mapping[str, str]]],
) -> None:
    chance = random.Random(17)
    tables = [(again, name, text) for again, of in known for name, text in of.items() if text.count("\n") > 1]
    for _ in range(200):
        again, name, text = chance.choice(tables)
        rows = list(csv.reader(StringIO(text, newline="")))
        at, place = chance.randrange(1, len(rows)), chance.randrange(len(rows[0]))
        was = rows[at][place]
        rows[at][place] = now = other(was, chance)
        found = again.compared(name, written(rows))
        (cell,) = found["cells"]
        told = (at + 1, rows[0][place], now, was)
        assert found["differs"] == 1
        assert (cell["row"], cell["column"], cell["published"], cell["calculated"]) == told


@pytest.fixture
def list_of(known: list[tuple[Again, Mapping[str, str]]]) -> tuple[Again, str, list[str]]:
    """A table with the lines of its file."""
    every = [(again, name, text.splitlines()) for again, of in known for name, text in of.items()]
    return max(every, key=lambda each: len(each[2]))


def test_a_row_that_is_missing_or_too_many_is_told_alone(list_of: tuple[Again, str, list[str]]) -> None:
    again, name, lines = list_of

    def told(changed: list[str]) -> list[dict[str, Any]]:
        cells: list[dict[str, Any]] = again.compared(name, "\n".join([*changed, ""]))["cells"]
        return cells

    (gone,) = told([*lines[:2], *lines[3:]])
    assert (gone["row"], gone["column"], gone["published"], gone["calculated"]) == (3, "", "", lines[2])
    (come,) = told([*lines[:4], lines[1], *lines[4:]])
    assert (come["row"], come["published"], come["calculated"]) == (5, lines[1], "")
    assert [each["row"] for each in told(lines[:-1])] == [len(lines)]


def test_what_a_quote_spoils_is_told_where_it_stands(list_of: tuple[Again, str, list[str]]) -> None:
    again, name, lines = list_of
    found = again.compared(name, "\n".join([*lines[:3], f'"{lines[3]}', *lines[4:], ""]))
    assert found["cells"][0]["row"] == 4


@pytest.mark.parametrize(
    ("before", "after", "row"), [("\n", "\r\n", 1), ("", "\ufeff", 1), (",", ", ", 1), ("\n", "\n\n", 1)]
)
def test_the_same_cells_in_other_bytes_are_not_the_same(
    list_of: tuple[Again, str, list[str]], before: str, after: str, row: int
) -> None:
    again, name, lines = list_of
    text = "\n".join([*lines, ""])
    found = again.compared(name, text.replace(before, after, 1))
    assert found["differs"] > 0
    assert found["cells"][0]["row"] == row + (after == "\n\n")


def test_a_table_that_is_not_calculated_is_no_table_of_the_ranking(
    list_of: tuple[Again, str, list[str]],
) -> None:
    again, _, lines = list_of
    found = again.compared("made-up", "\n".join(lines))
    assert (found["figures"], found["differs"]) == (0, 1)


def test_of_many_cells_the_first_ten_are_shown_and_all_are_counted(
    list_of: tuple[Again, str, list[str]],
) -> None:
    again, name, lines = list_of
    found = again.compared(name, "\n".join([lines[0], *(f"{each}{'0' * 300}" for each in lines[1:]), ""]))
    assert found["differs"] == len(lines) - 1
    assert [each["row"] for each in found["cells"]] == [*range(2, 12)]
    assert max(len(each["published"]) for each in found["cells"]) == 200


@pytest.mark.parametrize("is_on", [True, False])
def test_there_is_such_a_page_where_a_site_calculates_in_the_browser(is_on: bool, tmp_path: Path) -> None:
    given = files("elo")
    settings = given["sitegen.toml"].decode().replace('language = "en" ', 'languages = ["en", "nl"] #')
    given = {**given, "sitegen.toml": settings.encode()}
    write(tmp_path / "site", turned_on(given) if is_on else given)
    built = build.build(tmp_path / "site", tmp_path / "output", TODAY)
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
    _, problems = config.load(tmp_path)
    assert [each.code for each in problems if each.code == "address-of-site"]
