"""The rating list, and the provisional ratings beside it: who stands where, and what moved since."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from types import MappingProxyType
from typing import Any, Generic, NamedTuple, TypeVar

from sitegen.model import Chart, Fact, Player
from sitegen.table import Cells, Change, PlayDate, Rank, Rating, Rows, Table, named_cells
from sitegen.toolkit.order import alphabetical, movement, ranked

S = TypeVar("S", bound=Any)


def nothing(_own: Any) -> Sequence[Fact]:
    """No more to say of a standing."""
    return ()


def needed(label: str, lacks: Callable[[S], float], shown: Any = int) -> Callable[[S], Sequence[Fact]]:
    """The fact on a player's page of what they lack to be ranked; none for who lacks nothing."""
    return lambda own: [Fact(label, lacks(own), shown)] if lacks(own) > 0 else []


class Lists(NamedTuple):
    """The rows of the two lists."""

    ranked: Rows[Any]
    provisional: Rows[Any]

    @property
    def lines(self) -> Mapping[str, Any]:
        """The row of each player who stands on one of them."""
        return {row.player: row for rows in self for row in rows}


class Placed(NamedTuple, Generic[S]):
    """Who stands on the two lists with some standings, and at which places of the rating list."""

    standings: Mapping[str, S]
    listed: Sequence[Player]
    ratings: Mapping[str, float]
    ranks: Sequence[tuple[int, Player]]


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
    facts: Callable[[S], Iterable[Fact]] = nothing

    def lists(
        self, players: Sequence[Player], now: Mapping[str, S], before: Mapping[str, S] | None = None
    ) -> Lists:
        """Both lists, with the changes since the standings `before`; see `since`."""
        earlier = self.placed(players, before) if before else None
        return self.since(earlier, self.placed(players, now))

    def placed(self, players: Sequence[Player], standings: Mapping[str, S]) -> Placed[S]:
        """Who stands on the lists with these standings, and at which places."""
        there = [(each, standings[each.id]) for each in players if each.id in standings]
        listed = [(each, own) for each, own in there if self.is_listed(own)]
        settled = [each for each, own in listed if not self.is_provisional(own)]
        ratings = {each.id: own.rating for each, own in listed}
        return Placed(standings, [each for each, _ in listed], ratings, ranked(settled, ratings))

    def since(self, before: Placed[S] | None, here: Placed[S]) -> Lists:
        """Both lists of those `here`, with the changes since the lists `before`.

        A change is that against the rating on either list before, and a movement that against the rank on
        the rating list before; both are None for who did not stand there. Provisional ratings stand in
        alphabetical order.
        """
        is_provisional = self.is_provisional
        apart = alphabetical(each for each in here.listed if is_provisional(here.standings[each.id]))
        ranked, ranks = [each for _, each in here.ranks], [rank for rank, _ in here.ranks]
        earlier = {player.id: rank for rank, player in before.ranks} if before else {}

        def movements() -> Cells:
            pairs = zip(ranks, ranked, strict=True)
            return [movement(rank, earlier.get(player.id)) for rank, player in pairs]

        places: Mapping[str, Cells | Callable[[], Cells]] = {"rank": ranks, "rank_change": movements}
        return Lists(
            _rows(self.ranked, ranked, here, before, places), _rows(self.provisional, apart, here, before)
        )

    def standing(self, own: S, line: Any = None) -> Iterator[Fact]:
        """What a player's page says of where they stand; `line` is their row on the current lists."""
        is_provisional = self.is_provisional(own)
        yield Fact("Provisional rating" if is_provisional else "Rating", own.rating, Rating)
        if line and not is_provisional:
            yield Fact("Rank", line.rank, Rank)
        if line and line.change is not None:
            yield Fact("Change", line.change, Change, note="since the list before")
        yield from self.facts(own)


def _rows(
    table: type[Table],
    players: Sequence[Player],
    here: Placed[Any],
    before: Placed[Any] | None,
    more: Mapping[str, Cells | Callable[[], Cells]] = MappingProxyType({}),
) -> Rows[Any]:
    """The rows of a list by column: what players and their standings are, what moved, and `more`."""
    ids = [each.id for each in players]
    was = before.ratings if before else {}

    def changes() -> Cells:
        return [here.ratings[player] - was[player] if player in was else None for player in ids]

    standings = [here.standings[player] for player in ids]
    moved = {"player": ids, "change": changes, **more}
    return Rows.join(table, len(ids), named_cells(players), named_cells(standings), moved)


def highest(rating: float, reached: date | None) -> Iterator[Fact]:
    """The highest of the ratings of a player, which was reached on a day, or is that at the start."""
    yield Fact("Highest rating", rating, Rating)
    if reached:
        yield Fact("Reached on", reached, PlayDate)


def graph(start: float, after: Collection[tuple[date, float]]) -> list[Chart]:
    """The ratings of a player, `after` each day of play; none without any."""
    return [Chart("Rating", list(after), {"Rating at the start": start})] if after else []
