"""Who won what between two days that are picked in the browser: the figures that the program itself gets."""

import csv
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path

import pytest
from examples import sample
from page_requirements import findings_of_both, thin
from playwright.sync_api import Browser, Page, expect
from sample_site import PAGES, file_of
from site_server import Packed, served
from stub_worker import KEEPS_NOTHING, answering, wait_until_kept

from sitegen.core.language import Language
from sitegen.inputs.config import settings
from sitegen.inputs.results import results
from sitegen.rankings import records
from sitegen.rankings.ranking import RankingContext, build_contexts, rate_rankings

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
PUBLISHED = date(2026, 11, 21)
ASKED = ("chess", "bridge")
Rows = list[tuple[str, ...]]


class Always(Packed):
    """A host of the site with an engine that says the same of all days."""

    worker = """
      const columns = [{ label: "#", style: "rank" }, { label: "Player", style: "player" }];
      const answer = { columns, rows: [["1", "Léa Moreau"]], pages: [""] };
      addEventListener("message", ({ data: { id } }) => postMessage({ id, answer }));
    """


@pytest.fixture(scope="module")
def calculated() -> dict[str, RankingContext]:
    """Two rankings of the demonstration, from their tables."""
    site, _ = settings.load_site(ROOT)
    assert site is not None
    site = site._replace(rankings=tuple(ranking for ranking in site.rankings if ranking.id in ASKED))
    inputs, _ = results.read_results(site)
    outcomes, _ = rate_rankings(site, inputs, PUBLISHED)
    return {context.ranking.id: context for context in build_contexts(site, inputs, outcomes)}


@pytest.fixture
def direct(browser: Browser) -> Iterator[Page]:
    """A page between which and the site nothing stands, so that a test can put something there."""
    with browser.new_context(viewport={"width": 360, "height": 800}) as context:
        context.add_init_script(KEEPS_NOTHING)
        yield context.new_page()


@pytest.fixture(scope="module")
def address(site: Path) -> Iterator[str]:
    """The address of the site, with an engine that needs no start."""
    with answering(site) as address:
        yield address


@pytest.fixture
def page(page: Page) -> Page:
    """A page between which and the network nothing stands."""
    page.context.add_init_script(KEEPS_NOTHING)
    return page


def pick(page: Page, first: date, last: date) -> None:
    """Ask for two days, and wait for the answer."""
    page.locator("[name=from]").fill(first.isoformat())
    page.locator("[name=through]").fill(last.isoformat())
    calculate(page)


def calculate(page: Page) -> None:
    page.get_by_role("button", name="Calculate").click()
    done(page)


def done(page: Page) -> None:
    expect(page.locator("two-days .found:not([aria-busy])")).to_be_attached()


def shown(page: Page) -> Rows:
    """The rows of the table that the browser was told."""
    rows = page.locator("two-days tbody tr").evaluate_all(
        "rows => rows.map(row => [...row.cells].map(cell => cell.textContent))"
    )
    return list(map(tuple, rows))


def risen(board: RankingContext, first: date, last: date) -> Rows:
    """Who won what by the courses of the careers."""
    chronicle = board.derived.career_summaries
    assert chronicle is not None
    signed, plain = board.derived.decimals
    change, figure = (
        Language("en").make_number_formatter(signed, signed=True),
        Language("en").make_number_formatter(plain),
    )
    return [
        (str(rank), board.get_name(riser.player), change(riser.change), figure(riser.low), figure(riser.high))
        for rank, riser in records.rank_risers(chronicle, first - timedelta(days=1), last)
    ]


def risen_by_form(board: RankingContext, first: date, last: date) -> Rows:
    """The same of evenings, added up from the table of them that is published, in all and by form."""
    evenings = next(table.rows for table in board.outcome.tables if table.name == "evenings")
    there = [evening for evening in evenings if first <= evening.date <= last]
    played = {evening.form for evening in there}
    forms = ["all", *(form for form in ("pairs", "butler", "teams") if form in played)]
    sums: dict[str, dict[str, float]] = {}
    for row in there:
        own = sums.setdefault(row.player, {})
        for form in ("all", row.form):
            own[form] = own.get(form, 0.0) + row.rating - row.before
    write = Language("en").make_number_formatter(2, signed=True)
    found = []
    for player, own in sums.items():
        rank = 1 + sum(round(other["all"] - own["all"], 9) > 0 for other in sums.values())
        found.append((str(rank), board.get_name(player), *(write(own.get(form)) for form in forms)))
    return found


