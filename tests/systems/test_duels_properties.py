"""Random clubs with games between two sides, by two implementations, from the files to what is published."""

from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random
from typing import Any

import oracle_elo
import oracle_glicko2
import pytest
from clubs import assert_same, decide, drawn, published

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


@pytest.mark.parametrize("seed", range(60))
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


@pytest.mark.parametrize("seed", range(60))
@pytest.mark.parametrize("name", ORACLES)
def test_a_second_implementation_publishes_the_same(name: str, seed: int, tmp_path: Path) -> None:
    random = Random(seed)
    club = drawn(random, STARTS[name], OPTIONS[name](random))
    files = published(club, name, tmp_path)
    expected = ORACLES[name](club).published()
    assert files.keys() == expected.keys()
    for table, (header, lines) in expected.items():
        assert_same(files[table], header, lines)
