"""Why the rating of a player changed: their latest matches, from one list to the next."""

from collections.abc import Iterator, Sequence

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
    since = sum(row.date <= period.before.through for row in looked) if period.before else 0
    ratings = [start, *(row.after for row in looked[:since] if row.after is not None)]
    ended = [ratings[-1], *(row.after for row in looked[since:] if row.after is not None)]
    yield why(
        Looked,
        looked[since:],
        steps=Step.each_like(mine[since:]),
        before=opening(period.before and period.before.day, ratings[-1], mine[since].date),
        after=Balance(BEFORE, period.after.day, ended[-1]),
        articles=["Matchen", "Ratingformule", "Ramp-up"],
    )
