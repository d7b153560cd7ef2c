"""The rating list, and the provisional ratings beside it: who stands where, and what moved since.

Why a figure changed: what was played from one list to the next, as an account.

What is ahead of a player: what a win or a loss against each likely next opponent would do.
"""

from bisect import bisect_right
from collections.abc import Callable, Collection, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from functools import cached_property
from itertools import chain
from operator import attrgetter
from types import MappingProxyType
from typing import Annotated, Any, Generic, NamedTuple, TypeVar

from sitegen.core.columnar import Cells, Rows, make_cell_getters
from sitegen.core.entities import Balance, Player, RatingExplanation
from sitegen.core.model import Chart, Fact, Section
from sitegen.core.table import Change, Display, PlayDate, PlayerId, Rank, Rating, Table, column
from sitegen.toolkit.order import (
    compute_movement,
    group_by,
    group_companions,
    index_players,
    rank_players,
    sort_alphabetically,
)

LIST_TITLE = "List of {day}"
START_TITLE = "At the start"


def make_opening(day: date | None, value: float | None, first: date) -> Balance:
    """What stood on the list of a day; without one, at the start, which is before the `first` row."""
    return Balance(LIST_TITLE, day, value) if day else Balance(START_TITLE, first, value)


def build_explanation(  # noqa: PLR0913 - each is a part of an account, and all are named at the call
    table: type[Table],
    rows: Sequence[Any],
    *,
    steps: Sequence[Any],
    before: Balance,
    after: Balance,
    note: str = "",
    articles: Sequence[str] = (),
) -> Section:
    """The section that explains a figure: `rows` of what was played, and their `steps`, a row for each.

    What the rows did, and nothing else, leads from the balance `before` to that `after`.
    """
    change = None if before.value is None or after.value is None else after.value - before.value
    ledger = RatingExplanation(before, after, change, steps)
    return Section("why", "Why it changed", table, rows, note, articles=articles, explanation=ledger)


S = TypeVar("S", bound=Any)
RECENT_PERIOD = timedelta(days=365)
_MAX_OPPONENTS = 5
_Gain = Annotated[float, Display("signed", 1)]


class ProjectedGame(Table):
    """A likely next opponent, and what each end of a game with them would do to the figure of a player."""

    opponent: PlayerId = column("the other player")
    rating: Rating = column("rating of the opponent now", role="beside")
    won: _Gain = column("what a win would bring", label="If won")
    lost: _Gain = column("what a loss would bring", label="If lost")


class ProjectedDrawableGame(ProjectedGame):
    """The same of games that can be drawn."""

    drawn: _Gain = column("what a draw would bring", label="If drawn", before="lost")


def build_projection(  # noqa: PLR0913 - each is a part of a section, and all but two are named at the call
    table: type[ProjectedGame],
    rows: Sequence[ProjectedGame],
    *,
    note: str,
    title: str = "The next game",
    named: Mapping[str, object] | None = None,
    articles: Sequence[str] = (),
) -> Iterator[Section]:
    """The section with such rows; nothing without any."""
    if rows:
        yield Section("ahead", title, table, rows, note, params=named or {}, articles=articles)


def find_recent_opponents(rows: Sequence[Any], day: date, *sides: str) -> dict[str, list[str]]:
    """Whom each met in the twelve months through `day`, a name as often as they met.

    `rows` stand in order of their `date`, and `sides` are the two columns that name who met.
    """
    first = bisect_right(rows, day - RECENT_PERIOD, key=attrgetter("date"))
    pairs = [*map(attrgetter(*sides), rows[first:])]
    both = [*pairs, *((other, one) for one, other in pairs)]
    return {
        player: [other for _, other in mine] for player, mine in group_by(both, lambda item: item[0]).items()
    }


def select_likely(candidates: Iterable[str], possible: Container[str]) -> list[str]:
    """The first few of the candidates who are possible, each once."""
    found: list[str] = []
    for candidate in candidates:
        if candidate in possible and candidate not in found:
            found.append(candidate)
            if len(found) == _MAX_OPPONENTS:
                break
    return found


def find_neighbours(order: Sequence[str], place: int) -> Iterator[str]:
    """Who stand nearest to a place in an order, by turns above and below it."""
    for far in range(1, len(order)):
        yield from (order[index] for index in (place - far, place + far) if 0 <= index < len(order))


@dataclass(frozen=True)
class LikelyOpponents(Generic[S]):
    """Who may play whom next: those met most `lately` go first, then who stands nearest by rating.

    `standings` are of everybody, by id, and `possible` are those who can play at all.
    """

    players: Sequence[Player]
    standings: Mapping[str, S]
    recent_opponents: Mapping[str, Sequence[str]]
    eligible: Container[str]

    def find_opponents(self, player: str) -> dict[str, S]:
        """The likely next opponents of a player, with how they stand."""
        met = (
            other for other, _ in group_companions(self.recent_opponents.get(player, ()), str, self._alphabet)
        )
        candidates = chain(met, find_neighbours(self._ranking_order, self._places[player]))
        return {opponent: self.standings[opponent] for opponent in select_likely(candidates, self.eligible)}

    @cached_property
    def _ranking_order(self) -> list[str]:
        ratings = {player: own.rating for player, own in self.standings.items()}
        return [player.id for _, player in rank_players(self.players, ratings)]

    @cached_property
    def _places(self) -> Mapping[str, int]:
        return {player: place for place, player in enumerate(self._ranking_order)}

    @cached_property
    def _alphabet(self) -> Mapping[str, int]:
        return index_players(self.players)


