"""A site in parts: builds of some of its rankings each, on as many machines as one likes, then joined.

Every part reads all settings, players and texts, and rates no more than its own rankings. What rankings share
is made when parts are joined, of the records in them. Joined and built whole, a site has the same bytes.
"""

import re
from collections import Counter
from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import NamedTuple

from sitegen.core.problems import say
from sitegen.inputs.config.site import Site
from sitegen.publishing.disk import PublishError
from sitegen.publishing.output import CHECKSUMS_FILE, BuildInfo, parse_checksums
from sitegen.publishing.rankings import sort_by_size
from sitegen.publishing.staging import inspect_output, is_record

MAX_PARTS = 1_000
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
    def is_whole(self) -> bool:
        """Whether it is all of the site."""
        return self.total == 1

    def select(self, site: Site) -> frozenset[str]:
        """Return the ids of the rankings that the part has: every eighth of them, the largest first."""
        sized = [each.ranking.id for each in sort_by_size(site)]
        return frozenset(sized[self.number - 1 :: self.total])


WHOLE = Part(1, 1)


class _OpenedPart(NamedTuple):
    """A part in a folder: which one it is, and what all parts were built from."""

    folder: Path
    part: Part
    info: BuildInfo


def open_parts(folders: Sequence[Path]) -> BuildInfo:
    """Return what the parts in `folders` were built from, each by a build of a `part`.

    Raises `PublishError` where a part is missing, is there twice, has other files, or was built from another
    commit, program or day than the first.
    """
    parts = [_open_part(folder) for folder in folders]
    _check_parts(parts)
    return parts[0].info


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
    if {*checksums.digests, CHECKSUMS_FILE} != {path for path in previous.paths if not is_record(path)}:
        message = say(
            "part-changed",
            "{folder}: has other files than were built (build this part again)",
            folder=folder,
        )
        raise PublishError(message)
    return _OpenedPart(folder, part, info._replace(part=""))


def _check_parts(parts: Sequence[_OpenedPart]) -> None:
    """Raise `PublishError` unless these are all parts of one site, each once, built from the same."""
    first = parts[0]
    for part in parts[1:]:
        if part.info != first.info:
            message = say(
                "part-of-another-build",
                "{folder}: was built from another commit, program or day than {other} (build all parts again,"
                " from one state)",
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
