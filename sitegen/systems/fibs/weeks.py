"""A week or a day of play, as it was rated: what was played in it, and what that came to."""

from datetime import date
from functools import cached_property
from itertools import chain
from math import fsum
from operator import attrgetter
from typing import NamedTuple

from sitegen.systems.fibs.matches import Standing
from sitegen.systems.fibs.outputs import Receipt
from sitegen.toolkit.course import After


class Totals(NamedTuple):
    """What the matches of a week or day came to; `biggest` is the most points that were won in one."""

    first: date
    last: date
    matches: int
    counted: int
    not_counted: int
    players: int
    moved: float
    biggest: float | None
    biggest_by: str


class Week(After[Receipt, Standing]):
    """What stands after a week of play, or after a day where each is published at once."""

    @cached_property
    def totals(self) -> Totals:
        """What its matches came to."""
        rows = list(self.rows)
        gains = [change for change in map(attrgetter("change"), rows) if change is not None]
        biggest = max(gains, default=None)
        return Totals(
            first=rows[0].date,
            last=rows[-1].date,
            matches=len(rows),
            counted=len(gains),
            not_counted=len(rows) - len(gains),
            players=len({*chain.from_iterable(map(attrgetter("winner", "loser"), rows))}),
            moved=fsum(gains),
            biggest=biggest,
            biggest_by=next((row.winner for row in rows if row.change == biggest), "") if gains else "",
        )
