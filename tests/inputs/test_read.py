"""Reading a site: a file that is wrong in one way and exactly what is said of it; what sound files mean."""

# ruff: noqa: E501 - what is said stands on one line, as it is printed

import os
from collections.abc import Mapping
from datetime import date
from hashlib import sha256
from pathlib import Path

import pytest
from processes import needs_pipes
from toy_system import MATCHES, PLAYERS, Inputs, faults, site

from sitegen.core.problems import Problem
from sitegen.inputs.results import files as results_files
from sitegen.inputs.results import records, results

HEADER = "date,winner,loser,length\n"
WIDE = "date,winner,loser,length,kind,online,stake,remark\n"
WEEKS = "".join(f"2026-{day},an,bo,7\n" for day in ("10-16", "10-21", "10-30", "11-06", "11-11", "11-20"))
COLUMNS = "known: date, winner, loser, length, kind, online, stake, remark"


def said(path: Path, files: Mapping[str, str | bytes]) -> list[str]:
    """What is said of a site, with the paths below its ranking."""
    return [fault.replace("results/toy/", "") for fault in faults(path, files)]


def inputs(path: Path, files: Mapping[str, str | bytes]) -> Inputs:
    """The tables of a site in which nothing is wrong."""
    found, problems = results.read_results(
        site(path, {"players.csv": PLAYERS, "matches.csv": MATCHES, **files})
    )
    assert problems == []
    tables: Inputs = found["toy"]
    return tables


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("", ["matches.csv: this file is empty (its first line is the header: date,winner,loser,length,kind,online,stake,remark)"], id="empty"),
        pytest.param("\n# nothing\n,,\n", ["matches.csv: this file is empty (its first line is the header: date,winner,loser,length,kind,online,stake,remark)"], id="nothing but comments"),
        pytest.param("2026-11-20,an,bo,7\n", ["matches.csv:1:1: '2026-11-20,an,bo,7' is not a header of this table (put the header above it, such as date,winner,loser,length)"], id="no header"),
        pytest.param("date,winer,loser,length\n2026-11-20,an,bo,7\n", [
            f"matches.csv:1:6: 'winer' is not a column of this table (did you mean 'winner'?; {COLUMNS})"],
            id="unknown column"),
        pytest.param("date,winner,loser,length,Winner\n2026-11-20,an,bo,7,an\n", [
            "matches.csv:1:26: the column 'winner' stands twice (correct one of the two headings, or take its column out)"], id="repeated column"),
        pytest.param("date,winner,,loser,length\n2026-11-20,an,,bo,7\n", [
            "matches.csv:1:13: a column without a heading (name it, or take it out)"], id="blank heading"),
        pytest.param("date,winner,loser,length,,\n2026-11-20,an,bo,7,,\n2026-11-20,an,bo,8,,x\n", [
            "matches.csv:3:21: a cell in a column without a heading (name the column, or empty it)"],
            id="cell without heading"),
        pytest.param(HEADER + "2026-11-20,an,bo\n", ["matches.csv:2:17: 3 cells where the header has 4: 'length' is missing (leave a blank cell blank, but write its ',')"], id="too few cells"),
        pytest.param(HEADER + "2026-11-20,an,bo,7,8\n", ["matches.csv:2:20: 5 cells where the header has 4: '8' is too many (put a cell with ',' in it between quotes, or take out what is too many)"], id="too many cells"),
        pytest.param(HEADER + "2026-11-20,an,bo,7\nDATE,winner,loser,length\n", [
            "matches.csv:3:1: the header stands here again (delete this line)"], id="header again"),
        pytest.param(HEADER + "2026-11-20,an,bo, x\n", ["matches.csv:2:19: 'x' is not a whole number (write it in digits, such as 12)"], id="not a number"),
        pytest.param(WIDE + '2026-11-20,an,bo,7,,,"1,5",\n', ["matches.csv:2:22: '1,5' is not a number (in this file commas part the cells, and a point the decimals: 1.5)"], id="decimal comma where cells are parted by commas"),
        pytest.param(HEADER + "2026-11-20,an,,7\n", ["matches.csv:2:15: the cell is blank, and every row needs 'loser' (fill it in)"], id="blank"),
        pytest.param(HEADER + "2026-11-20,an,bo,0\n", ["matches.csv:2:18: '0' is less than 1, the least that is possible (is a digit or a decimal mark missing, or one too many?)"], id="below the minimum"),
        pytest.param(HEADER + "2026-11-20,an,bo,26\n", ["matches.csv:2:18: '26' is more than 25, the most that is possible (is a digit or a decimal mark missing, or one too many?)"], id="above the maximum"),
        pytest.param(HEADER + "2026-11-20,an,by,7\n", ["matches.csv:2:15: 'by' is not a player (for a known player correct the name, or add it to their 'aliases'; for somebody new add this row to players.csv: 'by,by,')"], id="nobody"),
        pytest.param(HEADER + "2026-11-20,An Peters,bo,7\n", ["matches.csv:2:12: 'An Peters' is not a player (did you mean 'An Peeters'?)"], id="nearly somebody"),
        pytest.param(HEADER + "2026-11-20,an,Annie,7\n", ["matches.csv:2:15: a player against themselves (name two players)"], id="fault of a row"),
        pytest.param(HEADER + WEEKS + "\n20/11/2026,An Peeters,bo de  WIT,7\n", ["matches.csv:9: warning: 1 row repeats an earlier one exactly (take out what was entered twice; if it was played twice, write a word in 'remark' of the later row, such as '2')"], id="row again"),
        pytest.param(HEADER + "2026-11-20,an,bo,7\n" * 2, [], id="another game"),
        pytest.param(HEADER + '2026-11-20,an,"bo,7\n2026-11-21,an,bo,x\n', [
            "matches.csv:2:15: the quote that opens here is not closed (take it out, or close it with another)",
            "matches.csv:3:18: 'x' is not a whole number (write it in digits, such as 12)"], id="unclosed quote"),
        pytest.param(HEADER + '2026-11-20,an,"bo,7\n2026-11-21,an,"bo",x\n', [
            "matches.csv:2:15: the quote that opens here is not closed (take it out, or close it with another)",
            "matches.csv:3:20: 'x' is not a whole number (write it in digits, such as 12)"],
            id="unclosed quote and a quote below"),
        pytest.param(HEADER + '2026-11-20,"an"s,bo,7\n2026-11-21,an,bo,x\n', [
            "matches.csv:2:12: the quote that opens here closes before the cell ends (a quote inside quotes is written twice)",
            "matches.csv:3:18: 'x' is not a whole number (write it in digits, such as 12)"], id="text after quote"),
        pytest.param('date,winner,loser,"length\n', [
            "matches.csv:1:19: the quote that opens here is not closed (take it out, or close it with another)"],
            id="unclosed quote in the header"),
        pytest.param(WIDE + '2026-11-20,an,bo,7,,,,"two\nlines"\n2026-11-20,an,bo,x,,,,\n', [
            "matches.csv:4:18: 'x' is not a whole number (write it in digits, such as 12)"],
            id="line break in a cell above"),
        pytest.param(WIDE + '2026-11-20,an,bo,7,"club\r\n",no,x,\r\n', [
            "matches.csv:3:6: 'x' is not a number (write it in digits, such as 12.5)"],
            id="line break in a cell before"),
        pytest.param(HEADER + "2026-11-20,an,b\0o,7\n", ["matches.csv:2:16: U+0000 is a control character (take it out)"], id="NUL"),
        pytest.param(HEADER + "# \u2028 \x85\n2026-11-20,an,bo,x\n", [
            "matches.csv:2:3: U+2028 LINE SEPARATOR is a control character (take it out)",
            "matches.csv:2:5: U+0085 is a control character (take it out)",
            "matches.csv:3:18: 'x' is not a whole number (write it in digits, such as 12)"], id="no line ends"),
        pytest.param(WIDE + "2026-11-20,an,bo,7,,,,\u200bx\n", ["matches.csv:2:23: '\\u200bx' holds U+200B ZERO WIDTH SPACE, which is not seen (take it out)"], id="invisible"),
        pytest.param(HEADER + "<<<<<<< HEAD\n2026-11-20,an,bo,7\n=======\n2026-11-20,an,bo,x\n>>>>>>> theirs\n", [
            "matches.csv:2:1: a merge that is not settled (keep the rows that are right, and delete this line)",
            "matches.csv:4:1: a merge that is not settled (keep the rows that are right, and delete this line)",
            "matches.csv:6:1: a merge that is not settled (keep the rows that are right, and delete this line)",
            "matches.csv:5:18: 'x' is not a whole number (write it in digits, such as 12)"],
            id="merge conflict"),
        pytest.param(WIDE + "2026-11-20,an,bo,7,,,," + "x" * 131073 + "\n2026-11-20,an,bo,x,,,,\n", [
            "matches.csv:2:23: a cell of more than 131,072 characters (shorten it)",
            "matches.csv:3:18: 'x' is not a whole number (write it in digits, such as 12)"], id="endless cell"),
        pytest.param(WIDE + '2026-11-20,an,bo,7,,,,"' + "x" * 131073 + '"\n', [
            "matches.csv:2:23: a cell of more than 131,072 characters (shorten it)"], id="endless quoted cell"),
        pytest.param((HEADER + "2026-11-20,an,bo,7\n").encode("utf-16") + b"x", ["matches.csv:3:1: this is not UTF-16, as the file says it is (save it as CSV UTF-8)"], id="UTF-16 cut short"),
        pytest.param(HEADER.encode("utf-16-le"), ["matches.csv: this file is UTF-16 without its mark (save it as CSV UTF-8)"],
            id="UTF-16 without a mark"),
        pytest.param(HEADER.encode("utf-32"), ["matches.csv: this file is UTF-32 (save it as CSV UTF-8)"],
            id="UTF-32"),
        pytest.param((WIDE + "2026-11-20,an,bo,7,,,,caf\xe9\n").encode("cp1252"), ["matches.csv:2:26: warning: this is not UTF-8, so the file was read as Windows-1252 (save it as CSV UTF-8)"], id="Windows-1252"),
        pytest.param(WIDE.encode() + b"2026-11-20,an,bo,7,,,,\x81\n", ["matches.csv:2:23: this is neither UTF-8 nor Windows-1252 (save it as CSV UTF-8)"], id="no encoding"),
        pytest.param(WIDE.encode() + b"2026-11-20,an,bo,7,,,,caf\xc3\xa9\n2026-11-20,an,bo,8,,,,caf\xe9\n", [
            "matches.csv:3:26: this is not UTF-8, and the rest of the file is (save it as CSV UTF-8)"],
            id="two encodings"),
        pytest.param(b"\xef\xbb\xbf" + HEADER.encode() + b"2026-11-20,an,b\xf6,7\n", ["matches.csv:2:16: this is not UTF-8, and the rest of the file is (save it as CSV UTF-8)"], id="marked as UTF-8 and not"),
        pytest.param(b"PK\x03\x04\x14\0\x06\0", ["matches.csv: this file is an Excel workbook or a zip file (save it as CSV UTF-8)"], id="xlsx"),
        pytest.param("\n<!DOCTYPE html><html>", ["matches.csv: this file is a web page (save it as CSV UTF-8)"],
            id="HTML"),
        pytest.param("version https://git-lfs.github.com/spec/v1\noid sha256:0\n", ["matches.csv: this file is a pointer of Git LFS, not the file itself (save it as CSV UTF-8)"], id="LFS"),
    ],
)  # fmt: skip
def test_a_file_that_is_wrong_is_told_so(tmp_path: Path, text: str | bytes, expected: list[str]) -> None:
    assert said(tmp_path, {"matches.csv": text}) == expected


