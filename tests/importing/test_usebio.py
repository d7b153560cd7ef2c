"""USEBIO files, written here from the format's own description, and files that are broken or hostile."""

from contextlib import suppress
from itertools import combinations
from xml.etree import ElementTree as ET
from xml.sax.saxutils import escape

import pytest
from examples import times
from hypothesis import given
from hypothesis import strategies as st

from sitegen.importing.kinds import usebio
from sitegen.importing.source import Document, SourceError, SourceFile, SourceTable

pytestmark = pytest.mark.slow

HEAD = '<?xml version="1.0" encoding="{encoding}"?>\n<!DOCTYPE USEBIO SYSTEM "http://nowhere.invalid/usebio_v1_2.dtd">\n'


def file(text: str, encoding: str = "utf-8", declared: str = "") -> SourceFile:
    head = HEAD.format(encoding=declared or encoding)
    return SourceFile("evening.xml", (head + text).encode(encoding))


def tag(name: str, *inside: object, **attributes: str) -> str:
    named = "".join(f' {key}="{value}"' for key, value in attributes.items())
    return f"<{name}{named}>{''.join(map(str, inside))}</{name}>\n"


def usebio_file(*events: str, version: str = "1.2") -> str:
    return tag("USEBIO", tag("CLUB", tag("CLUB_NAME", "Ons Spel")), *events, Version=version)


def event(*inside: str, kind: str = "MP_PAIRS", date: str = "05/02/2026", winners: str = "1") -> str:
    contact = tag("CONTACT", tag("EMAIL", "director@club.invalid"), tag("TELEPHONE", "0123"))
    about = (tag("EVENT_DESCRIPTION", "Thursday"), tag("DATE", date), tag("WINNER_TYPE", winners), contact)
    return tag("EVENT", *about, *inside, EVENT_TYPE=kind)


def pair(number: str, *names: str, side: str = "", **scores: str) -> str:
    players = [
        tag("PLAYER", tag("PLAYER_NAME", escape(name)), tag("NATIONAL_ID_NUMBER", "9")) for name in names
    ]
    stated = [tag(name.upper(), value) for name, value in scores.items()]
    return tag("PAIR", tag("PAIR_NUMBER", number), tag("DIRECTION", side), *stated, *players)


def line(ns: str, ew: str, score: str, points: tuple[str, str] | None, unit: str = "MATCH_POINTS") -> str:
    both = [tag(f"{side}_{unit}", value) for side, value in zip(("NS", "EW"), points or (), strict=False)]
    return tag(
        "TRAVELLER_LINE", tag("NS_PAIR_NUMBER", ns), tag("EW_PAIR_NUMBER", ew), tag("SCORE", score), *both
    )


def board(*lines: str) -> str:
    return tag("BOARD", tag("BOARD_NUMBER", "1"), *lines)


def participants(*inside: str) -> str:
    return tag("PARTICIPANTS", *inside)


def read(text: str) -> Document:
    given_file = file(text)
    assert usebio.fits(given_file)
    return usebio.read(given_file)


def table(document: Document, name: str) -> SourceTable:
    return next(table for table in document.tables if table.name == name)


def cells(document: Document, name: str) -> list[dict[str, str]]:
    found = table(document, name)
    texts = [[cell.text for cell in row.cells] for row in found.rows]
    return [dict(zip(found.header, row, strict=True)) for row in texts]


def verdicts(document: Document, name: str) -> list[str]:
    rows = table(document, name).rows
    return [f"{row.verdict.status} {row.verdict.reason.code}" if row.verdict else "" for row in rows]


FOUR = [
    ("1", "An Aa", "Bo Bb"),
    ("2", "Cas Cc", "Do Dd"),
    ("3", "Eva Ee", "Fie Ff"),
    ("4", "Gé Gg", "Hans Hh"),
]


