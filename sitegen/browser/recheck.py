"""Published figures calculated again: data files compared cell by cell, and gains between any two days."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property
from hashlib import sha256
from itertools import islice, zip_longest
from typing import Any, NamedTuple

from sitegen.core.columnar import to_columns
from sitegen.core.table import Column, get_columns
from sitegen.inputs.results import files
from sitegen.rankings.datafiles import DataFiles
from sitegen.rankings.dataset import ListData
from sitegen.rankings.ranking import RankingContext

_MAX_CELLS = 10
"""Cells that an answer lists, of those that differ."""
_MAX_CELL_LENGTH = 200


class CellDifference(NamedTuple):
    """A cell that is published otherwise: `row` counts from the header, which is 1, and may be of a `player`.

    Without a `column` it is a whole row, which one side may not have.
    """

    row: int
    player: str
    column: str
    published: str
    calculated: str


@dataclass(frozen=True)
class Recheck:
    """The data files of a ranking as they are calculated again: each table, and each list shown in full."""

    context: RankingContext
    _latest_tables: dict[str, Mapping[str, DataFiles]] = field(default_factory=dict)
    """The tables of the folder that was asked for last: those of a list are made when needed."""

    @cached_property
    def paths(self) -> Sequence[str]:
        """The paths of all data files, from the folder of the ranking."""
        tables = [f"{name}.{kind}" for name in self.context.files for kind in ("csv", "json")]
        return [
            *tables,
            *(
                f"{at}{name}.csv"
                for at in self._lists_by_folder
                for name in self.context.dataset.player_tables
            ),
        ]

    def digest_files(self) -> dict[str, dict[str, Any]]:
        """Return the SHA-256 `digest` of each file by its path, and how many `figures` it has."""
        digests, figures = {}, dict[str, int]()
        for path in self.paths:
            table, kind = self._find_table(path)
            stem = path.removesuffix(f".{kind}")
            if stem not in figures:
                figures[stem] = count_figures(table)
            digest = sha256(encode_file(table, kind)).hexdigest()
            digests[path] = {"digest": digest, "figures": figures[stem]}
        return digests

    def compare_file(self, path: str, published: str) -> dict[str, Any]:
        """Return how many `differences` a file has, and the first `cells` that differ."""
        if path not in self.paths:
            return {"differences": 1, "cells": [CellDifference(0, "", "", path, "")._asdict()]}
        differences = find_differences(*self._find_table(path), published)
        first = list(islice(differences, _MAX_CELLS))
        count = len(first) + sum(1 for _ in differences)
        return {"differences": count, "cells": [cell._asdict() for cell in first]}

    def _find_table(self, path: str) -> tuple[DataFiles, str]:
        """Return the table of a file, and its kind: `csv` or `json`."""
        stem, _, kind = path.rpartition(".")
        folder, _, name = stem.rpartition("/")
        return self._get_tables(folder and f"{folder}/")[name], kind

    @cached_property
    def _lists_by_folder(self) -> Mapping[str, ListData]:
        """The lists that are shown in full, by the folders of their files."""
        return {f"lists/{listing.day}/": listing for listing in self.context.dataset.archive}

    def _get_tables(self, folder: str) -> Mapping[str, DataFiles]:
        if not folder:
            return self.context.files
        if folder not in self._latest_tables:
            self._latest_tables.clear()
            tables = self.context.dataset.build_player_tables(self._lists_by_folder[folder])
            self._latest_tables[folder] = {table.name: DataFiles(table) for table in tables}
        return self._latest_tables[folder]


def count_figures(table: DataFiles) -> int:
    """Return how many numbers a table has."""
    pieces = (piece for chunk in table.published.iter_chunks() for piece in chunk)
    numbers = (values for column, values in pieces if column.kind in (int, float))
    return sum(len(values) - values.count(None) for values in numbers)


def encode_file(table: DataFiles, kind: str) -> bytes:
    """Return the file of a table that is a `csv` or `json`."""
    return table.to_csv() if kind == "csv" else table.to_json()


def find_differences(table: DataFiles, kind: str, published: str) -> Iterator[CellDifference]:
    """Yield the cells that are published otherwise.

    Where the published file cannot be parsed, or all cells are equal, the first line that differs.
    """
    calculated = encode_file(table, kind).decode()
    if published == calculated:
        return
    parse = files.parse_rows if kind == "csv" else _parse_json_rows
    old_rows, new_rows = parse(published), parse(calculated)
    styles = [column.display.style for column in get_columns(table.published.table)]
    player_column = styles.index("player") if "player" in styles else None
    differences = (
        _compare_lines(published, calculated)
        if old_rows is None or new_rows is None or old_rows == new_rows
        else _compare_rows(old_rows, new_rows, player_column)
    )
    for difference in differences:
        yield difference._replace(
            published=_shorten(difference.published), calculated=_shorten(difference.calculated)
        )


_TextRows = Sequence[Sequence[str]]


def _parse_json_rows(text: str) -> _TextRows | None:
    """Return the column names and the rows of a JSON file; None where it is not one of ours."""
    try:
        data = json.loads(text)
        columns, rows = data["columns"], data["rows"]
        table = [[column["name"] for column in columns], *rows]
        return [[cell if isinstance(cell, str) else json.dumps(cell) for cell in row] for row in table]
    except (ValueError, TypeError, KeyError, RecursionError):
        return None


def _compare_rows(
    old_rows: _TextRows, new_rows: _TextRows, player_column: int | None
) -> Iterator[CellDifference]:
    """Compare row by row; where a row was added or left out, not the rows at the end that are the same."""
    end = _count_common_end(old_rows, new_rows) if len(old_rows) != len(new_rows) else 0
    pairs = zip_longest(old_rows[: len(old_rows) - end], new_rows[: len(new_rows) - end])
    for number, (old, new) in enumerate(pairs, 1):
        if old == new:
            continue
        player = (
            "" if player_column is None else [*(new or old or ()), *[""] * (player_column + 1)][player_column]
        )
        if old is None or new is None:
            yield CellDifference(number, player, "", ",".join(old or ()), ",".join(new or ()))
        else:
            yield from _compare_cells(CellDifference(number, player, "", "", ""), new_rows[0], old, new)


def _count_common_end(old_rows: _TextRows, new_rows: _TextRows) -> int:
    pairs = zip(reversed(old_rows), reversed(new_rows), strict=False)
    return next(
        (number for number, (old, new) in enumerate(pairs) if old != new), min(len(old_rows), len(new_rows))
    )


def _compare_cells(
    difference: CellDifference, header: Sequence[str], old: Sequence[str], new: Sequence[str]
) -> Iterator[CellDifference]:
    for place, (published, calculated) in enumerate(zip_longest(old, new, fillvalue="")):
        if published != calculated or place >= min(len(old), len(new)):
            column = header[place] if place < len(header) else f"{place + 1}"
            yield difference._replace(column=column, published=published, calculated=calculated)


def _compare_lines(published: str, calculated: str) -> Iterator[CellDifference]:
    lines = (text.splitlines(keepends=True) for text in (published, calculated))
    for number, (old, new) in enumerate(zip_longest(*lines, fillvalue=""), 1):
        if old != new:
            yield CellDifference(number, "", "", repr(old), repr(new))
            return


def _shorten(text: str) -> str:
    return text if len(text) <= _MAX_CELL_LENGTH else f"{text[: _MAX_CELL_LENGTH - 1]}…"


def find_risers(context: RankingContext, first: date, latest: date) -> dict[str, Any]:
    """Return the `columns` and `rows` of the table of two days, and the `pages` of its players.

    A column that is blank in all rows is left out, as it is on pages.
    """
    build_section = context.derived.risers_between
    section = build_section(first, latest) if build_section else None
    if section is None or not section.rows:
        return {"columns": [], "rows": [], "pages": []}
    translate = context.language.translate
    by_place = zip(get_columns(section.table), to_columns(section.rows), strict=True)
    filled_columns = [
        (column, cells) for column, cells in by_place if any(cell is not None for cell in cells)
    ]
    players = next(cells for column, cells in filled_columns if column.display.style == "player")
    with_page = context.derived.players_with_page
    return {
        "columns": [
            {"label": translate(column.label), "doc": translate(column.doc), "style": column.display.style}
            for column, _ in filled_columns
        ],
        "rows": list(zip(*(_format_column(context, *pair) for pair in filled_columns), strict=True)),
        "pages": [player if player in with_page else "" for player in players],
    }


def _format_column(context: RankingContext, column: Column, cells: Sequence[Any]) -> Sequence[str]:
    style, decimals = column.display.style, column.display.decimals
    if style == "player":
        return list(map(context.get_name, cells))
    if column.kind is float:
        return context.language.format_numbers(cells, decimals, signed=style == "signed")
    return ["" if cell is None else str(cell) for cell in cells]
