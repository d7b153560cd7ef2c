"""Days that something else in the data contradicts: the calendar, the other rows, the name of the file.

A result of a day to come is an error. All else is a warning, and only where another day would fit: somebody
may have played on an odd day, or entered an old evening late.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import date, timedelta
from itertools import chain, islice, pairwise

from sitegen.core.entities import EventDate, Fault
from sitegen.core.problems import DayInWords, Message, Problem, Severity, advise, say
from sitegen.inputs.config.site import SETTINGS_FILE
from sitegen.inputs.results.csv_file import CsvFile
from sitegen.inputs.results.file_days import Run, check_names, find_named_days, iter_slips

_YEAR, _HALF = timedelta(days=366), timedelta(days=183)
_OUTLIER_RATIO = 50
"""One row of so many may be a slip of the pen; more than one are real."""


_YEARLY = 2
"""Who plays once a year does so on so many days at most."""
_DAY, _SEASON = timedelta(days=1), timedelta(weeks=5)
_MIN_IMPOSSIBLE = 3
"""So many rows of days to come, each a day, a month or a year after the row above, were dragged down."""


def check_dates(runs: Iterable[Run], latest: date) -> Iterator[Fault]:
    """Yield an error for each result after the day `latest`, and warnings of outliers in each table."""
    tables: defaultdict[type, list[Run]] = defaultdict(list)
    for run in runs:
        tables[type(run.first.row)].append(run)
    for table in tables.values():
        impossible = select_impossible(table, latest)
        yield from _report_impossible(impossible, latest)
        impossible_days = {event.day for event in impossible}
        possible = [run for run in table if run.day not in impossible_days]
        first = {run.day: run.first for run in reversed(possible)}
        outliers = list(_find_outliers(possible, first))
        yield from outliers
        reported_rows = {id(fault.row) for fault in outliers}
        other_runs = [run for run in possible if id(first[run.day].row) not in reported_rows]
        yield from find_misdated(other_runs, latest)


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


def select_impossible(runs: Iterable[Run], latest: date) -> list[EventDate]:
    """Return the results of days after `latest`."""
    late_events = chain.from_iterable(run.events for run in runs if run.day > latest)
    return [event for event in late_events if event.is_played]


def _report_impossible(impossible: Sequence[EventDate], latest: date) -> Iterator[Fault]:
    """Yield an error for each result of a day to come; one for all below a date that was dragged down."""
    series: list[list[EventDate]] = []
    for event in sorted(impossible, key=_locate):
        path, line = _locate(event)
        last = series[-1][-1] if series else None
        if last and _locate(last) == (path, line - 1) and event.day in {step(last.day) for step in _STEPS}:
            series[-1].append(event)
        else:
            series.append([event])
    for first, *others in series:
        if len(others) + 1 < _MIN_IMPOSSIBLE:
            yield from (_report_to_come(event, latest) for event in (first, *others))
            continue
        message = say(
            "results-to-come", "{first} to {last} are still to come", first=first.day, last=others[-1].day
        )
        hint = advise("a spreadsheet counts on where a date is dragged down: write the day of each row")
        yield Fault(first.row, first.column, message, hint)


def _report_to_come(event: EventDate, latest: date) -> Fault:
    """Return the error of a result of a day to come: a slip, or a day that has begun elsewhere."""
    day, message = (
        event.day,
        say("result-to-come", "{day} is still to come", day=event.day),
    )
    hint = advise("correct the date, or take the row out")
    name = _locate(event)[0].rpartition("/")[2]
    slips = [slip for slip, _ in iter_slips(day) if slip in find_named_days(name) and slip <= latest]
    if slips and (slips[0].month, slips[0].day) == (day.day, day.month):
        words = DayInWords.from_date(day)
        message = say(
            "day-read-to-come", "'{day}' is read as {words}, which is to come", day=day, words=words
        )
        hint = advise("is {likely} meant, as the file is called?", likely=DayInWords.from_date(slips[0]))
    elif slips:
        hint = advise("if {likely} is meant, as the file is called, correct the date", likely=slips[0])
    elif day - latest <= _DAY:
        hint = advise(
            "if it is that day already where you play, set 'timezone' in {file}; else correct the date, or"
            " take the row out",
            file=SETTINGS_FILE,
        )
    return Fault(event.row, event.column, message, hint)


_NUMERIC_DAY = re.compile(r"\s*(\d{1,2})([-/. ])(\d{1,2})\2(\d{2,4})\s*")


def write_days(text: str, cell: str, *, month_first: bool = False) -> str:
    """Return a message with its days in the form of the day in `cell`: `3-12-2026`."""
    match = _NUMERIC_DAY.fullmatch(cell)
    if match is None or not isinstance(text, Message):
        return text
    width = 2 if "0" in {match[1][0], match[3][0]} else 1
    written: dict[str, object] = {}
    for name, param in text.params.items():
        if isinstance(param, Message):
            written[name] = write_days(param, cell, month_first=month_first)
        elif isinstance(param, date) and not isinstance(param, DayInWords):
            numbers = (param.month, param.day) if month_first else (param.day, param.month)
            parts = [*(str(number).zfill(width) for number in numbers), str(param.year)[-len(match[4]) :]]
            written[name] = match[2].join(parts)
    return Message(text.code, text.text, {**text.params, **written}, text.plural) if written else text


def _locate(event: EventDate) -> tuple[str, int]:
    """Return the path of the file and the line of a row."""
    path, _, line = event.row.source.rpartition(":")
    return path, int(line)


def _add_day(day: date) -> date:
    return day + _DAY


def _add_week(day: date) -> date:
    return day + timedelta(weeks=1)


def _add_month(day: date) -> date | None:
    month = (day.replace(day=1) + timedelta(days=31)).month
    with suppress(ValueError):
        return day.replace(year=day.year + (month == 1), month=month)
    return None


def _add_year(day: date) -> date | None:
    with suppress(ValueError):
        return day.replace(year=day.year + 1)
    return None


_STEPS: Sequence[Callable[[date], date | None]] = (_add_day, _add_week, _add_month, _add_year)
"""What a spreadsheet writes below a day that is dragged down."""


def _find_outliers(runs: Sequence[Run], first: Mapping[date, EventDate]) -> Iterator[Fault]:
    """Yield one warning for each day that is far from all others, at its `first` row."""
    counts = Counter[date]()
    for run in runs:
        counts[run.day] += run.size
    early_days = _find_early_days(sorted(counts), counts)
    hint = advise("correct the date, unless it is right")
    for day in early_days:
        message = say("day-far-before", "{day} is more than a year before all others here", day=day)
        yield Fault(first[day].row, first[day].column, message, hint, warning=True)
    for day in _find_lone_days(sorted(counts), counts):
        if day not in early_days:
            message = say("year-alone", "nothing else here is in the year of {day}", day=day)
            yield Fault(first[day].row, first[day].column, message, hint, warning=True)


def _find_early_days(days: Sequence[date], counts: Counter[date]) -> Sequence[date]:
    """Return the first day, or first days with few rows, that precede a gap of more than a year.

    A club that plays once a year has other gaps that are nearly as long.
    """
    early_days: Sequence[date] = ()
    gaps = [next_day - day for day, next_day in pairwise(days)]
    for count, gap in enumerate(gaps, 1):
        if gap > _YEAR and gap > 2 * max(gaps[count:], default=_YEAR):
            rows = sum(counts[early_day] for early_day in days[:count])
            if count == 1 or _OUTLIER_RATIO * rows < counts.total():
                early_days = days[:count]
    return early_days


def _find_lone_days(days: Sequence[date], counts: Counter[date]) -> Iterator[date]:
    """Yield the days that are alone in their year and half a year from others, in a table of a row a day.

    Where most years have one day or two, the club plays so.
    """
    years = Counter(day.year for day in days)
    is_yearly = 2 * sum(count <= _YEARLY for count in years.values()) > len(years)
    if len(years) < 2 or is_yearly or 2 * counts.total() > 3 * len(days):
        return
    for before, day, after in zip([date.min, *days[:-1]], days, [*days[1:], date.max], strict=True):
        if years[day.year] == 1 and min(day - before, after - day) > _HALF:
            yield day


_MIN_SERIES, _MIN_LONE_SERIES = 4, 8
"""So many rows of a day each, day after day, were dragged down; more where there are no other days."""
_RARE = 20
"""Where one evening of so many has a single row, four in succession are rare."""
_MIN_DAYS, _USUAL_SHARE = 8, 0.6
"""From so many days on, a day of the week with this share of them is the club's."""


