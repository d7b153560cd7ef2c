"""The stage that rates."""

from datetime import date
from types import SimpleNamespace
from typing import Any

from sitegen import rate
from sitegen.model import When


def test_each_ranking_is_calculated_by_its_own_system_from_its_own_tables() -> None:
    def system(name: str) -> SimpleNamespace:
        return SimpleNamespace(rate=lambda *given: (name, *given))

    rankings = [
        SimpleNamespace(id="one", system=system("fibs"), options="A", archive=52),
        SimpleNamespace(id="two", system=system("ruit"), options="B", archive=0),
    ]
    day = date(2026, 11, 21)
    site: Any = SimpleNamespace(rankings=rankings)
    made: dict[str, Any] = {**rate.outcomes(site, {"one": [1], "two": [2]}, day)}
    assert made == {"one": ("fibs", [1], "A", When(day, 52)), "two": ("ruit", [2], "B", When(day, 0))}
