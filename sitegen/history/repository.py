"""The repository that a site stands in, read through its objects: git runs nothing that a site says.

So no filter, hook, text conversion, replacement or setting has a say in what stood at a commit. A commit that
cannot be read is left out, as if it had never been made.
"""

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import NamedTuple, Self

from sitegen.checkout import COMMIT
from sitegen.history import objects
from sitegen.history.git import HistoryError, Objects, ask
from sitegen.history.objects import Commit, Entry
from sitegen.history.trees import Trees
from sitegen.message import Message, advise, joined, say
from sitegen.problem import quoted

_LARGEST = 2**26
"""The most bytes of a file, as of one that is read in a site."""


class MainLine(NamedTuple):
    """The commits of the main line, the latest first; and why others are left out, by their digests."""

    commits: Sequence[Commit]
    gaps: Mapping[str, Message]


@dataclass(frozen=True)
class Repository:
    """A working tree with its history, and the folder of a site in it: blank, or such as `rankings/`."""

    top: Path
    prefix: str

    @classmethod
    def of(cls, site: Path) -> Self:
        """The repository that a site stands in; a `HistoryError` where there is none, or no git."""
        top, prefix = (_line(site, "rev-parse", option) for option in ("--show-toplevel", "--show-prefix"))
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
        found = self._digest(revision)
        if not found:
            message = say("unknown-revision", "{revision} is no revision here", revision=quoted(revision))
            hint = advise("`git fetch` brings what others have; main, origin/main and HEAD~1 are revisions")
            raise HistoryError(joined(message, self.cut_short, hint))
        return found

    def _digest(self, revision: str) -> str:
        try:
            asked = ("rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}")
            found = _line(self.top, *asked)
        except HistoryError:
            return ""
        return found if COMMIT.fullmatch(found) else ""

    @cached_property
    def head(self) -> str:
        """The digest of the commit of the working tree; blank where nothing was committed yet."""
        try:
            return _line(self.top, "rev-parse", "--verify", "--quiet", "HEAD")
        except HistoryError:
            return ""

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
        commits = f"HEAD..{commit}" if self.head else commit
        return int(ask(self.top, "rev-list", "--count", commits, "--"))

    def tracks(self, path: str) -> bool:
        """Whether anything at or below a path of the site is kept in the repository."""
        return bool(ask(self.top, "ls-files", "-z", "--", f"{self.prefix}{path}"))

    def files(self, commit: str, paths: Iterable[str]) -> Mapping[str, Entry]:
        """The files of the site at a commit that lie at or below `paths`, by their path in the site."""
        with Objects(self.top) as read:
            root = self._roots.get(commit) or objects.root(read.read(commit, "commit"))
            found: dict[str, Entry] = {}
            for path in paths:
                entry = self._trees.entry(read, root, self._place(path))
                found |= self._trees.below(read, path, entry) if entry else {}
        return found

    def contents(self, names: Sequence[str]) -> Iterator[bytes]:
        """What the blobs of these names hold, one after the other."""
        with Objects(self.top) as read:
            for name in names:
                yield read.read(name)

    def touching(self, paths: Sequence[str]) -> list[Commit]:
        """The commits of the main line that changed something at or below `paths`, the latest first.

        A merge is one change: that of what was merged. Commits without one before them are left out.
        """
        return [commit for commit in self.main_line(paths).commits if commit.parents]

    def main_line(self, paths: Sequence[str]) -> MainLine:
        """The commits that changed something at or below `paths`, and the first; those that can be read.

        What cannot be read is as if it were not there: the parent of each is the last before it that can.
        """
        gaps, found = dict(self._commits.gaps), list[Commit]()
        before: tuple[Commit, object] | None = None
        with ExitStack() as held:
            read, sizes = (held.enter_context(Objects(self.top, are_sizes=each)) for each in (False, True))
            for commit in reversed(self._commits.commits):
                try:
                    entries = [self._trees.entry(read, commit.tree, self._place(path)) for path in paths]
                    if before and entries == before[1]:
                        before = commit, entries
                        continue
                    self._try(read, sizes, zip(paths, entries, strict=True))
                except HistoryError as error:
                    gaps[commit.id] = error.args[0]
                    continue
                parents = (before[0].id, *commit.parents[1:]) if before else ()
                found.append(commit._replace(parents=parents))
                before = commit, entries
        return MainLine(found[::-1], gaps)

    def removing(self, paths: Sequence[str]) -> set[str]:
        """The digests of the commits of the main line that took out lines at or below `paths`."""
        return {commit.id for commit in self.touching(paths) if self._removes(commit, paths)}

    def _removes(self, commit: Commit, paths: Sequence[str]) -> bool:
        before, after = (self.files(each, paths) for each in (commit.parents[0], commit.id))
        if not before.keys() <= after.keys():
            return True
        changed = [(before[path].id, after[path].id) for path in before if before[path] != after[path]]
        contents = self.contents([name for pair in changed for name in pair])
        return any(not _keeps(old, new) for old, new in zip(contents, contents, strict=True))

    def versions(self, paths: Sequence[str]) -> list[tuple[str, str]]:
        """Every content that the main line gave to files at or below `paths`, oldest first: path and name."""
        found: dict[tuple[str, str], None] = {}
        for commit in reversed(self.main_line(paths).commits):
            found |= {(path, file.id): None for path, file in self.files(commit.id, paths).items()}
        return [*found]

    def changed(self, commit: str, since: str, paths: Iterable[str]) -> list[str]:
        """The files of the site at or below `paths` that differ between two commits."""
        asked = [*paths]
        before, after = (self.files(each, asked) for each in (since, commit))
        return [path for path in sorted(before.keys() | after.keys()) if before.get(path) != after.get(path)]

    @cached_property
    def _trees(self) -> Trees:
        """The folders that have been read."""
        return Trees()

    @cached_property
    def _roots(self) -> dict[str, str]:
        """The whole trees of the commits of the main line, as far as it has been read."""
        return {}

    @cached_property
    def _commits(self) -> MainLine:
        """All commits of the main line that can be read."""
        gaps, found, name = dict[str, Message](), list[Commit](), self.head
        with Objects(self.top) as read:
            while name:
                before: tuple[str, ...] = ()
                try:
                    data = read.read(name, "commit")
                    before = objects.parents(data)
                    found.append(objects.commit(name, data))
                    self._roots[name] = found[-1].tree
                except HistoryError as error:
                    gaps[name] = error.args[0]
                name = before[0] if before else ""
        return MainLine(found, gaps)

    def _place(self, path: str) -> bytes:
        """Where a path of the site is in the repository, as git has it."""
        return os.fsencode(f"{self.prefix}{path}")

    def _try(self, read: Objects, sizes: Objects, at: Iterable[tuple[str, Entry | None]]) -> None:
        """Whether the files at these paths can be read; a `HistoryError` where they cannot."""
        for path, entry in at:
            for file in self._trees.below(read, path, entry).values() if entry else ():
                if file.id not in self._sizes:
                    self._sizes[file.id] = sizes.size(file.id)
                if self._sizes[file.id] > _LARGEST:
                    raise HistoryError(advise("a file in it has more than {most} bytes", most=_LARGEST))

    @cached_property
    def _sizes(self) -> dict[str, int]:
        """How many bytes the files have that were looked at, by the names of their objects."""
        return {}


def _keeps(before: bytes, after: bytes) -> bool:
    """Whether all lines of a file stand in it afterwards, in the same order."""
    rest = iter(after.splitlines())
    return all(line in rest for line in before.splitlines())


def _line(folder: Path, *arguments: str) -> str:
    """What git answers in one line; a path can have more of them."""
    return os.fsdecode(ask(folder, *arguments)).removesuffix("\n")
