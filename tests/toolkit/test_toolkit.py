"""What ranking systems are built with: ties, order, movement, the course, and which lists keep a page."""

from dataclasses import replace
from datetime import date
from types import SimpleNamespace
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitegen.core.entities import Moment, Player
from sitegen.core.missing import Missing
from sitegen.core.model import Chart, Fact, Listing, Outcome, PageContent, PlayerPage, Section, ShortListing
from sitegen.core.table import Table, column
from sitegen.toolkit import order
from sitegen.toolkit import order as ahead
from sitegen.toolkit.history import (
    History,
    ListState,
    Snapshot,
    build_outcome,
    cite_articles,
    group_by_day,
    select_archived,
)
from sitegen.toolkit.order import find_duplicates, group_companions, has_no_missing
from sitegen.toolkit.ratings import RatingList, make_requirement


def player(ident: str, alphabet: int, *, hidden: bool = False) -> Player:
    return Player(id=ident, name=ident.title(), alphabet=alphabet, hidden=hidden)


def test_equal_figures_share_a_rank_and_the_next_is_skipped() -> None:
    assert order.assign_ranks([41.0, 40.0, 40.0, 39.0]) == [1, 2, 2, 4]
    assert order.assign_ranks([7.0, 7.0, 7.0]) == [1, 1, 1]
    assert order.assign_ranks([]) == []


@pytest.mark.parametrize(("difference", "ranks"), [(4e-7, [1, 1]), (6e-7, [1, 2])])
def test_figures_are_equal_when_they_agree_to_six_decimals(difference: float, ranks: list[int]) -> None:
    assert order.assign_ranks([1500.0 + difference, 1500.0]) == ranks


@pytest.mark.parametrize("difference", [0.0, 4e-7, 6e-7, 1e-6, 1.5e-6, 2.5e-6])
@pytest.mark.parametrize("base", [-7.0, 0.0000005, 1500.0])
def test_players_share_a_rank_when_their_figures_agree_however_near_the_next_is(
    base: float, difference: float
) -> None:
    one, other, last = player("one", 1), player("other", 2), player("last", 3)
    figures = {"one": base, "other": base + difference, "last": base - 100}
    ranks = order.assign_ranks([base + difference, base, base - 100])
    there = order.rank_players([last, one, other], figures)
    assert [rank for rank, _ in there] == ranks
    assert there[0][1] == (one if ranks[1] == 1 else other)


def test_inside_a_shared_rank_the_order_is_alphabetical() -> None:
    """A hidden player stands last among equals, since the place would tell the name; all keep their rank."""
    zoe, adam, eve = player("zoe", 2), player("player-1", 0, hidden=True), player("eve", 1)
    low, figures = (
        player("low", 3),
        {"zoe": 1500.0, "player-1": 1500.0 + 1e-9, "eve": 1500.0 + 2e-9, "low": 9},
    )
    assert order.rank_players([low, adam, zoe, eve], figures) == [(1, eve), (1, zoe), (1, adam), (4, low)]


def test_where_nobody_shares_a_place_a_tie_goes_by_real_names_whoever_hides() -> None:
    zoe, adam = player("zoe", 2), player("player-1", 0, hidden=True)
    assert order.sort_players([zoe, adam], {"zoe": 1.0, "player-1": 1.0}) == [adam, zoe]


def test_where_order_only_shows_hidden_players_come_last() -> None:
    players = [player("player-1", 0, hidden=True), player("zoe", 2), player("eve", 1)]
    assert order.index_players(players) == {"eve": 0, "zoe": 1, "player-1": 2}


def test_the_highest_figure_comes_first() -> None:
    low, high = player("low", 0), player("high", 1)
    assert order.rank_players([low, high], {"low": -2.0, "high": 3.0}) == [(1, high), (2, low)]


def test_in_an_alphabetical_table_hidden_players_stand_last_in_the_order_of_their_rows() -> None:
    rows = [
        player("player-1", 3, hidden=True),
        player("zoe", 4),
        player("player-2", 0, hidden=True),
        player("eve", 1),
    ]
    assert [row.id for row in order.sort_alphabetically(rows)] == ["eve", "zoe", "player-1", "player-2"]


def test_movement_counts_places_won_and_is_blank_for_a_newcomer() -> None:
    assert order.compute_movement(2, 5) == 3
    assert order.compute_movement(5, 2) == -3
    assert order.compute_movement(4, 4) == 0
    assert order.compute_movement(1, None) is None


