"""The chess club's honours: period champions, the champion's minimum, and places in the teams."""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from chess import club, evening, level, published, ranking, season

from sitegen.systems.ijssel.tables import Inputs, Player

# 6.2. Periode ranglijst


def descending(count: int, **changes: Mapping[str, Any]) -> list[Player]:
    """Players a, b, c and so on, each 20 points below the one before."""
    ids = [chr(ord("a") + place) for place in range(count)]
    players = club(**{id_: 2000 - 20 * place for place, id_ in enumerate(ids)})
    return [player.replace(**changes.get(player.id, {})) for player in players]


def quiet(players: Sequence[Player], rounds: int, *, of: int = 0) -> Inputs:
    """A season in which the first two players draw every round, and the others are away for the club."""
    first, second, *away = players
    lines = [
        ", ".join(
            [
                f"{first.id} ½-½ {second.id}",
                *(f"{other.id} club" for other in away if other.joined <= number <= (other.left or number)),
            ]
        )
        for number in range(1, rounds + 1)
    ]
    return season(players, lines, rounds=of)


def groups(inputs: Inputs, period: int = 1, **options: Any) -> list[str]:
    """The ids in each group of a period, in alphabetical order; players' ids are one letter."""
    rows = [row for row in published(inputs, **options)["periods"] if row.period == period]
    members: dict[int, str] = {}
    for row in rows:
        members[row.group] = "".join(sorted(members.get(row.group, "") + row.player))
    assert list(members) == list(range(1, len(members) + 1))
    return list(members.values())


@pytest.mark.article("ijssel", "6.2 Periode ranglijst")
@pytest.mark.parametrize(
    ("count", "options", "expected"),
    [
        (6, {}, ["ab", "cd", "ef"]),
        (7, {}, ["abc", "de", "fg"]),
        (8, {}, ["abc", "def", "gh"]),
        (8, {"groups": 4}, ["ab", "cd", "ef", "gh"]),
        (9, {"groups": 4}, ["abc", "de", "fg", "hi"]),
        (11, {"groups": 4}, ["abc", "def", "ghi", "jk"]),
    ],
)
def test_groups_are_bands_of_club_rating_and_the_larger_ones_come_first(
    count: int, options: Mapping[str, Any], expected: Sequence[str]
) -> None:
    assert groups(quiet(descending(count), 1, of=25), **options) == expected


@pytest.mark.article("ijssel", "6.2 Periode ranglijst")
@pytest.mark.parametrize(
    ("rounds", "starts"),
    [
        (25, [1, 6, 11, 16, 21]),
        (7, [1, 3, 4, 6, 7]),  # of 7 rounds the third is in period ⌊2·5/7⌋ + 1 = 2
        pytest.param(33, [1, 8, 15, 21, 28], marks=pytest.mark.slow),
    ],
)
def test_a_period_is_published_from_its_first_round(rounds: int, starts: Sequence[int]) -> None:
    everything = quiet(descending(3), rounds)
    begun = [
        {row.period for row in published(everything, as_of=evening(number))["periods"]}
        for number in range(1, rounds + 1)
    ]
    assert begun == [
        {period for period, first in enumerate(starts, start=1) if first <= number}
        for number in range(1, rounds + 1)
    ]


@pytest.mark.article("ijssel", "5.1 Limitering")
def test_the_number_of_periods_is_an_option() -> None:
    rows = published(quiet(descending(3), 6), periods=2)["periods"]
    assert {row.period for row in rows} == {1, 2}


