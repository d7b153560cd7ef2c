"""The site that stands in the output folder, and whether that folder is ours to replace."""

import json
import os
import stat
from collections.abc import Collection, Mapping
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from sitegen.message import advise, say
from sitegen.problem import quoted
from sitegen.publish import swap
from sitegen.publish.paths import folders
from sitegen.publish.swap import OutputError

MANIFEST = ".sitegen.json"
"""The file in the output folder that says what the last build made; it marks the folder as ours."""

VERSION = 2
"""Of the record."""
_SHOWN = 5
_SOURCES = ("results", "content", "templates")
_DROPPINGS = {".DS_Store", "Thumbs.db", "desktop.ini"}


class Previous(NamedTuple):
    """The site that stands in `output`, as the last build left it and people did since.

    `sizes` has the bytes of each of its files; `manifest` is the record of them, empty when there is none;
    `lock` what keeps other builds away.
    """

    output: Path
    sizes: Mapping[str, int]
    manifest: bytes
    lock: int | None = None


def refuse_sources(place: Path, site: Path) -> None:
    """An `OutputError` when building there would replace what the site is made from."""
    sources = [(site / name).resolve() for name in _SOURCES]
    around = any(each.is_relative_to(place) for each in (site, *sources))
    if around or any(place.is_relative_to(each) for each in sources):
        message = say(
            "output-holds-sources",
            "{folder}: the sources of the site stand there (name another with --output)",
            folder=place,
        )
        raise OutputError(message)


def look(place: Path) -> Previous:
    """What stands there; an `OutputError` when it is not what a build has left."""
    if place.is_symlink():
        message = say(
            "output-is-a-link",
            "{folder}: is a symbolic link (name the folder it leads to with --output)",
            folder=place,
        )
        raise OutputError(message)
    if not place.exists():
        return Previous(place, {}, b"")
    if not place.is_dir():
        message = say(
            "output-is-a-file",
            "{folder}: is a file (move it away, or name a folder with --output)",
            folder=place,
        )
        raise OutputError(message)
    found = {
        path: status for path, status in swap.walk(str(place)) if path.rpartition("/")[2] not in _DROPPINGS
    }
    special = {path for path, status in found.items() if not stat.S_ISREG(status.st_mode)}
    if special:
        message = say(
            "output-with-links",
            "{folder}: holds links or special files, which no build makes: {names} (remove them)",
            folder=place,
            names=_shown(special),
        )
        raise OutputError(message)
    if MANIFEST not in found and found:
        message = say(
            "output-not-ours",
            "{folder}: was not made by sitegen, and holds {names} (name an empty folder with --output)",
            folder=place,
            names=_shown(found),
        )
        raise OutputError(message)
    if not found:
        return Previous(place, {}, b"")
    _refuse_others(place, found)
    return _standing(place, found)


def _refuse_others(place: Path, found: Collection[str]) -> None:
    """An `OutputError` when this user could publish, but not delete what stood there, which would stay."""
    for folder in ["", *folders(found)]:
        if not os.access(f"{place}/{folder}", os.W_OK | os.X_OK):
            message = say(
                "output-of-another-user",
                "{folder}: this user may not delete what stands there, which belongs to {owner}"
                " (build as {owner}, or delete {place} first)",
                folder=place / folder,
                owner=swap.owner(place / folder),
                place=place,
            )
            raise OutputError(message)


def _shown(names: Collection[str]) -> str:
    """The first of some names, and how many more there are."""
    first = ", ".join(map(quoted, sorted(names)[:_SHOWN]))
    more = len(names) - _SHOWN
    return advise("{names} and {more} more", names=first, more=more) if more > 0 else first


def _standing(place: Path, found: Mapping[str, os.stat_result]) -> Previous:
    manifest = (place / MANIFEST).read_bytes()
    sizes = {path: status.st_size for path, status in found.items() if path != MANIFEST}
    strange = sizes.keys() - _recorded(place, manifest)
    if strange:
        message = say(
            "output-with-others",
            "{folder}: holds what sitegen did not make: {names}"
            " (what belongs in the site goes in content/, anything else elsewhere)",
            folder=place,
            names=_shown(strange),
        )
        raise OutputError(message)
    return Previous(place, sizes, manifest)


def _recorded(place: Path, manifest: bytes) -> set[str]:
    """The paths in a manifest that this version made."""
    with suppress(ValueError, KeyError, TypeError, RecursionError):
        content = json.loads(manifest)
        if content["version"] == VERSION:
            return {*content["files"]}
    message = say(
        "output-of-another-version",
        "{file}: is not a record of this version of sitegen (delete the folder, then build again)",
        file=place / MANIFEST,
    )
    raise OutputError(message)