def howell(**changes: str) -> str:
    """Four pairs that all meet, on three boards of two tables each."""
    stated = {"1": "83.33", "2": "66.67", "3": "33.33", "4": "16.67"} | changes
    pairs = participants(*(pair(*row, percentage=stated[row[0]]) for row in FOUR))
    boards = (
        board(line("1", "2", "50", ("1", "1")), line("3", "4", "50", ("1", "1"))),
        board(line("1", "3", "90", ("2", "0")), line("4", "2", "-90", ("0", "2"))),
        board(line("1", "4", "110", ("2", "0")), line("2", "3", "100", ("1", "1"))),
    )
    return event(pairs, *boards)


def test_an_evening_where_all_meet() -> None:
    document = read(usebio_file(howell()))
    rows = cells(document, "pairs")
    assert rows[0] == {
        "date": "2026-02-05",
        "session": "",
        "section": "",
        "pair": "1",
        "player1": "An Aa",
        "player2": "Bo Bb",
        "score": "83.33",
        "opponents": "2 3 4",
    }
    assert [row["opponents"] for row in rows] == ["2 3 4", "1 3 4", "1 2 4", "1 2 3"]
    assert document.tables[0].rows[0].place.endswith("PAIR 1")
    assert not any("club.invalid" in str(table) or "0123" in str(table) for table in document.tables)


def test_what_the_travellers_make_is_told_beside_what_is_stated() -> None:
    document = read(usebio_file(howell(**{"2": "70.50"})))
    told = [(statement.subject, statement.stated, statement.computed) for statement in document.statements]
    assert told[1] == ("Cas Cc - Do Dd", 70.5, 66.6667)
    assert [statement.is_deviating for statement in document.statements] == [False, True, False, False]


def mitchell(winners: str = "2", numbers: str = "{number}{side}") -> str:
    """Two tables, whose east-west pairs move; one of them is given an adjusted score."""
    rows = [(n, side, f"{side}{n} one", f"{side}{n} two") for side in ("NS", "EW") for n in (1, 2)]
    called = [numbers.format(number=n, side=side) for n, side, *_ in rows]
    pairs = participants(
        *(
            pair(name, *players, side=side, percentage="50.0")
            for name, (_, side, *players) in zip(called, rows, strict=True)
        )
    )
    first, second, third, fourth = called
    boards = (
        board(line(first, third, "90", ("1", "1")), line(second, fourth, "90", ("1", "1"))),
        board(line(first, fourth, "A5050", ("1", "1")), line(second, third, "", None)),
    )
    return event(pairs, *boards, winners=winners)


@pytest.mark.parametrize(
    "numbers", ["{number}{side}", "{number} {side}", "{number}", "{side}{number}", "0{number}-{side}"]
)
def test_a_mitchell_has_directions_however_they_are_written(numbers: str) -> None:
    rows = cells(read(usebio_file(mitchell(numbers=numbers))), "pairs")
    assert [row["pair"] for row in rows] == ["1NS", "2NS", "1EW", "2EW"]


def test_a_line_that_was_skipped_is_no_meeting() -> None:
    rows = cells(read(usebio_file(mitchell())), "pairs")
    assert [row["opponents"] for row in rows] == ["1EW 2EW", "2EW", "1NS", "1NS 2NS"]


@pytest.mark.parametrize("written", ["53.62", "53,62", "53.62%", "53.62 %", "53.619999999999997"])
def test_percentages_as_programs_write_them(written: str) -> None:
    text = event(participants(pair("1", "An Aa", "Bo Bb", percentage=written)))
    assert cells(read(usebio_file(text)), "pairs")[0]["score"] == "53.62"


def test_one_winner_and_numbers_of_their_own_have_no_direction() -> None:
    """With arrows switched a pair meets others that began in its own direction."""
    rows = [pair(number, *names, side="NS", percentage="50") for number, *names in FOUR]
    boards = (board(line("1", "2", "90", ("0", "0"))), board(line("2", "1", "90", ("0", "0"))))
    switched = cells(read(usebio_file(event(participants(*rows), *boards, winners=""))), "pairs")
    assert [row["pair"] for row in switched] == ["1", "2", "3", "4"]
    assert [row["opponents"] for row in switched] == ["2", "1", "", ""]


