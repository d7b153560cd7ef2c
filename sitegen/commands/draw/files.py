"""The files that a draw lets grow: their new content, and how all of them are written or none."""

import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path

from sitegen import journal
from sitegen.config import Ranking
from sitegen.journal import beside
from sitegen.message import advise, say
from sitegen.names import natural
from sitegen.problem import quoted
from sitegen.read import append, folder
from sitegen.read.files import PLAYERS
from sitegen.request import DrawError
from sitegen.system import Kept, kept


def grown(
    root: Path, ranking: Ranking, named: str, table: Kept, rows: Sequence[append.Cells]
) -> tuple[str, bytes]:
    """The file of a table that gets these rows: its only one, or of a folder the one so named or the last."""
    paths, _ = folder.tables(root, ranking.id, [table.name])
    whole = f"{folder.RESULTS}/{ranking.id}/{table.name}"
    path = max(paths[table.name], key=natural, default=f"{whole}.csv")
    if named and not (root / f"{whole}.csv").exists():
        path = f"{whole}/{named}.csv"
    try:
        if not (root / path).exists():
            return path, append.started(path, table.rows, rows, _like(root, ranking, table))
        return path, append.appended((root / path).read_bytes(), path, table.rows, rows)
    except ValueError as error:
        raise DrawError(*error.args) from None


def _like(root: Path, ranking: Ranking, table: Kept) -> append.Like | None:
    """The file whose form a new one takes: the last of the same table, or one of the players."""
    players = next(each for each in kept(ranking.system) if each.name == PLAYERS)
    paths, _ = folder.tables(root, ranking.id, [table.name, players.name])
    for each in (table, players):
        if paths[each.name]:
            return append.Like((root / max(paths[each.name], key=natural)).read_bytes(), each.rows)
    return None


def write(
    root: Path,
    files: Mapping[str, bytes | None],
    told: Sequence[str] = (),
    command: str = "",
    old: Mapping[str, bytes | None] | None = None,
) -> None:
    """Write all of `files`, the content by path, or none; a `DrawError` where one cannot be written.

    A file whose content is None is taken out. All are complete beside their places before the first takes
    its own. A link stays one: what it leads to changes. After a kill the next `command` finishes this one,
    and tells what this would have `told`. The files are to be as the caller read them: as `old` says, else
    what is written only adds to them. Raises `OSError` only where a file that has taken its place cannot be
    put back.
    """
    new = {(root / path).resolve(): data for path, data in files.items()}
    before = {place: place.read_bytes() if place.exists() else None for place in new}
    _refuse_changed(
        before, new, None if old is None else {(root / path).resolve(): old[path] for path in files}
    )
    try:
        by_path = dict(zip(files, before.values(), strict=True))
        journal.begin(root, by_path, [path for path in files if files[path] is None], told, command)
        for place, data in new.items():
            if data is not None:
                _complete(place, data)
        journal.complete(root)
        for place, data in new.items():
            if data is None:
                place.unlink(missing_ok=True)
            else:
                beside(place).replace(place)
    except BaseException as error:
        _put_back(before)
        journal.end(root)
        if not isinstance(error, OSError):
            raise
        message = say("draw-not-written", "nothing was written: {reason}", reason=error.strerror)
        raise DrawError(message) from error
    journal.end(root)


def _refuse_changed(
    before: Mapping[Path, bytes | None],
    new: Mapping[Path, bytes | None],
    old: Mapping[Path, bytes | None] | None,
) -> None:
    """A `DrawError` when a file is not what it was when it was read."""
    for place, data in new.items():
        is_same = (
            (data or b"").startswith(before[place] or b"") if old is None else before[place] == old[place]
        )
        if not is_same:
            message = say("changed-during-draw", "{file} was changed meanwhile", file=quoted(place.name))
            raise DrawError(message, advise("say the command again"))


def _complete(place: Path, data: bytes) -> None:
    """What `place` is to become, beside it, for the same people to read and write."""
    beside(place).parent.mkdir(parents=True, exist_ok=True)
    beside(place).write_bytes(data)
    if place.exists():
        shutil.copymode(place, beside(place))


def _put_back(old: Mapping[Path, bytes | None]) -> None:
    """Every file as it was, None for one that was not there, and nothing beside it."""
    for place, data in old.items():
        if beside(place).exists():
            beside(place).unlink()
        if data is None:
            place.unlink(missing_ok=True)
        elif place.read_bytes() != data:
            _complete(place, data)
            beside(place).replace(place)
