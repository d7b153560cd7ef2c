"""Files and folders as operating systems have them: write, link, and replace one folder by another.

A site is built in a folder beside `output`, which has two neighbours under names that nothing else uses:

    .output.sitegen-new     a site being written, or an old one being deleted: never whole for certain
    .output.sitegen-old     the old site, always whole, between the two renames where one step is impossible

Linux and macOS exchange two folders in one step (renameat2(2), renamex_np(2)) on their own file systems.
Elsewhere, as on most network disks, the old site is renamed away and then the new one in. A visitor in that
instant finds no site; a process killed in it has a guard, a second process that finishes. Only when both are
killed at once the old site stays aside, and the next build puts it back.

Nothing is synchronised to the disk (fsync): a killed process loses nothing, a power cut may lose the newest
build, which the next one makes again from its sources.
"""

import errno
import os
import re
import shutil
import stat
import unicodedata
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import TypeVar

from sitegen.core import machine
from sitegen.core.names import is_device_name
from sitegen.core.problems import advise, quote_text, say
from sitegen.core.workers import ReportedError, run_parallel

T = TypeVar("T")

_FINISH_SCRIPT = 'read -r _; [ -e "$2" ] || mv "$1" "$2"'
"""Reads until the process that started it closes the pipe or dies: nothing is ever written to it."""


@contextmanager
def guard_rename(new: Path, place: Path, lock: int | None) -> Iterator[None]:
    """Start a process that renames `new` to `place` if this one is killed between its two renames.

    The guard holds the `lock` too, so that no other build begins before it ends; signals of a terminal do not
    reach it. Where no process can be started, the renames go without.
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
    getattr(errno, "EDQUOT", errno.ENOSPC): _FULL_HINT,
    errno.EIO: advise("the disk is failing: name a folder on another with --output"),
}
_PLACE_HINTS = {
    errno.EACCES: _CLOSED_HINT,
    errno.EPERM: _CLOSED_HINT,
    errno.EROFS: advise("this disk can only be read: name a folder on another with --output"),
    errno.EBUSY: _MOUNT_HINT,
    errno.EXDEV: _MOUNT_HINT,
}
"""The hints where the folder itself cannot be written."""


class PublishError(ReportedError):
    """Nothing was published, and the old site is untouched; the message says in one line what to do."""


class OutputError(PublishError):
    """Nothing was published, and another folder has to be named."""


@contextmanager
def explain_errors(output: Path) -> Iterator[None]:
    """Turn errors of the operating system into a `PublishError` that says what to do."""
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
    values = {"folder": output, "reason": fault.strerror or str(fault), "hint": hint}
    message = (
        say(
            "not-published-at",
            "{folder}: nothing was published: {reason} at {file} ({hint})",
            file=fault.filename,
            **values,
        )
        if fault.filename
        else say("not-published", "{folder}: nothing was published: {reason} ({hint})", **values)
    )
    return OutputError(message) if code in _PLACE_HINTS else PublishError(message)


def get_staging_folder(output: Path) -> Path:
    """Return the folder where the successor of `output` is written, on the same file system."""
    return output.with_name(f".{output.name}.sitegen-new")


def _get_backup_folder(output: Path) -> Path:
    return output.with_name(f".{output.name}.sitegen-old")


def repair_output(output: Path) -> None:
    """Repair what a killed process left: put back a site that stands aside, delete what is not whole."""
    remove_folder(get_staging_folder(output))
    if os.path.lexists(_get_backup_folder(output)):
        _get_backup_folder(output).rename(get_staging_folder(output) if os.path.lexists(output) else output)
        remove_folder(get_staging_folder(output))


def remove_folder(folder: Path) -> None:
    """Delete `folder`, if it exists, and all in it; raise `OSError` for a link, or if that is impossible."""
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
    """Return the name of a folder's owner, else the number."""
    try:
        return folder.owner()
    except (KeyError, NotImplementedError):  # no such user, or Windows
        return str(folder.stat().st_uid)


