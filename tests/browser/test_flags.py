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


def asked(flag: Locator) -> Mapping[str, str]:
    """What the form is filled in with."""
    query = parse_qs(urlsplit(str(flag.get_attribute("href"))).query)
    return {name: value for name, (value,) in query.items()}


@pytest.mark.parametrize("width", [360, 1280])
@pytest.mark.parametrize("path", [EVENT, PLAYER])
def test_it_can_be_hit_and_has_a_name(browser: Browser, address: str, path: str, width: int) -> None:
    with browser.new_context(viewport={"width": width, "height": 800}) as context:
        page = context.new_page()
        page.goto(address + path)
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
    page.emulate_media(media="print")
    expect(page.locator(".flag:visible")).to_have_count(0)


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


def test_without_a_script_it_leads_to_the_form_too(browser: Browser, site: Path) -> None:
    with browser.new_context(java_script_enabled=False) as context:
        page = context.new_page()
        page.goto((site / PLAYER / "index.html").as_uri())
        found = asked(page.locator("#history .flag").first)
    assert (found["template"], found["ranking"]) == ("result.yml", "backgammon")
    assert found["row"].startswith("results/backgammon/matches/")
