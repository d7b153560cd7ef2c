"""What the columns of tables mean, as a page says it once: no label twice, and no meaning twice."""

from collections.abc import Iterable, Iterator, Mapping
from typing import TypeVar

from sitegen.render.cells import Cells
from sitegen.render.layout import visible
from sitegen.table import Column, Table

K = TypeVar("K", str, tuple[str, ...])


def lines(cells: Cells, tables: Iterable[type[Table]]) -> list[str]:
    """The HTML of each line: a label with all that it means, or all labels of one meaning."""
    explained = [each for table in tables for each in _explained(table)]
    meanings = _grouped((cells.word(each.label), cells.word(each.doc)) for each in explained)
    labels = _grouped((means, label) for label, means in meanings.items())
    return [f"<div><dt>{'<dt>'.join(named)}<dd>{'<dd>'.join(means)}</div>" for means, named in labels.items()]


def _explained(table: type[Table]) -> Iterator[Column]:
    """The columns that a legend explains: not a player, who needs no explanation."""
    return (each for each in visible(table) if each.doc and each.shown.style != "player")


def _grouped(pairs: Iterable[tuple[K, str]]) -> Mapping[K, tuple[str, ...]]:
    """The second of all pairs by the first, each once."""
    found: dict[K, dict[str, None]] = {}
    for key, value in pairs:
        found.setdefault(key, {})[value] = None
    return {key: tuple(values) for key, values in found.items()}
