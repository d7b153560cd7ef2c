"""What holds of every club with the Ruit rating, and where the regulation conserves the sum of ratings."""

from datetime import date
from fractions import Fraction
from typing import Any

import pytest
from drawn_cases import rows
from examples import times
from hypothesis import given
from hypothesis import strategies as st
from ruit_clubs import made

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
def test_every_figure_of_an_evening_follows_from_those_beside_it(seed: int) -> None:
    """An independent calculation with fractions, of all but the scale of victory points."""
    inputs, options = made(seed)
    played = evenings(inputs, options)
    now = {player.id: Fraction(player.rating or 0) for player in inputs.players}
    for day in sorted({row.date for row in played}):
        evening = [row for row in played if row.date == day]
        strength = {row.player: now[row.player] for row in evening}
        for row in evening:
            assert row.before == pytest.approx(float(now[row.player]), abs=1e-6)
            own = _strength([line for line in evening if line.team == row.team], strength, options)
            assert row.own == pytest.approx(float(own), abs=1e-6)
            per, factor = {"pairs": (40, 1.5), "butler": (10, 0.4), "teams": (20, 1.0)}[row.form]
            if row.form != "teams":
                assert row.handicap == pytest.approx((row.opposition - row.own) / per, abs=1e-6)
                assert row.after == pytest.approx(row.raw + row.handicap, abs=1e-6)
                assert row.change == pytest.approx(
                    factor * (row.after - (50 if row.form == "pairs" else 0)), abs=1e-6
                )
            else:
                assert row.change == pytest.approx(row.after - 20, abs=1e-6)
                if row.handicap is not None:
                    assert row.handicap == pytest.approx(2 * (row.opposition - row.own) / per, abs=1e-6)
            difference = strength[row.partner] - strength[row.player]
            subsidy = (
                0 if day < date(2012, 5, 15) or abs(difference) < 1e-6 else (1 if difference > 0 else -1)
            )
            assert row.subsidy == subsidy
        for row in evening:
            now[row.player] = Fraction(max(0.0, row.before + row.change + row.subsidy))
            assert row.rating == pytest.approx(float(now[row.player]))


def _strength(rows: list[Any], ratings: dict[str, Fraction], options: Options) -> Fraction:
    total = sum((ratings[row.player] for row in rows), Fraction(0))
    is_mean = rows[0].form == "pairs" and options.pairs_strength == "mean"
    return total / 2 if is_mean else total


@given(seeds)
@some
def test_what_everyone_rose_adds_up_to_their_rating(seed: int) -> None:
    inputs, options = made(seed)
    outcome = ruit.rate(inputs, options, LATER)
    start = {player.id: player.rating or 0.0 for player in inputs.players}
    won = {
        row.player: row.change for row in rows(outcome, "risers") if (row.form, row.period) == ("all", "all")
    }
    for row in rows(outcome, "ratings"):
        assert row.rating >= 0
        assert row.rating == pytest.approx(start[row.player] + won.get(row.player, 0.0))
        assert (row.player in won) == (row.sessions > 0)
