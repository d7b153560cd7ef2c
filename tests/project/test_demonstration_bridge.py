"""The bridge club of the demonstration: three years of Mondays, showing what they are there to show."""

from collections import Counter
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from sitegen.core.entities import Moment
from sitegen.inputs.config import settings
from sitegen.inputs.results import results
from sitegen.systems import ruit

pytestmark = [pytest.mark.usefixtures("demonstration"), pytest.mark.slow]

ROOT = Path(__file__).parents[2]
PUBLISHED = date(2026, 11, 21)


@cache
def tables() -> ruit.Inputs:
    """The tables as they are read, with ids for names."""
    site, _ = settings.load_site(ROOT)
    assert site is not None
    inputs: ruit.Inputs = results.read_results(site)[0]["bridge"]
    return inputs


@cache
def published() -> dict[str, list[Any]]:
    """The rows of every published table."""
    outcome = ruit.rate(tables(), ruit.Options(), Moment(PUBLISHED))
    return {table.name: list(table.rows) for table in outcome.tables}


def test_sixty_players_have_three_years_of_mondays_in_three_forms() -> None:
    evenings = {(row.date, row.form) for row in published()["evenings"]}
    days = sorted(day for day, _ in evenings)
    assert len(tables().players) == 60
    assert (days[0], days[-1]) == (date(2023, 11, 20), date(2026, 11, 16))
    assert {day.weekday() for day in days} == {0}
    assert len(days) == len(set(days)) == 120
    assert Counter(form for _, form in evenings) == {"pairs": 60, "butler": 30, "teams": 30}


def test_everyone_plays_and_one_is_hidden() -> None:
    assert min(row.sessions for row in published()["ratings"]) > 30
    assert sum(player.hidden for player in tables().players) == 1


def test_it_shows_sections_partial_movements_and_victory_points_of_the_clubs_own() -> None:
    lines = [*tables().pairs, *tables().butler]
    assert {line.section for line in lines} == {"", "A", "B"}
    assert {bool(line.opponents) for line in lines} == {True, False}
    assert {team.vp_a is None for team in tables().teams} == {True, False}


def test_some_are_paired_with_others_than_they_are_used_to() -> None:
    partners: dict[str, set[str]] = {}
    for row in published()["evenings"]:
        partners.setdefault(row.player, set()).add(row.partner)
    assert max(map(len, partners.values())) > 2


def test_beginners_rise_and_the_scores_of_an_evening_add_up() -> None:
    rose = {
        row.player: row.change for row in published()["risers"] if (row.form, row.period) == ("all", "all")
    }
    assert rose["fatima-el-idrissi"] > 30
    for day in {pair.date for pair in tables().pairs}:
        scores = [pair.score for pair in tables().pairs if pair.date == day]
        assert abs(sum(scores) / len(scores) - 50) < 0.01
