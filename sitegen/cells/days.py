"""Days of the calendar, as people and spreadsheets write them in Dutch, French and English."""

import re
from datetime import date, timedelta

from sitegen.message import Message, advise, say
from sitegen.names import alphabetical
from sitegen.problem import quoted

_YEARS = range(1900, 2200)
_ISO = re.compile(r"([0-9]{4})-([0-9]{1,2})-([0-9]{1,2})")
_DAY_FIRST = re.compile(r"([0-9]{1,2})([-/.])([0-9]{1,2})\2([0-9]{4}|[0-9]{2})")
_WORDED = re.compile(r"([0-9]{1,2})[-/. ]+([^\W\d_]+)\.?[-/. ]+([0-9]{4}|[0-9]{2})")
_WITH_TIME = re.compile(r"(.*[0-9])[T ]+[0-9]{1,2}[:.h][0-9]{2}(?:[:.][0-9.]+)?(?: ?[AaPp]\.?[Mm]\.?)?Z?")
_TIME = re.compile(r"[0-9]{1,2}:[0-9]{2}(?::[0-9.]+)?(?: ?[AaPp]\.?[Mm]\.?)?")
_SERIAL = re.compile(r"([0-9]{5})(?:[.,][0-9]+)?")
_SHORT = re.compile(r"[0-9]{1,4}[-/. ]+[^\W\d_]{3,10}\.?|[^\W\d_]{3,10}\.?[-/. ]+[0-9]{1,4}")
_EXCEL_BEGINS = date(1899, 12, 30)
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
_NUMBERS = {word: number for number, words in enumerate(_MONTHS, 1) for word in words.split()}


def day(cell: str) -> date:
    """A date: 2026-11-20, or day first 20/11/2026, 20-11-26, 20.11.2026, 20-nov-2026, 20 november 2026.

    A year of two digits is one of this century.
    """
    stripped = " ".join(cell.split())
    found = _parts(stripped)
    if found is None:
        message, hint = _no_day(stripped)
        raise ValueError(message, hint)
    year, month, day_ = found
    _refuse_far(year, stripped)
    try:
        return date(year, month, day_)
    except ValueError:
        message = say("not-in-calendar", "{cell} is not in the calendar", cell=quoted(stripped))
        raise ValueError(message, _turned(year, month, day_) or _cure()) from None


def within_reach(found: date) -> date:
    """A day that is given as one, unless it lies in a year of which nothing can be told."""
    _refuse_far(found.year, found.isoformat())
    return found


def _refuse_far(year: int, written: str) -> None:
    if year not in _YEARS:
        first, last = _YEARS[0], _YEARS[-1]
        message = say(
            "year-out-of-range",
            "{cell} is not between {first} and {last}",
            cell=quoted(written),
            first=first,
            last=last,
        )
        raise ValueError(message, advise("correct the year"))


def is_like_a_day(cell: str) -> bool:
    """Whether a cell is a date or part of one, such as the `1-feb` that spreadsheets make of `1/2`."""
    short = _SHORT.fullmatch(cell)
    words = re.findall(r"[^\W\d_]+", cell)
    return bool(_parts(cell)) or bool(short and words and alphabetical(words[0]) in _NUMBERS)


def _parts(cell: str) -> tuple[int, int, int] | None:
    """Year, month and day of a date in one of the forms; whether there is such a day is another matter."""
    if found := _ISO.fullmatch(cell):
        year, month, day_ = found.groups()
    elif found := _DAY_FIRST.fullmatch(cell):
        day_, _, month, year = found.groups()
    elif (found := _WORDED.fullmatch(cell)) and alphabetical(found[2]) in _NUMBERS:
        day_, month, year = found[1], str(_NUMBERS[alphabetical(found[2])]), found[3]
    else:
        return None
    return int(f"20{year}" if len(year) == 2 else year), int(month), int(day_)


def _no_day(cell: str) -> tuple[Message, Message]:
    """What a cell is that is no date, and what to do about it."""
    if (found := _SERIAL.fullmatch(cell)) and 10000 < int(found[1]) < 80000:
        counted = _EXCEL_BEGINS + timedelta(days=int(found[1]))
        message = say(
            "spreadsheet-day", "{cell} is {day}, as a spreadsheet counts days", cell=quoted(cell), day=counted
        )
        return message, advise("format the column as a date, and save it again")
    if _TIME.fullmatch(cell):
        return say("time-not-date", "{cell} is a time of the day, not a date", cell=quoted(cell)), _cure()
    if (found := _WITH_TIME.fullmatch(cell)) and _parts(found[1]):
        message = say("date-with-time", "{cell} has a time behind the date", cell=quoted(cell))
        return message, advise("write the date alone: {day}", day=found[1])
    return say("not-a-date", "{cell} is not a date", cell=quoted(cell)), _cure()


def _turned(year: int, month: int, day_: int) -> Message | None:
    """The cure where the month stands before the day, as Americans write it."""
    try:
        return advise("the day goes first: write {day}", day=date(year, day_, month))
    except ValueError:
        return None


def _cure() -> Message:
    return advise("write it as 2026-11-20 or 20/11/2026")
