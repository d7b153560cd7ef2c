"""What is wrong with the tables of the NBB-Clubranking, and where that is told."""

from datetime import date
from typing import Any

import pytest
from files import check
from test_nbb import FIRST, NEXT, SEASON, club, session

from sitegen.core.problems import Message, quote_text
from sitegen.systems import nbb
from sitegen.systems.nbb.tables import (
    ButlerLine,
    Inputs,
    LineUp,
    Options,
    PairsLine,
    Partnership,
    Season,
    Sitting,
    Substitute,
)

EIGHT = club(**dict.fromkeys("abcdefgh", 60.0))
REDS = LineUp(FIRST, "Reds", "a", "b", "c", "d", source="lineups.csv:2")
BLACKS = LineUp(FIRST, "Blacks", "e", "f", "g", "h", source="lineups.csv:3")


Told = list[tuple[str, str, str]]


def told(inputs: Inputs, **options: Any) -> Told:
    """Source, column and message of each error."""
    return [place for place, warning in _all(inputs, options) if not warning]


def doubted(inputs: Inputs, **options: Any) -> Told:
    """Source, column and message of each warning, where there is no error."""
    assert told(inputs, **options) == []
    return [place for place, _ in _all(inputs, options)]


def _all(inputs: Inputs, options: dict[str, Any]) -> list[tuple[tuple[str, str, str], bool]]:
    faults = list(check(nbb, inputs, Options(**{"lines": 3, **options})))
    assert all(isinstance(fault.message, Message) and fault.message.code and fault.hint for fault in faults)
    return [((fault.row.source, fault.column, fault.message), fault.warning) for fault in faults]


def of_pairs(*rows: str, **tables: Any) -> Inputs:
    return Inputs(
        **{"players": EIGHT, "seasons": [SEASON], "pairs": session(PairsLine, FIRST, *rows), **tables}
    )


def test_a_sound_session_is_sound() -> None:
    assert told(of_pairs("A a b 60", "A c d 40")) == []


def test_seasons_do_not_overlap() -> None:
    early = NEXT.replace(start=date(2026, 8, 31))
    message = "season 2026 starts on 2026-08-31, and 2025 ends on 2026-08-31"
    assert told(Inputs(EIGHT, [SEASON, early])) == [("seasons.csv:3", "start", message)]


def test_a_substitute_ranking_is_of_a_season() -> None:
    rows = [Substitute("2024", "a", 50.0, "substitutes.csv:2")]
    assert told(Inputs(EIGHT, [SEASON], substitutes=rows)) == [
        ("substitutes.csv:2", "season", "there is no season '2024'")
    ]


def test_a_session_outside_every_season_is_an_error() -> None:
    rows = session(PairsLine, date(2025, 8, 1), "A a b 60")
    assert told(Inputs(EIGHT, [SEASON], pairs=rows)) == [
        ("2025-08-01.csv:2", "date", "2025-08-01 lies in no season")
    ]


def test_a_day_outside_every_season_is_told_once() -> None:
    """A row with another day is alone there, which only follows."""
    rows = session(PairsLine, date(2025, 8, 1), "A a b 60", "A c d 40", "B e f 50")
    faults = list(check(nbb, Inputs(EIGHT, [SEASON], pairs=rows), Options(lines=3)))
    assert [fault.message for fault in faults] == ["2025-08-01 lies in no season"]


def test_a_day_and_session_hold_one_form() -> None:
    butler = session(ButlerLine, FIRST, "A e f 1", "A g h -1", label="")
    messages = told(of_pairs("A a b 60", "A c d 40", butler=butler))
    assert messages == [
        ("2025-09-02.csv:2", "date", "2025-09-02 is played as pairs already: 2025-09-02.csv:2")
    ]
    late = session(ButlerLine, FIRST, "A e f 1", "A g h -1", label="late")
    assert told(of_pairs("A a b 60", "A c d 40", butler=late)) == []


def test_a_player_stands_once_in_a_session() -> None:
    assert told(of_pairs("A a b 60", "B c a 40")) == [
        ("2025-09-02.csv:3", "player2", "A plays in this session already: 2025-09-02.csv:2")
    ]
    again = session(PairsLine, FIRST, "A a c 50", "A b d 50", label="late")
    assert (
        told(of_pairs("A a b 60", "A c d 40", pairs=[*session(PairsLine, FIRST, "A a b 60"), *again])) == []
    )


