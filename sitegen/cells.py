"""What a cell means: one parser a column, made from its declaration.

A parser takes the text of a cell and returns its value, or raises `ValueError(message, hint)`: it knows
what is wrong, and `read.py` knows where. The rules are those of "Tables" in the design of the systems.
"""

import re
import unicodedata
from collections.abc import Callable, Mapping
from datetime import date
from typing import Any

from sitegen.problem import quoted, suggestion
from sitegen.table import Column

Parser = Callable[[str], Any]
"""The value of a cell; raises `ValueError(message, hint)`."""

LONGEST = 200
"""The most characters a text may have."""
_MOST_DIGITS = 15
_ISO = re.compile(r"([0-9]{4})-([0-9]{2})-([0-9]{2})")
_DAY_FIRST = re.compile(r"([0-9]{1,2})([-/.])([0-9]{1,2})\2([0-9]{4})")
_YEARS = range(1900, 2200)
_WHOLE = re.compile(r"-?[0-9]+")
_YES_NO = dict.fromkeys(("yes", "true", "1", "ja", "oui", "x"), True) | dict.fromkeys(
    ("no", "false", "0", "nee", "non"), False
)
_HIDING = {"Cc", "Cf", "Cs", "Zl", "Zp"}
"""The general categories whose characters are not seen, or change how others are."""
_BLANKS = re.compile(
    r"[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180d\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)
"""Letters and marks that are not seen either: fillers, joiners, variation selectors."""


def parser(column: Column, marks: str) -> Parser:
    """How a cell of `column` is read, in a file whose decimal marks are `marks`."""
    return blank_or(one_of(column) if column.choices else _KINDS[column.kind](marks), column)


def text(cell: str) -> str:
    """A text: NFC, without spaces around it, of characters that can be seen."""
    stripped = unicodedata.normalize("NFC", cell.strip().replace("\r\n", "\n").replace("\r", "\n"))
    if len(stripped) > LONGEST:
        raise ValueError(
            f"{quoted(stripped)} has {len(stripped)} characters, more than {LONGEST}", "shorten it"
        )
    unseen = unseen_character(stripped.replace("\n", " "))
    if unseen:
        raise ValueError(f"{quoted(stripped)} holds {described(unseen)}, which is not seen", "take it out")
    return stripped


def line(cell: str) -> str:
    """A text on one line, such as a name."""
    one = text(cell)
    if "\n" in one:
        raise ValueError(f"{quoted(one)} has a line break", "write it on one line")
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


def yes_or_no(cell: str) -> bool:
    """Whether a cell says yes: one of yes no true false 1 0 ja nee oui non x, in any case."""
    value = _YES_NO.get(cell.strip().casefold())
    if value is None:
        raise ValueError(f"{quoted(cell.strip())} is neither yes nor no", "write yes or no")
    return value


def day(cell: str) -> date:
    """A date: 2026-11-20, or day first 20/11/2026, 20-11-2026, 20.11.2026."""
    stripped = cell.strip()
    if found := _ISO.fullmatch(stripped):
        year, month, day_ = found.groups()
    elif found := _DAY_FIRST.fullmatch(stripped):
        day_, _, month, year = found.groups()
    else:
        raise ValueError(f"{quoted(stripped)} is not a date", "write it as 2026-11-20 or 20/11/2026")
    if int(year) not in _YEARS:
        raise ValueError(
            f"{quoted(stripped)} is not between {_YEARS[0]} and {_YEARS[-1]}", "correct the year"
        )
    try:
        return date(int(year), int(month), int(day_))
    except ValueError:
        raise ValueError(
            f"{quoted(stripped)} is not in the calendar", "write it as 2026-11-20 or 20/11/2026"
        ) from None


def whole(cell: str) -> int:
    """A whole number in ASCII digits."""
    stripped = cell.strip()
    if not _WHOLE.fullmatch(stripped):
        raise ValueError(f"{quoted(stripped)} is not a whole number", "write it in digits, such as 12")
    return int(_not_too_long(stripped))


def decimal(marks: str) -> Parser:
    """The parser of a number in ASCII digits whose decimal mark is one of `marks`."""
    grammar = re.compile(rf"-?[0-9]+(?:[{marks}][0-9]+)?")

    def parse(cell: str) -> float:
        stripped = cell.strip()
        if not grammar.fullmatch(stripped):
            raise ValueError(f"{quoted(stripped)} is not a number", "write it in digits, such as 12.5")
        return float(_not_too_long(stripped).replace(",", ".")) + 0.0  # -0.0 becomes 0.0

    return parse


def _not_too_long(number: str) -> str:
    if sum(map(str.isdigit, number)) > _MOST_DIGITS:
        raise ValueError(f"{quoted(number)} has more than {_MOST_DIGITS} digits", "shorten it")
    return number


def one_of(column: Column) -> Parser:
    """The parser of a choice, which is compared without case; a synonym means the choice it stands for."""
    choices = column.choices
    synonyms = {each.casefold(): meant for each, meant in column.synonyms}
    folded = {each.casefold(): each for each in choices} | synonyms
    known = ", ".join(choices)

    def parse(cell: str) -> Any:
        stripped = unicodedata.normalize("NFC", cell.strip())
        if stripped.casefold() not in folded:
            near = suggestion(stripped, choices)
            raise ValueError(f"{quoted(stripped)} is none of {known}", near)
        return folded[stripped.casefold()]

    return parse


def bounded(value: Any, column: Column) -> Any:
    """`value`, unless it lies outside the bounds of `column`."""
    if column.minimum is not None and value < column.minimum:
        raise ValueError(f"{value} is less than {column.minimum}, the least that is possible", "")
    if column.maximum is not None and value > column.maximum:
        raise ValueError(f"{value} is more than {column.maximum}, the most that is possible", "")
    return value


def blank_or(parse: Parser, column: Column) -> Parser:
    """The parser of a cell of `column` that may be blank; otherwise it means what `parse` says."""
    default = None if column.required else column.default

    def parse_unless_blank(cell: str) -> Any:
        if cell and not cell.isspace():
            return bounded(parse(cell), column)
        if column.required and not column.blank:
            raise ValueError(f"the cell is blank, and every row needs {quoted(column.name)}", "fill it in")
        return default

    return parse_unless_blank


_KINDS: Mapping[type, Callable[[str], Parser]] = {
    str: lambda _: text,
    int: lambda _: whole,
    float: decimal,
    bool: lambda _: yes_or_no,
    date: lambda _: day,
}
"""How a cell of each kind is read, given the decimal marks of its file."""
