"""The board-game circuit, from its regulation: every worked example, and rankings calculated by hand."""

from datetime import date

import pytest
from circuits import field_of, inputs, players, rated, rows, table, tournament

from sitegen.systems.ludo.tables import Result


def points(*written: str) -> dict[str, tuple[float, ...]]:
    """Place, points for it, bonus, share and sum of each player at one table."""
    rounds = rows(rated(inputs([table("spring 1 A", *written)])), "rounds")
    return {row.player: (row.place, row.place_points, row.win_bonus, row.share, row.points) for row in rounds}


# Article 4.1


@pytest.mark.article("ludo", "Article 4.1")
@pytest.mark.parametrize(
    "places", [("1", "2", "2", "4"), ("1", "2.5", "2.5", "4")], ids=["lowest place", "mean place"]
)
def test_ex_aequo_for_the_second_place_of_four(places: tuple[str, ...]) -> None:
    names = zip("abcd", places, (40, 25, 25, 10), strict=True)
    assert points(*(f"{name} {place} {score}" for name, place, score in names)) == {
        "a": (1, 100, 4, 0.4, 104.4),
        "b": (2.5, 50, 0, 0.25, 50.25),
        "c": (2.5, 50, 0, 0.25, 50.25),
        "d": (4, 0, 0, 0.1, 0.1),
    }


@pytest.mark.article("ludo", "Article 4.1")
@pytest.mark.parametrize("place", ["1", "2", "1.999"])
def test_three_who_share_the_first_place_of_three(place: str) -> None:
    values = points(f"a {place} 5", f"b {place} 5", f"c {place} 10")
    assert values["a"] == pytest.approx((1.999, 50.05, 3, 0.25, 53.3))
    assert values["c"] == pytest.approx((1.999, 50.05, 3, 0.5, 53.55))


@pytest.mark.article("ludo", "Article 4.1")
@pytest.mark.parametrize("place", ["1", "2", "1.999"])
def test_three_who_share_the_first_place_of_five(place: str) -> None:
    values = points(f"a {place}", f"b {place}", f"c {place}", "d 4", "e 5")
    assert values["a"] == pytest.approx((1.999, 75.025, 5, 0, 80.025))
    assert values["d"] == (4, 25, 0, 0, 25)


@pytest.mark.article("ludo", "Article 4.1")
def test_two_or_four_who_share_the_first_place_are_at_its_mean() -> None:
    assert points("a 1", "b 1", "c 3", "d 4")["b"] == pytest.approx((1.5, 250 / 3, 4, 0, 250 / 3 + 4))
    assert points("a 1", "b 1", "c 1", "d 1")["d"] == (2.5, 50, 4, 0, 54)


@pytest.mark.article("ludo", "Article 4.1")
def test_three_who_share_the_second_place_are_at_its_mean() -> None:
    assert points("a 1", "b 2", "c 2", "d 2")["c"] == pytest.approx((3, 100 / 3, 0, 0, 100 / 3))


@pytest.mark.article("ludo", "Article 4.1")
def test_a_duel() -> None:
    assert points("a 1 3", "b 2 1") == {"a": (1, 100, 2, 0.75, 102.75), "b": (2, 0, 0, 0.25, 0.25)}


@pytest.mark.article("ludo", "Article 4.1")
def test_scores_that_are_all_nothing_are_shared_by_nobody() -> None:
    assert points("a 1 0", "b 2 0")["a"] == (1, 100, 2, 0, 102)


@pytest.mark.article("ludo", "Article 4.1")
def test_a_score_of_nothing_among_others_is_no_share() -> None:
    assert points("a 1 8", "b 2 0") == {"a": (1, 100, 2, 1, 103), "b": (2, 0, 0, 0, 0)}


# Article 4.2


@pytest.mark.article("ludo", "Article 4.2")
def test_the_day_is_the_sum_of_its_rounds_and_the_bonus_does_not_count_for_its_ranking() -> None:
    outcome = rated(
        inputs(
            [
                table("spring 1 A", "a 1", "b 2", "c 3"),
                table("spring 2 A", "a 3", "b 2", "c 1", game="Azul"),
                table("spring 3 A", "b 1", "c 2", game="Azul"),
            ]
        )
    )
    assert [tuple(row) for row in rows(outcome, "days")] == [
        ("spring", 1, "b", "B", "", 202.0, 3, 205.0),
        ("spring", 2, "a", "A", "", 103.0, 2, 105.0),
        ("spring", 2, "c", "C", "", 103.0, 2, 105.0),
    ]


