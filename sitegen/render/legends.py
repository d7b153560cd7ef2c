"""Write the legend of a page: what the columns of its tables mean."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from functools import cache
from typing import Any

from sitegen.core.model import Section
from sitegen.core.table import Column, Table
from sitegen.render.cells import CellWriter
from sitegen.render.table_layout import find_visible_columns, get_values, index_columns, is_blank


def is_explained(column: Column) -> bool:
    """Return whether a column means more than its label says: `Team` is the team, and a date is a day."""
    told = {"", column.label.casefold(), "day" if column.kind is date else ""}
    return column.display.style != "player" and column.doc.removeprefix("the ").casefold() not in told


@cache
def _place_columns(table: type[Table]) -> Sequence[tuple[int, Column]]:
    """Return the explained columns of a table, each behind its place."""
    places = index_columns(table)
    return [(places[column.name], column) for column in find_visible_columns(table) if is_explained(column)]


def find_explained_columns(sections: Iterable[Section]) -> tuple[Column, ...]:
    """Return the columns of sections that a legend explains, each once; most that are blank have no head."""
    columns: dict[Column, None] = {}
    for section in sections:
        if not section.rows:
            continue
        values, opens = get_values(section.table, section.rows), section.has_opened_rows
        for place, column in _place_columns(section.table):
            if (opens and column.name not in section.opened_columns) or not is_blank(values(place)):
                columns[column] = None
    return tuple(columns)


def write_legend(columns: Iterable[Column], cells: CellWriter) -> Iterator[str]:
    """Yield the lines of a legend: a label with all its meanings, or all labels of one meaning."""
    meanings = _group_pairs(
        (cells.translate(column.label), cells.translate(column.doc)) for column in columns
    )
    for texts, labels in _group_pairs((texts, label) for label, texts in meanings.items()).items():
        yield f"<dt>{'<dt>'.join(labels)}<dd>{'<dd>'.join(texts)}"


def _group_pairs(pairs: Iterable[tuple[Any, Any]]) -> Mapping[Any, tuple[Any, ...]]:
    """Return the second values of pairs by the first, each once."""
    groups: dict[Any, dict[Any, None]] = {}
    for key, value in pairs:
        groups.setdefault(key, {})[value] = None
    return {key: tuple(values) for key, values in groups.items()}
