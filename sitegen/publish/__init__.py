"""The site on the disk: what stands there, what is to change, and the one writer that changes it.

    with previous(output, site) as before:
        files, kept, keys = ...rendered, without the pages whose key is in before.keys...
        apply(plan(before, files, kept, keys))

A site is written whole beside the old one, with hard links for files that stay the same, and then takes its
place in one step (see `swap`): whatever happens, a whole old or a whole new site stands. The folder is a
function of the files, byte for byte, however many builds led to it.
"""

import json
import os
import re
import stat
import unicodedata
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sitegen.problem import quoted
from sitegen.publish import swap
from sitegen.publish.swap import PublishError, explained

__all__ = ["MANIFEST", "Plan", "Previous", "PublishError", "apply", "check_paths", "plan", "previous"]

MANIFEST = ".sitegen.json"
"""The file in the output folder that says what the last build made; it marks the folder as ours."""

_VERSION = 1
_SOURCES = ("results", "content", "templates")
_DROPPINGS = {".DS_Store", "Thumbs.db", "desktop.ini"}
_FAULTS = (
    (re.compile(rb"(^|/)\.{0,2}(/|\Z)"), "an empty, '.' or '..' part"),
    (re.compile(rb"\\"), "a backslash"),
    (re.compile(rb"[\x00-\x1f\x7f]|\xc2[\x80-\x9f]"), "a control character"),
    (re.compile(rb"\xed[\xa0-\xbf]"), "half a character"),
    (re.compile(rb"[^/]{256}"), "a part of more than 255 bytes"),
    (re.compile(rb"(?i)\A\.sitegen\.json\Z"), "the name of the record that sitegen keeps"),
)


@dataclass(frozen=True)
class Previous:
    """The site that stands in `output`, as the last build left it and people did since.

    `sizes` has the bytes of each of its files; `keys` the digests recorded for those that are still as they
    were written; `manifest` is the record itself, empty when there is none.
    """

    output: Path
    sizes: Mapping[str, int]
    keys: Mapping[str, str]
    manifest: bytes


@dataclass(frozen=True)
class Plan:
    """What publishing will do, by path: the bytes of files to write, the names of the others."""

    before: Previous
    added: Mapping[str, bytes]
    changed: Mapping[str, bytes]
    removed: Collection[str]
    unchanged: Collection[str]
    manifest: bytes

    @property
    def empty(self) -> bool:
        """Whether the site already stands as planned."""
        return self.manifest == self.before.manifest and not (self.added or self.changed or self.removed)


@contextmanager
def previous(output: Path, site: Path, *, patience: float = 60.0) -> Iterator[Previous]:
    """Look at what stands in `output`, and keep other builds out of it meanwhile.

    A second build of the same folder waits up to `patience` seconds. What a killed build left is put in order
    first. A `PublishError` when the folder is not ours to replace.
    """
    place = Path(os.path.abspath(output))  # noqa: PTH100 - resolve() would follow a link in the last place
    place = place.parent.resolve() / place.name
    _refuse_sources(place, site.resolve())
    with ExitStack() as held:
        with explained(place):
            place.parent.mkdir(parents=True, exist_ok=True)
            held.enter_context(swap.locked(place.parent, patience))
            swap.repair(place)
            before = _look(place)
        yield before


def plan(
    before: Previous, files: Mapping[str, bytes], kept: Collection[str], keys: Mapping[str, str]
) -> Plan:
    """What changes when the site becomes `files`, and `kept` as they stand; looks, and writes nothing.

    Paths are relative and use `/`. `kept` are among `before.keys` and not in `files`; `keys` has the digest
    of all that a page shows, for those of `files` that a later build may keep. A `PublishError` for a path
    that leads outside, or that a disk could take for another.
    """
    check_paths([*files, *kept])
    with explained(before.output):
        same = {path for path, content in files.items() if _stands(before, path, content)}
    record = {path: _entry(before.sizes[path], before.keys[path]) for path in kept}
    record |= {path: _entry(len(content), keys.get(path)) for path, content in files.items()}
    return Plan(
        before=before,
        added={path: files[path] for path in sorted(files.keys() - before.sizes.keys())},
        changed={path: files[path] for path in sorted((files.keys() & before.sizes.keys()) - same)},
        removed=sorted(before.sizes.keys() - record.keys()),
        unchanged=sorted(same.union(kept)),
        manifest=_manifest(record),
    )


def apply(plan: Plan) -> None:
    """Publish `plan`, inside the `with previous` that it was made in; a `PublishError` when the disk refuses.

    A site that already stands as planned is not touched.
    """
    if plan.empty:
        return
    output = plan.before.output
    try:
        with explained(output):
            _stage(plan, str(swap.staging(output)))
            swap.replace(output)
    finally:
        swap.discard(output)


