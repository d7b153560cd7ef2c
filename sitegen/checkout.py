"""Which commit a site is checked out at, read from the files of git: no program is started for it."""

import os
import re
import stat
from pathlib import Path

COMMIT = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?")
"""How the name of a commit is written in full."""
_LARGEST = 2**24
"""The most bytes of such a file: in one can stand a hundred thousand branches and tags."""
_FOLDER = re.compile(r"gitdir: (.+)")
_BRANCH = re.compile(r"ref: (refs/\S+)")


def commit(site: Path) -> str:
    """The commit that the folder of a site is checked out at; empty outside a repository."""
    found = marked(site)
    return _head(_repository(found)) if found else ""


def marked(site: Path) -> Path | None:
    """The `.git` beside or above which the folder of a site stands; None outside a repository."""
    place = site.resolve()
    return next((each / ".git" for each in (place, *place.parents) if (each / ".git").exists()), None)


def _repository(found: Path) -> Path:
    """The repository itself; in a second working tree `.git` is a file that says where that is."""
    named = None if found.is_dir() else _FOLDER.fullmatch(_text(found))
    return found.parent / named[1] if named else found


def _head(repository: Path) -> str:
    head = _text(repository / "HEAD")
    if branch := _BRANCH.fullmatch(head):
        shared = repository / (_text(repository / "commondir") or ".")
        head = _text(shared / branch[1]) or _packed(shared, branch[1])
    return head if COMMIT.fullmatch(head) else ""


def _packed(repository: Path, branch: str) -> str:
    """The commit of a branch that git has put away among others."""
    pairs = (line.partition(" ") for line in _text(repository / "packed-refs").splitlines())
    return next((commit for commit, _, name in pairs if name == branch), "")


def _text(file: Path) -> str:
    """The text of a file; blank where it is none, or longer than git makes such files."""
    try:
        descriptor = os.open(file, os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY)
        with os.fdopen(descriptor, "rb") as opened:
            about = os.fstat(descriptor)
            is_text = stat.S_ISREG(about.st_mode) and about.st_size <= _LARGEST
            return opened.read(_LARGEST).decode().strip() if is_text else ""
    except (OSError, ValueError):
        return ""
