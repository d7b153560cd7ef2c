"""The chess club's competition: the regulation's table of values, a season by hand, and its order."""

from typing import Any

import pytest
from chess import club, level, published, ranking, rounded, season

from sitegen.core.roles import get_file_table
from sitegen.core.table import get_column_names
from sitegen.systems import ijssel

PRINTED = """
    2000 100  1900 87  1800 76  1700 67  1600 58  1500 51
    1990 99   1890 86  1790 75  1690 66  1590 57  1490 50
    1980 97   1880 85  1780 74  1680 65  1580 57  1480 50
    1970 96   1870 84  1770 73  1670 65  1570 56  1470 49
    1960 95   1860 83  1760 72  1660 63  1560 55  1460 48
    1950 93   1850 82  1750 71  1650 62  1550 54  1450 48
    1940 92   1840 81  1740 70  1640 62  1540 54  1440 47
    1930 91   1830 79  1730 69  1630 61  1530 53  1430 46
    1920 90   1820 78  1720 69  1620 60  1520 52  1420 46
    1910 89   1810 77  1710 68  1610 59  1510 52  1410 45
"""


def test_what_is_promised_is_what_is_published() -> None:
    assert {
        name: tuple(get_column_names(get_file_table(output))) for name, output in ijssel.outputs.items()
    } == {
        name: tuple(columns.split(","))
        for name, columns in {
            "ranking": "rank,player,name,score,club_rating,value,start_rating,played,won,drawn,lost,absent,"
            "rank_change,qualifies",
            "round-scores": "round,player,opponent,colour,result,factor,basis,score",
            "course": "round,player,club_rating,value,total,rank",
            "periods": "period,group,rank,player,name,score,champion",
            "start-ratings": "rank,player,name,basis,start_rating",
            "places": "competition,player,name",
            "decisions": "date,player,what,points,reason,source",
        }.items()
    }
    assert {*published(season(level("an bo"), ["an 1-0 bo"]))} == {*ijssel.outputs} - {"decisions"}


# 2.1. Waardecijfer


def value(rating: int) -> float:
    """The value of a club rating: two players who start there and draw both keep it."""
    row = ranking(season(club(an=rating, bo=rating), ["an ½-½ bo"]))["an"]
    assert row.club_rating == rating
    figure: float = row.value
    return figure


@pytest.mark.article("ijssel", "2.1 Waardecijfer")
@pytest.mark.parametrize(("rating", "worth"), [(2000, 100), (1900, 87), (1500, 51), (1410, 45)])
def test_a_rating_is_worth_what_the_worked_examples_say(rating: int, worth: int) -> None:
    assert round(value(rating)) == worth


@pytest.mark.article("ijssel", "2.1 Waardecijfer")
def test_the_printed_table_of_values_is_the_formula_but_for_one_cell() -> None:
    cells = iter(map(int, PRINTED.split()))
    printed = dict(zip(cells, cells, strict=True))
    assert len(printed) == 60
    differ = {rating: (worth, round(value(rating), 2)) for rating, worth in printed.items()}
    assert {rating: pair for rating, pair in differ.items() if pair[0] != round(pair[1])} == {
        1670: (65, 64.05)
    }


# A season by hand: four players, three rounds, a period for each round, so that the minimum is 6, 8, 10.

BY_HAND = season(
    club(an=1900, bo=1810, ci=1680, di=1600),
    ["an 1-0 ci, bo ½-½ di", "an ½-½ bo, ci 0-1 di", "an external, bo 1-0 ci, di odd"],
)


def after(number: int) -> list[tuple[Any, ...]]:
    """Player, club rating, value and total of everyone after a round, in the order of the ranking."""
    rows = published(BY_HAND, periods=3)["course"]
    ranked = sorted((row.rank, row) for row in rows if row.round == number)
    assert [rank for rank, _ in ranked] == [1, 2, 3, 4]
    return [rounded((row.player, row.club_rating, row.value, row.total)) for _, row in ranked]


@pytest.mark.article("ijssel", "1.1 Startratings")
def test_by_hand_the_start_ratings() -> None:
    """1.1: a quarter of four players is one, so the ends keep 1900 and 1600; between them steps of 100."""
    assert [rounded(row) for row in published(BY_HAND, periods=3)["start-ratings"]] == [
        (1, "an", "An", 1900, 1900),
        (2, "bo", "Bo", 1810, 1800),
        (3, "ci", "Ci", 1680, 1700),
        (4, "di", "Di", 1600, 1600),
    ]