def check_paths(paths: Iterable[str]) -> None:
    """Raise a `PublishError` for a path that leads outside, or for two that a disk could take for one."""
    files = sorted(paths)
    for path in files:
        _check_path(path)
    spelled: dict[str, str] = {}
    for name in [*(f"{folder}/" for folder in _folders(files)), *files]:
        other = spelled.setdefault(_folded(name), name)
        if other != name:
            message = f"{quoted(other)} and {quoted(name)} are one name on many disks (rename one of them)"
            raise PublishError(message)


def _check_path(path: str) -> None:
    encoded = path.encode(errors="surrogatepass")
    for fault, description in _FAULTS:
        if fault.search(encoded):
            raise PublishError(f"{quoted(path)} cannot be a path of the site: it has {description}")


def _folded(name: str) -> str:
    """What a disk that ignores case and composes accents takes `name` for."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name.rstrip("/")).casefold())


def _folders(paths: Iterable[str]) -> list[str]:
    """The folders that hold `paths`, each after the one it is in."""
    found: set[str] = set()
    for path in paths:
        folder = path
        while (folder := folder.rpartition("/")[0]) and folder not in found:
            found.add(folder)
    return sorted(found)


def _refuse_sources(place: Path, site: Path) -> None:
    sources = [(site / name).resolve() for name in _SOURCES]
    around = any(each.is_relative_to(place) for each in (site, *sources))
    if around or any(place.is_relative_to(each) for each in sources):
        raise PublishError(f"{place}: the sources of the site stand there (name another with --output)")


def _look(place: Path) -> Previous:
    if place.is_symlink():
        raise PublishError(f"{place}: is a symbolic link (name the folder it leads to with --output)")
    if not place.exists():
        return Previous(place, {}, {}, b"")
    if not place.is_dir():
        raise PublishError(f"{place}: is a file (move it away, or name a folder with --output)")
    found = {
        path: status for path, status in swap.walk(str(place)) if path.rpartition("/")[2] not in _DROPPINGS
    }
    special = {path for path, status in found.items() if not stat.S_ISREG(status.st_mode)}
    _refuse(place, special, "holds links or special files, which no build makes:", "remove them")
    if MANIFEST not in found:
        _refuse(place, found, "was not made by sitegen, and holds", "name an empty folder with --output")
        return Previous(place, {}, {}, b"")
    return _standing(place, found)


def _refuse(place: Path, names: Collection[str], why: str, hint: str) -> None:
    if names:
        first = ", ".join(map(quoted, sorted(names)[:5]))
        more = f" and {len(names) - 5} more" if len(names) > 5 else ""
        raise PublishError(f"{place}: {why} {first}{more} ({hint})")


def _standing(place: Path, found: Mapping[str, os.stat_result]) -> Previous:
    manifest = (place / MANIFEST).read_bytes()
    record = _recorded(place, manifest)
    files = {path: status for path, status in found.items() if path != MANIFEST}
    hint = "what belongs in the site goes in content/, anything else elsewhere"
    _refuse(place, files.keys() - record.keys(), "holds what sitegen did not make:", hint)
    written = found[MANIFEST].st_mtime_ns
    keys = {
        path: record[path][1]
        for path, status in files.items()
        if record[path][1] and status.st_size == record[path][0] and status.st_mtime_ns <= written
    }
    return Previous(place, {path: status.st_size for path, status in files.items()}, keys, manifest)


def _entry(size: int, key: str | None) -> dict[str, int | str | None]:
    return {"size": size, "key": key}


def _manifest(record: Mapping[str, dict[str, int | str | None]]) -> bytes:
    content = {"version": _VERSION, "files": record}
    return json.dumps(content, sort_keys=True, separators=(",", ":")).encode() + b"\n"


def _recorded(place: Path, manifest: bytes) -> dict[str, tuple[Any, Any]]:
    """The size and key of each path in a manifest that this version made."""
    with suppress(ValueError, KeyError, TypeError, AttributeError):
        content = json.loads(manifest)
        if content["version"] == _VERSION:
            return {path: (each["size"], each["key"]) for path, each in content["files"].items()}
    message = "is not a record of this version of sitegen (delete the folder, then build again)"
    raise PublishError(f"{place / MANIFEST}: {message}")


def _stands(before: Previous, path: str, content: bytes) -> bool:
    return before.sizes.get(path) == len(content) and (before.output / path).read_bytes() == content


def _stage(plan: Plan, staging: str) -> None:
    """Write the whole site, its record last: no file of it is then newer than the record."""
    written = {**plan.added, **plan.changed}
    for folder in ["", *_folders([*written, *plan.unchanged])]:
        os.mkdir(f"{staging}/{folder}")  # noqa: PTH102 - as many folders as pages: a Path for each takes longer
    for path, content in written.items():
        swap.write(f"{staging}/{path}", content)
    for path in plan.unchanged:
        swap.link(f"{plan.before.output}/{path}", f"{staging}/{path}")
    swap.write(f"{staging}/{MANIFEST}", plan.manifest)
