"""Parsers of cells, one for each column, made from its declaration.

A parser takes the text of a cell and returns its value, or raises `ValueError(message, hint)`. The reader of
a table adds where that is. Values are read in the ways that people write them in Dutch, French and English.
What a spreadsheet puts in place of what somebody typed, an error value or a formula, is an error.
"""

import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from functools import partial
from typing import Any

from sitegen.core import person_names, personal_data
from sitegen.core.cell_values import (
    looks_like_score,
    make_decimal_parser,
    parse_date,
    parse_integer,
    suggest_text_format,
)
from sitegen.core.problems import (
    Message,
    Number,
    advise,
    join_messages,
    quote_heading,
    quote_text,
    say,
    suggest_nearest,
)
from sitegen.core.table import Column

_YES_WORDS = ("yes", "y", "true", "1", "ja", "j", "oui", "o", "x", "waar", "vrai")
_NO_WORDS = ("no", "n", "false", "0", "nee", "non", "onwaar", "faux")
_YES_NO_WORDS = dict.fromkeys(_YES_WORDS, True) | dict.fromkeys(_NO_WORDS, False)
_WIN, _DRAW = "1-0", "½-½"
_MAYBE_FORFEIT = re.compile(r"([01]-[01])(?:-?[^-\d.,/].*)?")
_LEADING_SIGN = "-1"
"""What a spreadsheet makes of a typed `1-`; people also write it for `0-1`."""
_DASHES = re.compile(r"\s*[-:_\u2010-\u2015\u2212\u2043\ufe58\ufe63\uff0d]\s*|\s+")


def parse_yes_no(cell: str) -> bool:
    """Parse yes or no, in Dutch, French or English: yes, y, true, 1, ja, j, waar, oui, o, vrai, x."""
    value = _YES_NO_WORDS.get(cell.strip().casefold())
    if value is None:
        message = say("neither-yes-nor-no", "{cell} is neither yes nor no", cell=quote_text(cell.strip()))
        raise ValueError(message, advise("write yes or no"))
    return value


def normalize_choice(choice: str) -> str:
    """Return a choice for comparison: without case, `½` as `1/2`, and any dash, colon or space as `-`."""
    plain = unicodedata.normalize("NFKC", choice.strip()).casefold().replace("\N{FRACTION SLASH}", "/")
    return _DASHES.sub("-", plain)


def make_choice_parser(column: Column, score_columns: Sequence[str] = ()) -> Callable[[str], Any]:
    """Return the parser of a column of choices, which accepts the synonyms of a choice too.

    `score_columns` are the headings of the columns that have the score of a result.
    """
    choices = column.choices
    spellings = {normalize_choice(synonym): choice for synonym, choice in column.synonyms}
    spellings |= {normalize_choice(choice): choice for choice in choices}

    def parse(cell: str) -> Any:
        choice = spellings.get(normalize_choice(cell))
        if choice is None:
            stripped = unicodedata.normalize("NFC", cell.strip())
            message = say(
                "no-such-choice",
                "{cell} is none of {choices}",
                cell=quote_text(stripped),
                choices=join_messages(*column.words, between=", "),
            )
            if looks_like_score(stripped) and score_columns:
                columns = join_messages(*score_columns, between=", ")
                hint = advise("write a score in {columns}, or the winner here", columns=columns)
                raise ValueError(message, hint)
            raise ValueError(message, suggest_text_format(stripped) or _suggest_choice(stripped, column))
        return choice

    return parse


def _suggest_choice(cell: str, column: Column) -> Message | str:
    """Return the hint about a cell that is none of the choices of its column."""
    choices, synonyms = column.choices, [synonym for synonym, _ in column.synonyms]
    is_result = _WIN in choices
    if is_result and normalize_choice(cell) == _LEADING_SIGN:
        return advise("write 1-0 if '1-' was typed, which a spreadsheet turns around; else 0-1")
    if is_result and (forfeit := _suggest_forfeit(cell, choices)):
        return forfeit
    if near := suggest_nearest(cell, choices) or suggest_nearest(cell, synonyms):
        return near
    if not is_result:
        return advise("write one of them")
    return (
        advise("write one of them, or leave it blank while the game is still to be played")
        if column.drawn
        else advise("write one of them, or take the row out if nothing was played")
    )


