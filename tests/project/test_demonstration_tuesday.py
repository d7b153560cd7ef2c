"""The Tuesdays of the demonstration's bridge club: two seasons, showing what they are there to show."""

from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from sitegen.core.entities import Moment
from sitegen.inputs.config import settings
from sitegen.inputs.results import results
from sitegen.systems import nbb
from sitegen.systems.nbb.points import list_sessions

pytestmark = [pytest.mark.usefixtures("demonstration"), pytest.mark.slow]

ROOT = Path(__file__).parents[2]
PUBLISHED = date(2026, 11, 21)


@cache
def tables() -> tuple[nbb.Inputs, nbb.Options]:
    """The tables as they are read, with ids for names, and the options."""
    site, _ = settings.load_site(ROOT)
    assert site is not None
    ranking = next(site_ranking for site_ranking in site.rankings if site_ranking.id == "tuesday")
    options: Any = ranking.options
    return results.read_results(site)[0]["tuesday"], options


@cache
def published() -> dict[str, list[Any]]:
    """The rows of every published table."""
    outcome = nbb.rate(*tables(), Moment(PUBLISHED))
    return {table.name: list(table.rows) for table in outcome.tables}


def test_two_seasons_of_tuesdays_are_played_in_three_lines_and_now_and_then_two_or_four() -> None:
    inputs, options = tables()
    every = list_sessions(inputs, PUBLISHED)
    assert options.lines == 3
    assert {session.day.weekday() for session in every} == {1}
    assert {session.season.season for session in every} == {"2025-2026", "2026-2027"}
    assert {len(session.groups) for session in every if session.form != "teams"} == {2, 3, 4}
    assert sum(session.form == "teams" for session in every) == 2
    assert {session.form for session in every} == {"pairs", "butler", "teams"}


def test_one_session_is_top_integral_and_the_next_is_drawn() -> None:
    every = list_sessions(tables()[0], PUBLISHED)
    assert [session.day for session in every if set(session.groups.values()) == {"TI"}] == [date(2026, 3, 10)]
    assert [session.day for session in every if not session.is_played] == [date(2026, 11, 24)]


def test_pairs_and_a_trio_play_also_with_substitutes() -> None:
    rows = published()["pairs-championship"]
    assert {bool(row.player3) for row in rows} == {True, False}
    assert any(row.substituted for row in rows)
    assert {row.eligible for row in rows} == {True, False}


def test_the_championship_tells_who_has_not_played_enough() -> None:
    rows = [row for row in published()["championship"] if row.season == "2026-2027"]
    assert {row.eligible for row in rows} == {True, False}
    assert any(row.still_needed for row in rows)
    assert any(row.dropped for row in rows)