@pytest.mark.article("ijssel", "6.2 Periode ranglijst")
def test_groups_are_dealt_again_by_the_club_rating_before_the_period() -> None:
    """By winning from c in the first of two periods, f has gone from the last group to the first."""
    first = "f 1-0 c, a club, b club, d club, e club"
    inputs = season(descending(6), [first] * 2 + ["a ½-½ b, c club, d club, e club, f club"], rounds=4)
    after = [row for row in published(inputs, periods=2)["course"] if row.round == 2]
    by_rating = "".join(row.player for row in sorted(after, key=lambda row: -row.club_rating))
    assert by_rating[0] == "f"
    assert groups(inputs, 1, periods=2) == ["ab", "cd", "ef"]
    assert groups(inputs, 2, periods=2) == ["".join(sorted(by_rating[n : n + 2])) for n in (0, 2, 4)]


@pytest.mark.article("ijssel", "6.2 Periode ranglijst")
def test_a_period_is_for_those_who_take_part_in_the_draw_of_its_first_round() -> None:
    """Of two periods of two rounds: c leaves after one, d in the second; e, f and g join in 2, 3 and 4."""
    players = descending(7, c={"left": 2}, d={"left": 3}, e={"joined": 2}, f={"joined": 3}, g={"joined": 4})
    inputs = quiet(players, 4)
    assert groups(inputs, 1, periods=2) == ["ab", "c", "d"]
    assert "".join(groups(inputs, 2, periods=2)) == "abdef"


@pytest.mark.article("ijssel", "6.2 Periode ranglijst")
def test_who_joins_in_the_first_round_of_a_period_is_dealt_by_their_start_rating() -> None:
    players = descending(6, f={"joined": 3, "final_rating": 2400.0})
    assert groups(quiet(players, 3, of=4), 2, periods=2) == ["af", "bc", "de"]


@pytest.mark.article("ijssel", "6.2 Periode ranglijst")
def test_a_period_ranking_is_the_sum_of_the_rounds_of_that_period_alone() -> None:
    """Everyone stays at 2000. The first three of six rounds are a period; c stays away from the second."""
    lines = ["c club", "c no-show", "c club", "c absent"]
    inputs = season(level("a b c"), [f"a ½-½ b, {line}" for line in lines], rounds=6)
    rows = published(inputs, periods=2)["periods"]
    assert [(row.period, row.player, round(row.score, 6)) for row in rows] == [
        *((1, "a", 200), (1, "b", 200), (1, "c", 158.333333)),
        *((2, "a", 66.666667), (2, "b", 66.666667), (2, "c", 50)),
    ]


UPSETS = season(
    descending(6),
    ["b 1-0 a, d 1-0 c, f 1-0 e", "b ½-½ c, a 1-0 d, e club, f club", "a 0-1 f, b ½-½ e, c club, d absent"],
    rounds=4,
)
"""Two periods of two rounds, the second of which has begun."""


@pytest.mark.article("ijssel", "6.2 Periode ranglijst")
def test_each_group_has_a_champion_when_the_period_is_over() -> None:
    during, after, next_begun = (
        published(UPSETS, as_of=evening(number), periods=2)["periods"] for number in (1, 2, 3)
    )
    assert not any(row.champion for row in during)
    assert [(row.group, row.rank, row.player, row.champion) for row in after] == [
        *((1, 1, "b", True), (1, 2, "a", False)),
        *((2, 1, "d", True), (2, 2, "c", False)),
        *((3, 1, "f", True), (3, 2, "e", False)),
    ]
    assert [row.champion for row in next_begun if row.period == 2] == [False] * 6


@pytest.mark.article("ijssel", "6.2 Periode ranglijst")
def test_when_a_period_is_over_its_ranking_stays_as_it_is() -> None:
    """The round scores themselves are revalued."""
    then, now = (published(UPSETS, as_of=evening(number), periods=2) for number in (2, 3))
    assert [row for row in now["periods"] if row.period == 1] == then["periods"]
    assert all(
        before.score != after.score
        for before, after in zip(then["round-scores"], now["round-scores"], strict=False)
    )


