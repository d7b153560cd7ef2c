"""Facts of a list: who gets a place, loses it, passes others, and how figures move."""

from typing import NamedTuple

from sitegen.difference.facts.fact import Ends
from sitegen.difference.teller import Teller
from sitegen.message import Message, advise, counted


class Passed(NamedTuple):
    """Somebody comes to stand above others."""

    player: str
    rank: int
    others: tuple[str, ...]

    @property
    def players(self) -> tuple[str, ...]:
        """All of them."""
        return self.player, *self.others

    def said(self, teller: Teller) -> Message:
        """Who passes whom, and for which place."""
        told = {"player": teller.name(self.player), "others": teller.listed(self.others)}
        return advise("{player} passes {others} for {place}.", place=teller.place(self.rank), **told)


class Entered(NamedTuple):
    """Somebody gets a place: new on the list, or provisional until now."""

    player: str
    rank: int | None
    figure: float | None
    was_provisional: bool

    @property
    def players(self) -> tuple[str, ...]:
        """The one."""
        return (self.player,)

    def said(self, teller: Teller) -> Message:
        """Who, where, and with what."""
        told = {"player": teller.name(self.player), "figure": teller.figure(self.figure)}
        if self.rank is None:
            return (
                advise("{player} is new: {figure}.", **told)
                if told["figure"]
                else advise("{player} is new.", **told)
            )
        told["place"] = teller.place(self.rank)
        if self.was_provisional:
            return advise("{player} is ranked from now on: {place}, {figure}.", **told)
        return advise("{player} is new on the list: {place}, {figure}.", **told)


class Left(NamedTuple):
    """Somebody has no place any more."""

    player: str
    is_provisional: bool

    @property
    def players(self) -> tuple[str, ...]:
        """The one."""
        return (self.player,)

    def said(self, teller: Teller) -> Message:
        """Who, and where they are now."""
        name = teller.name(self.player)
        if self.is_provisional:
            return advise("{player} has no place any more.", player=name)
        return advise("{player} drops out of the list.", player=name)


class Shifted(NamedTuple):
    """How many figures of the list move, by whatever cause, and which win and lose most."""

    number: int
    ends: Ends

    @property
    def players(self) -> tuple[str, ...]:
        """The two."""
        return self.ends.players

    def said(self, teller: Teller) -> Message:
        """How many move, and who most."""
        if self.number > 1 and self.ends.are_alike(teller):
            told = {"number": self.number, "won": teller.change(self.ends.won)}
            return advise("{number} figures on the list change, each by {won}.", **told)
        return counted(
            self.number,
            "One figure on the list changes: {best}, {won}.",
            "{number} figures on the list change: from {best}, {won}, to {worst}, {lost}.",
            **self.ends.named(teller),
        )
