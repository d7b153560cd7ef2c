"""A list that has parts: it is searched and sorted as one, and every address leads to its row."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from pages import test_pagination
from pages.test_pagination import EVENT, PLAYERS
from playwright.sync_api import Page, expect
from site_server import served

pytestmark = pytest.mark.slow

built = test_pagination.built


@pytest.fixture
def page(tab: Page) -> Page:
    """One for all tests: none keeps anything in it."""
    return tab


@pytest.fixture
def home(built: Path) -> Iterator[str]:
    """The address of a site with long tables."""
    with served(built) as address:
        yield address


def test_who_stands_on_another_page_is_found(page: Page, home: str, complaints: list[str]) -> None:
    page.goto(f"{home}list/")
    shown = page.locator("main tbody tr:visible")
    page.get_by_role("searchbox", name="Find a player").fill(PLAYERS[-1])
    expect(shown).to_have_count(1)
    shown.get_by_role("link").first.click()
    expect(page).to_have_url(f"{home}list/players/{PLAYERS[-1]}/")
    assert complaints == []


def test_all_rows_are_sorted(page: Page, home: str) -> None:
    page.goto(f"{home}list/")
    head = page.locator("#provisional thead th").filter(has_text="Player")
    head.get_by_role("button").click()
    expect(page.locator("#provisional tbody tr")).to_have_count(len(PLAYERS))
    expect(head).to_have_attribute("aria-sort", "ascending")
    head.get_by_role("button").click()
    expect(page.locator("#provisional tbody tr").first).to_contain_text(PLAYERS[-1])


def test_an_address_with_a_row_of_another_page_leads_to_it(page: Page, home: str) -> None:
    page.goto(f"{home}list/#{PLAYERS[-1]}")
    expect(page.locator(f"tr#{PLAYERS[-1]}")).to_be_in_viewport()


def test_the_matches_of_an_evening_are_looked_through_as_one(page: Page, home: str) -> None:
    page.goto(f"{home}{EVENT}")
    page.get_by_role("searchbox", name="Filter").fill(PLAYERS[0])
    expect(page.locator("main tbody tr:has(td + td):visible")).to_have_count(2)
