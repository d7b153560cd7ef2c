"""Every kind of page, opened once and asked all that it owes its visitors; axe-core finds nothing in it."""

import re
from collections.abc import Iterator
from pathlib import Path

import html5lib
import pytest
from chromium import watched
from page_metrics import DESK, PHONE, visiting
from page_requirements import (
    ALSO,
    AXE,
    WATCH_MOVES,
    findings,
    findings_of_both,
    heights,
    moved,
    open_all,
    owed,
    tables_pushed_aside,
    thin,
    width,
    width_of_large_text,
)
from playwright.sync_api import Browser, Page, expect
from sample_site import PAGES, PUBLISHED, file_of
from sites import files, write

from sitegen.publishing import build

pytestmark = pytest.mark.slow

PHONES = (320, 360)
LARGER = (390, 768)
"""Other screens on which no table is pushed aside."""
STRIP = {**DESK, "height": 60}
OF_PHONES = ("target-size", "scrollable-region-focusable")
"""The rules that hang on the size of a screen: a phone is the stricter one."""
BAND, SECTIONS = 44, 41
"""How high the first two lines are, which stay one line each."""
TEXTS = ("table//tr", "main//{*}a", "dt", "h2")

Watched = tuple[Page, list[str]]
"""A page for one document after another, none of which keeps anything, and what the browser complained of."""


@pytest.fixture(scope="module")
def served(browser: Browser) -> Iterator[Watched]:
    """For the site as a server has it."""
    with watched(browser, viewport=DESK) as found:
        found[0].add_init_script(AXE)
        yield found


def html(site: Path, kind: str) -> str:
    return (site / PAGES[kind] / "index.html").read_text("utf-8")


def texts(site: Path, kind: str) -> list[list[str]]:
    """What stands in a page as it is written, which is valid HTML: what `owed` tells of one that is open."""
    parser = html5lib.HTMLParser(strict=True, namespaceHTMLElements=False)
    root = parser.parse(html(site, kind))
    return [["".join(element.itertext()) for element in root.iterfind(f".//{path}")] for path in TEXTS]


def scripts(site: Path, kind: str) -> tuple[str, ...]:
    """What scripts a page loads, and the elements that they make work."""
    found = re.findall(r'<script[^>]* src="?[^"\s>]*/([^"\s>/]+)|<([a-z]+-[a-z-]+)', html(site, kind))
    return tuple(dict.fromkeys("".join(match) for match in found))


def fields(site: Path, kind: str) -> tuple[str, ...]:
    """The fields and buttons that stand in a page as it is written."""
    main = html(site, kind).partition("<main")[2].partition("</main>")[0]
    return tuple(re.findall(r"<(input|button)\b", main))


def test_the_page_for_what_is_missing_is_valid_html(site: Path) -> None:
    html5lib.HTMLParser(strict=True).parse((site / "404.html").read_text("utf-8"))


LIKE_OTHERS = {
    *("chess player", "club player", "bridge player"),
    *("records of evenings", "records of a year", "rating risers", "calendar of a year", "earlier list"),
}
"""By day others of their templates are looked at."""


@pytest.mark.parametrize(
    "kind", [pytest.param(kind, marks=pytest.mark.night) if kind in LIKE_OTHERS else kind for kind in PAGES]
)
def test_it_is_for_everybody_on_every_screen(served: Watched, site: Path, address: str, kind: str) -> None:
    """Light on a desk and dark on a phone: contrast is one of the scheme, size one of the screen."""
    page, complaints = served
    complaints.clear()
    page.set_viewport_size(DESK)  # type: ignore[arg-type]
    page.goto(address + PAGES[kind])
    own = "embedded-list" if kind == "frame" else "ranking-table"
    assert page.evaluate("name => customElements.get(name) !== undefined", own)
    found = owed(page)
    assert (found["twice"], found["nameless"]) == ([], 0)
    assert found["texts"] == texts(site, kind), "what a script adds or takes away"
    assert [text for text in found["asked"] if not text.startswith(address)] == []

    assert width_of_large_text(page) == DESK["width"]
    assert [width(page, phone) for phone in PHONES] == [*PHONES]
    band, sections = heights(page)
    assert kind == "frame" or band == pytest.approx(BAND, abs=1)
    assert sections in (None, pytest.approx(SECTIONS, abs=1))

    open_all(page)
    assert {wide: tables_pushed_aside(page, wide) for wide in (*PHONES, *LARGER)} == {
        wide: [] for wide in (*PHONES, *LARGER)
    }
    page.set_viewport_size({"width": PHONES[-1], "height": 740})
    thin(page)
    page.emulate_media(color_scheme="dark")
    assert findings(page, "color-contrast", *OF_PHONES, tab="dark") == []
    page.emulate_media(color_scheme="light")
    page.set_viewport_size(DESK)  # type: ignore[arg-type]
    assert findings(page, without=OF_PHONES, tab="light") == []
    assert complaints == []


