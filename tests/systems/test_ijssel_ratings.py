"""Article 1 of the chess club's regulation: start ratings, performances, the minimum and the cap."""

from collections.abc import Mapping
from typing import Any

import pytest
from chess import club, level, published, ranking, season

from sitegen.systems.ijssel.tables import Inputs

FIDE = """
    0 7 14 21 29 36 43 50 57 65 72 80 87 95 102 110 117 125 133 141 149 158 166 175 184 193 202 211 220 230
    240 251 262 273 284 296 309 322 336 351 366 383 401 422 444 470 501 538 589 677
"""
"""The differences for scores of 0.50, 0.51, … 0.99."""


# 1.1. Startratings


def starts(inputs: Inputs) -> list[tuple[int, str, float, float]]:
    """Rank, player, basis and start rating, as published."""
    rows = published(inputs)["start-ratings"]
    return [(row.rank, row.player, row.basis, round(row.start_rating, 6)) for row in rows]


def even(count: int, first: int) -> Inputs:
    """A season that has not begun, of players whose bases are 100 apart."""
    bases = {f"p{first - 100 * place}": first - 100 * place for place in range(count)}
    return season(club(**bases), [], rounds=5)


@pytest.mark.article("ijssel", "1.1 Startratings")
@pytest.mark.parametrize(
    ("count", "expected"),
    [
        (1, [2000]),
        (2, [2000, 1900]),
        (5, [2000, 1900, 1800, 1700, 1600]),
        (6, [1950, 1870, 1790, 1710, 1630, 1550]),  # q = 1.5, which is 2
        (8, [1950, 1864.285714, 1778.571429, 1692.857143, 1607.142857, 1521.428571, 1435.714286, 1350]),
    ],
)
def test_start_ratings_are_spread_between_the_means_of_the_ends(count: int, expected: list[float]) -> None:
    assert [start for *_, start in starts(even(count, 2000))] == expected


@pytest.mark.article("ijssel", "1.1 Startratings")
def test_half_a_player_more_is_a_player_more_also_after_an_even_number() -> None:
    """A quarter of ten is 2.5, which is 3: the ends are means of three, 2000 and 1300, nine steps apart."""
    starts_ = [start for *_, start in starts(even(10, 2100))]
    assert starts_[:2] == [2000, 1922.222222]
    assert starts_[-2:] == [1377.777778, 1300]


@pytest.mark.article("ijssel", "1.1 Startratings")
def test_players_with_one_basis_start_in_alphabetical_order() -> None:
    an, bo, ci, di = club(an=1800, bo=1700, ci=1700, di=1600)
    inputs = season([ci.replace(alphabet=1), di, bo.replace(alphabet=2), an], [], rounds=5)
    assert starts(inputs) == [
        *((1, "an", 1800, 1800), (2, "ci", 1700, 1733.333333)),
        *((3, "bo", 1700, 1666.666667), (4, "di", 1600, 1600)),
    ]


@pytest.mark.article("ijssel", "1.1 Startratings")
@pytest.mark.parametrize(
    ("cells", "basis"),
    [
        ({"final_rating": 1700.0, "knsb_rating": 1900.0}, 1900),
        ({"final_rating": 1950.0, "knsb_rating": 1900.0}, 1950),
        ({"final_rating": 1700.0, "knsb_rating": 1900.0, "knsb_reliable": False}, 1700),
        ({"knsb_rating": 1900.0}, 1900),
        ({"knsb_rating": 1900.0, "knsb_reliable": False, "estimate": 1500.0}, 1500),
        ({"knsb_rating": 1600.0, "estimate": 1800.0}, 1600),
        ({"final_rating": 1600.0, "estimate": 1800.0}, 1600),
        ({"estimate": 1234.5}, 1234.5),
    ],
)
def test_the_basis_is_the_larger_of_what_can_be_relied_on(cells: Mapping[str, Any], basis: float) -> None:
    assert starts(season(club(an=cells), [], rounds=5)) == [(1, "an", basis, basis)]


@pytest.mark.article("ijssel", "1.1 Startratings")
def test_who_joins_later_starts_at_the_basis_and_is_listed_when_the_round_has_been_played() -> None:
    late = {"ci": 1500.0, "di": 2400.0, "eva": 2400.0, "fu": 2500.0}
    players = club(an=1900, bo=1700, **{who: {"final_rating": basis} for who, basis in late.items()})
    joined = {"ci": 2, "di": 3, "eva": 3, "fu": 4}
    players = [player.replace(joined=joined.get(player.id, 1)) for player in players]
    played = ["an ½-½ bo", "an ½-½ bo, ci club", "an ½-½ bo, ci club, eva club, di club"]
    first = [(1, "an", 1900, 1900), (2, "bo", 1700, 1700)]
    assert starts(season(players, played[:1], rounds=5)) == first
    assert starts(season(players, played, rounds=5)) == [
        *first,
        *((3, "ci", 1500, 1500), (4, "di", 2400, 2400), (5, "eva", 2400, 2400)),
    ]


