"""What is refused of a season of the chess club, where it stands, and what is said of it."""

from datetime import timedelta
from typing import Any

import pytest
from chess import check, club, evening, level, season

from sitegen.core.entities import Fault
from sitegen.systems.ijssel.tables import Inputs

FOUR = level("an bo ci di")


def only(faults: list[Fault]) -> Fault:
    """The one fault that there is, an error."""
    (fault,) = faults
    assert not fault.warning, fault
    assert fault.hint, fault
    return fault


def warned(faults: list[Fault]) -> Fault:
    """The one fault that there is, a warning."""
    (fault,) = faults
    assert fault.warning, fault
    assert fault.hint, fault
    return fault


def entry(inputs: Inputs, number: int, *names: str) -> Any:
    """The one game or absence of a round in which these players stand."""
    entries: list[Any] = [*inputs.games, *inputs.absences]
    (row,) = (entry for entry in entries if entry.round == number and {*names} <= {*entry})
    return row


def test_a_season_in_order_has_no_faults() -> None:
    played = ["an 1-0 bo, ci 0-1f di", "an ½-½ ci, bo bye, di no-show", "an v di, bo external"]
    assert check(season(FOUR, [], rounds=25)) == []
    assert check(season(FOUR, played, rounds=25)) == []


@pytest.mark.parametrize("result", ["1-0f", "0-1f", "1-0", ""])
def test_a_game_against_oneself_is_for_the_table_to_refuse(result: str) -> None:
    inputs = season(FOUR, ["an 1-0 bo, ci 1-0 di"], rounds=3)
    (first, second) = inputs.games
    alone = first.replace(black=first.white, result=result or None)
    assert [column for column, *_ in alone.find_faults()] == ["black"]
    assert [fault for fault in check(inputs._replace(games=[alone, second])) if fault.row is alone] == []


# The calendar


def test_rounds_are_numbered_from_one_without_gaps() -> None:
    inputs = season(FOUR, [], rounds=5)
    without_3 = inputs._replace(rounds=[round_ for round_ in inputs.rounds if round_.round != 3])
    fault = only(check(without_3))
    assert (fault.row, fault.column) == (inputs.rounds[3], "round")
    assert "3" in fault.message


def test_the_first_round_is_round_one() -> None:
    inputs = season(FOUR, [], rounds=3)
    fault = only(check(inputs._replace(rounds=inputs.rounds[1:])))
    assert (fault.row, fault.column) == (inputs.rounds[1], "round")
    assert "1" in fault.message


@pytest.mark.parametrize(
    ("number", "days", "message"),
    [
        (2, 10, "round 2 on 2026-09-18 comes after round 3 on 2026-09-15"),
        (2, 100, "round 2 on 2026-12-17 comes after round 3 on 2026-09-15"),
        (1, 8, "round 1 on 2026-09-09 comes after round 2 on 2026-09-08"),
        (4, -20, "round 4 on 2026-09-02 comes before round 3 on 2026-09-15"),
    ],
)
def test_a_round_that_was_moved_is_told_with_its_date(number: int, days: int, message: str) -> None:
    """It may be meant, and is calculated when it is played."""
    inputs = season(FOUR, [], rounds=5)
    rounds = list(inputs.rounds)
    rounds[number - 1] = moved = rounds[number - 1].replace(date=evening(number) + timedelta(days=days))
    fault = warned(check(inputs._replace(rounds=rounds)))
    assert (fault.row, fault.column, fault.message) == (moved, "date", message)


@pytest.mark.parametrize("year", [1926, 2062])
def test_of_a_date_in_a_wrong_year_the_calendar_says_nothing_more(year: int) -> None:
    """Whoever reads the tables does."""
    inputs = season(FOUR, ["an 1-0 bo, ci 1-0 di", "an ½-½ ci, bo ½-½ di"], rounds=4)
    rounds = list(inputs.rounds)
    rounds[1] = rounds[1].replace(date=evening(2).replace(year=year))
    assert check(inputs._replace(rounds=rounds)) == []


def test_two_rounds_may_be_played_on_one_day() -> None:
    inputs = season(FOUR, [], rounds=3)
    same_day = inputs.rounds[1].replace(date=inputs.rounds[0].date)
    assert check(inputs._replace(rounds=[inputs.rounds[0], same_day, inputs.rounds[2]])) == []


def test_the_rows_of_the_calendar_may_stand_in_any_order() -> None:
    inputs = season(FOUR, ["an 1-0 bo, ci ½-½ di"], rounds=4)
    assert check(inputs._replace(rounds=inputs.rounds[::-1])) == []


@pytest.mark.parametrize("line", ["an v bo", "an absent"])
def test_what_is_played_or_missed_stands_in_the_calendar(line: str) -> None:
    inputs = season(FOUR, ["", "", line])
    fault = only(check(inputs._replace(rounds=inputs.rounds[:2])))
    assert (fault.row, fault.column) == (entry(inputs, 3, "an"), "round")
    assert "3" in fault.message


# One entry a round


