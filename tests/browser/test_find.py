"""One search over all tables of a page: by name, club and play; tabs, the address, and long lists."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect
from sample_site import PAGES

pytestmark = pytest.mark.slow
SULE = "Şule Ayd\N{LATIN SMALL LETTER DOTLESS I}nsoy"
MANY = 1_000


@pytest.fixture
def page(tab: Page) -> Page:
    """One for all tests: none keeps anything in it."""
    return tab


@pytest.fixture
def listed(page: Page, address: str, complaints: list[str]) -> Iterator[Page]:
    """The list of the demonstration that has three tables; nothing may be complained of."""
    page.goto(address + PAGES["list"])
    yield page
    assert complaints == []


def box(page: Page) -> Locator:
    return page.get_by_role("searchbox", name="Find a player")


def names(page: Page) -> list[str]:
    return page.locator("main tbody tr:visible th > :is(a, span)").all_inner_texts()


def test_no_accents_and_no_order_are_needed_and_it_is_said_how_many(listed: Page) -> None:
    for typed, found in {
        "HELENE": ["Hélène Vandersmissen"],
        "nobody at all": [],
        "sule aydin": [SULE],
        "nobody": [],
        "vandersmissen hélène": ["Hélène Vandersmissen"],
    }.items():
        box(listed).fill(typed)
        expect(listed.locator(".find [role=status]")).to_have_text(f"Rows shown: {len(found)}")
        assert names(listed) == found


def test_who_has_a_provisional_rating_finds_themselves(listed: Page) -> None:
    tabs = listed.locator(".counts a")
    expect(tabs.first).to_have_attribute("aria-current", "true")
    box(listed).fill("Björn Ankerström")
    expect(tabs.nth(1)).to_have_attribute("aria-current", "true")
    expect(listed.locator("#rating-list")).to_be_hidden()
    assert tabs.locator("b").all_inner_texts() == ["0", "1", "0"]
    assert names(listed) == ["Björn Ankerström"]


def test_on_a_phone_all_lists_are_searched_at_once(browser: Browser, address: str) -> None:
    """There is no room for tabs: the lists stand below each other."""
    with browser.new_context(viewport={"width": 360, "height": 740}) as context:
        phone = context.new_page()
        phone.goto(address + PAGES["list"])
        for table in ("#rating-list", "#provisional", "#not-registered"):
            expect(phone.locator(table)).to_be_visible()
        box(phone).fill("Björn Ankerström")
        expect(phone.locator("#provisional")).to_be_visible()
        expect(phone.locator("#rating-list")).to_be_hidden()
        box(phone).fill("an")
        expect(phone.locator(".find [role=status]")).to_have_text("Rows shown: 50")
        for table in ("#rating-list", "#provisional", "#not-registered"):
            expect(phone.locator(table)).to_be_visible()


def test_an_emptied_search_shows_everyone_again_where_one_is(listed: Page) -> None:
    counts = listed.locator(".counts b")
    everyone = counts.all_inner_texts()
    box(listed).fill("ankerstrom")
    box(listed).fill("")
    expect(listed.locator(".find [role=status]")).to_have_text("")
    assert counts.all_inner_texts() == everyone
    expect(listed.locator("#provisional tbody tr")).to_have_count(int(everyone[1]))


def test_club_and_play_narrow_it_too_and_the_address_keeps_all(listed: Page, address: str) -> None:
    listed.get_by_role("combobox", name="Club").select_option("Scheldeboord")
    named = listed.locator("#rating-list tbody tr:visible th").all_inner_texts()
    assert named
    assert all(text.endswith(" Scheldeboord") for text in named)
    listed.get_by_role("checkbox", name="Played since the list before").check()
    changes = listed.locator("#rating-list tbody tr:visible td.d").all_text_contents()
    assert changes
    assert all(change.strip() for change in changes)
    box(listed).fill("van")
    expect(listed).to_have_url(re.compile(r"\?q=van&club=Scheldeboord&played=1$"))
    kept, shown = listed.url, names(listed)
    listed.goto(address)
    listed.goto(kept)
    expect(box(listed)).to_have_value("van")
    assert names(listed) == shown


def test_tabs_show_one_table_each_and_a_row_that_is_led_to_is_shown(listed: Page, address: str) -> None:
    listed.get_by_role("link", name="Provisional ratings").click()
    expect(listed.locator("#provisional")).to_be_visible()
    expect(listed.locator("#rating-list")).to_be_hidden()
    expect(listed).to_have_url(f"{address}backgammon/#provisional")
    listed.goto(f"{address}backgammon/#dries-impens")
    expect(listed.locator("#dries-impens")).to_be_in_viewport()


def test_a_page_of_results_is_searched_as_one(page: Page, address: str) -> None:
    page.goto(address + PAGES["tournament"])
    first = page.locator("main ranking-table tbody tr:has(td + td)").first.locator("th > a").inner_text()
    page.get_by_role("searchbox").fill(first)
    expect(page.locator(".find [role=status]")).not_to_have_text("")
    rows = page.locator("main ranking-table tbody tr:has(td + td):visible")
    assert rows.count() > 1
    assert all(first in text for text in rows.all_inner_texts())


def test_without_a_script_all_tables_stand_there_and_tabs_are_jumps(browser: Browser, address: str) -> None:
    with browser.new_context(java_script_enabled=False) as context:
        page = context.new_page()
        page.goto(address + PAGES["list"])
        for name in ("rating-list", "provisional", "not-registered"):
            expect(page.locator(f"#{name} tbody tr").last).to_be_visible()
        expect(page.get_by_role("searchbox")).to_be_hidden()
        page.locator(".counts a").nth(1).click()
        expect(page.locator("#provisional tbody tr").first).to_be_in_viewport()


def lengthened(site: Path) -> str:
    """The list with its first table as long as those of large federations."""
    html = (site / PAGES["list"] / "index.html").read_text("utf-8")
    head, rest = html.split("<tbody>\n", 1)
    body, foot = rest.split("\n</table>", 1)
    rows = [row for row in re.split(r"\n(?=<tr)", body) if "pic-row" not in row]
    many = (re.sub(r'id="([^"]+)"', rf'id="\1-{n}"', rows[n % len(rows)]) for n in range(MANY))
    return f"{head}<tbody>\n" + "\n".join(many) + f"\n</table>{foot}"


@pytest.fixture
def long(page: Page, address: str, site: Path) -> Page:
    page.route("**/backgammon/", lambda route: route.fulfill(body=lengthened(site), content_type="text/html"))
    page.goto(address + PAGES["list"])
    return page


def test_a_thousand_rows_are_sorted_and_the_browsers_own_search_has_all_of_them(long: Page) -> None:
    head, rows = (long.locator(f"#rating-list {selector}") for selector in ("thead th.v", "tbody tr:visible"))
    assert rows.count() < MANY
    for order in ("ascending", "descending"):
        while head.get_attribute("aria-sort") != order:
            head.get_by_role("button").click()
        long.keyboard.press("Control+f")  # the rows that are not yet shown take their places as they are
        expect(rows).to_have_count(MANY)
        figures = [int(text) for text in long.locator("#rating-list tbody td.v").all_text_contents()]
        assert len(figures) == MANY
        assert figures == sorted(figures, reverse=order == "descending")


def test_a_name_is_found_among_a_thousand_rows_wherever_it_stands(long: Page) -> None:
    wanted = [text for text in long.locator("#rating-list tbody th a").all_text_contents() if "Dries" in text]
    assert len(wanted) > 10
    box(long).fill("dries")
    expect(long.locator(".find [role=status]")).to_contain_text("Rows shown: ")
    found = long.locator("#rating-list tbody tr:visible th a").all_text_contents()
    assert found == wanted


def test_a_long_list_goes_on_as_one_comes_near_its_end(long: Page) -> None:
    rows = long.locator("#rating-list tbody tr")
    assert rows.count() == MANY
    expect(rows.nth(750)).to_be_hidden()
    long.wait_for_function("""() => {
        window.scrollTo(0, document.body.scrollHeight);
        return !document.querySelector("#rating-list tbody tr:last-child").hidden;
    }""")
    expect(rows.nth(MANY - 1)).to_be_visible()


def test_a_list_that_was_read_to_its_end_goes_on_after_it_is_sorted(long: Page) -> None:
    for order in ("descending", "ascending"):
        long.wait_for_function("""() => {
            window.scrollTo(0, document.body.scrollHeight);
            return !document.querySelector("#rating-list tbody tr:last-child").hidden;
        }""")
        head = long.locator("#rating-list thead th.v")
        head.get_by_role("button").click()
        expect(head).to_have_attribute("aria-sort", order)
        assert long.locator("#rating-list tbody tr:visible").count() < MANY
        expect(long.locator("#rating-list tbody tr").first).to_be_in_viewport()


def test_of_two_hundred_rows_the_first_are_sorted_at_once_and_the_others_follow(
    page: Page, address: str
) -> None:
    page.goto(address + PAGES["circuit"])
    rows = page.locator("#ludo tbody tr:has(th):visible")
    everyone = rows.count()
    at_once = page.evaluate("""() => {
        document.querySelector("#ludo thead th.h button").click();
        return [...document.querySelectorAll("#ludo tbody tr")].filter((row) => !row.hidden).length;
    }""")
    assert 20 < at_once < everyone / 2
    expect(rows).to_have_count(everyone)
    page.locator("#ludo thead th.v button").click()
    expect(rows).to_have_count(everyone)
    figures = [float(text) for text in page.locator("#ludo tbody td.v").all_text_contents()]
    assert figures == sorted(figures, reverse=True)
