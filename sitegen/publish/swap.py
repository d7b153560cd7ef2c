"""Files and folders as the operating system has them: write, link, and replace one folder by another.

A site is built in a folder beside `output`, where may stand, under names that nothing else uses:

    .output.sitegen-new     a site being written, or an old one being deleted: never whole for certain
    .output.sitegen-old     the old site, always whole, between the two renames where one step is impossible

Linux and macOS exchange two folders in one step (renameat2(2), renamex_np(2)) on their own file systems.
Elsewhere, as on most network disks, the old site is renamed away and then the new one in. A visitor in that
instant finds no site; a process killed in it has a guard that finishes. Only when both are stopped at once
the old site stays aside, and the next build puts it back.

Nothing is synchronised to the disk (fsync): a killed process loses nothing, a power cut may lose the newest
build, which the next one makes again from its sources.
"""

import errno
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from sitegen.message import advise, say
from sitegen.publish.guard import guarded
from sitegen.workers import Told

_AT_FDCWD = -100
_RENAME_EXCHANGE = 2  # linux/fs.h
_RENAME_SWAP = 2  # sys/stdio.h of macOS
_NO_LINKS = {errno.EXDEV, errno.EPERM, errno.EMLINK, errno.ENOSYS, errno.ENOTSUP, errno.EOPNOTSUPP}
_FULL = advise("free some space, then build again")
_CLOSED = advise("make the folder that holds it writable, or name another with --output")
_MOUNTED = advise("a mount point cannot be replaced: name a folder inside it with --output")
_HINTS = {
    errno.ENOSPC: _FULL,
    errno.EDQUOT: _FULL,
    errno.EIO: advise("the disk is failing: name a folder on another with --output"),
}
_HINTS_OF_PLACE = {
    errno.EACCES: _CLOSED,
    errno.EPERM: _CLOSED,
    errno.EROFS: advise("this disk can only be read: name a folder on another with --output"),
    errno.EBUSY: _MOUNTED,
    errno.EXDEV: _MOUNTED,
}
"""Where it is the place that cannot be written."""


class PublishError(Told):
    """Why nothing was published and what to do, in one line; the site that stood there stands there still."""


class OutputError(PublishError):
    """The same, when another folder has to be named."""


@contextmanager
def explained(output: Path) -> Iterator[None]:
    """Turn what the operating system says into a `PublishError` that says what to do."""
    try:
        yield
    except BlockingIOError:
        message = say(
            "build-under-way",
            "{folder}: another build is still writing here (wait until it ends, then build again)",
            folder=output,
        )
        raise PublishError(message) from None
    except OSError as fault:
        raise _explained(output, fault) from fault


def _explained(output: Path, fault: OSError) -> PublishError:
    code = fault.errno or 0
    hint = _HINTS.get(code) or _HINTS_OF_PLACE.get(code) or advise("mend that, then build again")
    reason, told = fault.strerror or str(fault), {"folder": output, "hint": hint}
    message = (
        say(
            "not-published-at",
            "{folder}: nothing was published: {reason} at {file} ({hint})",
            reason=reason,
            file=fault.filename,
            **told,
        )
        if fault.filename
        else say("not-published", "{folder}: nothing was published: {reason} ({hint})", reason=reason, **told)
    )
    return OutputError(message) if code in _HINTS_OF_PLACE else PublishError(message)


def staging(output: Path) -> Path:
    """Where the successor of `output` is written, on the same file system."""
    return output.with_name(f".{output.name}.sitegen-new")


def _aside(output: Path) -> Path:
    return output.with_name(f".{output.name}.sitegen-old")


def repair(output: Path) -> None:
    """Undo what a killed process left: put a site that stands aside back, delete what is not whole."""
    remove(staging(output))
    if os.path.lexists(_aside(output)):
        _aside(output).rename(staging(output) if os.path.lexists(output) else output)
        remove(staging(output))


