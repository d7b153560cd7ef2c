"""Rows held by column are the rows that they are made of, and make no more than is asked for."""

from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitegen.core.columnar import Cells, Rows, iter_chunks, to_columns
from sitegen.core.table import Table, column


class Game(Table):
    home: str = column("who was at home")
    away: str = column("who was not")
    points: int = column("how many", default=0)


class Side(NamedTuple):
    home: str
    points: int
    note: str = "-"


games = st.lists(st.builds(Game, st.text(max_size=2), st.text(max_size=2), st.integers(0, 9)), max_size=9)


@given(games, st.slices(9), st.data())
def test_they_are_the_rows_of_a_list(rows: list[Game], part: slice, data: st.DataObject) -> None:
    held = Rows.from_rows(Game, rows)
    assert held == rows
    assert rows == held
    assert len(held) == len(rows)
    assert held[part] == rows[part]
    assert list(reversed(held)) == rows[::-1]
    assert [held[place] for place in range(-len(rows), len(rows))] == rows + rows
    places = data.draw(st.lists(st.integers(0, len(rows) - 1), max_size=5)) if rows else []
    assert held.take(places) == [rows[place] for place in places]
    assert held.take(places)[part] == [rows[place] for place in places][part]
    assert to_columns(held) == [*zip(*rows, strict=True)] == to_columns(rows)
    assert all(type(row) is Game for row in held)


@given(games)
def test_a_view_has_its_own_columns_and_the_others_by_their_names(rows: list[Game]) -> None:
    seen = Rows.from_rows(Game, rows).view(Side, points=[row.points + 1 for row in rows])
    assert seen == [Side(row.home, row.points + 1) for row in rows]


def test_a_column_is_made_when_it_is_asked_for_and_once() -> None:
    made: list[str] = []

    def cells() -> Cells:
        made.append("points")
        return [1, 2, 3]

    held = Rows(Game, 3, [["a", "b", "c"], ["x", "y", "z"], cells])
    part = held[1:].take([1, 0]).view(Side)
    assert (part.get_column("home"), made) == (("c", "b"), [])
    assert part.get_column("points") == (3, 2)
    assert held[0] == Game("a", "x", 1)
    assert made == ["points"]


def test_what_no_column_is_given_by_is_named() -> None:
    held = Rows.from_rows(Side, [Side("a", 1)])
    with pytest.raises(TypeError, match="Game cannot be made so: away"):
        held.view(Game)
    with pytest.raises(TypeError, match="Game has no such column: place"):
        held.view(Game, away=["b"], place=[1])
    with pytest.raises(IndexError):
        held[1]


def test_a_table_without_rows_has_its_columns_in_one_piece() -> None:
    (piece,) = iter_chunks(Game, Rows.from_rows(Game, []))
    assert [(declared_column.name, [*cells]) for declared_column, cells in piece] == [
        ("home", []),
        ("away", []),
        ("points", []),
    ]