def test_everyone_has_a_game_or_an_absence_in_a_round_that_has_been_played() -> None:
    """One fault a round, at its last game, that names all of them."""
    inputs = season(FOUR, ["an 1-0 bo", "an 1-0 bo, di club"])
    first, second = check(inputs)
    assert [(fault.row, fault.column) for fault in (first, second)] == [
        (row, "round") for row in inputs.games
    ]
    assert "Ci" in first.message
    assert "Di" in first.message
    assert "round 1" in first.message
    assert "Ci" in second.message
    assert "Di" not in second.message
    assert "An" not in first.message + second.message


def test_of_a_round_that_hardly_has_a_row_the_number_is_doubted() -> None:
    """A game of round 1 that was entered for round 9."""
    inputs = season(level("an bo ci di eva"), ["", "an 1-0 bo"], rounds=9)
    (fault,) = (problem for problem in check(inputs) if not problem.warning)
    assert (fault.row, fault.column) == (inputs.games[0], "round")
    assert fault.message == "round 2 has neither a game nor an absence of 3 of its 5 players: Ci, Di, Eva"
    assert "the number of the round" in fault.hint


@pytest.mark.parametrize(
    ("away", "column", "message"),
    [
        (range(1, 4), "joined", "Eva has neither a game nor an absence before round 4"),
        (range(3, 6), "left", "Eva has neither a game nor an absence after round 2"),
        (range(1, 6), "joined", "Eva has neither a game nor an absence in any round that was played"),
    ],
)
def test_who_is_missing_from_the_start_or_to_the_end_is_told_once(
    away: range, column: str, message: str
) -> None:
    """It is the player who came later, or has left."""
    played = "an ½-½ bo, ci ½-½ di"
    lines = [played if number in away else f"{played}, eva club" for number in range(1, 6)]
    players = level("an bo ci di eva")
    (fault,) = (problem for problem in check(season(players, lines)) if not problem.warning)
    assert (fault.row, fault.column, fault.message) == (players[4], column, message)
    assert column in fault.hint


def test_who_is_missing_here_and_there_or_with_many_is_told_by_round() -> None:
    here = [f"an ½-½ bo, ci ½-½ di{', eva club' if number in {1, 4} else ''}" for number in range(1, 6)]
    errors = [problem for problem in check(season(level("an bo ci di eva"), here)) if not problem.warning]
    assert [problem.row.round for problem in errors] == [2, 3, 5]
    many = season(level("an bo ci di eva fay"), ["an ½-½ bo"] * 3)
    assert [problem.column for problem in check(many) if not problem.warning] == ["round"] * 3


def test_nobody_is_missed_before_joining_or_after_leaving() -> None:
    players = [*FOUR[:2], FOUR[2].replace(joined=2), FOUR[3].replace(left=1)]
    assert check(season(players, ["an ½-½ bo, di club", "ci ½-½ an, bo club"])) == []


@pytest.mark.parametrize(
    ("line", "who"),
    [
        ("an 1-0 bo, bo absent, ci ½-½ di", "bo"),
        ("an 1-0 bo, ci 1-0 bo, di club", "bo"),
        ("an v bo, ci v bo, di club", "bo"),
        ("an v bo, bo bye", "bo"),
        ("an 1-0f bo, bo ½-½ ci, di club", "bo"),
        ("an 1-0f bo, bo odd, ci ½-½ di", "bo"),
        ("an 1-0f bo, an bye, ci ½-½ di", "an"),
        ("an 1-0f bo, an absent, ci ½-½ di", "an"),
        ("an 1-0f bo, an ½-½ ci, an odd, di club", "an"),
        ("an 1-0f bo, an ½-½ ci, an 1-0 di", "an"),
    ],
)
def test_nobody_has_two_entries_in_a_round(line: str, who: str) -> None:
    """Not in a round to come either."""
    inputs = season(FOUR, [line], rounds=5)
    fault = only(check(inputs))
    assert getattr(fault.row, fault.column) == who
    assert inputs.games[0].source in fault.message
    assert fault.row != inputs.games[0]
    assert who.title() in fault.message
    assert "round 1" in fault.message


@pytest.mark.parametrize("second", ["an 1-0 bo", "bo ½-½ an"])
def test_a_game_that_is_entered_twice_is_told_once(second: str) -> None:
    inputs = season(FOUR, [f"an 1-0 bo, ci 1-0 di, {second}"])
    fault = only(check(inputs))
    assert (fault.row, fault.column) == (inputs.games[2], "white")
    assert fault.message == "this game of round 1 stands in games.csv:2 already"


@pytest.mark.parametrize(
    "line",
    [
        "an 1-0f bo, an ½-½ ci, di club",
        "bo 0-1f an, ci ½-½ an, di club",
        "an 1-0f bo, an odd, ci ½-½ di",
        "an 1-0f bo, ci 1-0f di, an ½-½ ci",
    ],
)
def test_who_won_by_forfeit_may_have_one_more_game_or_be_left_over(line: str) -> None:
    assert check(season(FOUR, [line], rounds=5)) == []


# Results


