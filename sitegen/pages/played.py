"""Who played for which list: who did not has no change there, not even one of nothing."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from typing import Any

from sitegen.board import Board
from sitegen.digest import digest_of
from sitegen.model import Listing, Part, Section, Sheet
from sitegen.table import Table, columns, figure


def told(board: Board, listing: Listing) -> Sheet:
    """The sheet of a list, on which a change of nothing is blank where nothing was played."""
    if board.outcome.careers is None:
        return listing.sheet
    who = board.derived.played_for[listing.day]
    return changed(listing.sheet, digest_of(sorted(who)), lambda each: stilled(each, who))


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