# 1. Clubrating: the performance


def performances(inputs: Inputs, **options: Any) -> list[float]:
    """What an and bo performed above the mean of whom they met, who was always the other.

    They have played as many games as there are rounds, and no fewer than the minimum.
    """
    rows = published(inputs, periods=1, **options)["course"]
    rounds = len(rows) // 2
    before, now = (
        {row.player: row for row in rows if row.round == number} for number in (rounds - 1, rounds)
    )
    by_position = sorted((row.club_rating for row in before.values()), reverse=True)
    means = {
        player: (rounds * now[opponent].club_rating + by_position[before[player].rank - 1]) / (rounds + 1)
        for player, opponent in (("an", "bo"), ("bo", "an"))
    }
    return [round(now[player].club_rating - mean, 6) for player, mean in means.items()]


def match(won: int, drawn: int, lost: int) -> Inputs:
    """A season of an against bo, and what an scored in it."""
    return season(level("an bo"), ["an 1-0 bo"] * won + ["an ½-½ bo"] * drawn + ["an 0-1 bo"] * lost)


@pytest.mark.slow
@pytest.mark.article("ijssel", "1 Clubrating")
def test_the_performance_is_read_from_the_table_of_fide() -> None:
    """In 49 games, and the fictitious draw, each half point is a hundredth: 49 draws are 0.50."""
    table = list(map(int, FIDE.split()))
    assert len(table) == 50
    figures = [performances(match(won, 49 - won, 0)) for won in range(50)]
    assert figures == [[points, -points] for points in table]


@pytest.mark.article("ijssel", "1 Clubrating")
@pytest.mark.parametrize(
    ("won", "drawn", "lost", "expected"),
    [
        (0, 1, 6, [-322, 336]),  # 1/8 and 7/8: 0.125 is 0.13, 0.875 is 0.88
        (2, 1, 4, [-87, 95]),  # 3/8 and 5/8: 0.375 is 0.38, 0.625 is 0.63
        (22, 1, 16, [57, -50]),  # 23/40 and 17/40: 0.575 is 0.58 (the float is less), 0.425 is 0.43
        (48, 1, 150, [-193, 202]),  # 49/200 and 151/200: 0.245 is 0.25, 0.755 is 0.76
        (99, 0, 0, [800, -677]),  # 199/200 and 1/200: 0.995 is 1.00, 0.005 is 0.01
    ],
)
def test_half_a_hundredth_is_rounded_up_exactly(won: int, drawn: int, lost: int, expected: list[int]) -> None:
    assert performances(match(won, drawn, lost)) == expected


@pytest.mark.article("ijssel", "1 Clubrating")
@pytest.mark.parametrize(
    ("won", "drawn", "lost", "points"),
    [
        (0, 1, 6, -338.039216),  # 400·log10(1/7)
        (22, 1, 16, 52.511566),  # 400·log10(23/17)
        (7, 0, 0, 470.436504),  # 400·log10(15)
        (99, 0, 0, 800),  # 400·log10(199) = 919.5
    ],
)
def test_the_logistic_performance_is_not_rounded_and_stays_within_800(
    won: int, drawn: int, lost: int, points: float
) -> None:
    assert performances(match(won, drawn, lost), performance="logistic") == [points, -points]


# 1. Clubrating: the fictitious draw and the minimum


def club_ratings(inputs: Inputs, number: int = 0, **options: Any) -> dict[str, float]:
    """The club rating of each player after a round, or the present one."""
    tables = published(inputs, **options)
    rows = [row for row in tables["course"] if row.round == number] if number else tables["ranking"]
    return {row.player: round(row.club_rating, 6) for row in rows}


@pytest.mark.article("ijssel", "1 Clubrating")
@pytest.mark.parametrize(
    ("number", "above"),
    [
        (1, 43.75),  # m = 6: 4/7 is 0.57, for 50: 7·x = -x + 7·50
        (2, 43.075),  # m = 8: 5/9 is 0.56, for 43: 9·x = -x + 43.75 + 9·43
        (3, 36.589583),  # m = 10: 6/11 is 0.55, for 36: 11·x = -x + 43.075 + 11·36
        (4, 29.542113),  # m = 12: 7/13 is 0.54, for 29: 13·x = -x + 36.589583 + 13·29
        (5, 21.533882),  # m = 14: 8/15 is 0.53, for 21: 15·x = -x + 29.542113 + 15·21
    ],
)
def test_the_minimum_is_6_games_and_two_more_in_each_later_period(number: int, above: float) -> None:
    """After their one game an is x above 2000 and bo x below; the others are between the two."""
    played = ["an 1-0 bo, ci ½-½ di", *["ci ½-½ di, an club, bo club"] * 4]
    ratings = club_ratings(season(level("an bo ci di"), played), number)
    assert (ratings["an"], ratings["bo"]) == (2000 + above, 2000 - above)