def test_the_latest_lists_and_the_last_of_each_year_keep_a_page() -> None:
    last_of_2024, last_of_2025 = date(2024, 12, 28), date(2025, 12, 27)
    before, current = date(2026, 1, 10), date(2026, 1, 17)
    days = [date(2024, 12, 21), last_of_2024, date(2025, 1, 4), last_of_2025, date(2026, 1, 3)]
    days += [before, current]
    assert select_archived(days, 1) == [last_of_2024, last_of_2025, before, current]
    assert select_archived(days, 0) == [last_of_2024, last_of_2025, current]
    assert select_archived(days, 52) == days


@given(st.lists(st.dates(date(2020, 1, 1), date(2026, 12, 31)), min_size=1, unique=True), st.integers(0, 60))
def test_a_list_that_keeps_its_page_had_it_on_every_day_before(days: list[date], archive: int) -> None:
    """What is dropped never comes back, except a year's last list when its year is over."""
    days.sort()
    kept = select_archived(days, archive)
    assert kept[-1] == days[-1]
    assert len(kept) >= min(len(days), archive + 1)
    for day in kept:
        is_last_of_year = all(other.year > day.year for other in days if other > day)
        assert is_last_of_year or day in select_archived(days[:-1], archive)


def test_things_that_are_equal_to_six_decimals_share_a_rank_in_the_order_they_came_in() -> None:
    figures = {"a": 0.3, "b": 0.1 + 0.2, "c": 0.30001, "d": 0.3}
    assert order.rank_items("abcd", figures.__getitem__) == [(1, "c"), (2, "a"), (2, "b"), (2, "d")]


class Own(NamedTuple):
    rating: float
    games: int = 1


def after(day: int, *, is_listed: bool = True, **left: float) -> Snapshot[str, Own]:
    """What stands after a day of November, on which these ratings were reached."""
    standings = {player: Own(rating) for player, rating in left.items()}
    return Snapshot(f"event-{day}", date(2026, 11, day), [f"row of {day}"], standings, is_listed=is_listed)


START = {"an": Own(1500, 0), "bo": Own(1500, 0), "cy": Own(1500, 0)}
WHEN = Moment(date(2026, 11, 30))


def test_a_list_shows_everybody_after_the_last_event_of_a_day_and_on_the_list_before() -> None:
    events = [after(1, an=1510, bo=1490), after(8, an=1520), after(8, bo=1480), after(9, cy=1501)]
    first, second, third = History(START, events).build_lists(WHEN)
    assert (first.day, first.previous_standings, first.previous_day, first.last_event) == (
        date(2026, 11, 1),
        None,
        None,
        events[0],
    )
    assert second.standings == {"an": Own(1520), "bo": Own(1480), "cy": Own(1500, 0)}
    assert (second.previous_standings, second.previous_day, second.last_event) == (
        first.standings,
        first.day,
        events[2],
    )
    assert (third.previous_standings, third.standings["cy"]) == (second.standings, Own(1501))


def test_what_moved_without_a_list_is_on_the_next() -> None:
    course = History(START, [after(1, an=1510), after(2, is_listed=False, bo=1490), after(3, cy=1505)])
    first, second = course.build_lists(WHEN)
    assert second.standings == {"an": Own(1510), "bo": Own(1490), "cy": Own(1505)}
    assert (
        second.previous_standings
        == first.standings
        == {"an": Own(1510), "bo": Own(1500, 0), "cy": Own(1500, 0)}
    )


def test_a_list_is_compared_with_the_one_before_also_where_that_has_no_page_any_more() -> None:
    events = [after(day, an=1500.0 + day) for day in (1, 2, 3)]
    (only,) = History(START, events).build_lists(Moment(date(2026, 11, 30), archive=0))
    assert only.previous_standings is not None
    assert (only.standings["an"], only.previous_standings["an"], only.previous_day) == (
        Own(1503),
        Own(1502),
        date(2026, 11, 2),
    )
    assert History(START, events).build_current(WHEN) == only
    assert History(START, events).find_short_listings(Moment(date(2026, 11, 30), archive=0)) == [
        ShortListing(date(2026, 11, 1), date(2026, 11, 1)),
        ShortListing(date(2026, 11, 2), date(2026, 11, 2)),
    ]
    assert History(START, events).find_short_listings(WHEN) == []


