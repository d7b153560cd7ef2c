"""Courses of rank: the place of each player on every list that is shown in full."""

from array import array
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from typing import NamedTuple, overload

from sitegen.model import Chart, Listing, Part, PlayerPage, Section
from sitegen.table import cells, roles


class Course(Sequence[tuple[date, int]]):
    """The ranks of a player, with the day of the list that each is on.

    In an array, by turns a day as an ordinal and a rank: those of all players together take little. So they
    are given too.
    """

    def __init__(self, data: Iterable[int] = ()) -> None:
        self._data = array("i", data)

    def __len__(self) -> int:
        return len(self._data) // 2

    def __iter__(self) -> Iterator[tuple[date, int]]:
        return zip(map(date.fromordinal, self._data[::2]), self._data[1::2], strict=True)

    @overload
    def __getitem__(self, place: int) -> tuple[date, int]: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[tuple[date, int]]: ...
    def __getitem__(self, place: int | slice) -> tuple[date, int] | Sequence[tuple[date, int]]:
        """A day with the rank on it, or some of them."""
        if isinstance(place, slice):
            return [self[each] for each in range(len(self))[place]]
        here = range(0, len(self._data), 2)[place]
        return date.fromordinal(self._data[here]), self._data[here + 1]


class Walk(NamedTuple):
    """What all lists say: the course of rank of everybody, by id, and the rows of each list, by its day."""

    ranks: Mapping[str, Course]
    lengths: Mapping[date, int]


def walk(lists: Iterable[Listing]) -> Walk:
    """What these lists say."""
    found: defaultdict[str, array[int]] = defaultdict(lambda: array("i"))
    lengths: dict[date, int] = {}
    for each in lists:
        sections = each.sheet.sections
        lengths[each.day] = max((len(section.rows) for section in sections), default=0)
        day = each.day.toordinal()
        for player, rank in _ranked(sections):
            found[player].extend((day, rank))
    return Walk({player: Course(data) for player, data in found.items()}, lengths)


def _ranked(sections: Iterable[Section]) -> Iterable[tuple[str, int]]:
    """Who stands on a list at which place: on its first table that has places."""
    for section in sections:
        places = roles(section.table).place
        if "rank" in places and "name" in places and section.rows:
            return zip(*(cells(section.rows, places[role]) for role in ("name", "rank")), strict=True)
    return ()


def with_course(player: PlayerPage, course: Course) -> PlayerPage:
    """The page with the chart of the ranks behind its other charts; the same where there is no line."""
    if len(course) < 2:
        return player

    def added(parts: Sequence[Part]) -> Sequence[Part]:
        chart = Chart("Rank", [*course], is_rank=True)
        behind = max((place for place, each in enumerate(parts) if isinstance(each, Chart)), default=-1)
        return [*parts[: behind + 1], chart, *parts[behind + 1 :]]

    return player._replace(sheet=player.sheet.with_parts(added))
