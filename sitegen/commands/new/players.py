"""The players of a new site: from a club's list of names to the table that a system keeps, with ids.

The list is a CSV file with headings, or one name a line. Messages say what could not be taken from it.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from sitegen.commands.new.examples import (
    EXAMPLE_DATE,
    HIDDEN,
    ExampleTable,
    find_starter_file,
    load_examples,
    read_example,
)
from sitegen.commands.new.player_list import ListedPlayer, PlayerList, read_player_list
from sitegen.core.cells import format_canonical, make_parser
from sitegen.core.names import IdRegistry, is_device_name, make_player_id
from sitegen.core.problems import (
    Message,
    advise,
    join_messages,
    list_known,
    quote_text,
    say,
)
from sitegen.core.system import System, list_input_tables
from sitegen.core.table import Table, get_columns, get_input_columns
from sitegen.inputs.results.files import PLAYERS

_ID_PATTERN = re.compile(r"[a-z0-9-]*[a-z0-9][a-z0-9-]*")


def make_system_id(name: str) -> str:
    """Return an address for a system, whose name may have any character of an entry point."""
    return re.sub("[^a-z0-9]+", "-", name.lower()).strip("-")


_ID_COLUMNS = frozenset({"id", "name", "sort_name"})
_MAX_NAMES = 5
_Cells = dict[str, str]


@dataclass(frozen=True)
class PlayerTable:
    """The table of players, and messages to the club on how it was made."""

    table: ExampleTable
    messages: Sequence[Message]


def build_player_table(path: str, data: bytes, name: str, system: System, language: str) -> PlayerTable:
    """Return the players in the list at `path`, whose content is `data`, for the system called `name`.

    Raises `NewSiteError` when the list cannot be read whole.
    """
    table = next(input_table.rows for input_table in list_input_tables(system) if input_table.name == PLAYERS)
    results = f"results/{make_system_id(name)}"
    place = f"{results}/{PLAYERS}.csv"
    examples = {example.name: example for example in load_examples(name, system, language, EXAMPLE_DATE)}
    player_list = read_player_list(path, data, get_input_columns(table))
    messages = [*player_list.messages, *_report_unused(player_list, table, place)]
    cells = _read_cells(path, table, player_list, messages)  # lazy: messages of a player stay together
    ids = _assign_ids(path, player_list, messages)
    people = [{**person, "id": id_} for person, id_ in zip(cells, ids, strict=True)]
    messages += _complete_players(people, table, place, load_newcomer(name, table, language))
    players = _fill_table(examples[PLAYERS], table, people)
    messages += _report_missing_columns(people, players, place)
    return PlayerTable(players, [*messages, *_report_empty_tables(examples, results)])


def _fill_table(example: ExampleTable, table: type[Table], people: Sequence[_Cells]) -> ExampleTable:
    """Return the table with the columns of the example, and those that the list adds."""
    names = _ID_COLUMNS.union(example.header, *people)
    columns = [column for column in get_input_columns(table) if column.name in names]
    rows = [[person.get(column.name, "") for column in columns] for person in people]
    return ExampleTable(PLAYERS, columns, example.notes, rows)


def _report_unused(player_list: PlayerList, table: type[Table], place: str) -> Iterator[Message]:
    if player_list.unused_headings:
        yield say(
            "list-columns-unused",
            "{place} has no column for {headings} of the list, which were left out ({hint})",
            place=place,
            headings=", ".join(map(quote_text, player_list.unused_headings)),
            hint=list_known(column.name for column in get_input_columns(table)),
        )


def _read_cells(
    path: str, table: type[Table], player_list: PlayerList, messages: list[Message]
) -> Iterator[_Cells]:
    """Yield the cells of each player as a build reads them; add a message for each that is left blank."""
    columns = [column for column in get_input_columns(table) if column.name != "id"]
    for entry in player_list.entries:
        cells = {}
        for column in (column for column in columns if entry.cells.get(column.name)):
            try:
                value = make_parser(column, player_list.marks)(entry.cells[column.name])
                cells[column.name] = format_canonical(value)
            except ValueError as error:
                message = say(
                    "list-cell-left-blank",
                    "{path}:{line}: {fault}, so {column} of {name} was left blank",
                    path=path,
                    line=entry.line,
                    fault=error.args[0],
                    column=column.name,
                    name=entry.cells["name"],
                )
                messages.append(message)
        yield {name: cell for name, cell in cells.items() if cell}


def _assign_ids(path: str, player_list: PlayerList, messages: list[Message]) -> Iterator[str]:
    """Yield an id for everybody: the one in the list, else one made of the name; no two are the same."""
    registry = IdRegistry(len(player_list.entries))
    first: dict[str, ListedPlayer] = {}
    for number, entry in enumerate(player_list.entries, 1):
        own = entry.cells.get("id", "")
        is_valid = _ID_PATTERN.fullmatch(own) and not is_device_name(own)
        preferred = own if is_valid else make_player_id(entry.cells["name"])
        id_ = registry.assign(preferred or f"id-{number}")
        before = first.setdefault(preferred, entry)
        if not preferred:
            messages.append(_report_unspellable_name(path, entry, id_))
        elif before is not entry:
            messages.append(_report_collision(path, entry, before, id_))
        yield id_


def _report_unspellable_name(path: str, entry: ListedPlayer, id_: str) -> Message:
    return say(
        "list-name-without-id",
        "{path}:{line}: {name} cannot be written in a-z, so the id is {id} ({hint})",
        path=path,
        line=entry.line,
        name=entry.cells["name"],
        id=quote_text(id_),
        hint=advise("choose another before results refer to it"),
    )


def _report_collision(path: str, entry: ListedPlayer, before: ListedPlayer, id_: str) -> Message:
    values = {"path": path, "line": entry.line, "name": entry.cells["name"], "before": before.line}
    if entry.cells == before.cells:
        return say(
            "list-row-twice",
            "{path}:{line}: {name} stands in line {before} already, and got the id {id} here ({hint})",
            **values,
            id=quote_text(id_),
            hint=advise("take one of the rows out if they are one person"),
        )
    return say(
        "list-ids-collide",
        "{path}:{line}: {name} would have the id of {other} in line {before}, and got {id} ({hint})",
        **values,
        other=before.cells["name"],
        id=quote_text(id_),
        hint=advise("take one of the rows out if they are one person, or choose other ids"),
    )


def load_newcomer(name: str, table: type[Table], language: str) -> ExampleTable | None:
    """Return the row that a system has for a player of whom nothing is known, None where it needs none."""
    path = find_starter_file(name, "newcomer.csv")
    return read_example(path, table, language) if path else None


def _complete_players(
    people: Sequence[_Cells], table: type[Table], place: str, newcomer: ExampleTable | None
) -> Iterator[Message]:
    """Fill in the row of a newcomer for players whose own row is incomplete, and yield messages."""
    incomplete = [person for person in people if find_row_faults(person, table)] if newcomer else []
    if newcomer and incomplete:
        for person in incomplete:
            person |= dict(zip(newcomer.header, newcomer.rows[0], strict=True))
        names = [person["name"] for person in incomplete]
        yield say(
            "list-players-completed",
            "{place}: the list says too little to begin with of {number} of {all} players: {names} ({hint})",
            place=place,
            number=len(incomplete),
            all=len(people),
            names=", ".join([*names[:_MAX_NAMES], *"…"[: len(names) > _MAX_NAMES]]),
            hint=" ".join(newcomer.notes),
        )
    for person in people:
        for _, message, hint in find_row_faults(person, table):
            yield advise("{place}: {message} ({hint})", place=place, message=message, hint=hint)


def find_row_faults(cells: Mapping[str, str], table: type[Table]) -> list[tuple[str, str, str]]:
    """Return what the row's own check finds wrong with it: column, message and hint."""
    values = [
        make_parser(column, ".")(cells[column.name]) if column.name in cells else column.default
        for column in get_columns(table)
    ]
    (row,) = table.make_rows([values])
    return list(row.find_faults()) if hasattr(row, "find_faults") else []


def _report_missing_columns(people: Sequence[_Cells], table: ExampleTable, place: str) -> Iterator[Message]:
    columns = [
        column
        for column in table.columns
        if column.name != HIDDEN and not any(column.name in person for person in people)
    ]
    if columns:
        yield say(
            "list-lacks-columns",
            "{place}: the list has nothing for {columns}: fill in there what you know",
            place=place,
            columns=join_messages(*(column.heading for column in columns), between=", "),
        )


def _report_empty_tables(tables: Iterable[str], results: str) -> Iterator[Message]:
    names = [name for name in tables if name != PLAYERS]
    if names:
        yield say(
            "new-tables-wait",
            "{results}: only a header yet, for you to fill in: {tables}",
            results=results,
            tables=", ".join(names),
        )
