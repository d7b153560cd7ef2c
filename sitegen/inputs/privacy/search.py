"""Where in the bytes of a page a name could stand: asked fast, since almost no page has one.

What may be said nowhere: the names of hidden players.
"""

import re
from bisect import bisect_left
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

from sitegen.core.names import normalize_name
from sitegen.core.problems import Problem, Severity, advise, say
from sitegen.inputs.privacy.folding import (
    TEXT_BOUNDARY,
    WORD,
    Span,
    SpellingIndex,
    decompose,
    fold_bytes,
    fold_text,
    make_views,
    unescape_text,
)
from sitegen.inputs.results.players import Person
from sitegen.inputs.results.records import MAX_ALIKE, locate_offset

_COMBINING = "[\u0300-\u036f]"
_PLAIN_RUN = re.compile(rf"(?:[a-z0-9](?!{_COMBINING})){{2,}}")
"""Letters that stand together without an accent: the same bytes however the rest of their word is written."""
_MIN_LETTERS = 4
"""Fewer letters, or a number, stand in every page."""
_STRETCH_BYTES = 200
"""Bytes around a word of a name in which the others stand, with the tags between."""
_TEXT_EDGES = (b"<", b">", b'"', b"\n")
"""Where a text in a page or a table ends."""

Parts = tuple[bytes, ...]


class Needles:
    """The bytes that stand in every text that has a name, the longest of them first.

    `have_accents` says whether a name has nothing but letters with accents, or of other alphabets.
    """

    def __init__(self, names: Iterable[str]) -> None:
        self.have_accents = False
        found: dict[Parts, None] = {}
        texts = sorted({text for name in names for text in (name, unescape_text(name))})
        for name in texts:
            parts = _PLAIN_RUN.findall(decompose(name))
            if not any(len(part) >= _MIN_LETTERS and not part.isdigit() for part in parts):
                parts = _split_name(name) if name.isascii() else parts or fold_text(name).split()
                self.have_accents |= not name.isascii()
            if parts and WORD.search(fold_text(name)):
                ordered = sorted({part.encode() for part in parts}, key=lambda part: (-len(part), part))
                found[tuple(ordered)] = None
        self._parts = _keep_weakest(found)
        self._before = _STRETCH_BYTES + max((len(key) for key, *_ in found), default=0)

    def iter_stretches(self, data: bytes, between: re.Pattern[bytes]) -> Iterator[bytes]:
        """The texts in folded `data`, divided where it has `between`, that have all of a name."""
        for key, *others in self._parts:
            at = data.find(key)
            while at >= 0:
                first, last = at - self._before, at + _STRETCH_BYTES
                window = data[max(0, first) : last]
                if all(part in window for part in others):
                    texts = between.split(data[_find_start(data, first) : _find_end(data, last)])
                    yield from (text for text in texts if all(part in text for part in (key, *others)))
                at = data.find(key, at + 1)


def _keep_weakest(found: Iterable[Parts]) -> list[Parts]:
    """Those that are looked for: a text without them has none of the others."""
    kept: list[Parts] = []
    for parts in found:
        if not any(_is_implied(other, parts) for other in kept):
            kept = [other for other in kept if not _is_implied(parts, other)] + [parts]
    return kept


def _is_implied(other: Parts, parts: Parts) -> bool:
    """Whether all of `other` stand near each other wherever `parts` do."""
    return other[0] in parts[0] and all(any(piece in part for part in parts) for piece in other)


def _split_name(name: str) -> list[str]:
    """What stands between blanks; of initials without a point all as it is written."""
    pieces = fold_text(name).rstrip(" .").split()
    return pieces if max(map(len, pieces), default=0) > 1 else [" ".join(pieces)]


def _find_start(data: bytes, at: int) -> int:
    """Where the text begins that has the byte there: half of a longer name would be taken for another."""
    found = max(data.rfind(edge, max(0, at - _STRETCH_BYTES), max(0, at)) for edge in _TEXT_EDGES)
    return found if found >= 0 else max(0, at)


def _find_end(data: bytes, at: int) -> int:
    """Where it ends."""
    found = (data.find(edge, at, at + _STRETCH_BYTES) for edge in _TEXT_EDGES)
    return min((position for position in found if position >= 0), default=at)


