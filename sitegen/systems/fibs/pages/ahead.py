"""What the next match of a player would do to the rating, against each likely opponent."""

from bisect import bisect_right
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from itertools import takewhile
from operator import attrgetter

from sitegen.model import Section
from sitegen.systems.fibs.matches import Standing, moved
from sitegen.systems.fibs.outputs import Receipt
from sitegen.systems.fibs.tables import Player
from sitegen.table import cells
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
    rows: Sequence[Receipt]
    registered: Collection[str]
    through: date

    def evidence(self, player: str, mine: Sequence[Receipt]) -> bytes:
        """What the section of a player with these matches hangs on; nothing where there is none."""
        if not self._is_there(player):
            return b""
        return self._field.evidence(player) + bytes([self._length(mine)])

    def section(self, player: str, mine: Sequence[Receipt]) -> Iterator[Section]:
        """The next match of a player with these matches; nothing where none is expected."""
        if self._is_there(player):
            own, length = self.standings[player].rating, self._length(mine)
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
    def _field(self) -> Field[Standing]:
        late = self.rows[bisect_right(self.rows, self.through - LATELY, key=attrgetter("date")) :]
        met = lately([row for row in late if row.counted], self.through, "winner", "loser")
        return Field(self.players, self.standings, met, met.keys() & self.registered)

    def _length(self, mine: Sequence[Receipt]) -> int:
        """What a player with these matches plays most of late; of who is new, what all others do."""
        after = self.through - LATELY
        told = [*cells(mine, "date", "length", "counted")]
        own = takewhile(lambda each: each[0] > after, reversed(told))
        return _commonest(length for _, length, counted in own if counted) or self._usual

    @cached_property
    def _usual(self) -> int:
        told = [*cells(self.rows, "length", "counted")]
        return _commonest(length for length, counted in reversed(told) if counted)


def _commonest(lengths: Iterable[int]) -> int:
    """The length that occurs most, and the first of those that occur as often; 0 without any."""
    return next((length for length, _ in Counter(lengths).most_common(1)), 0)


def _supposed(opponent: str, own: float, other: float, length: int) -> Ahead:
    """The winner wins what the loser loses ("Ratingformule")."""
    (*_, won), (*_, lost) = moved(own, other, length), moved(other, own, length)
    return Ahead(opponent, other, won, -lost)