def test_butler_has_the_imps_of_the_whole_evening() -> None:
    pairs = participants(
        pair("1", "An Aa", "Bo Bb", total_score="12.00"), pair("2", "Cas Cc", "Do Dd", total_score="-12")
    )
    lines = [
        line("1", "2", "620", ("7", "-7"), "BUTLER_POINTS"),
        line("2", "1", "-100", ("-5", "5"), "BUTLER_POINTS"),
    ]
    document = read(usebio_file(event(pairs, *map(board, lines), kind="BUTLER_PAIRS")))
    rows = cells(document, "butler")
    assert [(row["score"], row["boards"], row["opponents"]) for row in rows] == [
        ("12", "2", "2"),
        ("-12", "2", "1"),
    ]
    assert [statement.computed for statement in document.statements] == [12, -12]


@pytest.mark.parametrize(
    ("kind", "method", "name", "verdict"),
    [
        ("PAIRS", "MATCH_POINTS", "pairs", ""),
        ("PAIRS", "BUTLER_IMPS", "butler", ""),
        ("CROSS_IMP", "IMPS", "other", "refused usebio-scoring"),
        ("PAIRS", "CROSS_IMPS", "other", "refused usebio-scoring"),
        ("AGGREGATE", "", "other", "refused usebio-scoring"),
        ("INDIVIDUAL", "MATCH_POINTS", "other", "refused usebio-individual"),
        ("SWISS_PAIRS", "MATCH_POINTS", "pairs", ""),
        ("SWISS_PAIRS", "IMPS", "other", "refused usebio-scoring"),
        ("FANCY", "", "other", "refused usebio-scoring"),
    ],
)
def test_only_percentages_and_butler_have_a_ranking(kind: str, method: str, name: str, verdict: str) -> None:
    rows = [pair("1", "An Aa", "Bo Bb", percentage="50", total_score="3")]
    text = event(tag("BOARD_SCORING_METHOD", method), participants(*rows), kind=kind)
    document = read(usebio_file(text))
    assert [(table.name, verdicts(document, table.name)) for table in document.tables] == [(name, [verdict])]


def test_victory_points_of_pairs_have_no_ranking() -> None:
    text = event(participants(pair("1", "An Aa", "Bo Bb", total_score="61")), kind="SWISS_PAIRS")
    assert verdicts(read(usebio_file(text)), "other") == ["refused usebio-swiss-pairs"]


def test_a_swiss_match_says_for_its_lines_who_met() -> None:
    pairs = participants(*(pair(*row, percentage="50") for row in FOUR))
    inside = tag("BOARD", tag("TRAVELLER_LINE", tag("SCORE", "420")))
    match = tag("MATCH", tag("NS_PAIR_NUMBER", "1"), tag("EW_PAIR_NUMBER", "3"), inside)
    rows = cells(read(usebio_file(event(pairs, match, kind="SWISS_PAIRS"))), "pairs")
    assert [row["opponents"] for row in rows] == ["3", "", "1", ""]


def test_what_is_no_ordinary_pair_is_a_doubt() -> None:
    rows = (
        pair("1", "An Aa", "Bo Bb", "Cas Cc", percentage="50"),
        pair("2", "An Aa", "", percentage="50"),
        pair("3", "Do Dd", "Eva Ee", total_score="61"),
        pair("3", "Fie Ff", "Gé Gg", percentage="50"),
        pair("4", percentage="0"),
        pair("5", "Hans Hh", "Ida Ii", percentage="50"),
    )
    document = read(usebio_file(event(participants(*rows), board(line("5", "9", "90", ("1", "1"))))))
    assert verdicts(document, "pairs") == [
        "doubtful pair-of-three",
        "doubtful pair-player-unnamed",
        "doubtful pair-without-score",
        "doubtful pair-stands-twice",
        "left pair-of-nobody",
        "doubtful pair-met-nobody",
    ]


