"""The repository that a site stands in, read through its objects: git runs nothing that a site says.

So no filter, hook, text conversion, replacement or setting has a say in what stood at a commit. A commit that
cannot be read is left out, as if it had never been made.

The objects of git as they are written: a commit, a tree, and what of either is too odd to be read.

The folders of commits, each read once, and the files that stand in them.

A site as it stood at a commit, put into a folder of its own for as long as it is read.
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
"""From the first moment that computers count to the last year that a table can have."""
_MAX_NAME_BYTES = 255
"""The most bytes of a name on any disk."""
_MAX_MESSAGE_BYTES = 2**14
"""So many bytes of a message are read: no line of it is shown as long."""


class Commit(NamedTuple):
    """A commit: its digest, those before it, when it was made, what was said of it, and its files."""

    id: str
    parents: tuple[str, ...]
    timestamp: datetime
    message: str
    tree: str = ""

    @property
    def subject(self) -> str:
        """The first line of what was said; of a merged pull request the first line of its own title."""
        merged = _MERGE_MESSAGE.match(self.message)
        text = merged["title"] if merged else self.message
        return text.strip().split("\n", 1)[0]


class TreeEntry(NamedTuple):
    """What stands in a tree: its mode as git has it, and the name of its content."""

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
    """The commits before one, also where nothing else of it can be read."""
    return tuple(parent.decode() for parent in _PARENT_LINE.findall(data.partition(b"\n\n")[0]))


def parse_root_tree(data: bytes) -> str:
    """The whole tree of a commit, also where nothing else of it can be read."""
    found = _TREE_LINE.match(data)
    if not found:
        raise HistoryError(advise("it has no files that can be read"))
    return found[1].decode()


def parse_commit(name: str, data: bytes) -> Commit:
    """A commit out of its object; a `HistoryError` where it is not written as git writes commits."""
    head, _, message = data.partition(b"\n\n")
    found = _COMMIT_HEADER.match(head)
    if not found:
        raise HistoryError(advise("it has no author or no date that can be read"))
    seconds = int(found["moment"])
    if seconds not in _VALID_TIMESTAMPS:
        raise HistoryError(advise("its date is not between 1970 and 2199"))
    moment = datetime.fromtimestamp(seconds, UTC)
    text = _decode_message(message[:_MAX_MESSAGE_BYTES].partition(b"\0")[0], head.decode("ascii", "replace"))
    return Commit(name, parse_parents(data), moment, text.lstrip("\n"), found["tree"].decode())


def _decode_message(message: bytes, head: str) -> str:
    """A message in the encoding that the commit says it is in."""
    named = _ENCODING_LINE.search(head)
    try:
        return message.decode(named[1] if named else "utf-8", "replace")
    except (LookupError, ValueError):
        return message.decode(errors="replace")


def parse_tree(data: bytes, digits: int) -> Mapping[bytes, TreeEntry]:
    """What stands in a tree out of its object, by name; names of objects have so many `digits`."""
    found: dict[bytes, TreeEntry] = {}
    place = 0
    while place < len(data):
        mode, blank, rest = data[place : data.find(b"\0", place)].partition(b" ")
        place = data.find(b"\0", place) + 1
        end = place + digits // 2
        if not (place and blank and mode.isdigit() and end <= len(data)):
            raise HistoryError(advise("one of its folders is damaged"))
        if len(rest) > _MAX_NAME_BYTES:
            raise HistoryError(advise("a name in it has more than {most} bytes", most=_MAX_NAME_BYTES))
        if rest in found:
            raise HistoryError(advise("two things in one of its folders have the same name"))
        found[rest] = TreeEntry(mode.decode().lstrip("0"), data[place:end].hex())
        place = end
    return found


_FORBIDDEN_PARTS = frozenset({b"", b".", b"..", b".git"})
"""What no part of a path in a commit is, unless it is meant to lead elsewhere."""
_MAX_DEPTH = 40
_MAX_FILES = 100_000
_MAX_TREES = 10_000
"""So many are kept in memory, which is more than a site has of them."""


class TreeCache:
    """The trees of a repository, by the names of their objects."""

    def __init__(self) -> None:
        self._known: dict[str, Mapping[bytes, TreeEntry]] = {}

    def find_entry(self, read: ObjectReader, root: str, path: bytes) -> TreeEntry | None:
        """What stands at a path in a whole tree."""
        found: TreeEntry | None = TreeEntry("40000", root)
        for part in path.split(b"/"):
            found = self._read_tree(read, found.id).get(part) if found and found.is_tree else None
        return found

    def list_files(self, read: ObjectReader, path: str, entry: TreeEntry) -> Mapping[str, TreeEntry]:
        """The files at or below a path; a `HistoryError` where they are more, or deeper, than any site's."""
        found: dict[str, TreeEntry] = {}
        waiting = [(os.fsencode(path), entry)]
        while waiting:
            place, there = waiting.pop()
            if place.count(b"/") > _MAX_DEPTH or len(found) + len(waiting) > _MAX_FILES:
                raise HistoryError(advise("it has too many files, or too many folders in each other"))
            if there.is_tree:
                inner = [*self._read_tree(read, there.id).items()]
                waiting += [
                    (place + b"/" + name, child)
                    for name, child in reversed(inner)
                    if name not in _FORBIDDEN_PARTS and b"/" not in name
                ]
            elif there.is_blob:
                found[os.fsdecode(place)] = there
        return found

    def _read_tree(self, read: ObjectReader, name: str) -> Mapping[bytes, TreeEntry]:
        if name not in self._known:
            if len(self._known) == _MAX_TREES:
                self._known.clear()
            self._known[name] = parse_tree(read.read(name, "tree"), len(name))
        return self._known[name]


