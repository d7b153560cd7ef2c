"""What a cell means: one parser a column, made from its declaration.

A parser takes the text of a cell and returns its value, or raises `ValueError(message, hint)`: it knows
what is wrong, and `read` knows where. The rules are those of "Tables" in the design of the systems.

Choices, and yes or no: words of a short list, in the ways that people write them.

What a spreadsheet leaves in a cell in the place of what somebody typed.

Texts: in NFC, of characters that can be seen.
"""

import re
import unicodedata
from collections.abc import Callable, Mapping
from datetime import date
from typing import Any

from sitegen.core import personal_data
from sitegen.core.cell_values import looks_like_date, make_decimal_parser, parse_date, parse_integer
from sitegen.core.problems import Message, advise, quote_text, say, suggest_nearest
from sitegen.core.table import Column

_YES_NO_WORDS = dict.fromkeys(("yes", "true", "1", "ja", "oui", "x", "waar", "vrai"), True) | dict.fromkeys(
    ("no", "false", "0", "nee", "non", "onwaar", "faux"), False
)
_DASHES = re.compile(r"\s*[-_\u2010-\u2015\u2212\u2043\ufe58\ufe63\uff0d]\s*|\s+")


def parse_yes_no(cell: str) -> bool:
    """Whether a cell says yes: one of yes no true false 1 0 ja nee oui non x, in any case."""
    value = _YES_NO_WORDS.get(cell.strip().casefold())
    if value is None:
        message = say("neither-yes-nor-no", "{cell} is neither yes nor no", cell=quote_text(cell.strip()))
        raise ValueError(message, advise("write yes or no"))
    return value


def normalize_choice(choice: str) -> str:
    """A choice as it is compared: without case, `½` as `1/2`, and any dash or space as `-`."""
    plain = unicodedata.normalize("NFKC", choice.strip()).casefold().replace("\N{FRACTION SLASH}", "/")
    return _DASHES.sub("-", plain)


def make_choice_parser(column: Column) -> Callable[[str], Any]:
    """The parser of a choice, in any of the ways to write it; a synonym means the choice it stands for."""
    choices = column.choices
    meant = {normalize_choice(written): choice for written, choice in column.synonyms}
    meant |= {normalize_choice(choice): choice for choice in choices}

    def parse(cell: str) -> Any:
        found = meant.get(normalize_choice(cell))
        if found is None:
            stripped = unicodedata.normalize("NFC", cell.strip())
            message = say(
                "no-such-choice",
                "{cell} is none of {choices}",
                cell=quote_text(stripped),
                choices=", ".join(choices),
            )
            raise ValueError(message, _suggest_choice(stripped, choices))
        return found

    return parse


def _suggest_choice(cell: str, choices: tuple[str, ...]) -> str:
    if looks_like_date(cell):
        return advise("the spreadsheet made a date of it: format the column as text, and type it anew")
    return suggest_nearest(cell, choices)


_ERROR_VALUE = re.compile(r"#(?:[^\W\d_][^\s,;]{0,18}[!?]|N/?[ABDV]|[A-Z]+_[A-Z]+|#+)")
"""`#N/B`, `#VERW!`, `#NOM?`, `#DIV/0!`, `#GETTING_DATA`, and `####`, in any language of Excel."""
_FORMULA = re.compile(r"[=\uff1d]\s*[-+(\"'$@]*[^\W_]|[+@][A-Za-z$]+[$(]?\d*[()!:]")


def is_error_value(cell: str) -> bool:
    """Whether a cell holds an error value: `#N/A`, in Dutch `#N/B`."""
    return bool(_ERROR_VALUE.fullmatch(cell.strip()))


def format_error_value(cell: str) -> Message:
    """What is said of a cell with an error value."""
    return say("spreadsheet-error", "{cell} is an error of the spreadsheet", cell=quote_text(cell))


def check_spreadsheet_cell(cell: str) -> None:
    """Raise `ValueError(message, hint)` for an error value and for a formula."""
    stripped = cell.strip()
    if is_error_value(stripped):
        raise ValueError(format_error_value(stripped), advise("type there what was meant, and save it again"))
    if _FORMULA.match(stripped):
        message = say("formula", "{cell} is a formula, not what comes of it", cell=quote_text(stripped))
        raise ValueError(message, advise("copy the cell, and paste its value alone"))


MAX_TEXT_LENGTH = 200
"""The most characters a text may have."""
_INVISIBLE_CATEGORIES = {"Cc", "Cf", "Cs", "Zl", "Zp"}
"""The general categories whose characters are not seen, or change how others are."""
NONCHARACTERS = r"\ufdd0-\ufdef" + "".join(rf"\U{plane:04x}fffe\U{plane:04x}ffff" for plane in range(17))
"""What Unicode keeps from ever being a character, as part of a pattern; XML has no way to hold some of it."""
_INVISIBLE_LETTERS = re.compile(
    r"[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180d\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef"
    rf"{NONCHARACTERS}]"
)
"""Letters and marks that are not seen either: fillers, joiners, variation selectors."""


