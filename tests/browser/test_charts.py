"""Pictures on pages: without a script they answer a tap and a key, and no name collides at any width."""

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

import pytest
from page_requirements import findings_of_both, width
from playwright.sync_api import Browser, Page, expect
from sample_site import file_of

pytestmark = pytest.mark.slow

LISTS = ["list", "ranking", "ratings", "club ranking", "circuit"]
NARROW, PHONE, DESK = 320, 360, 1280
BOXES = """all => all.map(each => each.getBoundingClientRect())
  .map(({ top, bottom, left, right }) => [top, bottom, left, right])"""
LOUD = """all => all.flatMap((each, place) => getComputedStyle(each).strokeWidth === "3px" ? [place] : [])"""
LINE_ENDS = """all => all.map(each => {
  const { y } = each.getPointAtLength(each.getTotalLength());
  const { ownerSVGElement: picture } = each, box = picture.getBoundingClientRect();
  return box.top + y / picture.viewBox.baseVal.height * box.height;
})"""


@pytest.fixture(scope="module")
def still(browser: Browser) -> Iterator[Page]:
    """A page on which no script runs."""
    with browser.new_context(java_script_enabled=False) as context:
        yield context.new_page()


@pytest.fixture
def page(tab: Page) -> Page:
    return tab


def boxes(page: Page, selector: str) -> list[Any]:
    found: list[Any] = page.locator(selector).evaluate_all(BOXES)
    return found


@pytest.mark.parametrize("kind", LISTS)
@pytest.mark.parametrize("screen", [NARROW, PHONE, 768, 1024, DESK])
def test_names_of_a_rank_chart_stand_at_the_end_of_their_lines(
    page: Page, site: Path, kind: str, screen: int
) -> None:
    page.goto(file_of(site, kind))
    assert width(page, screen) == screen
    names = boxes(page, ".bump .to span")
    assert len(names) == 10
    assert all(above[1] <= below[0] + 1 for above, below in pairwise(names)), "none collides"
    assert max(right for *_, right in names) <= screen
    ends = page.locator(".ranks g path").evaluate_all(LINE_ENDS)
    assert [(top + bottom) / 2 for top, bottom, *_ in names] == pytest.approx(ends, abs=2)
    days = sorted(boxes(page, ".days text:visible"), key=lambda box: box[2])
    assert all(left[3] < right[2] for left, right in pairwise(days)), "nor does a day"


def test_a_tap_follows_a_player_without_a_script(still: Page, site: Path) -> None:
    still.goto(file_of(site, "list"))
    lines, told = still.locator(".ranks g path"), still.locator(".said p:visible")
    (first,) = lines.evaluate_all(LOUD)
    expect(told).to_have_count(1)
    for place in (0, 9):
        assert place != first
        name = still.locator(".bump label").nth(place)
        name.click()
        assert lines.evaluate_all(LOUD) == [place]
        expect(told).to_have_text(str(still.locator(".said p").nth(place).text_content()))
        assert str(name.locator("span").text_content()) in told.inner_text()
    still.keyboard.press("ArrowUp")
    assert lines.evaluate_all(LOUD) == [8]


def test_the_picture_leaves_a_list_that_is_sorted_or_filtered(page: Page, site: Path) -> None:
    page.set_viewport_size({"width": DESK, "height": 900})
    page.goto(file_of(site, "list"))
    picture = page.locator(".pic-row")
    assert (
        page.evaluate("document.querySelector('.pic-row').previousElementSibling.cells[0].textContent")
        == "10"
    )
    page.get_by_role("searchbox").first.fill("dries")
    expect(picture).to_be_hidden()
    page.get_by_role("searchbox").first.fill("")
    expect(picture).to_be_visible()
    page.locator("thead th.h button").first.click()
    expect(picture).to_have_count(0)


def test_the_table_of_a_rank_chart_says_what_its_lines_show(page: Page, site: Path) -> None:
    """The rows of the table, its last column and the names beside the lines are those of the list."""
    page.goto(file_of(site, "circuit"))
    page.get_by_role("link", name="As a table").click()
    rows = page.locator("#first-places tbody tr").all()
    names = page.locator(".bump .to span").all_text_contents()
    assert [row.locator("th").inner_text() for row in rows[:10]] == names
    listed = page.locator("table.list tbody tr:has(th)").all()[:10]
    heads = [row.locator("th").inner_text() for row in listed]
    assert [head.startswith(name) for head, name in zip(heads, names, strict=True)] == [True] * 10
    assert [row.locator("td").last.inner_text() for row in rows[:10]] == [
        row.locator("td").first.inner_text() for row in listed
    ]


