"""The files of a new site are those that the Excel of its language opens, and what it saves is read again."""

import csv
import re
from collections.abc import Mapping
from contextlib import suppress
from datetime import date
from decimal import Decimal
from functools import cache
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from sitegen.commands.new import examples as new_folder
from sitegen.commands.new.site import plan_site
from sitegen.core.cell_values import parse_date
from sitegen.core.entities import Lot
from sitegen.core.problems import Problem
from sitegen.inputs.config import settings
from sitegen.inputs.config import site as config_site
from sitegen.inputs.results import results

pytestmark = pytest.mark.slow

LANGUAGES = ["en", "nl", "fr"]
DELIMITERS = {"en": ",", "nl": ";", "fr": ";"}
DAYS = {"en": "{0.day:02}/{0.month:02}/{0.year}", "nl": "{0.day}-{0.month}-{0.year}"}
DAYS["fr"] = DAYS["en"]

ADDED = {
    "fibs": {
        "players": ["bo-smit|Bo Smit|Smit, Bo|Double Six|1498.50|12"],
        "matches": ["2026-01-29|bo-smit|an-peeters|7|3"],
    },
    "ijssel": {
        "players": ["bo-smit|Bo Smit|Smit, Bo||1512.50||||4"],
        "rounds": ["11|2026-04-02"],
        "games": ["5|1|tom-claes|bo-smit|"],
        "absences": ["5|karel-maes|absent"],
    },
    "keizer": {
        "players": ["bo-smit|Bo Smit|Smit, Bo|1512.50|4"],
        "rounds": ["11|2026-04-02"],
        "games": ["5|1|tom-claes|bo-smit|", "5|2|karel-maes||"],
        "absences": ["5|lea-moreau|excused"],
    },
    "ludo": {
        "players": ["bo-smit|Bo Smit|Smit, Bo|Dobbel"],
        "tournaments": ["2026-namur|2026-09-12|Ludo Namur 2026|regular||50.4670|4.8720"],
        "results": [
            "2026-namur|1|Catan|1|bo-smit|1|10",
            "2026-namur|1|Catan|1|an-peeters|2.50|8",
            "2026-namur|1|Catan|1|tom-claes|2.50|8",
        ],
        "clubs": ["Dobbel|50.4670|4.8720"],
    },
    "nbb": {
        "players": ["bo-smit|Bo Smit|Smit, Bo|72.50"],
        "seasons": ["2027-2028|2027-09-01|2028-08-31"],
        "partnerships": ["smit-claes|bo-smit|tom-claes|"],
        "pairs": [
            "2026-09-01|A|an-peeters|joris-van-den-berg|52.50|",
            "2026-09-01|A|bo-smit|nora-simons|47.50|",
        ],
    },
    "ruit": {
        "players": ["bo-smit|Bo Smit|Smit, Bo||class-2"],
        "pairs": ["2026-01-29|1|an-peeters|bo-smit|52.50|2", "2026-01-29|2|lea-moreau|tom-claes|47.50|1"],
        "butler": ["2026-02-05|1|an-peeters|bo-smit|12.00|", "2026-02-05|2|lea-moreau|tom-claes|-12.00|"],
        "teams": ["2026-02-12|1|Alfa|Beta|||12.50|7.50"],
        "lineups": [
            "2026-02-12|Alfa|an-peeters|joris-van-den-berg|nora-simons|bo-smit",
            "2026-02-12|Beta|lea-moreau|emre-yildiz|zofia-wrona|tom-claes",
        ],
    },
}
"""Rows below those of the examples, as somebody types them in English: a few numbers end in zeros."""

each_language = pytest.mark.parametrize("language", LANGUAGES)
each_system = pytest.mark.parametrize("system", ADDED)


def saved_by_excel(data: bytes, language: str, rows: list[str]) -> bytes:
    """The file with `rows` below its own, as Excel saves it.

    It keeps the mark of UTF-8, ends lines in CRLF, writes days and numbers in its own way, and fills every
    line up to the widest with blank cells, comments too.
    """
    assert data.startswith(b"\xef\xbb\xbf")
    delimiter = DELIMITERS[language]
    opened = list(csv.reader(StringIO(data.decode("utf-8-sig"), newline=""), "excel", delimiter=delimiter))
    mark = "," if delimiter == ";" else "."
    typed = [
        [cell.replace(".", mark) if is_number(cell) else cell for cell in row.split("|")] for row in rows
    ]
    width = max(map(len, opened))
    text = StringIO(newline="")
    writer = csv.writer(text, "excel", delimiter=delimiter)
    for row in [*opened, *typed]:
        padded = [*row, *[""] * (width - len(row))][: max(width, 1)]
        writer.writerow([as_excel_writes(cell, language) for cell in padded])
    return b"\xef\xbb\xbf" + text.getvalue().encode()


