"""Crosstables as programs for tournaments write them into workbooks, pages and CSV files."""

from collections.abc import Sequence

import pytest
from documents import rows as rows_of
from hypothesis import given
from hypothesis import strategies as st
from sites import limit

from sitegen.core.problems import say
from sitegen.importing.kinds.crosstable import fits_table, read_table
from sitegen.importing.source import Document, SourceCell, SourceRow, SourceTable

HEAD = [
    ["From the Tournament-Database of Chess-Results https://chess-results.com"],
    ["Kersttoernooi 2025"],
    ["Last update 29.12.2025 18:17:32"],
    [],
    ["Organizer(s) : SV De Toren"],
    ["Date : 2025/12/27 To 2025/12/29"],
    ["Rating-Ø : 1850"],
    ["Final Ranking crosstable after 3 Rounds"],
]
HEADINGS = ["Rk.", "", "Name", "Rtg", "FED", "1.Rd", "2.Rd", "3.Rd", "Pts. ", "TB1"]
RANKING = [
    ["1", "WFM", "Smit, Anneke", "2105", "NED", "5w1", "3b1", "-½", "2,5", "4"],
    ["2", "", "de Vries, Jan", "1950", "NED", "-1", "4w½", "3b+", "2,5", "3"],
    ["3", "", "Jansen, Piet", "1800", "NED", "4b1", "1w0", "2w-", "1", "5"],
    ["4", "", "Müller, Jörg", "1750", "GER", "3w0", "2b½", "5b1", "1,5", "3"],
    ["5", "", "O'Neill, Sean", "", "IRL", "1b0", "-0", "4w0", "0", "3"],
]
FOOT = [
    ["Annotation:"],
    ["Tie Break1: Buchholz"],
    ["Chess-Tournament-Results-Server: Chess-Results"],
]
PLAYED = {
    ("1", "Smit, Anneke", "O'Neill, Sean", "1-0"),
    ("1", "Müller, Jörg", "Jansen, Piet", "0-1"),
    ("2", "Jansen, Piet", "Smit, Anneke", "0-1"),
    ("2", "de Vries, Jan", "Müller, Jörg", "½-½"),
    ("3", "O'Neill, Sean", "Müller, Jörg", "0-1"),
}


def table(rows: Sequence[Sequence[str | SourceCell]]) -> SourceTable:
    """A sheet of such rows, without a header."""
    found = []
    for number, row in enumerate(rows, 1):
        cells = [
            cell
            if isinstance(cell, SourceCell)
            else SourceCell(cell, f"Sheet1!{chr(65 + at)}{number}", "text" if cell else "blank")
            for at, cell in enumerate(row)
        ]
        found.append(SourceRow(f"Sheet1!{number}", cells))
    return SourceTable("Sheet1", found)


def read(rows: Sequence[Sequence[str | SourceCell]]) -> Document:
    return read_table(table(rows))


def verdicts(document: Document) -> list[tuple[str, str, str]]:
    marked = [row for table in document.tables for row in table.rows if table.name != "lines"]
    return [(row.place, row.verdict.status, row.verdict.reason.code) for row in marked if row.verdict]


def games(document: Document) -> set[tuple[str, ...]]:
    return {*rows_of(document, "games", "round", "white", "black", "result")}


def test_a_ranking_with_a_long_head_gives_games_byes_and_forfeits() -> None:
    rows = [*HEAD, HEADINGS, *RANKING, *FOOT]
    assert fits_table(table(rows))
    document = read(rows)
    assert games(document) == PLAYED
    assert rows_of(document, "forfeits", "white", "black", "result") == [
        ("Jansen, Piet", "de Vries, Jan", "0-1f")
    ]
    assert rows_of(document, "absences", "round", "player", "code") == [
        ("3", "Smit, Anneke", "bye"),
        ("1", "de Vries, Jan", "odd"),
        ("2", "O'Neill, Sean", "absent"),
    ]
    assert verdicts(document) == []


def test_a_game_has_its_place_and_players_what_is_known_of_them() -> None:
    document = read([*HEAD, HEADINGS, *RANKING])
    found = next(table for table in document.tables if table.name == "games")
    assert [row.place for row in found.rows][:2] == ["Sheet1!F10", "Sheet1!G11"]
    assert rows_of(document, "players", "number", "name", "title", "rating")[0] == (
        "1",
        "Smit, Anneke",
        "WFM",
        "2105",
    )


