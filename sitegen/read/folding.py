"""Text as somebody reads it, folded so that one name is found however it was written.

What it is written with is dissolved: tags, comments, entities, escapes, invisible characters. What is left is
without case, accents and ligatures: `ß` is `ss`, `ﬁ` is `fi`, `ø` is `o`, a no-break space is a space.
"""

import re
import unicodedata
from functools import lru_cache
from html import unescape

_INLINE = (
    "a|abbr|b|bdi|bdo|big|cite|code|data|del|dfn|em|font|i|ins|kbd|mark|q|s|samp|small|span|strong|sub|sup"
    "|time|tspan|tt|u|var|wbr"
)
_NOTHING = re.compile(rf"<!--.*?-->|</?(?:{_INLINE})(?:[\s/][^<>]*)?>", re.DOTALL)
_TAG = re.compile(r"</?[a-z!?][^<>]*>")
_NEXT = re.compile(r"(</[a-z][^<>]*>)(?=<[a-z])")
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_ESCAPE = re.compile(
    r"\\(?:u([0-9a-fA-F]{4})|u\{([0-9a-fA-F]{1,6})\}|x([0-9a-fA-F]{2})|([0-9a-fA-F]{2,6})\s?|([!-/:-@\[-`{-~]))"
)
_PERCENT = re.compile(r"(?:%[0-9a-fA-F]{2})+")
_INVISIBLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0]"
)
_MARK = re.compile("[\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1-\u05c5\u064b-\u065f\u0670]")
"""Accents, and the points of Hebrew and Arabic, which are written or not."""
_PLAIN = str.maketrans({
    **dict.fromkeys("ʹʻʼʽʾʿ", "'"), **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212", "-"),
    "\u0131": "i", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "ħ": "h", "ŧ": "t", "þ": "th", "æ": "ae",
    "œ": "oe",
})  # fmt: skip
"""Letters that Unicode does not take apart, apostrophes that it calls letters, and dashes."""
_SIGN = re.compile(r"[^\w\s\x00-\x7f]")
_BEYOND_ASCII = re.compile(rb"[\x80-\xff]+")
_WRITTEN = {
    b"&": re.compile(rb"&(?!amp;|lt;|gt;|quot;|#34;|#39;|#x27;|nbsp;)#?\w{1,31};?"),
    b"%": re.compile(rb"%[0-9a-fA-F]{2}(?:%[0-9a-fA-F]{2})*"),
    b"\\": re.compile(rb"\\[ux0-9a-fA-F][0-9a-fA-F{}]{1,6}"),
}
"""What may stand for a letter in UTF-8, by the sign that it begins with."""
_ASCII = bytes(range(128))
_HARMLESS = _ASCII.translate(None, b"".join(_WRITTEN))
"""What stands for nothing but itself, whatever is beside it."""
_HIGHEST = 0x10FFFF


def folded(text: str) -> str:
    """The normal form of `text`: two texts that are alike in it are two ways to write one.

    It has no case, no accents and nothing that is invisible; a sign beyond ASCII is a dash or a point.
    """
    if text.isascii():
        return text.lower()
    return _SIGN.sub(".", _MARK.sub("", decomposed(text)).translate(_PLAIN))


def decomposed(text: str) -> str:
    """`text` without case and invisible characters, its letters and their accents apart."""
    plain = unicodedata.normalize("NFKD", _INVISIBLE.sub("", text))
    return unicodedata.normalize("NFKD", plain.casefold())


def folded_bytes(data: bytes, *, accents: bool = True) -> bytes:
    """The same of UTF-8, entities and escapes spelled out; faster, since most of a page is ASCII.

    What is written for a sign of HTML stays, which is no letter; so do, without `accents`, letters with one
    where there are no other signs that stand for letters.
    """
    rest = data.translate(None, _HARMLESS)
    for sign, written in _WRITTEN.items():
        if sign in rest and written.search(data):
            data = written.sub(_spelled_bytes, data)
            rest = data.translate(None, _HARMLESS)
    if not accents and not any(map(_stands_for_letters, set(rest.decode("utf-8", "ignore")))):
        return data.lower()
    return _BEYOND_ASCII.sub(_folded_bytes, data.lower())


def _spelled_bytes(found: re.Match[bytes]) -> bytes:
    return spelled_out(found[0].decode("utf-8", "replace")).encode("utf-8", "replace")


def _folded_bytes(found: re.Match[bytes]) -> bytes:
    return _folded_run(found[0])


@lru_cache(maxsize=4096)
def _folded_run(run: bytes) -> bytes:
    return folded(run.decode("utf-8", "ignore")).encode()


@lru_cache(maxsize=4096)
def _stands_for_letters(sign: str) -> bool:
    """Whether a sign hides a letter of ASCII, or nothing: a ligature, a letter of full width, an accent."""
    if unicodedata.combining(sign):
        return True
    found = decomposed(sign)
    has_letters = any(each.isascii() and each.isalpha() for each in found)
    return not found or (has_letters and not unicodedata.normalize("NFD", sign)[0].isascii())


def spelled_out(text: str) -> str:
    """`text` with entities and escapes as the characters that they stand for."""
    if "&" in text:
        text = unescape(text)
    if "\\" in text:
        text = _ESCAPE.sub(_unescaped, text)
    return _PERCENT.sub(_unquoted, text) if "%" in text else text


def _unescaped(found: re.Match[str]) -> str:
    *numbers, sign = found.groups()
    number = int(next(filter(None, numbers), "0"), 16)
    return sign or (chr(number) if number <= _HIGHEST and not 0xD800 <= number < 0xE000 else "")


def _unquoted(found: re.Match[str]) -> str:
    return bytes.fromhex(found[0].replace("%", "")).decode("utf-8", "ignore")


def views(text: str, between: str = " ") -> list[str]:
    """What a reader, and whoever looks at its attributes, sees of `text`, folded.

    `between` stands in the place of a tag that is no part of a line: two cells of a table are two texts.
    Where that is no blank, two elements are two texts too when nothing stands between them.
    """
    marked = folded(spelled_out(text))
    if "<" not in text:
        return [marked]
    plain = _COMMENT.sub("", text).casefold()
    shown = _TAG.sub(
        between, _NOTHING.sub("", plain if between == " " else _NEXT.sub(rf"\1{between}", plain))
    )
    return [marked, folded(spelled_out(shown))]
