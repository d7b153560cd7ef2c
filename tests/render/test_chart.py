"""The chart of a course over time, read back as a browser would: frame, ticks, line, marks."""

import re
from datetime import date, timedelta
from itertools import accumulate, pairwise
from xml.etree.ElementTree import Element

import html5lib
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitegen.core.language import Language
from sitegen.core.model import Chart
from sitegen.render.charts.line import find_date_range, render_chart

START = date(2021, 9, 6)
ENGLISH = Language("en")


def drawn(points: list[tuple[int, float]], marks: dict[str, float] | None = None) -> Element:
    """A chart with these values, so many days after the start."""
    course = [(START + timedelta(days), value) for days, value in points]
    return parsed(render_chart(Chart("Rating", course, marks or {}), ENGLISH))


def parsed(rendered: str) -> Element:
    """The chart out of what is rendered, without what is read of it above."""
    fragment = html5lib.HTMLParser(namespaceHTMLElements=False, strict=True).parseFragment(rendered)
    for element in fragment.iter():
        element.tag = element.tag.removeprefix("{http://www.w3.org/2000/svg}")
    return fragment.find("svg")  # type: ignore[no-any-return]


def line(chart: Element) -> list[tuple[float, float]]:
    """The points of the line, in days since the first and in points below the top."""
    path = chart.find("svg/path[@class='line']")
    assert path is not None
    steps = re.findall(r"[Mh](\d+)(?:[,v]([\d.-]+))?", str(path.get("d")))
    heights = accumulate(round(100 * float(down or 0)) for _, down in steps)
    return [(x, y / 100) for x, y in zip(accumulate(int(days) for days, _ in steps), heights, strict=True)]


def values(chart: Element) -> list[float]:
    levels = [text for text in chart.findall("g/text") if text.get("y")]
    return [float(str(level.text).replace("\N{MINUS SIGN}", "-")) for level in levels]


def days(chart: Element) -> list[str]:
    return [str(label.text) for label in chart.findall("g/text") if label.get("x")]


@pytest.mark.parametrize("points", [[], [(START, 1500.0)]])
def test_there_is_no_line_through_fewer_than_two_days(points: list[tuple[date, float]]) -> None:
    assert render_chart(Chart("Rating", points), ENGLISH) == ""


def test_the_line_keeps_days_and_values() -> None:
    """A half, which is written 1490, is drawn on that side, so that a script does not read 1491."""
    chart = drawn([(0, 1500.0), (7, 1512.25), (70, 1490.5)])
    plot = chart.find("svg")
    assert plot is not None
    assert (plot.get("data-first"), plot.get("data-high")) == ("2021-09-06", "1520")
    assert [(day, 1520 - below) for day, below in line(chart)] == [(0, 1500), (7, 1512.25), (70, 1490.49)]


def test_a_line_has_no_letter_too_many() -> None:
    """As a page has thousands of steps; a figure that stayed is a day without a way down."""
    path = drawn([(0, 30.0), (7, 30.0), (10, 40.5), (70, 40.2), (80, 38.0)]).find("svg/path[@class='line']")
    assert path is not None
    assert path.get("d") == "M0,15h7h3v-10.5h60v.3h10v2.2H80"


@pytest.mark.parametrize(
    ("lowest", "highest", "ticks"),
    [
        (1500.0, 1776.0, [1500, 1600, 1700, 1800]),
        (1490.5, 1512.0, [1490, 1500, 1510, 1520]),
        (-3.2, 4.9, [-5, 0, 5]),
        (1500.0, 1500.0, [1500, 1501]),
    ],
)
def test_values_are_marked_at_round_numbers(lowest: float, highest: float, ticks: list[float]) -> None:
    assert values(drawn([(0, lowest), (300, highest)])) == ticks


@pytest.mark.parametrize(
    ("length", "ticks"),
    [
        (8, ["6 Sept 2021", "14 Sept 2021"]),
        (40, ["6 Sept 2021", "16 Oct 2021"]),
        (100, ["Oct 2021", "Nov 2021", "Dec 2021"]),
        (500, ["Oct", "2022", "Apr", "Jul", "Oct", "2023"]),
        (2000, ["2022", "2023", "2024", "2025", "2026", "2027"]),
        (8000, ["2025", "2030", "2035", "2040"]),
    ],
)
def test_days_are_marked_where_years_or_months_begin(length: int, ticks: list[str]) -> None:
    assert days(drawn([(0, 1500.0), (length, 1501.0)])) == ticks


def test_a_mark_lies_across() -> None:
    mark = drawn([(0, 1510.0), (70, 1560.0)], {"Start & end": 1500.0}).find("svg/path[@class='ref']")
    assert mark is not None
    assert mark.get("d") == "M0,60H70"


def test_the_last_value_is_printed_and_the_largest_step_named() -> None:
    course = [(START, 1500.0), (START + timedelta(20), 1540.0), (START + timedelta(40), 1532.4)]
    turn = course[1][0]
    rendered = render_chart(Chart("Rating", course), ENGLISH, None, {turn: "Cup & Open"}, turn)
    chart = parsed(rendered)
    assert [text.text for text in chart.findall("text[@class='val']")] == ["1532"]
    assert [text.text for text in chart.findall("text[@class='note ta']")] == ["Cup & Open"]
    dot = chart.find("circle[@class='pt']")
    assert dot is not None
    assert (dot.get("cx"), dot.get("cy")) == ("50.0%", "8.0")
    assert chart.find("svg").get("data-played") == "|Cup & Open"  # type: ignore[union-attr]
    assert rendered.startswith(
        "<p class=read><span>16 Oct 2021</span> <b>1532</b> <span class=down>\N{MINUS SIGN}8</span></p>"
    )


