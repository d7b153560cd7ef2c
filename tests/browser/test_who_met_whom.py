"""Who met whom: a heat map on a desk and on paper, a strip a player on a narrow screen; how a season went."""

from datetime import date
from io import BytesIO
from itertools import pairwise
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from pypdf import PdfReader
from sample_site import PAGES, file_of

from sitegen.core.entities import Result
from sitegen.core.language import Language
from sitegen.core.model import Crosstable
from sitegen.render.cells import CellWriter
from sitegen.render.charts.crosstable import render_crosstable

pytestmark = pytest.mark.slow

FORTY = 40
DAY = date(2026, 11, 2)
BACKGROUNDS = """row => [...row.cells].slice(1, -1).map(cell => [
  cell.textContent, getComputedStyle(cell).backgroundImage.includes("50%"), cell.offsetWidth,
])"""
WIDTH = "document.documentElement.scrollWidth"


@pytest.fixture
def page(tab: Page) -> Page:
    """One for all tests: none keeps anything in it."""
    return tab


def test_a_desk_has_signs_and_a_narrower_screen_strips(page: Page, site: Path) -> None:
    page.goto(file_of(site, "crosstable"))
    head, first = page.locator(".heat thead"), page.locator(".heat tbody tr").first
    for width, has_signs in ((1280, True), (1153, True), (1151, False), (768, False), (320, False)):
        page.set_viewport_size({"width": width, "height": 900})
        assert head.is_visible() == has_signs, width
        assert page.evaluate(WIDTH) == width
        size = first.locator("td").nth(1).evaluate("cell => parseFloat(getComputedStyle(cell).fontSize)")
        assert size == (11 if has_signs else 0)


def test_a_strip_shows_who_was_beaten_above_the_line_and_who_was_not_below(page: Page, site: Path) -> None:
    page.goto(file_of(site, "crosstable"))
    page.set_viewport_size({"width": 360, "height": 740})
    row = page.locator("#chloe-bruyninckhof")
    cells = row.evaluate(BACKGROUNDS)
    assert len(cells) == FORTY
    assert max(cell[2] for cell in cells) - min(cell[2] for cell in cells) <= 1
    halves = [text for text, is_half, _ in cells if is_half]
    assert "1" in halves
    assert "0" in halves
    assert "10" not in halves, "as many won as lost lie on the line"
    name, strip = row.locator("th").bounding_box(), row.locator("td").first.bounding_box()
    assert name
    assert strip
    assert strip["y"] >= name["y"] + name["height"]


def test_a_row_opens_with_its_results_at_a_tap_and_its_name_leads_to_the_player(
    page: Page, site: Path
) -> None:
    page.goto(file_of(site, "crosstable"))
    page.set_viewport_size({"width": 360, "height": 740})
    row, opened = page.locator("#ellen-couwenaerde"), page.locator("#ellen-couwenaerde + tr")
    expect(opened.locator("li").first).to_be_hidden()
    edges = row.bounding_box()
    assert edges
    page.mouse.click(edges["x"] + edges["width"] / 2, edges["y"] + edges["height"] - 10)
    expect(opened.locator("li").first).to_be_visible()
    met = row.locator("td:not(:empty, .x, .p)").count()
    assert opened.locator("li").count() == met
    played = row.locator(".p").inner_text().partition(" / ")[2]
    assert opened.locator("small").count() == int(played)
    row.get_by_role("link").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Ellen Couwenaerde")


def test_my_player_is_tinted_and_keeps_the_colours_of_the_cells(page: Page, address: str) -> None:
    page.goto(f"{address}chess/players/ellen-couwenaerde/")
    page.get_by_role("button", name="My player").click()
    page.goto(address + PAGES["crosstable"])
    mine = page.locator("tr.mine")
    expect(mine).to_have_attribute("id", "ellen-couwenaerde")
    ground = "each => getComputedStyle(each).backgroundColor"
    page.set_viewport_size({"width": 1280, "height": 900})
    others = page.locator("#chloe-bruyninckhof")
    assert mine.locator("td.g").first.evaluate(ground) == others.locator("td.g").first.evaluate(ground)
    assert mine.evaluate(ground) != others.evaluate(ground)
    page.evaluate("localStorage.clear()")


def test_forty_players_have_one_or_two_sheets_of_paper_held_sideways(browser: Browser, site: Path) -> None:
    with browser.new_context() as context:
        page = context.new_page()
        page.goto(file_of(site, "crosstable"))
        sheets = PdfReader(BytesIO(page.pdf(prefer_css_page_size=True))).pages
    assert 1 <= len(sheets) <= 2
    assert all(sheet.mediabox.width > sheet.mediabox.height for sheet in sheets)
    text = " ".join(sheet.extract_text() for sheet in sheets)
    assert "Hubrecht Grijpskerkers" in text


@pytest.mark.parametrize("kind", ["season", "year"])
def test_how_a_season_went_fits_the_narrowest_screen_with_its_table_open(
    page: Page, site: Path, kind: str
) -> None:
    page.goto(file_of(site, kind))
    page.get_by_text("As a table").click()
    expect(page.locator("table.places")).to_be_visible()
    for width in (1280, 768, 360, 320):
        page.set_viewport_size({"width": width, "height": 740})
        assert page.evaluate(WIDTH) == width
        days = page.locator("svg.race > text:not([dx])").filter(visible=True).all()
        boxes = sorted((box for day in days if (box := day.bounding_box())), key=lambda box: box["x"])
        assert len(boxes) >= 2
        assert all(left["x"] + left["width"] < right["x"] for left, right in pairwise(boxes))


def test_more_than_forty_players_have_strips_as_wide_as_the_screen(page: Page, site: Path) -> None:
    """The demonstration has none: the table is drawn into one of its pages."""
    players = [f"p{place}" for place in range(60)]
    results = {
        player: [Result(DAY, "e", "won", (players[place - 1],))] for place, player in enumerate(players)
    }
    cells = CellWriter(
        Language("en"), "", "", "", {}, dict(zip(players, players, strict=True)), {}, {}, {}, "", {}
    )
    drawn = render_crosstable(Crosstable("met", "Met", players, results), cells)
    page.goto(file_of(site, "crosstable"))
    page.evaluate("html => document.querySelector('table.cross').outerHTML = html", str(drawn))
    for width in (1280, 360, 320):
        page.set_viewport_size({"width": width, "height": 740})
        assert page.evaluate(WIDTH) == width
        strip, name = page.locator("#p3 svg").bounding_box(), page.locator("#p3 th").bounding_box()
        assert strip
        assert name
        assert strip["width"] > 0.6 * width
        assert (strip["y"] >= name["y"] + name["height"]) == (width < 768)
