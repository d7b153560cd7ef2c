"""Fold texts, and find names in folded texts however they are spelled.

Folding removes tags, comments, entities, escapes and invisible characters, and then case, accents and
ligatures: `ß` becomes `ss`, `ﬁ` `fi`, `ø` `o`, and a no-break space a space.

Two spellings of a name have the same words. What stands between them may differ, and so may their order:
`Jan-Willem O'Brien` is also `OBRIEN, Jan Willem`, `janwillem_obrien` and `Willem-Jan - O'Brien`.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from html import unescape
from itertools import accumulate, pairwise, permutations
from typing import NamedTuple

_INLINE = (
    "a|abbr|b|bdi|bdo|big|cite|code|data|del|dfn|em|font|i|ins|kbd|mark|q|s|samp|small|span|strong|sub|sup"
    "|time|tspan|tt|u|var|wbr"
)
_INLINE_MARKUP = re.compile(rf"<!--.*?-->|</?(?:{_INLINE})(?:[\s/][^<>]*)?>", re.DOTALL)
_TAG = re.compile(r"</?[a-z!?][^<>]*>")
_ADJACENT_TAGS = re.compile(r"(</[a-z][^<>]*>)(?=<[a-z])")
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_ESCAPE = re.compile(
    r"\\(?:u([0-9a-fA-F]{4})|u\{([0-9a-fA-F]{1,6})\}|x([0-9a-fA-F]{2})|([0-9a-fA-F]{2,6})\s?|([!-/:-@\[-`{-~]))"
)
_PERCENT_ESCAPE = re.compile(r"(?:%[0-9a-fA-F]{2})+")
_INVISIBLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0]"
)
_COMBINING_MARK = re.compile(
    "[\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1-\u05c5\u064b-\u065f\u0670]"
)
"""Accents, and the points of Hebrew and Arabic, which are optional in writing."""
_PLAIN_LETTERS = str.maketrans({
    **dict.fromkeys("ʹʻʼʽʾʿ", "'"), **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212", "-"),
    "\u0131": "i", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "ħ": "h", "ŧ": "t", "þ": "th", "æ": "ae",
    "œ": "oe",
})  # fmt: skip
"""Letters that Unicode does not decompose, apostrophes that it classifies as letters, and dashes."""
_SIGN = re.compile(r"[^\w\s\x00-\x7f]")
_BEYOND_ASCII = re.compile(r"([^\x00-\x7f]+)")
_BYTES_BEYOND_ASCII = re.compile(rb"([\x80-\xff]+)")
_ENCODED_LETTERS = {
    b"&": re.compile(rb"&(?!amp;|lt;|gt;|quot;|#34;|#39;|#x27;|nbsp;)#?\w{1,31};?"),
    b"%": re.compile(rb"%[0-9a-fA-F]{2}(?:%[0-9a-fA-F]{2})*"),
    b"\\": re.compile(rb"\\[ux0-9a-fA-F][0-9a-fA-F{}]{1,6}"),
}
"""The escapes that may encode a letter, by their first sign."""
_PLAIN_ASCII = bytes({*range(128)} - {*b"".join(_ENCODED_LETTERS)})
_MAX_CODE_POINT = 0x10FFFF


def fold_text(text: str) -> str:
    """Return the folded form of `text`, which is the same for all spellings of one text.

    It has no case, no accents and no invisible characters; a sign beyond ASCII becomes a dash or a point.
    """
    if text.isascii():
        return text.lower()
    pieces = _BEYOND_ASCII.split(text)
    pieces[::2] = [piece.lower() for piece in pieces[::2]]
    pieces[1::2] = map(_fold_run, pieces[1::2])
    return "".join(pieces)


@lru_cache(maxsize=4096)
def _fold_run(run: str) -> str:
    """Fold characters beyond ASCII: with those beside them they neither combine nor change places."""
    return _SIGN.sub(".", _COMBINING_MARK.sub("", decompose(run)).translate(_PLAIN_LETTERS))


def decompose(text: str) -> str:
    """Return `text` without case and invisible characters, with accents separate from their letters."""
    plain = unicodedata.normalize("NFKD", _INVISIBLE.sub("", text))
    return unicodedata.normalize("NFKD", plain.casefold())


def fold_bytes(data: bytes, *, accents: bool = True) -> bytes:
    """Fold UTF-8 and resolve its entities and escapes; faster than `fold_text`, as most of a page is ASCII.

    The entities of HTML's own signs stay. Without `accents` letters with accents stay too, where no other
    sign hides a letter, which halves the time.
    """
    signs = data.translate(None, _PLAIN_ASCII)  # one pass finds all that may need another
    for first, encoded_text in _ENCODED_LETTERS.items():
        if first in signs and (plain := encoded_text.sub(_resolve_escape, data)) != data:
            data, signs = plain, plain.translate(None, _PLAIN_ASCII)
    data = data.lower()
    if not accents and not any(map(_stands_for_letters, {*signs.decode("utf-8", "ignore")})):
        return data
    pieces = _BYTES_BEYOND_ASCII.split(data)
    pieces[1::2] = map(_fold_encoded_run, pieces[1::2])
    return b"".join(pieces)


@lru_cache(maxsize=4096)
def _fold_encoded_run(run: bytes) -> bytes:
    """Fold characters beyond ASCII; a page has the same few, such as dashes, hundreds of times."""
    return fold_text(run.decode("utf-8", "ignore")).encode()


def _resolve_escape(match: re.Match[bytes]) -> bytes:
    return unescape_text(match[0].decode("utf-8", "replace")).encode("utf-8", "replace")


@lru_cache(maxsize=4096)
def _stands_for_letters(sign: str) -> bool:
    """Whether a sign folds to ASCII letters or to nothing: a ligature, a full-width letter, an accent."""
    if unicodedata.combining(sign):
        return True
    letters = decompose(sign)
    has_ascii = any(letter.isascii() and letter.isalpha() for letter in letters)
    return not letters or (has_ascii and not unicodedata.normalize("NFD", sign)[0].isascii())


def unescape_text(text: str) -> str:
    """Return `text` with its entities and escapes resolved."""
    if "&" in text:
        text = unescape(text)
    if "\\" in text:
        text = _ESCAPE.sub(_replace_escape, text)
    if "%" not in text:
        return text
    return _PERCENT_ESCAPE.sub(
        lambda match: bytes.fromhex(match[0].replace("%", "")).decode("utf-8", "ignore"), text
    )


def _replace_escape(match: re.Match[str]) -> str:
    *numbers, sign = match.groups()
    number = int(next(filter(None, numbers), "0"), 16)
    return sign or (chr(number) if number <= _MAX_CODE_POINT and not 0xD800 <= number < 0xE000 else "")


def make_views(text: str, between: str = " ") -> list[str]:
    """Return `text` folded as a reader of its source sees it, and as a reader of the page does.

    `between` replaces each tag that ends a line, since two cells of a table are two texts. Unless that is a
    space, it also separates two elements with nothing between them.
    """
    source = fold_text(unescape_text(text))
    if "<" not in text:
        return [source]
    html = _COMMENT.sub("", text).casefold()
    if between != " ":
        html = _ADJACENT_TAGS.sub(rf"\1{between}", html)
    return [source, fold_text(unescape_text(_TAG.sub(between, _INLINE_MARKUP.sub("", html))))]


TEXT_BOUNDARY = "\x01"
"""Separates two texts: no name extends across it."""
_UNSPACED = "\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff"
"""Characters of scripts without spaces, each of which is a word by itself."""
WORD = re.compile(rf"[{_UNSPACED}]|[^\W_{_UNSPACED}]+")
_GAP = re.compile(rf"(?:\s+(?:[^\w\s{TEXT_BOUNDARY}/|-]|_){{0,2}}|(?:[^\w\s{TEXT_BOUNDARY}]|_){{1,3}}\s*)?")
"""What may separate initials: spaces, or other signs in their place; ` - ` separates two of them."""
_DIVIDERS = frozenset("-/|")
_MAX_GAP = 20
"""The most spaces and signs between two words of a name."""
_MAX_PERMUTED = 4
"""A name of more parts is found in fewer orders."""
_BLANKS = re.compile(r"\s+")
_MIN_JOINED = 6
"""The least letters of a name that is found when it is written as one word."""
_PREFIX_LENGTH = 3


class Span(NamedTuple):
    """The place of a name in a text; `is_plain` where its words are separated as in the name itself."""

    start: int
    end: int
    is_plain: bool


class Spelling(NamedTuple):
    """The `words` of a name, and the gaps between them by the number of letters before each gap."""

    words: tuple[str, ...]
    gaps: Mapping[int, str]
    is_reordered: bool = False

    @classmethod
    def iter_variants(cls, name: str) -> "Iterator[Spelling]":
        """Yield a name as it is and with its escapes resolved; each also with its words in other orders."""
        texts = {fold_text(name)}
        if any(sign in name for sign in "&%\\<"):
            texts |= {fold_text(unescape_text(name)), *make_views(name)}
        for text in sorted(texts):
            yield from cls._iter_orders(text)

    @classmethod
    def _iter_orders(cls, text: str) -> "Iterator[Spelling]":
        spans = [match.span() for match in WORD.finditer(text)]
        if not spans:
            return
        words = [text[start:end] for start, end in spans]
        between = [text[end:start] for (_, end), (start, _) in pairwise(spans)]
        starts = [0, *(place for place, gap in enumerate(between, 1) if gap)]
        parts = [tuple(range(*bounds)) for bounds in pairwise([*starts, len(words)])]
        for order in _list_orders(parts, between) if not any(map(str.isdigit, words)) else [tuple(parts)]:
            places = [place for part in order for place in part]
            gaps = [between[place] if next_ == place + 1 else " " for place, next_ in pairwise(places)]
            ordered_words = tuple(words[place] for place in places)
            offsets = accumulate(map(len, ordered_words[:-1]))
            is_reordered = places != sorted(places)
            yield cls(ordered_words, dict(zip(offsets, gaps, strict=True)), is_reordered)

    @property
    def letters(self) -> str:
        """All its letters and digits."""
        return "".join(self.words)

    @property
    def are_initials(self) -> bool:
        """Whether no word has more than one letter."""
        return len(self.letters) == len(self.words) and self.letters.isascii()

    @property
    def is_numbered(self) -> bool:
        """Whether a word is a number, which stands beside any other word by chance."""
        return any(map(str.isdigit, self.words))

    def matches(self, gaps: Mapping[int, str], *, is_exact: bool = False) -> bool:
        """Whether its letters, which a text has with these `gaps` between them, are this name.

        With `is_exact` only signs that are usual in a name may stand there.
        """
        is_strict = is_exact or self.are_initials or self.is_numbered
        own_gaps = (self.gaps.get(at) for at in gaps)
        for gap, own_gap in zip(gaps.values(), own_gaps, strict=True):
            if own_gap is None or not _may_separate(gap, own_gap, is_strict=is_strict):
                return False
        required = (at for at, gap in self.gaps.items() if gap != "'")
        return len(self.letters) >= _MIN_JOINED or all(at in gaps for at in required)

    def is_plain(self, gaps: Mapping[int, str]) -> bool:
        """Whether these gaps are those of the name itself."""
        own_gaps = {at: _BLANKS.sub(" ", gap) for at, gap in self.gaps.items()}
        return not self.is_reordered and own_gaps == {at: _BLANKS.sub(" ", gap) for at, gap in gaps.items()}


_Part = tuple[int, ...]
"""The places of words of a name that stay together."""


def _list_orders(parts: Sequence[_Part], between: Sequence[str]) -> list[tuple[_Part, ...]]:
    """Return the orders of the parts of a name, its own first; of many parts not all.

    The family name may come first then, and what a sign joins may be turned round.
    """
    if len(parts) <= _MAX_PERMUTED:
        return list(permutations(parts))
    starts = [0, *(place for place, part in enumerate(parts) if place and between[part[0] - 1].isspace())]
    compounds = [parts[slice(*bounds)] for bounds in pairwise([*starts, len(parts)])]
    turned = [part for compound in compounds for part in reversed(compound)]
    rotations = ((*order[n:], *order[:n]) for order in (parts, turned) for n in range(len(parts)))
    return list(dict.fromkeys(rotations))


def _may_separate(gap: str, own_gap: str, *, is_strict: bool) -> bool:
    """Whether a text may have this gap where the name has its own; two items of a list are no name."""
    if _GAP.fullmatch(gap):
        return True
    if len(gap) > _MAX_GAP or TEXT_BOUNDARY in gap:
        return False
    is_wide = not _GAP.fullmatch(own_gap) or not _DIVIDERS.isdisjoint(own_gap)
    return is_wide or not (is_strict or "\n" in gap)


class SpellingIndex:
    """An index that finds any number of names in a folded text in one pass."""

    def __init__(self, names: Iterable[str], *, are_exact: bool = False) -> None:
        """With `are_exact` initials are found only as in the name, and no other signs between its words."""
        self._by_prefix: dict[str, list[tuple[str, Spelling]]] = {}
        self._are_exact = are_exact
        for spelling in (spelling for name in names for spelling in Spelling.iter_variants(name)):
            letters = spelling.letters
            self._by_prefix.setdefault(letters[:_PREFIX_LENGTH], []).append((letters, spelling))
        self._prefix_lengths = sorted({*map(len, self._by_prefix)})

    def find_spans(self, text: str) -> Iterator[Span]:
        """Yield the places of the names in a folded text."""
        words = WORD.findall(text) if self._by_prefix else []
        letters, ends = "".join(words), [*accumulate(map(len, words))]
        found = [
            (first, at, own, spelling)
            for first, at in enumerate([0, *ends[:-1]] if words else ())
            for length in self._prefix_lengths
            for own, spelling in self._by_prefix.get(letters[at : at + length], ())
            if letters.startswith(own, at)
        ]
        spans = [match.span() for match in WORD.finditer(text)] if found else []
        numbers = {at: number for number, at in enumerate(ends)} if found else {}
        for first, at, own, spelling in found:
            last = numbers.get(at + len(own), -1)
            if last >= 0:
                gaps = {ends[n] - at: text[spans[n][1] : spans[n + 1][0]] for n in range(first, last)}
                if self._is_match(spelling, gaps):
                    yield Span(spans[first][0], spans[last][1], spelling.is_plain(gaps))

    def _is_match(self, spelling: Spelling, gaps: Mapping[int, str]) -> bool:
        if self._are_exact and spelling.are_initials and not spelling.is_plain(gaps):
            return False
        return spelling.matches(gaps, is_exact=self._are_exact)
