"""Courses of rank: the place of each player on every list that is shown in full."""

from array import array
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import NamedTuple

from sitegen.model import Chart, Listing, Part, PlayerPage, Section
from sitegen.table import cells, roles


class Ranks(NamedTuple):
    """What all lists say: the `courses` of rank by player, and how many rows each list has, by its day.

    A course is by turns a day, as an ordinal, and the rank on it: those of all players together take little.
    """

    courses: Mapping[str, Sequence[int]]
    lengths: Mapping[date, int]

    @classmethod
    def of(cls, lists: Iterable[Listing]) -> "Ranks":
        """What these lists say."""
        courses: defaultdict[str, array[int]] = defaultdict(lambda: array("i"))
        lengths: dict[date, int] = {}
        for each in lists:
            sections = each.sheet.sections
            lengths[each.day] = max((len(section.rows) for section in sections), default=0)
            day = each.day.toordinal()
            for player, rank in _ranked(sections):
                courses[player].extend((day, rank))
        return cls(courses, lengths)

    def of_player(self, player: str) -> list[tuple[date, int]]:
        """The ranks of a player, with the day of the list that each is on."""
        course = self.courses.get(player, ())
        return list(zip(map(date.fromordinal, course[::2]), course[1::2], strict=True))

    def with_chart(self, player: PlayerPage) -> PlayerPage:
        """The page with the chart of the ranks behind its other charts; the same where there is no line."""
        if len(self.courses.get(player.id, ())) <= 2:
            return player

        def added(parts: Sequence[Part]) -> Sequence[Part]:
            chart = Chart("Rank", self.of_player(player.id), is_rank=True)
            behind = max((place for place, each in enumerate(parts) if isinstance(each, Chart)), default=-1)
            return [*parts[: behind + 1], chart, *parts[behind + 1 :]]

        return player._replace(sheet=player.sheet.with_parts(added))


def _ranked(sections: Iterable[Section]) -> Iterable[tuple[str, int]]:
    """Who stands on a list at which place: on its first table that has places."""
    for section in sections:
        places = roles(section.table).place
        if "rank" in places and "name" in places and section.rows:
            return zip(*(cells(section.rows, places[role]) for role in ("name", "rank")), strict=True)
    return ()
