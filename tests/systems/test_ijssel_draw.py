"""What the draw of the chess competition takes from the tables: the calendar, absences, meetings, colours."""

from collections import Counter
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from chess import club, evening, level, season

from sitegen.core.entities import DrawError, DrawRequest, InvalidRequestError, Pairings
from sitegen.systems import ijssel
from sitegen.systems.ijssel.tables import Options
from sitegen.toolkit.rounds.pairing import Entrant, Meetings, pair_players

FOUR = club(an=1900, bo=1800, ci=1700, di=1600)


def drawn(inputs: ijssel.Inputs, round_: int | None = None, *absent: str, **options: Any) -> Pairings:
    return ijssel.draw(inputs, Options(**options), DrawRequest(round_, absent))


def games(of: Pairings) -> list[set[str]]:
    return [{row["white"], row["black"]} for row in of.rows["games"]]


def refused(inputs: ijssel.Inputs, round_: int | None) -> str:
    with pytest.raises(DrawError) as caught:
        drawn(inputs, round_)
    return caught.value.message


def moved(inputs: ijssel.Inputs, number: int, weeks: int) -> ijssel.Inputs:
    """The same season with one round some weeks later, and a day."""
    rounds = list(inputs.rounds)
    rounds[number - 1] = rounds[number - 1].replace(date=evening(number) + timedelta(weeks=weeks, days=1))
    return inputs._replace(rounds=rounds)


# Which round


@pytest.mark.article("ijssel", "5 Wedstrijdindeling")
def test_the_next_round_is_the_first_by_date_after_the_last_that_was_played() -> None:
    inputs = season(FOUR, ["an 1-0 bo, ci 1-0 di"], rounds=4)
    assert drawn(inputs).rows["games"][0]["round"] == "2"
    assert drawn(moved(inputs, 2, 1)).rows["games"][0]["round"] == "3"


def test_a_round_that_was_passed_over_is_drawn_when_it_is_asked_for() -> None:
    inputs = season(FOUR, ["an 1-0 bo, ci 1-0 di", "", "an 1-0 ci, bo 1-0 di"], rounds=4)
    assert drawn(inputs).rows["games"][0]["round"] == "4"
    assert drawn(inputs, 2).rows["games"][0]["round"] == "2"
    last = season(FOUR, ["an 1-0 bo, ci 1-0 di", "", "an 1-0 ci, bo 1-0 di"])
    assert drawn(last).rows["games"][0]["round"] == "2"


def test_a_round_is_not_drawn_while_one_before_it_is_not() -> None:
    inputs = season(FOUR, ["an 1-0 bo, ci 1-0 di"], rounds=4)
    assert refused(inputs, 3) == f"round 2 of {evening(2)} comes before round 3, and has not been drawn"
    assert refused(moved(inputs, 2, 1), 2) == (
        f"round 3 of {evening(3)} comes before round 2, and has not been drawn"
    )
    paired = season(FOUR, ["an 1-0 bo, ci 1-0 di", "an v ci, bo v di"], rounds=4)
    assert drawn(paired, 3, periods=4).rows["games"][0]["round"] == "3"


def test_a_season_that_is_over_has_nothing_to_draw() -> None:
    inputs = season(FOUR, ["an 1-0 bo, ci 1-0 di"])
    assert refused(inputs, None) == "all rounds of the calendar have been played"


@pytest.mark.parametrize("round_", [1, 9])
def test_a_round_that_cannot_be_meant_is_a_wrong_use(round_: int) -> None:
    with pytest.raises(InvalidRequestError):
        drawn(season(FOUR, ["an 1-0 bo, ci 1-0 di"], rounds=4), round_)


# Who is there


@pytest.mark.article("ijssel", "5 Wedstrijdindeling")
def test_who_signed_off_is_left_out_and_told() -> None:
    inputs = season(FOUR, ["an 1-0 bo, ci 1-0 di", "di absent, an external"], rounds=4)
    draw = drawn(inputs)
    assert games(draw) == [{"bo", "ci"}]
    assert draw.messages[2:] == ["Not playing: Di, An"]


def test_who_does_not_belong_to_the_round_is_told_so_and_not_to_be_entered() -> None:
    players = [*FOUR, *club(eva={"final_rating": 1500.0, "joined": 4})]
    draw = drawn(season(players, [], rounds=4), 1, "eva")
    assert draw.messages[-1] == "Does not belong to the season in this round: Eva"


# Meetings and colours


@pytest.mark.article("ijssel", "5.1 Limitering")
def test_who_met_in_an_earlier_period_is_avoided_where_others_are_as_near() -> None:
    inputs = season(FOUR, ["an 1-0 bo, ci 1-0 di"], rounds=4)
    assert games(drawn(inputs, periods=4)) == [{"an", "ci"}, {"bo", "di"}]
    assert games(drawn(inputs, periods=4, rematch=0)) == [{"an", "bo"}, {"ci", "di"}]


@pytest.mark.article("ijssel", "5.1 Limitering")
@pytest.mark.parametrize(("result", "met"), [("v", True), ("1-0f", False)])
def test_a_game_of_an_earlier_period_counts_unless_it_was_forfeited(result: str, met: bool) -> None:
    lines = [f"an {result} bo, ci {result} di"]
    pairings = games(drawn(season(FOUR, lines, rounds=4), 2, periods=4, rematch=8))
    assert ([{"an", "bo"}, {"ci", "di"}] != pairings) == met


def test_a_forfeit_of_one_is_no_meeting_and_no_colour() -> None:
    inputs = season(level("an bo"), ["an 1-0f ?, bo club"], rounds=2)
    assert games(drawn(inputs)) == [{"an", "bo"}]


@pytest.mark.slow
def test_over_a_season_a_third_fewer_meet_again_and_neighbours_stay_near() -> None:
    """Of 40 members two thirds come: who play stand a fifth further apart, 1.65 places instead of 1.39."""
    plain, varied = _season(0), _season(Options().rematch)
    assert plain["games"] == varied["games"] == 383
    assert varied["rematches"] < plain["rematches"] * 2 / 3
    assert varied["places"] < plain["places"] * 1.2


def _season(apart: int) -> Counter[str]:
    """How many games, rematches and places between players a season of thirty rounds has."""
    random = Random(1)
    members = [Entrant(f"p{number}", random.gauss(1600, 200), "", 0, number) for number in range(40)]
    counts, barred, earlier = Counter[str](), set[frozenset[str]](), Counter[frozenset[str]]()
    for round_ in range(1, 31):
        if round_ % 6 == 1:
            earlier.update(barred)
            barred = set()
        present = [member for member in members if random.random() < 0.65]
        pairing = pair_players(present, Meetings(barred, earlier, apart), round_)
        assert pairing is not None
        order = [member.id for member in sorted(present, key=lambda item: -item.rating)]
        for game in map(frozenset, pairing.games):
            left, right = map(order.index, game)
            counts.update(games=1, rematches=earlier[game] > 0, places=abs(left - right))
            barred.add(game)
        members = [member._replace(rating=member.rating + random.gauss(0, 25)) for member in members]
    return counts
