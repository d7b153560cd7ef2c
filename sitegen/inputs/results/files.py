"""Find the files of each table in results/, and open them: bytes, text and header.

A table is one file (`results/<ranking>/<table>.csv`), or a folder of files
(`results/<ranking>/<table>/**/*.csv`), or both.
"""

import csv
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from io import StringIO
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from sitegen.core.cache import NULL_CACHE, BuildCache
from sitegen.core.cells import describe_character, find_invisible
from sitegen.core.files import (
    EntryKind,
    FileTooLargeError,
    FolderEntry,
    get_kind,
    is_too_deep,
    list_entries,
    read_file,
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
from sitegen.inputs.config.site import RANKING_FILE, Ranking
from sitegen.inputs.results.csv_file import DELIMITERS, CsvFile
from sitegen.inputs.results.header import open_csv
from sitegen.inputs.results.players import PlayerDirectory, read_persons
from sitegen.inputs.results.records import decode_csv

RESULTS_FOLDER = "results"
PLAYERS = "players"
MEMBERSHIPS = "memberships"
"""The table of players who come to another club, in systems that have it."""
MAX_FILE_BYTES = 64 * 2**20
"""The most bytes a file may have; half a million matches take 40 million."""


def find_table_files(
    root: Path, ranking: str, names: Sequence[str], only: Collection[str] = ()
) -> tuple[Mapping[str, Sequence[str]], list[Problem]]:
    """Return the paths of the files of the tables `names` of a ranking, relative to `root`.

    They are sorted, but a copy stands behind what it copies, so that it is the copy that is reported. Where
    `only` some tables are asked for, the folders of others are not looked into.
    """
    paths: dict[str, list[str]] = {name: [] for name in names}
    entries = {f"{name}.csv": name for name in names} | {name: name for name in names}
    problems, folder = [], f"{RESULTS_FOLDER}/{ranking}"
    asked = {name for name, table in entries.items() if not only or table in only}
    for path in _find_csv_files(root, folder, entries, asked):
        if isinstance(path, Problem):
            problems.append(path)
        else:
            paths[entries[path.removeprefix(f"{folder}/").split("/")[0]]].append(path)
    return {
        name: sorted(table_paths, key=lambda path: (is_named_as_copy(path), path))
        for name, table_paths in paths.items()
    }, problems


_COPY_NAME = re.compile(r"\b(copy|kopie|copie)\b|\(\d+\)", re.IGNORECASE)


def is_named_as_copy(path: str) -> bool:
    """Whether a file is called as a system calls a copy: `2026 (1).csv`, `Kopie van 2026.csv`."""
    return bool(_COPY_NAME.search(path.rpartition("/")[2]))


def find_strays(root: Path, rankings: Iterable[str]) -> list[Problem]:
    """Return a problem for each entry of results/ that belongs to no ranking."""
    ids = [*rankings]
    groups = dict.fromkeys(group for id_ in ids if (group := id_.rpartition("/")[0]))
    own_ids = [id_ for id_ in ids if "/" not in id_]
    problems = _find_strays(root, RESULTS_FOLDER, [*own_ids, *groups])
    for group in groups:
        names = [id_.removeprefix(f"{group}/") for id_ in ids if id_.startswith(f"{group}/")]
        problems += _find_strays(root, f"{RESULTS_FOLDER}/{group}", names)
    return problems


def _find_strays(root: Path, folder: str, names: Sequence[str]) -> list[Problem]:
    """Return a problem for each entry of a folder but those of these names, and for each link."""
    if get_kind(root, folder) is EntryKind.LINK:
        return [report_symlink(folder)]
    entries, problems = _list_entries(root, folder)
    links = [entry.name for entry in entries if entry.name in names and entry.kind is EntryKind.LINK]
    problems += [report_symlink(f"{folder}/{name}") for name in links]
    for entry in entries:
        if entry.name not in names and not _is_junk(entry.name):
            message = say(
                "belongs-to-no-ranking", "{name} belongs to no ranking", name=quote_text(entry.name)
            )
            problems.append(_report_unknown(f"{folder}/{entry.name}", message, names))
    return problems


def read_bytes(root: Path, path: str) -> tuple[bytes | None, list[Problem]]:
    """Return the bytes of a file; None when it is too large or cannot be read."""
    try:
        return read_file(root, path, MAX_FILE_BYTES), []
    except FileTooLargeError as error:
        return None, [error.describe(path, advise("a table may be a folder of files instead"))]
    except OSError as error:
        message = say("file-unreadable", "this file cannot be read: {reason}", reason=error.strerror)
        return None, [Problem(path, 0, 0, message, is_cause=True)]


def _find_csv_files(
    root: Path, folder: str, known_names: Collection[str], asked: Collection[str]
) -> Iterator[str | Problem]:
    """Yield those CSV files in a folder of a ranking that are `asked` for by the name of their entry.

    Also yield a problem for each entry that is not in `known_names`.
    """
    entries, problems = _list_entries(root, folder)
    is_of_pattern = folder.count("/") > 1
    yield from problems
    for entry in entries:
        path, is_folder = f"{folder}/{entry.name}", entry.kind is EntryKind.FOLDER
        if entry.name in known_names and (entry.kind is EntryKind.LINK or path.endswith(".csv") != is_folder):
            yield from _walk(root, path, entry.kind) if entry.name in asked else ()
        elif not _is_junk(path) and not (is_of_pattern and entry.name == RANKING_FILE):
            files = [name for name in known_names if name.endswith(".csv")]
            message = say("unknown-table", "{name} is no table of this ranking", name=quote_text(entry.name))
            problem = _report_unknown(path, message, files)
            is_workbook = entry.name.casefold().endswith(_WORKBOOK_SUFFIXES)
            yield problem._replace(hint=_suggest_csv(path)) if is_workbook else problem


def _walk(root: Path, path: str, kind: EntryKind) -> Iterator[str | Problem]:
    """Yield the CSV files at or under `path`, an entry of this kind, and a problem for anything else."""
    if invisible := find_invisible(path):
        message = say(
            "unseen-in-file-name",
            "the name of this file holds {character}",
            character=describe_character(invisible),
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
    elif path.endswith(".csv") and not _is_junk(path):
        yield path
    elif not _is_junk(path):
        yield Problem(path, 0, 0, say("no-csv-file", "this is no CSV file"), _suggest_csv(path))


_JUNK_NAMES = frozenset({"thumbs.db", "ehthumbs.db", "desktop.ini", "icon\r"})
"""What Windows and macOS write into a folder; names with a dot in front are left out anyway."""
_WORKBOOK_SUFFIXES = (".xlsx", ".xls", ".xlsm", ".ods", ".numbers")
_TEXT_SUFFIXES = (".csv", ".txt", ".tsv", ".tab", ".text")


def _is_junk(path: str) -> bool:
    """Whether a system or a spreadsheet left a file behind, such as the `~$2026.xlsx` of an open workbook."""
    name = path.rpartition("/")[2].casefold()
    return name in _JUNK_NAMES or name.startswith("~")


def _suggest_csv(path: str) -> Message:
    """Return the hint how to make a CSV file of another file."""
    name = path.rpartition("/")[2]
    stem = name
    while stem.casefold().endswith(_TEXT_SUFFIXES):
        stem = stem.rpartition(".")[0]
    if stem != name:
        return advise("rename it to {name}", name=f"{stem}.csv")
    if name.casefold().endswith(_WORKBOOK_SUFFIXES):
        return advise("open it, save the sheet as CSV UTF-8, and take the workbook out")
    return advise("take it out: only *.csv stand in the folder of a table")


def _list_entries(root: Path, folder: str) -> tuple[Sequence[FolderEntry], list[Problem]]:
    """Return the visible entries of a folder; none when there is no such folder."""
    try:
        return [entry for entry in list_entries(root, folder) if not entry.name.startswith(".")], []
    except (FileNotFoundError, NotADirectoryError):
        return [], []
    except OSError as error:
        message = say("folder-unreadable", "this folder cannot be read: {reason}", reason=error.strerror)
        return [], [Problem(folder, 0, 0, message)]


def _report_unknown(path: str, message: Message, known_names: Sequence[str]) -> Problem:
    hint = join_messages(suggest_nearest(path.rpartition("/")[2], known_names), list_known(known_names))
    return Problem(path, 0, 0, message, hint)


class RankingFiles(NamedTuple):
    """The files of a ranking by table; `lost_tables` have a file that could not be read.

    `clubs` are the files of the clubs whose results it takes.
    """

    ranking: Ranking
    tables: Mapping[str, type[Table]]
    csv_files: Mapping[str, Sequence[CsvFile]]
    lost_tables: frozenset[str]
    problems: Sequence[Problem]
    clubs: Sequence["RankingFiles"] = ()

    @property
    def own_files(self) -> Iterator[CsvFile]:
        """The files in its own folder, table by table."""
        return (csv_file for files in self.csv_files.values() for csv_file in files)

    @property
    def all_files(self) -> Iterator[CsvFile]:
        """Its own files, then those of the clubs."""
        return chain(self.own_files, *(club.own_files for club in self.clubs))

    @property
    def folder(self) -> str:
        """Its own folder."""
        return f"{RESULTS_FOLDER}/{self.ranking.id}"

    @property
    def has_results(self) -> bool:
        """Whether a table beside that of the players has a row."""
        others = [files for name, files in self.csv_files.items() if name != PLAYERS]
        return any(block.rows for files in others for csv_file in files for block in csv_file.iter_blocks())


def open_files(
    root: Path, ranking: Ranking, only: Collection[str] = (), cache: BuildCache = NULL_CACHE
) -> RankingFiles:
    """Find and open the files of a ranking, of all its tables or of `only` some."""
    tables = {table.name: table.rows for table in list_input_tables(ranking.system)}
    paths, problems = find_table_files(root, ranking.id, list(tables), only)
    csv_files: dict[str, list[CsvFile]] = {name: [] for name in tables}
    lost_tables = set()
    for name in [name for name in tables if not only or name in only]:
        for path in paths[name]:
            csv_file, file_problems = _open_file(root, path, tables[name], cache)
            problems += file_problems
            if csv_file:
                csv_files[name].append(csv_file)
            else:
                lost_tables.add(name)
    of_club, ids = ranking._replace(clubs=()), () if only else ranking.clubs
    clubs = [open_files(root, of_club._replace(id=club), cache=cache) for club in ids]
    return RankingFiles(ranking, tables, csv_files, frozenset(lost_tables), problems, clubs)


def _open_file(
    root: Path, path: str, table: type[Table], cache: BuildCache
) -> tuple[CsvFile | None, Sequence[Problem]]:
    """Read the bytes of a file and parse it, unless `cache` has it already."""
    data, problems = read_bytes(root, path)
    if data is None:
        return None, problems
    parse = partial(_parse_file, data, path, get_input_columns(table))
    return cache.memoize(("file", path), [table], data, parse)


def _parse_file(
    data: bytes, path: str, columns: Sequence[Column]
) -> tuple[CsvFile | None, Sequence[Problem]]:
    text, text_problems = decode_csv(data, path)
    csv_file, header_problems = open_csv(text, path, columns) if text is not None else (None, [])
    return csv_file, [*text_problems, *header_problems]


def read_players(
    files: RankingFiles,
    *,
    reveal: bool = False,
    language: Language = ENGLISH,
    labels: Collection[str] = (),
) -> PlayerDirectory:
    """Return the players of a ranking, the hidden ones with pseudonyms in `language`.

    The directory is incomplete when a file of players is lost, when a header is not all known, or when a
    whole row is in one cell.
    """
    csv_files = files.csv_files[PLAYERS]
    persons = read_persons(csv_files)
    have_known_headers = all({"id", "name"} <= {*file.names} and file.has_known_header for file in csv_files)
    has_joined_cells = any(delimiter in person.id for person in persons for delimiter in DELIMITERS)
    is_lost = not csv_files or PLAYERS in files.lost_tables or (not persons and files.has_results)
    is_complete = not is_lost and have_known_headers and not has_joined_cells
    return PlayerDirectory(persons, is_complete, reveal, csv_files, language, labels)


def parse_rows(text: str) -> list[list[str]] | None:
    """Return every row of a published CSV file; None when it breaks the rules of CSV."""
    try:
        return list(csv.reader(StringIO(text, newline=""), strict=True))
    except csv.Error:
        return None
