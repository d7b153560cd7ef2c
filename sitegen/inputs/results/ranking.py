"""Read the tables of a ranking from its files: parse, merge and check its rows, and collect all problems."""

from collections.abc import Callable, Collection, Hashable, Iterator, Mapping, Sequence
from datetime import date
from functools import cache, partial
from itertools import chain
from typing import Any, NamedTuple

from sitegen.core import cells, personal_data
from sitegen.core.cache import NULL_CACHE, BuildCache
from sitegen.core.cells import Parser
from sitegen.core.entities import Fault, Lot, Player, declare_warning, read_event_dates
from sitegen.core.missing import CompleteRows, Missing, TableRows, map_files
from sitegen.core.options import list_versions
from sitegen.core.problems import (
    Problem,
    Severity,
    advise,
    find_nearest,
    merge_repeated,
    quote_text,
    say,
    select_errors,
)
from sitegen.core.system import (
    DECISIONS,
    HasEventDates,
    HasRules,
    TakesClubResults,
    list_dated_tables,
    list_input_tables,
)
from sitegen.core.table import Column, Table, get_input_columns
from sitegen.inputs.privacy.search import HiddenNames
from sitegen.inputs.results import doubtful_names, pairings
from sitegen.inputs.results.club_results import ClubPlayers, merge_doubles, read_file
from sitegen.inputs.results.csv_file import CsvFile
from sitegen.inputs.results.dates import (
    check_dates,
    find_ambiguous_date,
    select_impossible,
    write_days,
)
from sitegen.inputs.results.file_days import Run, find_empty_files, list_runs
from sitegen.inputs.results.files import PLAYERS, RESULTS_FOLDER, RankingFiles
from sitegen.inputs.results.header import format_header
from sitegen.inputs.results.moved_names import find_shifts
from sitegen.inputs.results.players import PlayerDirectory, rank_alphabetically
from sitegen.inputs.results.repeats import find_repeats, merge_with_repeats
from sitegen.inputs.results.row_faults import check_rows, has_known_cell, iter_until_error, remove_cells
from sitegen.inputs.results.rows import CellValues, ColumnBatch, merge_frequent

_CHANGE_BEFORE_RESULTS = declare_warning(
    "change-before-results",
    "no result is older than {day}, so what this replaces has never held",
    "correct the date, or write its options below [ranking.options]",
)


