"""A published table as CSV and JSON."""

import csv
import io
import json
from datetime import date
from math import inf
from typing import Any

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitegen.core.model import PublishedTable
from sitegen.core.table import PlayerId, Table, column
from sitegen.rankings.datafiles import DataFiles, encode_csv
from sitegen.rankings.published import StoredTable


class Row(Table):
    """One of each kind of cell."""

    player: PlayerId = column("who")
    day: date | None = column("when")
    text: str = column("anything")
    whole: int | None = column("a count")
    figure: float | None = column("a measure")
    yes: bool = column("whether")


def files(*rows: tuple[Any, ...]) -> DataFiles:
    return DataFiles(PublishedTable("table", Row, [Row(*row) for row in rows]))


def test_each_kind_of_cell_is_written_as_the_files_promise() -> None:
    written = files(
        ("an", date(2026, 11, 2), "a,b", 3, 1.5, True), ("bob", None, 'say "so"', None, None, False)
    )
    assert written.to_csv().decode() == (
        'player,day,text,whole,figure,yes\nan,2026-11-02,"a,b",3,1.500000,yes\nbob,,"say ""so""",,,no\n'
    )
    assert json.loads(written.to_json())["rows"] == [
        ["an", "2026-11-02", "a,b", 3, 1.5, True],
        ["bob", None, 'say "so"', None, None, False],
    ]


def test_rows_are_the_same_read_back_from_either_file() -> None:
    """A list that is shown is there as CSV alone."""
    rows = [("an", date(2026, 11, 2), "a,b", 3, 1.5, True), ("bob", None, 'say "so"', None, None, False)]
    written, wanted = files(*rows), [Row(*row) for row in rows]
    assert StoredTable.from_json(json.loads(written.to_json())).to_rows(Row) == wanted
    named, *texts = csv.reader(io.StringIO(encode_csv(written.published).decode(), newline=""))
    assert StoredTable(named, texts).to_rows(Row) == wanted


def test_an_empty_table_keeps_its_header() -> None:
    assert files().to_csv() == b"player,day,text,whole,figure,yes\n"
    assert json.loads(files().to_json())["rows"] == []


def test_the_json_describes_its_columns() -> None:
    assert json.loads(files().to_json())["columns"][4] == {
        "name": "figure",
        "type": "number",
        "label": "Figure",
        "description": "a measure",
    }


@pytest.mark.parametrize("value", [-0.0, -0.0000004, 0.0])
def test_zero_has_no_sign(value: float) -> None:
    assert b",0.000000," in files(("an", None, "", 0, value, True)).to_csv()


def test_a_number_that_is_not_finite_is_never_published() -> None:
    with pytest.raises(ValueError, match="'figure' holds a number that is not finite"):
        files(("an", None, "", 0, inf, True)).to_csv()


@pytest.mark.parametrize(
    "sign", "=+-@\uff1d\uff0b\uff0d\uff20\ufe66\ufe62\ufe63\ufe6b\u207a\u207b\u207c\u2212"
)
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("{}1+1", "'{}1+1"),
        (" {}1", "' {}1"),
        ("\u00a0{}1", "'\u00a0{}1"),
        ("\t{}1", "'\t'{}1"),
        ("an;{}1", "an;'{}1"),
        ("an; {}1", "an; '{}1"),
        ('an;"{}1', "an;\"'{}1"),
        ("an\n{}1", "an\n'{}1"),
        ("an\r\n{}1;{}1", "an\r\n'{}1;'{}1"),
        ("\r1", "'\r1"),
    ],
)
def test_text_that_a_spreadsheet_would_calculate_is_made_harmless(
    sign: str, text: str, expected: str
) -> None:
    csv_file = files(("an", None, text.replace("{}", sign), 0, 0.0, True)).to_csv().decode()
    (_, row) = csv.reader(io.StringIO(csv_file, newline=""))
    assert row[2] == expected.replace("{}", sign)


@given(st.lists(st.text(st.sampled_from("a=+-@\uff1d;,\" '\t\n\r"), max_size=9), min_size=1))
def test_no_cell_begins_a_formula_whatever_it_is_cut_by(cells: list[str]) -> None:
    written = files(*((None, None, cell, 0, 0.0, True) for cell in cells)).to_csv().decode()
    for delimiter in ",;\t":
        for row in csv.reader(io.StringIO(written, newline=""), delimiter=delimiter):
            assert not [cell for cell in row if cell.strip().startswith(("=", "+", "-", "@", "\uff1d"))]


@pytest.mark.parametrize(
    "text", ["2-1", "Jan-Piet; de Wit", "a=b", "x@y", "1; 2", "'=1", "", "Dupont, Cl\u00e9o"]
)
def test_text_that_nothing_calculates_is_left_as_it_is(text: str) -> None:
    (_, row) = csv.reader(io.StringIO(files(("an", None, text, 0, 0.0, True)).to_csv().decode()))
    assert row[2] == text


def test_a_negative_number_stays_a_number() -> None:
    assert b",-3,-0.500000," in files(("an", None, "", -3, -0.5, True)).to_csv()


texts = st.text(st.characters(blacklist_categories=["Cs", "Cc"], blacklist_characters=";"), max_size=8).map(
    lambda text: "x" + text
)


@given(st.lists(st.tuples(texts, texts, st.integers(-999, 999), st.floats(-1e6, 1e6)), min_size=1))
def test_what_was_written_is_what_other_programs_read(rows: list[tuple[str, str, int, float]]) -> None:
    written = files(*((player, None, text, whole, figure, True) for player, text, whole, figure in rows))
    frame = pd.read_csv(
        io.BytesIO(written.to_csv()), keep_default_na=False, dtype={"player": str, "text": str}
    )
    assert list(zip(frame["player"], frame["text"], frame["whole"], strict=True)) == [row[:3] for row in rows]
    assert list(frame["figure"]) == pytest.approx([row[3] for row in rows], abs=5.1e-7)
    assert [tuple(row[:4:3]) for row in json.loads(written.to_json())["rows"]] == [
        (row[0], row[2]) for row in rows
    ]


@pytest.mark.slow
def test_a_table_too_large_to_be_kept_has_the_same_files(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rows = [("an", None, "x", number, number / 7, True) for number in range(25_000)]
    small = files(*rows)
    told = small.to_csv(), small.to_json()
    monkeypatch.setattr("sitegen.rankings.datafiles._MAX_CACHED_CELLS", 0)
    large = files(*rows)
    assert (large.to_csv(), large.to_json()) == told
    assert json.loads(told[1])["rows"][20_001][3] == 20_001
