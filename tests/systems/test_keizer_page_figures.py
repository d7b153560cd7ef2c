"""Every figure of a Keizer competition can be recomputed from the published pages alone."""

from pathlib import Path

import pytest
from page_figures_keizer import Followed

pytestmark = [pytest.mark.slow, pytest.mark.article("keizer", "3 Score")]
SITE = Path(__file__).parents[1] / "sites/values/expected"


@pytest.fixture(scope="module")
def followed() -> Followed:
    return Followed(SITE, "keizer/", {"consolation": "1/20", "late": "1"})


def test_every_figure_follows_from_the_pages(followed: Followed) -> None:
    checks = [check for name in followed.ranking for check in followed.of_value(name)]
    for name in followed.pages:
        for follow in (
            followed.of_score,
            followed.of_rounds,
            followed.of_change,
            followed.of_ahead,
            followed.of_opponents,
        ):
            checks += follow(name)
    assert [check for check in checks if not check.holds] == []
    assert len(checks) > 100
    assert followed.turns


def test_the_calculator_sees_another_figure(followed: Followed) -> None:
    other = Followed(followed.root, followed.home, {"consolation": "1/3", "late": "2"})
    assert [check for check in other.of_rounds("Fred Kok") if not check.holds]
