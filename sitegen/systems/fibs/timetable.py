"""When results are processed and lists published: "Registratie van matchresultaten" and "Klachten"."""

from bisect import bisect_left
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date, timedelta
from itertools import pairwise
from operator import attrgetter
from typing import NamedTuple

from sitegen.model import Coming, Short, When
from sitegen.systems.fibs.tables import Options
from sitegen.toolkit.course import kept

_SATURDAY, _SUNDAY = 5, 6
_WEEK = timedelta(weeks=1)
_TO_SATURDAY = timedelta(days=6)
"""From the Sunday that closes week N to the Saturday of week N+1, on which its results are published."""


class Publication(NamedTuple):
    """A list published on `day` of the results through `through`; its changes are since `before`.

    One that does not last is that of today, while nothing is played.
    """

    day: date
    through: date
    before: "Publication | None" = None
    lasts: bool = True


def through(options: Options, as_of: date) -> date:
    """The last day whose results are processed on `as_of`.

    "Registratie van matchresultaten": in the weekend of week N+1 the ratings are published on the results of
    week N, without those of week N+1. The weekend's day is taken to be Saturday; week N ended six days
    before it.
    """
    return as_of if options.publication == "immediate" else _saturday(as_of) - _TO_SATURDAY


class Period(NamedTuple):
    """What lies between two lists: that `after` it, and that `before` it where there is one."""

    after: Short
    before: Short | None


class Publications(NamedTuple):
    """The lists that are shown in full, oldest first, the current one last; the others that last; and all."""

    full: list[Publication]
    shorter: list[Short]
    every: Sequence[Publication] = ()

    def period(self, played: date) -> "Period":
        """The list by which the results of a day of play count first, and the one before."""
        after = self.every[bisect_left(self.every, played, key=lambda each: each.through)]
        before = after.before
        return Period(Short(after.day, after.through), before and Short(before.day, before.through))


def publications(options: Options, counted: Collection[date], when: When) -> Publications:
    """All lists from the first by which a match was counted.

    "Registratie van matchresultaten": of every week, also one in which nobody played.

    The current one may not last. `counted` are the days with a match that counts, none later than `through`.
    """
    days = sorted(counted)
    every = _after_each_day(days, when.as_of) if options.publication == "immediate" else _weekly(days, when)
    full = {*kept([each.day for each in every if each.lasts], when.archive), every[-1].day}
    return Publications(
        [each for each in every if each.day in full],
        [Short(each.day, each.through) for each in every if each.day not in full],
        every,
    )


def complaints_until(options: Options, played: date) -> date:
    """The last day for complaints about a result ("Klachten": until one week after its publication)."""
    return published(options, played) + timedelta(days=options.complaint_days)


def published(options: Options, played: date) -> date:
    """The day on which the results of the day `played` are published."""
    return played if options.publication == "immediate" else _published(played)


def due(options: Options, played: date) -> date | None:
    """The last day on which a result of the day `played` is in time: the Friday before it is published.

    "Registratie van matchresultaten"; none where a day of play is published at once.
    """
    return None if options.publication == "immediate" else _published(played) - timedelta(days=1)


def coming(options: Options, as_of: date) -> list[Coming]:
    """What is certain to come: the next list, and the end of the complaints about the latest results.

    "Registratie van matchresultaten" and "Klachten"; nothing where a day of play is published at once.
    """
    if options.publication == "immediate":
        return []
    day = _saturday(as_of)
    complaints = complaints_until(options, through(options, as_of))
    told = [
        Coming(day + _WEEK, "Rating list, from the results of week {week}", {"week": day.isocalendar().week}),
        Coming(complaints, "Last day for complaints about the latest results"),
    ]
    return sorted([each for each in told if each.day >= as_of], key=attrgetter("day"))


def event_key(options: Options, played: date) -> str:
    """The key of the results page that a day of play belongs to: the day, or its ISO week `2026-W46`."""
    if options.publication == "immediate":
        return played.isoformat()
    year, week, _ = played.isocalendar()
    return f"{year}-W{week:02}"


def title(options: Options, played: date) -> tuple[str, Mapping[str, object]]:
    """The title of that page, and what is named in it."""
    if options.publication == "immediate":
        return "{day}", {}
    year, week, _ = played.isocalendar()
    return "Week {week} of {year}", {"week": week, "year": year}


def _weekly(counted: Sequence[date], when: When) -> list[Publication]:
    last = _saturday(when.as_of)
    first = _published(counted[0]) if counted else last
    days = [first + number * _WEEK for number in range((last - first) // _WEEK + 1)]
    return _one_after_the_other(Publication(day, day - _TO_SATURDAY) for day in days)


def _after_each_day(counted: Sequence[date], as_of: date) -> list[Publication]:
    made = _one_after_the_other(Publication(day, day) for day in counted)
    today = Publication(as_of, as_of, made[-1].before if made else None, lasts=False)
    return made if as_of in counted else [*made, today]


def _one_after_the_other(lists: Iterable[Publication]) -> list[Publication]:
    return [each._replace(before=before) for before, each in pairwise([None, *lists]) if each]


def _saturday(day: date) -> date:
    """The last Saturday not after `day`."""
    return day - timedelta(days=(day.weekday() - _SATURDAY) % 7)


def _published(played: date) -> date:
    """The Saturday after the week of `played`."""
    return played + timedelta(days=_SUNDAY - played.weekday()) + _TO_SATURDAY
