"""What holds for every table of a circuit, whoever played and however they ended."""

from itertools import pairwise
from typing import Any

import pytest
from circuits import places
from hypothesis import given
from hypothesis import strategies as st

from sitegen.systems.ludo.scoring import score_table
from sitegen.systems.ludo.tables import Result

pytestmark = pytest.mark.slow

NAMES = "abcdefghij"


@st.composite
def ordered(draw: st.DrawFn) -> tuple[list[int], list[float]]:
    """How a table of two to twelve ended: how many are ex aequo each time, and the places as written."""
    groups = draw(st.lists(st.integers(1, 4), min_size=1, max_size=3))
    groups += [1] if groups == [1] else []
    return groups, places(groups, mean=draw(st.booleans()))


@st.composite
def at_table(draw: st.DrawFn) -> list[Result]:
    _, written = draw(ordered())
    kept = draw(st.booleans())
    scores = [draw(st.integers(0, 200).map(float)) if kept else None for _ in written]
    together = zip(NAMES * 2, written, scores, strict=False)
    return [Result("t", 1, "Catan", "A", f"{name}{n}", *row) for n, (name, *row) in enumerate(together)]


def valued(table: list[Result]) -> list[Any]:
    return list(score_table(table)[0])


@given(ordered())
def test_the_points_for_places_add_up_to_fifty_a_player_but_for_three_who_share_the_first(
    ended: tuple[list[int], list[float]],
) -> None:
    groups, written = ended
    table = [Result("t", 1, "Catan", "A", f"p{n}", place) for n, place in enumerate(written)]
    total = sum(row.place_points for row in valued(table))
    above = 3 * 100 * 0.001 / (len(table) - 1) if groups[0] == 3 else 0
    assert total == pytest.approx(50 * len(table) + above)


@given(at_table())
def test_a_better_place_never_gives_fewer_points(table: list[Result]) -> None:
    valued_rows = sorted(zip(table, valued(table), strict=True), key=lambda pair: pair[0].place)
    for (first, better), (second, worse) in pairwise(valued_rows):
        if first.place < second.place:
            assert better.place_points > worse.place_points
            assert better.place_points + better.win_bonus > worse.place_points + worse.win_bonus + 1
            assert better.points > worse.points
        else:
            assert (better.place_points, better.win_bonus) == (worse.place_points, worse.win_bonus)


@given(at_table())
def test_shares_add_up_to_one_and_only_winners_have_the_bonus(table: list[Result]) -> None:
    rows = valued(table)
    kept = any(row.score for row in table)
    assert sum(row.share for row in rows) == pytest.approx(1 if kept else 0)
    first = min(row.place for row in table)
    assert [row.win_bonus for row in rows] == [len(table) if row.place == first else 0 for row in table]


@given(st.lists(st.integers(1, 4), min_size=2, max_size=3))
def test_both_ways_to_write_places_mean_the_same(groups: list[int]) -> None:
    first, second = (
        [Result("t", 1, "Catan", "A", f"p{n}", place) for n, place in enumerate(places(groups, mean=mean))]
        for mean in (True, False)
    )
    assert [row.points for row in valued(first)] == [row.points for row in valued(second)]
