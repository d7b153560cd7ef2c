"""What does not make sense in the rows that a club brings, and what does."""

from collections.abc import Iterable, Sequence
from datetime import date, timedelta
from itertools import count

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitegen.importing import values
from sitegen.importing.values import Doubt, Row


def session(day: str, *scores: float, section: str = "") -> list[Row]:
    return [
        {"date": day, "section": section, "pair": str(n), "score": str(score)}
        for n, score in enumerate(scores, 1)
    ]


def told(doubts: Iterable[Doubt]) -> list[tuple[int, str]]:
    return [(doubt.row, doubt.message.code) for doubt in doubts]


def test_percentages_are_fifty_on_average() -> None:
    right, wrong = session("2026-02-05", 60, 55, 45, 40), session("2026-02-12", 60, 55, 45, 55.5)
    assert told(values.check_pairs(right)) == []
    assert told(values.check_pairs([*right, *wrong, *right])) == [(4, "percentages-not-fifty")]


def test_percentages_of_sections_that_were_scored_across() -> None:
    one, two = (
        session("2026-02-05", 60, 58, 56, 54, section="A"),
        session("2026-02-05", 46, 44, 42, 40, section="B"),
    )
    assert told(values.check_pairs([*one, *two])) == []


def test_what_is_not_read_is_no_session() -> None:
    rows = [
        *session("2026-02-05", 60, 55, 45),
        {"date": "2026-02-05", "score": "lots"},
        {"date": "2026-02-05"},
    ]
    assert told(values.check_pairs(rows)) == []
    assert told(values.check_butler(rows)) == []


def test_imps_cancel_out() -> None:
    right, wrong = session("2026-02-05", 30, -30, 12, -12), session("2026-02-12", 30, -30, 12, 20)
    assert told(values.check_butler([*right, *wrong])) == [(4, "imps-do-not-cancel-out")]


def test_imps_of_an_evening_and_of_a_board() -> None:
    board, evening = session("2026-02-05", 1.25, -0.75, 0.5, -1), session("2026-02-12", 30, -18, 12, -24)
    assert told(values.check_butler([*board, *evening])) == []


def plays(*tables: Sequence[tuple[object, object]], game: str = "Catan") -> list[Row]:
    numbers = count()
    return [
        {"table": f"{game} {number}", "game": game, "place": str(place), "score": str(score)}
        for table, number in zip(tables, numbers, strict=False)
        for place, score in table
    ]


RANKS = [(1, 10), (2, 8), (2, 8), (4, 3)]


def test_places_follow_the_scores_and_seats_do_not() -> None:
    lowest = [(1, 3), (2, 8), (3, 10)]
    seats = ([(1, 5), (2, 9), (3, 2)], [(1, 5), (2, 2), (3, 9)], [(1, 1), (2, 3), (3, 2)])
    assert told(values.check_seats([*plays(*[RANKS] * 6), *plays(*[lowest] * 6, game="Golf")])) == []
    assert told(values.check_seats(plays(*seats, *seats, RANKS))) == [(0, "places-are-seats")]


def test_few_tables_or_none_with_scores_say_nothing() -> None:
    seats = [(1, 5), (2, 9), (3, 2)]
    assert told(values.check_seats(plays(*[seats] * 4))) == []
    assert told(values.check_seats(plays(*[[(1, ""), (2, ""), (3, "")]] * 9))) == []


MONDAYS = [date(2026, 1, 5) + timedelta(weeks=week) for week in range(40)]


@pytest.mark.parametrize(
    ("cells", "is_month_first"),
    [
        (["5/2/2026", "25/2/2026"], False),
        (["5/2/2026", "2/25/26 20:00"], True),
        (["25/2/2026", "2/25/2026"], False),
        (["5/2/2026", "6/2/2026"], False),
        (["2026-02-25", "soon", "5/5/2026", "31/31/2026"], False),
        ([], False),
    ],
)
def test_one_reading_for_a_column(cells: Sequence[str], is_month_first: bool) -> None:
    assert values.detect_month_first(cells) == (is_month_first, "")


@pytest.mark.parametrize("form", ["%d/%m/%Y", "%m/%d/%y"])
def test_weekdays_decide_where_both_readings_are_possible(form: str) -> None:
    cells = [day.strftime(form) for day in MONDAYS if day.day <= 12]
    number = sum(day.day != day.month for day in MONDAYS if day.day <= 12)
    evidence = f"dates: {number} / {number}"
    assert values.detect_month_first(cells) == ((True, evidence) if form == "%m/%d/%y" else (False, ""))


@given(
    st.lists(st.dates(date(1950, 1, 1), date(2068, 12, 31)), max_size=30),
    st.sampled_from(("%d/%m/%Y", "%m/%d/%Y")),
)
def test_a_column_of_true_days_is_never_read_the_other_way(days: list[date], form: str) -> None:
    """Where a cell has but one reading, that is the one of all."""
    found = values.detect_month_first([day.strftime(form) for day in days])
    if any(day.day > 12 for day in days):
        assert found == (form.startswith("%m"), "")


CELL = st.sampled_from(
    ("", "x", "0-0", "1-0", "½*", "12", "-3,5", "nan", "inf", "5/2/2026", "2026-02-05", "9" * 40)
)


@given(
    st.lists(
        st.dictionaries(st.sampled_from(("date", "score", "place", "table", "section")), CELL),
        max_size=9,
    )
)
def test_whatever_the_rows_are_doubts_stand_in_them(rows: list[dict[str, str]]) -> None:
    doubts = [
        *values.check_pairs(rows),
        *values.check_butler(rows),
        *values.check_seats(rows),
    ]
    assert all(0 <= doubt.row < len(rows) and doubt.message.code for doubt in doubts)
