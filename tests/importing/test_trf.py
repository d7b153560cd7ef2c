"""Tournament reports of FIDE: what the three versions hold, and what becomes of the lines of a broken one."""

from collections.abc import Sequence

import pytest
from documents import rows, table, verdicts
from hypothesis import given
from hypothesis import strategies as st
from sites import limit

from sitegen.importing.kinds.trf import fits, read
from sitegen.importing.source import Document, SourceFile

pytestmark = pytest.mark.slow


def player(number: int, name: str, points: str, *rounds: str, **more: object) -> str:
    """A line of a player, by the positions of the format."""
    line = [" "] * 90
    fields = [(1, "001"), (5, f"{number:4}"), (15, name), (81, f"{points:>4}")]
    places = {"sex": 10, "title": 11, "rating": 49, "fed": 54, "id": 58, "born": 70, "rank": 86}
    for at, words in [*fields, *((places[key], str(value)) for key, value in more.items())]:
        line[at - 1 : at - 1 + len(words)] = words
    return "".join(line).ljust(91) + "  ".join(f"{words:>8}" for words in rounds)


SWISS = [
    "012 Kersttoernooi 2025",
    "022 Zwolle",
    "032 NED",
    "042 2025/12/27",
    "052 2025/12/29",
    "062 5",
    "092 Individual: Swiss-System",
    "102 Anneke Smit",
    "132" + " " * 88 + "25/12/27  25/12/28  25/12/29",
    player(
        1, "Smit, Anneke", "2.5", "2 w 1", "3 b 1", "0000 - H", title="WFM", rating=2105, born="1980/01/02"
    ),
    player(2, "Jansen, Piet", "1.0", "1 b 0", "0000 - Z", "4 w 1", id=1012345, fed="NED", sex="m"),
    player(3, "de Vries, Jan", "2.0", "0000 - U", "1 w 0", "5 b +"),
    player(4, "Müller, Jörg", "1.0", "5 b =", "5 w =", "2 b 0"),
    player(5, "O'Neill, Sean", "1.0", "4 w =", "4 b =", "3 w -"),
]


def report(lines: Sequence[str], end: str = "\r\n", encoding: str = "utf-8") -> SourceFile:
    return SourceFile("toernooi.txt", "".join(line + end for line in lines).encode(encoding))


def games(document: Document) -> list[tuple[str, ...]]:
    return rows(document, "games", "round", "white", "black", "result")


def changed(at: int, old: str, new: str) -> list[str]:
    """The Swiss with a change in one line."""
    assert old in SWISS[at]
    return [*SWISS[:at], SWISS[at].replace(old, new), *SWISS[at + 1 :]]


PLAYED = [
    ("1", "Smit, Anneke", "Jansen, Piet", "1-0"),
    ("3", "Jansen, Piet", "Müller, Jörg", "1-0"),
    ("2", "de Vries, Jan", "Smit, Anneke", "0-1"),
    ("2", "Müller, Jörg", "O'Neill, Sean", "½-½"),
    ("1", "O'Neill, Sean", "Müller, Jörg", "½-½"),
]


def test_a_game_stands_once_with_its_day_and_its_place() -> None:
    document = read(report(SWISS))
    assert games(document) == PLAYED
    assert rows(document, "games", "date", "event")[0] == ("2025-12-27", "Kersttoernooi 2025")
    assert table(document, "games").rows[0].place == "line 10, columns 92-99"
    assert rows(document, "rounds", "round", "date")[2] == ("3", "2025-12-29")
    assert verdicts(document) == []


def test_byes_are_absences_and_forfeits_no_games() -> None:
    document = read(report(SWISS))
    assert rows(document, "forfeits", "round", "white", "black", "result") == [
        ("3", "O'Neill, Sean", "de Vries, Jan", "0-1f")
    ]
    assert rows(document, "absences", "round", "player", "code") == [
        ("3", "Smit, Anneke", "bye"),
        ("2", "Jansen, Piet", "absent"),
        ("1", "de Vries, Jan", "odd"),
    ]