def test_in_the_end_everyone_stands_as_the_last_event_left_them_also_without_a_list() -> None:
    events = [after(1, an=1510, bo=1490), after(2, is_listed=False, bo=1495)]
    assert History(START, events).standings == {**START, **events[0].standings, **events[1].standings}


def test_before_the_first_event_everyone_stands_as_at_the_start() -> None:
    course = History[str, Own](START, [])
    assert course.build_lists(WHEN) == []
    assert course.build_current(WHEN) == ListState(date(2026, 11, 30), START)


def test_the_course_of_a_player_has_the_events_that_moved_them() -> None:
    course = History(START, [after(1, an=1510, bo=1490), after(2, an=1520)])
    assert course.standings_by_player["an"] == [
        (date(2026, 11, 1), Own(1510)),
        (date(2026, 11, 2), Own(1520)),
    ]
    assert course.standings_by_player["cy"] == []
    assert course.rows == ["row of 1", "row of 2"]


def test_the_course_of_a_player_who_came_in_later_begins_with_the_event_that_did_it() -> None:
    course = History(START, [after(1, an=1510), after(2, di=1400)])
    assert course.standings_by_player["di"] == [(date(2026, 11, 2), Own(1400))]


def test_everybody_stands_on_a_day_as_the_last_event_until_then_left_them() -> None:
    course = History(START, [after(2, an=1510), after(8, an=1520), after(8, bo=1480)])
    days = [date(2026, 11, day) for day in (9, 1, 7)]
    assert course.find_standings(days) == {
        days[1]: START,
        days[2]: START | {"an": Own(1510)},
        days[0]: START | {"an": Own(1520), "bo": Own(1480)},
    }


def test_rows_are_found_by_their_event() -> None:
    one, other, third = (
        SimpleNamespace(date=date(2026, 11, day), home=home, away=away)
        for day, home, away in [(2, "an", "bo"), (3, "bo", "an"), (9, "an", "an")]
    )
    events = [
        Snapshot("week-1", date(2026, 11, 3), [one, other], {}),
        Snapshot("week-2", date(2026, 11, 9), [third], {}),
    ]
    course = History[SimpleNamespace, Own](START, events)
    assert course.row_ranges == [range(2), range(2, 3)]
    assert course.event_keys == {one.date: "week-1", other.date: "week-1", third.date: "week-2"}


def test_a_page_says_where_a_player_stands_and_what_is_known_of_it_besides() -> None:
    listed = RatingList[Own](
        Line, Apart, lambda own: own.games < 2, facts=lambda own: [Fact("Games", own.games, int)]
    )
    ranked = [fact.label for fact in listed.describe_standing(Own(1610, 3), Line(1, "an", 1610, 0, None))]
    assert ranked == ["Rating", "Rank", "Change", "Games"]
    assert [fact.label for fact in listed.describe_standing(Own(1500, 1), Apart("an", 1500, None))] == [
        "Provisional rating",
        "Games",
    ]
    assert [fact.label for fact in listed.describe_standing(Own(1610, 3))] == ["Rating", "Games"]


def test_rows_come_by_day_in_the_order_in_which_they_stand() -> None:
    rows = [
        SimpleNamespace(date=date(2026, 11, day), name=name)
        for day, name in [(2, "a"), (1, "b"), (2, "c"), (9, "d")]
    ]
    found = group_by_day(rows, Moment(date(2026, 11, 8)))
    assert [(day.day, [player.name for player in played]) for day, played in found] == [
        (1, ["b"]),
        (2, ["a", "c"]),
    ]


def test_companions_come_most_often_first_and_then_by_the_alphabet() -> None:
    places = {"an": 0, "bo": 1, "cy": 2}
    found = group_companions(["cy", "", "an", "bo", "cy"], str, places)
    assert found == [("cy", ["cy", "cy"]), ("an", ["an"]), ("bo", ["bo"])]


class Line(Table):
    rank: int = column("place")
    player: str = column("who")
    rating: float = column("how good")
    change: float | None = column("since")
    rank_change: int | None = column("places")


class Apart(Table):
    player: str = column("who")
    rating: float = column("how good")
    change: float | None = column("since")