def test_points_are_made_again() -> None:
    rows = [list(row) for row in RANKING]
    rows[3][8] = "2½"
    wrong = [
        statement
        for statement in read([HEADINGS, *rows]).statements
        if statement.stated != statement.computed
    ]
    assert [
        (statement.subject, statement.stated, statement.computed, statement.place) for statement in wrong
    ] == [("Müller, Jörg", 2.5, 1.5, "Sheet1!I5")]


def test_numbers_mean_what_makes_results_mirror() -> None:
    """In the order of the ranking, with starting numbers in another column, whatever it is called."""
    start = {"1": "3", "2": "5", "3": "1", "4": "2", "5": "4"}
    rows = []
    for row in RANKING:
        cells = [cell if cell.startswith("-") else start[cell[0]] + cell[1:] for cell in row[5:8]]
        rows.append([row[0], start[row[0]], *row[1:5], *cells, *row[8:]])
    headings = ["Rg.", "Snr", *HEADINGS[1:]]
    assert games(read([headings, *rows])) == PLAYED
    assert games(read([headings, *sorted(rows, key=lambda row: row[1])])) == PLAYED


def test_numbers_that_fit_nothing_are_not_guessed() -> None:
    rows = [
        [
            *row[:5],
            *(str((int(cell[0]) + 2) % 5 + 1) + cell[1:] if cell[0] != "-" else cell for cell in row[5:8]),
            *row[8:],
        ]
        for row in RANKING
    ]
    document = read([HEADINGS, *rows])
    assert games(document) == set()
    assert {code for _, word, code in verdicts(document) if word == "doubtful"} == {"opponent-unclear"}
    assert [note.code for note in document.notes] == ["numbers-unclear"]


def test_ties_without_a_rank_are_counted_on() -> None:
    rows = [["" if row[0] in {"2", "4"} else row[0], *row[1:]] for row in RANKING]
    assert games(read([HEADINGS, *rows])) == PLAYED


@pytest.mark.parametrize(("white", "black"), ["ws", "wz", "bn", "bc", "vs"])
def test_colours_have_their_letters_in_each_language(white: str, black: str) -> None:
    def other(cell: str) -> str:
        return cell[0] + {"w": white, "b": black}.get(cell[1], cell[1]) + cell[2:]

    rows = [[*row[:5], *map(other, row[5:8]), *row[8:]] for row in RANKING]
    headings = ["Nr.", "", "Naam", "Rtg", "Land", "1.Rd.", "2.Rd.", "3.Rd.", "Ptn", "WP"]
    assert games(read([headings, *rows])) == PLAYED


def test_marks_that_became_numbers_are_marks_again() -> None:
    def number(text: str) -> SourceCell:
        return SourceCell(text, "Sheet1!X9", "number")

    rows: list[list[str | SourceCell]] = [list(row) for row in RANKING]
    rows[0][7], rows[1][5], rows[4][6], rows[1][8] = number("0.5"), number("-1"), number("0"), number("2.5")
    document = read([HEADINGS, *rows])
    assert games(document) == PLAYED
    assert [code for *_, code in rows_of(document, "absences", "round", "player", "code")] == [
        "bye",
        "odd",
        "absent",
    ]


def test_a_date_and_an_error_value_in_a_cell_are_told() -> None:
    rows: list[list[str | SourceCell]] = [list(row) for row in RANKING]
    rows[0][5] = SourceCell("2026-05-01", "Sheet1!F10", "day")
    rows[3][7] = SourceCell("", "Sheet1!H13", "text", say("error-value", "{value}", value="#REF!"))
    marked = verdicts(read([HEADINGS, *rows]))
    assert ("Sheet1!F10", "doubtful", "mark-made-a-date") in marked
    assert ("Sheet1!H13", "refused", "error-value") in marked
    assert {code for *_, code in marked} == {"mark-made-a-date", "error-value", "one-sided-game"}


def test_a_list_cut_short_loses_only_those_who_are_not_on_it() -> None:
    document = read([*HEAD, HEADINGS, *RANKING[:4]])
    assert games(document) == {game for game in PLAYED if "O'Neill, Sean" not in game}
    assert verdicts(document) == [
        ("Sheet1!F10", "doubtful", "no-such-number"),
        ("Sheet1!H13", "doubtful", "no-such-number"),
    ]


