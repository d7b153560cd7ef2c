"""What holds of every club with the Ruit rating, and where the regulation conserves the sum of ratings."""

from datetime import date, timedelta
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from examples import times
from hypothesis import given
from hypothesis import strategies as st

from sitegen.core.entities import Moment
from sitegen.core.model import Outcome
from sitegen.systems import ruit
from sitegen.systems.ruit.tables import ButlerLine, Inputs, LineUp, Match, Options, PairsLine, Player

seeds = st.integers(0, 10**6)
some = times(0.8)
FIRST = date(2012, 4, 2)  # some evenings lie before the partner subsidy
LATER = Moment(date(2099, 1, 1))


def made(seed: int, *, balanced: bool = False) -> tuple[Inputs, Options]:
    """A club of 8 to 20 players and up to 12 evenings; `balanced` scores add up, and all meet all."""
    random = Random(seed)
    count = random.randint(2, 5) * 4
    players = [
        Player(
            f"p{number}",
            f"P{number}",
            alphabet=number,
            rating=random.choice((0.0, 5.0, random.random() * 450)),
        )
        for number in range(count)
    ]
    inputs = Inputs(players, [], [], [], [])
    for evening in range(random.randint(1, 12)):
        day, ids = FIRST + timedelta(weeks=evening), random.sample([player.id for player in players], count)
        if random.random() < 0.33:
            _teams(random, day, ids, inputs)
        else:
            _pairs(random, day, ids, inputs, balanced=balanced)
    return inputs, Options(pairs_strength=random.choice(("mean", "sum")))


def _pairs(random: Random, day: date, ids: list[str], inputs: Inputs, *, balanced: bool) -> None:
    kind, rows, middle = random.choice(((PairsLine, inputs.pairs, 50.0), (ButlerLine, inputs.butler, 0.0)))
    couples = list(zip(ids[::2], ids[1::2], strict=True))
    scores = [round(middle + random.uniform(-40, 40), 2) for _ in couples]
    if balanced:
        scores = [score - sum(scores) / len(scores) + middle for score in scores]
    for number, (couple, score) in enumerate(zip(couples, scores, strict=True), 1):
        rest = [str(other) for other in range(1, len(couples) + 1) if other != number]
        met = (
            ""
            if balanced or random.random() < 0.5
            else " ".join(random.sample(rest, random.randint(1, len(rest))))
        )
        assert isinstance(rows, list)
        rows.append(kind(day, str(number), *couple, score, "", met))


def _teams(random: Random, day: date, ids: list[str], inputs: Inputs) -> None:
    fours = [ids[start : start + 4] for start in range(0, len(ids) // 8 * 8, 4)]
    assert isinstance(inputs.lineups, list)
    assert isinstance(inputs.teams, list)
    inputs.lineups.extend(LineUp(day, f"T{number}", *four) for number, four in enumerate(fours))
    for match in (1, 2):
        for number in range(0, len(fours), 2):
            row = Match(day, match, f"T{number}", f"T{number + 1}")
            imps, points = float(random.randint(-60, 60)), float(random.randint(0, 20))
            given = (
                {"imps_a": imps, "boards": 12}
                if random.random() < 0.5
                else {"vp_a": points, "vp_b": 20 - points}
            )
            inputs.teams.append(row.replace(**given))


def rated(inputs: Inputs, options: Options) -> Outcome:
    assert [fault for fault in ruit.check(inputs, options) if not fault.warning] == []
    return ruit.rate(inputs, options, LATER)


def table(outcome: Outcome, name: str) -> list[Any]:
    return next(list(table.rows) for table in outcome.tables if table.name == name)


@given(seeds)
@some
def test_the_sum_of_ratings_is_conserved_where_the_regulation_conserves_it(seed: int) -> None:
    """When all meet all and scores add up: handicaps cancel out, and the subsidy goes from hand to hand.

    Victory points are 20 a match whatever happens. Only what is forgiven below zero comes in from outside
    ("Overig"). Where pairs did not all meet it is not conserved: the mean of a pair's opponents is not that
    of all others, so that the handicaps of an evening need not add up to nothing.
    """
    inputs, options = made(seed, balanced=True)
    rows = table(rated(inputs, options), "evenings")
    for day in {row.date for row in rows}:
        evening = [row for row in rows if row.date == day]
        forgiven = sum(max(0.0, -(row.before + row.change + row.subsidy)) for row in evening)
        assert sum(row.rating - row.before for row in evening) == pytest.approx(forgiven, abs=1e-6)
        assert sum(row.subsidy for row in evening) == 0


@given(seeds)
@some
def test_every_figure_of_an_evening_follows_from_those_beside_it(seed: int) -> None:
    """An independent calculation with fractions, of all but the scale of victory points."""
    inputs, options = made(seed)
    rows = table(rated(inputs, options), "evenings")
    now = {player.id: Fraction(player.rating or 0) for player in inputs.players}
    for day in sorted({row.date for row in rows}):
        evening = [row for row in rows if row.date == day]
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


@pytest.mark.slow
@given(seeds)
@some
def test_a_better_score_never_gives_fewer_points(seed: int) -> None:
    inputs, options = made(seed)
    for day in {row.date for row in table(rated(inputs, options), "evenings")}:
        evening = [row for row in table(rated(inputs, options), "evenings") if row.date == day]
        ordered = sorted(evening, key=lambda row: row.after)
        assert [row.change for row in ordered] == sorted(row.change for row in ordered)


@given(seeds)
@some
def test_what_everyone_rose_adds_up_to_their_rating(seed: int) -> None:
    inputs, options = made(seed)
    outcome = rated(inputs, options)
    start = {player.id: player.rating or 0.0 for player in inputs.players}
    won = {
        row.player: row.change for row in table(outcome, "risers") if (row.form, row.period) == ("all", "all")
    }
    for row in table(outcome, "ratings"):
        assert row.rating >= 0
        assert row.rating == pytest.approx(start[row.player] + won.get(row.player, 0.0))
        assert (row.player in won) == (row.sessions > 0)
