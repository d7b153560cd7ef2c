"""Ids made of names: those of players, and of the ranking by a system.

A list of names as clubs have it -> its entries: a CSV file with headings, or one name a line.

A club's list of players -> the table of players that a system keeps, with ids, and what is to be told.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, NamedTuple

from sitegen.commands.new.examples import (
    EXAMPLE_DATE,
    ExampleTable,
    NewSiteError,
    find_starter_file,
    load_examples,
    read_example,
)
from sitegen.core.cells import make_parser, parse_person_name
from sitegen.core.names import extract_letters, is_device_name
from sitegen.core.problems import (
    Message,
    Problem,
    advise,
    join_messages,
    list_known,
    quote_text,
    say,
    select_errors,
)
from sitegen.core.system import System, list_input_tables
from sitegen.core.table import Column, Table, get_columns, get_input_columns, make_column
from sitegen.inputs.results.grid import CsvFile, normalize_heading
from sitegen.inputs.results.header import open_csv
from sitegen.inputs.results.records import decode_csv

_ID_PATTERN = re.compile(r"[a-z0-9-]*[a-z0-9][a-z0-9-]*")
_LETTER_TABLE = str.maketrans(
    {
        "\N{LATIN SMALL LETTER DOTLESS I}": "i",
        "ø": "o",
        "đ": "d",
        "ł": "l",
        "ħ": "h",
        "ŧ": "t",
        "æ": "ae",
        "œ": "oe",
        "ð": "d",
        "þ": "th",
    }
)


def make_player_id(name: str) -> str:
    """The id that a name gives: `joris-van-den-berg`; blank when a-z cannot write it."""
    plain = extract_letters(name).translate(_LETTER_TABLE)
    return plain if plain.isascii() else ""


def make_system_id(name: str) -> str:
    """An address of a system's name, which may have any character that an entry point may."""
    return re.sub("[^a-z0-9]+", "-", name.lower()).strip("-")


def is_id(text: str) -> bool:
    """Whether a text can be an id as it is."""
    return bool(_ID_PATTERN.fullmatch(text)) and not is_device_name(text)


class IdRegistry:
    """Ids that are given out, each once.

    None is `player-3` among three players or more: a hidden player is shown under such a label.
    """

    def __init__(self, players: int) -> None:
        self._taken = {f"player-{number}" for number in range(1, players + 1)}

    def assign(self, wanted: str) -> str:
        """`wanted`, or where somebody has it the first that is free: `jan-jansen-2`."""
        found, number = wanted, 2
        while found in self._taken or is_device_name(found):
            found, number = f"{wanted}-{number}", number + 1
        self._taken.add(found)
        return found


_HEADINGS: Mapping[str, Sequence[str]] = {
    "name": (
        *("full name", "player", "member", "naam", "volledige naam", "naam speler", "speler", "lid"),
        *("nom", "nom complet", "nom du joueur", "joueur", "membre"),
    ),
    "first": ("first name", "given name", "voornaam", "roepnaam", "prénom", "prenom"),
    "infix": ("infix", "tussenvoegsel", "tussenvoegsels", "voorvoegsel", "particule"),
    "last": ("last name", "surname", "family name", "achternaam", "familienaam", "nom de famille"),
    "sort_name": ("name to sort by", "sorteernaam", "nom de tri"),
    "club": ("vereniging", "cercle"),
}
_NAME_PARTS = ("name", "first", "infix", "last")
_SEVERAL_CELLS = re.compile(r"[;\t]|,\S|,.*,")


class ListedPlayer(NamedTuple):
    """Somebody on the list: the line, and the cells by column, as they are written there."""

    line: int
    cells: Mapping[str, str]


class PlayerList(NamedTuple):
    """The list: its entries, the decimal marks of its numbers, headings of no use, and what is to be told."""

    entries: Sequence[ListedPlayer]
    marks: str
    unused_headings: Sequence[str]
    messages: Sequence[Message]


