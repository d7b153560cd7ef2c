"""Why a figure changed can be recomputed from the page that says it, whatever the ranking."""

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest
from page_figures_ledgers import Check, equations, of_account, reached, summed
from page_reader import Page, page

pytestmark = pytest.mark.slow

VALUES = {
    "backgammon": "Rating",
    "bridge": "Rating",
    "chess": "Score",
    "circuit": "LUDO total",
    "tuesday": "Ranking",
}
"""The heading of the figure of each ranking."""
_MANY = 15


def accounted(root: Path, ranking: str) -> Iterator[Page]:
    """The pages of some players that have an account."""
    players = sorted((root / ranking / "players").glob("*/index.html"))
    for player in Random(15).sample(players, min(_MANY, len(players))):
        own = page(root, f"{ranking}/players/{player.parent.name}/")
        if "why" in own.sections:
            yield own


def wrong(checks: Iterator[Check], fewest: int) -> list[Check]:
    every = list(checks)
    assert len(every) >= fewest
    return [check for check in every if not check.holds]


@pytest.mark.parametrize("ranking", VALUES)
def test_what_stood_and_every_change_come_to_what_stands(demonstration_output: Path, ranking: str) -> None:
    pages = accounted(demonstration_output, ranking)
    assert wrong((check for own in pages for check in of_account(own, VALUES[ranking])), 3 * _MANY - 10) == []


@pytest.mark.parametrize("ranking", VALUES)
def test_every_equation_behind_it_comes_out(demonstration_output: Path, ranking: str) -> None:
    pages = accounted(demonstration_output, ranking)
    assert wrong((equation for own in pages for equation in equations(own)), _MANY) == []


@pytest.mark.parametrize("ranking", [value for value in VALUES if value != "chess"])
def test_the_calculation_arrives_at_what_stands(demonstration_output: Path, ranking: str) -> None:
    pages = accounted(demonstration_output, ranking)
    assert wrong((reached(own, VALUES[ranking]) for own in pages), _MANY - 10) == []


def test_a_score_moves_by_the_sum_of_what_its_rounds_did(demonstration_output: Path) -> None:
    assert wrong((summed(own) for own in accounted(demonstration_output, "chess")), _MANY - 10) == []


@pytest.mark.parametrize(
    ("site", "ranking"),
    [("ladder", "ladder"), ("ladder", "chess"), ("periods", "month"), ("periods", "week")],
)
def test_ratings_of_duels_come_out_too(site: str, ranking: str, golden_output: Callable[[str], Path]) -> None:
    pages = list(accounted(golden_output(site), ranking))
    for own in pages:
        assert wrong(of_account(own, "Rating"), 1) == []
    assert wrong((equation for own in pages for equation in equations(own)), len(pages)) == []
    assert wrong((reached(own, "Rating") for own in pages), 2) == []
