"""The fact that rows stand in another order, where that moves figures."""

from datetime import date
from typing import NamedTuple

from sitegen.difference.teller import Teller
from sitegen.message import Message, counted


class Reordered(NamedTuple):
    """Rows of past days stand in another order, where the order of the rows is the order of play."""

    rows: int
    days: tuple[date, ...]

    @property
    def players(self) -> tuple[str, ...]:
        """Nobody in particular."""
        return ()

    def said(self, teller: Teller) -> Message:
        """How many rows, and of which day."""
        return counted(
            len(self.days),
            "{rows} rows of {day} stand in another order, which is the order of play.",
            "{rows} rows of {number} days since {day} stand in another order, which is the order of play.",
            rows=self.rows,
            day=teller.day(self.days[0]),
        )
