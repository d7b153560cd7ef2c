"""Rankings of the NBB-Clubranking from session to session, and the lines that are drawn by them."""

from datetime import date, timedelta
from typing import Any

import pytest
from test_nbb import FIRST, NEXT, SEASON, club, evening, rated, session, table

from sitegen.core.entities import Moment
from sitegen.systems import nbb
from sitegen.systems.nbb.draw import compute_line_sizes
from sitegen.systems.nbb.tables import ButlerLine, Inputs, Options, PairsLine, Partnership, Season, Substitute


def four(scores: list[float], day: date = FIRST) -> list[Any]:
    """A line of two pairs, An and Bo with these scores one evening after another."""
    return [
        row
        for number, score in enumerate(scores)
        for row in session(
            PairsLine, day + timedelta(weeks=number), f"A an bo {score}", f"A ci di {100 - score}"
        )
    ]


FOUR = club(an=70.0, bo=60.0, ci=50.0, di=None)


@pytest.mark.article("nbb", "Spelers")
def test_a_substitute_ranking_stands_in_for_sessions_not_yet_played() -> None:
    """Z = 3: after one session worth 100 a ranking of 70 is (100 + 70 + 70) / 3."""
    inputs = Inputs(FOUR, [SEASON], pairs=four([63.5]))
    rows = {
        row.player: row for row in table(rated(inputs, sessions=3, lines=1, start_ranking=40.0), "ranking")
    }
    assert (rows["an"].ranking, rows["an"].sessions, rows["an"].substituted, rows["an"].change) == (
        80,
        1,
        2,
        10,
    )
    assert rows["di"].ranking == pytest.approx((60 + 40 + 40) / 3)


@pytest.mark.article("nbb", "Spelers")
def test_the_latest_sessions_count() -> None:
    inputs = Inputs(FOUR, [SEASON], pairs=four([63.5, 36.5, 50.0, 50.0]))
    rows = {
        row.player: row for row in table(rated(inputs, sessions=2, lines=1, start_ranking=40.0), "ranking")
    }
    assert (rows["an"].ranking, rows["an"].substituted) == (80, 0)


@pytest.mark.article("nbb", "Het speelmoment en het speelseizoen")
def test_the_ranking_at_the_end_of_a_season_stands_in_at_the_start_of_the_next() -> None:
    """Ci sat the second season out and keeps what they had; Di is given one by the club."""
    first = four([63.5])
    second = session(PairsLine, date(2026, 9, 8), "A an di 50", "A bo ci 50")
    substitutes = [Substitute("2026", "di", 33.0)]
    inputs = Inputs(FOUR, [NEXT, SEASON], substitutes=substitutes, pairs=[*second, *first])
    rows = table(rated(inputs, sessions=2, lines=1, start_ranking=40.0), "points")
    before = {row.player: row.before for row in rows if row.season == "2026"}
    assert before == {"an": 85, "di": 33, "bo": 80, "ci": 55}


def test_who_sat_a_season_out_keeps_the_substitute_ranking() -> None:
    third = Season("2027", date(2027, 9, 1), date(2028, 8, 31))
    played = [*four([63.5]), *session(PairsLine, date(2027, 9, 7), "A an bo 50", "A ci di 50")]
    inputs = Inputs(FOUR, [SEASON, NEXT, third], pairs=played)
    rows = table(rated(inputs, sessions=2, lines=1, start_ranking=40.0), "points")
    assert {row.before for row in rows if row.season == "2027" and row.player == "an"} == {85}


@pytest.mark.article("nbb", "Paren", "Driemanschappen")
def test_a_pair_is_the_sum_and_a_trio_two_thirds_of_it() -> None:
    partnerships = [Partnership("ab", "an", "bo"), Partnership("abc", "an", "bo", "ci")]
    outcome = rated(Inputs(FOUR, [SEASON], partnerships=partnerships))
    assert [(row.rank, row.partnership, row.ranking) for row in table(outcome, "pairs")] == [
        (1, "ab", 130),
        (2, "abc", 120),
    ]


def test_sessions_run_by_day_then_label_and_one_without_scores_is_passed_over() -> None:
    drawn = session(PairsLine, evening(2), "A an bo -", "A ci di -")
    late = session(PairsLine, FIRST, "A an bo 63.5", "A ci di 36.5", label="late")
    outcome = rated(
        Inputs(FOUR, [SEASON], pairs=[*drawn, *late, *four([50.0])]), sessions=1, lines=1, start_ranking=40.0
    )
    rows = table(outcome, "points")
    assert [(row.session, row.player, row.after) for row in rows[::2]] == [
        ("", "an", 80),
        ("", "ci", 80),
        ("late", "an", 100),
        ("late", "ci", 60),
    ]
    assert [event.key for event in outcome.events] == ["2025-09-02", "2025-09-02-late", "2025-09-09"]


def test_a_butler_session_begins_at_no_imps() -> None:
    rows = session(ButlerLine, FIRST, "A an bo 2", "A ci di -2")
    points = table(rated(Inputs(FOUR, [SEASON], butler=rows), lines=1, start_ranking=40.0), "points")
    assert [round(row.points, 6) for row in points] == [100, 100, 60, 60]


def test_a_season_has_its_first_and_its_last_day() -> None:
    first = session(PairsLine, SEASON.start, "A an bo 50", "A ci di 50")
    last = session(PairsLine, SEASON.end, "A an bo 50", "A ci di 50")
    inputs = Inputs(FOUR, [SEASON, NEXT], pairs=[*first, *last])
    assert len(table(rated(inputs, start_ranking=40.0), "points")) == 8
    begun = nbb.rate(inputs, Options(lines=3, start_ranking=40.0), Moment(SEASON.start))
    assert {row.date for row in table(begun, "points")} == {SEASON.start}


def test_a_session_that_was_drawn_stays_there_until_it_has_scores() -> None:
    drawn = session(PairsLine, evening(2), "A an bo -", "A ci di -")
    inputs = Inputs(FOUR, [SEASON], pairs=[*four([50.0]), *drawn])
    for day in (evening(1), evening(3)):
        outcome = nbb.rate(inputs, Options(lines=3, start_ranking=40.0), Moment(day))
        assert [event.key for event in outcome.events] == ["2025-09-02", "2025-09-09"]
        assert [row.session for row in outcome.calendar[0].rows] == ["2025-09-09"]


@pytest.mark.parametrize(
    ("pairs", "lines", "expected"),
    [
        (18, 3, [6, 6, 6]),
        (18, 4, [6, 4, 4, 4]),
        (19, 4, [6, 5, 4, 4]),
        (17, 4, [5, 4, 4, 4]),
        (7, 3, [3, 2, 2]),
        (5, 4, [3, 2]),
        (2, 3, [2]),
    ],
)
@pytest.mark.article("nbb", "Paren")
def test_lines_are_of_even_sizes_the_larger_first(pairs: int, lines: int, expected: list[int]) -> None:
    assert compute_line_sizes(pairs, lines) == expected
