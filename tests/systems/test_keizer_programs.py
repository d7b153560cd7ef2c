"""The presets of the Keizer system give what the programs give that they are named after."""

import pytest
from keizers import club, published, scores, season

pytestmark = [pytest.mark.article("keizer", "3 Score"), pytest.mark.article("keizer", "4 Valuation")]

STORED = season(
    club(9, h={"left": 4}),
    [
        "b ½-½ a, d 1-0 c, g 1-0 f, e excused, h bye, i excused",
        "a 1-0 d, g 1-0 b, c 1-0 h, f 1-0 i, e excused",
        "a 1-0 g, b 1-0 d, c 1-0 e, i 1-0 h, f bye",
        "c 0-1 a, e 1-0 g, i 0-1 b, h 1-0 f, d bye",
        "e ½-½ a, d ½-½ g, f 0-1f i, b unexcused, c club",
    ],
)
"""The tournament that KeizerForClubs has with it for trial, without its names; one player has left it."""
SUMS = {"a": 37.5, "g": 23.5, "e": 23.2, "c": 23.15, "b": 22.45, "d": 18.5, "i": 10.3, "f": 9.0}
AMOUNTS = {
    "a": [4.5, 5, 8, 7, 3],
    "b": [5, 0, 5, 3, 0.45],
    "c": [0, 5.25, 6, 0, 4.9],
    "d": [7, 0, 0, 2.5, 4],
    "e": [2.1, 2.1, 0, 8, 5],
    "f": [0, 3, 2, 0, 0],
    "g": [4, 9, 0, 0, 2.5],
    "i": [1.05, 0, 2.25, 0, 4],
}
VALUES = {"a": 10, "b": 9, "g": 8, "c": 7, "e": 6, "d": 5, "f": 4, "i": 3}


def test_kfc_gives_the_stored_tournament_of_keizer_for_clubs_to_the_last_figure() -> None:
    """Its values are whole, by ratio 3, and those of the list before; a forfeit won counts the opponent's."""
    tables = published(STORED, like="kfc")
    assert {row.player: row.score for row in tables["ranking"]} == pytest.approx(SUMS)
    assert [row.player for row in tables["ranking"]] == [*SUMS]
    assert {row.player: row.value for row in tables["ranking"]} == VALUES
    for player, amounts in AMOUNTS.items():
        shown = [row.score for row in tables["rounds"] if row.player == player]
        assert shown == pytest.approx(amounts), player


def test_without_a_preset_the_same_tournament_settles_and_counts_five_absences() -> None:
    assert scores(STORED) != scores(STORED, like="kfc")
    away = season(club(3), ["a ½-½ b, c excused"] * 8)
    for like, count in (("kfc", 8), ("chesspairing", 5), (None, 5)):
        factors = [row.factor for row in published(away, like=like)["rounds"] if row.player == "c"]
        assert sum(factor == 0.35 for factor in factors) == count


def test_kfc_gives_who_joins_later_the_share_of_an_absence_without_an_excuse() -> None:
    inputs = season(club(3, c={"joined": 3}), ["a 1-0 b", "b 1-0 a", "a 1-0 c, b bye"])
    rows = [row for row in published(inputs, like="kfc")["rounds"] if row.player == "c"]
    assert [(row.result, row.factor, row.basis) for row in rows[:2]] == [("late", 0.05, rows[0].basis)] * 2
    shares = published(inputs, like="kfc", unexcused="7/20")["rounds"]
    assert [row.factor for row in shares if row.result == "late"] == [0.35, 0.35]
    points = published(inputs, like="kfc", late=2.0)["rounds"]
    assert [row.score for row in points if row.result == "late"] == [2, 2]


@pytest.mark.parametrize(("count", "first"), [(2, 2), (3, 3), (4, 4), (6, 8), (8, 10), (9, 12), (10, 14)])
def test_kfc_rounds_the_first_value_to_a_whole_number_a_half_to_the_even_one(count: int, first: int) -> None:
    rows = published(season(club(count), []), like="kfc")["ranking"]
    assert [row.value for row in rows] == [first - place for place in range(count)]


@pytest.mark.parametrize(
    ("ratio", "first"),
    [(4, 12), (3.5, 13), (3, 14), (2.5, 15), (2, 18), (1.5, 27), (1.2, 54), (1.1, 99), (1.01, 909)],
)
def test_kfc_has_a_first_value_for_each_ratio_of_the_program(ratio: float, first: int) -> None:
    assert published(season(club(10), []), like="kfc", ratio=ratio)["ranking"][0].value == first


LEFT = club(8, **{player: {"left": 1} for player in "efgh"})
WITH_LEAVERS = season(LEFT, ["a 1-0 e, b ½-½ f, g 1-0 c, d 1-0f h", "a 1-0 b, c ½-½ d"])
"""Everybody who stays has met somebody who leaves after it: won, drawn, lost, and won by forfeit."""


