"""What pages of the NBB-Clubranking show of sessions and players."""

from datetime import date
from typing import Any

import pytest
from test_nbb import FIRST, NEXT, SEASON, club, rated, session

from sitegen.model import Outcome, Section, Sheet
from sitegen.systems.nbb.tables import Inputs, PairsLine

FOUR = club(an=80.0, bo=60.0, ci=70.0, di=70.0)


def sections(sheet: Sheet) -> dict[str, Section]:
    return {each.name: each for each in sheet.parts() if isinstance(each, Section)}


def page(outcome: Outcome, player: str) -> Sheet:
    return next(each.sheet for each in outcome.players if each.id == player)


def facts(sheet: Sheet) -> dict[str, Any]:
    return {each.label: each.value for each in sheet.facts}


def test_a_session_that_was_drawn_shows_its_lines_in_order() -> None:
    """Inside a line the pairs stand as they were drawn."""
    drawn = session(PairsLine, FIRST, "B a b -", "A f e -", "A c d -")
    (event,) = rated(Inputs(club(**dict.fromkeys("abcdef", 60.0)), [SEASON], pairs=drawn)).events
    rows = sections(event.sheet)["lines"].rows
    assert [row.line + row.player1 + row.player2 for row in rows] == ["Afe", "Acd", "Bab"]


@pytest.mark.parametrize(("method", "interval"), [("balanced", "100.00 – 40.00"), ("dynamic", "70.00")])
def test_a_line_is_headed_by_its_points_or_by_those_for_an_average_score(method: str, interval: str) -> None:
    rows = session(PairsLine, FIRST, "A an bo 60", "A ci di 40")
    (event,) = rated(Inputs(FOUR, [SEASON], pairs=rows), method=method).events
    assert sections(event.sheet)["line-A"].named["interval"] == interval


def test_the_facts_of_a_player_are_those_of_the_season_begun_last() -> None:
    rows = [
        *session(PairsLine, FIRST, "A an bo 63.5", "A ci di 36.5"),
        *session(PairsLine, date(2026, 9, 8), "A an bo 50", "A ci di 50"),
    ]
    inputs = Inputs(FOUR, [SEASON, NEXT], pairs=rows)
    told = facts(page(rated(inputs, lines=1), "an"))
    assert (told["Average of the championship"], told["Sessions this season"]) == (80, 1)
    begun = facts(page(rated(inputs._replace(pairs=rows[:2]), lines=1), "an"))
    assert "Average of the championship" not in begun
    assert begun["Ranking"] == begun["Substitute ranking"] == pytest.approx((5 * 80 + 100) / 6)
