"""The chart of a course over time, read back as a browser would: frame, ticks, line, marks."""

import re
from datetime import date, timedelta
from itertools import pairwise
from xml.etree.ElementTree import Element, fromstring

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
    return fromstring(render_chart(Chart("Rating", course, marks or {}), ENGLISH))


def line(chart: Element) -> list[tuple[float, float]]:
    """The points of the line, in days since the first and in points below the top."""
    path = chart.find("svg/path[@class='line']")
    assert path is not None
    steps = re.findall(r"[MH](\d+)[ V]([\d.-]+)", str(path.get("d")))
    return [(float(x), float(y)) for x, y in steps]


def values(chart: Element) -> list[float]:
    levels = [text for text in chart.findall("text") if text.get("x") == "44"]
    return [float(str(level.text).replace("\N{MINUS SIGN}", "-")) for level in levels]


def days(chart: Element) -> list[str]:
    return [str(label.text) for label in chart.findall("text") if label.get("dy") == "1em"]


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
        (500, ["2022", "Jul"]),
        (2000, ["2022", "2023", "2024", "2025", "2026"]),
        (8000, ["2022", "2026", "2030", "2034", "2038", "2042"]),
    ],
)
def test_days_are_marked_where_years_or_months_begin(length: int, ticks: list[str]) -> None:
    assert days(drawn([(0, 1500.0), (length, 1501.0)])) == ticks


def test_a_mark_lies_across() -> None:
    mark = drawn([(0, 1510.0), (70, 1560.0)], {"Start & end": 1500.0}).find("path[@class='ref']")
    assert mark is not None
    assert mark.get("d") == "M50 224.0H500"


def test_the_last_value_is_printed_and_the_largest_step_named() -> None:
    course = [(START, 1500.0), (START + timedelta(20), 1540.0), (START + timedelta(40), 1532.4)]
    turn = (START + timedelta(20), "Cup & Open")
    chart = fromstring(render_chart(Chart("Rating", course), ENGLISH, None, turn))
    assert [text.text for text in chart.findall("text[@class='val']")] == ["1532"]
    assert [text.text for text in chart.findall("text[@class='note']")] == ["Cup & Open"]
    dot = chart.find("circle[@class='pt']")
    assert dot is not None
    assert (dot.get("cx"), dot.get("cy")) == ("275.0", "14.0")


def test_a_name_may_stand_before_the_whole_line_of_a_chart() -> None:
    course = [(START + timedelta(value), 1500.0 + value) for value in (980, 985, 1000)]
    days = find_date_range([Chart("Longer", [(START, 1), (START + timedelta(1000), 2)])])
    name = fromstring(render_chart(Chart("Rating", course), ENGLISH, days, (course[0][0], "Cup"))).find(
        "text[@class='note']"
    )
    assert name is not None
    assert (name.text, name.get("text-anchor")) == ("Cup", "end")


def test_charts_beside_each_other_share_their_days() -> None:
    one = Chart("Rating", [(START, 1500.0), (START + timedelta(50), 1510.0)])
    other = Chart("Score", [(START + timedelta(10), 3.0), (START + timedelta(20), 7.0)])
    none = Chart("Rank", [(START - timedelta(99), 3.0)])
    days = find_date_range([one, other, none])
    assert days == (START, START + timedelta(50))
    chart = fromstring(render_chart(other, ENGLISH, days))
    assert line(chart) == [(10, 4), (20, 0)]
    assert chart.find("svg").get("viewBox") == "0 0 50 4"  # type: ignore[union-attr]
    assert chart.find("circle[@class='end']").get("cx") == "230.0"  # type: ignore[union-attr]


def test_a_mark_far_from_the_line_does_not_flatten_it() -> None:
    near, far = (drawn([(0, 1700.0), (70, 1750.0)], marks) for marks in ({}, {"Start": 1500.0}))
    assert values(near) == values(far)
    assert far.find("path[@class='ref']") is None


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
    box = [float(number) for number in str(chart.find("svg").get("viewBox")).split()]  # type: ignore[union-attr]
    course = line(chart)
    assert course == sorted(course)
    assert all(0 <= day <= box[2] and 0 <= below <= box[3] + 0.005 for day, below in course)
    texts = [(float(str(text.get("x"))), float(str(text.get("y")))) for text in chart.findall("text")]
    assert all(0 <= x <= 560 and 0 <= y <= 250 for x, y in texts)


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
    height = float(str(plot.get("viewBox")).split()[3])
    below = (float(str(dot.get("cy"))) - 14) / 210 * height
    assert float(str(dot.get("cx"))) == 500
    assert below == pytest.approx(line(chart)[-1][1], abs=height / 1000 + 0.01)
