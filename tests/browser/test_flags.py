"""The flag of a row: it can be hit, it says what it does, and it takes along what the row says."""

from collections.abc import Mapping
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

pytestmark = pytest.mark.slow

EVENT = "backgammon/results/2026-W46/"
PLAYER = "backgammon/players/geert-uyttendaele/"
FINGER = 24
HIT = """(flag) => {
  flag.scrollIntoView({ block: "center", inline: "center" });
  const { left, top, width, height } = flag.getBoundingClientRect();
  return document.elementFromPoint(left + width / 2, top + height / 2) === flag;
}"""


@pytest.fixture
def page(tab: Page) -> Page:
    """One for all tests: none keeps anything in it."""
    return tab


def asked(flag: Locator) -> Mapping[str, str]:
    """What the form is filled in with."""
    query = parse_qs(urlsplit(str(flag.get_attribute("href"))).query)
    return {name: value for name, (value,) in query.items()}


@pytest.mark.parametrize("path", [EVENT, PLAYER])
def test_it_can_be_hit_and_has_a_name(page: Page, address: str, path: str) -> None:
    page.goto(address + path)
    page.locator(".duel details").evaluate_all("all => all.forEach(each => { each.open = true; })")
    for width in (360, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        flags = page.locator("main .flag:visible").all()
        assert len(flags) > 5
        for flag in flags[:8]:
            assert flag.evaluate(HIT), "nothing lies over it"
            box = flag.bounding_box()
            assert box is not None
            assert min(box["width"], box["height"]) >= FINGER
        assert page.get_by_role("link", name="Report a mistake").count() > len(flags)


def test_on_paper_there_is_none(page: Page, address: str) -> None:
    page.goto(address + EVENT)
    page.locator(".duel details").evaluate_all("all => all.forEach(each => { each.open = true; })")
    page.emulate_media(media="print")
    expect(page.locator(".flag:visible")).to_have_count(0)
    opened = page.locator(".duel details:visible")
    expect(opened.first).to_be_visible()
    opened.evaluate_all("all => all.forEach(each => { each.open = false; })")
    expect(opened).to_have_count(0)


def test_what_a_row_opens_goes_where_the_row_goes(page: Page, address: str) -> None:
    """Sorted, searched, and told with what the row says where somebody reports a mistake."""
    page.goto(address + EVENT)
    row = page.locator(".duel tbody tr:has(td + td)").nth(3)
    name, score = row.locator("th").inner_text(), row.locator("td").nth(1).inner_text()
    opened = row.locator("xpath=following-sibling::tr[1]").inner_html()
    page.locator(".duel thead th").first.get_by_role("button").click()
    again = page.locator(".duel tbody tr:has(td + td)").filter(has_text=name).filter(has_text=score).first
    assert again.locator("xpath=following-sibling::tr[1]").inner_html() == opened
    page.get_by_role("searchbox", name="Filter").fill(name)
    assert (
        page.locator(".duel tr:has(details):not([hidden])").count()
        == page.locator(".duel tbody tr:has(td + td):not([hidden])").count()
    )
    page.route("https://github.com/**", lambda route: route.fulfill(body="the form"))
    again.locator("xpath=following-sibling::tr[1]").locator("summary").click()
    again.locator("xpath=following-sibling::tr[1]").locator(".flag").click()
    page.wait_for_url("https://github.com/**")
    (published,) = parse_qs(urlsplit(page.url).query)["published"]
    assert f"Winner: {name}" in published
    assert "P = 1/(1+10" in published


def test_of_many_rows_the_script_adds_what_the_row_says(
    page: Page, address: str, complaints: list[str]
) -> None:
    page.route("https://github.com/**", lambda route: route.fulfill(body="the form"))
    page.goto(address + PLAYER)
    flag = page.locator("#why .flag").first
    short = asked(flag)
    assert {*short} == {"template", "ranking", "row", "until"}
    flag.click()
    page.wait_for_url("https://github.com/**")
    filled = {name: value for name, (value,) in parse_qs(urlsplit(page.url).query).items()}
    assert {name: filled[name] for name in short} == short
    assert filled["page"] == f"https://delta.example/{PLAYER}"
    assert filled["published"].splitlines()[:4] == [
        "Date: 2026-11-12",
        "Opponent: Dries Impens",
        "Result: lost",
        "Score: 2–7",
    ]
    assert complaints == []


def test_a_day_that_is_a_link_is_told_as_files_have_it(page: Page, address: str) -> None:
    page.route("https://github.com/**", lambda route: route.fulfill(body="the form"))
    page.goto(f"{address}bridge/players/ivo-steenwinkel/")
    row = page.locator(".story tr:has(.flag)").first
    day = str(row.locator("a[href*='/results/']").get_attribute("href")).split("/")[-2]
    row.locator(".flag").click()
    page.wait_for_url("https://github.com/**")
    (published,) = parse_qs(urlsplit(page.url).query)["published"]
    assert published.splitlines()[0] == f"Date: {day}"


def test_without_a_script_it_leads_to_the_form_too(browser: Browser, site: Path) -> None:
    with browser.new_context(java_script_enabled=False) as context:
        page = context.new_page()
        page.goto((site / PLAYER / "index.html").as_uri())
        found = asked(page.locator("#history .flag").first)
    assert (found["template"], found["ranking"]) == ("result.yml", "backgammon")
    assert found["row"].startswith("results/backgammon/matches/")
