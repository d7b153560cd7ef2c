"""The pages of clubs, and the ways to them."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.slow


@pytest.fixture
def page(tab: Page) -> Page:
    """One for all tests: none keeps anything in it."""
    return tab


def test_from_all_clubs_to_the_page_of_one_and_to_a_player_and_back(page: Page, address: str) -> None:
    page.goto(f"{address}clubs/")
    page.get_by_role("main").get_by_role("link", name="Le Double Six").click()
    expect(page).to_have_url(f"{address}clubs/le-double-six/")
    expect(page.get_by_role("heading", level=1)).to_have_text("Le Double Six")
    page.get_by_role("link", name="Olivier Poncelette").first.click()
    expect(page).to_have_url(f"{address}backgammon/players/olivier-poncelette/")
    page.get_by_role("main").get_by_role("link", name="Le Double Six").first.click()
    expect(page).to_have_url(f"{address}clubs/le-double-six/")


def test_a_club_has_its_players_over_all_rankings_as_they_stand_now(page: Page, address: str) -> None:
    page.goto(f"{address}clubs/de-troefkaart/")
    expect(page.locator("#bridge, #tuesday")).to_have_count(2)
    on_page = page.locator("table[aria-labelledby=tuesday-players] tbody tr").first
    name, figure = on_page.locator("th").inner_text(), on_page.locator("td").nth(1).inner_text()
    page.goto(f"{address}tuesday/")
    row = page.locator("tbody tr").filter(has_text=name).first
    expect(row).to_contain_text(figure)


def test_what_its_players_are_first_in_is_told(page: Page, site: Path) -> None:
    page.goto((site / "clubs/le-double-six/index.html").as_uri())
    first = page.locator("table[aria-labelledby=backgammon-honours] tbody tr").filter(
        has_text="the current list"
    )
    expect(first).to_contain_text("Olivier Poncelette")


def test_the_menu_leads_to_all_clubs(page: Page, address: str, complaints: list[str]) -> None:
    page.goto(address)
    page.locator("nav.site").get_by_role("link", name="Clubs").click()
    expect(page).to_have_url(f"{address}clubs/")
    page.wait_for_load_state()
    row = page.locator(".clubs li").filter(has_text="De Troefkaart")
    expect(row.locator("small")).to_have_text(["59 Bridge handicap", "47 Bridge on Tuesday"])
    row.get_by_role("link").click()
    expect(page).to_have_url(f"{address}clubs/de-troefkaart/")
    assert complaints == []


def test_no_hidden_player_stands_on_the_page_of_a_club(site: Path) -> None:
    for path in (site / "clubs").rglob("index.html"):
        assert "Player 3" not in path.read_text(encoding="utf-8")
