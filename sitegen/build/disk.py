"""A second process that finishes what a killed one had begun.

Files and folders as the operating system has them: write, link, and replace one folder by another.

A site is built in a folder beside `output`, where may stand, under names that nothing else uses:

    .output.sitegen-new     a site being written, or an old one being deleted: never whole for certain
    .output.sitegen-old     the old site, always whole, between the two renames where one step is impossible

Linux and macOS exchange two folders in one step (renameat2(2), renamex_np(2)) on their own file systems.
Elsewhere, as on most network disks, the old site is renamed away and then the new one in. A visitor in that
instant finds no site; a process killed in it has a guard that finishes. Only when both are stopped at once
the old site stays aside, and the next build puts it back.

Nothing is synchronised to the disk (fsync): a killed process loses nothing, a power cut may lose the newest
build, which the next one makes again from its sources.

Paths of a site, as every disk can hold them.
"""

import errno
import os
import re
import shutil
import unicodedata
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from sitegen.core.names import is_device_name
from sitegen.core.problems import advise, quote_text, say
from sitegen.core.workers import ReportedError

_FINISH_SCRIPT = 'read -r _; [ -e "$2" ] || mv "$1" "$2"'
"""Nothing is ever written to it: reading ends when the process that started it is through, or is no more."""


@contextmanager
def guard_rename(new: Path, place: Path, lock: int | None) -> Iterator[None]:
    """While the folder `place` is away and `new` is not yet there: a kill in between cannot leave none.

    The guard holds the `lock` too, so that no other build begins before it is through; signals of a terminal
    do not reach it. Where none can be started it goes without.
    """
    import subprocess  # noqa: PLC0415 - for disks on which no two folders can be exchanged

    guard = None
    with suppress(OSError):
        guard = subprocess.Popen(  # noqa: S603 - the script is ours, the names are its arguments
            ["/bin/sh", "-c", _FINISH_SCRIPT, "sh", new, place],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            pass_fds=[] if lock is None else [lock],
            start_new_session=True,
        )
    try:
        yield
    finally:
        if guard:
            guard.communicate()


_AT_FDCWD = -100
_RENAME_EXCHANGE = 2  # linux/fs.h
_RENAME_SWAP = 2  # sys/stdio.h of macOS
_NO_LINK_ERRORS = {errno.EXDEV, errno.EPERM, errno.EMLINK, errno.ENOSYS, errno.ENOTSUP, errno.EOPNOTSUPP}
_FULL_HINT = advise("free some space, then build again")
_CLOSED_HINT = advise("make the folder that holds it writable, or name another with --output")
_MOUNT_HINT = advise("a mount point cannot be replaced: name a folder inside it with --output")
_HINTS = {
    errno.ENOSPC: _FULL_HINT,
    errno.EDQUOT: _FULL_HINT,
    errno.EIO: advise("the disk is failing: name a folder on another with --output"),
}
_PLACE_HINTS = {
    errno.EACCES: _CLOSED_HINT,
    errno.EPERM: _CLOSED_HINT,
    errno.EROFS: advise("this disk can only be read: name a folder on another with --output"),
    errno.EBUSY: _MOUNT_HINT,
    errno.EXDEV: _MOUNT_HINT,
}
"""Where it is the place that cannot be written."""


class PublishError(ReportedError):
    """Why nothing was published and what to do, in one line; the site that stood there stands there still."""


class OutputError(PublishError):
    """The same, when another folder has to be named."""


@contextmanager
def explain_errors(output: Path) -> Iterator[None]:
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
        raise _build_error(output, fault) from fault


def _build_error(output: Path, fault: OSError) -> PublishError:
    code = fault.errno or 0
    hint = _HINTS.get(code) or _PLACE_HINTS.get(code) or advise("mend that, then build again")
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
    return OutputError(message) if code in _PLACE_HINTS else PublishError(message)


def get_staging_folder(output: Path) -> Path:
    """Where the successor of `output` is written, on the same file system."""
    return output.with_name(f".{output.name}.sitegen-new")


def _get_backup_folder(output: Path) -> Path:
    return output.with_name(f".{output.name}.sitegen-old")


def repair_output(output: Path) -> None:
    """Undo what a killed process left: put a site that stands aside back, delete what is not whole."""
    remove_folder(get_staging_folder(output))
    if os.path.lexists(_get_backup_folder(output)):
        _get_backup_folder(output).rename(get_staging_folder(output) if os.path.lexists(output) else output)
        remove_folder(get_staging_folder(output))


def remove_folder(folder: Path) -> None:
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
            owner=get_owner(folder),
        )
        raise OutputError(message) from fault


def get_owner(folder: Path) -> str:
    """Whose `folder` is, by name where there is one."""
    try:
        return folder.owner()
    except KeyError:
        return str(folder.stat().st_uid)


