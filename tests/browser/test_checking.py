"""The page on which a visitor calculates everything again: what it says, to whom, and where it cannot."""

import csv
import json
from collections.abc import Callable, Iterator
from datetime import date
from io import StringIO
from pathlib import Path

import commits
import pytest
from page_requirements import findings_of_both
from playwright.sync_api import Browser, Page, Route, expect
from run_cache import RunCache
from site_server import POLICY, served
from sites import files, write
from stub_worker import KEEPS_NOTHING, answering, wait_until_kept

from sitegen.browser.published import find_runtime_files, get_runtime_folder
from sitegen.publishing import build

pytestmark = pytest.mark.slow

TODAY = date(2026, 11, 21)
SYSTEMS = ("elo", "ijssel")
RANKINGS = ("sitegen", "ijssel")
LISTEN = """() => {
  window.said = [];
  const status = document.querySelector("check-site [role=status]");
  const bar = document.querySelector("progress");
  const watch = new MutationObserver(() => said.push([status.textContent, bar.value, bar.max]));
  watch.observe(document.querySelector("check-site"), { childList: true, subtree: true });
}"""


@pytest.fixture(scope="module")
def output(run_cache: RunCache) -> Path:
    """A site of two systems in two languages, in a repository, below a path.

    One of its rankings is called as the program is.
    """
    return run_cache.make_folder("check", fill) / "served"


def fill(root: Path) -> None:
    given = {path.replace("/elo/", "/sitegen/"): data for path, data in files(*SYSTEMS).items()}
    settings = (
        given["sitegen.toml"]
        .decode()
        .replace('id = "elo"', 'id = "sitegen"')
        .replace("[site]\n", "[site]\nengine = true\n")
    )
    settings = settings.replace('language = "en" ', 'repository = "club/site"\nlanguages = ["en", "nl"] #')
    write(root / "site", {**given, "sitegen.toml": settings.encode()})
    commits.commit(root / "site")
    built = build(root / "site", root / "served/rankings", TODAY)
    assert built.plan is not None, built.problems


@pytest.fixture(scope="module")
def home(output: Path) -> Iterator[str]:
    """The address of the site, with an engine that needs no start."""
    with answering(output) as address:
        yield f"{address}rankings/"


@pytest.fixture(scope="module")
def real(output: Path) -> Iterator[str]:
    """The same with the engine that visitors get, where a host is as strict as it can be."""
    with served(output, Content_Security_Policy=POLICY) as address:
        yield f"{address}rankings/"


@pytest.fixture(scope="module")
def phone(browser: Browser) -> Iterator[Page]:
    """A page for all tests, between which and the site nothing stands."""
    with browser.new_context(viewport={"width": 360, "height": 800}) as context:
        context.add_init_script(KEEPS_NOTHING)
        yield context.new_page()


@pytest.fixture
def direct(phone: Page) -> Iterator[Page]:
    """The same for a test, which can put something there."""
    yield phone
    phone.unroute_all()


def check(page: Page) -> str:
    """What it says once it is done."""
    page.get_by_role("button", name="Calculate everything again").click()
    return done(page)


def done(page: Page) -> str:
    told = page.locator("check-site [role=status] b")
    expect(told).to_be_visible()
    return told.inner_text()


def counts(output: Path) -> tuple[int, int]:
    """The data files of the site and the numbers in their tables, as the CSV of these tells them.

    Which columns hold numbers stands in the JSON of a table; a list has the columns of the current one.
    """
    files = figures = 0
    for ranking in (output / "rankings" / name for name in RANKINGS):
        for path in ranking.rglob("*.csv"):
            described = json.loads((ranking / f"{path.stem}.json").read_text("utf-8"))["columns"]
            numbers = {one["name"] for one in described if one["type"] in ("integer", "number")}
            rows = csv.DictReader(StringIO(path.read_text("utf-8"), newline=""))
            figures += sum(bool(row[name]) for row in rows for name in numbers)
            files += 1 + path.with_suffix(".json").exists()
    return files, figures


