"""A ranking as a workbook: every published cell, text that stays text, the same bytes each time."""

import csv
import io
import re
from collections.abc import Callable, Mapping
from datetime import date, datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from zipfile import ZipFile

import openpyxl
import pytest
from click.testing import CliRunner, Result
from golden import AS_OF, SITES, read_expected
from python_calamine import CalamineWorkbook

from sitegen import publishing
from sitegen.commands import export
from sitegen.commands.cli import main
from sitegen.core.model import PublishedTable
from sitegen.core.table import Percentage, PlayerId, Rating, Table, column
from sitegen.rankings.datafiles import DataFiles

pytestmark = pytest.mark.slow

Write = Callable[..., Path]


class Row(Table):
    """One of each kind of cell."""

    player: PlayerId = column("who")
    day: date | None = column("when")
    whole: int | None = column("a count")
    rating: Rating | None = column("a measure")
    chance: Percentage = column("a part")
    yes: bool = column("whether")


ROWS = [
    Row("=1+1", date(2026, 11, 2), 3, 1523.123456789, 0.25, True),
    Row("+32 2 555", None, None, None, 0.5, False),
    Row("#N/A", date(1899, 5, 1), 0, -0.5, 1.0, True),
    Row("@you", date(1900, 3, 1), -1, 2.0, 0.0, True),
    Row("a\x07b", date(9999, 12, 31), 1, 2.0, 0.0, True),
]


def book(tables: Mapping[str, list[Row]]) -> bytes:
    files = {name: DataFiles(PublishedTable(name, Row, rows)) for name, rows in tables.items()}
    return export._build_workbook(SimpleNamespace(files=files, ranking=SimpleNamespace(title="Chess")), AS_OF)  # type: ignore[arg-type]


def read(data: bytes) -> Any:
    return openpyxl.load_workbook(io.BytesIO(data))


def run(*arguments: object) -> Result:
    return CliRunner().invoke(main, ["export", *map(str, arguments)])


def same(cell: Any, file: str) -> bool:
    """Whether a cell of a sheet says what a published file says; text is the same to the letter."""
    if isinstance(cell, bool):
        return file == ("yes" if cell else "no")
    if isinstance(cell, float):
        return cell == float(file)
    return file == (cell.isoformat() if isinstance(cell, date) else cell)


@pytest.mark.parametrize("site", SITES, ids=lambda site: site.name)
def test_each_sheet_has_every_cell_of_a_published_file(site: Path) -> None:
    files = {
        path: text
        for path, text in read_expected(site).items()
        if re.fullmatch(r"(?:clubs/)?[\w-]+/[\w-]+\.csv", path)
    }
    given = publishing.rate_site(site, AS_OF, AS_OF).page_inputs
    assert given
    for board in given.contexts:
        made = CalamineWorkbook.from_filelike(io.BytesIO(export._build_workbook(board, AS_OF)))
        for name in made.sheet_names:
            rows = [*csv.reader(files.pop(f"{board.ranking.id}/{name}.csv").decode().splitlines())]
            cells = made.get_sheet_by_name(name).to_python()
            assert len(cells) == len(rows)
            for row, line in zip(cells, rows, strict=True):
                assert all(map(same, row, line)), (name, row, line)
    assert files == {}


def test_text_is_never_a_formula_nor_an_error_also_when_it_is_edited() -> None:
    cells = read(book({"table": ROWS}))["table"]["A"][1:]
    assert [cell.value for cell in cells] == ["=1+1", "+32 2 555", "#N/A", "@you", "ab"]
    assert {cell.data_type for cell in cells} == {"s"}
    assert [cell.quotePrefix for cell in cells] == [True, True, False, True, False]


def test_days_are_days_and_numbers_show_the_decimals_that_pages_show() -> None:
    sheet = read(book({"table": ROWS}))["table"]
    days = [cell.value for cell in sheet["B"][1:]]
    assert days == [datetime(2026, 11, 2), None, "1899-05-01", datetime(1900, 3, 1), datetime(9999, 12, 31)]  # noqa: DTZ001
    assert [cell.value for cell in sheet["C"][1:]] == [3, None, 0, -1, 1]
    assert (sheet["D2"].value, sheet["D2"].number_format) == (1523.123457, "0")
    assert (sheet["E2"].value, sheet["E2"].number_format) == (0.25, "0%")
    assert [cell.value for cell in sheet["F"][1:]] == [True, False, True, True, True]