def find_misdated(runs: Iterable[Run], latest: date) -> Iterator[Fault]:
    """Yield a warning for days of a table that the rows around them or the name of their file contradict."""
    played = [run for run in runs if run.is_played]
    weekday = _find_usual_weekday({run.day for run in played})
    by_path: defaultdict[str, list[Run]] = defaultdict(list)
    for run in played:
        by_path[run.path].append(run)
    files = {path: _put_in_order(file_runs) for path, file_runs in by_path.items()}
    by_name = list(check_names(files, latest))
    yield from by_name
    told = {_locate(EventDate(fault.row, fault.column, latest, is_played=True))[0] for fault in by_name}
    for path, runs_of_file in files.items():
        if path not in told:
            yield from _find_disordered(runs_of_file, latest, weekday)
    yield from _find_series(files)


def _put_in_order(runs: Sequence[Run]) -> list[Run]:
    """Return the runs of a file from the oldest on, also where its newest rows stand first.

    Those between which rows were left out are one.
    """
    joined = list[Run]()
    for run in runs:
        if joined and joined[-1].day == run.day:
            joined[-1] = run._replace(events=[*joined[-1].events, *run.events])
        else:
            joined.append(run)
    falling = sum(later.day < earlier.day for earlier, later in pairwise(joined))
    return joined[::-1] if 2 * falling >= len(joined) > 1 else joined


