"""The site in the output folder, and the staging folder where its successor is written.

An output folder is replaced only when a build made all of it. Nobody sees the staging folder until then.
"""

import json
import os
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from sitegen.core.problems import advise, quote_text, say
from sitegen.publishing import disk
from sitegen.publishing.disk import OutputError, explain_errors, list_folders

MANIFEST = ".sitegen.json"
"""The file in the output folder that lists what the last build made; it marks the folder as ours."""

RECORDS_FOLDER = ".sitegen"
"""The folder in the output with what a later build takes over by; hidden, and no part of the site."""
MANIFEST_VERSION = 2
_MAX_NAMES = 5
_SOURCE_FOLDERS = ("results", "content", "templates")
_LARGE_SITE = 1_000
"""The number of files from which on several processes link and delete them sooner than one."""
_IGNORED_FILES = {".DS_Store", "Thumbs.db", "desktop.ini"}


class PreviousOutput(NamedTuple):
    """The site in `output` before a build.

    `paths` are those of its files; `manifest` is the list of them, empty when there is none; `lock` is the
    descriptor that keeps other builds away.
    """

    output: Path
    paths: frozenset[str]
    manifest: bytes
    lock: int | None = None


def is_record(path: str) -> bool:
    """Whether a file in the output is a record for later builds, which no visitor needs."""
    return path.startswith(f"{RECORDS_FOLDER}/")


def refuse_sources(place: Path, site: Path) -> None:
    """Raise an `OutputError` when building in `place` would replace the sources of the site."""
    sources = [(site / name).resolve() for name in _SOURCE_FOLDERS]
    holds_sources = any(source.is_relative_to(place) for source in (site, *sources))
    if holds_sources or any(place.is_relative_to(source) for source in sources):
        message = say(
            "output-holds-sources",
            "{folder} has the sources of the site (name another folder with --output)",
            folder=place,
        )
        raise OutputError(message)


def inspect_output(place: Path) -> PreviousOutput:
    """Return the site in a folder; raise an `OutputError` when not everything in it was made by a build."""
    if place.is_symlink():
        message = say(
            "output-is-a-link",
            "{folder}: is a symbolic link (name the folder it leads to with --output)",
            folder=place,
        )
        raise OutputError(message)
    if not place.exists():
        return PreviousOutput(place, frozenset(), b"")
    if not place.is_dir():
        message = say(
            "output-is-a-file",
            "{folder}: is a file (move it away, or name a folder with --output)",
            folder=place,
        )
        raise OutputError(message)
    files, special = set[str](), set[str]()
    for path, entry in disk.walk_files(str(place)):
        if entry.name not in _IGNORED_FILES:
            (files if entry.is_file(follow_symlinks=False) else special).add(path)
    _refuse_foreign_files(place, files, special)
    if not files:
        return PreviousOutput(place, frozenset(), b"")
    _refuse_undeletable(place, files)
    return _read_previous(place, files)


def _refuse_foreign_files(place: Path, files: Collection[str], special: Collection[str]) -> None:
    """Raise an `OutputError` where a build made none of the files, or where others are links or special."""
    if special:
        message = say(
            "output-with-links",
            "{folder}: holds links or special files, which no build makes: {names} (remove them)",
            folder=place,
            names=_format_names(special),
        )
        raise OutputError(message)
    if MANIFEST not in files and files:
        message = say(
            "output-not-ours",
            "{folder}: was not made by sitegen, and holds {names} (name an empty folder with --output)",
            folder=place,
            names=_format_names(files),
        )
        raise OutputError(message)


def _refuse_undeletable(place: Path, files: Collection[str]) -> None:
    """Raise an `OutputError` when this user could publish, but not delete the old site afterwards."""
    for folder in ["", *list_folders(files)]:
        if not os.access(f"{place}/{folder}", os.W_OK | os.X_OK):
            disk.raise_unwritable(place / folder)
            message = say(
                "output-of-another-user",
                "{folder}: this user may not delete its files, which belong to {owner} (build as"
                " {owner}, or delete {place} first)",
                folder=place / folder,
                owner=disk.get_owner(place / folder),
                place=place,
            )
            raise OutputError(message)


def _format_names(names: Collection[str]) -> str:
    """Return the first names, and how many more there are."""
    first = ", ".join(map(quote_text, sorted(names)[:_MAX_NAMES]))
    more = len(names) - _MAX_NAMES
    return advise("{names} and {more} more", names=first, more=more) if more > 0 else first


def _read_previous(place: Path, files: Collection[str]) -> PreviousOutput:
    manifest = (place / MANIFEST).read_bytes()
    paths = frozenset(files) - {MANIFEST}
    foreign = paths - _read_manifest_paths(place, manifest)
    if foreign:
        message = say(
            "output-with-others",
            "{folder}: holds what sitegen did not make: {names}"
            " (what belongs in the site goes in content/, anything else elsewhere)",
            folder=place,
            names=_format_names(foreign),
        )
        raise OutputError(message)
    return PreviousOutput(place, paths, manifest)


def _read_manifest_paths(place: Path, manifest: bytes) -> set[str]:
    """Return the paths in a manifest; raise an `OutputError` when another version wrote it."""
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
    """The size and SHA-256 of a file; an unchanged one is in the output already, and was not written."""

    size: int
    digest: bytes
    is_unchanged: bool


class StagingFolder(NamedTuple):
    """The `folder` where several processes at once write the successor of the `previous` site.

    So many `workers` link and delete the files of that site: of a small one a single process.
    """

    previous: PreviousOutput
    folder: Path
    workers: int = 1

    @property
    def descriptors(self) -> Sequence[int]:
        """The lock of the output, which a process that writes files holds too."""
        return [self.previous.lock] if self.previous.lock else []

    def write_file(self, path: str, content: bytes) -> StagedFile:
        """Write a file, unless the previous site has the same; raise `PublishError` if the disk refuses."""
        with explain_errors(self.previous.output):
            is_unchanged = self._is_unchanged(path, content)
            if not is_unchanged:
                disk.write_file(f"{self.folder}/{path}", content)
        return StagedFile(len(content), sha256(content).digest(), is_unchanged)

    def read_file(self, path: str) -> bytes:
        """Return the new content of a path: what was written, else what the previous site has."""
        with suppress(FileNotFoundError):
            return (self.folder / path).read_bytes()
        return (self.previous.output / path).read_bytes()

    def _is_unchanged(self, path: str, content: bytes) -> bool:
        return path in self.previous.paths and (self.previous.output / path).read_bytes() == content


@contextmanager
def stage_site(previous: PreviousOutput, workers: int = 1) -> Iterator[StagingFolder]:
    """Yield a staging folder, inside `with open_previous_output`; one that was not published is deleted."""
    if len(previous.paths) < _LARGE_SITE:
        workers = 1
    stage = StagingFolder(previous, disk.get_staging_folder(previous.output), workers)
    try:
        with explain_errors(previous.output):
            stage.folder.mkdir()
        yield stage
    finally:
        disk.discard_staging(previous.output, workers, stage.descriptors)
