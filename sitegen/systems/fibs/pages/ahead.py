"""What the next match of a player would do to the rating, against each likely opponent."""

from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from itertools import compress

from sitegen.model import Section
from sitegen.systems.fibs.matches import Standing, moved
from sitegen.systems.fibs.outputs import Receipt
from sitegen.systems.fibs.tables import Player
from sitegen.table import Rows
from sitegen.toolkit.ahead import LATELY, Ahead, Field, ahead, lately

_NOTE = (
    "What it would do to the rating, against who was met most in the last twelve months, then against who"
    " stands nearest. It is of the length that this player plays most of late."
)


@dataclass(frozen=True)
class Next:
    """What the next matches are supposed from, of which `through` is the last day that counts.

    `rows` are all matches by then, and `registered` are those who may play.
    """

    players: Sequence[Player]
    standings: Mapping[str, Standing]
    rows: Rows[Receipt]
    registered: Collection[str]
    through: date

    def section(self, player: str) -> Iterator[Section]:
        """The next match of a player; nothing where none is expected."""
        if self._is_there(player):
            own, length = self.standings[player].rating, self._length(player)
            against = self._field.against(player)
            rows = [_supposed(each, own, other.rating, length) for each, other in against.items()]
            title, articles = "The next match, of length {length}", ["Ratingformule", "Ramp-up"]
            yield from ahead(
                Ahead, rows, note=_NOTE, title=title, named={"length": length}, articles=articles
            )

    def _is_there(self, player: str) -> bool:
        """Whether a player is registered, and is new or has played in the last twelve months."""
        is_new = not self.standings[player].matches
        return player in self.registered and (is_new or player in self._field.lately)

    @cached_property
    def _late(self) -> Sequence[Receipt]:
        """The matches of the last twelve months that count."""
        first = bisect_right(self.rows.column("date"), self.through - LATELY)
        return [row for row in self.rows[first:] if row.counted]

    @cached_property
    def _field(self) -> Field[Standing]:
        met = lately(self._late, self.through, "winner", "loser")
        return Field(self.players, self.standings, met, met.keys() & self.registered)

    @cached_property
    def _lengths(self) -> Mapping[str, Sequence[int]]:
        """Of what length the matches of each player were of late, the latest first."""
        found: defaultdict[str, list[int]] = defaultdict(list)
        for row in reversed(self._late):
            found[row.winner].append(row.length)
            found[row.loser].append(row.length)
        return found

    def _length(self, player: str) -> int:
        """What a player plays most of late; of who is new, what all others do."""
        return _commonest(self._lengths.get(player, ())) or self._usual

    @cached_property
    def _usual(self) -> int:
        lengths, counted = self.rows.column("length"), self.rows.column("counted")
        return _commonest(compress(reversed(lengths), reversed(counted)))


def _commonest(lengths: Iterable[int]) -> int:
    """The length that occurs most, and the first of those that occur as often; 0 without any."""
    return next((length for length, _ in Counter(lengths).most_common(1)), 0)


def _supposed(opponent: str, own: float, other: float, length: int) -> Ahead:
    """The winner wins what the loser loses ("Ratingformule")."""
    (*_, won), (*_, lost) = moved(own, other, length), moved(other, own, length)
    return Ahead(opponent, other, won, -lost)
