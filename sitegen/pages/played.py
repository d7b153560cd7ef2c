"""Who played for which list: who did not has no change there, not even one of nothing."""

from collections.abc import Callable, Collection, Sequence

from sitegen.board import Board
from sitegen.model import Listing, Part, Section, Sheet
from sitegen.table import Rows, Table, by_column, columns, figure, names


def told(board: Board, listing: Listing) -> Callable[[Sheet], Sheet]:
    """What makes the sheet of a list, or a part of it, one where a change of nothing is blank."""
    if board.outcome.careers is None:
        return lambda sheet: sheet
    who = board.derived.played_for(listing)
    return lambda sheet: changed(sheet, lambda each: stilled(each, who))


def is_list(table: type[Table]) -> bool:
    """Whether the rows of a table are players with a figure."""
    return figure(table) is not None and any(each.name == "player" for each in columns(table))


def changed(sheet: Sheet, made: Callable[[Section], Part]) -> Sheet:
    """A sheet whose lists are made anew when they are asked for."""

    def changed_parts(parts: Sequence[Part]) -> Sequence[Part]:
        return [made(each) if isinstance(each, Section) and is_list(each.table) else each for each in parts]

    return sheet.with_parts(changed_parts)


def stilled(section: Section, played: Collection[str]) -> Section:
    """A list on which who did not play has no change."""
    table, rows = section.table, section.rows
    changes = [place for place, each in enumerate(columns(table)) if each.role == "change"]
    if not (changes and rows):
        return section
    cells = by_column(rows)
    there = [each in played for each in cells[names(table).index("player")]]
    moved = list(map(any, zip(there, *(cells[each] for each in changes), strict=True)))
    for place in changes:
        cells[place] = [change if shown else None for change, shown in zip(cells[place], moved, strict=True)]
    return section._replace(rows=Rows(table, len(rows), cells))
