"""The stage that rates."""

from datetime import date
from types import SimpleNamespace
from typing import Any

import pytest

from sitegen import rate
from sitegen.config import Ranking
from sitegen.model import When


def test_each_ranking_is_calculated_by_its_own_system_from_its_own_tables(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(rate, "faults", lambda *_: ())

    def system(name: str) -> Any:
        return SimpleNamespace(rate=lambda *given: (name, *given))

    rankings: list[Any] = [
        Ranking("one", "fibs", system("fibs"), "One", "A", 52),
        Ranking("two", "ruit", system("ruit"), "Two", "B", 0),
    ]
    day = date(2026, 11, 21)
    site: Any = SimpleNamespace(rankings=rankings)
    made, problems = rate.outcomes(site, {"one": [1], "two": [2]}, day)
    assert problems == []
    assert made == {"one": ("fibs", [1], "A", When(day, 52)), "two": ("ruit", [2], "B", When(day, 0))}
