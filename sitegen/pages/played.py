"""Who played for which list: who did not has no change there, not even one of nothing."""

from bisect import bisect_right
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property
from hashlib import blake2b
from typing import Any

from sitegen.board import Board
from sitegen.model import Listing, Part, Section, Sheet
from sitegen.table import Table, columns, figure


@dataclass(frozen=True)
class Played:
    """Who played what counts, between any two lists of a ranking; nobody where there are no careers."""

    board: Board

    def by(self, listing: Listing) -> frozenset[str]:
        """Who played what is in `listing`, and was not in the list before."""
        before = self.board.derived.before(listing)
        start = bisect_right(self._days, before.through) if before else 0
        end = bisect_right(self._days, listing.through)
        return frozenset().union(*map(self.board.derived.played.__getitem__, self._days[start:end]))

    def sheet(self, listing: Listing) -> Sheet:
        """The sheet of a list, on which a change of nothing is blank where nothing was played."""
        if self.board.outcome.careers is None:
            return listing.sheet
        who = self.by(listing)
        digest = blake2b(repr(sorted(who)).encode(), digest_size=16).digest()
        return changed(listing.sheet, digest, lambda each: stilled(each, who))

    @cached_property
    def _days(self) -> list[date]:
        return sorted(self.board.derived.played)


def is_list(table: type[Table]) -> bool:
    """Whether the rows of a table are players with a figure."""
    return figure(table) is not None and any(each.name == "player" for each in columns(table))


def changed(sheet: Sheet, digest: bytes, made: Callable[[Section], Part]) -> Sheet:
    """A sheet whose lists are made anew out of what has this digest."""

    def changed_parts(parts: Sequence[Part]) -> Sequence[Part]:
        return [made(each) if isinstance(each, Section) and is_list(each.table) else each for each in parts]

    return sheet.remade(digest, changed_parts)


def stilled(section: Section, played: Collection[str]) -> Section:
    """A list on which who did not play has no change."""
    changes = [each.name for each in columns(section.table) if each.role == "change"]
    blank: dict[str, Any] = dict.fromkeys(changes)

    def still(row: Any) -> Any:
        moved = row.player in played or any(getattr(row, each) for each in changes)
        return row if moved else row.but(**blank)

    return replace(section, rows=list(map(still, section.rows))) if changes else section
