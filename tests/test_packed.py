"""Rows kept in arrays: the same rows come out, of whatever kind their cells are."""

from collections.abc import Sequence
from datetime import date
from math import inf, nan
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitegen.table import Packer, PlayerId, Source, Table, cells, column, picked, pieces, together


class Row(Table):
    player: PlayerId = column("who")
    day: date | None = column("when")
    whole: int | None = column("a count")
    figure: float | None = column("a measure")
    yes: bool = column("whether")
    source: Source = column("where", default="")


usual = st.builds(
    Row,
    st.sampled_from(["an", "bo", ""]),
    st.none() | st.dates(),
    st.none() | st.integers(),
    st.none() | st.floats(allow_nan=False),
    st.booleans(),
    st.builds("{}:{}".format, st.sampled_from(["a", "b:c", ""]), st.integers(0, 9999)),
)
odd = st.builds(
    Row,
    st.sampled_from(["an", None, 3, ("a", "b"), True]),
    st.sampled_from([None, 0, False, 0.0]),
    st.sampled_from([1, True, 1.0, [1]]),
    st.sampled_from([1, 1.0, -0.0, 0.0, inf, None, "1"]),
    st.sampled_from([True, 1]),
    st.sampled_from(
        ["a:1", "a:01", "a:-1", "a:", "a", "", ":7", f"a:{2**32}", None, "a:\N{SUPERSCRIPT TWO}"]
    ),
)
batches = st.lists(st.lists(usual, max_size=4) | st.lists(usual | odd, max_size=4), max_size=5)


def packed(batches: Sequence[Sequence[Row]]) -> list[Sequence[Row]]:
    packer = Packer(Row)
    return [packer.add(each) for each in batches]


@given(batches)
def test_what_is_packed_comes_out_as_it_went_in(given_: list[list[Row]]) -> None:
    """Kinds too: a whole number is none that has decimals, and nought may be below nought."""
    parts = packed(given_)
    assert [repr([*each]) for each in parts] == list(map(repr, given_))
    whole = together(parts)
    assert repr(whole) == repr([row for each in given_ for row in each])
    assert {type(row) for row in whole} <= {Row}


@given(batches, st.data())
def test_rows_are_found_by_place_and_slice_as_in_a_list(given_: list[list[Row]], data: st.DataObject) -> None:
    whole, rows = together(packed(given_)), [row for each in given_ for row in each]
    length = len(rows)
    assert len(whole) == length
    cut = data.draw(st.slices(length))
    assert repr([*whole[cut]]) == repr(rows[cut])
    places = data.draw(st.lists(st.integers(0, length - 1))) if rows else []
    assert repr([*picked(whole, places)]) == repr([rows[each] for each in places])
    assert repr([*picked(whole[1:], [0])]) == repr(rows[1:2]) if length > 1 else True
    assert [repr(whole[each]) for each in range(-length, length)] == [repr(each) for each in [*rows, *rows]]


@given(batches)
def test_columns_are_those_of_the_rows(given_: list[list[Row]]) -> None:
    whole, rows = together(packed(given_)), [row for each in given_ for row in each]
    told = [*cells(whole, "figure", "player")]
    assert (
        repr(told)
        == repr([(each.figure, each.player) for each in rows])
        == repr([*cells(rows, "figure", "player")])
    )
    turned = [[*column] for piece in pieces(Row, whole) for _, column in piece]
    assert repr(turned) == repr(
        [[*each] for each in zip(*rows, strict=True)] if rows else [[]] * len(Row._declared)
    )


def test_rows_beyond_a_piece_are_all_there() -> None:
    rows = [Row("an", None, each, each / 7, yes=True, source=f"a:{each}") for each in range(25_000)]
    (whole,) = packed([rows])
    assert whole == rows
    assert sum(len(piece[0][1]) for piece in pieces(Row, whole)) == len(rows)


def test_what_is_no_number_stays_none() -> None:
    (whole,) = packed([[Row("an", None, 1, nan, yes=True), Row("an", None, 1, None, yes=True)]])
    assert [repr(each.figure) for each in whole] == ["nan", "None"]


def test_parts_of_several_tables_or_out_of_order_are_still_put_together() -> None:
    rows = [Row("an", None, each, 1.0, yes=True) for each in range(4)]
    one, two = packed([rows[:2], rows[2:]])
    (other,) = packed([rows])
    assert [*together([two, one])] == [*rows[2:], *rows[:2]]
    assert [*together([one, other])] == [*rows[:2], *rows]
    assert [*together([one, rows])] == [*rows[:2], *rows]
    assert [*together([])] == []


@pytest.mark.parametrize("other", [[], [1], "text", None])
def test_packed_rows_equal_the_same_rows_alone(other: Any) -> None:
    (whole,) = packed([[Row("an", None, 1, 1.0, yes=True)]])
    assert whole != other
