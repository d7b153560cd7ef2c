"""The records of a ranking, of all time and of each year: who, how much and when."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from heapq import nlargest
from itertools import chain, groupby
from typing import Any

from sitegen.derived import feats
from sitegen.derived.chronicle import Chronicle
from sitegen.derived.feats import Feat
from sitegen.model import Career
from sitegen.toolkit.order import comparable, shared_ranks

TOP = 10
_MOST = 20  # a place that so many share tells nothing
Ranked = tuple[int, Feat]
"""A feat with its place."""


@dataclass(frozen=True)
class Records:
    """The feats of all players, gone through once, and the first in them: of a year, or of 0 in all."""

    chronicle: Chronicle

    def highest(self, year: int = 0) -> list[Ranked]:
        """The highest figure of each player; a provisional one is no record."""
        return self._best(self._peaks, year)

    def series(self, year: int = 0) -> list[Ranked]:
        """The longest series of each player, of the year in which it ended."""
        return self._best(self._series, year)

    def upsets(self, year: int = 0) -> list[Ranked]:
        """What was won with the lowest chance, however often by one player."""
        return self._top(_of(self._upsets, year))

    def played(self, year: int = 0) -> list[Ranked]:
        """Who played most."""
        found = _of(self._tallies, year)
        return self._top(found if year else map(_together, _by_player(found)))

    def years(self, year: int = 0) -> list[Ranked]:
        """Who won most of the figure in one calendar year."""
        return self._best(self._years, year)

    def climbs(self, year: int = 0) -> list[Ranked]:
        """Who won most of the figure within some days, of the year in which they ended."""
        return self._best(self._climbs, year)

    @cached_property
    def held(self) -> Sequence[tuple[str, str]]:
        """Which record of all time is held by which player."""
        wins = self.chronicle.has_winners
        kinds = {
            "the highest figure ever": self.highest(),
            "the longest winning series" if wins else "the longest series of rises": self.series(),
            "the biggest upset": self.upsets(),
            "what was played most": self.played(),
            "the biggest climb in a calendar year": self.years(),
        }
        return [(name, each.player) for name, found in kinds.items() for rank, each in found if rank == 1]

    @cached_property
    def of_years(self) -> Sequence[int]:
        """The years in which anything was played, the latest first."""
        return sorted(self._tallies.keys() | self._peaks.keys(), reverse=True)

    @cached_property
    def _peaks(self) -> Mapping[int, Sequence[Feat]]:
        return self._found(feats.peaks)

    @cached_property
    def _series(self) -> Mapping[int, Sequence[Feat]]:
        return self._found(feats.series)

    @cached_property
    def _upsets(self) -> Mapping[int, Sequence[Feat]]:
        first = {player: each.ranked_from for player, each in self.chronicle.of.items()}
        return self._found(lambda player, career: feats.upsets(player, career, first))

    @cached_property
    def _tallies(self) -> Mapping[int, Sequence[Feat]]:
        return self._found(feats.tallies)

    @cached_property
    def _years(self) -> Mapping[int, Sequence[Feat]]:
        return self._found(feats.years)

    @cached_property
    def _climbs(self) -> Mapping[int, Sequence[Feat]]:
        return self._found(feats.climbs)

    def _found(self, find: Callable[[str, Career], Iterator[Feat]]) -> Mapping[int, Sequence[Feat]]:
        """The feats of one kind, by year."""
        by_year: dict[int, list[Feat]] = {}
        for each in chain.from_iterable(find(*item) for item in self.chronicle.of.items()):
            by_year.setdefault(each.day.year, []).append(each)
        return by_year

    def _best(self, found: Mapping[int, Sequence[Feat]], year: int) -> list[Ranked]:
        """The top of the best that each player did, the first of what is equal."""
        best: dict[str, Feat] = {}
        for each in _of(found, year):
            there = best.setdefault(each.player, each)
            if (each.size, there.day) > (there.size, each.day):
                best[each.player] = each
        return self._top(best.values())

    def _top(self, found: Iterable[Feat]) -> list[Ranked]:
        """The first places; equal feats share one, and stand by day."""
        places = self.chronicle.places
        ordered = sorted(
            _first(list(found)),
            key=lambda each: (-comparable(each.size), each.day, places[each.player], repr(each.told)),
        )
        ranks = shared_ranks([each.size for each in ordered])
        kept: list[Ranked] = []
        for rank, shared in groupby(zip(ranks, ordered, strict=True), key=lambda each: each[0]):
            if rank > TOP or len(kept := [*kept, *shared]) > _MOST:
                return [each for each in kept if each[0] < rank]
        return kept


def _first(found: Sequence[Feat]) -> Sequence[Feat]:
    """The greatest, more than are told, and what is equal to them: few of many need be put in order."""
    if len(found) <= _MOST:
        return found
    least = nlargest(_MOST + 1, [comparable(each.size) for each in found])[-1]
    return [each for each in found if comparable(each.size) >= least]


def _of(found: Mapping[int, Sequence[Feat]], year: int) -> Iterable[Feat]:
    return found.get(year, ()) if year else chain.from_iterable(map(found.__getitem__, sorted(found)))


def _by_player(found: Iterable[Feat]) -> Iterable[list[Feat]]:
    players: dict[str, list[Feat]] = {}
    for each in found:
        players.setdefault(each.player, []).append(each)
    return players.values()


def _together(mine: Sequence[Feat]) -> Feat:
    """The years of a player as one."""
    sums: list[Any] = [sum(each) for each in zip(*(each.told for each in mine), strict=True)]
    return Feat(mine[0].player, sums[0], mine[-1].day, feats.Tally(*sums))
