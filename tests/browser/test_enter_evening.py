"""An evening of eight results on a phone: taps, letters and a slow processor."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from page_requirements import findings
from playwright.sync_api import Browser, BrowserContext, Page, expect
from site_server import served
from stub_worker import Bare, wait_until_kept
from test_enter import cell, file, said, sent

pytestmark = pytest.mark.slow

SECONDS, MOST_TAPS = 90, 5
LETTER, TAP = 0.35, 1.5
"""Seconds that a thumb takes for each; so many letters are 34 words a minute."""
SLOWER, SLOWEST = 4, 20
RIGHT = said("Accepted: the program that makes this site finds nothing wrong.")
EVENING = (
    ("lea", "Léa Moreau", "wro", "Zofia Wrona", "3"),
    ("joris", "Joris van den Berg", "an pe", "An Peeters", "5"),
    ("zof", "Zofia Wrona", "mor", "Léa Moreau", "0"),
    ("an pe", "An Peeters", "wro", "Zofia Wrona", "6"),
    ("ber", "Joris van den Berg", "lea", "Léa Moreau", "2"),
    ("wro", "Zofia Wrona", "pee", "An Peeters", "4"),
    ("ber", "Joris van den Berg", "zof", "Zofia Wrona", "1"),
    ("lea", "Léa Moreau", "jor", "Joris van den Berg", "5"),
)
"""What is typed of the winner, who is meant, the same of the loser, and the score of that."""


@pytest.fixture
def phone(browser: Browser) -> Iterator[BrowserContext]:
    """A phone with a screen that is touched."""
    with browser.new_context(
        viewport={"width": 360, "height": 740},
        is_mobile=True,
        has_touch=True,
        locale="nl-BE",
        timezone_id="Europe/Brussels",
    ) as context:
        yield context


@pytest.fixture(scope="module")
def bare(fibs_output: Path) -> Iterator[str]:
    """The address of the site, without what calculates."""
    with served(fibs_output, Bare) as address:
        yield address


@dataclass
class Thumb:
    """Who enters the evening: each touch of the page and each letter takes its time."""

    page: Page
    taps: int = 0
    letters: int = 0

    def type(self, text: str) -> None:
        """Letters of the keyboard."""
        self.letters += len(text)
        self.page.keyboard.type(text)

    def next(self) -> None:
        """The key of the keyboard that goes on."""
        self.taps += 1
        self.page.keyboard.press("Enter")

    def pick(self, begun: str, name: str) -> None:
        """A player out of the list that comes while somebody types."""
        self.type(begun)
        self.taps += 1
        self.page.get_by_role("option", name=name).tap()

    def enter(self) -> None:
        """The whole evening, of matches to seven."""
        self.taps += 1
        cell(self.page, 0, "winner").tap()
        for number, (winner, winners_name, loser, losers_name, score) in enumerate(EVENING):
            before = self.taps
            self.pick(winner, winners_name)
            self.pick(loser, losers_name)
            if not number:  # from then on it is that of the row above
                self.type("7")
                self.next()
            self.type(score)
            if number < len(EVENING) - 1:
                self.next()
            assert self.taps - before <= MOST_TAPS


def test_eight_results_take_five_taps_each_and_less_than_ninety_seconds(
    phone: BrowserContext, bare: str
) -> None:
    thumb = Thumb(phone.new_page())
    thumb.page.goto(f"{bare}fibs/enter/")
    thumb.enter()
    expect(thumb.page.locator(".made pre")).to_contain_text("lea-moreau,joris-van-den-berg,7,5")
    assert file(thumb.page).count(",7,") == len(EVENING)
    assert thumb.taps * TAP + thumb.letters * LETTER <= SECONDS
    assert thumb.page.evaluate("document.documentElement.scrollWidth") == 360


def test_players_are_found_with_keys_alone_and_read_out(phone: BrowserContext, bare: str) -> None:
    page = phone.new_page()
    page.goto(f"{bare}fibs/enter/")
    cell(page, 0, "winner").focus()
    page.keyboard.type("mo LE")
    expect(cell(page, 0, "winner")).to_have_attribute("aria-expanded", "true")
    assert findings(page) == []
    page.keyboard.press("Enter")
    expect(cell(page, 0, "winner")).to_have_value("Léa Moreau")
    page.keyboard.type("j")
    expect(page.get_by_role("listbox").last.get_by_role("option")).not_to_have_count(0)
    page.keyboard.press("ArrowUp")
    last = page.get_by_role("listbox").last.get_by_role("option").last
    expect(last).to_have_attribute("aria-selected", "true")
    page.keyboard.press("Escape")
    expect(cell(page, 0, "loser")).to_have_value("j")
    expect(cell(page, 0, "loser")).to_have_attribute("aria-expanded", "false")


@pytest.mark.parametrize("host", ["bare", pytest.param("fibs", marks=pytest.mark.night)])
def test_keys_faster_than_the_page_follows_are_all_heard(
    phone: BrowserContext, request: pytest.FixtureRequest, host: str
) -> None:
    """Nobody waits for the list of players, for a new row or for what calculates, which begins meanwhile."""
    page = phone.new_page()
    page.goto(f"{request.getfixturevalue(host)}fibs/enter/")
    cell(page, 0, "winner").focus()
    processor = phone.new_cdp_session(page)
    processor.send("Emulation.setCPUThrottlingRate", {"rate": SLOWEST})
    rows = [(winner, loser, score) for winner, _, loser, _, score in EVENING[:2]]
    for number, texts in enumerate(rows):
        for text in (*texts[:2], *([] if number else ["7"]), texts[2]):
            page.keyboard.type(text)
            page.keyboard.press("Enter")
    assert page.locator("tbody tr").count() == len(rows) + 1
    for number, (_, winner, _, loser, score) in enumerate(EVENING[: len(rows)]):
        cells = [cell(page, number, name) for name in ("winner", "loser", "length", "score")]
        assert [each.input_value() for each in cells] == [winner, loser, "7", score]
    expect(cell(page, len(rows), "winner")).to_be_focused()
    processor.send("Emulation.setCPUThrottlingRate", {"rate": 1})
    expect(page.locator(".made pre")).to_have_text(re.compile(r"(,[a-z-]+,[a-z-]+,7,[35]\s[^,]*){2}"))


SYNCHRONOUS = """cell => {
    const hear = event => document.activeElement.dispatchEvent(event);
    const press = key => hear(new KeyboardEvent("keydown", { key, bubbles: true }));
    const type = text => {
        document.activeElement.value = text;
        hear(new InputEvent("input", { bubbles: true }));
    };
    cell.focus();
    for (let row = 0; row < 8; row += 1) {
        for (const text of ["lea", "mo", "7", "3"].filter((text, at) => at !== 2 || !row)) {
            type(text);
            if (text === "mo") press("Escape"), type("an"), press("ArrowDown"), press("ArrowUp");
            press("Enter");
        }
    }
    const rows = [...document.querySelectorAll("tbody tr")];
    const entered = rows.map(row => [...row.querySelectorAll("input")].map(({ value }) => value).join());
    const [{ rows: kept }] = Object.values(localStorage).map(text => JSON.parse(text));
    return [entered, kept.map(({ cells }) => [cells.winner, cells.loser, cells.length, cells.score].join())];
}"""


def test_a_key_has_done_all_when_its_event_ends(phone: BrowserContext, bare: str) -> None:
    """No frame is drawn and no timer runs between these keys."""
    page = phone.new_page()
    page.goto(f"{bare}fibs/enter/")
    entered, kept = cell(page, 0, "winner").evaluate(SYNCHRONOUS)
    assert entered == kept == ["Léa Moreau,An Peeters,7,3"] * 8 + [",,7,"]


def test_what_is_said_of_a_name_that_is_being_typed_takes_no_key(phone: BrowserContext, bare: str) -> None:
    """The button that makes a player of it can be tapped; Tab goes by it until the cell is left."""
    page = phone.new_page()
    page.goto(f"{bare}fibs/enter/")
    cell(page, 0, "winner").focus()
    page.keyboard.type("Léa")
    fresh = page.locator("[name=fresh]")
    expect(fresh).to_be_visible()
    page.keyboard.press("Tab")
    expect(cell(page, 0, "loser")).to_be_focused()
    page.keyboard.press("Shift+Tab")
    expect(fresh).to_be_focused()
    page.keyboard.press("Shift+Tab")
    page.keyboard.type("Léa Moreau")
    expect(fresh).to_have_count(0)
    page.keyboard.press("Tab")
    page.keyboard.type("An Peeters")
    expect(cell(page, 0, "loser")).to_have_value("An Peeters")
    expect(page.locator(".made pre")).to_contain_text("lea-moreau,an-peeters")


@pytest.mark.night
def test_on_a_slow_processor_the_evening_is_accepted_online_and_offline(
    phone: BrowserContext, fibs: str
) -> None:
    """The page is slowed as long as somebody types: what calculates runs beside it, as fast as ever."""
    thumb = Thumb(phone.new_page())
    processor = phone.new_cdp_session(thumb.page)
    processor.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    thumb.page.goto(f"{fibs}fibs/enter/")
    thumb.enter()
    processor.send("Emulation.setCPUThrottlingRate", {"rate": 1})
    effect = thumb.page.locator(".does li").first
    expect(effect).to_be_visible()
    assert thumb.page.get_by_role("status").inner_text() == RIGHT
    told, files = effect.inner_text(), sent(thumb.page)
    wait_until_kept(thumb.page, "../../static/enter/words.js")
    phone.set_offline(True)
    thumb.page.reload()
    expect(effect).to_have_text(told)
    assert sent(thumb.page) == files
    cell(thumb.page, 7, "score").fill("8")
    expect(cell(thumb.page, 7, "score")).to_have_attribute("aria-invalid", "true")
