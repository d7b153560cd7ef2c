"""The repository that a site stands in, asked through git's own plumbing: it runs nothing that a site says.

Only objects are read, by their names, so that no filter, hook, text conversion or replacement of a checkout
has a say in what stood at a commit.
"""

import os
import re
import subprocess
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from typing import NamedTuple, Self

from sitegen.checkout import COMMIT
from sitegen.message import Message, advise, joined, say
from sitegen.problem import quoted

_SEPARATOR = "\x1f"
_FORMAT = _SEPARATOR.join(["%H", "%P", "%ct", "%B"])
_MERGE = re.compile(r"Merge pull request #\d+ from \S+\n\n(?P<title>.+)", re.DOTALL)

_ASTRAY = frozenset({b"", b".", b"..", b".git"})
"""What no part of a path in a commit is, unless it is meant to lead elsewhere."""
_ALONE = {
    "LC_ALL": "C",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_NO_REPLACE_OBJECTS": "1",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_GRAFT_FILE": os.devnull,
}
"""Git reads what is here, as it was committed, and fetches nothing."""
_UNASKED = ("-c", "core.fsmonitor=false", "-c", "log.showSignature=false")
"""What git would run of a checkout though nobody asks for what it says."""
_OF_A_HOOK = frozenset({"GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX", "GIT_COMMON_DIR"})
"""By what git tells its hooks in which repository they run, which is not always that of the site."""


class HistoryError(Exception):
    """Why nothing can be learnt from the history of a site."""


class Commit(NamedTuple):
    """A commit: its digest, those before it, when it was made, and what was said of it."""

    id: str
    parents: tuple[str, ...]
    moment: datetime
    message: str

    @property
    def subject(self) -> str:
        """The first line of what was said; of a merged pull request the first line of its own title."""
        merged = _MERGE.match(self.message)
        text = merged["title"] if merged else self.message
        return text.strip().split("\n", 1)[0]


class Blob(NamedTuple):
    """A file of a commit: its mode as git has it, and the name of its content."""

    mode: str
    id: str