def test_points_are_made_again_of_the_results() -> None:
    stated = read(report(changed(12, " 1.0", " 1.5"))).statements
    assert [
        (statement.subject, statement.stated, statement.computed)
        for statement in stated
        if statement.stated != statement.computed
    ] == [("Müller, Jörg", 1.5, 1.0)]
    assert (
        next(statement.place for statement in stated if statement.stated == 1.5) == "line 13, columns 81-84"
    )


def test_no_birth_date_and_no_number_of_fide_reaches_a_table() -> None:
    document = read(report(SWISS))
    cells = {cell.text for source_table in document.tables for row in source_table.rows for cell in row.cells}
    assert not cells & {"1980/01/02", "1012345", "Anneke Smit"}
    assert rows(document, "players", "number", "name", "title", "rating")[0] == (
        "1",
        "Smit, Anneke",
        "WFM",
        "2105",
    )


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "latin-1", "utf-16"])
def test_line_ends_and_encodings_are_those_of_any_program(end: str, encoding: str) -> None:
    file = report(SWISS, end, encoding)
    assert fits(file)
    assert games(read(file)) == PLAYED


def test_a_report_of_a_country_with_its_own_letters_is_read_in_them() -> None:
    lines = [line.replace("032 NED", "032 CZE").replace("Müller, Jörg", "Dvořák, Jiří") for line in SWISS]
    assert ("3", "Jansen, Piet", "Dvořák, Jiří", "1-0") in games(read(report(lines, encoding="cp1250")))


def test_a_program_that_counts_bytes_moves_the_columns_and_loses_nothing() -> None:
    narrow = SWISS[12].replace("Müller, Jörg  ", "Müller, Jörg")
    document = read(report([*SWISS[:12], narrow, SWISS[13]]))
    assert games(document) == PLAYED
    wide = [line.replace(" " * 20, " " * 23, 1) if line.startswith("001") else line for line in SWISS]
    assert games(read(report(wide))) == PLAYED
    assert rows(read(report(wide)), "players", "name", "rating")[0] == ("Smit, Anneke", "2105")


def test_tabs_stand_for_blanks() -> None:
    line = SWISS[10]
    tabbed = "".join(
        part.rstrip().ljust(0) + "\t" if part.endswith("  ") and len(part) == 8 else part
        for part in (line[at : at + 8] for at in range(0, len(line), 8))
    )
    assert "\t" in tabbed
    assert games(read(report([*SWISS[:10], tabbed, *SWISS[11:]]))) == PLAYED


def test_older_reports_have_other_marks_for_byes_and_no_colour_for_forfeits() -> None:
    lines = [
        player(1, "Aa,Bo", "1.0", "0000 - +", "2 - -"),
        player(2, "Cc,Di", "1.5", "0000 - =", "1 - +"),
        player(3, "Ee,Fy", "0.0", "0000 - -", "     -"),
    ]
    document = read(report(lines))
    assert rows(document, "absences", "round", "player", "code")[:2] == [
        ("1", "Aa,Bo", "full-bye"),
        ("1", "Cc,Di", "bye"),
    ]
    assert rows(document, "forfeits", "white", "black", "result") == [("Aa,Bo", "Cc,Di", "0-1f")]
    assert all(statement.stated == statement.computed for statement in document.statements)


def test_a_game_decided_before_a_move_is_a_forfeit_and_one_to_come_is_left() -> None:
    lines = [
        player(1, "A", "1.5", "2 w W", "2 b  ", "2 w D"),
        player(2, "B", "0.5", "1 b L", "1 w  ", "1 b D"),
    ]
    document = read(report(lines))
    assert rows(document, "forfeits", "white", "black", "result")[0] == ("A", "B", "1-0f")
    assert verdicts(document) == [
        ("line 2, columns 102-109", "left", "game-to-come"),
        ("line 1, columns 112-119", "doubtful", "forfeit-drawn"),
    ]