def read_player_list(path: str, data: bytes, columns: Iterable[Column]) -> PlayerList:
    """Everybody on the list at `path`, which is `data`, with what it has for `columns`.

    Raises `NewSiteError` with all that is wrong when it cannot be read whole: nobody is left out.
    """
    text, problems = decode_csv(data, path)
    _raise_problems(select_errors(problems))
    of_heading = _map_headings(columns)
    asked = [make_column("", str)._replace(name=name, default="") for name in of_heading]
    grid, found = open_csv(text or "", path, asked)
    told = [_format_problem(problem) for problem in problems]
    if grid is None or sum(bool(heading.strip()) for heading in grid.header) == 1:
        return PlayerList(_read_lines(text or "", path, has_heading=grid is not None), ".,", [], told)
    _raise_problems([problem for problem in select_errors(found) if problem.line > grid.header_end])
    names = _match_columns(grid, of_heading)
    unused = [head for head, name in zip(grid.header, names, strict=False) if head.strip() and not name]
    return PlayerList(_read_rows(grid, names), grid.decimal_marks, unused, told)


def _map_headings(columns: Iterable[Column]) -> dict[str, str]:
    """The column that each heading means; of two the first."""
    found: dict[str, tuple[str, str]] = {}
    given = [(column.name, (column.name, *column.headings)) for column in columns]
    for name, headings in [*given, *_HEADINGS.items()]:
        for heading in headings:
            found.setdefault(normalize_heading(heading), (heading, name))
    return dict(found.values())


def _match_columns(grid: CsvFile, of_heading: Mapping[str, str]) -> Sequence[str]:
    """The column that each heading of the file means; blank for one of no use, or one that came before.

    Where there is a first name the name beside it is the last name.
    """
    meant = [of_heading.get(heading, "") for heading in grid.names]
    if "first" in meant and "last" not in meant:
        meant = ["last" if name == "name" else name for name in meant]
    if not {"name", "last"} & {*meant}:
        message = say("list-without-names", "no column is headed as the names of players are")
        hint = advise("name one of them `name`: {found}", found=", ".join(map(quote_text, grid.header)))
        _raise_problems([Problem(grid.path, 0, 0, message, hint)])
    return [name if name not in meant[:place] else "" for place, name in enumerate(meant)]


def _read_rows(grid: CsvFile, names: Sequence[str]) -> list[ListedPlayer]:
    entries: list[ListedPlayer] = []
    problems: list[Problem] = []
    for block in grid.iter_blocks():
        problems += block.problems
        for at, row in zip(block.lines, block.rows, strict=True):
            cells = {name: cell.strip() for name, cell in zip(names, row, strict=True) if name}
            entries += _read_entry(grid.path, at, cells, problems)
    _raise_problems(problems)
    return entries


def _read_lines(text: str, path: str, *, has_heading: bool) -> list[ListedPlayer]:
    """The names in a text; whatever Excel leaves behind them is cut off."""
    stripped = ((at, line.strip(" \t;,")) for at, line in enumerate(text.splitlines(), 1))
    lines = [(at, line) for at, line in stripped if line and not line.startswith("# ")][has_heading:]
    entries: list[ListedPlayer] = []
    problems: list[Problem] = []
    for at, line in lines:
        name = line[1:-1].replace('""', '"') if line[0] == line[-1] == '"' else line
        if name.startswith("#"):
            message = say("list-line-without-name", "{line} is no name", line=quote_text(name))
            problems.append(Problem(path, at, 0, message, advise("correct it, or take it out")))
        elif _SEVERAL_CELLS.search(name):
            message = say("list-without-header", "{line} has several cells", line=quote_text(name))
            hint = advise("the first line is to name the columns, such as {header}", header="name;club")
            _raise_problems([Problem(path, at, 0, message, hint)])
        entries += _read_entry(path, at, {"name": name}, problems)
    _raise_problems(problems)
    if not entries:
        _raise_problems([Problem(path, 0, 0, say("list-empty", "there is nobody on this list"))])
    return entries


def _read_entry(
    path: str, at: int, cells: Mapping[str, str], problems: list[Problem]
) -> Iterator[ListedPlayer]:
    """A row with its name put together; none, and a problem, where it has no name that can be shown."""
    rest = {name: cell for name, cell in cells.items() if name not in _NAME_PARTS}
    name, sort_name = _join_name(*(" ".join(cells.get(part, "").split()) for part in _NAME_PARTS))
    if not name:
        message = say("list-name-blank", "this row names nobody")
        problems.append(Problem(path, at, 0, message, advise("fill the name in, or take the row out")))
        return
    try:
        sort_name = parse_person_name(rest.get("sort_name") or sort_name)
        yield ListedPlayer(at, {**rest, "name": parse_person_name(name), "sort_name": sort_name})
    except ValueError as error:
        problems.append(Problem(path, at, 0, *error.args))


