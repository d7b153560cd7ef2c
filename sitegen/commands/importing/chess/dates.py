"""Days as tournament programs write them: year first, day first, or with the name of a month."""

import re
from datetime import date

_YEAR_FIRST = re.compile(r"(\d{4}|\d\d)\s*[./-]\s*(\d{1,2})\s*[./-]\s*(\d{1,2})")
_YEAR_LAST = re.compile(r"(\d{1,2})\s*[./-]\s*(\d{1,2})\s*[./-]\s*(\d{4})")
_MONTH_FIRST = re.compile(r"([A-Za-z]{3})[a-z]*\.? +(\d{1,2}),? +(\d{4})")
_MONTH_AFTER = re.compile(r"(\d{1,2})\.? +([A-Za-z]{3})[a-z]*\.?,? +(\d{4})")
_MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]


def day(words: str) -> str:
    """The day that is written, as `2026-02-05`; empty where it is none, or may be one of two."""
    words = words.strip()
    if found := _YEAR_FIRST.fullmatch(words):
        year, month, number = map(int, found.groups())
        return _iso(year if year > 99 else 2000 + year - 100 * (year > 69), month, number)
    if found := _YEAR_LAST.fullmatch(words):
        number, month, year = map(int, found.groups())
        is_either = "/" in words and number <= 12 and month <= 12 and number != month
        return "" if is_either else _iso(year, month, number) or _iso(year, number, month) * ("/" in words)
    if found := _MONTH_FIRST.fullmatch(words):
        return _iso_by_month_name(found[3], found[1], found[2])
    if found := _MONTH_AFTER.fullmatch(words):
        return _iso_by_month_name(found[3], found[2], found[1])
    return ""


def _iso_by_month_name(year: str, month: str, number: str) -> str:
    return _iso(int(year), _MONTHS.index(month.lower()) + 1 if month.lower() in _MONTHS else 0, int(number))


def _iso(year: int, month: int, number: int) -> str:
    try:
        return date(year, month, number).isoformat()
    except ValueError:
        return ""