def bonuses(count: int, year: int = 2016, **options: object) -> list[int]:
    """The bonus of everybody at a tournament of so many, the winner first."""
    tables = inputs([field_of(count, "spring")], tournament("spring", f"{year}-03-12"))
    return [row.bonus for row in rows(rated(tables, **options), "days")]


@pytest.mark.article("ludo", "Article 4.2")
def test_under_a_ceiling_of_70_the_winner_of_80_gets_70_and_the_71st_nothing() -> None:
    values = bonuses(80, bonus_ceilings={2016: 70})
    assert (values[0], values[69], values[70], values[79]) == (70, 1, 0, 0)


@pytest.mark.article("ludo", "Article 4.2")
def test_under_a_ceiling_of_70_nothing_changes_for_65() -> None:
    assert bonuses(65, bonus_ceilings={2016: 70}) == list(range(65, 0, -1))


@pytest.mark.article("ludo", "Article 4.2")
def test_without_a_year_before_there_is_no_ceiling() -> None:
    assert bonuses(80)[0] == 80


def winner_after(year: int, *participants: int, kinds: str = "", **options: object) -> int:
    """The bonus of the winner of 99, in the year after one with tournaments of so many."""
    held, played = [], []
    for number, count in enumerate(participants):
        kind = "final" if kinds[number : number + 1] == "f" else "regular"
        held.append(tournament(f"t{number}", f"{year - 1}-0{number + 1}-01", kind))
        played.append(field_of(count, f"t{number}"))
    held.append(tournament("now", f"{year}-03-12"))
    outcome = rated(inputs([*played, field_of(99, "now")], *held), **options)
    return next(row.bonus for row in rows(outcome, "days") if row.tournament == "now")


@pytest.mark.article("ludo", "Article 4.2")
@pytest.mark.parametrize(
    ("participants", "ceiling"),
    [
        ((70,), 70),
        ((64,), 60),
        ((45,), 50),
        ((65,), 70),
        ((60, 69), 60),
        ((60, 70), 70),
        ((50, 50, 64), 50),
        ((50, 50, 65), 60),
        ((4,), 0),
    ],
)
def test_the_ceiling_is_the_mean_of_the_year_before_rounded_half_up(
    participants: tuple[int, ...], ceiling: int
) -> None:
    assert winner_after(2016, *participants) == ceiling


@pytest.mark.article("ludo", "Article 4.2")
def test_the_final_counts_in_the_mean() -> None:
    assert winner_after(2016, 40, 80, kinds="rf") == 60


@pytest.mark.article("ludo", "Article 4.2")
def test_there_are_ceilings_from_2014_on() -> None:
    assert (winner_after(2013, 40), winner_after(2014, 40)) == (99, 40)


@pytest.mark.article("ludo", "Article 4.2")
def test_the_option_goes_before_the_mean() -> None:
    assert winner_after(2016, 40, bonus_ceilings={2016: 70}) == 70
    assert winner_after(2016, 40, bonus_ceilings={2017: 70}) == 40


@pytest.mark.article("ludo", "Article 4.2")
def test_a_tournament_without_results_does_not_count_in_the_mean() -> None:
    held = [tournament("a", "2015-03-01"), tournament("off", "2015-04-01"), tournament("b", "2016-03-01")]
    outcome = rated(inputs([field_of(40, "a"), field_of(99, "b")], *held))
    assert max(row.bonus for row in rows(outcome, "days") if row.tournament == "b") == 40


@pytest.mark.article("ludo", "Article 4.2")
def test_the_final_has_a_bonus_under_the_same_ceiling() -> None:
    tables = inputs([field_of(12, "last")], tournament("last", "2016-11-12", "final"))
    assert [row.bonus for row in rows(rated(tables, bonus_ceilings={2016: 10}), "days")][:3] == [10, 9, 8]


# Article 4.4


def duels(key: str, winner: str, loser: str) -> list[Result]:
    """A tournament of one round and two players: 102 + 2 for the winner, 0 + 1 for the other."""
    return table(f"{key} 1 A", f"{winner} 1", f"{loser} 2")


