"""What every page owes its visitors, asked of a page that is open, in as few questions as can be."""

from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any, Literal, NamedTuple

from playwright.sync_api import Page

AXE = files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8")
_SHIPPED = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
ALSO = {"label-content-name-mismatch": {"enabled": True}}  # experimental in axe-core 4.12, no longer in 4.14

_THIN = """() => {
  const shape = (each) => [
    each.localName, each.getAttribute("class"), each.getAttributeNames().join(), !each.textContent.trim(),
    ...(each.localName === "svg" ? [] : [...each.children].map(shape)),
  ].join(" ");
  const seen = new Map();
  for (const part of document.querySelectorAll("main :is(tr, li)")) {
    const list = part.closest("table, ul, ol");
    const shaped = `${list.className} ${part.parentElement.localName} ${shape(part)}`;
    seen.set(shaped, (seen.get(shaped) ?? 0) + 1);
    if (seen.get(shaped) > 2 && part !== list.querySelector(part.localName)) part.remove();
  }
  for (const part of document.querySelectorAll("main tbody:empty")) part.remove();
}"""
"""Leaves of rows that are alike but for their text the first two: axe takes its time for each."""
_LOOK = """(tab) => {
  axe.configure({ rules: [{ id: "color-contrast", selector: "[data-look]" }] });
  const states = /^(aria-(current|invalid|pressed|selected|sort)|data-kind)$/;
  const told = (part) => part.getAttributeNames().filter((name) => name !== "data-look").map(
    (name) => [name, states.test(name) && part.getAttribute(name)],
  );
  const seen = JSON.parse((tab && sessionStorage.getItem(tab)) || "{}");
  const numbers = new Map();
  let count = Object.keys(seen).length;
  for (const part of document.querySelectorAll("*")) {
    const above = numbers.get(part.parentElement);
    const path = `${above} ${part.localName} ${part.getAttribute("class")} ${told(part)}`;
    seen[path] ??= [count++, 0];
    numbers.set(part, seen[path][0]);
    part.toggleAttribute("data-look", ++seen[path][1] <= 2);
  }
  if (tab) sessionStorage.setItem(tab, JSON.stringify(seen));
}"""
"""Has axe look for contrast at two of the parts that have the same tags, classes, attributes and states from
the root on: of this page, or of all that were looked at in this tab under the same name."""
_OWED = """() => {
  const all = (selector) => [...document.querySelectorAll(selector)];
  const texts = (selector) => all(selector).map((each) => each.textContent);
  const ids = all("[id]").map((each) => each.id);
  const isNamed = (table) => {
    const named = table.getAttribute("aria-labelledby");
    if (named) return Boolean(document.getElementById(named)?.textContent.trim());
    return Boolean(table.querySelector("caption") ?? table.closest("[aria-labelledby]"));
  };
  return {
    texts: ["table tr", "main a", "dt", "h2"].map(texts),
    twice: ids.filter((each, at) => ids.indexOf(each) < at),
    nameless: all("main table").filter((each) => !each.closest(".prose") && !isNamed(each)).length,
    asked: performance.getEntriesByType("resource").map((each) => each.name),
    fields: all("main :is(button, input:not([type=radio]))").filter((each) => each.checkVisibility()).length,
  };
}"""
_HEIGHTS = """() => ["nav.site", "nav.sections"].map(
  (each) => document.querySelector(each)?.getBoundingClientRect().height,
)"""
_TWICE = """() => {
  const larger = new CSSStyleSheet();
  larger.replaceSync("html { font-size: 200% }");
  document.adoptedStyleSheets = [larger];
  const found = document.documentElement.scrollWidth;
  document.adoptedStyleSheets = [];
  return found;
}"""

_SEEN = """() => {
  const why = document.querySelector("#why");
  const wide = [...document.querySelectorAll("main *")].filter(
    (each) => each.scrollWidth > each.clientWidth + 1 && getComputedStyle(each).overflowX === "auto",
  );
  return {
    width: document.documentElement.scrollWidth,
    why: why ? why.querySelector("tbody").getBoundingClientRect().top : 0,
    wide: wide.filter((each) => !each.closest("details")).map((each) => each.outerHTML.slice(0, 80)),
    empty: [...document.querySelectorAll("main section:not(:has(td, dd))")].length,
    nowhere: [...document.querySelectorAll("main a[href^='#']")].filter(
      (each) => !document.getElementById(each.hash.slice(1)),
    ).length,
  };
}"""
WATCH_MOVES = """window.moves = [];
const watch = new PerformanceObserver((list) => moves.push(...list.getEntries()));
watch.observe({ type: "layout-shift", buffered: true });"""
"""Runs before a page: has the browser note what moves after it was shown."""
_MOVED = """async () => {
  const drawn = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  await drawn();
  await drawn();
  const text = (node) => (node?.outerHTML ?? node?.textContent)?.slice(0, 80);
  return moves.flatMap(({ value, sources }) => sources.map(({ node }) => `${value} ${text(node)}`));
}"""
RANKINGS = ("backgammon", "chess", "bridge", "tuesday", "circuit")
"""Those of the demonstration that have a page for each player."""
_SCREENS: Sequence[tuple[Literal["light", "dark"], int]] = [("light", 1280), ("dark", 360)]
FIRST_SCREEN_AND_A_HALF = 1110


