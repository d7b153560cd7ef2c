"""The season after another: when it may begin, and what it is called."""

import re
from datetime import date

from sitegen.core.entities import InvalidRequestError
from sitegen.core.problems import advise, say

_YEARS = re.compile(r"\b(?:19|20)\d\d(?:(\s?[-\N{EN DASH}/]\s?)((?:19|20)?\d\d))?\b")
"""A season as people write it: `2026`, `2026-2027`, `2026/27`."""


def refuse_overlap(last: date, start: date) -> None:
    """Raise `InvalidRequestError` where a season begins before the `last` day of the one before it."""
    if start <= last:
        raise InvalidRequestError(
            say("season-too-early", "the last season goes on until {day}", day=last),
            advise("let the next one begin later, or take out the days on which nothing is played"),
        )


def name_season(text: str, start: date, end: date) -> str | None:
    """Return a text that names a season with the years of another, from `start` to `end`.

    None where it names none. `2025-2026` becomes `2026-2027`, also where the new one is within a year.
    """
    found = _YEARS.search(text)
    if not found:
        return None
    between, last = found.groups()
    years = str(start.year)
    if last:
        years += between + str(max(end.year, start.year + 1))[-len(last) :]
    return f"{text[: found.start()]}{years}{text[found.end() :]}"


def add_year(day: date) -> date:
    """Return the same day of the next year, the 28th of February for the 29th."""
    try:
        return day.replace(year=day.year + 1)
    except ValueError:
        return day.replace(year=day.year + 1, day=28)
