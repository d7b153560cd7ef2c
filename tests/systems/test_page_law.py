"""The law that pages are held to sees what is off."""

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from page_law import Figure, Published, Record

COLUMNS = "rank rank_change player rating change games won drawn lost club"


@pytest.mark.parametrize(
    ("shown", "expected"),
    [
        ("12.35", 12.345678),
        ("−3.9", -3.94),
        ("55 %", 0.5477),
        ("2/3", 0.666667),
        ("", None),
        ("no", False),
        ("1/(1+10(2.5)) = −1.00; 3.4", "1/(1+10(2.51)) = -0.999; 3.4"),
        ("2 + (−1) = +1", "2.0 + -1.0 = 1.0"),
    ],
)
def test_a_figure_is_what_rounds_to_it(shown: str, expected: object) -> None:
    assert Figure("", shown, expected).holds


@pytest.mark.parametrize(
    ("shown", "expected"),
    [
        ("12.34", 12.345678),
        ("3.9", -3.94),
        ("54 %", 0.5477),
        ("1/3", 0.666667),
        ("0", None),
        ("yes", False),
        ("", 3.9),
        ("A = 1.00", "A = 1.006"),
        ("A = 1.00", "B = 1.00"),
        ("a − 2", "a + 2"),
    ],
)
def test_no_other_figure_is(shown: str, expected: object) -> None:
    assert not Figure("", shown, expected).holds


def without(column: str) -> Callable[[list[Record]], Sequence[Record]]:
    return lambda rows: [{head: cell for head, cell in row.items() if head != column} for row in rows]


@pytest.mark.slow
@pytest.mark.parametrize(
    "change",
    [
        lambda rows: rows[:-1],
        lambda rows: [rows[1], rows[0], *rows[2:]],
        lambda rows: [row | {"Rating": row["Rating"] + 1} for row in rows],
        lambda rows: [row | {"More": number} for number, row in enumerate(rows)],
        without("Rating"),
        without("Club"),
    ],
)
def test_rows_that_are_off_are_seen(
    change: Callable[[list[Record]], Sequence[Record]], golden_output: Callable[[str], Path]
) -> None:
    published = Published(golden_output("ladder"), "ladder")
    rows = published.view("rating-list", published.tables["rating-list"], COLUMNS)
    shown = published.page().rows("rating-list")
    assert all(figure.holds for figure in published.compare("", shown, rows))
    assert not all(figure.holds for figure in published.compare("", shown, change(rows)))