def is_number(cell: str) -> bool:
    return bool(re.fullmatch(r"-?\d+([.,]\d+)?", cell))


def as_excel_writes(cell: str, language: str) -> str:
    if re.fullmatch(r"\d{4}-\d\d-\d\d", cell):
        return DAYS[language].format(date.fromisoformat(cell))
    mark = "," if language != "en" else "."
    if is_number(cell) and mark in cell:
        return f"{Decimal(cell.replace(',', '.')).normalize():f}".replace(".", mark)
    return cell


@cache
def plan(system: str, language: str) -> Mapping[str, bytes]:
    """The files of a new site, which several tests begin with."""
    return plan_site([system], language=language)


def new_site(root: Path) -> config_site.Site:
    site, problems = settings.load_site(root)
    assert site is not None, problems
    return site


def found(root: Path) -> tuple[Any, list[Problem]]:
    return results.read_results(new_site(root))


@each_language
@each_system
def test_a_file_with_a_row_added_in_excel_is_read_without_a_word(
    tmp_path: Path, system: str, language: str
) -> None:
    root = tmp_path / "site"
    new_folder.create_folder(root, plan(system, language))
    tables = tables_of(root / "results" / system)
    assert tables.keys() == ADDED[system].keys()
    counts = {name: len(rows) for name, rows in rows_of(found(root)[0][system]).items()}
    for name, path in tables.items():
        path.write_bytes(saved_by_excel(path.read_bytes(), language, ADDED[system][name]))
    inputs, problems = found(root)
    # of the rounds that the examples have drawn, all days are past
    assert [problem for problem in problems if problem.code != "rounds-without-results"] == []
    grown = rows_of(inputs[system])
    assert {name: len(grown[name]) - counts[name] for name in tables} == {
        name: len(rows) for name, rows in ADDED[system].items()
    }


@each_language
@each_system
def test_an_evening_in_a_file_of_its_own_as_contributors_are_told_is_read_with_the_others(
    tmp_path: Path, system: str, language: str
) -> None:
    root = tmp_path / "site"
    new_folder.create_folder(root, plan(system, language))
    before = {name: len(rows) for name, rows in rows_of(found(root)[0][system]).items()}
    told = (root / ".github/CONTRIBUTING.md").read_text(encoding="utf-8")
    (place,) = re.findall(rf"\]\(\.\./(results/{system}/\w+/)\)", told)
    (name,) = re.findall(r"`(2026-11-20-\w+\.csv)`", told)
    header, _ = re.findall(r"^```csv\n(.+)\n(.+)\n```$", told, re.MULTILINE)[0]
    (started,) = (root / place).iterdir()
    *others, last = started.read_bytes().splitlines(keepends=True)
    with suppress(ValueError):  # where a row has no day of its own, any name will do
        name = name.replace("2026-11-20", parse_date(re.split("[,;]", last.decode())[0]).isoformat())
    started.write_bytes(b"".join(others))
    (root / place / name).write_bytes(f"{header}\n".encode() + last)
    inputs, problems = found(root)
    assert problems == []
    assert {table: len(rows) for table, rows in rows_of(inputs[system]).items()} == before


def tables_of(folder: Path) -> dict[str, Path]:
    """The file of each table; that of the results stands in a folder."""
    return {path.relative_to(folder).parts[0].removesuffix(".csv"): path for path in folder.rglob("*.csv")}


def rows_of(inputs: Any) -> dict[str, list[Any]]:
    """The rows by table; what a player draws by lot is equal to itself only."""
    return {
        name: [tuple(cell for cell in row if not isinstance(cell, Lot)) for row in rows or ()]
        for name, rows in inputs._asdict().items()
    }


@each_system
def test_a_site_has_the_same_rows_in_every_language(tmp_path: Path, system: str) -> None:
    rows = []
    for language in LANGUAGES:
        new_folder.create_folder(tmp_path / language, plan(system, language))
        inputs, problems = found(tmp_path / language)
        assert problems == []
        rows.append(rows_of(inputs[system]))
    assert rows[0] == rows[1] == rows[2]


@each_language
@each_system
def test_excel_shows_every_cell_in_a_column_of_its_own_and_a_comment_in_one(
    system: str, language: str
) -> None:
    for path, data in plan(system, language).items():
        if path.endswith(".csv"):
            lines = data.decode("utf-8-sig").splitlines()
            comments = [line for line in lines if line.startswith("#")]
            assert len(comments) >= 2, path
            assert [comment for comment in comments if {*',;"\t'} & {*comment}] == []
            widths = {len(row) for row in csv.reader(lines[len(comments) :], delimiter=DELIMITERS[language])}
            assert len(widths) == 1
