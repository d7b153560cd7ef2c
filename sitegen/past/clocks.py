"""When commits were made: by their dates, as far as these are in order, as a clock can be wrong."""

from bisect import bisect_right
from collections.abc import Sequence
from datetime import date
from itertools import takewhile


def date_commits(dates: Sequence[date], today: date) -> list[tuple[date, date]]:
    """The first and the last day on which each commit can have been made, of the latest first, by `today`.

    As many dates as can be are right, in the order of the commits; of any other commit it is known only
    which of those stand before and after it. What comes after all of these is of today.
    """
    later = len([*takewhile(lambda day: day > today, dates)])
    days = [today] * later + [*dates[later:]]
    right = _choose_ordered(days, today)
    first, last = date.min, today
    latest, earliest = list[date](), list[date]()
    for n, day in enumerate(days):
        last = day if n in right else last
        latest.append(last)
    for n, day in reversed([*enumerate(days)]):
        first = day if n in right else first
        earliest.append(first)
    return list(zip(reversed(earliest), latest, strict=True))


def _choose_ordered(days: Sequence[date], today: date) -> set[int]:
    """The places of as many days as can be, by `today`, that never grow: of several such, the latest."""
    ends, places, nexts = list[int](), list[int](), dict[int, int]()
    for n, day in enumerate(days):
        if day <= today:
            length = bisect_right(ends, -day.toordinal())
            nexts[n] = places[length - 1] if length else -1
            ends[length : length + 1] = [-day.toordinal()]
            places[length : length + 1] = [n]
    found, n = set[int](), places[-1] if places else -1
    while n >= 0:
        found.add(n)
        n = nexts[n]
    return found
