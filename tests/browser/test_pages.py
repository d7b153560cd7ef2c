"""Pages in a real browser: sorting, reading off a chart; phone, print and without scripts."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect
from sample_site import file_of

pytestmark = pytest.mark.slow

Visit = Callable[..., Page]
SULE = "Şule Ayd\N{LATIN SMALL LETTER DOTLESS I}nsoy"


@pytest.fixture
def page(tab: Page) -> Page:
    """One for all tests: none keeps anything in it."""
    return tab


@pytest.fixture
def visit(page: Page, site: Path) -> Visit:
    """Open a page of the site from the disk."""

    def open_page(kind: str) -> Page:
        page.goto(file_of(site, kind))
        return page

    return open_page


@contextmanager
def opened(browser: Browser, site: Path, kind: str, **context: object) -> Iterator[Page]:
    """A page of the site in a browser with other settings."""
    with browser.new_context(**context) as other:  # type: ignore[arg-type]
        page = other.new_page()
        page.goto(file_of(site, kind))
        yield page


TEXTS = """cells => cells.filter(each => each.checkVisibility()).map(each => {
  const own = each.cloneNode(true);
  own.querySelectorAll("small, .vh, i, u").forEach(aside => aside.remove());
  return (each.closest(".list tbody th") ? own.firstElementChild : own).textContent.trim();
})"""


def column(table: Locator, head: str) -> list[str]:
    """What stands in a column, from top to bottom, without what is small beside it or only to be heard."""
    heads = [str(text).strip() for text in table.locator("thead th").all_text_contents()]
    found: list[str] = table.locator(f"tbody tr > :nth-child({heads.index(head) + 1})").evaluate_all(TEXTS)
    return found


def ratings(page: Page) -> Locator:
    return page.locator("#rating-list table")


def test_a_number_sorts_from_the_highest_and_back(visit: Visit) -> None:
    table = ratings(visit("list"))
    button = table.get_by_role("button", name="Exp.")
    experience = sorted(map(int, column(table, "Exp.")), reverse=True)
    button.click()
    expect(table.get_by_role("columnheader", name="Exp.")).to_have_attribute("aria-sort", "descending")
    assert list(map(int, column(table, "Exp."))) == experience
    button.click()
    expect(table.get_by_role("columnheader", name="Exp.")).to_have_attribute("aria-sort", "ascending")
    assert list(map(int, column(table, "Exp."))) == experience[::-1]


def test_changes_sort_by_their_sign_and_movements_by_their_arrow(visit: Visit) -> None:
    table = ratings(visit("list"))
    signs = {"▲": "+", "▼": "-", "\N{MINUS SIGN}": "-"}

    def number(text: str) -> float:
        return float("".join(signs.get(character, character) for character in text))

    for head in ("±", "places won or lost since the list before"):
        table.get_by_role("button", name=head, exact=True).dispatch_event("click")
        found = [number(cell) for cell in column(table, head) if cell not in {"", "new"}]
        assert found == sorted(found, reverse=True)
        assert min(found) < 0 < max(found)


def test_names_sort_without_regard_to_accents(visit: Visit) -> None:
    table = ratings(visit("list"))
    table.get_by_role("button", name="Player").click()
    names = column(table, "Player")
    accented = ["Hélène Vandersmissen", "Ingrid Snoeijers", "Stijn Van Roosbeke", SULE, "Ton Verschuurmans"]
    assert [name for name in names if name in accented] == accented
    plain = [name for name in names if name.isascii()]
    assert plain == sorted(plain, key=str.casefold)


def test_the_rank_sorts_a_list_back_into_its_order(visit: Visit) -> None:
    table = ratings(visit("list"))
    before = column(table, "Player")
    table.get_by_role("button", name="Matches").click()
    assert column(table, "Player") != before
    table.get_by_role("button", name="#", exact=True).click()
    assert column(table, "Player") == before


def test_days_sort_by_the_calendar(visit: Visit) -> None:
    table = visit("calendar").locator("table")
    place = [head.inner_text() for head in table.locator("thead th").all()].index("First") + 1
    days = table.locator(f"tbody td:nth-child({place}) time")
    read = "days => days.map(day => day.dateTime)"
    before = days.evaluate_all(read)
    table.get_by_role("button", name="First").click()
    assert days.evaluate_all(read) == sorted(before)
    assert sorted(before) != before


def test_days_in_the_addresses_of_links_sort_too(visit: Visit) -> None:
    table = visit("records of evenings").locator("#highest table")
    place = [head.inner_text() for head in table.locator("thead th").all()].index("Date") + 1
    days = table.locator(f"tbody td:nth-child({place}) a:not(:has(time))")
    read = r"days => days.map(day => /\d{4}-\d\d-\d\d/.exec(day.href)[0])"
    before = days.evaluate_all(read)
    table.get_by_role("button", name="Date").click()
    assert days.evaluate_all(read) == sorted(before)
    assert sorted(before) != before


def test_a_head_says_what_the_legend_says_of_it(visit: Visit) -> None:
    page = visit("session")
    heads = {head.inner_text(): head.get_attribute("title") for head in page.locator("thead th").all()}
    assert heads["Points"] == "the points that the score is worth"
    change = "what the session did to the ranking of the"
    assert heads["±"] == f"{change} player; {change} partner"


def test_sorting_is_done_by_keyboard_too(visit: Visit) -> None:
    page = visit("list")
    table = ratings(page)
    table.get_by_role("button", name="Rating").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Space")
    expect(table.get_by_role("columnheader", name="Rating")).to_have_attribute("aria-sort", "ascending")
    expect(table.locator("[aria-sort]")).to_have_count(1)


def test_empty_cells_stand_last_in_either_order(visit: Visit) -> None:
    page = visit("list")
    page.locator(".counts a").nth(1).click()
    table = page.locator("#provisional table")
    for _ in range(2):
        table.get_by_role("button", name="±").click()
        changes = column(table, "±")
        blank = changes.index("")
        assert 0 < blank < len(changes) - 1
        assert set(changes[blank:]) == {""}


def test_tables_that_stand_apart_are_filtered_and_sorted_as_one(visit: Visit) -> None:
    part = visit("tournament").locator("#round-1")
    tables, heads = part.locator("tbody"), part.locator("tr.event:visible")
    assert tables.count() > 10
    everyone = column(part.locator("table"), "Player")
    search = part.page.get_by_role("searchbox")
    search.fill("catan")
    found = column(part.locator("table"), "Player")
    assert 3 < len(found) < len(everyone)
    assert {text[:5] for text in heads.all_inner_texts()} == {"Catan"}
    search.fill("")
    assert heads.count() > 10
    part.get_by_role("button", name="Points").click()
    assert tables.count() == 1
    points = list(map(float, column(part.locator("table"), "Points")))
    assert points == sorted(points, reverse=True)
    assert sorted(column(part.locator("table"), "Player")) == sorted(everyone)
    search.fill("catan")
    assert sorted(column(part.locator("table"), "Player")) == sorted(found)


def test_on_paper_whoever_reads_out_prizes_has_larger_type_and_a_box_to_tick(visit: Visit) -> None:
    page = visit("prize-giving")
    first = page.locator("#lot td").first
    on_screen = first.evaluate("cell => getComputedStyle(cell, '::before').content")
    page.emulate_media(media="print")
    assert on_screen == "none"
    assert first.evaluate("cell => getComputedStyle(cell, '::before').content") == '"\u2610\u00a0"'
    assert first.evaluate("cell => parseFloat(getComputedStyle(cell).fontSize)") > 14
    expect(page.locator("nav.sections")).to_be_hidden()


PLAYED = """() => {
  const told = {};
  let year = "";
  for (const row of document.querySelectorAll("#history tbody tr")) {
    if (row.matches(".year")) year = row.textContent.trim();
    else if (!row.matches(".event")) {
      const day = row.cells[0].firstChild.textContent.trim();
      told[`${day} ${year}`] ??= [...row.cells].at(-1).textContent.trim();
    }
  }
  return told;
}"""
"""The figure after the last match of each day, as the table has it."""


def test_what_a_chart_tells_stands_in_the_table(visit: Visit) -> None:
    page = visit("champion")
    told = page.evaluate(PLAYED)
    chart = page.locator("rating-chart").first
    slider = chart.get_by_role("slider")
    last = int(str(slider.get_attribute("max")))
    for back in (0, 5, 10):
        slider.fill(str(last - back))
        assert told[chart.locator(".read > span").first.inner_text()] == chart.locator(".read b").inner_text()


def test_the_wide_tables_of_a_calculation_fit_a_desk(visit: Visit) -> None:
    for kind in ("week", "champion", "calendar", "list"):
        broader = "all => all.filter(each => each.scrollWidth > each.clientWidth).length"
        assert visit(kind).locator(".scroll").evaluate_all(broader) == 0


def test_what_is_missing_shows_the_way_back(page: Page, address: str) -> None:
    answer = page.goto(address + "backgammon/players/nobody/")
    assert answer
    assert answer.status == 404
    expect(page.get_by_role("heading", level=1)).to_have_text("Page not found")
    assert page.evaluate("getComputedStyle(document.querySelector('.site')).display") == "flex"
    way = page.locator("main").get_by_role("link", name="Backgammon rating list")
    assert "underline" in str(way.evaluate("link => getComputedStyle(link).textDecorationLine"))
    page.get_by_role("link", name="Players, clubs, results and pages").click()
    expect(page.get_by_role("dialog", name="Search")).to_be_visible()
    page.keyboard.press("Escape")
    way.click()
    expect(page).to_have_url(address + "backgammon/")


def test_a_dark_page_is_dark_and_prints_light(browser: Browser, site: Path) -> None:
    ground = "getComputedStyle(document.body).backgroundColor"
    with opened(browser, site, "list", color_scheme="dark") as page:
        dark = page.evaluate(ground)
        page.emulate_media(media="print", color_scheme="dark")
        assert (dark, page.evaluate(ground)) == ("rgb(16, 23, 26)", "rgb(255, 255, 255)")


def test_print_leaves_out_what_paper_cannot_do(visit: Visit) -> None:
    page = visit("list")
    page.emulate_media(media="print")
    for selector in (".sections", ".site ul", ".pager", ".find", ".find-all", ".legend", ".mistake"):
        assert page.locator(selector).count()
        expect(page.locator(selector).first).to_be_hidden()
    expect(page.locator(".dateline")).to_contain_text("List of 21 November 2026 – results through 15 Nov")
    expect(ratings(page).locator("tbody tr").last).to_be_visible()


def test_on_a_phone_the_ranking_that_one_is_in_stands_in_view(browser: Browser, site: Path) -> None:
    """The rankings stand on one line, of which a phone shows a part; without scripts its beginning."""
    places = []
    for has_scripts in (True, False):
        phone = {"width": 360, "height": 740}
        with opened(browser, site, "club player", viewport=phone, java_script_enabled=has_scripts) as page:
            places.append(page.locator(".site ul [aria-current]").bounding_box())
    scripted, plain = places
    assert scripted
    assert 0 <= scripted["x"] <= scripted["x"] + scripted["width"] <= 360
    assert plain
    assert plain["x"] > 360