class RankingReader(NamedTuple):
    """Reads the tables of one ranking; `latest` is the last day on which something can have been played.

    `dates` is that of the site. `as_of` is the day of what is asked for from a day on. `clubs` has the
    players of each whose files it takes results from, in their order.
    """

    files: RankingFiles
    players: PlayerDirectory
    hidden_names: HiddenNames
    latest: date
    dates: str | None = None
    cache: BuildCache = NULL_CACHE
    as_of: date = date.max
    clubs: Sequence[ClubPlayers] = ()

    def read_inputs(self) -> tuple[Any, list[Problem]]:
        """Return the `Inputs` of the ranking, None when it has an error; and all problems."""
        problems = [*self.files.problems, *self._find_missing_tables(), *self._check_paths()]
        if self.dates is None and self.players.language.code == "en":
            problems += find_ambiguous_date(self.files.own_files)
        batches = {
            name: self._read_table(table, self.files.csv_files[name])
            for name, table in self.files.tables.items()
            if self.files.csv_files[name]
        }
        batches |= {
            name: self._add_clubs(name, batches.get(name) or ColumnBatch(self.files.tables[name]))
            for name in self._club_tables
        }
        problems += [problem for batch in batches.values() for problem in batch.problems]
        is_sound = not select_errors(problems)
        rows: dict[str, Sequence[Any]] = {
            name: self._make_rows(batch, is_sound=is_sound) for name, batch in batches.items()
        }
        for name, batch in batches.items():
            faults = list(check_rows(batch, rows[name]))
            problems += merge_frequent([batch.make_problem(*fault) for fault in faults], len(batch.lines))
            rows[name] = remove_cells(rows[name], faults)
            is_sound = is_sound and not faults
        problems += self._merge_clubs(rows)
        has_wrong_headings = any(batch.has_wrong_heading for batch in batches.values())
        are_known = self.players.is_complete and all(club.is_complete for club in self.clubs)
        if has_wrong_headings or not are_known or self._is_incomplete():
            return None, problems
        system = self.files.ranking.system
        fields = zip(system.Inputs._fields, self.files.tables, strict=True)
        inputs = system.Inputs(**{field: rows[name] for field, name in fields if name in rows})
        doubts = [doubt for batch in batches.values() for doubt in batch.doubts]
        problems = merge_with_repeats([*problems, *self._check(inputs, is_sound=is_sound)], doubts)
        return None if select_errors(problems) else self._hide_reasons(inputs), problems

    def _merge_clubs(self, rows: dict[str, Sequence[Any]]) -> Iterator[Problem]:
        """Count once in `rows` what several clubs entered, and yield what to tell them."""
        folders = [self.files.folder, *(files.folder for files in self.files.clubs)]
        for name, read_result in self._club_tables.items():
            rows[name], problems = merge_doubles(rows[name], read_result, folders)
            yield from problems
        for club in self.clubs if self.files.csv_files[PLAYERS] else ():
            yield from club.find_unlisted(self.files.csv_files[PLAYERS][0].path)

    @property
    def _club_tables(self) -> Mapping[str, Callable[[Any], Hashable]]:
        """The tables that clubs keep for it, each with what reads the result of a row."""
        system = self.files.ranking.system
        return system.club_results if self.clubs and isinstance(system, TakesClubResults) else {}

    def _hide_reasons(self, inputs: Any) -> Any:
        """Return the tables without reasons of decisions about hidden players, which may tell who it is."""
        hidden = {player.id for player in inputs.players if player.hidden}
        decisions = getattr(inputs, DECISIONS, ())
        if self.players.is_revealed or not any(row.player in hidden for row in decisions):
            return inputs
        return inputs._replace(
            decisions=[row.replace(reason="") if row.player in hidden else row for row in decisions]
        )

    def read_as_written(self) -> dict[str, list[Any]]:
        """Return the rows of the tables with pairings, as the files have them: nothing is merged."""
        return {
            name: self._make_rows(self._read_columns(table, self.files.csv_files[name]), is_sound=True)
            for name, table in self.files.tables.items()
            if pairings.has_pairings(table) and self.files.csv_files[name]
        }

    def read_table(self, name: str) -> list[Any]:
        """Return the rows of a table that has files as these have them; `Missing` for what cannot be read."""
        batch = self._read_columns(self.files.tables[name], self.files.csv_files[name])
        return self._make_rows(batch, is_sound=False)

    def _is_incomplete(self) -> bool:
        """Whether a table is lost or missing, so that the checks of the system would only repeat that."""
        needed = self._list_required_tables()
        return bool(self.files.lost_tables) or any(not self.files.csv_files[name] for name in needed)

    def _list_required_tables(self) -> set[str]:
        tables = list_input_tables(self.files.ranking.system)
        return {table.name for table in tables if not table.may_be_missing} - self._club_tables.keys()

    def _find_missing_tables(self) -> Iterator[Problem]:
        """Yield an error for each required table without a file."""
        needed = self._list_required_tables()
        for table in list_input_tables(self.files.ranking.system):
            is_there = self.files.csv_files[table.name] or table.name in self.files.lost_tables
            if not is_there and table.name in needed and not self._is_misnamed(table.name):
                path = f"{RESULTS_FOLDER}/{self.files.ranking.id}/{table.name}.csv"
                header = format_header(get_input_columns(table.rows), ",")
                message = say("table-missing", "the table {table} is missing", table=quote_text(table.name))
                hint = advise("its header is {header}", header=header)
                yield Problem(path, 0, 0, message, hint, is_cause=True)

    def _is_misnamed(self, table: str) -> bool:
        """Whether a problem is told of a file that is probably this table."""
        folder = f"{RESULTS_FOLDER}/{self.files.ranking.id}/"
        names = [problem.path.removeprefix(folder) for problem in self.files.problems]
        return any(name.startswith(f"{table}/") or find_nearest(name, [f"{table}.csv"]) for name in names)

    def _check_paths(self) -> Iterator[Problem]:
        """Yield an error for each file whose name has personal data: paths are published with the rows.

        Such a name is what follows `results/elo/games/`: the rest is not of their choice.
        """
        for csv_file in self.files.own_files:
            below = csv_file.path.removeprefix(f"{RESULTS_FOLDER}/{self.files.ranking.id}/")
            own_name = below.partition("/")[2].removesuffix(".csv")
            for problem in self.hidden_names.find_problems(own_name, csv_file.path):
                yield problem._replace(line=0, column=0, hint=advise("rename the file"))
            try:
                personal_data.check_personal_data(csv_file.path.rpartition("/")[2])
            except ValueError as error:
                yield Problem(csv_file.path, 0, 0, error.args[0], advise("rename the file"))

    def _add_clubs(self, name: str, batch: ColumnBatch) -> ColumnBatch:
        """Return a table with the rows of clubs after its own.

        What is wrong with the rows of a club as a whole, its own ranking tells.
        """
        for files, club in zip(self.files.clubs, self.clubs, strict=True):
            part = self._read_columns(batch.table, files.csv_files[name], club)
            batch.extend(part)
            batch.parts += part.parts
        return batch

    def _read_table(self, table: type[Table], csv_files: Sequence[CsvFile]) -> ColumnBatch:
        """Read a table: parse its cells, merge pairings with their results, and check keys and names."""
        batch = self._read_columns(table, csv_files)
        batch.problems += self._find_family_names(batch)
        batch.problems += find_empty_files(batch, self.latest)
        pairings.merge_results(batch)
        batch.problems += find_repeats(batch)
        if issubclass(table, Player):
            batch.problems += self._check_player_count(batch)
            batch.problems += self.cache.memoize(
                ("names of players", self.files.ranking.id),
                [table, *csv_files],
                self._parser_inputs,
                lambda: [*doubtful_names.find_doubtful_names(batch), *find_shifts(batch)],
            )
            batch.problems = [
                problem._replace(is_cause=problem in select_errors([problem])) for problem in batch.problems
            ]
        return batch

    def _check_player_count(self, batch: ColumnBatch) -> Iterator[Problem]:
        """Yield an error where there is no player, but rows that would name one."""
        if not self.players.persons and self.files.has_results:
            message = say("no-players", "this file has a header and no player")
            hint = advise("take the players back, or add a row for each of them")
            yield Problem(batch.files[0].path, 0, 0, message, hint)

    def _read_columns(
        self, table: type[Table], csv_files: Sequence[CsvFile], club: ClubPlayers | None = None
    ) -> ColumnBatch:
        """Parse the cells of all files of a table; files that have not changed come from the cache."""
        batch = ColumnBatch(table)
        resolve = club.resolve if club else self.players.resolve
        get_values = cache(lambda column, marks: CellValues(self._make_parser(table, column, marks, resolve)))
        state = self._parser_inputs, club and club.club
        for csv_file in csv_files:
            key = "cells", self.files.ranking.id, csv_file.path
            read = partial(read_file, table, csv_file, get_values)
            part = self.cache.memoize(key, [table, csv_file], state, read)
            batch.extend(part)
            batch.parts += [part] if self.cache.is_used else []
        return batch

    @property
    def _parser_inputs(self) -> Sequence[object]:
        """What the values of cells depend on, besides their file."""
        return self.players, self.players.files, self.hidden_names, self.dates

    def _make_rows(self, batch: ColumnBatch, *, is_sound: bool) -> list[Any]:
        """Return the rows of a table; of an unsound ranking with `Missing` for what could not be read."""
        filled = dict[str, Sequence[Any]]()
        if issubclass(batch.table, Player):
            filled["alphabet"] = rank_alphabetically(batch.values, self.players.get_number)
            ids = [id_ or "" for id_ in batch.values["id"]]
            filled["lot"] = [Lot(id_, self.players.get_number(id_)) for id_ in ids]
            self.players.apply_pseudonyms(batch.values)
        elif is_sound and batch.parts and not pairings.has_pairings(batch.table):
            return TableRows(part.file_rows for part in batch.parts)
        return CompleteRows(batch.make_rows(filled)) if is_sound else batch.make_all_rows(filled)

    def _make_parser(self, table: type[Table], column: Column, decimal_marks: str, resolve: Parser) -> Parser:
        """Return the parser for the cells of a column, in a file with these decimal marks.

        `resolve` is that of players.
        """
        player_field = column.name if issubclass(table, Player) else ""
        if player_field == "id":
            return cells.allow_blank(self.players.parse_own_id, column)
        if player_field in {"name", "sort_name", "aliases"}:
            return cells.allow_blank(cells.parse_person_name, column)
        if column.display.style == "player":
            resolve = self._resolve_pairing if pairings.has_pairings(table) else resolve
            return cells.allow_blank(resolve, column)
        if column.kind is str and not column.choices:
            return cells.allow_blank(partial(self._parse_text, cells.make_text_parser(column)), column)
        scores = [other.heading for other in get_input_columns(table) if other.name.endswith("_score")]
        return cells.make_parser(column, decimal_marks, scores, month_first=self.dates == "month first")

    def _resolve_pairing(self, cell: str) -> Any:
        """Return the player whom a cell names; `*` stands for a player whom another row names."""
        is_pending = cell.strip() == pairings.PLAYER_PLACEHOLDER
        return pairings.PENDING_PLAYER if is_pending else self.players.resolve(cell)

    def _parse_text(self, parse: Parser, cell: str) -> str:
        """Parse a text, in which no hidden player may be named."""
        text: str = parse(cell)
        for problem in select_errors(self.hidden_names.find_problems(text, "")):
            raise ValueError(problem.message, problem.hint)
        return text

    def _find_family_names(self, batch: ColumnBatch) -> Iterator[Problem]:
        """Yield one warning a column of texts that have the family name of a hidden player."""
        for name in _find_text_columns(batch.table) if self.hidden_names.family_names else ():
            texts = {text for text in batch.values[name] if isinstance(text, str)}
            naming = {
                text: found[0] for text in texts if (found := self.hidden_names.find_problems(text, ""))
            }
            problems = []
            for row, text in enumerate(batch.values[name] if naming else ()):
                if problem := naming.get(text):
                    path, line, column, *_ = batch.make_problem(row, name, "")
                    problems.append(problem._replace(path=path, line=line, column=column))
            yield from merge_repeated(problems)

    def _check(self, inputs: Any, *, is_sound: bool) -> list[Problem]:
        """Return what is wrong with the tables as a whole; an exception of the system is a problem too."""
        try:
            faults = self._find_faults(inputs, is_sound=is_sound)
            return list(dict.fromkeys(self._locate(fault) for fault in faults if not self._is_told(fault)))
        except MemoryError:
            raise
        except Exception as error:  # noqa: BLE001 - a system can raise whatever Python has
            return [self.files.ranking.report_failure("check", error)]

    def _find_faults(self, inputs: Any, *, is_sound: bool) -> Iterator[Fault]:
        """Yield what is wrong with the dates, and what the system finds; in unsound tables until it fails.

        To the system an impossible date is one that could not be read, and nothing else is told of its row.
        So is a doubtful one without which there is no error: then that date is the error.
        """
        faults = check_dates(self._iter_runs(inputs), self.latest)
        date_faults = list(faults if is_sound else iter_until_error(faults))
        misdated = set[str]()
        if not all(fault.warning for fault in date_faults):
            events = select_impossible(self._iter_runs(inputs), self.latest)
            misdated = {event.row.source for event in events if event.column == "date"}
            is_sound, inputs = False, _remove_dates(inputs, misdated)
        found = self._list_system_faults(inputs, is_sound=is_sound)
        doubted = {fault.row.source for fault in date_faults if fault.warning and fault.column == "date"}
        has_error = not all(fault.warning for fault in found)
        if doubted and has_error and self._is_sound_without(inputs, doubted):
            hint = advise("correct the date: nothing else is wrong")
            date_faults = [
                fault._replace(warning=False, hint=hint) if fault.row.source in doubted else fault
                for fault in date_faults
            ]
            found = []
        told = {(fault.row.source, fault.column) for fault in date_faults}
        yield from date_faults
        for fault in found:
            is_due = fault.since is None or fault.since <= min(self.latest, self.as_of)
            source = getattr(fault.row, "source", None)
            if is_due and source not in misdated and (source, fault.column) not in told:
                yield fault

    def _is_told(self, fault: Fault) -> bool:
        """Whether a fault is a doubt about a row of a club, which the ranking of the club tells."""
        source = getattr(fault.row, "source", "")
        return fault.warning and any(source.startswith(f"{club.folder}/") for club in self.files.clubs)

    def _is_sound_without(self, inputs: Any, dates_of: Collection[str]) -> bool:
        """Whether the system finds no error without the dates of these rows."""
        return not self._list_system_faults(_remove_dates(inputs, dates_of), is_sound=False)

    def _list_system_faults(self, inputs: Any, *, is_sound: bool) -> list[Fault]:
        """Return what the system finds; no doubts where a row that could not be read may solve them."""
        faults = self._iter_system_faults(inputs)
        if is_sound:
            return list(faults)
        return [fault for fault in iter_until_error(faults) if not fault.warning and has_known_cell(fault)]

    def _iter_runs(self, inputs: Any) -> Iterator[Run]:
        """Yield the runs of rows of one day; a generator, since a system can raise whatever Python has."""
        system = self.files.ranking.system
        if isinstance(system, HasEventDates):
            yield from list_runs(system.event_dates(inputs))
        else:
            for rows in list_dated_tables(inputs):
                yield from chain.from_iterable(map_files(_list_played_runs, rows))
        yield from list_runs(read_event_dates(getattr(inputs, DECISIONS, ()), is_played=True))

    def _iter_system_faults(self, inputs: Any) -> Iterator[Fault]:
        """Yield what the system finds; as a generator, so that its exceptions come while it is iterated."""
        system = self.files.ranking.system
        for rule in system.rules if isinstance(system, HasRules) else ():
            yield from rule.find_faults(inputs)
        yield from self._find_early_changes(inputs)
        for options in list_versions(self.files.ranking.options):
            yield from system.check(inputs, options)

    def _find_early_changes(self, inputs: Any) -> Iterator[Fault]:
        """Yield a warning for each change of options from the first result on, or from before it."""
        changed = list_versions(self.files.ranking.options)[1:]
        days = [run.day for run in self._iter_runs(inputs) if run.first.is_played] if changed else []
        for options in changed if days else ():
            if options.since <= min(days):
                yield _CHANGE_BEFORE_RESULTS(options, "date", day=options.since)

    def _locate(self, fault: Fault) -> Problem:
        """Return a fault as a problem at its cell, or at its option in sitegen.toml."""
        content = fault.column, fault.message, fault.hint
        if isinstance(fault.row, type(self.files.ranking.options)):
            problem = self.files.ranking.make_problem(fault.row, *content)
        else:
            path, _, line = fault.row.source.rpartition(":")
            csv_file = next(csv_file for csv_file in self.files.all_files if csv_file.path == path)
            texts = self._write_days(csv_file, int(line), *content)
            problem = csv_file.make_problem(int(line), fault.column, *texts)
        return problem._replace(severity=Severity.WARNING) if fault.warning else problem

    def _write_days(self, csv_file: CsvFile, line: int, column: str, *texts: str) -> Iterator[str]:
        """Yield the texts of a fault; where its cell is a day, with days in the form of that cell."""
        index = csv_file.names.index(column) if column in csv_file.names else -1
        row_cells = csv_file.lines.get_cells(line)
        cell = row_cells[index] if 0 <= index < len(row_cells) else ""
        for text in texts:
            yield write_days(text, cell, month_first=self.dates == "month first")


def _list_played_runs(rows: Sequence[Any]) -> list[Run]:
    return list_runs(read_event_dates(rows, is_played=True))


def _remove_dates(inputs: Any, misdated: Collection[str]) -> Any:
    """Return the tables with a missing date in the rows whose `source` is among `misdated`."""
    tables = (
        table and [row.replace(date=Missing()) if row.source in misdated else row for row in table]
        for table in inputs
    )
    return inputs._make(tables)


def _find_text_columns(table: type[Table]) -> list[str]:
    """Return the columns of free text, which are none in a table of players."""
    if issubclass(table, Player):
        return []
    texts = (column for column in get_input_columns(table) if column.kind is str and not column.choices)
    return [column.name for column in texts if column.display.style != "player"]