@pytest.mark.article("ijssel", "1 Clubrating")
def test_who_joins_comes_after_all_others_with_the_rating_they_start_at() -> None:
    """The position an has is worth 2000, although ci starts at 2400: an and bo keep their own.

    7·an = bo + ci + 2000 + 4·2000, 7·bo = an + 6·2000, 7·ci = an + 6·2400: 47·an = 96400.
    """
    players = club(an=2000, bo=2000, ci={"final_rating": 2400.0, "joined": 2})
    ratings = club_ratings(season(players, ["an ½-½ bo", "ci ½-½ an, bo club"]), periods=1)
    assert ratings == {"ci": 2350.151976, "bo": 2007.294833, "an": 2051.06383}


@pytest.mark.article("ijssel", "1 Clubrating")
def test_who_has_left_stays_on_the_ranking_and_in_every_calculation() -> None:
    """After the second round ci, an's opponent of the first, has moved: 7·ci = an + F + 5·2000 - 350."""
    players = club(an=2000, bo=2000, ci={"final_rating": 2000.0, "left": 1}, di=2000)
    inputs = season(players, ["an 1-0 ci, bo ½-½ di", "an 1-0 bo, di club"])
    (first, second) = (club_ratings(inputs, number, periods=1) for number in (1, 2))
    assert first["ci"] == 1956.25
    assert second["ci"] == round((second["an"] + 1956.25 + 5 * 2000 - 350) / 7, 6)
    assert ranking(inputs, periods=1)["ci"].rank == 4


# 1. Clubrating: the cap


def far_apart(**changes: Mapping[str, Any]) -> list[Any]:
    """Eight players who start at 4500, 4000, … 1000: a to h."""
    bases = {"a": 4500, "b": 4500, "c": 3900, "d": 3000, "e": 2500, "f": 2000, "g": 1000, "h": 1000}
    return [player.replace(**changes.get(player.id, {})) for player in club(**bases)]


@pytest.mark.article("ijssel", "1 Clubrating")
def test_the_cap_holds_the_three_at_either_end_to_those_next_to_them() -> None:
    """48·d = 141000 by their draw, e = 2562.5. c: d + 450, b: c + 300, a: b + 150; so too from the end."""
    inputs = season(far_apart(), ["d ½-½ e, a club, b club, c club, f club, g club, h club"])
    ratings = club_ratings(inputs)
    assert [ratings[character] for character in "abcd"] == [3837.5, 3687.5, 3387.5, 2937.5]
    assert [ratings[character] for character in "efgh"] == [2562.5, 2112.5, 1812.5, 1662.5]
    assert round(ranking(inputs)["a"].value, 4) == 1194.873  # 100·e^(2.7·1837.5/2000), of the capped rating


@pytest.mark.article("ijssel", "1 Clubrating")
def test_opponents_count_as_they_were_before_the_cap() -> None:
    """7·d = a + 6·3000 and 7·a = d + 6·4500: d = 3187.5, with an a of 4312.5."""
    ratings = club_ratings(season(far_apart(), ["a ½-½ d, e club, b club, c club, f club, g club, h club"]))
    assert (ratings["d"], ratings["c"], ratings["b"], ratings["a"]) == (3187.5, 3500, 3800, 3950)


@pytest.mark.article("ijssel", "1 Clubrating")
def test_the_cap_goes_by_position_on_the_ranking_not_by_rating() -> None:
    """Having stayed away a is third: held to 450 above the fourth, then c to 300 above a, b to 150 above c.

    Fourth is e, who drew with d: 7·e = 2·d + 2937.5 + 4·2500 and 7·d = 2·e + 2562.5 + 4·3000, so that
    45·d = 127812.5 and e = 2659.722222.
    """
    first = "d ½-½ e, a no-show, b club, c club, f club, g club, h club"
    second = "d ½-½ e, a club, b club, c club, f club, g club, h club"
    ratings = club_ratings(season(far_apart(), [first, second]), periods=1)
    assert (ratings["d"], ratings["e"]) == (2840.277778, 2659.722222)
    assert (ratings["a"], ratings["c"], ratings["b"]) == (3109.722222, 3409.722222, 3559.722222)


@pytest.mark.article("ijssel", "1 Clubrating")
def test_seven_players_are_not_capped_until_an_eighth_joins() -> None:
    players = far_apart(h={"joined": 2})
    rest = "d ½-½ e, a club, b club, c club, f club, g club"
    apart = club_ratings(season(players, [rest]))
    assert (apart["a"], apart["b"]) == (4500, 4000)
    near = club_ratings(season(players, [rest, rest + ", h club"]))
    assert round(near["a"] - near["b"], 6) == 150
