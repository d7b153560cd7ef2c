"""What is on paper: every column of every table, its heads on each sheet, and what was opened."""

import re
import unicodedata
from collections import Counter
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page
from pypdf import PdfReader
from sample_site import PAGES, file_of

pytestmark = pytest.mark.slow

UPRIGHT = {"width": 718, "height": 1017}
"""An A4 sheet between its margins, in pixels."""
BY_DAY = ["list", "ranking", "round", "calendar", "chess player"]
ALONE = """() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`@media print {
    @page { @bottom-left { content: none !important } @bottom-right { content: none !important } }
    * { visibility: hidden !important }
    .alone, .alone * { visibility: visible !important }
  }`);
  document.adoptedStyleSheets = [sheet];
  return [...document.querySelectorAll("table")].flatMap((each, at) => each.checkVisibility() ? [at] : []);
}"""
"""Leaves every thing where it is, and shows one table alone."""
TOLD = """at => {
  document.querySelector(".alone")?.classList.remove("alone");
  const table = document.querySelectorAll("table")[at];
  table.classList.add("alone");
  const isRead = (text) => text.parentElement.checkVisibility()
    && !text.parentElement.closest("svg, math, .vh, i, u, details");
  const text = (cell) => {
    const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT), words = [];
    while (walker.nextNode()) if (isRead(walker.currentNode)) words.push(walker.currentNode.data);
    return words.join(" ").normalize("NFKC").split(/\\s+/).filter(Boolean);
  };
  const seen = [...table.querySelectorAll("th, td")].filter((cell) => cell.checkVisibility());
  return {
    heads: seen.filter((cell) => cell.closest("thead")).flatMap(text),
    cells: seen.filter((cell) => !cell.closest("thead")).flatMap(text),
    left: [...table.querySelectorAll("thead th")].filter((cell) => !seen.includes(cell)).map(text),
  };
}"""


def read_sheets(page: Page) -> list[str]:
    """What is on each sheet, without blanks; nothing of those on which there is nothing."""
    pdf = PdfReader(BytesIO(page.pdf(prefer_css_page_size=True)))
    texts = (
        unicodedata.normalize("NFKC", sheet.extract_text()) for sheet in pdf.pages
    )  # a font joins f and i
    return [text for text in (re.sub(r"\s", "", text) for text in texts) if text]


def find_losses(page: Page) -> list[str]:
    """What is not on paper of the tables of a page."""
    lost: list[str] = []
    for at in page.evaluate(ALONE):
        table: dict[str, Any] = page.evaluate(TOLD, at)
        sheets = read_sheets(page)
        lost += [f"{at}: no head {head}" for head in table["left"]]
        lost += [
            f"{at}: {head} is not on sheet {number} of {len(sheets)}"
            for number, sheet in enumerate(sheets, 1)
            for head in table["heads"]
            if head not in sheet
        ]
        missing = Counter("".join(table["heads"] + table["cells"])) - Counter("".join(sheets))
        lost += [f"{at}: {missing}"] if missing else []
    return lost


@pytest.fixture
def page(tab: Page) -> Page:
    """One for all tests, of the width of a sheet."""
    tab.set_viewport_size(UPRIGHT)  # type: ignore[arg-type]
    tab.emulate_media(media="print")
    return tab


def test_every_page_is_as_wide_as_a_sheet_and_no_box_ends_at_its_edge(page: Page, site: Path) -> None:
    ends = """() => [...document.querySelectorAll("main *")].filter((each) => each.checkVisibility()
      && /auto|scroll/.test(getComputedStyle(each).overflowX)).map((each) => each.className)"""
    for kind in PAGES:
        page.goto(file_of(site, kind))
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= UPRIGHT["width"] + 1, kind  # what is for the ear alone is a pixel wide
        assert page.evaluate(ends) == [], kind


@pytest.mark.parametrize(
    "kind", [pytest.param(kind, marks=() if kind in BY_DAY else pytest.mark.night) for kind in PAGES]
)
def test_every_column_is_on_paper_and_every_head_on_each_sheet(page: Page, site: Path, kind: str) -> None:
    page.goto(file_of(site, kind))
    assert find_losses(page) == []


@pytest.mark.parametrize("columns", [12, 17, 45])
def test_the_sheets_of_very_many_columns_lie_on_their_sides(page: Page, site: Path, columns: int) -> None:
    page.goto(file_of(site, "about"))
    make = """columns => {
      const cells = (tag, fill) => Array.from({length: columns}, (_, at) => `<${tag}>${fill(at)}`).join("");
      const rows = Array.from({length: 60}, (_, row) => `<tr>${cells("td", (at) => `${row % 9}w${at}`)}`);
      document.querySelector("main").innerHTML = `<h2>All rounds</h2><div class="scroll"><table>
        <thead><tr>${cells("th", (at) => `R${at}`)}<tbody>${rows.join("")}</table></div><p>Below.</p>`;
    }"""
    page.evaluate(make, columns)
    boxes = [sheet.mediabox for sheet in PdfReader(BytesIO(page.pdf(prefer_css_page_size=True))).pages]
    assert {box.width > box.height for box in boxes} == {columns > 16}
    assert find_losses(page) == []


def test_a_calculation_that_was_opened_is_on_paper_and_no_other(page: Page, site: Path) -> None:
    page.goto(file_of(site, "week"))
    closed = read_sheets(page)
    assert page.locator("td > details").count() > 5
    page.locator("td > details").nth(2).evaluate("each => { each.open = true }")
    opened = read_sheets(page)
    assert ("".join(closed).count("P=1/"), "".join(opened).count("P=1/")) == (0, 1)
