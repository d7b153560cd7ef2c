"""The table of each rank chart has the ranks of the lists that are published, in the order of the list."""

import csv
from collections.abc import Mapping
from pathlib import Path

import elements
import pytest

pytestmark = pytest.mark.slow

LISTS = {
    "backgammon": "rating-list",
    "bridge": "ratings",
    "chess": "ranking",
    "circuit": "ludo",
    "tuesday": "ranking",
}
"""The table of the list of each ranking of the demonstration."""


def read_ranks(path: Path) -> Mapping[str, str]:
    with path.open(encoding="utf-8", newline="") as file:
        return {row["name"]: row["rank"] for row in csv.DictReader(file)}


@pytest.mark.parametrize("ranking", LISTS)
def test_the_ranks_are_those_of_the_lists(demonstration_output: Path, ranking: str) -> None:
    folder = demonstration_output / ranking
    name = LISTS[ranking]
    text = (folder / "index.html").read_text(encoding="utf-8")
    (section,) = elements.read(text).findall(".//section[@id='first-places']")
    days = [element.get("datetime", "") for element in section.iter("time")]
    lists = [read_ranks(folder / f"lists/{day}/{name}.csv") for day in days[:-1]]
    lists.append(read_ranks(folder / f"{name}.csv"))
    rows = [["".join(cell.itertext()).strip() for cell in row] for row in section.findall("table/tbody/tr")]
    assert len(rows) >= 10
    assert [row[1:] for row in rows] == [[ranks.get(row[0], "–") for ranks in lists] for row in rows]
    assert [row[0] for row in rows[:10]] == [*lists[-1]][:10]
    assert {row[0] for row in rows[10:]} == {*[*lists[0]][:10]} - {*[*lists[-1]][:10]}, "who led then"
