"""What a command is about to change, written down first: however it is killed, the next one can settle it.

The file `.sitegen-draw` in the site says which files are to change, what they were, and what is to be told.
A second line says that all of them are complete beside their places: from there a draw or an import is
finished, before that it is forgotten.
"""

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from sitegen.lock import locked
from sitegen.message import advise, say
from sitegen.problem import Problem, Severity, quoted
from sitegen.read import folder
from sitegen.request import DrawError

JOURNAL = ".sitegen-draw"
_COMPLETE = "complete\n"


class _Entry(NamedTuple):
    """What a command wrote down.

    `files` has the digest of each file that is to change, blank of one that is not there; `gone` are those to
    be taken out. `told` is what to tell, `command` what to say again, and `complete` whether all of it was.
    """

    files: Mapping[str, str] = {}
    gone: Sequence[str] = ()
    told: Sequence[str] = ()
    command: str = ""
    complete: bool = False


def begin(
    root: Path, old: Mapping[str, bytes | None], gone: Sequence[str], told: Sequence[str], command: str
) -> None:
    """Write down that these files, which are as `old` has them, are about to change."""
    digests = {path: _digest(data) for path, data in old.items()}
    text = json.dumps([digests, [*gone], [*told], command])
    (root / JOURNAL).write_text(text + "\n", encoding="utf-8")


def complete(root: Path) -> None:
    """Write down that each of them is complete beside its place."""
    with (root / JOURNAL).open("a", encoding="utf-8") as file:
        file.write(_COMPLETE)


def end(root: Path) -> None:
    """Forget it: all files are in their places."""
    with suppress(OSError):  # with nothing beside them, what is left of it says nothing
        (root / JOURNAL).unlink()


def beside(place: Path) -> Path:
    """Where a file is made complete before it takes its place; hidden, so that nothing else reads it."""
    return place.with_name(f".{place.name}.sitegen-new")


def settle(root: Path) -> Sequence[str]:
    """Finish what was killed when it was complete, and return what it has to tell; forget any other.

    A `DrawError` where that would undo what somebody wrote since.
    """
    entry = _written(root)
    places = {
        place: old for path, old in entry.files.items() if beside(place := (root / path).resolve()).exists()
    }
    gone = {
        place: entry.files.get(path, "") for path in entry.gone if (place := (root / path).resolve()).exists()
    }
    if entry.complete:
        for place, old in (places | gone).items():
            _refuse_changed(place, old)
        for place in places:
            beside(place).replace(place)
        for place in gone:
            place.unlink()
    for place in places:
        beside(place).unlink(missing_ok=True)
    end(root)
    return entry.told if entry.complete and (places or gone) else ()


def unfinished(root: Path) -> list[Problem]:
    """That a draw or an import was killed when part of it was written, unless one is at work just now."""
    try:
        with locked(root / folder.RESULTS, patience=0):
            entry = _written(root)
    except OSError:
        return []
    if not entry.complete or not any(beside((root / each).resolve()).exists() for each in entry.files):
        return []
    message = say("draw-cut-short", "a command was cut short, and part of it is not written yet")
    hint = advise("say `{command}` again, which finishes it", command=entry.command)
    return [Problem(JOURNAL, 0, 0, message, hint, Severity.WARNING)]


def _written(root: Path) -> _Entry:
    """What stands in the journal; nothing where there is none, or one that was cut short itself."""
    with suppress(OSError, ValueError, TypeError):
        first, *rest = (root / JOURNAL).read_text("utf-8").splitlines(keepends=True)
        files, gone, told, command = json.loads(first)
        return _Entry(files, gone, told, command, rest == [_COMPLETE])
    return _Entry()


def _digest(data: bytes | None) -> str:
    return "" if data is None else sha256(data).hexdigest()


def _refuse_changed(place: Path, old: str) -> None:
    """A `DrawError` when a file is not what it was when a command began to write."""
    if place.exists() and _digest(place.read_bytes()) != old:
        message = say(
            "changed-since-draw",
            "{file} was changed after a command was cut short; what was to become of it stands in {drawn}",
            file=quoted(place.name),
            drawn=quoted(beside(place).name),
        )
        raise DrawError(message, advise("enter it by hand, then delete that file and say the command again"))
