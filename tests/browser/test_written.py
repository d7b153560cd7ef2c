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
SCRIPTS = [
    (theme.get_templates_folder() / name).read_text(encoding="utf-8")
    for name in ("js/_sitegen.js", "static/chart.js")
]


@pytest.fixture(params=LANGUAGES)
def language(request: pytest.FixtureRequest, tab: Page) -> Iterator[Language]:
    """A language, with the scripts of all pages and of charts in a page of it."""
    tab.set_content(f"<!doctype html><html lang={request.param}><body></body></html>")
    for script in SCRIPTS:
        tab.add_script_tag(content=script)
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


def framed(chart: Chart, language: Language) -> str:
    """The chart as the page of a player has it."""
    drawn = render_chart(chart, language, None, {day: f"Week {day:%W}" for day, _ in chart.points[::3]})
    marks = f'data-decimal="{language.decimal_mark}" data-months="{"|".join(language.short_months)}"'
    return f"<figure><h2>{chart.title}</h2><rating-chart {marks}>{drawn}</rating-chart></figure>"


@pytest.mark.parametrize(
    ("low", "step"), [(1500.0, 0.5), (-30.0, 0.25), (7.0, 0.05), (100.0, 0.4949), (-0.04, 0.01)]
)
def test_a_chart_is_read_off_as_its_figures_are_written(
    tab: Page, language: Language, low: float, step: float
) -> None:
    chart = Chart("Rating", [(day, low + step * number) for number, day in enumerate(DAYS[:90])])
    html = framed(chart, language)
    read = tab.evaluate(
        """(html) => {
             document.body.innerHTML = html;
             const chart = document.querySelector("rating-chart");
             const told = () => [...chart.querySelectorAll(".read > :nth-child(-n + 2)")];
             const read = (place) => { chart.show(place); return told().map((each) => each.textContent); };
             return chart.days.map((_, place) => read(place));
           }""",
        html,
    )
    write = language.make_number_formatter(1 if "data-decimals=1" in html else 0)
    assert read == [[language.format_short_date(day), write(value)] for day, value in chart.points]


DRAWN = """(html) => {
  const still = document.implementation.createHTMLDocument("");
  still.body.innerHTML = html;
  document.body.innerHTML = html;
  const numbers = ["x", "x1", "x2", "y", "y1", "y2", "cx", "cy", "dx"];
  const told = (each) => [
    [each.getAttribute("class") ?? "", each.textContent],
    numbers.map((name) => parseFloat(each.getAttribute(name) ?? 0)),
  ];
  const parts = ".axis *, .end, .val, .read > *";
  return [still, document].map((root) => [...root.querySelectorAll(parts)].map(told));
}"""
"""What the build drew, and what a script made of it: axes, end, and what is read."""


@pytest.mark.parametrize("is_rank", [False, True])
@pytest.mark.parametrize("length", [2, 9, 40, 100, 300, 500, 1500, 4000, 9000])
@pytest.mark.parametrize("extremes", [(1, 2), (3, 61), (1204.5, 1776.2), (40, 900)])
def test_a_browser_draws_the_whole_of_a_course_as_the_build_does(
    tab: Page, language: Language, length: int, is_rank: bool, extremes: tuple[float, float]
) -> None:
    """So what is drawn of a shorter period, or of several players, follows the same rules."""
    days = [DAYS[0], DAYS[0] + timedelta(length // 2), DAYS[0] + timedelta(length)]
    low, high = extremes
    values = [high, low, (low + high) / 2 + 0.3]
    points = [*zip(days, map(round, values) if is_rank else values, strict=True)]
    marks = {} if is_rank else {"Start": low - 30}
    built, drawn = tab.evaluate(DRAWN, framed(Chart("Rating", points, marks, is_rank=is_rank), language))
    assert len(built) > 6
    assert [texts for texts, _ in drawn] == [texts for texts, _ in built]
    for (_, one), (_, other) in zip(drawn, built, strict=True):
        assert one == pytest.approx(other, abs=0.11)


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
