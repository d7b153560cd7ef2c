"""The Keizer system by hand: the worked examples of its rules, and what the two named programs do."""

import pytest
from keizers import amounts, club, evening, published, rated, scores, season

from sitegen.systems.keizer.tables import Absence

TEN = club(10)
NINTH = "abcdefghij"
"""The players of `TEN`: without a game they keep their places, so that `a` has the value 10 and `j` 1."""


def only(*games: str, own_value: bool = True, **options: object) -> dict[str, float]:
    """The scores of ten players after a round with these games; the others are away and get nothing."""
    playing = {player for game in games for player in game.split() if len(player) == 1}
    away = [f"{player} club" for player in NINTH if player not in playing]
    inputs = season(TEN, [", ".join([*games, *away])])
    return scores(inputs, club="0", own_value=own_value, **options)


# Worked examples


@pytest.mark.article("keizer", "2 Value")
@pytest.mark.article("keizer", "3 Score")
def test_a_win_against_the_third_of_ten_is_worth_8_and_the_own_value_counts_once() -> None:
    """The first has the value 10; a win against the third gives 8, a draw 4."""
    assert only("a 1-0 c")["a"] == 10 + 8
    drawn = season(TEN, ["a ½-½ c"])
    assert amounts(drawn, "a", frozen=True) == [4]  # else c rises to the second place, of value 9
    assert amounts(drawn, "a") == [4.5]


@pytest.mark.article("keizer", "3 Score")
def test_a_loss_to_the_first_is_worth_a_sixth_of_ten_with_a_consolation() -> None:
    inputs = season(TEN, ["a 1-0 c"])
    assert amounts(inputs, "c", consolation="1/6")[0] == pytest.approx(10 / 6)
    assert amounts(inputs, "c", consolation="1/6", rounding=0.5) == [1.5]
    assert amounts(inputs, "c", like="freekeizer") == [pytest.approx(10 / 6)]


@pytest.mark.article("keizer", "2 Value")
def test_values_fall_by_steps_or_evenly_by_a_ratio() -> None:
    def values(**options: object) -> list[float]:
        return [row.value for row in published(season(club(5), []), **options)["ranking"]]

    assert values() == [5, 4, 3, 2, 1]
    assert values(first=30.0, step=2.5) == [30, 27.5, 25, 22.5, 20]
    assert values(ratio=3.0) == [6, 5, 4, 3, 2]
    assert values(ratio=2.0, first=100.0) == [100, 87.5, 75, 62.5, 50]


# Orders


@pytest.mark.article("keizer", "1 Order")
def test_who_has_no_rating_stands_last_and_equals_by_name() -> None:
    players = club(4, a={"rating": None}, b={"rating": 1500.0}, c={"rating": 1500.0}, d={"rating": 1600.0})
    assert [*scores(season(players, []))] == ["d", "b", "c", "a"]


@pytest.mark.article("keizer", "4 Valuation")
def test_two_who_draw_take_turns_and_get_the_means_of_both_orders() -> None:
    """Chesspairing: whoever stands below gets more of a draw, so that neither order stays."""
    outcome = rated(season(club(2), ["a ½-½ b"]), own_value=False)
    ranking = outcome.tables[0].rows
    assert [(row.player, row.score, row.value) for row in ranking] == [("a", 0.75, 1.5), ("b", 0.75, 1.5)]
    (turns,) = [table for table in outcome.listing.content.tables if table.name == "turns"]
    assert [tuple(row) for row in turns.rows] == [("a", 1, 2, 0.5, 1, 0.75), ("b", 1, 2, 0.5, 1, 0.75)]
    assert [table.name for table in outcome.events[0].content.tables] == ["games", "scores", "turns"]


def test_where_the_order_stays_no_turns_are_told() -> None:
    outcome = rated(season(club(2), ["a 1-0 b"]))
    assert [table.name for table in outcome.listing.content.tables] == ["ranking"]


@pytest.mark.article("keizer", "4 Valuation")
def test_any_number_of_orders_can_take_turns_and_their_means_count() -> None:
    """Six orders: the fifth and the sixth have the values of their mean places, and none of one order."""
    evenings = ["b 0-1 f, a ½-½ e", "d 1-0 f, e 1-0 c, a bye", "c 1-0 a, b 1-0 d, e bye"]
    outcome = rated(season(club(6), evenings))
    ranking = outcome.tables[0].rows
    (turns,) = [table for table in outcome.listing.content.tables if table.name == "turns"]
    assert turns.params == {"orders": 6}
    assert [tuple(row) for row in turns.rows] == [
        (player, 4, 6, 3.35, 6.05, pytest.approx(4.7)) for player in "fbd"
    ]
    rows = {row.player: (row.value, pytest.approx(row.score)) for row in ranking}
    assert rows == {"e": (6, 16), "c": (5, 10.75), "a": (4, 9), **dict.fromkeys("bdf", (2, 4.7))}


