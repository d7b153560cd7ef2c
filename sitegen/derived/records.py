"""The records of a ranking, of all time and of each year: who, how much and when."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from heapq import nlargest
from itertools import groupby
from math import inf
from operator import attrgetter
from typing import Any, NamedTuple

from sitegen.derived import feats
from sitegen.derived.chronicle import Chronicle
from sitegen.derived.feats import Feat, Upset
from sitegen.model import Career, Careers, Player
from sitegen.toolkit.order import APART, comparable, shared_ranks

TOP = 10
_MOST = 20  # a place that so many share tells nothing
_AT_ONCE = 500
Ranked = tuple[int, Feat]
"""A feat with its place."""


class _Best:
    """The greatest of many feats: those that are left out are less than more feats than are ever told."""

    def __init__(self) -> None:
        self._found: list[Feat] = []
        self._many = _AT_ONCE
        self._least = -inf

    def add(self, feat: Feat) -> None:
        """See another one."""
        if feat.size < self._least:
            return
        self._found.append(feat)
        if len(self._found) > self._many:
            self._found = _first(self._found)
            self._many = max(_AT_ONCE, 2 * len(self._found))
            self._least = min([each.size for each in self._found]) - APART

    @property
    def feats(self) -> list[Feat]:
        """Those that are left."""
        return self._found


class _Kind(NamedTuple):
    """A kind of feats: what finds those of a career, and what of them counts in their years, and in all."""

    find: Callable[[str, Career], Iterator[Feat]]
    of_years: Callable[[Sequence[Feat]], Iterable[Feat]]
    of_all: Callable[[Sequence[Feat]], Iterable[Feat]]


Found = Mapping[str, Mapping[int, Sequence[Feat]]]
"""The greatest feats of each kind, by year, and of 0 in all: more than are told."""


def found(careers: Careers, players: Iterable[Player]) -> Found:
    """Those of all players, whose careers are gone through once."""
    kinds = {name: defaultdict[int, _Best](_Best) for name in (*_KINDS, "upsets")}
    ranked_from: dict[str, date] = {}
    won: list[Upset] = []
    for player in players:
        career = careers.of(player.id)
        ranked_from[player.id] = career.ranked_from
        won += feats.upsets(player.id, career)
        for name, kind in _KINDS.items():
            mine = list(kind.find(player.id, career))
            _see(kinds[name], kind.of_years(mine), kind.of_all(mine) if mine else ())
    upsets = [
        feat for whom, feat in won if feat.day >= max([ranked_from.get(each, date.min) for each in whom])
    ]
    _see(kinds["upsets"], upsets, upsets)
    best = {name: {year: _first(best.feats) for year, best in of.items()} for name, of in kinds.items()}
    described = {
        year: [feats.describe_upset(each, careers.of(each.player)) for each in upsets]
        for year, upsets in best["upsets"].items()
    }
    return {**best, "upsets": described}


@dataclass(frozen=True)
class Records:
    """The first in the feats of all players: of a year, or of 0 in all."""

    chronicle: Chronicle

    def highest(self, year: int = 0) -> list[Ranked]:
        """The highest figure of each player; a provisional one is no record."""
        return self._top("highest", year)

    def series(self, year: int = 0) -> list[Ranked]:
        """The longest series of each player, of the year in which it ended."""
        return self._top("series", year)

    def upsets(self, year: int = 0) -> list[Ranked]:
        """What was won with the lowest chance, however often by one player."""
        return self._top("upsets", year)

    def played(self, year: int = 0) -> list[Ranked]:
        """Who played most."""
        return self._top("played", year)

    def years(self, year: int = 0) -> list[Ranked]:
        """Who won most of the figure in one calendar year."""
        return self._top("years", year)

    def climbs(self, year: int = 0) -> list[Ranked]:
        """Who won most of the figure within some days, of the year in which they ended."""
        return self._top("climbs", year)

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
        return sorted({*self._found["played"], *self._found["highest"]} - {0}, reverse=True)

    @cached_property
    def _found(self) -> Found:
        return found(self.chronicle.careers, self.chronicle.players)

    def _top(self, kind: str, year: int) -> list[Ranked]:
        """The first places; equal feats share one, and stand by day."""
        places = self.chronicle.places
        ordered = sorted(
            self._found[kind].get(year, ()),
            key=lambda each: (-comparable(each.size), each.day, places[each.player], repr(each.told)),
        )
        ranks = shared_ranks([each.size for each in ordered])
        kept: list[Ranked] = []
        for rank, shared in groupby(zip(ranks, ordered, strict=True), key=lambda each: each[0]):
            if rank > TOP or len(kept := [*kept, *shared]) > _MOST:
                return [each for each in kept if each[0] < rank]
        return kept


def _see(best: Mapping[int, _Best], of_years: Iterable[Feat], of_all: Iterable[Feat]) -> None:
    """Add feats, some to those of their years, some to those in all."""
    for each in of_years:
        best[each.day.year].add(each)
    for each in of_all:
        best[0].add(each)


def _best(mine: Sequence[Feat]) -> list[Feat]:
    """The greatest, the first of what is equal."""
    return [max(mine, key=attrgetter("size"))]


def _best_of_years(mine: Sequence[Feat]) -> Iterable[Feat]:
    """The same of each year."""
    best: dict[int, Feat] = {}
    for each in mine:
        year = each.day.year
        if year not in best or each.size > best[year].size:
            best[year] = each
    return best.values()


def _together(mine: Sequence[Feat]) -> list[Feat]:
    """The years of a player as one."""
    sums: list[Any] = [sum(each) for each in zip(*(each.told for each in mine), strict=True)]
    return [Feat(mine[0].player, sums[0], mine[-1].day, feats.Tally(*sums))]


def _first(found: list[Feat]) -> list[Feat]:
    """The greatest, more than are told, and what is equal to them: few of many need be put in order."""
    if len(found) <= _MOST:
        return found
    least = nlargest(_MOST + 1, [comparable(each.size) for each in found])[-1]
    return [each for each in found if comparable(each.size) >= least]


_KINDS: Mapping[str, _Kind] = {
    "highest": _Kind(feats.peaks, iter, _best),
    "series": _Kind(feats.series, _best_of_years, _best),
    "played": _Kind(feats.tallies, iter, _together),
    "years": _Kind(feats.years, iter, _best),
    "climbs": _Kind(feats.climbs, iter, _best),
}
"""All kinds but upsets, of which it is known in the end alone who was ranked by then."""
