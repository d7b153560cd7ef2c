"""Facts of who players are: new names, a new id, or hiding."""

from typing import NamedTuple

from sitegen.difference.teller import Teller
from sitegen.message import Message, advise, counted


class NewNames(NamedTuple):
    """Several players have other names, which a column does that was sorted by itself."""

    number: int

    @property
    def players(self) -> tuple[str, ...]:
        """Nobody: whose name it was may hide."""
        return ()

    def said(self, teller: Teller) -> Message:  # noqa: ARG002 - as every fact is told
        """How many."""
        return advise("{number} players have another name.", number=self.number)


class Renamed(NamedTuple):
    """A player has a new id, under which the same results stand; so have all who are `others`."""

    player: str
    was: str
    others: tuple[str, ...] = ()

    @property
    def players(self) -> tuple[str, ...]:
        """All of them."""
        return self.player, *self.others

    def said(self, teller: Teller) -> Message:
        """Who, and how the id was."""
        return counted(
            len(self.players),
            "{player} has another id; it was {was}.",
            "{number} players have another id; that of {player} was {was}.",
            player=teller.name(self.player),
            was=self.was,
        )


class Hid(NamedTuple):
    """A player hides from now on, or no more."""

    player: str
    hides: bool

    @property
    def players(self) -> tuple[str, ...]:
        """The one."""
        return (self.player,)

    def said(self, teller: Teller) -> Message:
        """Under which name they are shown, as long as they are players."""
        if not teller.knows(self.player):
            return advise("A player hides from now on.") if self.hides else advise("A player hides no more.")
        if self.hides:
            return advise(
                "A player hides from now on, and is shown as {player}.", player=teller.name(self.player)
            )
        return advise("{player} hides no more.", player=teller.name(self.player))