def _join_name(name: str, first: str, infix: str, last: str) -> tuple[str, str]:
    """The name as it is published and, where the list tells, as it is sorted: `Peeters, An`."""
    if first or last:
        before = " ".join(filter(None, (first, infix)))
        return name or f"{before} {last}".strip(), f"{last}, {before}" if last and before else ""
    family, comma, given = (part.strip() for part in name.partition(","))
    return (f"{given} {family}", f"{family}, {given}") if comma and given and family else (name, "")


def _raise_problems(problems: Sequence[Problem]) -> None:
    if problems:
        told = map(_format_problem, sorted(problems, key=lambda item: item.line))
        raise NewSiteError(join_messages(*told, between="\n"))


def _format_problem(problem: Problem) -> Message:
    place = f"{problem.path}:{problem.line}" if problem.line else problem.path
    if not problem.hint:
        return advise("{place}: {message}", place=place, message=problem.message)
    return advise("{place}: {message} ({hint})", place=place, message=problem.message, hint=problem.hint)


PLAYERS = "players"
_ID_COLUMNS = frozenset({"id", "name", "sort_name"})

_MAX_NAMES = 5

_Cells = dict[str, str]


@dataclass(frozen=True)
class PlayerTable:
    """The table of players, and what a club should know of how it came about."""

    table: ExampleTable
    messages: Sequence[Message]


def build_player_table(path: str, data: bytes, name: str, of: System, language: str) -> PlayerTable:
    """The players in the list at `path`, which is `data`, for the system called `name`.

    Raises `NewSiteError` when the list cannot be read whole.
    """
    table = next(input_table.rows for input_table in list_input_tables(of) if input_table.name == PLAYERS)
    results = f"results/{make_system_id(name)}"
    place = f"{results}/{PLAYERS}.csv"
    made = {example.name: example for example in load_examples(name, of, language, EXAMPLE_DATE)}
    found = read_player_list(path, data, get_input_columns(table))
    told = [*found.messages, *_report_unused(found, table, place)]
    people = _read_people(path, found, table, told)
    told += _complete_players(people, table, place, load_newcomer(name, table, language))
    filled = _fill_table(made[PLAYERS], table, people)
    return PlayerTable(
        filled, [*told, *_report_missing_columns(people, filled, place), *_report_empty_tables(made, results)]
    )


def _read_people(path: str, found: PlayerList, table: type[Table], told: list[Message]) -> list[_Cells]:
    """The cells of everybody, with the id."""
    read = map(_CellReader(path, table, found.marks, told).read_cells, found.entries)
    return [{**person, "id": id_} for person, id_ in zip(read, _assign_ids(path, found, told), strict=True)]


def _fill_table(made: ExampleTable, table: type[Table], people: Sequence[_Cells]) -> ExampleTable:
    """The table with the columns that it starts with, and what else the list has."""
    names = _ID_COLUMNS.union(made.header, *people)
    shown = [column for column in get_input_columns(table) if column.name in names]
    rows = [[person.get(one.name, "") for one in shown] for person in people]
    return ExampleTable(PLAYERS, shown, made.notes, rows)


def _report_unused(found: PlayerList, table: type[Table], place: str) -> Iterator[Message]:
    if found.unused_headings:
        yield say(
            "list-columns-unused",
            "{place} has no column for {headings} of the list, which were left out ({hint})",
            place=place,
            headings=", ".join(map(quote_text, found.unused_headings)),
            hint=list_known(column.name for column in get_input_columns(table)),
        )


@dataclass(frozen=True)
class _CellReader:
    """Reads the cells of entries as the reader will, and tells which it leaves blank."""

    path: str
    table: type[Table]
    marks: str
    messages: list[Message]

    def read_cells(self, entry: ListedPlayer) -> _Cells:
        """The cells that the table takes, canonical."""
        known = [column for column in get_input_columns(self.table) if entry.cells.get(column.name)]
        found = {column.name: self._read_cell(entry, column) for column in known if column.name != "id"}
        return {name: cell for name, cell in found.items() if cell}

    def _read_cell(self, entry: ListedPlayer, column: Column) -> str:
        try:
            return _format_canonical(make_parser(column, self.marks)(entry.cells[column.name]))
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
            self.messages.append(message)
            return ""


