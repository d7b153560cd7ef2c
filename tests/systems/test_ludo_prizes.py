"""The order of the prize-giving (article 4.3), in tournaments that have something of each."""

from collections.abc import Sequence
from hashlib import sha256
from math import acos, cos, degrees, pi, radians, sin
from typing import Any

import pytest
from circuits import field_of, inputs, players, rated, rows, table, tournament

from sitegen.systems.ludo.tables import Club, Result, Tournament, measure_distance

pytestmark = pytest.mark.article("ludo", "Article 4.3")

SPRING = tournament("spring", "2016-03-12", latitude=51.05, longitude=3.72)


def called(
    results: Sequence[list[Result]], held: Tournament = SPRING, **others: Any
) -> list[tuple[str, str]]:
    """Kind and recipient of each, in the order in which they are called."""
    prizes = rows(rated(inputs(results, held, **others)), "prizes")
    assert [row.order for row in prizes] == list(range(1, len(prizes) + 1))
    assert {row.tournament for row in prizes} == {"spring"}
    return [(row.kind, row.recipient) for row in prizes]


def of_kind(kind: str, prizes: list[tuple[str, str]]) -> list[str]:
    return [recipient for row_kind, recipient in prizes if row_kind == kind]


def numbered(count: int, *clubs: str) -> list[Any]:
    """The players of `field_of`, eight of each club: the first eight of the first, and so on."""
    ids = [f"p{n:03}" for n in range(1, count + 1)]
    return players(ids, **{id_: clubs[n // 8] for n, id_ in enumerate(ids) if n // 8 < len(clubs)})


def test_everyone_is_called_once_and_in_order() -> None:
    held = SPRING.replace(interclub="Ghent")
    prizes = called([field_of(20, "spring")], held, players=numbered(20, "Ghent"))
    rest = [f"p{n:03}" for n in range(3, 21)]
    drawn = sorted(rest, key=lambda item: sha256(f"spring/{item}".encode()).hexdigest())
    assert prizes == [
        ("winner", "p001"),
        ("interclub", "Ghent"),
        ("place", "p002"),
        ("club", "Ghent"),
        *(("lot", pair) for pair in drawn),
    ]
    assert drawn != rest


@pytest.mark.parametrize(
    ("participants", "last"),
    [(4, 1), (14, 1), (15, 2), (24, 2), (25, 3), (94, 9), (95, 10), (105, 10), (110, 10)],
)
def test_places_are_called_down_to_a_tenth_rounded_half_up_and_ten_at_most(
    participants: int, last: int
) -> None:
    prizes = called([field_of(participants, "spring")])
    assert of_kind("place", prizes) == [f"p{n:03}" for n in range(2, last + 1)]
    assert len(prizes) == participants


def test_of_a_shared_first_place_all_are_winners() -> None:
    prizes = called([table("spring 1 A", *["b 1", "a 1", "c 3", "d 4"])])
    assert prizes[:2] == [("winner", "a"), ("winner", "b")]
    assert sorted(of_kind("lot", prizes)) == ["c", "d"]


def test_all_who_share_the_last_place_are_called_by_place() -> None:
    last = [f"p{n:03} {n}" for n in range(4, 17)]
    prizes = called([table("spring 1 A", "p001 1", "p002 2", "p003 2", *last)])
    assert of_kind("place", prizes) == ["p002", "p003"]


def test_without_an_interclub_nobody_is_called_for_it() -> None:
    assert of_kind("interclub", called([field_of(5, "spring")])) == []


def test_clubs_with_eight_players_are_called_and_those_with_seven_are_not() -> None:
    eight = numbered(40, "A", "B", "C", "D")
    eight[15] = eight[15].replace(club="A")
    prizes = called([field_of(40, "spring")], players=eight)
    assert of_kind("club", prizes) == ["A", "C", "D"]


def test_players_without_a_club_are_no_club() -> None:
    assert of_kind("club", called([field_of(20, "spring")])) == []


def test_clubs_with_as_many_players_go_by_distance_the_farthest_first_then_by_name() -> None:
    homes = [
        Club("Near", 51.05, 3.70),
        Club("Far", 50.63, 5.58),
        Club("Middle", 50.88, 4.70),
        Club("Zelzate", 51.05, 3.70),
        Club("Nowhere"),
    ]
    names = ("Near", "Middle", "Nowhere", "Unknown", "Far", "Zelzate", "Éeklo")
    prizes = called([field_of(60, "spring")], players=numbered(60, *names), clubs=homes)
    assert of_kind("club", prizes) == ["Far", "Middle", "Near", "Zelzate", "Éeklo", "Nowhere", "Unknown"]


def test_a_tournament_without_a_place_leaves_clubs_in_the_order_of_their_names() -> None:
    homes = [Club("Near", 51.05, 3.70), Club("Far", 50.63, 5.58)]
    prizes = called(
        [field_of(20, "spring")],
        SPRING.replace(latitude=None, longitude=None),
        players=numbered(20, "Near", "Far"),
        clubs=homes,
    )
    assert of_kind("club", prizes) == ["Far", "Near"]


@pytest.mark.parametrize(
    ("one", "other", "km"),
    [
        ((51.0543, 3.7174), (50.8798, 4.7005), 71.6),  # Ghent to Leuven
        ((0.0, 0.0), (0.0, 180.0), 6371.0088 * pi),
        ((90.0, 0.0), (-90.0, 77.0), 6371.0088 * pi),
        ((51.0, 179.5), (51.0, -179.5), 69.98),
        ((52.0, 5.0), (52.0, 5.0), 0.0),
    ],
)
def test_the_distance_is_that_of_the_great_circle(
    one: tuple[float, float], other: tuple[float, float], km: float
) -> None:
    distance = measure_distance(Club("C", *one), SPRING.replace(latitude=other[0], longitude=other[1]))
    assert distance == pytest.approx(km, abs=0.1)


def test_the_distance_is_that_of_the_law_of_cosines() -> None:
    home, venue = (radians(50.6326), radians(5.5797)), (radians(52.0907), radians(5.1214))
    angle = acos(sin(home[0]) * sin(venue[0]) + cos(home[0]) * cos(venue[0]) * cos(venue[1] - home[1]))
    distance = measure_distance(
        Club("C", *map(degrees, home)),
        SPRING.replace(latitude=degrees(venue[0]), longitude=degrees(venue[1])),
    )
    assert distance == pytest.approx(6371.0088 * angle, rel=1e-9)