@dataclass(frozen=True)
class Repository:
    """A working tree with its history, and the folder of a site in it: blank, or such as `rankings/`."""

    top: Path
    prefix: str

    @classmethod
    def of(cls, site: Path) -> Self:
        """The repository that a site stands in; a `HistoryError` where there is none, or no git."""
        top, prefix = (_line(site, "rev-parse", each) for each in ("--show-toplevel", "--show-prefix"))
        return cls(Path(top), prefix)

    def is_of(self, other: "Repository") -> bool:
        """Whether both are working trees of one repository."""
        return self.shared == other.shared

    @property
    def shared(self) -> Path:
        """The folder that all working trees of the repository share."""
        return (self.top / _line(self.top, "rev-parse", "--git-common-dir")).resolve()

    def commit(self, revision: str) -> str:
        """The digest of the commit that a revision names; a `HistoryError` when it names none."""
        try:
            asked = ("rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}")
            found = _line(self.top, *asked)
        except HistoryError:
            found = ""
        if not COMMIT.fullmatch(found):
            message = say("unknown-revision", "{revision} is no revision here", revision=quoted(revision))
            hint = advise("`git fetch` brings what others have; main, origin/main and HEAD~1 are revisions")
            raise HistoryError(joined(message, self.cut_short, hint))
        return found

    @property
    def cut_short(self) -> str:
        """That earlier commits are not here; blank where all are."""
        if not self.is_shallow:
            return ""
        return say(
            "history-cut-short", "only the latest commits are here; `git fetch --unshallow` brings all"
        )

    @cached_property
    def is_shallow(self) -> bool:
        """Whether only the latest commits were fetched."""
        return _line(self.top, "rev-parse", "--is-shallow-repository") == "true"

    def missing(self, commit: str) -> int:
        """How many commits of the history of another are not in that of the working tree."""
        return int(_git(self.top, "rev-list", "--count", f"HEAD..{commit}", "--"))

    def files(self, commit: str, paths: Iterable[str]) -> Mapping[str, Blob]:
        """The files of the site at a commit that lie at or below `paths`, by their path in the site."""
        asked = [f"{self.prefix}{each}" for each in paths]
        listed = _git(self.top, "ls-tree", "-r", "-z", "--full-tree", commit, "--", *asked)
        found: dict[str, Blob] = {}
        for each in filter(None, listed.split(b"\0")):
            described, _, path = each.partition(b"\t")
            mode, kind, name = described.decode().split(" ")
            if kind == "blob" and not _ASTRAY & {*path.split(b"/")}:
                found[os.fsdecode(path).removeprefix(self.prefix)] = Blob(mode, name)
        return found

    def contents(self, names: Sequence[str]) -> Iterator[bytes]:
        """What the blobs of these names hold, one after the other."""
        answer = _git(self.top, "cat-file", "--batch", given="".join(f"{each}\n" for each in names).encode())
        place = 0
        for _ in names:
            head, place = answer[place : answer.index(b"\n", place)], answer.index(b"\n", place) + 1
            if head.endswith(b" missing"):
                raise HistoryError(_refused(head))
            size = int(head.split()[2])
            yield answer[place : place + size]
            place += size + 1

    def touching(self, paths: Iterable[str]) -> list[Commit]:
        """The commits of the main line that changed something at or below `paths`, the latest first.

        A merge is one change: that of what was merged. Commits without one before them are left out.
        """
        shown = f"--format={_FORMAT}{_SEPARATOR}"
        listed = _git(self.top, "log", "--first-parent", "-z", shown, "HEAD", "--", *self._asked(paths))
        found = [_commit(each) for each in listed.decode(errors="replace").split("\0") if each]
        return [each for each in found if each.parents]

    def removing(self, paths: Iterable[str]) -> set[str]:
        """The digests of the commits of the main line that took out lines at or below `paths`."""
        shown = "--diff-merges=first-parent", "--numstat", "--no-renames", "--format=%x00%H"
        listed = _git(self.top, "log", "--first-parent", *shown, "HEAD", "--", *self._asked(paths))
        found = set[str]()
        for each in listed.decode(errors="replace").split("\0"):
            digest, *counts = each.strip().split("\n")
            if any(count.split("\t")[1:2] not in (["0"], []) for count in counts):
                found.add(digest)
        return found

    def changed(self, commit: str, since: str, paths: Iterable[str]) -> list[str]:
        """The files of the site at or below `paths` that differ between two commits."""
        shown = "-r", "-z", "--name-only", "--no-renames"
        found = _git(self.top, "diff-tree", *shown, since, commit, "--", *self._asked(paths))
        return [os.fsdecode(each).removeprefix(self.prefix) for each in filter(None, found.split(b"\0"))]

    def _asked(self, paths: Iterable[str]) -> list[str]:
        """Paths of the site, as git takes them for nothing but what they say."""
        return [f":(top,literal){self.prefix}{each}" for each in paths]


def _commit(told: str) -> Commit:
    digest, parents, moment, message, *_ = told.lstrip("\n").split(_SEPARATOR)
    return Commit(digest, tuple(parents.split()), datetime.fromtimestamp(int(moment), UTC), message)


def _line(folder: Path, *arguments: str) -> str:
    """What git answers in one line; a path can have more of them."""
    return os.fsdecode(_git(folder, *arguments)).removesuffix("\n")


def _git(folder: Path, *arguments: str, given: bytes = b"") -> bytes:
    """What git answers; a `HistoryError` with what it says when it refuses."""
    environment = {name: text for name, text in os.environ.items() if name not in _OF_A_HOOK} | _ALONE
    try:
        done = subprocess.run(  # noqa: S603 - no shell, and no argument of a site is an option
            ["git", "--no-pager", *_UNASKED, "-C", str(folder), *arguments],  # noqa: S607 - the git of whoever runs this
            input=given,
            capture_output=True,
            check=True,
            env=environment,
        )
    except OSError:
        message = say("no-git", "git is not installed here, and the history of a site is in it")
        raise HistoryError(message) from None
    except subprocess.CalledProcessError as error:
        raise HistoryError(_refused(error.stderr)) from None
    return done.stdout


def _refused(answer: bytes) -> Message:
    said = answer.decode(errors="replace").strip().removeprefix("fatal: ")
    return say("git-refused", "git says: {said}", said=said)
