"""What a spreadsheet makes of a text when it opens a file: a number, a day, or true and false.

It saves what it made: `7` in the place of `007`, a day in the place of `3-2`.
"""

import re
from collections.abc import Iterator
from itertools import permutations
from math import isfinite

from sitegen.core.cell_values import MONTH_NUMBERS
from sitegen.core.names import make_sort_key

_NUMBER = re.compile(r"-?[0-9]+(?:\.[0-9]+)?(?:e[-+]?[0-9]{1,3})?")
_MAX_DIGITS = 11
"""A number of more digits is saved as `1,23E+11`."""
_SIGNS = re.compile(r"[-/. ]+")
_DAYS, _YEARS = range(1, 32), (range(32, 100), range(1900, 10_000))
_DAY_AND_MONTH, _MAX_PARTS = 2, 3
_TRUTH = {"true": True, "waar": True, "vrai": True, "false": False, "onwaar": False, "faux": False}


def is_rewritten(text: str) -> bool:
    """Whether a spreadsheet changes a text when it opens a file: `007`, `1e5`, `3-2`, `mei-3`, `true`."""
    number = _read_number(text)
    is_plain = number is not None and len(text) <= _MAX_DIGITS and str(int(number)) == text
    return not is_plain and (number is not None or text.casefold() in _TRUTH or any(_iter_days(text)))


def is_made_of(cell: str, text: str) -> bool:
    """Whether a spreadsheet may have made a cell of another text: `3-feb` of `3-2`."""
    number, original = _read_number(cell), _read_number(text)
    if number is not None and original is not None:
        mantissa, exponent, _ = cell.casefold().replace(",", ".").partition("e")
        decimals = len(mantissa.partition(".")[2])
        return number == original or (bool(exponent) and number == float(f"{original:.{decimals}e}"))
    truth = _TRUTH.get(cell.casefold())
    if truth is not None:
        return truth is _TRUTH.get(text.casefold())
    return not {*_iter_days(cell)}.isdisjoint(_iter_days(text))


def _read_number(text: str) -> float | None:
    plain = text.casefold().replace(",", ".")
    number = float(plain) if _NUMBER.fullmatch(plain) else None
    return number if number is not None and isfinite(number) else None


def _iter_days(text: str) -> Iterator[tuple[int, int]]:
    """Yield the months and days that a text can be, whichever of the two a spreadsheet expects first.

    Of a month and a year it makes the first day of that month.
    """
    words = _SIGNS.split(make_sort_key(text))
    names = [word for word in words if word in MONTH_NUMBERS]
    numbers = [int(word) for word in words if word.isdecimal() and len(word) <= len("2026")]
    if not _DAY_AND_MONTH <= len(words) <= _MAX_PARTS or len(names) > 1 or len(names + numbers) < len(words):
        return
    months = [MONTH_NUMBERS[name] for name in names]
    pairs = [(months[0], number) for number in numbers] if months else permutations(numbers, 2)
    for month, number in pairs:
        if month in MONTH_NUMBERS.values() and number in _DAYS:
            yield month, number
        if len(words) == _DAY_AND_MONTH and month in MONTH_NUMBERS.values():
            yield from [(month, 1)] if months or any(number in years for years in _YEARS) else []
