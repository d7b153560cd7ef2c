"""What may be said nowhere: the names of hidden players."""

import re
from bisect import bisect_left
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, Self

from sitegen.message import advise, say
from sitegen.names import fold
from sitegen.problem import Problem, Severity
from sitegen.read.encoding import MOST_ALIKE, place
from sitegen.read.folding import folded, folded_bytes, views
from sitegen.read.people import Person

_STRETCH = 200
"""Bytes around a word of a name in which the others stand, with the tags between."""
_LEAST = 3
"""Shorter ids and family names are passed over: they tell nobody, and are words of every language."""
_MARK = "[\u0300-\u036f]"
_WORD = re.compile(rf"[^\W_](?:[^\W_]|{_MARK})*")
_BETWEEN = r"(?:\s++(?:[^\w\s\x01]|_){0,3}+\s*+|(?:[^\w\s\x01]|_){1,3}+\s*+)"
"""Between the words of a name: blanks, and whatever people write for them."""
_LABEL = re.compile(r"player[ -]\d+", re.IGNORECASE)
_INSIDE = re.compile(rf"[^\W_]|{_MARK}")
APART = "\x01"
"""Between two texts that are no part of one another."""


class Spelling(NamedTuple):
    """A name as it is looked for, folded: its `words` are in every text that has it."""

    words: tuple[str, ...]
    pattern: re.Pattern[str]

    @classmethod
    def of(cls, name: str) -> Self:
        """The words of `name` with anything between them, neither in the middle of other words."""
        plain = folded(name)
        words = tuple(_WORD.findall(plain))
        said = _BETWEEN.join(map(re.escape, words)) if words else re.escape(plain)
        return cls(words, re.compile(rf"{said}(?![^\W_]|{_MARK})"))

    def spans(self, text: str) -> Iterator[tuple[int, int]]:
        """Where it stands in a folded text."""
        if all(each in text for each in self.words):
            found = (each.span() for each in self.pattern.finditer(text))
            yield from (each for each in found if not _INSIDE.fullmatch(text[: each[0]][-1:]))


@dataclass(frozen=True)
class Secrets:
    """The names, ids and aliases of hidden players, which may occur nowhere in a site, and their families.

    One that a visible player bears too is no secret, nor is one inside the longer name of a visible player:
    those are `borne`.
    """

    names: frozenset[str]
    families: frozenset[str] = frozenset()
    borne: frozenset[str] = frozenset()

    def __bool__(self) -> bool:
        return bool(self.names or self.families)

    def problems(self, text: str, path: str, line: int = 1) -> list[Problem]:
        """Where these names stand as whole words in `text`, which begins in `line` of the file at `path`.

        A family name alone is a warning. No message repeats the name: others can read it.
        """
        if not self or not (self.names_in(text) or self.families_in(text)):
            return []
        named = dict.fromkeys(_places(text, self.names_in))
        lines = {below + over for below, _ in named for over in (0, 1)}  # a name may begin at the end of one
        alone = [each for each in _places(text, self.families_in) if each[0] not in lines]
        return [
            *(_named(path, *_at(each, line)) for each in named),
            *(_family_named(path, *_at(each, line)) for each in alone),
        ]

    def names_in(self, text: str, between: str = " ") -> bool:
        """Whether one of the names stands in `text`; see `views`."""
        return any(self._stands(self._names, view) for view in views(text, between))

    def families_in(self, text: str) -> bool:
        """Whether a family name stands in `text` that is no part of one of the names."""
        return any(self._stands(self._families, view, self._names) for view in views(text))

    def published_in(self, data: bytes) -> bool:
        """Whether a name stands in the bytes of a page or a table."""
        plain = folded_bytes(data)
        if not any(_are_near(words, plain) for words in self._keys):
            return False
        return self.names_in(data.decode("utf-8", "replace"), APART)

    @property
    def has_single(self) -> bool:
        """Whether one of the names is a word by itself."""
        return any(len(each.words) == 1 for each in self._names)

    def but(self, words: Collection[str]) -> "Secrets":
        """The names that are none of these words, nor a number: a program says those of itself."""
        kept = (each for each in self.names if _WORD.search(folded(each)))
        told = {each: _WORD.findall(folded(each)) for each in kept}
        names = {each for each, of in told.items() if len(of) > 1 or (of[0].isalpha() and of[0] not in words)}
        return Secrets(frozenset(names), frozenset(), self.borne)

    @cached_property
    def long(self) -> "Secrets":
        """The names that chance does not write into a picture."""
        return Secrets(frozenset(each for each in self.names if len(folded(each)) > _LEAST * 2))

    @cached_property
    def _names(self) -> Sequence[Spelling]:
        found = {each.pattern.pattern: each for each in map(Spelling.of, sorted(self.names))}
        return [each for each in found.values() if _is_name(each.words)]

    @cached_property
    def _keys(self) -> Collection[tuple[bytes, ...]]:
        """The words of each name, the longest first, which is rarest."""
        found = (sorted(each.words, key=lambda word: (-len(word), word)) for each in self._names)
        return {tuple(word.encode() for word in words): None for words in found}

    @cached_property
    def _families(self) -> Sequence[Spelling]:
        return [Spelling.of(each) for each in sorted(self.families)]

    @cached_property
    def _borne(self) -> Sequence[Spelling]:
        return [Spelling.of(each) for each in sorted(self.borne)]

    def _stands(self, names: Iterable[Spelling], view: str, inside: Iterable[Spelling] = ()) -> bool:
        found = [span for each in names for span in each.spans(view)]
        around = [span for each in (*self._borne, *inside) for span in each.spans(view)] if found else []
        return any(not any(a <= start and end <= b for a, b in around) for start, end in found)


