"""Pairs by number and direction: a Mitchell movement brings only the two directions together."""

from typing import Any

import pytest
from test_ruit import MONDAY, club, lines, rated, table

from sitegen.systems.ruit.tables import Inputs, InvalidSeatError, PairsLine, Seat, parse_seat, parse_seats

PLAYERS = club(**{player: 100 * place for place, player in enumerate("abcdefgh")})


def of(*rows: str) -> list[Any]:
    return lines(PairsLine, MONDAY, *rows)


MITCHELL = of("1NS a b 55", "2NS c d 45", "1EW e f 60", "2EW g h 40")


@pytest.mark.parametrize(
    ("text", "number", "direction", "published"),
    [
        ("7", 7, "", "7"),
        ("07", 7, "", "7"),
        ("1NS", 1, "NS", "1NS"),
        ("1 ns", 1, "NS", "1NS"),
        ("NS 12", 12, "NS", "12NS"),
        ("N-S 1", 1, "NS", "1NS"),
        ("1NZ", 1, "NS", "1NZ"),
        ("1 O/W", 1, "EW", "1OW"),
        ("1EO", 1, "EW", "1EO"),
        ("ew3", 3, "EW", "3EW"),
    ],
)
def test_a_pair_is_called_by_its_number_and_direction(
    text: str, number: int, direction: str, published: str
) -> None:
    """In English, Dutch and French; it is published in the letters of the club."""
    assert parse_seat(text) == Seat(number, direction)
    assert str(parse_seat(text)) == published


@pytest.mark.parametrize("text", ["", "0", "A1", "1NE", "1NS2", "1.5", "2-5", "-1", "1 2", "1000"])
def test_nothing_else_is_a_pair(text: str) -> None:
    with pytest.raises(InvalidSeatError):
        parse_seat(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2 5 7", ["2", "5", "7"]),
        ("2, 5; 7", ["2", "5", "7"]),
        ("1NS 2 NS, 3", ["1NS", "2NS", "3"]),
        ("EW 1 EW 2", ["1EW", "2EW"]),
        ("", []),
    ],
)
def test_several_stand_with_spaces_or_commas_between_them(text: str, expected: list[str]) -> None:
    assert list(map(str, parse_seats(text))) == expected


@pytest.mark.article("ruit", "RUIT butleravond", "RUIT parenavond")
def test_a_pair_meets_those_of_the_other_direction() -> None:
    """Pairs 1NS and 2NS (means 50 and 250) meet 450 and 650 alone, and those the other two."""
    rows = table(rated(Inputs(PLAYERS, MITCHELL)), "evenings")
    assert [(row.team, row.own, row.opposition) for row in rows[::2]] == [
        ("1NS", 50, 550),
        ("2NS", 250, 550),
        ("1EW", 450, 150),
        ("2EW", 650, 150),
    ]


@pytest.mark.article("ruit", "RUIT butleravond", "RUIT parenavond")
def test_a_number_alone_is_of_the_other_direction() -> None:
    rows = [
        MITCHELL[0].replace(opponents="2"),
        MITCHELL[1].replace(opponents="1EW"),
        MITCHELL[2].replace(opponents="2"),
        MITCHELL[3].replace(opponents="NS 1"),
    ]
    evenings = table(rated(Inputs(PLAYERS, rows)), "evenings")
    assert [row.opposition for row in evenings[::2]] == [650, 450, 250, 50]


def test_the_page_of_an_evening_calls_those_who_were_met_as_the_club_does() -> None:
    """Whether they are named or not, so that the mean of the opposition can be taken."""
    rows = of("1NZ a b 55 2", "2NZ c d 45", "1OW e f 60 2NS", "2OW g h 40")
    outcome = rated(Inputs(PLAYERS, rows))
    (final,) = outcome.events[0].content.tables
    assert {row.team: (row.opponents, row.source) for row in final.rows} == {
        "1NZ": ("2OW", "PairsLine.csv:2"),
        "2NZ": ("1OW 2OW", "PairsLine.csv:3"),
        "1OW": ("2NZ", "PairsLine.csv:4"),
        "2OW": ("1NZ 2NZ", "PairsLine.csv:5"),
    }
