"""What a page shows is what the tables have, and nothing is made before the page asks."""

from collections import Counter
from collections.abc import Iterable
from datetime import date, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitegen.core.columnar import IndexedRows, Rows
from sitegen.core.model import Chart, Section
from sitegen.core.roles import get_roles
from sitegen.core.table import (
    Figure,
    HiddenSource,
    PlayDate,
    PlayerId,
    Table,
    column,
    get_column_names,
    get_columns,
)
from sitegen.core.views import Course, PageParts, Summary, View, over


class Score(Table):
    """What is published."""

    date: PlayDate = column("the day")
    player: PlayerId = column("whose")
    partner: PlayerId = column("with whom; blank alone")
    points: Figure = column("what it was worth")


class PlayedScore(Score):
    """What pages show besides."""

    source: HiddenSource = column("where it stands")
    total: Figure = column("all so far")


class Partner(Table):
    """The scores with one partner."""

    partner: PlayerId = column("with whom")
    sessions: int = column("how many")
    best: Figure = column("the most points")


PLAYERS = ["an", "bo", "cy"]
ROWS = st.lists(
    st.builds(
        PlayedScore,
        date=st.integers(0, 9).map(lambda days: date(2026, 1, 1) + timedelta(days)),
        player=st.sampled_from(PLAYERS),
        partner=st.sampled_from(["", *PLAYERS]),
        points=st.integers(0, 100).map(float),
        source=st.integers(2, 99).map("games.csv:{}".format),
        total=st.floats(0, 1000),
    ),
    max_size=30,
).map(lambda rows: sorted(rows, key=lambda row: row.date))


def index(rows: list[PlayedScore]) -> IndexedRows[PlayedScore]:
    return IndexedRows(PlayedScore, lambda: rows, "player")


def only(parts: Iterable[Any]) -> Any:
    (part,) = parts
    return part


@given(ROWS, st.sampled_from(PLAYERS), st.booleans(), st.permutations(Score._fields))
def test_a_cell_of_a_view_is_the_cell_of_its_table(
    rows: list[PlayedScore], player: str, latest_first: bool, columns: list[str]
) -> None:
    view = View(index(rows), " ".join(columns), "s", "S", latest_first=latest_first, empty="None.")
    section = only(view(player))
    assert section.table._fields == (*columns, "source")
    own = [row for row in rows if row.player == player][:: -1 if latest_first else 1]
    assert [row._fields for row in section.rows] == [section.table._fields] * len(own)
    for shown, row in zip(section.rows, own, strict=True):
        assert {name: getattr(shown, name) for name in shown._fields} == {
            name: getattr(row, name) for name in shown._fields
        }


@given(ROWS, st.sampled_from(PLAYERS))
def test_a_view_that_names_no_column_has_all(rows: list[PlayedScore], player: str) -> None:
    section = only(View(index(rows), "", "s", "S", empty="None.")(player))
    assert section.table is PlayedScore
    assert section.rows == [row for row in rows if row.player == player]


def test_a_view_without_rows_says_so_or_is_left_out() -> None:
    assert list(View(index([]), "date", "s", "S")("an")) == []
    assert only(View(index([]), "date", "s", "S", empty="None.")("an")).rows == []


def test_a_column_that_is_not_there_is_refused_where_it_is_declared() -> None:
    with pytest.raises(ValueError, match=r"^PlayedScore has no such column: pionts$"):
        View(index([]), "date pionts", "s", "S")


@given(ROWS, st.sampled_from(PLAYERS))
def test_a_summary_has_a_row_for_each_partner_most_scores_first(rows: list[PlayedScore], player: str) -> None:
    measures = {"sessions": len, "best": over("points", max)}
    places = {name: -place for place, name in enumerate(PLAYERS)}
    section = only(Summary(index(rows), "partner", Partner, measures, "p", "P", places=places)(player))
    own = [row for row in rows if row.player == player and row.partner]
    assert {row.partner: row.sessions for row in section.rows} == Counter(row.partner for row in own)
    for row in section.rows:
        assert row.best == max(score.points for score in own if score.partner == row.partner)
    order = [(-row.sessions, places[row.partner]) for row in section.rows]
    assert order == sorted(order)


@given(ROWS, st.sampled_from(PLAYERS))
def test_a_summary_without_places_has_the_latest_first(rows: list[PlayedScore], player: str) -> None:
    section = only(Summary(index(rows), "partner", Partner, {"sessions": len, "best": len}, "p", "P")(player))
    own = [row.partner for row in rows if row.player == player and row.partner]
    assert [row.partner for row in section.rows] == [*dict.fromkeys(own)][::-1]


@given(ROWS, st.sampled_from(PLAYERS))
def test_a_course_has_the_last_figure_of_each_day(rows: list[PlayedScore], player: str) -> None:
    charts: list[Chart] = list(Course("C", index(rows), "date", "points", marks={"First": "total"})(player))
    own = [row for row in rows if row.player == player]
    assert len(charts) == bool(own)
    for chart in charts:
        assert [day for day, _ in chart.points] == sorted({row.date for row in own})
        for day, figure in chart.points:
            assert figure == [row.points for row in own if row.date == day][-1]
        assert chart.marks == {"First": own[0].total}


def test_a_view_has_the_columns_of_its_calculation_without_showing_them() -> None:
    view = View(index([]), "points", "s", "S", calculation="{total:1} − {partner} = {points:2}")
    assert get_column_names(view.table) == ["points", "partner", "source", "total"]
    shown = [column.name for column in get_columns(view.table) if column.display.is_on_pages]
    assert shown == ["points"]
    assert get_columns(view.table)[3].display.decimals == 2
    assert get_roles(view.table).get_column("name") is None


def test_nothing_is_made_before_a_page_asks_and_all_parts_share_what_is_made() -> None:
    made = []

    def make_rows() -> Rows[PlayedScore]:
        made.append("rows")
        return Rows.from_rows(
            PlayedScore, [PlayedScore(date(2026, 1, 1), "an", "", 1.0, "games.csv:2", total=1.0)]
        )

    scores = IndexedRows(PlayedScore, make_rows, "player")
    parts = [View(scores, "date", "s", "S"), View(scores, "points", "t", "T")]
    content = PageParts([lambda player: made.append(player) or ()], parts).build_content("an")  # type: ignore[func-returns-value]
    assert made == []
    assert list(content.facts) == []
    assert made == ["an"]
    first, second = (section for section in content.sections() if isinstance(section, Section))
    assert made == ["an", "rows"]
    assert [first.rows[0].date, second.rows[0].points] == [date(2026, 1, 1), 1.0]