@pytest.mark.article("ludo", "Article 4.4")
def test_a_year_is_the_five_best_regular_tournaments_and_the_final() -> None:
    held = [tournament(f"t{n}", f"2016-0{n}-01") for n in range(1, 8)]
    held.append(tournament("last", "2016-11-12", "final"))
    played = [duels(f"t{n}", *("ab" if n != 3 else "ba")) for n in range(1, 8)]
    outcome = rated(inputs([*played, duels("last", "a", "c")], *held))
    assert [tuple(row) for row in rows(outcome, "year-2016")] == [
        (1, "a", "A", "", 5, 5 * 104.0, 104.0, 624.0),
        (2, "b", "B", "", 5, 104.0 + 4, 0.0, 108.0),
        (3, "c", "C", "", 0, 0.0, 1.0, 1.0),
    ]


@pytest.mark.article("ludo", "Article 4.4")
def test_a_regular_tournament_after_the_final_counts_beside_it() -> None:
    held = [tournament("end", "2016-06-01", "final"), tournament("late", "2016-07-01")]
    outcome = rated(inputs([duels("end", "a", "b"), duels("late", "a", "b")], *held))
    assert [tuple(row)[4:] for row in rows(outcome, "year-2016")] == [
        (1, 104.0, 104.0, 208.0),
        (1, 1.0, 1.0, 2.0),
    ]


@pytest.mark.article("ludo", "Article 4.4")
def test_ludo_is_a_third_two_thirds_and_all_of_three_years() -> None:
    held = [tournament(f"y{year}", f"{year}-03-01") for year in range(2013, 2017)]
    played = [
        duels("y2013", "a", "b"),
        duels("y2014", "a", "c"),
        duels("y2015", "b", "a"),
        duels("y2016", "a", "b"),
    ]
    outcome = rated(inputs(played, *held), bonus_ceilings={2014: 9, 2015: 9, 2016: 9})
    ludo_rows = {row.player: row for row in rows(outcome, "ludo")}
    assert tuple(ludo_rows["a"])[4:] == (104.0, 1.0, 104.0, pytest.approx(104 / 3 + 2 / 3 + 104))
    assert tuple(ludo_rows["b"])[4:] == (0.0, 104.0, 1.0, pytest.approx(208 / 3 + 1))
    assert tuple(ludo_rows["c"])[4:] == (1.0, 0.0, 0.0, pytest.approx(1 / 3))
    assert [row.rank for row in rows(outcome, "ludo")] == [1, 2, 3]


@pytest.mark.article("ludo", "Article 4.4")
def test_who_did_not_play_for_three_years_is_not_in_ludo() -> None:
    held = [tournament("old", "2013-03-01"), tournament("new", "2016-03-01")]
    outcome = rated(inputs([duels("old", "a", "b"), duels("new", "a", "c")], *held))
    assert [row.player for row in rows(outcome, "ludo")] == ["a", "c"]


@pytest.mark.article("ludo", "Article 4.4")
def test_ludo_is_that_of_the_latest_year_with_a_result() -> None:
    held = [tournament("a", "2015-03-01"), tournament("b", "2016-03-01"), tournament("c", "2017-03-01")]
    tables = inputs([duels("a", "x", "y"), duels("b", "x", "y")], *held)
    assert rows(rated(tables), "ludo")[0].this_year == 102.0  # the ceiling is 0: two players, to tens
    assert [table.name for table in rated(tables).tables if table.name.startswith("year")] == [
        "year-2016",
        "year-2015",
    ]


# Article 4.5


def rankings(*rounds: list[Result], **options: object) -> dict[str, tuple[int, float, float]]:
    """Times played, points and ranking of Catan by player."""
    held = [
        tournament(key, f"2016-0{n}-01")
        for n, key in enumerate(dict.fromkeys(row[0].tournament for row in rounds), 1)
    ]
    ranked = rows(rated(inputs(rounds, *held)), "games-2016")
    return {row.player: (row.played, row.points, row.ranking) for row in ranked if row.game == "Catan"}


@pytest.mark.article("ludo", "Article 4.5")
def test_104_and_50_in_one_game_are_divided_by_four() -> None:
    values = rankings(
        table("t1 1 A", "a 1", "b 2", "c 3", "d 4"), table("t1 2 A", "c 1", "a 2", "b 2", "d 4")
    )
    assert values["a"] == (2, 154.0, 38.5)


@pytest.mark.article("ludo", "Article 4.5")
@pytest.mark.parametrize(("times", "divisor"), [(1, 4), (2, 4), (3, 4), (4, 5), (5, 6)])
def test_the_divisor_is_four_at_least_and_one_more_than_the_times_played(times: int, divisor: int) -> None:
    values = rankings(*(table(f"t{n} 1 A", "a 1", "b 2") for n in range(times)))
    assert values["a"] == (times, 102.0 * times, 102.0 * times / divisor)


