"""Every kind of page, opened once and asked all that it owes its visitors; axe-core finds nothing in it."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import html5lib
import pytest
from chromium import watched
from kinds import ALSO, AXE, findings, heights, open_all, owed, thin, width, width_of_large_text
from playwright.sync_api import Browser, Page
from sample import PAGES, file_of
from visited import DESK

pytestmark = pytest.mark.slow

PHONES = (320, 360)
STRIP = {**DESK, "height": 60}
OF_PHONES = ("target-size", "scrollable-region-focusable")
"""The rules that hang on the size of a screen: a phone is the stricter one."""
BAND, SECTIONS = 44, 41
"""How high the first two lines are, which stay one line each."""


Watched = tuple[Page, list[str]]
"""A page for one document after another, none of which keeps anything, and what the browser complained of."""


@pytest.fixture(scope="module")
def served(browser: Browser) -> Iterator[Watched]:
    """For the site as a server has it."""
    with watched(browser, viewport=DESK) as found:
        found[0].add_init_script(AXE)
        yield found


@pytest.fixture(scope="module")
def stored(browser: Browser) -> Iterator[Watched]:
    """For the site as a disk has it; what is only read is not painted."""
    with watched(browser, viewport=STRIP) as found:
        yield found


@pytest.fixture(scope="module")
def plain(browser: Browser) -> Iterator[Watched]:
    """The same in a browser without scripts."""
    with watched(browser, viewport=STRIP, java_script_enabled=False) as found:
        yield found


@pytest.mark.parametrize("path", [*(f"{each}index.html" for each in PAGES.values()), "404.html"])
def test_it_is_valid_html(site: Path, path: str) -> None:
    html5lib.HTMLParser(strict=True).parse((site / path).read_text("utf-8"))


@pytest.mark.parametrize("kind", PAGES)
def test_it_is_for_everybody_on_every_screen(served: Watched, address: str, kind: str) -> None:
    """Light on a desk and dark on a phone: contrast is one of the scheme, size one of the screen."""
    page, complaints = served
    complaints.clear()
    page.set_viewport_size(DESK)  # type: ignore[arg-type]
    page.goto(address + PAGES[kind])
    own = "embedded-list" if kind == "frame" else "ranking-table"
    assert page.evaluate("name => customElements.get(name) !== undefined", own)
    found = owed(page)
    assert (found["twice"], found["nameless"]) == ([], 0)
    assert [each for each in found["asked"] if not each.startswith(address)] == []

    assert width_of_large_text(page) == DESK["width"]
    assert [width(page, each) for each in PHONES] == [*PHONES]
    band, sections = heights(page)
    assert kind == "frame" or band == pytest.approx(BAND, abs=1)
    assert sections in (None, pytest.approx(SECTIONS, abs=1))

    thin(page)
    open_all(page)
    page.emulate_media(color_scheme="dark")
    assert findings(page, "color-contrast", *OF_PHONES) == []
    page.emulate_media(color_scheme="light")
    page.set_viewport_size(DESK)  # type: ignore[arg-type]
    assert findings(page, without=OF_PHONES) == []
    assert complaints == []


def owed_of(page: Page, address: str) -> dict[str, Any]:
    page.goto(address)
    return owed(page)


@pytest.mark.parametrize("kind", PAGES)
def test_from_the_disk_and_without_scripts_everything_is_there(
    stored: Watched, plain: Watched, site: Path, kind: str
) -> None:
    page, complaints = stored
    complaints.clear()
    found, without = (owed_of(each, file_of(site, kind)) for each in (page, plain[0]))
    assert found["texts"] == without["texts"]
    assert without["fields"] == 0
    assert complaints == []


def test_axe_does_find_what_is_wrong(page: Page, site: Path) -> None:
    page.goto(file_of(site, "list"))
    thin(page)
    page.evaluate("""() => {
      document.querySelector("#rating-list tbody a").style.color = "#bbb";
      document.querySelector("nav a").setAttribute("aria-label", "Other words");
      document.querySelector("input").removeAttribute("aria-label");
      document.querySelector("input").removeAttribute("placeholder");
      document.documentElement.removeAttribute("lang");
    }""")
    assert {rule for rule, _ in findings(page)} >= {"color-contrast", "label", "html-has-lang", *ALSO}


def test_of_rows_that_are_alike_axe_sees_two_and_of_others_all(page: Page) -> None:
    rows = "".join(f"<tr><td>{n}</td></tr>" for n in range(9))
    page.set_content(
        f"<main><table><tbody>{rows}<tr><td></td></tr><tr class='up'><td>9</td></tr></table></main>"
    )
    thin(page)
    assert page.locator("td").all_text_contents() == ["0", "1", "", "9"]


def test_of_parts_that_are_alike_two_are_looked_at_for_contrast_and_of_others_all(page: Page) -> None:
    alike = "<p><b>Alike</b></p>" * 4
    style = ".pale, [aria-pressed=true], u { color: #bbb } button { color: #000; background: #fff }"
    presses = "<button aria-pressed='false'>Press</button>" * 4
    for part in (
        "<p><b class='pale'>Other</b></p>",
        "<p><u>Other</u></p>",
        "<button aria-pressed='true'>Other</button>",
    ):
        page.set_content(f"<style>{style}</style><main>{alike}{presses}{part}</main>")
        assert [rule for rule, _ in findings(page, "color-contrast")] == ["color-contrast"]
