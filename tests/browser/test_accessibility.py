"""What axe-core finds on each kind of page, light on a desk and dark on a phone: nothing."""

from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page
from sample import PAGES, file_of

pytestmark = pytest.mark.slow

AXE = files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8")
SHIPPED = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
ALSO = {"label-content-name-mismatch": {"enabled": True}}  # experimental in axe-core 4.12, no longer in 4.14


def findings(page: Page) -> list[tuple[str, str]]:
    """The rules that are broken, each with the first element that breaks it."""
    page.evaluate(AXE)  # not a <script>, which the policy of the pages forbids
    options = {"runOnly": SHIPPED, "rules": ALSO, "resultTypes": ["violations"]}
    results: dict[str, Any] = page.evaluate("options => axe.run(document, options)", options)
    return [(each["id"], each["nodes"][0]["html"]) for each in results["violations"]]


@pytest.fixture(scope="module", params=[("light", 1280), ("dark", 360)], ids=["desk", "phone"])
def lit(request: pytest.FixtureRequest, browser: Browser) -> Iterator[Page]:
    """A page for one document after another: none keeps anything, and to begin anew takes longer than axe."""
    scheme, width = request.param
    with browser.new_context(color_scheme=scheme, viewport={"width": width, "height": 800}) as context:
        yield context.new_page()


@pytest.mark.parametrize("kind", PAGES)
def test_axe_finds_nothing(lit: Page, site: Path, kind: str) -> None:
    lit.goto(file_of(site, kind))
    lit.locator("details").evaluate_all("all => all.forEach(each => { each.open = true; })")
    assert findings(lit) == []


def test_axe_does_find_what_is_wrong(page: Page, site: Path) -> None:
    page.goto(file_of(site, "list"))
    page.evaluate("""() => {
      document.querySelector("#rating-list tbody a").style.color = "#bbb";
      document.querySelector("nav a").setAttribute("aria-label", "Other words");
      document.querySelector("input").removeAttribute("aria-label");
      document.querySelector("input").removeAttribute("placeholder");
      document.documentElement.removeAttribute("lang");
    }""")
    assert {rule for rule, _ in findings(page)} >= {"color-contrast", "label", "html-has-lang", *ALSO}
