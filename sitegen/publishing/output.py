"""What publishing writes: the plan of changes, the checksums of a site, and its size.

    with open_previous_output(output, site) as previous, stage_site(previous) as stage:
        files = {path: stage.write_file(path, content) ...of all files...}
        apply_plan(plan_changes(previous, files), stage)

A site is written whole beside the old one, with hard links for files that stay the same, and then takes its
place in one step (see `disk`): at any moment a whole old or a whole new site stands in the folder. Its
content is a function of the files, byte for byte, however many builds led to it.
"""

import json
import os
import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from datetime import date
from pathlib import Path
from typing import NamedTuple

from sitegen.core.files import lock_folder
from sitegen.core.language import LANGUAGES
from sitegen.core.problems import Message, Problem, Severity, advise, join_messages, say
from sitegen.core.workers import run_parallel
from sitegen.publishing import disk
from sitegen.publishing.disk import explain_errors
from sitegen.publishing.staging import (
    MANIFEST,
    MANIFEST_VERSION,
    PreviousOutput,
    StagedFile,
    StagingFolder,
    inspect_output,
    refuse_sources,
)
from sitegen.toolkit.history import select_archived


class PublishPlan(NamedTuple):
    """What publishing will do: the paths of all files by what happens to them, and the size of each."""

    previous: PreviousOutput
    added: Collection[str]
    changed: Collection[str]
    removed: Collection[str]
    unchanged: Sequence[str]
    manifest: bytes
    sizes: Mapping[str, int]

    @property
    def is_empty(self) -> bool:
        """Whether the site is already as planned."""
        return self.manifest == self.previous.manifest and not (self.added or self.changed or self.removed)


@contextmanager
def open_previous_output(output: Path, site: Path, *, patience: float = 60.0) -> Iterator[PreviousOutput]:
    """Lock `output` against other builds, and yield the site in it.

    A second build of the same folder waits up to `patience` seconds. What a killed build left is repaired
    first. Raises `PublishError` when the folder is not ours to replace.
    """
    place = Path(os.path.abspath(output))  # noqa: PTH100 - resolve() would follow a link in the last place
    place = place.parent.resolve() / place.name
    refuse_sources(place, site.resolve())
    with ExitStack() as stack:
        with explain_errors(place):
            place.parent.mkdir(parents=True, exist_ok=True)
            lock = stack.enter_context(lock_folder(place.parent, patience))
            disk.repair_output(place)
            previous = inspect_output(place)._replace(lock=lock)
        yield previous


def plan_changes(previous: PreviousOutput, files: Mapping[str, StagedFile]) -> PublishPlan:
    """Return what changes when the site becomes the staged `files`."""
    content = {"version": MANIFEST_VERSION, "files": sorted(files)}
    unchanged = {path for path, file in files.items() if file.is_unchanged}
    return PublishPlan(
        previous=previous,
        added=sorted(files.keys() - previous.paths),
        changed=sorted((files.keys() & previous.paths) - unchanged),
        removed=sorted(previous.paths - files.keys()),
        unchanged=sorted(unchanged),
        manifest=json.dumps(content, sort_keys=True, separators=(",", ":")).encode() + b"\n",
        sizes={path: file.size for path, file in files.items()},
    )


def apply_plan(plan: PublishPlan, stage: StagingFolder) -> None:
    """Publish `plan`, inside the `with stage_site` of its files; raise `PublishError` if the disk refuses.

    A site that is already as planned is not touched.
    """
    if plan.is_empty:
        return
    previous, new = stage.previous, stage.folder

    def link_files(paths: Iterable[str]) -> None:
        with explain_errors(previous.output):  # in whichever process
            for path in paths:
                disk.link_file(f"{previous.output}/{path}", f"{new}/{path}")

    with explain_errors(previous.output):
        paths, locks = plan.unchanged, stage.descriptors
        run_parallel(link_files, paths, stage.workers, lambda: None, kept_descriptors=locks)
        disk.write_file(f"{new}/{MANIFEST}", plan.manifest)
        disk.replace_folder(previous.output, new, previous.lock)


