"""Texts: in NFC, of characters that can be seen."""

import re
import unicodedata

from sitegen.cells import personal
from sitegen.message import advise, say
from sitegen.problem import quoted

LONGEST = 200
"""The most characters a text may have."""
_HIDING = {"Cc", "Cf", "Cs", "Zl", "Zp"}
"""The general categories whose characters are not seen, or change how others are."""
NO_CHARACTERS = r"\ufdd0-\ufdef" + "".join(rf"\U{plane:04x}fffe\U{plane:04x}ffff" for plane in range(17))
"""What Unicode keeps from ever being a character, as part of a pattern; XML has no way to hold some of it."""
_BLANKS = re.compile(
    r"[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180d\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef"
    rf"{NO_CHARACTERS}]"
)
"""Letters and marks that are not seen either: fillers, joiners, variation selectors."""


def text(cell: str, *, is_personal: bool = False) -> str:
    """A text: NFC, without spaces around it, of characters that can be seen.

    It tells nobody how to reach somebody, unless it `is_personal`.
    """
    stripped = unicodedata.normalize("NFC", cell.strip().replace("\r\n", "\n").replace("\r", "\n"))
    if len(stripped) > LONGEST:
        message = say(
            "text-too-long",
            "{text} has {number} characters, more than {most}",
            text=quoted(stripped),
            number=len(stripped),
            most=LONGEST,
        )
        raise ValueError(message, advise("shorten it"))
    unseen = unseen_character(stripped.replace("\n", " "))
    if unseen:
        message = say(
            "unseen-character",
            "{text} holds {character}, which is not seen",
            text=quoted(stripped),
            character=described(unseen),
        )
        raise ValueError(message, advise("take it out"))
    if not is_personal:
        personal.refuse(stripped)
    return stripped


def line(cell: str, *, is_personal: bool = False) -> str:
    """A text on one line."""
    one = text(cell, is_personal=is_personal)
    if "\n" in one:
        message = say("line-break", "{text} has a line break", text=quoted(one))
        raise ValueError(message, advise("write it on one line"))
    return one


def person(cell: str) -> str:
    """The name of a person, which is on one line and says nothing else of them."""
    one = line(cell)
    personal.refuse(one, of_person=True)
    return one


def unseen_character(value: str) -> str:
    """The first character that is invisible or changes the direction of others; empty when there is none."""
    if value.isascii() and value.isprintable():
        return ""
    unseen = (each for each in value if unicodedata.category(each) in _HIDING or _BLANKS.match(each))
    return next(unseen, "")


def described(character: str) -> str:
    """A character by its code point and name: `U+200B ZERO WIDTH SPACE`."""
    return f"U+{ord(character):04X} {unicodedata.name(character, '')}".rstrip()
