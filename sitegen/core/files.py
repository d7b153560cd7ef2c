"""Reading the files of a site without following links, locking a folder, and the commit that is checked out.

What is read is published, and a link can lead to anything on the disk. The way to a file is therefore walked
folder by folder, each held open while the next is looked up in it: even if one of them is replaced meanwhile,
what is read is in the site. A machine that cannot hold a folder open goes by its path instead.
"""

import errno
import os
import re
import stat
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from enum import Enum
from itertools import chain
from pathlib import Path
from typing import BinaryIO, NamedTuple

from sitegen.core import machine
from sitegen.core.problems import Problem, advise, say

COMMIT_ID = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?")
"""The id of a commit in full, SHA-1 or SHA-256."""
_MAX_GIT_FILE_BYTES = 2**24
"""The most bytes of a file of git that is read: `packed-refs` may list 100,000 branches and tags."""
_PIPE_KINDS = {stat.S_IFIFO, stat.S_IFCHR, stat.S_IFBLK}
_GITDIR_LINE = re.compile(r"gitdir: (.+)")
_BRANCH_REF = re.compile(r"ref: (refs/\S+)")


def read_git_head(site: Path) -> str:
    """Return the commit that the folder of a site is checked out at; empty outside a repository.

    The files of git are read directly, since starting git takes longer.
    """
    git = find_git_folder(site)
    return _read_head(_resolve_git_folder(git)) if git else ""


def find_git_folder(site: Path) -> Path | None:
    """Return the `.git` of the repository that the folder of a site is in; None if it is in none."""
    root = site.resolve()
    return next((folder / ".git" for folder in (root, *root.parents) if (folder / ".git").exists()), None)


def find_git_pipe(site: Path) -> Path | None:
    """Return a pipe or a device in the repository of a site: git would open it, and wait for ever."""
    git = find_git_folder(site)
    if git is None:
        return None
    repository = _resolve_git_folder(git)
    shared_folder = repository / (_read_text(repository / "commondir") or ".")
    return next(chain(_iter_pipes(repository), _iter_pipes(shared_folder)), None)


def _iter_pipes(folder: Path) -> Iterator[Path]:
    """Yield the pipes and devices below a folder; a socket, as git itself makes, nobody can open."""
    with suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_dir(follow_symlinks=False):
                yield from _iter_pipes(folder / entry.name)
            elif not entry.is_file():
                with suppress(FileNotFoundError):  # a link that leads nowhere
                    if stat.S_IFMT(entry.stat().st_mode) in _PIPE_KINDS:
                        yield folder / entry.name


def _resolve_git_folder(git: Path) -> Path:
    """Return the folder of the repository, which a linked working tree names in a file `.git`."""
    line = None if git.is_dir() else _GITDIR_LINE.fullmatch(_read_text(git))
    return git.parent / line[1] if line else git


def _read_head(repository: Path) -> str:
    """Return the commit of HEAD, whose branch may be packed; see git-pack-refs(1)."""
    head_text = _read_text(repository / "HEAD")
    if branch := _BRANCH_REF.fullmatch(head_text):
        shared_folder = repository / (_read_text(repository / "commondir") or ".")
        head_text = _read_text(shared_folder / branch[1])
        if not head_text:
            refs = (line.partition(" ") for line in _read_text(shared_folder / "packed-refs").splitlines())
            head_text = next((commit for commit, _, name in refs if name == branch[1]), "")
    return head_text if COMMIT_ID.fullmatch(head_text) else ""


def _read_text(file: Path) -> str:
    """Return the text of a file of git; blank if it is no regular file, or too long for one."""
    try:
        descriptor = os.open(file, os.O_RDONLY | machine.NO_WAITING | machine.BYTES)
        with os.fdopen(descriptor, "rb") as opened:
            status = os.fstat(descriptor)
            is_readable = stat.S_ISREG(status.st_mode) and status.st_size <= _MAX_GIT_FILE_BYTES
            return opened.read(_MAX_GIT_FILE_BYTES).decode().strip() if is_readable else ""
    except (OSError, ValueError):
        return ""


_RETRY_SECONDS = 0.05


@contextmanager
def lock_folder(folder: Path, patience: float) -> Iterator[int | None]:
    """Lock a folder; raise `BlockingIOError` if another process still holds it after `patience` seconds.

    The lock (flock(2)) is on the folder itself: it leaves no file behind, and ends with the process, however
    that ends. The value is its descriptor, for child processes that are to hold the lock as well; None on a
    machine without such locks, where nothing is locked.
    """
    if not (machine.HAS_LOCKS and machine.HAS_FOLDER_DESCRIPTORS):
        yield None
        return
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        _acquire_lock(descriptor, time.monotonic() + patience)
        yield descriptor
    finally:
        os.close(descriptor)


def _acquire_lock(descriptor: int, deadline: float) -> None:
    import fcntl  # noqa: PLC0415 - Windows has none

    while True:
        try:
            return fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() > deadline:
                raise
        time.sleep(_RETRY_SECONDS)


MAX_DEPTH = 20
"""How deep the folders of a site may be nested."""
_NO_LINK = getattr(os, "O_NOFOLLOW", 0)
_FOLDER_FLAGS = os.O_RDONLY | getattr(os, "O_DIRECTORY", 0) | _NO_LINK
_FILE_FLAGS = os.O_RDONLY | _NO_LINK | machine.NO_WAITING | machine.BYTES


class EntryKind(Enum):
    """What a path can be."""

    FILE = "file"
    FOLDER = "folder"
    LINK = "link"
    SPECIAL = "special"


_KINDS = {stat.S_IFREG: EntryKind.FILE, stat.S_IFDIR: EntryKind.FOLDER, stat.S_IFLNK: EntryKind.LINK}