@pytest.mark.article("keizer", "4 Valuation")
def test_a_bye_can_be_worth_more_than_a_win_against_the_last() -> None:
    """Chesspairing, with a bye of 2/3: who has the bye overtakes who won."""
    inputs = season(club(3), ["a 1-0 b, c bye"])
    assert scores(inputs, own_value=False, bye="2/3") == {"c": 2.0, "a": 1.0, "b": 0.0}


@pytest.mark.article("keizer", "4 Valuation")
def test_frozen_rounds_keep_the_values_before_them() -> None:
    """The win of the first round stays worth 4, and that of the second what the first has made of d."""
    inputs = season(club(4), ["d 1-0 a, b ½-½ c", "c 1-0 d, a ½-½ b"])
    assert amounts(inputs, "d", frozen=True)[0] == 4
    assert amounts(inputs, "c", frozen=True) == [1.5, 4.0]
    assert amounts(inputs, "d", frozen=False)[0] != 4


@pytest.mark.article("keizer", "4 Valuation")
def test_frozen_rounds_are_valued_with_the_late_points_of_who_joins_in_them() -> None:
    """With 3 points d stands above b and c in the round of joining, so that a draw with a is worth more."""
    inputs = season(club(4, d={"joined": 2}), ["a 1-0 b, c bye", "a ½-½ d, b ½-½ c"])
    rows = published(inputs, frozen=True, late=3.0, own_value=False)["rounds"]
    drawn = {row.player: row.basis for row in rows if (row.round, row.result) == (2, "½")}
    assert drawn == {"a": 4, "d": 3, "b": 2, "c": 1}


# Rounds without a game


@pytest.mark.article("keizer", "3 Score")
@pytest.mark.parametrize(
    ("like", "bye", "duty", "away", "unexcused"),
    [
        (None, 0.5, 0.7, 0.35, 0.35),
        ("kfc", 0.5, 0.7, 0.35, 0.05),
        ("knsb", 4 / 6, 2 / 3, 2 / 6, 2 / 6),
        ("freekeizer", 4 / 6, 0.7, 2 / 6, 2 / 6),
    ],
)
def test_a_preset_says_what_a_round_without_a_game_is_worth(
    like: str | None, bye: float, duty: float, away: float, unexcused: float
) -> None:
    inputs = season(club(6), ["a ½-½ b, c bye, d club, e excused"])
    rows = {row.player: row for row in published(inputs, like=like)["rounds"]}
    assert [rows[player].result for player in "cdef"] == ["bye", "club", "excused", "unexcused"]
    assert [rows[player].factor for player in "cdef"] == pytest.approx([bye, duty, away, unexcused])
    assert all(
        rows[player].score == pytest.approx(rows[player].factor * rows[player].basis) for player in "cdef"
    )


def test_a_bye_may_stand_among_the_absences_as_other_programs_have_it() -> None:
    inputs = season(club(3), ["a 1-0 b, c bye"])
    absence = Absence(1, "c", "bye", "absences.csv:2")
    as_absence = inputs._replace(games=inputs.games[:1], absences=[absence])
    assert scores(as_absence) == scores(inputs)
    assert published(as_absence)["ranking"] == published(inputs)["ranking"]


def test_a_single_option_overrides_the_preset_and_may_be_a_number_of_points() -> None:
    inputs = season(club(4), ["a 1-0 b, c bye, d excused"])
    rows = {
        row.player: row for row in published(inputs, like="knsb", bye="0.25", excused="15 points")["rounds"]
    }
    assert rows["c"].factor == 0.25
    assert (rows["d"].factor, rows["d"].basis, rows["d"].score) == (15, 1, 15)


@pytest.mark.article("keizer", "3 Score")
def test_at_most_so_many_absences_count_and_those_for_the_club_all_do() -> None:
    away = ["a 1-0 b, c excused, d club"] * 3
    assert [
        row.factor for row in published(season(club(4), away), absences=2)["rounds"] if row.player == "c"
    ] == [
        0.35,
        0.35,
        0,
    ]
    factors = [
        row.factor for row in published(season(club(4), away), absences=0)["rounds"] if row.player == "d"
    ]
    assert factors == [0.7, 0.7, 0.7]


