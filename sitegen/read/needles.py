"""Where in the bytes of a page a name could stand: asked fast, since almost no page has one."""

import re
from collections.abc import Iterable, Iterator

from sitegen.read.folding import decomposed, folded, spelled_out
from sitegen.read.spelling import WORD

_MARK = "[\u0300-\u036f]"
_PLAIN = re.compile(rf"(?:[a-z0-9](?!{_MARK})){{2,}}")
"""Letters that stand together without an accent: the same bytes however the rest of their word is written."""
_TELLING = 4
"""Fewer letters, or a number, stand in every page."""
_STRETCH = 200
"""Bytes around a word of a name in which the others stand, with the tags between."""
_EDGES = (b"<", b">", b'"', b"\n")
"""Where a text in a page or a table ends."""

Parts = tuple[bytes, ...]


class Needles:
    """The bytes that stand in every text that has a name, the longest of them first.

    `have_accents` says whether a name has nothing but letters with accents, or of other alphabets.
    """

    def __init__(self, names: Iterable[str]) -> None:
        self.have_accents = False
        found: dict[Parts, None] = {}
        texts = sorted({text for name in names for text in (name, spelled_out(name))})
        for name in texts:
            parts = _PLAIN.findall(decomposed(name))
            if not any(len(part) >= _TELLING and not part.isdigit() for part in parts):
                parts = _pieces(name) if name.isascii() else parts or folded(name).split()
                self.have_accents |= not name.isascii()
            if parts and WORD.search(folded(name)):
                ordered = sorted({part.encode() for part in parts}, key=lambda part: (-len(part), part))
                found[tuple(ordered)] = None
        self._parts = _weakest(found)
        self._before = _STRETCH + max((len(key) for key, *_ in found), default=0)

    def stretches(self, data: bytes, between: re.Pattern[bytes]) -> Iterator[bytes]:
        """The texts in folded `data`, divided where it has `between`, that have all of a name."""
        for key, *others in self._parts:
            at = data.find(key)
            while at >= 0:
                first, last = at - self._before, at + _STRETCH
                window = data[max(0, first) : last]
                if all(part in window for part in others):
                    texts = between.split(data[_before(data, first) : _after(data, last)])
                    yield from (text for text in texts if all(part in text for part in (key, *others)))
                at = data.find(key, at + 1)


def _weakest(found: Iterable[Parts]) -> list[Parts]:
    """Those that are looked for: a text without them has none of the others."""
    kept: list[Parts] = []
    for parts in found:
        if not any(_stands_with(other, parts) for other in kept):
            kept = [other for other in kept if not _stands_with(parts, other)] + [parts]
    return kept


def _stands_with(other: Parts, parts: Parts) -> bool:
    """Whether all of `other` stand near each other wherever `parts` do."""
    return other[0] in parts[0] and all(any(each in part for part in parts) for each in other)


def _pieces(name: str) -> list[str]:
    """What stands between blanks; of initials without a point all as it is written."""
    pieces = folded(name).rstrip(" .").split()
    return pieces if max(map(len, pieces), default=0) > 1 else [" ".join(pieces)]


def _before(data: bytes, at: int) -> int:
    """Where the text begins that has the byte there: half of a longer name would be taken for another."""
    found = max(data.rfind(edge, max(0, at - _STRETCH), max(0, at)) for edge in _EDGES)
    return found if found >= 0 else max(0, at)


def _after(data: bytes, at: int) -> int:
    """Where it ends."""
    found = (data.find(edge, at, at + _STRETCH) for edge in _EDGES)
    return min((each for each in found if each >= 0), default=at)
