"""The crosstables of sites, against the games that their clubs wrote down."""

import csv
import re
import zlib
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from datetime import date
from pathlib import Path

import elements
import pytest

from sitegen.core.entities import Result
from sitegen.core.language import Language
from sitegen.core.model import Crosstable
from sitegen.render.cells import CellWriter
from sitegen.render.charts.crosstable import HEAT_LIMIT, render_crosstable

pytestmark = pytest.mark.slow

Output = Callable[[str], Path]
SITES = Path(__file__).parents[1] / "sites"
SIGNS = {"1-0": "10", "½-½": "½½", "=": "½½", "1/2-1/2": "½½", "0-1": "01", "zwart": "01"}
"""The signs of both sides of a game that was played."""
VALUES = {"1": 1.0, "½": 0.5, "0": 0.0}


def read_csv(path: Path) -> Iterable[dict[str, str]]:
    lines = path.read_text("utf-8").splitlines()
    return csv.DictReader(line for line in lines if not line.startswith("#"))


def list_games(folder: Path) -> list[tuple[str, str, str]]:
    """The games in the files of a club, in order of play: two ids and the result."""
    files = sorted((folder / "games").glob("*.csv")) or [folder / "games.csv"]
    rows = [row for file in files for row in read_csv(file)]
    rows.sort(key=lambda row: (int(row.get("round") or 0), row.get("date", "")))
    home, away = ("white", "black") if "white" in rows[0] else ("home", "away")
    return [(row[home], row[away], row["result"]) for row in rows]


def find_names(folder: Path) -> dict[str, str]:
    """The names that players are shown by."""
    players = [*read_csv(folder / "players.csv")]
    hidden = [player["id"] for player in players if player["hidden"] == "yes"]
    labels = {id_: f"Player {number}" for number, id_ in enumerate(hidden, 1)}
    return {player["id"]: player["name"] for player in players} | labels


def read_cross(path: Path) -> tuple[dict[tuple[str, str], str], dict[str, str], list[str]]:
    """The cells of the heat map that are not empty, by the names of both; the points, and all names."""
    page = elements.read(path.read_text("utf-8"))
    rows = [row for row in page.iter("tr") if row.find("th/b") is not None]
    names = ["".join(row.find("th").itertext()).split(maxsplit=1)[1] for row in rows]
    cells, points = {}, {}
    for name, row in zip(names, rows, strict=True):
        *texts, points[name] = ["".join(cell.itertext()).strip() for cell in row.findall("td")]
        cells |= {(name, other): text for other, text in zip(names, texts[: len(names)], strict=True) if text}
    return cells, points, names


def count_points(signs: Mapping[tuple[str, str], str]) -> dict[str, str]:
    """The points of each player, of how many games."""
    totals = defaultdict[str, list[float]](list)
    for (name, _), pair_signs in signs.items():
        totals[name] += map(VALUES.__getitem__, pair_signs)
    return {
        name: re.sub(r"(\b0)?\.5", "½", f"{sum(values):g} / {len(values)}") for name, values in totals.items()
    }


@pytest.mark.parametrize(
    ("site", "ranking"), [("season", "chess"), ("values", "keizer"), ("ladder", "chess")]
)
def test_every_cell_is_what_was_played(golden_output: Output, site: str, ranking: str) -> None:
    """Of games with rounds, with a forfeit, a hidden player and an absence; and of those by day."""
    cells, points, _ = read_cross(golden_output(site) / ranking / "crosstable" / "index.html")
    folder = SITES / site / "results" / ranking
    names, signs = find_names(folder), defaultdict[tuple[str, str], str](str)
    for one, other, outcome in list_games(folder):
        if outcome in SIGNS:
            signs[names[one], names[other]] += SIGNS[outcome][0]
            signs[names[other], names[one]] += SIGNS[outcome][1]
    assert (cells, points) == (signs, count_points(signs))


def test_every_cell_of_a_season_of_forty_is_in_its_published_scores(demonstration_output: Path) -> None:
    folder = demonstration_output / "chess"
    cells, points, names = read_cross(folder / "crosstable" / "index.html")
    ranking = {row["player"]: row["name"] for row in read_csv(folder / "ranking.csv")}
    assert names == [*ranking.values()]
    assert len(names) == HEAT_LIMIT
    signs = defaultdict[tuple[str, str], str](str)
    for row in read_csv(folder / "round-scores.csv"):
        if row["result"] in VALUES:
            signs[ranking[row["player"]], ranking[row["opponent"]]] += row["result"]
    assert (cells, points) == (signs, count_points(signs))


def test_forty_players_take_less_than_six_kilobytes(demonstration_output: Path) -> None:
    page = (demonstration_output / "chess" / "crosstable" / "index.html").read_text("utf-8")
    section = page[page.index('<section id="crosstable"') : page.index("</section>")]
    assert len(zlib.compress(section.encode(), 9)) < 6_000


def draw(results: Mapping[str, list[Result]]) -> str:
    names = {player: player.title() for player in results}
    cells = CellWriter(Language("en"), "../", "../players/", "../results/", {}, names, {}, {}, {}, "", {})
    return str(render_crosstable(Crosstable("met", "Met", [*results], results), cells))


def result(opponent: str, ended: str) -> Result:
    return Result(date(2026, 11, 2), "e", ended, (opponent,), score="7–3")  # type: ignore[arg-type]


def test_who_met_often_has_a_score() -> None:
    ends = ["won", "won", "lost", "drawn", "won"]
    back = {"won": "lost", "lost": "won", "drawn": "drawn"}
    page = draw(
        {
            "an": [result("bo", how) for how in ends],
            "bo": [result("an", back[how]) for how in ends],
            "cy": [],
        }
    )
    assert re.findall(r"<td class=([gzf])>(.*?)(?=<td|\n)", page) == [
        ("g", "3½–1½"),
        ("f", "1½–3½"),
    ]


def test_more_than_forty_players_have_a_strip_alone() -> None:
    """One stroke a cell: up, across or down, at the place of the opponent."""
    players = [f"p{place}" for place in range(HEAT_LIMIT + 1)]
    none: dict[str, list[Result]] = {player: [] for player in players}
    page = draw(none | {"p2": [result("p0", "won"), result("p7", "lost"), result("p40", "drawn")]})
    assert page.count("<svg") == len(players)
    assert "heat" not in page
    strip = page.split("<svg")[3].partition("</svg>")[0]
    assert 'viewBox="-.5 0 41 10"' in strip
    paths = dict(re.findall(r'<path class=(\w) d="(.*?)"', strip))
    assert paths == {"g": "M0 0v5", "f": "M7 5v5", "z": "M40 4v2", "x": "M2 0v10"}
    assert page.count("7–3") == 3
