"""What a system tells of a change in its own words."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from sitegen.difference.teller import Teller
from sitegen.message import Message, advise


class Remarked(NamedTuple):
    """A sentence of the system's own, with the values that it names, and `who` are the players among them."""

    text: str
    named: Mapping[str, Any]
    who: Mapping[str, str]

    @property
    def players(self) -> tuple[str, ...]:
        """Whom it names."""
        return tuple(self.who.values())

    def said(self, teller: Teller) -> Message:
        """The sentence."""
        named = {**self.named, **{key: teller.name(player) for key, player in self.who.items()}}
        return advise("{sentence}", sentence=teller.language.titled(self.text, named))