CHECKSUMS_FILE = "SHA256SUMS"
"""The file at the root of a site with the digests of all others, in the format of `sha256sum`.

That program passes over the lines with `#`: `sha256sum --check SHA256SUMS` says whether a copy is whole.
"""
_CHECKSUM_LINE = re.compile(r"([0-9a-f]{64})  (.+)")
_HEADER_LINE = re.compile(r"# (sitegen|commit|as of|part) (\S+)")


class BuildInfo(NamedTuple):
    """What a site was built from: the version of sitegen, the commit (blank without git) and the day.

    Of a part of a site also which one it is.
    """

    version: str
    commit: str
    as_of: date
    part: str = ""


class Checksums(NamedTuple):
    """The SHA-256 digests of the files of a site by path, and its build, None where the file lacks it."""

    build_info: BuildInfo | None
    digests: Mapping[str, str] = {}


def format_checksums(files: Mapping[str, StagedFile], info: BuildInfo) -> bytes:
    """Return the content of `CHECKSUMS_FILE` for a site of `files`."""
    commit = f"# commit {info.commit}\n" if info.commit else ""
    lines = "".join(f"{file.digest.hex()}  {path}\n" for path, file in sorted(files.items()))
    part = f"# part {info.part}\n" if info.part else ""
    return f"# sitegen {info.version}\n{commit}# as of {info.as_of}\n{part}{lines}".encode()


def parse_checksums(text: str) -> Checksums:
    """Return the content of such a file; raise `ValueError` when it is none."""
    header: dict[str, str] = {}
    digests: dict[str, str] = {}
    for line in text.splitlines():
        if match := _HEADER_LINE.fullmatch(line):
            header[match[1]] = match[2]
        elif not line.startswith("#"):
            digest = _CHECKSUM_LINE.fullmatch(line)
            if digest is None:
                raise ValueError(line)
            digests[digest[2]] = digest[1]
    with suppress(KeyError, ValueError):
        day = date.fromisoformat(header["as of"])
        info = BuildInfo(header["sitegen"], header.get("commit", ""), day, header.get("part", ""))
        return Checksums(info, digests)
    return Checksums(None, digests)


SIZE_LIMIT = 2**30
"""The most bytes of a site that GitHub Pages promises to publish.

It tries a larger one all the same, warns, and gives up when that takes longer than ten minutes:
https://docs.github.com/en/pages/getting-started-with-github-pages/github-pages-limits
"""
_WARNING_SHARE = 0.8
_MAX_PARTS = 3
_LIST = re.compile(rf"(?:(?:{'|'.join(LANGUAGES)})/)?(.+?)/lists/([0-9-]{{10}})/")
"""A file of a list that is shown in full: its ranking and its day."""
_SHORT_LIST_SIZE = 2_500
"""About how many bytes the page of a list has that is not shown in full."""
_LARGE_SHARE = 0.05
"""The share of all bytes from which on a part is worth making smaller."""


def check_size(sizes: Mapping[str, int]) -> list[Problem]:
    """Warn when files of these `sizes` by path are more than GitHub Pages takes, or nearly."""
    total = sum(sizes.values())
    if total <= _WARNING_SHARE * SIZE_LIMIT:
        return []
    old_lists = sum_old_lists(sizes)
    parts = _sum_parts(sizes, old_lists)
    values = {
        "size": _format_size(total),
        "parts": _format_largest_parts(parts),
        "limit": _format_size(SIZE_LIMIT),
    }
    near = say("site-near-limit", "this site has {size} ({parts}): GitHub Pages takes {limit}", **values)
    warning_message = say(
        "site-too-large",
        "this site has {size} ({parts}): GitHub Pages takes {limit}, and may fail to publish more, or"
        " give up after ten minutes",
        **values,
    )
    return [_build_warning(warning_message if total > SIZE_LIMIT else near, sizes, old_lists)]


def check_estimated_size(sizes: Mapping[str, int]) -> list[Problem]:
    """Warn when files of about these `sizes` by path would be nearly more than GitHub Pages takes."""
    total = sum(sizes.values())
    if total <= _WARNING_SHARE * SIZE_LIMIT:
        return []
    old_lists = sum_old_lists(sizes)
    parts = _sum_parts(sizes, old_lists)
    message = say(
        "site-soon-too-large",
        "this site will have about {size} ({parts}): GitHub Pages takes {limit}",
        size=_format_size(total),
        parts=_format_largest_parts(parts),
        limit=_format_size(SIZE_LIMIT),
    )
    return [_build_warning(message, sizes, old_lists)]


