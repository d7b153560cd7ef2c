"""The draw of the Keizer system: from the top, nobody again within some rounds, colours, and the bye."""

from collections.abc import Sequence
from itertools import permutations
from random import Random
from typing import Any, TypeVar

import pytest
from keizers import club, scores, season

from sitegen.core.entities import DrawRequest, InvalidRequestError, Pairings
from sitegen.systems import keizer
from sitegen.systems.keizer.tables import Inputs, Options
from sitegen.toolkit.decisions import PointsDecision
from sitegen.toolkit.rounds.pairing import Entrant, Meetings, pair_players

T = TypeVar("T")
pytestmark = pytest.mark.article("keizer", "6 Draw")


def drawn(inputs: Inputs, *absent: str, **options: Any) -> Pairings:
    return keizer.draw(inputs, Options(**options), DrawRequest(None, absent))


def games(inputs: Inputs, *absent: str, **options: Any) -> list[str]:
    return [row["white"] + row["black"] for row in drawn(inputs, *absent, **options).rows["games"]]


def pairs(inputs: Inputs, *absent: str, **options: Any) -> list[set[str]]:
    return [{*game} for game in games(inputs, *absent, **options)]


def batched(line: Sequence[T]) -> list[tuple[T, T]]:
    return [*zip(line[::2], line[1::2], strict=True)]


def test_the_first_plays_the_second_and_so_on_and_white_goes_to_the_lower() -> None:
    assert games(season(club(6), [], rounds=1)) == ["ba", "dc", "fe"]


def test_who_is_away_is_left_out_and_the_places_close_up() -> None:
    result = drawn(season(club(6), [], rounds=1), "b", "f")
    assert [row["white"] + row["black"] for row in result.rows["games"]] == ["ca", "ed"]
    assert [dict(row) for row in result.rows["absences"]] == [
        {"round": "1", "player": "b", "reason": "excused"},
        {"round": "1", "player": "f", "reason": "excused"},
    ]
    assert result.messages[-1] == "Not playing: B, F"


def test_who_is_out_of_competition_is_drawn_at_the_place_that_they_keep_and_points_count_for_it() -> None:
    played = season(club(4), ["a 1-0 d, b 1-0 c"], rounds=2)
    day = played.rounds[0].date
    out = PointsDecision(day, "a", "out of competition", "A guest.")
    taken_off = PointsDecision(day, "a", "points", "A telephone.", -20.0)
    assert pairs(played, rematch=0) == [{"a", "b"}, {"c", "d"}]
    assert pairs(played._replace(decisions=[out]), rematch=0) == [{"a", "b"}, {"c", "d"}]
    assert pairs(played._replace(decisions=[taken_off]), rematch=0) == [{"b", "c"}, {"a", "d"}]


def test_who_met_within_three_rounds_plays_the_nearest_below() -> None:
    """KeizerForClubs: three rounds pass before the same two can meet again."""
    first = ["a 1-0 b, c 1-0 d"]
    assert pairs(season(club(4), first, rounds=5), rematch=0) == [{"a", "b"}, {"c", "d"}]
    assert pairs(season(club(4), first, rounds=5)) == [{"a", "c"}, {"b", "d"}]
    three = season(club(4), [*first, "a ½-½ c, b ½-½ d", "a ½-½ d, b ½-½ c"], rounds=4)
    assert sorted(map(sorted, pairs(three, rematch=2))) == [["a", "b"], ["c", "d"]]
    assert drawn(three).messages[-1] == "Too many have met lately: only 2 rounds before are avoided"


def test_of_pairings_that_are_equally_close_the_one_of_the_leaders_counts() -> None:
    """The gaps of a–b, c–e, d–f make 1 + 4 + 4, as those of a–c, b–d, e–f do; the first meets the second."""
    six = [Entrant(name, -float(place), "", 0, place) for place, name in enumerate("abcdef")]
    met = {frozenset(pair) for pair in ("ae", "bf", "cd")}
    pairing = pair_players(six, Meetings(met), 2, from_top=True)
    assert pairing is not None
    assert [{*game} for game in pairing.games] == [{"a", "b"}, {"c", "e"}, {"d", "f"}]


@pytest.mark.parametrize("seed", range(20))
def test_it_is_the_closest_pairing_and_then_the_first_from_the_top(seed: int) -> None:
    random = Random(seed)
    order = list("abcdefgh"[: random.choice((4, 6, 8))])
    evenings = [random.sample(order, len(order)) for _ in range(2)]
    inputs = season(
        club(len(order)),
        [", ".join(f"{one} 1-0 {two}" for one, two in batched(line)) for line in evenings],
        rounds=3,
    )
    ranked = [*scores(inputs)]
    met = {frozenset(pair) for line in evenings for pair in batched(line)}
    possible = {
        tuple(sorted(map(tuple, map(sorted, batched(line))))) for line in permutations(range(len(order)))
    }
    legal = [
        pairing
        for pairing in possible
        if not {frozenset((ranked[one], ranked[two])) for one, two in pairing} & met
    ]
    best = min(legal, key=lambda pairing: (sum((two - one) ** 2 for one, two in pairing), pairing))
    assert pairs(inputs, rematch=2) == [{ranked[one], ranked[two]} for one, two in best]


def test_a_forfeit_is_no_meeting() -> None:
    assert pairs(season(club(4), ["a 1-0f b, c 1-0f d"], rounds=2), forfeit_won="0") == [
        {"a", "b"},
        {"c", "d"},
    ]


def test_where_all_have_met_fewer_rounds_are_avoided_and_it_is_told() -> None:
    result = drawn(season(club(2), ["a 1-0 b"], rounds=2))
    assert [{row["white"], row["black"]} for row in result.rows["games"]] == [{"a", "b"}]
    assert result.messages[-1] == "Too many have met lately: only 0 rounds before are avoided"


def test_the_lowest_of_those_who_played_most_has_the_bye() -> None:
    inputs = season(club(3), ["a 1-0 b, c bye"], rounds=2)
    byes = [row for row in drawn(inputs, rematch=0).rows["games"] if not row["black"]]
    assert [row["white"] for row in byes] == ["b"]


def test_colours_go_to_who_had_white_less_often_and_turn_round_between_the_same_two() -> None:
    assert games(season(club(2), ["a 1-0 b"], rounds=2), rematch=0) == ["ba"]
    assert games(season(club(2), ["a 1-0 b", "b 1-0 a"], rounds=3), rematch=0) == ["ab"]
    inputs = season(club(4), ["a 1-0 c, b ½-½ d", "c 0-1 b, d 0-1 a"], rounds=3)
    assert games(inputs, rematch=0)[0] == "ba"


def test_a_newcomer_stands_behind_all_who_are_ranked() -> None:
    players = club(4, a={"joined": 2})
    assert pairs(season(players, ["b 1-0 c, d bye"], rounds=2), rematch=0)[-1] >= {"a"}


def test_a_round_that_was_played_is_not_drawn_again() -> None:
    inputs = season(club(2), ["a 1-0 b"], rounds=2)
    with pytest.raises(InvalidRequestError):
        keizer.draw(inputs, Options(), DrawRequest(1))
