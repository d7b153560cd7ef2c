"""What calculates, where a host is as strict as it can be, and where a browser lacks what it takes."""

from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest
from chromium import another
from commits import commit
from playwright.sync_api import Browser, Page, expect
from run_cache import RunCache
from site_server import POLICY, served
from sites import files, write
from stub_worker import KEEPS_NOTHING, answering

from sitegen import __version__
from sitegen.browser import published
from sitegen.publishing import build

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def output(run_cache: RunCache) -> Path:
    """A site in a repository; one of its rankings is called as the program is."""
    return run_cache.make_folder("hosts", fill) / "served"


def fill(root: Path) -> None:
    given = {path.replace("/elo/", "/sitegen/"): data for path, data in files("elo", "ruit").items()}
    settings = given["sitegen.toml"].decode().replace('id = "elo"', 'id = "sitegen"')
    more = '[site]\nengine = true\nrepository = "delta/rankings"\n'
    write(root / "site", {**given, "sitegen.toml": settings.replace("[site]\n", more).encode()})
    commit(root / "site")
    built = build(root / "site", root / "served", date(2026, 11, 21))
    assert built.plan is not None, built.problems


def test_a_policy_that_is_sent_keeps_nothing_from_calculating(
    page: Page, output: Path, complaints: list[str]
) -> None:
    """Of all rankings; the other way round it would say so. What calculates does so in test_checking.py.

    Where all of it comes from, and how it is done elsewhere, stands there. A host lets browsers keep files
    for a while: what is published now is asked for all the same.
    """
    asked = []
    page.add_init_script(KEEPS_NOTHING)
    page.context.on("request", lambda item: asked.append(item) if item.url.endswith(".csv") else None)
    with answering(output, Content_Security_Policy=POLICY) as address:
        page.goto(f"{address}check/")
        page.get_by_role("button", name="Calculate everything again").click()
        told = page.locator("check-site [role=status] b")
        expect(told).to_be_visible()
        assert {response.all_headers().get("cache-control") for response in asked} == {"max-age=0"}
    assert told.inner_text().startswith("2 rankings, ")
    assert told.inner_text().endswith("all the same.")
    facts = page.locator("dl.facts")
    head = facts.locator(".commit a").get_attribute("href") or ""
    assert head.startswith("https://github.com/delta/rankings/commit/")
    assert len(head.rpartition("/")[2]) == 40
    assert facts.get_by_role("link", name="delta/rankings").get_attribute("href") == (
        "https://github.com/delta/rankings"
    )
    assert f"sitegen {__version__}" in facts.inner_text()
    assert published.get_runtime_folder() in facts.inner_text()
    commands = page.locator("main pre").inner_text().splitlines()
    assert commands[:2] == ["git clone https://github.com/delta/rankings", "cd rankings"]
    assert commands[-1].startswith("sitegen verify https://")
    assert complaints == []


def enter_a_game(page: Page, address: str) -> None:
    """Where games are entered in this site."""
    page.goto(f"{address}sitegen/enter/")
    page.locator("[data-shared=date] input").fill("2026-03-03")
    for name, text in {"home": "Mia Claes", "away": "Ewa Nowak"}.items():
        page.locator(f"tbody [data-name={name}] > input").fill(text)
    page.locator("tbody [data-name=result] > select").select_option("1-0")


def test_a_policy_that_forbids_webassembly_is_told(page: Page, output: Path) -> None:
    with served(output, Content_Security_Policy=POLICY.replace(" 'wasm-unsafe-eval'", "")) as home:
        page.goto(f"{home}check/")
        page.get_by_role("button", name="Calculate everything again").click()
        why = "The program runs in WebAssembly."
        expect(page.locator("check-site [role=status]")).to_contain_text(why)
        page.goto(f"{home}ruit/enter/")
        page.locator("tbody tr [data-name=player1] input").first.fill("An Peeters")
        page.locator("tbody tr [data-name=player2] input").first.fill("Léa Moreau")
        expect(page.locator("enter-results .why")).to_contain_text(why)


def test_nor_from_entering(page: Page, output: Path, complaints: list[str]) -> None:
    page.add_init_script(KEEPS_NOTHING)
    with answering(output, Content_Security_Policy=POLICY) as address:
        enter_a_game(page, address)
        expect(page.locator(".does table tbody tr").first).to_be_visible()
    assert complaints == []


@pytest.fixture(scope="module")
def lacking(browser: Browser, output: Path) -> Iterator[tuple[Page, str]]:
    """A page in a browser without WebAssembly, in workers too."""
    flag = "--js-flags=--jitless"  # which has none, neither in pages nor in workers
    with another(browser.browser_type, flag) as other, served(output) as address:
        page = other.new_page()
        assert page.evaluate("typeof WebAssembly") == "undefined"
        yield page, address


def test_a_browser_without_webassembly_is_told_what_still_works(lacking: tuple[Page, str]) -> None:
    page, address = lacking
    page.goto(f"{address}check/")
    expect(page.locator(".without")).to_contain_text("What follows below works without them.")
    expect(page.locator("check-site button")).to_be_hidden()
    expect(page.get_by_role("link", name="risers.csv").first).to_be_visible()


def test_there_columns_alone_are_checked_and_it_can_be_sent(lacking: tuple[Page, str]) -> None:
    page, address = lacking
    enter_a_game(page, address)
    expect(page.get_by_role("status")).to_contain_text("Only the columns are checked here")
    expect(page.get_by_role("link", name="Send by GitHub")).to_be_visible()
