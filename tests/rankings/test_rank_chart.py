"""The rank chart of a list: which lists it has, who its lines are, and where they go."""

from collections.abc import Mapping, Sequence
from datetime import date, timedelta

from hypothesis import given
from hypothesis import strategies as st

from sitegen.core.model import PublishedTable
from sitegen.core.table import PlayerId, Rank, Rating, Table, column
from sitegen.rankings.positions import RankHistories
from sitegen.rankings.rank_chart import MIN_LISTS, RankChart, build_rank_chart

LAST = date(2026, 11, 21)


class Row(Table):
    rank: Rank = column("the rank")
    player: PlayerId = column("the player")
    rating: Rating = column("the rating")


def ranked(*orders: str, every: int = 7, ranks: Mapping[str, int] | None = None) -> RankHistories:
    """Lists so many days apart, the last on `LAST`: each says who follows whom, a letter a player."""
    first = LAST - timedelta(every * (len(orders) - 1))
    lists = [
        (first + timedelta(every * number), [PublishedTable("list", Row, rows(order, ranks or {}))])
        for number, order in enumerate(orders)
    ]
    return RankHistories.from_lists(lists)


def rows(order: str, ranks: Mapping[str, int]) -> Sequence[Row]:
    return [Row(ranks.get(player, place), player, 1500.0) for place, player in enumerate(order, start=1)]


def chart(*orders: str, every: int = 7, ranks: Mapping[str, int] | None = None) -> RankChart:
    found = build_rank_chart(ranked(*orders, every=every, ranks=ranks), LAST)
    assert found is not None
    return found


def test_the_lines_are_those_of_the_leaders_in_the_order_of_the_list() -> None:
    drawn = chart("abc", "acb", "cab", "cab", "cba")
    assert {line.player: line.rows for line in drawn.lines} == {
        "c": [2, 1, 0, 0, 0],
        "b": [1, 2, 2, 2, 1],
        "a": [0, 0, 1, 1, 2],
    }
    assert [line.player for line in drawn.lines] == ["c", "b", "a"]
    assert drawn.former == []
    assert drawn.days == [LAST - timedelta(7 * number) for number in (4, 3, 2, 1, 0)]


def test_who_shares_a_rank_has_a_row_of_their_own() -> None:
    drawn = chart(*["cab"] * 4, "abc", ranks={"a": 1, "b": 1, "c": 3})
    assert [(line.player, line.rows[-1], line.ranks[-1]) for line in drawn.lines] == [
        ("a", 0, 1),
        ("b", 1, 1),
        ("c", 2, 3),
    ]


def test_who_is_below_the_leaders_has_a_rank_and_no_row_and_who_is_not_there_has_none() -> None:
    """`k` comes up from the 11th place, `l` joins, and both push out who led at first."""
    drawn = chart("abcdefghijk", "abcdefghijk", "abcdefghijk", "abcdefghkij", "klabcdefghij")
    lines = {line.player: line for line in drawn.all_lines}
    assert (lines["k"].rows, lines["k"].ranks) == ([None, None, None, 8, 0], [11, 11, 11, 9, 1])
    assert (lines["l"].rows, lines["l"].ranks) == ([None, None, None, None, 1], [None, None, None, None, 2])
    assert [line.player for line in drawn.former] == ["i", "j"]
    assert [line.player for line in drawn.first_leaders] == [*"abcdefghij"]
    assert (lines["k"].rise, lines["l"].rise, lines["a"].rise) == (10, 0, -2)
    assert drawn.followed.player == "k"


def test_a_young_ranking_has_no_chart() -> None:
    assert build_rank_chart(ranked(*["abc", "bac"] * (MIN_LISTS // 2)), LAST) is None
    assert build_rank_chart(ranked("abc", *["abc", "bac"] * (MIN_LISTS // 2)), LAST) is not None
    assert build_rank_chart(ranked(*[""] * MIN_LISTS), LAST) is None, "nobody has a rank"


def test_nothing_is_drawn_of_two_players_or_where_nobody_moved() -> None:
    assert build_rank_chart(ranked(*["ab", "ba"] * MIN_LISTS), LAST) is None
    assert build_rank_chart(ranked(*["abc"] * MIN_LISTS), LAST) is None


def test_lists_of_more_than_a_year_ago_are_left_out() -> None:
    yearly = ranked(*["abc", "bac"] * 4, every=90)
    drawn = build_rank_chart(yearly, LAST)
    assert drawn is not None
    assert drawn.days[0] == LAST - timedelta(360)
    assert build_rank_chart(ranked(*["abc", "bac"] * 6, every=200), LAST) is None


def test_a_list_a_week_is_drawn_once_a_month_and_at_both_ends() -> None:
    drawn = chart(*["abc", "bac"] * 28, *["bca"] * 4)
    assert (drawn.list_count, len(drawn.days)) == (53, 14)
    assert (drawn.days[0], drawn.days[-1]) == (date(2025, 11, 22), LAST)
    assert all(day.day <= 7 for day in drawn.days[1:-1])


def test_lists_of_few_months_are_left_out_evenly() -> None:
    drawn = chart(*["abc"] * 30, *["bca"] * 30, every=2)
    assert drawn.list_count == 60
    assert {later - day for day, later in zip(drawn.days[1:], drawn.days[2:], strict=False)} == {
        timedelta(10)
    }
    assert drawn.days[0] == LAST - timedelta(118)


@given(st.lists(st.permutations("abcdefghijklmno"), min_size=MIN_LISTS, max_size=40), st.integers(1, 40))
def test_on_each_list_every_row_of_the_leaders_has_one_line_at_most(
    orders: Sequence[Sequence[str]], every: int
) -> None:
    drawn = build_rank_chart(ranked(*map("".join, orders), every=every), LAST)
    if drawn is None:
        return
    assert [line.rows[-1] for line in drawn.lines] == [*range(10)]
    assert [line.rows[0] for line in drawn.first_leaders] == [*range(10)]
    assert (drawn.days[-1], [*drawn.days]) == (LAST, sorted({*drawn.days}))
    assert len(drawn.days) <= 14
    for place in range(len(drawn.days)):
        taken = [line.rows[place] for line in drawn.all_lines if line.rows[place] is not None]
        assert len(taken) == len({*taken})
        for line in drawn.all_lines:
            assert line.rows[place] is None or line.ranks[place] == (line.rows[place] or 0) + 1
