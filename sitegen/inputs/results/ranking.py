"""Days on which nothing can have been played, or hardly anything was.

The files of a ranking -> its tables, cell by cell and as a whole, and all that is wrong with them.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import date, timedelta
from functools import cache, partial
from itertools import pairwise
from operator import methodcaller
from typing import Any, NamedTuple

from sitegen.core import cells, personal_data
from sitegen.core.cache import NULL_CACHE, BuildCache
from sitegen.core.cells import Parser
from sitegen.core.entities import EventDate, Fault, Lot, Player
from sitegen.core.problems import Problem, Severity, advise, merge_repeated, quote_text, say, select_errors
from sitegen.core.system import HasEventDates, list_input_tables
from sitegen.core.table import Column, Table, get_columns, get_input_columns
from sitegen.core.unread import CompleteRows, Missing
from sitegen.inputs.privacy.search import HiddenNames
from sitegen.inputs.results import new_names, pairings
from sitegen.inputs.results.files import RESULTS_FOLDER, RankingFiles
from sitegen.inputs.results.grid import CsvFile
from sitegen.inputs.results.players import PlayerDirectory, find_shifts, rank_alphabetically
from sitegen.inputs.results.rows import CellValues, ColumnBatch, find_repeated_keys, find_repeated_rows

_YEAR, _HALF = timedelta(days=366), timedelta(days=183)
_OUTLIER_RATIO = 50
"""Of so many rows one may be a slip; more of them are what was played."""


def check_dates(dated: Iterable[EventDate], latest: date) -> Iterator[Fault]:
    """Results of days after `latest`, and warnings of days far from all others of their table."""
    tables: defaultdict[type, defaultdict[date, list[EventDate]]] = defaultdict(lambda: defaultdict(list))
    for event_date in dated:
        row, _, day, _ = event_date
        tables[type(row)][day].append(event_date)
    for days in tables.values():
        held = {day: rows for day, rows in days.items() if not isinstance(day, Missing)}
        for rows in (those for day, those in held.items() if day > latest):
            yield from (_report_future(row) for row in rows if row.is_played)
        yield from _find_outliers(
            {day: rows for day, rows in held.items() if day <= latest or not _has_result(rows)}
        )


def _has_result(rows: Iterable[EventDate]) -> bool:
    return any(row.is_played for row in rows)


def _report_future(result: EventDate) -> Fault:
    message = say("result-to-come", "{day} is still to come, and here is a result", day=result.day)
    return Fault(result.row, result.column, message, advise("correct the date, or take the result out"))


def _find_outliers(held: Mapping[date, Sequence[EventDate]]) -> Iterator[Fault]:
    """One warning a day, at its first row."""
    counts = Counter({day: len(rows) for day, rows in held.items()})
    days = sorted(counts)
    early = _find_early(days, counts)
    hint = advise("correct the date, unless it is right")
    for day in early:
        message = say("day-far-before", "{day} is more than a year before all others here", day=day)
        yield Fault(held[day][0].row, held[day][0].column, message, hint, warning=True)
    for day in _find_lone_days(days, counts):
        if day not in early:
            message = say("year-alone", "nothing else here is in the year of {day}", day=day)
            yield Fault(held[day][0].row, held[day][0].column, message, hint, warning=True)


def _find_early(days: Sequence[date], counts: Counter[date]) -> Sequence[date]:
    """The first day, or first days of few rows, behind which comes more than a year with nothing."""
    early: Sequence[date] = ()
    for place, (day, later) in enumerate(pairwise(days), 1):
        if later - day > _YEAR and (place == 1 or _are_few(days[:place], counts)):
            early = days[:place]
    return early


def _are_few(days: Iterable[date], counts: Counter[date]) -> bool:
    return _OUTLIER_RATIO * sum(counts[day] for day in days) < counts.total()


def _find_lone_days(days: Sequence[date], counts: Counter[date]) -> Iterator[date]:
    """In a calendar, which has about a row a day, the days with a year to themselves and none near them."""
    years = Counter(day.year for day in days)
    around = zip([date.min, *days[:-1]], days, [*days[1:], date.max], strict=True)
    for before, day, after in around if len(years) > 1 and 2 * counts.total() <= 3 * len(days) else ():
        if years[day.year] == 1 and min(day - before, after - day) > _HALF:
            yield day


class RankingReader(NamedTuple):
    """The tables of a ranking being read, with what must be known of its players and of names to be kept."""

    files: RankingFiles
    players: PlayerDirectory
    hidden_names: HiddenNames
    latest: date
    cache: BuildCache = NULL_CACHE

    def read_inputs(self) -> tuple[Any, list[Problem]]:
        """The `Inputs` of the ranking, None when there is an error in it; all that is wrong."""
        problems = [*self.files.problems, *self._find_missing_tables(), *self._check_paths()]
        given = [(name, table, self.files.csv_files[name]) for name, table in self.files.tables.items()]
        bodies = {name: self._read_table(table, grids) for name, table, grids in given if grids}
        problems += [found for body in bodies.values() for found in body.problems]
        is_sound = not select_errors(problems)
        rows = {name: self._make_rows(body, is_sound=is_sound) for name, body in bodies.items()}
        problems += [found for name in rows for found in _check_rows(bodies[name], rows[name])]
        if not self.players.is_complete or self._is_incomplete():
            return None, problems
        system = self.files.ranking.system
        fields = zip(system.Inputs._fields, self.files.tables, strict=True)
        inputs = system.Inputs(**{field: rows[name] for field, name in fields if name in rows})
        problems += self._check(inputs, is_sound=is_sound)
        return None if select_errors(problems) else inputs, problems

    def read_as_written(self) -> dict[str, list[Any]]:
        """The rows of the tables in which something can be drawn, as they stand in the files."""
        found = {}
        for name, table in self.files.tables.items():
            if pairings.has_pairings(table) and self.files.csv_files[name]:
                found[name] = self._make_rows(
                    self._read_columns(table, self.files.csv_files[name]), is_sound=True
                )
        return found

    def _is_incomplete(self) -> bool:
        """Whether a table could not be read, or is not there, so that a check tells what only follows."""
        needed = {
            table.name for table in list_input_tables(self.files.ranking.system) if not table.may_be_missing
        }
        return bool(self.files.lost_tables) or any(not self.files.csv_files[name] for name in needed)

    def _find_missing_tables(self) -> Iterator[Problem]:
        """The tables that are not there and must be."""
        for table in list_input_tables(self.files.ranking.system):
            is_there = self.files.csv_files[table.name] or table.name in self.files.lost_tables
            if not is_there and not table.may_be_missing:
                path = f"{RESULTS_FOLDER}/{self.files.ranking.id}/{table.name}.csv"
                header = ",".join(column.name for column in get_input_columns(table.rows))
                message = say("table-missing", "the table {table} is missing", table=quote_text(table.name))
                hint = advise("its header is {header}", header=header)
                yield Problem(path, 0, 0, message, hint, is_cause=True)

    def _check_paths(self) -> Iterator[Problem]:
        """Files whose names tell of somebody: they are published as the source of each row."""
        for grid in self.files.all_files:
            for problem in self.hidden_names.find_problems(grid.path, grid.path):
                yield problem._replace(line=0, column=0, hint=advise("rename the file"))
            try:
                personal_data.check_personal_data(grid.path.rpartition("/")[2])
            except ValueError as error:
                yield Problem(grid.path, 0, 0, error.args[0], advise("rename the file"))

    def _read_table(self, table: type[Table], grids: Sequence[CsvFile]) -> ColumnBatch:
        """The cells of a table, and what is wrong with them."""
        body = self._read_columns(table, grids)
        body.problems += self._find_family_names(body)
        pairings.merge_results(body)
        body.problems += [*find_repeated_keys(body), *find_repeated_rows(body)]
        if issubclass(table, Player):
            body.problems += [*new_names.find_doubtful_names(body), *find_shifts(body)]
            body.problems = [
                problem._replace(is_cause=problem in select_errors([problem])) for problem in body.problems
            ]
        return body

    def _read_columns(self, table: type[Table], grids: Sequence[CsvFile]) -> ColumnBatch:
        body = ColumnBatch(table)
        values_of = cache(lambda column, marks: CellValues(self._make_parser(table, column, marks)))
        for grid in grids:
            read = partial(ColumnBatch.read, table, grid, values_of)
            body.extend(self.cache.memoize(("cells", grid.path), [table, grid], self._cache_key, read))
        return body

    @property
    def _cache_key(self) -> object:
        """What the value of a cell depends on, beside what stands in it."""
        people = self.players
        return people, people.files, self.hidden_names

    def _make_rows(self, body: ColumnBatch, *, is_sound: bool) -> list[Any]:
        """The rows of a table; when anything is wrong with a ranking, those that could not be read too."""
        sources = [
            column.name
            for column in get_columns(body.table)
            if column.filled and column.display.style == "source"
        ]
        filled: dict[str, Sequence[Any]] = dict.fromkeys(sources, body.format_places())
        if issubclass(body.table, Player):
            veil = self.players.known_pseudonyms
            filled["alphabet"] = rank_alphabetically(body.values, veil)
            filled["lot"] = [
                Lot(id_ or "", veil.lots.get(veil.get_label(id_ or ""))) for id_ in body.values["id"]
            ]
            self.players.apply_pseudonyms(body.values)
        return CompleteRows(body.make_rows(filled)) if is_sound else body.make_all_rows(filled)

    def _make_parser(self, table: type[Table], column: Column, marks: str) -> Parser:
        """How the cells of a column are read, in a file with these decimal marks."""
        own = column.name if issubclass(table, Player) else ""
        if own == "id":
            return cells.allow_blank(self.players.parse_own_id, column)
        if own in {"name", "sort_name", "aliases"}:
            return cells.allow_blank(cells.parse_person_name, column)
        if column.display.style == "player":
            return cells.allow_blank(self._make_player_parser(table), column)
        if column.kind is str and not column.choices:
            return cells.allow_blank(self._parse_text, column)
        return cells.make_parser(column, marks)

    def _make_player_parser(self, table: type[Table]) -> Parser:
        """How a player is found; where something can be drawn, also as whoever was."""
        if not pairings.has_pairings(table):
            return self.players.resolve
        return lambda cell: (
            pairings.PENDING_PLAYER
            if cell.strip() == pairings.PLAYER_PLACEHOLDER
            else self.players.resolve(cell)
        )

    def _parse_text(self, cell: str) -> str:
        """A text in which no hidden player is named."""
        text = cells.parse_text(cell)
        for problem in select_errors(self.hidden_names.find_problems(text, "")):
            raise ValueError(problem.message, problem.hint)
        return text

    def _find_family_names(self, body: ColumnBatch) -> Iterator[Problem]:
        """A warning of texts in which the family name of a hidden player stands, one a column."""
        for name in _find_text_columns(body.table) if self.hidden_names.family_names else ():
            cells_ = body.values[name]
            naming = {
                cell: self.hidden_names.find_problems(cell, "") for cell in {*cells_} if isinstance(cell, str)
            }
            found = [
                (row, problem) for row, cell in enumerate(cells_) for problem in naming.get(cell, ())[:1]
            ]
            at = [
                problem._replace(**_get_position(body.make_problem(row, name, ""))) for row, problem in found
            ]
            yield from merge_repeated(at)

    def _check(self, inputs: Any, *, is_sound: bool) -> list[Problem]:
        """What is wrong with the tables as a whole, or that the system could not tell."""
        try:
            return list(map(self._locate, self._find_faults(inputs, is_sound=is_sound)))
        except MemoryError:
            raise
        except Exception as error:  # noqa: BLE001 - a system can raise whatever Python has
            return [self.files.ranking.report_failure("check", error)]

    def _find_faults(self, inputs: Any, *, is_sound: bool) -> Iterator[Fault]:
        """What is wrong with the days, and what the system finds; of unsound tables as far as can be told.

        A row with a day that cannot be is out of its place: what else is found there only follows.
        """
        dated = check_dates(self._find_event_dates(inputs), self.latest)
        days = list(dated if is_sound else _iter_until_error(dated))
        out_of_place = {id(fault.row) for fault in days if fault.column == "date" and not fault.warning}
        found = self._call_check(inputs)
        others = found if is_sound else filter(_has_known_cell, _iter_until_error(found))
        yield from days
        yield from (fault for fault in others if id(fault.row) not in out_of_place)

    def _find_event_dates(self, inputs: Any) -> Iterator[EventDate]:
        system = self.files.ranking.system
        yield from system.event_dates(inputs) if isinstance(system, HasEventDates) else ()

    def _call_check(self, inputs: Any) -> Iterator[Fault]:
        """What the system finds; asked inside, so that it may fail on what could not be read."""
        yield from self.files.ranking.system.check(inputs, self.files.ranking.options)

    def _locate(self, fault: Fault) -> Problem:
        """A fault that the system found, at its cell or option."""
        told = fault.column, fault.message, fault.hint
        if fault.row is self.files.ranking.options:
            found = self.files.ranking.make_problem(*told)
        else:
            path, _, line = fault.row.source.rpartition(":")
            grid = next(grid for grid in self.files.all_files if grid.path == path)
            found = grid.make_problem(int(line), *told)
        return found._replace(severity=Severity.WARNING) if fault.warning else found


def _get_position(problem: Problem) -> dict[str, Any]:
    return {"path": problem.path, "line": problem.line, "column": problem.column}


def _find_text_columns(table: type[Table]) -> list[str]:
    """The columns in which people write as they like, but for the names of players."""
    free = (column for column in get_input_columns(table) if column.kind is str and not column.choices)
    return (
        []
        if issubclass(table, Player)
        else [column.name for column in free if column.display.style != "player"]
    )


def _check_rows(body: ColumnBatch, rows: Sequence[Any]) -> Iterator[Problem]:
    """What each row finds wrong with itself, but with cells that could not be read."""
    faults = map(
        methodcaller("find_faults"), rows[: len(body.lines)] if hasattr(body.table, "find_faults") else ()
    )
    if body.missing_rows:
        faults = map(_iter_until_error, faults)
    for index, found in enumerate(faults):
        for name, *told in found:
            if index not in body.missing_rows.get(name, ()):
                yield body.make_problem(index, name, *told)


def _iter_until_error(found: Iterable[Any]) -> Iterator[Any]:
    """What is found until something stands in the way: that could not be read, and has been told."""
    with suppress(Exception):
        yield from found


def _has_known_cell(fault: Fault) -> bool:
    """Whether the cell of a fault, if it is of one, could be read."""
    cells_of_row = (getattr(fault.row, name, None) for name in (fault.column, f"{fault.column}_"))
    return not any(isinstance(cell, Missing) for cell in cells_of_row)
