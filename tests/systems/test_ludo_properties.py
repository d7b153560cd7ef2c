"""What holds for every table and every circuit, whoever played and however they ended."""

from datetime import date, timedelta
from itertools import pairwise
from operator import itemgetter
from pathlib import Path
from random import Random
from typing import Any

import pytest
from circuits import GAMES, drawn, places
from hypothesis import given
from hypothesis import strategies as st
from oracle_ludo import Oracle

from sitegen.inputs.config import settings
from sitegen.inputs.results import results
from sitegen.systems.ludo.checks import check
from sitegen.systems.ludo.circuit import build_circuit, build_tables
from sitegen.systems.ludo.scoring import score_table
from sitegen.systems.ludo.tables import Inputs, Options, Result

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


def compared(cell: Any) -> Any:
    return cell if isinstance(cell, str | bool) else pytest.approx(float(cell), abs=1e-9)


def agree(tables: Inputs, as_of: date, **options: Any) -> None:
    """Every published table is that of the second implementation, which counts with fractions."""
    assert [fault for fault in check(tables, Options(**options)) if not fault.warning] == []
    ranked = build_tables(build_circuit(tables, Options(**options), as_of))
    ours = {table.name: [tuple(row) for row in table.in_files.rows] for table in ranked}
    expected = Oracle(*map(list, (*tables[:3], tables.clubs)), as_of=as_of, **options).tables()
    assert ours.keys() == expected.keys()
    in_order = itemgetter(0, 1, 4)  # tournament, round and player
    ours["rounds"].sort(key=in_order)
    expected["rounds"].sort(key=in_order)
    for name, rows in ours.items():
        assert rows == [tuple(map(compared, row)) for row in expected[name]], name


@pytest.mark.parametrize("seed", range(100))
def test_a_second_implementation_finds_the_same(seed: int) -> None:
    random = Random(seed)
    tables = drawn(random)
    ceilings = {} if random.random() < 0.5 else {2015: random.randrange(25)}
    played = {row.game for row in tables.results}
    seats = {game: random.randrange(1, 7) for game in GAMES if game in played and random.random() < 0.3}
    as_of = date(2015, 12, 31) - timedelta(random.randrange(200))
    agree(tables, as_of, bonus_ceilings=ceilings, final_seats=seats)


def test_a_second_implementation_finds_the_same_of_the_whole_demonstration(demonstration: Path) -> None:
    site, _ = settings.load_site(demonstration)
    assert site is not None
    ranking = next(ranking for ranking in site.rankings if ranking.id == "circuit")
    options: Any = ranking.options
    tables = results.read_results(site, reveal=True)[0]["circuit"]
    agree(tables, date(2026, 11, 21), bonus_ceilings=options.bonus_ceilings, final_seats=options.final_seats)
