"""What is wrong with the tables of the Ruit rating, and where that is told."""

from dataclasses import dataclass
from datetime import date
from typing import Any

import pytest
from files import check
from test_ruit import EIGHT, MONDAY, TEAMS, club, lines

from sitegen.core.entities import Fault
from sitegen.core.missing import Missing
from sitegen.core.problems import Message
from sitegen.systems import ruit
from sitegen.systems.ruit.tables import ButlerLine, Inputs, LineUp, Match, Options, PairsLine, Player

SIX = club(an=250, bo=250, ci=250, di=250, eva=250, fred=250)


@dataclass(frozen=True)
class Told:
    """A fault as an officer reads it."""

    source: str
    column: str
    message: str


def told(inputs: Inputs) -> list[Told]:
    """The errors."""
    return [_told(fault) for fault in check(ruit, inputs, Options()) if not fault.warning]


def doubted(inputs: Inputs) -> list[Told]:
    """The warnings, in a table without an error."""
    assert told(inputs) == []
    return [_told(fault) for fault in check(ruit, inputs, Options())]


def _told(fault: Fault) -> Told:
    assert isinstance(fault.message, Message)
    assert fault.message.code
    assert fault.hint
    return Told(fault.row.source, fault.column, fault.message)


def inside(row: Any) -> list[tuple[str, str]]:
    return [(column, message) for column, message, _ in row.find_faults()]


def test_one_date_holds_one_form() -> None:
    pairs = lines(PairsLine, MONDAY, "1 an bo 50", "2 ci di 50")
    butler = lines(ButlerLine, MONDAY, "1 eva fred 0")
    message = "2026-11-02 is played as pairs already: PairsLine.csv:2"
    assert Told("ButlerLine.csv:2", "date", message) in told(Inputs(SIX, pairs, butler))


def test_a_player_stands_once_on_a_date() -> None:
    pairs = lines(PairsLine, MONDAY, "1 an bo 50", "2 ci an 50")
    assert told(Inputs(SIX, pairs)) == [
        Told("PairsLine.csv:3", "player2", "An plays on 2026-11-02 already: PairsLine.csv:2")
    ]


def test_a_player_stands_once_in_a_team_and_in_one_team() -> None:
    line_ups = [
        LineUp(MONDAY, "A", "a1", "a2", "a3", "a3", "lineups.csv:2"),
        LineUp(MONDAY, "B", "b1", "b2", "a1", "b4", "lineups.csv:3"),
    ]
    matches = [Match(MONDAY, 1, "A", "B", 1.0, 12)]
    assert told(Inputs(EIGHT, teams=matches, lineups=line_ups)) == [
        Told("lineups.csv:2", "team", "a player stands twice in the line-up of 'A'"),
        Told("lineups.csv:3", "player3", "A1 plays on 2026-11-02 already: lineups.csv:2"),
    ]


def test_opponents_are_pairs_that_were_there() -> None:
    pairs = lines(PairsLine, MONDAY, "1 an bo 50 2 7", "2 ci di 50")
    assert told(Inputs(SIX, pairs)) == [
        Told("PairsLine.csv:2", "opponents", "there is no pair 7 on 2026-11-02")
    ]


def test_a_pair_that_was_not_there_is_told_once() -> None:
    """A row with another day lacks at all that met it."""
    pairs = lines(PairsLine, MONDAY, "1 an bo 50 2 3", "2 ci di 50 1 3")
    assert told(Inputs(SIX, pairs)) == [
        Told("PairsLine.csv:2", "opponents", "there is no pair 3 on 2026-11-02")
    ]


def test_of_a_section_with_a_pair_that_was_not_there_nothing_is_told_that_may_follow_from_it() -> None:
    """Pair 7 is probably pair 3, which says that it met pair 1."""
    pairs = lines(PairsLine, MONDAY, "1 an bo 50 2 7", "2 ci di 50", "3 eva fred 50")
    assert [fault.message for fault in ruit.check(Inputs(SIX, pairs), Options())] == [
        "there is no pair 7 on 2026-11-02"
    ]


def test_of_a_section_with_a_pair_that_is_none_its_row_alone_tells() -> None:
    pairs = lines(PairsLine, MONDAY, "1 an bo 50 2", "II ci di 50 1", "3 eva fred 50 2")
    assert [*ruit.check(Inputs(SIX, pairs), Options())] == []
    assert [column for column, _ in inside(pairs[1])] == ["pair"]


