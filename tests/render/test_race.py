"""How a season went, against the rankings that were published of it."""

import csv
import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from itertools import pairwise
from pathlib import Path

import elements
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitegen.core.language import Language
from sitegen.core.model import Race
from sitegen.render.cells import CellWriter
from sitegen.render.charts.race import render_race

pytestmark = pytest.mark.slow

BEGIN = date(2026, 1, 5)
MINUS = "\N{MINUS SIGN}"


def read_csv(path: Path) -> list[dict[str, str]]:
    return [*csv.DictReader(path.read_text("utf-8").splitlines())]


def read_table(path: Path) -> dict[str, list[int | None]]:
    """The figures of the table, by the name of the player; None where there was no total yet."""
    page = elements.read(path.read_text("utf-8"))
    (table,) = [table for table in page.iter("table") if table.get("class") == "places"]
    return {
        "".join(row.find("th").itertext()): [
            int(cell.text.replace(MINUS, "-")) if cell.text else None for cell in row.findall("td")
        ]
        for row in table.findall("tbody/tr")
    }


def test_the_gaps_of_a_season_are_those_of_its_published_course(demonstration_output: Path) -> None:
    folder = demonstration_output / "chess"
    names = {row["player"]: row["name"] for row in read_csv(folder / "ranking.csv")}
    totals = defaultdict[str, dict[str, float]](dict)
    for row in read_csv(folder / "course.csv"):
        totals[row["round"]][names[row["player"]]] = float(row["total"])
    page = (folder / "season" / "index.html").read_text("utf-8")
    rounds = re.findall(r"<th scope=col class=[^>]*><a href=\.\./results/(\d+)/>", page)
    assert rounds[0] == "1"
    assert rounds[-1] == [*totals][-1]
    shown = read_table(folder / "season" / "index.html")
    assert [*shown] == [*names.values()][:6]
    assert shown == {
        name: [round(totals[round_][name] - max(totals[round_].values())) for round_ in rounds]
        for name in shown
    }
    leaders = [max(of_round, key=of_round.__getitem__) for of_round in totals.values()]
    changes = [name for place, name in enumerate(leaders) if leaders[place - 1 : place] != [name]]
    assert re.findall(r"<b>(.*?)</b>", page.partition('class="leads"')[2].partition("</p>")[0]) == changes


def test_a_year_ends_with_the_totals_of_its_ranking(demonstration_output: Path) -> None:
    path = demonstration_output / "circuit" / "years" / "2026" / "index.html"
    page = elements.read(path.read_text("utf-8"))
    (ranking,) = [section for section in page.iter("section") if section.get("id") == "year"]
    rows = [row for row in ranking.iter("tr") if row.find("th/a") is not None][:6]
    totals = {row.find("th/a").text: float(row.findall("td")[1].text) for row in rows}
    shown = read_table(path)
    assert {name: gaps[-1] for name, gaps in shown.items()} == {
        name: round(total - max(totals.values())) for name, total in totals.items()
    }


def test_what_counts_of_a_year_is_what_the_pages_of_its_players_say(demonstration_output: Path) -> None:
    folder = demonstration_output / "circuit"
    days = {row["player"]: dict[str, float]() for row in read_csv(folder / "days.csv")}
    for row in read_csv(folder / "days.csv"):
        days[row["player"]][row["tournament"]] = float(row["total"])
    page = elements.read((folder / "years" / "2026" / "index.html").read_text("utf-8"))
    (table,) = [table for table in page.iter("table") if table.get("class") == "parts"]
    links = [cell.find("a") for cell in table.findall("thead/tr/th")[2:]]
    tournaments = [link.get("href").split("/")[-2] for link in links if link is not None]
    ranked = {row["name"]: row for row in read_csv(folder / "year-2026.csv")}
    rows = table.findall("tbody/tr")
    assert ["".join(row.find("th").itertext()) for row in rows] == [*ranked][:10]
    for row, ranking in zip(rows, ranked.values(), strict=False):
        total, *parts = row.findall("td")
        own = days[ranking["player"]]
        assert total.text == f"{float(ranking['total']):.0f}"
        shown = [None if part.get("class") is None else int(part.text) for part in parts]
        assert shown == [round(own[key]) if key in own else None for key in tournaments]
        counted = [
            own[key] for key, part in zip(tournaments, parts, strict=True) if part.get("class") == "in"
        ]
        assert sum(counted) == pytest.approx(float(ranking["total"]), abs=1e-4)


def draw(totals: Mapping[str, Sequence[float | None]]) -> str:
    count = len(next(iter(totals.values())))
    events = [(BEGIN + timedelta(7 * place), f"e{place}") for place in range(count)]
    names = {player: f"Hendrik-Jan Oosterloosdrecht {player}" for player in totals}
    cells = CellWriter(Language("en"), "../", "../players/", "../results/", {}, names, {}, {}, {}, "", {})
    return str(render_race(Race("race", "Race", events, totals), cells))


TOTALS = st.lists(st.lists(st.integers(0, 500), min_size=5, max_size=5), min_size=1, max_size=9)


@given(TOTALS)
def test_no_name_lies_on_another(drawn: list[list[int]]) -> None:
    page = draw({f"p{place}": totals for place, totals in enumerate(drawn)})
    heights = [int(y) for y in re.findall(r'<text x="100%" dx=20 y=(-?\d+)>', page)]
    assert len(heights) >= min(6, len(drawn))
    assert all(below - above >= 14 for above, below in pairwise(heights))
    assert min(heights) > 0
    assert max(heights) <= int(re.findall(r"<svg class=race height=(\d+)", page)[0])


def test_a_line_begins_where_a_player_does() -> None:
    page = draw({"an": [1, 2, 3, 4, 5], "bo": [None, None, 2, 2, 4], "cy": [3, 3, 3.5, 3, None]})
    assert [path.count("L") for path in re.findall(r'<path class=l\d d="(.*?)"', page)] == [2, 4]
    assert re.findall(r'class=l1 d="M(\d)', page) == ["2"]
    leads = page.partition("</p>")[0].replace("\N{NO-BREAK SPACE}", " ")
    assert re.findall(r"</b> (.*?)(?:;|$)", leads) == ["5 Jan – 19 Jan", "26 Jan – 2 Feb"]
