"""Courses over time, of one player and of several: read, looked at closer, labelled without collisions."""

import csv
from collections.abc import Callable, Iterator
from datetime import date
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from page_requirements import findings_of_both, width
from playwright.sync_api import Browser, Locator, Page, expect
from sample_site import PAGES, file_of

from sitegen.core.language import Language

pytestmark = pytest.mark.slow

NARROW, PHONE, DESK = 320, 390, 1280
LONG = "maximilien-alexandre-ferdinand-van-oosterhout-vandenbroeck-de-saint-hilaire"
FOUR = f"{LONG},francois-xavier-de-brabandere-de-sart,juul-nieuwlaat,nico-plugboer"
BOXES = """all => all.filter(each => each.getClientRects().length).map(each => {
  const { top, bottom, left, right } = each.getBoundingClientRect();
  return [each.textContent, top, bottom, left, right];
})"""


@pytest.fixture
def page(tab: Page) -> Page:
    return tab


@pytest.fixture(scope="module")
def finger(browser: Browser) -> Iterator[Page]:
    """A phone that is touched."""
    with browser.new_context(viewport={"width": PHONE, "height": 800}, has_touch=True) as context:
        yield context.new_page()


@pytest.fixture(scope="module")
def ratings(site: Path) -> Callable[[str], dict[str, float]]:
    """The rating of a player after each day of play, as the published matches have it."""
    with (site / "backgammon/matches.csv").open(encoding="utf-8", newline="") as file:
        matches = [row for row in csv.DictReader(file) if row["counted"] == "yes"]

    def after_days(player: str) -> dict[str, float]:
        sides = [(match, side) for match in matches for side in ("winner", "loser") if match[side] == player]
        write = Language("en").format_short_date
        return {
            write(date.fromisoformat(match["date"])): float(match[f"{side}_after"]) for match, side in sides
        }

    return after_days


def figures(chart: Locator) -> list[list[str]]:
    """What is read of each day that is shown: the day, and the figures."""
    read: list[list[str]] = chart.evaluate(
        """chart => Array.from({ length: chart.slider.max - chart.slider.min + 1 }, (_, number) => {
          chart.show(Number(chart.slider.min) + number);
          const [day, ...others] = chart.querySelectorAll(".read > span:first-child, .read b");
          return [day, ...others].map(each => each.textContent);
        })"""
    )
    return read


def collisions(page: Page, selector: str) -> list[Any]:
    """The pairs of texts that lie upon each other."""
    boxes = page.locator(selector).evaluate_all(BOXES)
    return [
        (one[0], other[0])
        for one, other in combinations(boxes, 2)
        if min(one[2], other[2]) - max(one[1], other[1]) > 2
        and min(one[4], other[4]) - max(one[3], other[3]) > 0
    ]


def test_what_is_read_is_what_is_published(
    page: Page, address: str, ratings: Callable[[str], dict[str, float]]
) -> None:
    page.goto(address + PAGES["champion"])
    read = figures(page.locator("rating-chart").first)
    published = ratings("olivier-poncelette")
    assert read == [[day, f"{rating:.0f}"] for day, rating in published.items()]


def test_a_period_shows_the_same_figures_and_is_kept_in_the_address(page: Page, address: str) -> None:
    page.goto(address + PAGES["champion"])
    chart, other = page.locator("rating-chart").first, page.locator("rating-chart").nth(1)
    whole = figures(chart)
    chart.get_by_label("Period").select_option("2024")
    expect(page).to_have_url(f"{address}{PAGES['champion']}#period=2024")
    expect(other.get_by_label("Period")).to_have_value("2024")
    expect(chart.locator(".note")).to_be_hidden()
    year = figures(chart)
    assert year == [row for row in whole if row[0].endswith("2024")]
    assert chart.locator(".val").text_content() == year[-1][1]
    page.reload()
    assert figures(chart) == year
    assert collisions(page, "rating-chart text") == []
    chart.get_by_label("Period").select_option("year")
    assert {row[0][-4:] for row in figures(chart)} == {"2025", "2026"}
    chart.get_by_label("Period").select_option("")
    expect(page).to_have_url(address + PAGES["champion"])
    assert figures(chart) == whole


@pytest.mark.parametrize("period", ["2099", "2026-11-15,2026-11-15", "2025-13-99,x", "2026-01-01,2025-01-01"])
def test_a_period_without_figures_is_the_whole(page: Page, address: str, period: str) -> None:
    page.goto("about:blank")
    page.goto(f"{address}{PAGES['champion']}#period={period}")
    chart = page.locator("rating-chart").first
    expect(chart.get_by_label("Period")).to_have_value("")
    expect(page.locator("svg.closer")).to_have_count(0)
    assert len(figures(chart)) > 200


