"""Which commit a site is checked out at, read from the files of git: no program is started for it.

A folder held by one process at a time.

The files that a site is made from, found and read without following a link.

A link can lead to anything on the disk, and what is read is published. So the way to a file is walked folder
by folder, each held open while the next is looked for in it: whatever takes the place of one of them
meanwhile, what is read stands in the site.
"""

import errno
import fcntl
import os
import re
import stat
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from enum import Enum
from pathlib import Path
from typing import BinaryIO, NamedTuple

from sitegen.core.problems import Problem, advise, say

COMMIT_ID = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?")
"""How the name of a commit is written in full."""
_MAX_GIT_FILE_BYTES = 2**24
"""The most bytes of such a file: in one can stand a hundred thousand branches and tags."""
_GITDIR_LINE = re.compile(r"gitdir: (.+)")
_BRANCH_REF = re.compile(r"ref: (refs/\S+)")


def read_git_head(site: Path) -> str:
    """The commit that the folder of a site is checked out at; empty outside a repository."""
    found = find_git_folder(site)
    return _read_head(_resolve_git_folder(found)) if found else ""


def find_git_folder(site: Path) -> Path | None:
    """The `.git` beside or above which the folder of a site stands; None outside a repository."""
    place = site.resolve()
    return next((folder / ".git" for folder in (place, *place.parents) if (folder / ".git").exists()), None)


def _resolve_git_folder(found: Path) -> Path:
    """The repository itself; in a second working tree `.git` is a file that says where that is."""
    named = None if found.is_dir() else _GITDIR_LINE.fullmatch(_read_text(found))
    return found.parent / named[1] if named else found


def _read_head(repository: Path) -> str:
    head = _read_text(repository / "HEAD")
    if branch := _BRANCH_REF.fullmatch(head):
        shared = repository / (_read_text(repository / "commondir") or ".")
        head = _read_text(shared / branch[1]) or _read_packed_ref(shared, branch[1])
    return head if COMMIT_ID.fullmatch(head) else ""


def _read_packed_ref(repository: Path, branch: str) -> str:
    """The commit of a branch that git has put away among others."""
    pairs = (line.partition(" ") for line in _read_text(repository / "packed-refs").splitlines())
    return next((commit for commit, _, name in pairs if name == branch), "")


def _read_text(file: Path) -> str:
    """The text of a file; blank where it is none, or longer than git makes such files."""
    try:
        descriptor = os.open(file, os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY)
        with os.fdopen(descriptor, "rb") as opened:
            about = os.fstat(descriptor)
            is_text = stat.S_ISREG(about.st_mode) and about.st_size <= _MAX_GIT_FILE_BYTES
            return opened.read(_MAX_GIT_FILE_BYTES).decode().strip() if is_text else ""
    except (OSError, ValueError):
        return ""


_RETRY_PAUSE = 0.05


@contextmanager
def lock_folder(folder: Path, patience: float) -> Iterator[int]:
    """Hold `folder` for this process alone; a `BlockingIOError` when others hold it for `patience` seconds.

    The lock (flock(2)) is on the folder itself: it leaves no file behind, and ends with the process, however
    that ends. It yields the descriptor, for a process that is to hold it as well.
    """
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        _acquire_lock(descriptor, time.monotonic() + patience)
        yield descriptor
    finally:
        os.close(descriptor)


def _acquire_lock(descriptor: int, deadline: float) -> None:
    while True:
        try:
            return fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() > deadline:
                raise
        time.sleep(_RETRY_PAUSE)


MAX_DEPTH = 20
"""How many folders of a site can stand in each other."""
_FOLDER_FLAGS = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW
_FILE_FLAGS = (
    os.O_RDONLY | os.O_NOFOLLOW | os.O_NOCTTY | os.O_NONBLOCK
)  # a pipe would wait for somebody to write


class EntryKind(Enum):
    """What can stand at a path."""

    FILE = "file"
    FOLDER = "folder"
    LINK = "link"
    SPECIAL = "special"


_KINDS = {stat.S_IFREG: EntryKind.FILE, stat.S_IFDIR: EntryKind.FOLDER, stat.S_IFLNK: EntryKind.LINK}


class FolderEntry(NamedTuple):
    """What stands in a folder: its name there, and what it is."""

    name: str
    kind: EntryKind


def list_entries(root: Path, folder: str) -> list[FolderEntry]:
    """What stands in a folder of the site, by name; raises `OSError`."""
    with _open_folder(root, folder) as held, os.scandir(held) as found:
        return sorted(
            (FolderEntry(entry.name, _get_entry_kind(entry)) for entry in found), key=lambda item: item.name
        )


def get_kind(root: Path, path: str) -> EntryKind | None:
    """What stands at a path of the site; None when nothing does."""
    folder, _, name = path.rpartition("/")
    with suppress(FileNotFoundError, NotADirectoryError), _open_folder(root, folder) as held:
        mode = os.stat(name, dir_fd=held, follow_symlinks=False).st_mode
        return _KINDS.get(stat.S_IFMT(mode), EntryKind.SPECIAL)
    return None


@contextmanager
def open_file(root: Path, path: str) -> Iterator[BinaryIO]:
    """The file at a path of the site, open to be read; raises `OSError` when it is not plainly a file."""
    folder, _, name = path.rpartition("/")
    with _open_folder(root, folder) as held:
        descriptor = _open_regular_file(name, held)
    with os.fdopen(descriptor, "rb") as file:
        yield file


def read_file(root: Path, path: str) -> bytes:
    """The bytes of the file at a path of the site; raises `OSError` when it is not plainly a file."""
    with open_file(root, path) as file:
        return file.read()


def report_symlink(path: str) -> Problem:
    """That a link stands at a path of the site."""
    message = say("symbolic-link", "a symbolic link, which is not followed")
    hint = advise("put the file or folder itself here: what a link leads to could be anything on the disk")
    return Problem(path, 0, 0, message, hint, is_cause=True)


def report_too_deep(path: str) -> Problem:
    """That the folder at a path of the site stands in too many others."""
    message = say("folder-too-deep", "this folder stands in more than {most} others", most=MAX_DEPTH)
    return Problem(path, 0, 0, message, advise("move it up"))


def is_too_deep(path: str) -> bool:
    """Whether a folder at this path stands in so many others that it is not looked into."""
    return path.count("/") > MAX_DEPTH


@contextmanager
def _open_folder(root: Path, folder: str) -> Iterator[int]:
    """A folder of the site, held open."""
    held = os.open(root, os.O_RDONLY | os.O_DIRECTORY)
    try:
        for name in filter(None, folder.split("/")):
            outer, held = held, os.open(name, _FOLDER_FLAGS, dir_fd=held)
            os.close(outer)
        yield held
    finally:
        os.close(held)


def _open_regular_file(name: str, held: int) -> int:
    descriptor = os.open(name, _FILE_FLAGS, dir_fd=held)
    if stat.S_ISREG(os.fstat(descriptor).st_mode):
        return descriptor
    os.close(descriptor)
    raise OSError(errno.EINVAL, os.strerror(errno.EINVAL), name)


def _get_entry_kind(entry: os.DirEntry[str]) -> EntryKind:
    if entry.is_symlink():
        return EntryKind.LINK
    if entry.is_dir(follow_symlinks=False):
        return EntryKind.FOLDER
    return EntryKind.FILE if entry.is_file(follow_symlinks=False) else EntryKind.SPECIAL
