"""Courses of rank: the place of each player on every list that is shown in full."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date
from operator import itemgetter

from sitegen.model import Chart, Listing, Part, PlayerPage
from sitegen.table import roles

Course = Sequence[tuple[date, int]]
"""The ranks of a player, with the day of the list that each is on."""


def ranks(lists: Iterable[Listing]) -> Mapping[str, Course]:
    """The courses of all who were ever ranked, by id."""
    found: dict[str, list[tuple[date, int]]] = {}
    for each in lists:
        for player, rank in _ranked(each):
            found.setdefault(player, []).append((each.day, rank))
    return found


def _ranked(listing: Listing) -> Iterable[tuple[str, int]]:
    """Who stands on a list at which place: on its first table that has places."""
    for section in listing.sheet.sections:
        places = roles(section.table).place
        if "rank" in places and "name" in places and section.rows:
            return map(itemgetter(places["name"], places["rank"]), section.rows)
    return ()


def with_course(player: PlayerPage, course: Course) -> PlayerPage:
    """The page with the chart of the ranks behind its other charts; the same where there is no line."""
    if len(course) < 2:
        return player
    chart, digest = Chart("Rank", course, is_rank=True), repr(course).encode()

    def added(parts: Sequence[Part]) -> Sequence[Part]:
        behind = max((place for place, each in enumerate(parts) if isinstance(each, Chart)), default=-1)
        return [*parts[: behind + 1], chart, *parts[behind + 1 :]]

    return replace(player, sheet=player.sheet.remade(digest, added))