def discard_staging(output: Path) -> None:
    """Delete the staging folder, as far as that goes: the next build tries what is left again."""
    shutil.rmtree(get_staging_folder(output), ignore_errors=True)


def replace_folder(output: Path, new: Path, lock: int | None = None) -> None:
    """Put the folder `new` in the place of `output`, which stands where `new` did then.

    `lock` is held already, and is held on by whoever finishes when this process is killed.
    """
    if not os.path.lexists(output):
        new.rename(output)
        return
    try:
        _exchange_folders(new, output)
    except OSError:
        # What a disk without exchange answers differs: EINVAL, ENOSYS, ENOTSUP, EPERM, EXDEV. Whether it
        # is that or a real fault, the plain renames tell.
        _replace_in_two_steps(output, new, lock)


def _exchange_folders(one: Path, other: Path) -> None:
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
    with guard_rename(new, output, lock):
        try:
            output.rename(_get_backup_folder(output))
            new.rename(output)
        except BaseException:
            if not os.path.lexists(output):
                _get_backup_folder(output).rename(output)
            raise
    with suppress(OSError):  # published all the same; the next build deletes what stands aside
        _get_backup_folder(output).rename(new)


def walk_files(folder: str, below: str = "") -> Iterator[tuple[str, os.stat_result]]:
    """Everything in `folder` that is not a folder itself, by path; no link is followed."""
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_dir(follow_symlinks=False):
                yield from walk_files(entry.path, f"{below}{entry.name}/")
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


def write_file(name: str, content: bytes) -> None:
    """Make the file `name`, which is not there yet; the caller has checked where that leads."""
    descriptor = os.open(name, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)
    try:
        rest = memoryview(content)
        while rest:
            rest = rest[os.write(descriptor, rest) :]
    finally:
        os.close(descriptor)


def link_file(old: str, new: str) -> None:
    """Let the file `old` be `new` as well; a copy of it where the disk has no hard links, or no more."""
    try:
        os.link(old, new)
    except OSError as fault:
        if fault.errno not in _NO_LINK_ERRORS:
            raise
        write_file(new, Path(old).read_bytes())


_PLAIN_PATH = re.compile(r"[a-z0-9_-]+(?:[./][a-z0-9_-]+)*")
"""As nearly all paths are, which then need not be looked through for each fault that a letter can be."""
_MAX_PATH_LENGTH = 255
_PATH_FAULTS = (
    (re.compile(rb"(^|/)\.{0,2}(/|\Z)"), advise("an empty, '.' or '..' part")),
    (re.compile(rb"\\"), advise("a backslash")),
    (re.compile(rb'[<>:"|?*]'), advise("a character that no file has on Windows")),
    (re.compile(rb"[. ](/|\Z)"), advise("a part that ends in '.' or a blank")),
    (re.compile(rb"[\x00-\x1f\x7f]|\xc2[\x80-\x9f]"), advise("a control character")),
    (re.compile(rb"\xed[\xa0-\xbf]"), advise("half a character")),
    (re.compile(rb"[^/]{256}"), advise("a part of more than 255 bytes")),
    (re.compile(rb"(?i)\A\.sitegen\.json\Z"), advise("the name of the record that sitegen keeps")),
)


def check_paths(paths: Iterable[str]) -> None:
    """Raise a `PublishError` for a path that leads outside, or for two that a disk could take for one."""
    files = sorted(paths)
    for path in files:
        _check_path(path)
    spelled: dict[str, str] = {}
    for name in [*(f"{folder}/" for folder in list_folders(files)), *files]:
        other = spelled.setdefault(_fold_name(name), name)
        if other != name:
            message = say(
                "one-name-on-many-disks",
                "{one} and {other} are one name on many disks (rename one of them)",
                one=quote_text(other),
                other=quote_text(name),
            )
            raise PublishError(message)


def _check_path(path: str) -> None:
    is_plain = len(path) <= _MAX_PATH_LENGTH and _PLAIN_PATH.fullmatch(path)
    encoded, faults = path.encode(errors="surrogatepass"), () if is_plain else _PATH_FAULTS
    found = next((what for fault, what in faults if fault.search(encoded)), "")
    if not found and any(map(is_device_name, path.split("/"))):
        found = advise("a name that Windows keeps for itself")
    if found:
        message = say(
            "no-path-of-a-site",
            "{path} cannot be a path of the site: it has {what}",
            path=quote_text(path),
            what=found,
        )
        raise PublishError(message)


def _fold_name(name: str) -> str:
    """What a disk that ignores case and composes accents takes `name` for."""
    if name.isascii():
        return name.rstrip("/").lower()
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name.rstrip("/")).casefold())


def list_folders(paths: Iterable[str]) -> list[str]:
    """The folders that hold `paths`, each after the one it is in."""
    found: set[str] = set()
    for path in paths:
        folder = path
        while (folder := folder.rpartition("/")[0]) and folder not in found:
            found.add(folder)
    return sorted(found)
