"""No row is lost in silence: what a spreadsheet spoils is recognised, and told in those words."""

from collections.abc import Mapping
from datetime import date
from pathlib import Path

import pytest
import toy_system

from sitegen.core.entities import EventDate, Fault
from sitegen.core.problems import Problem, Severity
from sitegen.inputs.results.results import read_results

HEADER = "date,winner,loser,length\n"
ROW = "2026-11-20,an,bo,7\n"
PLAYERS = "id,name,aliases\nan,An Peeters,Annie\nbo,Bo De Wit,\ncy,Cy Claes,\n"


def found(root: Path, files: Mapping[str, str | bytes]) -> list[Problem]:
    """All that is wrong with a site of these files, besides which its tables are sound."""
    return read_results(
        toy_system.site(root, {"players.csv": PLAYERS, "matches.csv": HEADER + ROW, **files})
    )[1]


def codes(root: Path, files: Mapping[str, str | bytes]) -> list[tuple[str, int, str]]:
    """The same by file, line and code."""
    return [
        (problem.path.removeprefix("results/toy/"), problem.line, problem.code)
        for problem in found(root, files)
    ]


ERROR_VALUES = [
    *("#N/B", "#VERW!", "#WAARDE!", "#NAAM?", "#DEEL/0!", "#GETAL!", "#LEEG!", "#OVERLOOP!"),
    *("#N/A", "#REF!", "#VALUE!", "#NAME?", "#DIV/0!", "#NUM!", "#NULL!", "#SPILL!", "#CALC!"),
    *("#VALEUR!", "#NOM?", "#NOMBRE!", "#NUL!", "#PROPAGATION!", "#GETTING_DATA"),
]


@pytest.mark.parametrize("value", ERROR_VALUES)
def test_an_error_value_at_the_start_of_a_line_makes_no_comment_of_it(tmp_path: Path, value: str) -> None:
    text = f"{HEADER}{value},an,bo,7\n{value}\n{ROW}"
    assert codes(tmp_path, {"matches.csv": text}) == [
        ("matches.csv", 2, "row-begins-with-error"),
        ("matches.csv", 3, "row-begins-with-error"),
    ]


@pytest.mark.parametrize("value", ERROR_VALUES)
def test_an_error_value_in_any_other_cell_is_one_too(tmp_path: Path, value: str) -> None:
    text = f"remark,{HEADER}{value!r},2026-11-20,an,bo,7\n" + f'"{value}",2026-11-20,an,bo,8\n'
    assert codes(tmp_path, {"matches.csv": text}) == [("matches.csv", 3, "spreadsheet-error")]


@pytest.mark.parametrize(
    "line",
    [
        "#2026-11-21,an,bo,7",
        "# 2026-11-21,an,bo,7",
        "# 2026-11-21, an, bo, 7",
        "#an,bo,cy,",
        "##2026-11-21,an,bo,,,",
        '#"2026-11-21","an","bo","7"',
    ],
)
def test_a_row_behind_a_hash_is_an_error(tmp_path: Path, line: str) -> None:
    assert codes(tmp_path, {"matches.csv": f"{HEADER}{ROW}{line}\n"}) == [
        ("matches.csv", 3, "row-behind-hash")
    ]


@pytest.mark.parametrize("line", ["####,an,bo,7", "########,an,bo,7", "##########,AN,bo,7"])
def test_a_column_too_narrow_for_a_date_is_an_error_value_of_a_spreadsheet(tmp_path: Path, line: str) -> None:
    assert codes(tmp_path, {"matches.csv": f"{HEADER}{ROW}{line}\n"}) == [
        ("matches.csv", 3, "row-begins-with-error")
    ]


@pytest.mark.parametrize(
    "line",
    [
        "# by hand",
        "#",
        "# An, Bo and Cy: entered by the secretary",
        "# what follows was played in Ghent, in Bruges, in Antwerp, and at home",
        "# Examples: replace them by your own.,,,",
        '"# Examples of ""matches""",,,',
        "######### spring #########",
        "#########",
    ],
)
def test_words_behind_a_hash_are_none(tmp_path: Path, line: str) -> None:
    assert codes(tmp_path, {"matches.csv": f"{HEADER}{line}\n{ROW}"}) == []


def test_a_hash_inside_a_cell_of_several_lines_is_text(tmp_path: Path) -> None:
    text = f'remark,{HEADER}"a\n#1,2026-11-20,an,bo,7\n",2026-11-20,an,bo,7\n'
    assert codes(tmp_path, {"matches.csv": text}) == []