TWICE = "stands twice (correct one of the two headings, or take its column out)"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(HEADER + ",2026-11-20,an,bo\n", ["matches.csv:2:1: this row stands one column too far to the right (put each cell below its heading)"], id="moved to the right"),
        pytest.param(HEADER + "an,bo,7,\n", ["matches.csv:2:1: this row stands one column too far to the left (put each cell below its heading)"], id="moved to the left"),
        pytest.param(WIDE + "an,bo,7,club,yes,2.5,fine,\n2026-11-20,an,bo,7,,,,\n", ["matches.csv:2:1: this row stands one column too far to the left (put each cell below its heading)"], id="moved in a wide table"),
        pytest.param(HEADER + "date,an,bo,many\n", [
            "matches.csv:2:1: 'date' is not a date (write it as 2026-11-20 or 20/11/2026)",
            "matches.csv:2:12: 'many' is not a whole number (write it in digits, such as 12)"], id="wrong and not moved"),
        pytest.param("date,winner,loser,length,length\n2026-11-20,an,bo,7,an\n2026-11-20,an,bo,x,7\n", [f"matches.csv:1:26: the column 'length' {TWICE}"], id="a heading twice tells nothing of its cells"),
        pytest.param("date,winner,winner,length\n2026-11-20,an,an,7\n", [
            "matches.csv:1: the column 'loser' is missing (add it to the header, and fill it in)",
            f"matches.csv:1:13: the column 'winner' {TWICE}"], id="a heading in the place of another"),
        pytest.param(HEADER + "2026-11-20,an,bo,7\nPage 1 of 3,,,\n", ["matches.csv:3:1: 'Page 1 of 3' is no row of this table (take the row out, or fill in the blank cells)"], id="a remark"),
        pytest.param("date,winner,loser,length,stake,remark\n2026-11-20,an,bo,7,12,5,fine\n", ["matches.csv:2:25: 7 cells where the header has 6: 'fine' is too many (for a number with a decimal comma write 12.5)"], id="a decimal comma"),
        pytest.param("date,winner,loser,length,remark,stake\n2026-11-20,an,bo,7,,12,5,fine\n", ["matches.csv:2:24: 8 cells where the header has 6: '5' is too many (put a cell with ',' in it between quotes, or take out what is too many)"], id="no decimal comma alone"),
        pytest.param("date,winner,loser,length\n2026-11-20,Peeters, An,bo,7\n", ["matches.csv:2:27: 5 cells where the header has 4: '7' is too many (put a cell with ',' in it between quotes, or take out what is too many)"], id="a name with a comma"),
        pytest.param(HEADER + "2026-20-11,an,bo,7\n", ["matches.csv:2:1: '2026-20-11' is not in the calendar (the month and the day are exchanged: write 2026-11-20)"], id="day before month"),
    ],
)  # fmt: skip
def test_one_cause_is_told_once_with_its_cure(tmp_path: Path, text: str, expected: list[str]) -> None:
    assert said(tmp_path, {"matches.csv": text}) == expected