def raise_unwritable(folder: Path) -> None:
    """Raise an `OSError` where no other user could write here either, because of the disk or the mode."""
    if hasattr(os, "statvfs") and os.statvfs(folder).f_flag & os.ST_RDONLY:
        raise OSError(errno.EROFS, os.strerror(errno.EROFS), str(folder))
    if not hasattr(os, "geteuid") or os.geteuid() in {0, folder.stat().st_uid}:
        raise OSError(errno.EACCES, os.strerror(errno.EACCES), str(folder))


def discard_staging(output: Path, workers: int = 1, locks: Collection[int] = ()) -> None:
    """Delete the staging folder, as far as possible: the next build deletes the rest.

    So many `workers` share the work, and hold the `locks`, so that no other build begins before they end.
    """
    folder = get_staging_folder(output)
    if workers > 1 and not folder.is_symlink():
        with suppress(OSError, RuntimeError, MemoryError):  # no process can be started, or one was killed
            run_parallel(
                _remove_all, _list_inner_folders(folder), workers, lambda: None, kept_descriptors=locks
            )
    shutil.rmtree(folder, ignore_errors=True)


def _list_inner_folders(folder: Path) -> list[str]:
    """Return the folders in the folders in a folder, such as those of all clubs."""
    names = [str(folder)]
    for _ in range(2):
        entries = (entry for name in names for entry in os.scandir(name))
        names = [entry.path for entry in entries if entry.is_dir(follow_symlinks=False)]
    return names


def _remove_all(places: Iterable[str]) -> None:
    """Delete folders of a staging folder, each as far as possible; `shutil.rmtree` asks twice as much."""
    for place in places:
        folders = [place]
        with suppress(OSError):
            for folder in folders:
                with os.scandir(folder) as entries:
                    folders += _remove_files(entries)
            for folder in reversed(folders):
                os.rmdir(folder)  # noqa: PTH106 - as many as pages


def _remove_files(entries: Iterable[os.DirEntry[str]]) -> list[str]:
    """Delete the files among the entries of a folder; return the folders."""
    folders = list[str]()
    for entry in [*entries]:
        if entry.is_dir(follow_symlinks=False):
            folders.append(entry.path)
        else:
            os.unlink(entry.path)  # noqa: PTH108 - as above
    return folders


def replace_folder(output: Path, new: Path, lock: int | None = None) -> None:
    """Exchange the folders `new` and `output`, or rename `new` where there is no `output`.

    `lock` is held already; a guard that finishes for a killed process holds it too.
    """
    if not os.path.lexists(output):
        new.rename(output)
        return
    try:
        _exchange_folders(new, output)
    except OSError:
        # Disks that cannot exchange folders fail in different ways: EINVAL, ENOSYS, ENOTSUP, EPERM, EXDEV.
        # A real fault shows in the plain renames.
        _replace_in_two_steps(output, new, lock)


def _exchange_folders(new: Path, output: Path) -> None:
    import ctypes  # noqa: PLC0415 - a first build has nothing to exchange

    if not machine.CAN_FORK:
        raise OSError(errno.ENOSYS, os.strerror(errno.ENOSYS))
    library = ctypes.CDLL(None, use_errno=True)
    names = os.fsencode(new), os.fsencode(output)
    if hasattr(library, "renameat2"):
        failed = library.renameat2(_AT_FDCWD, names[0], _AT_FDCWD, names[1], _RENAME_EXCHANGE)
    elif hasattr(library, "renamex_np"):
        failed = library.renamex_np(*names, _RENAME_SWAP)
    else:
        raise OSError(errno.ENOSYS, os.strerror(errno.ENOSYS))
    if failed:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()), output)


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


def walk_files(folder: str) -> Iterator[tuple[str, os.DirEntry[str]]]:
    """Yield all that is below `folder` and no folder, by path; no link is followed."""
    folders = [""]
    for below in folders:
        with os.scandir(f"{folder}/{below}") as entries:
            for entry in entries:
                if entry.is_dir(follow_symlinks=False):
                    folders.append(f"{below}{entry.name}/")
                else:
                    yield below + entry.name, entry


