"""The calendar of a year, against what was published of its days, and its squares against any days."""

import csv
import re
from collections import Counter
from collections.abc import Mapping
from datetime import date, timedelta
from math import ceil
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from sitegen.core.entities import Career, Careers, Player, Result
from sitegen.core.language import Language
from sitegen.rankings.careers import CareerSummaries
from sitegen.rankings.play_days import PlayDay, find_days, find_days_of_player, list_years
from sitegen.render.cells import CellWriter
from sitegen.render.charts.calendar import find_levels, render_weeks, render_year
from sitegen.render.tables import TableWriter

pytestmark = pytest.mark.slow

FIRST = date(2026, 1, 1)
MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sept", "Oct", "Nov", "Dec"]
EVENTS = {f"{FIRST + timedelta(place)}": f"{FIRST + timedelta(place)}" for place in range(365)}
CELLS = CellWriter(Language("en"), "../", "../players/", "../results/", {}, {}, EVENTS, {}, {}, "", {})


def read_csv(path: Path) -> list[dict[str, str]]:
    return [*csv.DictReader(path.read_text("utf-8").splitlines())]


def read_pages(path: Path) -> Any:
    return etree.HTML((path / "index.html").read_text("utf-8"))


def read_months(page: Any) -> list[int]:
    return [
        int("".join(month.xpath("./text()")).strip() or 0) for month in page.xpath("//ol[@class='cal']/li")
    ]


def read_links(page: Any) -> dict[str, int]:
    """How much the links of a calendar say, in all, by the address that they lead to."""
    amounts = Counter[str]()
    for link in page.xpath("//ol[@class='cal']//a"):
        amounts[link.get("href")] += int(link.findtext("title").partition(": ")[2] or 1)
    return dict(amounts)


def count_months(days: Mapping[str, int], year: int) -> list[int]:
    return [
        sum(amount for day, amount in days.items() if day.startswith(f"{year}-{month:02}"))
        for month in range(1, 13)
    ]


def test_months_and_weeks_have_the_matches_that_were_published(demonstration_output: Path) -> None:
    folder = demonstration_output / "backgammon"
    days = Counter(row["date"] for row in read_csv(folder / "matches.csv"))
    for year, address in ((2026, "results"), (2025, "calendar/2025")):
        page = read_pages(folder / address)
        assert read_months(page) == count_months(days, year)
        weeks = Counter[str]()
        for day, amount in days.items():
            if day.startswith(str(year)):
                monday = date.fromisoformat(day).isocalendar()
                weeks[f"{monday.year}-W{monday.week:02}"] += amount
        links = {way.split("/")[-2]: amount for way, amount in read_links(page).items()}
        assert links == dict(weeks)
    strokes = read_pages(folder / "results").xpath("//ol[@class='weeks']/li")
    assert [(item.findtext(".//b"), int(item.findtext(".//small"))) for item in strokes] == [
        (str(year), sum(count_months(days, year))) for year in (2025, 2024, 2023, 2022, 2021)
    ]


def test_sessions_and_tournaments_have_the_players_who_were_there(demonstration_output: Path) -> None:
    sessions = Counter(row["date"] for row in read_csv(demonstration_output / "tuesday" / "points.csv"))
    page = read_pages(demonstration_output / "tuesday" / "results")
    assert read_months(page) == count_months(sessions, 2026)
    days = Counter(row["tournament"] for row in read_csv(demonstration_output / "circuit" / "days.csv"))
    links = read_links(read_pages(demonstration_output / "circuit" / "results"))
    assert links
    assert all(days[way.split("/")[-2]] == amount for way, amount in links.items())


def test_a_player_has_the_days_of_their_matches(demonstration_output: Path) -> None:
    player, balances, amounts = "olivier-poncelette", Counter[str](), Counter[str]()
    for row in read_csv(demonstration_output / "backgammon" / "matches.csv"):
        if row["date"].startswith("2026") and player in {row["winner"], row["loser"]}:
            amounts[row["date"]] += 1
            balances[row["date"]] += (row["counted"] == "yes") * (1 if row["winner"] == player else -1)
    page = read_pages(demonstration_output / "backgammon" / "players" / player)
    assert read_months(page) == count_months(amounts, 2026)
    key = [int("".join(item.itertext()).rpartition(" ")[2]) for item in page.xpath("//ul[@class='key']/li")]
    signs = [(balance > 0) - (balance < 0) for balance in balances.values()]
    assert key == [signs.count(1), signs.count(0), signs.count(-1)]


def test_every_cell_leads_to_a_page(demonstration_output: Path) -> None:
    """Of all systems of the demonstration, of results and of players, of this year and of earlier ones."""
    count, rankings = 0, set()
    for path in demonstration_output.rglob("index.html"):
        text = path.read_text("utf-8")
        for part in re.findall(r"<ol class=(?:cal|weeks)>(.*?)</ol>", text, re.DOTALL):
            for address in {*re.findall(r"<a href=([^>]*)>", part)}:
                assert (path.parent / address / "index.html").is_file(), (path, address)
                count += 1
            rankings.add(path.relative_to(demonstration_output).parts[0])
    assert rankings == {"backgammon", "chess", "bridge", "tuesday", "circuit"}
    assert count > 1_000


