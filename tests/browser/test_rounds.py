"""What was drawn is offered at once, and many rows come out of lines: on a phone, as `check` accepts them."""

from collections.abc import Iterator, Mapping
from datetime import date
from pathlib import Path

import pytest
from chromium import PHONE, anew
from page_requirements import findings
from playwright.sync_api import Browser, Locator, Page, expect
from run_cache import RunCache
from sites import files, mark_hidden, write
from stub_worker import KEEPS_NOTHING, answering
from test_enter import read_files

from sitegen.commands.check import check
from sitegen.publishing import build

pytestmark = pytest.mark.slow

TODAY = date(2026, 11, 21)
SYSTEMS = ("ijssel", "ludo", "nbb")
RIGHT = "Accepted: the program that makes this site finds nothing wrong."
GAMES = "results/ijssel/games/2026.csv"
CATAN = """
1. Tom Claes 12
An Peeters, 9
Zofia Wrona; 7

Joris van den Berg\t8
Léa Moreau 6
"""


def hide(players: Path, who: str) -> None:
    lines = players.read_text("utf-8-sig").splitlines()
    rows = [line for line in lines if not line.startswith("#")]
    players.write_text("\n".join([*mark_hidden(rows, lambda row: row.startswith(f"{who},")), ""]))


@pytest.fixture(scope="module")
def club(run_cache: RunCache) -> Path:
    """A site of what can be drawn or sits at tables, in which Noor hides, and as it is published."""

    def fill(root: Path) -> None:
        built = build(write_club(root / "site", *SYSTEMS, engine="true"), root / "served/rankings", TODAY)
        assert built.plan is not None, built.problems

    return run_cache.make_folder("rounds", fill)


def write_club(root: Path, *systems: str, engine: str = "false") -> Path:
    """The site, of these systems."""
    given = files(*systems)
    more = f'[site]\nengine = {engine}\nrepository = "delta/rankings"\n'
    settings = given["sitegen.toml"].decode().replace("[site]\n", more)
    write(root, {**given, "sitegen.toml": settings.encode()})
    if "ijssel" in systems:
        hide(root / "results/ijssel/players.csv", "noor-jansen")
    return root


@pytest.fixture(scope="module")
def home(club: Path) -> Iterator[str]:
    with answering(club / "served") as address:
        yield f"{address}rankings/"


@pytest.fixture(scope="module")
def touched(browser: Browser) -> Iterator[Page]:
    """A page that is touched, for all tests."""
    with browser.new_context(viewport=PHONE, has_touch=True, timezone_id="Europe/Brussels") as context:
        context.add_init_script(KEEPS_NOTHING)
        page = context.new_page()
        page.clock.set_fixed_time("2026-11-21T20:12:00Z")
        yield page


@pytest.fixture
def page(touched: Page, home: str) -> Iterator[Page]:
    with anew(touched, home) as page:
        yield page


@pytest.fixture(autouse=True)
def _quiet(complaints: list[str]) -> Iterator[None]:
    """A browser that complains of nothing, its policy among it."""
    yield
    assert complaints == []


def rows(page: Page) -> Locator:
    return page.locator(".entry tbody tr")


def told(page: Page) -> list[list[str]]:
    """What is fixed in each row."""
    return [row.locator(".told").all_text_contents() for row in rows(page).all()]


def drawn(page: Page) -> Locator:
    return page.locator("[name=drawn]:visible")


def sent(page: Page) -> Mapping[str, str]:
    """The files that can be sent, by their paths, once they are accepted."""
    expect(page.locator("form [role=status]")).to_contain_text(RIGHT)
    links = page.get_by_role("link", name="Send by GitHub")
    expect(links.first).to_be_visible()
    return read_files(links)