def _suggest_forfeit(cell: str, choices: Sequence[str]) -> Message | None:
    """Return the hint about a score that may be that of a forfeit, or `0-0`: no guess decides which it is."""
    match = _MAYBE_FORFEIT.fullmatch(normalize_choice(cell))
    if not match or f"{match[1]}f" not in choices:
        return None
    played = match[1] if match[1] in choices else _DRAW
    return advise("write {played} if it was played, {forfeit} if not", played=played, forfeit=f"{match[1]}f")


_ERROR_VALUE = re.compile(r"#(?:[^\W\d_][^\s,;]{0,18}[!?]|N/?[ABDV]|[A-Z]+_[A-Z]+|#+)")
"""`#N/B`, `#VERW!`, `#NOM?`, `#DIV/0!`, `#GETTING_DATA`, and `####`, in any language of Excel."""
_SPREADSHEET_SIGNS = "#", "=", "\uff1d", "+", "@"
"""What error values and formulas begin with."""
_FORMULA = re.compile(r"[=\uff1d]\s*[-+(\"'$@]*[^\W_]|[+@][A-Za-z$]+[$(]?\d*[()!:]")


def is_error_value(cell: str) -> bool:
    """Whether a cell holds an error value: `#N/A`, in Dutch `#N/B`."""
    return bool(_ERROR_VALUE.fullmatch(cell.strip()))


def format_error_value(cell: str) -> Message:
    """Return the message about a cell with an error value."""
    return say("spreadsheet-error", "{cell} is an error of the spreadsheet", cell=quote_text(cell))


def check_spreadsheet_cell(cell: str) -> None:
    """Raise `ValueError(message, hint)` for an error value and for a formula."""
    stripped = cell.strip()
    if not stripped.startswith(_SPREADSHEET_SIGNS):
        return
    if is_error_value(stripped):
        raise ValueError(
            format_error_value(stripped), advise("type the right value there, and save the file again")
        )
    if _FORMULA.match(stripped):
        message = say("formula", "{cell} is a formula, not its value", cell=quote_text(stripped))
        raise ValueError(message, advise("copy the cell, and paste its value alone"))


MAX_TEXT_LENGTH = 200
"""The most characters a text may have."""
_INVISIBLE_CATEGORIES = {"Cc", "Cf", "Cs", "Zl", "Zp"}
"""The general categories of characters that are invisible, or change how others are shown."""
NONCHARACTERS = r"\ufdd0-\ufdef" + "".join(rf"\U{plane:04x}fffe\U{plane:04x}ffff" for plane in range(17))
"""The noncharacters of Unicode, as part of a pattern; XML cannot hold some of them."""
_INVISIBLE_LETTERS = re.compile(
    r"[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180d\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef"
    rf"{NONCHARACTERS}]"
)
"""Letters and marks that are invisible too: fillers, joiners, variation selectors."""


