"""Glicko-2 ratings: worked examples, random clubs by two implementations, and what is so of every club."""

from pathlib import Path
from random import Random

import pytest
from clubs import assert_same, drawn, published
from oracle_glicko2 import Oracle

STARTS = {
    "rating": (None, 1500, 1612.5, 1400, 2100.25),
    "deviation": (None, 30, 90, 350, 400),
    "volatility": (None, 0.06, 0.05, 0.2),
}


@pytest.mark.parametrize("seed", range(60))
def test_a_second_implementation_publishes_the_same(seed: int, tmp_path: Path) -> None:
    rng = Random(seed)
    options = {
        "period": rng.choice(("month", "week", "quarter")),
        "tau": rng.choice((0.3, 0.5, 1.2)),
        "start_deviation": rng.choice((350, 200)),
        "provisional_above": rng.choice((110, 300, 150.5)),
    }
    club = drawn(rng, STARTS, options)
    found = published(club, "glicko2", tmp_path)
    expected = Oracle(club).published()
    assert found.keys() == expected.keys()
    for name, (header, rows) in expected.items():
        assert_same(found[name], header, rows)
