"""What may be said nowhere: the names of hidden players."""

import re
from bisect import bisect_left
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

from sitegen.message import advise, say
from sitegen.names import fold
from sitegen.problem import Problem, Severity
from sitegen.read.encoding import MOST_ALIKE, place
from sitegen.read.folding import folded, folded_bytes, views
from sitegen.read.needles import Needles
from sitegen.read.people import Person
from sitegen.read.spelling import APART, WORD, Span, Spellings

_LEAST = 3
"""Shorter ids and family names are passed over: they tell nobody, and are words of every language."""
_HEAD = 200
"""So early in a page stands a tag, and in no table."""
_MANY = 500
"""More names than these are looked for all at once, in whatever time each word takes."""
_CELLS = re.compile(rb'",|,(?!\s|\xc2\xa0|\xe2\x80[\x80-\x8b\xaf])')
"""Between two cells of a table that is published as a file; behind the comma in a name stands a blank."""
_TAGS = re.compile(rb"(?=<(?:t[dhr]|li)\b)")
"""Between two cells, or two items, of a page."""
_CAMEL = re.compile(r"(?<=[^\W\d_A-Z])(?=[A-Z])")
"""Between two words that are written as one: `JanTok`."""
_LABEL = re.compile(r"player[ -]\d+|\d+, player", re.IGNORECASE)


@dataclass(frozen=True)
class Secrets:
    """The names, ids and aliases of hidden players, which may occur nowhere in a site, and their families.

    One that a visible player bears too is no secret. `shown` are the names of all visible players: what
    stands inside one of those, or begins in one and ends in the next, names nobody else. The names are to be
    found in what people write, or where `are_made` in what a program makes, where chance writes initials.
    """

    names: frozenset[str]
    families: frozenset[str] = frozenset()
    shown: frozenset[str] = frozenset()
    are_made: bool = False

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
        named = any(self._stands(self._names, view) for view in views(text, between))
        return named or any(sign in text for sign in self._signs)

    def families_in(self, text: str) -> bool:
        """Whether a family name stands in `text` that is no part of one of the names."""
        return bool(self.families) and any(
            self._stands(self._families, view, self._names) for view in views(text)
        )

    def published_in(self, data: bytes) -> bool:
        """Whether a name stands in the bytes of a page or a table, and not in two cells of it."""
        between = _TAGS if b"<" in data[:_HEAD] else _CELLS
        if len(self.names) > _MANY:
            texts: Iterable[bytes] = [between.sub(APART.encode(), data)]
        else:
            plain = folded_bytes(data, accents=self._needles.have_accents)
            texts = {*self._needles.stretches(plain, between)}
        return any(self.names_in(text.decode("utf-8", "ignore"), APART) for text in texts)

    @property
    def has_single(self) -> bool:
        """Whether one of the names is a word by itself."""
        return any(len(WORD.findall(folded(each))) == 1 for each in self.names)

    def but(self, words: Collection[str]) -> "Secrets":
        """The names that are none of these words, nor a number: a program says those of itself."""
        told = {each: WORD.findall(folded(each)) for each in self.names}
        names = {
            each
            for each, of in told.items()
            if len(of) > 1 or (len(of) == 1 and of[0].isalpha() and of[0] not in words)
        }
        return replace(self, names=frozenset(names), families=frozenset(), are_made=True)

    def beside(self, texts: Iterable[str]) -> "Secrets":
        """The same where these texts stand beside the names of visible players."""
        return replace(self, shown=self.shown | {each for each in texts if each and not self.names_in(each)})

    @cached_property
    def long(self) -> "Secrets":
        """The names that chance does not write into a picture."""
        return Secrets(frozenset(each for each in self.names if len(folded(each)) > _LEAST * 2))

    @cached_property
    def _names(self) -> Spellings:
        return _spellings(self.names, are_exact=self.are_made)

    @cached_property
    def _signs(self) -> Collection[str]:
        """The names that have no letters, but pictures; what a program makes has such of its own."""
        unlettered = (each for each in self.names if not WORD.search(folded(each)))
        return [] if self.are_made else [each for each in unlettered if not each.isascii()]

    @cached_property
    def _needles(self) -> Needles:
        return Needles(filter(_is_name, self.names))

    @cached_property
    def _families(self) -> Spellings:
        return _spellings(self.families)

    @cached_property
    def _shown(self) -> Spellings:
        return _spellings(self.shown)

    def _stands(self, names: Spellings, view: str, inside: Spellings | None = None) -> bool:
        found = list(names.spans(view))
        known = [*self._shown.spans(view), *(inside.spans(view) if inside else ())] if found else []
        return any(not _is_inside(each, known, view) for each in found)


@lru_cache(maxsize=8)
def _spellings(names: frozenset[str], *, are_exact: bool = False) -> Spellings:
    return Spellings(filter(_is_name, names), are_exact=are_exact)


def _is_name(name: str) -> bool:
    """Whether this is no number of one or two digits."""
    letters = "".join(WORD.findall(folded(name)))
    return not letters.isdigit() or len(letters) >= _LEAST


def _is_inside(span: Span, known: Collection[Span], view: str) -> bool:
    """Whether it stands inside a name that is `known`, or begins inside one and ends inside another.

    Those two must be written as they are: `Piet Peeters, Jan Claes` has no `Peeters, Jan`.
    """
    if any(each.start <= span.start and span.end <= each.end for each in known):
        return True
    plain = [each for each in known if each.is_plain]
    first = max((each.end for each in plain if each.start < span.start < each.end), default=span.start)
    last = min((each.start for each in plain if each.start < span.end < each.end), default=span.end)
    return span.start < first and last < span.end and not WORD.search(view[first:last])


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
        said = (each.name, each.sort_name, *each.aliases, *ids)
        ways = (way for name in said for way in (name, _CAMEL.sub(" ", name)))
        borne = {fold(way) for way in ways if not _LABEL.fullmatch(way)}
        names[each.hidden] |= borne
        words = {word for name in borne for word in re.split(r"[\s,]+", name)}
        families[each.hidden] |= {fold(_family(each))} if each.hidden else words
    kept = {each for each in families[True] - families[False] if len(each) >= _LEAST}
    secret = names[True] - names[False] - {""}
    return Secrets(frozenset(secret), frozenset(kept - names[True]), frozenset(names[False] - {""}))


def _family(person: Person) -> str:
    """The family name of a person: what stands before the comma of their sort name, else their last word."""
    if "," in person.sort_name:
        return person.sort_name.partition(",")[0]
    return person.name.rpartition(" ")[2] if " " in person.name else ""
