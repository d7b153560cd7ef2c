"""Names as they are looked for in folded texts: two spellings of a name have the same letters in their order.

What stands between the words may differ, and the family may stand first: `Jan-Willem O'Brien` is written
`OBRIEN, Jan Willem` and `janwillem_obrien` too.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import accumulate, pairwise
from typing import NamedTuple

from sitegen.read.folding import folded, spelled_out, views

APART = "\x01"
"""Between two texts that are no part of one another."""
_JOINED = "\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff"
UNDIVIDED = re.compile(f"[{_JOINED}]")
"""Writing without blanks, of which each character is a word."""
WORD = re.compile(rf"[{_JOINED}]|[^\W_{_JOINED}]+")
_JOINT = re.compile(rf"(?:\s+(?:[^\w\s{APART}/|-]|_){{0,2}}|(?:[^\w\s{APART}]|_){{1,3}}\s*)?")
"""Between the words of a name: blanks, or whatever people write for them; ` - ` divides two names."""
_DIVIDING = frozenset("-/|")
_WIDEST = 8
"""So many signs may stand between two words of a name that are divided by one."""
_BLANKS = re.compile(r"\s+")
_LEAST = 6
"""Fewer letters that are written together are a word of its own."""
_START = 3
_FEW = 50
"""So many names are sooner looked for one by one in a text that has none of them."""


class Span(NamedTuple):
    """Where a name stands in a text; `is_plain` where nothing else is between its words than in the name."""

    start: int
    end: int
    is_plain: bool


class Spelling(NamedTuple):
    """The `words` of a name, and what stands between them, by the number of letters before."""

    words: tuple[str, ...]
    gaps: Mapping[int, str]
    is_turned: bool = False

    @classmethod
    def of(cls, name: str) -> "Iterator[Spelling]":
        """A name as it is, and as what its escapes stand for; each of them also with the family first."""
        texts = {folded(name)}
        if any(sign in name for sign in "&%\\<"):
            texts |= {folded(spelled_out(name)), *views(name)}
        for text in sorted(texts):
            yield from cls._turns(text)

    @classmethod
    def _turns(cls, text: str) -> "Iterator[Spelling]":
        spans = [each.span() for each in WORD.finditer(text)]
        words = [text[start:end] for start, end in spans]
        between = [text[one[1] : other[0]] for one, other in pairwise(spans)]
        is_numbered = any(map(str.isdigit, words))
        for first in range(1 if is_numbered else len(words)):
            if first == 0 or between[first - 1]:
                turned = (*words[first:], *words[:first])
                gaps = [*between[first:], " ", *between[: max(0, first - 1)]]
                yield cls(turned, dict(zip(accumulate(map(len, turned[:-1])), gaps, strict=False)), first > 0)

    @property
    def letters(self) -> str:
        """All its letters and digits."""
        return "".join(self.words)

    @property
    def are_initials(self) -> bool:
        """Whether no word has more than one letter."""
        return len(self.letters) == len(self.words) and self.letters.isascii()

    def fits(self, gaps: Mapping[int, str]) -> bool:
        """Whether this can be its name, of which the letters are there, with `gaps` between them."""
        if any(at not in self.gaps or not _may_stand(gap, self.gaps[at]) for at, gap in gaps.items()):
            return False
        needed = (at for at, gap in self.gaps.items() if gap != "'")
        return len(self.letters) >= _LEAST or all(at in gaps for at in needed)

    def is_plain(self, gaps: Mapping[int, str]) -> bool:
        """Whether it is written as it is, but for its letters."""
        own, there = ({at: _BLANKS.sub(" ", gap) for at, gap in of.items()} for of in (self.gaps, gaps))
        return not self.is_turned and own == there


def _may_stand(gap: str, own: str) -> bool:
    """Whether two words of a name that has its `own` between them can have this there."""
    is_wide = not _JOINT.fullmatch(own) or not _DIVIDING.isdisjoint(own)
    return bool(_JOINT.fullmatch(gap)) or (is_wide and len(gap) <= _WIDEST and APART not in gap)


class Spellings:
    """Names that are found in a folded text in one pass, however many they are."""

    def __init__(self, names: Iterable[str], *, are_exact: bool = False) -> None:
        """Of initials that chance may write, those that `are_exact` are names."""
        self._by_start: dict[str, list[tuple[str, Spelling]]] = {}
        self._are_exact = are_exact
        for spelling in (spelling for name in names for spelling in Spelling.of(name)):
            letters = spelling.letters
            self._by_start.setdefault(letters[:_START], []).append((letters, spelling))
        self._every = {letters for found in self._by_start.values() for letters, _ in found}
        self._sizes = sorted({*map(len, self._by_start)})

    def spans(self, text: str) -> Iterator[Span]:
        """Where one of them stands."""
        letters = "".join(WORD.findall(text)) if self._by_start else ""
        if len(self._every) < _FEW and not any(each in letters for each in self._every):
            return
        words = [each.span() for each in WORD.finditer(text)]
        ends = [*accumulate(end - start for start, end in words)]
        numbers = {at: number for number, at in enumerate(ends)}
        for first, at in enumerate([0, *ends[:-1]] if words else ()):
            for size in self._sizes:
                for own, spelling in self._by_start.get(letters[at : at + size], ()):
                    last = numbers.get(at + len(own), -1)
                    if last >= 0 and letters.startswith(own, at):
                        inside = range(first, last)
                        gaps = {ends[n] - at: text[words[n][1] : words[n + 1][0]] for n in inside}
                        if self._is_one(spelling, gaps):
                            yield Span(words[first][0], words[last][1], spelling.is_plain(gaps))

    def _is_one(self, spelling: Spelling, gaps: Mapping[int, str]) -> bool:
        if self._are_exact and spelling.are_initials and not spelling.is_plain(gaps):
            return False
        return spelling.fits(gaps)