def test_a_pair_that_sat_out_met_nobody() -> None:
    """A phantom has a number, and averages may be written against it or against 0."""
    pairs = participants(
        pair("1", "An Aa", "Bo Bb", percentage="50"),
        pair("2", "Cas Cc", "Do Dd", percentage="50"),
        pair("3", "Phantom", "PHANTOM", percentage="0"),
        pair("4", "", "", percentage="50"),
    )
    lines = (
        line("1", "2", "90", ("1", "1")),
        line("2", "3", "A6040", ("1.2", "0.8")),
        line("1", "0", "A6040", ("1.2", "0.8")),
        line("1", "4", "90", ("1", "1")),
    )
    document = read(usebio_file(event(pairs, *map(board, lines))))
    assert [row["opponents"] for row in cells(document, "pairs")] == ["2 4", "1", "2", "1"]
    assert verdicts(document, "pairs") == ["", "", "left pair-of-nobody", "doubtful pair-player-unnamed"]


def test_each_section_has_a_scale_of_its_own() -> None:
    numbers = [(letter, n) for letter, pairs in (("A", 6), ("B", 4)) for n in range(1, pairs + 1)]
    rows = {
        letter: participants(
            *(
                pair(str(n), f"{letter}{n} one", f"{letter}{n} two", percentage="50")
                for at, n in numbers
                if at == letter
            )
        )
        for letter in "AB"
    }
    three = board(
        line("1", "2", "90", ("4", "0")), line("3", "4", "50", ("2", "2")), line("5", "6", "0", ("0", "4"))
    )
    two = board(line("1", "2", "90", ("2", "0")), line("3", "4", "50", ("0", "2")))
    document = read(usebio_file(event(section("A", rows["A"], three), section("B", rows["B"], two))))
    assert [statement.computed for statement in document.statements] == [
        100,
        0,
        50,
        50,
        0,
        100,
        100,
        0,
        0,
        100,
    ]


@pytest.mark.parametrize(
    ("written", "day"),
    [
        ("05/02/2026", "2026-02-05"),
        ("5/2/26", "2026-02-05"),
        ("2026-02-05", "2026-02-05"),
        ("2026-02-05T19:30:00", "2026-02-05"),
        ("20260205", "2026-02-05"),
        ("05-02-2026", "2026-02-05"),
        ("5.2.2026", "2026-02-05"),
        ("5 February 2026", "2026-02-05"),
        ("Thursday, 5th Feb 2026", "2026-02-05"),
        ("5-feb-26 19:30", "2026-02-05"),
        ("2026/02/05", "2026-02-05"),
        ("02/25/2026", ""),
        ("31/02/2026", ""),
        ("next week", ""),
        ("", ""),
    ],
)
def test_days_are_day_first_or_none(written: str, day: str) -> None:
    text = event(participants(pair("1", "An Aa", "Bo Bb", percentage="50")), date=written)
    document = read(usebio_file(text))
    assert cells(document, "pairs")[0]["date"] == day
    assert verdicts(document, "pairs") == ["" if day else "doubtful usebio-no-day"]


def section(letter: str, *inside: str) -> str:
    return tag("SECTION", *inside, SECTION_ID=letter)


def session(number: str, *inside: str) -> str:
    return tag("SESSION", *inside, SESSION_ID=number)


def test_sections_and_sessions() -> None:
    """A pair of each section is number 1; what stands over the sessions is their total."""
    one = [participants(pair("1", f"{letter} one", f"{letter} two", percentage="50")) for letter in "AB"]
    two = session("2", section("A", participants(pair("A1", "A one", "A two", percentage="55"))))
    text = event(session("1", section("A", one[0]), section("B", one[1])), two, one[0])
    document = read(usebio_file(text))
    rows = [(row["session"], row["section"], row["pair"]) for row in cells(document, "pairs")]
    assert rows == [("1", "A", "1"), ("1", "B", "1"), ("2", "A", "1"), ("3", "", "1")]
    assert verdicts(document, "pairs") == ["", "", "", "left usebio-total"]


def test_two_events_of_a_day_are_two_sessions() -> None:
    rows = participants(pair("1", "An Aa", "Bo Bb", percentage="50"))
    texts = [event(tag("EVENT_IDENTIFIER", number), rows) for number in ("7", "8")]
    assert [row["session"] for row in cells(read(usebio_file(*texts)), "pairs")] == ["7", "8"]


