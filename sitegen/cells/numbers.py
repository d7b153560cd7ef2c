"""Numbers in ASCII digits, and what to do about those that are written otherwise."""

import re
from collections.abc import Callable

from sitegen.cells.days import is_like_a_day
from sitegen.message import Message, advise, say
from sitegen.problem import quoted

_MOST_DIGITS = 15
_WHOLE = re.compile(r"-?[0-9]+")
_THOUSANDS = re.compile(r"(-?[1-9][0-9]{0,2})[.,]([0-9]{3})")
_GROUPED = re.compile(r"-?[1-9][0-9]{0,2}(?:([., '\u2019\xa0\u202f])[0-9]{3})+(?:([.,])[0-9]+)?")
_SCIENTIFIC = re.compile(r"-?[0-9]+(?:[.,][0-9]+)?[eE][-+]?[0-9]+")
_CLOCK = re.compile(r"[0-9]{1,2}:[0-9]{2}(?::[0-9.]+)?")
_MINUS = str.maketrans("\N{MINUS SIGN}\N{EN DASH}", "--")

Reader = Callable[[str], float]


def whole(cell: str) -> int:
    """A whole number in ASCII digits."""
    stripped = cell.strip()
    plain = stripped.translate(_MINUS)
    if not _WHOLE.fullmatch(plain):
        message = say("not-whole", "{cell} is not a whole number", cell=quoted(stripped))
        raise ValueError(message, _cure(stripped, "") or advise("write it in digits, such as 12"))
    return int(_not_too_long(plain))


def decimal(marks: str, unit: str = "") -> Reader:
    """The parser of a number in ASCII digits whose decimal mark is one of `marks`, with `unit` or without.

    A point before three digits is an error where the comma is a decimal mark: it may stand for thousands.
    """
    grammar = re.compile(rf"-?[0-9]+(?:[{marks}][0-9]+)?")

    def parse(cell: str) -> float:
        stripped = cell.strip()
        plain = (stripped.removesuffix(unit).rstrip() if unit else stripped).translate(_MINUS)
        if "," in marks and (two := _THOUSANDS.fullmatch(plain)) and "." in plain:
            raise ValueError(_either(stripped), _both(two, ","))
        if not grammar.fullmatch(plain):
            message = say("not-a-number", "{cell} is not a number", cell=quoted(stripped))
            raise ValueError(message, _cure(stripped, marks) or _such_as(marks))
        return float(_not_too_long(plain).replace(",", ".")) + 0.0  # -0.0 becomes 0.0

    return parse


def _either(cell: str) -> Message:
    return say("number-two-ways", "{cell} can be read in two ways", cell=quoted(cell))


def _both(found: re.Match[str], mark: str) -> Message:
    whole_, parted = found[1] + found[2], f"{found[1]}{mark}{found[2]}"
    return advise("write {whole} or {parted}", whole=whole_, parted=parted)


def _such_as(marks: str) -> Message:
    return advise("write it in digits, such as {number}", number="12,5" if "," in marks else "12.5")


def _cure(cell: str, marks: str) -> Message | None:
    """How a number that is written otherwise is written here; None where no cure is at hand.

    A whole number has no decimal `marks`.
    """
    mark = "," if "," in marks else marks
    if found := _GROUPED.fullmatch(cell):
        two = _THOUSANDS.fullmatch(cell)
        return _both(two, mark) if two and mark else _ungrouped(cell, found, mark)
    if mark == "." and re.fullmatch(r"-?[0-9]+,[0-9]+", cell):
        number = cell.replace(",", ".")
        return advise("in this file commas part the cells, and a point the decimals: {number}", number=number)
    if cell.endswith("%"):
        return advise("write it without '%'")
    return _spoilt(cell)


def _spoilt(cell: str) -> Message | None:
    """How to get back what a spreadsheet made something else of."""
    if _SCIENTIFIC.fullmatch(cell):
        return advise("the spreadsheet shortened it: format the column as a number, and save it again")
    if _CLOCK.fullmatch(cell) or is_like_a_day(cell):
        return advise("the spreadsheet made a time of it: format the column as text, and type it anew")
    return None


def _ungrouped(cell: str, found: re.Match[str], mark: str) -> Message:
    """The same number without signs between its thousands."""
    head, _, decimals = cell.rpartition(found[2]) if found[2] else (cell, "", "")
    digits = re.sub(r"[^-0-9]", "", head)
    return advise("write {number}", number=f"{digits}{mark}{decimals}" if decimals else digits)


def _not_too_long(number: str) -> str:
    if sum(map(str.isdigit, number)) > _MOST_DIGITS:
        message = say(
            "too-many-digits",
            "{number} has more than {most} digits",
            number=quoted(number),
            most=_MOST_DIGITS,
        )
        raise ValueError(message, advise("shorten it"))
    return number