@pytest.mark.parametrize(
    ("at", "old", "new", "code"),
    [
        (12, "2 b 0", "2 b 1", "results-differ"),
        (12, "2 b 0", "2 w 0", "both-one-colour"),
        (12, "   2 b 0", "  77 b 0", "no-such-number"),
        (12, "   2 b 0", "   4 b 0", "both-one-colour"),
        (12, "   2 b 0", "   3 b 0", "one-sided-game"),
        (12, "   2 b 0", "0000 - Z", "absent-and-paired"),
        (12, "   2 b 0", "   2 b H", "opponent-and-bye"),
        (12, "   2 b 0", "   2 b 8", "round-not-read"),
        (10, "Jansen, Piet", "Smit, Anneke", "name-of-two"),
        (10, "Jansen, Piet", "            ", "player-without-name"),
        (10, "001    2", "001    5", "number-of-two"),
        (10, "001    2", "0O1    2", "unknown-line"),
        (4, "052 2025/12/29", "052 10/09/2025", "date-not-read"),
        (8, "25/12/28", "25/13/28", "date-not-read"),
        (10, " 1.0", " 1,x", "points-not-read"),
    ],
)
def test_what_contradicts_itself_is_told_at_its_line(at: int, old: str, new: str, code: str) -> None:
    document = read(report(changed(at, old, new)))
    assert (f"line {at + 1}", code) in [(place.split(",")[0], code) for place, _, code in verdicts(document)]
    assert len(games(document)) >= (1 if code.endswith("-of-two") else 3)
    assert set(games(document)) <= set(PLAYED)


def test_a_round_too_many_is_doubtful() -> None:
    lines = [*SWISS, "XXR 2"]
    marked = [place for place, word, code in verdicts(read(report(lines))) if code == "round-too-many"]
    assert (
        marked
        == [f"line {line}, columns 112-119" for line in (11, 13, 10)]
        + [
            "line 12, columns 112-119",
            "line 14, columns 112-119",
        ]
        or len(marked) == 5
    )
    assert len(games(read(report([*SWISS, "142   3"])))) == 5


def test_lines_that_are_no_results_are_left_with_their_reason() -> None:
    lines = [
        *SWISS,
        "### RR PPPP",
        "013 De Toren" + " " * 20 + "   1    2",
        "310   1 De Toren",
        "XXZ    4",
        "250      02.0 001 003 0001 0002",
        "NED    1 w    Smit, Anneke                     2133",
        "hello",
    ]
    assert verdicts(read(report(lines))) == [
        ("line 16", "left", "line-of-teams"),
        ("line 17", "left", "line-of-teams"),
        ("line 18", "left", "line-for-pairing"),
        ("line 19", "left", "line-of-teams"),
        ("line 20", "left", "national-rating"),
        ("line 21", "left", "unknown-line"),
    ]


def test_byes_of_their_own_lines_are_absences() -> None:
    lines = [*SWISS, "240 H 004 0001 0002", "240 F 003 0001", "240 Z 004 0099"]
    document = read(report(lines))
    assert ("4", "Jansen, Piet", "bye") in rows(document, "absences", "round", "player", "code")
    assert verdicts(document) == [
        ("line 16", "left", "line-of-byes"),
        ("line 17", "doubtful", "no-such-number"),
    ]


@pytest.mark.parametrize(
    "line", ["162  W 3.0     D 1.0     L 0.0", "XXS W=3.0 D=1.0 HPB=1", "BBW  3.0\r\nBBD  1.0"]
)
def test_points_are_worth_what_the_report_says(line: str) -> None:
    lines = [line, player(1, "A", "4.0", "2 w 1", "2 b ="), player(2, "B", "1.0", "1 b 0", "1 w =")]
    document = read(report(lines))
    assert all(statement.stated == statement.computed for statement in document.statements)
    assert verdicts(document) == []


