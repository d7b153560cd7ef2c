"""The stage that rates."""

from datetime import date
from types import SimpleNamespace
from typing import Any

import pytest

from sitegen.core.entities import Moment
from sitegen.inputs.config.site import Ranking
from sitegen.rankings import ranking as rankings_ranking
from sitegen.rankings.ranking import rate_rankings


def test_each_ranking_is_calculated_by_its_own_system_from_its_own_tables(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(rankings_ranking, "validate_outcome", lambda *_: ())

    def system(name: str) -> Any:
        return SimpleNamespace(rate=lambda *given: (name, *given))

    rankings: list[Any] = [
        Ranking("one", "fibs", system("fibs"), "One", "A", 52),
        Ranking("two", "ruit", system("ruit"), "Two", "B", 0),
    ]
    day = date(2026, 11, 21)
    site: Any = SimpleNamespace(rankings=rankings)
    one, two = SimpleNamespace(players=[1, 2]), SimpleNamespace(players=[3])
    made, problems = rate_rankings(site, {"one": one, "two": two}, day)
    assert problems == []
    assert made == {"one": ("fibs", one, "A", Moment(day, 52)), "two": ("ruit", two, "B", Moment(day, 0))}


@pytest.mark.parametrize(
    ("archive", "players", "lists"),
    [(None, 0, 50_000), (None, 100, 500), (None, 961, 52), (None, 5000, 52), (3, 10, 3), (0, 10, 0)],
)
def test_as_many_lists_are_shown_in_full_as_are_asked_for_or_stay_light(
    archive: int | None, players: int, lists: int
) -> None:
    system: Any = SimpleNamespace()
    options: Any = ()
    ranking = Ranking("one", "fibs", system, "One", options, archive)
    assert ranking.make_moment(date(2026, 11, 21), players) == Moment(date(2026, 11, 21), lists)
