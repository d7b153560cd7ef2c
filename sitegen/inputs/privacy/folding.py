"""Text as somebody reads it, folded so that one name is found however it was written.

What it is written with is dissolved: tags, comments, entities, escapes, invisible characters. What is left is
without case, accents and ligatures: `ß` is `ss`, `ﬁ` is `fi`, `ø` is `o`, a no-break space is a space.

Names as they are looked for in folded texts: two spellings of a name have the same letters in their order.

What stands between the words may differ, and the family may stand first: `Jan-Willem O'Brien` is written
`OBRIEN, Jan Willem` and `janwillem_obrien` too.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from html import unescape
from itertools import accumulate, pairwise
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
"""Accents, and the points of Hebrew and Arabic, which are written or not."""
_PLAIN_LETTERS = str.maketrans({
    **dict.fromkeys("ʹʻʼʽʾʿ", "'"), **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212", "-"),
    "\u0131": "i", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "ħ": "h", "ŧ": "t", "þ": "th", "æ": "ae",
    "œ": "oe",
})  # fmt: skip
"""Letters that Unicode does not take apart, apostrophes that it calls letters, and dashes."""
_SIGN = re.compile(r"[^\w\s\x00-\x7f]")
_BEYOND_ASCII = re.compile(rb"[\x80-\xff]+")
_ENCODED_LETTERS = {
    b"&": re.compile(rb"&(?!amp;|lt;|gt;|quot;|#34;|#39;|#x27;|nbsp;)#?\w{1,31};?"),
    b"%": re.compile(rb"%[0-9a-fA-F]{2}(?:%[0-9a-fA-F]{2})*"),
    b"\\": re.compile(rb"\\[ux0-9a-fA-F][0-9a-fA-F{}]{1,6}"),
}
"""What may stand for a letter in UTF-8, by the sign that it begins with."""
_ASCII = bytes(range(128))
_HARMLESS_BYTES = _ASCII.translate(None, b"".join(_ENCODED_LETTERS))
"""What stands for nothing but itself, whatever is beside it."""
_MAX_CODE_POINT = 0x10FFFF


def fold_text(text: str) -> str:
    """The normal form of `text`: two texts that are alike in it are two ways to write one.

    It has no case, no accents and nothing that is invisible; a sign beyond ASCII is a dash or a point.
    """
    if text.isascii():
        return text.lower()
    return _SIGN.sub(".", _COMBINING_MARK.sub("", decompose(text)).translate(_PLAIN_LETTERS))


def decompose(text: str) -> str:
    """`text` without case and invisible characters, its letters and their accents apart."""
    plain = unicodedata.normalize("NFKD", _INVISIBLE.sub("", text))
    return unicodedata.normalize("NFKD", plain.casefold())


def fold_bytes(data: bytes, *, accents: bool = True) -> bytes:
    """The same of UTF-8, entities and escapes spelled out; faster, since most of a page is ASCII.

    What is written for a sign of HTML stays, which is no letter; so do, without `accents`, letters with one
    where there are no other signs that stand for letters.
    """
    rest = data.translate(None, _HARMLESS_BYTES)
    for sign, written in _ENCODED_LETTERS.items():
        if sign in rest and written.search(data):
            data = written.sub(_unescape_bytes, data)
            rest = data.translate(None, _HARMLESS_BYTES)
    if not accents and not any(map(_stands_for_letters, set(rest.decode("utf-8", "ignore")))):
        return data.lower()
    return _BEYOND_ASCII.sub(_fold_match, data.lower())


def _unescape_bytes(found: re.Match[bytes]) -> bytes:
    return unescape_text(found[0].decode("utf-8", "replace")).encode("utf-8", "replace")


def _fold_match(found: re.Match[bytes]) -> bytes:
    return _fold_run(found[0])


@lru_cache(maxsize=4096)
def _fold_run(run: bytes) -> bytes:
    return fold_text(run.decode("utf-8", "ignore")).encode()


@lru_cache(maxsize=4096)
def _stands_for_letters(sign: str) -> bool:
    """Whether a sign hides a letter of ASCII, or nothing: a ligature, a letter of full width, an accent."""
    if unicodedata.combining(sign):
        return True
    found = decompose(sign)
    has_letters = any(letter.isascii() and letter.isalpha() for letter in found)
    return not found or (has_letters and not unicodedata.normalize("NFD", sign)[0].isascii())


def unescape_text(text: str) -> str:
    """`text` with entities and escapes as the characters that they stand for."""
    if "&" in text:
        text = unescape(text)
    if "\\" in text:
        text = _ESCAPE.sub(_replace_escape, text)
    return _PERCENT_ESCAPE.sub(_decode_percent, text) if "%" in text else text


def _replace_escape(found: re.Match[str]) -> str:
    *numbers, sign = found.groups()
    number = int(next(filter(None, numbers), "0"), 16)
    return sign or (chr(number) if number <= _MAX_CODE_POINT and not 0xD800 <= number < 0xE000 else "")


def _decode_percent(found: re.Match[str]) -> str:
    return bytes.fromhex(found[0].replace("%", "")).decode("utf-8", "ignore")


def make_views(text: str, between: str = " ") -> list[str]:
    """What a reader, and whoever looks at its attributes, sees of `text`, folded.

    `between` stands in the place of a tag that is no part of a line: two cells of a table are two texts.
    Where that is no blank, two elements are two texts too when nothing stands between them.
    """
    marked = fold_text(unescape_text(text))
    if "<" not in text:
        return [marked]
    plain = _COMMENT.sub("", text).casefold()
    shown = _TAG.sub(
        between,
        _INLINE_MARKUP.sub("", plain if between == " " else _ADJACENT_TAGS.sub(rf"\1{between}", plain)),
    )
    return [marked, fold_text(unescape_text(shown))]


TEXT_BOUNDARY = "\x01"
"""Between two texts that are no part of one another."""
_UNSPACED = "\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff"
UNSPACED_CHARACTER = re.compile(f"[{_UNSPACED}]")
"""Writing without blanks, of which each character is a word."""
WORD = re.compile(rf"[{_UNSPACED}]|[^\W_{_UNSPACED}]+")
_GAP = re.compile(rf"(?:\s+(?:[^\w\s{TEXT_BOUNDARY}/|-]|_){{0,2}}|(?:[^\w\s{TEXT_BOUNDARY}]|_){{1,3}}\s*)?")
"""Between the words of a name: blanks, or whatever people write for them; ` - ` divides two names."""
_DIVIDERS = frozenset("-/|")
_MAX_GAP = 8
"""So many signs may stand between two words of a name that are divided by one."""
_BLANKS = re.compile(r"\s+")
_MIN_JOINED = 6
"""Fewer letters that are written together are a word of its own."""
_PREFIX_LENGTH = 3
_FEW_NAMES = 50
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
    is_reordered: bool = False

    @classmethod
    def iter_variants(cls, name: str) -> "Iterator[Spelling]":
        """A name as it is, and as what its escapes stand for; each of them also with the family first."""
        texts = {fold_text(name)}
        if any(sign in name for sign in "&%\\<"):
            texts |= {fold_text(unescape_text(name)), *make_views(name)}
        for text in sorted(texts):
            yield from cls._iter_rotations(text)

    @classmethod
    def _iter_rotations(cls, text: str) -> "Iterator[Spelling]":
        spans = [match.span() for match in WORD.finditer(text)]
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

    def matches(self, gaps: Mapping[int, str]) -> bool:
        """Whether this can be its name, of which the letters are there, with `gaps` between them."""
        if any(at not in self.gaps or not _may_separate(gap, self.gaps[at]) for at, gap in gaps.items()):
            return False
        needed = (at for at, gap in self.gaps.items() if gap != "'")
        return len(self.letters) >= _MIN_JOINED or all(at in gaps for at in needed)

    def is_plain(self, gaps: Mapping[int, str]) -> bool:
        """Whether it is written as it is, but for its letters."""
        own, there = ({at: _BLANKS.sub(" ", gap) for at, gap in of.items()} for of in (self.gaps, gaps))
        return not self.is_reordered and own == there


def _may_separate(gap: str, own: str) -> bool:
    """Whether two words of a name that has its `own` between them can have this there."""
    is_wide = not _GAP.fullmatch(own) or not _DIVIDERS.isdisjoint(own)
    return bool(_GAP.fullmatch(gap)) or (is_wide and len(gap) <= _MAX_GAP and TEXT_BOUNDARY not in gap)


class SpellingIndex:
    """Names that are found in a folded text in one pass, however many they are."""

    def __init__(self, names: Iterable[str], *, are_exact: bool = False) -> None:
        """Of initials that chance may write, those that `are_exact` are names."""
        self._by_start: dict[str, list[tuple[str, Spelling]]] = {}
        self._are_exact = are_exact
        for spelling in (spelling for name in names for spelling in Spelling.iter_variants(name)):
            letters = spelling.letters
            self._by_start.setdefault(letters[:_PREFIX_LENGTH], []).append((letters, spelling))
        self._every = {letters for found in self._by_start.values() for letters, _ in found}
        self._sizes = sorted({*map(len, self._by_start)})

    def find_spans(self, text: str) -> Iterator[Span]:
        """Where one of them stands."""
        letters = "".join(WORD.findall(text)) if self._by_start else ""
        if len(self._every) < _FEW_NAMES and not any(key in letters for key in self._every):
            return
        words = [match.span() for match in WORD.finditer(text)]
        ends = [*accumulate(end - start for start, end in words)]
        numbers = {at: number for number, at in enumerate(ends)}
        for first, at in enumerate([0, *ends[:-1]] if words else ()):
            for size in self._sizes:
                for own, spelling in self._by_start.get(letters[at : at + size], ()):
                    last = numbers.get(at + len(own), -1)
                    if last >= 0 and letters.startswith(own, at):
                        inside = range(first, last)
                        gaps = {ends[n] - at: text[words[n][1] : words[n + 1][0]] for n in inside}
                        if self._is_match(spelling, gaps):
                            yield Span(words[first][0], words[last][1], spelling.is_plain(gaps))

    def _is_match(self, spelling: Spelling, gaps: Mapping[int, str]) -> bool:
        if self._are_exact and spelling.are_initials and not spelling.is_plain(gaps):
            return False
        return spelling.matches(gaps)
