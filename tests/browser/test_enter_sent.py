"""When the engine is asked about what is entered, and what the page says once that is sent."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from time import monotonic
from urllib.parse import parse_qs, urlsplit

import pytest
from chromium import PATIENCE, PHONE, anew
from playwright.sync_api import Browser, Page, Route, expect
from site_server import served
from stub_worker import KEEPS_NOTHING, Bare, answering, wait_until_kept
from test_enter import ALONE, BEGUN, MATCH, cell, enter, said, sent

pytestmark = pytest.mark.slow

ENGINE = """
const asked = [];
addEventListener("message", ({ data: { id, ask } }) => {
  asked.push(ask);
  const change = { problems: [], facts: [asked.join(" ")], moves: [], omitted: "", tables: [] };
  const answer = ask === "check" ? [] : change;
  setTimeout(() => postMessage({ id, answer }), ask === "check" ? 20 : 300);
});
"""
"""An engine that accepts everything, and tells what it was asked."""
RIGHT = said("Accepted: the program that makes this site finds nothing wrong.")
PATH = "results/fibs/matches/2026-02-05-2112.csv"


@pytest.fixture(scope="module")
def fibs(fibs_output: Path) -> Iterator[str]:
    """The address of the site, without what calculates."""
    with served(fibs_output, Bare) as address:
        yield address


@pytest.fixture
def page(phone: Page, fibs: str) -> Iterator[Page]:
    """A page on a phone."""
    with anew(phone, fibs) as page:
        yield page


@pytest.fixture
def timed(browser: Browser) -> Iterator[Page]:
    """The same with a clock that can be put forward, which no other test can have afterwards."""
    with browser.new_context(viewport=PHONE, locale="nl-BE", timezone_id="Europe/Brussels") as context:
        context.add_init_script(KEEPS_NOTHING)
        page = context.new_page()
        page.clock.install(time="2026-11-21T20:12:00Z")
        yield page


def test_with_a_network_again_what_calculates_is_asked_again(page: Page, fibs: str) -> None:
    page.goto(f"{fibs}fibs/enter/")
    enter(page, [("matches", MATCH)])
    status = page.get_by_role("status")
    expect(status).to_have_text(ALONE)
    page.route(
        "**/engine/worker.js", lambda route: route.fulfill(body=ENGINE, content_type="text/javascript")
    )
    page.context.set_offline(True)
    page.context.set_offline(False)
    expect(status).to_have_text(RIGHT)


def send(page: Page, fibs: str) -> None:
    """Enter a match, and begin a letter with its file, which no program of the machine writes."""
    page.goto(f"{fibs}fibs/enter/")
    enter(page, [("matches", MATCH)])
    page.get_by_role("link", name=said("Send by mail")).click()
    expect(page.get_by_text(BEGUN)).to_be_visible()


TYPED = """(cell) => {
  cell.value = "5";
  cell.dispatchEvent(new Event("input", { bubbles: true }));
  return document.querySelectorAll(".made div .acts > *").length;
}"""
"""Type a figure, and say how many ways there are to send what stood there before."""


def test_while_a_figure_is_typed_nothing_without_it_can_be_sent(page: Page, fibs: str) -> None:
    page.goto(f"{fibs}fibs/enter/")
    enter(page, [("matches", MATCH)])
    expect(page.get_by_role("link", name=said("Download the file"))).to_be_visible()
    assert cell(page, 0, "score").evaluate(TYPED) == 0
    expect(page.locator(".made pre")).to_contain_text(",5\n")
    expect(page.get_by_role("link", name=said("Download the file"))).to_be_visible()


def test_a_file_that_is_downloaded_is_not_sent_yet(page: Page, fibs: str) -> None:
    page.goto(f"{fibs}fibs/enter/")
    enter(page, [("matches", MATCH)])
    expect(page.locator(".made pre")).to_contain_text(f",{MATCH['score']}\n")
    with page.expect_download():
        page.get_by_role("link", name=said("Download the file")).click()
    told = said("Downloaded at {time}, and not sent yet.", time="21:12")
    expect(page.locator(".made div .note")).to_have_text(told)
    page.get_by_role("link", name=said("Send by mail")).click()
    expect(page.locator(".made div .note")).to_have_text(BEGUN)


DEAF = "addEventListener('message', () => {});"
"""An engine that never answers."""
LOOPS = ENGINE.replace("setTimeout(() =>", "if (ask === 'check') setTimeout(() =>")
"""An engine that checks, and calculates for ever."""
REFUSES = ENGINE.replace("{ id, ask }", "{ id, ask, files }").replace(
    "moves: []", "moves: [], uncounted: [{ path: Object.keys(files)[0], line: 3, message: 'Telt niet mee.' }]"
)
"""An engine to which the second row counts for nothing."""


def answered(page: Page, engine: str) -> None:
    """Put an engine in the place of the one of the site."""
    page.route(
        "**/engine/worker.js", lambda route: route.fulfill(body=engine, content_type="text/javascript")
    )


@pytest.mark.parametrize("ends", ["stopped", pytest.param("by itself", marks=pytest.mark.night)])
def test_who_gets_no_answer_can_send_what_the_columns_have_checked(timed: Page, fibs: str, ends: str) -> None:
    answered(timed, DEAF)
    timed.goto(f"{fibs}fibs/enter/")
    with timed.expect_request("**/engine/worker.js"):
        enter(timed, [("matches", MATCH)])
        timed.clock.fast_forward(3000)
    expect(timed.get_by_role("link", name=said("Send by GitHub"))).to_have_count(0)
    if ends == "stopped":
        timed.get_by_role("button", name=said("Go on without waiting")).click()
        why = said("It was stopped.")
    else:
        timed.clock.fast_forward(45_000)
        why = said("The program has been silent for {what} seconds.", what="45")
    expect(timed.get_by_role("status")).to_have_text(ALONE)
    expect(timed.locator(".state .why")).to_have_text(why)
    expect(timed.get_by_role("link", name=said("Send by GitHub"))).to_be_visible()
    answered(timed, ENGINE)
    timed.get_by_role("button", name=said("Check again")).click()
    expect(timed.get_by_role("status")).to_have_text(RIGHT)


def enter_while_the_clock_stands(page: Page, fibs: str) -> None:
    """Nothing is asked before the clock goes on, however long it takes to enter a match."""
    page.goto(f"{fibs}fibs/enter/")
    page.clock.pause_at("2026-11-21T21:12:00Z")
    enter(page, [("matches", MATCH)])


def accept(page: Page) -> None:
    """Wait as long as it takes until what is typed is checked, and is right."""
    page.clock.run_for(400)
    expect(page.get_by_role("status")).to_have_text(RIGHT)


def test_what_it_does_is_not_waited_for_for_ever(timed: Page, fibs: str) -> None:
    answered(timed, LOOPS)
    enter_while_the_clock_stands(timed, fibs)
    accept(timed)
    told = said("There was no answer after {what} seconds.", what="90")
    passes(timed, timed.locator(".does").get_by_text(told).is_visible, 10_000)
    expect(timed.get_by_role("link", name=said("Send by GitHub"))).to_be_visible()
    cell(timed, 0, "score").fill("5")
    accept(timed)


def test_a_block_with_its_head_is_understood_and_a_row_that_counts_for_nothing_is_marked(
    page: Page, fibs: str
) -> None:
    answered(page, REFUSES)
    page.goto(f"{fibs}fibs/enter/")
    put = """(cell, text) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", text);
      cell.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    }"""
    row = "2026-11-20;An Peeters;7;Zofia Wrona;3"
    other = '2026-11-20;"Zofia Wrona";5;Léa Moreau;2'
    block = f"Datum;winnaar;length;Verliezer;score\n{row}\n{other}\n"
    cell(page, 0, "winner").evaluate(put, block)
    expect(page.locator("tbody tr")).to_have_count(2)
    text = page.locator(".made pre").text_content() or ""
    assert text.splitlines()[1:] == [
        "2026-11-20,an-peeters,zofia-wrona,7,3",
        "2026-11-20,zofia-wrona,lea-moreau,5,2",
    ]
    expect(page.locator("tbody tr").nth(1).locator("small")).to_have_text("Telt niet mee.")
    assert page.locator("tbody tr").first.locator("small").count() == 0
    page.get_by_role("button", name=said("Several at once")).click()
    page.get_by_label(said("Rows, one a line")).fill(block)
    page.get_by_role("button", name=said("Make rows of it")).click()
    expect(page.locator("tbody tr")).to_have_count(4)


def test_names_and_the_cell_in_use_are_on_the_screen_above_a_keyboard(page: Page, fibs: str) -> None:
    page.goto(f"{fibs}fibs/enter/")
    for size in ({"width": 390, "height": 844}, {"width": 390, "height": 340}):
        page.set_viewport_size(size)
        for _ in range(6):
            page.get_by_role("button", name=said("Add a row")).click()
        winner = cell(page, page.locator("tbody tr").count() - 1, "winner")
        winner.fill("")
        winner.press_sequentially("a")
        expect(page.locator(".matching")).to_be_visible()
        page.wait_for_function(_SEEN)


_SEEN = """() => {
  const box = (each) => each.getBoundingClientRect();
  const [cell, list] = [document.activeElement, document.querySelector(".matching")].map(box);
  const isApart = list.top >= cell.bottom || list.bottom <= cell.top;
  const isSeen = list.height > 30 && list.top >= 0 && list.bottom <= innerHeight;
  return isApart && isSeen && cell.bottom <= box(document.querySelector(".state")).top;
}"""
"""Whether the list of names and the cell that it is of are whole on the screen, neither below the status."""


def test_opened_once_it_opens_without_a_network(browser: Browser, fibs: str) -> None:
    with browser.new_context() as context:
        page = context.new_page()
        page.goto(f"{fibs}fibs/enter/")
        wait_until_kept(page, "../../static/enter/words.js")
        context.set_offline(True)
        page.reload()
        expect(page.locator("tbody tr")).to_have_count(1)


def test_with_a_full_disk_it_opens_from_the_network(browser: Browser, fibs: str) -> None:
    with browser.new_context() as context:
        page = context.new_page()
        quota = {"origin": fibs, "quotaSize": 1}
        context.new_cdp_session(page).send("Storage.overrideQuotaForOrigin", quota)
        page.goto(f"{fibs}fibs/enter/")
        page.evaluate("navigator.serviceWorker.ready")
        page.reload()
        expect(page.locator("tbody tr")).to_have_count(1)
        assert page.evaluate("navigator.serviceWorker.controller !== null")
        assert page.evaluate("caches.match(location.href)") is None


def test_what_it_does_is_asked_only_when_nobody_types(timed: Page, fibs: str) -> None:
    answered(timed, ENGINE)
    enter_while_the_clock_stands(timed, fibs)
    cell(timed, 0, "winner").focus()
    for letter in "Zofia Wrona":
        timed.keyboard.type(letter)
        accept(timed)
        timed.clock.run_for(700)
    timed.clock.run_for(100)
    told = "check " * len("Zofia Wrona") + "preview"
    expect(timed.locator(".does li")).to_have_text(told)
    cell(timed, 0, "score").fill("5")
    accept(timed)
    timed.clock.run_for(800)
    expect(timed.locator(".does li")).to_have_text(f"{told} check preview")


def test_of_what_was_asked_meanwhile_only_the_latest_is_asked(page: Page, fibs: str) -> None:
    """The first question is not answered before all others could have been asked."""
    waits = ENGINE.replace("setTimeout(() =>", "fetch(`./${ask}`).then(() =>")
    waits = waits.replace(', ask === "check" ? 20 : 300)', ")")
    asked: list[Route] = []
    page.route("**/engine/worker.js", lambda route: route.fulfill(body=waits, content_type="text/javascript"))
    page.route("**/engine/preview", lambda route: route.fulfill(body=""))
    page.route("**/engine/check", lambda route: asked.append(route))  # noqa: PLW0108 - a builtin cannot listen
    page.goto(f"{fibs}fibs/enter/")
    enter(page, [("matches", MATCH)])
    for number in range(1, 6):
        page.get_by_role("button", name=said("Add a row")).click()
        enter_one(page, number)
    page.unroute("**/engine/check")
    page.route("**/engine/check", lambda route: route.fulfill(body=""))
    for route in asked:
        route.fulfill(body="")
    expect(page.locator(".does li")).to_have_text(re.compile(r"^check( check)? preview$"))


def enter_one(page: Page, number: int) -> None:
    """One match more; taking a row out asks at once, without waiting for more."""
    cell(page, number, "winner").fill("Zofia Wrona")
    page.locator("tbody tr").nth(number).locator("[name=out]").click()
    page.get_by_role("button", name=said("Add a row")).click()


def passes(page: Page, is_so: Callable[[], bool], milliseconds: int = 600_000) -> None:
    """Hours pass, or so many milliseconds each time, until something is so."""
    end = monotonic() + PATIENCE / 1000
    while not is_so():
        assert monotonic() < end, "it never was"
        page.clock.fast_forward(milliseconds)


def test_the_page_says_by_itself_that_it_is_published(timed: Page, fibs: str) -> None:
    looked: list[str] = []

    def files_of_the_site(route: Route) -> None:
        looked.append(route.request.url)
        route.fulfill(json={"files": {PATH: []} if len(looked) > 2 else {}})

    timed.route("**/feed.xml", lambda route: route.fulfill(body=f"<feed>{len(looked)}</feed>"))
    timed.route("**/engine/fibs.json", files_of_the_site)
    send(timed, fibs)
    published = timed.get_by_text(said("Published: the site has this file."))
    passes(timed, published.is_visible)
    there = len(looked)
    timed.clock.fast_forward(3_600_000)
    timed.reload()
    expect(published).to_be_visible()
    assert len(looked) == there  # what is published is looked for no more


def test_as_long_as_the_feed_says_nothing_new_the_files_are_not_looked_into(timed: Page, fibs: str) -> None:
    asked: list[str] = []
    timed.route("**/engine/fibs.json", lambda route: route.fulfill(json={"files": {}}))
    timed.on("request", lambda request: asked.append(request.url.rpartition("/")[2]))
    send(timed, fibs)
    passes(timed, lambda: asked.count("feed.xml") >= 6)
    assert asked.count("fibs.json") == 1


def test_without_a_network_it_is_looked_for_when_there_is_one(timed: Page, fibs: str) -> None:
    there: dict[str, list[str]] = {}
    timed.route("**/engine/fibs.json", lambda route: route.fulfill(json={"files": there}))
    with timed.expect_response("**/engine/fibs.json"):  # the first look; what comes later is the next one's
        send(timed, fibs)
    timed.context.set_offline(True)
    there[PATH] = []
    timed.clock.fast_forward(600_000)
    expect(timed.get_by_text(BEGUN)).to_be_visible()
    timed.context.set_offline(False)
    expect(timed.get_by_text(said("Published: the site has this file."))).to_be_visible()


def test_a_site_that_calculates_nothing_says_that_it_was_published_anew(timed: Page, fibs: str) -> None:
    def plain(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=answer.text().replace(" data-engine", ""))

    timed.route("**/fibs/enter/", plain)
    with timed.expect_response("**/feed.xml"):
        send(timed, fibs)
    headers = {"Last-Modified": "Sat, 21 Nov 2026 20:15:00 GMT"}
    timed.route("**/feed.xml", lambda route: route.fulfill(body="<feed/>", headers=headers))
    text = said("The site was published again at {time}; look whether it is there.", time="21:15")
    passes(timed, timed.get_by_text(text).is_visible)


def test_who_has_no_account_sends_it_by_mail(page: Page, fibs: str) -> None:
    page.goto(f"{fibs}fibs/enter/")
    enter(page, [("matches", MATCH)])
    whom = page.locator(".made").get_by_role("link", name="results@delta.example")
    assert (whom.get_attribute("href") or "").startswith("mailto:results@delta.example?subject=")
    letter = urlsplit(page.get_by_role("link", name=said("Send by mail")).get_attribute("href") or "")
    assert (letter.scheme, letter.path) == ("mailto", "results@delta.example")
    told = parse_qs(letter.query, strict_parsing=True)
    text = page.locator(".made pre").text_content() or ""
    assert told["subject"] == [f"Rating list: {PATH.rpartition('/')[2]}"]
    assert told["body"] == [text.replace("\n", "\r\n")]
    cell(page, 0, "winner").fill("é" * 400)
    mail = page.get_by_role("link", name=said("Send by mail"))
    expect(page.locator(".made .acts .note")).to_contain_text("Per mail versturen")
    told = parse_qs(urlsplit(mail.get_attribute("href") or "").query, strict_parsing=True)
    assert told["body"][0].startswith(f"Het bestand {PATH.rpartition('/')[2]} hoort bij deze brief")
    with page.expect_download() as saved:
        mail.click()
    assert saved.value.suggested_filename == PATH.rpartition("/")[2]


def test_who_hides_can_be_entered_by_those_who_know_them(phone: Page, fibs_output: Path) -> None:
    with answering(fibs_output) as address, anew(phone, address) as page:
        page.goto(f"{address}fibs/enter/")
        enter(page, [("matches", MATCH)])
        told = said(
            "Some players are hidden, and this page does not know them. If you mean one of them, send the"
            " file as it is: it is checked when it arrives."
        )
        expect(page.get_by_role("status")).to_have_text(told)
        expect(cell(page, 0, "loser")).to_have_attribute("aria-invalid", "true")
        (text,) = sent(page).values()
        assert ",Tom Claes," in text
        cell(page, 0, "length").fill("x")
        expect(page.get_by_role("link", name=said("Send by GitHub"))).to_have_count(0)
        cell(page, 0, "length").fill("7")
        page.get_by_role("button", name=said("New player")).click()
        told = said(
            "Accepted, if the id of the new player is free. Some players are hidden, so that is checked"
            " when the file arrives."
        )
        expect(page.get_by_role("status")).to_have_text(told)
