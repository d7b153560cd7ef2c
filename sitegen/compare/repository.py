"""The git repository of a site: its commits, the files at each of them, and a folder with these checked out.

Objects are read as they were written, and git runs nothing that a site contains: no filter, hook, text
conversion, replacement or setting decides what a commit holds. A commit that cannot be read is left out, as
if it had never been made. https://git-scm.com/book/en/v2/Git-Internals-Git-Objects
"""

import errno
import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple, Self

from sitegen.compare.git import HistoryError, ObjectReader, run_git
from sitegen.core.files import COMMIT_ID
from sitegen.core.problems import Message, advise, join_messages, quote_text, say

_MERGE_MESSAGE = re.compile(r"Merge pull request #\d+ from \S+\n\n(?P<title>.+)", re.DOTALL)
_COMMIT_HEADER = re.compile(
    rb"tree (?P<tree>[0-9a-f]+)\n(?:parent [0-9a-f]+\n)*"
    rb"author [^\n]*\ncommitter [^\n]*> (?P<moment>-?[0-9]{1,20}) [+-][0-9]{1,9}(?:\n|\Z)"
)
_TREE_LINE = re.compile(rb"tree ([0-9a-f]+)\n")
_PARENT_LINE = re.compile(rb"^parent ([0-9a-f]+)$", re.MULTILINE)
_ENCODING_LINE = re.compile(r"^encoding (\S+)$", re.MULTILINE)
_VALID_TIMESTAMPS = range(int(datetime(2200, 1, 1, tzinfo=UTC).timestamp()))
"""From 1970 to the last year that a table can have."""
_MAX_NAME_BYTES = 255
"""The longest name on any disk."""
_MAX_MESSAGE_BYTES = 2**14
"""Bytes of a message to read: no line that is shown is longer."""


class Commit(NamedTuple):
    """A commit: its id, its parents, its time, its message, and the id of its tree."""

    id: str
    parents: tuple[str, ...]
    timestamp: datetime
    message: str
    tree: str = ""

    @property
    def subject(self) -> str:
        """The first line of the message; for a merged pull request that of its own title."""
        merge = _MERGE_MESSAGE.match(self.message)
        text = merge["title"] if merge else self.message
        return text.strip().split("\n", 1)[0]


class TreeEntry(NamedTuple):
    """An entry of a tree: its mode as git writes it, and the id of its object."""

    mode: str
    id: str

    @property
    def is_tree(self) -> bool:
        """Whether it is a folder."""
        return self.mode == "40000"

    @property
    def is_blob(self) -> bool:
        """Whether it is a file or a link, and not another repository."""
        return not self.is_tree and self.mode != "160000"


def parse_parents(data: bytes) -> tuple[str, ...]:
    """Return the parents of a commit, also where nothing else of it can be read."""
    return tuple(parent.decode() for parent in _PARENT_LINE.findall(data.partition(b"\n\n")[0]))


def parse_root_tree(data: bytes) -> str:
    """Return the id of the tree of a commit, also where nothing else of it can be read."""
    match = _TREE_LINE.match(data)
    if not match:
        raise HistoryError(advise("it has no files that can be read"))
    return match[1].decode()


def parse_commit(name: str, data: bytes) -> Commit:
    """Return a commit from its object; raises `HistoryError` where git would not write it so."""
    header, _, message = data.partition(b"\n\n")
    match = _COMMIT_HEADER.match(header)
    if not match:
        raise HistoryError(advise("it has no author or no date that can be read"))
    seconds = int(match["moment"])
    if seconds not in _VALID_TIMESTAMPS:
        raise HistoryError(advise("its date is not between 1970 and 2199"))
    timestamp = datetime.fromtimestamp(seconds, UTC)
    text = _decode_message(
        message[:_MAX_MESSAGE_BYTES].partition(b"\0")[0], header.decode("ascii", "replace")
    )
    return Commit(name, parse_parents(data), timestamp, text.lstrip("\n"), match["tree"].decode())


def _decode_message(message: bytes, header: str) -> str:
    """Return a message, decoded as the commit says."""
    encoding = _ENCODING_LINE.search(header)
    try:
        return message.decode(encoding[1] if encoding else "utf-8", "replace")
    except (LookupError, ValueError):
        return message.decode(errors="replace")


def parse_tree(data: bytes, digits: int) -> Mapping[bytes, TreeEntry]:
    """Return the entries of a tree from its object, by name; ids have so many `digits`."""
    entries: dict[bytes, TreeEntry] = {}
    place = 0
    while place < len(data):
        mode, space, name = data[place : data.find(b"\0", place)].partition(b" ")
        place = data.find(b"\0", place) + 1
        end = place + digits // 2
        if not (place and space and mode.isdigit() and end <= len(data)):
            raise HistoryError(advise("one of its folders is damaged"))
        if len(name) > _MAX_NAME_BYTES:
            raise HistoryError(advise("a name in it has more than {most} bytes", most=_MAX_NAME_BYTES))
        if name in entries:
            raise HistoryError(advise("two things in one of its folders have the same name"))
        entries[name] = TreeEntry(mode.decode().lstrip("0"), data[place:end].hex())
        place = end
    return entries