@pytest.mark.parametrize("kind", ["calendar", "evenings"])
@pytest.mark.parametrize("screen", [NARROW, PHONE, 768, DESK])
def test_a_cell_of_a_calendar_leads_to_its_evening_without_a_script(
    still: Page, site: Path, kind: str, screen: int
) -> None:
    still.goto(file_of(site, kind))
    assert width(still, screen) == screen
    months = boxes(still, ".cal svg")
    assert min(right - left for *_, left, right in months) >= 70
    link = still.locator(".cal a").nth(3)
    address = urljoin(still.url, link.get_attribute("href"))
    link.click()
    assert still.url == address


def test_axe_finds_nothing_about_the_calendar_of_a_player(page: Page, site: Path) -> None:
    for kind in ("champion", "calendar"):
        page.goto(file_of(site, kind))
        others = "main > *:not(.pic, details, .top, .who)"
        page.evaluate(f"document.querySelectorAll('{others}').forEach(each => each.remove())")
        page.evaluate("document.querySelectorAll('details').forEach(each => each.open = true)")
        assert page.locator(".cal a").count() > 30
        findings = findings_of_both(page)
        assert findings == []


@pytest.mark.parametrize("kind", ["list", "ranking"])
def test_axe_finds_nothing_about_a_picture(page: Page, site: Path, kind: str) -> None:
    page.goto(file_of(site, kind))
    page.evaluate(
        "document.querySelectorAll('.list tr:not(.pic-row):nth-child(n + 4)').forEach(row => row.remove())"
    )
    assert findings_of_both(page) == []


def test_my_player_is_followed_or_stands_below_the_leaders(page: Page, address: str) -> None:
    """One of the leaders is followed; the ranks of one farther down are those of the published lists."""
    page.set_viewport_size({"width": DESK, "height": 900})
    for player, is_leader in (("dries-impens", True), ("nico-plugboer", False)):
        page.goto(f"{address}backgammon/players/{player}/")
        page.evaluate("localStorage.clear()")
        page.get_by_role("button", name="My player").click()
        name = page.locator("h1").inner_text()
        page.goto(f"{address}backgammon/")
        if is_leader:
            expect(page.locator(".bump label:has(:checked)")).to_contain_text(name)
            expect(page.locator(".bump p.own")).to_have_count(0)
            continue
        expect(page.locator(".bump p.own").last).to_have_text(f"22{name}")
        row = page.locator("#first-places tr.mine")
        assert row.locator("th").inner_text() == name
        days = [day.get_attribute("datetime") for day in page.locator("#first-places thead time").all()]
        shown = dict(zip(days, row.locator("td").all_text_contents(), strict=True))
        assert shown["2026-06-06"] == "–", "without a rank yet"
        for day in ("2026-11-07", "2026-10-03"):
            page.goto(f"{address}backgammon/lists/{day}/")
            assert shown[day] == page.locator(f"tr:has(a[href$='/{player}/']) td").first.inner_text()
        assert shown["2026-11-21"] == "22"
    page.evaluate("localStorage.clear()")


@pytest.mark.parametrize("screen", [NARROW, DESK])
def test_anybody_on_the_list_can_be_added_to_its_rank_chart(page: Page, address: str, screen: int) -> None:
    """One at a time, with a row of the table; nothing is wider for it."""
    page.set_viewport_size({"width": screen, "height": 900})
    page.goto(f"{address}backgammon/")
    page.evaluate("localStorage.clear()")
    page.reload()
    field = page.get_by_label("Add a player")
    leaders = page.locator(".bump .to li").all_inner_texts()
    options = page.locator("#others option")
    names = [option.get_attribute("value") for option in options.all()]
    assert not {leader.split("\n")[-1] for leader in leaders} & {*names}
    lines = page.locator("#first-places tbody tr").count()
    for player in ("nico-plugboer", "helene-vandersmissen"):
        rank = page.locator(f"#{player} td").first.inner_text()
        name = page.locator(f"#{player} th a").inner_text()
        field.fill(name)
        expect(page.locator(".bump p.own:not(.scale)")).to_have_text(f"{rank}{name}")
        expect(page.locator("#first-places tbody tr")).to_have_count(lines + 1)
        assert page.locator("#first-places tbody tr").last.locator("td").last.inner_text() == rank
    assert findings_of_both(page) == []
    assert width(page, screen) == screen
    field.fill("")
    expect(page.locator(".bump .own")).to_have_count(0)
    expect(page.locator("#first-places tbody tr")).to_have_count(lines)
