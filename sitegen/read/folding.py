"""Text as somebody reads it, folded so that one name is found however it was written.

What it is written with is dissolved: tags, comments, entities, escapes, invisible characters. What is left is
without case and in NFKD: `ß` is `ss`, `ﬁ` is `fi`, a no-break space is a space.
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
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_ESCAPE = re.compile(
    r"\\(?:u\{?([0-9a-fA-F]{4,6})\}?|x([0-9a-fA-F]{2})|([0-9a-fA-F]{2,6})\s?|([!-/:-@\[-`{-~]))"
)
_PERCENT = re.compile(r"(?:%[0-9a-fA-F]{2})+")
_INVISIBLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0]"
)
_APOSTROPHES = "ʹʻʼʽʾʿ"
"""Letters to Unicode, and marks to a reader."""
_BEYOND_ASCII = re.compile(rb"[\x80-\xff]+")
_WRITTEN = {
    b"&": re.compile(rb"&(?!amp;|lt;|gt;|quot;|#34;|#39;|#x27;|nbsp;)#?\w{1,31};?"),
    b"%": re.compile(rb"%[0-9a-fA-F]{2}(?:%[0-9a-fA-F]{2})*"),
    b"\\": re.compile(rb"\\[ux0-9a-fA-F][0-9a-fA-F{}]{1,6}"),
}
"""What may stand for a letter in UTF-8, by the sign that it begins with."""
_ASCII = bytes(range(128))
_HIGHEST = 0x10FFFF


def folded(text: str) -> str:
    """`text` without case and invisible characters, in NFKD."""
    if text.isascii():
        return text.lower()
    plain = _INVISIBLE.sub("", text) if _INVISIBLE.search(text) else text
    found = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", plain).casefold())
    for each in _APOSTROPHES:
        found = found.replace(each, "'")
    return found


def folded_bytes(data: bytes, *, accents: bool = True) -> bytes:
    """The same of UTF-8, entities and escapes spelled out; faster, since most of a page is ASCII.

    What is written for a sign of HTML stays, which is no letter; so do, without `accents`, letters with one
    where there are no other signs that stand for letters.
    """
    for sign, written in _WRITTEN.items():
        data = written.sub(_spelled_bytes, data) if sign in data else data
    signs = set(data.translate(None, _ASCII).decode("utf-8", "ignore"))
    if not accents and not any(map(_stands_for_letters, signs)):
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
    """Whether a sign hides a letter of ASCII, or nothing: a ligature, a letter of full width."""
    found = folded(sign)
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
    number = int(found[1] or found[2] or found[3] or "0", 16)
    return found[4] or (chr(number) if number <= _HIGHEST and not 0xD800 <= number < 0xE000 else "")


def _unquoted(found: re.Match[str]) -> str:
    return bytes.fromhex(found[0].replace("%", "")).decode("utf-8", "ignore")


def views(text: str, between: str = " ") -> list[str]:
    """What a reader, and whoever looks at its attributes, sees of `text`, folded.

    `between` stands in the place of a tag that is no part of a line: two cells of a table are two texts.
    """
    marked = folded(spelled_out(text))
    if "<" not in text:
        return [marked]
    shown = _TAG.sub(between, _NOTHING.sub("", _COMMENT.sub("", text).casefold()))
    return [marked, folded(spelled_out(shown))]
