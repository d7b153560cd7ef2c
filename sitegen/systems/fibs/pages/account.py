"""Why the rating of a player changed: their latest matches, from one list to the next."""

from bisect import bisect_right
from collections.abc import Callable, Iterator

from sitegen.model import Balance, Section
from sitegen.systems.fibs.outputs import Receipt
from sitegen.systems.fibs.shown import Looked, Step
from sitegen.systems.fibs.timetable import Period
from sitegen.table import Cells, Rows
from sitegen.toolkit.account import BEFORE, opening, why


def account(
    receipts: Callable[[int], Rows[Receipt]], matches: Rows[Looked], period: Period | None, start: float
) -> Iterator[Section]:
    """The matches of a player that count first by the list after `period`; nothing without any.

    `matches` are as the player looks back on them; `receipts` gives what they did, from one of them on.
    "Ratingformule": each wins or loses W.
    """
    if period is None:
        return
    days, after = matches.column("date"), matches.column("after")
    since = bisect_right(days, period.before.through) if period.before else 0
    opened = _last(after[:since], start)
    ended = _last(after[since:], opened)
    yield why(
        Looked,
        matches[since:],
        steps=receipts(since).view(Step),
        before=opening(period.before and period.before.day, opened, days[since]),
        after=Balance(BEFORE, period.after.day, ended),
        articles=["Matchen", "Ratingformule", "Ramp-up"],
    )


def _last(after: Cells, before: float) -> float:
    """The rating after the last of some matches that counts."""
    return next((rating for rating in reversed(after) if rating is not None), before)