_FORBIDDEN_PARTS = frozenset({b"", b".", b"..", b".git"})
"""Parts that no path in a commit has, unless it is meant to lead elsewhere."""
_MAX_DEPTH = 40
_MAX_FILES = 100_000
_MAX_TREES = 10_000
"""Trees to keep in memory, which is more than a site has."""


class TreeCache:
    """The trees of a repository, by id."""

    def __init__(self) -> None:
        self._trees: dict[str, Mapping[bytes, TreeEntry]] = {}

    def find_entry(self, reader: ObjectReader, root: str, path: bytes) -> TreeEntry | None:
        """Return the entry at a path below a root tree."""
        entry: TreeEntry | None = TreeEntry("40000", root)
        for part in path.split(b"/"):
            entry = self._read_tree(reader, entry.id).get(part) if entry and entry.is_tree else None
        return entry

    def list_files(self, reader: ObjectReader, path: str, entry: TreeEntry) -> Mapping[str, TreeEntry]:
        """Return the files at or below a path; raises `HistoryError` where they are too many or too deep."""
        files: dict[str, TreeEntry] = {}
        waiting = [(os.fsencode(path), entry)]
        while waiting:
            path_bytes, child_entry = waiting.pop()
            if path_bytes.count(b"/") > _MAX_DEPTH or len(files) + len(waiting) > _MAX_FILES:
                raise HistoryError(advise("it has too many files, or too many folders in each other"))
            if child_entry.is_tree:
                children = [*self._read_tree(reader, child_entry.id).items()]
                waiting += [
                    (path_bytes + b"/" + name, child)
                    for name, child in reversed(children)
                    if name not in _FORBIDDEN_PARTS and b"/" not in name
                ]
            elif child_entry.is_blob:
                files[os.fsdecode(path_bytes)] = child_entry
        return files

    def _read_tree(self, reader: ObjectReader, name: str) -> Mapping[bytes, TreeEntry]:
        if name not in self._trees:
            if len(self._trees) == _MAX_TREES:
                self._trees.clear()
            self._trees[name] = parse_tree(reader.read(name, "tree"), len(name))
        return self._trees[name]


_MAX_BLOB_BYTES = 2**26
"""The largest file, as of those read in a site."""


class MainLine(NamedTuple):
    """The commits of the main line, the latest first; and why others are left out, by id."""

    commits: Sequence[Commit]
    unreadable: Mapping[str, Message]


