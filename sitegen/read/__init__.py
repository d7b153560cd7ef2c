"""results/**/*.csv -> typed rows of every ranking, and problems."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import partial
from itertools import chain
from operator import methodcaller
from pathlib import Path
from typing import Any

from sitegen import cells
from sitegen.cells import Parser
from sitegen.config import Ranking, Site
from sitegen.model import Fault, Lot, Player
from sitegen.problem import Problem, Severity, errors, quoted
from sitegen.read import folder, people
from sitegen.read.csvfile import Grid, opened
from sitegen.read.encoding import decoded
from sitegen.read.people import People, Secrets
from sitegen.read.rows import Body, repeated
from sitegen.system import kept
from sitegen.table import Column, Table, cell_columns, columns

PLAYERS = "players"


@dataclass(frozen=True)
class _Opened:
    """The files of a ranking, with their headers read; `lost` are the tables of which one could not be."""

    ranking: Ranking
    tables: Mapping[str, type[Table]]
    grids: Mapping[str, Sequence[Grid]]
    lost: frozenset[str]
    problems: Sequence[Problem]


def read(
    site: Site,
    *,
    reveal: bool = False,
    latest: date = date.max,  # noqa: ARG001
) -> tuple[dict[str, Any], list[Problem]]:
    """The `Inputs` of every ranking in which no error was found, by its id, and all that is wrong.

    Players are referred to by their ids, hidden ones by their labels: their real names and ids stay here,
    unless `reveal` asks for them, which is for the club's own tables and nothing that is published. What a
    system finds wrong with its tables is asked when nothing else is.
    """
    every = [_open(site.root, each) for each in site.rankings]
    crowds = [_people(each, reveal=reveal) for each in every]
    names = people.secrets(person for each in crowds for person in each.everyone)
    inputs, problems = {}, folder.strays(site.root, [each.id for each in site.rankings])
    for each, crowd in zip(every, crowds, strict=True):
        found, wrong = _Reading(each, crowd, names).inputs()
        problems += wrong
        if found is not None:
            inputs[each.ranking.id] = found
    return inputs, sorted(dict.fromkeys(problems), key=lambda each: each.place)


def secrets(site: Site) -> Secrets:
    """The names that may occur in no text of the site: those of its hidden players."""
    opened = (_open(site.root, each, only=PLAYERS) for each in site.rankings)
    return people.secrets(person for each in opened for person in _people(each).everyone)


def resolver(site: Site, ranking: Ranking) -> Parser:
    """How the players of a ranking are found, by id, name or alias; hidden ones by their own."""
    return _people(_open(site.root, ranking, only=PLAYERS), reveal=True).resolve


def _open(root: Path, ranking: Ranking, only: str = "") -> _Opened:
    """Find and decode the files of a ranking, of all its tables or of `only` one."""
    tables = {each.name: each.rows for each in kept(ranking.system)}
    files, problems = folder.tables(root, ranking.id, list(tables))
    grids: dict[str, list[Grid]] = {name: [] for name in tables}
    lost = set()
    for name in [only] if only else tables:
        for path in files[name]:
            grid, found = _grid(root, path, cell_columns(tables[name]))
            problems += found
            grids[name] += [grid] if grid else []
            lost |= set() if grid else {name}
    return _Opened(ranking, tables, grids, frozenset(lost), problems)


def _grid(root: Path, path: str, columns: Sequence[Column]) -> tuple[Grid | None, list[Problem]]:
    data, problems = folder.content(root, path)
    text, found = decoded(data, path) if data is not None else (None, [])
    grid, wrong = opened(text, path, columns) if text is not None else (None, [])
    return grid, [*problems, *found, *wrong]


def _people(opened: _Opened, *, reveal: bool = False) -> People:
    """The players of a ranking; incomplete when a file of them is lost, or says no ids."""
    grids = opened.grids[PLAYERS]
    is_complete = bool(grids) and PLAYERS not in opened.lost and all("id" in each.names for each in grids)
    return People(people.persons(grids), is_complete, reveal)


@dataclass(frozen=True)
class _Reading:
    """The tables of a ranking being read, with what must be known of its players and of names to be kept."""

    opened: _Opened
    people: People
    secrets: Secrets

    def inputs(self) -> tuple[Any, list[Problem]]:
        """The `Inputs` of the ranking, None when there is an error in it; all that is wrong."""
        problems = [*self.opened.problems, *self._missing(), *self._exposed_by_path()]
        rows: dict[str, list[Any] | None] = {}
        for name, table in self.opened.tables.items():
            rows[name], found = self._table(table, self.opened.grids[name])
            problems += found
        if errors(problems):
            return None, problems
        system, options = self.opened.ranking.system, self.opened.ranking.options
        fields = zip(system.Inputs._fields, rows.values(), strict=True)
        inputs = system.Inputs(**{name: found for name, found in fields if found is not None})
        problems += [self._located(fault) for fault in system.check(inputs, options)]
        return None if errors(problems) else inputs, problems

    def _missing(self) -> Iterator[Problem]:
        """The tables that are not there and must be."""
        for table in kept(self.opened.ranking.system):
            is_there = self.opened.grids[table.name] or table.name in self.opened.lost
            if not is_there and not table.may_be_missing:
                path = f"{folder.RESULTS}/{self.opened.ranking.id}/{table.name}.csv"
                header = ",".join(each.name for each in cell_columns(table.rows))
                message = f"the table {quoted(table.name)} is missing"
                yield Problem(path, 0, 0, message, f"its header is {header}")

    def _exposed_by_path(self) -> Iterator[Problem]:
        """Files whose names hold a name to be kept: they are published as the source of each row."""
        for grid in chain(*self.opened.grids.values()):
            for each in self.secrets.problems(grid.path, grid.path):
                yield Problem(grid.path, 0, 0, each.message, "rename the file")

    def _table(self, table: type[Table], grids: Sequence[Grid]) -> tuple[list[Any] | None, list[Problem]]:
        """The rows of a table, None when it has no file, and what is wrong with them."""
        if not grids:
            return None, []
        body = Body(table)
        for grid in grids:
            body.add(grid, partial(self._parser, table))
        problems = [*body.problems, *repeated(body)]
        sources = [each.name for each in columns(table) if each.filled and each.shown.style == "source"]
        filled: dict[str, Sequence[Any]] = dict.fromkeys(sources, body.places())
        if issubclass(table, Player):
            problems += _lookalikes(body)
            filled["alphabet"] = people.alphabet(body.values)
            filled["lot"] = [Lot(each or "") for each in body.values["id"]]
            self.people.hide(body.values)
        rows = body.rows(filled)
        return rows, [*problems, *_faults(body, rows)]

    def _parser(self, table: type[Table], column: Column, marks: str) -> Parser:
        """How the cells of a column are read, in a file with these decimal marks."""
        own = column.name if issubclass(table, Player) else ""
        if own == "id":
            return cells.blank_or(self.people.own_id, column)
        if own in {"name", "sort_name", "aliases"}:
            return cells.blank_or(cells.line, column)
        if column.shown.style == "player":
            return cells.blank_or(self.people.resolve, column)
        if column.kind is str and not column.choices:
            return cells.blank_or(self._text, column)
        return cells.parser(column, marks)

    def _text(self, cell: str) -> str:
        """A text in which no hidden player is named."""
        text = cells.text(cell)
        for each in self.secrets.problems(text, ""):
            raise ValueError(each.message, each.hint)
        return text

    def _located(self, fault: Fault) -> Problem:
        """A fault that the system found, at its cell or option."""
        told = fault.column, fault.message, fault.hint
        if fault.row is self.opened.ranking.options:
            found = self.opened.ranking.problem(*told)
        else:
            path, _, line = fault.row.source.rpartition(":")
            grid = next(each for each in chain(*self.opened.grids.values()) if each.path == path)
            found = grid.problem(int(line), *told)
        return replace(found, severity=Severity.WARNING) if fault.warning else found


def _lookalikes(body: Body) -> Iterator[Problem]:
    """A warning of names that may look like those of somebody else and are not."""
    for row, name in enumerate(body.values["name"]):
        alphabets = people.mixed_alphabets(name or "")
        if alphabets:
            message = f"{quoted(name)} mixes letters that are {' and '.join(alphabets)} in one word"
            found = body.problem(row, "name", message, "they look alike and differ: type the name anew")
            yield replace(found, severity=Severity.WARNING)


def _faults(body: Body, rows: Iterable[Any]) -> Iterator[Problem]:
    """What each row finds wrong with itself."""
    if hasattr(body.table, "faults"):
        for index, found in zip(body.sound(), map(methodcaller("faults"), rows), strict=True):
            for fault in found:
                yield body.problem(index, *fault)