@pytest.mark.parametrize("ranking", sample(ASKED, 2))
def test_any_two_days_get_the_figures_that_the_program_gets(
    page: Page,
    address: str,
    complaints: list[str],
    calculated: dict[str, RankingContext],
    ranking: str,
) -> None:
    """Nothing is loaded before somebody asks, and no other host is asked."""
    asked: list[str] = []
    page.context.on("request", lambda request: asked.append(request.url))
    page.goto(f"{address}{ranking}/risers/")
    expect(page.get_by_role("button", name="Calculate")).to_be_visible()
    assert not [url for url in asked if "/engine/" in url]
    chronicle = calculated[ranking].derived.career_summaries
    assert chronicle is not None
    days, by = chronicle.days, risen_by_form if ranking == "bridge" else risen
    third = len(days) // 3
    for first, last in (
        (days[0], days[-1]),
        (days[third] + timedelta(days=1), days[2 * third] - timedelta(days=1)),
        (days[-2], days[-2]),
    ):
        pick(page, first, last)
        expected, found = by(calculated[ranking], first, last), shown(page)
        assert sorted(found) == sorted(expected)
        places = [int(rank) for rank, *_ in found]
        assert places == sorted(places)
        expect(page.locator("two-days [role=status]")).to_contain_text(f": {len(expected)}")
    assert [url for url in asked if not url.startswith(address)] == []
    assert complaints == []


def test_a_riser_is_linked_where_there_is_a_page_and_columns_are_sorted(page: Page, address: str) -> None:
    page.goto(f"{address}bridge/risers/")
    calculate(page)
    rows = page.locator("two-days tbody th")
    assert rows.filter(has_text="Player 1").locator("a").count() == 0
    page.locator("two-days thead").get_by_role("button", name="Butler").click()
    butler = [float(row[4].replace("\u2212", "-")) for row in shown(page) if row[4]]
    assert butler == sorted(butler, reverse=True)
    rows.filter(has_text="Zoë Marchand").locator("a").click()
    expect(page).to_have_url(f"{address}bridge/players/zoe-marchand/")


def test_axe_finds_nothing_before_and_after_and_another_day_is_asked_at_once(
    page: Page, address: str
) -> None:
    page.goto(f"{address}bridge/risers/")
    thin(page)
    assert findings_of_both(page) == []
    calculate(page)
    told = shown(page)
    thin(page)
    assert findings_of_both(page) == []
    page.locator("[name=from]").fill("2026-11-10")
    page.locator("[name=from]").dispatch_event("change")
    done(page)
    assert 0 < len(shown(page)) < len(told)


def test_without_scripts_the_ready_tables_say_it(browser: Browser, site: Path) -> None:
    with (site / "bridge/risers.csv").open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file) if (row["form"], row["period"]) == ("all", "2026")]
    with browser.new_context(java_script_enabled=False) as context:
        page = context.new_page()
        page.goto(file_of(site, "risers"))
        expect(page.locator("two-days .without")).to_be_visible()
        expect(page.locator("two-days form")).to_be_hidden()
        names = page.locator("#period-2026 tbody th").all_inner_texts()
    assert [name.strip() for name in names] == [row["name"] for row in rows]


@pytest.mark.parametrize("kind", ["risers", "rating risers"])
def test_from_the_disk_and_without_webassembly_the_ready_tables_are_left(
    page: Page, site: Path, address: str, kind: str
) -> None:
    page.goto(file_of(site, kind))
    expect(page.locator("two-days form")).to_be_hidden()
    page.add_init_script("delete window.WebAssembly;")
    page.goto(f"{address}{PAGES[kind]}")
    expect(page.locator("two-days .without")).to_be_visible()
    expect(page.locator("two-days form")).to_be_hidden()
    expect(page.locator("main section table").first).to_be_visible()


def test_an_engine_that_cannot_be_fetched_is_told_and_can_be_asked_again(direct: Page, address: str) -> None:
    direct.route("**/engine/**", lambda route: route.abort())
    direct.goto(f"{address}tuesday/risers/")
    calculate(direct)
    expect(direct.locator("two-days [role=status]")).to_have_text("Nothing could be calculated here.")
    direct.unroute_all()
    calculate(direct)
    expect(direct.locator("two-days tbody tr")).not_to_have_count(0)


def test_once_used_it_works_without_a_network(browser: Browser, site: Path) -> None:
    """Of the engine it is enough here that its worker is kept: test_checking.py starts what it needs."""
    with browser.new_context() as context, served(site, Always) as address:
        page = context.new_page()
        page.goto(f"{address}tuesday/risers/")
        calculate(page)
        told = shown(page)
        assert told
        wait_until_kept(page, "../../engine/worker.js")
        context.set_offline(True)
        page.reload()
        calculate(page)
        assert shown(page) == told
