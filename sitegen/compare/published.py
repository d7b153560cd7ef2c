"""A site as it was published in a folder, by whatever version of the program, as a state to compare with.

What another version publishes is all that is known of it: the tables, as JSON, and the lists that are kept as
data, as CSV. Both sides are read back from files, in the columns that both have, so that nothing but a
figure differs.
"""

import json
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import NamedTuple

from sitegen.compare.state import SiteState
from sitegen.core.model import Listing, Outcome, PageContent, PublishedTable, Section, ShortListing
from sitegen.core.outcome_checks import get_declared_name
from sitegen.core.roles import select_columns
from sitegen.core.table import Table, get_column_names
from sitegen.inputs.results.files import parse_rows
from sitegen.rankings.datafiles import StoredTable, encode_csv
from sitegen.rankings.derived import DerivedData, build_list_tables
from sitegen.rankings.ranking import RankingContext

_StoredTables = Mapping[str, StoredTable]


class _PublishedFiles(NamedTuple):
    """All that a ranking is published as: its tables, and those of each list by its day.

    A list that is not kept as data has none.
    """

    tables: _StoredTables
    lists: Mapping[date, _StoredTables]


def read_published(state: SiteState, folder: Path) -> tuple[SiteState, SiteState]:
    """What another program published of a sound state in `folder`, and the same as this one publishes it."""
    was, now = dict[str, RankingContext](), dict[str, RankingContext]()
    for name, board in state.contexts.items():
        there = _read_folder(folder / name)
        if there.tables:
            was[name], now[name] = _build_contexts(board, there, _encode_context(board))
    return (
        replace(state, contexts=was, is_published=True),
        replace(state, contexts=now, is_published=True),
    )


def _read_folder(folder: Path) -> _PublishedFiles:
    days = {day: path for path in sorted((folder / "lists").glob("*/")) if (day := _parse_day(path.name))}
    return _PublishedFiles(_read_tables(folder), {day: _read_list(path) for day, path in days.items()})


def _read_tables(folder: Path) -> _StoredTables:
    found = {}
    for path in sorted(folder.glob("*.json")):
        read = json.loads(path.read_bytes())
        if isinstance(read, dict) and read.get("table") == path.stem:
            found[path.stem] = StoredTable.from_json(read)
    return found


def _read_list(folder: Path) -> _StoredTables:
    return {path.stem: _parse_csv(path.read_text("utf-8")) for path in sorted(folder.glob("*.csv"))}


def _parse_csv(text: str) -> StoredTable:
    named, *rows = parse_rows(text) or [[]]
    return StoredTable(named, rows)


def _encode_context(board: RankingContext) -> _PublishedFiles:
    """What is published of a ranking by the program that runs here, as it would be read from its files."""
    tables = {name: StoredTable.from_json(json.loads(table.to_json())) for name, table in board.files.items()}
    shorter = {listing.day: dict[str, StoredTable]() for listing in board.outcome.short_listings}
    return _PublishedFiles(
        tables,
        {**shorter, **{listing.day: dict(_encode_list(board, listing)) for listing in board.outcome.archive}},
    )


def _encode_list(board: RankingContext, listing: Listing) -> Iterator[tuple[str, StoredTable]]:
    for table in build_list_tables(board.derived.player_tables, listing):
        yield table.name, _parse_csv(encode_csv(table).decode())


def _build_contexts(
    board: RankingContext, was: _PublishedFiles, now: _PublishedFiles
) -> tuple[RankingContext, RankingContext]:
    """A ranking as both programs publish it."""
    kinds = dict(_find_table_types(board, was.tables, now.tables))
    return _build_context(board, was, kinds), _build_context(board, now, kinds)


def _find_table_types(
    board: RankingContext, was: _StoredTables, now: _StoredTables
) -> Iterator[tuple[str, type[Table]]]:
    """The types of the tables by name, with the columns that are in the files of both programs.

    A table that this program does not know any more is left out: nobody can say what its columns are.
    """
    outputs = board.ranking.system.outputs
    for name in {**was, **now}:
        declared = outputs.get(name) or outputs.get(get_declared_name(name))
        shared = [{*tables[name].columns} for tables in (was, now) if name in tables]
        if declared and (wanted := set.intersection({*get_column_names(declared)}, *shared)):
            yield name, select_columns(declared, wanted)


def _build_context(
    board: RankingContext, files: _PublishedFiles, kinds: Mapping[str, type[Table]]
) -> RankingContext:
    tables = [
        PublishedTable(name, kinds[name], table.to_rows(kinds[name]))
        for name, table in files.tables.items()
        if name in kinds
    ]
    current = board.outcome.listing
    shown = _build_listing(current._replace(day=max([current.day, *files.lists])), files.tables, board, kinds)
    through = {listing.day: listing.through for listing in board.derived.list_dates}
    archive = [
        _build_listing(Listing(day, through.get(day, day), current.content), of, board, kinds)
        for day, of in sorted(files.lists.items())
        if of
    ]
    outcome = Outcome(
        tables=tables,
        listing=shown,
        archive=archive,
        events=(),
        calendar=(),
        players=board.outcome.players,
        event_keys={},
        short_listings=[
            ShortListing(day, through.get(day, day)) for day, of in files.lists.items() if not of
        ],
        careers=board.outcome.careers,
    )
    return replace(board, outcome=outcome, files={}, derived=DerivedData(outcome, board.players))


def _build_listing(
    listing: Listing, of: _StoredTables, board: RankingContext, kinds: Mapping[str, type[Table]]
) -> Listing:
    """A list of what stands in its files."""
    sections = [
        Section(name, name, kinds[name], of[name].to_rows(kinds[name]))
        for name in board.derived.player_tables
        if name in of and name in kinds
    ]
    return listing._replace(content=PageContent([], lambda: sections))


def _parse_day(name: str) -> date | None:
    with suppress(ValueError):
        return date.fromisoformat(name)
    return None