@pytest.mark.parametrize("row", [",2026-01-01,2026-12-31", "s,2026-01-01,"])
def test_a_row_that_lacks_one_cell_and_is_right_else_has_not_moved(tmp_path: Path, row: str) -> None:
    """Its dates would be keys as well, one column further to the left."""
    (problem,) = said(tmp_path, {"past-seasons.csv": f"season,start,end\n{row}\n"})
    assert "the cell is blank, and every row needs" in problem


@pytest.mark.parametrize(
    ("players", "expected"),
    [
        (
            "id,name,name\nan,An Peeters,x\nbo,Bo De Wit,x\n",
            [f"players.csv:1:9: the column 'name' {TWICE}"],
        ),
        (
            "id,name,Column1\nan,An Peeters,x\nbo,Bo De Wit,x\n",
            [
                "players.csv:1:9: 'Column1' is not a column of this table (a spreadsheet made it up: name the column, call it 'note', or take it out)"
            ],
        ),
        (
            PLAYERS + "Meeting of 3 May,,\n",
            ["players.csv:5:1: 'Meeting of 3 May' is no row of this table (take the row out, or fill in the blank cells)"],
        ),
        (
            "id,name,hidden\nAn Peeters,,1500\nbo,Bo De Wit,\n",
            [
                "players.csv:2:1: 'An Peeters' cannot be an id (use lower-case letters, digits and '-'; such as an-peeters)",
                "players.csv:2:12: the cell is blank, and every row needs 'name' (fill it in)",
                "players.csv:2:13: '1500' is neither yes nor no (write yes or no)",
            ],
        ),
    ],
)  # fmt: skip
def test_a_wrong_table_of_players_makes_no_result_wrong(
    tmp_path: Path, players: str, expected: list[str]
) -> None:
    matches = HEADER + "2026-11-20,An Peeters,bo,7\n2026-11-21,bo,An Peeters,7\n"
    assert said(tmp_path, {"players.csv": players, "matches.csv": matches}) == expected


