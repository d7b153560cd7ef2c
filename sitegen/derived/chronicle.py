"""What all players of a ranking did, made once for everything that is derived of it."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from itertools import chain

from sitegen.model import Career, Careers, Player
from sitegen.toolkit.order import places


@dataclass(frozen=True)
class Chronicle:
    """The careers of all `players`; those of who did nothing are empty."""

    careers: Careers
    players: Sequence[Player]

    @cached_property
    def of(self) -> Mapping[str, Career]:
        """Each career, by id."""
        return {each.id: self.careers.of(each.id) for each in self.players}

    @cached_property
    def places(self) -> Mapping[str, int]:
        """The place of each player where the order only shows, by id."""
        return places(self.players)

    @cached_property
    def has_begun(self) -> bool:
        """Whether anything was played."""
        return any(each.played or each.course for each in self.of.values())

    @property
    def has_provisional(self) -> bool:
        """Whether anybody was not ranked from the beginning."""
        return any(each.ranked_from != date.min for each in self.of.values())

    @property
    def has_winners(self) -> bool:
        """Whether who plays can win; elsewhere a figure rises or falls."""
        return self.careers.has_winners

    @cached_property
    def played(self) -> Mapping[date, Collection[str]]:
        """Who played what counts, by day."""
        found: dict[date, set[str]] = {}
        for player, career in self.of.items():
            for day in {each.day for each in career.played if each.ended}:
                found.setdefault(day, set()).add(player)
        return found

    @cached_property
    def days(self) -> Sequence[date]:
        """The days on which a figure moved, oldest first."""
        return sorted({day for day, _ in chain.from_iterable(each.course for each in self.of.values())})
