"""A site in parts: builds of some of its rankings each, on as many machines as one likes, then joined.

Every part knows all settings, players and texts; the first has what rankings share. Joined and built whole, a
site has the same bytes. A part says in its SHA256SUMS which one it is, and what it was built from.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

import sitegen
from sitegen.core.problems import Message, say
from sitegen.inputs.config.site import SETTINGS_FILE, SITE_FOLDERS, Site
from sitegen.publishing.disk import PublishError, check_paths, walk_files
from sitegen.publishing.output import (
    CHECKSUMS_FILE,
    BuildInfo,
    open_previous_output,
    parse_checksums,
)
from sitegen.publishing.publication import BuildResult, publish_files
from sitegen.publishing.rankings import sort_by_size
from sitegen.publishing.stages import Findings
from sitegen.publishing.staging import StagedFile, StagingFolder, inspect_output, stage_site

MAX_PARTS = 1_000
_COMPILED = re.compile("(?:^|/)__pycache__/|^compiled/")
_PART = re.compile(r"([1-9][0-9]{0,3})/([1-9][0-9]{0,3})")


class Part(NamedTuple):
    """One of so many parts of a site, numbered from 1."""

    number: int
    total: int

    @classmethod
    def parse(cls, text: str) -> "Part":
        """Return the part that is written as `3/8`; raises `ValueError`."""
        match = _PART.fullmatch(text)
        part = cls(*map(int, match.groups())) if match else cls(0, 0)
        if not 1 <= part.number <= part.total <= MAX_PARTS:
            raise ValueError(text)
        return part

    def __str__(self) -> str:
        return f"{self.number}/{self.total}"

    @property
    def has_shared(self) -> bool:
        """Whether the part has what rankings share, for which it rates and plans all of them."""
        return self.number == 1

    def select(self, site: Site) -> frozenset[str]:
        """Return the ids of the rankings that the part has: every eighth of them, the largest first."""
        sized = [each.ranking.id for each in sort_by_size(site)]
        return frozenset(sized[self.total - self.number :: self.total])  # the first part has most else to do


WHOLE = Part(1, 1)


def compute_sources_digest(root: Path) -> str:
    """Return the digest of the program, and of all files that a site is built from."""
    digest = sha256()
    for folder, paths in (
        (Path(sitegen.__file__).parent, ["."]),
        (root, [name for name in (SETTINGS_FILE, *SITE_FOLDERS) if (root / name).exists()]),
    ):
        for path in paths:
            for name in _list_files(folder / path):
                data = (folder / path / name).read_bytes() if name else (folder / path).read_bytes()
                digest.update(f"{path}/{name}\0{len(data)}\0".encode("utf-8", "surrogateescape"))
                digest.update(data)
    return digest.hexdigest()


def _list_files(place: Path) -> list[str]:
    """Return the paths of all files in a folder, without what is compiled there; "" for a file."""
    if not place.is_dir():
        return [""]
    paths = (path for path, _ in walk_files(str(place)))
    sources = (path for path in paths if not _COMPILED.search(path))
    return sorted(path for path in sources if (place / path).is_file())


class _OpenedPart(NamedTuple):
    """A part in a folder: which one it is, the digests of its files, and what all parts were built from."""

    folder: Path
    part: Part
    digests: Mapping[str, str]
    info: BuildInfo


def join_parts(folders: Sequence[Path], output: Path, root: Path) -> BuildResult:
    """Publish in `output` the site whose parts are in `folders`, each made by a build with a `part`.

    Raises `PublishError`, and changes nothing, where a part is missing, is there twice, was changed after it
    was built, or was built from something else than the first.
    """
    parts = [_open_part(folder) for folder in folders]
    _check_parts(parts)
    with open_previous_output(output, root) as previous, stage_site(previous) as stage:
        files = dict(_copy_files(parts, stage))
        return publish_files(stage, files, parts[0].info._replace(sources=""), Findings())


def _open_part(folder: Path) -> _OpenedPart:
    """Return a part; raises `PublishError` for what no build of a part made."""
    previous = inspect_output(folder)
    try:
        checksums = parse_checksums((folder / CHECKSUMS_FILE).read_text("utf-8"))
        info = checksums.build_info or BuildInfo("", "", date.min)
        part = Part.parse(info.part)
    except (OSError, ValueError):
        message = say(
            "not-a-part",
            "{folder}: is no part of a site (build one with `sitegen build --part 1/2 --output FOLDER`)",
            folder=folder,
        )
        raise PublishError(message) from None
    if {*checksums.digests, CHECKSUMS_FILE} != previous.sizes.keys():
        raise PublishError(_describe_change(folder))
    return _OpenedPart(folder, part, checksums.digests, info._replace(part=""))


def _check_parts(parts: Sequence[_OpenedPart]) -> None:
    """Raise `PublishError` unless these are all parts of one site, each once, built from the same."""
    first = parts[0]
    for part in parts[1:]:
        if part.info != first.info:
            message = say(
                "part-of-another-build",
                "{folder}: was built from another commit, program or day than {other}, or from other files"
                " (build all parts again, from one state)",
                folder=part.folder,
                other=first.folder,
            )
            raise PublishError(message)
    count = first.part.total
    there = Counter(part.part for part in parts)
    wanted = Counter(Part(number + 1, count) for number in range(count))
    if wrong := sorted((there - wanted) | (wanted - there)):
        message = say(
            "parts-not-whole",
            "the parts of the site are not each there once: {parts} (name the folders of all {count} parts)",
            parts=", ".join(map(str, wrong)),
            count=count,
        )
        raise PublishError(message)


def _copy_files(parts: Sequence[_OpenedPart], stage: StagingFolder) -> Iterator[tuple[str, StagedFile]]:
    """Write the files of all parts into a staging folder, and yield them by path."""
    paths = [path for part in parts for path in part.digests]
    check_paths(paths)
    if len({*paths}) < len(paths):
        raise PublishError(_describe_change(parts[0].folder))
    for part in parts:
        for path, digest in part.digests.items():
            file = stage.write_file(path, (part.folder / path).read_bytes())
            if file.digest.hex() != digest:
                raise PublishError(_describe_change(part.folder))
            yield path, file


def _describe_change(folder: Path) -> Message:
    return say(
        "part-changed",
        "{folder}: has other files than were built (build this part again)",
        folder=folder,
    )