def test_ten_faults_in_one_file_are_ten_problems(tmp_path: Path) -> None:
    text = (
        "date,winner,loser,length,kind,online,stake,remark\n2026-1-,ann,bo,0,clubb,maybe,1e3,x\n2026-11-20,an,an,7,,,,\n2026-11-20,an\n"
        '2026-11-20,"an,bo,7,,,,\n'
        "2026-11-20,an,bo,7,,,,a\u202eb\n"
    )
    assert said(tmp_path, {"matches.csv": text}) == [
        "matches.csv:2:1: '2026-1-' is not a date (write it as 2026-11-20 or 20/11/2026)",
        "matches.csv:2:9: 'ann' is not a player (did you mean 'an'?; for a known player correct the name, or add it to their 'aliases'; for somebody new add this row to players.csv: 'ann,ann,')",
        "matches.csv:2:16: '0' is less than 1, the least that is possible (is a digit or a decimal mark missing, or one too many?)",
        "matches.csv:2:18: 'clubb' is none of club, cup (did you mean 'club'?)",
        "matches.csv:2:24: 'maybe' is neither yes nor no (write yes or no)",
        "matches.csv:2:30: '1e3' is not a number (the spreadsheet shortened it: format the column as a number, and save it again)",
        "matches.csv:3:15: a player against themselves (name two players)",
        "matches.csv:4:14: 2 cells where the header has 8: 'loser' is missing (leave a blank cell blank, but write its ',')",
        "matches.csv:5:12: the quote that opens here is not closed (take it out, or close it with another)",
        "matches.csv:6:23: 'a\\u202eb' holds U+202E RIGHT-TO-LEFT OVERRIDE, which is not seen (take it out)",
    ]


@pytest.mark.parametrize(
    ("players", "expected"),
    [
        pytest.param("id,name\nan,An\nbo,Bo\nan,Ann\n", ["players.csv:4:1: id 'an' stands in players.csv:2 already (correct one of the two rows, or take it out)"], id="repeated key"),
        pytest.param("id,name\nan,An\nbo,Bo\nBo-2,Bo\n", ["players.csv:4:1: 'Bo-2' cannot be an id (use lower-case letters, digits and '-'; such as bo-2)", "players.csv:4:6: warning: 'Bo' is the name of 'bo' too: players.csv:3 (one player has one id; of two players give one a 'sort_name' of their own)"], id="id"),
        pytest.param("id,name\nan,An\nbo,\n", ["players.csv:3:4: the cell is blank, and every row needs 'name' (fill it in)"], id="no name"),
        pytest.param('id,name\nan,"An\nPeeters"\nbo,Bo\n', ["players.csv:2:4: 'An\\u000aPeeters' has a line break (write it on one line)"], id="name on two lines"),
        pytest.param("id,name,hidden\nan,An,perhaps\nbo,Bo,\n", ["players.csv:2:7: 'perhaps' is neither yes nor no (write yes or no)"], id="hidden"),
        *(pytest.param(f"id,name\nan,An\nbo,Bo\n{name},Cy\n", [f"players.csv:4:1: Windows keeps the name '{name}' for itself (choose another id)"], id=name) for name in ("con", "nul", "prn", "aux", "com1", "lpt9")),
        pytest.param("id,name\nan,An\nbo,Bo\ncy,Cy\ufffe\n", ["players.csv:4:4: 'Cy\\ufffe' holds U+FFFE, which is not seen (take it out)"], id="no character"),
        pytest.param("id,name,hidden\nan,An,yes\nbo,Bo,\nplayer-1,Cy,\n", ["players.csv:4:1: 'player-1' is the label of a hidden player (choose another id)"], id="id like a label"),
        pytest.param("id,name\nan,\u0410n \u03a9mega \u0410\u043d\nbo,Bo \u0410\u043d\n", ["players.csv:2:4: warning: '\u0410n \u03a9mega \u0410\u043d' mixes letters of several alphabets in one word: Cyrillic, Latin (they look alike, but differ: type the name again)"], id="letters that look alike"),
        pytest.param("id,name\nan\nbo,Bo\n", ["players.csv:2:3: 1 cell where the header has 2: 'name' is missing (leave a blank cell blank, but write its ',')"], id="short row"),
        pytest.param('id,name\nan,"An\nbo,Bo\n', ["players.csv:2:4: the quote that opens here is not closed (take it out, or close it with another)"], id="torn row"),
        pytest.param("name\nAn\nBo\n", ["players.csv:1: the column 'id' is missing (add it to the header, and fill it in)"], id="no ids"),
        pytest.param(b"PK\x03\x04", ["players.csv: this file is an Excel workbook or a zip file (save it as CSV UTF-8)"], id="no players at all"),
    ],
)  # fmt: skip
def test_a_fault_among_the_players_makes_nobody_unknown(
    tmp_path: Path, players: str | bytes, expected: list[str]
) -> None:
    assert said(tmp_path, {"players.csv": players}) == expected