def saved_in_one_column(text: str, delimiter: str, new: str = "") -> str:
    """What a spreadsheet that expects `delimiter` makes of a file that has another, with `new` rows below.

    Every old line is a cell, in quotes where it holds some, and blank cells follow as far as a new row goes.
    """
    width = max((line.count(delimiter) for line in new.splitlines()), default=0)
    lines = [
        '"' + line.replace('"', '""') + '"' if '"' in line or delimiter in line else line
        for line in text.splitlines()
    ]
    return "".join(f"{line}{delimiter * width}\r\n" for line in lines) + new.replace("\n", "\r\n")


@pytest.mark.parametrize("delimiter", [";", "\t"])
def test_a_file_that_was_opened_in_one_column_and_got_a_row_is_told_so_and_nothing_else(
    tmp_path: Path, delimiter: str
) -> None:
    players = 'id,name,sort_name\nan,An Peeters,"Peeters, An"\nbo,Bo De Wit,"De Wit, Bo"\n'
    new = delimiter.join(["cy", "Cy Claes", "Claes Cy"]) + "\n"
    files = {"players.csv": saved_in_one_column(players, delimiter, new)}
    (problem,) = found(tmp_path, files)
    assert (problem.line, problem.code, problem.is_cause) == (1, "row-in-one-cell", True)
    assert "one column" in problem.hint


def test_rows_in_one_cell_each_are_told_so_where_the_header_is_none(tmp_path: Path) -> None:
    text = 'date,winner,loser,length,remark\n"2026-11-20,an,bo,7,""x"""\n'
    assert codes(tmp_path, {"matches.csv": text}) == [("matches.csv", 2, "row-in-one-cell")]


@pytest.mark.parametrize(
    ("header", "row"),
    [
        (HEADER, "2026-11-21;an;bo;7\n"),
        (HEADER, "2026-11-21\tan\tbo\t7\n"),
        (HEADER, "2026-11-21;an\n"),
        (HEADER.replace(",", ";"), "2026-11-21,an,bo,7\n"),
    ],
)
def test_a_row_that_is_cut_otherwise_than_the_header_is_told_so(
    tmp_path: Path, header: str, row: str
) -> None:
    assert codes(tmp_path, {"matches.csv": header + row}) == [("matches.csv", 2, "row-cut-otherwise")]


@pytest.mark.parametrize(
    "text",
    [
        "date;winner,loser,length\n" + ROW,
        HEADER + "2026-11-20,an;bo,7\n",
        "date\twinner,loser;length\n" + ROW,
    ],
)
def test_two_signs_between_the_cells_of_a_line_are_told_so(tmp_path: Path, text: str) -> None:
    (problem,) = found(tmp_path, {"matches.csv": text})
    assert problem.code == "row-cut-both-ways"


def test_a_decimal_comma_that_cuts_a_cell_in_two_is_told_with_the_number(tmp_path: Path) -> None:
    (problem,) = found(tmp_path, {"matches.csv": "stake," + HEADER + "54,17,2026-11-20,an,bo,7\n"})
    assert (problem.code, problem.hint) == (
        "too-many-cells",
        "for a number with a decimal comma write 54.17",
    )


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be"])
def test_unicode_text_out_of_a_spreadsheet_is_read(tmp_path: Path, encoding: str) -> None:
    mark = "" if encoding == "utf-16" else "\ufeff"
    players = (mark + "id\tname\r\nan\tLéa Ünal\r\nbo\tBo\r\n").encode(encoding)
    inputs, problems = read_results(
        toy_system.site(tmp_path, {"players.csv": players, "matches.csv": HEADER + ROW})
    )
    assert problems == []
    assert [player.name for player in inputs["toy"].players] == ["Léa Ünal", "Bo"]


@pytest.mark.parametrize(
    "players",
    [
        "id,nam\nan,An Peeters\nbo,Bo De Wit\n",
        "ids,name\nan,An Peeters\nbo,Bo De Wit\n",
        "id,name,nick\nan,An Peeters,Annie\nbo,Bo De Wit,\n",
        "id;name\nan,An Peeters\n",
    ],
)
def test_a_header_of_the_players_makes_nobody_unknown(tmp_path: Path, players: str) -> None:
    text = HEADER + "2026-11-20,An Peeters,Bo De Wit,7\n2026-11-21,Annie,bo,x\n"
    told = codes(tmp_path, {"players.csv": players, "matches.csv": text})
    assert [code for code in told if code[0] == "matches.csv"] == [("matches.csv", 3, "not-whole")]
    assert told[0][0] == "players.csv", "the cause goes first"


def test_a_wrong_id_makes_nobody_unknown_who_was_meant_by_it(tmp_path: Path) -> None:
    players = "id,name\nAn_Peeters,An Peeters\nbo,Bo De Wit\n"
    text = HEADER + "2026-11-20,an-peeters,bo,7\n2026-11-20,An Peeters,bo,8\n2026-11-20,zz,bo,9\n"
    assert codes(tmp_path, {"players.csv": players, "matches.csv": text}) == [
        ("players.csv", 2, "bad-id"),
        ("matches.csv", 4, "not-a-player"),
    ]