@pytest.mark.article("ijssel", "6.2 Periode ranglijst")
def test_an_absence_that_becomes_a_bye_changes_the_last_period_alone() -> None:
    """At the end of the season c's two absences are byes; the first period was over by then."""
    inputs = season(level("a b c"), ["a ½-½ b, c absent"] * 2)
    scores = {row.period: row.score for row in published(inputs, periods=2)["periods"] if row.player == "c"}
    assert {period: round(score, 6) for period, score in scores.items()} == {1: 25, 2: 66.666667}
    assert round(ranking(inputs, periods=2)["c"].score, 6) == 133.333333


# 7. Overige bepalingen: who can become champion


@pytest.mark.article("ijssel", "7 Overige bepalingen")
def test_games_count_for_the_champion_and_team_matches_on_the_club_evening_do() -> None:
    inputs = season(
        level("an bo ci di eva"),
        [
            "an ½-½ bo, ci 1-0f di, eva external",
            "ci ½-½ di, an external, bo external-moved, eva external",
            "ci club, an bye, bo club, di bye, eva odd",
        ],
    )
    qualifies = {who: row.qualifies for who, row in ranking(inputs, min_games=2).items()}
    assert qualifies == {"an": True, "bo": False, "ci": False, "di": False, "eva": True}


@pytest.mark.article("ijssel", "7 Overige bepalingen")
def test_the_champion_needs_thirteen_games() -> None:
    inputs = season(
        level("an bo ci di"), ["an ½-½ bo, ci club, di club"] * 12 + ["an ½-½ ci, bo bye, di bye"]
    )
    assert {who: row.qualifies for who, row in ranking(inputs).items()} == {
        **dict.fromkeys(("bo", "ci", "di"), False),
        "an": True,
    }


# 7. Overige bepalingen: places in the teams


def spread(rounds: int, *, of: int = 0) -> Inputs:
    """Thirteen players 135 points apart; c stayed away from the first round, and is third after the fifth.

    The others are away for the club, but for g and h, who draw and change places by it.
    """
    players = club(**{character: 3000 - 162 * place for place, character in enumerate("abcdefghijklm")})
    away = [f"{player.id} club" for player in players if player.id not in set("cgh")]
    lines = [", ".join(["g ½-½ h", "c club" if number else "c no-show", *away]) for number in range(rounds)]
    return season(players, lines, rounds=of)


def places(inputs: Inputs) -> dict[str, str]:
    """The ids of those with a place in each competition, in order; players' ids are one letter."""
    by_competition: dict[str, str] = {}
    for row in published(inputs)["places"]:
        by_competition[row.competition] = by_competition.get(row.competition, "") + row.player
    return by_competition


@pytest.mark.article("ijssel", "7 Overige bepalingen")
@pytest.mark.parametrize(
    ("rounds", "cup", "first_team"),
    [
        (5, "ab", "abdef"),  # c was eighth after the first of the last five rounds
        (8, "ab", "abcdef"),  # and fourth after the fourth round, the first of the last five of eight
        (9, "abc", "abcdef"),
    ],
)
def test_a_place_is_for_who_was_among_the_first_after_each_of_the_last_five_rounds(
    rounds: int, cup: str, first_team: str
) -> None:
    assert places(spread(rounds)) == {
        "cup": cup,
        "first team": first_team,
        "second team": "abcdefhgijkl",
    }


@pytest.mark.article("ijssel", "7 Overige bepalingen")
def test_places_are_earned_when_the_last_round_has_been_played() -> None:
    assert places(spread(8, of=9)) == {}


@pytest.mark.article("ijssel", "7 Overige bepalingen")
def test_who_joined_during_the_last_five_rounds_has_not_been_among_the_first_after_each() -> None:
    players = club(a=2000, b=1990, c=1980, d={"final_rating": 2700.0, "joined": 2})
    inputs = quiet(players, 5)
    assert list(ranking(inputs)) == ["d", "b", "a", "c"]
    assert places(inputs) == {"cup": "ba", "first team": "bac", "second team": "bac"}
