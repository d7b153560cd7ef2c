"""Search texts and pages for the names of hidden players, which may be published nowhere."""

import re
from bisect import bisect_left
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

from sitegen.core.names import extract_letters, normalize_name
from sitegen.core.person_names import split_name_words
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
"""Consecutive letters without accents: the same bytes however the rest of their word is written."""
_MIN_LETTERS = 4
"""Shorter runs of letters, and numbers, are in every page."""
_STRETCH_BYTES = 200
"""The bytes around one word of a name that have its other words, and the tags between them."""
_TEXT_EDGES = (b"<", b">", b'"', b"\n")
"""The bytes at which a text in a page or a table ends."""

Parts = tuple[bytes, ...]


class Needles:
    """The bytes that every text with one of the names has: a fast test, since almost no page has a name.

    `have_accents` says whether a name has only letters with accents, or letters of other alphabets.
    """

    def __init__(self, names: Iterable[str]) -> None:
        self.have_accents = False
        self._parts: dict[bytes, set[Parts]] = {}
        spellings = sorted({spelling for name in names for spelling in (name, unescape_text(name))})
        for name in spellings:
            parts = _PLAIN_RUN.findall(decompose(name))
            if not any(len(part) >= _MIN_LETTERS and not part.isdigit() for part in parts):
                self.have_accents |= not name.isascii()
                parts = _split_name(name) if name.isascii() else parts or fold_text(name).split()
            if parts and WORD.search(fold_text(name)):
                longest, *others = sorted(
                    {part.encode() for part in parts}, key=lambda part: (-len(part), part)
                )
                self._parts.setdefault(longest, set()).add(tuple(others))
        self._bytes_before = _STRETCH_BYTES + max(map(len, self._parts), default=0)

    def iter_stretches(self, data: bytes, boundary: re.Pattern[bytes]) -> Iterator[bytes]:
        """Yield the texts between the boundaries of folded `data` that have all parts of a name."""
        for longest, all_others in self._parts.items():
            at = data.find(longest)
            while at >= 0:
                first, last = at - self._bytes_before, at + _STRETCH_BYTES
                window = data[max(0, first) : last]
                for others in all_others:
                    if all(part in window for part in others):
                        texts = boundary.split(data[_find_start(data, first) : _find_end(data, last)])
                        yield from (
                            text for text in texts if all(part in text for part in (longest, *others))
                        )
                at = data.find(longest, at + 1)


def _split_name(name: str) -> list[str]:
    """Split a name at its spaces; initials alone stay as they are written, without a last point."""
    pieces = fold_text(name).rstrip(" .").split()
    return pieces if max(map(len, pieces), default=0) > 1 else [" ".join(pieces)]


def _find_start(data: bytes, offset: int) -> int:
    """Return where the text around `offset` begins: half of a longer name would look like another name."""
    edge = max(data.rfind(edge, max(0, offset - _STRETCH_BYTES), max(0, offset)) for edge in _TEXT_EDGES)
    return edge if edge >= 0 else max(0, offset)


def _find_end(data: bytes, offset: int) -> int:
    """Return where the text around `offset` ends."""
    edges = (data.find(edge, offset, offset + _STRETCH_BYTES) for edge in _TEXT_EDGES)
    return min((edge for edge in edges if edge >= 0), default=offset)


_MIN_LENGTH = 3
"""Shorter ids and family names identify nobody, and are words of every language."""
_HEAD_BYTES = 200
"""A page has a tag among its first bytes; a table has none."""
_MANY_NAMES = 500
"""More names than these are searched for in all of a page at once, without `Needles`."""
_CELL_BOUNDARY = re.compile(rb'",|,(?!\s|\xc2\xa0|\xe2\x80[\x80-\x8b\xaf])')
"""Between two cells of a table that is published as a file; in a name a space follows the comma."""
_TAG_BOUNDARY = re.compile(rb"(?=<(?:t[dhr]|li)\b)")
"""Between two cells, or two items, of a page."""
_CAMEL_CASE_BOUNDARY = re.compile(r"(?<=[^\W\d_A-Z])(?=[A-Z])")
"""Between two joined words: `JanTok`."""
_PSEUDONYM = re.compile(r"player[ -]\d+|\d+, player", re.IGNORECASE)


