"""The folders of the site before, kept beside the site for the next build, with links to what stands in it.

    .output.sitegen-spare   the next site, but for what changes

Making a link to each of ten thousand files, and deleting as many, takes longer than all else of a build that
changes little; on some disks as long as the first build. So the tree that a build has replaced stays: what is
no longer published is deleted from it, and the rest are links to published files, which take no room. The
next build puts what changes into it, and the two trees change places again.

As long as more than links may stand in it there is a record in it, as in every site: such a tree is deleted
when a build ends or the next begins. Whatever else stands there is compared file by file with the site before
it is used. Nobody else may look into it. No file in it is ever written into: it is published.
"""

import os
import shutil
import stat
from collections.abc import Collection, Mapping
from contextlib import suppress
from pathlib import Path

from sitegen.publish import swap
from sitegen.publish.paths import folders
from sitegen.publish.standing import MANIFEST

_IGNORED = ".gitignore"
"""Says to git that nothing in the folder is anybody's work."""
_OURS_ALONE = 0o700


def place(output: Path) -> Path:
    """Where the spare tree of `output` stands, if there is one."""
    return output.with_name(f".{output.name}.sitegen-spare")


def is_there(output: Path) -> bool:
    """Whether there is one that this user can use."""
    spare = place(output)
    return not spare.is_symlink() and spare.is_dir() and os.access(spare, os.R_OK | os.W_OK | os.X_OK)


def sweep(output: Path) -> None:
    """Delete a tree in which something else may stand than links to what is published."""
    spare = place(output)
    if not spare.is_symlink() and os.path.lexists(spare / MANIFEST):
        shutil.rmtree(spare, ignore_errors=True)


def align(output: Path, inodes: Mapping[str, int], kept: Collection[str], written: Collection[str]) -> None:
    """Let the spare tree be links to all that is `kept`, by `inodes`, and folders for all `written`."""
    spare = place(output)
    (spare / MANIFEST).touch()
    every = {*kept}
    there, found = {MANIFEST}, {*_folders(str(spare))}
    for path, status in [*swap.walk(str(spare))]:
        if path in every and stat.S_ISREG(status.st_mode) and status.st_ino == inodes.get(path):
            there.add(path)
        elif path != MANIFEST:
            os.unlink(f"{spare}/{path}")  # noqa: PTH108 - as many as pages
    wanted = {*folders([*kept, *written])}
    for folder in sorted(found - wanted, reverse=True):
        os.rmdir(f"{spare}/{folder}")  # noqa: PTH106
    for folder in sorted(wanted - found):
        os.mkdir(f"{spare}/{folder}")  # noqa: PTH102
    for path in sorted(every - there):
        swap.link(f"{output}/{path}", f"{spare}/{path}")


def fill(output: Path, written: Collection[str]) -> Path:
    """Move what was `written`, and then the record, from the staging folder into the spare tree: this one."""
    spare, staging = place(output), swap.staging(output)
    for path in [*written, MANIFEST]:
        os.rename(f"{staging}/{path}", f"{spare}/{path}")  # noqa: PTH104
    spare.chmod(stat.S_IMODE(staging.stat().st_mode))
    return spare


def keep(replaced: Path, output: Path, gone: Collection[str], kept: Collection[str]) -> None:
    """Keep the tree that was `replaced` as the spare one, without what is `gone` from the site.

    Not where the disk has no hard links: copies take room. What fails leaves the record, and is swept away.
    """
    with suppress(OSError):
        if _are_links(replaced, output, kept):
            replaced.chmod(_OURS_ALONE)
            swap.write(f"{replaced}/{_IGNORED}", b"*\n")
            for path in [*gone, MANIFEST]:
                os.unlink(f"{replaced}/{path}")  # noqa: PTH108
            replaced.rename(place(output))


def _are_links(replaced: Path, output: Path, kept: Collection[str]) -> bool:
    """Whether the files that are `kept` are in both trees, and once on the disk."""
    first = next(iter(kept), None)
    return first is not None and (replaced / first).samefile(output / first)


def _folders(folder: str, below: str = "") -> list[str]:
    """All folders in `folder`, by path; no link is followed."""
    with os.scandir(folder) as entries:
        names = [each.name for each in entries if each.is_dir(follow_symlinks=False)]
    found = []
    for name in names:
        found += [f"{below}{name}", *_folders(f"{folder}/{name}", f"{below}{name}/")]
    return found