DAYS = st.dictionaries(
    st.integers(0, 364).map(lambda place: FIRST + timedelta(place)),
    st.tuples(st.integers(1, 60), st.integers(-3, 3)),
    min_size=5,
)


@pytest.mark.parametrize("is_of_player", [False, True])
@given(drawn=DAYS)
def test_each_day_is_one_square_and_one_link(
    drawn: Mapping[date, tuple[int, int]], is_of_player: bool
) -> None:
    days = {day: PlayDay(str(day), *drawn[day]) for day in sorted(drawn)}
    (year,) = list_years(days, "matches", date(2026, 12, 31), is_of_player=is_of_player)
    page = etree.HTML(str(render_year(year, TableWriter(CELLS))))
    squares, links = dict[date, str](), Counter[date]()
    for number, month in enumerate(page.xpath("//ol/li"), 1):
        start = date(2026, number, 1)
        for square in month.xpath(".//a/rect"):
            place = 7 * int(square.get("y", 0)) + int(square.get("x", 0))
            day = start + timedelta(place - start.weekday())
            assert day.month == number
            assert square.getparent().get("href") == f"../results/{day}/"
            assert day not in squares
            squares[day] = square.get("class", "g")
            links[day] += 1
    assert {*squares} == {*days} == {*links}
    if is_of_player:
        assert all(kind == days[day].kind for day, kind in squares.items())
        return
    ordered = sorted(days, key=lambda day: days[day].amount)
    assert [squares[day] for day in ordered] == sorted(squares.values())
    assert squares[ordered[-1]] == "l4"


def read_dashes(path: str) -> set[tuple[int, int]]:
    """The columns and rows of a path where a dash lies: at each whole length of its lines."""
    found = set[tuple[int, int]]()
    x, y, walked = 0.0, 0.0, 0.0
    for letter, numbers in re.findall(r"([MHhv])([\d.,]+)", path):
        values = [float(number) for number in numbers.split(",")]
        if letter == "M":
            (x, y), walked = values, 0.0
            continue
        end = {"H": (values[0], y), "h": (x + values[0], y), "v": (x, y + values[0])}[letter]
        length = abs(end[0] - x) + abs(end[1] - y)
        assert length, "a line without length has no dash"
        for whole in range(ceil(walked - 0.05), int(walked + length + 0.05) + 1):
            share = (whole - walked) / length
            found.add((round(x + share * (end[0] - x)), round(y + share * (end[1] - y))))
        (x, y), walked = end, walked + length
    return found


@given(shown=st.dates(date(2020, 1, 1), date(2031, 12, 31)))
def test_the_ground_of_a_month_is_its_days_through_the_last(shown: date) -> None:
    """The month goes through any day, as that of the current list does."""
    played = {date(shown.year, 1, day): PlayDay("", 1) for day in range(1, 6)}
    (year,) = list_years(played, "matches", shown)
    page = etree.HTML(str(render_year(year, TableWriter(CELLS))))
    path = page.xpath("//ol/li")[shown.month - 1].find(".//path").get("d")
    start = shown.replace(day=1).weekday()
    last = max(shown.day, 5 if shown.month == 1 else 1)
    assert read_dashes(path) == {divmod(start + day, 7)[::-1] for day in range(last)}


@given(st.lists(st.integers(1, 500), min_size=1))
def test_levels_begin_with_one_and_end_before_the_most(amounts: list[int]) -> None:
    levels = find_levels(amounts)
    assert levels[0] == 1
    assert len(levels) <= 4
    assert [*levels] == sorted({*levels})
    assert levels[-1] <= max(amounts)


def make_career(*days: int, opponents: tuple[str, ...] = ("bo",), partners: tuple[str, ...] = ()) -> Career:
    results = [Result(FIRST + timedelta(day), "e", "won", opponents, partners) for day in days]
    return Career(result_rows=results)


def test_a_match_is_counted_once_however_many_play_it() -> None:
    players = [Player(id=id_, name=id_) for id_ in ("an", "bo", "cy", "di")]
    double = make_career(0, 1, opponents=("cy", "di"), partners=("bo",))
    careers = Careers(dict.fromkeys(("an", "bo", "cy", "di"), double).__getitem__, "matches")
    days = find_days(CareerSummaries(careers, players))
    assert {day: played.amount for day, played in days.items()} == {FIRST: 1, FIRST + timedelta(1): 1}
    free = careers._replace(get_career=lambda _: make_career(0, opponents=()))
    assert find_days(CareerSummaries(free, players)) == {}, "who is free plays nobody"
    evenings = free._replace(plays="evenings")
    assert find_days(CareerSummaries(evenings, players))[FIRST].amount == 4


def test_a_few_days_are_no_calendar() -> None:
    few, enough = (find_days_of_player(make_career(*range(count))) for count in (4, 5))
    assert list_years(few, "matches", FIRST) == []
    (year,) = list_years(enough, "matches", FIRST)
    assert year.last == FIRST + timedelta(4)
    assert str(render_weeks([year], "")).count("href") == 0