_MIN_LENGTH = 3
"""Shorter ids and family names are passed over: they tell nobody, and are words of every language."""
_HEAD_BYTES = 200
"""So early in a page stands a tag, and in no table."""
_MANY_NAMES = 500
"""More names than these are looked for all at once, in whatever time each word takes."""
_CELL_BOUNDARY = re.compile(rb'",|,(?!\s|\xc2\xa0|\xe2\x80[\x80-\x8b\xaf])')
"""Between two cells of a table that is published as a file; behind the comma in a name stands a blank."""
_TAG_BOUNDARY = re.compile(rb"(?=<(?:t[dhr]|li)\b)")
"""Between two cells, or two items, of a page."""
_CAMEL_CASE_BOUNDARY = re.compile(r"(?<=[^\W\d_A-Z])(?=[A-Z])")
"""Between two words that are written as one: `JanTok`."""
_PSEUDONYM = re.compile(r"player[ -]\d+|\d+, player", re.IGNORECASE)


@dataclass(frozen=True)
class HiddenNames:
    """The names, ids and aliases of hidden players, which may occur nowhere in a site, and their families.

    One that a visible player bears too is no secret. `shown` are the names of all visible players: what
    stands inside one of those, or begins in one and ends in the next, names nobody else. The names are to be
    found in what people write, or where `are_made` in what a program makes, where chance writes initials.
    """

    names: frozenset[str]
    family_names: frozenset[str] = frozenset()
    visible_names: frozenset[str] = frozenset()
    is_exact: bool = False

    def __bool__(self) -> bool:
        return bool(self.names or self.family_names)

    def find_problems(self, text: str, path: str, line: int = 1) -> list[Problem]:
        """Where these names stand as whole words in `text`, which begins in `line` of the file at `path`.

        A family name alone is a warning. No message repeats the name: others can read it.
        """
        if not self or not (self.has_name(text) or self.has_family_name(text)):
            return []
        named = dict.fromkeys(_find_places(text, self.has_name))
        lines = {below + over for below, _ in named for over in (0, 1)}  # a name may begin at the end of one
        alone = [place for place in _find_places(text, self.has_family_name) if place[0] not in lines]
        return [
            *(_report_name(path, *_shift_place(place, line)) for place in named),
            *(_report_family_name(path, *_shift_place(place, line)) for place in alone),
        ]

    def has_name(self, text: str, between: str = " ") -> bool:
        """Whether one of the names stands in `text`; see `views`."""
        named = any(self._occurs(self._name_index, view) for view in make_views(text, between))
        return named or any(sign in text for sign in self._symbol_names)

    def has_family_name(self, text: str) -> bool:
        """Whether a family name stands in `text` that is no part of one of the names."""
        return bool(self.family_names) and any(
            self._occurs(self._family_index, view, self._name_index) for view in make_views(text)
        )

    def is_published(self, data: bytes) -> bool:
        """Whether a name stands in the bytes of a page or a table, and not in two cells of it."""
        between = _TAG_BOUNDARY if b"<" in data[:_HEAD_BYTES] else _CELL_BOUNDARY
        if len(self.names) > _MANY_NAMES:
            texts: Iterable[bytes] = [between.sub(TEXT_BOUNDARY.encode(), data)]
        else:
            plain = fold_bytes(data, accents=self._needles.have_accents)
            texts = {*self._needles.iter_stretches(plain, between)}
        return any(self.has_name(text.decode("utf-8", "ignore"), TEXT_BOUNDARY) for text in texts)

    @property
    def has_single_word(self) -> bool:
        """Whether one of the names is a word by itself."""
        return any(len(WORD.findall(fold_text(name))) == 1 for name in self.names)

    def exclude_words(self, words: Collection[str]) -> "HiddenNames":
        """The names that are none of these words, nor a number: a program says those of itself."""
        told = {name: WORD.findall(fold_text(name)) for name in self.names}
        names = {
            name
            for name, of in told.items()
            if len(of) > 1 or (len(of) == 1 and of[0].isalpha() and of[0] not in words)
        }
        return replace(self, names=frozenset(names), family_names=frozenset(), is_exact=True)

    def add_visible_texts(self, texts: Iterable[str]) -> "HiddenNames":
        """The same where these texts stand beside the names of visible players."""
        return replace(
            self,
            visible_names=self.visible_names | {text for text in texts if text and not self.has_name(text)},
        )

    @cached_property
    def long_names(self) -> "HiddenNames":
        """The names that chance does not write into a picture."""
        return HiddenNames(frozenset(name for name in self.names if len(fold_text(name)) > _MIN_LENGTH * 2))

    @cached_property
    def _name_index(self) -> SpellingIndex:
        return _make_index(self.names, are_exact=self.is_exact)

    @cached_property
    def _symbol_names(self) -> Collection[str]:
        """The names that have no letters, but pictures; what a program makes has such of its own."""
        unlettered = (name for name in self.names if not WORD.search(fold_text(name)))
        return [] if self.is_exact else [name for name in unlettered if not name.isascii()]

    @cached_property
    def _needles(self) -> Needles:
        return Needles(filter(_is_name, self.names))

    @cached_property
    def _family_index(self) -> SpellingIndex:
        return _make_index(self.family_names)

    @cached_property
    def _visible_index(self) -> SpellingIndex:
        return _make_index(self.visible_names)

    def _occurs(self, names: SpellingIndex, view: str, inside: SpellingIndex | None = None) -> bool:
        found = list(names.find_spans(view))
        known = (
            [*self._visible_index.find_spans(view), *(inside.find_spans(view) if inside else ())]
            if found
            else []
        )
        return any(not _is_inside(span, known, view) for span in found)


