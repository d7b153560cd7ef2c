"""Tables that are written as text: CSV, columns of plain text, Markdown and JSON."""

import json
from contextlib import suppress

import pytest
from examples import times
from hypothesis import given
from hypothesis import strategies as st

from sitegen.importing.kinds import columns, delimited, markdown, page, records, workbook
from sitegen.importing.source import Document, SourceError, SourceFile, SourceTable

KINDS = {
    "workbook": workbook,
    "page": page,
    "markdown": markdown,
    "records": records,
    "delimited": delimited,
    "columns": columns,
}


def source(text: str | bytes) -> SourceFile:
    return SourceFile("x.txt", text if isinstance(text, bytes) else text.encode())


def read(kind: str, text: str | bytes) -> Document:
    assert next(name for name, module in KINDS.items() if module.fits(source(text))) == kind
    document: Document = KINDS[kind].read(source(text))
    assert document.kind == kind
    return document


def rows(table: SourceTable) -> list[tuple[str, ...]]:
    return [(row.place, *(cell.text for cell in row.cells)) for row in table.rows]


@pytest.mark.parametrize("sign", [",", ";", "\t", "|"])
@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "cp1252"])
def test_cells_with_a_sign_between_them(sign: str, encoding: str) -> None:
    lines = [
        "Uitslagen 2026",
        "",
        f"Wit{sign}Zwart{sign}Uitslag{sign}",
        f'"Aa{sign} ""An"""{sign} "Bé"{sign}1-0{sign}',
        f'"over twee\nlijnen"{sign}{sign}½-½{sign}',
        f"{sign}{sign}{sign}",
        f"Co{sign}Di{sign}0-1{sign}",
    ]
    text = "\r\n".join(lines)
    table = read("delimited", text.encode(encoding)).tables[0]
    assert (table.header, rows(table)) == (
        (),
        [
            ("line 1", "Uitslagen 2026"),
            ("line 3", "Wit", "Zwart", "Uitslag"),
            ("line 4", f'Aa{sign.strip()} "An"', "Bé", "1-0"),
            ("line 5", "over twee lijnen", "", "½-½"),
            ("line 8", "Co", "Di", "0-1"),
        ],
    )
    assert table.rows[2].cells[2].place == "line 4, column 3"


def test_decimal_commas_and_the_sign_that_a_file_names() -> None:
    assert rows(read("delimited", "sep=;\nAn;54,5\nBob;1,25\n").tables[0])[1] == ("line 3", "Bob", "1,25")
    assert rows(read("delimited", 'An;54,5\n="007";1,25\n').tables[0])[1] == ("line 2", "007", "1,25")


def test_a_quote_that_does_not_close_spoils_one_line() -> None:
    table = read("delimited", 'a;b\n"An;1\n5" disc;2\n"Bob";3\n"x" y;4\n').tables[0]
    assert rows(table)[1:] == [
        ("line 2", "An", "1"),
        ("line 3", '5" disc', "2"),
        ("line 4", "Bob", "3"),
        ("line 5", 'x" y', "4"),
    ]
    assert [row.verdict and row.verdict.reason.code for row in table.rows] == [
        *(None, "quote-not-closed", None, None, "quote-not-closed")
    ]


def test_columns_with_gaps_keep_their_blank_cells() -> None:
    text = "Ronde 3\n\nNr  Naam              Elo   Uitslag\n"
    text += (
        " 1  Anneke van Smit   1500  1-0\n 2  Bob Claes               0-1\n10  C. Dé                   ½-½\n"
    )
    assert rows(read("columns", text).tables[0]) == [
        ("line 1", "Ronde 3"),
        ("line 3", "Nr", "Naam", "Elo", "Uitslag"),
        ("line 4", "1", "Anneke van Smit", "1500", "1-0"),
        ("line 5", "2", "Bob Claes", "", "0-1"),
        ("line 6", "10", "C. Dé", "", "½-½"),
    ]
    tabs = "Naam\t\tUitslag\nAnneke Smit\t1-0\nBob\t\t\t0-1\nCo\t\t1-0\n"
    assert rows(read("columns", tabs).tables[0])[2] == ("line 3", "Bob", "0-1")