_MAX_BLOB_BYTES = 2**26
"""The most bytes of a file, as of one that is read in a site."""


class MainLine(NamedTuple):
    """The commits of the main line, the latest first; and why others are left out, by their digests."""

    commits: Sequence[Commit]
    unreadable: Mapping[str, Message]


@dataclass(frozen=True)
class Repository:
    """A working tree with its history, and the folder of a site in it: blank, or such as `rankings/`."""

    root: Path
    prefix: str

    @classmethod
    def from_site(cls, site: Path) -> Self:
        """The repository that a site stands in; a `HistoryError` where there is none, or no git."""
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
        """The digest of the commit that a revision names; a `HistoryError` when it names none."""
        found = self._find_digest(revision)
        if not found:
            message = say("unknown-revision", "{revision} is no revision here", revision=quote_text(revision))
            hint = advise("`git fetch` brings what others have; main, origin/main and HEAD~1 are revisions")
            raise HistoryError(join_messages(message, self.shallow_message, hint))
        return found

    def _find_digest(self, revision: str) -> str:
        try:
            asked = ("rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}")
            found = _run_git_line(self.root, *asked)
        except HistoryError:
            return ""
        return found if COMMIT_ID.fullmatch(found) else ""

    @cached_property
    def head(self) -> str:
        """The digest of the commit of the working tree; blank where nothing was committed yet."""
        try:
            return _run_git_line(self.root, "rev-parse", "--verify", "--quiet", "HEAD")
        except HistoryError:
            return ""

    @property
    def shallow_message(self) -> str:
        """That earlier commits are not here; blank where all are."""
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
        """How many commits of the history of another are not in that of the working tree."""
        commits = f"HEAD..{commit}" if self.head else commit
        return int(run_git(self.root, "rev-list", "--count", commits, "--"))

    def tracks(self, path: str) -> bool:
        """Whether anything at or below a path of the site is kept in the repository."""
        return bool(run_git(self.root, "ls-files", "-z", "--", f"{self.prefix}{path}"))

    def list_files(self, commit: str, paths: Iterable[str]) -> Mapping[str, TreeEntry]:
        """The files of the site at a commit that lie at or below `paths`, by their path in the site."""
        with ObjectReader(self.root) as read:
            root = self._root_trees.get(commit) or parse_root_tree(read.read(commit, "commit"))
            found: dict[str, TreeEntry] = {}
            for path in paths:
                entry = self._tree_cache.find_entry(read, root, self._encode_path(path))
                found |= self._tree_cache.list_files(read, path, entry) if entry else {}
        return found

    def read_contents(self, names: Sequence[str]) -> Iterator[bytes]:
        """What the blobs of these names hold, one after the other."""
        with ObjectReader(self.root) as read:
            for name in names:
                yield read.read(name)

    def find_commits(self, paths: Sequence[str]) -> list[Commit]:
        """The commits of the main line that changed something at or below `paths`, the latest first.

        A merge is one change: that of what was merged. Commits without one before them are left out.
        """
        return [commit for commit in self.read_main_line(paths).commits if commit.parents]

    def read_main_line(self, paths: Sequence[str]) -> MainLine:
        """The commits that changed something at or below `paths`, and the first; those that can be read.

        What cannot be read is as if it were not there: the parent of each is the last before it that can.
        """
        gaps, found = dict(self._all_commits.unreadable), list[Commit]()
        before: tuple[Commit, object] | None = None
        with ExitStack() as held:
            read, sizes = (
                held.enter_context(ObjectReader(self.root, are_sizes=are_sizes))
                for are_sizes in (False, True)
            )
            for commit in reversed(self._all_commits.commits):
                try:
                    entries = [
                        self._tree_cache.find_entry(read, commit.tree, self._encode_path(path))
                        for path in paths
                    ]
                    if before and entries == before[1]:
                        before = commit, entries
                        continue
                    self._check_files(read, sizes, zip(paths, entries, strict=True))
                except HistoryError as error:
                    gaps[commit.id] = error.args[0]
                    continue
                parents = (before[0].id, *commit.parents[1:]) if before else ()
                found.append(commit._replace(parents=parents))
                before = commit, entries
        return MainLine(found[::-1], gaps)

    def find_removals(self, paths: Sequence[str]) -> set[str]:
        """The digests of the commits of the main line that took out lines at or below `paths`."""
        return {commit.id for commit in self.find_commits(paths) if self._removes_lines(commit, paths)}

    def _removes_lines(self, commit: Commit, paths: Sequence[str]) -> bool:
        before, after = (self.list_files(digest, paths) for digest in (commit.parents[0], commit.id))
        if not before.keys() <= after.keys():
            return True
        changed = [(before[path].id, after[path].id) for path in before if before[path] != after[path]]
        contents = self.read_contents([name for pair in changed for name in pair])
        return any(not _keeps_lines(old, new) for old, new in zip(contents, contents, strict=True))

    def list_versions(self, paths: Sequence[str]) -> list[tuple[str, str]]:
        """Every content that the main line gave to files at or below `paths`, oldest first: path and name."""
        found: dict[tuple[str, str], None] = {}
        for commit in reversed(self.read_main_line(paths).commits):
            found |= {(path, file.id): None for path, file in self.list_files(commit.id, paths).items()}
        return [*found]

    def find_changed_files(self, commit: str, since: str, paths: Iterable[str]) -> list[str]:
        """The files of the site at or below `paths` that differ between two commits."""
        asked = [*paths]
        before, after = (self.list_files(digest, asked) for digest in (since, commit))
        return [path for path in sorted(before.keys() | after.keys()) if before.get(path) != after.get(path)]

    @cached_property
    def _tree_cache(self) -> TreeCache:
        """The folders that have been read."""
        return TreeCache()

    @cached_property
    def _root_trees(self) -> dict[str, str]:
        """The whole trees of the commits of the main line, as far as it has been read."""
        return {}

    @cached_property
    def _all_commits(self) -> MainLine:
        """All commits of the main line that can be read."""
        gaps, found, name = dict[str, Message](), list[Commit](), self.head
        with ObjectReader(self.root) as read:
            while name:
                before: tuple[str, ...] = ()
                try:
                    data = read.read(name, "commit")
                    before = parse_parents(data)
                    found.append(parse_commit(name, data))
                    self._root_trees[name] = found[-1].tree
                except HistoryError as error:
                    gaps[name] = error.args[0]
                name = before[0] if before else ""
        return MainLine(found, gaps)

    def _encode_path(self, path: str) -> bytes:
        """Where a path of the site is in the repository, as git has it."""
        return os.fsencode(f"{self.prefix}{path}")

    def _check_files(
        self, read: ObjectReader, sizes: ObjectReader, at: Iterable[tuple[str, TreeEntry | None]]
    ) -> None:
        """Whether the files at these paths can be read; a `HistoryError` where they cannot."""
        for path, entry in at:
            for file in self._tree_cache.list_files(read, path, entry).values() if entry else ():
                if file.id not in self._blob_sizes:
                    self._blob_sizes[file.id] = sizes.get_size(file.id)
                if self._blob_sizes[file.id] > _MAX_BLOB_BYTES:
                    raise HistoryError(
                        advise("a file in it has more than {most} bytes", most=_MAX_BLOB_BYTES)
                    )

    @cached_property
    def _blob_sizes(self) -> dict[str, int]:
        """How many bytes the files have that were looked at, by the names of their objects."""
        return {}


def _keeps_lines(before: bytes, after: bytes) -> bool:
    """Whether all lines of a file stand in it afterwards, in the same order."""
    rest = iter(after.splitlines())
    return all(line in rest for line in before.splitlines())


def _run_git_line(folder: Path, *arguments: str) -> str:
    """What git answers in one line; a path can have more of them."""
    return os.fsdecode(run_git(folder, *arguments)).removesuffix("\n")


_LINK_MODE = "120000"
_LINK_TARGET = "nowhere"
_NAME_ERRORS = {errno.EEXIST, errno.EILSEQ, errno.EINVAL, errno.EISDIR, errno.ENAMETOOLONG, errno.ENOTDIR}
"""What a disk refuses for its name, or for another of the same."""


@contextmanager
def check_out(repository: Repository, commit: str, paths: Sequence[str]) -> Iterator[Path]:
    """A folder with what stood at or below `paths` of the site at a commit.

    A link stands there as one that leads nowhere: it is refused as it was, and followed by nobody.
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