def _make_folder(name: str) -> None:
    """Make the folder `name` and its parents where they are missing; other processes may do so at once."""
    try:
        os.mkdir(name)  # noqa: PTH102 - as many as pages: a Path for each takes longer
    except FileExistsError:
        pass
    except FileNotFoundError:
        _make_folder(os.path.dirname(name))  # noqa: PTH120
        _make_folder(name)


def _make_file(make: Callable[[str], T], name: str) -> T:
    """Call `make` with the name of a new file, whose folder is made where it is missing."""
    try:
        return make(name)
    except FileNotFoundError:
        _make_folder(os.path.dirname(name))  # noqa: PTH120
        return make(name)


def _create_file(name: str) -> int:
    return os.open(name, os.O_WRONLY | os.O_CREAT | os.O_EXCL | machine.BYTES, 0o666)


def write_file(name: str, content: bytes) -> None:
    """Write the new file `name`, and make its folder; the caller has checked where the path leads."""
    descriptor = _make_file(_create_file, name)
    try:
        rest = memoryview(content)
        while rest:
            rest = rest[os.write(descriptor, rest) :]
    finally:
        os.close(descriptor)


def read_file(name: str) -> bytes:
    """Return the content of a file; nothing of what is none."""
    descriptor = os.open(name, os.O_RDONLY | machine.NO_WAITING | machine.BYTES)  # `open` takes twice as long
    try:
        status = os.fstat(descriptor)
        return os.read(descriptor, status.st_size) if stat.S_ISREG(status.st_mode) else b""
    finally:
        os.close(descriptor)


def link_file(old: str, new: str) -> None:
    """Make `new`, in a folder that may be missing, a hard link to `old`; a copy where the disk has none."""
    try:
        _make_file(partial(os.link, old), new)
    except OSError as fault:
        if fault.errno not in _NO_LINK_ERRORS:
            raise
        write_file(new, Path(old).read_bytes())


_PLAIN_PATH = re.compile(r"[a-z0-9_-]+(?:[./][a-z0-9_-]+)*")
"""The form of nearly all paths, which then need no search for each fault."""
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
        check_path(path)
    spelled: dict[str, str] = {}
    for name in [*(f"{folder}/" for folder in list_folders(files)), *files]:
        first = spelled.setdefault(_fold_name(name), name)
        if first != name:
            message = say(
                "one-name-on-many-disks",
                "{one} and {other} are one name on many disks (rename one of them)",
                one=quote_text(first),
                other=quote_text(name),
            )
            raise PublishError(message)


def check_path(path: str) -> None:
    """Raise a `PublishError` for a path that leads outside, or that some disks cannot have."""
    is_plain = len(path) <= _MAX_PATH_LENGTH and _PLAIN_PATH.fullmatch(path)
    encoded = b"" if is_plain else path.encode(errors="surrogatepass")
    faults = () if is_plain else _PATH_FAULTS
    fault = next((words for pattern, words in faults if pattern.search(encoded)), "")
    if not fault and any(map(is_device_name, path.split("/"))):
        fault = advise("a name that Windows keeps for itself")
    if fault:
        message = say(
            "no-path-of-a-site",
            "{path} cannot be a path of the site: it has {what}",
            path=quote_text(path),
            what=fault,
        )
        raise PublishError(message)


def _fold_name(name: str) -> str:
    """Return what a disk that ignores case and composes accents makes of `name`."""
    if name.isascii():
        return name.rstrip("/").lower()
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name.rstrip("/")).casefold())


def list_folders(paths: Iterable[str]) -> list[str]:
    """Return the folders that hold `paths`, each after its parent."""
    folders: set[str] = set()
    for path in paths:
        folder = path
        while (folder := folder.rpartition("/")[0]) and folder not in folders:
            folders.add(folder)
    return sorted(folders)
