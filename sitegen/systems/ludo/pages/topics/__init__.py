"""The further pages of a circuit: its years, its games, the final tables and the prize-givings."""

from collections.abc import Iterator, Mapping
from typing import Any

from sitegen.model import Topic
from sitegen.systems.ludo.circuit import Circuit
from sitegen.systems.ludo.pages.topics.games import addresses, game_topics
from sitegen.systems.ludo.pages.topics.prizes import sheets
from sitegen.systems.ludo.pages.topics.years import finals, year_topics


def topics(circuit: Circuit) -> Iterator[Topic]:
    """All of them, in the order of the menu."""
    yield from year_topics(circuit)
    yield from game_topics(circuit)
    yield finals(circuit)
    yield from sheets(circuit)


def topic_of(circuit: Circuit) -> Mapping[Any, str]:
    """The page of each year and of each game."""
    years: dict[Any, str] = {year: f"years/{year}" for year in circuit.years}
    return years | addresses(circuit)
