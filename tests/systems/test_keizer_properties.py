"""The Keizer system against a second, plain program on seasons drawn by lot, and what holds in each."""

from random import Random

import pytest
from keizers import AFTERWARDS, club, made, season
from oracle_keizer import Line, Oracle

from sitegen.core.entities import Moment
from sitegen.systems import keizer
from sitegen.systems.keizer.ranking import build_ranking
from sitegen.systems.keizer.scores import KeizerSeason
from sitegen.systems.keizer.tables import Inputs, Options
from sitegen.toolkit.rounds.season import Season

pytestmark = [
    pytest.mark.slow,
    pytest.mark.article("keizer", "1 Order"),
    pytest.mark.article("keizer", "2 Value"),
    pytest.mark.article("keizer", "3 Score"),
    pytest.mark.article("keizer", "4 Valuation"),
    pytest.mark.article("keizer", "5 Ranking"),
]
SEEDS = range(120)


def rounded(line: Line) -> tuple[object, ...]:
    return tuple(round(cell, 9) if isinstance(cell, float) else cell for cell in line)


@pytest.mark.parametrize("seed", SEEDS)
def test_every_ranking_is_that_of_the_plain_program(seed: int) -> None:
    inputs, options = made(seed)
    oracle = Oracle(inputs, options)
    ranking = build_ranking(KeizerSeason.build(inputs, options, AFTERWARDS))
    assert ranking.standings_by_round.keys() == {fixture.round for fixture in inputs.rounds}
    for number, standings in ranking.standings_by_round.items():
        rows = ranking.build_rows(standings)
        lines = [Line(*(getattr(row, name) for name in Line._fields)) for row in rows]
        assert [*map(rounded, lines)] == [*map(rounded, oracle.ranking(number))]


@pytest.mark.parametrize("seed", SEEDS)
def test_a_score_is_the_own_value_and_what_the_rounds_are_worth(seed: int) -> None:
    inputs, options = made(seed)
    ranking = build_ranking(KeizerSeason.build(inputs, options, AFTERWARDS))
    for standing in ranking.current_standings.values():
        total = standing.own + sum(item.score for item in standing.scores)
        assert standing.score == pytest.approx(total)
        if not options.get("rounding"):
            assert standing.own == pytest.approx(standing.value if options.own_value else 0)
            assert all(item.score == pytest.approx(item.factor * item.basis) for item in standing.scores)


def lots(seed: int) -> tuple[Inputs, Options]:
    """Ten players over ten rounds, with results by lot, of which many orders come."""
    random, evenings = Random(seed), list[str]()
    for _ in range(10):
        ids = random.sample("abcdefghij", 10)
        results = random.choices(("1-0", "0-1", "½-½"), k=5)
        evenings.append(", ".join(map(" ".join, zip(ids[::2], results, ids[1::2], strict=True))))
    return season(club(10), evenings), Options(rounding=random.choice((None, 0.5)))


def test_where_orders_take_turns_the_figures_are_the_means_over_all_of_them() -> None:
    numbers = set[int]()
    for seed in range(12):
        inputs, options = lots(seed)
        oracle = Oracle(inputs, options)
        ranking = build_ranking(KeizerSeason.build(inputs, options, AFTERWARDS))
        for event, (number, standings) in zip(
            ranking.history.events, ranking.standings_by_round.items(), strict=True
        ):
            numbers |= {turn.orders for turn in event.rows}
            figures = [(row.player, row.value, row.score) for row in ranking.build_rows(standings)]
            plain = [(line.player, line.value, line.score) for line in oracle.ranking(number)]
            assert figures == [(player, *map(pytest.approx, pair)) for player, *pair in plain]
            assert [round(score, 6) for *_, score in figures] == sorted(
                (round(score, 6) for *_, score in figures), reverse=True
            )
    assert {2, 4, 5, 6, 8} <= numbers


@pytest.mark.parametrize("seed", SEEDS)
def test_a_season_is_sound_and_what_comes_later_changes_no_earlier_round(seed: int) -> None:
    inputs, options = made(seed)
    assert [fault for fault in keizer.check(inputs, options) if not fault.warning] == []
    outcome = keizer.rate(inputs, options, Moment(AFTERWARDS))
    course = {table.name: table.rows for table in outcome.tables}["course"]
    day = Season.build(inputs, options, AFTERWARDS).get_day(1)
    early = {table.name: table.rows for table in keizer.rate(inputs, options, Moment(day)).tables}["course"]
    assert early == [row for row in course if row.round == 1]
