"""The site on the disk: what stands there, what is to change, and the one writer that changes it.

    with previous(output, site) as before, staged(before, paths) as stage:
        files = {path: stage.put(path, content) ...of all files...}
        apply(plan(before, files))

A site is written whole beside the old one (see `stage`), with hard links for files that stay the same, and
then takes its place in one step (see `swap`): whatever happens, a whole old or a whole new site stands. The
folder is a function of the files, byte for byte, however many builds led to it.
"""

import json
import os
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import NamedTuple

from sitegen.lock import locked
from sitegen.publish import swap
from sitegen.publish.paths import check_paths, folders
from sitegen.publish.stage import Stage, Written, staged
from sitegen.publish.standing import MANIFEST, VERSION, Previous, look, refuse_sources
from sitegen.publish.swap import OutputError, PublishError, explained

__all__ = [
    "MANIFEST",
    "OutputError",
    "Plan",
    "Previous",
    "PublishError",
    "Stage",
    "Written",
    "apply",
    "check_paths",
    "plan",
    "previous",
    "staged",
]


class Plan(NamedTuple):
    """What publishing will do: the paths of what comes, changes, goes and stays, and the sizes of all."""

    before: Previous
    added: Collection[str]
    changed: Collection[str]
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
            before = look(place)._replace(lock=lock)
        yield before


def plan(before: Previous, files: Mapping[str, Written]) -> Plan:
    """What changes when the site becomes `files`, which are on the stage."""
    same = {path for path, file in files.items() if file.stands}
    return Plan(
        before=before,
        added=sorted(files.keys() - before.sizes.keys()),
        changed=sorted((files.keys() & before.sizes.keys()) - same),
        removed=sorted(before.sizes.keys() - files.keys()),
        unchanged=sorted(same),
        manifest=_manifest(files),
        sizes={path: file.size for path, file in files.items()},
    )


def apply(plan: Plan) -> None:
    """Publish `plan`, inside the `with staged` that it was made in; a `PublishError` when the disk refuses.

    A site that already stands as planned is not touched.
    """
    if plan.empty:
        return
    output = plan.before.output
    with explained(output):
        new = swap.staging(output)
        _link(str(output), str(new), plan.unchanged)
        swap.write(f"{new}/{MANIFEST}", plan.manifest)
        swap.replace(output, new, plan.before.lock)


def _manifest(paths: Iterable[str]) -> bytes:
    content = {"version": VERSION, "files": sorted(paths)}
    return json.dumps(content, sort_keys=True, separators=(",", ":")).encode() + b"\n"


def _link(output: str, new: str, kept: Collection[str]) -> None:
    for folder in folders(kept):
        swap.make_folder(f"{new}/{folder}")
    for path in kept:
        swap.link(f"{output}/{path}", f"{new}/{path}")