OF_SCRIPTS = {
    "enter": "backgammon/enter/",
    "compare": "backgammon/compare/",
    "what if": "backgammon/what-if/",
    "check": "check/",
}
"""Pages that their scripts make, which have tests of their own for the rest."""


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_nothing_moves_when_scripts_have_run(browser: Browser, address: str, size: dict[str, int]) -> None:
    with visiting(browser, size) as page:
        page.add_init_script(WATCH_MOVES)
        found = {}
        for kind, path in (PAGES | OF_SCRIPTS).items():
            for _ in range(2):  # a busy machine may show a page while it still reads it
                page.goto(address + path)
                if not (moves := moved(page)):
                    break
            found[kind] = moves
    assert {kind: moves for kind, moves in found.items() if moves} == {}


@pytest.mark.parametrize("path", [*OF_SCRIPTS.values(), "nowhere/"])
def test_axe_finds_nothing_on_pages_that_scripts_make_and_where_nothing_is(
    page: Page, address: str, path: str
) -> None:
    page.goto(address + path)
    expect(page.locator("main :is(form:visible, .go, .field)").first).to_be_visible()
    open_all(page)
    assert findings_of_both(page) == []


def test_what_moves_is_found(page: Page) -> None:
    page.add_init_script(WATCH_MOVES)
    page.goto("data:text/html,<p>Above<p>Below")
    assert moved(page) == []
    page.evaluate("document.body.style.paddingTop = '90px'")
    assert any("Above" in move for move in moved(page))


LONGEST = ("Maximiliaan Alexander Ferdinand van Oosterhout-Vandenbroeck", "Małgorzata Szczepańska-Wiśniewska")


@pytest.mark.parametrize("system", ["fibs", "keizer"])
def test_the_longest_names_of_a_young_club_fit_on_every_screen(
    page: Page, tmp_path: Path, system: str
) -> None:
    given = files(system)
    path = f"results/{system}/players.csv"
    named = given[path].decode().replace("An Peeters", LONGEST[0]).replace("Tom Claes", LONGEST[1])
    assert all(name in named for name in LONGEST)
    settings = given["sitegen.toml"].decode().replace('language = "en" ', 'language = "nl" ')
    write(tmp_path / "site", {**given, path: named.encode(), "sitegen.toml": settings.encode()})
    built = build(tmp_path / "site", tmp_path / "served", PUBLISHED)
    assert built.plan is not None, built.problems
    found = {}
    for shown in tmp_path.glob(f"served/{system}/**/index.html"):
        page.goto(shown.as_uri())
        open_all(page)
        for wide in (320, 1280):
            if width(page, wide) != wide or tables_pushed_aside(page, wide):
                found[shown.parent.name, wide] = width(page, wide), tables_pushed_aside(page, wide)
    assert found == {}


def test_from_the_disk_everything_is_there(browser: Browser, site: Path) -> None:
    """A page for each set of scripts, elements and fields that there is among all kinds."""
    sample = {(*scripts(site, kind), *fields(site, kind)): kind for kind in PAGES}
    assert len(sample) > 5
    with watched(browser, viewport=STRIP) as (page, complaints):
        for kind in sample.values():
            page.goto(file_of(site, kind))
            assert owed(page)["texts"] == texts(site, kind), kind
    assert complaints == []


def test_without_scripts_no_field_is_shown(browser: Browser, site: Path) -> None:
    asking = [kind for kind in PAGES if fields(site, kind)]
    assert len(asking) > 10
    with watched(browser, viewport=STRIP, java_script_enabled=False) as (page, _):
        for kind in asking:
            page.goto(file_of(site, kind))
            assert owed(page)["fields"] == 0, kind


def test_axe_does_find_what_is_wrong(page: Page, site: Path) -> None:
    page.goto(file_of(site, "list"))
    thin(page)
    assert findings(page, "color-contrast", tab="light") == [], "what is seen of it is not looked at again"
    page.evaluate("""() => {
      document.querySelector("#rating-list tbody a").style.color = "#bbb";
      document.querySelector("nav a").setAttribute("aria-label", "Other words");
      document.querySelector("input").removeAttribute("aria-label");
      document.querySelector("input").removeAttribute("placeholder");
      document.documentElement.removeAttribute("lang");
    }""")
    assert {rule for rule, _ in findings(page, tab="light")} >= {
        "color-contrast",
        "label",
        "html-has-lang",
        *ALSO,
    }


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
