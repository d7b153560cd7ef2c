"""What lists and careers tell: made anew, or as it was in the build before of a preview."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

from sitegen.derived.chronicle import Told, told
from sitegen.derived.ranks import Line
from sitegen.derived.records import Found, found
from sitegen.memory import FORGETFUL, Memory
from sitegen.model import Careers, Evidence, Listing, Outcome, Player

T = TypeVar("T")


class Anew:
    """Everything is made, and let go."""

    def line(self, listing: Listing) -> Line:
        """What a list says."""
        return Line.of(listing)

    def told(self, careers: Careers, player: str) -> Told:
        """What is kept of a career."""
        return told(careers, player)

    def feats(self, careers: Careers, players: Sequence[Player]) -> Found:
        """The greatest feats of all players."""
        return found(careers, players)


@dataclass(frozen=True)
class Again(Anew):
    """The same, but what is made from the same as in the last build is not made again.

    It is made from what is `given` to all, which are the settings of a `ranking` and its players, and from
    the evidence of a list or what is seen of a career; `tables` has the rows that they name.
    """

    ranking: str
    given: Sequence[object]
    tables: Mapping[str, Sequence[Any]]
    memory: Memory

    def line(self, listing: Listing) -> Line:
        """What a list says."""
        if not listing.sheet.evidence:
            return super().line(listing)
        seen = self._rows(listing.sheet.evidence), listing.sheet.facts
        return self._made(("line", listing.day), seen, partial(Line.of, listing))

    def told(self, careers: Careers, player: str) -> Told:
        """What is kept of a career."""
        if careers.seen is None:
            return super().told(careers, player)
        seen = self._rows(careers.seen(player))
        return self._made(("career", player), seen, partial(told, careers, player))

    def _made(self, kind: tuple[object, ...], seen: object, make: Callable[[], T]) -> T:
        return self.memory.made((self.ranking, *kind), self.given, seen, make)

    def _rows(self, seen: Iterable[object]) -> list[object]:
        """What is seen, with the rows in the place of evidence that names them."""
        return [self._named(each) if isinstance(each, Evidence) else each for each in seen]

    def _named(self, evidence: Evidence) -> list[Any]:
        return [*map(self.tables[evidence.of].__getitem__, evidence.rows)]


def known(
    ranking: str, settings: object, players: Sequence[Player], outcome: Outcome, memory: Memory
) -> Anew:
    """What is known of a ranking with such settings."""
    if memory is FORGETFUL:
        return Anew()
    rows = {each.name: each.rows for each in outcome.tables}
    same = memory.made(("players", ranking), [], players, lambda: players)
    tables = {name: memory.alike(("rows", ranking, name), each) for name, each in rows.items()}
    return Again(ranking, [settings, same], tables, memory)