@pytest.mark.article("ludo", "Article 4.5")
def test_a_game_is_ranked_by_calendar_year_with_its_final_and_without_bonus_for_the_day() -> None:
    held = [
        tournament("old", "2015-03-01"),
        tournament("new", "2016-03-01"),
        tournament("last", "2016-11-12", "final"),
    ]
    played = [table(f"{key} 1 A", "a 1 3", "b 2 1") for key in ("old", "new", "last")]
    outcome = rated(inputs(played, *held))
    assert [tuple(row) for row in rows(outcome, "games-2016")] == [
        ("Catan", 1, "a", "A", 2, 205.5, 51.375),
        ("Catan", 2, "b", "B", 2, 0.5, 0.125),
    ]
    assert [row.played for row in rows(outcome, "games-2015")] == [1, 1]


def seats(tables: object, as_of: date = date(2099, 1, 1), **options: object) -> list[tuple[object, ...]]:
    seats = rows(rated(tables, as_of, **options), "final-tables")  # type: ignore[arg-type]
    return [(row.year, row.game, row.seat, row.player, row.reserve) for row in seats]


@pytest.mark.article("ludo", "Article 4.5")
def test_final_tables_seat_the_best_before_the_final_and_the_rest_are_reserves() -> None:
    held = [tournament("spring", "2016-03-01"), tournament("last", "2016-11-12", "final")]
    played = [
        table("spring 1 A", "a 1", "b 2", "c 3", "d 4"),
        table("spring 1 B", "e 1", "f 2", "g 3"),
        table("last 1 A", "g 1", "a 2"),
    ]
    assert seats(inputs(played, *held)) == [
        (2016, "Catan", 1, "a", False),
        (2016, "Catan", 2, "e", False),
        (2016, "Catan", 3, "b", False),
        (2016, "Catan", 4, "f", False),
        (2016, "Catan", 5, "c", True),
        (2016, "Catan", 6, "d", True),
        (2016, "Catan", 7, "g", True),
    ]


@pytest.mark.article("ludo", "Article 4.5")
def test_equal_rankings_are_seated_by_the_alphabet_and_an_option_gives_more_seats() -> None:
    played = [table("spring 1 A", "d 1", "c 1", "b 1", "a 1", "e 5", game="El Grande")]
    assert seats(inputs(played), final_seats={"el grande": 5}) == [
        (2016, "El Grande", n, player, False) for n, player in enumerate("abcde", 1)
    ]
    assert [row[4] for row in seats(inputs(played), final_seats={"EL-GRANDE": 2})] == [False] * 2 + [True] * 3


@pytest.mark.article("ludo", "Article 4.5")
def test_while_there_is_no_final_all_tournaments_count_for_its_tables() -> None:
    held = [tournament("spring", "2016-03-01"), tournament("last", "2016-11-12", "final")]
    held.append(tournament("late", "2016-12-01"))
    played = [duels("spring", "a", "b"), duels("last", "b", "a"), duels("late", "c", "a")]
    tables = inputs(played, *held)
    assert [row[3] for row in seats(tables, date(2016, 11, 11))] == ["a", "b"]
    assert [row[3] for row in seats(tables)] == ["a", "b"]
    without = inputs([played[0], played[2]], held[0], held[2])
    assert [row[3] for row in seats(without)] == ["a", "c", "b"]


def test_games_and_tables_stand_in_their_order() -> None:
    played = [
        table("spring 1 10", "a 1", "b 2", game="Zug um Zug"),
        table("spring 1 9", "c 1", "d 2", game="Éclipse"),
        table("spring 1 B", "e 1", "f 2", game="Dixit"),
    ]
    outcome = rated(inputs(played))
    assert [row.table for row in rows(outcome, "rounds")] == ["9", "9", "10", "10", "B", "B"]
    assert list(dict.fromkeys(row.game for row in rows(outcome, "games-2016"))) == [
        "Dixit",
        "Éclipse",
        "Zug um Zug",
    ]


def test_before_anything_was_played_the_tables_have_a_header_and_no_year() -> None:
    outcome = rated(inputs([], players=players("ab")))
    assert [(table.name, list(table.rows)) for table in outcome.tables] == [
        (name, []) for name in ("ludo", "days", "rounds", "prizes", "final-tables")
    ]
