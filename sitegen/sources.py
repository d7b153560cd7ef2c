"""The files that a site is made from, found and read without following a link.

A link can lead to anything on the disk, and what is read is published. So the way to a file is walked folder
by folder, each held open while the next is looked for in it: whatever takes the place of one of them
meanwhile, what is read stands in the site.
"""

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from enum import Enum
from pathlib import Path
from typing import BinaryIO, NamedTuple

from sitegen.message import advise, say
from sitegen.problem import Problem

DEEPEST = 20
"""How many folders of a site can stand in each other."""
_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW
_FILE = os.O_RDONLY | os.O_NOFOLLOW | os.O_NOCTTY | os.O_NONBLOCK  # a pipe would wait for somebody to write


class Kind(Enum):
    """What can stand at a path."""

    FILE = "file"
    FOLDER = "folder"
    LINK = "link"
    SPECIAL = "special"


_KINDS = {stat.S_IFREG: Kind.FILE, stat.S_IFDIR: Kind.FOLDER, stat.S_IFLNK: Kind.LINK}


class Entry(NamedTuple):
    """What stands in a folder: its name there, and what it is."""

    name: str
    kind: Kind


def entries(root: Path, folder: str) -> list[Entry]:
    """What stands in a folder of the site, by name; raises `OSError`."""
    with _held(root, folder) as held, os.scandir(held) as found:
        return sorted((Entry(each.name, _kind(each)) for each in found), key=lambda each: each.name)


def kind(root: Path, path: str) -> Kind | None:
    """What stands at a path of the site; None when nothing does."""
    folder, _, name = path.rpartition("/")
    with suppress(FileNotFoundError, NotADirectoryError), _held(root, folder) as held:
        mode = os.stat(name, dir_fd=held, follow_symlinks=False).st_mode
        return _KINDS.get(stat.S_IFMT(mode), Kind.SPECIAL)
    return None


@contextmanager
def opened(root: Path, path: str) -> Iterator[BinaryIO]:
    """The file at a path of the site, open to be read; raises `OSError` when it is not plainly a file."""
    folder, _, name = path.rpartition("/")
    with _held(root, folder) as held:
        descriptor = _regular(name, held)
    with os.fdopen(descriptor, "rb") as file:
        yield file


def read(root: Path, path: str) -> bytes:
    """The bytes of the file at a path of the site; raises `OSError` when it is not plainly a file."""
    with opened(root, path) as file:
        return file.read()


def link(path: str) -> Problem:
    """That a link stands at a path of the site."""
    message = say("symbolic-link", "a symbolic link, which is not followed")
    hint = advise("put the file or folder itself here: what a link leads to could be anything on the disk")
    return Problem(path, 0, 0, message, hint, is_cause=True)


def too_deep(path: str) -> Problem:
    """That the folder at a path of the site stands in too many others."""
    message = say("folder-too-deep", "this folder stands in more than {most} others", most=DEEPEST)
    return Problem(path, 0, 0, message, advise("move it up"))


def is_too_deep(path: str) -> bool:
    """Whether a folder at this path stands in so many others that it is not looked into."""
    return path.count("/") > DEEPEST


@contextmanager
def _held(root: Path, folder: str) -> Iterator[int]:
    """A folder of the site, held open."""
    held = os.open(root, os.O_RDONLY | os.O_DIRECTORY)
    try:
        for name in filter(None, folder.split("/")):
            outer, held = held, os.open(name, _FOLDER, dir_fd=held)
            os.close(outer)
        yield held
    finally:
        os.close(held)


def _regular(name: str, held: int) -> int:
    descriptor = os.open(name, _FILE, dir_fd=held)
    if stat.S_ISREG(os.fstat(descriptor).st_mode):
        return descriptor
    os.close(descriptor)
    raise OSError(errno.EINVAL, os.strerror(errno.EINVAL), name)


def _kind(entry: os.DirEntry[str]) -> Kind:
    if entry.is_symlink():
        return Kind.LINK
    if entry.is_dir(follow_symlinks=False):
        return Kind.FOLDER
    return Kind.FILE if entry.is_file(follow_symlinks=False) else Kind.SPECIAL