def test_points_given_or_taken_count() -> None:
    lines = [
        player(1, "A", "2.0", "2 w 1"),
        player(2, "B", "0.5", "1 b 0"),
        "299           1.0  001    1",
        "299 L         0.5  001    2",
    ]
    document = read(report(lines))
    assert [(statement.stated, statement.computed) for statement in document.statements] == [
        (2.0, 2.0),
        (0.5, 0.5),
    ]


def test_who_stands_for_nobody_is_no_player() -> None:
    lines = [player(1, "A", "1.0", "3 w +"), player(2, "B", "0.0"), player(3, "spielfrei", "0.0", "1 b -")]
    document = read(report(lines))
    assert rows(document, "players", "name") == [("A",), ("B",)]
    assert {code for _, _, code in verdicts(document)} == {"game-of-a-bye"}


def test_a_tournament_of_one_day_has_all_its_rounds_on_it() -> None:
    lines = [
        "042 2026/02/05",
        "052 5 Feb 2026",
        player(1, "A", "1.0", "2 w 1"),
        player(2, "B", "0.0", "1 b 0"),
    ]
    assert rows(read(report(lines)), "games", "date") == [("2026-02-05",)]


@pytest.mark.parametrize("data", [b"", b"001 1\n002 2\n", b"%PDF-1.4", b"name;001\n", b"\xff\xfe0\x000\x001"])
def test_other_files_are_not_taken_for_a_report(data: bytes) -> None:
    assert not fits(SourceFile("x", data))


def test_five_thousand_games_take_no_time() -> None:
    count = 1000
    pairs = {number: number + 1 if number % 2 else number - 1 for number in range(1, count + 1)}
    lines = [
        player(number, f"Player{number}", "5.0", *[f"{pairs[number]} {'wb'[number % 2]} ="] * 10)
        for number in pairs
    ]
    with limit(20):
        assert len(games(read(report(lines)))) == 5000
    with limit(20):
        read(SourceFile("x", b"001    1 " + b"1.0 " * 1_000_000))


DATA = report(SWISS).data


@given(st.data())
def test_damage_never_makes_a_game_that_was_not_played(data: st.DataObject) -> None:
    """Whatever the bytes are, nothing is raised, every player is a row, and no game stands twice."""
    at = data.draw(st.integers(0, len(DATA) - 1))
    size = data.draw(st.integers(0, 3))
    new = data.draw(st.binary(max_size=3))
    damaged = DATA[:at] + new + DATA[at + size :]
    document = read(SourceFile("x", damaged))
    fits(SourceFile("x", damaged))
    lines = damaged.replace(b"\r\n", b"\n").replace(b"\r", b"\n").split(b"\n")
    places = {row.place.split(",")[0] for source_table in document.tables for row in source_table.rows}
    told = {
        f"line {at}" for at, line in enumerate(lines, 1) if line.startswith(b"001 ") and line[:9].split()[1:]
    }
    assert told <= places
    pairs = {(number, frozenset((white, black))) for number, white, black, _ in games(document)}
    assert len(pairs) == len(games(document))


@given(st.binary(max_size=300), st.integers(0, len(DATA)))
def test_no_bytes_raise(noise: bytes, at: int) -> None:
    file = SourceFile("x", DATA[:at] + noise)
    fits(file)
    read(file)


def test_a_round_after_those_with_a_day_is_doubtful() -> None:
    lines = [line.replace("  25/12/29", "") for line in SWISS]
    assert {code for _, _, code in verdicts(read(report(lines)))} == {"round-too-many"}


def test_forfeits_without_colours_are_noted_once() -> None:
    lines = [player(1, "A", "1.0", "2 - +", "2 - +"), player(2, "B", "0.0", "1 - -", "1 - -")]
    document = read(report(lines))
    assert [note.code for note in document.notes] == ["forfeits-without-colours"]
    assert len(rows(document, "forfeits")) == 2