def test_a_line_is_in_one_group() -> None:
    assert told(of_pairs("A a b 60 x", "A c d 40")) == [
        ("2025-09-02.csv:3", "group", "line A is in group 'x' at 2025-09-02.csv:2")
    ]


def test_a_session_has_all_its_scores_or_none() -> None:
    assert told(of_pairs("A a b 60", "A c d -")) == [
        ("2025-09-02.csv:3", "score", "other scores of 2025-09-02 are known, and this one is blank")
    ]
    assert told(of_pairs("A a b -", "A c d -")) == []


PAIR = [Partnership("ab", "a", "b"), Partnership("cde", "c", "d", "e")]


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        (("A a f 60 for=zz",), "there is no partnership 'zz'"),
        (("A f g 60 for=ab",), "0 of this pair are members of 'ab'"),
        (("A a b 60 for=ab",), "2 of this pair are members of 'ab'"),
        (
            ("A a f 60 for=ab", "A b g 40 for=ab"),
            "partnership 'ab' has a result in this session: 2025-09-02.csv:2",
        ),
    ],
)
def test_a_partnership_plays_with_a_substitute_and_once(rows: tuple[str, ...], message: str) -> None:
    assert told(of_pairs(*rows, partnerships=PAIR))[-1] == (f"2025-09-02.csv:{len(rows) + 1}", "for", message)


def test_a_team_has_a_line_up_and_a_line_up_plays() -> None:
    sittings = [
        Sitting(FIRST, 1, "Reds", "Greens", 12.0, "teams.csv:2"),
    ]
    assert told(Inputs(EIGHT, [SEASON], teams=sittings, lineups=[REDS, BLACKS])) == [
        ("teams.csv:2", "opponent", "there is no line-up of 'Greens' on 2025-09-02"),
        ("lineups.csv:3", "team", "'Blacks' does not play on 2025-09-02"),
    ]


def test_who_plays_has_a_ranking_to_begin_with() -> None:
    players = [player.replace(ranking=None if player.id == "a" else player.ranking) for player in EIGHT]
    players[0] = players[0].replace(source="players.csv:2")
    inputs = of_pairs("A a b 60", "A c d 40", players=players)
    assert told(inputs) == [("players.csv:2", "ranking", "A has no substitute ranking")]
    assert told(inputs, start_ranking=50.0) == []
    assert told(inputs._replace(substitutes=[Substitute("2025", "a", 50.0)])) == []
    assert told(of_pairs("A c b 60", "A e d 40", players=players)) == []


def test_a_mitchell_movement_is_one_line_whose_pairs_may_be_called_as_they_were() -> None:
    rows = of_pairs("A a b 55", "A c d 45", "A e f 60", "A g h 40").pairs
    named = [row.replace(pair=pair) for row, pair in zip(rows, ("1NS", "2NS", "1EW", "2EW"), strict=True)]
    assert doubted(of_pairs(pairs=named)) == []
    ((column, told_, hint),) = rows[0].replace(line="A NS").find_faults()
    assert (column, told_) == ("line", "'A NS' is not the letter of a line")
    assert hint == "write its letter alone: both directions of a Mitchell movement are one line"


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        (Season("x", date(2026, 1, 2), date(2026, 1, 1)), "end"),
        (Partnership("x", "a", "b", "a"), "player2"),
        (PairsLine(FIRST, "A", "a", "a"), "player2"),
        (PairsLine(FIRST, "AB", "a", "b"), "line"),
        (PairsLine(FIRST, "a", "a", "b"), "line"),
        (Sitting(FIRST, 1, "Reds", "Reds", 10.0), "opponent"),
    ],
)
def test_what_a_row_finds_wrong_with_itself(row: Any, expected: str) -> None:
    assert [column for column, message, hint in row.find_faults() if message and hint] == [expected]


@pytest.mark.parametrize("label", ["a/b", "../x", "A?", "1.", " ", "a\\b", "a:b", "#2"])
def test_a_session_that_is_no_part_of_an_address_is_an_error(label: str) -> None:
    (row,) = session(PairsLine, FIRST, "A a b 60")
    (fault,) = row.replace(session=label).find_faults()
    assert fault[:2] == ("session", f"{quote_text(label)} cannot be part of an address")


@pytest.mark.parametrize("label", ["", "2", "A", "middag", "ronde 2", "séance-1", "wo. avond"])
def test_what_clubs_call_a_session_can_be_one(label: str) -> None:
    (row,) = session(PairsLine, FIRST, "A a b 60")
    assert list(row.replace(session=label).find_faults()) == []
