"""Points that a committee gives or takes off, and who is out of competition on a day, in any system."""

from collections.abc import Sequence
from datetime import date
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitegen.toolkit.decisions import (
    AppliedPoints,
    DecisionRule,
    FigureBounds,
    PointsDecision,
    describe_decision,
    find_excluded,
    list_decisions,
    record_points,
)

DAYS = [date(2026, 10, day) for day in (1, 8, 15)]
RULE = DecisionRule({"points": FigureBounds(-100, 100)})
Kind = Any


class Inputs(NamedTuple):
    """The one table of a system."""

    decisions: Sequence[PointsDecision]


def decide(day: date, what: Kind, figure: float | None = None, player: str = "an") -> PointsDecision:
    return PointsDecision(day, player, what, "Why.", figure)


def find(*decisions: PointsDecision) -> list[tuple[int, str, str]]:
    """Return the row, column and code of each fault."""
    faults: list[Any] = [*RULE.find_faults(Inputs(decisions))]
    return [(decisions.index(fault.row), fault.column, fault.message.code) for fault in faults]


@pytest.mark.parametrize(
    ("figure", "codes"),
    [(None, ["no-figure-decided"]), (0.0, ["no-points-decided"]), (-10.0, []), (0.5, [])],
)
def test_points_have_a_figure_other_than_0(figure: float | None, codes: list[str]) -> None:
    faults: list[Any] = [*decide(DAYS[0], "points", figure).find_faults()]
    assert [message.code for _, message, _ in faults] == codes


def test_points_of_a_day_count_twice_where_a_state_that_is_said_twice_is_a_fault() -> None:
    twice = decide(DAYS[0], "points", -5), decide(DAYS[0], "points", -5)
    assert find(*twice) == []
    out = decide(DAYS[0], "out of competition")
    assert find(out, *twice, out.replace(reason="Again.")) == [(3, "date", "decided-twice")]
    assert find(decide(DAYS[1], "points", -101)) == [(0, "figure", "figure-decided-out-of-range")]


@pytest.mark.parametrize(
    ("points", "text"),
    [
        (10.0, "Points given by the committee (10): Why."),
        (-0.5, "Points taken off by the committee (0.5): Why."),
    ],
)
def test_the_history_tells_whether_points_are_given_or_taken_off(points: float, text: str) -> None:
    (row,) = record_points([decide(DAYS[0], "points", points)])
    assert row == AppliedPoints(DAYS[0], "an", "points", points, "Why.", "")
    assert describe_decision(row) == text


STATES = st.lists(
    st.tuples(
        st.sampled_from(DAYS), st.sampled_from(["out of competition", "in competition", "points"]),
        st.sampled_from(["an", "bob"]),
    )
)  # fmt: skip


@given(STATES, st.sampled_from(DAYS))
def test_the_last_decision_on_or_before_a_day_tells_who_is_out_of_competition(
    states: list[tuple[date, Kind, str]], day: date
) -> None:
    rows = [decide(on, what, player=player) for on, what, player in states]
    out: dict[str, bool] = {}
    for on in DAYS[: DAYS.index(day) + 1]:  # day after day, as the players see it
        for row in rows:
            if row.date == on and row.what != "points":
                out[row.player] = row.what == "out of competition"
    decided = list_decisions(Inputs(rows))
    assert find_excluded(decided, day) == {player for player, is_out in out.items() if is_out}
