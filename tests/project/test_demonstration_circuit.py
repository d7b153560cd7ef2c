"""The board-game circuit of the demonstration: four years, showing what they are there to show."""

from collections import Counter
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from sitegen.core.entities import Moment
from sitegen.inputs.config import settings
from sitegen.inputs.results import results
from sitegen.systems import ludo
from sitegen.systems.ludo.tables import Result

pytestmark = [pytest.mark.usefixtures("demonstration"), pytest.mark.slow]

ROOT = Path(__file__).parents[2]
PUBLISHED = date(2026, 11, 21)


@cache
def tables() -> tuple[ludo.Inputs, ludo.Options]:
    """The tables as they are read, with ids for names, and the options."""
    site, _ = settings.load_site(ROOT)
    assert site is not None
    ranking = next(site_ranking for site_ranking in site.rankings if site_ranking.id == "circuit")
    options: Any = ranking.options
    return results.read_results(site)[0]["circuit"], options


@cache
def published() -> dict[str, list[Any]]:
    """The rows of every published table."""
    outcome = ludo.rate(*tables(), Moment(PUBLISHED))
    return {table.name: list(table.rows) for table in outcome.tables}


def at_tables() -> dict[tuple[str, int, str], list[Result]]:
    found: dict[tuple[str, int, str], list[Result]] = {}
    for row in tables()[0].results:
        found.setdefault((row.tournament, row.round, row.table), []).append(row)
    return found


def test_four_years_have_nine_tournaments_and_a_final_each() -> None:
    played = [tournament for tournament in tables()[0].tournaments if tournament.date <= PUBLISHED]
    assert Counter((tournament.year, tournament.kind) for tournament in played) == {
        **{(year, "regular"): 9 for year in range(2023, 2027)},
        **{(year, "final"): 1 for year in range(2023, 2027)},
    }
    assert {tournament.date.weekday() for tournament in played} == {5}


def test_sixty_to_a_hundred_and_ten_players_take_part() -> None:
    counts = Counter(row.tournament for row in published()["days"])
    assert len(counts) == 40
    assert min(counts.values()) >= 60
    assert 100 <= max(counts.values()) <= 110


def test_twenty_five_games_are_played_at_tables_of_three_to_five() -> None:
    assert len({row.game for row in tables()[0].results}) == 25
    assert {len(table) for table in at_tables().values()} == {3, 4, 5}


def test_there_are_eight_clubs_with_places_and_players_without_a_club() -> None:
    inputs, _ = tables()
    assert len(inputs.clubs) == 8
    assert all(club.latitude and club.longitude for club in inputs.clubs)
    assert {player.club for player in inputs.players} == {club.club for club in inputs.clubs} | {""}
    assert all(tournament.latitude for tournament in inputs.tournaments)


def test_ties_are_written_in_both_ways_and_some_scores_were_not_kept() -> None:
    places = {row.place for row in tables()[0].results if row.tournament.startswith("2025")}
    assert {1.5, 2.5, 1.999} <= places
    others = {row.place for row in tables()[0].results if not row.tournament.startswith("2025")}
    assert others <= {1, 2, 3, 4, 5}
    assert any(row.place == 1.999 for row in published()["rounds"] if row.tournament.startswith("2024"))
    assert {row.game for row in tables()[0].results if row.score is None} == {"Citadels", "Tikal"}


def test_ceilings_are_felt_and_some_have_played_a_game_four_times_in_a_year() -> None:
    winners = {row.tournament: row.bonus for row in published()["days"] if row.rank == 1}
    counts = Counter(row.tournament for row in published()["days"])
    assert any(bonus < counts[key] for key, bonus in winners.items())
    assert any(row.bonus == 0 for row in published()["days"])
    assert any(row.played > 3 for row in published()["games-2026"])


def test_at_every_prize_giving_clubs_and_players_are_called() -> None:
    kinds = {row.tournament: set() for row in published()["prizes"]}  # type: dict[str, set[str]]
    for row in published()["prizes"]:
        kinds[row.tournament].add(row.kind)
    assert set(map(frozenset, kinds.values())) == {frozenset(("winner", "interclub", "place", "club", "lot"))}


def test_somebody_joined_and_somebody_left() -> None:
    first, last = ({row.player for row in published()[f"year-{year}"]} for year in (2023, 2026))
    assert first - last
    assert last - first