@pytest.mark.parametrize(
    ("named", "hint"),
    [
        ("Joris Vanden Berg", "did you mean 'Joris van den Berg'?"),
        ("joris-vanden-berg", "did you mean 'joris-van-den-berg'?"),
        ("Jorsi van den Berg", "did you mean 'Joris van den Berg'?"),
        ("berg-joris-van-den", "did you mean 'joris-van-den-berg'?"),
    ],
)
def test_who_is_written_with_a_slip_is_suggested(tmp_path: Path, named: str, hint: str) -> None:
    players = "id,name\njoris-van-den-berg,Joris van den Berg\nnoor-jansen,Noor Jansen\n"
    text = HEADER + f"2026-11-20,noor-jansen,{named},7\n"
    (problem,) = found(tmp_path, {"players.csv": players, "matches.csv": text})
    assert problem.hint == hint


@pytest.mark.parametrize(
    ("named", "near", "row"),
    [
        ("Jan Jansen", "", "jan-jansen,Jan Jansen,"),
        ("Noortje Jansen", "Noor Jansen", "noortje-jansen,Noortje Jansen,"),
        ("Noor Hansen", "Noor Jansen", "noor-hansen,Noor Hansen,"),
        ("noor-janse", "noor-jansen", "noor-janse,Noor Janse,"),
        ("No Jan", "Noor Jansen", "no-jan,No Jan,"),
        ("tim-maes", "tom-maes", "tim-maes,Tim Maes,"),
        ("Tom Mees", "Tom Maes", "tom-mees,Tom Mees,"),
        ("Louise Peeters", "Louis Peeters", "louise-peeters,Louise Peeters,"),
        ("Louis Jan Peeters", "Louis Peeters", "louis-jan-peeters,Louis Jan Peeters,"),
        ("Kim Berg", "Kim van den Berg", "kim-berg,Kim Berg,"),
        ('"Mertens, Eva"', "", "eva-mertens,Eva Mertens,"),
        ("Jean-Luc Müller", "", "jean-luc-muller,Jean-Luc Müller,"),
    ],
)
def test_who_is_near_is_suggested_before_the_row_of_somebody_new(
    tmp_path: Path, named: str, near: str, row: str
) -> None:
    players = "id,name,club\nnoor-jansen,Noor Jansen,\ntom-maes,Tom Maes,\nlouis-peeters,Louis Peeters,\n"
    players += "kim-van-den-berg,Kim van den Berg,\n"
    text = HEADER + f"2026-11-20,noor-jansen,{named},7\n"
    (problem,) = found(tmp_path, {"players.csv": players, "matches.csv": text})
    assert problem.hint.startswith(f"did you mean '{near}'?;" if near else "for a known player")
    assert problem.hint.endswith(f"add this row to results/toy/players.csv: '{row}'")
    grown = players + row + "\n"
    told = found(tmp_path, {"players.csv": grown, "matches.csv": text})
    assert [problem for problem in told if problem.severity is Severity.ERROR] == []


@pytest.mark.parametrize("named", ["7", "54.17", "2026-11-20", "?"])
def test_nobody_new_is_called_a_number(tmp_path: Path, named: str) -> None:
    (problem,) = found(tmp_path, {"matches.csv": HEADER + f"2026-11-20,an,{named},7\n"})
    assert (problem.code, problem.hint) == (
        "not-a-player",
        "name the player, or take the row out where nobody played",
    )


def test_no_hidden_player_is_suggested(tmp_path: Path) -> None:
    players = "id,name,hidden\nhans-geheim,Hans Geheim,yes\nbo,Bo,\n"
    text = HEADER + "2026-11-20,bo,Hans Gehiem,7\n"
    (problem,) = found(tmp_path, {"players.csv": players, "matches.csv": text})
    assert "Geheim" not in str(problem)
    assert "hans-geheim" not in str(problem)


@pytest.mark.parametrize("named", ["Peeters, An", "peeters,  an", "AN", "An PEETERS", "Lady A"])
def test_a_player_is_named_by_the_sort_name_or_turned_around(tmp_path: Path, named: str) -> None:
    players = 'id,name,sort_name\nan,An Peeters,Lady A\nbo,"Bo, the elder",\n'
    text = HEADER + f'2026-11-20,"{named}","Bo, the elder",7\n'
    inputs, problems = read_results(toy_system.site(tmp_path, {"players.csv": players, "matches.csv": text}))
    assert problems == []
    assert [(match.winner, match.loser) for match in inputs["toy"].matches] == [("an", "bo")]


