"""Why the rating of a player changed: their latest matches, from one list to the next."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from operator import attrgetter

from sitegen.model import Balance, Section
from sitegen.systems.fibs.outputs import Receipt
from sitegen.systems.fibs.shown import Looked, Step
from sitegen.systems.fibs.timetable import Period
from sitegen.toolkit.account import BEFORE, opening, why


def account(
    mine: Sequence[Receipt], looked: Sequence[Looked], period: Period | None, start: float
) -> Iterator[Section]:
    """The matches of a player that count first by the list after `period`; nothing without any.

    `looked` has `mine` as the player looks back on them. "Ratingformule": W is won or lost by each.
    """
    if period is None:
        return
    since = bisect_right(looked, period.before.through, key=attrgetter("date")) if period.before else 0
    opened = _last(looked[:since], start)
    ended = _last(looked[since:], opened)
    yield why(
        Looked,
        looked[since:],
        steps=Step.each_like(mine[since:]),
        before=opening(period.before and period.before.day, opened, looked[since].date),
        after=Balance(BEFORE, period.after.day, ended),
        articles=["Matchen", "Ratingformule", "Ramp-up"],
    )


def _last(looked: Sequence[Looked], before: float) -> float:
    """The rating after the last of these matches that counts."""
    return next((row.after for row in reversed(looked) if row.after is not None), before)
