"""Days that something else in the data contradicts: the calendar, the other rows, the name of the file.

A result of a day to come is an error. All else is a warning, and only where another day would fit: somebody
may have played on an odd day, or entered an old evening late.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import date, timedelta
from itertools import chain, groupby, islice, pairwise
from typing import NamedTuple

from sitegen.core.entities import EventDate, Fault
from sitegen.core.missing import Missing
from sitegen.core.problems import Problem, Severity, advise, say
from sitegen.inputs.config.site import SETTINGS_FILE
from sitegen.inputs.results.csv_file import CsvFile

_YEAR, _HALF = timedelta(days=366), timedelta(days=183)
_OUTLIER_RATIO = 50
"""One row of so many may be a slip of the pen; more than one are real."""


_DAY = timedelta(days=1)
_MIN_IMPOSSIBLE = 3
"""So many rows of days to come, each a day, a month or a year after the row above, were dragged down."""


def check_dates(event_dates: Iterable[EventDate], latest: date) -> Iterator[Fault]:
    """Yield an error for each result after the day `latest`, and warnings of outliers in each table."""
    tables: defaultdict[type, defaultdict[date, list[EventDate]]] = defaultdict(lambda: defaultdict(list))
    for event in event_dates:
        tables[type(event.row)][event.day].append(event)
    for table in tables.values():
        days = {day: events for day, events in table.items() if not isinstance(day, Missing)}
        late_events = chain.from_iterable(events for day, events in days.items() if day > latest)
        impossible = select_impossible(late_events, latest)
        yield from _report_impossible(impossible)
        impossible_days = {event.day for event in impossible}
        possible = {day: events for day, events in days.items() if day not in impossible_days}
        outliers = list(_find_outliers(possible))
        yield from outliers
        reported_rows = {id(fault.row) for fault in outliers}
        others = (events for events in possible.values() if id(events[0].row) not in reported_rows)
        yield from find_misdated([event for events in others for event in events], latest)


def check_site_day(day: date, event_dates: Iterable[EventDate]) -> Iterator[Problem]:
    """Yield a warning if the day at which a site stands still lies before all results, or a year after."""
    days = [event.day for event in event_dates if event.is_played]
    hint = advise("correct 'as_of', or leave it out: then the site shows today")
    if days and (day < min(days) or day - max(days) > _YEAR):
        message = say(
            "day-outside-results",
            "the site shows the state of {day}, and its results are of {first} to {last}",
            day=day,
            first=min(days),
            last=max(days),
        )
        yield Problem(SETTINGS_FILE, 0, 0, message, hint, Severity.WARNING)


_AMBIGUOUS = re.compile(r"(?<![\w/])(0?[1-9]|1[0-2])/(?!0?\1/)(0?[1-9]|1[0-2])/(?:20)?\d\d(?![\w/])")


def find_ambiguous_date(files: Iterable[CsvFile]) -> list[Problem]:
    """Return a warning at the first date in a form that is a day in Europe and another in America."""
    for csv_file in files:
        rows = islice(csv_file.lines.all_lines, csv_file.header_end, None)
        for number, line in enumerate(rows, csv_file.header_end + 1):
            if "/" in line and (match := _AMBIGUOUS.search(line)):
                message = say("date-two-ways", "{date} is read as the day before the month", date=match[0])
                setting, other = 'dates = "day first"', "month first"
                hint = advise('say so below [site]: {setting}, or "{other}"', setting=setting, other=other)
                return [Problem(csv_file.path, number, match.start() + 1, message, hint, Severity.WARNING)]
    return []


def select_impossible(event_dates: Iterable[EventDate], latest: date) -> list[EventDate]:
    """Return the results of days after `latest`."""
    return [event for event in event_dates if event.is_played and event.day > latest]


def _report_impossible(impossible: Sequence[EventDate]) -> Iterator[Fault]:
    """Yield an error for each result of a day to come; one for all below a date that was dragged down."""
    series: list[list[EventDate]] = []
    for event in sorted(impossible, key=_locate):
        path, line = _locate(event)
        last = series[-1][-1] if series else None
        if last and _locate(last) == (path, line - 1) and event.day in _list_next_days(last.day):
            series[-1].append(event)
        else:
            series.append([event])
    for first, *others in series:
        if len(others) + 1 < _MIN_IMPOSSIBLE:
            yield from map(_report_to_come, (first, *others))
            continue
        message = say(
            "results-to-come", "{first} to {last} are still to come", first=first.day, last=others[-1].day
        )
        hint = advise("a spreadsheet counts on where a date is dragged down: write the day of each row")
        yield Fault(first.row, first.column, message, hint)


def _report_to_come(event: EventDate) -> Fault:
    message = say("result-to-come", "{day} is still to come, and here is a result", day=event.day)
    return Fault(event.row, event.column, message, advise("correct the date, or take the result out"))


def _locate(event: EventDate) -> tuple[str, int]:
    """Return the path of the file and the line of a row."""
    path, _, line = event.row.source.rpartition(":")
    return path, int(line)


def _list_next_days(day: date) -> list[date]:
    """Return the days that a spreadsheet writes below a day: the next, or that of the next month or year."""
    month = (day.replace(day=1) + timedelta(days=31)).month
    days = [day + _DAY]
    for changes in ({"year": day.year + 1}, {"year": day.year + (month == 1), "month": month}):
        with suppress(ValueError):
            days.append(day.replace(**changes))
    return days


def _find_outliers(days: Mapping[date, Sequence[EventDate]]) -> Iterator[Fault]:
    """Yield one warning for each day that is far from all others, at its first row."""
    counts = Counter({day: len(events) for day, events in days.items()})
    early_days = _find_early_days(sorted(counts), counts)
    hint = advise("correct the date, unless it is right")
    for day in early_days:
        message = say("day-far-before", "{day} is more than a year before all others here", day=day)
        yield Fault(days[day][0].row, days[day][0].column, message, hint, warning=True)
    for day in _find_lone_days(sorted(counts), counts):
        if day not in early_days:
            message = say("year-alone", "nothing else here is in the year of {day}", day=day)
            yield Fault(days[day][0].row, days[day][0].column, message, hint, warning=True)


def _find_early_days(days: Sequence[date], counts: Counter[date]) -> Sequence[date]:
    """Return the first day, or first days with few rows, that precede a gap of more than a year."""
    early_days: Sequence[date] = ()
    for count, (day, next_day) in enumerate(pairwise(days), 1):
        if next_day - day > _YEAR:
            rows = sum(counts[early_day] for early_day in days[:count])
            if count == 1 or _OUTLIER_RATIO * rows < counts.total():
                early_days = days[:count]
    return early_days


def _find_lone_days(days: Sequence[date], counts: Counter[date]) -> Iterator[date]:
    """Yield the days that are alone in their year and half a year from others, in a table of a row a day."""
    years = Counter(day.year for day in days)
    neighbours = zip([date.min, *days[:-1]], days, [*days[1:], date.max], strict=True)
    for before, day, after in neighbours if len(years) > 1 and 2 * counts.total() <= 3 * len(days) else ():
        if years[day.year] == 1 and min(day - before, after - day) > _HALF:
            yield day


_MIN_SERIES, _MIN_LONE_SERIES = 4, 8
"""So many rows of a day each, day after day, were dragged down; more where there are no other days."""
_MIN_DAYS, _USUAL_SHARE = 8, 0.6
"""From so many days on, a day of the week with this share of them is the club's."""


