"""What all ranking systems share: ties, order, movement, and which lists keep a page."""

from datetime import date
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitegen import rate
from sitegen.config import Ranking
from sitegen.model import Player, When


def player(ident: str, alphabet: int, *, hidden: bool = False) -> Player:
    return Player(id=ident, name=ident.title(), alphabet=alphabet, hidden=hidden)


def test_equal_figures_share_a_rank_and_the_next_is_skipped() -> None:
    assert rate.shared_ranks([41.0, 40.0, 40.0, 39.0]) == [1, 2, 2, 4]
    assert rate.shared_ranks([7.0, 7.0, 7.0]) == [1, 1, 1]
    assert rate.shared_ranks([]) == []


@pytest.mark.parametrize(("difference", "ranks"), [(4e-7, [1, 1]), (6e-7, [1, 2])])
def test_figures_are_equal_when_they_agree_to_six_decimals(difference: float, ranks: list[int]) -> None:
    assert rate.shared_ranks([1500.0 + difference, 1500.0]) == ranks


def test_inside_a_shared_rank_the_order_is_alphabetical() -> None:
    """A hidden player stands last among equals, since the place would tell the name; all keep their rank."""
    zoe, adam, eve = player("zoe", 2), player("player-1", 0, hidden=True), player("eve", 1)
    low, figures = (
        player("low", 3),
        {"zoe": 1500.0, "player-1": 1500.0 + 1e-9, "eve": 1500.0 + 2e-9, "low": 9},
    )
    assert rate.ranked([low, adam, zoe, eve], figures) == [(1, eve), (1, zoe), (1, adam), (4, low)]


def test_where_nobody_shares_a_place_a_tie_goes_by_real_names_whoever_hides() -> None:
    zoe, adam = player("zoe", 2), player("player-1", 0, hidden=True)
    assert rate.ordered([zoe, adam], {"zoe": 1.0, "player-1": 1.0}) == [adam, zoe]


def test_where_order_only_shows_hidden_players_come_last() -> None:
    players = [player("player-1", 0, hidden=True), player("zoe", 2), player("eve", 1)]
    assert rate.places(players) == {"eve": 0, "zoe": 1, "player-1": 2}


def test_the_highest_figure_comes_first() -> None:
    low, high = player("low", 0), player("high", 1)
    assert rate.ranked([low, high], {"low": -2.0, "high": 3.0}) == [(1, high), (2, low)]


def test_in_an_alphabetical_table_hidden_players_stand_last_in_the_order_of_their_rows() -> None:
    rows = [
        player("player-1", 3, hidden=True),
        player("zoe", 4),
        player("player-2", 0, hidden=True),
        player("eve", 1),
    ]
    assert [each.id for each in rate.alphabetical(rows)] == ["eve", "zoe", "player-1", "player-2"]


def test_movement_counts_places_won_and_is_blank_for_a_newcomer() -> None:
    assert rate.movement(2, 5) == 3
    assert rate.movement(5, 2) == -3
    assert rate.movement(4, 4) == 0
    assert rate.movement(1, None) is None


def test_the_latest_lists_and_the_last_of_each_year_keep_a_page() -> None:
    last_of_2024, last_of_2025 = date(2024, 12, 28), date(2025, 12, 27)
    before, current = date(2026, 1, 10), date(2026, 1, 17)
    days = [date(2024, 12, 21), last_of_2024, date(2025, 1, 4), last_of_2025, date(2026, 1, 3)]
    days += [before, current]
    assert rate.kept(days, 1) == [last_of_2024, last_of_2025, before, current]
    assert rate.kept(days, 0) == [last_of_2024, last_of_2025, current]
    assert rate.kept(days, 52) == days


@given(st.lists(st.dates(date(2020, 1, 1), date(2026, 12, 31)), min_size=1, unique=True), st.integers(0, 60))
def test_a_list_that_keeps_its_page_had_it_on_every_day_before(days: list[date], archive: int) -> None:
    """What is dropped never comes back, except a year's last list when its year is over."""
    days.sort()
    kept = rate.kept(days, archive)
    assert kept[-1] == days[-1]
    assert len(kept) >= min(len(days), archive + 1)
    for day in kept:
        is_last_of_year = all(other.year > day.year for other in days if other > day)
        assert is_last_of_year or day in rate.kept(days[:-1], archive)


def test_each_ranking_is_calculated_by_its_own_system_from_its_own_tables(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(rate, "faults", lambda *_: ())

    def system(name: str) -> Any:
        return SimpleNamespace(rate=lambda *given: (name, *given))

    rankings: list[Any] = [
        Ranking("one", "fibs", system("fibs"), "One", "A", 52),
        Ranking("two", "ruit", system("ruit"), "Two", "B", 0),
    ]
    day = date(2026, 11, 21)
    site: Any = SimpleNamespace(rankings=rankings)
    made, problems = rate.outcomes(site, {"one": [1], "two": [2]}, day)
    assert problems == []
    assert made == {"one": ("fibs", [1], "A", When(day, 52)), "two": ("ruit", [2], "B", When(day, 0))}


def test_things_that_are_equal_to_six_decimals_share_a_rank_in_the_order_they_came_in() -> None:
    figures = {"a": 0.3, "b": 0.1 + 0.2, "c": 0.30001, "d": 0.3}
    assert rate.best_first("abcd", figures.__getitem__) == [(1, "c"), (2, "a"), (2, "b"), (2, "d")]