@pytest.mark.article("ijssel", "1 Clubrating", "2.2 Rondescore")
def test_by_hand_the_first_round() -> None:
    """One game, the fictitious draw at the own start rating, five more draws there: seven in all.

    1. Clubrating: an and ci score 4/7 = 0.57 and 3/7 = 0.43, a performance of 50 more and less than the
    mean; bo and di score a half, for 0.
        7·an = ci + 6·1900 + 350 and 7·ci = an + 6·1700 - 350: 48·an = 92100, an = 1918.75, ci = 1681.25
        7·bo = di + 6·1800       and 7·di = bo + 6·1600:       48·bo = 85200, bo = 1775,    di = 1625
    2.1: the values are 89.611413, 65.030584, 73.804535, 60.275166 (e to the -0.1096875, -0.4303125, …).
    2.2: an wins ci's value, ci has a third of an's, bo and di have two thirds of each other's.
    """
    assert after(1) == [
        ("an", 1918.75, 89.611413, 65.030584),
        ("di", 1625, 60.275166, 49.203024),
        ("bo", 1775, 73.804535, 40.183444),
        ("ci", 1681.25, 65.030584, 29.870471),
    ]


@pytest.mark.article("ijssel", "1 Clubrating", "2.2 Rondescore")
def test_by_hand_the_second_round() -> None:
    """Two games and nine in all. The fictitious draw is against the rating that belongs to the position.

    Those are, highest first, 1918.75 for an, 1775 for di (second), 1681.25 for bo, 1625 for ci. an and di
    score 5/9 = 0.56 (43), bo 1/2 (0), ci 3.5/9 = 0.39 (-80). With S = an + di, T = bo + ci:
        9·an = T + 1918.75 + 6·1900 + 387, 9·di = T + 1775 + 6·1600 + 387, so 9·S = 2·T + 25467.75
        9·bo = S + 1681.25 + 6·1800,       9·ci = S + 1625 + 6·1700 - 720, so 9·T = 2·S + 23586.25
        77·S = 276382.25, 77·T = 263211.75: T = 3418.334416, S = 3589.379870
        an = (T + 13705.75)/9, di = (T + 11762)/9, bo = (S + 12481.25)/9, ci = (S + 11105)/9
    2.2 and 6.1: an and di both have beaten ci and drawn with bo, 60.905724 + 2/3·74.870853 = 110.819626, the
    first round revalued; the club rating puts an first. bo has 2/3·(65.511149 + 87.687806), ci
    1/3·(87.687806 + 65.511149).
    """
    assert after(2) == [
        ("an", 1902.676046, 87.687806, 110.819626),
        ("di", 1686.703824, 65.511149, 110.819626),
        ("bo", 1785.625541, 74.870853, 102.132637),
        ("ci", 1632.708874, 60.905724, 51.066318),
    ]


@pytest.mark.article("ijssel", "1 Clubrating", "2.2 Rondescore")
def test_by_hand_the_third_round() -> None:
    """Eleven in all. Without an opponent the club rating still moves, by the minimum and the positions.

    By position: 1902.676046 for an, 1785.625541 for di, 1686.703824 for bo, 1632.708874 for ci. an, di and
    bo, in three games, score 6/11 = 0.55 (36), ci 4/11 = 0.36 (-102).
        11·an = T + 1902.676046 + 8·1900 + 396, 11·di = T + 1785.625541 + 8·1600 + 396
        11·bo = S + ci + 1686.703824 + 7·1800 + 396, 11·ci = S + bo + 1632.708874 + 7·1700 - 1122
        11·S = 2·T + 32480.301587, 10·T = 2·S + 27093.412698: 106·S = 378989.841266, S = 3575.375861
        T = 3424.416442, 12·(bo - ci) = 2271.994950: bo - ci = 189.332912
    2.3: external and odd are two thirds of the own value.
        an: 59.671324 + 2/3·(77.049726 + 87.619560)     bo: 2/3·(64.334338 + 87.619560) + 59.671324
        di: 2/3·(77.049726 + 64.334338) + 59.671324     ci: 1/3·(87.619560 + 64.334338 + 77.049726)
    """
    assert after(3) == [
        ("an", 1902.099317, 87.61956, 169.450848),
        ("bo", 1806.874677, 77.049726, 160.973923),
        ("di", 1673.276544, 64.334338, 153.927366),
        ("ci", 1617.541765, 59.671324, 76.334541),
    ]


