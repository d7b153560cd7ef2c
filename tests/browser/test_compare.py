"""Players compared: by an address that can be shared, by name, and what is said where nothing can be read."""

import csv
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from sample_site import file_of

pytestmark = pytest.mark.slow


@pytest.fixture
def page(tab: Page) -> Page:
    """One for all tests: none keeps anything in it."""
    return tab


def test_an_address_with_two_players_shows_both(
    page: Page, address: str, complaints: list[str], site: Path
) -> None:
    page.goto(f"{address}backgammon/compare/?players=olivier-poncelette,dries-impens")
    expect(page.locator(".chosen li")).to_have_count(2)
    rating = page.locator(".courses figure").first
    expect(rating.locator(".course")).to_have_count(2)
    with (site / "backgammon/rating-list.csv").open(encoding="utf-8", newline="") as file:
        ratings = {row["player"]: row["rating"] for row in csv.DictReader(file)}
    last = {str(round(float(ratings[name]))) for name in ("olivier-poncelette", "dries-impens")}
    assert set(rating.locator(".ends b").all_text_contents()) == last
    between = page.locator("section.between tbody tr")
    expect(between).to_have_count(1)
    expect(between).to_contain_text("Olivier Poncelette 0 – 1 Dries Impens")
    assert complaints == []


SHIFTED = """() => new Promise(done => new PerformanceObserver(list => done(
    list.getEntries().reduce((sum, {value}) => sum + value, 0)
)).observe({type: "layout-shift", buffered: true}) ?? setTimeout(done, 500, 0))"""


def test_without_anybody_it_offers_players_and_says_why(page: Page, address: str) -> None:
    page.goto(f"{address}backgammon/compare/")
    offered = page.get_by_role("navigation", name="Or start with").get_by_role("listitem")
    expect(offered).to_have_count(3)
    expect(offered.first).to_contain_text("Olivier Poncelette, Dries Impens and Juul Nieuwlaat")
    expect(offered.first).to_contain_text("the first of the list: 1776")
    offered.first.get_by_role("link").click()
    expect(page.locator(".chosen li")).to_have_count(3)
    expect(offered).to_have_count(0)
    strokes = page.locator(".courses figure").first.locator(".course")
    dashes = strokes.evaluate_all("lines => lines.map(line => getComputedStyle(line).strokeDasharray)")
    assert len({*dashes}) == 3


def test_my_player_is_offered_with_who_stands_above(page: Page, address: str) -> None:
    page.goto(f"{address}backgammon/players/dries-impens/")
    page.evaluate("localStorage.clear()")
    page.get_by_role("button", name="My player").click()
    page.goto(f"{address}backgammon/compare/")
    offered = page.get_by_role("navigation", name="Or start with").get_by_role("listitem")
    expect(offered.last).to_contain_text("Dries Impens, Olivier Poncelette my player, and a neighbour")
    offered.last.get_by_role("link").click()
    expect(page.locator(".chosen li")).to_have_count(2)
    page.evaluate("localStorage.clear()")


def test_nothing_moves_when_the_players_come(page: Page, address: str) -> None:
    page.goto(f"{address}backgammon/compare/?players=olivier-poncelette,dries-impens")
    expect(page.locator(".chosen li")).to_have_count(2)
    assert page.evaluate(SHIFTED) < 0.01


