"""Days on which nothing can have been played, or hardly anything was."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
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
    tables: defaultdict[type, defaultdict[date, list[Dated]]] = defaultdict(lambda: defaultdict(list))
    for each in dated:
        row, _, day, _ = each
        tables[type(row)][day].append(each)
    for days in tables.values():
        held = {day: rows for day, rows in days.items() if not isinstance(day, Unread)}
        for rows in (those for day, those in held.items() if day > latest):
            yield from (_to_come(each) for each in rows if each.is_played)
        yield from _far({day: rows for day, rows in held.items() if day <= latest or not _is_played(rows)})


def _is_played(rows: Iterable[Dated]) -> bool:
    return any(each.is_played for each in rows)


def _to_come(result: Dated) -> Fault:
    message = say("result-to-come", "{day} is still to come, and here is a result", day=result.day)
    return Fault(result.row, result.column, message, advise("correct the date, or take the result out"))


def _far(held: Mapping[date, Sequence[Dated]]) -> Iterator[Fault]:
    """One warning a day, at its first row."""
    counts = Counter({day: len(rows) for day, rows in held.items()})
    days = sorted(counts)
    early = _early(days, counts)
    hint = advise("correct the date, unless it is right")
    for each in early:
        message = say("day-far-before", "{day} is more than a year before all others here", day=each)
        yield Fault(held[each][0].row, held[each][0].column, message, hint, warning=True)
    for each in _alone(days, counts):
        if each not in early:
            message = say("year-alone", "nothing else here is in the year of {day}", day=each)
            yield Fault(held[each][0].row, held[each][0].column, message, hint, warning=True)


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
