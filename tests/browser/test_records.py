"""The records of a ranking, of all time and by year, and the course of a player's rank."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from sample_site import file_of

pytestmark = pytest.mark.slow


@pytest.fixture
def page(tab: Page) -> Page:
    """One for all tests: none keeps anything in it."""
    return tab


def test_the_line_of_sections_leads_to_the_records(page: Page, address: str) -> None:
    page.goto(f"{address}backgammon/")
    page.locator("nav.sections").get_by_role("link", name="Records").click()
    expect(page).to_have_url(f"{address}backgammon/records/")


def test_the_records_of_a_year_are_another_page(page: Page, address: str, complaints: list[str]) -> None:
    page.goto(f"{address}backgammon/records/")
    expect(page.get_by_role("heading", name="Highest ever")).to_be_visible()
    page.locator("nav.years").get_by_role("link", name="2025").click()
    expect(page).to_have_url(f"{address}backgammon/records/2025/")
    expect(page.get_by_role("heading", level=1)).to_have_text("Records of 2025")
    expect(page.locator("nav.years [aria-current=page]")).to_have_text("2025")
    page.wait_for_load_state()
    days = page.locator("#highest tbody time").evaluate_all("all => all.map(each => each.dateTime)")
    assert days
    assert all(day.startswith("2025") for day in days)
    assert complaints == []


def test_a_record_leads_to_its_holder_and_to_where_it_was_made(page: Page, address: str) -> None:
    page.goto(f"{address}backgammon/records/")
    row = page.locator("#upsets tbody tr").first
    player, results = row.locator("th a"), row.locator("td time").locator("xpath=ancestor::a")
    expect(results).to_have_count(1)
    assert page.request.get(page.evaluate("a => a.href", results.element_handle())).ok
    name = player.inner_text()
    player.click()
    expect(page.get_by_role("heading", level=1)).to_contain_text(name)


def test_a_hidden_player_holds_a_record_without_a_link(page: Page, site: Path) -> None:
    page.goto((site / "backgammon/records/index.html").as_uri())
    hidden = page.locator("tbody th").filter(has_text="Player 3")
    assert hidden.count() > 0
    assert hidden.locator("a").count() == 0


def test_the_first_place_is_at_the_top_of_the_course_of_rank(page: Page, site: Path) -> None:
    page.goto((site / "backgammon/players/olivier-poncelette/index.html").as_uri())
    figure = page.locator("figure").filter(has=page.locator("svg [data-rank]"))
    expect(figure).to_have_count(1)
    expect(figure.locator(".read")).to_have_text("21 Nov 2026 1")
    plot = figure.locator("svg svg")
    assert (plot.get_attribute("data-high"), plot.get_attribute("data-first")) >= ("-1", "2021")


def test_on_a_desk_lists_stand_side_by_side_and_a_figure_beside_its_name(page: Page, site: Path) -> None:
    page.set_viewport_size({"width": 1280, "height": 900})
    for kind in ("records", "rating risers"):
        page.goto(file_of(site, kind))
        first, second = (page.locator(".boards > section").nth(place).bounding_box() for place in (0, 1))
        assert first is not None
        assert second is not None
        assert first["y"] == second["y"]
        name, figure = (page.locator(f".boards table tbody tr {tag}").first for tag in ("th", "td ~ td"))
        beside, far = name.bounding_box(), figure.bounding_box()
        assert beside is not None
        assert far is not None
        assert far["x"] + far["width"] - beside["x"] < 360


def test_a_chance_is_written_in_per_cent(page: Page, site: Path) -> None:
    page.goto(file_of(site, "records"))
    chances = page.locator("#upsets tbody td:nth-child(4)").all_inner_texts()
    assert chances
    assert all(re.fullmatch("\\d+\N{NO-BREAK SPACE}%", chance) for chance in chances)
