"""The demonstration's results are what its script writes, and show what they are there to show."""

import csv
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import date
from functools import cache
from importlib import import_module
from itertools import pairwise
from math import sqrt
from pathlib import Path

import pytest

pytestmark = [pytest.mark.usefixtures("demonstration"), pytest.mark.slow]

ROOT = Path(__file__).parents[2]
RESULTS = ROOT / "results" / "backgammon"
SCRIPTS = ROOT / "demonstration"
PUBLISHED = date(2026, 11, 21)

Row = dict[str, str]


def contents(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()
    }


def rows(path: Path) -> list[Row]:
    lines = [line for line in path.read_text("utf-8-sig").splitlines() if not line.startswith("#")]
    reader = csv.DictReader(lines, delimiter=";" if ";" in lines[0] else ",", strict=True)
    return [{name.lower(): cell for name, cell in row.items()} for row in reader]


def day(cell: str) -> date:
    return date.fromisoformat("-".join(reversed(cell.split("/"))))


@cache
def players() -> list[Row]:
    return rows(RESULTS / "players.csv")


@cache
def matches() -> list[Row]:
    """All matches by date, with ids for names."""
    shown = {name: row["id"] for row in players() for name in (row["id"], row["name"], row["aliases"])}
    found = [
        row | {"winner": shown[row["winner"]], "loser": shown[row["loser"]]}
        for path in sorted((RESULTS / "matches").glob("*.csv"))
        for row in rows(path)
    ]
    return sorted(found, key=lambda row: day(row["date"]))


@cache
def periods() -> dict[str, list[tuple[date, date]]]:
    found: dict[str, list[tuple[date, date]]] = {}
    for path in sorted((RESULTS / "registrations").glob("*.csv")):
        for row in rows(path):
            found.setdefault(row["player"], []).append((day(row["from"]), day(row["until"])))
    return found


def registered(player: str, on: date) -> bool:
    return any(start <= on <= until for start, until in periods().get(player, ()))


def reason(match: Row) -> str:
    """Why a match does not count, in the order of the regulation; empty when it does."""
    if match.get("online"):
        return "online"
    if not all(registered(match[side], day(match["date"])) for side in ("winner", "loser")):
        return "not registered"
    if match["kind"] == "friendly" and match["agreed"] != "yes":
        return "not agreed"
    if match.get("reserve"):
        enough = int(match["reserve"]) >= 40 * int(match["length"]) and int(match["delay"]) >= 11
        return "" if enough else "time control"
    return ""


@cache
def standing() -> tuple[dict[str, float], Counter[str]]:
    """Ratings and experience after the last match."""
    rating = dict.fromkeys((row["id"] for row in players()), 1500.0)
    experience: Counter[str] = Counter()
    for match in matches():
        if not reason(match):
            winner, loser, length = match["winner"], match["loser"], int(match["length"])
            chance = 1 / (1 + 10 ** (-(rating[winner] - rating[loser]) * sqrt(length) / 2000))
            rating[winner] += (1 - chance) * 4 * sqrt(length)
            rating[loser] -= (1 - chance) * 4 * sqrt(length)
            experience.update({winner: length, loser: length})
    return rating, experience


def test_script_writes_the_committed_files_byte_for_byte(tmp_path: Path) -> None:
    """They were written by a run with another seed: what depends on that would differ."""
    command = [sys.executable, SCRIPTS / "demonstration.py", tmp_path]
    subprocess.run(command, check=True, env=os.environ | {"PYTHONHASHSEED": "1"}, timeout=120)
    assert contents(tmp_path / "results") == contents(ROOT / "results")


def test_federation_is_of_a_real_one_s_size() -> None:
    assert len(players()) >= 120
    assert len({row["club"] for row in players()}) == 6
    assert 4500 <= len(matches()) <= 5500
    assert (day(matches()[0]["date"]), day(matches()[-1]["date"])) == (date(2021, 11, 1), date(2026, 11, 15))


