"""Random clubs with games between two sides, by two implementations, from the files to what is published."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path
from random import Random
from typing import Any

import oracle_elo
import oracle_glicko2
import pytest
from clubs import Club, assert_same, decide, drawn, published
from examples import sample

STARTS: Mapping[str, Mapping[str, Any]] = {
    "elo": {"rating": (None, 1500, 1612.5, 1400, 2100.25), "games": (None, 0, 3, 12, 29)},
    "glicko2": {
        "rating": (None, 1500, 1612.5, 1400, 2100.25),
        "deviation": (None, 30, 90, 350, 400),
        "volatility": (None, 0.06, 0.05, 0.2),
    },
}
K = (32, 20.5, {0: 40, 30: 20}, {0: 40, 2: 25, 5: 10})
ORACLES: Mapping[str, Any] = {"elo": oracle_elo.Oracle, "glicko2": oracle_glicko2.Oracle}


def _choose_options_of_elo(random: Random) -> dict[str, Any]:
    options = {"k": random.choice(K), "provisional_below": random.choice((0, 3, 10))}
    if random.random() < 0.4:
        return options | {"expectation": "fide"}
    return options | {"home_advantage": random.choice((0, 35.5, -20)), "spread": random.choice((400, 800))}


def _choose_options_of_glicko2(random: Random) -> dict[str, Any]:
    return {
        "period": random.choice(("month", "week", "quarter")),
        "tau": random.choice((0.3, 0.5, 1.2)),
        "start_deviation": random.choice((350, 200)),
        "provisional_above": random.choice((110, 300, 150.5)),
    }


OPTIONS: Mapping[str, Callable[[Random], dict[str, Any]]] = {
    "elo": _choose_options_of_elo,
    "glicko2": _choose_options_of_glicko2,
}


KINDS: Mapping[str, Mapping[str, Any]] = {
    "elo": {"rating": (1234.5, 1800, 2000)},
    "glicko2": {"rating": (1234.5, 1800, 2000), "deviation": (30, 120, 199.5)},
}


@pytest.mark.parametrize("seed", sample(range(60), 6))
@pytest.mark.parametrize("name", ORACLES)
def test_a_second_implementation_publishes_the_same_of_what_a_committee_decides(
    name: str, seed: int, tmp_path: Path
) -> None:
    random = Random(seed)
    club = decide(random, drawn(random, STARTS[name], OPTIONS[name](random)), KINDS[name])
    files = published(club, name, tmp_path)
    expected = ORACLES[name](club).published()
    assert files.keys() == expected.keys()
    for table, (header, lines) in expected.items():
        assert_same(files[table], header, lines)


Change = tuple[date, dict[str, Any]]


def _change_options_of_elo(random: Random, club: Club) -> Iterator[Change]:
    """K and what belongs to the formula, which is changed for the table of FIDE and back."""
    held = {"home_advantage": 0, "spread": 400, "expectation": "formula"} | club.options
    for day in _choose_days(random, club):
        drawn = {"k": random.choice(K)}
        if random.random() < 0.3 and held["expectation"] == "formula":
            drawn |= {"home_advantage": 0, "spread": 400, "expectation": "fide"}
        elif random.random() < 0.8:
            drawn |= {"expectation": "formula", "home_advantage": random.choice((0, 35.5, -20))}
            drawn |= {"spread": random.choice((400, 800))}
        if values := {key: value for key, value in drawn.items() if _as_read(value) != _as_read(held[key])}:
            yield day, values
        held |= drawn


def _as_read(value: Any) -> Any:
    return value if isinstance(value, dict | str) else {0: value}


def _change_options_of_glicko2(random: Random, club: Club) -> Iterator[Change]:
    """τ, from the first day of a period on."""
    oracle, held = oracle_glicko2.Oracle(club), club.options["tau"]
    days = {oracle.last(day) + timedelta(1) for day in _choose_days(random, club)}
    for day in sorted(days):
        tau = random.choice([value for value in (0.3, 0.5, 0.75, 1.2) if value != held])
        yield day, {"tau": tau}
        held = tau


def _choose_days(random: Random, club: Club) -> list[date]:
    """Days after the first game on which rules change, some of them days of games, some after the last."""
    days = sorted({game.day for game in club.games})
    span = (days[-1] - days[0]).days + 20 if days else 0
    chosen = {days[0] + timedelta(random.randint(1, span)) for _ in range(random.randint(1, 3)) if days}
    return sorted(chosen | {day for day in days[1:] if random.random() < 0.05})


CHANGES: Mapping[str, Callable[[Random, Club], Iterator[Change]]] = {
    "elo": _change_options_of_elo,
    "glicko2": _change_options_of_glicko2,
}


@pytest.mark.parametrize("seed", sample(range(60), 6))
@pytest.mark.parametrize("name", ORACLES)
def test_a_second_implementation_publishes_the_same(name: str, seed: int, tmp_path: Path) -> None:
    random = Random(seed)
    club = drawn(random, STARTS[name], OPTIONS[name](random))
    files = published(club, name, tmp_path)
    expected = ORACLES[name](club).published()
    assert files.keys() == expected.keys()
    for table, (header, lines) in expected.items():
        assert_same(files[table], header, lines)


@pytest.mark.parametrize("seed", sample(range(40), 4))
@pytest.mark.parametrize("name", ORACLES)
def test_a_second_implementation_publishes_the_same_where_rules_change(
    name: str, seed: int, tmp_path: Path
) -> None:
    """And what was published before the first change is as if there were none."""
    random = Random(seed)
    club = drawn(random, STARTS[name], OPTIONS[name](random))
    club = replace(club, changes=list(CHANGES[name](random, club)))
    files = published(club, name, tmp_path / "changed")
    for table, (header, lines) in ORACLES[name](club).published().items():
        assert_same(files[table], header, lines)
    if club.changes:
        before = replace(club, as_of=club.changes[0][0] - timedelta(1))
        unchanged = published(replace(before, changes=()), name, tmp_path / "unchanged")
        assert published(before, name, tmp_path / "before") == unchanged
