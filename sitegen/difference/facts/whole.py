"""Facts of a ranking as a whole: that it is new, and of rows that change no figure, or none yet."""

from datetime import date
from typing import NamedTuple

from sitegen.difference.teller import Teller
from sitegen.message import Message, advise, counted


class Waiting(NamedTuple):
    """Results that were played after what the current list counts: `through` is the last day of that."""

    results: int
    through: date

    @property
    def players(self) -> tuple[str, ...]:
        """Nobody in particular."""
        return ()

    def said(self, teller: Teller) -> Message:
        """How many, and when they count."""
        return counted(
            self.results,
            "One result counts with the next list: this one has results through {day}.",
            "{number} results count with the next list: this one has results through {day}.",
            day=teller.day(self.through),
        )


class Unmoved(NamedTuple):
    """Rows that change nothing that is published."""

    @property
    def players(self) -> tuple[str, ...]:
        """Nobody."""
        return ()

    def said(self, teller: Teller) -> Message:  # noqa: ARG002 - as every fact is told
        """That nothing changes."""
        return advise("No published figure changes.")


class Founded(NamedTuple):
    """A ranking is new, or is no more."""

    is_new: bool

    @property
    def players(self) -> tuple[str, ...]:
        """Nobody in particular."""
        return ()

    def said(self, teller: Teller) -> Message:  # noqa: ARG002 - as every fact is told
        """Which of these."""
        return advise("This ranking is new.") if self.is_new else advise("This ranking is no more.")