class FolderEntry(NamedTuple):
    """The name and the kind of something in a folder."""

    name: str
    kind: EntryKind


def list_entries(root: Path, folder: str) -> list[FolderEntry]:
    """Return the entries of a folder of the site, sorted by name; raises `OSError`."""
    with _open_folder(root, folder) as opened, os.scandir(opened.handle) as entries:
        return sorted(FolderEntry(entry.name, _get_entry_kind(entry)) for entry in entries)


def get_kind(root: Path, path: str) -> EntryKind | None:
    """Return the kind of a path of the site; None if there is nothing."""
    folder, _, name = path.rpartition("/")
    with suppress(FileNotFoundError, NotADirectoryError), _open_folder(root, folder) as opened:
        mode = os.stat(opened.find(name), dir_fd=opened.descriptor, follow_symlinks=False).st_mode
        return _KINDS.get(stat.S_IFMT(mode), EntryKind.SPECIAL)
    return None


@contextmanager
def open_file(root: Path, path: str) -> Iterator[BinaryIO]:
    """Open the file at a path of the site to be read; raises `OSError` if it is no regular file."""
    folder, _, name = path.rpartition("/")
    with _open_folder(root, folder) as opened:
        if opened.descriptor is None:
            _check_file(opened.find(name))
        descriptor = os.open(opened.find(name), _FILE_FLAGS, dir_fd=opened.descriptor)
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise OSError(errno.EINVAL, os.strerror(errno.EINVAL), name)
    with os.fdopen(descriptor, "rb") as file:
        yield file


MAX_FILE_BYTES = 100 * 2**20
"""The most bytes of a file of a site; GitHub takes none that is larger."""


class FileTooLargeError(OSError):
    """A file has more bytes than are read of its kind; not one of them was read."""

    def __init__(self, size: int, most: int) -> None:
        super().__init__(errno.EFBIG, os.strerror(errno.EFBIG))
        self.size, self.most = size, most

    def describe(self, path: str, hint: str) -> Problem:
        """Return the problem of the file at `path`."""
        size, most = f"{self.size:,}", f"{self.most:,}"
        message = say("file-too-large", "this file has {size} bytes, more than {most}", size=size, most=most)
        return Problem(path, 0, 0, message, hint, is_cause=True)


def read_file(root: Path, path: str, most: int = MAX_FILE_BYTES) -> bytes:
    """Return the bytes of the file at a path of the site; raises `OSError` if it is no regular file.

    Raises `FileTooLargeError`, before anything is read, where it has more bytes than `most`.
    """
    with open_file(root, path) as file:
        size = os.fstat(file.fileno()).st_size
        if size > most:
            raise FileTooLargeError(size, most)
        return file.read(size)


def report_symlink(path: str) -> Problem:
    """Return the problem that a path of the site is a symbolic link."""
    message = say("symbolic-link", "a symbolic link, which is not followed")
    hint = advise("put the file or folder itself here: what a link leads to could be anything on the disk")
    return Problem(path, 0, 0, message, hint, is_cause=True)


def report_too_deep(path: str) -> Problem:
    """Return the problem that a folder of the site is nested too deep."""
    message = say("folder-too-deep", "this folder stands in more than {most} others", most=MAX_DEPTH)
    return Problem(path, 0, 0, message, advise("move it up"))


def is_too_deep(path: str) -> bool:
    """Whether a folder at this path is nested too deep to be read."""
    return path.count("/") > MAX_DEPTH


class _OpenFolder(NamedTuple):
    """A folder of the site that is held open by its descriptor, or only known by its path."""

    handle: int | str

    @property
    def descriptor(self) -> int | None:
        """The descriptor, None without one."""
        return self.handle if isinstance(self.handle, int) else None

    def find(self, name: str) -> str:
        """Return what a file in the folder is opened by."""
        return name if isinstance(self.handle, int) else os.path.join(self.handle, name)  # noqa: PTH118


@contextmanager
def _open_folder(root: Path, folder: str) -> Iterator[_OpenFolder]:
    """Hold a folder of the site open; raises `OSError` at a link."""
    names = [*filter(None, folder.split("/"))]
    if not machine.HAS_FOLDER_DESCRIPTORS:
        yield _OpenFolder(_check_path(root, names))
        return
    descriptor = os.open(root, os.O_RDONLY | os.O_DIRECTORY)
    try:
        for name in names:
            parent, descriptor = descriptor, os.open(name, _FOLDER_FLAGS, dir_fd=descriptor)
            os.close(parent)
        yield _OpenFolder(descriptor)
    finally:
        os.close(descriptor)


def _check_path(root: Path, names: Iterable[str]) -> str:
    """Return the path of a folder none of whose parts below `root` is a link or a file."""
    path = root
    for name in names:
        path /= name
        if not stat.S_ISDIR(path.lstat().st_mode):
            raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), name)
    if not path.is_dir():
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(path))
    return str(path)


def _check_file(path: str) -> None:
    """Raise `OSError` at a link and at what is no file: without O_NOFOLLOW, opening it would not."""
    mode = os.lstat(path).st_mode
    if not stat.S_ISREG(mode):
        code = errno.ELOOP if stat.S_ISLNK(mode) else errno.EINVAL
        raise OSError(code, os.strerror(code), path)


def _get_entry_kind(entry: os.DirEntry[str]) -> EntryKind:
    if entry.is_symlink():
        return EntryKind.LINK
    if entry.is_dir(follow_symlinks=False):
        return EntryKind.FOLDER
    return EntryKind.FILE if entry.is_file(follow_symlinks=False) else EntryKind.SPECIAL
