"""Parsers of dates and numbers, as people and spreadsheets write them in Dutch, French and English.

What cannot be read for certain is an error, with a hint how to write it.
"""

import re
from collections.abc import Callable, Collection
from datetime import date, timedelta

from sitegen.core.names import make_sort_key
from sitegen.core.problems import Message, advise, quote_text, say

DRAW_SYNONYMS = (
    "½|½:½|0.5|0,5|0.5-0.5|0,5-0,5|.5-.5|,5-,5|=|r|rem|rem.|remise|gelijk|gelijkspel|draw"
    "|nul|nulle|partie nulle|match nul"
)
"""The ways to write a draw that mean it in every game, as `synonyms` takes them."""


def _spell_forfeit(white: str, black: str) -> str:
    """Return a score with the marks of a forfeit behind it: forfait, reglementair, niet opgekomen."""
    marks = ("ff", " f", " ff", " (f)", "r", " r", " (r)", " reg", " reg.", " regl.", " reglementair")
    words = (" forfait", " forfeit", " n.o.")
    scores = [f"{white}-{black}{mark}" for mark in (*marks, *words)]
    return "|".join([*scores, f"{white}f-{black}f", f"{white}ff-{black}ff", f"{white}r-{black}r"])


FORFEIT_SYNONYMS = {
    "1-0f": f"{_spell_forfeit('1', '0')}|+/-|+:-|+-|+--",
    "0-1f": f"{_spell_forfeit('0', '1')}|-/+|-:+|-+|--+",
    "0-0f": f"{_spell_forfeit('0', '0')}|-/-|-:-|beide verliezen|beiden verliezen|beide verloren"
    "|beiden verloren|dubbel forfait|dubbel reglementair|both lose|both lost|double forfeit"
    "|les deux perdent|double forfait|forfait double",
}
"""The results of a game that was not played, as the first side has them, with the ways to write each."""
_YEARS = range(1900, 2200)
_YEAR_FIRST = re.compile(r"([0-9]{4})([-/.])([0-9]{1,2})\2([0-9]{1,2})")
_DAY_FIRST = re.compile(r"([0-9]{1,2})([-/.])([0-9]{1,2})\2([0-9]{4}|[0-9]{2})")
_MONTH_IN_WORDS = re.compile(
    r"([0-9]{1,2})(?:er|st|nd|rd|th|e)?[-/. ]+([^\W\d_]+)\.?[-/., ]+([0-9]{4}|[0-9]{2})"
)
_YEAR_AND_MONTH = re.compile(r"([0-9]{4})[-/. ]+([^\W\d_]+)\.?[-/. ]+([0-9]{1,2})")
_MONTH_FIRST = re.compile(r"([^\W\d_]+)\.? ([0-9]{1,2})(?:st|nd|rd|th)?,? ([0-9]{4})")
_WEEKDAY = re.compile(r"([^\W\d_]+)[., ]+(.*[0-9].*)")
_MIDNIGHT = re.compile(r"[T ]+0?0[:.h]00(?:[:.][0.]+)?Z?$")
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
MONTH_NUMBERS = {word: number for number, words in enumerate(_MONTHS, 1) for word in words.split()}
_WEEKDAYS = (
    "ma maa maandag lu lun lundi mo mon monday",
    "di din dinsdag ma mar mardi tu tue tues tuesday",
    "wo woe woensdag me mer mercredi we wed wednesday",
    "do don donderdag je jeu jeudi th thu thur thurs thursday",
    "vr vrij vrijdag ve ven vendredi fr fri friday",
    "za zat zaterdag sa sam samedi sat saturday",
    "zo zon zondag di dim dimanche su sun sunday",
)
_WEEKDAY_NUMBERS = {
    word: {number for number, words in enumerate(_WEEKDAYS) if word in words.split()}
    for word in " ".join(_WEEKDAYS).split()
}


