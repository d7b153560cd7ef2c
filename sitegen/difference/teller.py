"""What facts are told with: the names that may be told, and numbers and days in a language."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import NamedTuple

from sitegen.language import Language
from sitegen.message import Message, advise, counted

_NAMED = 3
"""So many names are told of a crowd."""


class Teller(NamedTuple):
    """Tells of the players of one ranking in a language.

    `names` are by real ids; who is not among them is a former player. `decimals` are those of a change of
    the figure, and of the figure itself.
    """

    names: Mapping[str, str]
    language: Language
    decimals: tuple[int, int] = (1, 0)

    def name(self, player: str) -> str:
        """How a player is called."""
        return self.names.get(player) or self._former

    def knows(self, player: str) -> bool:
        """Whether somebody is a player still."""
        return bool(self.names.get(player))

    @property
    def _former(self) -> str:
        return self.language.told(advise("a former player"))

    def listed(self, players: Sequence[str]) -> str:
        """Some players by name: `An, Bo and 3 others`."""
        names = [self.name(each) for each in players[:_NAMED]]
        if left := len(players) - len(names):
            names.append(self.language.told(counted(left, "{number} other", "{number} others")))
        return self.language.listed(names)

    def change(self, value: float | None) -> str:
        """What a figure won: `+4.7`."""
        return self.language.number(self.decimals[0], signed=True)(value)

    def figure(self, value: float | None) -> str:
        """A figure of the list."""
        return self.language.number(self.decimals[1])(value)

    def place(self, rank: int) -> str:
        """A place on a list: `3rd`."""
        return self.language.ordinal(rank)

    def day(self, day: date) -> str:
        """`14 November 2026`."""
        return self.language.full_date(day)

    def said(self, message: Message) -> str:
        """A sentence in the language; one that begins with a former player begins with a capital."""
        text = self.language.told(message)
        return f"{text[:1].upper()}{text[1:]}" if text.startswith(self._former) else text