def test_a_course_that_begins_later_is_shown_whole(page: Page, address: str) -> None:
    """The first rank is of April 2022; who is compared has a line from their own first day on."""
    page.goto(f"{address}{PAGES['champion']}#period=2021")
    rating, rank = page.locator("rating-chart").all()
    assert {row[0][-4:] for row in figures(rating)} == {"2021"}
    expect(rank.get_by_label("Period")).to_have_value("")
    page.goto(f"{address}backgammon/compare/?players={FOUR}#period=2022")
    expect(page.locator(".chosen li")).to_have_count(4)
    chart = page.locator("rating-chart").first
    assert len(chart.locator(".ends li").evaluate_all(BOXES)) == 1
    assert figures(chart)[0][1:3] == ["–", "–"]
    assert [ring.get_attribute("r") for ring in chart.locator(".mark").all()] == ["0", "0", "4.5", "0"]


def test_a_mouse_reads_and_draws_a_period(page: Page, address: str) -> None:
    page.set_viewport_size({"width": DESK, "height": 900})
    page.goto(address + PAGES["champion"])
    chart = page.locator("rating-chart").first
    chart.scroll_into_view_if_needed()
    edges = chart.locator("svg.chart").bounding_box()
    assert edges
    expect(chart.locator(".hair")).to_have_count(0)
    page.mouse.move(edges["x"] + edges["width"] / 2, edges["y"] + 50)
    day = chart.locator(".read span").first
    expect(day).to_have_text("15 May 2024")
    ring = chart.locator(".mark").bounding_box()
    assert ring
    assert ring["x"] + ring["width"] / 2 == pytest.approx(edges["x"] + edges["width"] / 2, abs=4)
    page.mouse.down()
    page.mouse.move(edges["x"] + edges["width"] * 0.75, edges["y"] + 80)
    page.mouse.up()
    expect(chart.locator("svg.closer")).to_have_count(1)
    assert "#period=2024-05-1" in page.url
    expect(chart.get_by_label("Period").locator("option:checked")).to_contain_text("May 2024 – ")
    page.goto("about:blank")


def test_keys_read_and_look_closer(page: Page, address: str) -> None:
    page.goto(address + PAGES["champion"])
    chart = page.locator("rating-chart").first
    slider = chart.get_by_role("slider", name="Rating: Read off day by day")
    expect(slider).to_have_css("opacity", "0")
    slider.focus()
    page.keyboard.press("Home")
    expect(slider).to_have_css("opacity", "1")
    day = chart.locator(".read span").first
    expect(day).to_have_text("10 Nov 2021")
    expect(slider).to_have_attribute("aria-valuetext", "10 Nov 2021 1504")
    page.keyboard.press("End")
    expect(day).to_have_text("15 Nov 2026")
    expect(chart.locator(".read .up")).to_have_text("+14")
    expect(chart.locator(".read small")).to_contain_text("Estuary Trophy 2026")
    page.keyboard.press("+")
    expect(chart.locator(".axis text").last).to_have_text("Jul")
    assert "#period=" in page.url
    expect(day).to_have_text("15 Nov 2026")
    page.keyboard.press("ArrowLeft")
    expect(day).to_have_text("11 Nov 2026")
    dates = chart.locator(".axis text").evaluate_all(BOXES)
    focused = slider.bounding_box()
    assert focused
    assert all(box[2] <= focused["y"] + 2 for box in dates), "nothing is struck through"
    page.keyboard.press("Escape")
    expect(page).to_have_url(address + PAGES["champion"])


def test_a_finger_reads(finger: Page, address: str) -> None:
    finger.goto(address + PAGES["champion"])
    chart = finger.locator("rating-chart").first
    chart.scroll_into_view_if_needed()
    edges = chart.locator("svg.chart").bounding_box()
    assert edges
    finger.touchscreen.tap(edges["x"] + edges["width"] / 2, edges["y"] + 60)
    expect(chart.locator(".read span").first).to_contain_text("2024")
    expect(chart.locator(".hair")).to_have_count(1)
    finger.touchscreen.tap(edges["x"] + 2, edges["y"] + 60)
    expect(chart.locator(".read span").first).to_contain_text("2021")
    assert "#period" not in finger.url


@pytest.mark.parametrize("screen", [NARROW, PHONE, 768, DESK])
def test_no_label_of_a_chart_lies_upon_another(page: Page, site: Path, screen: int) -> None:
    for kind in ("champion", "chess player", "bridge player", "circuit player", "club player", "player"):
        page.goto(file_of(site, kind))
        assert width(page, screen) == screen
        for chart in page.locator("rating-chart").all():
            boxes = chart.locator("svg.chart text").evaluate_all(BOXES)
            assert max(box[4] for box in boxes) <= screen
            assert min(box[3] for box in boxes) >= 0
        assert collisions(page, "rating-chart :is(svg.chart text, .read > *)") == [], f"{kind}, {screen}"


