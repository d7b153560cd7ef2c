"""Elo ratings: worked examples, and what a secretary is told."""

from datetime import date
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from files import codes
from oracle_elo import TABLE_8_1_2

from sitegen.core.entities import Moment
from sitegen.core.model import Outcome
from sitegen.systems import elo
from sitegen.systems.elo import look_up_fide
from sitegen.systems.elo.tables import Options, Player
from sitegen.toolkit.duel.tables import Game

DAY = date(2026, 11, 3)


def player(id_: str, rating: float | None = None, games: int = 0) -> Player:
    return Player(id=id_, name=id_.title(), alphabet=ord(id_[0]), rating=rating, games=games)


def rated(*games: Game, options: Options | None = None, when: date = DAY, **people: float) -> Outcome:
    players = [player(name, rating, 20) for name, rating in people.items()]
    return elo.rate(elo.Inputs(players, list(games)), options or Options(), Moment(when))


def calculated_games(outcome: Outcome) -> list[elo.CalculatedGame]:
    return list(outcome.tables[-1].rows)


@pytest.mark.parametrize("result", ["1-0f", "0-1f", "0-0f"])
def test_a_forfeit_counts_for_nothing(result: Any) -> None:
    """It was not played: FIDE Handbook, B.02."""
    played = Game(DAY, "an", "bo", "1-0", source="games.csv:2")
    forfeit = Game(DAY, "bo", "an", result, source="games.csv:3")
    both, alone = rated(played, forfeit, an=1500, bo=1600), rated(played, an=1500, bo=1600)
    assert [table.rows for table in both.tables] == [table.rows for table in alone.tables]


@pytest.mark.article("elo", "Elo, 1978")
@pytest.mark.parametrize(
    ("home", "away", "result", "change"),
    [
        (1500.0, 1500.0, "1-0", 16.0),
        (1600.0, 1500.0, "1-0", 11.517920),
        (1500.0, 1600.0, "1-0", 20.482080),
        (1500.0, 1600.0, "½-½", 4.482080),
        (1600.0, 1500.0, "0-1", -20.482080),
    ],
)
def test_worked_examples(home: float, away: float, result: str, change: float) -> None:
    (row,) = calculated_games(rated(Game(DAY, "a", "b", result), a=home, b=away))
    assert row.home_change == pytest.approx(change, abs=5e-7)
    assert row.away_change == -row.home_change
    assert (row.home_after, row.away_after) == (home + row.home_change, away + row.away_change)


@pytest.mark.article("elo", "B.02, 8.3.3")
def test_each_side_has_the_k_of_the_games_it_has_played() -> None:
    players = [player("a", 1500.0, 29), player("b", 1500.0, 30)]
    games = [Game(DAY, "a", "b", "1-0"), Game(DAY, "b", "a", "1-0")]
    outcome = elo.rate(elo.Inputs(players, games), Options(k={0: 40.0, 30: 20.0}), Moment(DAY))
    assert [(row.k_home, row.k_away) for row in calculated_games(outcome)] == [(40, 20), (20, 20)]


@pytest.mark.article("elo", "B.02, 8.1.2", "B.02, 8.3.1")
def test_the_table_of_fide_goes_by_whole_differences_up_to_400() -> None:
    for place, (below, most) in enumerate(pairwise((-1, *TABLE_8_1_2)), 50):
        for difference in (max(below + 1, 0), min(most, 400)):
            assert look_up_fide(difference) == place / 100
            assert look_up_fide(-difference) == pytest.approx(1 - place / 100)
    assert look_up_fide(735) == look_up_fide(400.4) == 0.92


@pytest.mark.parametrize(("difference", "expected"), [(3.49, 0.5), (3.5, 0.51), (3.5 - 1e-12, 0.51)])
def test_half_a_point_is_rounded_up_whatever_the_noise(difference: float, expected: float) -> None:
    assert look_up_fide(difference) == expected
    assert look_up_fide(-difference) == 1 - expected


def test_no_difference_is_too_large() -> None:
    (row,) = calculated_games(
        rated(Game(DAY, "a", "b", "0-1"), options=Options(spread=10.0), a=0.0, b=4000.0)
    )
    assert row.home_change == pytest.approx(0)


def test_a_day_without_a_rated_game_has_a_page_and_no_list() -> None:
    later = date(2026, 11, 10)
    games = [Game(DAY, "a", "b", "1-0"), Game(later, "a", "b", "1-0", rated=False)]
    outcome = rated(*games, when=later, a=1500.0, b=1500.0)
    assert [event.key for event in outcome.events] == ["2026-11-03", "2026-11-10"]
    assert [listing.day for listing in outcome.archive] == [DAY]
    assert calculated_games(outcome)[1][6:-1] == (None,) * 9


PLAYERS = "id,name\nan,An\nbob,Bob\n"
SETTINGS = (
    '[site]\ntitle = "T"\nurl = "https://t.example/"\n[[ranking]]\nid = "r"\nsystem = "elo"\ntitle = "R"\n'
)


@pytest.mark.parametrize(
    ("header", "rows", "expected"),
    [
        ("result,home_score,away_score", ["1-0,,", ",3,2"], [("two-ways-in-a-file", 3)]),
        (
            "result,home_score,away_score",
            ["1-0,,", "1-0,1,0", ",3,"],
            [("result-and-scores", 3), ("no-result", 4)],
        ),
        ("home_score,away_score", ["3,"], [("no-result", 2)]),
        ("result", ["1-0", ""], [("no-result", 3)]),
        ("result", ["1-0", "1-0F", "0-0f"], []),
        ("result", ["1-0", "2-0"], [("no-such-choice", 3)]),
        ("home_score,away_score", ["7.5,2", "-1,2"], [("too-small", 3)]),
        ("result,order", ["1-0,1", "0-1,1", "1-0,"], []),
        ("result", ["½-½", ".5-.5", "=", "remise", "1/2-1/2"], []),
    ],
)
def test_what_a_secretary_is_told(
    tmp_path: Path, header: str, rows: list[str], expected: list[tuple[str, int]]
) -> None:
    games = [f"2026-11-0{day},an,bob,{row}" for day, row in enumerate(rows, 1)]
    text = "\n".join([f"date,home,away,{header}", *games]) + "\n"
    faults = codes(tmp_path, SETTINGS, {"r/players.csv": PLAYERS, "r/games.csv": text})
    assert [(code, line) for _, line, code in faults] == expected
