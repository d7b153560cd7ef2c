"""The lines of the next session: what is told of them, and what cannot be drawn."""

from datetime import date
from typing import Any

import pytest
from test_nbb import FIRST, SEASON, club, evening, session

from sitegen.core.entities import DrawError, DrawRequest, Pairings
from sitegen.core.problems import Message
from sitegen.systems import nbb
from sitegen.systems.nbb.tables import Inputs, Options, PairsLine, Partnership

PLAYERS = club(an=80.0, bo=75.0, ci=70.0, di=65.0, eva=60.0, fred=55.0)
INPUTS = Inputs(
    PLAYERS,
    [SEASON],
    partnerships=[Partnership("ab", "an", "bo"), Partnership("trio", "an", "bo", "ci")],
    pairs=session(PairsLine, FIRST, "A an bo 50", "A ci di 50"),
)
THERE = [("an", "bo"), ("ci", "di"), ("eva", "fred")]


def drawn(**asked: Any) -> Pairings:
    request = DrawRequest(**{"day": evening(2), "pairs": THERE, **asked})
    return nbb.draw(INPUTS, Options(lines=1), request)


def test_a_line_is_told_by_its_letter_and_its_pairs() -> None:
    """All earned 80 on the first evening: An has 80 still, and Bo (5·75 + 80) / 6."""
    messages = drawn(pairs=[("ci", "di"), ("ab",)]).messages
    assert messages == ["2025-09-09: 2 pairs", "Line A", "  155.83  An – Bo", "  139.17  Ci – Di"]


@pytest.mark.parametrize(
    ("lines", "options", "message"),
    [
        (None, 1, "2025-09-09: 3 pairs"),
        (1, 3, "2025-09-09: 3 pairs"),
        (2, 1, "2025-09-09: 3 pairs, 1 line instead of 2, since a line has two pairs at least"),
        (None, 3, "2025-09-09: 3 pairs, 1 line instead of 3, since a line has two pairs at least"),
    ],
)
def test_fewer_lines_than_asked_for_are_told(lines: int | None, options: int, message: str) -> None:
    request = DrawRequest(day=evening(2), pairs=THERE, lines=lines)
    result = nbb.draw(INPUTS, Options(lines=options), request)
    assert result.messages[0] == message
    assert isinstance(result.messages[0], Message)
    assert {row["line"] for row in result.rows["pairs"]} == {"A"}


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ({"lines": 27}, "draw-too-many-lines"),
        ({"day": date(2031, 1, 7)}, "draw-in-no-season"),
        ({"day": FIRST}, "draw-session-there"),
        ({"pairs": THERE[:1]}, "draw-too-few-pairs"),
        ({"pairs": [("cd",), *THERE]}, "draw-no-partnership"),
        ({"pairs": [("trio",), *THERE]}, "draw-trio"),
        ({"pairs": [*THERE, ("an", "di")]}, "draw-player-twice"),
        ({"pairs": [*THERE[:2], ("eva", "eva")]}, "draw-player-twice"),
    ],
)
def test_what_cannot_be_drawn_is_told_by_a_code(asked: dict[str, Any], code: str) -> None:
    with pytest.raises(DrawError) as raised:
        drawn(**asked)
    message = raised.value.message
    assert isinstance(message, Message)
    assert message.code == code


def test_who_has_no_ranking_cannot_be_drawn() -> None:
    inputs = INPUTS._replace(players=[*PLAYERS[:5], PLAYERS[5].replace(ranking=None)])
    with pytest.raises(DrawError, match="'fred' has no ranking yet"):
        nbb.draw(inputs, Options(lines=1), DrawRequest(day=evening(2), pairs=THERE))