def team(number: str, name: str, *players: str, total: str = "") -> str:
    named = [tag("PLAYER", tag("PLAYER_NAME", player)) for player in players]
    return tag("TEAM", tag("TOTAL_SCORE", total), *named, TEAM_ID=number, TEAM_NAME=name)


def match(round_number: str, ours: str, theirs: str, scores: tuple[str, str], *boards: str) -> str:
    names = ("ROUND_NUMBER", "TEAM", "OPPOSING_TEAM", "TEAM_SCORE", "OPPOSING_TEAM_SCORE")
    values = (round_number, ours, theirs, *scores)
    return tag("MATCH", *(tag(name, value) for name, value in zip(names, values, strict=True)), *boards)


TEAMS = (
    team("1", "Ruiten", "An", "Bo", "Cas", "Do", total="26"),
    team("2", "Harten", "E", "F", "G", "H", total="14"),
)


def teams(method: str, *matches: str) -> Document:
    text = event(tag("MATCH_SCORING_METHOD", method), participants(*TEAMS), *matches, kind="SWISS_TEAMS")
    return read(usebio_file(text))


def test_a_match_stands_once() -> None:
    matches = (
        match("1", "1", "2", ("14.5", "5.5")),
        match("1", "2", "1", ("5.5", "14.5")),
        match("2", "2", "1", ("8", "12")),
        match("2", "1", "2", ("13", "7")),
        match("3", "1", "BYE", ("12", "0")),
        match("4", "1", "2", ("", "")),
    )
    document = teams("VPS", *matches)
    rows = cells(document, "teams")
    assert [(row["match"], row["team_a"], row["vp_a"], row["vp_b"]) for row in rows[:3]] == [
        ("1", "Ruiten", "14.5", "5.5"),
        ("1", "Harten", "5.5", "14.5"),
        ("2", "Harten", "8", "12"),
    ]
    assert verdicts(document, "teams") == [
        "",
        "left match-other-side",
        "",
        "doubtful match-not-mirrored",
        "left team-bye",
        "doubtful match-without-score",
    ]
    assert [row["player"] for row in cells(document, "line-ups")] == [
        "An",
        "Bo",
        "Cas",
        "Do",
        "E",
        "F",
        "G",
        "H",
    ]
    assert [
        (statement.subject, statement.stated, statement.computed) for statement in document.statements
    ] == [
        ("Ruiten", 26, 38.5),
        ("Harten", 14, 13.5),
    ]


def test_imps_have_their_boards() -> None:
    boards = [board(tag("IMPS", value)) for value in ("10", "-3", "0")]
    for method in ("IMPS", ""):
        document = teams(method, match("1", "1", "2", ("20", "13"), *boards))
        row = cells(document, "teams")[0]
        assert (row["imps_a"], row["boards"], row["vp_a"]) == ("7", "3", "")
        assert [(statement.stated, statement.computed) for statement in document.statements] == [(7, 7)]


def test_scores_that_may_be_either_are_a_doubt() -> None:
    assert verdicts(teams("", match("1", "1", "2", ("11", "9"))), "teams") == [
        "doubtful match-scoring-unclear"
    ]


def test_teams_without_matches_are_refused() -> None:
    assert verdicts(teams("VPS"), "teams") == ["refused teams-without-matches"] * 2


@pytest.mark.parametrize(
    ("encoding", "declared"),
    [("utf-8", "utf-8"), ("utf-8", "iso-8859-1"), ("iso-8859-1", "iso-8859-1"), ("cp1252", "utf-8")],
)
def test_names_are_right_however_the_encoding_is_declared(encoding: str, declared: str) -> None:
    rows = cells(usebio.read(file(usebio_file(howell()), encoding, declared)), "pairs")
    assert rows[3]["player1"] == "Gé Gg"


