"""The Keizer system against a second, plain program, where many orders come."""

from random import Random

import pytest
from keizers import AFTERWARDS, club, season
from oracle_keizer import Oracle

from sitegen.systems.keizer.ranking import build_ranking
from sitegen.systems.keizer.scores import KeizerSeason
from sitegen.systems.keizer.tables import Inputs, Options

pytestmark = [
    pytest.mark.slow,
    pytest.mark.article("keizer", "1 Order"),
    pytest.mark.article("keizer", "2 Value"),
    pytest.mark.article("keizer", "3 Score"),
    pytest.mark.article("keizer", "4 Valuation"),
    pytest.mark.article("keizer", "5 Ranking"),
]


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
