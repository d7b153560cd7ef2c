"""The git repository of a site: its commits, the files at each of them, and a folder with these checked out.

Git lists commits, files and contents as they were written, and runs nothing that a site contains: no filter,
hook, text conversion, replacement or setting decides what a commit holds.
"""

import errno
import os
import re
import subprocess
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple, Self

from sitegen.core.files import COMMIT_ID, find_git_pipe
from sitegen.core.problems import advise, join_messages, make_printable, quote_text, say

_MERGE_MESSAGE = re.compile(r"Merge pull request #\d+ from \S+\n\n(?P<title>.+)", re.DOTALL)
_LAST_TIMESTAMP = int(datetime(2199, 12, 31, tzinfo=UTC).timestamp())
"""Of a day in the last year that a table can have; the first is in 1970."""
_MAX_MESSAGE_LENGTH = 2**14
"""Characters of a message to read: no line that is shown is longer."""
_FORBIDDEN_PARTS = frozenset({"", ".", "..", ".git"})
"""Parts that no path in a commit has, unless it is meant to lead elsewhere."""
_SUBMODULE_MODE = "160000"
_LINK_MODE = "120000"
_TIMEOUT_SECONDS = 30
"""Seconds that git may take for an answer, as it can wait for something for ever."""
_FIXED_ENVIRONMENT = {
    "LC_ALL": "C",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_NO_REPLACE_OBJECTS": "1",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_GRAFT_FILE": os.devnull,
}
"""Let git read what is here, as it was committed, and fetch nothing."""
_GIT_SETTINGS = {
    "core.fsmonitor": "false",
    "core.commitGraph": "false",
    "core.useReplaceRefs": "false",
    "advice.graftFileDeprecated": "false",
}
"""Let git run no other program, and trust nothing about a commit but the commit itself."""
_INHERITED_VARIABLES = ("GIT_CONFIG_", "GIT_EXEC_PATH", "GIT_TEST_")
"""Variables by which git finds its programs and its settings, among them whose repositories it may read.

All others of git are meant for a hook or another program, and name a repository.
"""


class HistoryError(Exception):
    """Why nothing can be learnt from the history of a site, or from a part of it."""


def run_git(folder: Path, *arguments: str, data: bytes = b"") -> bytes:
    """Return the output of git, which reads `data`; raises `HistoryError` with its message where it fails."""
    try:
        process = subprocess.run(  # noqa: S603 - no shell, and no argument of a site is an option
            _build_command(folder, *arguments),
            input=data,
            capture_output=True,
            check=True,
            env=_build_environment(),
            timeout=_TIMEOUT_SECONDS,
        )
    except OSError:
        message = say("no-git", "git is not installed here, and the history of a site is in it")
        raise HistoryError(message) from None
    except subprocess.TimeoutExpired:
        message = say(
            "git-too-slow", "git gives no answer within {seconds} seconds", seconds=_TIMEOUT_SECONDS
        )
        raise HistoryError(message) from None
    except subprocess.CalledProcessError as error:
        output = error.stderr.decode(errors="replace").strip().removeprefix("fatal: ")
        raise HistoryError(say("git-refused", "git says: {said}", said=output)) from None
    return process.stdout


def _build_command(folder: Path, *arguments: str) -> list[str]:
    settings = [part for name, value in _GIT_SETTINGS.items() for part in ("-c", f"{name}={value}")]
    return ["git", "--no-pager", "--literal-pathspecs", *settings, "-C", str(folder), *arguments]


def _build_environment() -> Mapping[str, str]:
    inherited = {
        name: text
        for name, text in os.environ.items()
        if not name.startswith("GIT_") or name.startswith(_INHERITED_VARIABLES)
    }
    return inherited | _FIXED_ENVIRONMENT


class FileChange(NamedTuple):
    """A file that a commit changed: its path in the site, and the ids of its blobs, blank for none."""

    path: str
    before: str
    after: str


class Commit(NamedTuple):
    """A commit of the main line: its parents, its time, its message, and the files that it changed.

    A merge changes what is other than at its first parent.
    """

    id: str
    parents: tuple[str, ...]
    timestamp: datetime
    message: str
    changes: tuple[FileChange, ...] = ()

    @property
    def subject(self) -> str:
        """The first line of the message; for a merged pull request that of its own title."""
        merge = _MERGE_MESSAGE.match(self.message)
        text = merge["title"] if merge else self.message
        return text.strip().split("\n", 1)[0]


class Blob(NamedTuple):
    """A file or a link at a commit: its mode as git writes it, and the id of its content."""

    mode: str
    id: str


