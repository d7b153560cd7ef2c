"""Glicko-2 ratings: Glickman's example, and the calendar."""

from collections.abc import Sequence
from datetime import date, timedelta
from math import exp, log, pi, sqrt
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitegen.core.entities import Moment
from sitegen.core.model import Outcome
from sitegen.systems import glicko2
from sitegen.systems.glicko2.tables import Decision, Options, Player
from sitegen.toolkit.duel.tables import POINTS, Game

DAY = date(2026, 7, 31)
GLICKMAN = {"own": (1500.0, 200.0), "a": (1400.0, 30.0), "b": (1550.0, 100.0), "c": (1700.0, 300.0)}
GAMES = [
    Game(date(2026, 7, 3), "own", "a", "1-0"),
    Game(date(2026, 7, 10), "own", "b", "0-1"),
    Game(date(2026, 7, 31), "c", "own", "1-0"),
]


def rated(games: list[Game], when: date = DAY, decisions: Sequence[Decision] = (), **options: Any) -> Outcome:
    players = [
        Player(id=name, name=name, alphabet=place, rating=rating, deviation=deviation, volatility=0.06)
        for place, (name, (rating, deviation)) in enumerate(GLICKMAN.items())
    ]
    return glicko2.rate(glicko2.Inputs(players, games, decisions=decisions), Options(**options), Moment(when))


def rows(outcome: Outcome, name: str) -> list[Any]:
    return next(list(table.rows) for table in outcome.tables if table.name == name)


def standing(outcome: Outcome, player: str) -> Any:
    listed = [*rows(outcome, "rating-list"), *rows(outcome, "provisional")]
    return next(row for row in listed if row.player == player)


def calculated(outcome: Outcome, player: str) -> Any:
    """The line of a player on the page of the first period."""
    return next(row for row in outcome.events[0].content.tables[1].rows if row.player == player)


@pytest.mark.article("glicko2", "Step 2", "Step 3", "Step 4", "Step 5", "Step 6", "Step 7", "Step 8")
def test_glickmans_own_example() -> None:
    """He has 1464.06 and 0.05999, out of figures that he rounds to four decimals on the way."""
    own = calculated(rated(GAMES), "own")
    assert f"{own.rating_after:.6f} {own.deviation_after:.6f} {own.volatility_after:.6f}" == (
        "1464.050671 151.516524 0.059996"
    )
    phi = round(1 / sqrt(1 / own.star**2 + 1 / own.v), 4)
    gained = round(own.delta / own.v, 3)
    assert round(1500 + 173.7178 * round(phi**2 * gained, 4), 2) == 1464.06


@pytest.mark.article("glicko2", "Step 3", "Step 4", "Step 6")
def test_steps_on_the_page_are_those_of_glickmans_example() -> None:
    own = calculated(rated(GAMES), "own")
    assert [round(figure, 4) for figure in (own.v, own.delta, own.star)] == [1.7790, -0.4839, 1.1529]


@pytest.mark.article("glicko2", "Step 6")
def test_a_deviation_grows_by_the_volatility_while_a_player_is_away() -> None:
    deviation = standing(rated(GAMES), "own").deviation
    for month in (8, 9):
        deviation = sqrt(deviation**2 + (173.7178 * standing(rated(GAMES), "own").volatility) ** 2)
        later = standing(rated(GAMES, date(2026, month, 1)), "own")
        assert later.deviation == pytest.approx(deviation, abs=1e-9)
        assert (later.rating, later.change) == (standing(rated(GAMES), "own").rating, 0)


def test_who_comes_back_has_the_deviation_that_grew_while_out_of_competition() -> None:
    """Glickman's step 6 for each period without a game, decided or not."""
    out, back = (
        Decision(day, "own", what, "A rest.")
        for day, what in ((date(2026, 8, 10), "out of competition"), (date(2027, 2, 1), "in competition"))
    )
    last = date(2027, 2, 28)
    away, decided = rated(GAMES, last), rated(GAMES, last, [out, back])
    own = standing(decided, "own")
    start = calculated(away, "own")
    grown = sqrt(start.deviation_after**2 + 7 * (173.7178 * start.volatility_after) ** 2)
    assert (own.rating, own.deviation) == (pytest.approx(start.rating_after), pytest.approx(grown))
    assert standing(away, "own").deviation == own.deviation
    assert [
        row
        for row in rows(rated(GAMES, date(2027, 1, 31), [out, back]), "rating-list")
        if row.player == "own"
    ] == []


def test_no_deviation_becomes_larger_than_that_of_the_start() -> None:
    long_after = rated(GAMES, date(2026, 12, 31), start_deviation=150.0)
    assert {row.deviation for row in rows(long_after, "provisional")} == {150.0}