def remove(folder: Path) -> None:
    """Delete `folder`, if it is there, and all in it; an `OSError` when it is a link or cannot be deleted."""
    if folder.is_symlink():  # rmtree refuses it as well; since Python 3.13 without saying why
        raise OSError(errno.ELOOP, "a symbolic link stands there", str(folder))
    try:
        shutil.rmtree(folder)
    except FileNotFoundError:
        pass
    except PermissionError as fault:
        message = say(
            "leftover-not-deleted",
            "{folder}: this user may not delete what an earlier build left there, which belongs to {owner}"
            " (delete it as {owner}, then build again)",
            folder=folder,
            owner=owner(folder),
        )
        raise OutputError(message) from fault


def owner(folder: Path) -> str:
    """Whose `folder` is, by name where there is one."""
    try:
        return folder.owner()
    except KeyError:
        return str(folder.stat().st_uid)


def discard(output: Path) -> None:
    """Delete the staging folder, as far as that goes: the next build tries what is left again."""
    shutil.rmtree(staging(output), ignore_errors=True)


def replace(output: Path, new: Path, lock: int | None = None) -> None:
    """Put the folder `new` in the place of `output`, which stands where `new` did then.

    `lock` is held already, and is held on by whoever finishes when this process is killed.
    """
    if not os.path.lexists(output):
        new.rename(output)
        return
    try:
        _exchange(new, output)
    except OSError:
        # What a disk without exchange answers differs: EINVAL, ENOSYS, ENOTSUP, EPERM, EXDEV. Whether it
        # is that or a real fault, the plain renames tell.
        _replace_in_two_steps(output, new, lock)


def _exchange(one: Path, other: Path) -> None:
    import ctypes  # noqa: PLC0415 - a first build has nothing to exchange

    library = ctypes.CDLL(None, use_errno=True)
    names = os.fsencode(one), os.fsencode(other)
    if hasattr(library, "renameat2"):
        failed = library.renameat2(_AT_FDCWD, names[0], _AT_FDCWD, names[1], _RENAME_EXCHANGE)
    elif hasattr(library, "renamex_np"):
        failed = library.renamex_np(*names, _RENAME_SWAP)
    else:
        raise OSError(errno.ENOSYS, os.strerror(errno.ENOSYS))
    if failed:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()), other)


def _replace_in_two_steps(output: Path, new: Path, lock: int | None) -> None:
    with guarded(new, output, lock):
        try:
            output.rename(_aside(output))
            new.rename(output)
        except BaseException:
            if not os.path.lexists(output):
                _aside(output).rename(output)
            raise
    with suppress(OSError):  # published all the same; the next build deletes what stands aside
        _aside(output).rename(new)


def walk(folder: str, below: str = "") -> Iterator[tuple[str, os.stat_result]]:
    """Everything in `folder` that is not a folder itself, by path; no link is followed."""
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_dir(follow_symlinks=False):
                yield from walk(entry.path, f"{below}{entry.name}/")
            else:
                yield below + entry.name, entry.stat(follow_symlinks=False)


def make_folder(name: str) -> None:
    """Make the folder `name` and those it is in, as far as they are missing; others may do so as well."""
    try:
        os.mkdir(name)  # noqa: PTH102 - as many as pages: a Path for each takes longer
    except FileExistsError:
        pass
    except FileNotFoundError:
        make_folder(os.path.dirname(name))  # noqa: PTH120
        make_folder(name)


def write(name: str, content: bytes) -> None:
    """Make the file `name`, which is not there yet; the caller has checked where that leads."""
    descriptor = os.open(name, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)
    try:
        rest = memoryview(content)
        while rest:
            rest = rest[os.write(descriptor, rest) :]
    finally:
        os.close(descriptor)


def link(old: str, new: str) -> None:
    """Let the file `old` be `new` as well; a copy of it where the disk has no hard links, or no more."""
    try:
        os.link(old, new)
    except OSError as fault:
        if fault.errno not in _NO_LINKS:
            raise
        write(new, Path(old).read_bytes())
