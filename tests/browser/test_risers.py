"""Who rose how much in a form and a period that is chosen in the browser: the numbers that Python gets."""

import csv
from datetime import date, timedelta
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from sample import file_of

from sitegen import config, read
from sitegen.derived import risers
from sitegen.derived.chronicle import Chronicle
from sitegen.language import Language
from sitegen.model import When
from sitegen.systems import fibs, ruit
from sitegen.toolkit.order import ranked

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
PUBLISHED = date(2026, 11, 21)


def chosen(page: Page) -> list[tuple[str, ...]]:
    """The rows of the table that the browser calculated: rank, name, points."""
    rows = page.locator("riser-picker tbody tr").all()
    return [tuple(cell.strip() for cell in row.locator("th, td").all_inner_texts()) for row in rows]


def risen(form: str, first: date, last: date) -> list[tuple[str, ...]]:
    """The same by our own calculation, from the tables of the demonstration."""
    site, _ = config.load(ROOT)
    assert site is not None
    inputs = read.read(site)[0]["bridge"]
    outcome = ruit.rate(inputs, ruit.Options(), When(PUBLISHED))
    sums: dict[str, float] = {}
    for row in next(each.rows for each in outcome.tables if each.name == "evenings"):
        if form in ("all", row.form) and first <= row.date <= last:
            sums[row.player] = sums.get(row.player, 0.0) + row.rating - row.before
    there = [each for each in inputs.players if each.id in sums]
    write = Language("en").number(2, signed=True)
    return [(str(rank), each.name, write(sums[each.id])) for rank, each in ranked(there, sums)]


@pytest.mark.parametrize(
    "choice",
    [
        ("all", date(2023, 11, 20), date(2026, 11, 16)),
        ("pairs", date(2025, 9, 1), date(2026, 6, 30)),
        ("butler", date(2024, 2, 29), date(2024, 2, 29)),
        ("teams", date(2026, 1, 1), date(2026, 11, 16)),
        ("butler", date(2026, 3, 2), date(2026, 3, 30)),
    ],
)
def test_any_form_and_period_gets_the_numbers_that_python_gets(
    page: Page, address: str, complaints: list[str], choice: tuple[str, date, date]
) -> None:
    """Equal ones may stand in another order: the browser does not know by what names are sorted."""
    form, first, last = choice
    page.goto(f"{address}bridge/risers/")
    expect(page.locator("riser-picker")).to_be_visible()
    page.locator("[name=from]").fill(first.isoformat())
    page.locator("[name=through]").fill(last.isoformat())
    page.locator("[name=form]").select_option(form)
    expected = risen(*choice)
    expect(page.locator("riser-picker [role=status]")).to_have_text(str(len(expected)))
    assert sorted(chosen(page)) == sorted(expected)
    assert [rank for rank, _, _ in chosen(page)] == [rank for rank, _, _ in expected]
    assert complaints == []


def test_a_riser_is_linked_where_there_is_a_page(page: Page, address: str) -> None:
    page.goto(f"{address}bridge/risers/")
    expect(page.locator("riser-picker")).to_be_visible()
    rows = page.locator("riser-picker tbody th")
    assert rows.filter(has_text="Player 1").locator("a").count() == 0
    rows.filter(has_text="Zoë Marchand").locator("a").click()
    expect(page).to_have_url(f"{address}bridge/players/zoe-marchand/")


def test_without_scripts_the_ready_tables_say_it(browser: Browser, site: Path) -> None:
    with (site / "bridge/risers.csv").open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file) if (row["form"], row["period"]) == ("all", "2026")]
    with browser.new_context(java_script_enabled=False) as context:
        page = context.new_page()
        page.goto(file_of(site, "risers"))
        expect(page.locator("riser-picker")).to_be_hidden()
        names = page.locator("#period-2026 tbody th").all_inner_texts()
    assert [each.strip() for each in names] == [row["name"] for row in rows]


def test_from_the_disk_where_nothing_can_be_read_the_ready_tables_are_left(page: Page, site: Path) -> None:
    page.goto(file_of(site, "risers"))
    expect(page.locator("riser-picker")).to_have_count(0)
    expect(page.locator("#period-all table")).to_be_visible()


def of_courses(first: date, last: date) -> list[tuple[str, ...]]:
    """Who rose on the rating list between two days, from the careers that the system tells."""
    site, _ = config.load(ROOT)
    assert site is not None
    inputs = read.read(site)[0]["backgammon"]
    outcome = fibs.rate(inputs, site.rankings[0].options, When(PUBLISHED))
    assert outcome.careers is not None
    found = risers.risen(Chronicle(outcome.careers, inputs.players), first - timedelta(1), last)
    name = {each.id: each.name for each in inputs.players}
    change, figure = Language("en").number(1, signed=True), Language("en").number(0)
    return [
        (str(rank), name[each.player], change(each.change), figure(each.low), figure(each.high))
        for rank, each in found
    ]


@pytest.mark.parametrize(
    ("first", "last"),
    [
        (date(2021, 1, 1), PUBLISHED),
        (date(2025, 9, 1), date(2026, 6, 30)),
        (date(2026, 11, 10), date(2026, 11, 10)),
        (date(2026, 11, 20), PUBLISHED),
    ],
)
def test_any_two_days_of_any_ranking_get_the_figures_of_its_careers(
    page: Page, address: str, complaints: list[str], first: date, last: date
) -> None:
    page.goto(f"{address}backgammon/risers/")
    expect(page.locator("riser-picker table")).to_be_visible()
    page.locator("[name=from]").fill(first.isoformat())
    page.locator("[name=through]").fill(last.isoformat())
    expected = of_courses(first, last)
    expect(page.locator("riser-picker [role=status]")).to_have_text(str(len(expected)))
    assert sorted(chosen(page)) == sorted(expected)
    assert [rank for rank, *_ in chosen(page)] == [rank for rank, *_ in expected]
    assert complaints == []


def test_who_rose_by_the_picker_is_linked_where_there_is_a_page(page: Page, address: str) -> None:
    page.goto(f"{address}backgammon/risers/")
    rows = page.locator("riser-picker tbody th")
    expect(rows.filter(has_text="Player 3")).to_have_count(1)
    assert rows.filter(has_text="Player 3").locator("a").count() == 0
    rows.filter(has_text="Olivier Poncelette").locator("a").click()
    expect(page).to_have_url(f"{address}backgammon/players/olivier-poncelette/")


def test_from_the_disk_the_ready_tables_of_any_ranking_are_left(page: Page, site: Path) -> None:
    page.goto((site / "backgammon/risers/index.html").as_uri())
    expect(page.locator("riser-picker")).to_have_count(0)
    expect(page.locator("#twelve-months table")).to_be_visible()