def test_without_a_script_the_whole_is_there(browser: Browser, site: Path) -> None:
    with browser.new_context(java_script_enabled=False) as context:
        page = context.new_page()
        page.goto(file_of(site, "champion"))
        chart = page.locator("rating-chart").first
        expect(chart.locator(".read")).to_have_text("15 Nov 2026 1776 +14 Estuary Trophy 2026, round 1")
        expect(chart.locator(".line")).to_be_visible()
        expect(chart.locator("select, input")).to_have_count(0)


MOVED = """() => new Promise(done => new PerformanceObserver(list => done(
    list.getEntries().reduce((sum, {value}) => sum + value, 0)
)).observe({type: "layout-shift", buffered: true}) ?? setTimeout(done, 500, 0))"""


@pytest.mark.parametrize("screen", [NARROW, PHONE, DESK])
def test_nothing_moves_when_a_script_takes_a_chart_up(page: Page, address: str, screen: int) -> None:
    page.set_viewport_size({"width": screen, "height": 2400})
    for kind in ("champion", "chess player"):
        page.goto(address + PAGES[kind])
        expect(page.locator("rating-chart input").first).to_be_attached()
        assert page.evaluate(MOVED) < 0.01


@pytest.mark.parametrize("screen", [NARROW, PHONE, 768, DESK])
@pytest.mark.parametrize("players", [FOUR, "olivier-poncelette,dries-impens", "nico-plugboer"])
def test_names_at_the_ends_of_lines_make_room_for_each_other(
    page: Page, address: str, players: str, screen: int
) -> None:
    page.goto(f"{address}backgammon/compare/?players={players}")
    expect(page.locator(".chosen li")).to_have_count(players.count(",") + 1)
    assert width(page, screen) == screen
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    charts = page.locator("rating-chart").all()
    assert len(charts) == 2
    for chart in charts:
        boxes = chart.locator(".ends li").evaluate_all(BOXES)
        assert len(boxes) == (players.count(",") + 1) * ("," in players)
        assert all(box[4] <= screen for box in boxes)
    assert collisions(page, ".courses :is(.ends li, svg.chart text)") == []
    assert collisions(page, ".courses :is(.read > *, select)") == []


def test_figures_of_several_players_are_those_of_each(
    page: Page, address: str, ratings: Callable[[str], dict[str, float]]
) -> None:
    page.set_viewport_size({"width": DESK, "height": 900})
    players = ("olivier-poncelette", "dries-impens", "juul-nieuwlaat")
    page.goto(f"{address}backgammon/compare/?players={','.join(players)}")
    expect(page.locator(".chosen li")).to_have_count(3)
    chart = page.locator("rating-chart").first
    published = [ratings(player) for player in players]
    now = ["–"] * 3
    for day, *shown in figures(chart):
        now = [
            f"{own[day]:.0f}" if day in own else before for own, before in zip(published, now, strict=True)
        ]
        assert shown == now, day
    assert chart.locator(".ends b").all_text_contents() == now
    page.get_by_text("As a table").first.click()
    table = page.locator(".tab").first.locator("tbody tr").all()
    rows = [row.locator("th, td").all_text_contents() for row in table]
    assert rows[0] == ["15 Nov 2026", *now]
    assert rows[1] == ["30 Jun 2026", "1752", "1701", "1707"]
    assert 5 < len(rows) < 20
    chart.get_by_label("Period").select_option("2024")
    expect(page).to_have_url(f"{address}backgammon/compare/?players={','.join(players)}#period=2024")
    assert {row[0][-4:] for row in figures(chart)} == {"2024"}
    page.get_by_role("button", name="Take out: Juul Nieuwlaat").click()
    expect(page.locator(".chosen li")).to_have_count(2)
    expect(page).to_have_url(f"{address}backgammon/compare/?players={','.join(players[:2])}#period=2024")


def test_no_more_than_four_are_compared(page: Page, address: str) -> None:
    page.goto(f"{address}backgammon/compare/?players={FOUR},dries-impens")
    expect(page.locator(".chosen li")).to_have_count(4)
    expect(page.get_by_role("status").first).to_have_text(
        "Four players at most: these were left out: dries-impens"
    )
    expect(page.get_by_label("Add a player")).to_be_hidden()
    page.get_by_role("button", name="Take out: Nico Plugboer").click()
    expect(page.get_by_label("Add a player")).to_be_visible()


def test_axe_finds_nothing_about_courses(page: Page, address: str) -> None:
    page.goto(f"{address}backgammon/compare/?players={FOUR}")
    expect(page.locator(".chosen li")).to_have_count(4)
    page.locator("rating-chart input").first.focus()
    assert findings_of_both(page) == []
    page.goto(f"{address}backgammon/compare/")
    expect(page.get_by_role("navigation", name="Or start with")).to_be_visible()
    assert findings_of_both(page) == []
    page.goto(address + PAGES["chess player"])
    page.locator("rating-chart input").first.focus()
    page.evaluate("document.querySelectorAll('main > section, .cols').forEach(each => each.remove())")
    assert findings_of_both(page) == []
