"""The largest step of a career, which its chart names."""

from bisect import bisect_left, bisect_right
from collections.abc import Mapping
from datetime import date
from operator import sub

from sitegen.model import Career

_LONGEST = 34  # a longer name finds no room in a chart


def turn(career: Career, titles: Mapping[str, str]) -> tuple[date, str] | None:
    """The day on which the figure moved most, and what was played then; None where that has no name."""
    if len(career.course) < 2:
        return None
    start = [] if career.start is None else [(date.min, career.start)]
    days, figures = zip(*start, *career.course, strict=True)
    _, day = max(zip(map(abs, map(sub, figures[1:], figures)), days[1:], strict=True))
    on_days = career.results.column("day")
    played = career.results[bisect_left(on_days, day) : bisect_right(on_days, day)]
    if not played:
        return None
    most = max(played, key=lambda each: abs(each.change or 0))
    names = [each for each in (most.occasion, titles.get(most.event, "")) if each and len(each) <= _LONGEST]
    return (day, names[0]) if names else None
