"""When what is entered counts, where lists are published after the days on which is played."""

from collections.abc import Callable
from datetime import date

from sitegen.difference.facts import Waiting
from sitegen.difference.whole import Difference

_FEW = 4
"""So many days that are known to come are looked at: two lists after the next everything of today counts."""


def counting(change: Difference, today: date, again: Callable[[date], Difference]) -> Difference | None:
    """A change `again`, on the first day to come by which all of it counts; None where it does now.

    Of a site that stands still at a day before `today` that is the first day to come.
    """
    found = change
    for _ in range(_FEW):
        if not _waits(found):
            return None if found is change else found
        day = _next(found, today)
        if day is None:
            return None
        found = again(day)
    return None


def _waits(change: Difference) -> bool:
    """Whether results among it count with a list that is still to come."""
    return any(isinstance(fact, Waiting) for each in change.effects for fact in each.facts)


def _next(change: Difference, today: date) -> date | None:
    """The first day after that of the change on which something is certain to come."""
    if change.after.as_of < today:
        return today
    known = (each.day for board in change.after.boards.values() for each in board.outcome.coming)
    return min((day for day in known if day > change.after.as_of), default=None)