def _is_name(words: Sequence[str]) -> bool:
    """Whether these are no number of one or two digits; a name can also be of no words, but signs."""
    return not "".join(words).isdigit() or len("".join(words)) >= _LEAST


def _are_near(words: Sequence[bytes], data: bytes) -> bool:
    """Whether all these words stand in one stretch of `data`, whatever between: tags divide nobody's name."""
    at = data.find(words[0]) if words else 0
    while at >= 0:
        around = data[max(0, at - _STRETCH) : at + _STRETCH]
        if all(word in around for word in words):
            return True
        at = data.find(words[0], at + 1)
    return False


def _places(text: str, sees: Callable[[str], bool]) -> list[tuple[int, int]]:
    """The lines, with the column, in which something is seen, or in which it begins; (0, 0) where none is."""
    lines = re.split(r"\r\n|\r|\n", text)
    found: list[tuple[int, int]] = []
    before = True
    for number, line in enumerate(lines):
        here = sees(line)
        two = f"{lines[number - 1]}\n{line}"
        if here:
            found.append((number + 1, _column(line, sees)))
        elif not before and sees(two):
            below, column = place(two, _column(two, sees) - 1)
            found.append((number - 1 + below, column))
        before = here
        if len(found) >= MOST_ALIKE:
            break
    return found or ([(0, 0)] if sees(text) else [])


def _column(text: str, sees: Callable[[str], bool]) -> int:
    """Where what is seen begins: the last column from which it can be seen."""
    return bisect_left(range(len(text)), True, key=lambda start: not sees(text[start:]))


def _at(place: tuple[int, int], line: int) -> tuple[int, int]:
    below, column = place
    return (below + line - 1, column) if below else (0, 0)


def _named(path: str, line: int, column: int) -> Problem:
    message = say("hidden-player-named", "a hidden player is named here")
    hint = advise("take it out, or write the label under which they are shown")
    return Problem(path, line, column, message, hint)


def _family_named(path: str, line: int, column: int) -> Problem:
    message = say("hidden-family-named", "the family name of a hidden player stands here")
    hint = advise("take it out, unless somebody else is meant")
    return Problem(path, line, column, message, hint, Severity.WARNING)


def names_of_hidden(everyone: Iterable[Person]) -> Secrets:
    """The names of the hidden among the players of all rankings of a site."""
    names: dict[bool, set[str]] = {True: set(), False: set()}
    families: dict[bool, set[str]] = {True: set(), False: set()}
    for each in everyone:
        ids = [each.id] if len(each.id) >= _LEAST else []
        said = (each.name, _turned(each.name), each.sort_name, *each.aliases, *ids)
        borne = {fold(name) for name in said if not _LABEL.fullmatch(name)}
        names[each.hidden] |= borne
        words = {word for name in borne for word in re.split(r"[\s,]+", name)}
        families[each.hidden] |= {fold(_family(each))} if each.hidden else words
    kept = {each for each in families[True] - families[False] if len(each) >= _LEAST}
    secret = names[True] - names[False] - {""}
    return Secrets(frozenset(secret), frozenset(kept - names[True]), _holding(names[False], secret))


def _holding(names: Iterable[str], secret: Iterable[str]) -> frozenset[str]:
    """Those of the names that have a secret one among their words."""
    spellings = list(map(Spelling.of, secret))
    found = ((name, folded(name)) for name in names if spellings)
    return frozenset(name for name, plain in found if any(any(each.spans(plain)) for each in spellings))


def _turned(name: str) -> str:
    """A name with the family first, as lists have it."""
    first, _, family = name.rpartition(" ")
    return f"{family} {first}" if first and not family.isdigit() else ""


def _family(person: Person) -> str:
    """The family name of a person: what stands before the comma of their sort name, else their last word."""
    if "," in person.sort_name:
        return person.sort_name.partition(",")[0]
    return person.name.rpartition(" ")[2] if " " in person.name else ""