def _find_usual_weekday(days: Collection[date]) -> int | None:
    """Return the day of the week on which a club plays; None if it has none."""
    counts = Counter(day.weekday() for day in days)
    (weekday, count), *_ = counts.most_common(1) or [(0, 0)]
    return weekday if count >= max(_MIN_DAYS, _USUAL_SHARE * len(days)) else None


def _find_disordered(runs: Sequence[Run], latest: date, weekday: int | None) -> Iterator[Fault]:
    """Yield the runs that are out of order, where a slip in the date explains it."""
    before: Run | None = None
    gaps = [later.day - earlier.day for earlier, later in pairwise(runs[:-1])]
    longest_gap = max([_HALF, *(gap + _SEASON for gap in gaps)])
    for run, following, second in zip(runs, [*runs[1:], None], [*runs[2:], None, None], strict=False):
        # Of the first three runs the middle one is out of order if the others are not.
        is_middle_wrong = before is None and second and run.day <= second.day
        after = second if is_middle_wrong else following
        first = before.day if before else date.min
        last = after.day if after else min(latest, first + longest_gap) if gaps else latest
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
    for likely_day, is_common in iter_slips(day):
        is_better = likely_day.weekday() == weekday != day.weekday()
        is_worse = day.weekday() == weekday != likely_day.weekday()
        if likely_day in around or is_better or (is_common and not is_worse):
            yield likely_day


def _report_disordered(run: Run, other: date, likely_day: date) -> Fault:
    message = say("day-out-of-order", "{day} stands beside rows of {other}", day=run.day, other=other)
    hint = advise("if {likely} is meant, correct the date; else leave it", likely=likely_day)
    return Fault(run.first.row, run.first.column, message, hint, warning=True)


def _find_series(files: Mapping[str, Sequence[Run]]) -> Iterator[Fault]:
    """Yield the rows that were given a day each, one after the other, where a club plays on evenings."""
    all_runs = [run for runs in files.values() for run in runs]
    for step in _STEPS:
        series = [found for runs in files.values() for found in _list_series(runs, step)]
        if not series:
            continue
        in_series = {run.day for runs in series for run in runs}
        others = [run for run in all_runs if run.day not in in_series]
        other_days = sorted({run.day for run in others})
        plays_so = any(step(earlier) == later for earlier, later in pairwise(other_days))
        plays_evenings = len(others) >= _RARE * sum(run.size == 1 for run in others) and len(others) > 0
        min_length = _MIN_SERIES if others else _MIN_LONE_SERIES
        for first, second, *rest in series:
            name = _locate(first.first)[0].rpartition("/")[2]
            is_named = first.day in find_named_days(name)
            is_odd = step is _add_day and len(rest) + 2 >= min_length and not plays_so
            is_odd |= step is _add_week and plays_evenings
            if is_odd or is_named:
                message = say(
                    "days-dragged-down",
                    "from {first} on each row is of a later day, until {last}",
                    first=first.day,
                    last=[second, *rest][-1].day,
                )
                hint = advise(
                    "a spreadsheet counts on where a date is dragged down: write {day} again", day=first.day
                )
                yield Fault(second.first.row, second.first.column, message, hint, warning=True)


def _list_series(runs: Sequence[Run], step: Callable[[date], date | None]) -> list[list[Run]]:
    """Return the runs of one row each whose days follow each other; the first may have more rows."""
    series: list[list[Run]] = []
    for run in runs:
        if series and run.size == 1 and run.day == step(series[-1][-1].day):
            series[-1].append(run)
        else:
            series.append([run])
    return [found for found in series if len(found) >= _MIN_SERIES]
