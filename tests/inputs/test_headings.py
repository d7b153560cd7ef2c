"""The headings of files in Dutch and French: what new files have is read, and a slip in one is corrected."""

import re
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

import sitegen
from sitegen.core.cells import make_parser
from sitegen.core.language import Language
from sitegen.core.names import normalize_heading
from sitegen.core.system import InputTable, find_origin, list_input_tables, load_system
from sitegen.core.table import get_input_columns
from sitegen.inputs.results.header import open_csv

ROOT = Path(sitegen.__file__).parent
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
    headings = [language.format_message(column.heading) for column in columns]
    assert [*map(normalize_heading, headings)] == [*map(normalize_heading, labels)]
    file, problems = open_csv(f"{';'.join(headings)}\n", "file.csv", columns)
    assert problems == []
    assert file is not None
    assert [*file.names] == [column.name for column in columns]


@pytest.mark.parametrize("code", ["nl", "fr"])
@pytest.mark.parametrize(("name", "table"), TABLES, ids=[f"{name}-{table.name}" for name, table in TABLES])
def test_a_message_names_columns_in_the_language_of_the_club(name: str, table: InputTable, code: str) -> None:
    """Those about a header and a blank cell; where the file itself has English headings, it has those."""
    language, columns = Language(code).with_catalogues(find_origin(name)), get_input_columns(table.rows)
    headings = [language.format_message(column.heading) for column in columns]

    def tell(text: str) -> str:
        _, problems = open_csv(text, "file.csv", columns)
        return " ".join(
            language.format_message(text) for problem in problems for text in (problem.message, problem.hint)
        )

    assert ",".join(headings) in tell("")
    assert f": {', '.join(headings)}" in tell(f"{';'.join(headings)};qqqqqq\n")
    assert f": {', '.join(column.name for column in columns)}" in tell(
        f"{';'.join(column.name for column in columns)};qqqqqq\n"
    )
    required = next(index for index, column in enumerate(columns) if column.is_required)
    others = [heading for heading in headings if heading != headings[required]]
    if len(others) > 1:
        assert f"'{headings[required]}'" in tell(f"{';'.join(others)}\n")
    with pytest.raises(ValueError, match="the cell is blank") as raised:
        make_parser(columns[required], ".")("")
    assert f"'{headings[required]}'" in language.format_message(raised.value.args[0])


@pytest.mark.parametrize("code", ["en", "nl", "fr"])
@pytest.mark.parametrize(("name", "table"), TABLES, ids=[f"{name}-{table.name}" for name, table in TABLES])
def test_a_choice_is_read_in_the_word_that_the_language_has_for_it(
    name: str, table: InputTable, code: str
) -> None:
    language = Language(code).with_catalogues(find_origin(name))
    for column in get_input_columns(table.rows):
        words = [language.format_message(word) for word in column.words]
        choices = [True, False] if column.kind is bool else [*column.choices]
        assert [*map(make_parser(column, "."), words)] == choices
        assert code != "en" or words in (["yes", "no"], choices)


@pytest.mark.parametrize(
    ("name", "code", "words"),
    [
        ("keizer", "nl", "voor de club, afgemeld, niet afgemeld, bye"),
        ("keizer", "en", "club, excused, unexcused, bye"),
        ("ludo", "fr", "ordinaire, finale"),
    ],
)
def test_what_is_no_choice_is_told_with_the_words_of_the_language(name: str, code: str, words: str) -> None:
    columns = [
        column
        for system, table in TABLES
        for column in get_input_columns(table.rows)
        if system == name and column.choices and column.name in {"reason", "kind"}
    ]
    with pytest.raises(ValueError, match="is none of") as raised:
        make_parser(columns[0], ".")("q")
    language = Language(code).with_catalogues(find_origin(name))
    assert language.format_message(raised.value.args[0]).endswith(words)


CATALOGUES = [*ROOT.glob("locale/??.po"), *ROOT.glob("systems/*/locale/??.po")]


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_translation_that_names_a_column_has_the_heading_of_its_language(path: Path) -> None:
    """In English the heading is the name: 'winner' in a text is 'winnaar' in Dutch."""
    systems = {name for name, _ in TABLES if path.parents[1].name in {name, ROOT.name}}
    headings: dict[str, set[str]] = {}
    for name, table in TABLES:
        if name in systems:
            language = Language(path.stem).with_catalogues(find_origin(name))
            for column in get_input_columns(table.rows):
                headings.setdefault(column.name, set()).add(language.format_message(column.heading))
    with path.open("rb") as file:
        entries = [(entry.id, entry.string) for entry in read_po(file) if isinstance(entry.id, str)]
    wrong = [
        (text, translation)
        for text, translation in entries
        for quoted in re.findall(r"'([a-z_0-9]+)'", text)
        if quoted in headings and not any(f"'{heading}'" in translation for heading in headings[quoted])
    ]
    assert wrong == []


def test_english_files_keep_the_names_of_columns() -> None:
    columns = [column for _, table in TABLES for column in get_input_columns(table.rows)]
    assert all(Language("en").format_message(column.heading) == column.name for column in columns)


def test_a_slip_is_corrected_in_the_language_of_the_header() -> None:
    (matches,) = (table for name, table in TABLES if (name, table.name) == ("fibs", "matches"))
    columns = get_input_columns(matches.rows)
    _, problems = open_csv("datum;winaar;verliezer;lengte\n", "2026.csv", columns)
    (problem,) = problems
    assert str(problem).startswith("2026.csv:1:7: 'winaar' is not a column of this table")
    assert "did you mean 'winnaar'?" in str(problem)
