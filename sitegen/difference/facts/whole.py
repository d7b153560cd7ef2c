"""Facts of a ranking as a whole: that it is new, and of rows that change no figure, not yet or never."""

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


class Refused(NamedTuple):
    """A result that counts for nothing: where it stands, and why, as its system remarks it if it does."""

    place: str
    remark: str


class Uncounted(NamedTuple):
    """Results that come in and count for nothing, out of how many that come in."""

    results: tuple[Refused, ...]
    among: int

    @property
    def players(self) -> tuple[str, ...]:
        """Nobody in particular."""
        return ()

    def said(self, teller: Teller) -> Message:  # noqa: ARG002 - as every fact is told
        """How many."""
        if len(self.results) == self.among:
            return counted(
                self.among,
                "The result that comes in does not count.",
                "None of the {number} results that come in counts.",
            )
        return counted(
            len(self.results),
            "One of the {among} results that come in does not count.",
            "{number} of the {among} results that come in do not count.",
            among=self.among,
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
