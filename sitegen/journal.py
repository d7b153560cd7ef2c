"""What a draw is about to change, written down first: however it is killed, the next one can settle it.

The file `.sitegen-draw` in the site says which files are to grow and what is to be told. A second line says
that all of them are complete beside their places: from there a draw is finished, before that it is forgotten.
"""

import json
from collections.abc import Sequence
from contextlib import suppress
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
    """What a draw wrote down: its files by path, what is to be told, and whether all of it was complete."""

    files: Sequence[str] = ()
    told: Sequence[str] = ()
    complete: bool = False


def begin(root: Path, files: Sequence[str], told: Sequence[str]) -> None:
    """Write down that these files are about to grow."""
    (root / JOURNAL).write_text(json.dumps([[*files], [*told]]) + "\n", encoding="utf-8")


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
    """Finish a draw that was killed when it was complete, and return what it has to tell; forget any other.

    A `DrawError` where that would undo what somebody wrote since.
    """
    entry = _written(root)
    places = [place for each in entry.files if beside(place := (root / each).resolve()).exists()]
    if entry.complete:
        for place in places:
            _refuse_changed(place)
        for place in places:
            beside(place).replace(place)
    for place in places:
        beside(place).unlink(missing_ok=True)
    end(root)
    return entry.told if entry.complete and places else ()


def unfinished(root: Path) -> list[Problem]:
    """That a draw was killed when part of it was written, unless one is at work just now."""
    try:
        with locked(root / folder.RESULTS, patience=0):
            entry = _written(root)
    except OSError:
        return []
    if not entry.complete or not any(beside((root / each).resolve()).exists() for each in entry.files):
        return []
    message = say("draw-cut-short", "a draw was cut short, and part of it is not written yet")
    hint = advise(
        "say `sitegen draw {ranking}` again, which finishes it", ranking=entry.files[0].split("/")[1]
    )
    return [Problem(JOURNAL, 0, 0, message, hint, Severity.WARNING)]


def _written(root: Path) -> _Entry:
    """What stands in the journal; nothing where there is none, or one that was cut short itself."""
    with suppress(OSError, ValueError):
        first, *rest = (root / JOURNAL).read_text("utf-8").splitlines(keepends=True)
        files, told = json.loads(first)
        return _Entry(files, told, rest == [_COMPLETE])
    return _Entry()


def _refuse_changed(place: Path) -> None:
    """A `DrawError` when a file is not the beginning of what a draw made of it."""
    if place.exists() and not beside(place).read_bytes().startswith(place.read_bytes()):
        message = say(
            "changed-since-draw",
            "{file} was changed after a draw was cut short; what was drawn stands at the end of {drawn}",
            file=quoted(place.name),
            drawn=quoted(beside(place).name),
        )
        raise DrawError(message, advise("enter it by hand, then delete that file and draw again"))