def published(folder: Path) -> Mapping[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*/*.csv")}


def test_a_round_is_entered_by_one_press_and_one_for_each_game(page: Page, home: str, tmp_path: Path) -> None:
    """And publishes what the rows that were drawn publish with the results filled in."""
    page.goto(f"{home}ijssel/enter/")
    expect(drawn(page)).to_have_text("Round 4, 5 February 2026: 4 to be entered")
    drawn(page).click()
    expect(drawn(page)).to_have_count(0)
    assert told(page)[1:3] == [["4", "Léa Moreau", "An Peeters", "2"], ["4", "Tom Claes", "Player 1", "3"]]
    results = ("1-0", "0-1", "½-½", "1-0f")
    for number, result in enumerate(results):
        rows(page).nth(number).get_by_role("button", name=result, exact=True).tap()
        if number == 1:
            expect(page.locator("ul.wrong")).to_have_text("Still without a result: 2")
    found = sent(page)
    assert [path.rpartition("/")[2] for path in found] == ["2026-11-21-2112.csv"]
    assert findings(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    beside, instead = (write_club(tmp_path / name, "ijssel") for name in ("beside", "instead"))
    write(beside, {path: text.encode() for path, text in found.items()})
    text = (instead / GAMES).read_text("utf-8-sig")
    open_rows = [line for line in text.splitlines() if line.startswith("4,")]
    for line, result in zip(open_rows, results, strict=True):
        text = text.replace(line, f"{line}{result}")
    (instead / GAMES).write_text(text)
    for root in (beside, instead):
        assert check(root, TODAY) == []
        assert build(root, root / "output", TODAY).plan is not None
    assert published(beside / "output") == published(instead / "output")
    assert "noor" not in "".join(found.values())


def test_of_what_was_entered_by_hand_the_rest_is_offered(page: Page, home: str) -> None:
    page.goto(f"{home}ijssel/enter/")
    for name, text in {"round": "4", "white": "Zofia Wrona", "black": "emre-yildiz"}.items():
        rows(page).locator(f"[data-name={name}] input").fill(text)
    rows(page).get_by_role("button", name="1-0", exact=True).tap()
    page.reload()
    expect(drawn(page)).to_have_text("Round 4, 5 February 2026: 3 to be entered")
    drawn(page).click()
    expect(rows(page)).to_have_count(4)
    rows(page).last.locator("[name=out]").click()
    expect(drawn(page)).to_have_text("Round 4, 5 February 2026: 1 to be entered")


def test_what_if_begins_with_the_next_pairing(page: Page, home: str) -> None:
    page.goto(f"{home}ijssel/what-if/?player=an-peeters")
    expect(rows(page)).to_have_count(4)
    assert [row[0] for row in told(page)] == ["4"] * 4
    assert "An Peeters" in told(page)[0]
    expect(drawn(page)).to_have_count(0)
    page.reload()
    expect(rows(page)).to_have_count(4)
    page.goto(f"{home}ludo/what-if/?player=an-peeters")
    expect(rows(page).locator("[data-name=player] input")).to_have_value("An Peeters")


def test_a_session_takes_the_scores_of_a_column_alone(page: Page, home: str, tmp_path: Path) -> None:
    page.goto(f"{home}nbb/enter/")
    expect(drawn(page)).to_have_text("22 September 2026: 4 to be entered")
    drawn(page).click()
    first = rows(page).first.locator("[data-name=score] input")
    first.evaluate(
        """(input, text) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", text);
      input.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    }""",
        "55\n52.5\n47.5\n45\n",
    )
    found = sent(page)
    assert [text.count("2026-09-22,A,") for text in found.values()] == [4]
    root = write_club(tmp_path / "site", "nbb")
    write(root, {path: text.encode() for path, text in found.items()})
    assert check(root, TODAY) == []


def test_a_session_of_lines_comes_out_of_names(page: Page, home: str) -> None:
    """A line after an empty one is the next."""
    page.goto(f"{home}nbb/enter/")
    page.locator("[data-shared=date] input").fill("2026-09-29")
    page.get_by_role("button", name="Several at once").click()
    expect(page.locator(".at-once").get_by_label("Line", exact=True)).to_have_value("A")
    page.get_by_role("textbox", name="Rows, one a line").fill(
        "An Peeters - Léa Moreau 60\nTom Claes, Nora Simons, 40\n\n"
        "emre-yildiz; Zofia Wrona; 55\nJoris van den Berg\tWim de Graaf\t45"
    )
    page.get_by_role("button", name="Make rows of it").click()
    (text,) = sent(page).values()
    assert text.splitlines()[1:] == [
        "2026-09-29,A,an-peeters,lea-moreau,60",
        "2026-09-29,A,tom-claes,nora-simons,40",
        "2026-09-29,B,emre-yildiz,zofia-wrona,55",
        "2026-09-29,B,joris-van-den-berg,wim-de-graaf,45",
    ]


def test_tables_come_out_of_names_in_the_order_of_their_places(page: Page, home: str) -> None:
    page.goto(f"{home}ludo/enter/")
    page.locator("[data-shared=tournament] input").fill("2026-gent")
    page.get_by_role("button", name="Several at once").click()
    assert findings(page) == []
    for label, text in {"Round": "3", "Game": "Catan"}.items():
        page.locator(".at-once").get_by_label(label).fill(text)
    page.get_by_role("textbox", name="Rows, one a line").fill(CATAN.strip())
    page.get_by_role("button", name="Make rows of it").click()
    (text,) = sent(page).values()
    assert text.splitlines()[1:] == [
        "2026-gent,3,Catan,1,tom-claes,1,12",
        "2026-gent,3,Catan,1,an-peeters,2,9",
        "2026-gent,3,Catan,1,zofia-wrona,3,7",
        "2026-gent,3,Catan,2,joris-van-den-berg,1,8",
        "2026-gent,3,Catan,2,lea-moreau,2,6",
    ]
    page.get_by_role("button", name="Add a row").click()
    place = rows(page).last.locator("[data-name=place] input")
    expect(place).to_have_value("3")
    rows(page).last.locator("[data-name=table] input").fill("3")
    expect(place).to_have_value("1")