def test_nobody_is_unknown_when_one_of_several_files_of_players_is_lost(tmp_path: Path) -> None:
    assert said(tmp_path, {"players.csv": "", "players/more.csv": "id,name\nan,An\n"}) == [
        "players.csv: this file is empty (its first line is the header: id,name,sort_name,club,aliases,hidden,rating)"
    ]


def test_rows_may_end_before_the_blank_headings_do(tmp_path: Path) -> None:
    text = "date,winner,loser,length,,\n2026-11-20,an,bo,1\n2026-11-20,an,bo,2,\n2026-11-20,an,bo,3,,\n"
    assert [match.length for match in inputs(tmp_path, {"matches.csv": text}).matches] == [1, 2, 3]


def test_a_key_of_several_columns_or_files_stands_once(tmp_path: Path) -> None:
    assert said(
        tmp_path,
        {
            "past-seasons/b.csv": "season,start,end\n2024,2024-01-01,2024-12-31\n",
            "past-seasons/a.csv": "end;season;start\n31/12/2025;2025;01/01/2025\n31/12/2024;2024;01/01/2024\n",
        },
    ) == [
        "past-seasons/b.csv:2:1: season '2024' stands in past-seasons/a.csv:3 already (correct one of the two rows, or take it out)"
    ]


def test_what_the_system_finds_wrong_stands_at_its_cell(tmp_path: Path) -> None:
    text = "season,start,end\n# the first\na,2026-02-01,2026-01-01\nb,2026-01-01,2026-01-01\n"
    assert said(tmp_path, {"past-seasons.csv": text}) == [
        "past-seasons.csv:3:14: the season ends before it begins (swap them)",
        "past-seasons.csv:4:14: warning: the season is one day long",
    ]


def test_what_is_wrong_with_other_rows_is_told_at_once_and_nothing_of_a_cell_that_could_not_be_read(
    tmp_path: Path,
) -> None:
    text = "season,start,end\na,2026-02-01,2026-01-01\nb,x,2026-01-01\n"
    assert said(tmp_path, {"past-seasons.csv": text}) == [
        "past-seasons.csv:2:14: the season ends before it begins (swap them)",
        "past-seasons.csv:3:3: 'x' is not a date (write it as 2026-11-20 or 20/11/2026)",
    ]


def test_an_error_in_a_row_hides_no_other_in_it(tmp_path: Path) -> None:
    assert said(tmp_path, {"matches.csv": HEADER + "2026-11-20,an,an,x\n"}) == [
        "matches.csv:2:15: a player against themselves (name two players)",
        "matches.csv:2:18: 'x' is not a whole number (write it in digits, such as 12)",
    ]


def test_a_ranking_with_an_error_is_left_out_and_the_others_are_read(tmp_path: Path) -> None:
    files = {
        "players.csv": PLAYERS,
        "matches.csv": "x",
        "/other/players.csv": PLAYERS,
        "/other/matches.csv": MATCHES,
    }
    found, problems = results.read_results(site(tmp_path, files, ("toy", "other")))
    assert list(found) == ["other"]
    assert [problem.path for problem in problems] == ["results/toy/matches.csv"]


def test_a_table_that_must_be_there_and_is_not(tmp_path: Path) -> None:
    _, problems = results.read_results(site(tmp_path, {"players.csv": PLAYERS, "matches/.keep": ""}))
    message, hint = "the table 'matches' is missing", f"its header is {WIDE.strip()}"
    assert problems == [Problem("results/toy/matches.csv", 0, 0, message, hint, is_cause=True)]


