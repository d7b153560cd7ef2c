"""Who won most of the figure between two days: ready tables, and that of any other two."""

from calendar import monthrange
from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from typing import Any, NamedTuple

from sitegen.derived import tables
from sitegen.derived.chronicle import Chronicle
from sitegen.model import Listing, Section
from sitegen.toolkit.order import comparable, shared_ranks

SHOWN = 25
"""So many of those who won most stand in a ready table; in that of any other days stand all."""


class Rise(NamedTuple):
    """What a figure did between two days, with both ends."""

    player: str
    change: float
    low: float
    high: float


def risen(chronicle: Chronicle, after: date, through: date) -> list[tuple[int, Rise]]:
    """Everybody whose figure moved, who won most first; equal ones share a rank."""
    ends = ((player, each.ends(after, through)) for player, each in chronicle.courses.items())
    found = [Rise(player, end[1] - end[0], *end) for player, end in ends if end]
    ordered = sorted(found, key=lambda each: (-comparable(each.change), chronicle.places[each.player]))
    return list(zip(shared_ranks([each.change for each in ordered]), ordered, strict=True))


def sections(chronicle: Chronicle, lists: Sequence[Listing]) -> Iterator[Section]:
    """The ready tables: since the list before, in a month, in twelve, and in this year."""
    now, table = lists[-1].through, tables.rises(chronicle.careers.figure)
    for name, title, named, after in _periods(lists):
        rows = [(rank, *each) for rank, each in risen(chronicle, after, now)[:SHOWN] if each.change > 0]
        if rows:
            yield Section(name, title, table, table.rows(rows), named=named)


def between(chronicle: Chronicle, first: date, through: date) -> Section:
    """Everybody whose figure moved from a day through another."""
    table = tables.rises(chronicle.careers.figure)
    found = risen(chronicle, first - timedelta(days=1), through)
    return Section("between", "Any two days", table, table.rows((rank, *each) for rank, each in found))


def _periods(lists: Sequence[Listing]) -> Iterator[tuple[str, str, dict[str, Any], date]]:
    now = lists[-1].through
    if len(lists) > 1:
        yield "since-list", "Since the list of {day}", {"day": lists[-2].day}, lists[-2].through
    yield "month", "In a month", {}, _months_before(now, 1)
    yield "twelve-months", "In twelve months", {}, _months_before(now, 12)
    yield "this-year", "In {year}", {"year": now.year}, date(now.year - 1, 12, 31)


def _months_before(day: date, months: int) -> date:
    year, month = divmod(day.year * 12 + day.month - 1 - months, 12)
    return date(year, month + 1, min(day.day, monthrange(year, month + 1)[1]))