@dataclass(frozen=True)
class Repository:
    """A working tree with its history, and the folder of a site in it: blank, or such as `rankings/`."""

    root: Path
    prefix: str

    @classmethod
    def from_site(cls, site: Path) -> Self:
        """Return the repository of a site; raises `HistoryError` where there is none, or no git."""
        top, prefix = (
            _run_git_line(site, "rev-parse", option) for option in ("--show-toplevel", "--show-prefix")
        )
        return cls(Path(top), prefix)

    def is_same_repository(self, other: "Repository") -> bool:
        """Whether both are working trees of one repository."""
        return self.common_folder == other.common_folder

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

    def list_files(self, commit: str, paths: Iterable[str]) -> Mapping[str, TreeEntry]:
        """Return the files of the site at a commit at or below `paths`, by their path in the site."""
        with ObjectReader(self.root) as reader:
            root = self._root_trees.get(commit) or parse_root_tree(reader.read(commit, "commit"))
            files: dict[str, TreeEntry] = {}
            for path in paths:
                entry = self._tree_cache.find_entry(reader, root, self._encode_path(path))
                files |= self._tree_cache.list_files(reader, path, entry) if entry else {}
        return files

    def read_contents(self, names: Sequence[str]) -> Iterator[bytes]:
        """Yield the contents of the blobs with these ids."""
        with ObjectReader(self.root) as reader:
            for name in names:
                yield reader.read(name)

    def find_commits(self, paths: Sequence[str]) -> list[Commit]:
        """Return the commits of the main line that changed anything at or below `paths`, the latest first.

        A merge counts as one change. Commits without a parent are left out.
        """
        return [commit for commit in self.read_main_line(paths).commits if commit.parents]

    def read_main_line(self, paths: Sequence[str]) -> MainLine:
        """Return the readable commits that changed anything at or below `paths`, and the first commit.

        Commits that cannot be read are skipped: the parent of each is the last readable one before it.
        """
        unreadable, commits = dict(self._all_commits.unreadable), list[Commit]()
        previous: tuple[Commit, object] | None = None
        with ExitStack() as stack:
            reader, sizes = (
                stack.enter_context(ObjectReader(self.root, are_sizes=are_sizes))
                for are_sizes in (False, True)
            )
            for commit in reversed(self._all_commits.commits):
                try:
                    entries = [
                        self._tree_cache.find_entry(reader, commit.tree, self._encode_path(path))
                        for path in paths
                    ]
                    if previous and entries == previous[1]:
                        previous = commit, entries
                        continue
                    self._check_files(reader, sizes, zip(paths, entries, strict=True))
                except HistoryError as error:
                    unreadable[commit.id] = error.args[0]
                    continue
                parents = (previous[0].id, *commit.parents[1:]) if previous else ()
                commits.append(commit._replace(parents=parents))
                previous = commit, entries
        return MainLine(commits[::-1], unreadable)

    def find_removals(self, paths: Sequence[str]) -> set[str]:
        """Return the ids of the commits of the main line that removed lines at or below `paths`."""
        return {commit.id for commit in self.find_commits(paths) if self._removes_lines(commit, paths)}

    def _removes_lines(self, commit: Commit, paths: Sequence[str]) -> bool:
        before, after = (self.list_files(digest, paths) for digest in (commit.parents[0], commit.id))
        if not before.keys() <= after.keys():
            return True
        changed_blobs = [(before[path].id, after[path].id) for path in before if before[path] != after[path]]
        contents = self.read_contents([name for pair in changed_blobs for name in pair])
        return any(not _keeps_lines(old, new) for old, new in zip(contents, contents, strict=True))

    def list_versions(self, paths: Sequence[str]) -> list[tuple[str, str]]:
        """Return the path and id of every version of the files at or below `paths`, oldest first."""
        versions: dict[tuple[str, str], None] = {}
        for commit in reversed(self.read_main_line(paths).commits):
            versions |= {(path, file.id): None for path, file in self.list_files(commit.id, paths).items()}
        return [*versions]

    def find_changed_files(self, commit: str, since: str, paths: Sequence[str]) -> list[str]:
        """Return the files of the site at or below `paths` that differ between two commits."""
        before, after = (self.list_files(digest, paths) for digest in (since, commit))
        return [path for path in sorted(before.keys() | after.keys()) if before.get(path) != after.get(path)]

    @cached_property
    def _tree_cache(self) -> TreeCache:
        """The folders read so far."""
        return TreeCache()

    @cached_property
    def _root_trees(self) -> dict[str, str]:
        """The root trees of the commits of the main line, as far as it was read."""
        return {}

    @cached_property
    def _all_commits(self) -> MainLine:
        """All readable commits of the main line."""
        unreadable, commits, name = dict[str, Message](), list[Commit](), self.head
        with ObjectReader(self.root) as reader:
            while name:
                parents: tuple[str, ...] = ()
                try:
                    data = reader.read(name, "commit")
                    parents = parse_parents(data)
                    commits.append(parse_commit(name, data))
                    self._root_trees[name] = commits[-1].tree
                except HistoryError as error:
                    unreadable[name] = error.args[0]
                name = parents[0] if parents else ""
        return MainLine(commits, unreadable)

    def _encode_path(self, path: str) -> bytes:
        """Return a path of the site in the repository, as git writes it."""
        return os.fsencode(f"{self.prefix}{path}")

    def _check_files(
        self, reader: ObjectReader, sizes: ObjectReader, entries: Iterable[tuple[str, TreeEntry | None]]
    ) -> None:
        """Raise `HistoryError` where a file at these paths cannot be read."""
        for path, entry in entries:
            for file in self._tree_cache.list_files(reader, path, entry).values() if entry else ():
                if file.id not in self._blob_sizes:
                    self._blob_sizes[file.id] = sizes.get_size(file.id)
                if self._blob_sizes[file.id] > _MAX_BLOB_BYTES:
                    raise HistoryError(
                        advise("a file in it has more than {most} bytes", most=_MAX_BLOB_BYTES)
                    )

    @cached_property
    def _blob_sizes(self) -> dict[str, int]:
        """The bytes of the files checked so far, by id."""
        return {}


def _keeps_lines(before: bytes, after: bytes) -> bool:
    """Whether all lines of a file are in it afterwards, in the same order."""
    lines_after = iter(after.splitlines())
    return all(line in lines_after for line in before.splitlines())


def _run_git_line(folder: Path, *arguments: str) -> str:
    """Return the output of git as one line; a path in it can have line breaks."""
    return os.fsdecode(run_git(folder, *arguments)).removesuffix("\n")


_LINK_MODE = "120000"
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
        contents = repository.read_contents([entry.id for entry in files.values()])
        for (path, blob), content in zip(files.items(), contents, strict=True):
            try:
                _write_entry(folder / path, blob, content)
            except OSError as error:
                if error.errno in _NAME_ERRORS:
                    raise HistoryError(advise("a name in it is none on this disk")) from None
                raise
        yield folder


def _write_entry(target: Path, blob: TreeEntry, content: bytes) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    if blob.mode == _LINK_MODE:
        target.symlink_to(_LINK_TARGET)
    else:
        target.write_bytes(content)
