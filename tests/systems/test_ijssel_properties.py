"""What holds of every season of the chess competition, and that a second implementation gets the same."""

from datetime import date, timedelta
from typing import Any

import pytest
from examples import times
from hypothesis import given
from hypothesis import strategies as st
from oracle_ijssel import Oracle
from seasons import evening, made, moved

from sitegen.core.entities import Moment
from sitegen.core.model import Outcome
from sitegen.systems import ijssel
from sitegen.systems.ijssel.tables import Inputs

seeds = st.integers(0, 10**6)
few = times(0.6)


def rated(inputs: Inputs, options: Any, round_: int) -> Outcome:
    """The competition as of the evening of a round, 0 for the day before the first."""
    return ijssel.rate(inputs, options, Moment(evening(round_) if round_ else evening(1) - timedelta(days=1)))


def tables(outcome: Outcome) -> dict[str, list[Any]]:
    return {table.name: list(table.in_files.rows) for table in outcome.tables}


def played(inputs: Inputs) -> int:
    return max((game.round for game in inputs.games if game.result), default=0)


def approximately(rows: list[Any]) -> list[Any]:
    return [
        tuple(pytest.approx(cell, abs=1e-6) if type(cell) is float else cell for cell in row) for row in rows
    ]


@pytest.mark.slow
@pytest.mark.article(
    "ijssel",
    "1 Clubrating",
    "1.1 Startratings",
    "2.1 Waardecijfer",
    "2.2 Rondescore",
    "2.3 Afwezigheid",
    "6.1 Totaalranglijst",
)
@given(seeds)
def test_a_second_implementation_gets_the_same_after_every_round(seed: int) -> None:
    inputs, options = made(seed)
    assert [problem for problem in ijssel.check(inputs, options) if not problem.warning] == []
    for round_ in range(played(inputs) + 1):
        assert_as_the_oracle(inputs, options, evening(round_))


@pytest.mark.slow
@given(seeds)
def test_rounds_that_were_moved_count_in_the_order_of_their_dates(seed: int) -> None:
    """Also when one of them has not been played yet."""
    inputs, options = made(seed)
    inputs = moved(inputs, seed)
    assert [problem for problem in ijssel.check(inputs, options) if not problem.warning] == []
    for day in {round_.date for round_ in inputs.rounds}:
        assert_as_the_oracle(inputs, options, day)


def assert_as_the_oracle(inputs: Inputs, options: Any, day: date) -> None:
    ours = tables(ijssel.rate(inputs, options, Moment(day)))
    for name, rows in Oracle(inputs, options, day).tables().items():
        assert [tuple(our) for our in ours[name]] == approximately(rows), (name, day)


@pytest.mark.article("ijssel", "6.2 Periode ranglijst")
@given(seeds)
@few
def test_a_title_once_won_is_not_taken_back(seed: int) -> None:
    """Article 6.2: when its last round has been played the ranking of a period stays as it is."""
    inputs, options = made(seed)
    final: dict[tuple[int, int], list[Any]] = {}
    for round_ in range(1, played(inputs) + 1):
        rows = tables(rated(inputs, options, round_))["periods"]
        titles = {(row.period, row.group) for row in rows if row.champion}
        for title in titles:
            group = [row for row in rows if (row.period, row.group) == title]
            assert final.setdefault(title, group) == group


@pytest.mark.article("ijssel", "2.2 Rondescore")
@given(seeds)
@few
def test_the_scores_add_up_and_are_what_they_say(seed: int) -> None:
    inputs, options = made(seed)
    published = tables(rated(inputs, options, played(inputs)))
    for line in published["ranking"]:
        scores = [score for score in published["round-scores"] if score.player == line.player]
        assert sum(score.score for score in scores) == pytest.approx(line.score, abs=1e-9)
        assert line.played == line.won + line.drawn + line.lost
        assert [score.score for score in scores] == [score.factor * score.basis for score in scores]
    last = [row for row in published["course"] if row.round == played(inputs)]
    assert [(row.player, row.club_rating, row.total, row.rank) for row in last] == [
        (row.player, row.club_rating, row.score, row.rank) for row in published["ranking"]
    ]
    totals = [round(row.score, 6) for row in published["ranking"]]
    assert totals == sorted(totals, reverse=True)


@pytest.mark.article("ijssel", "1 Clubrating")
@given(seeds)
@few
def test_no_outlier_is_left_at_either_end(seed: int) -> None:
    """Article 1: in the order of the ranking before the round the first is at most 150 above the second."""
    inputs, options = made(seed)
    course = tables(rated(inputs, options, played(inputs)))["course"]
    starts = tables(rated(inputs, options, 0))["start-ratings"]
    order = [start.player for start in starts]
    for round_ in range(1, played(inputs) + 1):
        rows = [row for row in course if row.round == round_]
        ratings = {row.player: row.club_rating for row in rows}
        joined = [player for player in inputs.players if player.id in ratings and player.id not in order]
        order += [player.id for player in sorted(joined, key=lambda item: (-_basis(item), item.alphabet))]
        if len(order) >= 8:
            assert ratings[order[0]] <= ratings[order[1]] + 150 + 1e-9
            assert ratings[order[-1]] >= ratings[order[-2]] - 150 - 1e-9
        order = [row.player for row in rows]


def _basis(player: Any) -> float:
    assert player.basis is not None
    return float(player.basis)
