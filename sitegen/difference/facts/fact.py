"""What every fact of a change has, and what some have."""

from collections.abc import Sequence
from typing import NamedTuple, Protocol, Self

from sitegen.difference.teller import Teller
from sitegen.message import Message


class Fact(Protocol):
    """Something that a change does; whom it is about are the real ids of `players`."""

    @property
    def players(self) -> tuple[str, ...]:
        """Whom it is about."""

    def said(self, teller: Teller) -> Message:
        """The sentence."""


class Ends(NamedTuple):
    """Of all figures that moved, the one that won most and the one that lost most."""

    best: str
    won: float
    worst: str
    lost: float

    @classmethod
    def of(cls, moved: Sequence[tuple[float, str]]) -> Self:
        """Those of some changes, each with whose it is."""
        (lost, worst), (won, best) = min(moved), max(moved)
        return cls(best, won, worst, lost)

    @property
    def players(self) -> tuple[str, ...]:
        """The two."""
        return self.best, self.worst

    def are_alike(self, teller: Teller) -> bool:
        """Whether all that can be seen is that every figure moved by as much."""
        return teller.change(self.won) == teller.change(self.lost)

    def named(self, teller: Teller) -> dict[str, str]:
        """What a sentence says of them, by the name that it has there."""
        return {
            "best": teller.name(self.best),
            "won": teller.change(self.won),
            "worst": teller.name(self.worst),
            "lost": teller.change(self.lost),
        }