@lru_cache(maxsize=8)
def _make_index(names: frozenset[str], *, are_exact: bool = False) -> SpellingIndex:
    return SpellingIndex(filter(_is_name, names), are_exact=are_exact)


def _is_name(name: str) -> bool:
    """Whether this is no number of one or two digits."""
    letters = "".join(WORD.findall(fold_text(name)))
    return not letters.isdigit() or len(letters) >= _MIN_LENGTH


def _is_inside(span: Span, known: Collection[Span], view: str) -> bool:
    """Whether it stands inside a name that is `known`, or begins inside one and ends inside another.

    Those two must be written as they are: `Piet Peeters, Jan Claes` has no `Peeters, Jan`.
    """
    if any(other.start <= span.start and span.end <= other.end for other in known):
        return True
    plain = [other for other in known if other.is_plain]
    first = max((other.end for other in plain if other.start < span.start < other.end), default=span.start)
    last = min((other.start for other in plain if other.start < span.end < other.end), default=span.end)
    return span.start < first and last < span.end and not WORD.search(view[first:last])


def _find_places(text: str, sees: Callable[[str], bool]) -> list[tuple[int, int]]:
    """The lines, with the column, in which something is seen, or in which it begins; (0, 0) where none is."""
    lines = re.split(r"\r\n|\r|\n", text)
    found: list[tuple[int, int]] = []
    before = True
    for number, line in enumerate(lines):
        here = sees(line)
        two = f"{lines[number - 1]}\n{line}"
        if here:
            found.append((number + 1, _find_column(line, sees)))
        elif not before and sees(two):
            below, column = locate_offset(two, _find_column(two, sees) - 1)
            found.append((number - 1 + below, column))
        before = here
        if len(found) >= MAX_ALIKE:
            break
    return found or ([(0, 0)] if sees(text) else [])


def _find_column(text: str, sees: Callable[[str], bool]) -> int:
    """Where what is seen begins: the last column from which it can be seen."""
    return bisect_left(range(len(text)), True, key=lambda start: not sees(text[start:]))


def _shift_place(place: tuple[int, int], line: int) -> tuple[int, int]:
    below, column = place
    return (below + line - 1, column) if below else (0, 0)


def _report_name(path: str, line: int, column: int) -> Problem:
    message = say("hidden-player-named", "a hidden player is named here")
    hint = advise("take it out, or write the label under which they are shown")
    return Problem(path, line, column, message, hint)


def _report_family_name(path: str, line: int, column: int) -> Problem:
    message = say("hidden-family-named", "the family name of a hidden player stands here")
    hint = advise("take it out, unless somebody else is meant")
    return Problem(path, line, column, message, hint, Severity.WARNING)


def collect_hidden_names(everyone: Iterable[Person]) -> HiddenNames:
    """The names of the hidden among the players of all rankings of a site; where nobody hides, nothing."""
    people = list(everyone)
    if not any(person.hidden for person in people):
        return HiddenNames(frozenset())
    names: dict[bool, set[str]] = {True: set(), False: set()}
    families: dict[bool, set[str]] = {True: set(), False: set()}
    for person in people:
        ids = [person.id] if len(person.id) >= _MIN_LENGTH else []
        said = (person.name, person.sort_name, *person.aliases, *ids)
        ways = (way for name in said for way in (name, _CAMEL_CASE_BOUNDARY.sub(" ", name)))
        borne = {normalize_name(way) for way in ways if not _PSEUDONYM.fullmatch(way)}
        names[person.hidden] |= borne
        words = {word for name in borne for word in re.split(r"[\s,]+", name)}
        families[person.hidden] |= {normalize_name(_get_family_name(person))} if person.hidden else words
    kept = {family for family in families[True] - families[False] if len(family) >= _MIN_LENGTH}
    secret = names[True] - names[False] - {""}
    return HiddenNames(frozenset(secret), frozenset(kept - names[True]), frozenset(names[False] - {""}))


def _get_family_name(person: Person) -> str:
    """The family name of a person: what stands before the comma of their sort name, else their last word."""
    if "," in person.sort_name:
        return person.sort_name.partition(",")[0]
    return person.name.rpartition(" ")[2] if " " in person.name else ""
