"""The files of a ranking -> its tables, cell by cell and as a whole, and all that is wrong with them."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from datetime import date
from functools import cache, partial
from operator import methodcaller
from typing import Any, NamedTuple

from sitegen import cells
from sitegen.cells import Parser, personal
from sitegen.memory import FORGETFUL, Memory
from sitegen.message import advise, say
from sitegen.model import Dated, Fault, Lot, Player
from sitegen.problem import Problem, Severity, errors, quoted, told_once
from sitegen.read import dates, drawn, folder, names
from sitegen.read.files import Files
from sitegen.read.grid import Grid
from sitegen.read.people import People, alphabet
from sitegen.read.rows import Body, Values, alike, repeated
from sitegen.read.secrets import Secrets
from sitegen.read.shifts import shifts
from sitegen.system import Calendared, kept
from sitegen.table import Column, Table, cell_columns, columns
from sitegen.unread import Read, Unread


class Reading(NamedTuple):
    """The tables of a ranking being read, with what must be known of its players and of names to be kept."""

    files: Files
    people: People
    secrets: Secrets
    latest: date
    memory: Memory = FORGETFUL

    def inputs(self) -> tuple[Any, list[Problem]]:
        """The `Inputs` of the ranking, None when there is an error in it; all that is wrong."""
        problems = [*self.files.problems, *self._missing(), *self._exposed_by_path()]
        given = [(name, table, self.files.grids[name]) for name, table in self.files.tables.items()]
        bodies = {name: self._body(table, grids) for name, table, grids in given if grids}
        problems += [found for each in bodies.values() for found in each.problems]
        is_sound = not errors(problems)
        rows = {name: self._rows(each, is_sound=is_sound) for name, each in bodies.items()}
        problems += [found for name in rows for found in _of_rows(bodies[name], rows[name])]
        if not self.people.is_complete or self._lacks_a_table():
            return None, problems
        system = self.files.ranking.system
        fields = zip(system.Inputs._fields, self.files.tables, strict=True)
        inputs = system.Inputs(**{field: rows[name] for field, name in fields if name in rows})
        problems += self._checked(inputs, is_sound=is_sound)
        return None if errors(problems) else inputs, problems

    def as_written(self) -> dict[str, list[Any]]:
        """The rows of the tables in which something can be drawn, as they stand in the files."""
        found = {}
        for name, table in self.files.tables.items():
            if drawn.is_drawn(table) and self.files.grids[name]:
                found[name] = self._rows(self._read(table, self.files.grids[name]), is_sound=True)
        return found

    def _lacks_a_table(self) -> bool:
        """Whether a table could not be read, or is not there, so that a check tells what only follows."""
        needed = {each.name for each in kept(self.files.ranking.system) if not each.may_be_missing}
        return bool(self.files.lost) or any(not self.files.grids[name] for name in needed)

    def _missing(self) -> Iterator[Problem]:
        """The tables that are not there and must be."""
        for table in kept(self.files.ranking.system):
            is_there = self.files.grids[table.name] or table.name in self.files.lost
            if not is_there and not table.may_be_missing:
                path = f"{folder.RESULTS}/{self.files.ranking.id}/{table.name}.csv"
                header = ",".join(each.name for each in cell_columns(table.rows))
                message = say("table-missing", "the table {table} is missing", table=quoted(table.name))
                hint = advise("its header is {header}", header=header)
                yield Problem(path, 0, 0, message, hint, is_cause=True)

    def _exposed_by_path(self) -> Iterator[Problem]:
        """Files whose names tell of somebody: they are published as the source of each row."""
        for grid in self.files.every:
            for each in self.secrets.problems(grid.path, grid.path):
                yield each._replace(line=0, column=0, hint=advise("rename the file"))
            try:
                personal.refuse(grid.path.rpartition("/")[2])
            except ValueError as error:
                yield Problem(grid.path, 0, 0, error.args[0], advise("rename the file"))

    def _body(self, table: type[Table], grids: Sequence[Grid]) -> Body:
        """The cells of a table, and what is wrong with them."""
        body = self._read(table, grids)
        body.problems += self._families_named(body)
        drawn.settle(body)
        body.problems += [*repeated(body), *alike(body)]
        if issubclass(table, Player):
            body.problems += [*names.doubtful(body), *shifts(body)]
            body.problems = [each._replace(is_cause=each in errors([each])) for each in body.problems]
        return body

    def _read(self, table: type[Table], grids: Sequence[Grid]) -> Body:
        body = Body(table)
        values_of = cache(lambda column, marks: Values(self._parser(table, column, marks)))
        for grid in grids:
            read = partial(Body.of, table, grid, values_of)
            body.join(self.memory.made(("cells", grid.path), [table, grid], self._known, read))
        return body

    @property
    def _known(self) -> object:
        """What the value of a cell depends on, beside what stands in it."""
        people = self.people
        return people, people.grids, self.secrets

    def _rows(self, body: Body, *, is_sound: bool) -> list[Any]:
        """The rows of a table; when anything is wrong with a ranking, those that could not be read too."""
        sources = [each.name for each in columns(body.table) if each.filled and each.shown.style == "source"]
        filled: dict[str, Sequence[Any]] = dict.fromkeys(sources, body.places())
        if issubclass(body.table, Player):
            veil = self.people.veil
            filled["alphabet"] = alphabet(body.values, veil)
            filled["lot"] = [
                Lot(each or "", veil.lots.get(veil.label(each or ""))) for each in body.values["id"]
            ]
            self.people.hide(body.values)
        return Read(body.rows(filled)) if is_sound else body.every(filled)

    def _parser(self, table: type[Table], column: Column, marks: str) -> Parser:
        """How the cells of a column are read, in a file with these decimal marks."""
        own = column.name if issubclass(table, Player) else ""
        if own == "id":
            return cells.blank_or(self.people.own_id, column)
        if own in {"name", "sort_name", "aliases"}:
            return cells.blank_or(cells.person, column)
        if column.shown.style == "player":
            return cells.blank_or(self._player(table), column)
        if column.kind is str and not column.choices:
            return cells.blank_or(self._text, column)
        return cells.parser(column, marks)

    def _player(self, table: type[Table]) -> Parser:
        """How a player is found; where something can be drawn, also as whoever was."""
        if not drawn.is_drawn(table):
            return self.people.resolve
        return lambda cell: drawn.AS_DRAWN if cell.strip() == drawn.STAR else self.people.resolve(cell)

    def _text(self, cell: str) -> str:
        """A text in which no hidden player is named."""
        text = cells.text(cell)
        for each in errors(self.secrets.problems(text, "")):
            raise ValueError(each.message, each.hint)
        return text

    def _families_named(self, body: Body) -> Iterator[Problem]:
        """A warning of texts in which the family name of a hidden player stands, one a column."""
        for name in _texts(body.table) if self.secrets.families else ():
            cells_ = body.values[name]
            naming = {cell: self.secrets.problems(cell, "") for cell in {*cells_} if isinstance(cell, str)}
            found = [(row, each) for row, cell in enumerate(cells_) for each in naming.get(cell, ())[:1]]
            at = [each._replace(**_place_of(body.problem(row, name, ""))) for row, each in found]
            yield from told_once(at)

    def _checked(self, inputs: Any, *, is_sound: bool) -> list[Problem]:
        """What is wrong with the tables as a whole, or that the system could not tell."""
        try:
            return list(map(self._located, self._faults(inputs, is_sound=is_sound)))
        except MemoryError:
            raise
        except Exception as error:  # noqa: BLE001 - a system can raise whatever Python has
            return [self.files.ranking.failed("check", error)]

    def _faults(self, inputs: Any, *, is_sound: bool) -> Iterator[Fault]:
        """What is wrong with the days, and what the system finds; of unsound tables as far as can be told.

        A row with a day that cannot be is out of its place: what else is found there only follows.
        """
        dated = dates.faults(self._dated(inputs), self.latest)
        days = list(dated if is_sound else _as_far_as_can_be(dated))
        out_of_place = {id(each.row) for each in days if each.column == "date" and not each.warning}
        found = self._found(inputs)
        others = found if is_sound else filter(_is_of_a_cell, _as_far_as_can_be(found))
        yield from days
        yield from (each for each in others if id(each.row) not in out_of_place)

    def _dated(self, inputs: Any) -> Iterator[Dated]:
        system = self.files.ranking.system
        yield from system.dated(inputs) if isinstance(system, Calendared) else ()

    def _found(self, inputs: Any) -> Iterator[Fault]:
        """What the system finds; asked inside, so that it may fail on what could not be read."""
        yield from self.files.ranking.system.check(inputs, self.files.ranking.options)

    def _located(self, fault: Fault) -> Problem:
        """A fault that the system found, at its cell or option."""
        told = fault.column, fault.message, fault.hint
        if fault.row is self.files.ranking.options:
            found = self.files.ranking.problem(*told)
        else:
            path, _, line = fault.row.source.rpartition(":")
            grid = next(each for each in self.files.every if each.path == path)
            found = grid.problem(int(line), *told)
        return found._replace(severity=Severity.WARNING) if fault.warning else found


def _place_of(problem: Problem) -> dict[str, Any]:
    return {"path": problem.path, "line": problem.line, "column": problem.column}


def _texts(table: type[Table]) -> list[str]:
    """The columns in which people write as they like, but for the names of players."""
    free = (each for each in cell_columns(table) if each.kind is str and not each.choices)
    return [] if issubclass(table, Player) else [each.name for each in free if each.shown.style != "player"]


def _of_rows(body: Body, rows: Sequence[Any]) -> Iterator[Problem]:
    """What each row finds wrong with itself, but with cells that could not be read."""
    faults = map(methodcaller("faults"), rows[: len(body.lines)] if hasattr(body.table, "faults") else ())
    if body.failed:
        faults = map(_as_far_as_can_be, faults)
    for index, found in enumerate(faults):
        for name, *told in found:
            if index not in body.failed.get(name, ()):
                yield body.problem(index, name, *told)


def _as_far_as_can_be(found: Iterable[Any]) -> Iterator[Any]:
    """What is found until something stands in the way: that could not be read, and has been told."""
    with suppress(Exception):
        yield from found


def _is_of_a_cell(fault: Fault) -> bool:
    """Whether the cell of a fault, if it is of one, could be read."""
    cells_of_row = (getattr(fault.row, name, None) for name in (fault.column, f"{fault.column}_"))
    return not any(isinstance(each, Unread) for each in cells_of_row)