def parse_text(cell: str, *, is_personal: bool = False) -> str:
    """Parse a text: return it in NFC, without spaces around it.

    Raises `ValueError` if it is too long, has invisible characters, or holds personal data; the last is
    allowed if it `is_personal`.
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
    invisible = find_invisible(stripped.replace("\n", " "))
    if invisible:
        message = say(
            "unseen-character",
            "{text} holds {character}, which is not seen",
            text=quote_text(stripped),
            character=describe_character(invisible),
        )
        raise ValueError(message, advise("take it out"))
    if not is_personal:
        personal_data.check_personal_data(stripped)
    return stripped


def make_text_parser(column: Column) -> Callable[[str], str]:
    """Return the parser of a column of texts, which reads a synonym as the text that it stands for."""
    spellings = {normalize_choice(synonym): text for synonym, text in column.synonyms}

    def parse(cell: str) -> str:
        text = parse_text(cell)
        return spellings.get(normalize_choice(text), text) if spellings else text

    return parse


def parse_line(cell: str, *, is_personal: bool = False) -> str:
    """Parse a text on one line, like `parse_text`."""
    text = parse_text(cell, is_personal=is_personal)
    if "\n" in text:
        message = say("line-break", "{text} has a line break", text=quote_text(text))
        raise ValueError(message, advise("write it on one line"))
    return text


def parse_person_name(cell: str) -> str:
    """Parse the name of a person: a line that holds no personal data but the name, and no word for nobody."""
    name = parse_line(cell)
    personal_data.check_personal_data(name, of_person=True)
    if name:
        person_names.check_person_name(name)
    return name


def find_invisible(value: str) -> str:
    """Return the first character that is invisible or changes the direction of others; empty if none is."""
    if value.isascii() and value.isprintable():
        return ""
    invisible = (
        character
        for character in value
        if unicodedata.category(character) in _INVISIBLE_CATEGORIES or _INVISIBLE_LETTERS.match(character)
    )
    return next(invisible, "")


def describe_character(character: str) -> str:
    """Return the code point and the name of a character: `U+200B ZERO WIDTH SPACE`."""
    return f"U+{ord(character):04X} {unicodedata.name(character, '')}".rstrip()


Parser = Callable[[str], Any]
"""Returns the value of a cell; raises `ValueError(message, hint)`."""


def make_parser(
    column: Column, marks: str, score_columns: Sequence[str] = (), *, month_first: bool = False
) -> Parser:
    """Return the parser of a column, in a file whose decimal marks are `marks`; see `parse_date`."""
    if column.kind is date:
        return allow_blank(partial(parse_date, month_first=month_first), column)
    if column.choices:
        return allow_blank(make_choice_parser(column, score_columns), column)
    return allow_blank(_PARSERS[column.kind](marks, column), column)


def allow_blank(parse: Parser, column: Column) -> Parser:
    """Return a parser that handles blank cells, spreadsheet errors and bounds, and else calls `parse`."""
    default = None if column.is_required else column.default

    def parse_unless_blank(cell: str) -> Any:
        if cell and not cell.isspace():
            check_spreadsheet_cell(cell)
            return check_bounds(parse(cell), column, cell.strip())
        if column.is_required and not column.blank:
            heading = quote_heading(column.heading)
            message = say("blank", "the cell is blank, and every row needs {column}", column=heading)
            raise ValueError(message, advise("fill it in"))
        return default

    return parse_unless_blank


def check_bounds(value: Any, column: Column, written: str = "") -> Any:
    """Return a value; raise `ValueError` if it is outside the bounds of `column`, quoting it as `written`."""
    if column.minimum is not None and value < column.minimum:
        params = _describe_bounds(value, written, least=column.minimum)
        message = say("too-small", "{value} is less than {least}, the least that is possible", **params)
        raise ValueError(message, _suggest_digit())
    if column.maximum is not None and value > column.maximum:
        params = _describe_bounds(value, written, most=column.maximum)
        message = say("too-large", "{value} is more than {most}, the most that is possible", **params)
        raise ValueError(message, _suggest_digit())
    return value


def _describe_bounds(value: Any, written: str, **bound: float) -> dict[str, Any]:
    """Return the params of a message: the value as written, and the bound without needless decimals."""
    bounds = {name: Number(limit) for name, limit in bound.items()}
    return {"value": quote_text(written) if written else value, **bounds}


def _suggest_digit() -> Message:
    return advise("is a digit or a decimal mark missing, or one too many?")


_PARSERS: Mapping[type, Callable[[str, Column], Parser]] = {
    str: lambda _, column: make_text_parser(column),
    int: lambda *_: parse_integer,
    float: lambda marks, column: make_decimal_parser(marks, column.unit),
    bool: lambda *_: parse_yes_no,
}
"""The parser of each kind of value, for the decimal marks of a file and a column."""


def format_canonical(value: Any) -> str:
    """Return a value as text in the form of our tables: `2026-02-05`, `54.5`, `yes`."""
    if value is None or isinstance(value, bool):
        return {None: "", True: "yes", False: "no"}[value]
    if isinstance(value, float):
        return f"{value:.15g}"
    return value.isoformat() if isinstance(value, date) else str(value)