def test_rating_list_spreads_like_a_real_one() -> None:
    rating, experience = standing()
    now = [row["id"] for row in players() if registered(row["id"], PUBLISHED)]
    established = [rating[id_] for id_ in now if experience[id_] >= 100]
    assert 60 <= len(established) <= 90
    assert min(established) == pytest.approx(1250, abs=30)
    assert max(established) == pytest.approx(1780, abs=30)
    assert 20 <= sum(experience[id_] < 100 for id_ in now) <= 40
    assert sum(experience[id_] == 0 for id_ in now) >= 3
    assert sum(player not in now for player in experience) >= 20


def test_matches_fail_for_every_reason_of_the_regulation() -> None:
    reasons = Counter(map(reason, matches()))
    assert set(reasons) == {"", "online", "not registered", "not agreed", "time control"}
    assert min(reasons.values()) >= 20


def test_the_regulation_s_examples_of_time_control_occur() -> None:
    clocks = {(row["length"], row["reserve"], row["delay"]) for row in matches() if row.get("reserve")}
    assert {("7", "300", "11"), ("7", "240", "11"), ("5", "120", "10")} <= clocks


def test_no_match_stands_twice_and_every_file_is_by_date() -> None:
    for path in (RESULTS / "matches").glob("*.csv"):
        found = rows(path)
        assert len({tuple(row.values()) for row in found}) == len(found)
        assert all(day(one["date"]) <= day(next_["date"]) for one, next_ in pairwise(found))


def test_registrations_lapse_for_months_and_come_back() -> None:
    gaps = [
        (later[0] - earlier[1]).days
        for period in periods().values()
        for earlier, later in pairwise(sorted(period))
    ]
    assert sum(gap > 60 for gap in gaps) >= 5


def test_two_players_bear_one_name_and_some_are_hidden() -> None:
    assert [name for name, times in Counter(row["name"] for row in players()).items() if times == 2] == [
        "Jan Peeters"
    ]
    assert sum(row["hidden"] == "yes" for row in players()) == 3


def test_no_page_or_event_names_a_hidden_player() -> None:
    texts = [path.read_text("utf-8") for path in (ROOT / "content").rglob("*.md")]
    texts += [row["event"] for row in matches() if row.get("event")]
    everyone = [*players(), *rows(ROOT / "results" / "chess" / "players.csv")]
    hidden = [row[column] for row in everyone if row["hidden"] for column in ("id", "name")]
    assert [name for name in hidden for text in texts if name in text] == []


@pytest.fixture
def write_site(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., None]]:
    monkeypatch.syspath_prepend(SCRIPTS)
    monkeypatch.syspath_prepend(ROOT / "benchmarks")
    yield import_module("league").write_site
    for name in ("league", "lots", "play", "roll", "sheets"):
        del sys.modules[name]


def test_league_of_a_size_has_that_size_and_no_row_twice(
    tmp_path: Path, write_site: Callable[..., None]
) -> None:
    write_site(tmp_path, players=50, matches=1000, clubs=6, seed=1)
    results = tmp_path / "results" / "backgammon"
    played = [tuple(row.values()) for path in sorted((results / "matches").iterdir()) for row in rows(path)]
    assert len(rows(results / "players.csv")) == 50
    assert len({row["club"] for row in rows(results / "players.csv")}) == 6
    assert len(played) == len(set(played)) == 1000
    assert played == sorted(played, key=lambda row: row[0])
    assert all(winner != loser for _, winner, loser, *_ in played)


def test_league_is_a_function_of_its_seed(tmp_path: Path, write_site: Callable[..., None]) -> None:
    for name, seed in (("one", 7), ("same", 7), ("other", 8)):
        write_site(tmp_path / name, players=20, matches=200, clubs=3, seed=seed)
    assert contents(tmp_path / "one") == contents(tmp_path / "same") != contents(tmp_path / "other")