@dataclass(frozen=True)
class Repository:
    """A working tree with its history, and the folder of a site in it: blank, or such as `rankings/`."""

    root: Path
    prefix: str

    @classmethod
    def from_site(cls, site: Path) -> Self:
        """Return the repository of a site; raises `HistoryError` where there is none, or no git."""
        if pipe := find_git_pipe(site):
            message = say("pipe-in-repository", "{file} is a pipe or a device, and no file", file=pipe)
            raise HistoryError(join_messages(message, advise("take it out")))
        top, prefix = (
            _run_git_line(site, "rev-parse", option) for option in ("--show-toplevel", "--show-prefix")
        )
        return cls(Path(top), prefix)

    @property
    def own_folder(self) -> Path:
        """The folder of git that this working tree has alone: `.git`, unless it is a linked one."""
        return Path(_run_git_line(self.root, "rev-parse", "--absolute-git-dir"))

    @property
    def common_folder(self) -> Path:
        """The folder that all working trees of the repository share."""
        return (self.root / _run_git_line(self.root, "rev-parse", "--git-common-dir")).resolve()

    def resolve_revision(self, revision: str) -> str:
        """Return the id of the commit that a revision names; raises `HistoryError` where it names none."""
        digest = self._find_digest(revision)
        if not digest:
            message = say("unknown-revision", "{revision} is no revision here", revision=quote_text(revision))
            hint = advise("`git fetch` brings what others have; main, origin/main and HEAD~1 are revisions")
            raise HistoryError(join_messages(message, self.shallow_message, hint))
        return digest

    def _find_digest(self, revision: str) -> str:
        try:
            arguments = ("rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}")
            digest = _run_git_line(self.root, *arguments)
        except HistoryError:
            return ""
        return digest if COMMIT_ID.fullmatch(digest) else ""

    @cached_property
    def head(self) -> str:
        """The id of the commit of the working tree; blank before the first commit."""
        try:
            return _run_git_line(self.root, "rev-parse", "--verify", "--quiet", "HEAD")
        except HistoryError:
            return ""

    @property
    def shallow_message(self) -> str:
        """A message that earlier commits are missing; blank where all are here."""
        if not self.is_shallow:
            return ""
        return say(
            "history-cut-short", "only the latest commits are here; `git fetch --unshallow` brings all"
        )

    @cached_property
    def is_shallow(self) -> bool:
        """Whether only the latest commits were fetched."""
        return _run_git_line(self.root, "rev-parse", "--is-shallow-repository") == "true"

    def count_missing(self, commit: str) -> int:
        """Return how many commits of the history of another are not in that of the working tree."""
        commits = f"HEAD..{commit}" if self.head else commit
        return int(run_git(self.root, "rev-list", "--count", commits, "--"))

    def tracks(self, path: str) -> bool:
        """Whether anything at or below a path of the site is committed or staged."""
        return bool(run_git(self.root, "ls-files", "-z", "--", f"{self.prefix}{path}"))

    def list_files(self, commit: str, paths: Iterable[str]) -> Mapping[str, Blob]:
        """Return the files of the site at a commit at or below `paths`, by their path in the site."""
        full_paths = [f"{self.prefix}{path}" for path in paths]
        output = run_git(self.root, "ls-tree", "-r", "-z", "--full-tree", commit, "--", *full_paths)
        files = dict[str, Blob]()
        for entry in os.fsdecode(output).split("\0")[:-1]:
            facts, _, path = entry.partition("\t")
            mode, _, name = facts.split()
            if mode != _SUBMODULE_MODE and _FORBIDDEN_PARTS.isdisjoint(path.split("/")):
                files[path.removeprefix(self.prefix)] = Blob(mode, name)
        return files

    def read_contents(self, names: Sequence[str]) -> list[bytes]:
        """Return the contents of the blobs with these ids; raises `HistoryError` where one is missing."""
        output = run_git(
            self.root, "cat-file", "--batch", data="".join(f"{name}\n" for name in names).encode()
        )
        contents, start = list[bytes](), 0
        for name in names:
            end = output.find(b"\n", start)
            fields = output[start:end].split()
            if len(fields) != 3:
                message = advise("the object {name} is missing or damaged", name=make_printable(name))
                raise HistoryError(message)
            start = end + 1 + int(fields[2]) + 1
            contents.append(output[end + 1 : start - 1])
        return contents

    def list_changed(self, commit: str) -> list[str]:
        """Return the paths of the files of the site that the working tree changes since a commit."""
        arguments = ("diff", "--name-only", "-z", "--no-renames", "--no-ext-diff", commit, "--")
        output = run_git(self.root, *arguments)
        output += run_git(self.root, "ls-files", "--others", "--exclude-standard", "--full-name", "-z")
        paths = os.fsdecode(output).split("\0")[:-1]
        return [path.removeprefix(self.prefix) for path in paths if path.startswith(self.prefix)]

    def find_commits(self, paths: Sequence[str]) -> list[Commit]:
        """Return the commits of the main line that changed files at or below `paths`, the latest first."""
        changes = self._find_changes(paths)
        return [
            commit._replace(changes=tuple(changes[commit.id]))
            for commit in self.main_line
            if commit.id in changes
        ]

    @cached_property
    def main_line(self) -> Sequence[Commit]:
        """All commits of the main line, without what they changed."""
        if not self.head:
            return []
        arguments = "--first-parent", "--encoding=UTF-8", "--format=%P%x00%ct%x00%B%x00", "HEAD"
        fields = run_git(self.root, "rev-list", *arguments).decode(errors="replace").split("\0")[:-1]
        commits = list[Commit]()
        for header, seconds, message in zip(fields[::3], fields[1::3], fields[2::3], strict=True):
            _, name, *parents = header.split()
            timestamp = datetime.fromtimestamp(min(max(0, int(seconds or 0)), _LAST_TIMESTAMP), UTC)
            commits.append(Commit(name, tuple(parents), timestamp, message[:_MAX_MESSAGE_LENGTH]))
        return commits

    def _find_changes(self, paths: Sequence[str]) -> Mapping[str, list[FileChange]]:
        """Return the files at or below `paths` that each commit of the main line changed, by its id."""
        pairs = "".join(f"{' '.join([commit.id, *commit.parents[:1]])}\n" for commit in self.main_line)
        arguments = "--stdin", "--root", "-r", "-z", "--", *(f"{self.prefix}{path}" for path in paths)
        output = os.fsdecode(run_git(self.root, "diff-tree", *arguments, data=pairs.encode()))
        changes, commit, fields = dict[str, list[FileChange]](), "", iter(output.split("\0"))
        for text in fields:
            if not text.startswith(":"):
                commit = text
                continue
            *modes, before, after, _ = text[1:].split()
            path = next(fields).removeprefix(self.prefix)
            names = [
                name if name.strip("0") and mode != _SUBMODULE_MODE else ""
                for mode, name in zip(modes, (before, after), strict=True)
            ]
            if any(names):
                changes.setdefault(commit, []).append(FileChange(path, *names))
        return changes

    def removes_lines(self, changes: Iterable[FileChange]) -> bool:
        """Whether a line of one of these files is gone."""
        changed = [(change.before, change.after) for change in changes if change.before]
        if not all(after for _, after in changed):
            return True
        contents = self.read_contents([name for pair in changed for name in pair])
        pairs = zip(contents[::2], contents[1::2], strict=True)
        return any(find_added_lines(old, new) is None for old, new in pairs)

    def list_versions(self, paths: Sequence[str]) -> list[tuple[str, str]]:
        """Return the path and id of every version of the files at or below `paths`, oldest first."""
        changes = (change for commit in reversed(self.find_commits(paths)) for change in commit.changes)
        return [*dict.fromkeys((change.path, change.after) for change in changes if change.after)]


