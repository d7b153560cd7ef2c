"""The site on the disk: what stands there, what is to change, and the one writer that changes it.

    with previous(output, site) as before, staged(before, paths) as stage:
        files = {path: stage.put(path, content) ...of all files...}
        apply(plan(before, files))

A site is written whole beside the old one (see `stage`), with hard links for files that stay the same, and
then takes its place in one step (see `swap`): whatever happens, a whole old or a whole new site stands. The
folder is a function of the files, byte for byte, however many builds led to it.

`SHA256SUMS`: the digest of every file of a site, and what made it.

It is written as `sha256sum` writes it, which passes over the lines with `#`: `sha256sum --check SHA256SUMS`
says whether a copy of the site is whole.

What a site weighs, and what GitHub Pages makes of that.

Its limits: a published site has at most 1 GB. A larger one is warned of and tried all the same, and given up
when that takes longer than ten minutes.
"""

import json
import os
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from datetime import date
from pathlib import Path
from typing import NamedTuple

from sitegen.build import disk
from sitegen.build.disk import explain_errors, list_folders
from sitegen.build.staging import (
    MANIFEST,
    MANIFEST_VERSION,
    PreviousOutput,
    StagedFile,
    inspect_output,
    refuse_sources,
)
from sitegen.core.files import lock_folder
from sitegen.core.problems import Message, Problem, Severity, advise, join_messages, say


class PublishPlan(NamedTuple):
    """What publishing will do: the paths of what comes, changes, goes and stays, and the sizes of all."""

    before: PreviousOutput
    added: Collection[str]
    changed: Collection[str]
    removed: Collection[str]
    unchanged: Collection[str]
    manifest: bytes
    sizes: Mapping[str, int]

    @property
    def is_empty(self) -> bool:
        """Whether the site already stands as planned."""
        return self.manifest == self.before.manifest and not (self.added or self.changed or self.removed)


@contextmanager
def open_previous_output(output: Path, site: Path, *, patience: float = 60.0) -> Iterator[PreviousOutput]:
    """Look at what stands in `output`, and keep other builds out of it meanwhile.

    A second build of the same folder waits up to `patience` seconds. What a killed build left is put in order
    first. A `PublishError` when the folder is not ours to replace.
    """
    place = Path(os.path.abspath(output))  # noqa: PTH100 - resolve() would follow a link in the last place
    place = place.parent.resolve() / place.name
    refuse_sources(place, site.resolve())
    with ExitStack() as held:
        with explain_errors(place):
            place.parent.mkdir(parents=True, exist_ok=True)
            lock = held.enter_context(lock_folder(place.parent, patience))
            disk.repair_output(place)
            before = inspect_output(place)._replace(lock=lock)
        yield before


def plan_changes(before: PreviousOutput, files: Mapping[str, StagedFile]) -> PublishPlan:
    """What changes when the site becomes `files`, which are on the stage."""
    same = {path for path, file in files.items() if file.is_unchanged}
    return PublishPlan(
        before=before,
        added=sorted(files.keys() - before.sizes.keys()),
        changed=sorted((files.keys() & before.sizes.keys()) - same),
        removed=sorted(before.sizes.keys() - files.keys()),
        unchanged=sorted(same),
        manifest=_encode_manifest(files),
        sizes={path: file.size for path, file in files.items()},
    )


def apply_plan(plan: PublishPlan) -> None:
    """Publish `plan`, inside the `with staged` that it was made in; a `PublishError` when the disk refuses.

    A site that already stands as planned is not touched.
    """
    if plan.is_empty:
        return
    output = plan.before.output
    with explain_errors(output):
        new = disk.get_staging_folder(output)
        _link_unchanged(str(output), str(new), plan.unchanged)
        disk.write_file(f"{new}/{MANIFEST}", plan.manifest)
        disk.replace_folder(output, new, plan.before.lock)


def _encode_manifest(paths: Iterable[str]) -> bytes:
    content = {"version": MANIFEST_VERSION, "files": sorted(paths)}
    return json.dumps(content, sort_keys=True, separators=(",", ":")).encode() + b"\n"


def _link_unchanged(output: str, new: str, kept: Collection[str]) -> None:
    for folder in list_folders(kept):
        disk.make_folder(f"{new}/{folder}")
    for path in kept:
        disk.link_file(f"{output}/{path}", f"{new}/{path}")


CHECKSUMS_FILE = "SHA256SUMS"
"""The file at the root of a site; it does not name itself."""
_CHECKSUM_LINE = re.compile(r"([0-9a-f]{64})  (.+)")
_HEADER_LINE = re.compile(r"# (sitegen|commit|as of) (\S+)")


class BuildInfo(NamedTuple):
    """What made a site: this version, from a commit (blank when it is none), as of a day."""

    version: str
    commit: str
    as_of: date