@pytest.mark.article("keizer", "3 Score")
def test_with_decay_each_absence_is_worth_half_of_the_one_before() -> None:
    inputs = season(
        club(4), ["a 1-0 b, c excused, d 1-0 e".replace("d 1-0 e", "d bye"), "a 1-0 b, d excused"] * 2
    )
    factors = [row.factor for row in published(inputs, decay=True)["rounds"] if row.player == "c"]
    assert factors == [0.35, 0.35 / 2, 0.35 / 4, 0.35 / 8]


@pytest.mark.article("keizer", "3 Score")
def test_who_joins_later_gets_late_points_for_each_round_before() -> None:
    players = club(4, d={"joined": 3})
    inputs = season(players, ["a 1-0 b, c bye", "a 1-0 c, b bye", "a 1-0 d, b 1-0 c"])
    rows = [row for row in published(inputs, late=1.5)["rounds"] if row.player == "d"]
    assert [(row.round, row.result, row.score) for row in rows] == [
        (1, "late", 1.5),
        (2, "late", 1.5),
        (3, "0", 0),
    ]
    assert [row.round for row in published(inputs)["rounds"] if row.player == "d"] == [3]


@pytest.mark.article("keizer", "3 Score")
def test_who_left_is_on_no_list_and_a_win_against_them_is_three_quarters_of_the_own_value() -> None:
    """KeizerForClubs: as if one had played oneself, a draw for half of that and a loss for nothing."""
    players = club(5, e={"left": 1})
    inputs = season(players, ["a 1-0 e, b ½-½ c, d bye", "a ½-½ b, c 1-0 d"])
    tables = published(inputs)
    row = next(row for row in tables["rounds"] if (row.player, row.round) == ("a", 1))
    value = next(row.value for row in tables["ranking"] if row.player == "a")
    assert (row.factor, row.basis, row.score) == (0.75, value, 0.75 * value)
    assert [row.player for row in tables["ranking"]] == sorted("abcd", key=[*scores(inputs)].index)
    assert {row.player for row in tables["course"] if row.round == 1} == {*"abcde"}
    drawn = season(players, ["a ½-½ e, b ½-½ c, d bye", "a ½-½ b, c 1-0 d"])
    row = next(row for row in published(drawn)["rounds"] if (row.player, row.round) == ("a", 1))
    assert row.factor == 0.375


@pytest.mark.article("keizer", "3 Score")
def test_a_win_by_forfeit_is_worth_the_value_of_the_opponent_and_is_no_game() -> None:
    """Both programs; who has left counts as in a game, and where nobody is written down the own value."""
    inputs = season(club(5, e={"left": 1}), ["a 1-0f b, c 1-0f e, d bye", "a 1-0 c, b 1-0 d"])
    tables = published(inputs)
    value = {row.player: row.value for row in tables["ranking"]}
    won = {row.player: (row.factor, row.basis) for row in tables["rounds"] if row.result == "1f"}
    assert won == {"a": (1, value["b"]), "c": (0.75, value["c"])}
    assert {row.player: row.games for row in tables["ranking"]} == {"a": 1, "b": 1, "c": 1, "d": 1}
    lost = [row for row in published(inputs, forfeit_lost="1/3")["rounds"] if row.result == "0f"]
    assert [(row.player, row.opponent, row.factor) for row in lost] == [("b", "a", pytest.approx(1 / 3))]


@pytest.mark.article("keizer", "3 Score")
def test_a_forfeit_without_an_opponent_is_worth_the_own_value_or_nothing() -> None:
    rows = {row.player: row for row in published(season(club(3), ["a 1-0 b, c 1-0f ?"]))["ranking"]}
    assert (rows["c"].games, rows["c"].score) == (0, 2 * rows["c"].value)
    lost = {row.player: row for row in published(season(club(3), ["a 1-0 b, ? 1-0f c"]))["ranking"]}
    assert lost["c"].score == lost["c"].value


def test_who_won_by_forfeit_and_plays_all_the_same_has_that_game_alone() -> None:
    rows = [
        row for row in published(season(club(4), ["a 1-0f b, a 1-0 c, d bye"]))["rounds"] if row.player == "a"
    ]
    assert [(row.result, row.factor) for row in rows] == [("1f", 0), ("1", 1)]


# Histories


def test_the_history_is_as_it_stood_then_and_the_rounds_are_as_they_count_now() -> None:
    inputs = season(club(4), ["d 1-0 a, b ½-½ c", "c 1-0 d, a ½-½ b"])
    first = published(inputs, as_of=evening(1))
    both = published(inputs)
    assert first["course"] == [row for row in both["course"] if row.round == 1]
    assert first["rounds"] != [row for row in both["rounds"] if row.round == 1]
