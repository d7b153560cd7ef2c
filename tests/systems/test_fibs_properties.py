"""What holds for every league of the BGFed rating list, and a second implementation that agrees."""

import random
from collections.abc import Sequence
from datetime import date, timedelta
from decimal import Decimal
from typing import Any, NamedTuple

import pytest
from examples import times
from hypothesis import given
from hypothesis import strategies as st
from oracle_fibs import Oracle

from sitegen.core.entities import Moment
from sitegen.core.model import Outcome
from sitegen.systems import fibs
from sitegen.systems.fibs.tables import Match, Options, Player, Registration

quickly = times(0.6)
FIRST = date(2026, 9, 28)
LAST = 60  # days after FIRST


class League(NamedTuple):
    """A club's tables with options and the day of the build."""

    inputs: fibs.Inputs
    options: Options
    as_of: date

    def rated(self, **changes: Any) -> Outcome:
        league = self._replace(**changes)
        return fibs.rate(league.inputs, league.options, Moment(league.as_of, archive=3))


days = st.integers(0, LAST).map(lambda day: FIRST + timedelta(days=day))


@st.composite
def players(draw: st.DrawFn) -> list[Player]:
    count = draw(st.integers(2, 6))
    places = draw(st.permutations(range(count)))
    return [
        Player(
            id=f"p{number}",
            name=f"Name {number}",
            club=draw(st.sampled_from(["", "Aa", "Dender"])),
            hidden=draw(st.booleans()),
            alphabet=place,
            rating=draw(st.sampled_from([None, None, 1400.0, 1700.5])),
            experience=draw(st.sampled_from([0, 0, 5, 40])),
        )
        for number, place in enumerate(places)
    ]


@st.composite
def matches(draw: st.DrawFn, ids: Sequence[str], number: int) -> Match:
    winner, loser = draw(st.permutations(ids))[:2]
    length = draw(st.sampled_from([1, 3, 5, 7, 9, 25]))
    reserve, delay = draw(
        st.sampled_from([(None, None), (None, None), (40 * length, 11), (40 * length - 1, 12), (600, 10)])
    )
    return Match(
        date=draw(days),
        winner=winner,
        loser=loser,
        length=length,
        score=draw(st.one_of(st.none(), st.integers(0, length - 1))),
        kind=draw(st.sampled_from(["club", "club", "tournament", "friendly"])),
        agreed=draw(st.booleans()),
        online=draw(st.sampled_from([False, False, False, True])),
        reserve=reserve,
        delay=delay,
        event=draw(st.sampled_from(["", "Delta Open"])),
        source=f"results/r/matches.csv:{number + 2}",
    )


@st.composite
def registrations(draw: st.DrawFn, ids: Sequence[str]) -> list[Registration] | None:
    if draw(st.booleans()):
        return None
    rows = draw(st.lists(st.tuples(st.sampled_from(ids), days, days, st.sampled_from(["", "Leie", "Demer"]))))
    always = [Registration(id_, FIRST, date(2026, 12, 31), "Zenne") for id_ in ids[1:]]
    return always + [Registration(who, min(a, b), max(a, b), club) for who, a, b, club in rows]


@st.composite
def leagues(draw: st.DrawFn) -> League:
    field = draw(players())
    ids = [player.id for player in field]
    count = draw(st.integers(0, 14))
    played = [draw(matches(ids, number)) for number in range(count)]
    options = Options(
        provisional_below=draw(st.sampled_from([0, 10, 100])),
        publication=draw(st.sampled_from(["weekly", "immediate"])),
    )
    return League(fibs.Inputs(field, played, draw(registrations(ids))), options, draw(days))


def tables(outcome: Outcome) -> dict[str, list[Any]]:
    return {table.name: list(table.rows) for table in outcome.tables}


@given(leagues())
@times(2)
def test_a_second_implementation_publishes_the_same(league: League) -> None:
    oracle = Oracle(*league.inputs, league.options.publication == "weekly", league.as_of)
    oracle.below = league.options.provisional_below
    for name, expected in oracle.published().items():
        rows = tables(league.rated())[name]
        assert [list(map(_text, row)) for row in rows] == [list(map(_text, row)) for row in expected]
        for row, exact in zip(rows, expected, strict=True):
            assert [float(cell) for cell in row if isinstance(cell, float)] == pytest.approx(
                [float(value) for value in exact if isinstance(value, Decimal)], abs=1e-9, rel=0
            )


def _text(value: Any) -> str:
    """A cell as it is published."""
    if isinstance(value, float | Decimal):
        return f"{value:.6f}".replace("-0.000000", "0.000000")
    return str(value)


@given(leagues())
@quickly
def test_no_point_is_made_or_lost(league: League) -> None:
    outcome = league.rated()
    field = league.inputs.players
    latest = {player.id: 1500.0 if player.rating is None else player.rating for player in field}
    at_the_start = sum(latest.values())
    for row in tables(outcome)["matches"]:
        if row.counted:
            latest |= {row.winner: row.winner_after, row.loser: row.loser_after}
            assert 0 < row.change < row.stake
            assert row.winner_after > row.winner_before
    assert sum(latest.values()) == pytest.approx(at_the_start, abs=1e-9)


@given(leagues(), st.randoms(use_true_random=False))
@quickly
def test_independent_matches_of_a_day_commute(league: League, rng: random.Random) -> None:
    """Pairs of different players who play on the same day, in any order."""
    ids = [player.id for player in league.inputs.players]
    pairs = list(zip(ids[::2], ids[1::2], strict=False))
    evening = [Match(FIRST, winner, loser, 7, source=winner) for winner, loser in pairs]
    shuffled = rng.sample(evening, len(evening))
    in_order = tables(league.rated(inputs=league.inputs._replace(matches=evening + league.inputs.matches)))
    reordered = tables(league.rated(inputs=league.inputs._replace(matches=shuffled + league.inputs.matches)))
    assert sorted(in_order.pop("matches"), key=repr) == sorted(reordered.pop("matches"), key=repr)
    assert in_order == reordered