class _Run(NamedTuple):
    """Rows of one day that stand one behind the other in a file."""

    day: date
    first: EventDate
    size: int


def find_misdated(events: Iterable[EventDate], latest: date) -> Iterator[Fault]:
    """Yield a warning for days of a table that the rows around them or the name of their file contradict."""
    played = [
        event for event in events if event.is_played and getattr(event.row, event.column, None) == event.day
    ]
    weekday = _find_usual_weekday({event.day for event in played})
    by_path: defaultdict[str, list[EventDate]] = defaultdict(list)
    for event in played:
        by_path[event.row.source.rpartition(":")[0]].append(event)
    files = {path: _list_runs(file_events) for path, file_events in by_path.items()}
    for path, runs in files.items():
        by_name = list(_check_name(path, runs, latest))
        yield from by_name or _find_disordered(runs, latest, weekday)
    yield from _find_series(list(files.values()))


def _list_runs(events: Sequence[EventDate]) -> list[_Run]:
    """Return the runs of a file from the oldest on, also where its newest rows stand first."""
    in_order = sorted(events, key=lambda event: int(event.row.source.rpartition(":")[2]))
    groups = ((day, list(group)) for day, group in groupby(in_order, lambda event: event.day))
    runs = [_Run(day, group[0], len(group)) for day, group in groups]
    falling = sum(later.day < earlier.day for earlier, later in pairwise(runs))
    return runs[::-1] if 2 * falling >= len(runs) > 1 else runs


def _find_usual_weekday(days: Collection[date]) -> int | None:
    """Return the day of the week on which a club plays; None if it has none."""
    counts = Counter(day.weekday() for day in days)
    (weekday, count), *_ = counts.most_common(1) or [(0, 0)]
    return weekday if count >= max(_MIN_DAYS, _USUAL_SHARE * len(days)) else None


def _find_disordered(runs: Sequence[_Run], latest: date, weekday: int | None) -> Iterator[Fault]:
    """Yield the runs that are out of order, where a slip in the date explains it."""
    before: _Run | None = None
    for run, following, second in zip(runs, [*runs[1:], None], [*runs[2:], None, None], strict=False):
        # Of the first three runs the middle one is out of order if the others are not.
        is_middle_wrong = before is None and second and run.day <= second.day
        after = second if is_middle_wrong else following
        first = before.day if before else date.min
        last = after.day if after else min(latest, first + _HALF)
        if first <= last and not first <= run.day <= last and (before or after):
            around = {neighbour.day for neighbour in (before, after) if neighbour}
            for likely_day in _iter_likely_days(run.day, weekday, around):
                if first <= likely_day <= last:
                    yield _report_disordered(run, (before or after or run).day, likely_day)
                    break
            else:
                before = run
        else:
            before = run


