"""What holds of every season of the chess competition."""

from datetime import timedelta
from typing import Any

import pytest
from examples import times
from hypothesis import given
from hypothesis import strategies as st
from seasons import count_played, evening, made

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


@pytest.mark.article("ijssel", "6.2 Periode ranglijst")
@given(seeds)
@few
def test_a_title_once_won_is_not_taken_back(seed: int) -> None:
    """Article 6.2: when its last round has been played the ranking of a period stays as it is."""
    inputs, options = made(seed)
    final: dict[tuple[int, int], list[Any]] = {}
    for round_ in range(1, count_played(inputs) + 1):
        rows = tables(rated(inputs, options, round_))["periods"]
        titles = {(row.period, row.group) for row in rows if row.champion}
        for title in titles:
            group = [row for row in rows if (row.period, row.group) == title]
            assert final.setdefault(title, group) == group


@pytest.mark.article("ijssel", "1 Clubrating")
@given(seeds)
@few
def test_no_outlier_is_left_at_either_end(seed: int) -> None:
    """Article 1: in the order of the ranking before the round the first is at most 150 above the second."""
    inputs, options = made(seed)
    course = tables(rated(inputs, options, count_played(inputs)))["course"]
    starts = tables(rated(inputs, options, 0))["start-ratings"]
    order = [start.player for start in starts]
    for round_ in range(1, count_played(inputs) + 1):
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


@given(seeds)
@few
def test_a_list_says_what_the_round_did(seed: int) -> None:
    inputs, options = made(seed)
    for round_ in range(1, count_played(inputs) + 1):
        outcome, before = rated(inputs, options, round_), rated(inputs, options, round_ - 1)
        highlights = outcome.listing.content.sections()[0].highlights
        answers = {highlight.label: highlight for highlight in highlights}
        listed = next(table.rows for table in outcome.listing.content.tables if table.name == "ranking")
        was = {row.player: row.score for row in tables(before)["ranking"]}
        for row in listed if round_ > 1 else ():
            gained = row.score - was[row.player] if row.player in was else None
            assert row.change == (None if gained is None else pytest.approx(gained))
        scored = [row for row in tables(outcome)["round-scores"] if row.round == round_]
        assert answers["Games"].figure == sum(row.result in {"1", "½", "0"} for row in scored) / 2
        ratings = {row.player: row.start_rating for row in tables(outcome)["start-ratings"]}
        ratings |= {row.player: row.club_rating for row in tables(before)["ranking"]}
        upsets = [ratings[row.opponent] - ratings[row.player] for row in scored if row.result == "1"]
        assert ("Biggest upset" in answers) == any(upset > 0 for upset in upsets)
        if "Biggest upset" in answers:
            assert answers["Biggest upset"].params["points"] == round(max(upsets))