def parse_text(cell: str, *, is_personal: bool = False) -> str:
    """A text: NFC, without spaces around it, of characters that can be seen.

    It tells nobody how to reach somebody, unless it `is_personal`.
    """
    stripped = unicodedata.normalize("NFC", cell.strip().replace("\r\n", "\n").replace("\r", "\n"))
    if len(stripped) > MAX_TEXT_LENGTH:
        message = say(
            "text-too-long",
            "{text} has {number} characters, more than {most}",
            text=quote_text(stripped),
            number=len(stripped),
            most=MAX_TEXT_LENGTH,
        )
        raise ValueError(message, advise("shorten it"))
    unseen = find_invisible(stripped.replace("\n", " "))
    if unseen:
        message = say(
            "unseen-character",
            "{text} holds {character}, which is not seen",
            text=quote_text(stripped),
            character=describe_character(unseen),
        )
        raise ValueError(message, advise("take it out"))
    if not is_personal:
        personal_data.check_personal_data(stripped)
    return stripped


def parse_line(cell: str, *, is_personal: bool = False) -> str:
    """A text on one line."""
    one = parse_text(cell, is_personal=is_personal)
    if "\n" in one:
        message = say("line-break", "{text} has a line break", text=quote_text(one))
        raise ValueError(message, advise("write it on one line"))
    return one


def parse_person_name(cell: str) -> str:
    """The name of a person, which is on one line and says nothing else of them."""
    one = parse_line(cell)
    personal_data.check_personal_data(one, of_person=True)
    return one


def find_invisible(value: str) -> str:
    """The first character that is invisible or changes the direction of others; empty when there is none."""
    if value.isascii() and value.isprintable():
        return ""
    unseen = (
        character
        for character in value
        if unicodedata.category(character) in _INVISIBLE_CATEGORIES or _INVISIBLE_LETTERS.match(character)
    )
    return next(unseen, "")


def describe_character(character: str) -> str:
    """A character by its code point and name: `U+200B ZERO WIDTH SPACE`."""
    return f"U+{ord(character):04X} {unicodedata.name(character, '')}".rstrip()


Parser = Callable[[str], Any]
"""The value of a cell; raises `ValueError(message, hint)`."""


def make_parser(column: Column, marks: str) -> Parser:
    """How a cell of `column` is read, in a file whose decimal marks are `marks`."""
    return allow_blank(
        make_choice_parser(column) if column.choices else _PARSERS[column.kind](marks, column), column
    )


def allow_blank(parse: Parser, column: Column) -> Parser:
    """The parser of a cell of `column` that may be blank; otherwise it means what `parse` says."""
    default = None if column.is_required else column.default

    def parse_unless_blank(cell: str) -> Any:
        if cell and not cell.isspace():
            check_spreadsheet_cell(cell)
            return check_bounds(parse(cell), column, cell.strip())
        if column.is_required and not column.blank:
            message = say(
                "blank", "the cell is blank, and every row needs {column}", column=quote_text(column.name)
            )
            raise ValueError(message, advise("fill it in"))
        return default

    return parse_unless_blank


def check_bounds(value: Any, column: Column, written: str = "") -> Any:
    """`value`, which was `written` so, unless it lies outside the bounds of `column`."""
    if column.minimum is not None and value < column.minimum:
        shown = _describe_bounds(value, written, least=column.minimum)
        message = say("too-small", "{value} is less than {least}, the least that is possible", **shown)
        raise ValueError(message, _suggest_digit())
    if column.maximum is not None and value > column.maximum:
        shown = _describe_bounds(value, written, most=column.maximum)
        message = say("too-large", "{value} is more than {most}, the most that is possible", **shown)
        raise ValueError(message, _suggest_digit())
    return value


def _describe_bounds(value: Any, written: str, **bound: float) -> dict[str, Any]:
    """What is filled in: the value as it was written, and the bound without needless decimals."""
    bounds = {name: f"{limit:.15g}" for name, limit in bound.items()}
    return {"value": quote_text(written) if written else value, **bounds}


def _suggest_digit() -> Message:
    return advise("is a digit or a decimal mark missing, or one too many?")


_PARSERS: Mapping[type, Callable[[str, Column], Parser]] = {
    str: lambda *_: parse_text,
    int: lambda *_: parse_integer,
    float: lambda marks, column: make_decimal_parser(marks, column.unit),
    bool: lambda *_: parse_yes_no,
    date: lambda *_: parse_date,
}
"""How a cell of each kind is read, given the decimal marks of its file and its column."""