def no_facts(_own: Any) -> Sequence[Fact]:
    """No more to say of a standing."""
    return ()


def make_requirement(
    label: str, lacks: Callable[[S], float], shown: Any = int
) -> Callable[[S], Sequence[Fact]]:
    """The fact on a player's page of what they lack to be ranked; none for who lacks nothing."""
    return lambda own: [Fact(label, lacks(own), shown)] if lacks(own) > 0 else []


class RatingLists(NamedTuple):
    """The rows of the two lists."""

    ranked_rows: Rows[Any]
    provisional_rows: Rows[Any]

    @property
    def rows_by_player(self) -> Mapping[str, Any]:
        """The row of each player who stands on one of them."""
        return {row.player: row for rows in self for row in rows}


class Placement(NamedTuple, Generic[S]):
    """Who stands on the two lists with some standings, and at which places of the rating list."""

    standings: Mapping[str, S]
    players: Sequence[Player]
    ratings: Mapping[str, float]
    ranks: Sequence[tuple[int, Player]]


@dataclass(frozen=True)
class RatingList(Generic[S]):
    """Which players are ranked by rating, and which are provisional still, in a list apart.

    `ranked` and `provisional` are the tables of the two; they have a column for each figure of a standing.
    `limits` are what the lists say of who is ranked, and `facts` what else a player's page says of a
    standing, such as what is still needed to be ranked.
    """

    ranked_table: type[Table]
    provisional_table: type[Table]
    is_provisional: Callable[[S], bool]
    is_listed: Callable[[S], bool] = field(default=lambda own: own.games > 0)
    limits: Sequence[Fact] = ()
    facts: Callable[[S], Iterable[Fact]] = no_facts

    def build_lists(
        self, players: Sequence[Player], now: Mapping[str, S], before: Mapping[str, S] | None = None
    ) -> RatingLists:
        """Both lists, with the changes since the standings `before`; see `since`."""
        earlier = self.place_players(players, before) if before else None
        return self.compare_lists(earlier, self.place_players(players, now))

    def place_players(self, players: Sequence[Player], standings: Mapping[str, S]) -> Placement[S]:
        """Who stands on the lists with these standings, and at which places."""
        there = [(player, standings[player.id]) for player in players if player.id in standings]
        listed = [(player, own) for player, own in there if self.is_listed(own)]
        settled = [player for player, own in listed if not self.is_provisional(own)]
        ratings = {player.id: own.rating for player, own in listed}
        return Placement(standings, [player for player, _ in listed], ratings, rank_players(settled, ratings))

    def compare_lists(self, before: Placement[S] | None, here: Placement[S]) -> RatingLists:
        """Both lists of those `here`, with the changes since the lists `before`.

        A change is that against the rating on either list before, and a movement that against the rank on
        the rating list before; both are None for who did not stand there. Provisional ratings stand in
        alphabetical order.
        """
        is_provisional = self.is_provisional
        apart = sort_alphabetically(
            player for player in here.players if is_provisional(here.standings[player.id])
        )
        ranked, ranks = [player for _, player in here.ranks], [rank for rank, _ in here.ranks]
        earlier = {player.id: rank for rank, player in before.ranks} if before else {}

        def movements() -> Cells:
            pairs = zip(ranks, ranked, strict=True)
            return [compute_movement(rank, earlier.get(player.id)) for rank, player in pairs]

        places: Mapping[str, Cells | Callable[[], Cells]] = {"rank": ranks, "rank_change": movements}
        return RatingLists(
            _build_rows(self.ranked_table, ranked, here, before, places),
            _build_rows(self.provisional_table, apart, here, before),
        )

    def describe_standing(self, own: S, line: Any = None) -> Iterator[Fact]:
        """What a player's page says of where they stand; `line` is their row on the current lists."""
        is_provisional = self.is_provisional(own)
        yield Fact("Provisional rating" if is_provisional else "Rating", own.rating, Rating)
        if line and not is_provisional:
            yield Fact("Rank", line.rank, Rank)
        if line and line.change is not None:
            yield Fact("Change", line.change, Change, note="since the list before")
        yield from self.facts(own)


def _build_rows(
    table: type[Table],
    players: Sequence[Player],
    here: Placement[Any],
    before: Placement[Any] | None,
    more: Mapping[str, Cells | Callable[[], Cells]] = MappingProxyType({}),
) -> Rows[Any]:
    """The rows of a list by column: what players and their standings are, what moved, and `more`."""
    ids = [player.id for player in players]
    was = before.ratings if before else {}

    def changes() -> Cells:
        return [here.ratings[player] - was[player] if player in was else None for player in ids]

    standings = [here.standings[player] for player in ids]
    moved = {"player": ids, "change": changes, **more}
    return Rows.join(table, len(ids), make_cell_getters(players), make_cell_getters(standings), moved)


def describe_highest(rating: float, reached: date | None) -> Iterator[Fact]:
    """The highest of the ratings of a player, which was reached on a day, or is that at the start."""
    yield Fact("Highest rating", rating, Rating)
    if reached:
        yield Fact("Reached on", reached, PlayDate)


def make_rating_chart(start: float, after: Collection[tuple[date, float]]) -> list[Chart]:
    """The ratings of a player, `after` each day of play; none without any."""
    return [Chart("Rating", list(after), {"Rating at the start": start})] if after else []
