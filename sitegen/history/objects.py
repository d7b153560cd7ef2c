"""The objects of git as they are written: a commit, a tree, and what of either is too odd to be read."""

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import NamedTuple

from sitegen.history.git import HistoryError
from sitegen.message import advise

_MERGE = re.compile(r"Merge pull request #\d+ from \S+\n\n(?P<title>.+)", re.DOTALL)
_HEAD = re.compile(
    rb"tree (?P<tree>[0-9a-f]+)\n(?:parent [0-9a-f]+\n)*"
    rb"author [^\n]*\ncommitter [^\n]*> (?P<moment>-?[0-9]{1,20}) [+-][0-9]{1,9}(?:\n|\Z)"
)
_TREE = re.compile(rb"tree ([0-9a-f]+)\n")
_PARENT = re.compile(rb"^parent ([0-9a-f]+)$", re.MULTILINE)
_ENCODING = re.compile(r"^encoding (\S+)$", re.MULTILINE)
_MOMENTS = range(int(datetime(2200, 1, 1, tzinfo=UTC).timestamp()))
"""From the first moment that computers count to the last year that a table can have."""
_LONGEST = 255
"""The most bytes of a name on any disk."""
_SAID = 2**14
"""So many bytes of a message are read: no line of it is shown as long."""


class Commit(NamedTuple):
    """A commit: its digest, those before it, when it was made, what was said of it, and its files."""

    id: str
    parents: tuple[str, ...]
    moment: datetime
    message: str
    tree: str = ""

    @property
    def subject(self) -> str:
        """The first line of what was said; of a merged pull request the first line of its own title."""
        merged = _MERGE.match(self.message)
        text = merged["title"] if merged else self.message
        return text.strip().split("\n", 1)[0]


class Entry(NamedTuple):
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


def parents(data: bytes) -> tuple[str, ...]:
    """The commits before one, also where nothing else of it can be read."""
    return tuple(each.decode() for each in _PARENT.findall(data.partition(b"\n\n")[0]))


def root(data: bytes) -> str:
    """The whole tree of a commit, also where nothing else of it can be read."""
    found = _TREE.match(data)
    if not found:
        raise HistoryError(advise("it has no files that can be read"))
    return found[1].decode()


def commit(name: str, data: bytes) -> Commit:
    """A commit out of its object; a `HistoryError` where it is not written as git writes commits."""
    head, _, message = data.partition(b"\n\n")
    found = _HEAD.match(head)
    if not found:
        raise HistoryError(advise("it has no author or no date that can be read"))
    seconds = int(found["moment"])
    if seconds not in _MOMENTS:
        raise HistoryError(advise("its date is not between 1970 and 2199"))
    moment = datetime.fromtimestamp(seconds, UTC)
    text = _decoded(message[:_SAID].partition(b"\0")[0], head.decode("ascii", "replace"))
    return Commit(name, parents(data), moment, text.lstrip("\n"), found["tree"].decode())


def _decoded(message: bytes, head: str) -> str:
    """A message in the encoding that the commit says it is in."""
    named = _ENCODING.search(head)
    try:
        return message.decode(named[1] if named else "utf-8", "replace")
    except (LookupError, ValueError):
        return message.decode(errors="replace")


def tree(data: bytes, digits: int) -> Mapping[bytes, Entry]:
    """What stands in a tree out of its object, by name; names of objects have so many `digits`."""
    found: dict[bytes, Entry] = {}
    place = 0
    while place < len(data):
        mode, blank, rest = data[place : data.find(b"\0", place)].partition(b" ")
        place = data.find(b"\0", place) + 1
        end = place + digits // 2
        if not (place and blank and mode.isdigit() and end <= len(data)):
            raise HistoryError(advise("one of its folders is damaged"))
        if len(rest) > _LONGEST:
            raise HistoryError(advise("a name in it has more than {most} bytes", most=_LONGEST))
        if rest in found:
            raise HistoryError(advise("two things in one of its folders have the same name"))
        found[rest] = Entry(mode.decode().lstrip("0"), data[place:end].hex())
        place = end
    return found
