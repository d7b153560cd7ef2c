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

from sitegen.board import Board
from sitegen.datafiles import Stored, csv_alone
from sitegen.derived import Derived
from sitegen.derived.data import as_data
from sitegen.difference.state import State
from sitegen.model import Listing, Outcome, Published, Section, Sheet, Short
from sitegen.read import cells
from sitegen.soundness import of_a_year
from sitegen.table import Table, names, narrowed

_Tables = Mapping[str, Stored]


class _Files(NamedTuple):
    """All that a ranking is published as: its tables, and those of each list by its day.

    A list that is not kept as data has none.
    """

    tables: _Tables
    lists: Mapping[date, _Tables]


def read_back(state: State, folder: Path) -> tuple[State, State]:
    """What another program published of a sound state in `folder`, and the same as this one publishes it."""
    was, now = dict[str, Board](), dict[str, Board]()
    for name, board in state.boards.items():
        there = _of_folder(folder / name)
        if there.tables:
            was[name], now[name] = _boards(board, there, _of_board(board))
    return (
        replace(state, boards=was, is_read_back=True),
        replace(state, boards=now, is_read_back=True),
    )


def _of_folder(folder: Path) -> _Files:
    days = {day: each for each in sorted((folder / "lists").glob("*/")) if (day := _day(each.name))}
    return _Files(_tables(folder), {day: _list_of(each) for day, each in days.items()})


def _tables(folder: Path) -> _Tables:
    found = {}
    for each in sorted(folder.glob("*.json")):
        read = json.loads(each.read_bytes())
        if isinstance(read, dict) and read.get("table") == each.stem:
            found[each.stem] = Stored.read(read)
    return found


def _list_of(folder: Path) -> _Tables:
    return {each.stem: _of_csv(each.read_text("utf-8")) for each in sorted(folder.glob("*.csv"))}


def _of_csv(text: str) -> Stored:
    named, *rows = cells.rows(text) or [[]]
    return Stored(named, rows)


def _of_board(board: Board) -> _Files:
    """What is published of a ranking by the program that runs here, as it would be read from its files."""
    tables = {name: Stored.read(json.loads(each.json())) for name, each in board.files.items()}
    shorter = {each.day: dict[str, Stored]() for each in board.outcome.shorter}
    return _Files(
        tables, {**shorter, **{each.day: dict(_list(board, each)) for each in board.outcome.archive}}
    )


def _list(board: Board, listing: Listing) -> Iterator[tuple[str, Stored]]:
    for each in as_data(board.derived.data, listing):
        yield each.name, _of_csv(csv_alone(each).decode())


def _boards(board: Board, was: _Files, now: _Files) -> tuple[Board, Board]:
    """A ranking as both programs publish it."""
    kinds = dict(_kinds(board, was.tables, now.tables))
    return _board(board, was, kinds), _board(board, now, kinds)


def _kinds(board: Board, was: _Tables, now: _Tables) -> Iterator[tuple[str, type[Table]]]:
    """The types of the tables by name, with the columns that are in the files of both programs.

    A table that this program does not know any more is left out: nobody can say what its columns are.
    """
    outputs = board.ranking.system.outputs
    for name in {**was, **now}:
        declared = outputs.get(name) or outputs.get(of_a_year(name))
        shared = [{*each[name].columns} for each in (was, now) if name in each]
        if declared and (wanted := set.intersection({*names(declared)}, *shared)):
            yield name, narrowed(declared, wanted)


def _board(board: Board, files: _Files, kinds: Mapping[str, type[Table]]) -> Board:
    tables = [
        Published(name, kinds[name], each.of(kinds[name]))
        for name, each in files.tables.items()
        if name in kinds
    ]
    current = board.outcome.listing
    shown = _listing(current._replace(day=max([current.day, *files.lists])), files.tables, board, kinds)
    through = {each.day: each.through for each in board.derived.moments}
    archive = [
        _listing(Listing(day, through.get(day, day), current.sheet), of, board, kinds)
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
        event_of={},
        shorter=[Short(day, through.get(day, day)) for day, of in files.lists.items() if not of],
        careers=board.outcome.careers,
    )
    return replace(board, outcome=outcome, files={}, derived=Derived(outcome, board.players))


def _listing(listing: Listing, of: _Tables, board: Board, kinds: Mapping[str, type[Table]]) -> Listing:
    """A list of what stands in its files."""
    sections = [
        Section(name, name, kinds[name], of[name].of(kinds[name]))
        for name in board.derived.data
        if name in of and name in kinds
    ]
    return listing._replace(sheet=Sheet([], lambda: sections))


def _day(name: str) -> date | None:
    with suppress(ValueError):
        return date.fromisoformat(name)
    return None
