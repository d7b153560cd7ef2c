"""What every fact of a change has."""

from typing import Protocol

from sitegen.difference.teller import Teller
from sitegen.message import Message


class Fact(Protocol):
    """Something that a change does; whom it is about are the real ids of `players`."""

    @property
    def players(self) -> tuple[str, ...]:
        """Whom it is about."""

    def said(self, teller: Teller) -> Message:
        """The sentence."""