class Seen(NamedTuple):
    """Whether a page says why the figure of a player changed, and what is wrong with it on a phone."""

    has_cause: bool
    faults: Sequence[str]


_PUSHED_ASIDE = """() => [...document.querySelectorAll("table")].flatMap(table => {
  for (let box = table; box; box = box.parentElement) {
    const scrolls = /auto|scroll/.test(getComputedStyle(box).overflowX);
    if (scrolls && box.scrollWidth > box.clientWidth + 1) return [table.className || table.innerText];
  }
  return [];
})"""


def tables_pushed_aside(page: Page, wide: int) -> list[str]:
    """Return the tables that scroll sideways on a screen so wide."""
    page.set_viewport_size({"width": wide, "height": 740})
    tables: list[str] = page.evaluate(_PUSHED_ASIDE)
    return tables


def findings(page: Page, *rules: str, without: Sequence[str] = (), tab: str = "") -> list[tuple[str, str]]:
    """The rules of axe that are broken, of these or of all, each with the first element that breaks it.

    With the name of a scheme for `tab`, what was looked at for contrast on a page before is not again.
    """
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE)  # not a <script>, which the policy of the pages forbids
    page.evaluate(_LOOK, tab)
    own = {} if rules else ALSO | {rule: {"enabled": False} for rule in without}
    options = {
        "runOnly": [*rules] or _SHIPPED,
        "rules": own,
        "resultTypes": ["violations"],
        "selectors": False,
    }
    broken: list[dict[str, Any]] = page.evaluate(
        "options => axe.run(options).then(found => found.violations)", options
    )
    return [(violation["id"], violation["nodes"][0]["html"]) for violation in broken]


def findings_of_both(page: Page) -> list[tuple[str, str]]:
    """The same, light on a desk and dark on a phone, where nothing may be wider than the screen."""
    found = []
    for scheme, wide in _SCREENS:
        page.emulate_media(color_scheme=scheme)
        found += [("width", str(page_width)) for page_width in {width(page, wide)} - {wide}]
        found += findings(page)
    return found


def moved(page: Page) -> list[str]:
    """What moved since the page was shown, each with its score; `WATCH_MOVES` ran before."""
    found: list[str] = page.evaluate(_MOVED)
    return found


def open_all(page: Page) -> None:
    """Open what can be opened."""
    page.evaluate("document.querySelectorAll('details').forEach(each => { each.open = true; })")


def thin(page: Page) -> None:
    """Take rows out that have the tags, classes and attributes of two rows before them."""
    page.evaluate(_THIN)


def owed(page: Page) -> dict[str, Any]:
    """Texts, ids that stand there twice, tables without a name, what was asked for, fields shown.

    A button that is one of several chooses without a script, and is no field here.
    """
    found: dict[str, Any] = page.evaluate(_OWED)
    return found


def heights(page: Page) -> tuple[float | None, float | None]:
    """How high its first two lines are."""
    site, sections = page.evaluate(_HEIGHTS)
    return site, sections


def width(page: Page, of: int) -> int:
    """How wide the page is on a screen that is so wide."""
    page.set_viewport_size({"width": of, "height": 740})
    return int(page.evaluate("document.documentElement.scrollWidth"))


def width_of_large_text(page: Page) -> int:
    """How wide it is with letters of twice the size."""
    return int(page.evaluate(_TWICE))


def seen_of_player(phone: Page, path: Path) -> Seen:
    """What a phone shows of a player: nothing is cut off, and the cause of a change is near."""
    phone.goto(path.as_uri())
    seen: dict[str, Any] = phone.evaluate(_SEEN)
    right = {
        "width": seen["width"] == 360,
        "wide": seen["wide"] == [],
        "why": seen["why"] <= FIRST_SCREEN_AND_A_HALF,
        "empty": seen["empty"] == 0,
        "nowhere": seen["nowhere"] == 0,
    }
    return Seen(
        seen["why"] > 0, [f"{path}: {name}: {seen[name]}" for name, is_so in right.items() if not is_so]
    )
