"""The next game of a player, and what each end of it would do to the rating."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Generic, NamedTuple, TypeVar

from sitegen.model import Section
from sitegen.toolkit.ahead import Drawable, ahead
from sitegen.toolkit.duel.outputs import RESULTS

S = TypeVar("S", bound=Any)


class Supposed(NamedTuple, Generic[S]):
    """A game that is not played yet: `gained` is what it moves the rating of a player, given who they meet.

    It is asked with both standings and the points of the player; the `note` says what is supposed.
    """

    gained: Callable[[S, S, float], float]
    note: str

    def section(self, own: S, against: Mapping[str, S]) -> Iterator[Section]:
        """What is supposed of a player against others."""
        rows = [
            Drawable(opponent, other.rating, *(self.gained(own, other, points) for points in RESULTS))
            for opponent, other in against.items()
        ]
        yield from ahead(Drawable, rows, note=self.note)
