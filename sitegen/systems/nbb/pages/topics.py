"""The rankings of pairs and trios, and the championships, as pages show them."""

from collections.abc import Iterator, Sequence
from typing import Any

from sitegen.model import Fact, Section, Sheet, Topic
from sitegen.systems.nbb.championships import minimum, pair_minimum
from sitegen.systems.nbb.club import Club
from sitegen.systems.nbb.outputs import Champion, PairChampion, PairRanked
from sitegen.systems.nbb.pages.lists import season_facts


def topics(club: Club) -> Iterator[Topic]:
    """The rankings of pairs, and the championships that the club has."""
    section = Section(
        "pairs",
        "Pairs and trios",
        PairRanked,
        club.pairs,
        note="The sum of the two rankings; of a trio two thirds of the sum of three.",
        empty="There are no partnerships.",
    )
    yield Topic("partnerships", "Pairs and trios", Sheet.of([], [section]))
    if club.options.championships:
        yield Topic("champions", "Championships", Sheet.of(list(_needed(club)), list(_championships(club))))


def _needed(club: Club) -> Iterator[Fact]:
    if club.season:
        played = club.played[club.season]
        yield from season_facts(club.season, played)
        if "individual" in club.options.championships:
            yield Fact("Sessions that a champion needs", minimum(len(played), club.options), int)
        if "pairs" in club.options.championships:
            yield Fact("Results that a champion pair needs", pair_minimum(len(played), club.options), int)


def _championships(club: Club) -> Iterator[Section]:
    """Those of each season, the current one first."""
    kinds: dict[str, tuple[str, Any, Sequence[Any]]] = {
        "individual": ("Players, {season}", Champion, club.champions),
        "pairs": ("Pairs and trios, {season}", PairChampion, club.pair_champions),
    }
    for number, season in reversed(list(enumerate(club.played, 1))):
        for kind, (title, table, rows) in kinds.items():
            if kind in club.options.championships:
                yield Section(
                    f"{kind}-{number}",
                    title,
                    table,
                    [row for row in rows if row.season == season.season],
                    "By the mean of the points that count; who has not played enough has no rank.",
                    "No session of this season has been played yet.",
                    {"season": season.season},
                )
