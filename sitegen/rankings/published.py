"""A ranking as any version of the program published it, read back from its files.

Of another version only its files are known: the tables, as JSON, and the lists stored as data, as CSV. What
this one publishes is read back in the same way, in the columns that both have, so that the two differ in
nothing but figures.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple, Self

from sitegen.core.model import PublishedTable, ShortListing
from sitegen.core.outcome_checks import get_declared_name
from sitegen.core.roles import select_columns
from sitegen.core.table import Column, Table, get_column_names, get_columns
from sitegen.inputs.results.files import parse_rows
from sitegen.rankings.datafiles import encode_csv
from sitegen.rankings.dataset import Dataset, ListData
from sitegen.rankings.ranking import RankingContext

_PARSERS: Mapping[type, Callable[[str], Any]] = {
    date: date.fromisoformat,
    int: int,
    float: float,
    bool: "yes".__eq__,
}


class StoredTable(NamedTuple):
    """A published table as it is in its file, by any version of the program: in CSV all cells are text."""

    columns: Sequence[str]
    rows: Sequence[Sequence[Any]]

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """Return the table of a JSON file."""
        return cls([column["name"] for column in data["columns"]], data["rows"])

    @classmethod
    def from_csv(cls, text: str) -> Self:
        """Return the table of a CSV file; an empty one where it breaks the rules of CSV."""
        header, *rows = parse_rows(text) or [[]]
        return cls(header, rows)

    def to_rows(self, table: type[Table]) -> list[Any]:
        """Return its rows as those of a table; a missing column gets its default."""
        places = {name: place for place, name in enumerate(self.columns)}
        columns = [(column, places.get(column.name)) for column in get_columns(table)]
        return table.make_rows(
            [_convert_cell(column, row, place) for column, place in columns] for row in self.rows
        )


def _convert_cell(column: Column, row: Sequence[Any], place: int | None) -> Any:
    """Return a cell in the type of its column; one that another program wrote otherwise, unchanged."""
    if place is None:
        return None if column.is_required else column.default
    value = row[place]
    if isinstance(value, str) and column.kind is not str:
        with suppress(ValueError):
            return _PARSERS.get(column.kind, str)(value) if value else None
    return float(value) if column.kind is float and isinstance(value, int) else value


_StoredTables = Mapping[str, StoredTable]
_Types = Mapping[str, type[Table]]


class StoredRanking(NamedTuple):
    """The published tables of a ranking, and those of each list by its day.

    A list that is not stored as data has no tables.
    """

    tables: _StoredTables
    lists: Mapping[date, _StoredTables]

    @classmethod
    def read(cls, folder: Path) -> Self:
        """Return what the published folder of a ranking holds."""
        contents = {path.stem: json.loads(path.read_bytes()) for path in sorted(folder.glob("*.json"))}
        tables = {
            name: StoredTable.from_json(data)
            for name, data in contents.items()
            if isinstance(data, dict) and data.get("table") == name
        }
        return cls(
            tables,
            {
                date.fromisoformat(path.name): {
                    file.stem: StoredTable.from_csv(file.read_text("utf-8"))
                    for file in sorted(path.glob("*.csv"))
                }
                for path in sorted((folder / "lists").glob("????-??-??/"))
            },
        )

    @classmethod
    def encode(cls, context: RankingContext) -> Self:
        """Return what this program publishes of a ranking, as it would be read from its files."""
        lists = {short.day: dict[str, StoredTable]() for short in context.dataset.short_lists}
        for listing in context.dataset.archive:
            lists[listing.day] = {
                table.name: StoredTable.from_csv(encode_csv(table).decode())
                for table in context.dataset.build_player_tables(listing)
            }
        files = context.files.items()
        return cls({name: StoredTable.from_json(json.loads(table.to_json())) for name, table in files}, lists)

    def to_dataset(self, dataset: Dataset, types: _Types) -> Dataset:
        """Return the data in these types; `dataset` says which tables lists have, and what they are of."""
        through = {day: day for day in self.lists} | dict(dataset.list_dates)
        latest = max([dataset.current.day, *self.lists])

        def make_list(day: date, until: date, tables: _StoredTables) -> ListData:
            listed = {name: tables[name] for name in dataset.player_tables if name in tables}
            return ListData(day, until, cache(lambda: _build_tables(listed, types)))

        return Dataset(
            _build_tables(self.tables, types),
            make_list(latest, dataset.current.through, self.tables),
            [make_list(day, through[day], tables) for day, tables in sorted(self.lists.items()) if tables],
            [ShortListing(day, through[day]) for day, tables in self.lists.items() if not tables],
        )


def find_shared_types(
    outputs: Mapping[str, type[Table]], was: StoredRanking, now: StoredRanking
) -> Iterator[tuple[str, type[Table]]]:
    """Yield the types of the tables by name, with the columns that both programs have.

    A table that this program does not know any more is left out: the types of its columns are not known.
    """
    for name in {**was.tables, **now.tables}:
        declared_table = outputs.get(name) or outputs.get(get_declared_name(name))
        shared = [{*stored.tables[name].columns} for stored in (was, now) if name in stored.tables]
        if declared_table and (
            shared_names := set.intersection({*get_column_names(declared_table)}, *shared)
        ):
            yield name, select_columns(declared_table, shared_names)


def _build_tables(tables: _StoredTables, types: _Types) -> list[PublishedTable]:
    return [
        PublishedTable(name, types[name], table.to_rows(types[name]))
        for name, table in tables.items()
        if name in types
    ]
