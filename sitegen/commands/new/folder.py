"""A new folder: it comes whole or not at all."""

from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from sitegen.commands.new.refusal import NewSiteError
from sitegen.message import say
from sitegen.problem import quoted


def create(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write `files` as the new folder `folder`: all of them, or nothing at all.

    Raises `NewSiteError` when something stands there already, or when it cannot be written.
    """
    place = folder.resolve()
    try:
        _refuse_occupied(place, folder)
        place.parent.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(prefix=f".{place.name}-", dir=place.parent) as beside:
            staged = Path(beside) / "site"
            _write(staged, files)
            staged.rename(place)
    except OSError as error:
        message = say(
            "new-folder-not-written",
            "{folder}: nothing was written: {reason}",
            folder=folder,
            reason=error.strerror,
        )
        raise NewSiteError(message) from error


def _refuse_occupied(place: Path, named: Path) -> None:
    if place == Path.cwd():
        # It would be put in the place of the folder that the shell is in, which would then be in none.
        raise NewSiteError(
            say(
                "new-folder-is-this-one",
                "{folder}: is the folder you are in; name one that does not exist yet",
                folder=named,
            )
        )
    found = sorted(each.name for each in place.iterdir()) if place.is_dir() else []
    if found:
        shown = ", ".join(map(quoted, found[:3])) + (" …" if found[3:] else "")
        raise NewSiteError(
            say(
                "new-folder-not-empty",
                "{folder}: is not empty ({found}); name a folder that does not exist yet",
                folder=named,
                found=shown,
            )
        )
    if place.exists() and not place.is_dir():
        raise NewSiteError(
            say(
                "new-folder-is-file",
                "{folder}: is a file; name a folder that does not exist yet",
                folder=named,
            )
        )


def _write(folder: Path, files: Mapping[str, bytes]) -> None:
    for path, content in files.items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)
