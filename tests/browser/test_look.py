"""What every page owes its visitors at a glance: where the list begins, what fits, what paper gets."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from page_requirements import width
from playwright.sync_api import Browser, Page, expect
from sample_site import PAGES, file_of

pytestmark = pytest.mark.slow

LISTS = ["list", "earlier list", "ranking", "ratings", "club ranking", "circuit"]
PHONE = {"width": 360, "height": 740}
DESK = {"width": 1280, "height": 900}
WIDTHS = (768, 1024, 1600)
LINE = 20  # pixels
LEFT_OUT = "row => [...row.cells].filter(cell => getComputedStyle(cell).display == 'none').length"
BROAD = "[...document.querySelectorAll('table.list')].map(each => each.scrollWidth - each.clientWidth)"


def shown(browser: Browser, **context: Any) -> Iterator[Page]:
    with browser.new_context(**context) as own:
        yield own.new_page()


@pytest.fixture(scope="module")
def phone(browser: Browser) -> Iterator[Page]:
    yield from shown(browser, viewport=PHONE)


@pytest.fixture(scope="module")
def desk(browser: Browser) -> Iterator[Page]:
    yield from shown(browser, viewport=DESK)


@pytest.fixture
def page(tab: Page) -> Page:
    """One for all tests: none keeps anything in it."""
    return tab


def box(page: Page, selector: str) -> Any:
    return page.locator(selector).first.bounding_box()


@pytest.mark.parametrize("kind", LISTS)
def test_a_list_begins_high_on_a_phone_and_fits_every_width(page: Page, site: Path, kind: str) -> None:
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    page.goto(file_of(site, kind))
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    assert {*page.evaluate(BROAD)} == {0}
    rows = [element.bounding_box() for element in page.locator("table.list tbody tr").all()[:7]]
    assert [row for row in rows if not row] == []
    assert rows[0]
    assert rows[0]["y"] <= 310
    assert rows[6]
    assert rows[6]["y"] + rows[6]["height"] <= PHONE["height"]
    page.set_viewport_size(DESK)  # type: ignore[arg-type]
    assert box(page, "table.list")["width"] == pytest.approx(1200)
    assert [width(page, size) for size in WIDTHS] == [*WIDTHS]


def test_no_earlier_list_scrolls_sideways_on_a_phone(phone: Page, site: Path) -> None:
    earlier = sorted(site.glob("*/lists/2026-*/index.html"))
    sample = earlier[:: len(earlier) // 5]
    assert len(sample) > 4
    for path in sample:
        phone.goto(path.as_uri())
        assert phone.evaluate("document.documentElement.scrollWidth") == PHONE["width"], path
        assert {*phone.evaluate(BROAD)} == {0}, path


@pytest.mark.parametrize("kind", ["tournament", "calendar", "start ratings", "year"])
def test_a_phone_shows_who_and_the_figure_and_all_columns_when_asked(
    phone: Page, site: Path, kind: str
) -> None:
    phone.goto(file_of(site, kind))
    row = phone.locator(".all + table tbody tr").first
    assert row.evaluate(LEFT_OUT) > 0
    assert row.locator("th a, td a").first.is_visible()
    assert box(phone, ".all + table tbody tr")["height"] < 4 * LINE
    phone.get_by_label("All columns").first.check()
    assert row.evaluate(LEFT_OUT) == 0
    expect(phone.locator(".all:visible")).to_have_count(1)
    last = phone.locator(".all + table").last.locator("tbody tr").first
    assert last.evaluate(LEFT_OUT) == 0, "it is for all tables of the page"
    assert {*phone.evaluate(BROAD.replace("table.list", "table"))} == {0}


@pytest.mark.parametrize("kind", ["week", "round", "session", "pairs evening", "teams evening", "tournament"])
def test_a_row_of_results_opens_its_calculation_at_a_tap_on_its_figures(
    phone: Page, site: Path, kind: str
) -> None:
    phone.goto(file_of(site, kind))
    table = phone.locator("table:is(.duel, .solo)").first
    row, opened = table.locator("tr:has(td + td)").first, table.locator("tr:has(details)").first
    assert box(phone, ":is(.duel, .solo) tr:has(td + td)")["height"] < 5.5 * LINE
    expect(opened.locator("a").first).to_be_hidden()
    row.scroll_into_view_if_needed()
    edges = row.bounding_box()
    assert edges
    phone.mouse.click(edges["x"] + edges["width"] - 20, edges["y"] + edges["height"] / 2)
    expect(opened.get_by_text("=").first).to_be_visible()
    assert {*phone.evaluate(BROAD.replace("table.list", "table"))} == {0}


def test_the_home_page_fits_every_width(page: Page, site: Path) -> None:
    page.goto(file_of(site, "home"))
    assert [width(page, size) for size in WIDTHS] == [*WIDTHS]


@pytest.mark.parametrize("kind", ["list", "ranking"])
def test_the_head_of_a_list_stays_in_view(page: Page, site: Path, kind: str) -> None:
    page.goto(file_of(site, kind))
    for size, highest in ((DESK, 1), (PHONE, 60)):
        page.set_viewport_size(size)  # type: ignore[arg-type]
        page.locator("table.list tbody tr").nth(30).scroll_into_view_if_needed()
        page.evaluate("window.scrollTo(0, 1200)")
        assert 0 <= box(page, "table.list thead tr th:nth-child(1)")["y"] <= highest


def test_one_style_sheet_is_all_there_is_but_for_pictures(page: Page, site: Path, address: str) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(address + PAGES["list"])
    sheets = [text.removeprefix(f"{address}static/") for text in asked if text.endswith(".css")]
    assert sheets == ["sitegen.css", "charts.css"], "the other one for pages with a picture alone"
    asked.clear()
    page.goto(address + PAGES["earlier list"])
    assert "charts.css" not in "".join(asked)
    others = {path.name for path in site.rglob("*.css")} - {*sheets}
    assert others == {"compare.css", "embed.css", "enter.css"}, "each for the one page that asks for it"


def test_a_row_can_be_led_to_and_stands_out(desk: Page, site: Path) -> None:
    desk.goto(file_of(site, "list") + "#nico-plugboer")
    row = desk.locator("tr:target")
    ground = "each => getComputedStyle(each).backgroundColor"
    assert row.locator("th").evaluate(ground) != desk.locator("tbody th").first.evaluate(ground)
    assert 0 < row.bounding_box()["y"] < DESK["height"]  # type: ignore[index]


def test_few_stops_lead_to_the_first_player(desk: Page, site: Path) -> None:
    desk.goto(file_of(site, "list"))
    desk.keyboard.press("Tab")
    desk.keyboard.press("Enter")
    inside = "document.activeElement.closest('tbody') !== null"
    stops = next(stop for stop in range(1, 30) if [desk.keyboard.press("Tab"), desk.evaluate(inside)][1])
    assert stops <= 18


@pytest.mark.parametrize("kind", ["list", "ranking", "prize-giving", "pairings"])
def test_the_head_of_a_table_comes_again_on_every_sheet(page: Page, site: Path, kind: str) -> None:
    page.goto(file_of(site, kind))
    page.emulate_media(media="print")
    head = page.locator("thead").first
    assert head.evaluate("each => getComputedStyle(each).display") == "table-header-group"
    buttons = page.locator("thead button").evaluate_all("all => all.map(x => getComputedStyle(x).display)")
    assert {*buttons} <= {"contents"}


def sheets(page: Page, path: Path) -> int:
    return len(re.findall(rb"/Type\s*/Page\b", page.pdf(path=path, prefer_css_page_size=True)))


def test_the_chess_list_is_one_sheet_of_type_that_can_be_read(page: Page, site: Path, tmp_path: Path) -> None:
    page.goto(file_of(site, "ranking"))
    assert page.locator("table.list tbody tr:has(th)").count() == 40
    assert sheets(page, tmp_path / "list.pdf") == 1
    page.emulate_media(media="print")
    sizes = "all => Math.min(...all.map(each => parseFloat(getComputedStyle(each).fontSize)))"
    assert page.locator("table.list tbody :is(th, td)").evaluate_all(sizes) >= 8.5 * 96 / 72 - 0.01
    assert page.locator("table.list thead th").evaluate_all(sizes) >= 7.5 * 96 / 72 - 0.01


def test_a_sheet_says_where_it_comes_from_and_of_when(page: Page, site: Path) -> None:
    page.goto(file_of(site, "ranking"))
    said = page.locator("html").get_attribute("data-sheet")
    assert said == "https://delta.example/chess/ · 19 November 2026"
    page.emulate_media(media="print")
    assert said in page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--sheet')")


def test_where_colours_are_forced_the_current_page_can_be_told(browser: Browser, site: Path) -> None:
    for page in shown(browser, forced_colors="active"):
        page.goto(file_of(site, "list"))
        border = "each => getComputedStyle(each).borderBottomColor"
        for part in (".site ul", ".sections"):
            here = page.locator(f"{part} [aria-current]").evaluate(border)
            assert here != page.locator(f"{part} a:not([aria-current])").first.evaluate(border)


def test_a_change_is_blank_for_who_did_not_play_and_small_drawings_are_told(desk: Page, site: Path) -> None:
    desk.goto(file_of(site, "list"))
    still = desk.locator("#rating-list tbody tr:not([data-played]) td.d").all_text_contents()
    moved = desk.locator("#rating-list tbody tr[data-played] td.d").all_text_contents()
    assert {text.strip() for text in still} == {""}
    assert "" not in {text.strip() for text in moved}
    signs = {text.strip()[0] for text in desk.locator("td.d.up").all_text_contents()}
    assert signs == {"+"}
    first = desk.locator("#rating-list tbody tr").first
    assert first.get_by_role("img").get_attribute("aria-label") == "won 9 of the last 10"
    assert first.locator(".spark").get_attribute("aria-hidden") == "true"
    moves = desk.locator("#rating-list td:nth-child(2)").all_text_contents()
    assert all(re.fullmatch(r"\s*(as before|new|[▲▼]\d+ places? (up|down))\s*", move) for move in moves)


def test_the_home_page_says_first_what_happened(phone: Page, site: Path) -> None:
    phone.goto(file_of(site, "home"))
    told = phone.locator(".happened .week > div:visible")
    expect(told).to_have_count(4)
    expect(told.first).to_contain_text("Nico Plugboer")
    expect(told.first).to_contain_text("Backgammon, 21 Nov 2026")
    last = told.last.bounding_box()
    assert last is not None
    assert last["y"] + last["height"] < PHONE["height"], "it stands on the first screen"
    coming = phone.locator(".happened .coming time").evaluate_all("days => days.map(day => day.dateTime)")
    assert coming == sorted(coming) != []
    about = phone.locator("details.about")
    expect(about.locator(".prose")).to_be_hidden()
    about.locator("summary").click()
    expect(about.locator(".prose")).to_be_visible()