def test_what_belongs_to_no_table_is_told_with_what_is_known(tmp_path: Path) -> None:
    files = {
        "match.csv": "",
        "players": "",
        "notes/a.csv": "",
        "matches/a.txt": "",
        "/tooy/a.csv": "",
        "/a.csv": "",
    }
    known = "known: players.csv, matches.csv, past-seasons.csv"
    assert faults(tmp_path, files) == [
        "results/a.csv: 'a.csv' belongs to no ranking (known: toy)",
        "results/tooy: 'tooy' belongs to no ranking (did you mean 'toy'?; known: toy)",
        f"results/toy/match.csv: 'match.csv' is no table of this ranking (did you mean 'matches.csv'?; {known})",
        "results/toy/matches/a.txt: this is no CSV file (rename it to a.csv)",
        f"results/toy/notes: 'notes' is no table of this ranking ({known})",
        f"results/toy/players: 'players' is no table of this ranking (did you mean 'players.csv'?; {known})",
    ]


def test_hidden_files_are_passed_over(tmp_path: Path) -> None:
    assert faults(tmp_path, {".DS_Store": b"\0", "matches/.~lock.a.csv": "", "/.gitkeep": ""}) == []


LINK = "a symbolic link, which is not followed (put the file or folder itself here: what a link leads to could be anything on the disk)"


def test_links_are_not_read(tmp_path: Path) -> None:
    (tmp_path / "secret.csv").write_text(MATCHES)
    root = tmp_path / "site"
    matches = root / "results/toy/matches"
    matches.mkdir(parents=True)
    (matches / "out.csv").symlink_to("../../../../secret.csv")
    (matches / "up").symlink_to("..")
    (matches / "nowhere.csv").symlink_to("nothing.csv")
    (matches / "inside.csv").symlink_to("../matches.csv")
    names = ("inside.csv", "nowhere.csv", "out.csv", "up")
    assert faults(root, {}) == [f"results/toy/matches/{name}: {LINK}" for name in names]


@needs_pipes
def test_a_pipe_is_not_read(tmp_path: Path) -> None:
    matches = tmp_path / "results/toy/matches"
    matches.mkdir(parents=True)
    os.mkfifo(matches / "pipe.csv")
    assert faults(tmp_path, {}) == ["results/toy/matches/pipe.csv: this is not a file (take it out)"]


@pytest.mark.parametrize(
    "path", ["results", "results/toy", "results/toy/past-seasons.csv", "results/toy/past-seasons"]
)
def test_no_folder_or_file_of_results_is_a_link(tmp_path: Path, path: str) -> None:
    aside = tmp_path / "aside"
    faults(tmp_path, {"past-seasons.csv": "season,start,end\n"})
    if (tmp_path / path).exists():
        (tmp_path / path).rename(aside)
    (tmp_path / path).symlink_to(aside)
    assert faults(tmp_path, {})[0] == f"{path}: {LINK}"


def test_a_file_whose_name_cannot_be_printed_is_refused(tmp_path: Path) -> None:
    os.makedirs(os.fsencode(tmp_path) + b"/results/toy/matches")  # noqa: PTH103 - no Path of bytes
    Path(os.fsdecode(os.fsencode(tmp_path) + b"/results/toy/matches/\xff.csv")).write_text(MATCHES)
    assert faults(tmp_path, {}) == [
        "results/toy/matches/\udcff.csv: the name of this file holds U+DCFF (rename it)"
    ]


def test_a_file_that_is_too_large_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(results_files, "MAX_FILE_BYTES", 100)
    assert said(tmp_path, {"matches.csv": HEADER + "2026-11-20,an,bo,7\n" * 5}) == [
        "matches.csv: this file has 120 bytes, more than 100 (a table may be a folder of files instead)"
    ]


def test_a_file_full_of_torn_rows_is_given_up(tmp_path: Path) -> None:
    problems = said(tmp_path, {"matches.csv": HEADER + '2026-11-20,"an"s,bo,7\n' * 1000})
    assert len(problems) == records.MAX_ALIKE
    assert problems[-1].startswith("matches.csv:101:12: the quote that opens here closes before")


def test_a_quote_that_many_rows_run_into_is_told_once(tmp_path: Path) -> None:
    assert said(tmp_path, {"matches.csv": HEADER + 'a",b",c,"\n' * 1000}) == [
        "matches.csv:1001:9: the quote that opens here is not closed (write again what stands above it)"
    ]


@pytest.mark.parametrize(
    "text",
    [
        "\ufeff" + WIDE + "2026-11-20,an,bo,7,cup,yes,1.5,x; y\n",
        'sep=;\nDATE;Winner;lo ser;_length;kind;online;stake;remark\r\n20/11/2026;An peeters;bo;7;CUP;ja;1,5;"x; y"\r\n',
        "# by hand\r\rremark\tdate\twinner\tloser\tlength\tkind\tonline\tstake\r\t\t\rx; y\t20-11-2026\t annie \tBO  DE WIT\t7\tcup\tx\t1,5\r",
        WIDE.strip()
        + ',,\n"2026-11-20", "an","bo",7,"cup",1,1.5,"x; y",,\n\n,,,,,,,,,\n# "an unclosed quote\n',
    ],
)
def test_form_does_not_matter(tmp_path: Path, text: str) -> None:
    (row,) = inputs(tmp_path, {"matches.csv": text}).matches
    assert row[:-1] == (date(2026, 11, 20), "an", "bo", 7, "cup", True, 1.5, "x; y")


