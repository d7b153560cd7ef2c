"""What is ahead of a player: what a win or a loss against each likely next opponent would do."""

from bisect import bisect_right
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cached_property
from itertools import chain
from operator import attrgetter
from typing import Annotated, Any, Generic, TypeVar

from sitegen.model import Player, Section
from sitegen.table import PlayerId, Rating, Shown, Table, column
from sitegen.toolkit.order import places, ranked
from sitegen.toolkit.rows import companions, grouped

S = TypeVar("S", bound=Any)
LATELY = timedelta(days=365)
_MOST = 5
_Gained = Annotated[float, Shown("signed", 1)]


class Ahead(Table):
    """A likely next opponent, and what each end of a game with them would do to the figure of a player."""

    opponent: PlayerId = column("the other player")
    rating: Rating = column("rating of the opponent now", role="beside")
    won: _Gained = column("what a win would bring", label="If won")
    lost: _Gained = column("what a loss would bring", label="If lost")


class Drawable(Ahead):
    """The same of games that can be drawn."""

    drawn: _Gained = column("what a draw would bring", label="If drawn", before="lost")


def ahead(  # noqa: PLR0913 - each is a part of a section, and all but two are named at the call
    table: type[Ahead],
    rows: Sequence[Ahead],
    *,
    note: str,
    title: str = "The next game",
    named: Mapping[str, object] | None = None,
    articles: Sequence[str] = (),
) -> Iterator[Section]:
    """The section with such rows; nothing without any."""
    if rows:
        yield Section("ahead", title, table, rows, note, named=named or {}, articles=articles)


def lately(rows: Sequence[Any], day: date, *sides: str) -> dict[str, list[str]]:
    """Whom each met in the twelve months through `day`, a name as often as they met.

    `rows` stand in order of their `date`, and `sides` are the two columns that name who met.
    """
    first = bisect_right(rows, day - LATELY, key=attrgetter("date"))
    pairs = [*map(attrgetter(*sides), rows[first:])]
    both = [*pairs, *((other, one) for one, other in pairs)]
    return {
        player: [other for _, other in mine] for player, mine in grouped(both, lambda each: each[0]).items()
    }


def likely(candidates: Iterable[str], possible: Container[str]) -> list[str]:
    """The first few of the candidates who are possible, each once."""
    found: list[str] = []
    for each in candidates:
        if each in possible and each not in found:
            found.append(each)
            if len(found) == _MOST:
                break
    return found


def neighbours(order: Sequence[str], place: int) -> Iterator[str]:
    """Who stand nearest to a place in an order, by turns above and below it."""
    for far in range(1, len(order)):
        yield from (order[each] for each in (place - far, place + far) if 0 <= each < len(order))


@dataclass(frozen=True)
class Field(Generic[S]):
    """Who may play whom next: those met most `lately` go first, then who stands nearest by rating.

    `standings` are of everybody, by id, and `possible` are those who can play at all.
    """

    players: Sequence[Player]
    standings: Mapping[str, S]
    lately: Mapping[str, Sequence[str]]
    possible: Container[str]

    def against(self, player: str) -> dict[str, S]:
        """The likely next opponents of a player, with how they stand."""
        met = (other for other, _ in companions(self.lately.get(player, ()), str, self._alphabet))
        candidates = chain(met, neighbours(self._order, self._places[player]))
        return {each: self.standings[each] for each in likely(candidates, self.possible)}

    @cached_property
    def _order(self) -> list[str]:
        ratings = {player: own.rating for player, own in self.standings.items()}
        return [each.id for _, each in ranked(self.players, ratings)]

    @cached_property
    def _places(self) -> Mapping[str, int]:
        return {player: place for place, player in enumerate(self._order)}

    @cached_property
    def _alphabet(self) -> Mapping[str, int]:
        return places(self.players)
