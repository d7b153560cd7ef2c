"""Courses of rank: the place of each player on every list that is shown in full."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from operator import itemgetter
from typing import NamedTuple

from sitegen.model import Chart, Listing, Part, PlayerPage, Section, Sheet
from sitegen.table import Column, Table, columns

Course = Sequence[tuple[date, int]]
"""The ranks of a player, with the day of the list that each is on."""


class Line(NamedTuple):
    """Where somebody stands on a list, as far as it says so: None where it does not."""

    rank: int | None
    figure: float | None
    change: float | None


def ranks(lists: Iterable[Listing]) -> Mapping[str, Course]:
    """The courses of all who were ever ranked, by id."""
    found: dict[str, list[tuple[date, int]]] = {}
    for each in lists:
        for player, rank in _ranked(each):
            found.setdefault(player, []).append((each.day, rank))
    return found


def _ranked(listing: Listing) -> Iterable[tuple[str, int]]:
    """Who stands on a list at which place: on its first table that has places."""
    for section in _sections(listing):
        places = _places(section.table)
        if "rank" in places and section.rows:
            return map(itemgetter(places["name"], places["rank"]), section.rows)
    return ()


def lines(listing: Listing) -> Mapping[str, Line]:
    """Where everybody stands on a list, on the first of its tables that they are in."""
    found: dict[str, Line] = {}
    for section in _sections(listing):
        places = _places(section.table)
        for row in section.rows:
            cells = (row[places[role]] if role in places else None for role in ("rank", "value", "change"))
            found.setdefault(row[places["name"]], Line(*cells))
    return found


def figure(listing: Listing) -> Column | None:
    """The column of the figure that a list is about; None where it has none."""
    for section in _sections(listing):
        if (place := _places(section.table).get("value")) is not None:
            return columns(section.table)[place]
    return None


def _sections(listing: Listing) -> Iterator[Section]:
    parts = listing.sheet.parts()
    return (each for each in parts if isinstance(each, Section) and "name" in _places(each.table))


def _places(table: type[Table]) -> dict[str, int]:
    """The place of the first column of each role; of a list that says no value, its first figure is it."""
    described = columns(table)
    found: dict[str, int] = {each.role: place for place, each in reversed([*enumerate(described)])}
    figures = [place for place, each in enumerate(described) if _is_figure(each)]
    return {**({"value": figures[0]} if figures else {}), **found}


def _is_figure(column: Column) -> bool:
    return column.kind is float and column.shown.style == "number" and column.role == "optional"


def with_course(player: PlayerPage, course: Course) -> PlayerPage:
    """The page with the chart of the ranks behind its other charts; the same where there is no line."""
    if len(course) < 2:
        return player
    chart, sheet = Chart("Rank", course, is_rank=True), player.sheet
    seen = sheet.evidence if isinstance(sheet.evidence, tuple) else (sheet.evidence,)

    def parts() -> Sequence[Part]:
        made = list(sheet.parts())
        behind = max((place for place, each in enumerate(made) if isinstance(each, Chart)), default=-1)
        return [*made[: behind + 1], chart, *made[behind + 1 :]]

    return replace(player, sheet=Sheet(sheet.facts, (*seen, repr(course).encode()), parts))
