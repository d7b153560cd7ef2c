"""Days of the calendar, as people and spreadsheets write them in Dutch, French and English.

Numbers in ASCII digits, and what to do about those that are written otherwise.
"""

import re
from collections.abc import Callable
from datetime import date, timedelta

from sitegen.core.names import make_sort_key
from sitegen.core.problems import Message, advise, quote_text, say

_YEARS = range(1900, 2200)
_ISO = re.compile(r"([0-9]{4})-([0-9]{1,2})-([0-9]{1,2})")
_DAY_FIRST = re.compile(r"([0-9]{1,2})([-/.])([0-9]{1,2})\2([0-9]{4}|[0-9]{2})")
_MONTH_IN_WORDS = re.compile(r"([0-9]{1,2})[-/. ]+([^\W\d_]+)\.?[-/. ]+([0-9]{4}|[0-9]{2})")
_WITH_TIME = re.compile(r"(.*[0-9])[T ]+[0-9]{1,2}[:.h][0-9]{2}(?:[:.][0-9.]+)?(?: ?[AaPp]\.?[Mm]\.?)?Z?")
_TIME = re.compile(r"[0-9]{1,2}:[0-9]{2}(?::[0-9.]+)?(?: ?[AaPp]\.?[Mm]\.?)?")
_EXCEL_SERIAL = re.compile(r"([0-9]{5})(?:[.,][0-9]+)?")
_PARTIAL_DATE = re.compile(r"[0-9]{1,4}[-/. ]+[^\W\d_]{3,10}\.?|[^\W\d_]{3,10}\.?[-/. ]+[0-9]{1,4}")
_EXCEL_EPOCH = date(1899, 12, 30)
_MONTHS = (
    "jan january januari janv janvier",
    "feb february februari fev fevr fevrier",
    "mar march mrt maa maart mars",
    "apr april avr avril",
    "may mei mai",
    "jun june juni juin",
    "jul july juli juil juillet",
    "aug august augustus aou aout",
    "sep sept september septembre",
    "oct october okt oktober octobre",
    "nov november novembre",
    "dec december decembre",
)
_MONTH_NUMBERS = {word: number for number, words in enumerate(_MONTHS, 1) for word in words.split()}


def parse_date(cell: str) -> date:
    """A date: 2026-11-20, or day first 20/11/2026, 20-11-26, 20.11.2026, 20-nov-2026, 20 november 2026.

    A year of two digits is one of this century.
    """
    stripped = " ".join(cell.split())
    found = _split_date(stripped)
    if found is None:
        message, hint = _explain_not_date(stripped)
        raise ValueError(message, hint)
    year, month, day_ = found
    _check_year_range(year, stripped)
    try:
        return date(year, month, day_)
    except ValueError:
        message = say("not-in-calendar", "{cell} is not in the calendar", cell=quote_text(stripped))
        raise ValueError(message, _suggest_day_first(year, month, day_) or _suggest_date_format()) from None


def check_year(found: date) -> date:
    """A day that is given as one, unless it lies in a year of which nothing can be told."""
    _check_year_range(found.year, found.isoformat())
    return found


def _check_year_range(year: int, written: str) -> None:
    if year not in _YEARS:
        first, last = _YEARS[0], _YEARS[-1]
        message = say(
            "year-out-of-range",
            "{cell} is not between {first} and {last}",
            cell=quote_text(written),
            first=first,
            last=last,
        )
        raise ValueError(message, advise("correct the year"))


def looks_like_date(cell: str) -> bool:
    """Whether a cell is a date or part of one, such as the `1-feb` that spreadsheets make of `1/2`."""
    short = _PARTIAL_DATE.fullmatch(cell)
    words = re.findall(r"[^\W\d_]+", cell)
    return bool(_split_date(cell)) or bool(short and words and make_sort_key(words[0]) in _MONTH_NUMBERS)


def _split_date(cell: str) -> tuple[int, int, int] | None:
    """Year, month and day of a date in one of the forms; whether there is such a day is another matter."""
    if found := _ISO.fullmatch(cell):
        year, month, day_ = found.groups()
    elif found := _DAY_FIRST.fullmatch(cell):
        day_, _, month, year = found.groups()
    elif (found := _MONTH_IN_WORDS.fullmatch(cell)) and make_sort_key(found[2]) in _MONTH_NUMBERS:
        day_, month, year = found[1], str(_MONTH_NUMBERS[make_sort_key(found[2])]), found[3]
    else:
        return None
    return int(f"20{year}" if len(year) == 2 else year), int(month), int(day_)


def _explain_not_date(cell: str) -> tuple[Message, Message]:
    """What a cell is that is no date, and what to do about it."""
    if (found := _EXCEL_SERIAL.fullmatch(cell)) and 10000 < int(found[1]) < 80000:
        counted = _EXCEL_EPOCH + timedelta(days=int(found[1]))
        message = say(
            "spreadsheet-day",
            "{cell} is {day}, as a spreadsheet counts days",
            cell=quote_text(cell),
            day=counted,
        )
        return message, advise("format the column as a date, and save it again")
    if _TIME.fullmatch(cell):
        return say(
            "time-not-date", "{cell} is a time of the day, not a date", cell=quote_text(cell)
        ), _suggest_date_format()
    if (found := _WITH_TIME.fullmatch(cell)) and _split_date(found[1]):
        message = say("date-with-time", "{cell} has a time behind the date", cell=quote_text(cell))
        return message, advise("write the date alone: {day}", day=found[1])
    return say("not-a-date", "{cell} is not a date", cell=quote_text(cell)), _suggest_date_format()