def _format_canonical(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:.15g}"
    return value.isoformat() if isinstance(value, date) else str(value)


def _assign_ids(path: str, found: PlayerList, told: list[Message]) -> Iterator[str]:
    """An id for everybody: the one in the list, else one made of the name; no two are the same."""
    giving = IdRegistry(len(found.entries))
    first: dict[str, ListedPlayer] = {}
    for number, entry in enumerate(found.entries, 1):
        own = entry.cells.get("id", "")
        wanted = own if is_id(own) else make_player_id(entry.cells["name"])
        given = giving.assign(wanted or f"id-{number}")
        before = first.setdefault(wanted, entry)
        if not wanted:
            told.append(_report_unspellable_name(path, entry, given))
        elif before is not entry:
            told.append(_report_collision(path, entry, before, given))
        yield given


def _report_unspellable_name(path: str, entry: ListedPlayer, given: str) -> Message:
    return say(
        "list-name-without-id",
        "{path}:{line}: {name} cannot be written in a-z, so the id is {id} ({hint})",
        path=path,
        line=entry.line,
        name=entry.cells["name"],
        id=quote_text(given),
        hint=advise("choose another before results refer to it"),
    )


def _report_collision(path: str, entry: ListedPlayer, before: ListedPlayer, given: str) -> Message:
    named = {"path": path, "line": entry.line, "name": entry.cells["name"], "before": before.line}
    if entry.cells == before.cells:
        return say(
            "list-row-twice",
            "{path}:{line}: {name} stands in line {before} already, and got the id {id} here ({hint})",
            **named,
            id=quote_text(given),
            hint=advise("take one of the rows out if they are one person"),
        )
    return say(
        "list-ids-collide",
        "{path}:{line}: {name} would have the id of {other} in line {before}, and got {id} ({hint})",
        **named,
        other=before.cells["name"],
        id=quote_text(given),
        hint=advise("take one of the rows out if they are one person, or choose other ids"),
    )


def load_newcomer(name: str, table: type[Table], language: str) -> ExampleTable | None:
    """What a system starts somebody with of whom nothing is known, where it needs something."""
    path = find_starter_file(name, "newcomer.csv")
    return read_example(path, table, language) if path else None


def _complete_players(
    people: Sequence[_Cells], table: type[Table], place: str, newcomer: ExampleTable | None
) -> Iterator[Message]:
    """Fill in what the system cannot do without, for those who have something wrong with themselves."""
    lacking = [person for person in people if newcomer and find_row_faults(person, table)]
    for person in lacking if newcomer else ():
        person |= dict(zip(newcomer.header, newcomer.rows[0], strict=True))  # type: ignore[union-attr]
    if newcomer and lacking:
        yield say(
            "list-players-completed",
            "{place}: the list says too little to begin with of {number} of {all} players: {names} ({hint})",
            place=place,
            number=len(lacking),
            all=len(people),
            names=", ".join(
                [*(person["name"] for person in lacking[:_MAX_NAMES]), *"…"[: len(lacking) > _MAX_NAMES]]
            ),
            hint=" ".join(newcomer.notes),
        )
    for person in people:
        for _, message, hint in find_row_faults(person, table):
            yield advise("{place}: {message} ({hint})", place=place, message=message, hint=hint)


def find_row_faults(cell_of: Mapping[str, str], table: type[Table]) -> list[tuple[str, str, str]]:
    """What a row finds wrong with itself, as the reader would tell: column, message and hint."""
    values = [
        make_parser(column, ".")(cell_of[column.name]) if column.name in cell_of else column.default
        for column in get_columns(table)
    ]
    (row,) = table.make_rows([values])
    return list(row.find_faults()) if hasattr(row, "find_faults") else []


def _report_missing_columns(people: Sequence[_Cells], table: ExampleTable, place: str) -> Iterator[Message]:
    names = [name for name in table.header if not any(name in one for one in people)]
    if names:
        yield say(
            "list-lacks-columns",
            "{place}: the list has nothing for {columns}: fill in there what you know",
            place=place,
            columns=", ".join(names),
        )


def _report_empty_tables(made: Iterable[str], results: str) -> Iterator[Message]:
    names = [name for name in made if name != PLAYERS]
    if names:
        yield say(
            "new-tables-wait",
            "{results}: only a header yet, for you to fill in: {tables}",
            results=results,
            tables=", ".join(names),
        )