@pytest.mark.article("ijssel", "6.1 Totaalranglijst")
def test_by_hand_the_ranking_at_the_end() -> None:
    assert [rounded(row) for row in published(BY_HAND, periods=3, min_games=3)["ranking"]] == [
        (1, "an", "An", 169.450848, 1902.099317, 87.61956, 1900, 2, 1, 1, 0, 1, 0, True),
        (2, "bo", "Bo", 160.973923, 1806.874677, 77.049726, 1800, 3, 1, 2, 0, 0, 1, True),
        (3, "di", "Di", 153.927366, 1673.276544, 64.334338, 1600, 2, 1, 1, 0, 1, -1, False),
        (4, "ci", "Ci", 76.334541, 1617.541765, 59.671324, 1700, 3, 0, 0, 3, 0, 0, True),
    ]


@pytest.mark.article("ijssel", "2.2 Rondescore", "2.3 Afwezigheid")
def test_by_hand_the_round_scores_at_the_end() -> None:
    """Of every round at the last values, by round and then by the present ranking."""
    third = 1 / 3
    assert [rounded(row) for row in published(BY_HAND, periods=3)["round-scores"]] == [
        rounded(row)
        for row in [
            (1, "an", "ci", "w", "1", 1, 59.671324, 59.671324),
            (1, "bo", "di", "w", "½", 2 * third, 64.334338, 42.889559),
            (1, "di", "bo", "b", "½", 2 * third, 77.049726, 51.366484),
            (1, "ci", "an", "b", "0", third, 87.61956, 29.20652),
            (2, "an", "bo", "w", "½", 2 * third, 77.049726, 51.366484),
            (2, "bo", "an", "b", "½", 2 * third, 87.61956, 58.41304),
            (2, "di", "ci", "b", "1", 1, 59.671324, 59.671324),
            (2, "ci", "di", "w", "0", third, 64.334338, 21.444779),
            (3, "an", "", "", "external", 2 * third, 87.61956, 58.41304),
            (3, "bo", "ci", "w", "1", 1, 59.671324, 59.671324),
            (3, "di", "", "", "odd", 2 * third, 64.334338, 42.889559),
            (3, "ci", "bo", "b", "0", third, 77.049726, 25.683242),
        ]
    ]


# 6.1. Totaalranglijst


@pytest.mark.article("ijssel", "6.1 Totaalranglijst")
def test_who_is_equal_in_everything_stands_by_alphabet_and_shares_no_rank() -> None:
    an, bo, ci, di = level("an bo ci di")
    players = [an.replace(alphabet=3), bo.replace(alphabet=2), ci.replace(alphabet=1), di.replace(alphabet=0)]
    rows = published(season(players, ["an ½-½ bo, ci ½-½ di"]))["ranking"]
    assert [(row.rank, row.player) for row in rows] == [(1, "di"), (2, "ci"), (3, "bo"), (4, "an")]


def test_before_the_first_round_the_ranking_is_that_of_the_start_ratings() -> None:
    tables = published(season(club(an=1500, bo=1900), [], rounds=25))
    assert [rounded(row[:4]) for row in tables["ranking"]] == [(1, "bo", "Bo", 0), (2, "an", "An", 0)]
    assert [row.rank_change for row in tables["ranking"]] == [None, None]
    assert [row.club_rating for row in tables["ranking"]] == [1900, 1500]
    assert {len(tables[name]) for name in ("round-scores", "course", "periods", "places")} == {0}


def test_nobody_has_moved_after_the_round_they_joined_in() -> None:
    """The first round is the one that most have joined in."""
    players = [*level("an bo"), club(ci={"final_rating": 2000.0, "joined": 2})[0].replace(alphabet=2)]
    played = ["bo 1-0 an", "an 1-0 bo, ci club", "an 1-0 bo, ci club"]
    moved = [
        {who: row.rank_change for who, row in ranking(season(players, played[:n])).items()} for n in (1, 2)
    ]
    assert moved[0] == {"bo": None, "an": None}
    assert moved[1]["ci"] is None
    assert moved[1]["an"] is not None
    assert ranking(season(players, played))["ci"].rank_change is not None