def test_one_result_that_differs_is_told_at_both_lines_and_asked_about_once() -> None:
    rows = [list(row) for row in RANKING]
    rows[3][7] = "5b½"
    document = read([HEADINGS, *rows])
    assert len(games(document)) == 4
    assert verdicts(document) == [
        ("Sheet1!H5", "doubtful", "results-differ"),
        ("Sheet1!H6", "left", "results-differ"),
    ]


SQUARE = [
    ["No.", "", "Name", "Rtg", "1", "2", "3", "4", "Pts."],
    ["1", "", "Aa, Bo", "1900", "*", "1", "½", "+", "2,5"],
    ["2", "", "Cc, Di", "1800", "0", "*", "1", "1", "2"],
    ["3", "", "Ee, Fy", "1700", "½", "0", "*", "", "0,5"],
    ["4", "", "Gg, Hu", "1600", "-", "0", "", "*", "0"],
]


def test_a_square_has_each_game_once_and_no_round() -> None:
    assert fits_table(table(SQUARE))
    document = read(SQUARE)
    assert rows_of(document, "games", "round", "white", "black", "result") == [
        ("", "Aa, Bo", "Cc, Di", "1-0"),
        ("", "Aa, Bo", "Ee, Fy", "½-½"),
        ("", "Cc, Di", "Ee, Fy", "1-0"),
        ("", "Cc, Di", "Gg, Hu", "1-0"),
    ]
    assert rows_of(document, "forfeits", "white", "result") == [("Aa, Bo", "1-0f")]
    assert all(statement.stated == statement.computed for statement in document.statements)
    assert [note.code for note in document.notes] == ["crosstable-without-colours"]


def test_a_double_round_has_two_games_in_a_cell() -> None:
    rows = [
        ["", "Naam", "1", "2", "3"],
        ["1", "Anneke", "***", "1½", SourceCell("11", "Sheet1!E2", "number")],
        ["2", "Jan", "0½", "***", "½0"],
        ["3", "Piet", SourceCell("0", "Sheet1!C4", "number"), "½1", "***"],
    ]
    document = read(rows)
    assert [result for (result,) in rows_of(document, "games", "result")] == [
        "1-0",
        "½-½",
        "1-0",
        "1-0",
        "½-½",
        "0-1",
    ]
    assert verdicts(document) == []


def test_a_square_by_vega_has_a_blank_diagonal() -> None:
    rows = [
        ["N", "NAME", "Rat", "Scr", "1", "2", "3"],
        ["1", "FM Aa Bo", "2300", "1.5", "", "1-", "½-"],
        ["2", "Cc Di", "2100", "1.0", "0-", "", "1-"],
        ["3", "Ee Fy", "2000", "0.5", "½-", "0-", ""],
        ["Generated by Vega"],
    ]
    assert fits_table(table(rows))
    assert [game[1:] for game in rows_of(read(rows), "games", "round", "white", "black", "result")] == [
        ("FM Aa Bo", "Cc Di", "1-0"),
        ("FM Aa Bo", "Ee Fy", "½-½"),
        ("Cc Di", "Ee Fy", "1-0"),
    ]


def test_without_colours_plus_is_won_not_forfeit() -> None:
    rows = [
        ["Nr", "Naam", "R1", "R2"],
        ["1", "Anneke", "2+", "3="],
        ["2", "Jan", "1-", "bye"],
        ["3", "Piet", "bye", "1="],
    ]
    document = read(rows)
    assert games(document) == {("1", "Anneke", "Jan", "1-0"), ("2", "Anneke", "Piet", "½-½")}
    assert [code for *_, code in rows_of(document, "absences", "round", "player", "code")] == ["odd", "odd"]


def test_entrants_alone_are_players() -> None:
    rows = [
        *HEAD,
        ["No.", "", "Name", "FideID", "FED", "Rtg", "Club/City"],
        ["1", "GM", "Aa, Bo", "1012345", "NED", "2501", "Zwolle"],
        ["2", "", "Cc, Di", "", "NED", "0", ""],
        *FOOT,
    ]
    assert fits_table(table(rows))
    document = read(rows)
    assert rows_of(document, "players", "number", "name", "title", "rating", "club") == [
        ("1", "Aa, Bo", "GM", "2501", "Zwolle"),
        ("2", "Cc, Di", "", "", ""),
    ]
    assert [table.name for table in document.tables] == ["players", "lines"]


