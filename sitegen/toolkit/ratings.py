"""The rating list, and the provisional ratings beside it: who stands where, and what moved since."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from sitegen.model import Fact, Player
from sitegen.table import Table
from sitegen.toolkit.order import alphabetical, movement, ranked


class Rated(Protocol):
    """A standing that is ranked by its rating; its other figures are columns of the same names."""

    @property
    def rating(self) -> float:
        """What it is ranked by."""


S = TypeVar("S", bound=Any)


def nothing(_own: Any) -> Sequence[Fact]:
    """No more to say of a standing."""
    return ()


def needed(label: str, lacks: Callable[[S], float], shown: Any = int) -> Callable[[S], Sequence[Fact]]:
    """The fact on a player's page of what they lack to be ranked; none for who lacks nothing."""
    return lambda own: [Fact(label, lacks(own), shown)] if lacks(own) > 0 else []


class Lists(NamedTuple):
    """The rows of the two lists."""

    ranked: Sequence[Any]
    provisional: Sequence[Any]


@dataclass(frozen=True)
class RatingList(Generic[S]):
    """Which players are ranked by rating, and which are provisional still, in a list apart.

    `ranked` and `provisional` are the tables of the two; they have a column for each figure of a standing.
    `limits` are what the lists say of who is ranked, and `facts` what else a player's page says of a
    standing, such as what is still needed to be ranked.
    """

    ranked: type[Table]
    provisional: type[Table]
    is_provisional: Callable[[S], bool]
    is_listed: Callable[[S], bool] = field(default=lambda own: own.games > 0)
    limits: Sequence[Fact] = ()
    facts: Callable[[S], Sequence[Fact]] = nothing

    def lists(
        self, players: Sequence[Player], now: Mapping[str, S], before: Mapping[str, S] | None = None
    ) -> Lists:
        """Both lists, with the changes since the standings `before`.

        A change is that against the rating on either list before, and a movement that against the rank on
        the rating list before; both are None for who did not stand there. Provisional ratings stand in
        alphabetical order.
        """
        earlier = self._listed(players, before or {})
        ranks = {player.id: rank for rank, player in self._ranked(earlier, before or {})}
        was = {each.id: before[each.id].rating for each in earlier} if before else {}
        there = self._listed(players, now)

        def line(table: type[Table], player: Player, **place: Any) -> Table:
            own = now[player.id]
            change = own.rating - was[player.id] if player.id in was else None
            return table.like(own, player, player=player.id, change=change, **place)

        apart = alphabetical(each for each in there if self.is_provisional(now[each.id]))
        return Lists(
            [
                line(self.ranked, each, rank=rank, rank_change=movement(rank, ranks.get(each.id)))
                for rank, each in self._ranked(there, now)
            ],
            [line(self.provisional, each) for each in apart],
        )

    def _listed(self, players: Iterable[Player], standings: Mapping[str, S]) -> list[Player]:
        return [each for each in players if each.id in standings and self.is_listed(standings[each.id])]

    def _ranked(self, listed: Iterable[Player], standings: Mapping[str, S]) -> list[tuple[int, Player]]:
        settled = [each for each in listed if not self.is_provisional(standings[each.id])]
        return ranked(settled, {each.id: standings[each.id].rating for each in settled})
