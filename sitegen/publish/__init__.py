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
from collections.abc import Collection, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from sitegen.publish import swap
from sitegen.publish.lock import locked
from sitegen.publish.paths import check_paths, folders
from sitegen.publish.standing import MANIFEST, VERSION, Previous, look, refuse_sources
from sitegen.publish.swap import OutputError, PublishError, explained

__all__ = [
    "MANIFEST",
    "OutputError",
    "Plan",
    "Previous",
    "PublishError",
    "apply",
    "check_paths",
    "plan",
    "previous",
]


@dataclass(frozen=True)
class Plan:
    """What publishing will do, by path: bytes of files to write, names of the others, sizes of all."""

    before: Previous
    added: Mapping[str, bytes]
    changed: Mapping[str, bytes]
    removed: Collection[str]
    unchanged: Collection[str]
    manifest: bytes
    sizes: Mapping[str, int]

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
    refuse_sources(place, site.resolve())
    with ExitStack() as held:
        with explained(place):
            place.parent.mkdir(parents=True, exist_ok=True)
            lock = held.enter_context(locked(place.parent, patience))
            swap.repair(place)
            before = replace(look(place), lock=lock)
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
    sizes = {path: before.sizes[path] for path in kept}
    sizes |= {path: len(content) for path, content in files.items()}
    known = {path: before.keys[path] for path in kept} | {path: keys.get(path) for path in files}
    return Plan(
        before=before,
        added={path: files[path] for path in sorted(files.keys() - before.sizes.keys())},
        changed={path: files[path] for path in sorted((files.keys() & before.sizes.keys()) - same)},
        removed=sorted(before.sizes.keys() - sizes.keys()),
        unchanged=sorted(same.union(kept)),
        manifest=_manifest(sizes, known),
        sizes=sizes,
    )


def apply(plan: Plan) -> None:
    """Publish `plan`, inside the `with previous` that it was made in; a `PublishError` when the disk refuses.

    A site that already stands as planned is not touched.
    """
    if not plan.empty:
        _replaced(plan, plan.before.output)
    if not (plan.empty and plan.before.untouched):  # every file that was in doubt has been compared by now
        swap.seal(plan.before.output / MANIFEST)


def _replaced(plan: Plan, output: Path) -> None:
    try:
        with explained(output):
            _stage(plan, str(swap.staging(output)))
            swap.replace(output, plan.before.lock)
    finally:
        swap.discard(output)


def _manifest(sizes: Mapping[str, int], keys: Mapping[str, str | None]) -> bytes:
    files = {path: {"size": size, "key": keys[path]} for path, size in sizes.items()}
    content = {"version": VERSION, "files": files}
    return json.dumps(content, sort_keys=True, separators=(",", ":")).encode() + b"\n"


def _stands(before: Previous, path: str, content: bytes) -> bool:
    return before.sizes.get(path) == len(content) and (before.output / path).read_bytes() == content


def _stage(plan: Plan, staging: str) -> None:
    """Write the whole site, its record last: no file of it is then newer than the record."""
    written = {**plan.added, **plan.changed}
    for folder in ["", *folders([*written, *plan.unchanged])]:
        os.mkdir(f"{staging}/{folder}")  # noqa: PTH102 - as many folders as pages: a Path for each takes longer
    for path, content in written.items():
        swap.write(f"{staging}/{path}", content)
    for path in plan.unchanged:
        swap.link(f"{plan.before.output}/{path}", f"{staging}/{path}")
    swap.write(f"{staging}/{MANIFEST}", plan.manifest)
