"""Every number that a club writes has bounds, and whatever lies between them makes a site."""

import csv
import io
from collections.abc import Iterator, Mapping
from datetime import date
from pathlib import Path
from typing import NamedTuple

import pytest
import sites
from examples import sample

from sitegen.commands import check
from sitegen.core.problems import Problem, select_errors
from sitegen.core.system import find_systems, list_input_tables, load_system
from sitegen.core.table import Column, get_columns, get_input_columns
from sitegen.inputs.config import settings
from sitegen.inputs.config.keys import RankingKeys, SiteKeys

pytestmark = pytest.mark.slow

SYSTEMS = ("fibs", "ijssel", "keizer", "ludo", "nbb", "ruit")
AS_OF = date(2026, 11, 21)


def declared() -> Iterator[tuple[str, Column]]:
    """Every column of a table that a club keeps, and every setting, with its name."""
    for table in (SiteKeys, RankingKeys):
        yield from ((f"sitegen.toml {column.name}", column) for column in get_columns(table))
    for name in find_systems():
        system = load_system(name)
        yield from ((f"{name} options {column.name}", column) for column in get_columns(system.Options))
        for table in list_input_tables(system):
            yield from (
                (f"{name} {table.name} {input_column.name}", input_column)
                for input_column in get_input_columns(table.rows)
            )


NUMBERS = [pair for pair in declared() if pair[1].kind in {int, float, dict}]


@pytest.mark.parametrize("column", [column for _, column in NUMBERS], ids=[name for name, _ in NUMBERS])
def test_a_number_has_a_least_and_a_most(column: Column) -> None:
    assert column.minimum is not None
    assert column.maximum is not None
    assert column.minimum < column.maximum
    if column.entries:
        keys, values = column.entries
        assert values in {int, float}
        assert keys is str or column.keys is not None


def test_no_kind_of_column_goes_unseen() -> None:
    """Another kind would need bounds of its own."""
    assert {column.kind for _, column in declared()} <= {str, int, float, bool, date, dict, tuple}


class Case(NamedTuple):
    """A site in which numbers stand at a bound, by what was done to which file."""

    name: str
    system: str
    files: Mapping[str, bytes]


def cases() -> Iterator[Case]:
    for system in SYSTEMS:
        whole = sites.files(system)
        files = {path: data for path, data in whole.items() if not path.startswith("content/")}
        numbers = [
            column for column in get_columns(load_system(system).Options) if column.kind in {int, float, dict}
        ]
        for bound in ("minimum", "maximum"):
            for number in numbers:
                yield Case(
                    f"{number.name} {bound}", system, files | options(files, {number.name: at(number, bound)})
                )
            every = {number.name: at(number, bound) for number in numbers}
            yield Case(f"options {bound}", system, files | options(files, every))
            yield Case(
                f"archive {bound}", system, files | archive(files, 0 if bound == "minimum" else 10_000)
            )
        yield from (
            Case(
                f"{path} {input_column.name} {bound} {rows}",
                system,
                files | {path: cells(data, input_column, bound, rows)},
            )
            for path, table, data in tables(system, files)
            for input_column in get_input_columns(table)
            if input_column.kind in {int, float}
            for bound in ("minimum", "maximum")
            for rows in ("one", "every")
        )


def at(column: Column, bound: str) -> str:
    """A value of TOML at a bound."""
    value = f"{getattr(column, bound):.10g}"
    if not column.entries:
        return value
    keys = column.keys or ('"Catan"',)
    return "{ " + ", ".join(f"{key} = {value}" for key in keys) + " }"


def options(files: Mapping[str, bytes], given: Mapping[str, str]) -> dict[str, bytes]:
    head, _, own = files["sitegen.toml"].decode().partition("[ranking.options]")
    own = "".join(f"{line}\n" for line in own.splitlines()[1:] if line.split(" ")[0] not in given)
    lines = "".join(f"{key} = {value}\n" for key, value in given.items())
    return {"sitegen.toml": f"{head}\n[ranking.options]\n{own}{lines}".encode()}


def archive(files: Mapping[str, bytes], number: int) -> dict[str, bytes]:
    text = files["sitegen.toml"].decode()
    return {"sitegen.toml": text.replace("[[ranking]]", f"[[ranking]]\narchive = {number}").encode()}


