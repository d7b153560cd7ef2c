"""Who gains and loses, moves, enters and drops out: on the current list, and on those already published."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import NamedTuple

from sitegen.derived import Derived
from sitegen.derived.positions import Position, positions
from sitegen.difference.identity import Identity
from sitegen.difference.tables import TableChange, changes
from sitegen.model import Listing


class Move(NamedTuple):
    """Where a player stood and stands on a list: None where that is nowhere."""

    player: str
    before: Position | None
    after: Position | None

    @property
    def gain(self) -> float | None:
        """What the figure of the list won; None of whom it is not told of twice."""
        if self.before is None or self.after is None:
            return None
        was, now = self.before.value, self.after.value
        return None if was is None or now is None else round(now - was, 6)

    @property
    def ranks(self) -> tuple[int | None, int | None]:
        """The places on the list before and after, None where there is none."""
        return self.before and self.before.rank, self.after and self.after.rank

    @property
    def climb(self) -> int:
        """The places won; 0 where there was none, or is none."""
        was, now = self.ranks
        return was - now if was and now else 0

    @property
    def is_still(self) -> bool:
        """Whether nothing changed for the player."""
        same_section = self.before and self.after and self.before.section == self.after.section
        return bool(same_section) and not self.gain and self.ranks[0] == self.ranks[1]


@dataclass(frozen=True)
class ListChange:
    """What changes on a list that is published already: who moves on it, and each of its tables."""

    day: date
    through: date
    moves: Sequence[Move]
    tables: Sequence[TableChange]

    @property
    def figures(self) -> int:
        """How many numbers on it become other ones; a row that comes or goes is one."""
        return sum(each.figures + len(each.added) + len(each.removed) for each in self.tables)


@dataclass(frozen=True)
class Standings:
    """The lists of a ranking before and after."""

    before: Derived
    after: Derived
    who: Identity

    @cached_property
    def moves(self) -> Sequence[Move]:
        """Who stands elsewhere, or has another figure, on the current list: in the order of the new one."""
        return moves(self.before.positions, self.after.positions, self.who)

    @cached_property
    def lists(self) -> Sequence[ListChange]:
        """What changes on lists that are published already and are shown in full, oldest first."""
        later = {each.day: each for each in self.after.lists}
        pairs = ((each, later[each.day]) for each in self.before.lists if each.day in later)
        return [found for each in pairs if (found := self._list(*each))]

    @cached_property
    def gone(self) -> Sequence[date]:
        """The days of lists that were published and are none any more."""
        there = {each.day for each in self.after.moments}
        return [each.day for each in self.before.moments if each.day not in there]

    @cached_property
    def come(self) -> Sequence[date]:
        """The days of lists that were none before."""
        there = {each.day for each in self.before.moments}
        return [each.day for each in self.after.moments if each.day not in there]

    def _list(self, before: Listing, after: Listing) -> ListChange | None:
        tables = changes(before.sheet.sections, after.sheet.sections, self.who)
        if not tables:
            return None
        stood = positions(before.sheet.sections), positions(after.sheet.sections)
        return ListChange(before.day, before.through, moves(*stood, self.who), tables)


def moves(before: Mapping[str, Position], after: Mapping[str, Position], who: Identity) -> list[Move]:
    """Who stands elsewhere on a list, or has another figure, in the order of the later one."""
    was = {who.was(player): each for player, each in before.items()}
    now = {who.now(player): each for player, each in after.items()}
    found = (Move(player, was.get(player), now.get(player)) for player in {**now, **was})
    return [each for each in found if not each.is_still]
