"""The switch between the languages of a site: in the band at every width, and back to the same place."""

from pathlib import Path

import pytest
from multilingual_site import AS_OF, write_site
from page_requirements import width
from playwright.sync_api import Page, expect
from run_cache import RunCache

from sitegen.publishing import build

pytestmark = pytest.mark.slow
NAMES = {"nl": "Nederlands", "fr": "Français", "en": "English"}


@pytest.fixture(scope="module")
def home(run_cache: RunCache) -> str:
    """The address of a small site in three languages, opened from the disk."""
    return (run_cache.make_folder("languages", fill) / "output").as_uri()


def fill(folder: Path) -> None:
    build(write_site(folder), folder / "output", AS_OF)


def test_the_switch_leads_to_the_same_page_and_back(page: Page, home: str) -> None:
    page.goto(f"{home}/fibs/rules/index.html")
    expect(page.locator("html")).to_have_attribute("lang", "nl")
    expect(page.get_by_role("navigation", name="Taal").locator("[aria-current]")).to_have_text("nl")
    page.get_by_role("navigation", name="Taal").locator("a[lang=fr]").click()
    expect(page).to_have_url(f"{home}/fr/fibs/rules/index.html")
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    page.get_by_role("navigation", name="Langue").locator("a[lang=en]").click()
    expect(page).to_have_url(f"{home}/en/fibs/rules/index.html")
    page.get_by_role("navigation", name="Language").locator("a[lang=nl]").click()
    expect(page).to_have_url(f"{home}/fibs/rules/index.html")


def test_the_switch_stands_in_the_band_and_is_large_enough_for_a_finger(
    page: Page, home: str, complaints: list[str]
) -> None:
    """On pages that complain of nothing, on which each language is named in itself."""
    for path in ("index.html", "fr/fibs/index.html", "en/nbb/index.html", "fr/contact/index.html"):
        page.goto(f"{home}/{path}")
        expect_in_the_band(page)
        for element in page.locator(".language > *").all():
            language = element.get_attribute("lang")
            assert element.locator("abbr").get_attribute("title") == NAMES[str(language)]
    assert complaints == []


def expect_in_the_band(page: Page) -> None:
    for wide in (320, 360, 1280, 1600):
        assert width(page, wide) <= wide
        band = page.locator(".site").bounding_box()
        assert band is not None
        for link in page.locator(".language a").all():
            box = link.bounding_box()
            assert box is not None
            assert box["x"] >= band["x"] + band["width"] - 1
            assert box["x"] + box["width"] <= wide
            assert (box["y"], box["height"]) == (band["y"], band["height"])
            assert min(box["width"], box["height"]) >= 24


def test_my_player_is_the_same_in_every_language(page: Page, home: str) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(f"{home}/fr/fibs/players/an-peeters/index.html")
    page.locator("button.star").click()
    for before in ("", "fr/", "en/"):
        page.goto(f"{home}/{before}fibs/index.html")
        expect(page.locator("tr.mine")).to_have_attribute("id", "an-peeters")
        expect(page.locator("a.pin")).to_contain_text("An Peeters")
        page.goto(f"{home}/{before}index.html")
        page.locator(".my a").click()
        expect(page).to_have_url(f"{home}/{before}fibs/players/an-peeters/index.html")
