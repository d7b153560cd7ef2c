"""The files of a ranking for browsers, written again from its tables without what names a hidden player.

Whoever reads these files gets the same tables. Each row stands in the line that it was read from, in the
columns and with the delimiter of its file, so that problems name the same places. Players are the exception,
as the rows around a hidden one would tell who it is: the visible ones keep their order, one below the other,
and the hidden ones follow under their labels.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from itertools import groupby
from operator import attrgetter
from typing import Any, NamedTuple

from sitegen.core.entities import Player
from sitegen.core.system import DECISIONS, list_input_tables
from sitegen.core.table import Column, Table, get_column_names, get_columns
from sitegen.inputs.config.site import Ranking
from sitegen.inputs.results.files import MEMBERSHIPS, PLAYERS, RESULTS_FOLDER, RankingFiles
from sitegen.inputs.results.players import mark_pseudonym
from sitegen.toolkit.order import sort_alphabetically

_HIDDEN_REASON = "hidden"
"""What stands for the reason of a decision about a hidden player."""


class FileLayout(NamedTuple):
    """How a file is written: its columns in order, and its delimiter."""

    names: Sequence[str] = ()
    delimiter: str = ","


def read_layouts(files: RankingFiles) -> dict[str, FileLayout]:
    """Return the layout of each file of a ranking, by its path."""
    return {
        file.path: FileLayout([*filter(None, file.names)], file.lines.delimiter) for file in files.all_files
    }


def prepare_inputs(ranking: Ranking, inputs: Any, as_of: date) -> Any:
    """Return the tables with the players in the order of the copy, without what tells who hides.

    A club tells that too where no published table has it, and so does a membership, or one after `as_of`.
    Why a committee decides about who hides is not known here: a word stands for it, as every row needs one.
    """
    has_clubs = any("club" in get_column_names(table) for table in ranking.system.outputs.values())
    cleared = {} if has_clubs else {"club": ""}
    visible = [player for player in inputs.players if not player.hidden]
    hidden_players = sort_alphabetically(player for player in inputs.players if player.hidden)
    hidden_ids = {player.id for player in hidden_players}
    inputs = inputs._replace(
        players=[*visible, *(player.redact().replace(**cleared) for player in hidden_players)]
    )
    if getattr(inputs, DECISIONS, ()):
        inputs = inputs._replace(
            decisions=[row if row.reason else row.replace(reason=_HIDDEN_REASON) for row in inputs.decisions]
        )
    if not getattr(inputs, MEMBERSHIPS, ()):
        return inputs
    visible_rows = [row for row in inputs.memberships if row.player not in hidden_ids]
    hidden_rows = sorted(
        (row for row in inputs.memberships if row.player in hidden_ids and row.from_ <= as_of),
        key=attrgetter("player", "from_"),
    )
    return inputs._replace(memberships=[*visible_rows, *(hidden_rows if has_clubs else ())])


def build_copies(ranking: Ranking, inputs: Any, layouts: Mapping[str, FileLayout]) -> dict[str, list[str]]:
    """Return the lines of each file, by its path; of `inputs` that are prepared."""
    hidden_ids = frozenset(player.id for player in inputs.players if player.hidden)
    copies: dict[str, list[str]] = {}
    for table, rows in zip(list_input_tables(ranking.system), inputs, strict=True):
        path = f"{RESULTS_FOLDER}/{ranking.id}/{table.name}.csv"
        files = (
            _hide_order(rows or (), path, hidden_ids)
            if table.name in {PLAYERS, MEMBERSHIPS} and hidden_ids
            else _group_by_file(rows or ())
        )
        for file_path, own_rows in files:
            copies[file_path] = _TableWriter(
                table.rows, hidden_ids, layouts.get(file_path, FileLayout())
            ).build_lines(own_rows)
        if isinstance(rows, list) and not rows:  # a file without rows is there all the same
            copies[path] = _TableWriter(table.rows, hidden_ids, FileLayout()).build_lines([])
    return copies


NumberedRows = Sequence[tuple[int, Any]]
"""Rows, each with its line number."""


def _group_by_file(rows: Iterable[Any]) -> Iterator[tuple[str, NumberedRows]]:
    for path, file_rows in groupby(rows, lambda row: row.source.rpartition(":")[0]):
        yield path, [(int(row.source.rpartition(":")[2]), row) for row in file_rows]


def _hide_order(
    rows: Sequence[Any], default_path: str, hidden_ids: Collection[str]
) -> Iterator[tuple[str, NumberedRows]]:
    """Yield each file with its rows, those of hidden players in the last that has one of a visible player."""
    hidden_rows = [row for row in rows if _get_player(row) in hidden_ids]
    visible_rows = [row for row in rows if _get_player(row) not in hidden_ids]
    visible = dict(_group_by_file(visible_rows)) or ({default_path: []} if rows else {})
    for path, file_rows in visible.items():
        own_rows = [row for _, row in file_rows]
        if path == [*visible][-1]:
            own_rows += hidden_rows
        yield path, list(enumerate(own_rows, 2))


def _get_player(row: Any) -> str:
    """Return the player whom a row of players or memberships is about, by id."""
    id_: str = row.id if isinstance(row, Player) else row.player
    return id_


@dataclass(frozen=True)
class _TableWriter:
    """Writes the rows of a table in the layout of one of its files."""

    table: type[Table]
    hidden: frozenset[str]
    layout: FileLayout

    def build_lines(self, rows: NumberedRows) -> list[str]:
        """Return the file with each row in its line; a row with line breaks takes several lines."""
        header, texts = self._format_rows([row for _, row in rows])
        lines, next_line = [header], 2
        for (line, _), text in zip(rows, texts, strict=True):
            lines += [""] * (line - next_line)
            lines += text.split("\n")
            next_line = len(lines) + 1
        return lines

    def _format_rows(self, rows: Sequence[Any]) -> tuple[str, Iterator[str]]:
        """Return the header and the rows; columns that the layout lacks but the rows need are added."""
        values = zip(*rows, strict=True) if rows else [()] * len(get_columns(self.table))
        pairs = {
            column.name: (column, cells)
            for column, cells in zip(get_columns(self.table), values, strict=True)
        }
        missing = (
            name
            for name, (column, cells) in pairs.items()
            if not column.filled
            and name not in self.layout.names
            and (column.is_required or any(value != column.default for value in cells))
        )
        names = [*self.layout.names, *missing]
        texts = [self._format_column(*pairs[name]) for name in names]
        join = self.layout.delimiter.join
        return join(names), map(join, zip(*texts, strict=True))

    def _format_column(self, column: Column, values: Sequence[Any]) -> list[str]:
        """Return the cells of a column; each distinct value is formatted once."""
        is_key = issubclass(self.table, Player) and column.name == "id"
        labels = self.hidden if column.display.style == "player" or is_key else frozenset[str]()
        texts = {
            value: mark_pseudonym(value) if value in labels else self._format_value(value)
            for value in {*values}
        }
        if not column.is_required:  # which a blank cell means too
            texts[column.default] = ""
        quoted = {value: self._quote_text(text) for value, text in texts.items()}
        return [quoted[value] for value in values]

    def _format_value(self, value: Any) -> str:
        if isinstance(value, bool):
            return "yes" if value else "no"
        if isinstance(value, float):  # in digits alone, and no more of them than were read
            text = f"{Decimal(repr(value)):f}".removesuffix(".0")
            return text if self.layout.delimiter == "," else text.replace(".", ",")
        return value.isoformat() if isinstance(value, date) else "" if value is None else str(value)

    def _quote_text(self, text: str) -> str:
        special = {'"', "\n", "#", self.layout.delimiter}
        return text if special.isdisjoint(text) else '"' + text.replace('"', '""') + '"'