@dataclass(frozen=True)
class HiddenNames:
    """The names, ids, aliases and family names of hidden players, which may occur nowhere in a site.

    A name that a visible player has too is no secret. `visible_names` are those of all visible players: a
    match inside one of them, or one that begins in one and ends in the next, names nobody else. Nor does one
    inside the `program_texts`, besides numbers. With `is_exact` initials count only as written, for texts of
    a program, which may have any letters by chance.
    """

    names: frozenset[str]
    family_names: frozenset[str] = frozenset()
    visible_names: frozenset[str] = frozenset()
    program_texts: frozenset[str] = frozenset()
    is_exact: bool = False

    def __bool__(self) -> bool:
        return bool(self.names or self.family_names)

    def find_problems(self, text: str, path: str, line: int = 1) -> list[Problem]:
        """Return the problems of `text`, which begins in `line` of the file at `path`, with these names.

        A family name alone is a warning. No message repeats a name, since others can read it.
        """
        views = make_views(text) if self else []
        if not (self._is_named(text, views) or self._is_family_named(views)):
            return []
        name_places = dict.fromkeys(_find_places(text, self.has_name))
        # a name may span two lines
        named_lines = {number + more for number, _ in name_places for more in (0, 1)}
        families = _find_places(text, self.has_family_name)
        problems = []
        for number, column in name_places:
            message = say("hidden-player-named", "a hidden player is named here")
            hint = advise("take it out, or write the label under which they are shown")
            problems.append(Problem(path, *_shift_place(number, column, line), message, hint))
        for number, column in families:
            if number not in named_lines:
                message = say("hidden-family-named", "the family name of a hidden player stands here")
                hint = advise("take it out, unless somebody else is meant")
                place = _shift_place(number, column, line)
                problems.append(Problem(path, *place, message, hint, Severity.WARNING))
        return problems

    def has_name(self, text: str, between: str = " ") -> bool:
        """Whether `text` has one of the names; see `make_views` for `between`."""
        return self._is_named(text, make_views(text, between))

    def has_family_name(self, text: str) -> bool:
        """Whether `text` has a family name that is no part of one of the names."""
        return bool(self.family_names) and self._is_family_named(make_views(text))

    def is_published(self, data: bytes) -> bool:
        """Whether a name is in the bytes of a page or a table, and not spread over two of its cells."""
        boundary = _TAG_BOUNDARY if b"<" in data[:_HEAD_BYTES] else _CELL_BOUNDARY
        if len(self.names) > _MANY_NAMES:
            texts: Iterable[bytes] = [boundary.sub(TEXT_BOUNDARY.encode(), data)]
        else:
            folded_data = fold_bytes(data, accents=self._needles.have_accents)
            texts = {*self._needles.iter_stretches(folded_data, boundary)}
        return any(self.has_name(text.decode("utf-8", "ignore"), TEXT_BOUNDARY) for text in texts)

    @property
    def has_single_word(self) -> bool:
        """Whether one of the names is a single word, besides numbers."""
        return any(len(_find_words(name)) == 1 for name in self.names)

    def exclude_words(self, words: Collection[str]) -> "HiddenNames":
        """Return the names that are no number and none of these words, which a program writes itself."""
        name_words = {name: _find_words(name) for name in self.names}
        names = {
            name
            for name, own in name_words.items()
            if len(own) > 1 or (len(own) == 1 and own[0].isalpha() and own[0] not in words)
        }
        return replace(self, names=frozenset(names), family_names=frozenset(), is_exact=True)

    def add_visible_texts(self, texts: Iterable[str]) -> "HiddenNames":
        """Return these names with more texts that, like names of visible players, disclose nobody."""
        visible = {text for text in texts if text and not self.has_name(text)}
        return replace(self, visible_names=self.visible_names | visible)

    def add_program_texts(self, texts: Iterable[str]) -> "HiddenNames":
        """Return these names with the texts of a program that have a word of one of them."""
        related = (text for text in texts if not self._words.isdisjoint(_find_words(text)))
        return replace(self, program_texts=self.program_texts.union(related))

    def is_near(self, texts: Iterable[str]) -> bool:
        """Whether a text has a word of these names, or the initial of one: it may then explain a match."""
        words = self._words | {word[0] for word in self._words}
        return any(not words.isdisjoint(_find_words(text)) for text in texts)

    @cached_property
    def _words(self) -> frozenset[str]:
        return frozenset(word for name in self.names for word in _find_words(name))

    @cached_property
    def long_names(self) -> "HiddenNames":
        """The names that are too long to occur in a picture by chance."""
        return HiddenNames(frozenset(name for name in self.names if len(fold_text(name)) > _MIN_LENGTH * 2))

    @cached_property
    def _name_index(self) -> SpellingIndex:
        return _make_index(self.names, are_exact=self.is_exact)

    @cached_property
    def _symbol_names(self) -> Collection[str]:
        """The names without letters, such as emoji; texts of a program have such symbols of their own."""
        symbols = (name for name in self.names if not WORD.search(fold_text(name)))
        return [] if self.is_exact else [name for name in symbols if not name.isascii()]

    @cached_property
    def _needles(self) -> Needles:
        return Needles(filter(_is_name, self.names))

    @cached_property
    def _family_index(self) -> SpellingIndex:
        return _make_index(self.family_names)

    @cached_property
    def _visible_index(self) -> SpellingIndex:
        return _make_index(self.visible_names)

    @cached_property
    def _program_index(self) -> SpellingIndex:
        return _make_index(self.program_texts)

    def _is_named(self, text: str, views: Iterable[str]) -> bool:
        has_match = any(self._occurs(self._name_index, view) for view in views)
        return has_match or any(symbol in text for symbol in self._symbol_names)

    def _is_family_named(self, views: Iterable[str]) -> bool:
        return any(self._occurs(self._family_index, view, self._name_index) for view in views)

    def _occurs(self, names: SpellingIndex, view: str, longer: SpellingIndex | None = None) -> bool:
        """Whether a folded text has one of these names that no visible, `longer` or program text explains."""
        spans = list(names.find_spans(view))
        if not spans:
            return False
        harmless = [*self._visible_index.find_spans(view), *(longer.find_spans(view) if longer else ())]
        texts = [*self._program_index.find_spans(view)] if self.program_texts else []
        return any(not (_is_inside(span, harmless, view) or _is_written(span, texts, view)) for span in spans)