def test_columns_and_tables_may_be_left_out(tmp_path: Path) -> None:
    found = inputs(tmp_path, {})
    assert found.past_seasons is None
    assert found.matches[0][4:] == ("club", False, 0.0, "", "results/toy/matches.csv:2")


def test_a_header_alone_is_an_empty_table(tmp_path: Path) -> None:
    found = inputs(tmp_path, {"matches.csv": HEADER, "past-seasons.csv": "season,start,end"})
    assert found.matches == []
    assert found.past_seasons == []


def test_a_comment_inside_quotes_is_text_and_lines_are_counted_as_an_editor_does(tmp_path: Path) -> None:
    text = WIDE + '#\n2026-11-20,an,bo,7,,,,"a\n# b\n\nc"\n2026-11-21,an,bo,7,,,,\n'
    rows = inputs(tmp_path, {"matches.csv": text}).matches
    assert [row.remark for row in rows] == ["a\n# b\n\nc", ""]
    assert [row.source for row in rows] == ["results/toy/matches.csv:3", "results/toy/matches.csv:7"]


def test_a_table_is_a_file_and_a_folder_read_in_path_order(tmp_path: Path) -> None:
    files = {
        f"matches/{name}.csv": HEADER + f"2026-11-20,an,bo,{n}\n"
        for n, name in enumerate(("b", "a/z", "B"), 1)
    }
    rows = inputs(tmp_path, {**files, "matches.csv": HEADER + "2026-11-20,an,bo,9\n"}).matches
    assert [row.source.removeprefix("results/toy/") for row in rows] == [
        "matches.csv:2", "matches/B.csv:2", "matches/a/z.csv:2", "matches/b.csv:2",
    ]  # fmt: skip
    assert [row.length for row in rows] == [9, 3, 2, 1]


def test_a_player_is_named_by_id_name_or_alias_and_the_id_goes_first(tmp_path: Path) -> None:
    players = "id,name,aliases\nan,An Peeters,Annie|\u00c9lo\u00efse | annie\nbo,an,\n"
    text = (
        HEADER
        + "2026-11-20,an,bo,1\n2026-11-20,annie,bo,1\n2026-11-21,E\u0301LOI\u0308SE,bo,1\n2026-11-22,an  peeters,bo,1\n"
    )
    found, problems = results.read_results(site(tmp_path, {"players.csv": players, "matches.csv": text}))
    assert [match.winner for match in found["toy"].matches] == ["an"] * 4
    assert problems == []


def test_a_name_that_two_players_bear_is_ambiguous(tmp_path: Path) -> None:
    players = "id,name,aliases\njan-a,Jan Jansen,\njan-b,Jan  JANSEN,\nbo,Bo,jan jansen\n"
    assert said(
        tmp_path, {"players.csv": players, "matches.csv": HEADER + "2026-11-20,jan jansen,bo,1\n"}
    ) == [
        "matches.csv:2:12: 'jan jansen' is the name of 3 players (write the id: 'jan-a', 'jan-b', 'bo')",
        "players.csv:3:7: warning: 'Jan  JANSEN' is the name of 'jan-a' too: players.csv:2 (one player has one id; of two players give one a 'sort_name' of their own)",
        "players.csv:4:7: warning: the alias 'jan jansen' of 'bo' is a name of 'jan-a' too (keep it at one of the two: as it is, it says neither)",
    ]


def test_the_alphabetical_order_is_without_marks_and_case_and_hidden_players_come_last(
    tmp_path: Path,
) -> None:
    players = "id,name,sort_name,hidden\nz,Zo\u00eb,,\na,\u00c9ric,,\nb,eric,,yes\nc,An De Wit,Wit An De,\nd,\u00d6lga,,\nw,wit an de,,yes\n"
    found = inputs(tmp_path, {"players.csv": players, "matches.csv": HEADER})
    assert {player.id: player.alphabet for player in found.players} == {
        "a": 1, "d": 2, "c": 3, "z": 4, "player-1": 5, "player-2": 6,
    }  # fmt: skip


HIDDEN = (
    "id,name,sort_name,aliases,hidden\nbo,Bo De Wit,,,\nan-peeters,An Peeters,Peeters An,Annie|La Reine,yes\n"
)


def test_of_hidden_players_nothing_is_left(tmp_path: Path) -> None:
    text = HEADER + "2026-11-20,an-peeters,bo,7\n2026-11-21,bo,LA REINE,7\n"
    found = inputs(tmp_path, {"players.csv": HIDDEN, "matches.csv": text})
    bo, an = found.players
    assert an[:7] == ("player-1", "Player 1", "", "", "", True, 2)
    assert [match.winner for match in found.matches] == ["player-1", "bo"]
    assert [match.loser for match in found.matches] == ["bo", "player-1"]
    assert bo.id == "bo"
    assert not any(name in repr(found).casefold() for name in ("peeters", "annie", "reine"))