@pytest.mark.parametrize(
    ("like", "shares"),
    [
        # of the own value: 75 % of it in the place of the opponent's, and 10 % of that for a loss
        ("kfc", {"a": 0.75, "b": 0.375, "c": 0.075, "d": 0.75}),
        # games against who is not active are passed over, and are no absence
        ("chesspairing", {"a": 0, "b": 0, "c": 0, "d": 0}),
    ],
)
def test_games_against_who_has_left_are_worth_what_the_program_gives(
    like: str, shares: dict[str, float]
) -> None:
    tables = published(WITH_LEAVERS, like=like, consolation="1/10")
    values = {row.player: row.value for row in tables["ranking"]}
    first = {row.player: row for row in tables["rounds"] if row.round == 1}
    assert first.keys() == shares.keys() == values.keys()
    assert {player: row.factor for player, row in first.items()} == pytest.approx(shares)
    assert {player: row.basis for player, row in first.items()} == values
    assert [row.absences for row in tables["ranking"]] == [0, 0, 0, 0]


@pytest.mark.parametrize("like", ["kfc", "chesspairing"])
def test_who_has_left_has_no_place_and_no_absence_in_either_program(like: str) -> None:
    """They stand on the list of their last round; after the next the values are those of four players."""
    tables = published(WITH_LEAVERS, like=like)
    assert {row.player for row in tables["course"] if row.round == 1} == {*"abcdefgh"}
    assert sorted(row.value for row in tables["ranking"]) == [1, 2, 3, 4]
    assert {row.player for row in tables["rounds"]} == {*"abcd"}


def test_a_forfeit_lost_against_who_has_left_is_worth_nothing_where_kfc_gives_the_consolation() -> None:
    lost = season(club(3, c={"left": 1}), ["c 1-0f a, b bye", "a ½-½ b"])
    row = next(row for row in published(lost, like="kfc", consolation="1/10")["rounds"] if row.player == "a")
    assert (row.result, row.factor, row.score) == ("0f", 0, 0)


FIRST_TWO = ["a 1-0 d, b ½-½ c", "a ½-½ b, c 1-0 d"]
AWAY = ["a ½-½ b"]


@pytest.mark.parametrize(
    ("count", "evenings", "options", "expected"),
    [
        (4, ["a 1-0 b, c 1-0 d"], {}, {"a": 7, "b": 3, "c": 3, "d": 1}),
        (2, ["a ½-½ b"], {}, {"a": 2.5, "b": 2}),
        (4, FIRST_TWO, {}, {"a": 6.5, "b": 6, "c": 4.5, "d": 1}),
        (4, FIRST_TWO, {"own_value": False}, {"b": 3, "a": 2.5, "c": 2.5, "d": 0}),
        (2, ["a 1-0f b"], {}, {"a": 3, "b": 1}),
        (2, ["a 1-0f b"], {"forfeit_won": "0.5", "own_value": False}, {"a": 0.5, "b": 0}),
        (2, ["a 1-0f b"], {"forfeit_lost": "0.1", "own_value": False}, {"a": 1, "b": 0}),
        (4, ["a 1-0 b, ? 1-0f c, d 0-1f ?"], {}, {"a": 7, "b": 3, "c": 2, "d": 1}),
        (3, ["a 1-0 b, c bye"], {}, {"a": 5, "b": 2, "c": 1.5}),
        (2, ["a 1-0 b"], {}, {"a": 3, "b": 1}),
        (2, ["a 1-0 b"], {"own_value": False}, {"a": 1, "b": 0}),
        (3, ["a 1-0 b, c club"], {"own_value": False}, {"c": 2, "a": 1, "b": 0}),
        (2, ["a 1-0 b"], {"own_value": False, "consolation": "1/6"}, {"a": 1, "b": 0.5}),
        (3, ["c 1-0 a, b bye", "a 1-0 b"], {"own_value": False}, {"c": 3, "a": 1, "b": 0.5}),
        (3, ["c 1-0 a, b bye", "a 1-0 b"], {"own_value": False, "frozen": True}, {"c": 4, "a": 2, "b": 1}),
        (3, ["a 1-0 b, c bye"], {"own_value": False, "frozen": True}, {"a": 2, "c": 0.5, "b": 0}),
        (3, ["a 1-0 b, c bye"], {"frozen": True}, {"a": 5, "c": 2.5, "b": 1}),
    ],
)  # fmt: skip
def test_chesspairing_gives_what_the_tests_of_that_program_expect(
    count: int, evenings: list[str], options: dict[str, object], expected: dict[str, float]
) -> None:
    shown = scores(season(club(count), evenings), like="chesspairing", **options)
    assert shown == expected
    assert [*shown] == sorted(expected, key=lambda player: -expected[player])


@pytest.mark.parametrize(
    ("joined", "rounds", "options", "expected"),
    [
        (1, 1, {"unexcused": "5 points"}, 5),
        (4, 7, {"late": 10.0, "unexcused": "20 points", "absences": 2}, 70),
        (3, 4, {"late": 10.0, "unexcused": "10 points", "decay": True, "absences": 100}, 35),
        (3, 3, {"late": 15.0, "unexcused": "20 points"}, 50),
        (2, 2, {"unexcused": "0"}, 0),
    ],
)
def test_chesspairing_gives_points_for_rounds_missed(
    joined: int, rounds: int, options: dict[str, object], expected: float
) -> None:
    inputs = season(club(3, c={"joined": joined}), AWAY * rounds)
    assert scores(inputs, like="chesspairing", own_value=False, **options)["c"] == expected
