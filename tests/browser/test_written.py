"""Numbers and days: a script of a page writes them as the page does, in each language of a site."""

from collections.abc import Callable, Iterator
from datetime import date, timedelta
from itertools import product

import pytest
from playwright.sync_api import Page

from sitegen.core.cell_values import make_decimal_parser, parse_integer
from sitegen.core.language import LANGUAGES, Language
from sitegen.core.model import Chart
from sitegen.pages import theme
from sitegen.render.charts.line import render_chart

pytestmark = pytest.mark.slow

DAYS = [date(2028, 1, 1) + timedelta(number) for number in range(366)]
SCRIPT = (theme.get_templates_folder() / "static/sitegen.js").read_text(encoding="utf-8")


@pytest.fixture(params=LANGUAGES)
def language(request: pytest.FixtureRequest, tab: Page) -> Iterator[Language]:
    """A language, with the script of all pages in a page of it."""
    tab.set_content(f"<!doctype html><html lang={request.param}><body></body></html>")
    tab.add_script_tag(content=SCRIPT)
    return Language(request.param)


def test_a_script_writes_numbers_and_days_as_pages_do(tab: Page, language: Language) -> None:
    numbers = [*product((-1234567.0, -1234.4, -0.04, 0.0, 0.96, 3.1, 12345.6, 1e6), range(4))]
    written = tab.evaluate(
        """([numbers, mark, days, months]) => [
             numbers.map(([value, decimals]) => window.sitegen.numberWritten(value, decimals, mark)),
             days.map((day) => window.sitegen.dayWritten(new Date(day), months)),
           ]""",
        [numbers, language.decimal_mark, [*map(str, DAYS)], "|".join(language.short_months)],
    )
    assert written == [
        [language.make_number_formatter(decimals)(value) for value, decimals in numbers],
        [*map(language.format_short_date, DAYS)],
    ]


@pytest.mark.parametrize(
    ("low", "step"), [(1500.0, 0.5), (-30.0, 0.25), (7.0, 0.05), (100.0, 0.4949), (-0.04, 0.01)]
)
def test_a_chart_is_read_off_as_its_figures_are_written(
    tab: Page, language: Language, low: float, step: float
) -> None:
    chart = Chart("Rating", [(day, low + step * number) for number, day in enumerate(DAYS[:90])])
    drawn = render_chart(chart, language)
    marks = f'data-decimal="{language.decimal_mark}" data-months="{"|".join(language.short_months)}"'
    read = tab.evaluate(
        """(html) => {
             document.body.innerHTML = html;
             const chart = document.querySelector("rating-chart");
             return chart.points.map((_, index) => { chart.show(index); return chart.output.textContent; });
           }""",
        f"<rating-chart {marks}>{drawn}</rating-chart>",
    )
    write = language.make_number_formatter(1 if 'data-decimals="1"' in drawn else 0)
    assert read == [f"{language.format_short_date(day)}: {write(value)}" for day, value in chart.points]


CELLS = [
    *(
        "7",
        "-7",
        "+7",
        "\u22127",
        "\u20137",
        " 7 ",
        "007",
        "7,0",
        "7.00",
        "1 234",
        "1\u202f234",
        "1\xa0234\xa0567",
        "12\u2019345",
    ),
    *("", ".5", "5.", "7,25", "1 234,5", "1'234.5", "12 34", "0 100", "1000 000", "nan", "1e3", "x", "--7"),
]


def is_read(parse: Callable[[str], object], cell: str) -> bool:
    try:
        parse(cell)
    except ValueError:
        return False
    return True


def test_the_form_takes_the_numbers_that_the_program_reads(tab: Page, address: str) -> None:
    tab.goto(address)
    taken = tab.evaluate(
        """async ([cells, module]) => {
             const { inputOf } = await import(module);
             return ["whole", "number"].map((kind) => cells.filter((cell) => {
               const input = inputOf({ kind, label: "", choices: [], isRequired: true });
               input.value = cell;
               return input.validity.valid;
             }));
           }""",
        [CELLS, f"{address}static/enter/cells.js"],
    )
    parsers = (parse_integer, make_decimal_parser(".,"))
    assert taken == [[cell for cell in CELLS if is_read(parse, cell)] for parse in parsers]


def test_a_time_is_that_of_europe_in_english_too(tab: Page, address: str) -> None:
    tab.goto(address)
    read = "async (module) => (await import(module)).timeOf(new Date(2026, 10, 21, 14, 5))"
    assert tab.evaluate(read, f"{address}static/enter/words.js") == "14:05"