def parse_date(cell: str, *, month_first: bool = False) -> date:
    """Parse a date: 2026-11-20, or day first 20/11/2026, 20-11-26, 20.11.2026, 20-nov-2026, 20 november 2026.

    The year may stand first in other forms too: 2026/11/20 and 2026-nov-20 are nothing else. A year of two
    digits is of this century. The day of the week may precede, as in `vrijdag 20 november 2026` or
    `Friday, November 20, 2026`, and midnight may follow. With `month_first` 11/20/2026 is a date, and
    20/11/2026 is none. Raises `ValueError(message, hint)`.
    """
    stripped = _MIDNIGHT.sub("", " ".join(cell.split()))
    weekdays, plain = _split_weekday(stripped)
    parts = _split_date(plain)
    if parts is None:
        message, hint = _explain_not_date(stripped)
        raise ValueError(message, hint)
    year, month, day = parts
    if month_first and _DAY_FIRST.fullmatch(plain):
        month, day = day, month
    _check_year_range(year, stripped)
    try:
        parsed_day = date(year, month, day)
    except ValueError:
        message = say("not-in-calendar", "{cell} is not in the calendar", cell=quote_text(stripped))
        hint = _suggest_day_first(year, month, day) or advise("correct the day or the month")
        raise ValueError(message, hint) from None
    if weekdays and parsed_day.weekday() not in weekdays:
        message = say("not-that-weekday", "{cell} is another day of the week", cell=quote_text(stripped))
        raise ValueError(message, advise("correct the day of the week or the date"))
    return parsed_day


def _split_weekday(cell: str) -> tuple[Collection[int], str]:
    """Return the days of the week that the first word of a cell can name, and the rest of the cell."""
    match = _WEEKDAY.fullmatch(cell)
    weekdays = _WEEKDAY_NUMBERS.get(make_sort_key(match[1])) if match else None
    if match is None or weekdays is None or _MONTH_FIRST.fullmatch(cell):
        return (), cell
    return weekdays, match[2]


def check_year(day: date) -> date:
    """Return a day; raise `ValueError(message, hint)` if its year is out of the range of tables."""
    _check_year_range(day.year, day.isoformat())
    return day


def _check_year_range(year: int, text: str) -> None:
    if year not in _YEARS:
        first, last = _YEARS[0], _YEARS[-1]
        message = say(
            "year-out-of-range",
            "{cell} is not between {first} and {last}",
            cell=quote_text(text),
            first=first,
            last=last,
        )
        raise ValueError(message, advise("correct the year"))


_CLOCK = re.compile(r"[0-9]{1,2}:[0-9]{2}(?::[0-9.]+)?")
_SCORE = re.compile(r"(?:0|[1-9][0-9]*) *[-:/] *[0-9]+")


def looks_like_score(cell: str) -> bool:
    """Whether a cell is two whole numbers with a sign between them, `2-1`, and no time, `01:00`."""
    return bool(_SCORE.fullmatch(cell))


def suggest_text_format(cell: str) -> Message | None:
    """Return the hint about a cell of which a spreadsheet made a date, `1-feb`, or a time, `01:00`."""
    if looks_like_date(cell):
        return advise("the spreadsheet made a date of it: format the column as text, and type it again")
    if _CLOCK.fullmatch(cell):
        return advise("the spreadsheet made a time of it: format the column as text, and type it again")
    return None


def looks_like_date(cell: str) -> bool:
    """Whether a cell is a date or part of one, such as the `1-feb` that spreadsheets make of `1/2`."""
    if _split_date(cell):
        return True
    words = re.findall(r"[^\W\d_]+", cell)
    return bool(_PARTIAL_DATE.fullmatch(cell) and words and make_sort_key(words[0]) in MONTH_NUMBERS)