@pytest.mark.parametrize(
    "remark", ["An Peeters", "won by an  PEETERS!", "(annie)", "\u201cLa\u00a0Reine\u201d", "an-peeters"]
)
def test_a_text_that_names_a_hidden_player_is_an_error(tmp_path: Path, remark: str) -> None:
    text = f"remark,{HEADER}{remark},2026-11-20,bo,Annie,7\n"
    assert said(tmp_path, {"players.csv": HIDDEN, "matches.csv": text}) == [
        "matches.csv:2:1: a hidden player is named here (take it out, or write the label under which they are shown)"
    ]


@pytest.mark.parametrize("remark", ["Jan Peeters", "Beker PEETERS", "the Peeters' cup"])
def test_a_text_with_the_family_name_of_a_hidden_player_is_a_warning(tmp_path: Path, remark: str) -> None:
    text = f"remark,{HEADER}{remark},2026-11-20,bo,Annie,7\n"
    assert said(tmp_path, {"players.csv": HIDDEN, "matches.csv": text}) == [
        "matches.csv:2:1: warning: the family name of a hidden player stands here (take it out, unless somebody else is meant)"
    ]


def test_a_family_name_that_a_visible_player_bears_too_is_no_secret(tmp_path: Path) -> None:
    text = f"remark,{HEADER}Beker Peeters,2026-11-20,bo,Annie,7\n"
    players = HIDDEN + "eva,Eva Peeters,,,\n"
    assert said(tmp_path, {"players.csv": players, "matches.csv": text}) == []


@pytest.mark.parametrize("remark", ["Anniek", "Bo De Wit", "Peetersen", "An"])
def test_a_text_that_names_somebody_else_is_none(tmp_path: Path, remark: str) -> None:
    text = f"remark,{HEADER}{remark},2026-11-20,bo,Annie,7\n"
    assert said(tmp_path, {"players.csv": HIDDEN, "matches.csv": text}) == []


def test_a_name_that_a_visible_player_bears_too_is_no_secret(tmp_path: Path) -> None:
    text = f"remark,{HEADER}an peeters,2026-11-20,bo,Annie,7\n"
    assert said(tmp_path, {"players.csv": HIDDEN + "an-2,An Peeters,,,\n", "matches.csv": text}) == []


def test_a_file_that_bears_the_name_of_a_hidden_player_is_an_error(tmp_path: Path) -> None:
    assert said(
        tmp_path, {"players.csv": HIDDEN, "matches.csv": HEADER, "matches/an-peeters.csv": HEADER}
    ) == ["matches/an-peeters.csv: a hidden player is named here (rename the file)"]


def test_a_page_that_names_a_hidden_player_is_told_where(tmp_path: Path) -> None:
    files = {
        "players.csv": HIDDEN,
        "matches.csv": HEADER,
        "/other/players.csv": PLAYERS,
        "/other/matches.csv": HEADER,
    }
    secrets = results.find_hidden_names(site(tmp_path, files, ("toy", "other")))
    found = secrets.find_problems(
        "# News\n\nThe cup went to _La\nReine_, and to Anna.\n", "content/news.md", line=4
    )
    assert [(problem.path, problem.line, problem.column) for problem in found] == [("content/news.md", 6, 18)]


def test_a_site_without_hidden_players_has_no_secrets(tmp_path: Path) -> None:
    secrets = results.find_hidden_names(site(tmp_path, {"players.csv": PLAYERS}))
    assert secrets.find_problems("An Peeters", "content/index.md") == []


def test_lots_go_by_ids_and_who_hides_draws_none(tmp_path: Path) -> None:
    for hidden in ("", "yes"):
        table = f"id,name,hidden\nan-peeters,An Peeters,{hidden}\nbo,Bo,\ncy,Cy,\n"
        players = inputs(tmp_path, {"players.csv": table, "matches.csv": HEADER}).players
        assert "an-peeters" not in repr(players[0]) or not hidden
        lots = [player.lot("spring") for player in players]
        digests = [sha256(f"spring/{id_}".encode()).hexdigest() for id_ in ("an-peeters", "bo", "cy")]
        assert lots[1:] == digests[1:]
        assert lots[0] > max(lots[1:]) if hidden else lots == digests


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("date," + "x," * 10_000, ":1:1: a header of 10002 cells, more than 1000"),
        ("date\n" + '"' * 1_000_001, ":2:1: a line of more than 1,000,000 characters"),
        ("date\n" + "<<<<<<< a\n" * 30_000, ":2:1: a merge that is not settled"),
    ],
)
def test_what_no_table_has_is_refused_before_it_takes_long(tmp_path: Path, text: str, expected: str) -> None:
    found = faults(tmp_path, {"matches.csv": text})
    assert any(fault.startswith(f"results/toy/matches.csv{expected}") for fault in found)
    assert len(found) <= 105
