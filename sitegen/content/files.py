"""The files of content/, each with an address of its own; whatever else stands there is told."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from sitegen.content import address
from sitegen.message import advise, say
from sitegen.problem import Problem, Severity

FOLDER = "content"
DROPPINGS = re.compile(
    r".*~|~\$.*|#.*#|\.#.*|.*\.(?:bak|orig|part|rej|sw[op]|tmp)|Thumbs\.db|desktop\.ini|__MACOSX"
    r"|\._.*|\.~lock\..*|\.(?:DS_Store|directory|Trash.*|fuse_hidden.*|nfs.*|sync.*)"
    r"|\.(?:git.*|keep|idea|vscode|obsidian|nojekyll|editorconfig)",
    re.IGNORECASE,
)
"""What programs, systems and those who keep a site leave behind, not to be seen by visitors."""


@dataclass(frozen=True)
class File:
    """A file of content/: where it stands in the site, and its path within content/."""

    path: str
    name: str
    data: bytes

    def problem(self, message: str, hint: str = "", line: int = 0, column: int = 0) -> Problem:
        """A problem of the whole file, or at a place in it."""
        return Problem(self.path, line, column, message, hint)


def files_below(folder: Path, name: str, problems: list[Problem]) -> Iterator[File]:
    """The files under `folder`, by path; whatever is not plainly a file is a problem and is not opened."""
    path = f"{FOLDER}/{name}".rstrip("/")
    try:
        if folder.is_symlink():
            message = say("symbolic-link", "a symbolic link, which is not followed")
            hint = advise(
                "put the file or folder itself here: what a link leads to could be anything on the disk"
            )
            problems.append(Problem(path, 0, 0, message, hint))
        elif folder.name.startswith("."):
            problems.append(hidden(path))
        elif folder.is_dir():
            for each in sorted(folder.iterdir()):
                if not DROPPINGS.fullmatch(each.name):
                    yield from files_below(each, f"{name}/{each.name}".lstrip("/"), problems)
        elif folder.is_file() and name:
            yield File(path, name, folder.read_bytes())
        elif folder.exists():
            special = say("special-file", "neither a file nor a folder")
            problems.append(Problem(path, 0, 0, special if name else say("not-a-folder", "not a folder")))
    except OSError as error:
        message = say("content-unreadable", "cannot be read: {reason}", reason=error.strerror)
        problems.append(Problem(path, 0, 0, message))


def hidden(path: str) -> Problem:
    """A warning of a file or folder that nobody sees."""
    message = say("hidden-file", "its name begins with a dot, which hides it: it is not published")
    hint = advise("rename it, or keep it elsewhere")
    return Problem(path, 0, 0, message, hint, Severity.WARNING)


def addressed(files: Iterator[File], rankings: Sequence[str], problems: list[Problem]) -> Iterator[File]:
    """Those of `files` that get an address which is portable and theirs alone."""
    taken: dict[str, str] = {}
    for file in files:
        key = address.address(file.name, rankings).rstrip("/").casefold()
        fault = address.fault(file.name, rankings)
        if not fault and key in taken:
            message = say("same-address", "has the same address as {path}", path=taken[key])
            fault = message, advise("rename one of the two")
        if fault:
            problems.append(file.problem(*fault))
        else:
            taken[key] = file.path
            yield file
