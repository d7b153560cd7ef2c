"""A line of text for each row, with its figures filled in: how a calculation shows what went into it."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import repeat
from string import Formatter
from typing import Any, NamedTuple

from sitegen.render.cells import Cells
from sitegen.table import Column, Table, by_column, columns


class _Field(NamedTuple):
    """The column at a place, of a figure with its decimals."""

    place: int
    column: Column
    decimals: str | None


@lru_cache(maxsize=64)
def _parsed(table: type[Table], pattern: str) -> tuple[Sequence[_Field], Sequence[tuple[str, int | None]]]:
    """The fields of a pattern, each once; and its texts, each with the number of the field behind it."""
    described = {each.name: (place, each) for place, each in enumerate(columns(table))}
    parsed = [(text, name, decimals) for text, name, decimals, _ in Formatter().parse(pattern)]
    named = [*dict.fromkeys((name, decimals) for _, name, decimals in parsed if name)]
    fields = [_Field(*described[name], decimals) for name, decimals in named]
    return fields, [(text, named.index((name, last)) if name else None) for text, name, last in parsed]


def lines(cells: Cells, rows: Sequence[Table], pattern: str) -> list[str]:
    """The HTML `pattern` for each of `rows` that has all figures named in it."""
    return [*filter(None, texts(cells, rows, pattern))]


def texts(cells: Cells, rows: Sequence[Table], pattern: str) -> list[str]:
    """The HTML `pattern` for each of `rows`, which are of one table; nothing where a figure in it is missing.

    `{winner}` is the cell of that column, of a player the name alone; `{change:2}` is a figure with two
    decimals.
    """
    if not rows:
        return []
    fields, parsed = _parsed(type(rows[0]), pattern)
    by_place = by_column(rows)
    written = [_texts(cells, each.column, by_place[each.place], each.decimals) for each in fields]
    parts: list[Iterable[str]] = []
    for text, number in parsed:
        parts += [repeat(text, len(rows)), *([] if number is None else [written[number]])]
    made = list(map("".join, zip(*parts, strict=True)))
    figures = [cells for cells, each in zip(written, fields, strict=True) if each.decimals]
    if not figures:
        return made
    return [text if all(there) else "" for text, there in zip(made, zip(*figures, strict=True), strict=True)]


def _texts(cells: Cells, column: Column, values: Sequence[Any], decimals: str | None) -> Sequence[str]:
    if decimals:
        return cells.language.numbers(values, int(decimals))
    if column.shown.style == "player":
        return cells.plain_names(values)
    return cells.texts(column, values)