def test_a_sort_name_of_two_players_is_ambiguous(tmp_path: Path) -> None:
    players = "id,name,sort_name\nan,An Peeters,Peeters A\narno,Arno Peeters,Peeters A\n"
    text = HEADER + "2026-11-20,an,peeters a,7\n"
    assert codes(tmp_path, {"players.csv": players, "matches.csv": text}) == [
        ("matches.csv", 2, "name-of-several")
    ]


def test_two_players_of_one_name_are_a_warning_unless_their_sort_names_tell_them_apart(
    tmp_path: Path,
) -> None:
    players = "id,name,sort_name\nan,An Peeters,\nbo,Bo,\nan-2,AN  Peeters,\n"
    assert codes(tmp_path, {"players.csv": players}) == [("players.csv", 4, "name-again")]
    told_apart = players.replace("Peeters,\nbo", "Peeters,Peeters (a)\nbo").replace(
        "AN  Peeters,", "AN  Peeters,Peeters (b)"
    )
    assert codes(tmp_path, {"players.csv": told_apart}) == []


def test_many_namesakes_are_one_warning_with_their_number(tmp_path: Path) -> None:
    players = "id,name\nan,An Peeters\nbo,Bo\nan-2,An Peeters\nbo-2,Bo\nbo-3,bo\n"
    (problem,) = found(tmp_path, {"players.csv": players})
    assert (problem.line, problem.code, problem.severity) == (4, "name-again", Severity.WARNING)
    assert problem.message.startswith("3 players have the name of an earlier player, such as 'An Peeters',")
    assert [place.rpartition(":")[2] for place in problem.other_places] == ["5", "6"]


@pytest.fixture
def dated_matches(monkeypatch: pytest.MonkeyPatch) -> None:
    """The matches of the toy say when they were played; those without a remark have a result."""
    monkeypatch.setattr(
        toy_system.TOY,
        "event_dates",
        lambda inputs: [EventDate(match, "date", match.date, not match.remark) for match in inputs.matches],
        raising=False,
    )


def days(root: Path, *rows: str) -> list[tuple[int, str]]:
    """What is said of the days of matches, by line."""
    lines = [f"{row},an,{('bo', 'cy')[n % 2]},{n % 25 + 1},\n" for n, row in enumerate(rows)]
    text = "".join(["date,winner,loser,length,remark\n", *lines])
    site = toy_system.site(root, {"players.csv": PLAYERS, "matches.csv": text})
    return [(problem.line, problem.code) for problem in read_results(site, latest=date(2026, 11, 21))[1]]


@pytest.mark.usefixtures("dated_matches")
def test_a_result_of_a_day_to_come_is_an_error(tmp_path: Path) -> None:
    rows = ["2026-11-20", "2026-11-21", "2026-11-22", "2062-11-20"]
    assert days(tmp_path, *rows) == [(4, "result-to-come"), (5, "result-to-come")]


@pytest.mark.usefixtures("dated_matches")
def test_nothing_else_is_told_of_a_row_whose_day_cannot_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def check(inputs: toy_system.Inputs, _: object) -> list[Fault]:
        return [Fault(match, "winner", "nobody else is there") for match in inputs.matches]

    monkeypatch.setattr(toy_system.TOY, "check", check)
    assert days(tmp_path, "2026-11-20", "2062-11-20") == [(2, ""), (3, "result-to-come")]


@pytest.mark.usefixtures("dated_matches")
def test_what_is_still_to_be_played_may_be_of_a_day_to_come(tmp_path: Path) -> None:
    text = "date,winner,loser,length,remark\n2026-11-20,an,bo,7,\n2026-12-24,an,bo,7,to be played\n"
    site = toy_system.site(tmp_path, {"players.csv": PLAYERS, "matches.csv": text})
    assert read_results(site, latest=date(2026, 11, 21))[1] == []


@pytest.mark.usefixtures("dated_matches")
def test_a_day_a_year_before_all_others_is_a_warning(tmp_path: Path) -> None:
    assert days(tmp_path, "1926-11-13", "2026-11-20", "2026-11-13") == [(2, "day-far-before")]


@pytest.mark.usefixtures("dated_matches")
def test_a_club_that_did_not_meet_for_a_year_gets_none(tmp_path: Path) -> None:
    before = [f"2019-{month:02}-{day:02}" for month in range(1, 13) for day in (5, 5, 5, 19, 19)]
    after = [f"2022-{month:02}-{day:02}" for month in range(1, 13) for day in (5, 5, 5, 19, 19)]
    assert days(tmp_path, *before, *after) == []


@pytest.mark.usefixtures("dated_matches")
def test_a_round_in_a_year_of_its_own_far_from_all_others_is_a_warning(tmp_path: Path) -> None:
    season = [f"2025-{month:02}-05" for month in range(1, 7)]
    assert days(tmp_path, *season, "2026-05-06") == [(8, "year-alone")]
    assert days(tmp_path, *season, "2025-12-20", "2026-01-06") == []
