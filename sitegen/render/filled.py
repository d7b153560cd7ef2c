"""A line of text for each row, with its figures filled in: how a calculation shows what went into it."""

from collections.abc import Iterable, Sequence
from itertools import repeat
from string import Formatter
from typing import Any

from sitegen.render.cells import Cells
from sitegen.table import Column, Table, columns


def lines(cells: Cells, rows: Sequence[Table], pattern: str) -> list[str]:
    """The HTML `pattern` for each of `rows`, which are of one table, that has all figures named in it.

    `{winner}` is the cell of that column, of a player the name alone; `{change:2}` is a figure with two
    decimals.
    """
    if not rows:
        return []
    asked = [(text, name, decimals) for text, name, decimals, _ in Formatter().parse(pattern)]
    described = {each.name: (place, each) for place, each in enumerate(columns(type(rows[0])))}
    named = {(name, decimals): described[name] for _, name, decimals in asked if name}
    figures = {place for (_, decimals), (place, _) in named.items() if decimals}
    there = [row for row in rows if all(row[place] is not None for place in figures)]
    by_place = list(zip(*there, strict=True)) or [()] * len(described)
    texts = {each: _texts(cells, column, by_place[place], each[1]) for each, (place, column) in named.items()}
    parts: list[Iterable[str]] = []
    for text, name, decimals in asked:
        parts.append(repeat(text, len(there)))
        if name:
            parts.append(texts[name, decimals])
    return list(map("".join, zip(*parts, strict=True)))


def _texts(cells: Cells, column: Column, values: Sequence[Any], decimals: str | None) -> list[str]:
    if decimals:
        return cells.language.numbers(values, int(decimals))
    if column.shown.style == "player":
        return cells.plain_names(values)
    return cells.texts(column, values)