def _split_date(cell: str) -> tuple[int, int, int] | None:
    """Return year, month and day of a cell in one of the forms of a date, even if there is no such day."""
    if match := _YEAR_FIRST.fullmatch(cell):
        year, _, month, day = match.groups()
    elif match := _DAY_FIRST.fullmatch(cell):
        day, _, month, year = match.groups()
    elif (match := _MONTH_IN_WORDS.fullmatch(cell)) and make_sort_key(match[2]) in MONTH_NUMBERS:
        day, month, year = match[1], str(MONTH_NUMBERS[make_sort_key(match[2])]), match[3]
    elif (match := _YEAR_AND_MONTH.fullmatch(cell)) and make_sort_key(match[2]) in MONTH_NUMBERS:
        year, month, day = match[1], str(MONTH_NUMBERS[make_sort_key(match[2])]), match[3]
    elif (match := _MONTH_FIRST.fullmatch(cell)) and make_sort_key(match[1]) in MONTH_NUMBERS:
        month, day, year = str(MONTH_NUMBERS[make_sort_key(match[1])]), match[2], match[3]
    else:
        return None
    return int(f"20{year}" if len(year) == 2 else year), int(month), int(day)


def _explain_not_date(cell: str) -> tuple[Message, Message]:
    """Return the message and the hint about a cell that is no date."""
    if (serial := _EXCEL_SERIAL.fullmatch(cell)) and 10000 < int(serial[1]) < 80000:
        message = say(
            "spreadsheet-day",
            "{cell} is {day}, as a spreadsheet counts days",
            cell=quote_text(cell),
            day=_EXCEL_EPOCH + timedelta(days=int(serial[1])),
        )
        return message, advise("format the column as a date, and save it again")
    if _TIME.fullmatch(cell):
        message = say("time-not-date", "{cell} is a time of the day, not a date", cell=quote_text(cell))
        return message, _suggest_date_format()
    if (match := _WITH_TIME.fullmatch(cell)) and _split_date(match[1]):
        message = say("date-with-time", "{cell} has a time behind the date", cell=quote_text(cell))
        return message, advise("write the date alone: {day}", day=match[1])
    return say("not-a-date", "{cell} is not a date", cell=quote_text(cell)), _suggest_date_format()


def _suggest_day_first(year: int, month: int, day: int) -> Message | None:
    """Return the hint about a month before the day, as Americans write dates; None if it is no date so."""
    try:
        meant = date(year, day, month).isoformat()
        return advise("the month and the day are exchanged: write {day}", day=meant)
    except ValueError:
        return None


def _suggest_date_format() -> Message:
    return advise("write it as 2026-11-20 or 20/11/2026")


_MAX_DIGITS = 15
_INTEGER = re.compile(r"([-+]?[0-9]+)(?:[.,]0{1,2})?")
_THOUSANDS = re.compile(r"(-?[1-9][0-9]{0,2})[.,]([0-9]{3})")
_GROUPED_DIGITS = re.compile(r"-?[1-9][0-9]{0,2}(?:([., '\u2009\u2019\xa0\u202f])[0-9]{3})+(?:([.,])[0-9]+)?")
_SPACED_DIGITS = re.compile(
    "[-+]?[1-9][0-9]{0,2}([ '\u2009\u2019\xa0\u202f])[0-9]{3}(?:\\1[0-9]{3})*(?:[.,][0-9]+)?"
)
"""A number whose thousands stand apart by a blank or an apostrophe, which can be read in one way only."""
_SCIENTIFIC = re.compile(r"-?[0-9]+(?:[.,][0-9]+)?[eE][-+]?[0-9]+")
_MINUS = str.maketrans("\N{MINUS SIGN}\N{EN DASH}", "--")

DecimalParser = Callable[[str], float]


def parse_integer(cell: str) -> int:
    """Parse a whole number in ASCII digits: 4, +4, 4,0 or 1 234; raises `ValueError(message, hint)`."""
    stripped = cell.strip()
    match = _INTEGER.fullmatch(_normalize_number(stripped))
    if match is None:
        message = say("not-whole", "{cell} is not a whole number", cell=quote_text(stripped))
        raise ValueError(message, _suggest_number(stripped, "") or advise("write it in digits, such as 12"))
    return int(_check_digits(match[1]))


