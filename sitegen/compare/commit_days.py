"""On which days commits were made: each says it itself, and a clock can be wrong.

The days of most commits are in their order. They are taken as right, and the others as made between them.
"""

from bisect import bisect_right
from collections.abc import Sequence
from datetime import date
from itertools import takewhile

from sitegen.compare.repository import Repository
from sitegen.inputs.config.site import Site, compute_dates


def date_commits(dates: Sequence[date], today: date) -> list[tuple[date, date]]:
    """Return the first and last day on which each commit can have been made, the latest commit first.

    As many dates as possible, in the order of the commits, are taken as right. Any other commit was made
    between its neighbours with right dates, and one after all of these by today.
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


def date_latest_commit(repository: Repository, site: Site) -> date:
    """Return the last day on which the latest commit can have been made, by the day of the build."""
    today, dated_site = site.as_of or date.max, site._replace(as_of=None)
    days = [compute_dates(dated_site, commit.timestamp).as_of for commit in repository.main_line]
    return date_commits(days, today)[0][1]


def _choose_ordered(days: Sequence[date], today: date) -> set[int]:
    """Return the places of the most days by `today` that never grow; of several such choices, the latest."""
    ends, places, nexts = list[int](), list[int](), dict[int, int]()
    for n, day in enumerate(days):
        if day <= today:
            length = bisect_right(ends, -day.toordinal())
            nexts[n] = places[length - 1] if length else -1
            ends[length : length + 1] = [-day.toordinal()]
            places[length : length + 1] = [n]
    chosen, n = set[int](), places[-1] if places else -1
    while n >= 0:
        chosen.add(n)
        n = nexts[n]
    return chosen
