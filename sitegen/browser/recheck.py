"""Published data files compared with what is calculated again, cell by cell as who opens them has them.

Who won what between two days that a visitor picks, with every cell as pages write it.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property
from itertools import chain, islice, zip_longest
from typing import Any, NamedTuple

from sitegen.core.columnar import to_columns
from sitegen.core.language import Language
from sitegen.core.model import Listing, Section
from sitegen.core.table import Column, get_columns
from sitegen.inputs.results import files
from sitegen.rankings.datafiles import DataFiles
from sitegen.rankings.derived import build_list_tables
from sitegen.rankings.ranking import RankingContext

_MAX_CELLS = 10
"""Of the cells that differ so many are told; of each so many characters."""
_MAX_CELL_LENGTH = 200


class CellDifference(NamedTuple):
    """A cell that is published otherwise; `row` counts from the header, which is 1, and is `of` a player.

    Without a `column` it is a whole row, of which one side may have none.
    """

    row: int
    of: str
    column: str
    published: str
    calculated: str


@dataclass(frozen=True)
class Recheck:
    """The data files of a ranking as they are calculated again: each table, and each list shown in full."""

    context: RankingContext
    _latest_tables: dict[str, Mapping[str, DataFiles]] = field(default_factory=dict)
    """The tables of the folder that was asked for last: those of a list are made when they are needed."""

    @cached_property
    def paths(self) -> Sequence[str]:
        """Where all of them stand, from the folder of the ranking."""
        tables = [f"{name}.{kind}" for name in self.context.files for kind in ("csv", "json")]
        return [
            *tables,
            *(
                f"{at}{name}.csv"
                for at in self._lists_by_folder
                for name in self.context.derived.player_tables
            ),
        ]

    def compare_file(self, path: str, published: str) -> dict[str, Any]:
        """How many `figures` a file has, in how many cells it `differs`, and the first of these `cells`."""
        if path not in self._known_paths:
            return {"figures": 0, "differs": 1, "cells": [CellDifference(0, "", "", path, "")._asdict()]}
        stem, _, kind = path.rpartition(".")
        at, _, name = stem.rpartition("/")
        table = self._get_tables(at and f"{at}/")[name]
        found = find_differences(table, published, kind)
        first = list(islice(found, _MAX_CELLS))
        count = len(first) + sum(1 for _ in found)
        return {
            "figures": count_figures(table),
            "differs": count,
            "cells": [cell._asdict() for cell in first],
        }

    @cached_property
    def _known_paths(self) -> frozenset[str]:
        return frozenset(self.paths)

    @cached_property
    def _lists_by_folder(self) -> Mapping[str, Listing]:
        """The lists that are shown in full, by the folders of their files."""
        return {f"lists/{listing.day}/": listing for listing in self.context.outcome.archive}

    def _get_tables(self, at: str) -> Mapping[str, DataFiles]:
        if not at:
            return self.context.files
        if at not in self._latest_tables:
            self._latest_tables.clear()
            made = build_list_tables(self.context.derived.player_tables, self._lists_by_folder[at])
            self._latest_tables[at] = {table.name: DataFiles(table) for table in made}
        return self._latest_tables[at]


def count_figures(table: DataFiles) -> int:
    """How many numbers a table tells."""
    pieces = chain.from_iterable(table.published.iter_chunks())
    numbers = (values for column, values in pieces if column.kind in (int, float))
    return sum(len(values) - values.count(None) for values in numbers)


def find_differences(table: DataFiles, published: str, kind: str = "csv") -> Iterator[CellDifference]:
    """The cells that are published otherwise; where all are the same, the first line that is written so."""
    calculated = (table.to_csv() if kind == "csv" else table.to_json()).decode()
    if published == calculated:
        return
    there, here = _split_rows(published, calculated, kind)
    found = (
        _compare_rows(there, here, _find_player_column(table))
        if there != here
        else _compare_lines(published, calculated)
    )
    for difference in found:
        yield difference._replace(
            published=_shorten(difference.published), calculated=_shorten(difference.calculated)
        )


_TextRows = Sequence[Sequence[str]]


def _split_rows(published: str, calculated: str, kind: str) -> tuple[_TextRows, _TextRows]:
    """The rows of both; where a sign spoils what is published, the lines of both."""
    rows, lines = (
        (files.parse_rows, files.parse_lines) if kind == "csv" else (_parse_json_rows, _split_json_lines)
    )
    there, here = rows(published), rows(calculated)
    if there is None or here is None:
        return lines(published), lines(calculated)
    return there, here


def _parse_json_rows(text: str) -> _TextRows | None:
    """The names of the columns and the rows of a JSON file; nothing of one in which something else stands."""
    try:
        read = json.loads(text)
        described, found = read["columns"], read["rows"]
        named = [[column["name"] for column in described], *found]
        return [[cell if isinstance(cell, str) else json.dumps(cell) for cell in row] for row in named]
    except (ValueError, TypeError, KeyError, RecursionError):
        return None


def _split_json_lines(text: str) -> _TextRows:
    """Every line as a row of its own, below a head without names."""
    return [[""], *([line] for line in text.splitlines()[1:])]


def _find_player_column(table: DataFiles) -> int | None:
    """The column that says of which player a row is."""
    styles = [column.display.style for column in get_columns(table.published.table)]
    return styles.index("player") if "player" in styles else None


def _compare_rows(there: _TextRows, here: _TextRows, who: int | None) -> Iterator[CellDifference]:
    """Row by row; what is the same at the end is so wherever rows are missing or too many above it."""
    end = _count_common_end(there, here) if len(there) != len(here) else 0
    pairs = zip_longest(there[: len(there) - end], here[: len(here) - end])
    for number, (old, new) in enumerate(pairs, 1):
        if old == new:
            continue
        of = "" if who is None else [*(new or old or ()), *[""] * (who + 1)][who]
        if old is None or new is None:
            yield CellDifference(number, of, "", ",".join(old or ()), ",".join(new or ()))
        else:
            yield from _compare_cells(CellDifference(number, of, "", "", ""), here[0], old, new)


def _count_common_end(there: _TextRows, here: _TextRows) -> int:
    pairs = zip(reversed(there), reversed(here), strict=False)
    return next((number for number, (old, new) in enumerate(pairs) if old != new), min(len(there), len(here)))


def _compare_cells(
    at: CellDifference, heads: Sequence[str], old: Sequence[str], new: Sequence[str]
) -> Iterator[CellDifference]:
    for place, (was, now) in enumerate(zip_longest(old, new, fillvalue="")):
        if was != now or place >= min(len(old), len(new)):
            column = heads[place] if place < len(heads) else f"{place + 1}"
            yield at._replace(column=column, published=was, calculated=now)


def _compare_lines(published: str, calculated: str) -> Iterator[CellDifference]:
    """The first line of files with the same cells that are written in different bytes."""
    written = (text.splitlines(keepends=True) for text in (published, calculated))
    for number, (old, new) in enumerate(zip_longest(*written, fillvalue=""), 1):
        if old != new:
            yield CellDifference(number, "", "", repr(old), repr(new))
            return


def _shorten(text: str) -> str:
    return text if len(text) <= _MAX_CELL_LENGTH else f"{text[: _MAX_CELL_LENGTH - 1]}…"


@dataclass(frozen=True)
class RiserQuery:
    """A ranking that is calculated once for all days that are asked for."""

    context: RankingContext

    @property
    def ranking(self) -> str:
        """Which one it is."""
        return self.context.ranking.id

    @property
    def language(self) -> Language:
        """The language that it answers in."""
        return self.context.language

    def find_risers(self, first: date, latest: date) -> dict[str, Any]:
        """The `heads` of the table from a day through another, its `rows`, and who has a page, by row.

        A column that is blank in all rows is left out, as it is on pages.
        """
        made = self.context.derived.risers_between
        section = made(first, latest) if made else None
        return (
            self._build_table(section) if section and section.rows else {"heads": [], "rows": [], "pages": []}
        )

    def _build_table(self, section: Section) -> dict[str, Any]:
        by_place = zip(get_columns(section.table), to_columns(section.rows), strict=True)
        filled = [(column, cells) for column, cells in by_place if any(cell is not None for cell in cells)]
        players = next(cells for column, cells in filled if column.display.style == "player")
        return {
            "heads": [self._describe_column(column) for column, _ in filled],
            "rows": list(zip(*(self._format_column(*pair) for pair in filled), strict=True)),
            "pages": [
                player if player in self.context.derived.players_with_page else "" for player in players
            ],
        }

    def _describe_column(self, column: Column) -> dict[str, str]:
        """What stands above a column, what it means, and how its cells are shown."""
        word = self.language.translate
        return {"label": word(column.label), "doc": word(column.doc), "style": column.display.style}

    def _format_column(self, column: Column, cells: Sequence[Any]) -> Sequence[str]:
        style, decimals = column.display.style, column.display.decimals
        if style == "player":
            return list(map(self.context.get_name, cells))
        if column.kind is float:
            return self.language.format_numbers(cells, decimals, signed=style == "signed")
        return ["" if cell is None else str(cell) for cell in cells]