def _build_warning(message: Message, sizes: Mapping[str, int], old_lists: Mapping[str, int]) -> Problem:
    size_hint = advise("it can be published where larger sites may stand, with `sitegen build --pack`")
    hint = join_messages(*_suggest_options(sizes, old_lists), size_hint)
    return Problem("sitegen.toml", 0, 0, message, hint, Severity.WARNING)


def _suggest_options(sizes: Mapping[str, int], old_lists: Mapping[str, int]) -> list[Message]:
    """Return the options that make the site smaller, the one with most effect first."""
    large = _LARGE_SHARE * sum(sizes.values())
    long_lists = {name: size for name, size in old_lists.items() if size > large}
    language, pages = _sum_languages(sizes).most_common(1)[0]
    cards = sum(size for path, size in sizes.items() if path.endswith("/card.png") and "/players/" in path)
    fewer_lists = advise(
        "a smaller `archive` in the [[ranking]] of {rankings} shows fewer earlier lists in full, and saves"
        " up to {size}",
        rankings=", ".join(long_lists),
        size=_format_size(sum(long_lists.values())),
    )
    no_cards = advise(
        '`cards = "rankings"` below [site] leaves out the pictures of players, and saves {size}',
        size=_format_size(cards),
    )
    fewer_languages = advise(
        '`languages` below [site] without "{language}" leaves out the pages in it, and saves {size}',
        language=language,
        size=_format_size(pages),
    )
    hints = [
        (sum(long_lists.values()), fewer_lists),
        (cards if cards > large else 0, no_cards),
        (pages, fewer_languages),
    ]
    return [hint for size, hint in sorted(hints, key=lambda sized_hint: -sized_hint[0]) if size]


def _format_largest_parts(parts: Counter[str]) -> str:
    return ", ".join(f"{name} {_format_size(size)}" for name, size in parts.most_common(_MAX_PARTS))


def _sum_parts(sizes: Mapping[str, int], old_lists: Iterable[str]) -> Counter[str]:
    """Return the bytes by ranking and kind of page: `/list/players/`, `/list/lists/`, `/list/` for tables.

    Those of all clubs are together: `/clubs/*/players/`; so are those of each language but the first.
    """
    groups = {name.partition("/")[0] for name in old_lists if name.endswith("/*")}
    parts, first_folders = Counter[str](), Counter[tuple[str, ...]]()
    for path, size in sizes.items():
        first_folders[tuple(path.split("/", 3)[:-1])] += size
    for names, size in first_folders.items():
        folders = [*names]
        if folders[:1] and folders[0] in LANGUAGES:
            folders = folders[:1]
        elif len(folders) > 1 and folders[0] in groups:
            folders[1:] = ["*", *folders[2:3]]
        parts["".join(f"{part}/" for part in ["", *folders[: 3 if "*" in folders else 2]])] += size
    return parts


def _sum_languages(sizes: Mapping[str, int]) -> Counter[str]:
    """Return the bytes of each language but the first."""
    languages = Counter(dict.fromkeys(LANGUAGES, 0))
    for path, size in sizes.items():
        first = path.partition("/")[0]
        if first in languages:
            languages[first] += size
    return languages


def sum_old_lists(sizes: Mapping[str, int]) -> Counter[str]:
    """Return the bytes of the earlier lists by ranking that are not there with `archive = 0`.

    All clubs are together: `clubs/*`.
    """
    by_ranking = defaultdict[str, Counter[str]](Counter)
    for path, size in sizes.items():
        if "/lists/" in path and (match := _LIST.match(path)):
            saved_size = max(0, size - _SHORT_LIST_SIZE) if path.endswith(".html") else size
            by_ranking[match[1]][match[2]] += saved_size
    saved: Counter[str] = Counter()
    for ranking, days in by_ranking.items():
        group, has_group, _ = ranking.partition("/")
        shown = select_archived(sorted(map(date.fromisoformat, days)), 0)
        for day in days.keys() - {*map(str, shown)}:
            saved[f"{group}/*" if has_group else ranking] += days[day]
    return saved


def _format_size(size: int) -> str:
    return f"{size / 2**30:.1f} GB" if size >= 2**30 else f"{size / 2**20:.0f} MB"
