"""How a command writes a club's tables: one command at a time, and all of its files or none."""

import shutil
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from sitegen.core.entities import DrawError
from sitegen.core.files import lock_folder
from sitegen.core.language import Language
from sitegen.core.names import make_natural_key
from sitegen.core.problems import Message, advise, pluralize, quote_text, say
from sitegen.core.system import InputTable, list_input_tables
from sitegen.inputs.config.site import Ranking
from sitegen.inputs.results import append
from sitegen.inputs.results.append import get_staging_path
from sitegen.inputs.results.files import PLAYERS, RESULTS_FOLDER, find_table_files


class Draft(NamedTuple):
    """What a command is to write: messages in the site's language, and the new content of files by path.

    A file only grows, but those of which `old` has the content.
    """

    messages: Sequence[str]
    files: Mapping[str, bytes]
    old: Mapping[str, bytes | None] | None = None


def count_added(path: Path, number: int) -> Message:
    """Return the message that so many rows were added to a file."""
    return pluralize(number, "{file}: {number} row added.", "{file}: {number} rows added.", file=str(path))


@contextmanager
def lock_site(root: Path, *, patience: float = 60.0) -> Iterator[Sequence[str]]:
    """Lock the site against other draws and imports; a `DrawError` when `patience` seconds were not enough.

    What a killed command left is settled first. Where that finishes it, its messages are yielded.
    """
    with ExitStack() as stack:
        try:
            with suppress(FileNotFoundError, NotADirectoryError):  # then there is nothing to be drawn from
                stack.enter_context(lock_folder(root / RESULTS_FOLDER, patience))
            messages = append.finish_interrupted(root)
        except BlockingIOError:
            message = say("draw-under-way", "another command is still writing to this site")
            raise DrawError(message, advise("wait until it ends, then run this again")) from None
        except OSError as error:
            message = say(
                "draw-not-begun", "nothing can be written here: {reason}", reason=error.strerror or ""
            )
            raise DrawError(message) from error
        yield messages


def append_rows(  # noqa: PLR0913 - the last is named at the call
    root: Path,
    ranking: Ranking,
    file_name: str,
    table: InputTable,
    rows: Sequence[append.RowCells],
    *,
    language: Language,
) -> tuple[str, bytes]:
    """Return the path and new content of the file of a table that gets these rows.

    That is the table's only file; in a folder of files the one called `file_name`, else the last. A new file
    has the headings of the language.
    """
    paths, _ = find_table_files(root, ranking.id, [table.name])
    stem = f"{RESULTS_FOLDER}/{ranking.id}/{table.name}"
    path = max(paths[table.name], key=make_natural_key, default=f"{stem}.csv")
    if file_name and not (root / f"{stem}.csv").exists():
        path = f"{stem}/{file_name}.csv"
    words = language.with_catalogues(ranking.origin)
    try:
        if not (root / path).exists():
            similar = _find_similar_file(root, ranking, table)
            return path, append.start_file(path, table.rows, rows, words, similar)
        return path, append.append_rows((root / path).read_bytes(), path, table.rows, rows, words)
    except ValueError as error:
        raise DrawError(*error.args) from None


def _find_similar_file(root: Path, ranking: Ranking, table: InputTable) -> append.FileTemplate | None:
    """Return the file whose form a new one takes: the last of the same table, else of the players."""
    players = next(other for other in list_input_tables(ranking.system) if other.name == PLAYERS)
    paths, _ = find_table_files(root, ranking.id, [table.name, players.name])
    for candidate in (table, players):
        if paths[candidate.name]:
            return append.FileTemplate(
                (root / max(paths[candidate.name], key=make_natural_key)).read_bytes(), candidate.rows
            )
    return None


def write_files(
    root: Path,
    files: Mapping[str, bytes | None],
    messages: Sequence[str] = (),
    command: str = "",
    old: Mapping[str, bytes | None] | None = None,
) -> None:
    """Write all of `files`, the content by path, or none; a `DrawError` where one cannot be written.

    A file whose content is None is deleted. All are complete beside their places before the first takes its
    own. A link stays one: the file that it leads to changes. After a kill the next `command` finishes this
    one and prints its `messages`. The files must be as the caller read them: as `old` says, else they may
    only grow. Raises `OSError` only where a file that has taken its place cannot be put back.
    """
    new = {(root / path).resolve(): data for path, data in files.items()}
    before = {place: place.read_bytes() if place.exists() else None for place in new}
    expected_contents = None if old is None else {(root / path).resolve(): old[path] for path in files}
    _refuse_changed_files(before, new, expected_contents)
    try:
        by_path = dict(zip(files, before.values(), strict=True))
        append.begin_log(root, by_path, [path for path in files if files[path] is None], messages, command)
        for place, data in new.items():
            if data is not None:
                _stage_file(place, data)
        append.mark_complete(root)
        for place, data in new.items():
            if data is None:
                place.unlink(missing_ok=True)
            else:
                get_staging_path(place).replace(place)
    except BaseException as error:
        _restore_files(before)
        append.delete_log(root)
        if not isinstance(error, OSError):
            raise
        message = say("draw-not-written", "nothing was written: {reason}", reason=error.strerror)
        raise DrawError(message) from error
    append.delete_log(root)


def _refuse_changed_files(
    before: Mapping[Path, bytes | None],
    new: Mapping[Path, bytes | None],
    expected: Mapping[Path, bytes | None] | None,
) -> None:
    """Raise a `DrawError` when a file is not what it was when it was read."""
    for place, data in new.items():
        if expected is None:
            is_same = (data or b"").startswith(before[place] or b"")
        else:
            is_same = before[place] == expected[place]
        if not is_same:
            message = say("changed-during-draw", "{file} was changed meanwhile", file=quote_text(place.name))
            raise DrawError(message, advise("say the command again"))


def _stage_file(place: Path, data: bytes) -> None:
    """Write the new content of a file beside it, with the same permissions."""
    get_staging_path(place).parent.mkdir(parents=True, exist_ok=True)
    get_staging_path(place).write_bytes(data)
    if place.exists():
        shutil.copymode(place, get_staging_path(place))


def _restore_files(old: Mapping[Path, bytes | None]) -> None:
    """Restore every file as it was, None for one that was not there, and leave nothing beside it."""
    for place, data in old.items():
        if get_staging_path(place).exists():
            get_staging_path(place).unlink()
        if data is None:
            place.unlink(missing_ok=True)
        elif place.read_bytes() != data:
            _stage_file(place, data)
            get_staging_path(place).replace(place)
