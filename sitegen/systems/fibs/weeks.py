"""A week or a day of play, as it was rated: what was played in it, and what that came to."""

from dataclasses import dataclass
from datetime import date
from functools import cached_property
from math import fsum
from typing import NamedTuple

from sitegen.systems.fibs.matches import Standing
from sitegen.systems.fibs.outputs import Receipt
from sitegen.table import Rows
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


@dataclass(frozen=True)
class Week(After[Receipt, Standing]):
    """What stands after a week of play, or after a day where each is published at once."""

    rows: Rows[Receipt]

    @cached_property
    def totals(self) -> Totals:
        """What its matches came to."""
        days, winners, changes = map(self.rows.column, ("date", "winner", "change"))
        gains = [change for change in changes if change is not None]
        biggest = max(gains, default=None)
        return Totals(
            first=days[0],
            last=days[-1],
            matches=len(days),
            counted=len(gains),
            not_counted=len(days) - len(gains),
            players=len({*winners, *self.rows.column("loser")}),
            moved=fsum(gains),
            biggest=biggest,
            biggest_by=winners[changes.index(biggest)] if gains else "",
        )
