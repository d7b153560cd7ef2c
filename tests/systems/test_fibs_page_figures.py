"""Every figure of the BGFed rating list of the demonstration can be recomputed from its pages alone."""

from pathlib import Path
from random import Random

import pytest
from page_figures_fibs import Followed, filled_in
from page_reader import CALCULATION, Row
from trails import wrong

pytestmark = [
    pytest.mark.slow,
    pytest.mark.article(
        "fibs",
        "Spelers",
        "Ratingformule",
        "Voorlopige versus definitieve rating",
        "Registratie van matchresultaten",
    ),
]
SEED = 20261121


@pytest.fixture(scope="module")
def followed(demonstration_output: Path) -> Followed:
    return Followed(demonstration_output, "backgammon")


def test_every_figure_of_a_week_follows_from_the_weeks_before_it(followed: Followed) -> None:
    weeks = Random(SEED).sample(list(followed.calendar), 40)
    figures = [figure for week in weeks for figure in followed.of_week(week)]
    assert wrong(figures) == []
    assert len(figures) > 5_000


def test_the_formula_of_every_match_that_counts_has_its_figures_in_it(followed: Followed) -> None:
    for key in Random(SEED).sample(list(followed.calendar), 10):
        week = followed.week(key)
        rows = week.rows("matches")
        assert [row[CALCULATION].partition("; 20")[0] for row in rows] == [filled(row) for row in rows]


def filled(row: Row) -> str:
    """The calculation that the row opens, each figure in its place; of one that does not count none."""
    if row.get("Remark"):
        return row[CALCULATION].partition("; 20")[0]
    cells = filled_in(row)
    a, b, n, p, s, w = (cells[name] for name in "ABNPSW")
    return f"P = 1/(1+10({b}−{a})√{n}/2000) = {p}; W = {s}(1−P) = {w} → {cells['A+W']}, {cells['B−W']}"


def test_every_figure_of_a_list_follows_from_the_results(followed: Followed) -> None:
    with_one_before = sorted(followed.archive)[-50:]
    days = {*Random(SEED).sample(with_one_before, 3), with_one_before[-1]}
    figures = [figure for day in sorted(days) for figure in followed.of_list(day)]
    assert wrong(figures) == []
    assert len(figures) > 1_500


def test_every_figure_of_a_player_follows_from_the_results(followed: Followed) -> None:
    players = Random(SEED).sample(sorted(page.name for page in _pages_of_players(followed)), 12)
    figures = [figure for player in players for figure in followed.of_player(player)]
    assert wrong(figures) == []
    assert len(figures) > 3_000


def test_who_stands_in_which_list_follows_from_the_registrations(followed: Followed) -> None:
    days = [*Random(SEED).sample(sorted(followed.archive), 5), max(followed.archive)]
    players = Random(SEED).sample(sorted(page.name for page in _pages_of_players(followed)), 20)
    assert wrong(place for day in days for player in players for place in followed.places(player, day)) == []


def test_every_result_leads_to_its_row_and_every_table_to_its_articles(followed: Followed) -> None:
    for key in Random(SEED).sample(list(followed.calendar), 10):
        week = followed.week(key)
        assert all(row[CALCULATION].link for row in week.rows("matches"))
        assert all(week.follow(link).path == "backgammon/rules/" for link in week.articles["matches"])
        assert week.articles["matches"]


def _pages_of_players(followed: Followed) -> list[Path]:
    return [path.parent for path in (followed.root / followed.ranking / "players").glob("*/index.html")]
