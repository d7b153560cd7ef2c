"""Sentences for people: the code says them in English, and the command line in the language of the site.

    say("not-a-date", "{cell} is not a date", cell=quoted(cell))

is the text `'x' is not a date` wherever a text is wanted, and knows what it was made of, so that
`Language.told` can say it anew. The sentence stands at the call in full: what is translated is found there.
"""

import unicodedata
from collections.abc import Mapping
from pathlib import PurePath
from typing import Any, Self

LONGEST = 300
"""Characters of a cell, a name, a path or what was said of a commit; more tells nobody more."""
_UNSEEN = {"Cc", "Cf", "Zl", "Zp", "Co", "Cn", "Cs"}


class Message(str):
    """A sentence in English, with what it was made of.

    `text` has the names of what is filled in between braces, `named` what that is; a message among it is
    said in the other language too, and what does not show in a text is spelt out. `code` tells programs what
    is said, and never changes; blank in advice. `several` is the text for a number other than one.
    """

    __slots__ = ("code", "named", "several", "text")
    code: str
    text: str
    several: str
    named: Mapping[str, Any]

    def __new__(cls, code: str, text: str, named: Mapping[str, Any], several: str = "") -> Self:
        """Put together in English; what is `named` has a `number` where there are several texts."""
        named = {name: _shown(each) for name, each in named.items()}
        chosen = several if several and named["number"] != 1 else text
        made = super().__new__(cls, chosen.format(**named))
        made.code, made.text, made.several, made.named = code, text, several, named
        return made

    def __reduce__(self) -> tuple[Any, ...]:
        return Message, (self.code, self.text, self.named, self.several)


def visible(value: str) -> str:
    """`value` with whatever does not show, or would be obeyed by a terminal, as its number."""
    return value if value.isascii() and value.isprintable() else "".join(map(_visible, value))


def plain(text: str) -> str:
    """A text on one line, all of which shows, cut where it is endless."""
    shown = visible(text[: LONGEST + 1])
    return shown if len(shown) <= LONGEST else f"{shown[: LONGEST - 1]}…"


def _visible(character: str) -> str:
    return f"\\u{ord(character):04x}" if unicodedata.category(character) in _UNSEEN else character


def _shown(value: object) -> object:
    if isinstance(value, str | PurePath) and not isinstance(value, Message):
        return visible(str(value))
    return value


def say(code: str, text: str, /, **named: Any) -> Message:
    """What was found and what was expected; `code` is its name for programs, in lower-case words with `-`."""
    return Message(code, text, named)


def advise(text: str, /, **named: Any) -> Message:
    """How to mend it, or a part of a sentence."""
    return Message("", text, named)


def counted(number: int, one: str, several: str, /, code: str = "", **named: Any) -> Message:
    """`one` or `several`, as `number` asks, which both can fill in."""
    return Message(code, one, {"number": number, **named}, several)


def joined(*parts: str, between: str = "; ") -> str:
    """Those of the parts that are not blank, as one."""
    given = [each for each in parts if each]
    names = [f"part{n}" for n in range(len(given))]
    text = between.join(f"{{{name}}}" for name in names)
    return Message("", text, dict(zip(names, given, strict=True))) if given else ""