def _iter_likely_days(day: date, weekday: int | None, around: Collection[date]) -> Iterator[date]:
    """Yield the days that may have been meant: another year, day and month exchanged, another month.

    A day in the rows around is likely. Another must be no worse a day of the week for the club, and one of
    another month a better one.
    """
    for likely_day, is_common in _iter_slips(day):
        is_better = likely_day.weekday() == weekday != day.weekday()
        is_worse = day.weekday() == weekday != likely_day.weekday()
        if likely_day in around or is_better or (is_common and not is_worse):
            yield likely_day


def _iter_slips(day: date) -> Iterator[tuple[date, bool]]:
    """Yield each day that differs by a slip of the pen, and whether the slip is a common one."""
    years = (day.year + 1, day.year - 1)
    months = [number for number in (day.month + 1, day.month - 1) if 1 <= number <= 12]
    slips = [
        *(({"year": year}, True) for year in years),
        ({"month": day.day, "day": day.month}, True),
        *(({"month": month}, False) for month in months),
    ]
    for changes, is_common in slips:
        with suppress(ValueError):  # 29 February, or a month of fewer days
            if (slip := day.replace(**changes)) != day:
                yield slip, is_common


def _report_disordered(run: _Run, other: date, likely_day: date) -> Fault:
    message = say("day-out-of-order", "{day} stands beside rows of {other}", day=run.day, other=other)
    hint = advise("if {likely} is meant, correct the date; else leave it", likely=likely_day)
    return Fault(run.first.row, run.first.column, message, hint, warning=True)


_ISO_DAY = re.compile(r"(?<!\d)((?:19|20)\d\d)-?([01]\d)-?([0-3]\d)(?!\d)")
_YEAR_NAME = re.compile(r"(?<!\d)((?:19|20)\d\d)(?!\d)")


def _check_name(path: str, runs: Sequence[_Run], latest: date) -> Iterator[Fault]:
    """Yield the days that the name of their file contradicts, where a slip in the date explains it."""
    name = path.rpartition("/")[2]
    if len(named_days := _ISO_DAY.findall(name)) == 1:
        with suppress(ValueError):
            named_day = date(*map(int, named_days[0]))
            for run in runs:
                if named_day in (slip for slip, _ in _iter_slips(run.day)):
                    yield _report_name(run, name, named_day)
    elif len(years := _YEAR_NAME.findall(name)) == 1 and not named_days:
        year = int(years[0])
        if all(run.day.year == year - 1 and _add_year(run.day) <= latest for run in runs):
            yield _report_name(runs[0], name, _add_year(runs[0].day))


def _add_year(day: date) -> date:
    return next(slip for slip, _ in _iter_slips(day)) if (day.month, day.day) != (2, 29) else day + _YEAR


def _report_name(run: _Run, name: str, likely_day: date) -> Fault:
    message = say("day-not-of-file", "{day} stands in a file that is called {name}", day=run.day, name=name)
    hint = advise("if {likely} is meant, correct the date; else rename the file", likely=likely_day)
    return Fault(run.first.row, run.first.column, message, hint, warning=True)


def _find_series(files: Sequence[Sequence[_Run]]) -> Iterator[Fault]:
    """Yield the rows that were given a day each, one after the other, where a club plays on evenings."""
    series = [found for runs in files for found in _list_series(runs)]
    in_series = {run.day for runs in series for run in runs}
    other_days = sorted({run.day for runs in files for run in runs} - in_series)
    plays_daily = any(later - earlier == _DAY for earlier, later in pairwise(other_days))
    min_length = _MIN_SERIES if other_days else _MIN_LONE_SERIES
    for first, second, *others in series:
        if len(others) + 2 >= min_length and not plays_daily:
            message = say(
                "days-dragged-down",
                "from {first} on each row is of the day after, until {last}",
                first=first.day,
                last=others[-1].day,
            )
            hint = advise(
                "a spreadsheet counts on where a date is dragged down: write {day} again", day=first.day
            )
            yield Fault(second.first.row, second.first.column, message, hint, warning=True)


def _list_series(runs: Sequence[_Run]) -> list[list[_Run]]:
    """Return the runs of one row each whose days follow each other; the first may have more rows."""
    series: list[list[_Run]] = []
    for run in runs:
        if series and run.size == 1 and run.day - series[-1][-1].day == _DAY:
            series[-1].append(run)
        else:
            series.append([run])
    return [found for found in series if len(found) >= _MIN_SERIES]
