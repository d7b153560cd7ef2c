"""What may be said nowhere: the names of hidden players."""

import re
from bisect import bisect_left
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from sitegen.message import advise, say
from sitegen.names import fold
from sitegen.problem import Problem, Severity
from sitegen.read.encoding import MOST_ALIKE, place
from sitegen.read.folding import folded, folded_bytes, views
from sitegen.read.people import Person
from sitegen.read.spelling import WORD, Spelling

_STRETCH = 200
"""Bytes around a word of a name in which the others stand, with the tags between."""
_EDGES = (b"<", b">", b'"', b"\n")
"""Where a text in a page or a table ends."""
_LEAST = 3
"""Shorter ids and family names are passed over: they tell nobody, and are words of every language."""
_CELLS = re.compile(rb'",|,(?=\S)')
"""Between two cells of a table that is published as a file."""
_LABEL = re.compile(r"player[ -]\d+", re.IGNORECASE)
APART = "\x01"
"""Between two texts that are no part of one another."""


@dataclass(frozen=True)
class Secrets:
    """The names, ids and aliases of hidden players, which may occur nowhere in a site, and their families.

    One that a visible player bears too is no secret, nor is one inside the longer name of a visible player:
    those are `borne`. `shown` are the names of all visible players.
    """

    names: frozenset[str]
    families: frozenset[str] = frozenset()
    borne: frozenset[str] = frozenset()
    shown: frozenset[str] = frozenset()

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
        """Whether a name stands in the bytes of a page or a table, and not in two cells of it."""
        plain = folded_bytes(data, accents=self._has_accents)
        between = b"" if b"<" in data[:_STRETCH] else APART.encode()
        return any(
            self.names_in((_CELLS.sub(between, each) if between else each).decode("utf-8", "ignore"), APART)
            for parts in self._keys
            for each in _stretches(parts, plain)
        )

    @property
    def has_single(self) -> bool:
        """Whether one of the names is a word by itself."""
        return any(len(each.words) == 1 for each in self._names)

    def but(self, words: Collection[str]) -> "Secrets":
        """The names that are none of these words, nor a number: a program says those of itself."""
        kept = (each for each in self.names if WORD.search(folded(each)))
        told = {each: WORD.findall(folded(each)) for each in kept}
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
        """What stands in every text that has a name, however its accents are written; the longest first."""
        found = (each.parts or each.words for each in self._names)
        ordered = (sorted(parts, key=lambda part: (-len(part), part)) for parts in found)
        return {tuple(part.encode() for part in parts): None for parts in ordered}

    @cached_property
    def _has_accents(self) -> bool:
        """Whether a name has nothing but letters with accents, or of other alphabets."""
        return not all(each.parts for each in self._names)

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


def _stretches(parts: Sequence[bytes], data: bytes) -> Iterator[bytes]:
    """Those around the first of some words that have all of them, whatever stands between."""
    at = data.find(parts[0]) if parts else -1
    while at >= 0:
        around = data[_before(data, at - _STRETCH) : _after(data, at + _STRETCH)]
        if all(each in around for each in parts):
            yield around
        at = data.find(parts[0], at + 1)


def _before(data: bytes, at: int) -> int:
    """Where the text begins that has the byte there: half of a longer name would be taken for another."""
    found = max(data.rfind(edge, max(0, at - _STRETCH), max(0, at)) for edge in _EDGES)
    return found if found >= 0 else max(0, at)


def _after(data: bytes, at: int) -> int:
    """Where it ends."""
    found = (data.find(edge, at, at + _STRETCH) for edge in _EDGES)
    return min((each for each in found if each >= 0), default=at)


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
    """The names of the hidden among the players of all rankings of a site; where nobody hides, nothing."""
    people = list(everyone)
    if not any(each.hidden for each in people):
        return Secrets(frozenset())
    names: dict[bool, set[str]] = {True: set(), False: set()}
    families: dict[bool, set[str]] = {True: set(), False: set()}
    for each in people:
        ids = [each.id] if len(each.id) >= _LEAST else []
        said = (each.name, _turned(each.name), each.sort_name, *each.aliases, *ids)
        borne = {fold(name) for name in said if not _LABEL.fullmatch(name)}
        names[each.hidden] |= borne
        words = {word for name in borne for word in re.split(r"[\s,]+", name)}
        families[each.hidden] |= {fold(_family(each))} if each.hidden else words
    kept = {each for each in families[True] - families[False] if len(each) >= _LEAST}
    secret = names[True] - names[False] - {""}
    alone, holding = frozenset(kept - names[True]), _holding(names[False], secret)
    return Secrets(frozenset(secret), alone, holding, frozenset(names[False]))


def _holding(names: Iterable[str], secret: Iterable[str]) -> frozenset[str]:
    """Those of the names that have a secret one among their words."""
    spellings = list(map(Spelling.of, secret))
    words = {max(each.words, key=len, default="") for each in spellings}
    plain = ((name, folded(name)) for name in names if spellings)
    found = ((name, text) for name, text in plain if any(each in text for each in words))
    return frozenset(name for name, text in found if any(any(each.spans(text)) for each in spellings))


def _turned(name: str) -> str:
    """A name with the family first, as lists have it."""
    first, _, family = name.rpartition(" ")
    return f"{family} {first}" if first and not family.isdigit() else ""


def _family(person: Person) -> str:
    """The family name of a person: what stands before the comma of their sort name, else their last word."""
    if "," in person.sort_name:
        return person.sort_name.partition(",")[0]
    return person.name.rpartition(" ")[2] if " " in person.name else ""
