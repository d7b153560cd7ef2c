"""What a browser makes of pages: where things stand, how wide and heavy they are, how soon they answer."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, NamedTuple

from playwright.sync_api import Browser, Page

PHONE, DESK = {"width": 360, "height": 740}, {"width": 1280, "height": 900}

_PLACED = """() => {
  const top = (each) => each ? Math.round(each.getBoundingClientRect().top + scrollY) : null;
  const wide = (each) => each.scrollWidth > each.clientWidth + 1;
  const shown = (each) => each.offsetParent !== null;
  const rows = [...document.querySelectorAll("table.list tbody tr")].filter(shown);
  const boxes = [...document.querySelectorAll("main table")].filter(shown).map((table) => {
    for (let box = table; box !== document.body; box = box.parentElement) {
      const style = getComputedStyle(box);
      if (/auto|scroll/.test(style.overflowX) && wide(box)) return box;
    }
    return null;
  });
  return {
    row: top(rows[0]),
    whole: rows.filter((each) => each.getBoundingClientRect().bottom <= innerHeight).length,
    why: top(document.querySelector("#why")),
    tables: boxes.length,
    sideways: boxes.filter(Boolean).length + (wide(document.documentElement) ? 1 : 0),
  };
}"""
_WIDTH = """() => {
  const table = document.querySelector("table.list"), main = document.querySelector("main");
  if (!table) return null;
  const style = getComputedStyle(main);
  const text = main.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
  return Math.round(100 * table.getBoundingClientRect().width / text);
}"""
_AFTER_PAINT = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
_SORT = f"""async () => {{
  const heads = [...document.querySelectorAll("table.list thead button")];
  const times = [];
  for (const head of heads.slice(0, 4)) {{
    const start = performance.now();
    head.click();
    document.body.getBoundingClientRect();
    times.push(performance.now() - start);
    await {_AFTER_PAINT};
  }}
  return Math.max(...times);
}}"""
_FILTER = f"""async () => {{
  const input = document.querySelector("main input[type=search]");
  input.focus(); // as who types has done
  const times = [];
  for (const text of ["v", "va", "van", "van ", "van d", ""]) {{
    const start = performance.now();
    input.value = text;
    input.dispatchEvent(new Event("input", {{ bubbles: true }}));
    document.body.getBoundingClientRect();
    times.push(performance.now() - start);
    await {_AFTER_PAINT};
  }}
  return Math.max(...times);
}}"""


class Placed(NamedTuple):
    """What stands where on a phone.

    The first row of the list, y; rows that are whole on the first screen; "why did it change", y; tables,
    and how many of these, or the page itself, scroll sideways.
    """

    row: int | None
    whole: int
    why: int | None
    tables: int
    sideways: int


@contextmanager
def visiting(browser: Browser, size: Mapping[str, int], **settings: Any) -> Iterator[Page]:
    """A page of a new visitor with a screen of this size."""
    with browser.new_context(viewport=dict(size), **settings) as context:  # type: ignore[arg-type]
        yield context.new_page()


def placed(page: Page) -> Placed:
    """What stands where on the page that is open."""
    return Placed(**page.evaluate(_PLACED))


def width(page: Page) -> int | None:
    """How much of the text's width the table of the list takes, in percent; None where there is none."""
    found: int | None = page.evaluate(_WIDTH)
    return found


def sorted_in(page: Page) -> float:
    """The longest that sorting the list by one of its first columns takes, in ms, its layout among it."""
    return float(page.evaluate(_SORT))


def filtered_in(page: Page) -> float:
    """The longest that the list takes to follow a key, in ms, its layout among it."""
    return float(page.evaluate(_FILTER))