def test_names_that_are_no_xml() -> None:
    text = usebio_file(howell()).replace("An Aa", "Ren&eacute;  Aa & Zn ")
    assert cells(read(text), "pairs")[0]["player1"] == "René Aa & Zn"


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b'<!DOCTYPE USEBIO [<!ENTITY a "aaaa">]><USEBIO>&a;</USEBIO>', "entity-declared"),
        (b'<!DOCTYPE USEBIO [<!ENTITY % a SYSTEM "file:///etc/passwd">]><USEBIO/>', "entity-declared"),
        (b"<USEBIO><EVENT>", "broken-xml"),
        (b"<USEBIO>" * 500, "xml-too-large"),
        (b"<USEBIO/>", "usebio-empty"),
    ],
)
def test_what_is_refused_as_a_whole(data: bytes, code: str) -> None:
    given_file = SourceFile("x.xml", data)
    assert usebio.fits(given_file)
    with pytest.raises(SourceError) as refused:
        usebio.read(given_file)
    assert refused.value.message.code == code


@pytest.mark.parametrize(
    "data", [b"", b"<html>USEBIO</html>", b"PK\x03\x04", b"<!-- <USEBIO> --><a/>", b"\xff\xfe\0"]
)
def test_other_files_are_none(data: bytes) -> None:
    assert not usebio.fits(SourceFile("usebio.xml", data))


@times(2)
@given(st.data())
def test_an_evening_written_from_its_scores(data: st.DataObject) -> None:
    """Every pair is a row, what is stated agrees, and who met whom did so on both sides."""
    count = data.draw(st.integers(4, 8))
    met = data.draw(st.lists(st.permutations(range(1, count + 1)), min_size=1, max_size=6))
    points = dict.fromkeys(range(1, count + 1), 0.0)
    most = dict.fromkeys(points, 0.0)
    boards = []
    for order in met:
        tables = [*zip(order[::2], order[1::2], strict=False)]
        scores = [data.draw(st.sampled_from((-100, 50, 90, 420))) for _ in tables]
        lines = []
        for (ns, ew), score in zip(tables, scores, strict=True):
            ours = sum(2 if score > other else 1 if score == other else 0 for other in scores) - 1
            top = 2 * (len(scores) - 1)
            for number, won in ((ns, ours), (ew, top - ours)):
                points[number], most[number] = points[number] + won, most[number] + top
            lines.append(line(str(ns), str(ew), str(score), (str(ours), str(top - ours))))
        boards.append(board(*lines))
    stated = {number: 100 * points[number] / (most[number] or 1) for number in points}
    rows = [pair(str(n), f"P{n}", f"Q{n}", percentage=f"{stated[n]:.2f}") for n in points]
    document = read(usebio_file(event(participants(*rows), *boards)))
    found = {row["pair"]: {*row["opponents"].split()} for row in cells(document, "pairs")}
    assert {*found} == {str(number) for number in points}
    assert all((a in found[b]) == (b in found[a]) for a, b in combinations(found, 2))
    assert all(abs(statement.stated - statement.computed) < 0.006 for statement in document.statements)


@times(2)
@given(st.data())
def test_random_damage(data: st.DataObject) -> None:
    """Whatever the bytes are, a file is read or refused, and each pair and match that is left is a row."""
    text = file(
        usebio_file(howell(), event(participants(*TEAMS), match("1", "1", "2", ("1", "2")), kind="KO"))
    ).data
    damaged = bytearray(text)
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(damaged) - 1))
        size = data.draw(st.integers(0, 30))
        damaged[at : at + size] = data.draw(st.binary(max_size=8))
    given_file = SourceFile("x.xml", bytes(damaged))
    usebio.fits(given_file)
    try:
        document = usebio.read(given_file)
    except SourceError:
        return
    assert all(len(row.cells) == len(table.header) for table in document.tables for row in table.rows)
    with suppress(ET.ParseError, ValueError):
        pairs = ET.fromstring(bytes(damaged)).findall("./EVENT/PARTICIPANTS/PAIR")
        assert sum(", PAIR " in row.place for table in document.tables for row in table.rows) == len(pairs)