@pytest.mark.article("glicko2", "Step 1")
def test_who_has_not_played_yet_keeps_the_figures_of_the_start() -> None:
    first = Game(date(2026, 10, 1), "b", "a", "1-0")
    later = rated([*GAMES[::2], first], date(2026, 10, 31))
    before = next(row for row in rows(later, "periods") if (row.period, row.player) == ("2026-10", "b"))
    assert (before.rating_before, before.deviation_before) == GLICKMAN["b"]


def test_a_period_that_runs_is_told_as_so_far_and_keeps_no_list() -> None:
    running, over = rated(GAMES, date(2026, 8, 30)), rated(GAMES, date(2026, 8, 31))
    assert (running.listing.day, running.listing.title) == (
        date(2026, 8, 30),
        "List of {day} – the period so far",
    )
    assert [listing.day for listing in running.archive] == [DAY]
    assert [event.title for event in running.events] == ["{month}", "{month} so far"]
    assert [listing.day for listing in over.archive] == [DAY, date(2026, 8, 31)]
    assert (over.listing.title, over.events[-1].title) == ("List of {day}", "{month}")
    assert rows(running, "provisional") == rows(over, "provisional")


def test_periods_begin_with_the_first_game_and_lists_with_the_first_that_is_rated() -> None:
    early = Game(date(2026, 5, 2), "own", "a", "1-0", rated=False)
    outcome = rated([early, *GAMES], date(2026, 8, 3))
    assert [event.key for event in outcome.events] == ["2026-05", "2026-06", "2026-07", "2026-08"]
    assert [listing.day for listing in outcome.archive] == [DAY]
    assert outcome.event_keys[date(2026, 5, 2)] == outcome.event_keys["2026-05"] == "2026-05"
    assert rows(outcome, "games")[0][6:10] == ("2026-05", None, None, None)


@pytest.mark.parametrize(
    ("day", "key", "last"),
    [
        (date(2024, 12, 29), "2024-W52", date(2024, 12, 29)),
        (date(2024, 12, 30), "2025-W01", date(2025, 1, 5)),
        (date(2026, 12, 31), "2026-W53", date(2027, 1, 3)),
        (date(2027, 1, 1), "2026-W53", date(2027, 1, 3)),
    ],
)
def test_weeks_at_the_end_of_a_year_are_those_of_iso_8601(day: date, key: str, last: date) -> None:
    assert glicko2.get_week(day)[:2] == (key, last)


@given(st.dates(date(1990, 1, 1), date(2050, 1, 1)), st.sampled_from([*glicko2.PERIODS.values()]))
def test_a_period_lasts_as_long_as_its_key(day: date, of: Any) -> None:
    period = of(day)
    assert day <= period.last
    assert of(period.last) == period
    assert of(period.last + timedelta(1)).key != period.key


def test_no_upset_is_too_large() -> None:
    far = [Player(id=name, name=name, alphabet=0, rating=rating) for name, rating in (("a", 0.0), ("b", 4e3))]
    games = [Game(DAY, "a", "b", "1-0") for _ in range(60)]
    assert glicko2.rate(glicko2.Inputs(far, games), Options(start_deviation=1000.0), Moment(DAY)).events


def test_ratings_follow_from_what_is_published_alone() -> None:
    """From two files, by the steps of the paper: what the site shows can be checked by anybody."""
    outcome = rated([*GAMES, Game(date(2026, 8, 4), "a", "own", "½-½")], date(2026, 8, 31))
    for period in rows(outcome, "periods"):
        by_player = {row.player: row for row in rows(outcome, "periods") if row.period == period.period}
        v = gained = 0.0
        for game in rows(outcome, "games"):
            if game.period == period.period and period.player in (game.home, game.away):
                is_home = period.player == game.home
                other = by_player[game.away if is_home else game.home]
                s = POINTS[game.result] if is_home else 1 - POINTS[game.result]
                g = 1 / sqrt(1 + 3 * (other.deviation_before / 173.7178) ** 2 / pi**2)
                e = 1 / (1 + exp(-g * (period.rating_before - other.rating_before) / 173.7178))
                v, gained = v + g * g * e * (1 - e), gained + g * (s - e)
        star = (period.deviation_before / 173.7178) ** 2 + period.volatility_after**2
        phi = 1 / sqrt(1 / star + v)
        assert period.deviation_after == pytest.approx(173.7178 * phi)
        assert period.rating_after == pytest.approx(period.rating_before + 173.7178 * phi**2 * gained)
        x, a, delta = log(period.volatility_after**2), log(period.volatility_before**2), gained / v
        spread = (period.deviation_before / 173.7178) ** 2 + 1 / v + exp(x)
        slope = exp(x) * (delta**2 - spread) / (2 * spread**2)
        assert slope == pytest.approx((x - a) / 0.5**2, abs=1e-5)
