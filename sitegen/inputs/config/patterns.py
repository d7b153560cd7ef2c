"""Read rankings by a pattern: every folder below `results/clubs/` is one, as its own ranking.toml says.

What the pattern in sitegen.toml says holds for all of them, unless their file says it too.
"""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from sitegen.core.files import EntryKind, list_entries, open_file
from sitegen.core.problems import Problem, advise, say
from sitegen.inputs.config.keys import FolderKeys, PatternKeys, check_ranking_id, find_group
from sitegen.inputs.config.ranking_tables import RankingForm, read_ranking
from sitegen.inputs.config.reader import Source, TomlReader, get_names
from sitegen.inputs.config.settings_text import (
    check_size,
    decode_text,
    parse_text,
    report_encoding,
    report_unreadable,
)
from sitegen.inputs.config.site import RANKING_FILE, SETTINGS_FILE
from sitegen.inputs.config.syntax import KeyPath, build_source_map

_FORM = RankingForm(FolderKeys, RANKING_FILE, "")
_INHERITED = ("system", "archive", "options", "from")
"""The keys of a pattern that hold for its folders."""
_PATTERN_HINTS = dict.fromkeys(
    (name for name in get_names(FolderKeys) if name not in _INHERITED),
    advise("write it in the ranking.toml of each folder"),
) | {"id": advise("the id of each ranking is the name of its folder")}


class FolderText(NamedTuple):
    """The ranking.toml in a folder: the id of the ranking, its text, and why there is none."""

    id: str
    text: str = ""
    problem: Problem | None = None

    @property
    def file(self) -> str:
        """The path of the file."""
        return f"results/{self.id}/{RANKING_FILE}"


class FoundRanking(NamedTuple):
    """The fields of a ranking, and where they were read: by which reader, at which path."""

    reader: TomlReader
    path: KeyPath
    values: dict[str, Any]


def read_folder_texts(root: Path, document: Mapping[str, Any]) -> tuple[FolderText, ...]:
    """Return the ranking.toml of every folder that a pattern in `document`, a sitegen.toml, is about."""
    tables = document.get("ranking", [])
    folders = [table.get("folder") for table in tables if isinstance(table, dict)]
    groups = dict.fromkeys(find_group(folder) for folder in folders if isinstance(folder, str))
    return tuple(text for group in filter(None, groups) for text in _read_group(root, group))


def _read_group(root: Path, group: str) -> Iterator[FolderText]:
    try:
        entries = list_entries(root, f"results/{group}")
    except OSError:
        return  # whoever looks for files astray reports it
    for entry in entries:
        if entry.kind is EntryKind.FOLDER and not entry.name.startswith("."):
            yield _read_folder(root, f"{group}/{entry.name}")


def read_folder_title(root: Path, id_: str) -> str:
    """Return the title in the ranking.toml of a folder, else the name of the folder."""
    folder_text = _read_folder(root, id_)
    title = parse_text(folder_text.text, folder_text.file)[0].get("title")
    return title if isinstance(title, str) and title.strip() else id_.rpartition("/")[2]


def _read_folder(root: Path, id_: str) -> FolderText:
    folder_text = FolderText(id_)
    try:
        check_ranking_id(id_.rpartition("/")[2])
        with open_file(root, folder_text.file) as file:
            folder_text = folder_text._replace(text=decode_text(file))
    except ValueError as error:
        if isinstance(error, UnicodeDecodeError):
            return folder_text._replace(problem=report_encoding(error, folder_text.file))
        message, hint = error.args
        return folder_text._replace(problem=Problem(f"results/{id_}", 0, 0, message, hint))
    except FileNotFoundError:
        message = say("no-ranking-file", "this folder is a ranking, and has no {file}", file=RANKING_FILE)
        hint = advise("write one there, with a line such as {line}", line='title = "Chess club De Toren"')
        return folder_text._replace(problem=Problem(folder_text.file, 0, 0, message, hint, is_cause=True))
    except OSError as error:
        return folder_text._replace(problem=report_unreadable(error, folder_text.file))
    return folder_text._replace(problem=check_size(folder_text.text, folder_text.file))


def read_pattern(
    reader: TomlReader, pattern: Mapping[str, Any], path: KeyPath, texts: Sequence[FolderText]
) -> Iterator[FoundRanking]:
    """Yield the rankings of the folders of a pattern, which stands at `path` in sitegen.toml."""
    known_keys = [*get_names(PatternKeys), "options", "from"]
    reader.refuse_unknown(pattern, known_keys, path, advise("a [[ranking]] with a folder"), _PATTERN_HINTS)
    folder = {"folder": pattern["folder"]}
    group = find_group(reader.read_values(folder, PatternKeys, path, "").get("folder", ""))
    for folder_text in texts:
        if folder_text.id.rpartition("/")[0] == group:
            yield from _read_own(reader, pattern, path, folder_text)


def _read_own(
    reader: TomlReader, pattern: Mapping[str, Any], path: KeyPath, folder_text: FolderText
) -> Iterator[FoundRanking]:
    """Yield the ranking of a folder, if its file can be read."""
    document, problem = parse_text(folder_text.text, folder_text.file)
    if problem := folder_text.problem or problem:
        reader.problems.append(problem)
    else:
        table, inherited = inherit(document, pattern)
        pattern_source = reader.source
        own_reader = TomlReader(
            Source(folder_text.file, build_source_map(folder_text.text)),
            {key: (pattern_source, (*path, *place)) for key, place in inherited.items()},
            reader.problems,
            reader.systems,
        )
        values = read_ranking(own_reader, _FORM, table, ())
        yield FoundRanking(own_reader, (), values | {"id": folder_text.id, "file": folder_text.file})


def inherit(
    own: Mapping[str, Any], pattern: Mapping[str, Any]
) -> tuple[dict[str, Any], dict[KeyPath, KeyPath]]:
    """Return a table with what it has of a pattern, and the paths there of what it has of it.

    An option that it has itself holds on all days, also where the pattern changes it. With another system
    it has no options of the pattern.
    """
    own_options, options = own.get("options", {}), pattern.get("options", {})
    table, places = dict(own), dict[KeyPath, KeyPath]()
    is_same_system = own.get("system", pattern.get("system")) == pattern.get("system")
    for key in _INHERITED if is_same_system else ("archive",):
        if key in pattern and key not in own:
            table[key], places[key,] = pattern[key], (key,)
    if is_same_system and own_options and isinstance(own_options, dict) and isinstance(options, dict):
        table["options"] = {**options, **own_options}
        places |= {("options", name): ("options", name) for name in options if name not in own_options}
        if ("from",) in places:
            changes = [*_leave_out(pattern["from"], own_options)]
            table["from"] = [change for _, change in changes]
            places |= {("from", new): ("from", old) for new, (old, _) in enumerate(changes)}
    return table, places


def _leave_out(changes: Any, names: Mapping[str, Any]) -> Iterator[tuple[int, Any]]:
    """Yield changes of options with their numbers, without these options; none that changes no other."""
    for number, change in enumerate(changes if isinstance(changes, list) else ()):
        options = change.get("options") if isinstance(change, dict) else None
        if not isinstance(options, dict):
            yield number, change  # which is an error, and reported
        elif left := {name: value for name, value in options.items() if name not in names}:
            yield number, {**change, "options": left}
        elif not options:
            yield number, change


def is_settings(path: str) -> bool:
    """Whether a path of a site is a file of settings."""
    return path == SETTINGS_FILE or path.endswith(f"/{RANKING_FILE}")
