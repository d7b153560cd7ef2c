"""Elo ratings: worked examples, random clubs by two implementations, and what is so of every club."""

from pathlib import Path
from random import Random

import pytest
from clubs import assert_same, drawn, published
from oracle_elo import Oracle

STARTS = {"rating": (None, 1500, 1612.5, 1400, 2100.25), "games": (None, 0, 3, 12, 29)}
K = (32, 20.5, {0: 40, 30: 20}, {0: 40, 2: 25, 5: 10})


@pytest.mark.parametrize("seed", range(60))
def test_a_second_implementation_publishes_the_same(seed: int, tmp_path: Path) -> None:
    rng = Random(seed)
    options = {"k": rng.choice(K), "provisional_below": rng.choice((0, 3, 10))}
    if rng.random() < 0.4:
        options["expectation"] = "fide"
    else:
        options |= {"home_advantage": rng.choice((0, 35.5, -20)), "spread": rng.choice((400, 800))}
    club = drawn(rng, STARTS, options)
    found = published(club, "elo", tmp_path)
    expected = Oracle(club).published()
    assert found.keys() == expected.keys()
    for name, (header, rows) in expected.items():
        assert_same(found[name], header, rows)
