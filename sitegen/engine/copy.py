"""The tables of a ranking as they were read, as files again: whoever reads those has the same tables.

Each row stands in the line that it was read from, in the columns and with the delimiter of its file, so that
whatever is said of it is said alike. Where some hide, players are the exception: between which names a row
stands would tell of a hidden one whose it is. The visible stand in their order, one below the other, and
behind them all the hidden, under their labels.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from itertools import chain, groupby
from typing import Any, NamedTuple

from sitegen.config import Ranking
from sitegen.model import Player
from sitegen.read.files import PLAYERS, Files
from sitegen.read.folder import RESULTS
from sitegen.read.veil import veiled
from sitegen.system import kept
from sitegen.table import Column, Table, columns, names


class Shape(NamedTuple):
    """How a file is written: its columns in order, and what stands between them."""

    names: Sequence[str] = ()
    delimiter: str = ","


def shapes(files: Files) -> dict[str, Shape]:
    """How each file of a ranking is written, by its path."""
    return {each.path: Shape([*filter(None, each.names)], each.lines.delimiter) for each in files.every}


def travelling(ranking: Ranking, inputs: Any) -> Any:
    """The tables with the players in the order of a copy, and without what would tell who hides.

    A club that is published nowhere is a part of that.
    """
    tells = {} if any("club" in names(each) for each in ranking.system.outputs.values()) else {"club": ""}
    visible = [each for each in inputs.players if not each.hidden]
    hidden = [each.veiled().but(**tells) for each in inputs.players if each.hidden]
    return inputs._replace(players=[*visible, *sorted(hidden, key=_number)])


def _number(player: Player) -> int:
    return int(player.id.rpartition("-")[2])


def copied(ranking: Ranking, inputs: Any, shapes: Mapping[str, Shape]) -> dict[str, list[str]]:
    """The files by path, line by line, out of the tables as they travel."""
    hidden = frozenset(each.id for each in inputs.players if each.hidden)
    found: dict[str, list[str]] = {}
    for table, rows in zip(kept(ranking.system), inputs, strict=True):
        path = f"{RESULTS}/{ranking.id}/{table.name}.csv"
        files = _players(rows, path) if table.name == PLAYERS and hidden else _by_file(rows or ())
        for at, own in files:
            found[at] = _Copy(table.rows, hidden, shapes.get(at, Shape())).lines(own)
        if isinstance(rows, list) and not rows:  # a file without rows is there all the same
            found[path] = _Copy(table.rows, hidden, Shape()).lines([])
    return found


Rows = Sequence[tuple[int, Any]]
"""Rows, each with its line."""


def _by_file(rows: Iterable[Any]) -> Iterator[tuple[str, Rows]]:
    """The rows of each file."""
    for path, own in groupby(rows, lambda row: row.source.rpartition(":")[0]):
        yield path, [(int(each.source.rpartition(":")[2]), each) for each in own]


def _players(rows: Sequence[Player], usual: str) -> Iterator[tuple[str, Rows]]:
    """The rows of players, of whom some hide: those in the last of the files in which somebody is shown."""
    visible = dict(_by_file(each for each in rows if not each.hidden)) or {usual: []}
    hidden = [each for each in rows if each.hidden]
    for path, own in visible.items():
        there = chain((each for _, each in own), hidden if path == [*visible][-1] else ())
        yield path, list(enumerate(there, 2))


@dataclass(frozen=True)
class _Copy:
    """How the rows of a table are written in one of its files."""

    table: type[Table]
    hidden: frozenset[str]
    shape: Shape

    def lines(self, rows: Rows) -> list[str]:
        """The file, each row in its line; a row with line breaks in it takes several."""
        head, texts = self._written([row for _, row in rows])
        lines, at = [head], 2
        for (line, _), text in zip(rows, texts, strict=True):
            lines += [""] * (line - at)
            lines += text.split("\n")
            at = len(lines) + 1
        return lines

    def _written(self, rows: Sequence[Any]) -> tuple[str, Iterator[str]]:
        """The header and the rows, column by column."""
        values = zip(*rows, strict=True) if rows else [()] * len(columns(self.table))
        pairs = {each.name: (each, cells) for each, cells in zip(columns(self.table), values, strict=True)}
        names = [*self.shape.names, *(name for name, pair in pairs.items() if self._is_needed(name, *pair))]
        texts = [self._cells(*pairs[name]) for name in names]
        join = self.shape.delimiter.join
        return join(names), map(join, zip(*texts, strict=True))

    def _is_needed(self, name: str, column: Column, values: Sequence[Any]) -> bool:
        """Whether a column that the file does not have must be there all the same."""
        is_said = column.required or any(each != column.default for each in values)
        return not column.filled and name not in self.shape.names and is_said

    def _cells(self, column: Column, values: Sequence[Any]) -> list[str]:
        """The cells of a column; those that are alike are written once."""
        is_key = issubclass(self.table, Player) and column.name == "id"
        labels = self.hidden if column.shown.style == "player" or is_key else frozenset[str]()
        written = {each: veiled(each) if each in labels else self._plain(each) for each in {*values}}
        if not column.required:  # which a blank cell means too
            written[column.default] = ""
        quoted = {each: self._quoted(text) for each, text in written.items()}
        return [quoted[each] for each in values]

    def _plain(self, value: Any) -> str:
        if isinstance(value, bool):
            return "yes" if value else "no"
        if isinstance(value, float):  # in digits alone, and no more of them than were read
            text = f"{Decimal(repr(value)):f}".removesuffix(".0")
            return text if self.shape.delimiter == "," else text.replace(".", ",")
        return value.isoformat() if isinstance(value, date) else "" if value is None else str(value)

    def _quoted(self, text: str) -> str:
        special = {'"', "\n", "#", self.shape.delimiter}
        return text if special.isdisjoint(text) else '"' + text.replace('"', '""') + '"'
