"""The lines of a rank chart, read back as a browser would, and what is said of them."""

import re
from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from xml.etree.ElementTree import Element, fromstring

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitegen.core.language import Language
from sitegen.rankings.rank_chart import RankChart, RankLine
from sitegen.render.charts import ranks

ENGLISH = Language("en")
FIRST = date(2025, 11, 22)


def charted(*all_rows: Sequence[int | None], former: Sequence[Sequence[int | None]] = ()) -> RankChart:
    """A chart whose lines are in these rows; a rank is the row beside it, below the leaders the 20th."""

    def line(name: str, rows: Sequence[int | None]) -> RankLine:
        return RankLine(name, rows, [20 if row is None else row + 1 for row in rows])

    days = [FIRST + timedelta(30 * column) for column in range(len(all_rows[0]))]
    lines = [line(f"p{number}", rows) for number, rows in enumerate(all_rows)]
    return RankChart(days, len(days), lines, [line(f"q{number}", rows) for number, rows in enumerate(former)])


def drawn(chart: RankChart) -> Element:
    return fromstring(ranks.render_rank_lines(chart, ENGLISH, str.upper))


def corners(path: str) -> Iterator[tuple[float, float]]:
    """The points between which a path goes, curves as well as level lines."""
    x = y = 0.0
    for kind, text in re.findall(r"([Mhc])([^Mhc]+)", path):
        numbers = [float(number) for number in re.findall(r"-?(?:\d+\.?\d*|\.\d+)", text)]
        match kind:
            case "M":
                x, y = numbers
                yield x, y
            case "h":
                for _ in range(int(numbers[0])):
                    x += 1
                    yield x, y
            case "c":
                _, level, _, _, along, down = numbers
                assert (level, along) == (0, 1)
                x, y = x + along, y + down
                yield x, y


ROWS = st.one_of(st.none(), st.integers(0, 9))


@given(
    st.lists(
        st.lists(st.one_of(st.none(), st.integers(0, 9)), min_size=8, max_size=8), min_size=10, max_size=10
    )
)
def test_a_line_goes_through_the_row_of_every_list(all_rows: list[list[int | None]]) -> None:
    paths = drawn(charted(*all_rows)).findall("g/path")
    assert len(paths) == len(all_rows)
    for path, rows in zip(paths, all_rows, strict=True):
        reached = {round(x): y for x, y in corners(str(path.get("d")))}
        for column, row in enumerate(rows):
            if row is not None:
                assert reached[column] == pytest.approx(row + 0.5, abs=0.02)
            else:
                assert reached.get(column, 10.8) > 10, "below the last row, where it is cut off"


def test_a_level_line_is_one_step() -> None:
    assert str(drawn(charted([0, 0, 0, 1, 1], [1, 1, 1, 0, 0])).findall("g/path")[0].get("d")) == (
        "M0 .5h2c.5 0 .5 1 1 1h1"
    )


def test_lines_of_former_leaders_lie_below_the_others() -> None:
    chart = drawn(charted([None, None, None, None, 0], former=[[0, 0, 0, 0, None]]))
    assert [element.get("class") or element.tag for element in chart] == ["grid", "was", "g"]


def test_what_the_lines_show_is_told_in_words() -> None:
    chart = charted([1, 0, 0, 0, 0], [0, 1, 1, 1, 1])
    assert drawn(chart).get("role") == "img"
    assert drawn(chart).get("aria-label") == (
        "The places of the leaders on 5 lists, from 22 November 2025 to 22 March 2026."
        " P0: 2nd on 22 November 2025, 1st now."
    )
    wavering = charted([None, None, 0, 0, 2], [0, 0, 1, 1, 0], [1, 1, 2, 2, 1])
    assert ranks.describe_rank_line(wavering, wavering.lines[0], ENGLISH, str.upper) == (
        "P0: 20th on 22 November 2025, 3rd now; 1st at best."
    )


def test_a_name_is_never_markup() -> None:
    text = ranks.render_rank_lines(charted([0] * 5), ENGLISH, lambda _: '<b>"An" & Bo')
    assert "<b>" not in text
    assert '"An" & Bo' in str(fromstring(text).get("aria-label"))


def test_it_says_how_many_lists_there_are() -> None:
    chart = charted([0] * 5)
    assert ranks.describe_lists(chart, ENGLISH) == "Places on the 5 lists since 22 November 2025."
    assert ranks.describe_lists(chart._replace(list_count=17), ENGLISH) == (
        "Places on 5 of the 17 lists since 22 November 2025."
    )


def test_a_phone_has_the_ends_of_the_table_and_years_are_said_where_they_begin() -> None:
    labels = ranks.label_columns(charted([0] * 7))
    assert [year for _, year, _ in labels] == [2025, None, 2026, None, None, None, None]
    assert [column for column, (_, _, is_brief) in enumerate(labels) if is_brief] == [0, 2, 4, 6]


@pytest.mark.parametrize(("count", "place"), [(25, 10), (10, 10), (3, 3)])
def test_the_picture_is_a_row_below_the_leaders(count: int, place: int) -> None:
    listed = "".join(f"\n<tr><td>{number}<th>Name" for number in range(count))
    table = f'<table>\n<thead><tr>\n<th scope="col">#\n<th scope="col">Player\n<tbody>{listed}\n</table>'
    rows = ranks.insert_below_leaders(table, "PICTURE").split("\n<tr")[1:]
    assert rows[place].startswith(' class="pic-row"><td colspan="2">PICTURE')
    assert len(rows) == count + 1
    assert (
        ranks.insert_below_leaders(table, "").replace('\n<tr class="pic-row"><td colspan="2">', "") == table
    )