def test_what_is_read_of_a_day_has_the_change_and_what_was_played() -> None:
    course = [(START, 7.0), (START + timedelta(7), 4.0)]
    names = {course[1][0]: "Week <3>"}
    ranks = render_chart(Chart("Rank", course, is_rank=True), ENGLISH, None, names)
    assert "<b>4</b> <span class=up>▲3</span> <small>Week &lt;3&gt;</small></p>" in ranks
    assert "<b>4.0</b> <span class=down>\N{MINUS SIGN}3.0</span>" in render_chart(Chart("R", course), ENGLISH)
    still = [(START, 1500.2), (START + timedelta(7), 1500.4)]
    assert "<b>1500</b></p>" in render_chart(Chart("Rating", still), ENGLISH)


@pytest.mark.parametrize(
    ("turn", "name", "expected"),
    [
        (990, "Cup", ("note ta", "-6")),  # before the end of the plot
        (30, "Cup", ("note", "6")),
        (500, "A cup with a name so long", ("note ta opt", "-6")),  # a phone has no room
        (500, "A cup with a name that is longer than half of a desk has room for", None),
    ],
)
def test_the_name_of_the_largest_step_stands_where_there_is_room(
    turn: int, name: str, expected: tuple[str, str] | None
) -> None:
    course = [(START + timedelta(day), value) for day, value in ((0, 1500.0), (turn, 1580.0), (1000, 1581.0))]
    day = course[1][0]
    chart = parsed(render_chart(Chart("Rating", course), ENGLISH, None, {day: name}, day))
    notes = [text for text in chart.findall("text") if str(text.get("class")).startswith("note")]
    assert [(text.get("class"), text.get("dx")) for text in notes] == ([expected] if expected else [])
    assert bool(notes) == any("pt" in str(dot.get("class")) for dot in chart.findall("circle"))


def test_charts_beside_each_other_share_their_days() -> None:
    one = Chart("Rating", [(START, 1500.0), (START + timedelta(50), 1510.0)])
    other = Chart("Score", [(START + timedelta(10), 3.0), (START + timedelta(20), 7.0)])
    none = Chart("Rank", [(START - timedelta(99), 3.0)])
    days = find_date_range([one, other, none])
    assert days == (START, START + timedelta(50))
    chart = parsed(render_chart(other, ENGLISH, days))
    assert line(chart) == [(10, 4), (20, 0)]
    assert chart.find("svg").get("viewBox") == "0,0,50,4"  # type: ignore[union-attr]
    assert chart.find("circle[@class='end']").get("cx") == "40%"  # type: ignore[union-attr]


def test_a_mark_far_from_the_line_does_not_flatten_it() -> None:
    near, far = (drawn([(0, 1700.0), (70, 1750.0)], marks) for marks in ({}, {"Start": 1500.0}))
    assert values(near) == values(far)
    assert far.find("svg/path[@class='ref']") is None


def test_what_the_line_shows_is_told_in_words() -> None:
    chart = drawn([(0, 1500.0), (7, 1480.4), (14, 1533.0), (21, 1510.0)])
    assert (chart.get("role"), chart.get("aria-label")) == (
        "img",
        "Rating: 1500 on 6 September 2021, 1510 on 27 September 2021; lowest 1480, highest 1533",
    )


COURSES = st.lists(
    st.tuples(st.integers(0, 20_000), st.floats(-500, 4000)),
    min_size=2,
    max_size=60,
    unique_by=lambda p: p[0],
).map(sorted)


@given(points=COURSES, mark=st.floats(-600, 4100))
def test_every_point_and_tick_lies_inside_the_frame(points: list[tuple[int, float]], mark: float) -> None:
    chart = drawn(points, {"Mark": mark})
    box = [float(number) for number in str(chart.find("svg").get("viewBox")).split(",")]  # type: ignore[union-attr]
    course = line(chart)
    assert course == sorted(course)
    assert all(0 <= day <= box[2] and 0 <= below <= box[3] + 0.005 for day, below in course)
    assert all(0 <= float(str(text.get("y", 0))) <= 226 for text in chart.iter("text"))
    assert all(0 <= float(str(text.get("x", 0)).rstrip("%")) <= 100 for text in chart.iter("text"))


@given(points=COURSES)
def test_days_are_few_and_on_a_phone_fewer(points: list[tuple[int, float]]) -> None:
    chart = drawn(points)
    labels = [text for text in chart.findall("g/text") if text.get("x")]
    assert 1 < len(labels) <= 6
    phone = [str(label.text) for label in labels if "opt" not in str(label.get("class"))]
    assert len("".join(phone)) <= 30


@given(points=COURSES)
def test_ticks_are_evenly_spaced_round_and_few(points: list[tuple[int, float]]) -> None:
    ticks = values(drawn(points))
    steps = {after - before for before, after in pairwise(ticks)}
    assert len(steps) == 1
    assert str(steps.pop())[0] in "125"
    assert 2 <= len(ticks) <= 6
    assert ticks[0] <= min(value for _, value in points) + 0.5
    assert ticks[-1] >= max(value for _, value in points) - 0.5


@given(points=COURSES)
def test_the_dot_lies_at_the_end_of_the_line(points: list[tuple[int, float]]) -> None:
    chart = drawn(points)
    dot, plot = chart.find("circle[@class='end']"), chart.find("svg")
    assert dot is not None
    assert plot is not None
    height = float(str(plot.get("viewBox")).split(",")[3])
    below = (float(str(dot.get("cy"))) - 8) / 192 * height
    assert dot.get("cx") == "100%"
    assert below == pytest.approx(line(chart)[-1][1], abs=height / 1000 + 0.01)