def tables(system: str, files: Mapping[str, bytes]) -> Iterator[tuple[str, type, bytes]]:
    for input_table in list_input_tables(load_system(system)):
        path = f"results/{system}/{input_table.name}.csv"
        if path in files:
            yield path, input_table.rows, files[path]


def cells(data: bytes, column: Column, bound: str, which: str) -> bytes:
    """A file in which the cells of a column, or the last of them, stand at a bound."""
    lines = [
        line for line in csv.reader(io.StringIO(data.decode("utf-8-sig"))) if not line[0].startswith("#")
    ]
    header, *rows = lines
    if column.name not in header:
        header, rows = [*header, column.name], [[*row, ""] for row in rows]
    place = header.index(column.name)
    for row in rows if which == "every" else rows[-1:]:
        row[place] = f"{getattr(column, bound):.15g}"
    written = io.StringIO()
    csv.writer(written).writerows([header, *rows])
    return written.getvalue().encode()


CASES = list(cases())


@pytest.mark.parametrize("case", sample(CASES, 2), ids=[f"{case.system} {case.name}" for case in CASES])
def test_at_a_bound_a_site_is_made_or_the_number_is_told_of(case: Case, tmp_path: Path) -> None:
    sites.write(tmp_path, case.files)
    with sites.limit(10):
        problems = check.check(tmp_path, AS_OF)
    assert [problem for problem in problems if problem.code in {"too-small", "too-large"}] == []
    if not case.name.startswith("results/"):
        assert select_errors(problems) == []


HUGE = ("0x" + "f" * 5000, "9" * 5000, "1e308", "-1e308", "9" * 16, "inf", "nan", "0b" + "1" * 60000)
DAYS = ("0001-01-01", "1899-12-31", "2200-01-01", "9999-12-31")


def told(tmp_path: Path, key: str, value: str) -> list[Problem]:
    """What is said of a value of a key of [site], of a ranking or of its options."""
    lines = {"as_of": "", "archive": "", "lines": "lines = 1\n", "bonus_ceilings": "", "subsidy_from": ""}
    system = {"bonus_ceilings": "ludo", "subsidy_from": "ruit"}.get(key, "nbb")
    line = f"{key} = {value}\n"
    own = "" if system != "nbb" or key == "lines" else lines["lines"]
    text = (
        f'[site]\ntitle = "T"\nurl = "https://t.example"\n{line if key == "as_of" else ""}'
        f'[[ranking]]\nid = "r"\nsystem = "{system}"\ntitle = "R"\n{line if key == "archive" else ""}'
        f"[ranking.options]\n{own}{line if key not in {'as_of', 'archive'} else ''}"
    )
    (tmp_path / "sitegen.toml").write_text(text)
    return settings.load_site(tmp_path)[1]


@pytest.mark.parametrize("key", ["as_of", "archive", "lines", "average_a", "bonus_ceilings", "subsidy_from"])
@pytest.mark.parametrize("value", HUGE, ids=[text[:8] for text in HUGE])
def test_a_huge_number_is_told_at_its_place(tmp_path: Path, key: str, value: str) -> None:
    for text in (value, f"[{value}]", f"{{ 2026 = {value} }}"):
        problems = told(tmp_path, key, text)
        assert [(one.path, one.line > 0) for one in problems] == [("sitegen.toml", True)], text
        assert len(str(problems[0])) < 250


@pytest.mark.parametrize("key", ["as_of", "subsidy_from"])
@pytest.mark.parametrize("day", DAYS)
def test_a_day_in_a_year_that_cannot_be_meant_is_told(tmp_path: Path, key: str, day: str) -> None:
    assert [problem.code for problem in told(tmp_path, key, day)] == ["year-out-of-range"]


@pytest.mark.parametrize("key", ["-1", "0", "70", "1899", "2200", "9" * 15, "9" * 16, "9" * 5000])
def test_the_keys_of_a_table_have_bounds_too(tmp_path: Path, key: str) -> None:
    (problem,) = told(tmp_path, "bonus_ceilings", f"{{ {key} = 70 }}")
    assert problem.code in {"too-small", "too-large", "too-many-digits"}
    assert len(str(problem)) < 250
