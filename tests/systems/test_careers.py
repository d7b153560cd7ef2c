"""The careers of players are what the published tables say of them."""

from collections import Counter
from pathlib import Path
from typing import Any

import golden
import pytest

from sitegen.core.model import Outcome

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]


def table(outcome: Outcome, *names: str) -> list[Any]:
    return [row for table in outcome.tables if table.name in names for row in table.rows]


def ended(outcome: Outcome, player: str) -> Counter[str]:
    assert outcome.careers is not None
    return Counter(result_row.ended for result_row in outcome.careers.get_career(player).result_rows)


@pytest.mark.usefixtures("demonstration")
def test_those_of_backgammon_are_the_matches_that_count() -> None:
    outcome = golden.outcomes(ROOT)[0]["backgammon"]
    assert outcome.careers is not None
    matches = table(outcome, "matches")
    for row in table(outcome, "rating-list", "provisional", "not-registered"):
        career, own = outcome.careers.get_career(row.player), ended(outcome, row.player)
        assert own["won"] + own["lost"] == row.matches
        assert own["won"] == sum(match.counted and match.winner == row.player for match in matches)
        assert own[""] == sum(
            not match.counted and row.player in {match.winner, match.loser} for match in matches
        )
        assert career.start is not None
        changes = sum(result_row.change or 0.0 for result_row in career.result_rows)
        assert career.start + changes == pytest.approx(row.rating, abs=1e-6)
        assert [day for day, _ in career.history] == sorted(
            {result_row.day for result_row in career.result_rows if result_row.ended}
        )
        if career.history:
            assert career.history[-1][1] == pytest.approx(row.rating, abs=1e-9)
        assert all(
            result_row.score and (result_row.chance is None) == (not result_row.ended)
            for result_row in career.result_rows
        )


@pytest.mark.parametrize(
    ("site", "ranking"), [("ladder", "ladder"), ("ladder", "chess"), ("periods", "month")]
)
def test_those_of_duels_are_the_games_that_count(site: str, ranking: str) -> None:
    outcome = golden.outcomes(Path(__file__).parents[1] / "sites" / site)[0][ranking]
    assert outcome.careers is not None
    for row in table(outcome, "rating-list", "provisional"):
        career, own = outcome.careers.get_career(row.player), ended(outcome, row.player)
        assert (own["won"], own["drawn"], own["lost"]) == (row.won, row.drawn, row.lost)
        assert career.start is not None
        changes = sum(result_row.change or 0.0 for result_row in career.result_rows)
        assert career.start + changes == pytest.approx(row.rating, abs=1e-6)
        assert all((result_row.chance is None) == (not result_row.ended) for result_row in career.result_rows)


@pytest.mark.usefixtures("demonstration")
def test_those_of_the_chess_competition_are_its_games_and_the_course_is_of_the_club_rating() -> None:
    outcome = golden.outcomes(ROOT)[0]["chess"]
    assert outcome.careers is not None
    assert outcome.careers.label == "Club rating"
    stages = table(outcome, "course")
    for row in table(outcome, "ranking"):
        career, own = outcome.careers.get_career(row.player), ended(outcome, row.player)
        assert (own["won"], own["drawn"], own["lost"]) == (row.won, row.drawn, row.lost)
        assert career.start == row.start_rating
        assert [value for _, value in career.history] == [
            stage.club_rating for stage in stages if stage.player == row.player
        ]
        assert all(result_row.opponents for result_row in career.result_rows if result_row.ended)
