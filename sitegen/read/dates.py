"""Days on which nothing can have been played, or hardly anything was."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, timedelta
from itertools import pairwise

from sitegen.message import advise, say
from sitegen.model import Dated, Fault
from sitegen.unread import Unread

_YEAR, _HALF = timedelta(days=366), timedelta(days=183)
_FEW = 50
"""Of so many rows one may be a slip; more of them are what was played."""


def faults(dated: Iterable[Dated], latest: date) -> Iterator[Fault]:
    """Results of days after `latest`, and warnings of days far from all others of their table."""
    tables: dict[type, list[Dated]] = {}
    for each in dated:
        if not isinstance(each.day, Unread):
            tables.setdefault(type(each.row), []).append(each)
    for rows in tables.values():
        yield from (_to_come(each) for each in rows if each.is_played and each.day > latest)
        yield from _far(each for each in rows if not each.is_played or each.day <= latest)


def _to_come(result: Dated) -> Fault:
    message = say("result-to-come", "{day} is still to come, and here is a result", day=result.day)
    return Fault(result.row, result.column, message, advise("correct the date, or take the result out"))


def _far(rows: Iterable[Dated]) -> Iterator[Fault]:
    """One warning a day, at its first row."""
    first: dict[date, Dated] = {}
    counts = Counter(first.setdefault(each.day, each).day for each in rows)
    days = sorted(counts)
    early = _early(days, counts)
    hint = advise("correct the date, unless it is right")
    for each in early:
        message = say("day-far-before", "{day} is more than a year before all others here", day=each)
        yield Fault(first[each].row, first[each].column, message, hint, warning=True)
    for each in _alone(days, counts):
        if each not in early:
            message = say("year-alone", "nothing else here is in the year of {day}", day=each)
            yield Fault(first[each].row, first[each].column, message, hint, warning=True)


def _early(days: Sequence[date], counts: Counter[date]) -> Sequence[date]:
    """The first day, or first days of few rows, behind which comes more than a year with nothing."""
    early: Sequence[date] = ()
    for place, (day, later) in enumerate(pairwise(days), 1):
        if later - day > _YEAR and (place == 1 or _are_few(days[:place], counts)):
            early = days[:place]
    return early


def _are_few(days: Iterable[date], counts: Counter[date]) -> bool:
    return _FEW * sum(counts[each] for each in days) < counts.total()


def _alone(days: Sequence[date], counts: Counter[date]) -> Iterator[date]:
    """In a calendar, which has about a row a day, the days with a year to themselves and none near them."""
    years = Counter(each.year for each in days)
    around = zip([date.min, *days[:-1]], days, [*days[1:], date.max], strict=True)
    for before, day, after in around if len(years) > 1 and 2 * counts.total() <= 3 * len(days) else ():
        if years[day.year] == 1 and min(day - before, after - day) > _HALF:
            yield day