@pytest.mark.night  # by day test_worker.py asks this engine, and the page asks one that answers alike
def test_everything_is_the_same_and_nobody_else_is_asked(
    page: Page, real: str, output: Path, complaints: list[str]
) -> None:
    """What goes on is told in bytes and then in tables; once used it works without a network."""
    asked: list[str] = []
    page.context.on("request", lambda request: asked.append(request.url))
    page.goto(f"{real}check/")
    assert not [text for text in asked if "/engine/" in text or text.endswith(".csv")]
    page.evaluate(LISTEN)
    told = check(page)
    expect_all_the_same(page, output, told, ",")
    assert [text for text in asked if not text.startswith(real)] == []
    expect_progress(page, told)
    assert complaints == []
    wait_until_kept(page)
    page.context.set_offline(True)
    page.reload()
    lists = sum(1 for path in output.glob("rankings/*/lists/*/*.*") if path.suffix != ".html")
    assert check(page).endswith(f"all the same. Not compared: {lists} files.")  # no browser keeps so many


def expect_all_the_same(page: Page, output: Path, told: str, thousands: str) -> None:
    numbers = [f"{count:,}".replace(",", thousands) for count in counts(output)]
    assert [text in told for text in ("2 ", *(f" {number} " for number in numbers))] == [True] * 3
    rows = sum(1 for name in RANKINGS for _ in (output / "rankings" / name).glob("*.csv")) + len(RANKINGS)
    expect(page.locator(".tables tbody b.won")).to_have_count(rows)
    expect(page.locator(".differing")).to_be_hidden()
    expect(page.locator(".commit a")).to_have_attribute(
        "href", f"https://github.com/club/site/commit/{commit(output)}"
    )


def expect_progress(page: Page, told: str) -> None:
    said = page.evaluate("() => said")
    texts = list(dict.fromkeys(text for text, _, _ in said))
    assert texts[0] == "The program is being loaded."
    assert texts[-1].strip() == told
    assert any("is being calculated" in text for text in texts)
    loading = [(value, most) for text, value, most in said if text == texts[0] and most > 1000]
    assert loading == sorted(loading)
    assert loading[0][1] > 12_000_000
    assert loading[-1][0] == loading[-1][1]


def test_everything_is_the_same_in_another_language(direct: Page, home: str, output: Path) -> None:
    direct.goto(f"{home}nl/check/")
    direct.locator("check-site button").click()
    expect_all_the_same(direct, output, done(direct), ".")


def commit(output: Path) -> str:
    return (output / "rankings/SHA256SUMS").read_text("utf-8").splitlines()[1].removeprefix("# commit ")


def test_cells_that_are_published_otherwise_are_told(direct: Page, home: str, output: Path) -> None:
    """Each in a figure of a file of its own, one of an early list; a file that is gone is told too.

    Axe finds nothing before and after.
    """
    path = output / "rankings/sitegen"
    early = min((output / "rankings/ijssel/lists").glob("*/")).name
    changed = {"sitegen": "rating-list", "ijssel": f"lists/{early}/ranking"}
    told = {}
    for ranking, name in changed.items():
        lines = (output / f"rankings/{ranking}/{name}.csv").read_text("utf-8").splitlines()
        cells = lines[3].split(",")
        told[f"{ranking}/{name}.csv"] = (lines[0].split(",")[0], cells[0])
        text = "\n".join([*lines[:3], ",".join(["77", *cells[1:]]), *lines[4:], ""])
        direct.route(f"**/{ranking}/{name}.csv", fulfilled(text))
    gone = next(file for file in path.glob("*.csv") if file.name != "rating-list.csv")
    direct.route(f"**/sitegen/{gone.name}", lambda route: route.fulfill(status=404, body="gone"))
    direct.goto(f"{home}check/")
    assert findings_of_both(direct) == []
    said = check(direct)
    assert said.startswith("3 differences, among 2 rankings, ")
    rows = direct.locator(".differing tbody tr").evaluate_all(
        "rows => rows.map(row => [...row.cells].map(cell => cell.textContent))"
    )
    assert len(rows) == 2
    for table, row, column, published, calculated in rows:
        assert row.startswith("4 (")
        assert (column, calculated) == told[table]
        assert published == "77"
    expect(direct.locator(".tables tbody b.lost")).to_have_count(3)
    assert findings_of_both(direct) == []
    direct.unroute_all()
    assert check(direct).endswith("all the same.")
    expect(direct.locator(".differing")).to_be_hidden()


