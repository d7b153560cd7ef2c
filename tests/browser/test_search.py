"""The search from every page: by keyboard and by touch, what it finds, and what stands there without it."""

import json
from pathlib import Path

import pytest
from multilingual_site import AS_OF, PREFIXES, write_site
from playwright.sync_api import Browser, Page, expect
from sample_site import PAGES, file_of
from site_server import served

from sitegen.core.language import Language
from sitegen.publishing import build

pytestmark = pytest.mark.slow
SULE = "Şule Ayd\N{LATIN SMALL LETTER DOTLESS I}nsoy"
MANY = 10_000


@pytest.fixture
def page(tab: Page) -> Page:
    """One for all tests: none keeps anything in it."""
    return tab


def opened(page: Page, address: str, kind: str = "list") -> Page:
    page.goto(address + PAGES[kind])
    page.keyboard.press("/")
    expect(page.get_by_role("dialog")).to_be_visible()
    return page


def test_a_slash_opens_it_and_enter_goes_to_the_first_hit(
    page: Page, address: str, complaints: list[str]
) -> None:
    opened(page, address)
    box = page.get_by_role("combobox", name="Players, clubs, results and pages")
    expect(box).to_be_focused()
    box.press_sequentially("aydin sule")
    first = page.locator("#hits [role=option]").first
    expect(first).to_contain_text(SULE)
    expect(first).to_contain_text("Backgammon · De Blokkade")
    expect(first).to_have_attribute("aria-selected", "true")
    expect(box).to_have_attribute("aria-activedescendant", "hit-0")
    expect(page.locator("dialog [role=status]")).to_have_text("Found: 1")
    box.press("Enter")
    expect(page).to_have_url(f"{address}backgammon/players/sule-aydinsoy/")
    assert complaints == []


def test_arrows_choose_and_escape_closes(page: Page, address: str) -> None:
    opened(page, address, "player")
    box = page.locator("dialog [role=combobox]")
    box.fill("van")
    expect(page.locator("#hits [role=option]")).to_have_count(12)
    box.press("ArrowDown")
    expect(page.locator("#hits [role=option]").nth(1)).to_have_attribute("aria-selected", "true")
    box.press("ArrowUp")
    box.press("ArrowUp")
    expect(page.locator("#hits [role=option]").last).to_have_attribute("aria-selected", "true")
    expect(box).to_have_attribute("aria-activedescendant", "hit-11")
    box.press("Escape")
    expect(page.get_by_role("dialog")).to_be_hidden()


@pytest.mark.parametrize(
    ("typed", "title", "where"),
    [
        ("estuary", "Estuary Trophy", "news/2026-11-16-estuary-trophy/"),
        ("board games", "Board games", "circuit/"),
        ("2026-11-09", "Monday 9 November 2026", "bridge/results/2026-11-09/"),
        ("wiersmanda sule", "Şule Wiersmanda", "circuit/players/sule-wiersmanda/"),
    ],
)
def test_events_rankings_and_pages_are_found_too(
    page: Page, address: str, typed: str, title: str, where: str
) -> None:
    opened(page, address, "home")
    page.locator("dialog [role=combobox]").fill(typed)
    hit = page.locator(f'#hits a[href$="{where}"]')
    expect(hit).to_contain_text(title)
    hit.click()
    expect(page).to_have_url(address + where)


def test_the_magnifier_opens_it_and_a_slash_in_a_field_is_a_slash(page: Page, address: str) -> None:
    page.goto(address)
    page.get_by_role("link", name="Search").click()
    box = page.locator("dialog [role=combobox]")
    expect(box).to_be_focused()
    box.press_sequentially("a/b")
    expect(box).to_have_value("a/b")
    expect(page.locator("dialog [role=status]")).to_have_text("Nothing found.")


def test_the_index_is_read_when_it_is_first_wanted(page: Page, address: str) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(address + PAGES["list"])
    page.wait_for_load_state("networkidle")
    assert f"{address}search.json" not in asked
    with page.expect_response("**/search.json"):
        page.keyboard.press("/")


def test_it_speaks_the_language_of_the_page(page: Page, tmp_path: Path) -> None:
    root = write_site(tmp_path)
    assert build(root, root / "output", AS_OF).problems == []
    with served(root / "output") as address:
        for code, prefix in PREFIXES.items():
            translate = Language(code).translate
            page.goto(f"{address}{prefix}fibs/")
            page.keyboard.press("/")
            box = page.get_by_role("combobox", name=translate("Players, clubs, results and pages"))
            box.fill("fibs")
            expect(page.locator(f'#hits a[href="{address}{prefix}fibs/rules/"]')).to_be_visible()
            box.fill("zzz")
            expect(page.locator("dialog [role=status]")).to_have_text(translate("Nothing found."))


def test_ten_thousand_players_are_searched_within_a_keystroke(page: Page, address: str, site: Path) -> None:
    index = json.loads((site / "search.json").read_text("utf-8"))
    real = index["players"]
    index["players"] = [
        (f"{real[n % len(real)][0]} {n}", f"id-{n}", *real[n % len(real)][2:]) for n in range(MANY)
    ]
    page.route("**/search.json", lambda route: route.fulfill(json=index))
    opened(page, address)
    box = page.locator("dialog [role=combobox]")
    box.fill("a")
    expect(page.locator("#hits [role=option]")).to_have_count(12)
    took = box.evaluate("""box => ["d", "dr", "dri", "dries", "dries i", "van der"].map(typed => {
        const begun = performance.now();
        box.value = typed;
        box.dispatchEvent(new Event("input", { bubbles: true }));
        document.body.offsetHeight;
        return performance.now() - begun;
    }).sort((one, two) => one - two)""")
    assert took[len(took) // 3] < 50, took


def test_from_the_disk_the_magnifier_leads_to_all_players(page: Page, site: Path) -> None:
    page.goto(file_of(site, "player"))
    page.keyboard.press("/")
    expect(page.get_by_role("dialog")).to_be_hidden()
    page.get_by_role("link", name="Search").click()
    expect(page).to_have_url((site / "players" / "index.html").as_uri())
    page.get_by_role("link", name="W", exact=True).click()
    page.get_by_role("link", name="Şule Wiersmanda").click()
    expect(page).to_have_url(file_of(site, "circuit player"))


@pytest.mark.parametrize("kind", ["home", "list", "player", "calendar", "about"])
def test_from_the_disk_no_link_leads_to_a_folder(page: Page, site: Path, kind: str) -> None:
    page.goto(file_of(site, kind))
    targets = page.locator("a[href]").evaluate_all(
        "links => links.map(each => new URL(each.getAttribute('href'), document.baseURI).href.split('#')[0])"
    )
    folders = {target for target in targets if target.startswith("file:") and target.endswith("/")}
    assert folders == set()


def test_without_a_script_every_player_stands_under_a_letter(browser: Browser, address: str) -> None:
    with browser.new_context(java_script_enabled=False) as context:
        page = context.new_page()
        page.goto(address)
        page.get_by_role("link", name="Search").click()
        expect(page).to_have_url(f"{address}players/")
        group = page.locator("section", has=page.locator("#a"))
        group.get_by_role("link", name=SULE).click()
        expect(page).to_have_url(f"{address}backgammon/players/sule-aydinsoy/")
