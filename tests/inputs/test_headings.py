"""The headings of files in Dutch and French: what new files have is read, and a slip in one is corrected."""

import pytest

from sitegen.core.language import Language
from sitegen.core.system import InputTable, find_origin, list_input_tables, load_system
from sitegen.core.table import get_input_columns
from sitegen.inputs.results.csv_file import normalize_heading
from sitegen.inputs.results.header import get_heading, open_csv

TABLES = [
    (name, table)
    for name in ("elo", "fibs", "glicko2", "ijssel", "keizer", "ludo", "nbb", "ruit")
    for table in list_input_tables(load_system(name))
]


@pytest.mark.parametrize("code", ["nl", "fr"])
@pytest.mark.parametrize(("name", "table"), TABLES, ids=[f"{name}-{table.name}" for name, table in TABLES])
def test_a_header_in_the_language_of_the_club_is_read(name: str, table: InputTable, code: str) -> None:
    language, columns = Language(code).with_catalogues(find_origin(name)), get_input_columns(table.rows)
    labels = [language.translate(column.label) for column in columns]
    headings = [get_heading(column, language) for column in columns]
    assert [*map(normalize_heading, headings)] == [*map(normalize_heading, labels)]
    file, problems = open_csv(f"{';'.join(headings)}\n", "file.csv", columns)
    assert problems == []
    assert file is not None
    assert [*file.names] == [column.name for column in columns]


def test_english_files_keep_the_names_of_columns() -> None:
    columns = [column for _, table in TABLES for column in get_input_columns(table.rows)]
    assert all(get_heading(column, Language("en")) == column.name for column in columns)


def test_a_slip_is_corrected_in_the_language_of_the_header() -> None:
    (matches,) = (table for name, table in TABLES if (name, table.name) == ("fibs", "matches"))
    columns = get_input_columns(matches.rows)
    _, problems = open_csv("datum;winaar;verliezer;lengte\n", "2026.csv", columns)
    (problem,) = problems
    assert str(problem).startswith("2026.csv:1:7: 'winaar' is not a column of this table")
    assert "did you mean 'winnaar'?" in str(problem)