def test_a_line_across_the_columns_is_a_doubt() -> None:
    lines = [f"{number:<4}Speler {number:<9}{number % 3 or '':<6}1-0" for number in range(1, 40)]
    lines[20] = "21  Een speler met een veel te lange naam  1-0"
    table = read("columns", "\n".join(lines)).tables[0]
    doubtful = [(row.place, row.verdict.reason.code) for row in table.rows if row.verdict]
    assert (doubtful, len(table.rows)) == ([("line 21", "columns-unclear")], 39)
    assert rows(table)[2] == ("line 3", "3", "Speler 3", "", "1-0")


@pytest.mark.parametrize(
    ("line", "cells"),
    [
        ("1. Anneke Smit - Bob Claes 1-0", ("1", "Anneke Smit", "Bob Claes", "1-0")),
        ("12 Jan-Piet D'Hont – Smit-Claes, Bob ½-½", ("12", "Jan-Piet D'Hont", "Smit-Claes, Bob", "½-½")),
        ("Anneke Smit v Bob Claes 0,5 - 0,5", ("Anneke Smit", "Bob Claes", "0,5 - 0,5")),
        ("  4.  Anneke Smit   -  Bob Claes     1-0", ("4", "Anneke Smit", "Bob Claes", "1-0")),
        ("Anneke Smit 3-2 Bob Claes", ("Anneke Smit", "3-2", "Bob Claes")),
        ("3. Anneke Smit 1623", ("3", "Anneke Smit", "1623")),
        ("Smit, Anneke 54,5%", ("Smit, Anneke", "54,5%")),
        ("7) Anneke Smit", ("7", "Anneke Smit")),
        ("Anneke Smit", ("Anneke Smit",)),
        ("Smit, Anneke", ("Smit, Anneke",)),
    ],
)
def test_lines_of_one_pattern(line: str, cells: tuple[str, ...]) -> None:
    found = rows(read("columns", f"{line}\n" * 5 + "1 + 1 = 2?\n").tables[0])
    assert found == [*((f"line {number}", *cells) for number in range(1, 6)), ("line 6", "1 + 1 = 2?")]


def test_tables_of_markdown() -> None:
    text = "# Stand\n\n| Wit | Zwart |\n|:---|---:|\n"
    text += "| **An** [Aa](http://a.example) | a\\|b |\n| `x` |\n\nOf:\n\n"
    text += "Naam | Punten\n--- | ---\nBob &amp; Co<br>jr | 1½\nsnake_case | _4_\n"
    first, second = read("markdown", text).tables
    assert rows(first) == [("line 3", "Wit", "Zwart"), ("line 5", "An Aa", "a|b"), ("line 6", "x")]
    assert rows(second)[1:] == [("line 12", "Bob & Co jr", "1½"), ("line 13", "snake_case", "4")]
    assert first.rows[1].cells[1].place == "line 5, column 2"


def test_a_list_of_records_in_json() -> None:
    value = [{"wit": "An", "elo": {"voor": 1500.50, "na": 1e3}}, {"wit": "Bob", "zwart": None, "won": True}]
    table = read("records", json.dumps(value, indent=1)).tables[0]
    assert table.header == ["wit", "elo.voor", "elo.na", "zwart", "won"]
    assert rows(table) == [
        ("record 1", "An", "1500.5", "1000", "", ""),
        ("record 2", "Bob", "", "", "", "yes"),
    ]
    assert [cell.kind for cell in table.rows[0].cells] == ["text", "number", "number", "text", "text"]
    assert table.rows[0].cells[1].place == "record 1, elo.voor"