def test_a_game_that_was_put_off_is_told_after_six_weeks() -> None:
    inputs = season(FOUR, ["an 1-0 bo, ci v di"])
    fault = warned(check(inputs))
    assert (fault.row, fault.column) == (entry(inputs, 1, "ci"), "result")
    assert fault.message == f"without a result since round 1 of {evening(1)}: Ci – Di"
    assert fault.since == evening(1) + timedelta(weeks=6)


@pytest.mark.parametrize("line", ["", "an v bo, ci v di"])
@pytest.mark.parametrize("before", [[], ["an ½-½ bo, ci ½-½ di"]])
def test_a_round_that_was_passed_over_is_told_with_its_date(line: str, before: list[str]) -> None:
    """It was put off, and its new date may not be known yet."""
    inputs = season(FOUR, [*before, line, "an ½-½ ci, bo ½-½ di"])
    fault = warned(check(inputs))
    missed = len(before) + 1
    assert (fault.row, fault.column) == (inputs.rounds[missed - 1], "date")
    assert fault.message == (
        f"round {missed} of {evening(missed)} has no results, and round {missed + 1} of {evening(missed + 1)}"
        " has"
    )


def test_rounds_before_the_same_one_are_told_together() -> None:
    inputs = season(FOUR, ["", "", "an ½-½ ci, bo ½-½ di", "", "an ½-½ bo, ci ½-½ di"])
    first, second = (problem for problem in check(inputs) if problem.column == "date")
    assert (first.row, second.row) == (inputs.rounds[0], inputs.rounds[3])
    assert first.message == (
        f"rounds 1, 2, from {evening(1)}, have no results, and round 3 of {evening(3)} has"
    )


# Byes


def test_a_third_bye_is_refused() -> None:
    inputs = season(level("an bo ci"), ["an ½-½ bo, ci bye"] * 3, rounds=25)
    (fault,) = (problem for problem in check(inputs) if not problem.warning)
    assert (fault.row, fault.column) == (entry(inputs, 3, "ci"), "code")
    assert "Ci" in fault.message
    assert "2" in fault.message


# Joining and leaving


@pytest.mark.parametrize(
    ("line", "column"), [("an v bo", "white"), ("bo v an", "black"), ("an absent", "player")]
)
@pytest.mark.parametrize(("cells", "number"), [({"joined": 3}, 3), ({"left": 1}, 1)])
def test_nobody_plays_or_is_away_before_joining_or_after_leaving(
    line: str, column: str, cells: dict[str, int], number: int
) -> None:
    players = [FOUR[0].replace(**cells), *FOUR[1:]]
    inputs = season(players, ["bo ½-½ ci, di club" + (", an club" if number == 1 else ""), line], rounds=5)
    fault = only(check(inputs))
    assert (fault.row, fault.column) == (entry(inputs, 2, "an"), column)
    assert "An" in fault.message
    assert "2" in fault.message
    assert str(number) in fault.message + fault.hint


@pytest.mark.parametrize("cells", [{"joined": 6}, {"left": 6}])
def test_nobody_joins_or_leaves_after_the_last_round(cells: dict[str, int]) -> None:
    late = FOUR[0].replace(**cells)
    fault = only(check(season([late, *FOUR[1:]], [], rounds=5)))
    (column,) = cells
    assert (fault.row, fault.column) == (late, column)
    assert "6" in fault.message
    assert "5" in fault.message + fault.hint


def test_the_last_round_itself_is_one_to_join_or_leave_in() -> None:
    players = [FOUR[0].replace(joined=5), FOUR[1].replace(left=5), *FOUR[2:]]
    assert check(season(players, [], rounds=5)) == []


# 5.1. Limitering aantal confrontaties


@pytest.mark.parametrize("second", ["an ½-½ bo", "bo 1-0 an"])
def test_a_second_meeting_in_a_period_is_a_warning(second: str) -> None:
    """The first five of 25 rounds are a period."""
    lines = ["an 1-0 bo, ci club, di club", "ci ½-½ di, an club, bo club", f"{second}, ci club, di club"]
    inputs = season(FOUR, lines, rounds=25)
    (fault,) = check(inputs)
    assert fault.warning
    assert fault.row == entry(inputs, 3, "an", "bo")
    assert "An" in fault.message
    assert "Bo" in fault.message
    assert "round 1" in fault.message
    assert inputs.games[0].source in fault.message
    assert check(season(FOUR, lines)) == []


# One player


@pytest.mark.parametrize(
    "cells", [{}, {"knsb_rating": 1800.0, "knsb_reliable": False}, {"youth": True, "joined": 4}]
)
def test_a_player_needs_a_rating_to_start_with(cells: dict[str, Any]) -> None:
    (player,) = club(an=cells)
    ((column, message, hint),) = player.find_faults()
    assert column == "estimate"
    assert message == "An has no rating to start with"
    assert "knsb_rating" in hint


def test_nobody_leaves_before_joining() -> None:
    (player,) = club(an={"final_rating": 1800.0, "joined": 4, "left": 3})
    ((column, message, hint),) = player.find_faults()
    assert column == "left"
    assert message == "the last round, 3, comes before the first, 4"
    assert hint
    assert not list(player.replace(left=4).find_faults())
