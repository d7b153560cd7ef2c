"""What holds of every club with the Ruit rating, and where the regulation conserves the sum of ratings."""

from datetime import date
from typing import Any

import pytest
from drawn_cases import rows
from examples import times
from hypothesis import given
from hypothesis import strategies as st
from ruit_clubs import made
from test_laws_figures import gain_by_decisions

from sitegen.core.entities import Moment
from sitegen.systems import ruit
from sitegen.systems.ruit.tables import Inputs, Options

seeds = st.integers(0, 10**6)
some = times(0.8)
LATER = Moment(date(2099, 1, 1))


def evenings(inputs: Inputs, options: Options) -> list[Any]:
    return rows(ruit.rate(inputs, options, LATER), "evenings")


@given(seeds)
@some
def test_the_sum_of_ratings_is_conserved_where_the_regulation_conserves_it(seed: int) -> None:
    """When all meet all and scores add up: handicaps cancel out, and the subsidy goes from hand to hand.

    Victory points are 20 a match whatever happens. Only what is forgiven below zero comes in from outside
    ("Overig"). Where pairs did not all meet it is not conserved: the mean of a pair's opponents is not that
    of all others, so that the handicaps of an evening need not add up to nothing.
    """
    inputs, options = made(seed, balanced=True)
    played = evenings(inputs, options)
    for day in {row.date for row in played}:
        evening = [row for row in played if row.date == day]
        forgiven = sum(max(0.0, -(row.before + row.change + row.subsidy)) for row in evening)
        assert sum(row.rating - row.before for row in evening) == pytest.approx(forgiven, abs=1e-6)
        assert sum(row.subsidy for row in evening) == 0


@given(seeds)
@some
def test_what_everyone_rose_and_what_was_decided_add_up_to_their_rating(seed: int) -> None:
    inputs, options = made(seed)
    outcome = ruit.rate(inputs, options, LATER)
    start = {player.id: player.rating or 0.0 for player in inputs.players}
    won = {
        row.player: row.change for row in rows(outcome, "risers") if (row.form, row.period) == ("all", "all")
    }
    for row in rows(outcome, "ratings"):
        decided = gain_by_decisions(outcome, row.player)
        assert row.rating >= 0
        assert row.rating == pytest.approx(start[row.player] + won.get(row.player, 0.0) + decided)
        assert (row.player in won) == (row.sessions > 0)