@lru_cache(maxsize=8)
def _make_index(names: frozenset[str], *, are_exact: bool = False) -> SpellingIndex:
    return SpellingIndex(filter(_is_name, names), are_exact=are_exact)


def _is_name(name: str) -> bool:
    """Whether this is not just a number of one or two digits."""
    letters = "".join(WORD.findall(fold_text(name)))
    return not letters.isdigit() or len(letters) >= _MIN_LENGTH


def _is_inside(span: Span, names: Collection[Span], view: str) -> bool:
    """Whether a span is inside one of these names, or begins inside one and ends inside another.

    Those two must be plain: `Piet Peeters, Jan Claes` does not name `Peeters, Jan`.
    """
    if any(other.start <= span.start and span.end <= other.end for other in names):
        return True
    plain = [other for other in names if other.is_plain]
    first = max((other.end for other in plain if other.start < span.start < other.end), default=span.start)
    last = min((other.start for other in plain if other.start < span.end < other.end), default=span.end)
    return span.start < first and last < span.end and not WORD.search(view[first:last])


def _is_written(span: Span, texts: Collection[Span], view: str) -> bool:
    """Whether a span is inside one of the texts of a program, but for numbers and letters beside it."""
    words = [match.span() for match in WORD.finditer(view, span.start, span.end)]
    words = [(start, end) for start, end in words if end - start > 1 and not view[start:end].isdigit()]
    return bool(words) and any(text.start <= words[0][0] and words[-1][1] <= text.end for text in texts)