def test_lists_within_an_object() -> None:
    value = {
        "club": {"name": "De Toren", "games": [{"white": "An", "pair": ["a", "b"]}, 7]},
        "players": {"an": {"elo": 1}, "bob": {"elo": 2}},
    }
    document = read("records", json.dumps(value))
    games, players = document.tables
    assert (games.name, games.header) == ("club.games", ["white", "pair[0]", "pair[1]", "value"])
    assert rows(games) == [("club.games[0]", "An", "a", "b", ""), ("club.games[1]", "", "", "", "7")]
    assert games.rows[0].cells[0].place == "club.games[0].white"
    assert (players.header, rows(players)[1]) == (["key", "elo"], ("players.bob", "bob", "2"))


def test_records_one_a_line_and_lists_of_lists() -> None:
    table = read("records", '{"a": 1, "b": 2}\n{"a": 12345678901234567890}\n{broken\n').tables[0]
    assert rows(table) == [("record 1", "1", "2"), ("record 2", "12345678901234567890", ""), ("line 3",)]
    assert table.rows[2].verdict is not None
    assert table.rows[2].verdict.status == "refused"
    table = read("records", '[["Wit", "Uitslag"], ["An", "1-0"]]').tables[0]
    assert (table.header, rows(table)[1]) == ((), ("record 2", "An", "1-0"))


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("{}", "no-records"),
        ("[]", "no-records"),
        ('[{"a": 1}, {"a"', "broken-json"),
        ('[\n{"a": 1},\n{"a": 2}', "broken-json"),
        ("[" * 100_000, "json-too-deep"),
    ],
)
def test_json_without_records_says_why(text: str, code: str) -> None:
    with pytest.raises(SourceError) as caught:
        records.read(source(text))
    assert caught.value.message.code == code


OTHERS = [
    b"",
    b"\n\n",
    b"%PDF-1.7\n1 0 obj",
    b"\x89PNG\r\n\x1a\n\0\0",
    b"SQLite format 3\0",
    b"GIF89a\0;\0;\0\n",
    b'[Event "a"]\n[White "Aa, An"]\n[Black "Bb, Bo"]\n\n1. e4 e5 2. Nf3 Nc6 1-0\n',
    b'<?xml version="1.0"?><USEBIO><EVENT/></USEBIO>',
    b"This is a page of prose, with commas, and it is no table.\nIt goes on; and it ends, somewhere.\nHere.",
    b"Dear all,\n\nThe evening is on Thursday at 19.30, at the club.\nBring a friend!\n\nRegards, An",
]


@pytest.mark.parametrize("data", OTHERS)
def test_what_is_no_table_fits_no_kind(data: bytes) -> None:
    assert [name for name, module in KINDS.items() if module.fits(source(data))] == []


SAMPLES = [
    b'a;b;c\n"An";54,5;1-0\n"Bob";1,2;0-1\n',
    b"1. An Aa - Bob Bb 1-0\n2. Co Cc - Di Dd 0-1\n",
    b"Nr  Naam     Elo\n 1  An Aa   1500\n 2  Bob\n",
    b"| a | b |\n|---|---|\n| 1 | 2 |\n",
    b'{"games": [{"a": 1}, {"a": {"b": [1, 2]}}]}',
    b"<table><tr><td colspan=2>a<td>b<tr><td>c<table><tr><td>d</table></table>",
]


@times(2)
@given(st.sampled_from(SAMPLES), st.lists(st.tuples(st.floats(0, 1), st.binary(max_size=3)), max_size=5))
def test_damage_is_a_refusal_or_a_reading(sample: bytes, changes: list[tuple[float, bytes]]) -> None:
    data = bytearray(sample)
    for place, new in changes:
        at = int(place * len(data))
        data[at : at + len(new)] = new
    file = source(bytes(data))
    for kind in KINDS.values():
        if kind.fits(file):
            with suppress(SourceError):
                document: Document = kind.read(file)
                places = [row.place for table in document.tables for row in table.rows]
                assert len(places) == len({*places})