def _suggest_day_first(year: int, month: int, day_: int) -> Message | None:
    """The cure where the month stands before the day, as Americans write it."""
    try:
        return advise("the day goes first: write {day}", day=date(year, day_, month))
    except ValueError:
        return None


def _suggest_date_format() -> Message:
    return advise("write it as 2026-11-20 or 20/11/2026")


_MAX_DIGITS = 15
_INTEGER = re.compile(r"-?[0-9]+")
_THOUSANDS = re.compile(r"(-?[1-9][0-9]{0,2})[.,]([0-9]{3})")
_GROUPED_DIGITS = re.compile(r"-?[1-9][0-9]{0,2}(?:([., '\u2019\xa0\u202f])[0-9]{3})+(?:([.,])[0-9]+)?")
_SCIENTIFIC = re.compile(r"-?[0-9]+(?:[.,][0-9]+)?[eE][-+]?[0-9]+")
_CLOCK = re.compile(r"[0-9]{1,2}:[0-9]{2}(?::[0-9.]+)?")
_MINUS = str.maketrans("\N{MINUS SIGN}\N{EN DASH}", "--")

DecimalParser = Callable[[str], float]


def parse_integer(cell: str) -> int:
    """A whole number in ASCII digits."""
    stripped = cell.strip()
    plain = stripped.translate(_MINUS)
    if not _INTEGER.fullmatch(plain):
        message = say("not-whole", "{cell} is not a whole number", cell=quote_text(stripped))
        raise ValueError(message, _suggest_number(stripped, "") or advise("write it in digits, such as 12"))
    return int(_check_digits(plain))


def make_decimal_parser(marks: str, unit: str = "") -> DecimalParser:
    """The parser of a number in ASCII digits whose decimal mark is one of `marks`, with `unit` or without.

    A point before three digits is an error where the comma is a decimal mark: it may stand for thousands.
    """
    grammar = re.compile(rf"-?[0-9]+(?:[{marks}][0-9]+)?")

    def parse(cell: str) -> float:
        stripped = cell.strip()
        plain = (stripped.removesuffix(unit).rstrip() if unit else stripped).translate(_MINUS)
        if "," in marks and (two := _THOUSANDS.fullmatch(plain)) and "." in plain:
            raise ValueError(_explain_ambiguity(stripped), _suggest_both(two, ","))
        if not grammar.fullmatch(plain):
            message = say("not-a-number", "{cell} is not a number", cell=quote_text(stripped))
            raise ValueError(message, _suggest_number(stripped, marks) or _suggest_example(marks))
        return float(_check_digits(plain).replace(",", ".")) + 0.0  # -0.0 becomes 0.0

    return parse


def _explain_ambiguity(cell: str) -> Message:
    return say("number-two-ways", "{cell} can be read in two ways", cell=quote_text(cell))


def _suggest_both(found: re.Match[str], mark: str) -> Message:
    whole_, parted = found[1] + found[2], f"{found[1]}{mark}{found[2]}"
    return advise("write {whole} or {parted}", whole=whole_, parted=parted)


def _suggest_example(marks: str) -> Message:
    return advise("write it in digits, such as {number}", number="12,5" if "," in marks else "12.5")


def _suggest_number(cell: str, marks: str) -> Message | None:
    """How a number that is written otherwise is written here; None where no cure is at hand.

    A whole number has no decimal `marks`.
    """
    mark = "," if "," in marks else marks
    if found := _GROUPED_DIGITS.fullmatch(cell):
        two = _THOUSANDS.fullmatch(cell)
        return _suggest_both(two, mark) if two and mark else _suggest_ungrouped(cell, found, mark)
    if mark == "." and re.fullmatch(r"-?[0-9]+,[0-9]+", cell):
        number = cell.replace(",", ".")
        return advise("in this file commas part the cells, and a point the decimals: {number}", number=number)
    if cell.endswith("%"):
        return advise("write it without '%'")
    return _suggest_restore(cell)


def _suggest_restore(cell: str) -> Message | None:
    """How to get back what a spreadsheet made something else of."""
    if _SCIENTIFIC.fullmatch(cell):
        return advise("the spreadsheet shortened it: format the column as a number, and save it again")
    if _CLOCK.fullmatch(cell) or looks_like_date(cell):
        return advise("the spreadsheet made a time of it: format the column as text, and type it anew")
    return None


def _suggest_ungrouped(cell: str, found: re.Match[str], mark: str) -> Message:
    """The same number without signs between its thousands."""
    head, _, decimals = cell.rpartition(found[2]) if found[2] else (cell, "", "")
    digits = re.sub(r"[^-0-9]", "", head)
    return advise("write {number}", number=f"{digits}{mark}{decimals}" if decimals else digits)


def _check_digits(number: str) -> str:
    if sum(map(str.isdigit, number)) > _MAX_DIGITS:
        message = say(
            "too-many-digits",
            "{number} has more than {most} digits",
            number=quote_text(number),
            most=_MAX_DIGITS,
        )
        raise ValueError(message, advise("shorten it"))
    return number