def _find_words(text: str) -> list[str]:
    """Return the folded words of a text, but for numbers."""
    return [word for word in WORD.findall(fold_text(text)) if not word.isdigit()]


def _find_places(text: str, has_match: Callable[[str], bool]) -> list[tuple[int, int]]:
    """Return the line and column of each match that one or two lines have; (0, 0) of a longer match."""
    lines = re.split(r"\r\n|\r|\n", text)
    places: list[tuple[int, int]] = []
    previous_matches = True
    for index, line in enumerate(lines):
        line_matches = has_match(line)
        two_lines = f"{lines[index - 1]}\n{line}"
        if line_matches:
            places.append((index + 1, _find_column(line, has_match)))
        elif not previous_matches and has_match(two_lines):
            number, column = locate_offset(two_lines, _find_column(two_lines, has_match) - 1)
            places.append((index - 1 + number, column))
        previous_matches = line_matches
        if len(places) >= MAX_ALIKE:
            break
    return places or ([(0, 0)] if has_match(text) else [])


def _find_column(text: str, has_match: Callable[[str], bool]) -> int:
    """Return the column at which a match begins: the last one from which the rest still has it."""
    return bisect_left(range(len(text)), True, key=lambda start: not has_match(text[start:]))


def _shift_place(number: int, column: int, first_line: int) -> tuple[int, int]:
    """Return a place in a text as a place in the file in which that text begins at `first_line`."""
    return (number + first_line - 1, column) if number else (0, 0)


def collect_hidden_names(persons: Iterable[Person]) -> HiddenNames:
    """Return the names of the hidden players among all players of a site."""
    all_persons = list(persons)
    if not any(person.hidden for person in all_persons):
        return HiddenNames(frozenset())
    names: dict[bool, set[str]] = {True: set(), False: set()}
    families: dict[bool, set[str]] = {True: set(), False: set()}
    for person in all_persons:
        ids = [person.id] if len(person.id) >= _MIN_LENGTH else []
        own_names = (person.name, person.sort_name, *person.aliases, *ids)
        spellings = [text for name in own_names for text in (name, _CAMEL_CASE_BOUNDARY.sub(" ", name))]
        normalized = {normalize_name(text) for text in spellings if not _PSEUDONYM.fullmatch(text)}
        shortened = {_leave_out_particles(name) for name in normalized}
        names[person.hidden] |= normalized | (shortened - {""})
        words = {word for name in normalized for word in re.split(r"[\s,]+", name)}
        families[person.hidden] |= {normalize_name(_get_family_name(person))} if person.hidden else words
    family_names = {family for family in families[True] - families[False] if len(family) >= _MIN_LENGTH}
    visible = names[False] - {""}
    secret = names[True] - names[False] - {""}
    return HiddenNames(frozenset(secret), frozenset(family_names - names[True]), frozenset(visible))


def _leave_out_particles(name: str) -> str:
    """Return `jan berg` for Jan van den Berg; blank for a name without particles."""
    words = split_name_words(name)
    return " ".join(words) if len(words) < len(extract_letters(name).split("-")) else ""


def _get_family_name(person: Person) -> str:
    """Return what precedes the comma in the sort name of a person, else the last word of the name."""
    if "," in person.sort_name:
        return person.sort_name.partition(",")[0]
    return person.name.rpartition(" ")[2] if " " in person.name else ""