def test_the_provisional_stand_apart_and_changes_are_against_either_list_before() -> None:
    listed = RatingList[Own](Line, Apart, lambda own: own.games < 2)
    players = [player("an", 0), player("bo", 1), player("cy", 2), player("di", 3)]
    before = {"an": Own(1500, 2), "bo": Own(1490, 1), "cy": Own(1600, 2), "di": Own(1500, 0)}
    now = {"an": Own(1610, 3), "bo": Own(1495, 2), "cy": Own(1600, 2), "di": Own(1500, 1)}
    lists = listed.build_lists(players, now, before)
    assert lists.ranked_rows == [
        Line(1, "an", 1610, 110, 1),
        Line(2, "cy", 1600, 0, -1),
        Line(3, "bo", 1495, 5, None),
    ]
    assert lists.provisional_rows == [Apart("di", 1500, None)]
    assert [row.change for row in listed.build_lists(players, now).ranked_rows] == [None, None, None]


def test_what_stands_again_is_told_with_the_first_that_has_its_key() -> None:
    rows = ["ab", "b", "a", "ac"]
    assert list(find_duplicates(rows, lambda row: row[0])) == [("a", "ab"), ("ac", "ab")]
    assert list(find_duplicates([], len)) == []


def test_whether_all_was_read_is_asked_of_the_cells_that_are_named() -> None:
    rows = [SimpleNamespace(player="an", rating=2.0), SimpleNamespace(player="bo", rating=Missing())]
    assert has_no_missing(rows, "player")
    assert not has_no_missing(rows, "player", "rating")
    assert has_no_missing([], "rating")


def test_of_an_event_that_is_not_over_there_is_the_current_list_only() -> None:
    events = [after(1, an=1510), replace(after(8, an=1520), is_over=False)]
    before, now = History(START, events).build_lists(WHEN)
    assert (before.is_partial, now.is_partial) == (False, True)
    assert not History[str, Own](START, []).build_current(WHEN).is_partial

    def listing(stood: ListState[str, Own]) -> Listing:
        return Listing(stood.day, stood.day, PageContent.create([], []))

    found = build_outcome(
        History(START, events), WHEN, tables=[], build_listing=listing, events=[], calendar=[], players=[]
    )
    assert [past_list.day for past_list in found.archive] == [date(2026, 11, 1)]
    assert found.listing.day == date(2026, 11, 8)


def test_what_a_player_lacks_to_be_ranked_is_told_as_long_as_it_is_something() -> None:
    facts = make_requirement("Games to go", lambda own: 2 - own.games)
    assert facts(Own(1500, 1)) == [Fact("Games to go", 1, int)]
    assert facts(Own(1500, 2)) == []


def test_sections_lead_to_the_articles_that_are_named_for_them_on_every_page_and_in_the_calendar() -> None:
    parts = [Section("games", "Games", Table, []), Section("list", "List", Table, [])]
    chart = Chart("Rating", [])
    sheet = PageContent.create([], lambda: [*parts, chart])
    page = PlayerPage("ann", "Ann", "", sheet)
    listing = Listing(date(2026, 11, 7), date(2026, 11, 7), sheet)
    made = cite_articles(Outcome([], listing, [listing], [], parts[:1], [page], {}), {"games": ["Step 3"]})
    for content in [made.listing, *made.archive, *made.players]:
        games, ranked, drawn = content.content.sections()
        assert (games, ranked, drawn) == (parts[0]._replace(articles=["Step 3"]), parts[1], chart)
    assert [event.articles for event in made.calendar] == [["Step 3"]]


@given(st.floats(-3, 3), st.floats(-2, 2), st.floats(-2, 2))
def test_the_least_figure_of_two_decimals_does_it_and_the_one_below_does_not(
    beyond: float, lowest: float, highest: float
) -> None:
    found = ahead.find_least(lambda figure: figure > beyond, lowest, highest)
    steps = [number / 100 for number in range(-200, 201) if lowest <= number / 100 <= highest]
    assert found == next((step for step in steps if step > beyond), None)


def test_next_above_who_share_a_place_is_the_last_before_them() -> None:
    places = {"a": 1, "b": 1, "c": 3, "d": 3, "e": 5}
    lines = [SimpleNamespace(player=player, rank=rank) for player, rank in places.items()]
    found = ahead.find_next_above(lines)
    assert {player: over.player for player, over in found.items()} == {"c": "b", "d": "b", "e": "d"}