def test_common_opponents_have_the_tallies_of_both_pages(page: Page, address: str) -> None:
    def tallies(player: str) -> dict[str, list[str]]:
        page.goto(f"{address}backgammon/players/{player}/")
        rows = page.locator("#head-to-head tbody tr").evaluate_all(
            "rows => rows.map(row => [...row.cells].map(cell => cell.textContent.trim()))"
        )
        once = page.locator("#head-to-head dd").evaluate_all(
            """names => names.map(name => {
                const lines = [...document.querySelectorAll("#head-to-head dt")];
                const line = lines.findLast(line => line.compareDocumentPosition(name) & 4).textContent;
                const ended = ["won", "lost"].map(how => String(Number(line === `Met once, ${how}`)));
                return [name.firstChild.textContent, "1", ...ended, name.lastChild.textContent.trim()];
            })"""
        )
        assert once
        return {name: cells for name, *cells in [*rows, *once]}

    one, other = tallies("olivier-poncelette"), tallies("dries-impens")
    page.goto(f"{address}backgammon/compare/?players=olivier-poncelette,dries-impens")
    expect(page.locator(".chosen li")).to_have_count(2)
    rows = page.locator("section.common tbody tr").evaluate_all(
        "rows => rows.map(row => [...row.cells].map(cell => cell.textContent.trim()))"
    )

    def scored(cells: list[str]) -> list[str]:
        _, won, lost, change = cells
        return [f"{won} – {lost}", change]

    assert {name: cells for name, *cells in rows} == {
        name: scored(one[name]) + scored(other[name]) for name in one.keys() & other.keys()
    }
    assert len(rows) > 10
    met = [int(one[name][0]) + int(other[name][0]) for name, *_ in rows]
    assert met == sorted(met, reverse=True), "first whom they met most"
    bars = page.locator("section.common tbody tr").first.locator(".won")
    expect(bars).to_have_count(2)
    name, score, *_ = rows[0]
    won = int(score.split(" – ")[0])
    assert bars.first.get_attribute("d") == f"M0 5H{round(60 * won / int(one[name][0]))}"


PLACES = """() => {
  const right = (cell) => {
    const range = document.createRange();
    range.selectNodeContents(cell);
    return Math.round(range.getBoundingClientRect().right);
  };
  const shown = [...document.querySelectorAll(".common thead tr:last-child th:not(.again)")].slice(1);
  const figures = (row) => [...row.cells].slice(1).map(right);
  const rows = [...document.querySelectorAll(".common tbody tr")].map(figures);
  return [shown.map(right), rows, document.documentElement.scrollWidth];
}"""


@pytest.mark.parametrize("ranking", ["backgammon", "chess"])
def test_on_a_phone_each_figure_stands_below_its_head(page: Page, address: str, ranking: str) -> None:
    chosen = {
        "backgammon": "olivier-poncelette,loic-berthelemot,celine-marchandise",
        "chess": "ellen-couwenaerde,chloe-bruyninckhof",
    }
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(f"{address}{ranking}/compare/?players={chosen[ranking]}")
    expect(page.locator(".common tbody tr").first).to_be_visible()
    heads, rows, wide = page.evaluate(PLACES)
    assert len(heads) > 1
    assert wide == 360
    assert heads == sorted({*heads}), "heads stand beside each other"
    for row in rows:
        assert row == pytest.approx(heads * (len(row) // len(heads)), abs=2)
    whose = page.locator(".common tbody tr").first.locator("[data-player]")
    expect(whose).to_have_count(len(chosen[ranking].split(",")))


def test_players_are_added_by_name_and_taken_out_and_the_address_follows(page: Page, address: str) -> None:
    page.goto(f"{address}chess/compare/")
    box = page.get_by_label("Add a player")
    box.focus()
    box.fill("couwenaerde")
    option = page.locator("datalist option")
    expect(option).to_have_count(1)
    box.fill(str(option.get_attribute("value")))
    expect(page).to_have_url(f"{address}chess/compare/?players=ellen-couwenaerde")
    expect(page.locator(".chosen a")).to_have_text("Ellen Couwenaerde")
    page.get_by_role("button", name="Take out: Ellen Couwenaerde").click()
    expect(page.locator(".chosen")).to_have_count(0)
    expect(page).to_have_url(f"{address}chess/compare/")


def test_what_stands_behind_a_hash_is_understood_and_a_stranger_told(page: Page, address: str) -> None:
    page.goto(f"{address}bridge/compare/#ivo-steenwinkel,nobody")
    expect(page.locator(".chosen a")).to_have_text("Ivo Steenwinkel")
    expect(page.get_by_role("status").filter(has_text="nobody")).to_be_visible()


def test_from_the_disk_it_says_why_nothing_is_shown(page: Page, site: Path, complaints: list[str]) -> None:
    page.goto((site / "backgammon/compare/index.html").as_uri() + "#olivier-poncelette,dries-impens")
    expect(page.locator("main")).to_contain_text("from the server of this site")
    expect(page.locator("main form")).to_be_hidden()
    assert complaints == []


def test_a_players_page_leads_to_it(page: Page, site: Path) -> None:
    page.goto(file_of(site, "champion"))
    expect(page.locator('main a[href*="compare/"][href$="players=olivier-poncelette"]')).to_have_count(1)