def make_decimal_parser(marks: str, unit: str = "") -> DecimalParser:
    """Return a parser of numbers in ASCII digits with one of the decimal `marks`; a `unit` may follow.

    A blank or an apostrophe may stand between thousands. If the comma is a decimal mark, a point before three
    digits is an error, since it may separate thousands.
    """
    pattern = re.compile(rf"[-+]?[0-9]+(?:[{marks}][0-9]+)?")

    def parse(cell: str) -> float:
        stripped = cell.strip()
        plain = _normalize_number(stripped.removesuffix(unit).rstrip() if unit else stripped)
        if "," in marks and (thousands := _THOUSANDS.fullmatch(plain)) and "." in plain:
            message = say("number-two-ways", "{cell} can be read in two ways", cell=quote_text(stripped))
            raise ValueError(message, _suggest_both(thousands, ","))
        if not pattern.fullmatch(plain):
            message = say("not-a-number", "{cell} is not a number", cell=quote_text(stripped))
            example = "12,5" if "," in marks else "12.5"
            hint = _suggest_number(stripped, marks)
            raise ValueError(message, hint or advise("write it in digits, such as {number}", number=example))
        return float(_check_digits(plain).replace(",", ".")) + 0.0  # -0.0 becomes 0.0

    return parse


def _normalize_number(text: str) -> str:
    """Return a number with a plain minus, and nothing between its thousands where that stands apart."""
    plain = text.translate(_MINUS)
    spaced_match = _SPACED_DIGITS.fullmatch(plain)
    return plain.replace(spaced_match[1], "") if spaced_match else plain


def _suggest_both(thousands: re.Match[str], mark: str) -> Message:
    """Return the hint about `1.234`, which may be 1234 or 1,234."""
    first_digits, last_digits = thousands.groups()
    return advise(
        "write {whole} or {parted}",
        whole=first_digits + last_digits,
        parted=f"{first_digits}{mark}{last_digits}",
    )


def _suggest_number(cell: str, marks: str) -> Message | None:
    """Return the hint how to write a number that is written otherwise; None if it looks like no number.

    `marks` are the decimal marks; a whole number has none.
    """
    mark = "," if "," in marks else marks
    if grouped_match := _GROUPED_DIGITS.fullmatch(cell):
        thousands = _THOUSANDS.fullmatch(cell)
        return (
            _suggest_both(thousands, mark) if thousands and mark else _suggest_ungrouped(grouped_match, mark)
        )
    if mark == "." and re.fullmatch(r"-?[0-9]+,[0-9]+", cell):
        number = cell.replace(",", ".")
        return advise("in this file commas part the cells, and a point the decimals: {number}", number=number)
    return _explain_other_number(cell, is_whole=not mark)


def _explain_other_number(cell: str, *, is_whole: bool) -> Message | None:
    """Return the hint about what a spreadsheet made of a number, or what stands beside it."""
    if cell.endswith("%"):
        return advise("write it without '%'")
    if _SCIENTIFIC.fullmatch(cell):
        return advise("the spreadsheet shortened it: format the column as a number, and save it again")
    if is_whole and looks_like_score(cell) and not looks_like_date(cell):
        return advise("write one number, not two")
    return suggest_text_format(cell)


def _suggest_ungrouped(grouped_match: re.Match[str], mark: str) -> Message | None:
    """Return the hint to write a number without separators between its thousands.

    None for a whole number with decimals: which one is meant is not ours to say.
    """
    head, _, decimals = (
        grouped_match[0].rpartition(grouped_match[2]) if grouped_match[2] else (grouped_match[0], "", "")
    )
    if decimals.strip("0") and not mark:
        return None
    digits = re.sub(r"[^-0-9]", "", head)
    return advise("write {number}", number=f"{digits}{mark}{decimals}" if decimals and mark else digits)


def _check_digits(number: str) -> str:
    if len(number) > _MAX_DIGITS and sum(map(str.isdigit, number)) > _MAX_DIGITS:
        message = say(
            "too-many-digits",
            "{number} has more than {most} digits",
            number=quote_text(number),
            most=_MAX_DIGITS,
        )
        raise ValueError(message, advise("shorten it"))
    return number
