"""The picture of all players, read back as a browser would: dots or a curve, the mark, and the table."""

import re
from xml.etree.ElementTree import Element

import html5lib
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitegen.core.language import Language
from sitegen.core.table import Rating, make_column
from sitegen.rankings.positions import Distribution, Position
from sitegen.render.charts.distribution import count_bands, describe_place, render_bands, render_distribution

ENGLISH, FRENCH = Language("en"), Language("fr")
RATING = make_column("Rating", Rating)


def ranked(values: list[float]) -> dict[str, Position]:
    ordered = sorted(values, reverse=True)
    return {
        f"p{rank}": Position("list", value, rank=rank, ranked_count=len(values), column=RATING)
        for rank, value in enumerate(ordered, 1)
    }


def drawn(values: list[float], rank: int = 1, name: str = "An") -> Element:
    """The picture for the player of a rank."""
    positions = ranked(values)
    rendered = render_distribution(Distribution(positions), positions[f"p{rank}"], name, ENGLISH)
    parser = html5lib.HTMLParser(namespaceHTMLElements=False, strict=True)
    (picture,) = parser.parseFragment(rendered)
    for element in picture.iter():
        element.tag = element.tag.removeprefix("{http://www.w3.org/2000/svg}")
    return picture  # type: ignore[no-any-return]


def dots(picture: Element) -> list[tuple[float, float]]:
    """Where in the picture the dashes of the columns are."""
    path = picture.find("svg/path[@class='dots']")
    if path is None:
        return []
    left, top, *_ = map(float, str(picture.find("svg").get("viewBox")).split(","))  # type: ignore[union-attr]
    distance = float(str(path.get("stroke-dasharray")).removeprefix("0,"))
    columns = re.findall(r"M(\d+),0v-([\d.]+)", str(path.get("d")))
    return [
        (int(x) - left, -top - distance * number)
        for x, height in columns
        for number in range(int(float(height) / distance) + 1)
    ]


def texts(picture: Element) -> list[str]:
    return [str(text.text) for text in picture.findall("text")]


VALUES = [1252.0, 1464.0, 1500.0, 1501.0, 1502.0, 1575.0, 1600.0, 1776.0]


def test_each_player_is_a_dot_and_the_own_dot_is_marked() -> None:
    picture = drawn(VALUES, rank=6)
    assert len({*dots(picture)}) == len(VALUES)
    circle = picture.find("circle")
    assert circle is not None
    x, y = float(str(circle.get("cx")).removesuffix("%")) * 28 / 100, float(str(circle.get("cy")))
    same = [height for column, height in dots(picture) if column == pytest.approx(x, abs=0.02)]
    assert len(same) == 3, "1500, 1501 and 1502 stand upon each other"
    assert y == min(same)


def test_the_picture_is_told_in_words() -> None:
    picture = drawn(VALUES, rank=2, name='<b>"An" & Bo')
    assert picture.get("role") == "img"
    assert picture.get("aria-label") == (
        '8 players from 1252 to 1776, half of them from 1500 to 1575. <b>"An" & Bo: 1600, 2nd.'
    )
    assert texts(picture) == ["1200", "1400", "1600", "1800", "1600 · 2nd"]


def test_it_says_how_many_are_below_and_above() -> None:
    positions = ranked(VALUES)
    assert describe_place(Distribution(positions), positions["p2"], ENGLISH) == (
        "6 below, 1 above; grey: the middle half, 1500\N{WORD JOINER}–\N{WORD JOINER}1575"
    )


def curve(picture: Element) -> list[tuple[float, float]]:
    path = str(picture.find("svg/path[@class='curve']").get("d"))  # type: ignore[union-attr]
    return [(float(x), float(y)) for x, y in re.findall(r"L([\d.]+),([\d.]+)", path)]


def test_too_many_for_dots_are_a_curve_that_is_high_where_they_are_many() -> None:
    values = [1500.0 + number % 7 + number / 1000 for number in range(400)] + [1700.0, 1900.0]
    picture = drawn(values, rank=1)
    assert dots(picture) == []
    heights = [y for _, y in curve(picture)]
    assert len(heights) == 81
    assert (min(heights), max(heights)) == (20, 96)
    assert heights.index(20) <= 2, "at 1503, near the left end"
    assert float(str(picture.find("circle").get("cy"))) == pytest.approx(95.8, abs=0.2)  # type: ignore[union-attr]


@given(st.lists(st.integers(1000, 2000), min_size=300, max_size=400), st.data())
def test_the_mark_lies_upon_the_curve(values: list[int], data: st.DataObject) -> None:
    rank = data.draw(st.integers(1, len(values)))
    picture = drawn([float(value) for value in values], rank)
    if dots(picture) or min(values) == max(values):
        return
    points, circle = curve(picture), picture.find("circle")
    assert circle is not None
    x, y = 0.8 * float(str(circle.get("cx")).removesuffix("%")), float(str(circle.get("cy")))
    near = [height for place, height in points if abs(place - x) <= 1.05]
    assert min(near) - 0.2 <= y <= max(near) + 0.2
    assert all(20 <= height <= 96 for _, height in points)


@given(st.lists(st.floats(-500, 4000), min_size=3, max_size=80), st.data())
def test_everything_lies_in_the_picture(values: list[float], data: st.DataObject) -> None:
    if min(values) == max(values):
        return
    rank = data.draw(st.integers(1, len(values)))
    picture = drawn(values, rank)
    assert all(0 <= x <= 28 and 15 < y < 96 for x, y in dots(picture))
    for element in [*picture.iter("text"), *picture.iter("circle"), *picture.iter("rect")]:
        for name in ("x", "cx"):
            share = element.get(name, "0%").removesuffix("%")
            assert 0 <= float(share) <= 100
    for text in picture.findall("text"):
        kinds, share = str(text.get("class", "")).split(), float(str(text.get("x")).removesuffix("%"))
        assert ("ta" in kinds, "mid" in kinds) == (share > 80, 20 <= share <= 80)


@given(st.lists(st.floats(-500, 4000), min_size=3, max_size=80), st.data())
def test_the_table_counts_everybody_once_and_names_the_player_once(
    values: list[float], data: st.DataObject
) -> None:
    positions = ranked(values)
    everybody = Distribution(positions)
    if not everybody.is_shown:
        return
    bands = count_bands(everybody, ENGLISH)
    assert sum(count for _, count in bands) == len(values)
    rank = data.draw(st.integers(1, len(values)))
    rows = render_bands(everybody, positions[f"p{rank}"], "An & Bo", ENGLISH).split("\n")
    assert len(rows) == len(bands)
    (own,) = (row for row in rows if "An &amp; Bo" in row)
    assert not own.endswith("<td>0")


def test_bands_end_at_round_numbers_in_the_language() -> None:
    everybody = Distribution(ranked([1.0, 2.0, 9.0, 14.0, 21.0]))
    assert [band for band, _ in count_bands(everybody, FRENCH)][:2] == ["0,0–2,5", "2,5–5,0"]
    assert [count for _, count in count_bands(Distribution(ranked(VALUES)), ENGLISH)] == [1, 0, 1, 4, 1, 1]
