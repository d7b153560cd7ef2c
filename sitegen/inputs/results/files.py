"""The files of a ranking, with their headers read.

The cells of a published file, as whoever opens it has them.

The folder results/ -> the files of each table of each ranking.
"""

import csv
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from io import StringIO
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from sitegen.core.cache import NULL_CACHE, BuildCache
from sitegen.core.cells import describe_character, find_invisible
from sitegen.core.files import (
    EntryKind,
    FolderEntry,
    get_kind,
    is_too_deep,
    list_entries,
    open_file,
    report_symlink,
    report_too_deep,
)
from sitegen.core.language import ENGLISH, Language
from sitegen.core.problems import (
    Message,
    Problem,
    advise,
    join_messages,
    list_known,
    quote_text,
    say,
    suggest_nearest,
)
from sitegen.core.system import list_input_tables
from sitegen.core.table import Column, Table, get_input_columns
from sitegen.inputs.config.site import Ranking
from sitegen.inputs.results.grid import DELIMITERS, CsvFile
from sitegen.inputs.results.header import open_csv
from sitegen.inputs.results.players import NO_PSEUDONYMS, KnownPseudonyms, PlayerDirectory, read_persons
from sitegen.inputs.results.records import decode_csv


def parse_rows(text: str) -> list[list[str]] | None:
    """Every row of a file; nothing of one that is not written by the rules of csv."""
    try:
        return _parse_csv_rows(StringIO(text, newline=""), strict=True)
    except csv.Error:
        return None


def parse_lines(text: str) -> list[list[str]]:
    """Every line of a file as a row of its own, whatever is quoted in it."""
    return [row for line in text.splitlines() for row in _parse_csv_rows([line], strict=False) or [[]]]


def _parse_csv_rows(source: Iterable[str], *, strict: bool) -> list[list[str]]:
    return list(csv.reader(source, strict=strict))


RESULTS_FOLDER = "results"
MAX_FILE_BYTES = 64 * 2**20
"""The most bytes a file may have; half a million matches take 40 million."""


def find_table_files(
    root: Path, ranking: str, names: Sequence[str]
) -> tuple[Mapping[str, Sequence[str]], list[Problem]]:
    """The files of the tables `names` of a ranking, in path order and relative to `root`."""
    files: dict[str, list[str]] = {name: [] for name in names}
    entries = {f"{name}.csv": name for name in names} | {name: name for name in names}
    problems = []
    for found in _find_csv_files(root, f"{RESULTS_FOLDER}/{ranking}", entries):
        if isinstance(found, Problem):
            problems.append(found)
        else:
            files[entries[found.split("/")[2]]].append(found)
    return {name: sorted(found) for name, found in files.items()}, problems


def find_strays(root: Path, rankings: Iterable[str]) -> list[Problem]:
    """Whatever stands in results/ and belongs to no ranking."""
    known = list(rankings)
    if get_kind(root, RESULTS_FOLDER) is EntryKind.LINK:
        return [report_symlink(RESULTS_FOLDER)]
    entries, problems = _list_entries(root, RESULTS_FOLDER)
    found = [f"{RESULTS_FOLDER}/{entry.name}" for entry in entries if entry.name not in known]
    links = [
        f"{RESULTS_FOLDER}/{entry.name}"
        for entry in entries
        if entry.name in known and entry.kind is EntryKind.LINK
    ]
    return [
        *problems,
        *map(report_symlink, links),
        *(_report_unknown(path, _report_stray(path), known) for path in found),
    ]


def read_bytes(root: Path, path: str) -> tuple[bytes | None, list[Problem]]:
    """The bytes of a file; None when there are too many or it cannot be read."""
    try:
        with open_file(root, path) as file:
            size = os.fstat(file.fileno()).st_size
            if size <= MAX_FILE_BYTES:
                return file.read(), []
    except OSError as error:
        message = say("file-unreadable", "this file cannot be read: {reason}", reason=error.strerror)
        return None, [Problem(path, 0, 0, message, is_cause=True)]
    message = say(
        "file-too-large",
        "this file has {size} bytes, more than {most}",
        size=f"{size:,}",
        most=f"{MAX_FILE_BYTES:,}",
    )
    hint = advise("a table may be a folder of files instead")
    return None, [Problem(path, 0, 0, message, hint, is_cause=True)]


def _find_csv_files(root: Path, folder: str, known: Iterable[str]) -> Iterator[str | Problem]:
    """The CSV files under the folder of a ranking, whose entries are `known`, and whatever else is there."""
    entries, problems = _list_entries(root, folder)
    yield from problems
    for entry in entries:
        path, is_folder = f"{folder}/{entry.name}", entry.kind is EntryKind.FOLDER
        if entry.name in known and (entry.kind is EntryKind.LINK or path.endswith(".csv") != is_folder):
            yield from _walk(root, path, entry.kind)
        else:
            files = [name for name in known if name.endswith(".csv")]
            message = say("unknown-table", "{name} is no table of this ranking", name=quote_text(entry.name))
            yield _report_unknown(path, message, files)