def test_an_empty_one_has_nothing_and_says_so() -> None:
    rows = [*HEAD, HEADINGS, *FOOT]
    assert fits_table(table(rows))
    assert [note.code for note in read(rows).notes] == ["empty-crosstable"]


def test_rounds_to_come_are_left() -> None:
    rows = [HEADINGS[:-2], *([*row[:7], row[7][:2]] for row in RANKING)]
    rows[1][7], rows[2][7], rows[3][7] = "", "3b", "2w"
    rows[4][7], rows[5][7] = "5b", "4w"
    document = read(rows)
    assert [code for _, _, code in verdicts(document)] == ["game-to-come", "game-to-come"]


@pytest.mark.parametrize(
    "rows",
    [
        [],
        [
            ["Datum", "Wit", "Zwart", "Uitslag"],
            ["2026-01-05", "An", "Jan", "1-0"],
            ["2026-01-05", "Bo", "Piet", "0-1"],
        ],
        [["Bo.", "No.", "White", "Result", "Black", "No."], ["1", "2", "Aa", "1 - 0", "Bb", "7"]],
        [["Naam", "1", "2", "3"], ["An", "60", "40", "55"], ["Jan", "40", "60", "45"]],
    ],
)
def test_other_tables_are_not_taken_for_a_crosstable(rows: list[list[str]]) -> None:
    assert not fits_table(table(rows))


@pytest.mark.slow
def test_five_hundred_players_take_no_time() -> None:
    count = 500
    rows = [
        [
            str(at),
            f"Player {chr(65 + at % 26)}{at}",
            *[f"{at + 1 if at % 2 else at - 1}{'bw'[at % 2]}½"] * 11,
            "5,5",
        ]
        for at in range(1, count + 1)
    ]
    with limit(20):
        document = read([["Rk", "Name", *(f"{number}.Rd" for number in range(1, 12)), "Pts"], *rows])
        assert len(rows_of(document, "games", "round")) == 2750


CELL = st.sampled_from(
    ["", "5w1", "*", "-1", "1", "½", "3b+", "x", "1½", "0", "9", "#REF!", "name", "2,5", "\xa0", "-"]
)


@given(st.integers(0, 40), st.integers(0, 9), CELL)
def test_damage_never_makes_another_game(at: int, column: int, cell: str) -> None:
    """One cell is another: no game comes in that was not played, and no player is lost without a word."""
    rows = [list(row) for row in [*HEAD, HEADINGS, *RANKING, *FOOT]]
    row = rows[at % len(rows)]
    if column < len(row) and at % len(rows) != len(HEAD):
        row[column] = cell
    document = read(rows)
    fits_table(table(rows))
    assert {game[0] + game[3] for game in games(document)} <= {game[0] + game[3] for game in PLAYED}
    places = {row.place.split("!")[1].strip("ABCDEFGHIJ") for table in document.tables for row in table.rows}
    assert {str(number) for number in range(10, 15)} <= places


@given(st.lists(st.lists(CELL, max_size=6), max_size=6))
def test_no_cells_raise(rows: list[list[str]]) -> None:
    fits_table(table(rows))
    read(rows)


@pytest.mark.parametrize(
    "headings", [["1e ronde", "2e ronde", "3e ronde"], ["Ronde 1", "Ronde 2", "Ronde 3"], ["R1", "R2", "R3"]]
)
def test_rounds_are_called_as_anybody_calls_them(headings: list[str]) -> None:
    assert games(read([[*HEADINGS[:5], *headings, *HEADINGS[8:]], *RANKING])) == PLAYED


def test_a_k_behind_a_result_is_a_forfeit() -> None:
    rows = [["Nr", "Name", "1.Rd", "2.Rd"], ["1", "Aa", "2s1K", "2w1"], ["2", "Bb", "1w0K", "1s0"]]
    document = read(rows)
    assert rows_of(document, "forfeits", "white", "black", "result") == [("Bb", "Aa", "0-1f")]
    assert games(document) == {("2", "Aa", "Bb", "1-0")}


@pytest.mark.parametrize("cell", ["0w1", "+w0", "0000b½"])
def test_an_opponent_with_the_number_nought_is_no_result(cell: str) -> None:
    rows = [list(row) for row in RANKING]
    rows[0][7] = cell
    assert ("Sheet1!H2", "refused", "mark-not-read") in verdicts(read([HEADINGS, *rows]))