class Checksums(NamedTuple):
    """The digests of the files of a site, by path, and what made it; None where that is not said."""

    build_info: BuildInfo | None
    digests: Mapping[str, str] = {}


def format_checksums(files: Mapping[str, StagedFile], maker: BuildInfo) -> bytes:
    """The file for a site of `files`."""
    commit = f"# commit {maker.commit}\n" if maker.commit else ""
    lines = "".join(f"{file.digest}  {path}\n" for path, file in sorted(files.items()))
    return f"# sitegen {maker.version}\n{commit}# as of {maker.as_of}\n{lines}".encode()


def parse_checksums(text: str) -> Checksums:
    """What such a file says; a `ValueError` when it is none."""
    named: dict[str, str] = {}
    digests: dict[str, str] = {}
    for line in text.splitlines():
        if found := _HEADER_LINE.fullmatch(line):
            named[found[1]] = found[2]
        elif not line.startswith("#"):
            digest = _CHECKSUM_LINE.fullmatch(line)
            if digest is None:
                raise ValueError(line)
            digests[digest[2]] = digest[1]
    with suppress(KeyError, ValueError):
        day = date.fromisoformat(named["as of"])
        return Checksums(BuildInfo(named["sitegen"], named.get("commit", ""), day), digests)
    return Checksums(None, digests)


SIZE_LIMIT = 2**30
"""The most bytes that GitHub Pages promises to publish."""
_WARNING_SHARE = 0.8
_MAX_PARTS = 3
_LARGE_SHARE = 0.1
"""Of all: a part that is worth making smaller."""


def check_size(sizes: Mapping[str, int]) -> list[Problem]:
    """That a site of files with these `sizes` by path is more than GitHub Pages takes, or comes near."""
    total = sum(sizes.values())
    if total <= _WARNING_SHARE * SIZE_LIMIT:
        return []
    told = {
        "size": _format_size(total),
        "parts": _format_largest_parts(sizes),
        "limit": _format_size(SIZE_LIMIT),
    }
    near = say("site-near-limit", "this site takes {size} ({parts}): GitHub Pages takes {limit}", **told)
    over = say(
        "site-too-large",
        "this site takes {size} ({parts}): GitHub Pages takes {limit}, and may fail to publish more,"
        " or give up after ten minutes",
        **told,
    )
    return [_build_warning(over if total > SIZE_LIMIT else near, sizes)]


def check_estimated_size(sizes: Mapping[str, int]) -> list[Problem]:
    """The same of a site with about these `sizes`, and already when it comes near."""
    total = sum(sizes.values())
    if total <= _WARNING_SHARE * SIZE_LIMIT:
        return []
    message = say(
        "site-soon-too-large",
        "this site will take about {size} ({parts}): GitHub Pages takes {limit}",
        size=_format_size(total),
        parts=_format_largest_parts(sizes),
        limit=_format_size(SIZE_LIMIT),
    )
    return [_build_warning(message, sizes)]


def _build_warning(message: Message, sizes: Mapping[str, int]) -> Problem:
    elsewhere = advise("it can be published where larger sites may stand")
    hint = join_messages(*_suggest_options(sizes), elsewhere)
    return Problem("sitegen.toml", 0, 0, message, hint, Severity.WARNING)


def _suggest_options(sizes: Mapping[str, int]) -> list[Message]:
    """The options that make the site smaller, the one with most effect first."""
    parts, total = _sum_parts(sizes), sum(sizes.values())
    lists = {name.split("/")[1]: size for name, size in parts.items() if name.endswith("/lists/")}
    long = {name: size for name, size in lists.items() if size > _LARGE_SHARE * total}
    cards = sum(size for path, size in sizes.items() if _is_card(path))
    fewer = advise(
        "a smaller `archive` in the [[ranking]] of {rankings} shows fewer earlier lists in full",
        rankings=", ".join(long),
    )
    none = advise('`cards = "rankings"` below [site] leaves out the pictures of players')
    found = [(sum(long.values()), fewer), (cards if cards > _LARGE_SHARE * total else 0, none)]
    return [hint for size, hint in sorted(found, key=lambda item: -item[0]) if size]


def _is_card(path: str) -> bool:
    return path.endswith("/card.png") and "/players/" in path


def _format_largest_parts(sizes: Mapping[str, int]) -> str:
    return ", ".join(
        f"{name} {_format_size(size)}" for name, size in _sum_parts(sizes).most_common(_MAX_PARTS)
    )


def _sum_parts(sizes: Mapping[str, int]) -> Counter[str]:
    """The bytes by ranking and kind of page: `/list/players/`, `/list/lists/`, `/list/` for its tables."""
    parts: Counter[str] = Counter()
    for path, size in sizes.items():
        parts["".join(f"{part}/" for part in ["", *path.split("/")[:-1][:2]])] += size
    return parts


def _format_size(size: int) -> str:
    return f"{size / 2**30:.1f} GB" if size >= 2**30 else f"{size / 2**20:.0f} MB"
