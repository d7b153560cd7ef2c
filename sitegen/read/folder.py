"""The folder results/ -> the files of each table of each ranking."""

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from sitegen import sources
from sitegen.cells import described, unseen_character
from sitegen.message import Message, advise, joined, say
from sitegen.problem import Problem, listing, quoted, suggestion
from sitegen.sources import Entry, Kind

RESULTS = "results"
LARGEST = 64 * 2**20
"""The most bytes a file may have; half a million matches take 40 million."""


def tables(
    root: Path, ranking: str, names: Sequence[str]
) -> tuple[Mapping[str, Sequence[str]], list[Problem]]:
    """The files of the tables `names` of a ranking, in path order and relative to `root`."""
    files: dict[str, list[str]] = {name: [] for name in names}
    entries = {f"{name}.csv": name for name in names} | {name: name for name in names}
    problems = []
    for found in _below(root, f"{RESULTS}/{ranking}", entries):
        if isinstance(found, Problem):
            problems.append(found)
        else:
            files[entries[found.split("/")[2]]].append(found)
    return {name: sorted(found) for name, found in files.items()}, problems


def strays(root: Path, rankings: Iterable[str]) -> list[Problem]:
    """Whatever stands in results/ and belongs to no ranking."""
    known = list(rankings)
    if sources.kind(root, RESULTS) is Kind.LINK:
        return [sources.link(RESULTS)]
    entries, problems = _entries(root, RESULTS)
    found = [f"{RESULTS}/{each.name}" for each in entries if each.name not in known]
    links = [f"{RESULTS}/{each.name}" for each in entries if each.name in known and each.kind is Kind.LINK]
    return [*problems, *map(sources.link, links), *(_unknown(each, _stray(each), known) for each in found)]


def content(root: Path, path: str) -> tuple[bytes | None, list[Problem]]:
    """The bytes of a file; None when there are too many or it cannot be read."""
    try:
        with sources.opened(root, path) as file:
            size = os.fstat(file.fileno()).st_size
            if size <= LARGEST:
                return file.read(), []
    except OSError as error:
        message = say("file-unreadable", "this file cannot be read: {reason}", reason=error.strerror)
        return None, [Problem(path, 0, 0, message, is_cause=True)]
    message = say(
        "file-too-large",
        "this file has {size} bytes, more than {most}",
        size=f"{size:,}",
        most=f"{LARGEST:,}",
    )
    hint = advise("a table may be a folder of files instead")
    return None, [Problem(path, 0, 0, message, hint, is_cause=True)]


def _below(root: Path, folder: str, known: Iterable[str]) -> Iterator[str | Problem]:
    """The CSV files under the folder of a ranking, whose entries are `known`, and whatever else is there."""
    entries, problems = _entries(root, folder)
    yield from problems
    for entry in entries:
        path, is_folder = f"{folder}/{entry.name}", entry.kind is Kind.FOLDER
        if entry.name in known and (entry.kind is Kind.LINK or path.endswith(".csv") != is_folder):
            yield from _files(root, path, entry.kind)
        else:
            files = [each for each in known if each.endswith(".csv")]
            message = say("unknown-table", "{name} is no table of this ranking", name=quoted(entry.name))
            yield _unknown(path, message, files)


def _files(root: Path, path: str, kind: Kind) -> Iterator[str | Problem]:
    """The CSV files at or under `path`, where something of this kind stands."""
    unseen = unseen_character(path)
    if unseen:
        message = say(
            "unseen-in-file-name", "the name of this file holds {character}", character=described(unseen)
        )
        yield Problem(path, 0, 0, message, advise("rename it"))
    elif kind is Kind.LINK:
        yield sources.link(path)
    elif kind is Kind.SPECIAL:
        yield Problem(path, 0, 0, say("not-a-file", "this is not a file"), advise("take it out"))
    elif kind is Kind.FOLDER and sources.is_too_deep(path):
        yield sources.too_deep(path)
    elif kind is Kind.FOLDER:
        entries, problems = _entries(root, path)
        yield from problems
        for each in entries:
            yield from _files(root, f"{path}/{each.name}", each.kind)
    elif path.endswith(".csv"):
        yield path
    else:
        hint = advise("only *.csv stand in the folder of a table")
        yield Problem(path, 0, 0, say("no-csv-file", "this is no CSV file"), hint)


def _entries(root: Path, folder: str) -> tuple[Sequence[Entry], list[Problem]]:
    """What stands in a folder, without what is hidden; nothing where there is no folder."""
    try:
        return [each for each in sources.entries(root, folder) if not each.name.startswith(".")], []
    except (FileNotFoundError, NotADirectoryError):
        return [], []
    except OSError as error:
        message = say("folder-unreadable", "this folder cannot be read: {reason}", reason=error.strerror)
        return [], [Problem(folder, 0, 0, message)]


def _stray(path: str) -> Message:
    name = quoted(path.rpartition("/")[2])
    return say("belongs-to-no-ranking", "{name} belongs to no ranking", name=name)


def _unknown(path: str, message: Message, known: Sequence[str]) -> Problem:
    hint = joined(suggestion(path.rpartition("/")[2], known), listing(known))
    return Problem(path, 0, 0, message, hint)