def _walk(root: Path, path: str, kind: EntryKind) -> Iterator[str | Problem]:
    """The CSV files at or under `path`, where something of this kind stands."""
    unseen = find_invisible(path)
    if unseen:
        message = say(
            "unseen-in-file-name",
            "the name of this file holds {character}",
            character=describe_character(unseen),
        )
        yield Problem(path, 0, 0, message, advise("rename it"))
    elif kind is EntryKind.LINK:
        yield report_symlink(path)
    elif kind is EntryKind.SPECIAL:
        yield Problem(path, 0, 0, say("not-a-file", "this is not a file"), advise("take it out"))
    elif kind is EntryKind.FOLDER and is_too_deep(path):
        yield report_too_deep(path)
    elif kind is EntryKind.FOLDER:
        entries, problems = _list_entries(root, path)
        yield from problems
        for entry in entries:
            yield from _walk(root, f"{path}/{entry.name}", entry.kind)
    elif path.endswith(".csv"):
        yield path
    else:
        hint = advise("only *.csv stand in the folder of a table")
        yield Problem(path, 0, 0, say("no-csv-file", "this is no CSV file"), hint)


def _list_entries(root: Path, folder: str) -> tuple[Sequence[FolderEntry], list[Problem]]:
    """What stands in a folder, without what is hidden; nothing where there is no folder."""
    try:
        return [entry for entry in list_entries(root, folder) if not entry.name.startswith(".")], []
    except (FileNotFoundError, NotADirectoryError):
        return [], []
    except OSError as error:
        message = say("folder-unreadable", "this folder cannot be read: {reason}", reason=error.strerror)
        return [], [Problem(folder, 0, 0, message)]


def _report_stray(path: str) -> Message:
    name = quote_text(path.rpartition("/")[2])
    return say("belongs-to-no-ranking", "{name} belongs to no ranking", name=name)


def _report_unknown(path: str, message: Message, known: Sequence[str]) -> Problem:
    hint = join_messages(suggest_nearest(path.rpartition("/")[2], known), list_known(known))
    return Problem(path, 0, 0, message, hint)


PLAYERS = "players"


class RankingFiles(NamedTuple):
    """The files of a ranking by table; `lost` are the tables of which one could not be read."""

    ranking: Ranking
    tables: Mapping[str, type[Table]]
    csv_files: Mapping[str, Sequence[CsvFile]]
    lost_tables: frozenset[str]
    problems: Sequence[Problem]

    @property
    def all_files(self) -> Iterator[CsvFile]:
        """All of them, table by table."""
        return chain(*self.csv_files.values())


def open_files(root: Path, ranking: Ranking, only: str = "", memory: BuildCache = NULL_CACHE) -> RankingFiles:
    """Find and decode the files of a ranking, of all its tables or of `only` one."""
    tables = {table.name: table.rows for table in list_input_tables(ranking.system)}
    paths, problems = find_table_files(root, ranking.id, list(tables))
    grids: dict[str, list[CsvFile]] = {name: [] for name in tables}
    lost = set()
    for name in [only] if only else tables:
        for path in paths[name]:
            grid, found = _open_file(root, path, tables[name], memory)
            problems += found
            grids[name] += [grid] if grid else []
            lost |= set() if grid else {name}
    return RankingFiles(ranking, tables, grids, frozenset(lost), problems)


def _open_file(
    root: Path, path: str, table: type[Table], memory: BuildCache
) -> tuple[CsvFile | None, Sequence[Problem]]:
    data, problems = read_bytes(root, path)
    if data is None:
        return None, problems
    return memory.memoize(
        ("file", path), [table], data, partial(_parse_file, data, path, get_input_columns(table))
    )


def _parse_file(
    data: bytes, path: str, columns: Sequence[Column]
) -> tuple[CsvFile | None, Sequence[Problem]]:
    text, found = decode_csv(data, path)
    grid, wrong = open_csv(text, path, columns) if text is not None else (None, [])
    return grid, [*found, *wrong]


def read_players(
    files: RankingFiles,
    *,
    reveal: bool = False,
    language: Language = ENGLISH,
    veil: KnownPseudonyms = NO_PSEUDONYMS,
) -> PlayerDirectory:
    """The players of a ranking, the hidden ones labelled in `language`.

    They are incomplete when a file of them is lost, its header is not all known, or a row is all in one cell.
    """
    grids = files.csv_files[PLAYERS]
    everyone = read_persons(grids)
    are_named = all({"id", "name"} <= {*grid.names} and grid.has_known_header for grid in grids)
    are_cut = not any(delimiter in person.id for person in everyone for delimiter in DELIMITERS)
    is_complete = bool(grids) and PLAYERS not in files.lost_tables and are_named and are_cut
    return PlayerDirectory(everyone, is_complete, reveal, grids, language, veil)
