"""The page of a player: the answer first, nothing cut off on a phone, years apart, charts side by side."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from page_requirements import RANKINGS, findings, seen_of_player, thin
from playwright.sync_api import Browser, Page, expect
from sample_site import PAGES, file_of

pytestmark = pytest.mark.slow


@pytest.fixture
def page(tab: Page) -> Page:
    """One for all tests: none keeps anything in it."""
    return tab


@pytest.fixture(scope="module")
def phone(browser: Browser) -> Iterator[Page]:
    """A screen as wide as a phone, of which little is painted, for one page after another."""
    with browser.new_context(viewport={"width": 360, "height": 60}) as context:
        yield context.new_page()


@pytest.mark.parametrize("ranking", RANKINGS)
def test_on_a_phone_the_cause_is_near_and_nothing_is_cut_off(phone: Page, site: Path, ranking: str) -> None:
    """Of the longest pages and some others; `make verify-browser` looks at those of all players."""
    players = sorted((site / ranking / "players").glob("*/index.html"))
    assert len(players) > 30
    longest = sorted(players, key=lambda path: path.stat().st_size)[-2:]
    seen = [seen_of_player(phone, path) for path in {*longest, *players[:: len(players) // 4]}]
    assert [player_seen.faults for player_seen in seen if player_seen.faults] == []
    assert sum(player_seen.has_cause for player_seen in seen) > 3


LONGEST_ON_A_LINE = 28
"""Letters of a name that stands on one line of a desk; of the players of the demonstration six have more."""
_BROKEN = """(longest) => [...document.querySelectorAll(".story tbody th > a:not(.flag)")].filter(
  (name) => name.textContent.length <= longest && name.getClientRects().length > 1,
).map((name) => name.textContent)"""


@pytest.mark.parametrize("ranking", RANKINGS)
def test_on_a_desk_no_name_is_broken(page: Page, site: Path, ranking: str) -> None:
    """On pages of players who met those with the longest names."""
    players = sorted((site / ranking / "players").glob("*/index.html"))
    texts = {path: path.read_text("utf-8") for path in players}
    headings = [(path.parent.name, re.search("<h1[^>]*>(.*?)</h1>", text)) for path, text in texts.items()]
    letters = {key: len(heading[1]) for key, heading in headings if heading}
    longest = sorted((key for key in letters if letters[key] <= LONGEST_ON_A_LINE), key=letters.__getitem__)
    met = [
        next(
            path for path, text in texts.items() if path.parent.name != key and f"<a href=../{key}/>" in text
        )
        for key in longest[-2:]
    ]
    by_size = sorted(players, key=lambda path: path.stat().st_size)
    for path in {*met, by_size[-1], by_size[len(players) // 2]}:
        page.goto(path.as_uri())
        for wide in (1024, 1280, 1440):
            page.set_viewport_size({"width": wide, "height": 720})
            assert page.evaluate(_BROKEN, LONGEST_ON_A_LINE) == [], f"{path}, {wide}"


def test_the_head_says_where_the_player_stands(page: Page, site: Path) -> None:
    page.goto((site / "backgammon/players/nico-plugboer/index.html").as_uri())
    lead = page.locator(".now")
    expect(lead).to_contain_text("1559")
    expect(lead).to_contain_text("+16.2")
    expect(lead).to_contain_text("22nd of 76")
    said = page.locator(".said")
    expect(said).to_contain_text("Since 14 November: four matches, four won (Estuary Trophy 2026).")
    expect(said).to_contain_text("From 30th to 22nd.")
    back = str(page.locator(".crumb > a").get_attribute("href"))
    assert back.replace("index.html", "") == "../../#nico-plugboer"
    near = page.locator(".near")
    expect(near).to_contain_text("↑ 21 Player 3 1563")
    assert near.locator("a").count() == 1, "who is hidden has no page"


@pytest.mark.parametrize("screen", [320, 360, 768, 1280])
def test_everyone_stands_in_one_picture_with_the_mark_of_the_player(
    page: Page, site: Path, screen: int
) -> None:
    page.set_viewport_size({"width": screen, "height": 800})
    for player in ("backgammon/players/nico-plugboer", "circuit/players/sule-wiersmanda"):
        page.goto((site / player / "index.html").as_uri())
        picture = page.locator("svg.among").bounding_box()
        assert picture
        for part in page.locator("svg.among :is(text, circle)").all():
            box = part.bounding_box()
            assert box
            assert box["x"] >= picture["x"] - 6
            assert box["x"] + box["width"] <= picture["x"] + picture["width"] + 6
        mark = page.locator("svg.among circle").bounding_box()
        assert mark
        assert picture["y"] < mark["y"] < picture["y"] + 96
    table = page.locator(".lead details table")
    expect(table).to_be_hidden()
    page.get_by_text("As a table").first.click()
    expect(table.locator("tr:has(b)")).to_have_count(1)


def test_the_account_leads_from_the_list_before_to_the_current_one(page: Page, site: Path) -> None:
    page.goto((site / "backgammon/players/nico-plugboer/index.html").as_uri())
    table = page.locator("#why table")
    opening = float(table.locator(".base td:last-child").inner_text())
    changes = [
        float(text.replace("\N{MINUS SIGN}", "-"))
        for text in table.locator("tbody:not(.base) td:nth-last-child(2)").all_inner_texts()
        if text
    ]
    closing = float(table.locator("tfoot td:last-child").inner_text())
    assert opening + sum(changes) == pytest.approx(closing, abs=0.05 * (len(changes) + 2))
    how = page.locator("#why details.how")
    how.locator("summary").click()
    expect(how.locator("ol.steps li")).to_have_count(len(changes))
    expect(how.locator("ol.steps small a")).to_have_count(len(changes))


def test_a_chart_goes_in_steps_and_shares_its_days(page: Page, site: Path) -> None:
    page.goto(file_of(site, "bridge player"))
    charts = page.locator("svg.chart")
    spans = [element.get_attribute("viewBox") or "" for element in charts.locator("svg").all()]
    assert len(spans) > 1
    assert len({span.split()[2] for span in spans}) == 1
    for element in charts.locator(".line").all():
        assert set(str(element.get_attribute("d"))) <= set("MhvH,0123456789.-")
    label = str(charts.first.get_attribute("aria-label"))
    assert label.startswith("Rating: ")
    assert "lowest" in label


def test_who_played_much_has_a_page_a_year(page: Page, address: str) -> None:
    page.goto(address + PAGES["champion"])
    years = page.locator("nav.years").first
    listed = years.locator("a").all_inner_texts()
    assert listed == sorted(listed, reverse=True)
    assert {text[:4] for text in page.locator("#history tr.year").all_inner_texts()} == {listed[0]}
    years.get_by_role("link", name=listed[1], exact=True).click()
    expect(page.locator("h1")).to_contain_text(listed[1])
    page.wait_for_load_state()
    assert {text[:4] for text in page.locator("#history tr.year").all_inner_texts()} == {listed[1]}
    played = int(page.locator("nav.years li").nth(1).inner_text().split(" of ")[1])
    assert page.locator("#history tbody tr:not(.event, .year)").count() >= played
    thin(page)
    assert findings(page) == []
    page.locator("nav.years a").first.click()
    expect(page.locator("#why")).to_be_visible()


def test_a_newcomer_has_a_short_page(page: Page, site: Path) -> None:
    page.goto((site / "backgammon/players/isa-roijmansen/index.html").as_uri())
    expect(page.locator(".said")).to_have_text("Nothing played yet. Not ranked yet.")
    for selector in ("#why", "#history", "#head-to-head", "rating-chart"):
        expect(page.locator(selector)).to_have_count(0)


def test_on_paper_nothing_is_left_that_cannot_be_pressed(page: Page, site: Path) -> None:
    page.goto(file_of(site, "player"))
    page.emulate_media(media="print")
    for selector in (".crumb", ".how", ".star"):
        expect(page.locator(selector).first).to_be_hidden()
    expect(page.locator("#why table")).to_be_visible()


def test_on_a_phone_a_session_says_when_and_what_and_leaves_the_figures_out(
    phone: Page, page: Page, site: Path
) -> None:
    """The cells stand there once, and the style sheet moves them: below the name, or away."""
    seen = """row => [...row.cells].filter(cell => cell.getClientRects().length && cell.textContent.trim())
        .map(cell => cell.textContent.trim())"""
    shown = {}
    for name, screen in (("phone", phone), ("desk", page)):
        screen.goto(file_of(site, "club player"))
        shown[name] = screen.locator("#sessions tbody tr:has(th > a)").first.evaluate(seen)
    day, who, season, form, line, *_, figure = shown["desk"]
    assert shown["phone"] == [day, who, season, form, line, figure]
    assert len(shown["desk"]) > len(shown["phone"])
