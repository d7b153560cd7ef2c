"""Who stands in rows of results, and in the place of whom where a row was corrected."""

from collections.abc import Iterable, Mapping

from sitegen.difference.rows import Row, RowChange

Side = frozenset[str]


def players(change: RowChange, row: Row) -> Side:
    """Whom a row names, by their later real ids."""
    cells = zip(change.columns, row.cells, strict=True)
    return frozenset(cell for column, cell in cells if cell and column.shown.style == "player")


def stand_ins(rows: Iterable[RowChange]) -> Mapping[Side, Side]:
    """Who stands in a row that was corrected, by who stood there."""
    found = {
        players(each, each.before): players(each, each.after)
        for each in rows
        if each.kind == "corrected" and each.before and each.after
    }
    return {was: now for was, now in found.items() if was != now}
