"""A club's list of players -> the table of players that a system keeps, with ids, and what is to be told."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from sitegen import cells
from sitegen.commands.new import ids
from sitegen.commands.new.days import WRITTEN
from sitegen.commands.new.examples import Example, examples, starter, stored
from sitegen.commands.new.roll import Entry, Roll, roll
from sitegen.message import Message, advise, say
from sitegen.problem import listing, quoted
from sitegen.system import System, kept
from sitegen.table import Column, Table, cell_columns, columns

PLAYERS = "players"
_IDENTITY = frozenset({"id", "name", "sort_name"})

_AT_ONCE = 5

_Cells = dict[str, str]


@dataclass(frozen=True)
class Roster:
    """The table of players, and what a club should know of how it came about."""

    table: Example
    told: Sequence[Message]


def roster(path: str, data: bytes, name: str, of: System, language: str) -> Roster:
    """The players in the list at `path`, which is `data`, for the system called `name`.

    Raises `NewSiteError` when the list cannot be read whole.
    """
    table = next(each.rows for each in kept(of) if each.name == PLAYERS)
    results = f"results/{ids.of_system(name)}"
    place = f"{results}/{PLAYERS}.csv"
    made = {each.name: each for each in examples(name, of, language, WRITTEN)}
    found = roll(path, data, cell_columns(table))
    told = [*found.told, *_unused(found, table, place)]
    people = _people(path, found, table, told)
    told += _completed(people, table, place, newcomer_of(name, table, language))
    filled = _filled(made[PLAYERS], table, people)
    return Roster(filled, [*told, *_lacking(people, filled, place), *_waiting(made, results)])


def _people(path: str, found: Roll, table: type[Table], told: list[Message]) -> list[_Cells]:
    """The cells of everybody, with the id."""
    read = map(_Reading(path, table, found.marks, told).cells, found.entries)
    return [{**each, "id": id_} for each, id_ in zip(read, _ids(path, found, told), strict=True)]


def _filled(made: Example, table: type[Table], people: Sequence[_Cells]) -> Example:
    """The table with the columns that it starts with, and what else the list has."""
    names = _IDENTITY.union(made.header, *people)
    shown = [each for each in cell_columns(table) if each.name in names]
    rows = [[each.get(one.name, "") for one in shown] for each in people]
    return Example(PLAYERS, shown, made.notes, rows)


def _unused(found: Roll, table: type[Table], place: str) -> Iterator[Message]:
    if found.unused:
        yield say(
            "list-columns-unused",
            "{place} has no column for {headings} of the list, which were left out ({hint})",
            place=place,
            headings=", ".join(map(quoted, found.unused)),
            hint=listing(each.name for each in cell_columns(table)),
        )


@dataclass(frozen=True)
class _Reading:
    """Reads the cells of entries as the reader will, and tells which it leaves blank."""

    path: str
    table: type[Table]
    marks: str
    told: list[Message]

    def cells(self, entry: Entry) -> _Cells:
        """The cells that the table takes, canonical."""
        known = [each for each in cell_columns(self.table) if entry.cells.get(each.name)]
        found = {each.name: self._cell(entry, each) for each in known if each.name != "id"}
        return {name: cell for name, cell in found.items() if cell}

    def _cell(self, entry: Entry, column: Column) -> str:
        try:
            return _canonical(cells.parser(column, self.marks)(entry.cells[column.name]))
        except ValueError as error:
            message = say(
                "list-cell-left-blank",
                "{path}:{line}: {fault}, so {column} of {name} was left blank",
                path=self.path,
                line=entry.line,
                fault=error.args[0],
                column=column.name,
                name=entry.cells["name"],
            )
            self.told.append(message)
            return ""


def _canonical(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:.15g}"
    return value.isoformat() if isinstance(value, date) else str(value)


def _ids(path: str, found: Roll, told: list[Message]) -> Iterator[str]:
    """An id for everybody: the one in the list, else one made of the name; no two are the same."""
    giving = ids.Ids(len(found.entries))
    first: dict[str, Entry] = {}
    for number, entry in enumerate(found.entries, 1):
        own = entry.cells.get("id", "")
        wanted = own if ids.is_id(own) else ids.of_name(entry.cells["name"])
        given = giving.given(wanted or f"id-{number}")
        before = first.setdefault(wanted, entry)
        if not wanted:
            told.append(_without_letters(path, entry, given))
        elif before is not entry:
            told.append(_collision(path, entry, before, given))
        yield given


def _without_letters(path: str, entry: Entry, given: str) -> Message:
    return say(
        "list-name-without-id",
        "{path}:{line}: {name} cannot be written in a-z, so the id is {id} ({hint})",
        path=path,
        line=entry.line,
        name=entry.cells["name"],
        id=quoted(given),
        hint=advise("choose another before results refer to it"),
    )


def _collision(path: str, entry: Entry, before: Entry, given: str) -> Message:
    named = {"path": path, "line": entry.line, "name": entry.cells["name"], "before": before.line}
    if entry.cells == before.cells:
        return say(
            "list-row-twice",
            "{path}:{line}: {name} stands in line {before} already, and got the id {id} here ({hint})",
            **named,
            id=quoted(given),
            hint=advise("take one of the rows out if they are one person"),
        )
    return say(
        "list-ids-collide",
        "{path}:{line}: {name} would have the id of {other} in line {before}, and got {id} ({hint})",
        **named,
        other=before.cells["name"],
        id=quoted(given),
        hint=advise("take one of the rows out if they are one person, or choose other ids"),
    )


def newcomer_of(name: str, table: type[Table], language: str) -> Example | None:
    """What a system starts somebody with of whom nothing is known, where it needs something."""
    path = starter(name, "newcomer.csv")
    return stored(path, table, language) if path else None


def _completed(
    people: Sequence[_Cells], table: type[Table], place: str, newcomer: Example | None
) -> Iterator[Message]:
    """Fill in what the system cannot do without, for those who have something wrong with themselves."""
    lacking = [each for each in people if newcomer and faults_of(each, table)]
    for each in lacking if newcomer else ():
        each |= dict(zip(newcomer.header, newcomer.rows[0], strict=True))  # type: ignore[union-attr]
    if newcomer and lacking:
        yield say(
            "list-players-completed",
            "{place}: the list says too little to begin with of {number} of {all} players: {names} ({hint})",
            place=place,
            number=len(lacking),
            all=len(people),
            names=", ".join(
                [*(each["name"] for each in lacking[:_AT_ONCE]), *"…"[: len(lacking) > _AT_ONCE]]
            ),
            hint=" ".join(newcomer.notes),
        )
    for each in people:
        for _, message, hint in faults_of(each, table):
            yield advise("{place}: {message} ({hint})", place=place, message=message, hint=hint)


def faults_of(cell_of: Mapping[str, str], table: type[Table]) -> list[tuple[str, str, str]]:
    """What a row finds wrong with itself, as the reader would tell: column, message and hint."""
    values = [
        cells.parser(each, ".")(cell_of[each.name]) if each.name in cell_of else each.default
        for each in columns(table)
    ]
    (row,) = table.rows([values])
    return list(row.faults()) if hasattr(row, "faults") else []


def _lacking(people: Sequence[_Cells], table: Example, place: str) -> Iterator[Message]:
    names = [each for each in table.header if not any(each in one for one in people)]
    if names:
        yield say(
            "list-lacks-columns",
            "{place}: the list has nothing for {columns}: fill in there what you know",
            place=place,
            columns=", ".join(names),
        )


def _waiting(made: Iterable[str], results: str) -> Iterator[Message]:
    names = [each for each in made if each != PLAYERS]
    if names:
        yield say(
            "new-tables-wait",
            "{results}: only a header yet, for you to fill in: {tables}",
            results=results,
            tables=", ".join(names),
        )
