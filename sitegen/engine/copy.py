"""The tables of a ranking as they were read, as files again: whoever reads those has the same tables.

Each row stands in the line that it was read from, so that wherever it is named, it is named alike. Players
are the exception: between which names a row stands would tell of a hidden one whose it is. The visible stand
in their order, one below the other, and behind them all the hidden, under their labels.
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from decimal import Decimal
from itertools import groupby
from typing import Any

from sitegen.config import Ranking
from sitegen.model import Player
from sitegen.read.files import PLAYERS
from sitegen.read.folder import RESULTS
from sitegen.read.veil import veiled
from sitegen.system import kept
from sitegen.table import Column, Table, cell_columns, columns

_QUOTED = frozenset('",\n#')


def travelling(inputs: Any) -> Any:
    """The tables with the players in the order of a copy, and without what would tell who hides."""
    visible = [each for each in inputs.players if not each.hidden]
    hidden = [each.veiled() for each in inputs.players if each.hidden]
    return inputs._replace(players=[*visible, *sorted(hidden, key=_number)])


def _number(player: Player) -> int:
    return int(player.id.rpartition("-")[2])


def copied(ranking: Ranking, inputs: Any) -> dict[str, list[str]]:
    """The files by path, line by line, out of the tables as they travel."""
    hidden = frozenset(each.id for each in inputs.players if each.hidden)
    found: dict[str, list[str]] = {}
    for table, rows in zip(kept(ranking.system), inputs, strict=True):
        path = f"{RESULTS}/{ranking.id}/{table.name}.csv"
        if table.name == PLAYERS:
            found[path] = _text(table.rows, list(enumerate(rows, 2)), hidden)
        elif rows:
            found |= {at: _text(table.rows, own, hidden) for at, own in _by_file(rows)}
        elif rows is not None and not table.may_be_missing:
            found[path] = _text(table.rows, [], hidden)
    return found


def _by_file(rows: Iterable[Any]) -> Iterator[tuple[str, list[tuple[int, Any]]]]:
    """The rows of each file, with their lines."""
    for path, own in groupby(rows, lambda row: row.source.rpartition(":")[0]):
        yield path, [(int(each.source.rpartition(":")[2]), each) for each in own]


def _text(table: type[Table], rows: Sequence[tuple[int, Any]], hidden: frozenset[str]) -> list[str]:
    """A file of rows, each in its line; a row with line breaks in it takes several."""
    lines, at = [",".join(each.name for each in cell_columns(table))], 2
    for (line, _), text in zip(rows, _texts(table, [row for _, row in rows], hidden), strict=True):
        lines += [""] * (line - at)
        lines += text.split("\n")
        at = len(lines) + 1
    return lines


def _texts(table: type[Table], rows: Sequence[Any], hidden: frozenset[str]) -> Iterator[str]:
    """The rows as they are written, column by column: cells that are alike are written once."""
    own = issubclass(table, Player)
    pairs = zip(columns(table), zip(*rows, strict=True), strict=True) if rows else ()
    cells = [_cells(each, values, hidden, own=own) for each, values in pairs if not each.filled]
    return map(",".join, zip(*cells, strict=True))


def _cells(column: Column, values: Sequence[Any], hidden: frozenset[str], *, own: bool) -> list[str]:
    labels = hidden if column.shown.style == "player" or (own and column.name == "id") else frozenset[str]()
    written = {each: _quoted(veiled(each) if each in labels else _plain(each)) for each in {*values}}
    if not column.required:  # which a blank cell means too
        written[column.default] = ""
    return [written[each] for each in values]


def _plain(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):  # in digits alone, and no more of them than were read
        return f"{Decimal(repr(value)):f}".removesuffix(".0")
    return value.isoformat() if isinstance(value, date) else str(value)


def _quoted(text: str) -> str:
    return text if _QUOTED.isdisjoint(text) else '"' + text.replace('"', '""') + '"'
