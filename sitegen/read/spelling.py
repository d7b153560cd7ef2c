"""A name as it is looked for in folded texts."""

import re
from collections.abc import Iterator
from typing import NamedTuple, Self

from sitegen.read.folding import folded

_MARK = "[\u0300-\u036f]"
WORD = re.compile(rf"[^\W_](?:[^\W_]|{_MARK})*")
_PLAIN = re.compile(rf"(?:[a-z0-9](?!{_MARK})){{2,}}")
_BETWEEN = r"(?:\s++(?:[^\w\s\x01\-\u2010-\u2015/|]|_){0,2}+|(?:[^\w\s\x01]|_){1,3}+\s*+)"
"""Between the words of a name: blanks, or whatever people write for them; ` – ` divides two names."""
_INSIDE = re.compile(rf"[^\W_]|{_MARK}")


class Spelling(NamedTuple):
    """A name as it is looked for, folded: its `words` are in every text that has it."""

    words: tuple[str, ...]
    pattern: re.Pattern[str]

    @classmethod
    def of(cls, name: str) -> Self:
        """The words of `name` with anything between them, neither in the middle of other words."""
        plain = folded(name)
        words = tuple(WORD.findall(plain))
        said = _BETWEEN.join(map(re.escape, words)) if words else re.escape(plain)
        return cls(words, re.compile(rf"{said}(?![^\W_]|{_MARK})"))

    @property
    def parts(self) -> list[str]:
        """The letters of its words that have no accent, as they stand together."""
        return [part for word in self.words for part in _PLAIN.findall(word)]

    def spans(self, text: str) -> Iterator[tuple[int, int]]:
        """Where it stands in a folded text."""
        if all(each in text for each in self.words):
            found = (each.span() for each in self.pattern.finditer(text))
            yield from (each for each in found if not _INSIDE.fullmatch(text[: each[0]][-1:]))