@pytest.mark.parametrize("column", ["date", "section"])
def test_a_row_that_could_not_be_placed_may_be_the_pair_that_was_met(column: str) -> None:
    first, second, third = lines(PairsLine, MONDAY, "1 an bo 50 2 3", "2 ci di 50", "3 eva fred 50")
    assert told(Inputs(SIX, [first, second])) == [
        Told("PairsLine.csv:2", "opponents", "there is no pair 3 on 2026-11-02")
    ]
    assert told(Inputs(SIX, [first, second, third.replace(**{column: Missing()})])) == []


def test_a_pair_of_another_section_is_no_opponent() -> None:
    first, second, third = lines(PairsLine, MONDAY, "1 an bo 50 3", "2 ci di 50", "3 eva fred 50")
    rows = [first.replace(section="A"), second.replace(section="A"), third.replace(section="B", opponents="")]
    assert told(Inputs(SIX, rows)) == [
        Told("PairsLine.csv:2", "opponents", "there is no pair 3 on 2026-11-02 in section 'A'"),
        Told("PairsLine.csv:4", "pair", "pair 3 is alone on 2026-11-02 in section 'B'"),
    ]


def test_a_team_has_a_line_up_and_plays_a_match_once() -> None:
    matches = [
        Match(MONDAY, 1, "A", "B", 1.0, 12, source="teams.csv:2"),
        Match(MONDAY, 1, "A", "C", 1.0, 12, source="teams.csv:3"),
    ]
    assert told(Inputs(EIGHT, teams=matches, lineups=TEAMS)) == [
        Told("teams.csv:3", "team_b", "there is no line-up of 'C' on 2026-11-02"),
        Told("teams.csv:3", "team_a", "'A' plays match 1 of 2026-11-02 already: teams.csv:2"),
    ]


def test_a_match_that_is_entered_from_both_sides_is_told_once() -> None:
    matches = [
        Match(MONDAY, 1, "A", "B", 1.0, 12, source="teams.csv:2"),
        Match(MONDAY, 1, "B", "A", -1.0, 12, source="teams.csv:3"),
    ]
    assert told(Inputs(EIGHT, teams=matches, lineups=TEAMS)) == [
        Told("teams.csv:3", "team_a", "'B' plays match 1 of 2026-11-02 already: teams.csv:2")
    ]


def test_a_line_up_plays() -> None:
    line_ups = [*TEAMS, LineUp(date(2026, 11, 9), "A", "a1", "a2", "a3", "a4", "lineups.csv:4")]
    matches = [Match(MONDAY, 1, "A", "B", 1.0, 12)]
    assert told(Inputs(EIGHT, teams=matches, lineups=line_ups)) == [
        Told("lineups.csv:4", "team", "'A' does not play on 2026-11-09")
    ]


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        (Player("an", "An"), [("rating", "An has neither a rating nor a class")]),
        (Player("an", "An", class_="main"), []),
        (PairsLine(MONDAY, "1", "an", "an", 50.0), [("player2", "both players are the same")]),
        (PairsLine(MONDAY, "1", "an", "bo", 50.0, "", "2 1"), [("opponents", "pair 1 meets itself")]),
        (
            ButlerLine(MONDAY, "1", "an", "bo", 5.0, "", "2, A3"),
            [("opponents", "'A3' is not the number of a pair")],
        ),
        (Match(MONDAY, 1, "A", "A", 1.0, 12), [("team_b", "both teams are the same")]),
        (
            Match(MONDAY, 1, "A", "B", 1.0),
            [("imps_a", "the result is not complete, or given twice")],
        ),
        (
            Match(MONDAY, 1, "A", "B", 1.0, 12, 10.0, 10.0),
            [("imps_a", "the result is not complete, or given twice")],
        ),
        (Match(MONDAY, 1, "A", "B", vp_a=12.5, vp_b=7.4), [("vp_b", "the victory points are 19.9 together")]),
        (Match(MONDAY, 1, "A", "B", vp_a=12.3, vp_b=7.7), []),
    ],
)
def test_what_a_row_finds_wrong_with_itself(row: Any, expected: list[tuple[str, str]]) -> None:
    assert inside(row) == expected
