"""My player: starred on a page, kept in this browser alone, found again on lists, at home and in searches."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect
from sample_site import PAGES

pytestmark = pytest.mark.slow
WHO = "Dries Impens"


@pytest.fixture
def page(tab: Page, address: str) -> Page:
    """One for all tests, which forgets what the one before kept."""
    tab.goto(address + "static/icon.svg")
    tab.evaluate("localStorage.clear()")
    return tab


@pytest.fixture
def starred(page: Page, address: str, complaints: list[str]) -> Iterator[Page]:
    """A browser in which a player has been starred; nothing may be complained of."""
    page.goto(f"{address}backgammon/players/dries-impens/")
    star = page.get_by_role("button", name="My player")
    expect(star).to_have_attribute("aria-pressed", "false")
    star.click()
    expect(star).to_have_attribute("aria-pressed", "true")
    yield page
    assert complaints == []


def test_the_row_on_a_list_is_tinted_and_stands_at_the_foot_of_a_phone(starred: Page, address: str) -> None:
    starred.set_viewport_size({"width": 360, "height": 740})
    starred.goto(address + PAGES["list"])
    row = starred.locator("tr.mine")
    expect(row).to_have_count(1)
    expect(row).to_have_attribute("id", "dries-impens")
    pin = starred.get_by_role("link", name=f"My player: {row.locator('td').first.inner_text().split()[0]}")
    expect(pin).to_be_visible()
    expect(pin).to_contain_text(WHO)
    starred.evaluate("window.scrollTo(0, document.body.scrollHeight)")
    pin.click()
    expect(row).to_be_in_viewport()
    starred.set_viewport_size({"width": 1280, "height": 900})
    expect(pin).to_be_hidden()


def test_the_row_on_an_earlier_list_is_tinted_and_led_to(starred: Page, address: str) -> None:
    starred.set_viewport_size({"width": 360, "height": 740})
    starred.goto(address + PAGES["earlier list"])
    row = starred.locator("tr.mine")
    expect(row).to_contain_text(WHO)
    starred.evaluate("window.scrollTo(0, document.body.scrollHeight)")
    starred.locator(".pin").click()
    expect(row).to_be_in_viewport()


def test_the_home_page_says_how_they_stand_and_forgets_them(starred: Page, address: str) -> None:
    starred.goto(address + PAGES["list"])
    row = starred.locator("#dries-impens")
    rank, figure = (row.locator(selector).inner_text().strip() for selector in ("td:first-child", "td.v"))
    starred.goto(address)
    line = starred.get_by_role("region", name="My player").get_by_role("link")
    expect(line).to_contain_text(WHO)
    assert line.inner_text().split()[0] == rank
    expect(line).to_contain_text(figure)
    starred.get_by_role("button", name=f"Forget: {WHO}").click()
    expect(starred.get_by_role("region", name="My player")).to_have_count(0)
    starred.goto(address + PAGES["list"])
    expect(starred.locator("tr.mine")).to_have_count(0)


def test_the_search_has_them_first(starred: Page, address: str) -> None:
    starred.goto(address)
    starred.keyboard.press("/")
    expect(starred.locator("#hits [role=option]")).to_have_count(1)
    expect(starred.locator("#hits [role=option]")).to_contain_text(WHO)
    starred.locator("dialog [role=combobox]").fill("i")
    expect(starred.locator("#hits [role=option]").first).to_contain_text(WHO)


def test_each_ranking_has_its_own_and_a_star_is_taken_back(starred: Page, address: str) -> None:
    starred.goto(f"{address}chess/players/ellen-couwenaerde/")
    starred.get_by_role("button", name="My player").click()
    starred.goto(address)
    lines = starred.get_by_role("region", name="My player").get_by_role("listitem")
    expect(lines).to_have_count(2)
    starred.goto(f"{address}backgammon/players/dries-impens/")
    star = starred.get_by_role("button", name="My player")
    expect(star).to_have_attribute("aria-pressed", "true")
    star.click()
    starred.goto(address)
    expect(lines).to_have_count(1)
    expect(lines).to_contain_text("Ellen Couwenaerde")


def test_nothing_of_it_leaves_the_browser(starred: Page, address: str) -> None:
    assert starred.context.cookies() == []
    kept = starred.evaluate("Object.keys(localStorage)")
    assert kept == ["sitegen:/"]
    with starred.expect_request(f"{address}search.json") as asked:
        starred.goto(address)
        starred.keyboard.press("/")
    assert "dries" not in str(asked.value.all_headers())


def test_a_browser_that_stores_nothing_says_nothing(browser: Browser, address: str) -> None:
    with browser.new_context() as context:
        context.add_init_script("Object.defineProperty(window, 'localStorage', { get() { throw Error() } })")
        page = context.new_page()
        found: list[str] = []
        page.on("pageerror", lambda error: found.append(str(error)))
        page.goto(f"{address}backgammon/players/dries-impens/")
        page.get_by_role("button", name="My player").click()
        page.goto(address + PAGES["list"])
        expect(page.locator("tr.mine")).to_have_count(0)
        assert found == []
