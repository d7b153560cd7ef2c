"""The bridge of the demonstration, followed and recomputed on its published pages alone."""

from collections.abc import Iterable
from itertools import chain
from pathlib import Path
from random import Random

import pytest
from page_figures_ruit import Claim, calendar, current, evening, player, ratings, risers, units_of
from page_reader import CALCULATION, Between, Page, page, parse_figure

pytestmark = [
    pytest.mark.slow,
    pytest.mark.article(
        "ruit",
        "De handicap",
        "RUIT butleravond",
        "RUIT parenavond",
        "RUIT viertallenschema",
        "Partnersubsidie",
        "Overig",
    ),
]
_CHANCE = 20181020


@pytest.fixture(scope="module")
def home(demonstration_output: Path) -> Page:
    """The first page of the ranking."""
    return page(demonstration_output, "bridge/")


def evenings(home: Page, form: str, number: int) -> list[Page]:
    """Some evenings of a form."""
    held = home.follow("results/")
    of_form = [row for row in held.rows("evenings") if row["Form"] == form]
    return [held.follow(row["Results"].link) for row in Random(_CHANCE).sample(of_form, number)]


def failing(claims: Iterable[Claim], at_least: int) -> list[Claim]:
    """Those that do not hold, of so many that a page which shows nothing is seen."""
    listed = list(claims)
    assert len(listed) >= at_least
    return [claim for claim in listed if not claim.holds]


@pytest.mark.parametrize("form", ["pairs", "butler", "teams"])
def test_every_figure_of_an_evening_follows_from_others(home: Page, form: str) -> None:
    chosen = evenings(home, form, 8)
    assert failing(chain.from_iterable(map(evening, chosen)), 2000) == []
    assert failing(chain.from_iterable(calendar(home.follow("results/"), page) for page in chosen), 48) == []


def test_every_figure_of_a_player_follows_from_evenings(home: Page) -> None:
    links = [row["Player"].link for row in home.rows("ratings") if row["Player"].link]
    chosen = [home.follow(link) for link in Random(_CHANCE).sample(links, 12)]
    assert failing(chain.from_iterable(map(player, chosen)), 3000) == []


def test_every_figure_of_a_list_follows_from_the_pages_of_players(home: Page) -> None:
    archive = home.follow("lists/")
    links = [link for link in archive.links if link.startswith("20")]
    chosen = [home, *(archive.follow(link) for link in Random(_CHANCE).sample(links, 6))]
    assert failing(chain.from_iterable(map(ratings, chosen)), 1000) == []
    assert failing(current(home), 100) == []


def test_who_rose_how_much_follows_from_the_pages_of_players(home: Page) -> None:
    assert failing(risers(home.follow("risers/")), 1000) == []


def test_a_figure_that_is_off_would_be_found(home: Page) -> None:
    chosen = [evenings(home, form, 1)[0] for form in ("pairs", "butler", "teams")]
    for claim in chain.from_iterable(map(evening, chosen)):
        if isinstance(claim.expected, Between) and "." in claim.shown and not claim.where.endswith("Subsidy"):
            figure = parse_figure(claim.shown)
            other = f"{(figure.low + figure.high) / 2 + 0.08:.{len(claim.shown.partition('.')[2])}f}"
            assert not claim._replace(shown=other).holds, claim


@pytest.mark.parametrize("form", ["pairs", "butler", "teams"])
def test_every_row_of_an_evening_leads_to_where_the_club_keeps_it(home: Page, form: str) -> None:
    (chosen,) = evenings(home, form, 1)
    kept = [pairs[0] for pairs in units_of(chosen.rows("final"))] + chosen.rows("matches")
    links = {row[CALCULATION].link for row in kept} - {""}
    assert len(links) == len(kept)


def test_every_section_names_its_article_on_the_rules_page(home: Page) -> None:
    linked = [
        (chosen, link)
        for form in ("pairs", "butler", "teams")
        for chosen in evenings(home, form, 1)
        for links in chosen.articles.values()
        for link in links or [""]
    ]
    named = {link.partition("#")[2]: chosen.follow(link) for chosen, link in linked}
    rules = home.follow("rules/")
    assert {*named.values()} == {rules}
    assert {*named} <= rules.anchors
    assert len(named) == 5