def fulfilled(text: str) -> Callable[[Route], None]:
    def handle(route: Route) -> None:
        route.fulfill(body=text, content_type="text/csv")

    return handle


def test_markup_in_what_is_published_is_text(direct: Page, home: str) -> None:
    direct.route("**/sitegen/rating-list.csv", fulfilled('"<img src=x onerror=alert(1)>",a\n'))
    direct.goto(f"{home}check/")
    check(direct)
    expect(direct.locator(".differing")).to_contain_text("<img src=x")
    assert direct.locator("main img").count() == 0


def test_the_keyboard_does_it_and_stays_where_it_was(direct: Page, home: str) -> None:
    page, held = direct, list[Route]()
    page.route("**/engine/worker.js", lambda route: held.append(route))  # noqa: PLW0108 - a builtin cannot listen
    page.goto(f"{home}check/")
    button = page.get_by_role("button", name="Calculate everything again")
    button.focus()
    with page.expect_request("**/engine/worker.js"):
        page.keyboard.press("Enter")
    expect(button).to_have_attribute("aria-disabled", "true")
    page.keyboard.press("Enter")  # which begins nothing anew
    (begun,) = held
    begun.continue_()
    done(page)
    expect(button).to_be_focused()
    expect(button).not_to_have_attribute("aria-disabled", "true")


@pytest.mark.parametrize("lacking", ["scripts", "WebAssembly"])
def test_where_a_browser_cannot_the_page_says_what_can_be_done(
    browser: Browser, home: str, lacking: str
) -> None:
    with browser.new_context(java_script_enabled=lacking != "scripts") as context:
        page = context.new_page()
        page.add_init_script("delete window.WebAssembly;")
        page.goto(f"{home}check/")
        expect(page.locator(".without")).to_be_visible()
        expect(page.locator("check-site button")).to_be_hidden()
        expect(page.locator("main pre")).to_contain_text("git clone https://github.com/club/site")
        expect(page.locator("main pre")).to_contain_text("sitegen verify ")


def test_an_engine_that_cannot_be_fetched_is_told_and_can_be_asked_again(direct: Page, home: str) -> None:
    direct.route("**/engine/**", lambda route: route.abort())
    direct.goto(f"{home}check/")
    assert check(direct) == "Nothing could be calculated here."
    direct.unroute_all()
    assert check(direct).endswith("all the same.")


def test_so_is_one_that_is_cut_off_of_which_the_runtime_says_nothing(direct: Page, real: str) -> None:
    half = (find_runtime_files()[f"{get_runtime_folder()}/pyodide.asm.wasm"]).read_bytes()[:1_000_000]
    direct.route("**/*.wasm", lambda route: route.fulfill(body=half, content_type="application/wasm"))
    direct.goto(f"{real}check/")
    assert check(direct) == "Nothing could be calculated here."
    expect(direct.locator("check-site [role=status]")).to_contain_text("The program could not be loaded: ")


DEAF = "addEventListener('message', () => {});"
"""An engine that never answers."""


def test_every_wait_has_an_end(page: Page, home: str) -> None:
    """One that somebody sets, and one that comes by itself."""
    worker = {"body": DEAF, "content_type": "text/javascript"}
    page.add_init_script(KEEPS_NOTHING)
    page.route("**/engine/worker.js", lambda route: route.fulfill(**worker))
    page.clock.install()
    page.goto(f"{home}check/")
    page.get_by_role("button", name="Calculate everything again").click()
    page.get_by_role("button", name="Stop").click()
    assert done(page) == "Nothing could be calculated here."
    status = page.locator("check-site [role=status]")
    expect(status).to_contain_text("It was stopped.")
    with page.expect_request("**/engine/worker.js"):
        page.get_by_role("button", name="Calculate everything again").click()
    page.clock.fast_forward(45_000)
    expect(status).to_contain_text("The program has been silent for 45 seconds.")


def test_a_ranking_that_cannot_be_calculated_is_left_out_and_told(direct: Page, home: str) -> None:
    direct.route("**/engine/ijssel.json", lambda route: route.abort())
    direct.goto(f"{home}check/")
    said = check(direct)
    assert said.startswith("1 ranking, ")
    assert "Not compared: " in said
    expect(direct.locator("[data-ranking=ijssel]")).to_contain_text("not calculated")