def test_the_head_stays_and_columns_are_as_wide_as_their_text() -> None:
    sheet = read(book({"table": [ROWS[0], Row("x" * 500, None, None, None, 0.5, False)]}))["table"]
    assert sheet.freeze_panes == "A2"
    assert [sheet.column_dimensions[character].width for character in "ABC"] == [52, 12, 7]
    assert read(book({})).sheetnames == ["Sheet"]
    empty = read(book({"table": []}))["table"]
    assert [cell.value for cell in empty[1]] == ["player", "day", "whole", "rating", "chance", "yes"]


def test_a_sheet_can_be_called_what_it_is_called() -> None:
    long = "tables-of-a-system-of-somebody-else"
    titles = read(book({"History": [], "a/b:c": [], f"{long}-1": [], f"{long}-2": [], "days": []}))
    assert titles.sheetnames == [
        *("-History", "a-b-c", "tables-of-a-system-of-some-3", "tables-of-a-system-of-some-4", "days"),
    ]


def test_a_table_that_no_sheet_can_hold_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(export, "_MAX_ROWS", 4)
    with pytest.raises(export.ExportError) as refused:
        book({"table": ROWS})
    assert refused.value.args[0].code == "too-long-for-sheet"


def test_the_same_tables_are_the_same_bytes_whenever_they_are_written(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    once = book({"table": ROWS})
    monkeypatch.setattr("time.localtime", lambda *_: (2001, 2, 3, 4, 5, 6, 5, 34, 0))
    assert book({"table": ROWS}) == once
    assert {part.date_time for part in ZipFile(io.BytesIO(once)).infolist()} == {(1980, 1, 1, 0, 0, 0)}
    properties = read(once).properties
    assert properties.created == properties.modified == datetime(2026, 11, 21)  # noqa: DTZ001


def test_a_workbook_is_written_where_it_is_asked_for(
    write_site: Write, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    root = write_site()
    result = run("list", "--site", root, "--as-of", AS_OF)
    assert (result.exit_code, result.output) == (0, "list.xlsx is written.\n")
    assert run("list", "--site", root, "--as-of", AS_OF, "--output", "mine.xlsx").exit_code == 0
    assert (tmp_path / "list.xlsx").read_bytes() == (tmp_path / "mine.xlsx").read_bytes()
    assert {path.name for path in tmp_path.iterdir()} == {"site", "list.xlsx", "mine.xlsx"}
    earlier = run("list", "--site", root, "--as-of", "2026-01-01", "--output", "mine.xlsx")
    assert earlier.exit_code == 0
    assert read((tmp_path / "mine.xlsx").read_bytes())["matches"].max_row == 1


@pytest.mark.parametrize(
    ("arguments", "files", "status", "told"),
    [
        (["lst"], {}, 2, "no ranking is called 'lst' (did you mean 'list'?)"),
        (["list"], {"results/list/matches.csv": "date\nx\n"}, 1, "nothing was exported"),
        (["list", "--output", "no/list.xlsx"], {}, 1, "no/list.xlsx cannot be written: No such file"),
        (["list", "--format", "csv"], {}, 2, "'csv' is not 'xlsx'"),
    ],
)  # fmt: skip
def test_where_nothing_can_be_exported_nothing_is_written(  # noqa: PLR0917 - what a case is made of
    write_site: Write,
    monkeypatch: pytest.MonkeyPatch,
    arguments: list[str],
    files: dict[str, str],
    status: int,
    told: str,
) -> None:
    root = write_site(files)
    monkeypatch.chdir(root)
    before = sorted(root.rglob("*"))
    result = run(*arguments)
    assert result.exit_code == status
    assert told in result.output
    assert sorted(root.rglob("*")) == before


def test_what_is_there_stays_when_writing_fails(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = tmp_path / "list.xlsx"
    file.write_bytes(b"old")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(export.ExportError):
        export.write_workbook(file, b"new")
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {"list.xlsx": b"old"}
