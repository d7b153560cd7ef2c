"""The files of content/, each with an address of its own; whatever else stands there is told."""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from sitegen import sources
from sitegen.content import address
from sitegen.message import advise, say
from sitegen.problem import Problem, Severity
from sitegen.sources import Kind

FOLDER = "content"
DROPPINGS = re.compile(
    r".*~|~\$.*|#.*#|\.#.*|.*\.(?:bak|orig|part|rej|sw[op]|tmp)|Thumbs\.db|desktop\.ini|__MACOSX"
    r"|\._.*|\.~lock\..*|\.(?:DS_Store|directory|Trash.*|fuse_hidden.*|nfs.*|sync.*)"
    r"|\.(?:git.*|keep|idea|vscode|obsidian|nojekyll|editorconfig)",
    re.IGNORECASE,
)
"""What programs, systems and those who keep a site leave behind, not to be seen by visitors."""


class File(NamedTuple):
    """A file of content/: where it stands in the site, and its path within content/.

    What stands in the folder of a `language` has its name within that.
    """

    path: str
    name: str
    data: bytes
    language: str = ""

    @property
    def prefix(self) -> str:
        """What its address begins with: nothing, or such as `fr/`."""
        return f"{self.language}/" if self.language else ""

    def among(self, languages: Sequence[str]) -> "File":
        """The same, as one of the folder of its language, if it stands in one."""
        found = address.language(self.name, languages[1:])
        return self._replace(name=self.name.removeprefix(f"{found}/"), language=found) if found else self

    def problem(self, message: str, hint: str = "", line: int = 0, column: int = 0) -> Problem:
        """A problem of the whole file, or at a place in it."""
        return Problem(self.path, line, column, message, hint)


def files_below(root: Path, folder: str, problems: list[Problem]) -> Iterator[File]:
    """The files under a folder of the site, by path, with what is in them."""
    for path in paths_below(root, folder, problems):
        try:
            yield File(path, path.removeprefix(f"{folder}/"), sources.read(root, path))
        except OSError as error:
            problems.append(_unreadable(path, error))


def paths_below(root: Path, folder: str, problems: list[Problem]) -> Iterator[str]:
    """The paths of the files under a folder of the site; what is not plainly a file is a problem."""
    try:
        kind = sources.kind(root, folder)
    except OSError as error:
        problems.append(_unreadable(folder, error))
        return
    if kind in {Kind.FILE, Kind.SPECIAL}:
        problems.append(Problem(folder, 0, 0, say("not-a-folder", "not a folder")))
    elif kind:
        yield from _below(root, folder, kind, problems)


def _below(root: Path, path: str, kind: Kind, problems: list[Problem]) -> Iterator[str]:
    """The files at or under `path`, where something of this kind stands."""
    if kind is Kind.LINK:
        problems.append(sources.link(path))
    elif path.rpartition("/")[2].startswith("."):
        problems.append(hidden(path))
    elif kind is Kind.FILE:
        yield path
    elif kind is Kind.SPECIAL:
        problems.append(Problem(path, 0, 0, say("special-file", "neither a file nor a folder")))
    elif sources.is_too_deep(path):
        problems.append(sources.too_deep(path))
    else:
        yield from _entries(root, path, problems)


def _entries(root: Path, folder: str, problems: list[Problem]) -> Iterator[str]:
    try:
        entries = sources.entries(root, folder)
    except OSError as error:
        problems.append(_unreadable(folder, error))
        return
    for each in entries:
        if not DROPPINGS.fullmatch(each.name):
            yield from _below(root, f"{folder}/{each.name}", each.kind, problems)


def _unreadable(path: str, error: OSError) -> Problem:
    return Problem(path, 0, 0, say("content-unreadable", "cannot be read: {reason}", reason=error.strerror))


def hidden(path: str) -> Problem:
    """A warning of a file or folder that nobody sees."""
    message = say("hidden-file", "its name begins with a dot, which hides it: it is not published")
    hint = advise("rename it, or keep it elsewhere")
    return Problem(path, 0, 0, message, hint, Severity.WARNING)


def addressed(
    files: Iterator[File], rankings: Sequence[str], problems: list[Problem], languages: Sequence[str] = ()
) -> Iterator[File]:
    """Those of `files` that get an address which is portable and theirs alone."""
    taken: dict[str, str] = {}
    for file in (each.among(languages) for each in files):
        key = f"{file.prefix}{address.address(file.name, rankings)}".rstrip("/").casefold()
        fault = address.fault_of_language(file.name, languages) or address.fault(file.name, rankings)
        if not fault and key in taken:
            message = say("same-address", "has the same address as {path}", path=taken[key])
            fault = message, advise("rename one of the two")
        if fault:
            problems.append(file.problem(*fault))
        else:
            taken[key] = file.path
            yield file
