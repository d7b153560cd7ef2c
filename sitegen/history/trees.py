"""The folders of commits, each read once, and the files that stand in them."""

import os
from collections.abc import Mapping

from sitegen.history import objects
from sitegen.history.git import HistoryError, Objects
from sitegen.history.objects import Entry
from sitegen.message import advise

_ASTRAY = frozenset({b"", b".", b"..", b".git"})
"""What no part of a path in a commit is, unless it is meant to lead elsewhere."""
_DEEPEST = 40
_MOST_FILES = 100_000
_MOST_TREES = 10_000
"""So many are kept in memory, which is more than a site has of them."""


class Trees:
    """The trees of a repository, by the names of their objects."""

    def __init__(self) -> None:
        self._known: dict[str, Mapping[bytes, Entry]] = {}

    def entry(self, read: Objects, root: str, path: bytes) -> Entry | None:
        """What stands at a path in a whole tree."""
        found: Entry | None = Entry("40000", root)
        for part in path.split(b"/"):
            found = self._tree(read, found.id).get(part) if found and found.is_tree else None
        return found

    def below(self, read: Objects, path: str, entry: Entry) -> Mapping[str, Entry]:
        """The files at or below a path; a `HistoryError` where they are more, or deeper, than any site's."""
        found: dict[str, Entry] = {}
        waiting = [(os.fsencode(path), entry)]
        while waiting:
            place, there = waiting.pop()
            if place.count(b"/") > _DEEPEST or len(found) + len(waiting) > _MOST_FILES:
                raise HistoryError(advise("it has too many files, or too many folders in each other"))
            if there.is_tree:
                inner = [*self._tree(read, there.id).items()]
                waiting += [
                    (place + b"/" + name, each)
                    for name, each in reversed(inner)
                    if name not in _ASTRAY and b"/" not in name
                ]
            elif there.is_blob:
                found[os.fsdecode(place)] = there
        return found

    def _tree(self, read: Objects, name: str) -> Mapping[bytes, Entry]:
        if name not in self._known:
            if len(self._known) == _MOST_TREES:
                self._known.clear()
            self._known[name] = objects.tree(read.read(name, "tree"), len(name))
        return self._known[name]
