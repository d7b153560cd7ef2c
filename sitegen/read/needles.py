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


class Needles:
    """The bytes that stand in every text that has a name, by the longest of them, which is looked for first.

    `have_accents` says whether a name has nothing but letters with accents, or of other alphabets.
    """

    def __init__(self, names: Iterable[str]) -> None:
        self.have_accents = False
        self._others: dict[bytes, set[frozenset[bytes]]] = {}
        texts = sorted({text for name in names for text in (name, spelled_out(name))})
        for name in texts:
            parts = _PLAIN.findall(decomposed(name))
            if not any(len(part) >= _TELLING and not part.isdigit() for part in parts):
                parts = _pieces(name) if name.isascii() else parts or folded(name).split()
                self.have_accents |= not name.isascii()
            if parts and WORD.search(folded(name)):
                key, *others = sorted((part.encode() for part in parts), key=len, reverse=True)
                self._others.setdefault(key, set()).add(frozenset(others))

    def stretches(self, data: bytes) -> Iterator[bytes]:
        """The texts in folded `data` around all that a name has, whatever stands between."""
        for key, names in self._others.items():
            at = data.find(key)
            while at >= 0:
                near = data[max(0, at - _STRETCH) : at + _STRETCH]
                if any(all(each in near for each in others) for others in names):
                    yield data[_before(data, at - _STRETCH) : _after(data, at + _STRETCH)]
                at = data.find(key, at + 1)


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
