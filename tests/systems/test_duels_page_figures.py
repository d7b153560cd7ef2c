"""Every figure of Elo and Glicko-2 ratings can be recomputed from the pages alone, on small sites."""

from collections.abc import Callable
from pathlib import Path

import pytest
from page_figures_duels import Duels, games
from page_figures_elo import elo
from page_figures_glicko2 import Glicko2
from page_reader import CALCULATION, page
from trails import wrong

pytestmark = pytest.mark.slow

LADDER = ["ladder", "chess"]
PERIODS = ["month", "week", "quarter"]
Follow = Callable[[str], Duels]


@pytest.fixture(scope="module")
def follow(golden_output: Callable[[str], Path]) -> Follow:
    """The figures of a ranking, to be followed."""

    def find(ranking: str) -> Duels:
        root = golden_output("ladder" if ranking in LADDER else "periods")
        if ranking in LADDER:
            return Duels(root, ranking, elo(root, ranking))
        return Duels(root, ranking, Glicko2(page(root, f"{ranking}/rules/").options))

    return find


def hold(followed: Duels, least: int) -> None:
    figures = [*followed.of_events(), *followed.of_lists(), *followed.of_players()]
    assert wrong(figures) == []
    assert len(figures) > least


@pytest.mark.article("elo", "Elo, 1978", "B.02, 8.1.2", "B.02, 8.3.1", "B.02, 8.3.3")
@pytest.mark.parametrize("ranking", LADDER)
def test_every_figure_of_elo_ratings_follows_from_the_pages(ranking: str, follow: Follow) -> None:
    hold(follow(ranking), 150)


@pytest.mark.article("glicko2", *(f"Step {number}" for number in range(1, 9)))
@pytest.mark.parametrize("ranking", PERIODS)
def test_every_figure_of_glicko_2_ratings_follows_from_the_pages(ranking: str, follow: Follow) -> None:
    hold(follow(ranking), 100)


@pytest.mark.parametrize("ranking", ["ladder", "month"])
def test_every_game_leads_to_its_row_and_every_results_page_to_the_articles(
    ranking: str, follow: Follow
) -> None:
    followed = follow(ranking)
    for event in followed.events.values():
        assert all(row[CALCULATION if CALCULATION in row else "Source"].link for row in games(event))
        assert {event.follow(link).path for links in event.articles.values() for link in links} == {
            f"{followed.ranking}/rules/"
        }
        assert len(event.formula_lines) == len(event.rows("periods"))
        assert all(row["E"] for row in games(event) if row["Rated"] == "yes")