def find_added_lines(before: bytes, after: bytes) -> list[int] | None:
    """Return the numbers of the new lines of a file, from 1; None where a line is gone or has moved."""
    old_lines, added = deque(before.splitlines()), list[int]()
    for number, line in enumerate(after.splitlines(), 1):
        if old_lines and old_lines[0] == line:
            old_lines.popleft()
        else:
            added.append(number)
    return None if old_lines else added


def _run_git_line(folder: Path, *arguments: str) -> str:
    """Return the output of git as one line; a path in it can have line breaks."""
    return os.fsdecode(run_git(folder, *arguments)).removesuffix("\n")


_LINK_TARGET = "nowhere"
_NAME_ERRORS = {errno.EEXIST, errno.EILSEQ, errno.EINVAL, errno.EISDIR, errno.ENAMETOOLONG, errno.ENOTDIR}
"""Errors of a disk about a name, or about two equal ones."""


@contextmanager
def check_out(repository: Repository, commit: str, paths: Sequence[str]) -> Iterator[Path]:
    """Yield a temporary folder with the files at or below `paths` of the site at a commit.

    A link is written with a target that does not exist, so that it is reported and not followed.
    """
    with TemporaryDirectory(prefix="sitegen-") as name:
        folder = Path(name)
        files = repository.list_files(commit, paths)
        contents = repository.read_contents([blob.id for blob in files.values()])
        for (path, blob), content in zip(files.items(), contents, strict=True):
            try:
                _write_entry(folder / path, blob, content)
            except OSError as error:
                if error.errno in _NAME_ERRORS:
                    raise HistoryError(advise("a name in it is none on this disk")) from None
                raise
        yield folder


def _write_entry(target: Path, blob: Blob, content: bytes) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    if blob.mode == _LINK_MODE:
        target.symlink_to(_LINK_TARGET)
    else:
        target.write_bytes(content)
