"""Days and numbers as other programs write them -> as our tables do."""

import re
from contextlib import suppress

from sitegen.cells import days

_ASIDE = re.compile(r"^[^\W\d_]+[.,]* +(?=\d)|(?<=\d)(st|nd|rd|th)\b|,|[T ]+\d\d?:\d\d.*", re.IGNORECASE)
"""A weekday before a day, what makes its number an ordinal, and a time behind it."""
_YEAR_FIRST = re.compile(r"^(\d{4})\s*[-/.]\s*(\d\d?)\s*[-/.]\s*(\d\d?)$", re.ASCII)
_DIGITS = re.compile(r"^([12]\d{3})(\d\d)(\d\d)$", re.ASCII)
_MONTH_FIRST = re.compile(r"([^\W\d_]{3,9})\.? +(\d{1,2}),? +(\d{4})")
_SLASHES = re.compile(r"(\d{1,2})/(\d{1,2})/(\d{4})", re.ASCII)
_SHORT = re.compile(r"(\d\d)([./-])(\d\d)\2(\d\d)", re.ASCII)
_WITHIN = re.compile(
    r"(?<!\d)(\d{4}-\d{1,2}-\d{1,2}|\d{1,2}[-./ ]\d{1,2}[-./ ](?:\d{4}|\d{2})"
    r"|\d{1,2}[- ]\w{3,9}[- ]\d{2,4}|\d{8})(?!\d)"
)
_AMOUNT = re.compile(r"([+-]?\d{1,9})(?:[.,](\d{0,18}))? ?%?", re.ASCII)


def day(text: str) -> str:
    """A day as `2026-02-05`; blank for none. Of numbers alone the day goes before the month."""
    text = _ASIDE.sub("", _MONTH_FIRST.sub(r"\2 \1 \3", text.strip()))
    text = re.sub(r"(?<=\d) (?=\d)", "-", _YEAR_FIRST.sub(r"\1-\2-\3", _DIGITS.sub(r"\1-\2-\3", text)))
    with suppress(ValueError):
        return days.day(text).isoformat()
    return ""


def day_of_report(text: str) -> str:
    """A day of a tournament: `25/12/27` has the year first, and `10/09/2025` may be one of two."""
    text = text.strip()
    if short := _SHORT.fullmatch(text):
        return day(f"{'20' if short[1] < '70' else '19'}{short[1]}-{short[3]}-{short[4]}")
    if found := _SLASHES.fullmatch(text):
        read = {day(text), day("/".join((found[2], found[1], found[3])))} - {""}
        return read.pop() if len(read) == 1 else ""
    return day(text) if re.search(r"\d{4}", text) else ""


def first_day(text: str) -> str:
    """The first day in a text; blank where there is none."""
    return next(filter(None, (day(found[1]) for found in _WITHIN.finditer(text.replace("_", "-")))), "")


def amount(text: str) -> float | None:
    """The number that a text is, with a point or a comma; None where it is none."""
    found = _AMOUNT.fullmatch(text.strip())
    return float(f"{found[1]}.{found[2] or 0}") if found else None


def plain(number: float) -> str:
    """A number without needless decimals."""
    return f"{number:.10g}"
