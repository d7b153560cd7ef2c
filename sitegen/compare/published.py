"""A site as another version of the program published it, as a state to compare with.

Of such a site only its files are known: the tables, as JSON, and the lists stored as data, as CSV. Both sides
are read back from files, in the columns that both have, so that they differ in nothing but figures.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import date
from functools import cache
from pathlib import Path
from typing import NamedTuple

from sitegen.compare.state import SiteState
from sitegen.core.model import PublishedTable, ShortListing
from sitegen.core.outcome_checks import get_declared_name
from sitegen.core.roles import select_columns
from sitegen.core.table import Table, get_column_names
from sitegen.inputs.results.files import parse_rows
from sitegen.rankings.datafiles import StoredTable, encode_csv
from sitegen.rankings.dataset import Dataset, ListData
from sitegen.rankings.ranking import RankingContext

_StoredTables = Mapping[str, StoredTable]
_Types = Mapping[str, type[Table]]


class _PublishedFiles(NamedTuple):
    """The published tables of a ranking, and those of each list by its day.

    A list that is not stored as data has no tables.
    """

    tables: _StoredTables
    lists: Mapping[date, _StoredTables]


def read_published(state: SiteState, folder: Path) -> tuple[SiteState, SiteState]:
    """Return what another program published of a valid state in `folder`, and what this one publishes."""
    was, now = dict[str, RankingContext](), dict[str, RankingContext]()
    for name, context in state.contexts.items():
        old, new = _read_folder(folder / name), _encode_context(context)
        if old.tables:
            types = dict(_find_table_types(context, old.tables, new.tables))
            for files, contexts in ((old, was), (new, now)):
                contexts[name] = replace(context, dataset=_build_dataset(context.dataset, files, types))
    return (
        replace(state, contexts=was, is_published=True),
        replace(state, contexts=now, is_published=True),
    )


def _read_folder(folder: Path) -> _PublishedFiles:
    lists = {
        date.fromisoformat(path.name): {
            file.stem: _parse_csv(file.read_text("utf-8")) for file in sorted(path.glob("*.csv"))
        }
        for path in sorted((folder / "lists").glob("????-??-??/"))
    }
    return _PublishedFiles(_read_tables(folder), lists)


def _read_tables(folder: Path) -> _StoredTables:
    tables = {}
    for path in sorted(folder.glob("*.json")):
        data = json.loads(path.read_bytes())
        if isinstance(data, dict) and data.get("table") == path.stem:
            tables[path.stem] = StoredTable.from_json(data)
    return tables


def _parse_csv(text: str) -> StoredTable:
    header, *rows = parse_rows(text) or [[]]
    return StoredTable(header, rows)


def _encode_context(context: RankingContext) -> _PublishedFiles:
    """Return what this program publishes of a ranking, as it would be read from its files."""
    tables = {
        name: StoredTable.from_json(json.loads(table.to_json())) for name, table in context.files.items()
    }
    dataset = context.dataset
    lists = {short.day: dict[str, StoredTable]() for short in dataset.short_lists}
    for listing in dataset.archive:
        encoded = ((table.name, encode_csv(table).decode()) for table in dataset.build_player_tables(listing))
        lists[listing.day] = {name: _parse_csv(text) for name, text in encoded}
    return _PublishedFiles(tables, lists)


def _find_table_types(
    context: RankingContext, was: _StoredTables, now: _StoredTables
) -> Iterator[tuple[str, type[Table]]]:
    """Yield the types of the tables by name, with the columns that both programs have.

    A table that this program does not know any more is left out: the types of its columns are not known.
    """
    outputs = context.ranking.system.outputs
    for name in {**was, **now}:
        declared_table = outputs.get(name) or outputs.get(get_declared_name(name))
        shared = [{*tables[name].columns} for tables in (was, now) if name in tables]
        if declared_table and (
            shared_names := set.intersection({*get_column_names(declared_table)}, *shared)
        ):
            yield name, select_columns(declared_table, shared_names)


def _build_dataset(dataset: Dataset, files: _PublishedFiles, types: _Types) -> Dataset:
    """Return the data of these files; `dataset` says which tables lists have, and what they are of."""
    through = {day: day for day in files.lists} | dict(dataset.list_dates)
    in_lists = [name for name in dataset.player_tables if name in types]

    def make_list(day: date, until: date, tables: _StoredTables) -> ListData:
        listed = {name: tables[name] for name in in_lists if name in tables}
        return ListData(day, until, cache(lambda: _build_tables(listed, types)))

    latest = max([dataset.current.day, *files.lists])
    return Dataset(
        _build_tables(files.tables, types),
        make_list(latest, dataset.current.through, files.tables),
        [make_list(day, through[day], tables) for day, tables in sorted(files.lists.items()) if tables],
        [ShortListing(day, through[day]) for day, tables in files.lists.items() if not tables],
    )


def _build_tables(tables: _StoredTables, types: _Types) -> list[PublishedTable]:
    return [
        PublishedTable(name, types[name], table.to_rows(types[name]))
        for name, table in tables.items()
        if name in types
    ]
