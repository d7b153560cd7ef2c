"""The days of the examples: of this year, or of last year where they would lie in the future."""

import re
from datetime import date, timedelta

from sitegen.table import Column

WRITTEN = date(2026, 11, 21)
"""When the examples were written, of that year."""
_YEAR = re.compile(r"\b20\d\d\b")


def years(since: str, today: date) -> int:
    """How many years later than they are written examples are, which have all been played by `since`.

    That is a day as they are written, `2026-09-19`; where it is blank they keep their years.
    """
    if not since:
        return 0
    year, _, day = since.strip().partition("-")
    has_been = f"{today:%m-%d}" >= day
    return today.year - int(year) - (not has_been)


def moved(cell: str, column: Column, later: int) -> str:
    """A cell of the examples as many years later; a club plays on the same day of the week in every year."""
    if column.kind is date and cell:
        day = date.fromisoformat(cell)
        there = day.replace(year=day.year + later)
        if column.shown.style == "event":
            there += timedelta((day.weekday() - there.weekday() + 3) % 7 - 3)
        return there.isoformat()
    if column.kind is str and not column.choices:
        return _YEAR.sub(lambda found: str(int(found[0]) + later), cell)
    return cell
