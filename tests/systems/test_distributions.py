"""What the picture of all players says of one: recounted from the published list of each ranking."""

import csv
import re
from pathlib import Path
from random import Random

import elements
import pytest

pytestmark = pytest.mark.slow

LISTS = {
    "backgammon": ("rating-list", "rating"),
    "bridge": ("ratings", "rating"),
    "chess": ("ranking", "score"),
    "circuit": ("ludo", "total"),
    "tuesday": ("ranking", "ranking"),
}
"""The table of the list of each ranking of the demonstration, and the column of its figure."""


@pytest.mark.parametrize("ranking", LISTS)
def test_players_below_and_above_are_those_of_the_list(demonstration_output: Path, ranking: str) -> None:
    name, column = LISTS[ranking]
    with (demonstration_output / ranking / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        values = {row["player"]: float(row[column]) for row in csv.DictReader(file) if row["rank"]}
    pages = [demonstration_output / ranking / f"players/{player}/index.html" for player in values]
    shown = [path for path in pages if path.exists()]
    for path in Random(14).sample(shown, 12):
        figure, *_ = elements.read(path.read_text("utf-8")).findall(".//figure[@class='pic']")
        value = values[path.parent.name]
        below, above = re.findall(r"(\d+) (?:below|above)", "".join(figure.find("figcaption").itertext()))
        assert int(below) == sum(other < value for other in values.values())
        assert int(above) == sum(other > value for other in values.values())
        counts = {}
        for row in figure.findall(".//tbody/tr"):
            low, high = re.findall(r"-?[\d.]+", "".join(row[0].itertext()).replace("−", "-"))[:2]
            counts[float(low), float(high)] = int("".join(row[1].itertext()))
        last = max(counts)
        for (low, high), count in counts.items():
            inside = [other for other in values.values() if low <= other < high or (low, high) == last]
            assert count == sum(other >= low for other in inside), (path, low)
        (own,) = figure.findall(".//tbody/tr/th[b]")
        low, high = re.findall(r"[\d.]+", str(own.text))
        assert float(low) <= value <= float(high)
