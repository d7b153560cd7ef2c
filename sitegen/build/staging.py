"""The site that stands in the output folder, and whether that folder is ours to replace.

The staging folder of a build: files are written there where they are made, and nobody sees it.
"""

import json
import os
import stat
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from sitegen.build import disk
from sitegen.build.disk import OutputError, check_paths, explain_errors, list_folders
from sitegen.core.problems import advise, quote_text, say

MANIFEST = ".sitegen.json"
"""The file in the output folder that says what the last build made; it marks the folder as ours."""

MANIFEST_VERSION = 2
"""Of the record."""
_MAX_NAMES = 5
_SOURCE_FOLDERS = ("results", "content", "templates")
_IGNORED_FILES = {".DS_Store", "Thumbs.db", "desktop.ini"}


class PreviousOutput(NamedTuple):
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
    sources = [(site / name).resolve() for name in _SOURCE_FOLDERS]
    around = any(source.is_relative_to(place) for source in (site, *sources))
    if around or any(place.is_relative_to(source) for source in sources):
        message = say(
            "output-holds-sources",
            "{folder}: the sources of the site stand there (name another with --output)",
            folder=place,
        )
        raise OutputError(message)


def inspect_output(place: Path) -> PreviousOutput:
    """What stands there; an `OutputError` when it is not what a build has left."""
    if place.is_symlink():
        message = say(
            "output-is-a-link",
            "{folder}: is a symbolic link (name the folder it leads to with --output)",
            folder=place,
        )
        raise OutputError(message)
    if not place.exists():
        return PreviousOutput(place, {}, b"")
    if not place.is_dir():
        message = say(
            "output-is-a-file",
            "{folder}: is a file (move it away, or name a folder with --output)",
            folder=place,
        )
        raise OutputError(message)
    found = {
        path: status
        for path, status in disk.walk_files(str(place))
        if path.rpartition("/")[2] not in _IGNORED_FILES
    }
    _refuse_foreign_files(place, found)
    if not found:
        return PreviousOutput(place, {}, b"")
    _refuse_undeletable(place, found)
    return _read_previous(place, found)


def _refuse_foreign_files(place: Path, found: Mapping[str, os.stat_result]) -> None:
    """Raise an `OutputError` where something stands that no build has made."""
    special = {path for path, status in found.items() if not stat.S_ISREG(status.st_mode)}
    if special:
        message = say(
            "output-with-links",
            "{folder}: holds links or special files, which no build makes: {names} (remove them)",
            folder=place,
            names=_format_names(special),
        )
        raise OutputError(message)
    if MANIFEST not in found and found:
        message = say(
            "output-not-ours",
            "{folder}: was not made by sitegen, and holds {names} (name an empty folder with --output)",
            folder=place,
            names=_format_names(found),
        )
        raise OutputError(message)


def _refuse_undeletable(place: Path, found: Collection[str]) -> None:
    """An `OutputError` when this user could publish, but not delete what stood there, which would stay."""
    for folder in ["", *list_folders(found)]:
        if not os.access(f"{place}/{folder}", os.W_OK | os.X_OK):
            message = say(
                "output-of-another-user",
                "{folder}: this user may not delete what stands there, which belongs to {owner}"
                " (build as {owner}, or delete {place} first)",
                folder=place / folder,
                owner=disk.get_owner(place / folder),
                place=place,
            )
            raise OutputError(message)


def _format_names(names: Collection[str]) -> str:
    """The first of some names, and how many more there are."""
    first = ", ".join(map(quote_text, sorted(names)[:_MAX_NAMES]))
    more = len(names) - _MAX_NAMES
    return advise("{names} and {more} more", names=first, more=more) if more > 0 else first


def _read_previous(place: Path, found: Mapping[str, os.stat_result]) -> PreviousOutput:
    manifest = (place / MANIFEST).read_bytes()
    sizes = {path: status.st_size for path, status in found.items() if path != MANIFEST}
    strange = sizes.keys() - _read_manifest_paths(place, manifest)
    if strange:
        message = say(
            "output-with-others",
            "{folder}: holds what sitegen did not make: {names}"
            " (what belongs in the site goes in content/, anything else elsewhere)",
            folder=place,
            names=_format_names(strange),
        )
        raise OutputError(message)
    return PreviousOutput(place, sizes, manifest)


def _read_manifest_paths(place: Path, manifest: bytes) -> set[str]:
    """The paths in a manifest that this version made."""
    with suppress(ValueError, KeyError, TypeError, RecursionError):
        content = json.loads(manifest)
        if content["version"] == MANIFEST_VERSION:
            return {*content["files"]}
    message = say(
        "output-of-another-version",
        "{file}: is not a record of this version of sitegen (delete the folder, then build again)",
        file=place / MANIFEST,
    )
    raise OutputError(message)


class StagedFile(NamedTuple):
    """What became of a file: its size and SHA-256; whether it `stands` already, and so was not written."""

    size: int
    digest: str
    is_unchanged: bool


class StagingFolder(NamedTuple):
    """The `folder` where the successor of the site `before` is written, by several processes at once."""

    before: PreviousOutput
    folder: Path

    def write_file(self, path: str, content: bytes) -> StagedFile:
        """Write a file, unless the same stands there; a `PublishError` when the disk refuses."""
        with explain_errors(self.before.output):
            stands = self._is_unchanged(path, content)
            if not stands:
                self._write_new_file(path, content)
        return StagedFile(len(content), sha256(content).hexdigest(), stands)

    def read_file(self, path: str) -> bytes:
        """What will stand at a path: what was written, else what stands there now."""
        with suppress(FileNotFoundError):
            return (self.folder / path).read_bytes()
        return (self.before.output / path).read_bytes()

    def _is_unchanged(self, path: str, content: bytes) -> bool:
        size = self.before.sizes.get(path)
        return size == len(content) and (self.before.output / path).read_bytes() == content

    def _write_new_file(self, path: str, content: bytes) -> None:
        name = f"{self.folder}/{path}"
        try:
            disk.write_file(name, content)
        except FileNotFoundError:
            disk.make_folder(os.path.dirname(name))  # noqa: PTH120 - as many as pages
            disk.write_file(name, content)


@contextmanager
def stage_site(before: PreviousOutput, paths: Iterable[str]) -> Iterator[StagingFolder]:
    """A stage for a site of files with these `paths`, inside the `with previous` that `before` comes from.

    Paths are relative and use `/`. What is not published in the end is thrown away. A `PublishError` for a
    path that leads outside, or that a disk could take for another, before anything is written.
    """
    check_paths(paths)
    stage = StagingFolder(before, disk.get_staging_folder(before.output))
    try:
        with explain_errors(before.output):
            stage.folder.mkdir()
        yield stage
    finally:
        disk.discard_staging(before.output)
